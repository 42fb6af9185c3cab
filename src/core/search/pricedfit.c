/* pricedfit.c - see pricedfit.h.
 *
 * Of ground of one price it serves that on which jump points are no good
 * (jump/fit.c) and walls are strewn so densely that a straight line says little
 * of a way: there landmarks, where they are asked for, leave a fifth of the
 * cells to be looked at, and a third of the time. Where one cell in ten is a
 * wall they save no time.
 */
#include "pricedfit.h"

#include "../navmap/tolls.h"

enum {
  MIN_WINDOW = 64,
  MAX_WINDOW = 1 << 16,
  FINER = 3 /* bits of costs, with landmarks */
};

/* Of all cells no more are in the core of the map where walls are dense. */
enum { DENSE_OF = 3, DENSE = 2 };

/* For bins as wide as the cheapest step. */
static int widest(const tp_Navmap *nav) {
  return tp_bit_length(tp_navmap_least_step(nav) >> 1);
}

/* As many as f can rise by over one step, by any heuristic that is served; what
 * landmarks tell may rise by the step back. */
static uint64_t bins_for(const tp_Navmap *nav, int shift) {
  uint64_t drop = 2 * nav->costs.cheapest[0] + 1;
  return ((2 * nav->costs.dearest + drop) >> shift) + 2;
}

int tp_priced_shift(const tp_Plan *plan) {
  int most = widest(plan->navmap), shift = most;
  if (!plan->aim.is_on) return shift;
  shift = most > FINER ? most - FINER : 0;
  while (shift < most && bins_for(plan->navmap, shift) > MAX_WINDOW) shift++;
  return shift;
}

uint32_t tp_priced_window(const tp_Plan *plan) {
  const uint64_t bins = bins_for(plan->navmap, tp_priced_shift(plan));
  uint32_t window = MIN_WINDOW;
  while (window < bins) window *= 2;
  return window;
}

/* Are landmarks asked for where they pay? That must not depend on whether they
 * have been made, as ways of the same cost may be others then. */
static bool is_dense(const tp_Navmap *nav) {
  if (nav->profile.landmarks == 0) return false;
  if (!tp_navmap_has(nav, TP_PART_TWOCORE)) return false;
  return (uint64_t)tp_twocore_size(nav->twocore) * DENSE_OF <
         (uint64_t)tp_grid_cells(nav->grid) * DENSE;
}

tp_Fit tp_priced_fits(const tp_Plan *plan) {
  const tp_Navmap *nav = plan->navmap;
  const tp_Profile *p = &nav->profile;
  const tp_Costs *costs = &nav->costs;
  if (p->algorithm == TP_ASTAR || p->algorithm == TP_DIJKSTRA) {
    return TP_FITS_NOT;
  }
  if (costs->uniform && !is_dense(nav)) return TP_FITS_NOT;
  if (costs->dearest == 0 || tp_navmap_has_pins(nav)) return TP_FITS_NOT;
  if (p->heuristic == TP_HEURISTIC_USER || p->weight > 1) return TP_FITS_NOT;
  /* It is more than ways cost that go along diagonals. */
  if (p->heuristic == TP_HEURISTIC_MANHATTAN && p->diagonal != TP_NEVER) {
    return TP_FITS_NOT;
  }
  return bins_for(nav, widest(nav)) <= MAX_WINDOW ? TP_FITS : TP_FITS_NOT;
}
