/* nearby.c - the cell nearest to a goal, goal by goal. */
#include "nearby.h"

#include "../ask/nearest.h"

tp_Heuristic tp_nearby_metric(const tp_Plan *plan) {
  const tp_Navmap *nav = plan->navmap;
  tp_Heuristic metric;
  tp_heuristic_init(&metric, TP_HEURISTIC_AUTO, nav,
                    tp_grid_clamp(nav->grid, plan->query.goal), 1);
  metric.goals = plan->asked;
  metric.plain &= !metric.goals;
  metric.work = nav->work;
  return metric;
}

uint32_t tp_nearby_goal(const tp_Heuristic *metric, tp_Cell end) {
  uint32_t k = 0;
  tp_heuristic_nearest(metric, end.x, end.y, &k);
  return k;
}

/* ---- the nearest cell --------------------------------------------------- */

/* Looks at cells beside one for each cell of the map. After that the goals
 * nearest to the start are enough. */
enum { PATIENCE = 1 << 16 };

typedef struct Way {
  tp_Metric metric;
  tp_Cell start;
} Way;

static uint64_t from_start(void *context, int32_t x, int32_t y) {
  const Way *way = context;
  return tp_metric_between(way->metric, (tp_Cell){x, y}, way->start);
}

/* Of two cells equally near to a goal. */
static bool comes_before(Way *way, tp_Cell a, tp_Cell b) {
  const uint64_t rest = from_start(way, a.x, a.y);
  const uint64_t other = from_start(way, b.x, b.y);
  if (rest != other) return rest < other;
  return a.y < b.y || (a.y == b.y && a.x < b.x);
}

/* Goals, those nearest to the start first. */
static const tp_Ranked *list_goals(const Way *way, const tp_Goals *goals) {
  tp_Ranked *list = tp_goals_list(goals);
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Rect at = tp_goal_at(&goals->goal[k]);
    list[k] = (tp_Ranked){tp_metric_to(way->metric, way->start, at), k, 0};
  }
  tp_order(list, tp_goals_spare(goals), goals->count);
  return list;
}

tp_Cell tp_nearby_end(const tp_Plan *plan, const tp_Heuristic *metric) {
  tp_Reach reach;
  const tp_Navmap *nav = plan->navmap;
  const tp_RegionSet home = tp_plan_regions(plan, &reach);
  const tp_Goals *goals = plan->asked;
  const uint64_t most = *nav->work + tp_grid_cells(nav->grid) + PATIENCE;
  Way way = {metric->metric, plan->query.start};
  const tp_Ranked *list = list_goals(&way, goals);
  uint64_t best = list[0].key;
  tp_Cell end = way.start;
  for (uint32_t i = 0; i < goals->count && *nav->work <= most; i++) {
    const tp_Rect goal = tp_goal_at(&goals->goal[list[i].number]);
    const tp_Nearest near = {.to = goal,
                             .metric = &way.metric,
                             .regions = home,
                             .rest = from_start,
                             .context = &way};
    tp_Cell cell = end;
    const uint64_t far = tp_nearest(nav, &near, best + 1, &cell);
    if (far > best || (far == best && !comes_before(&way, cell, end))) continue;
    best = far;
    end = cell;
  }
  return end;
}

/* ---- when the budget is spent ------------------------------------------- */

/* The search for the best cell, and the best so far. */
typedef struct Settling {
  const tp_Nodes *nodes;
  const tp_Grid *grid;
  tp_Heuristic metric;
  tp_Rect rect; /* contains all expanded cells */
  Way way;
  uint64_t distance, rest, cost;
  tp_Cell end;
} Settling;

/* No expanded cell is more steps away from the start than the number of cells
 * expanded before. With links, one may be anywhere. */
static tp_Rect spread(const tp_Plan *plan, uint64_t expanded) {
  const tp_Grid *g = plan->navmap->grid;
  tp_Cell at = plan->query.start;
  if (plan->has_edges) return (tp_Rect){0, 0, g->width, g->height};
  const uint64_t far = TP_MAX_SIDE;
  int32_t steps = (int32_t)(expanded < far ? expanded : far);
  tp_Rect around = tp_rect_grow((tp_Rect){at.x, at.y, 1, 1}, steps);
  return tp_rect_clip(around, (tp_Rect){0, 0, g->width, g->height});
}

/* Takes an expanded cell if it is better than the best so far: nearer to a
 * goal, or as near, and nearer to the start. Cells come in reading order. A
 * cell may come several times, at different costs. */
static void take(Settling *s, tp_Cell at, uint64_t distance, uint64_t cost) {
  const uint64_t rest = from_start(&s->way, at.x, at.y);
  const bool is_cheaper = tp_same_cell(at, s->end) && cost < s->cost;
  if (distance == s->distance && rest >= s->rest && !is_cheaper) return;
  s->distance = distance;
  s->rest = rest;
  s->cost = cost;
  s->end = at;
}

/* In a row of the rectangle. */
static void take_row(Settling *s, int32_t y) {
  const tp_NodeVersion *now = &s->nodes->now;
  const int32_t end = s->rect.x + s->rect.w;
  for (int32_t x = s->rect.x; x < end; x++) {
    const uint64_t node = s->nodes->node[tp_grid_index(s->grid, x, y)];
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
                .rest = UINT64_MAX,
                .cost = UINT64_MAX,
                .end = start};
  s.way = (Way){s.metric.metric, start};
  int32_t bottom = s.rect.y + s.rect.h;
  tp_navmap_look(plan->navmap, (uint64_t)tp_rect_area(s.rect));
  for (int32_t y = s.rect.y; y < bottom; y++) take_row(&s, y);
  return (tp_Incumbent){
      .end = s.end, .goal = tp_nearby_goal(&s.metric, s.end), .cost = s.cost};
}
