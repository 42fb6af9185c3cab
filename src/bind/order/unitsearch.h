/* unitsearch.h - how units with orders get their paths during updates: by a
 * search in slices of the update's budget, or without a search.
 */
#pragma once

#include "../../core/crowd/localsearch.h"
#include "../../core/crowd/traffic.h"
#include "../crowd/crowd.h"
#include "../query/queryrun.h"
#include "target.h"

/* The query of a unit, unless its goal is a single cell: a block. The numbers
 * of a list follow it. */
typedef struct UnitQuery {
  tp_Query query;
  QueryOptions options;
  bind_Numbers list;
  bool is_list;
} UnitQuery;

/* A unit's distance to its target, compared with the bounds. */
typedef enum Distance { IN_RANGE, TOO_FAR, TOO_NEAR } Distance;

/* The order of a unit that keeps a distance to a target (keepdistance.c): a
 * block. The distance is in cells, between the nearest cells of both; on
 * hexagons in steps. */
typedef struct Keep {
  double least, most; /* most < 0: no upper bound */
  bool sight;         /* and with a free line */
  bool trail;         /* it is to be `most` cells behind on its trail */
  /* cells in which the unit would overlap the target where it was when the
   * path was chosen; w is 0: not yet, or, if h is 1, only the last is known */
  tp_Rect seen;
  tp_Rect looked;   /* cells of the target when the unit looked last */
  uint8_t distance; /* the Distance at that time */
  UnitQuery query;
  double goal[5]; /* list of the query: one goal */
  OrderOptions of_order;
} Keep;

TP_INLINE bool keep_is_too_near(const Keep *k, tp_Stagger s, tp_Cell c,
                                tp_Rect target) {
  return (double)tp_localsearch_square(s, c, target) < k->least * k->least;
}

/* Does a way on which it stays in range lead from the cell to the target? With
 * `sight` a free line is asked for instead. */
TP_INLINE bool keep_leads(const Keep *k, const tp_Navmap *nav, tp_Cell c,
                          tp_Rect target) {
  return k->sight || tp_localsearch_leads(nav, c, target, k->most * k->most);
}

/* Plans paths: a handle with a query run. RUN_OWNER is the pathfinder of the
 * last search. */
enum {
  SEARCHER_ONLY = RUN_SLOTS + 1,
  SEARCHER_HELD,
  SEARCHER_TRAFFIC,
  SEARCHER_SLOTS = SEARCHER_TRAFFIC
};

typedef struct UnitSearcher {
  QueryRun query_run;
  tp_QueryCaller caller; /* of the last search */
  const Finder *finder;  /* of the last search */
  uint64_t order_number; /* of the order that it serves */
  uint64_t revision;     /* of the pathfinder's navmap, at the last slice */
  /* for that order, running or ended; false: one has to begin */
  bool has_search;
  bool seeks_detour; /* the search is for a path around paused units */
  /* there is none, or only a long one: the next search leads through their
   * cells again */
  bool lacks_detour;
  /* others took the end that was found first: the next search is for
   * `other_end` */
  bool has_other_end;
  bool is_cut_off; /* no way leads to its target, which is in range */
  tp_Cell other_end;
  uint32_t other_goal; /* the listed goal, from 1, that this end belongs to */
  tp_Mask *only;       /* the cells that a query may enter; NULL: not yet */
  tp_Mask *held;       /* cells of goals that others hold; NULL: not yet */
  tp_Traffic *traffic; /* NULL: not yet */
} UnitSearcher;

/* Does its path end where it is to wait for a way? */
TP_INLINE bool unit_waits(const Unit *u) {
  const UnitQuery *query = u->search.query;
  return query && query->options.waits && u->search.is_partial;
}

/* ---- unitsearch.c -------------------------------------------------------- */

/* Resets the crowd's search. */
TP_FUNC void tp_unitsearch_begin_anew(Crowd *crowd);

/* Makes the motion of the crowd at an absolute index, and before that its
 * search. May run finalizers. */
TP_FUNC void tp_unitsearch_open(lua_State *L, int crowd);

/* Serves TP_SIM_NEEDS_PATH: plans the path of the unit with that id, of the
 * crowd at an absolute index, as far as *budget allows, which is lowered. The
 * unit gets its path, is refused, or is postponed. May run finalizers, while
 * the crowd, its grid and the pathfinder are locked. */
TP_FUNC void tp_unitsearch_serve(lua_State *L, int crowd, uint32_t id,
                                 uint64_t *budget);

/* After an edit: units of the crowd whose paths may not end where they do look
 * for other ends. The pathfinders and their eyes are up to date. */
TP_FUNC void tp_unitsearch_check_ends(const Crowd *crowd);
