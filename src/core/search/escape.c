/* escape.c - see escape.h.
 *
 * The nearest exit is found as any nearest cell: a cell is an exit if its
 * region leads to a goal, and if the way out there is over blocked cells alone.
 * So no agent walks through walls from one free place to another. Of exits
 * equally near, the one nearest to the goal counts.
 *
 * The way out is walked back from the exit: diagonally, then straight. So it
 * needs no search, and no memory.
 */
#include "escape.h"

#include <string.h>

#include "../agent/metric.h"
#include "../ask/nearest.h"
#include "../index/graph.h"
#include "goalchoice.h"

/* Regions whose answers are remembered. */
enum { KNOWN = 64 };

typedef struct Known {
  uint32_t region;
  bool leads;
} Known;

typedef struct Exits {
  const tp_Navmap *navmap;
  const tp_Query *query;
  tp_Cell goal; /* the exit is on the side of this cell */
  tp_Stagger stagger;
  bool any;           /* any free cell is an exit */
  Known known[KNOWN]; /* by the region's number, modulo KNOWN */
  bool has_failed;    /* a region did not lead to a goal */
  bool has_noted;     /* `noted` has all regions with ends of a list's goals */
  uint64_t noted[TP_NOTED_BITS / 64];
} Exits;

/* ---- the way out -------------------------------------------------------- */

/* The step back from a cell to the start, as on open ground: diagonal as long
 * as that leads nearer by column and row. */
static int step_back(const tp_Navmap *nav, tp_Cell at, tp_Cell start) {
  const tp_Stagger stagger = nav->moves.stagger;
  const int dx = (start.x > at.x) - (start.x < at.x);
  const int dy = (start.y > at.y) - (start.y < at.y);
  const bool four = tp_is_four(nav->profile.diagonal);
  uint32_t least = UINT32_MAX;
  int best = 0;
  if (!tp_is_hexagonal(stagger)) return tp_direction(dx, four && dx ? 0 : dy);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    if (!(tp_open_steps(&nav->moves, at) >> d & 1)) continue;
    const uint32_t far = tp_steps_apart(stagger, tp_beside(at, d), start);
    if (far < least) best = d;
    if (far < least) least = far;
  }
  return best;
}

bool tp_escape_leg(const tp_Escape *o, const tp_Navmap *nav, tp_Backtrace *b,
                   tp_Leg *leg) {
  if (b->blocked == o->length) return false;
  const int d = step_back(nav, b->at, o->start);
  tp_leg_set(leg, tp_opposite(d), 1);
  b->blocked++;
  b->at = tp_beside(b->at, d);
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
  if (!e->has_noted) {
    memset(e->noted, 0, sizeof e->noted);
    tp_goals_note(e->query->goals, nav, e->noted);
    e->has_noted = true;
  }
  return tp_region_is_noted(e->noted, region);
}

/* Does a path lead from that cell to a goal? */
static bool leads(Exits *e, tp_Cell at) {
  if (e->any) return true;
  const uint32_t region = tp_navmap_region(e->navmap, at.x, at.y);
  Known *k = &e->known[region % KNOWN];
  tp_Reach reach;
  if (k->region != region) {
    const tp_RegionSet from = {&region, 1, NULL};
    const tp_RegionSet home = tp_navmap_linked(e->navmap, from, false, &reach);
    const bool may = may_lead(e, region);
    *k = (Known){region, may && tp_goals_check(e->query, e->navmap, home) ==
                                    TP_NO_REASON};
  }
  e->has_failed = e->has_failed || !k->leads;
  return k->leads;
}

/* Is the way out to a cell over blocked cells alone, and does a path lead on
 * from there? */
static bool is_exit(void *context, int32_t x, int32_t y) {
  Exits *e = context;
  const tp_Cell start = e->query->start;
  tp_Cell at = {x, y};
  bool is_free = false;
  while (!is_free && !tp_same_cell(at, start)) {
    at = tp_beside(at, step_back(e->navmap, at, start));
    is_free = tp_mask_has(e->navmap->mask, at.x, at.y);
  }
  return tp_same_cell(at, start) && leads(e, (tp_Cell){x, y});
}

/* How far it is from a cell to the goal. */
static uint64_t rest(void *context, int32_t x, int32_t y) {
  const Exits *e = context;
  const uint64_t dx = tp_apart(x, e->goal.x), dy = tp_apart(y, e->goal.y);
  if (!tp_is_hexagonal(e->stagger)) return dx * dx + dy * dy;
  return tp_steps_apart(e->stagger, (tp_Cell){x, y}, e->goal);
}

static bool find_nearest(Exits *e, tp_Cell *exit) {
  const tp_Cell at = e->query->start;
  const tp_Metric steps = {1, 1, e->stagger};
  const tp_Nearest near = {
      .to = {at.x, at.y, 1, 1},
      .metric = tp_is_hexagonal(e->stagger) ? &steps : NULL,
      .rest = rest,
      .will_do = is_exit,
      .context = e};
  return tp_nearest(e->navmap, &near, UINT64_MAX, exit) < UINT64_MAX;
}

/* ---- one step ----------------------------------------------------------- */

/* The steps that the map allows, to cells that the query allows. */
static unsigned steps_out(const tp_Navmap *nav, const tp_Query *q) {
  const tp_Cell at = q->start;
  unsigned steps = tp_navmap_steps(nav, at.x, at.y);
  for (unsigned rest = q->only ? steps : 0; rest; rest &= rest - 1) {
    const int d = tp_lowest(rest);
    const tp_Cell to = tp_beside(at, d);
    if (!tp_mask_has(q->only, to.x, to.y)) steps &= ~(1u << d);
  }
  return steps;
}

/* The step that leaves the least distance to the goal. Of equal ones a diagonal
 * step is better: the rest is shorter. */
static bool find_step(Exits *e, tp_Cell *exit) {
  const tp_Cell at = e->query->start;
  const tp_Metric metric = {7, 5, e->stagger};
  uint64_t least = UINT64_MAX;
  unsigned steps = steps_out(e->navmap, e->query);
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    const tp_Cell to = tp_beside(at, d);
    const uint64_t all = tp_metric_between(metric, at, to) +
                         tp_metric_between(metric, to, e->goal);
    const uint64_t way = 2 * all + !tp_is_diagonal(d);
    if (way >= least) continue;
    if (!leads(e, to)) continue;
    least = way;
    *exit = to;
  }
  return least < UINT64_MAX;
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

tp_Reason tp_escape_find(tp_Escape *o, const tp_Navmap *nav, const tp_Query *q,
                         bool any) {
  const tp_RegionSet anywhere = {NULL, 0, NULL};
  Exits e;
  bool (*find)(Exits *, tp_Cell *) = q->one_step ? find_step : find_nearest;
  *o = (tp_Escape){.start = q->start};
  if (q->one_step && !steps_out(nav, q)) return TP_START_BLOCKED;
  const tp_Reason reason =
      any ? TP_NO_REASON : tp_goals_check(q, nav, anywhere);
  if (reason != TP_NO_REASON && !q->partial) return reason;
  e.navmap = nav;
  e.query = q;
  e.goal = tp_grid_clamp(nav->grid, cell_of_goal(q));
  e.stagger = nav->moves.stagger;
  e.has_failed = e.has_noted = false;
  for (int i = 0; i < KNOWN; i++) e.known[i].region = TP_NO_REGION;
  e.any = any || reason != TP_NO_REASON;
  bool is_found = find(&e, &o->exit);
  if (!is_found && q->partial) {
    e.any = true;
    is_found = find(&e, &o->exit);
  }
  if (is_found) {
    /* Counts the steps of the way out, and their cost. */
    const int class = tp_costs_dearest(&nav->costs);
    for (tp_Cell at = o->exit; !tp_same_cell(at, o->start); o->length++) {
      const int d = step_back(nav, at, o->start);
      o->cost += nav->costs.step[tp_is_diagonal(d)][class];
      at = tp_beside(at, d);
    }
  }
  if (is_found) return TP_NO_REASON;
  return reason != TP_NO_REASON ? reason : TP_UNREACHABLE;
}
