/* ways.h - how the units of a crowd that have orders get their ways: planned at
 * once, so that an order may be refused; and looked for when the crowd is in
 * motion, in slices of its budget.
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
 * cells, between the nearest of theirs. */
typedef struct TP_STATE Keep {
  double least, most; /* most < 0: any will do                           */
  bool sight;         /* and with a free line                            */
  Finder *eyes; /* by whose eyes, kept in a slot of the unit's; NULL: its own */
  tp_Rect seen; /* cells of the unit's in which it would overlap the target,
                   where that was when it last chose its way; w is 0: never */
  uint8_t lack; /* what it lacked then                                   */
  WayQuery query;
  double goal[5]; /* the list of that: one goal                          */
} Keep;

TP_INLINE Keep keep_of(double least, double most, bool sight, Finder *eyes) {
  return (Keep){.least = least, .most = most, .sight = sight, .eyes = eyes};
}

TP_INLINE bool keep_is_too_near(const Keep *k, tp_Cell c, tp_Rect target) {
  return (double)tp_scout_square(c, target) < k->least * k->least;
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

/* What a unit asks to get to a cell, of the pathfinder at that index. */
TP_FUNC Question tp_order_question(tp_Cell goal, int finder,
                                   const char *function);

/* A way that is known: cells, at least one. From those in the list, which is in
 * rising order, a link leads to the next cell; others are steps apart. */
typedef struct KnownWay {
  tp_Cell *cell;
  const uint32_t *link;
  uint32_t count, links;
} KnownWay;

/* The same as a route, which is read from its end; it points to both. */
typedef struct KnownRoute {
  const KnownWay *way;
  tp_Edge edge; /* room for one */
} KnownRoute;
TP_FUNC tp_Route tp_ways_known_route(const Finder *finder, KnownRoute *known);

/* Pushes a trail along one, as the map is now, which is returned. */
TP_FUNC tp_Trail *tp_ways_push_known(lua_State *L, const Finder *finder,
                                     const KnownWay *way);

/* Gives the unit at an absolute index that trail, which is on the top, for an
 * order whose end was planned. Makes no memory. */
TP_FUNC void tp_ways_take(lua_State *L, int unit, tp_Trail *trail,
                          tp_Guide *guide);

/* What serves the crowd is as it was when it was made. */
TP_FUNC void tp_ways_begin_anew(Crowd *crowd);

/* Gets the crowd at an absolute index ready to move, and makes what serves it
 * before all else. May run finalizers. */
TP_FUNC void tp_ways_open(lua_State *L, int crowd);

/* Plans an order of the unit at an absolute index. `q` was read as that of
 * find_world, but for its start, and its pathfinder stands at q->at.
 * What it says of others in the way and of a way out does not count. Returns
 * TP_NO_REASON, and the guide is one for tp_motion_order: to a goal that may
 * yet be another one, where it is not the only one, and without a way; no
 * memory is made before that. Else the reason, and the unit goes on with what
 * it had. */
TP_FUNC tp_Reason tp_ways_plan(lua_State *L, int unit, Question *q,
                               tp_Guide *guide);

/* The cell of the map that is nearest to it; or, if that is `at`, one beside.
 */
TP_FUNC tp_Cell tp_ways_tame(const tp_Grid *grid, tp_Cell c);
TP_FUNC tp_Cell tp_ways_elsewhere(const tp_Grid *grid, tp_Cell at, tp_Cell c);

/* Has the unit of that id in the crowd at an absolute index go along a known
 * way from where it is. May run finalizers. */
TP_FUNC void tp_ways_lay(lua_State *L, int crowd, uint32_t id,
                         const KnownWay *way, uint64_t *budget);

/* Is there a free line from the cell to what the unit is to come near to? */
TP_FUNC bool tp_ways_sees_target(const Unit *unit, tp_Cell c);

/* The unit has other orders, or none: what was noted of its last ones goes. The
 * motion does not use its trail any more. Makes no memory. */
TP_FUNC void tp_ways_forget(lua_State *L, int unit);

/* Serves TP_MOTION_NEEDS_WAY: looks for the way of the unit of that id in the
 * crowd at an absolute index, as far as the budget goes, which it lowers. Gives
 * the unit its way, or refuses it, or postpones it. May run finalizers and a
 * heuristic, with the marks of the crowd, its grid and the pathfinder up. */
TP_FUNC void tp_ways_serve(lua_State *L, int crowd, uint32_t id,
                           uint64_t *budget);

#endif
