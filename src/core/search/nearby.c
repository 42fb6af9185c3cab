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

tp_Cell tp_nearby_end(const tp_Plan *plan, const tp_Heuristic *metric) {
  tp_Reach reach;
  const tp_Navmap *nav = plan->navmap;
  const tp_RegionSet home = tp_plan_regions(plan, &reach);
  const tp_Goals *goals = plan->asked;
  const uint64_t most = *nav->work + tp_grid_cells(nav->grid) + PATIENCE;
  Way way = {metric->metric, plan->query.start};
  tp_Ranked *list = goals->list;
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Rect at = tp_goal_at(&goals->goal[k]);
    list[k] = (tp_Ranked){tp_metric_to(way.metric, way.start, at), k, 0};
  }
  tp_order(list, tp_goals_spare(goals), goals->count);
  uint64_t best = list[0].key;
  tp_Cell end = way.start;
  for (uint32_t i = 0; i < goals->count && *nav->work <= most; i++) {
    const tp_Rect goal = tp_goal_at(&goals->goal[list[i].number]);
    const tp_Nearest near = {.to = goal,
                             .metric = &way.metric,
                             .among = tp_navmap_ends(nav),
                             .regions = home,
                             .rest = from_start,
                             .context = &way};
    tp_Cell cell = end;
    const uint64_t far = tp_nearest(nav, &near, best + 1, &cell);
    if (far > best) continue;
    if (far == best) {
      const uint64_t rest = from_start(&way, cell.x, cell.y);
      const uint64_t other = from_start(&way, end.x, end.y);
      const bool is_first =
          cell.y < end.y || (cell.y == end.y && cell.x < end.x);
      if (rest > other || (rest == other && !is_first)) continue;
    }
    best = far;
    end = cell;
  }
  return end;
}

/* ---- when the budget is spent ------------------------------------------- */

/* No expanded cell is more steps away from the start than the number of cells
 * expanded before. With links, one may be anywhere. Cells come in reading
 * order. A cell may come several times, at different costs. */
tp_Incumbent tp_nearby_settle(const tp_Plan *plan, const tp_Nodes *nodes,
                              uint64_t expanded) {
  const tp_Grid *grid = plan->navmap->grid;
  const tp_Heuristic metric = tp_nearby_metric(plan);
  const tp_Cell start = plan->query.start;
  const tp_Mask *ends = tp_navmap_ends(plan->navmap);
  const uint64_t far = expanded < TP_MAX_SIDE ? expanded : TP_MAX_SIDE;
  Way way = {metric.metric, start};
  tp_Rect r = {0, 0, grid->width, grid->height};
  if (!plan->has_edges) {
    const tp_Rect at = {start.x, start.y, 1, 1};
    r = tp_rect_clip(tp_rect_grow(at, (int32_t)far), r);
  }
  tp_navmap_look(plan->navmap, (uint64_t)tp_rect_area(r));
  uint64_t nearest = UINT64_MAX, least = UINT64_MAX;
  tp_Incumbent best = {.end = start, .cost = UINT64_MAX};
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      const uint64_t node = nodes->node[tp_grid_index(grid, x, y)];
      const tp_Cell at = {x, y};
      uint32_t k;
      if (!(node & TP_NODE_CLOSED)) continue;
      if (!tp_node_is_known(&nodes->now, node)) continue;
      if (!tp_mask_has(ends, x, y) && !tp_same_cell(at, start)) continue;
      const uint64_t distance = tp_heuristic_nearest(&metric, x, y, &k);
      if (distance > nearest) continue;
      /* Nearer to a goal; or as near, and nearer to the start. */
      const uint64_t rest = from_start(&way, x, y);
      const uint64_t cost = tp_node_g(&nodes->now, node);
      const bool is_cheaper = tp_same_cell(at, best.end) && cost < best.cost;
      if (distance == nearest && rest >= least && !is_cheaper) continue;
      nearest = distance;
      least = rest;
      best.cost = cost;
      best.end = at;
    }
  }
  best.goal = tp_nearby_goal(&metric, best.end);
  return best;
}
