/* costtogoal.c - which costs a unit goes by.
 *
 * A unit has a path of its own, found by a search. On the path, with the next
 * cell free, it needs no more. A unit that is hindered looks into a window: the
 * costs of a rectangle around itself and the next part of the path, computed
 * from the path's cells. A window is made on demand. It lasts until the unit
 * comes near its edge, or a cell in it changes. (To take the window's cheapest
 * step without a look at equal ones is faster, but then some units that meet
 * take turns forever.)
 *
 * Invariant: a window follows from the path and the rectangle alone, so it can
 * be made again.
 *
 * Cost: a look at the path takes some 200 ns, mostly for memory. A window
 * takes 3 us, or 0.1 us on open ground, where it needs no table. In a crowd in
 * a town's streets each ninth look makes a window, three of four of them on
 * open ground. 1 KB a unit.
 *
 * After an edit on the path the unit asks for another path. Other edits leave
 * the path as it is, even if they open a shorter path.
 */
#include "costtogoal.h"

#include <stdlib.h>

#include "pathwindow.h"

enum {
  NEAR = 8,      /* this near to its goal a shared field is no more use */
  LOOK_AHEAD = 3 /* steps to the turn that straight lines lead to */
};

/* ---- out of blocked cells ------------------------------------------------ */

/* Without a path. */
static uint64_t cost_from(void *context, tp_Cell c) {
  const tp_Field *f = ((const tp_CostToGoal *)context)->field;
  return f ? tp_field_cost(f, c.x, c.y) : 0;
}

static bool find_way_out(const tp_CostToGoal *g, const tp_Navmap *nav,
                         tp_Cell at, tp_WayOut *way) {
  tp_CostToGoal to_goal = *g;
  const tp_Exits exits = {.rest = cost_from,
                          .factor = tp_costtogoal_factor(g),
                          .context = &to_goal};
  return tp_wayout_find(nav, at, &exits, way);
}

unsigned tp_costtogoal_choices(const tp_CostToGoal *g, const tp_Navmap *nav,
                               tp_Cell at) {
  tp_WayOut way;
  tp_Cell next;
  if (tp_mask_can_enter(nav->mask, at.x, at.y)) {
    return tp_navmap_steps(nav, at.x, at.y);
  }
  if (g->unit_path && tp_unitpath_next(g->unit_path, at, &next)) {
    const int d = tp_direction(next.x - at.x, next.y - at.y);
    return d < 0 ? 0 : tp_wayout_steps(nav, at) & 1u << d;
  }
  if (!find_way_out(g, nav, at, &way)) return 0;
  const unsigned out = way.length == 1 ? tp_navmap_steps(nav, at.x, at.y) : 0;
  return out | 1u << tp_wayout_first(&way);
}

/* The cost from a blocked cell along a field's way out; TP_FAR: there is none.
 */
static uint64_t cost_out(const tp_CostToGoal *g, const tp_Navmap *nav,
                         tp_Cell at) {
  tp_WayOut way;
  if (!find_way_out(g, nav, at, &way)) return TP_FAR;
  return tp_field_cost(g->field, way.exit.x, way.exit.y) +
         tp_wayout_cost(&way, nav, way.exit) * tp_costtogoal_factor(g);
}

/* The estimate for a cell beside the path: by a straight line to a turn, plus
 * what the path from the unit's own cell to there costs more than such a line.
 * So no step aside looks cheaper than the path only because lines leave out
 * prices, walls and one-way fences. */
static uint64_t estimate(const tp_UnitPath *p, const tp_Navmap *nav,
                         tp_Cell c) {
  /* The turn that a unit on the path goes to next, on this side of a link. */
  uint32_t i = p->ahead;
  if (p->turn[i].by_link && p->steps > p->turn[i].steps) i++;
  while (i > 0 && !p->turn[i - 1].by_link &&
         p->steps - p->turn[i].steps < LOOK_AHEAD) {
    i--;
  }
  const tp_Cell here = tp_unitpath_ahead(p, 0), to = tp_turn_cell(&p->turn[i]);
  const uint64_t cost = tp_unitpath_cost(p, nav, here),
                 line = p->turn[i].cost + tp_window_crow(nav, here, to);
  return p->turn[i].cost + tp_window_crow(nav, c, to) +
         (cost > line ? cost - line : 0);
}

uint64_t tp_costtogoal_cost(const tp_CostToGoal *g, const tp_Navmap *nav,
                            tp_Cell c) {
  const tp_UnitPath *p = g->unit_path;
  if (!p && !g->field) {
    return tp_costtogoal_has_goal(g) ? tp_window_crow(nav, c, g->goal) : 0;
  }
  if (!p) {
    const uint64_t cost = tp_field_cost(g->field, c.x, c.y);
    if (cost != TP_FAR || !tp_grid_contains(nav->grid, c.x, c.y)) return cost;
    if (tp_mask_has(nav->mask, c.x, c.y)) return cost;
    return cost_out(g, nav, c);
  }
  if (!tp_mask_can_enter(nav->mask, c.x, c.y)) {
    return tp_unitpath_cost(p, nav, c);
  }
  if (tp_rect_has(p->window.area, c.x, c.y)) {
    return tp_window_cost(&p->window, nav, c);
  }
  uint64_t cost = tp_unitpath_cost(p, nav, c);
  if (cost != TP_FAR || p->is_trail) return cost;
  if (!tp_mask_has(nav->mask, c.x, c.y)) return TP_FAR;
  return estimate(p, nav, c);
}

bool tp_costtogoal_is_goal(const tp_CostToGoal *g, tp_Cell c) {
  return tp_same_cell(c, g->goal) &&
         (!g->unit_path || tp_unitpath_ends_at(g->unit_path, c));
}

bool tp_costtogoal_is_end(const tp_CostToGoal *g, tp_Cell c) {
  if (tp_costtogoal_has_goal(g)) return tp_costtogoal_is_goal(g, c);
  return g->field && tp_field_ends_in(g->field, c);
}

/* ---- edges -------------------------------------------------------------- */

/* Returns TP_FAR if the edge leads nowhere. */
uint64_t tp_costtogoal_edge_cost(const tp_CostToGoal *g, const tp_Navmap *nav,
                                 const tp_Edge *edge) {
  const bool by_field = g->field && !g->unit_path;
  const uint64_t cost = tp_costtogoal_cost(g, nav, tp_unpack_cell(edge->to));
  if (cost == TP_FAR) return TP_FAR;
  return cost + (by_field ? tp_field_edge_cost(g->field, edge)
                          : tp_window_edge_cost(nav, edge));
}

/* Does the path lead by the edge? For a path, the edge must be part of the
 * path, or the window must show both ends. */
static bool leads_by(const tp_CostToGoal *g, const tp_Edge *edge) {
  const tp_UnitPath *p = g->unit_path;
  const tp_Cell at = tp_unpack_cell(edge->from), to = tp_unpack_cell(edge->to);
  tp_Cell next;
  if (!p) return true;
  if (tp_unitpath_link(p, at, &next) && tp_same_cell(next, to)) return true;
  return tp_rect_has(p->window.area, at.x, at.y) &&
         tp_rect_has(p->window.area, to.x, to.y);
}

bool tp_costtogoal_edge(const tp_CostToGoal *g, const tp_Navmap *nav,
                        tp_Cell at, tp_Edge *best) {
  if (!tp_navmap_is_irregular(nav, at.x, at.y) || !tp_costtogoal_leads(g))
    return false;
  const uint64_t here = tp_costtogoal_cost(g, nav, at);
  uint64_t least = here;
  bool is_found = false;
  if (here == TP_FAR) return false;
  /* Costs that were rounded down may not add up. */
  if (g->unit_path) least += tp_window_rounding(&g->unit_path->window);
  for (tp_EdgeIter it = tp_edges_from(nav, at); tp_edges_next(&it);) {
    const uint64_t cost = tp_costtogoal_edge_cost(g, nav, &it.edge);
    if (cost > least || (is_found && cost == least)) continue;
    if (tp_costtogoal_cost(g, nav, tp_unpack_cell(it.edge.to)) >= here)
      continue;
    if (!leads_by(g, &it.edge)) continue;
    if (best) *best = it.edge;
    is_found = true;
    least = cost;
  }
  return is_found;
}

bool tp_costtogoal_next(const tp_CostToGoal *g, const tp_Navmap *nav,
                        tp_Cell at, tp_Cell *next) {
  tp_Cell to;
  if (!g->unit_path || !tp_unitpath_next(g->unit_path, at, next)) return false;
  if (tp_unitpath_link(g->unit_path, at, &to) && tp_same_cell(to, *next)) {
    return tp_costtogoal_edge(g, nav, at, NULL);
  }
  int direction = tp_direction(next->x - at.x, next->y - at.y);
  return tp_wayout_can_step(nav, at, direction);
}

/* ---- is it up to date? -------------------------------------------------- */

tp_Service tp_costtogoal_service(tp_CostToGoal *g, const tp_Navmap *nav,
                                 tp_Cell at, bool is_hindered) {
  tp_UnitPath *p = g->unit_path;
  if (p) {
    bool is_on = tp_unitpath_come(p, at);
    if (!tp_unitpath_catch_up(p, nav)) return TP_COSTTOGOAL_ASTRAY;
    if (is_on && !is_hindered) return TP_COSTTOGOAL_SERVES;
    if (p->is_trail && !is_on) return TP_COSTTOGOAL_ASTRAY;
    if (!tp_mask_can_enter(nav->mask, at.x, at.y)) {
      return is_on ? TP_COSTTOGOAL_SERVES : TP_COSTTOGOAL_ASTRAY;
    }
    /* Does the window have all cells near this one? */
    const tp_Rect map = {0, 0, nav->grid->width, nav->grid->height};
    tp_Rect near = tp_rect_grow((tp_Rect){at.x, at.y, 1, 1}, TP_WINDOW_EDGE);
    near = tp_rect_clip(near, map);
    bool shows = tp_rect_same(tp_rect_clip(near, p->window.area), near) &&
                 tp_window_cost(&p->window, nav, at) != TP_FAR;
    return shows ? TP_COSTTOGOAL_SERVES : TP_COSTTOGOAL_LAGS;
  }
  if (!g->field || !tp_costtogoal_has_goal(g)) return TP_COSTTOGOAL_SERVES;
  /* A shared field leads to a place among the goals of its units. As soon as a
   * unit is about as near to that place as its own goal is, it needs a path of
   * its own. */
  uint64_t here = tp_field_cost(g->field, at.x, at.y);
  uint64_t there = tp_field_cost(g->field, g->goal.x, g->goal.y);
  uint64_t apart = NEAR * nav->costs.cheapest[0] * g->field->asked.factor;
  bool is_near = here == TP_FAR || there == TP_FAR || here <= there + apart;
  return is_near ? TP_COSTTOGOAL_ASTRAY : TP_COSTTOGOAL_SERVES;
}

void tp_costtogoal_record_edit(tp_CostToGoal *g, const tp_Navmap *nav,
                               void *scratch) {
  tp_UnitPath *p = g->unit_path;
  if (!p || tp_rect_is_empty(p->window.area)) return;
  if (p->window.seen == nav->changes.now) return;
  /* A path that was cut shows nothing, wherever the edit was: the log may name
   * more of the window than has changed. */
  const tp_Rect shown = p->window.area;
  if (!tp_unitpath_catch_up(p, nav)) {
    p->window.area.w = 0;
  } else if (tp_rect_is_empty(p->window.area)) {
    tp_unitpath_show(p, &p->window, nav, shown, scratch);
  }
}

tp_Service tp_costtogoal_refresh(tp_CostToGoal *g, const tp_Navmap *nav,
                                 tp_Cell at, void *scratch) {
  tp_Rect area = tp_unitpath_window(g->unit_path, nav, at);
  if (tp_rect_is_empty(area)) return TP_COSTTOGOAL_ASTRAY;
  if (!tp_unitpath_catch_up(g->unit_path, nav)) return TP_COSTTOGOAL_ASTRAY;
  tp_unitpath_show(g->unit_path, &g->unit_path->window, nav, area, scratch);
  bool is_far = tp_window_cost(&g->unit_path->window, nav, at) == TP_FAR;
  return is_far ? TP_COSTTOGOAL_ASTRAY : TP_COSTTOGOAL_SERVES;
}

/* ---- what is left of the path ------------------------------------------- */

/* The first step of the cheapest path down from the cell; TP_NO_DIRECTION:
 * none. */
static int step_down(const tp_Window *w, const tp_Navmap *nav, tp_Cell c) {
  const uint64_t here = tp_window_cost(w, nav, c);
  uint64_t least = TP_FAR;
  int best = TP_NO_DIRECTION;
  for (unsigned steps = tp_navmap_steps(nav, c.x, c.y); steps;
       steps &= steps - 1) {
    const int d = tp_lowest(steps);
    const tp_Cell to = tp_beside(c, d);
    const uint64_t there = tp_window_cost(w, nav, to);
    if (there >= here) continue;
    const int class = nav->costs.class_of[tp_grid_index(nav->grid, to.x, to.y)];
    const uint64_t cost = there + nav->costs.step[tp_is_diagonal(d)][class];
    if (cost >= least) continue;
    least = cost;
    best = d;
  }
  return best;
}

static void record_legs(tp_Rest *rest, uint32_t turn) {
  tp_Leg leg;
  rest->legs = turn;
  rest->legs +=
      tp_unitpath_leg(rest->unit_path, rest->navmap, turn, rest->joins, &leg);
}

/* Notes the steps to the path from a cell that is not on it. Returns false if
 * they do not lead there. If they lead to a part behind the unit, changes
 * there were not recorded, so that part is checked. */
static bool join_path(tp_UnitPath *p, tp_Rest *rest, void *scratch) {
  tp_Window window;
  const tp_Navmap *nav = rest->navmap;
  const tp_Rect area = tp_unitpath_window(p, nav, rest->joins);
  if (tp_rect_is_empty(area) || !tp_unitpath_is_whole(p, nav)) return false;
  tp_unitpath_show(p, &window, nav, area, scratch);
  for (; rest->steps < TP_WINDOW_CELLS; rest->steps++) {
    const uint32_t turn = tp_unitpath_find(p, rest->joins);
    if (turn < p->count) {
      record_legs(rest, turn);
      if (turn <= p->ahead) return true;
      tp_unitpath_enter(p, turn, rest->joins);
      return tp_unitpath_is_valid(p, nav);
    }
    const int d = step_down(&window, nav, rest->joins);
    if (d == TP_NO_DIRECTION) return false;
    rest->direction[rest->steps] = (uint8_t)d;
    rest->joins = tp_beside(rest->joins, d);
  }
  return false;
}

bool tp_costtogoal_rest(const tp_CostToGoal *g, const tp_Navmap *nav,
                        tp_Cell at, void *scratch, tp_Rest *rest) {
  tp_UnitPath *p = g->unit_path;
  rest->unit_path = p;
  rest->navmap = nav;
  rest->joins = at;
  rest->legs = rest->steps = 0;
  rest->is_closed = !tp_mask_can_enter(nav->mask, at.x, at.y);
  if (tp_costtogoal_is_goal(g, at)) return true;
  if (!p) return false;
  const tp_UnitPath before = *p;
  const bool is_on = tp_unitpath_come(p, at);
  const bool leads =
      tp_unitpath_is_whole(p, nav) && (is_on || join_path(p, rest, scratch));
  if (is_on) record_legs(rest, p->ahead);
  *p = before; /* all but its turns, which stay */
  return leads;
}

tp_StepCount tp_costtogoal_steps(const tp_CostToGoal *g, const tp_Navmap *nav,
                                 tp_Cell at, void *scratch, tp_Cell *joins) {
  tp_UnitPath *p = g->unit_path;
  const tp_UnitPath before = *p;
  tp_Rest rest = {.unit_path = p, .navmap = nav, .joins = at};
  *joins = at;
  if (!tp_unitpath_come(p, at)) {
    const bool leads =
        tp_navmap_is_current(nav) && join_path(p, &rest, scratch);
    if (leads) {
      tp_unitpath_enter(p, tp_unitpath_find(p, rest.joins), rest.joins);
    } else {
      rest.steps = 0;
      *joins = tp_unitpath_nearest(p, nav->moves.stagger, at);
    }
  }
  tp_StepCount count = tp_unitpath_count(p);
  for (uint32_t i = 0; i < rest.steps; i++) {
    const int d = rest.direction[i];
    *(tp_dy[d] == 0 ? &count.x : tp_dx[d] == 0 ? &count.y : &count.both) += 1;
  }
  *p = before; /* all but its turns, which stay */
  return count;
}

/* From a blocked cell each step is a leg of its own. */
static bool next_leg(const void *source, tp_Cursor *c, tp_Leg *leg) {
  const tp_Rest *rest = source;
  tp_Cell from = rest->joins;
  if (c->node < rest->legs) {
    const tp_Turn *turn = rest->unit_path->turn;
    const bool is_last = c->node + 1 == rest->legs;
    if (!is_last) from = tp_turn_cell(&turn[c->node + 1]);
    if (!tp_unitpath_leg(rest->unit_path, rest->navmap, c->node, from, leg)) {
      return false;
    }
  } else {
    const uint32_t k = c->node - rest->legs;
    if (k >= rest->steps) return false;
    tp_leg_set(leg, rest->direction[rest->steps - 1 - k], 1);
    from = tp_beside(c->at, tp_opposite(leg->came_by));
  }
  const bool is_step = rest->is_closed && leg->came_by != TP_BY_LINK;
  if (is_step) leg->length = 1;
  tp_leg_go(leg, leg->length, TP_BACKWARDS, &c->at);
  c->blocked += is_step && !tp_mask_has(rest->navmap->mask, c->at.x, c->at.y);
  if (!is_step || tp_same_cell(c->at, from)) c->node++;
  return true;
}

tp_Path tp_rest_path(const tp_CostToGoal *g, const tp_Rest *rest) {
  const bool is_there = rest->legs + rest->steps == 0;
  return (tp_Path){.navmap = rest->navmap,
                   .first = {.at = is_there ? rest->joins : g->goal},
                   .sense = TP_BACKWARDS,
                   .source = rest,
                   .next_leg = next_leg};
}
