/* serving.h - who serves the units of a crowd that want ways: a handle with a
 * search, working space, and charts that several of them share; for the files
 * about ways.
 */
#ifndef BIND_SERVING_H
#define BIND_SERVING_H

#include "crowd.h"
#include "job.h"

/* Slots of the handle: those of a search as in finder.h, of which OWNER is the
 * pathfinder that it ran for last; then working space, and the shared charts
 * with their pathfinders. */
enum {
  SHARED = 16,
  SCRATCH = GOAL_SET + 1,
  CHARTS,
  FINDERS = CHARTS + SHARED,
  WAYS_SLOTS = FINDERS + SHARED - 1
};

/* What a unit was asked to reach, other than one cell: a block, in which the
 * numbers of a list follow. */
typedef struct TP_STATE WayQuery {
  tp_Query query;
  QueryOptions options;
  bind_Numbers list;
  bool is_list;
  bool has_eyes; /* in a slot of the unit's */
} WayQuery;

typedef struct Shared {
  const Finder *finder; /* NULL: nothing is there */
  tp_Cell goal;
  tp_Chart *chart;
  uint32_t users;
  uint64_t asked; /* when it was asked for last: a number of the crowd's */
} Shared;

typedef struct Ways {
  Job job;
  const Finder *finder; /* that it ran for last            */
  uint32_t unit;        /* whose way is looked for; 0: none */
  uint64_t number;      /* of its order                    */
  uint64_t revision;    /* of the grid, at the last slice  */
  bool runs;    /* the search was begun                                  */
  bool has_own; /* it is to `own`, as others go to where it led at first */
  tp_Cell own;
  void *scratch;
  uint64_t asked; /* shared charts that were asked for */
  Shared shared[SHARED];
} Ways;

/* A slice: whom it serves, and where things stand on the stack. */
typedef struct Serving {
  lua_State *L;
  Crowd *crowd;
  Ways *ways;
  Unit *unit;
  Finder *finder;
  int unit_at, finder_at, ways_at;
  uint64_t number; /* of the order that is served */
  bind_Marks marks;
  uint64_t *budget;
  bool is_asked; /* the motion asks for this one now */
} Serving;

TP_INLINE tp_Mover *serving_mover(const Serving *s) {
  return tp_motion_mover(s->crowd->march.motion, s->unit->id);
}

/* Is it still there, with the same order and pathfinder? To be asked after all
 * that may run finalizers. */
TP_INLINE bool serving_stands(const Serving *s) {
  const Unit *u = s->unit;
  return u->crowd == s->crowd && u->orders.is_admitted &&
         u->finder == s->finder && u->way.number == s->number;
}

/* ---- charts.c ----------------------------------------------------------- */

/* The unit goes by that chart from now on, which stands on the top. */
TP_FUNC void tp_serving_give(const Serving *s, tp_Chart *chart, tp_Cell goal);

/* Pushes a chart of so many cells of the unit's own, which nobody else uses.
 * The old one stays until the unit has this one. */
TP_FUNC tp_Chart *tp_serving_push_chart(const Serving *s, uint32_t cells);

/* The unit no longer uses the chart that it has. */
TP_FUNC void tp_serving_release_chart(Unit *unit);

/* There is no way. */
TP_FUNC void tp_serving_refuse(const Serving *s, tp_Reason reason);

/* Gives the unit a chart of the whole map, or refuses it: as soon as the
 * regions are known, that is known, too. */
TP_FUNC void tp_serving_give_whole(const Serving *s);

/* The place of the table in which the chart is; NULL: it is one's own, or NULL.
 */
TP_FUNC Shared *tp_serving_shared_of(Ways *ways, const tp_Chart *chart);

/* The place in the table of a shared chart to the goal, or of one that nobody
 * uses; -1: there is none. Makes that chart the one to the goal, and pushes it;
 * the unit does not have it yet. */
TP_FUNC int tp_serving_find_shared(const Serving *s, tp_Cell goal);
TP_FUNC Shared *tp_serving_push_shared(const Serving *s, int place,
                                       tp_Cell goal);

/* ---- ways.c ------------------------------------------------------------- */

/* Working space, made where there is none. */
TP_FUNC void *tp_serving_scratch(lua_State *L, const Crowd *crowd, int ways,
                                 bind_Marks marks);

#endif
