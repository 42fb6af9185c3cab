/* changelog.h - records where a source (the grid, an agent's mask) has changed,
 * for everything derived from it.
 *
 *     log        the rectangles that have changed since a version: for data
 *                that is computed again there
 *     versions   has anything in a box changed since a version? For many small
 *                results
 */
#pragma once

#include "rect.h"

/* So many scattered edits between two questions are followed one by one: on a
 * map of 1024 x 1024 cells, with more of them to make all anew is as fast. A
 * full log joins its oldest entries, so many at a time. 16 KB a source. */
enum { TP_CHANGES = 1024, TP_OLDEST = 16 };

/* A rectangle, and the version of the last change in it. */
typedef struct tp_Change {
  uint64_t version;
  int16_t x, y, w, h;
} tp_Change;

/* A source notes each change. Data derived from it keeps one number: the
 * version up to which it has seen the changes; 0: none yet. Any number of
 * followers may read one source, at any pace. */
typedef struct tp_ChangeLog {
  uint64_t now;  /* the source's version: grows with each change, also of prices
                    (map/grid.c); 1 at first */
  uint64_t all;  /* the version of the last change of the whole source */
  tp_Rect whole; /* of the source */
  int64_t count;
  tp_Change change[TP_CHANGES]; /* oldest first */
} tp_ChangeLog;

TP_FUNC void tp_changelog_init(tp_ChangeLog *log, int32_t width,
                               int32_t height);

/* Notes that cells of the rectangle, which lies inside, or all cells, have
 * changed. */
TP_FUNC void tp_changelog_add(tp_ChangeLog *log, tp_Rect rect);
TP_FUNC void tp_changelog_add_all(tp_ChangeLog *log);

/* The same, if the source has another size. */
TP_FUNC void tp_changelog_resize(tp_ChangeLog *log, int32_t width,
                                 int32_t height);

/* Would one more change join entries that the follower has not seen? */
TP_INLINE bool tp_changelog_is_full(const tp_ChangeLog *log, uint64_t seen) {
  return log->count == TP_CHANGES && log->change[TP_OLDEST - 1].version > seen;
}

/* The entries that the follower has not seen; 1 for all cells. */
TP_FUNC int tp_changelog_entries(const tp_ChangeLog *log, uint64_t seen);

/* Rectangles that cover every cell that has changed since `seen`: none for the
 * version of now, all cells for 0. Returns their number, at most that of
 * entries. */
TP_FUNC int tp_changelog_since(const tp_ChangeLog *log, uint64_t seen,
                               tp_Rect rects[TP_CHANGES]);

/* ---- versions of squares --------------------------------------------- */

/* For squares of 16 x 16 cells, the version of the last change in each. A
 * result that depends on the cells of a rectangle is valid as long as none of
 * its squares has changed since. In a block of words, as planes are. */
typedef struct tp_Versions {
  uint64_t now; /* grows with every change; 0: nothing is known yet */
  uint64_t at;
  int32_t wide, high; /* squares */
} tp_Versions;

/* From one corner to the other, both included. */
typedef struct tp_Box {
  uint16_t left, top, right, bottom;
} tp_Box;

/* Places them from that word on; returns their end. */
TP_FUNC uint64_t tp_versions_place(tp_Versions *versions, uint64_t at,
                                   int32_t width, int32_t height);

/* The rectangle, or everything, changes in the version of now. */
TP_FUNC void tp_versions_touch(uint64_t *words, const tp_Versions *versions,
                               tp_Rect rect);
TP_FUNC void tp_versions_touch_all(uint64_t *words,
                                   const tp_Versions *versions);

/* Is the box unchanged since `then`? False if that would take long to find out.
 */
TP_FUNC bool tp_versions_are_unchanged(const uint64_t *words,
                                       const tp_Versions *versions, tp_Box box,
                                       uint64_t then);
