/* unitpath.h - a path that a mover walks: its turns with the costs from each of
 * them, in a block of the mover's own.
 */
#pragma once

#include "../navmap/wayout.h"
#include "../search/route.h"
#include "costwindow.h"

/* A cell of the path where it turns, or where a long straight piece is
 * split. */
typedef struct tp_Turn {
  uint64_t cost; /* from there to the end, in the navmap's units */
  int16_t x, y;
  uint32_t steps : 31;  /* steps to the end; a link is one step */
  uint32_t by_link : 1; /* a link leads here from the turn before it */
} tp_Turn;

_Static_assert(sizeof(tp_Turn) == 16, "ways are long");

typedef struct tp_Trail {
  uint32_t room;    /* number of turns that fit */
  uint32_t count;   /* at least 1: the end */
  uint32_t ahead;   /* the turn that the mover comes to next */
  uint32_t steps;   /* from the mover's last place on the trail to the end */
  bool is_given;    /* the game's own path, which may pass a cell more than
                       once */
  bool is_strict;   /* given, or a way round something: the mover takes no
                       short cut, so only cells near its last place count */
  uint64_t seen;    /* version of the navmap's changes: none up to it touches
                       the rest of the trail; 0: not checked */
  tp_Rect box;      /* around all its cells */
  tp_Window window; /* around the mover and the next part of the trail */
  tp_Turn turn[];   /* from the end of the path back to its start */
} tp_Trail;

/* The number of turns of a route, which is walked from its end; and the bytes
 * for so many turns. */
TP_FUNC uint32_t tp_trail_turns(const tp_Route *route);
TP_FUNC size_t tp_trail_bytes(uint32_t turns);

/* Copies a route as it is now into a block of tp_trail_bytes(room), with room
 * for its turns. The mover stands at the start, and the window is empty. */
TP_FUNC void tp_trail_take(tp_Trail *trail, uint32_t room,
                           const tp_Route *route);

TP_INLINE tp_Cell tp_turn_cell(const tp_Turn *t) {
  return (tp_Cell){t->x, t->y};
}

/* Makes it a given path. The mover is at the cell of the path nearest to this
 * one; of equal ones, at the first. */
TP_FUNC void tp_trail_give(tp_Trail *trail, tp_Stagger stagger, tp_Cell at);

/* The cell that is so many steps before the end. It must lie between turn i and
 * the turn before it. */
TP_FUNC tp_Cell tp_trail_cell(const tp_Trail *trail, uint32_t i,
                              uint32_t steps);

/* The cell so many steps ahead of the mover's last place, or the end. */
TP_FUNC tp_Cell tp_trail_ahead(const tp_Trail *trail, uint32_t steps);

/* The map was cut to the rectangle `to` of itself. False: a turn lies outside,
 * and the trail must be dropped. */
TP_FUNC bool tp_trail_resize(tp_Trail *trail, tp_Rect to);

/* Notes how far the mover, now in the cell, has come. Is that a cell of the
 * trail, near its last place or further on? */
TP_FUNC bool tp_trail_come(tp_Trail *trail, tp_Cell at);

/* The same for any cell: goes on from the nearest cell of the trail, counted in
 * steps without walls; on a strict path from the last place. Returns that
 * cell. */
TP_FUNC tp_Cell tp_trail_rejoin(tp_Trail *trail, tp_Stagger stagger,
                                tp_Cell at);

/* Does the trail end in that cell, which is its goal? A given path may pass it
 * earlier. */
TP_FUNC bool tp_trail_ends_at(const tp_Trail *trail, tp_Cell goal);

/* The next cell of the trail, for a mover at its last place. False: the trail
 * ends there, or the mover is elsewhere. */
TP_FUNC bool tp_trail_next(const tp_Trail *trail, tp_Cell at, tp_Cell *next);

/* Does the trail go on by a link from this cell, which is near the mover's last
 * place? *to is the link's end. */
TP_FUNC bool tp_trail_link(const tp_Trail *trail, tp_Cell cell, tp_Cell *to);

/* The part of the piece to turn i that is ahead of a cell on it, as a leg.
 * False: the cell is that turn. */
TP_FUNC bool tp_trail_leg(const tp_Trail *trail, const tp_Navmap *navmap,
                          uint32_t i, tp_Cell from, tp_Leg *leg);

/* The turn to whose piece the cell belongs; of several, the nearest to the end.
 * `count`: none. Of a strict path only cells near the last place count. */
TP_FUNC uint32_t tp_trail_find(const tp_Trail *trail, tp_Cell cell);

/* The steps ahead of the mover's last place: along x, along y, and diagonally.
 * Links do not count. */
typedef struct tp_StepCount {
  uint64_t x, y, both;
} tp_StepCount;

TP_FUNC tp_StepCount tp_trail_count(const tp_Trail *trail);

/* The cost from a cell of the trail near the mover's last place; TP_FAR for
 * other cells. As for tp_trail_link, whole pieces count, on a strict path,
 * too. */
TP_FUNC uint64_t tp_trail_cost(const tp_Trail *trail, const tp_Navmap *navmap,
                               tp_Cell cell);

/* Writes the trail's cells in a rectangle as seeds, by rising cost, at most as
 * many as the rectangle has cells. Returns their number. Pieces ahead of the
 * mover count as they are; pieces behind it are left out if their costs have
 * changed. Of a strict path only cells near the last place count. */
TP_FUNC uint32_t tp_trail_seeds(const tp_Trail *trail, const tp_Navmap *navmap,
                                tp_Rect area, tp_WindowSeed *seeds);

/* Can each step ahead still be taken, at the cost that was noted? */
TP_FUNC bool tp_trail_is_valid(const tp_Trail *trail, const tp_Navmap *navmap);

/* Does the path ahead lead through a cell of the rectangles, or beside one? */
TP_FUNC bool tp_trail_is_touched(const tp_Trail *trail, const tp_Rect *rects,
                                 int count);
