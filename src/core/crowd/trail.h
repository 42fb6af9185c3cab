/* trail.h - a way that a mover goes along, as its turns with what it costs from
 * each of them, in a block of the mover's own.
 */
#ifndef TP_TRAIL_H
#define TP_TRAIL_H

#include "../search/route.h"
#include "window.h"

/* A cell of the way; where it turns, or has gone straight on for long. */
typedef struct tp_Turn {
  uint64_t cost; /* from there to the end, as the navmap counts */
  int16_t x, y;
  uint32_t steps : 31;  /* the same in steps; a link is one              */
  uint32_t by_link : 1; /* a link leads there from the turn before it    */
} tp_Turn;

_Static_assert(sizeof(tp_Turn) == 16, "ways are long");

typedef struct tp_Trail {
  uint32_t room;    /* turns                                               */
  uint32_t count;   /* at least 1: the end                                 */
  uint32_t ahead;   /* of the mover: the turn that it comes to next        */
  uint32_t steps;   /* from where it was on the trail last, to the end     */
  uint64_t seen;    /* of the navmap's changes: none of those touches what is
                       ahead; 0: nobody has looked                         */
  tp_Rect box;      /* of all its cells                                    */
  tp_Window window; /* around the mover and the next part of the trail   */
  tp_Turn turn[];   /* from the end of the way back to its start         */
} tp_Trail;

/* How many turns a route has, which is walked from its end; and the bytes for
 * so many. */
TP_FUNC uint32_t tp_trail_turns(const tp_Route *route);
TP_FUNC size_t tp_trail_bytes(uint32_t turns);

/* Takes a route as it is now, in a block of tp_trail_bytes(room), which is no
 * less than its turns. The mover stands at its start, and its window shows
 * nothing. */
TP_FUNC void tp_trail_take(tp_Trail *trail, uint32_t room,
                           const tp_Route *route);

TP_INLINE tp_Cell tp_turn_cell(const tp_Turn *t) {
  return (tp_Cell){t->x, t->y};
}

TP_INLINE tp_Cell tp_trail_goal(const tp_Trail *t) {
  return tp_turn_cell(t->turn);
}

/* The cell that lies so many steps before the end, which are no more than the
 * trail has, between the turn i and the one before it. */
TP_FUNC tp_Cell tp_trail_cell(const tp_Trail *trail, uint32_t i,
                              uint32_t steps);

/* The cell so many steps further on from where the mover was last, or the end.
 */
TP_FUNC tp_Cell tp_trail_ahead(const tp_Trail *trail, uint32_t steps);

/* The map is the rectangle `to` of itself now. False: a turn lies outside, and
 * it is no trail any more. */
TP_FUNC bool tp_trail_resize(tp_Trail *trail, tp_Rect to);

/* Notes how far the mover has come, that is in the cell now. Is that one of the
 * trail, near where it was last or further on? */
TP_FUNC bool tp_trail_come(tp_Trail *trail, tp_Cell at);

/* The same wherever it is: goes on from the cell of the trail that is nearest
 * to it in steps, as if there were no walls. Returns that. */
TP_FUNC tp_Cell tp_trail_rejoin(tp_Trail *trail, tp_Stagger stagger,
                                tp_Cell at);

/* The next cell of the trail, for a mover that is where it was last; false at
 * its end, and where it is not there. */
TP_FUNC bool tp_trail_next(const tp_Trail *trail, tp_Cell at, tp_Cell *next);

/* Does it go on by a link from a cell that is near where the mover was last? To
 * which cell? */
TP_FUNC bool tp_trail_link(const tp_Trail *trail, tp_Cell cell, tp_Cell *to);

/* The piece of the trail that leads to turn i, as far as it lies ahead of a cell
 * on it: as a leg. False: the cell is that turn. */
TP_FUNC bool tp_trail_leg(const tp_Trail *trail, const tp_Navmap *navmap,
                          uint32_t i, tp_Cell from, tp_Leg *leg);

/* The turn, of the one that is nearest to the end, to whose piece the cell
 * belongs; `count`: to none. */
TP_FUNC uint32_t tp_trail_find(const tp_Trail *trail, tp_Cell cell);

/* How many steps lie ahead of where the mover was last: along x, along y, along
 * both. Links are no steps. */
typedef struct tp_StepCount {
  uint64_t x, y, both;
} tp_StepCount;

TP_FUNC tp_StepCount tp_trail_count(const tp_Trail *trail);

/* What it costs from a cell of the trail that is near where the mover was last;
 * TP_FAR from others. */
TP_FUNC uint64_t tp_trail_cost(const tp_Trail *trail, const tp_Navmap *navmap,
                               tp_Cell cell);

/* Writes its cells in a rectangle, in rising order of their costs: no more than
 * it has cells. Returns how many there are. What is ahead stands; pieces behind
 * the mover whose costs have changed are left out. */
TP_FUNC uint32_t tp_trail_seeds(const tp_Trail *trail, const tp_Navmap *navmap,
                                tp_Rect area, tp_WindowSeed *seeds);

/* May each step that is still ahead be taken, at the cost that was noted? */
TP_FUNC bool tp_trail_is_valid(const tp_Trail *trail, const tp_Navmap *navmap);

/* Does the way that is still ahead lead through a cell of the rectangles, or
 * beside one? */
TP_FUNC bool tp_trail_is_touched(const tp_Trail *trail, const tp_Rect *rects,
                                 int count);

#endif
