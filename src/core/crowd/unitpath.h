/* unitpath.h - a path that a unit walks: its turns with the costs from each of
 * them, in a block of the unit's own.
 */
#pragma once

#include "../navmap/wayout.h"
#include "../search/path.h"
#include "costwindow.h"

/* A cell of the path where it turns, or where a long straight piece is
 * split. */
typedef struct tp_Turn {
  uint64_t cost; /* from there to the end, in the navmap's units */
  int16_t x, y;
  uint32_t steps : 31;  /* steps to the end; a link is one step */
  uint32_t by_link : 1; /* a link leads here from the turn before it */
} tp_Turn;

_Static_assert(sizeof(tp_Turn) == 16, "paths are long");

typedef struct tp_UnitPath {
  uint32_t room;    /* number of turns that fit */
  uint32_t count;   /* at least 1: the end */
  uint32_t ahead;   /* the turn that the unit comes to next */
  uint32_t steps;   /* from the unit's last place on the path to the end */
  uint32_t out;     /* steps from its first free cell to the end: those before
                       are a way out */
  bool is_given;    /* the game's own path, which may pass a cell more than
                       once */
  bool is_strict;   /* given, or a way around something: the unit takes no
                       short cut, so only cells near its last place count */
  bool is_trail;    /* strict, and the unit waits for those in its way that
                       can be pushed */
  bool is_cut;      /* it was loaded, and an edit before had cut it */
  uint64_t seen;    /* version of the navmap's changes: none up to it touches
                       the rest of the path; 0: not checked */
  tp_Rect box;      /* around all its cells */
  tp_Window window; /* around the unit and the next part of the path */
  tp_Turn turn[];   /* from the end of the path back to its start */
} tp_UnitPath;

/* The number of turns of a path, which is walked from its end; and the bytes
 * for so many turns. */
TP_FUNC uint32_t tp_unitpath_turns(const tp_Path *path);
TP_FUNC size_t tp_unitpath_bytes(uint32_t turns);

/* Copies a path as it is now into a block of tp_unitpath_bytes(room), with room
 * for its turns. The unit stands at the start, and the window is empty. */
TP_FUNC void tp_unitpath_take(tp_UnitPath *unit_path, uint32_t room,
                              const tp_Path *path);

TP_INLINE tp_Cell tp_turn_cell(const tp_Turn *t) {
  return (tp_Cell){t->x, t->y};
}

/* Makes it a given path. The unit is at the cell of the path nearest to this
 * one; of equal ones, at the first. */
TP_FUNC void tp_unitpath_mark_given(tp_UnitPath *unit_path, tp_Stagger stagger,
                                    tp_Cell at);

/* The cell that is so many steps before the end. It must lie between turn i and
 * the turn before it. */
TP_FUNC tp_Cell tp_unitpath_cell(const tp_UnitPath *unit_path, uint32_t i,
                                 uint32_t steps);

/* The cell so many steps ahead of the unit's last place, or the end. */
TP_FUNC tp_Cell tp_unitpath_ahead(const tp_UnitPath *unit_path, uint32_t steps);

/* The map was cut to the rectangle `to` of itself. False: a turn lies outside,
 * and the path must be dropped. */
TP_FUNC bool tp_unitpath_resize(tp_UnitPath *unit_path, tp_Rect to);

/* Notes how far the unit, now in the cell, has come. Is that a cell of the
 * path, near its last place or further on? */
TP_FUNC bool tp_unitpath_come(tp_UnitPath *unit_path, tp_Cell at);

/* The same for any cell: goes on from the nearest cell of the path, counted in
 * steps without walls; on a strict path from the last place. Returns that
 * cell. */
TP_FUNC tp_Cell tp_unitpath_rejoin(tp_UnitPath *unit_path, tp_Stagger stagger,
                                   tp_Cell at);

/* The same, but a strict path goes on from the cell over which the fewest steps
 * are left; of equal ones from the last. */
TP_FUNC tp_Cell tp_unitpath_nearest(tp_UnitPath *unit_path, tp_Stagger stagger,
                                    tp_Cell at);

/* Notes that so many steps, of those of the path, are left. */
TP_FUNC void tp_unitpath_set(tp_UnitPath *unit_path, uint32_t steps);

/* Does the path end in that cell, which is its goal? A given path may pass it
 * earlier. */
TP_FUNC bool tp_unitpath_ends_at(const tp_UnitPath *unit_path, tp_Cell goal);

/* The next cell of the path, for a unit at its last place. False: the path
 * ends there, or the unit is elsewhere. */
TP_FUNC bool tp_unitpath_next(const tp_UnitPath *unit_path, tp_Cell at,
                              tp_Cell *next);

/* Does the path go on by a link from this cell, which is near the unit's last
 * place? *to is the link's end. */
TP_FUNC bool tp_unitpath_link(const tp_UnitPath *unit_path, tp_Cell cell,
                              tp_Cell *to);

/* The part of the piece to turn i that is ahead of a cell on it, as a leg.
 * False: the cell is that turn. */
TP_FUNC bool tp_unitpath_leg(const tp_UnitPath *unit_path,
                             const tp_Navmap *navmap, uint32_t i, tp_Cell from,
                             tp_Leg *leg);

/* The turn to whose piece the cell belongs; of several, the nearest to the end.
 * `count`: none. Of a strict path only cells near the last place count. */
TP_FUNC uint32_t tp_unitpath_find(const tp_UnitPath *unit_path, tp_Cell cell);

/* Does the path ahead go on by a link from the cell? */
TP_FUNC bool tp_unitpath_takes_link(const tp_UnitPath *unit_path, tp_Cell cell);

/* The unit is in that cell of the piece to turn i. */
TP_FUNC void tp_unitpath_enter(tp_UnitPath *unit_path, uint32_t i,
                               tp_Cell cell);

/* The steps ahead of the unit's last place: along x, along y, and diagonally.
 * Links do not count. */
typedef struct tp_StepCount {
  uint64_t x, y, both;
} tp_StepCount;

TP_FUNC tp_StepCount tp_unitpath_count(const tp_UnitPath *unit_path);

/* The cost from a cell of the path near the unit's last place; TP_FAR for
 * other cells. As for tp_unitpath_link, whole pieces count, on a strict path,
 * too. */
TP_FUNC uint64_t tp_unitpath_cost(const tp_UnitPath *unit_path,
                                  const tp_Navmap *navmap, tp_Cell cell);

/* Writes the path's cells in a rectangle as seeds, by rising cost, at most as
 * many as the rectangle has cells. Returns their number. Pieces ahead of the
 * unit count as they are; pieces behind it are left out if their costs have
 * changed. Of a strict path only cells near the last place count. */
TP_FUNC uint32_t tp_unitpath_seeds(const tp_UnitPath *unit_path,
                                   const tp_Navmap *navmap, tp_Rect area,
                                   tp_WindowSeed *seeds);

/* Can each step ahead still be taken, at the cost that was recorded? */
TP_FUNC bool tp_unitpath_is_valid(const tp_UnitPath *unit_path,
                                  const tp_Navmap *navmap);

/* Does the path ahead lead through a cell of the rectangles, or beside one? */
TP_FUNC bool tp_unitpath_is_touched(const tp_UnitPath *unit_path,
                                    const tp_Rect *rects, int count);
