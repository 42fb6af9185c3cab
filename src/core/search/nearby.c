/* nearby.c - the cells nearest to a goal, goal by goal. */
#include "nearby.h"

#include "../ask/nearest.h"

tp_Heuristic tp_nearby_metric(const tp_Plan *plan) {
  const tp_Navmap *nav = plan->navmap;
  tp_Heuristic metric;
  tp_heuristic_init(&metric, TP_HEURISTIC_AUTO, nav,
                    tp_grid_clamp(nav->grid, plan->query.goal), 1);
  metric.goals = tp_plan_goals(plan);
  metric.plain &= !metric.goals;
  metric.work = nav->work;
  return metric;
}

uint32_t tp_nearby_goal(const tp_Heuristic *metric, tp_Cell end) {
  uint32_t k = 0;
  tp_heuristic_nearest(metric, end.x, end.y, &k);
  return k;
}

/* ---- the least distance ------------------------------------------------- */

/* The share of the map's cells that may be spent on goals one by one; and a
 * distance above any other. */
enum { IMPATIENCE = 4 };
static const uint64_t FURTHER = UINT64_MAX / 4;

/* A row of the map, by columns: the distance of the nearest goal in this row
 * and above; the same for cells of the start's regions; and the last row of the
 * goals that began in this column. */
typedef struct Front {
  int32_t width;
  uint64_t *to_goal, *to_home;
  int32_t *bottom;
} Front;

static Front front_of(const tp_Goals *goals) {
  Front f = {.width = goals->width, .to_goal = tp_goals_work(goals)};
  f.to_home = f.to_goal + f.width;
  f.bottom = (int32_t *)(void *)(f.to_home + f.width);
  for (int32_t x = 0; x < f.width; x++) {
    f.to_goal[x] = f.to_home[x] = FURTHER;
    f.bottom[x] = -1;
  }
  return f;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* To the row below. */
static void go_down(uint64_t *far, int32_t width, tp_Metric m) {
  uint64_t left = FURTHER;
  for (int32_t x = 0; x < width; x++) {
    const uint64_t above = far[x], right = x + 1 < width ? far[x + 1] : FURTHER;
    far[x] = least(above + m.along, least(left, right) + m.both);
    left = above;
  }
}

static void go_along(uint64_t *far, int32_t width, tp_Metric m) {
  for (int32_t x = 1; x < width; x++) {
    far[x] = least(far[x], far[x - 1] + m.along);
  }
  for (int32_t x = width - 2; x >= 0; x--) {
    far[x] = least(far[x], far[x + 1] + m.along);
  }
}

static void begin_goal(Front *f, tp_Rect goal) {
  const int32_t bottom = goal.y + goal.h - 1;
  TP_ASSERT(goal.x >= 0 && goal.x + goal.w <= f->width);
  for (int32_t x = goal.x; x < goal.x + goal.w; x++) {
    f->bottom[x] = tp_greater(f->bottom[x], bottom);
  }
}

/* Enters the goals and the home cells of a row: all of a run is home, or none.
 */
static void be_there(Front *f, const tp_Navmap *nav, tp_RegionSet home,
                     int32_t y) {
  const tp_Mask *m = nav->mask;
  for (int32_t x = 0; x < f->width; x++) {
    if (f->bottom[x] >= y) f->to_goal[x] = 0;
  }
  for (int32_t x = tp_mask_next(m, y, 0, f->width); x < f->width;
       x = tp_mask_next(m, y, x, f->width)) {
    const int32_t run = tp_navmap_row_end(nav, y, x, f->width);
    const uint32_t region = tp_navmap_region(nav, x, y);
    if (!tp_region_is_in(home, region)) x = run;
    while (x < run) f->to_home[x++] = 0;
  }
}

/* For all goals at once, on squares. Of two cells one is above the other, or
 * level with it. Within the lower one's row lies a cell straight or diagonally
 * below the upper one, and the rest of the way goes along the row. */
static uint64_t distance_of_all(const tp_Plan *plan, tp_RegionSet home,
                                tp_Metric metric) {
  const tp_Goals *goals = tp_plan_goals(plan);
  const tp_Navmap *nav = plan->navmap;
  tp_Ranked *list = tp_goals_list(goals);
  Front f = front_of(goals);
  uint64_t best = UINT64_MAX, columns = 0;
  uint32_t next = 0;
  for (uint32_t k = 0; k < goals->count; k++) {
    list[k] = (tp_Ranked){(uint64_t)goals->goal[k].at.y, k, 0};
  }
  tp_order(list, tp_goals_spare(goals), goals->count);
  for (int32_t y = 0; y < goals->height; y++) {
    go_down(f.to_goal, f.width, metric);
    go_down(f.to_home, f.width, metric);
    for (; next < goals->count && (int32_t)list[next].key == y; next++) {
      const tp_Rect goal = tp_goal_at(&goals->goal[list[next].number]);
      begin_goal(&f, goal);
      columns += (uint64_t)goal.w;
    }
    be_there(&f, nav, home, y);
    go_along(f.to_goal, f.width, metric);
    for (int32_t x = 0; x < f.width; x++) {
      best = least(best, f.to_goal[x] + f.to_home[x]);
    }
  }
  tp_navmap_look(nav, 2 * tp_grid_cells(nav->grid) + columns / 8);
  return best;
}

uint64_t tp_nearby_distance(const tp_Plan *plan, const tp_Heuristic *metric) {
  tp_Reach reach;
  const tp_Navmap *nav = plan->navmap;
  const tp_RegionSet from = tp_plan_regions(plan, &reach);
  const tp_Goals *goals = tp_plan_goals(plan);
  const uint64_t most =
      *nav->work + (uint64_t)tp_grid_cells(nav->grid) / IMPATIENCE;
  uint64_t best = UINT64_MAX;
  tp_Cell cell;
  for (uint32_t k = 0; k < goals->count; k++) {
    const bool is_long = *nav->work > most;
    if (is_long && !tp_is_hexagonal(metric->metric.stagger))
      return distance_of_all(plan, from, metric->metric);
    tp_Nearest near = {.to = tp_goal_at(&goals->goal[k]),
                       .metric = &metric->metric,
                       .regions = from};
    best = tp_nearest(nav, &near, best, &cell);
  }
  return best;
}

/* ---- when the budget is spent ------------------------------------------- */

/* The search for the best cell, and the best so far. */
typedef struct Settling {
  const tp_Nodes *nodes;
  const tp_Grid *grid;
  tp_Heuristic metric;
  tp_Rect rect; /* contains all expanded cells */
  uint64_t distance, cost;
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

/* Takes an expanded cell if it is better than the best so far. */
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
                .cost = UINT64_MAX,
                .end = start};
  int32_t bottom = s.rect.y + s.rect.h;
  tp_navmap_look(plan->navmap, (uint64_t)tp_rect_area(s.rect));
  for (int32_t y = s.rect.y; y < bottom; y++) take_row(&s, y);
  return (tp_Incumbent){
      .end = s.end, .goal = tp_nearby_goal(&s.metric, s.end), .cost = s.cost};
}
