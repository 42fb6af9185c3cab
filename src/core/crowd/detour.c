/* detour.c - a mover whom a paused one stops gets a chart of the whole map of
 * its own, in which the cells of all that are paused are shut; or, where there
 * is no such way, the same chart as without them, so that it does not look
 * again before others are paused, or no more.
 *
 * Invariant: such a chart follows from the map and from who is paused where, as
 * of tp_Motion.fixed.
 *
 * Cost: a chart (chart.h) and a look at each holder.
 */
#include "detour.h"

typedef struct Look {
  const tp_Motion *m;
  const tp_Mover *mover;
} Look;

/* Would a paused one be under the mover, were it there? */
static bool is_fixed_there(const void *context, tp_Cell c) {
  const Look *look = context;
  tp_Rect under = tp_mover_under(look->mover, tp_pack_cell(c.x, c.y));
  for (int32_t y = under.y; y < under.y + under.h; y++) {
    for (int32_t x = under.x; x < under.x + under.w; x++) {
      uint32_t id = tp_round_holder(&look->m->round, x, y);
      if (id == 0 || id > look->m->movers) continue;
      const tp_Mover *other = tp_motion_mover(look->m, id);
      if (!tp_mover_is_fixed(other)) continue;
      if (tp_rect_has(tp_mover_under(other, other->at), x, y)) return true;
    }
  }
  return false;
}

bool tp_detour_make(tp_Motion *m, uint32_t id, uint64_t *budget) {
  tp_Mover *mover = tp_motion_mover(m, id);
  const Look look = {m, mover};
  const tp_Shut shut = {is_fixed_there, &look};
  tp_Chart *chart = mover->guide.chart;
  if (!m->scratch) return false;
  chart->round = m->fixed;
  tp_spend(budget, chart->room / TP_CHART_A_UNIT + 1);
  return tp_guide_go_round(&mover->guide, mover->navmap, tp_mover_cell(mover),
                           &shut, m->scratch);
}

bool tp_detour_lacks(tp_Motion *m, uint32_t id, uint64_t *budget) {
  tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Chart *chart = mover->guide.chart;
  tp_Cell at = tp_mover_cell(mover);
  if (!chart || chart->trail || chart->round == 0) return true;
  bool is_old =
      chart->round != m->fixed || chart->seen != mover->navmap->changes.now;
  if (is_old && *budget > 0) {
    tp_detour_make(m, id, budget);
    mover->fare.best = TP_FAR;
    mover->renewed = true;
  }
  return tp_guide_service(&mover->guide, mover->navmap, at, false) ==
         TP_GUIDE_ASTRAY;
}

bool tp_detour_helps(const tp_Motion *m, uint32_t id, tp_Cell c) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const Look look = {m, mover};
  if (mover->wish != TP_GOING || !mover->guide.chart) return false;
  if (tp_grid_cells(mover->navmap->grid) > TP_CHART_CELLS) return false;
  return is_fixed_there(&look, c);
}
