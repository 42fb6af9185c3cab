/* detour.c - a mover whom a paused one stops gets a chart of the whole map of
 * its own, in which the cells of all that are paused are shut; or, where there
 * is no such way, the same chart as without them, so that it does not look
 * again before others are paused, or no more. Who comes to rest has done with
 * it, and gets the usual chart.
 *
 * Invariant: such a chart follows from the map, from the paused ones and their
 * cells, and from where its mover was put last, as of tp_Motion.fixed. All of
 * them are made anew before time goes on: others ask for their costs, too, and
 * what they answer must not depend on who looked when.
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

static void renew(tp_Motion *m, uint32_t id, uint64_t *budget) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_Cell at = tp_mover_cell(mover);
  uint64_t before = tp_guide_cost(&mover->guide, mover->navmap, at);
  tp_detour_make(m, id, budget);
  if (tp_guide_cost(&mover->guide, mover->navmap, at) == before) return;
  mover->fare.best = TP_FAR;
  mover->renewed = true;
}

void tp_detour_renew_all(tp_Motion *m, uint64_t *budget) {
  bool has_some = false;
  for (uint32_t id = 1; m->has_detours && id <= m->last_id; id++) {
    const tp_Mover *mover = tp_motion_mover(m, id);
    const tp_Chart *chart = mover->guide.chart;
    if (!(mover->flags & TP_MOVER_ROUND)) continue;
    has_some = true;
    if (!chart || chart->trail || chart->round == 0) continue;
    if (!tp_detour_is_current(m, id)) renew(m, id, budget);
  }
  m->has_detours = has_some;
}

bool tp_detour_lacks(tp_Motion *m, uint32_t id, uint64_t *budget) {
  tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Chart *chart = mover->guide.chart;
  tp_Cell at = tp_mover_cell(mover);
  if (!chart || chart->trail || chart->round == 0) return true;
  if (!tp_detour_is_current(m, id) && *budget > 0) renew(m, id, budget);
  return tp_guide_service(&mover->guide, mover->navmap, at, false) ==
         TP_GUIDE_ASTRAY;
}

void tp_detour_end(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_Chart *chart = mover->guide.chart;
  if (!(mover->flags & TP_MOVER_ROUND)) return;
  mover->flags &= (uint8_t)~TP_MOVER_ROUND;
  if (!chart || chart->trail || chart->round == 0) return;
  uint64_t budget = UINT64_MAX;
  chart->round = 0;
  chart->area.w = 0;
  if (!m->scratch) return;
  tp_guide_refresh(&mover->guide, mover->navmap, tp_mover_cell(mover),
                   m->scratch, &budget);
}

bool tp_detour_is_current(const tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Chart *chart = mover->guide.chart;
  return chart->round == m->fixed && chart->seen == mover->navmap->changes.now;
}

bool tp_detour_helps(const tp_Motion *m, uint32_t id, tp_Cell c) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const Look look = {m, mover};
  if (mover->wish != TP_GOING || !mover->guide.chart) return false;
  if (tp_grid_cells(mover->navmap->grid) > TP_CHART_CELLS) return false;
  return is_fixed_there(&look, c);
}
