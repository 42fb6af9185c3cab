/* path.c - walks along paths, and their costs.
 *
 * Costs are added up step by step, in the order of the walk, from the user's
 * own numbers. So a sum depends on the path alone, not on the whole numbers of
 * a search.
 *
 * On ground of one price, steps are counted and link costs are added up.
 */
#include "path.h"

#include "../navmap/agentlinks.h"

/* Is there still an edge like the one taken? Then the leg gets its cost of now.
 */
static bool has_edge(const tp_Navmap *nav, tp_Leg *leg) {
  tp_EdgeIter it = tp_edges_from(nav, tp_unpack_cell(leg->edge.from));
  while (tp_edges_next(&it)) {
    if (it.edge.to != leg->edge.to || it.edge.price != leg->edge.price)
      continue;
    leg->edge = it.edge;
    return true;
  }
  return false;
}

bool tp_path_is_legal(const tp_Path *p, uint64_t *cost) {
  const tp_Navmap *nav = p->navmap;
  const tp_Costs *costs = &nav->costs;
  tp_Cursor ahead = p->first;
  tp_Cell at = ahead.at;
  for (tp_Leg leg; p->next_leg(p->source, &ahead, &leg);) {
    if (leg.came_by == TP_BY_LINK) {
      if (!has_edge(nav, &leg)) return false;
      tp_leg_go(&leg, 1, p->sense, &at);
      *cost += leg.edge.cost;
      continue;
    }
    if (leg.length <= 0) return false;
    const uint64_t *step = costs->step[tp_is_diagonal(leg.came_by)];
    for (int32_t n = leg.length; n > 0; n--) {
      const tp_Cell before = at;
      const tp_Cell entered = tp_leg_step(&leg, p->sense, &at);
      const tp_Cell from = p->sense == TP_BACKWARDS ? at : before;
      if (!tp_mask_has(nav->mask, from.x, from.y)) return false;
      if (!tp_navmap_can_step(nav, from.x, from.y, leg.came_by)) return false;
      const size_t cell = tp_grid_index(nav->grid, entered.x, entered.y);
      *cost += step[costs->class_of[cell]];
    }
  }
  return true;
}

bool tp_walk_turn(tp_Walk *w) {
  const tp_Path *p = w->path;
  if (w->leg.length == 0 && !p->next_leg(p->source, &w->ahead, &w->leg)) {
    w->by_link = false;
    return false;
  }
  const int32_t came_by = w->leg.came_by;
  const bool was_out = w->ahead.blocked > 0; /* so it stays then */
  w->at = w->ahead.at;
  w->by_link = came_by == TP_BY_LINK;
  while (p->next_leg(p->source, &w->ahead, &w->leg)) {
    if (w->by_link || w->leg.came_by != came_by) return true;
    if (w->ahead.blocked > 0 && !was_out) return true;
    w->at = w->ahead.at;
  }
  w->leg.length = 0;
  return true;
}

tp_Measure tp_path_measure(const tp_Path *p) {
  const tp_Navmap *nav = p->navmap;
  const bool uniform = nav->costs.uniform;
  tp_Cursor cursor = p->first;
  int64_t steps[2] = {0, 0}, links = 0; /* straight, diagonal */
  uint64_t work = 0;
  double cost = 0; /* on ground of one price, of links alone */
  tp_Cell at = cursor.at;
  for (tp_Leg leg; p->next_leg(p->source, &cursor, &leg); at = cursor.at) {
    work += (uint64_t)leg.length;
    if (leg.came_by == TP_BY_LINK) {
      links++;
      cost += tp_edge_real_cost(nav, &leg.edge);
      continue;
    }
    steps[tp_is_diagonal(leg.came_by)] += leg.length;
    if (uniform) continue;
    const double *real = nav->costs.real[tp_is_diagonal(leg.came_by)];
    const bool is_out = cursor.blocked > 0;
    int class = is_out ? tp_costs_dearest(&nav->costs) : 0;
    for (int32_t n = leg.length; n > 0; n--) {
      tp_Cell c = tp_leg_step(&leg, p->sense, &at);
      const size_t cell = tp_grid_index(nav->grid, c.x, c.y);
      if (!is_out) class = nav->costs.class_of[cell];
      cost += real[class];
    }
  }
  tp_navmap_add_work(p->navmap, work);
  /* A path without steps may lie in a blocked cell, which has no price. */
  if (uniform && steps[0] + steps[1] > 0) {
    int class =
        nav->costs.class_of[tp_grid_index(nav->grid, cursor.at.x, cursor.at.y)];
    if (cursor.blocked > 0) class = tp_costs_dearest(&nav->costs);
    cost += tp_product((double)steps[0], nav->costs.real[0][class]) +
            tp_product((double)steps[1], nav->costs.real[1][class]);
  }
  size_t cells = (size_t)(steps[0] + steps[1] + links) + 1;
  return (tp_Measure){cursor.at, cells, (size_t)links, cost, cursor.blocked};
}
