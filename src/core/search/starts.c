/* starts.c - two passes over the exits (escape.h) with which a search begins.
 */
#include "starts.h"

typedef struct Range {
  uint64_t least, most;
} Range;

static void widen(Range *r, uint64_t value) {
  if (value < r->least) r->least = value;
  if (value > r->most) r->most = value;
}

uint64_t tp_starts_spread(const tp_Plan *plan, const tp_Heuristic *h) {
  const tp_Exits *exits = &plan->exits;
  Range costs = {UINT64_MAX, 0}, estimates = {UINT64_MAX, 0};
  if (exits->count <= 1 || h->kind == TP_HEURISTIC_USER) return 0;
  for (uint32_t i = 0; i < exits->count; i++) {
    tp_Cell at = exits->list[i].at;
    widen(&costs, exits->list[i].cost);
    widen(&estimates, tp_estimate(h, at.x, at.y));
  }
  return costs.most - costs.least + estimates.most - estimates.least;
}

uint64_t tp_starts_first(const tp_Plan *plan) {
  const tp_Exits *exits = &plan->exits;
  const tp_Heuristic *h = &plan->heuristic;
  tp_Cell at = plan->ends.from;
  uint64_t least = UINT64_MAX;
  if (exits->count <= 1) return tp_estimate(h, at.x, at.y);
  for (uint32_t i = 0; i < exits->count; i++) {
    at = exits->list[i].at;
    uint64_t f = exits->list[i].cost + tp_estimate(h, at.x, at.y);
    if (f < least) least = f;
  }
  return least;
}
