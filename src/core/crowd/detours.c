/* detours.c - paths round paused movers and others that make no way. */
#include "detours.h"

#include "../base/bits.h"
#include "settling.h"

/* Steps until a mover takes any path round others. */
enum { WAIT = 12 };

/* How many steps' time the mover has come no nearer. */
static uint64_t waited_steps(const tp_Motion *m, const tp_Mover *mover) {
  return (m->now - mover->progress.nearer) / tp_mover_step_time(mover);
}

/* With a price it grows by a step for each that the mover has waited, and doubles
 * with each of its rests. */
uint64_t tp_detour_most_cost(const tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const uint64_t best = mover->progress.best;
  const uint64_t step = mover->navmap->costs.cheapest[0];
  if (best == TP_FAR || mover->tired) return TP_FAR;
  if (mover->detour == TP_NO_PRICE) return 3 * best + step * WAIT;
  const uint64_t steps = mover->detour + waited_steps(m, mover);
  return best + step * (steps << mover->pauses);
}

bool tp_detour_is_walled(const tp_Motion *m, uint32_t id, tp_Cell c) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  tp_Rect to = tp_mover_under(mover, tp_pack_cell(c.x, c.y));
  for (tp_Cell cell = tp_rect_first(to); tp_rect_wrap(to, &cell); cell.x++) {
    uint32_t other = tp_round_holder(&m->round, cell.x, cell.y);
    if (other == 0 || other == id) continue;
    if (tp_mover_is_wall(tp_motion_mover(m, other))) return true;
  }
  return false;
}

/* Have others waited in vain for the movers there that are like walls? With
 * `notes`, they have from now on. */
static bool is_known_there(tp_Motion *m, const tp_Mover *mover, tp_Cell c,
                           bool notes) {
  tp_Rect to = tp_mover_under(mover, tp_pack_cell(c.x, c.y));
  bool is_known = true;
  for (tp_Cell cell = tp_rect_first(to); tp_rect_wrap(to, &cell); cell.x++) {
    const uint32_t id = tp_round_holder(&m->round, cell.x, cell.y);
    tp_Mover *other = &m->round.mover[id];
    if (id == 0 || other == mover || !tp_mover_is_wall(other)) continue;
    if (notes) other->flags |= TP_MOVER_ROUND;
    is_known = is_known && other->flags & TP_MOVER_ROUND;
  }
  return is_known;
}

/* Does a paused mover stand in each cell that is nearer to the goal? */
static bool is_kept_off(tp_Motion *m, uint32_t id, bool notes,
                        bool *are_known) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  tp_Cell c = tp_mover_cell(mover);
  uint64_t here = tp_mover_cost(mover, c);
  bool is_off = false;
  *are_known = true;
  if (mover->state != TP_GOING || tp_settling_may_take_link(m, id))
    return false;
  unsigned steps = tp_guide_choices(&mover->guide, mover->navmap, c);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell to = tp_beside(c, d);
    if (tp_mover_cost(mover, to) >= here) continue;
    if (!tp_detour_is_walled(m, id, to)) return false;
    if (!is_known_there(m, mover, to, notes)) *are_known = false;
    is_off = true;
  }
  return is_off;
}

void tp_detour_ask(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  const uint64_t waited = waited_steps(m, mover);
  const bool is_long = waited >= WAIT;
  const bool has_price = mover->detour != TP_NO_PRICE;
  const bool has_asked = mover->flags & TP_MOVER_ROUND;
  bool are_known;
  if (!tp_guide_has_goal(&mover->guide)) return;
  if (has_price && (waited & (waited - 1) || (has_asked && waited == 0))) {
    return;
  }
  if (mover->detour == TP_NO_DETOUR) return;
  if (!has_price && has_asked && (mover->tired || !is_long)) return;
  if (!is_kept_off(m, id, is_long, &are_known)) return;
  mover->tired = are_known && !has_price;
  if (mover->progress.best != TP_FAR) {
    mover->progress.best /= tp_guide_factor(&mover->guide);
  }
  mover->flags |= TP_MOVER_ROUND;
  mover->guide = (tp_Guide){.goal = mover->guide.goal};
}
