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

bool tp_nearestend_take_ends(const tp_QueryPlan *plan) {
  tp_GroupSet groups;
  const tp_Navmap *nav = plan->navmap;
  const tp_Cell start = plan->query.start;
  const tp_Mask *among = tp_navmap_ends(nav);
  const tp_RegionSet home = tp_starts_regions(plan, &groups);
  tp_Goals *goals = plan->query.goals;
  tp_goals_restore(goals, nav->grid);
  const tp_Heuristic by_goals = tp_nearestend_metric(plan);
  const tp_Metric metric = by_goals.metric;
  const uint64_t most = *nav->work + tp_grid_cells(nav->grid) + PATIENCE;
  tp_Ranked *list = goals->list;
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Rect at = tp_goal_at(&goals->goal[k]);
    list[k] = (tp_Ranked){tp_metric_to(metric, start, at), k, 0};
  }
  tp_mergesort(list, tp_goals_spare(goals), goals->count);
  const bool may_stay =
      tp_starts_count(plan) == 1 && tp_mask_has(among, start.x, start.y);
  const uint64_t own = may_stay ? list[0].key : TP_FAR;
  uint64_t best = own;
  uint32_t left = 0;
  for (uint32_t i = 0; i < goals->count && *nav->work <= most; i++) {
    const tp_Nearest near = {.to = tp_goal_at(&goals->goal[list[i].number]),
                             .metric = &metric,
                             .among = among,
                             .regions = home};
    const uint64_t limit = best < TP_FAR ? best + 1 : TP_FAR;
    tp_Cell cell;
    const uint64_t far = tp_nearest(nav, &near, limit, &cell);
    if (far == limit) continue;
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
  /* Nothing is cheaper than to stay. */
  leave(goals, best < own ? left : 0);
  tp_goals_move(goals);
  return best < TP_FAR;
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
  const tp_Cell start = plan->query.start;
  const tp_Mask *ends = tp_navmap_ends(plan->navmap);
  const tp_Rect r = tp_starts_reached(plan, expanded);
  tp_navmap_add_work(plan->navmap, (uint64_t)tp_rect_area(r));
  uint32_t k = 0;
  uint64_t nearest = TP_FAR;
  tp_Incumbent best = {.end = start, .cost = TP_NO_END};
  const bool is_only = tp_starts_count(plan) == 1;
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
      /* Nearer to a goal; or as near, and cheaper; or of a goal before. Nothing
       * is cheaper than to stay, not even a link of price 0. */
      const bool stays = is_only && tp_same_cell(at, start);
      const uint64_t cost = stays ? 0 : tp_node_g(&nodes->now, node) + 1;
      if (distance == nearest && !tp_incumbent_loses(&best, cost, k)) continue;
      nearest = distance;
      best = (tp_Incumbent){.end = at, .goal = k, .cost = cost, .tie = k};
    }
  }
  return best;
}
