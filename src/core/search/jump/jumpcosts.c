/* jumpcosts.c - the low bits of a cost (see the header): comparing two costs
 * then also decides ties.
 *
 * If a diagonal step costs just two straight ones, two cells may each prune a
 * step for the sake of the other (see jumppruning.c, also for why nowhere
 * else). So a diagonal step is made cheaper by the last of these bits, less
 * than 5e-7 of the cost of a path.
 *
 * If there are many goals, each total holds the rank of one of them. So no two
 * totals are equal, and the search needs no open node for a goal that costs as
 * much as the best and precedes it.
 */
#include "jumpcosts.h"

#include "jumpsearch.h"

enum { TIE_BITS = 20 };

static int tie_bits(const tp_Navmap *nav) {
  bool four = tp_is_four(nav->profile.diagonal);
  return !four && tp_costs_are_tied(&nav->costs) ? TIE_BITS : 0;
}

tp_Metric tp_jump_steps(const tp_Navmap *nav, tp_Ranking ranking) {
  int ties = tie_bits(nav), bits = ties + (int)ranking;
  uint64_t straight = nav->costs.cheapest[0] << bits;
  uint64_t diagonal = nav->costs.cheapest[1] << bits;
  if (tp_is_four(nav->profile.diagonal)) {
    return (tp_Metric){.both = 2 * straight, .along = straight};
  }
  return (tp_Metric){.both = ties ? diagonal - 1 : diagonal, .along = straight};
}

int tp_jump_bits(const tp_Navmap *nav, tp_Ranking ranking) {
  return nav->costs.bits + tie_bits(nav) + (int)ranking;
}

uint64_t tp_jump_cost(const tp_Navmap *nav, uint64_t cost, tp_Ranking ranking) {
  return cost << (tie_bits(nav) + (int)ranking);
}

uint64_t tp_jump_extra(const tp_Navmap *nav, uint64_t cost, uint32_t rank) {
  return tp_jump_cost(nav, cost, TP_RANKED) + ((uint64_t)rank << tie_bits(nav));
}

uint64_t tp_jump_plain(const tp_Navmap *nav, uint64_t cost,
                       tp_Ranking ranking) {
  int ties = tie_bits(nav);
  return (cost + (UINT64_C(1) << ties) - 1) >> ties >> (int)ranking;
}

int tp_jump_take_costs(tp_QueryPlan *plan) {
  const tp_Navmap *nav = plan->navmap;
  const tp_Ranking ranking = tp_jump_ranking(plan);
  tp_heuristic_count(&plan->heuristic, tp_jump_steps(nav, ranking));
  return tie_bits(nav) + (int)ranking;
}
