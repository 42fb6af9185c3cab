/* settling.c - may a mover go on, or is all that is nearer to its goal taken by
 * movers at rest? Then it settles, or it comes too late.
 */
#include "settling.h"

#include "../base/bits.h"
#include "candidates.h"
#include "reservations.h"

/* Steps without progress near its goal: there a mover settles. */
enum { CONTENT = 8 };

/* Is the cell held by a mover that will not leave by itself? */
static bool is_taken(const tp_Motion *m, uint32_t id, tp_Cell c) {
  uint32_t holder = tp_round_holder(&m->round, c.x, c.y);
  if (holder == 0 || holder == id) return false;
  const tp_Mover *other = tp_motion_mover(m, holder);
  if (tp_mover_is_under_way(other, m->now)) return false;
  return tp_mover_is_fixed(other) || tp_mover_rests(other) ||
         (tp_mover_is_near(other, tp_mover_cell(other)) && !other->asks);
}

/* Is one of the cells taken that the mover would enter? */
static bool is_shut(const tp_Motion *m, uint32_t id, tp_Rect to) {
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    if (is_taken(m, id, c)) return true;
  }
  return false;
}

bool tp_settling_is_late(const tp_Motion *m, uint32_t id, tp_Cell c) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  /* The goal of a large mover may stick out of the map. */
  tp_Rect to = tp_rect_clip(tp_mover_under(mover, tp_pack_cell(c.x, c.y)),
                            tp_motion_map(m));
  for (tp_Cell cell = tp_rect_first(to); tp_rect_wrap(to, &cell); cell.x++) {
    uint32_t other = tp_round_holder(&m->round, cell.x, cell.y);
    if (other == 0 || other == id) continue;
    if (tp_reservations_is_before(&m->round, id, other)) return true;
  }
  return false;
}

bool tp_settling_is_goal_taken(const tp_Motion *m, uint32_t id) {
  const tp_Guide *guide = &tp_motion_mover(m, id)->guide;
  return tp_guide_has_goal(guide) && tp_settling_is_late(m, id, guide->goal);
}

bool tp_settling_seeks_end(const tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  return mover->state == TP_BLOCKED && m->now >= mover->progress.nearer &&
         tp_settling_is_goal_taken(m, id);
}

/* Would the mover have to pass between two movers at rest? */
static bool is_narrow(const tp_Motion *m, uint32_t id, tp_Cell c, int d) {
  const tp_Navmap *nav = tp_motion_mover(m, id)->navmap;
  return tp_passes_between(nav->profile.diagonal, d) &&
         is_taken(m, id, tp_beside(c, tp_side_x(d))) &&
         is_taken(m, id, tp_beside(c, tp_side_y(d)));
}

bool tp_settling_may_take_link(const tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Cell at = tp_mover_cell(mover);
  tp_Edge edge;
  return tp_guide_edge(&mover->guide, mover->navmap, at, &edge) &&
         !is_shut(m, id, tp_mover_under(mover, edge.to));
}

bool tp_settling_settles(const tp_Motion *m, uint32_t id, uint64_t here) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  tp_Cell c = tp_mover_cell(mover);
  if (!tp_mover_is_near(mover, c)) return false;
  if (mover->loops) return true;
  if (m->now - mover->progress.nearer > tp_mover_step_time(mover) * CONTENT)
    return true;
  if (tp_settling_may_take_link(m, id)) return false;
  uint64_t stay = tp_candidates_cost(mover, c, false);
  unsigned steps = tp_guide_choices(&mover->guide, mover->navmap, c);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell to = tp_beside(c, d);
    if (tp_mover_cost(mover, to) >= here || is_narrow(m, id, c, d)) continue;
    if (tp_candidates_cost(mover, to, tp_is_diagonal(d)) >= stay) continue;
    if (!is_shut(m, id, tp_mover_under(mover, tp_pack_cell(to.x, to.y)))) {
      return false;
    }
  }
  return true;
}

bool tp_settling_comes_late(const tp_Motion *m, uint32_t id, uint64_t here) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  tp_Cell c = tp_mover_cell(mover);
  bool is_late = false;
  if (mover->settle > 0) return false;
  if (!tp_mask_can_enter(mover->navmap->mask, c.x, c.y)) return false;
  if (tp_guide_has_goal(&mover->guide) && !tp_settling_is_goal_taken(m, id))
    return false;
  if (tp_settling_may_take_link(m, id)) return false;
  unsigned steps = tp_guide_choices(&mover->guide, mover->navmap, c);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell to = tp_beside(c, d);
    if (tp_mover_cost(mover, to) >= here) continue;
    if (!is_shut(m, id, tp_mover_under(mover, tp_pack_cell(to.x, to.y)))) {
      if (!is_narrow(m, id, c, d)) return false;
    }
    is_late = is_late || tp_settling_is_late(m, id, to);
  }
  return is_late;
}

/* Does no other mover hold what the mover would cover in a cell? */
static bool is_free(const tp_Motion *m, uint32_t id, tp_Cell c) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Rect at = tp_mover_under(mover, tp_pack_cell(c.x, c.y));
  for (tp_Cell here = tp_rect_first(at); tp_rect_wrap(at, &here); here.x++) {
    const uint32_t holder = tp_round_holder(&m->round, here.x, here.y);
    if (holder != 0 && holder != id) return false;
  }
  return true;
}

bool tp_settling_may_go_on(const tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Guide *guide = &mover->guide;
  const tp_Cell at = tp_mover_cell(mover);
  /* On a path of its own, its costs depend on what it has seen of the map. */
  if (mover->state != TP_BLOCKED || mover->flags & TP_MOVER_REFUSED ||
      guide->trail) {
    return false;
  }
  unsigned steps = tp_guide_choices(guide, mover->navmap, at);
  for (; steps; steps &= steps - 1) {
    const tp_Cell to = tp_beside(at, tp_lowest(steps));
    if (tp_mover_cost(mover, to) < tp_mover_cost(mover, at) &&
        is_free(m, id, to)) {
      return true;
    }
  }
  return false;
}
