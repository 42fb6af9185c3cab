/* escape.c - see escape.h.
 *
 * A cell is an exit if its region leads to a goal. The best one is nearest to
 * the goal.
 */
#include "escape.h"

#include <string.h>

#include "../agent/metric.h"
#include "../index/regiongraph.h"
#include "../navmap/connectivity.h"
#include "goalfilter.h"

/* Regions whose answers are remembered. */
enum { KNOWN = 64 };

typedef struct Known {
  uint32_t region;
  bool leads;
} Known;

typedef struct Exits {
  const tp_Navmap *navmap;
  const tp_Query *query;
  tp_Cell goal;       /* the exit is on the side of this cell */
  bool any;           /* any free cell is an exit */
  Known known[KNOWN]; /* by the region's number, modulo KNOWN */
  bool has_failed;    /* a region did not lead to a goal */
  bool has_recorded;  /* `recorded` has all regions with ends of a list's
                         goals */
  uint64_t recorded[TP_RECORDED_BITS / 64];
} Exits;

bool tp_escape_leg(const tp_WayOut *way, tp_Cursor *c, tp_Leg *leg) {
  if (c->blocked == way->length) return false;
  const int d = tp_wayout_step(way, c->at);
  c->blocked++;
  tp_leg_set(leg, d, 1);
  c->at = tp_beside(c->at, tp_opposite(d));
  return true;
}

/* ---- exits -------------------------------------------------------------- */

/* May a path lead from that region to a goal? To note the regions of many goals
 * takes as long as one test, so the first region is tested at once. */
static bool may_lead(Exits *e, uint32_t region) {
  const tp_Navmap *nav = e->navmap;
  if (!e->query->goals || !e->has_failed) return true;
  const bool has_graph = tp_navmap_may_have(nav, TP_PART_GRAPH);
  if (has_graph && tp_graph_has(nav->graph, region)) return true;
  if (!e->has_recorded) {
    memset(e->recorded, 0, sizeof e->recorded);
    tp_goals_record(e->query->goals, nav, e->recorded);
    e->has_recorded = true;
  }
  return tp_region_is_recorded(e->recorded, region);
}

/* Does a path lead from that cell to a goal? */
static bool leads(void *context, tp_Cell at) {
  Exits *e = context;
  const tp_QueryCaller *caller = e->query->caller;
  const tp_Mask *only = caller ? caller->only : NULL;
  if (only && !tp_mask_has(only, at.x, at.y)) return false;
  if (e->any) return true;
  const uint32_t region = tp_navmap_region(e->navmap, at.x, at.y);
  Known *k = &e->known[region % KNOWN];
  tp_GroupSet groups;
  if (k->region != region) {
    const tp_RegionSet from = {&region, 1, NULL};
    const tp_RegionSet home = tp_navmap_linked(e->navmap, from, false, &groups);
    const bool may = may_lead(e, region);
    *k = (Known){region, may && tp_goals_check(e->query, e->navmap, home) ==
                                    TP_NO_REASON};
  }
  e->has_failed = e->has_failed || !k->leads;
  return k->leads;
}

/* How far it is from a cell to the goal. */
static uint64_t rest(void *context, tp_Cell at) {
  const Exits *e = context;
  return tp_straight_apart(e->navmap->moves.stagger, at, e->goal);
}

static bool avoids(void *context, tp_Cell at) {
  const tp_QueryCaller *caller = ((const Exits *)context)->query->caller;
  return caller->avoids(caller->context, at);
}

static bool find(Exits *e, tp_WayOut *way) {
  const tp_QueryCaller *caller = e->query->caller;
  const bool has_others = caller && caller->avoids;
  const tp_Exits exits = {.leads = leads,
                          .rest = rest,
                          .avoids = has_others ? avoids : NULL,
                          .context = e};
  return tp_wayout_find(e->navmap, e->query->start, &exits, way);
}

/* ---- the query ---------------------------------------------------------- */

bool tp_escape_is_needed(const tp_Navmap *nav, const tp_Query *q) {
  return q->escape && tp_grid_contains(nav->grid, q->start.x, q->start.y) &&
         !tp_mask_has(nav->mask, q->start.x, q->start.y);
}

/* The first goal of the caller's list; of a terrain its first cell, as each of
 * its cells is a goal. */
static tp_Cell cell_of_goal(const tp_Query *q) {
  uint32_t k = 0;
  if (!q->goals) return q->goal;
  while (q->goals->goal[k].index > 0) k++;
  const tp_Rect first = q->goals->goal[k].rect;
  if (q->terrain) return (tp_Cell){first.x, first.y};
  return tp_rect_nearest(first, q->start);
}

tp_Reason tp_escape_find(tp_WayOut *way, const tp_Navmap *nav,
                         const tp_Query *q, bool any) {
  const tp_RegionSet anywhere = {NULL, 0, NULL};
  Exits e;
  e.navmap = nav;
  e.query = q;
  e.goal = tp_grid_clamp(nav->grid, cell_of_goal(q));
  e.has_failed = e.has_recorded = false;
  for (int i = 0; i < KNOWN; i++) e.known[i].region = TP_NO_REGION;
  e.any = true;
  if (q->caller && !find(&e, way)) return TP_START_BLOCKED;
  way->length = 0;
  const tp_Reason reason =
      any ? TP_NO_REASON : tp_goals_check(q, nav, anywhere);
  if (reason != TP_NO_REASON && !q->partial) return reason;
  e.any = any || reason != TP_NO_REASON;
  bool is_found = find(&e, way);
  if (!is_found && q->partial && !e.any) {
    e.any = true;
    is_found = find(&e, way);
  }
  if (is_found) return TP_NO_REASON;
  return reason != TP_NO_REASON ? reason : TP_UNREACHABLE;
}
