/* nearby.c - as near to a goal as can be.
 *
 * Distances to a few goals are found goal by goal. With many goals, distances
 * to the nearest of them are found for whole rows (chamfer.h), which takes two
 * passes over the map; and the cells with the least distance are noted, a bit a
 * cell, since the search will ask about every cell that it closes.
 */
#include "nearby.h"

#include <string.h>

#include "../ask/nearest.h"
#include "chamfer.h"

enum { FEW = 4 };

static bool has_many(const tp_Plan *plan) {
  const tp_Goals *goals = tp_plan_goals(plan);
  return goals && goals->count > FEW;
}

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

/* ---- how near one comes ------------------------------------------------- */

static uint64_t distance_to_each(const tp_Plan *plan,
                                 const tp_Heuristic *metric,
                                 tp_RegionSet from) {
  const tp_Goals *goals = tp_plan_goals(plan);
  uint32_t count = goals ? goals->count : 1;
  uint64_t best = UINT64_MAX;
  tp_Cell cell;
  for (uint32_t k = 0; k < count; k++) {
    tp_Cell to = goals ? goals->goal[k].at : metric->goal;
    tp_Nearest near = {to, &metric->metric, from};
    best = tp_nearest(plan->navmap, &near, best, &cell);
  }
  return best;
}

static uint64_t distance_to_all(const tp_Plan *plan, const tp_Heuristic *metric,
                                tp_RegionSet from) {
  const tp_Mask *m = plan->navmap->mask;
  uint64_t best = UINT64_MAX;
  tp_Chamfer c;
  tp_goals_list_by_cell(plan->query.goals);
  for (tp_chamfer_start(&c, tp_plan_goals(plan), metric);
       tp_chamfer_next(&c);) {
    for (int32_t x = 0; x < m->width; x++) {
      if (c.distance[x] >= best || !tp_mask_has(m, x, c.y)) continue;
      if (!tp_region_is_in(from, tp_navmap_region(plan->navmap, x, c.y)))
        continue;
      best = c.distance[x];
    }
  }
  return best;
}

uint64_t tp_nearby_distance(const tp_Plan *plan, const tp_Heuristic *metric) {
  uint32_t home;
  tp_RegionSet from = tp_plan_regions(plan, &home);
  return has_many(plan) ? distance_to_all(plan, metric, from)
                        : distance_to_each(plan, metric, from);
}

/* ---- which cells do ----------------------------------------------------- */

static size_t words_of(const tp_Goals *goals) {
  return ((size_t)goals->width + 63) / 64;
}

size_t tp_nearby_bytes(const tp_Plan *plan) {
  const tp_Goals *goals = tp_plan_goals(plan);
  if (plan->kind != TP_PLAN_NEAREST || !has_many(plan)) return 0;
  if (tp_plan_is_rooted(plan)) return 0;
  return words_of(goals) * (size_t)goals->height * sizeof(uint64_t);
}

void tp_nearby_note(const tp_Plan *plan, uint64_t *noted) {
  const tp_Goals *goals = tp_plan_goals(plan);
  const uint64_t nearest = plan->heuristic.offset;
  tp_Chamfer c;
  memset(noted, 0, tp_nearby_bytes(plan));
  for (tp_chamfer_start(&c, goals, &plan->heuristic); tp_chamfer_next(&c);) {
    uint64_t *row = noted + (size_t)c.y * words_of(goals);
    for (int32_t x = 0; x < goals->width; x++) {
      if (c.distance[x] > nearest) continue;
      row[x >> 6] |= UINT64_C(1) << (x & 63);
    }
  }
}

bool tp_nearby_ends_at(const tp_Plan *plan, const uint64_t *noted, tp_Cell at) {
  uint32_t k;
  if (noted) {
    size_t row = (size_t)at.y * words_of(tp_plan_goals(plan));
    return noted[row + (size_t)(at.x >> 6)] >> (at.x & 63) & 1;
  }
  return tp_heuristic_nearest(&plan->heuristic, at.x, at.y, &k) <=
         plan->heuristic.offset;
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

/* None is more steps away from the start than others were expanded before. Where
 * there are links, one may be anywhere. */
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

/* In a row of the rectangle; distances by column, or NULL. */
static void take_row(Settling *s, int32_t y, const uint64_t *distances) {
  const tp_NodeVersion *now = &s->nodes->now;
  for (int32_t x = s->rect.x; x < s->rect.x + s->rect.w; x++) {
    uint64_t node = s->nodes->node[tp_grid_index(s->grid, x, y)];
    uint32_t k;
    if (!tp_node_is_known(now, node) || !(node & TP_NODE_CLOSED)) continue;
    uint64_t distance =
        distances ? distances[x] : tp_heuristic_nearest(&s->metric, x, y, &k);
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
  if (has_many(plan)) {
    tp_Chamfer c;
    tp_goals_list_by_cell(plan->query.goals);
    for (tp_chamfer_start(&c, tp_plan_goals(plan), &s.metric);
         tp_chamfer_next(&c);) {
      if (c.y >= s.rect.y && c.y < bottom) take_row(&s, c.y, c.distance);
    }
  } else {
    for (int32_t y = s.rect.y; y < bottom; y++) take_row(&s, y, NULL);
  }
  return (tp_Incumbent){
      .end = s.end, .goal = tp_nearby_goal(&s.metric, s.end), .cost = s.cost};
}
