/* nearestend.c - the least distance from a goal, goal by goal. Of the cells at
 * that distance the search takes the cheapest, as within a range. */
#include "nearestend.h"

#include "../ask/nearest.h"
#include "starts.h"

tp_Heuristic tp_nearestend_metric(const tp_QueryPlan *plan) {
  const tp_Navmap *nav = plan->navmap;
  tp_Heuristic metric;
  tp_heuristic_init(&metric, TP_HEURISTIC_AUTO, nav,
                    tp_grid_clamp(nav->grid, plan->query.goal), 1);
  metric.goals = plan->asked;
  metric.plain &= !metric.goals;
  metric.work = nav->work;
  return metric;
}

uint32_t tp_nearestend_goal(const tp_Heuristic *metric, tp_Cell end) {
  uint32_t k = 0;
  tp_heuristic_nearest(metric, end.x, end.y, &k);
  return k;
}

tp_Incumbent tp_nearestend_stay(const tp_QueryPlan *plan,
                                const tp_Heuristic *metric) {
  tp_Incumbent best = {.end = plan->query.start, .cost = TP_FAR};
  uint64_t nearest = TP_FAR;
  uint32_t k = 0;
  for (tp_Starts s = tp_starts_of(plan); tp_starts_next(&s);) {
    const uint64_t far = tp_heuristic_nearest(metric, s.at.x, s.at.y, &k);
    if (far > nearest || (far == nearest && s.cost >= best.cost)) continue;
    best.end = s.at;
    best.goal = k;
    best.cost = s.cost;
    nearest = far;
  }
  return best;
}

/* ---- the least distance ------------------------------------------------- */

/* Looks at cells beside one for each cell of the map. After that the goals
 * nearest to the start are enough. */
enum { PATIENCE = 1 << 16 };

/* Leaves the first goals of the working list, as many as `count`. */
static void leave(tp_Goals *goals, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    goals->list[i].key = goals->list[i].number;
  }
  tp_mergesort(goals->list, tp_goals_spare(goals), count);
  for (uint32_t i = 0; i < count; i++) {
    tp_goals_swap(&goals->goal[i], &goals->goal[goals->list[i].number]);
  }
  goals->count = count;
  goals->first_tie = goals->goal[0].tie;
}

void tp_nearestend_take_ends(const tp_QueryPlan *plan) {
  tp_GroupSet groups;
  const tp_Navmap *nav = plan->navmap;
  const tp_RegionSet home = tp_starts_regions(plan, &groups);
  tp_Goals *goals = plan->query.goals;
  tp_goals_restore(goals, nav->grid);
  const tp_Heuristic by_goals = tp_nearestend_metric(plan);
  const tp_Metric metric = by_goals.metric;
  const uint64_t most = *nav->work + tp_grid_cells(nav->grid) + PATIENCE;
  tp_Ranked *list = goals->list;
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Rect at = tp_goal_at(&goals->goal[k]);
    list[k] = (tp_Ranked){tp_metric_to(metric, plan->query.start, at), k, 0};
  }
  tp_mergesort(list, tp_goals_spare(goals), goals->count);
  const tp_Cell stay = tp_nearestend_stay(plan, &by_goals).end;
  uint64_t own = TP_FAR;
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Rect at = tp_goal_at(&goals->goal[k]);
    const uint64_t far = tp_metric_to(metric, stay, at);
    if (far < own) own = far;
  }
  uint64_t best = own;
  uint32_t left = 0;
  for (uint32_t i = 0; i < goals->count && *nav->work <= most; i++) {
    const tp_Nearest near = {.to = tp_goal_at(&goals->goal[list[i].number]),
                             .metric = &metric,
                             .among = tp_navmap_ends(nav),
                             .regions = home};
    tp_Cell cell;
    const uint64_t far = tp_nearest(nav, &near, best + 1, &cell);
    if (far > best) continue;
    if (far < best) left = 0;
    best = far;
    list[left++] = list[i];
  }
  goals->is_near = true;
  goals->metric = metric;
  goals->least = best;
  const int32_t side = tp_greater(goals->width, goals->height);
  const uint64_t columns = metric.along > 0 ? best / metric.along : TP_MAX_SIDE;
  goals->margin = columns < (uint64_t)side ? (int32_t)columns : side;
  /* Nothing is cheaper than to stay; but from another exit something may be. */
  leave(goals, best < own || tp_starts_count(plan) > 1 ? left : 0);
  tp_goals_move(goals);
}

/* ---- when the budget is spent ------------------------------------------- */

/* Cells come in reading order. A cell may come several times, at different
 * costs. */
tp_Incumbent tp_nearestend_choose(const tp_QueryPlan *plan, tp_Nodes *nodes,
                                  uint64_t expanded) {
  const tp_Grid *grid = plan->navmap->grid;
  if (plan->query.goals && plan->query.goals->is_near) {
    tp_goals_restore(plan->query.goals, grid);
  }
  const tp_Heuristic metric = tp_nearestend_metric(plan);
  const tp_Mask *ends = tp_navmap_ends(plan->navmap);
  const tp_Rect r = tp_starts_reached(plan, expanded);
  tp_navmap_add_work(plan->navmap, (uint64_t)tp_rect_area(r));
  /* Nothing is cheaper than to stay; but from another exit something may be. */
  tp_Incumbent best = tp_nearestend_stay(plan, &metric);
  uint32_t k;
  uint64_t nearest =
      tp_heuristic_nearest(&metric, best.end.x, best.end.y, &k);
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    if (!tp_node_is_ready(nodes, tp_grid_index(grid, 0, y))) continue;
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      const uint64_t node = *tp_node_of(nodes, tp_grid_index(grid, x, y));
      const tp_Cell at = {x, y};
      if (!(node & TP_NODE_CLOSED)) continue;
      if (!tp_node_is_known(&nodes->now, node)) continue;
      if (!tp_mask_has(ends, x, y)) continue;
      const uint64_t distance = tp_heuristic_nearest(&metric, x, y, &k);
      if (distance > nearest) continue;
      /* Nearer to a goal; or as near, and cheaper. */
      const uint64_t cost = tp_node_g(&nodes->now, node);
      if (distance == nearest && cost >= best.cost) continue;
      nearest = distance;
      best.cost = cost;
      best.end = at;
    }
  }
  best.goal = tp_nearestend_goal(&metric, best.end);
  return best;
}
