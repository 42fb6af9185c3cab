/* nearby.c - as near to a goal as can be, goal by goal. */
#include "nearby.h"

#include "../ask/nearest.h"

tp_Heuristic tp_nearby_metric(const tp_Plan *plan) {
  const tp_Navmap *nav = plan->navmap;
  tp_Heuristic metric;
  tp_heuristic_init(&metric, TP_HEURISTIC_AUTO, &nav->profile, &nav->costs,
                    tp_grid_clamp(nav->grid, plan->query.goal), 1);
  metric.goals = tp_plan_goals(plan);
  metric.plain = !metric.goals;
  metric.work = nav->work;
  return metric;
}

uint64_t tp_nearby_distance(const tp_Plan *plan, const tp_Heuristic *metric) {
  uint32_t home;
  const tp_RegionSet from = tp_plan_regions(plan, &home);
  const tp_Goals *goals = tp_plan_goals(plan);
  uint64_t best = UINT64_MAX;
  tp_Cell cell;
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Nearest near = {tp_goal_at(&goals->goal[k]), &metric->metric, from};
    best = tp_nearest(plan->navmap, &near, best, &cell);
  }
  return best;
}

uint32_t tp_nearby_goal(const tp_Heuristic *metric, tp_Cell end) {
  uint32_t k = 0;
  tp_heuristic_nearest(metric, end.x, end.y, &k);
  return k;
}

/* ---- where the budget ends ---------------------------------------------- */

/* What is looked through for the best cell, and that. */
typedef struct Settling {
  const tp_Nodes *nodes;
  const tp_Grid *grid;
  tp_Heuristic metric;
  tp_Rect rect; /* the cells in which an expanded one can lie */
  uint64_t distance, cost;
  tp_Cell end;
} Settling;

/* None is more steps away from the start than others were expanded before.
 * Where there are links, one may be anywhere. */
static tp_Rect spread(const tp_Plan *plan, uint64_t expanded) {
  const tp_Grid *g = plan->navmap->grid;
  tp_Cell at = plan->query.start;
  if (plan->has_gates) return (tp_Rect){0, 0, g->width, g->height};
  const uint64_t far = TP_MAX_SIDE;
  int32_t steps = (int32_t)(expanded < far ? expanded : far);
  tp_Rect around = tp_rect_grow((tp_Rect){at.x, at.y, 1, 1}, steps);
  return tp_rect_clip(around, (tp_Rect){0, 0, g->width, g->height});
}

/* Takes a cell that was expanded, where it is better than the best so far. */
static void take(Settling *s, tp_Cell at, uint64_t distance, uint64_t cost) {
  bool is_tie = distance == s->distance && cost == s->cost;
  bool is_earlier = at.y < s->end.y || (at.y == s->end.y && at.x < s->end.x);
  bool is_better =
      distance < s->distance || (distance == s->distance && cost < s->cost);
  if (!is_better && !(is_tie && is_earlier)) return;
  s->distance = distance;
  s->cost = cost;
  s->end = at;
}

/* In a row of the rectangle. */
static void take_row(Settling *s, int32_t y) {
  const tp_NodeVersion *now = &s->nodes->now;
  for (int32_t x = s->rect.x; x < s->rect.x + s->rect.w; x++) {
    uint64_t node = s->nodes->node[tp_grid_index(s->grid, x, y)];
    uint32_t k;
    if (!tp_node_is_known(now, node) || !(node & TP_NODE_CLOSED)) continue;
    uint64_t distance = tp_heuristic_nearest(&s->metric, x, y, &k);
    if (distance > s->distance) continue;
    take(s, (tp_Cell){x, y}, distance, tp_node_g(now, node));
  }
}

tp_Incumbent tp_nearby_settle(const tp_Plan *plan, const tp_Nodes *nodes,
                              uint64_t expanded) {
  const tp_Grid *grid = plan->navmap->grid;
  tp_Cell start = plan->query.start;
  Settling s = {.nodes = nodes,
                .grid = grid,
                .metric = tp_nearby_metric(plan),
                .rect = spread(plan, expanded),
                .distance = UINT64_MAX,
                .cost = UINT64_MAX,
                .end = start};
  int32_t bottom = s.rect.y + s.rect.h;
  tp_navmap_look(plan->navmap, (uint64_t)tp_rect_area(s.rect));
  for (int32_t y = s.rect.y; y < bottom; y++) take_row(&s, y);
  return (tp_Incumbent){
      .end = s.end, .goal = tp_nearby_goal(&s.metric, s.end), .cost = s.cost};
}
