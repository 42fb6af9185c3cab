/* changes.h - where a layer of a map has changed, for all that follows from it.
 */
#ifndef TP_CHANGES_H
#define TP_CHANGES_H

#include "rect.h"

enum { TP_CHANGES = 64 };

/* A rectangle that changed last at that version. */
typedef struct tp_Change {
  uint64_t version;
  int16_t x, y, w, h;
} tp_Change;

/* A layer (the grid; what an agent may enter) notes each change. What follows
 * from the layer keeps one number: the version up to which it has seen the
 * changes; 0 where it has seen nothing yet. Any number of them may follow one
 * layer, and be as late as they like. */
typedef struct tp_Changes {
  uint64_t now;  /* the layer's version: grows with each change; 1 at first */
  uint64_t all;  /* the version in which all of it changed last */
  tp_Rect whole; /* of the layer */
  int64_t count;
  tp_Change change[TP_CHANGES]; /* oldest first */
} tp_Changes;

TP_FUNC void tp_changes_init(tp_Changes *log, int32_t width, int32_t height);

/* Cells of the rectangle, which lies inside, or all cells, have changed. */
TP_FUNC void tp_changes_note(tp_Changes *log, tp_Rect rect);
TP_FUNC void tp_changes_note_all(tp_Changes *log);

/* The same, and the layer has another size. */
TP_FUNC void tp_changes_resize(tp_Changes *log, int32_t width, int32_t height);

/* Is there no room for one more change but in entries of which none is seen
 * yet? */
TP_INLINE bool tp_changes_are_full(const tp_Changes *log, uint64_t seen) {
  return log->count == TP_CHANGES && log->change[0].version > seen;
}

/* Rectangles that cover every cell that has changed since: none has where that
 * is the version of now, all have where it is 0. Returns their number. */
TP_FUNC int tp_changes_since(const tp_Changes *log, uint64_t seen,
                             tp_Rect rects[TP_CHANGES]);

#endif
