/* jumpapplies.c - decides whether jump point search suits a plan.
 *
 * Irregular cells are jump points like others: if there are very many, A* is as
 * fast.
 */
#include "../../index/jump/jumpsuccessors.h"
#include "../../navmap/indexpart.h"
#include "../starts.h"
#include "jumpcosts.h"
#include "jumpsearch.h"

/* If more than one cell in SPARSE is a jump point, A* is as fast. */
enum { SPARSE = 8 };

/* The choice depends on the map alone, not on its history. */
bool tp_jump_prepare(const tp_QueryPlan *plan) {
  tp_Navmap *nav = plan->navmap;
  const tp_Goals *goals = plan->query.goals;
  const uint64_t cells = tp_grid_cells(nav->grid);
  const tp_Algorithm asked = nav->profile.algorithm;
  const bool is_asked = asked == TP_JPS;
  if (asked != TP_AUTO && !is_asked) return false;
  if (plan->mask != nav->mask || plan->query.partial) return false;
  if (tp_starts_count(plan) > TP_START_NODES) return false;
  if (plan->most != UINT64_MAX) return false;
  if (tp_queryplan_has_own_costs(plan)) return false;
  if (!tp_navmap_may_have(nav, TP_PART_JUMPS)) return false;
  if (tp_jump_bits(nav, tp_jump_ranking(plan)) > TP_COST_BITS) return false;
  if (plan->kind <= TP_PLAN_STANDING) return true;
  /* So a map with too many jump points is refused without a repair. */
  if (!is_asked && tp_navmap_least_points(nav) * SPARSE >= cells) {
    return false;
  }
  if (plan->kind == TP_PLAN_SEVERAL) {
    /* Can it look for these ends? */
    if (nav->passed) return false;
    const bool are_few = goals->origin || goals->count <= TP_FEW_GOALS;
    const bool may_find =
        tp_goals_are_cells(goals) ? are_few : tp_jumpends_list(plan);
    if (!may_find) return false;
  }
  if (!tp_navmap_has(nav, TP_PART_JUMPS)) tp_navmap_prepare(nav, TP_JUMPS);
  return is_asked || (uint64_t)nav->jumps->cell_set.count * SPARSE < cells;
}
