/* ways.h - how the units of a crowd that have orders get their ways when time
 * passes: looked for in slices of its budget, or known without a search; and
 * where the targets of those are that go by something that moves.
 */
#ifndef BIND_WAYS_H
#define BIND_WAYS_H

#include "../../core/crowd/scout.h"
#include "../crowd/crowd.h"
#include "../query/job.h"

/* What a unit was asked to reach, other than one cell: a block, in which the
 * numbers of a list follow. */
typedef struct TP_STATE WayQuery {
  tp_Query query;
  QueryOptions options;
  bind_Numbers list;
  bool is_list;
  bool has_eyes; /* in a slot of the unit's */
} WayQuery;

/* What a unit keeps near to, or away from (keep.c): a block. Distances are in
 * cells, between the nearest of theirs; on hexagons in steps. */
typedef struct TP_STATE Keep {
  double least, most; /* most < 0: any will do                           */
  bool sight;         /* and with a free line                            */
  Finder *eyes; /* by whose eyes, kept in a slot of the unit's; NULL: its own */
  tp_Rect seen; /* cells of the unit's in which it would overlap the target,
                   where that was when it last chose its way; w is 0: never */
  uint8_t distance; /* what that was then, a Distance                         */
  WayQuery query;
  double goal[5]; /* the list of that: one goal                          */
} Keep;

TP_INLINE Keep keep_of(double least, double most, bool sight, Finder *eyes) {
  return (Keep){.least = least, .most = most, .sight = sight, .eyes = eyes};
}

TP_INLINE bool keep_is_too_near(const Keep *k, tp_Stagger s, tp_Cell c,
                                tp_Rect target) {
  return (double)tp_scout_square(s, c, target) < k->least * k->least;
}

/* Who looks for them: a handle with a search, whose slots are those of
 * finder.h, of which OWNER is the pathfinder that it ran for last; then a
 * mask. */
enum { UNPAUSED = GOAL_SET + 1, WAYS_SLOTS = UNPAUSED };

typedef struct Ways {
  Job job;
  const Finder *finder; /* that it ran for last            */
  uint64_t number;      /* of the order that it serves     */
  uint64_t revision;    /* of the grid, at the last slice  */
  bool runs;      /* the search was begun                                  */
  bool rounds;    /* for a way round those that are paused                 */
  bool has_own;   /* it is to `own`, as others go to where it led at first */
  bool is_closed; /* no way leads round those that are paused              */
  tp_Cell own;
  uint32_t own_goal; /* of a list, from 1, in which that is */
  tp_Mask *unpaused; /* where the unit may be, if those are walls */
} Ways;

/* ---- target.c ----------------------------------------------------------- */

/* The cell of the map that is nearest to it. */
TP_INLINE tp_Cell cell_tame(const tp_Grid *g, tp_Cell c) {
  return (tp_Cell){tp_lesser(tp_greater(c.x, 0), g->width - 1),
                   tp_lesser(tp_greater(c.y, 0), g->height - 1)};
}

/* The cells of the map that the target at an absolute index covers; false: it
 * was removed. The unit's crowd stands on the stack. May run code of the user's
 * that removes the unit. */
TP_FUNC bool tp_target_find(lua_State *L, const Unit *u, int target,
                            const char *function, tp_Rect *cells);

/* The same and the cells that it leaves, if it is between two. */
TP_FUNC tp_Rect tp_target_with_left(lua_State *L, const Unit *u, int target,
                                    tp_Rect at);

/* Is it at rest, for all that can be told? */
TP_FUNC bool tp_target_rests(lua_State *L, const Unit *u, int target);

/* Is there a free line from the cell to what the unit is to come near to? */
TP_FUNC bool tp_target_is_seen(const Unit *unit, tp_Cell c);

/* ---- trail.c ------------------------------------------------------------ */

/* A way that is known: cells, at least one. From those in the list, which is in
 * rising order, a link leads to the next cell; others are steps apart. */
typedef struct KnownWay {
  tp_Cell *cell;
  const uint32_t *link;
  uint32_t count, links;
} KnownWay;

/* Pushes a trail along one, as the map is now, which is returned. */
TP_FUNC tp_Trail *tp_ways_push_known(lua_State *L, const Finder *finder,
                                     const KnownWay *way);

/* Gives the unit at an absolute index that trail, which is on the top, for an
 * order whose end was planned. Makes no memory. */
TP_FUNC void tp_ways_take(lua_State *L, int unit, tp_Trail *trail,
                          tp_Guide *guide);

/* Has the unit at an absolute index a trail along the route, in room that it
 * has or that is made: lowers the budget. May run finalizers. False: it has
 * other orders by now. And has it go along that. */
TP_FUNC bool tp_ways_lay(lua_State *L, int unit, const tp_Route *route,
                         uint64_t *budget);
TP_FUNC void tp_ways_go_along(const Unit *unit);

/* Both for a known way, from where the unit is. */
TP_FUNC void tp_ways_lay_known(lua_State *L, int unit, const KnownWay *way,
                               uint64_t *budget);

/* ---- ways.c ------------------------------------------------------------- */

/* What serves the crowd is as it was when it was made. */
TP_FUNC void tp_ways_begin_anew(Crowd *crowd);

/* Gets the crowd at an absolute index ready to move, and makes what serves it
 * before all else. May run finalizers. */
TP_FUNC void tp_ways_open(lua_State *L, int crowd);

/* Serves TP_MOTION_NEEDS_WAY: looks for the way of the unit of that id in the
 * crowd at an absolute index, as far as the budget goes, which it lowers. Gives
 * the unit its way, or refuses it, or postpones it. May run finalizers and a
 * heuristic, with the marks of the crowd, its grid and the pathfinder up. */
TP_FUNC void tp_ways_serve(lua_State *L, int crowd, uint32_t id,
                           uint64_t *budget);

#endif
