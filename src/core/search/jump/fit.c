/* fit.c - decides whether jump point search suits a plan.
 *
 * Odd cells are jump points like others: if there are very many, A* is as fast.
 */
#include "search.h"

/* If more than one cell in SPARSE is a jump point, A* is as fast. */
enum { SPARSE = 8 };

static bool may_serve(const tp_Plan *plan) {
  const tp_Navmap *nav = plan->navmap;
  tp_Algorithm asked = nav->profile.algorithm;
  if (asked != TP_AUTO && asked != TP_JPS) return false;
  if (plan->query.only) return false;
  if (plan->query.partial) return false;
  if (!tp_navmap_may_have(nav, TP_PART_JUMPS)) return false;
  if (tp_jump_bits(nav, tp_jump_ranking(plan)) > TP_COST_BITS) return false;
  return true;
}

/* Can jump point search look for these ends? */
static bool may_find(const tp_Plan *plan) {
  const tp_Goals *goals = tp_plan_goals(plan);
  if (plan->kind != TP_PLAN_SEVERAL) return true;
  return tp_goals_are_cells(goals) ? tp_jump_goals_fit(goals)
                                   : tp_rim_list(plan);
}

/* The choice depends on the map alone, not on its history. */
bool tp_jump_fits(const tp_Plan *plan) {
  tp_Navmap *nav = plan->navmap;
  uint64_t cells = tp_grid_cells(nav->grid);
  bool is_asked = nav->profile.algorithm == TP_JPS;
  if (!may_serve(plan)) return false;
  if (plan->kind <= TP_PLAN_STANDING) return true;
  if (!is_asked && tp_navmap_least_points(nav) * SPARSE >= cells) return false;
  if (!may_find(plan)) return false;
  if (!tp_navmap_has(nav, TP_PART_JUMPS)) tp_navmap_prepare(nav, TP_JUMPS);
  return is_asked || (uint64_t)nav->jumps->numbering.count * SPARSE < cells;
}
