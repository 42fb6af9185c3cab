/* unitstates.c - the state table in words:
 *
 *     idle      rests; if it was pushed away, it goes home when no mover is
 *               about to pass
 *     going     looks around whenever it stands. At its goal it arrives. Near
 *               enough, with all nearer cells beside it taken by movers at
 *               rest, it settles. Beside its goal, with another mover at it, it
 *               is blocked; also if its path has not become shorter for long
 *     arrived,  rest; pushed away, they go back. A mover with the same goal
 *     settled   does not push them. Pushed again and again, they are blocked
 *     blocked   rests, and goes again after a pause. Each pause is twice as
 *               long, up to a bound, until the mover has come nearer than ever.
 *               If another mover is at its goal, it asks for a path, perhaps to
 *               another end of its order. If it has been beside that goal, it
 *               rests on
 *
 * A mover settles only if movers at rest take the nearer cells. So the nearest
 * come to rest first, and no circle of movers waits for one another.
 */
#include "unitstates.h"

#include "../base/bits.h"
#include "candidates.h"
#include "detours.h"
#include "settling.h"

enum {
  PATIENCE = 64,    /* steps without progress until a mover is blocked */
  PAUSE = 16,       /* steps of the first rest after that */
  MOST_PAUSES = 6,  /* so often the pause doubles */
  MOST_PUSHES = 24, /* so often it goes back to its goal, then it gives in */
  CALM = 64,        /* steps at its goal until pushes count anew */
  MOST_PLANS = 8,   /* so often it hopes for a plan without progress */
  LARGE = 16,       /* units: a push counts less often with each so many */
  HUGE_CROWD = 128, /* units: one more hope with each so many */
  LONG_CALM = 2 * PAUSE << MOST_PAUSES /* steps at its goal until pauses
                                          count anew */
};

/* At rest the mover looks again at that time; if it asks where to go, after one
 * step's time. */
static void rest_until(tp_Motion *m, uint32_t id, uint64_t time) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const uint64_t next = m->now + tp_mover_step_time(mover);
  tp_motion_wake_at(m, id, mover->asks && next < time ? next : time);
}

/* Is the next cell of its trail taken by a mover that stands, or is there none?
 * A mover under way does not hinder: this one can follow it. */
static bool is_hindered(const tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  tp_Cell next;
  if (!tp_guide_next(&mover->guide, mover->navmap, tp_mover_cell(mover),
                     &next)) {
    return true;
  }
  tp_Rect to = tp_mover_under(mover, tp_pack_cell(next.x, next.y));
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    uint32_t holder = tp_round_holder(&m->round, c.x, c.y);
    if (holder == 0 || holder == id) continue;
    if (!tp_mover_is_under_way(tp_motion_mover(m, holder), m->now)) return true;
  }
  tp_Cell at = tp_mover_cell(mover);
  bool is_step = tp_apart(at.x, next.x) <= 1 && tp_apart(at.y, next.y) <= 1;
  return is_step && tp_candidates_is_between(&m->round, mover, next);
}

bool tp_states_lacks_way(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Cell at = tp_mover_cell(mover);
  if (mover->state == TP_IDLE || tp_mover_is_fixed(mover)) return false;
  if (mover->state == TP_BLOCKED && m->now < mover->progress.nearer)
    return false;
  tp_Guide *guide = &mover->guide;
  if (tp_guide_is_end(guide, mover->navmap, at)) {
    return mover->is_short && !tp_guide_leads(guide);
  }
  if (mover->flags & TP_MOVER_REFUSED || !tp_guide_leads(guide)) return true;
  /* Renews its window if that is stale. */
  const tp_Navmap *nav = mover->navmap;
  tp_Service service = tp_guide_service(guide, nav, at, false);
  if (service == TP_GUIDE_SERVES && guide->trail && is_hindered(m, id)) {
    service = tp_guide_service(guide, nav, at, true);
  }
  if (service == TP_GUIDE_LAGS) {
    service = tp_guide_refresh(guide, nav, at, m->scratch);
  }
  return service == TP_GUIDE_ASTRAY;
}

/* ---- at rest ------------------------------------------------------------- */

static void free_it(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  if (mover->flags & TP_MOVER_STUCK) tp_motion_tell(m, id, TP_IS_FREED, 0);
  mover->flags &= (uint8_t)~TP_MOVER_STUCK;
}

/* The mover is at its goal, or near enough. If its path is short of that, it is
 * blocked there. */
static void come_to_rest(tp_Motion *m, uint32_t id, tp_MoverState state,
                         tp_Happening what) {
  tp_Mover *mover = tp_motion_mover(m, id);
  if (!mover->is_short) free_it(m, id);
  mover->flags &= (uint8_t)~TP_MOVER_ROUND;
  mover->plans = 0;
  mover->progress.since = m->now;
  if (mover->loops) {
    /* It asks for its next goal at once. If it has not stepped since its last
     * goal, it asks after a step's time, or it might never stop asking. (A ride
     * in a link is no step: it may take next to no time.) */
    uint64_t pause =
        mover->flags & TP_MOVER_TOLD ? tp_mover_step_time(mover) : 0;
    mover->flags |= TP_MOVER_TOLD;
    mover->state = TP_WAITING;
    mover->pauses = 0;
    mover->guide = (tp_Guide){NULL, NULL, {-1, -1}};
    tp_motion_tell(m, id, TP_HAS_REACHED, 0);
    tp_motion_wake_at(m, id, m->now + pause);
    return;
  }
  mover->state = (uint8_t)state;
  mover->flags &= (uint8_t)~TP_MOVER_AWAY;
  if (mover->asks) rest_until(m, id, TP_NO_TIME);
  if (mover->flags & TP_MOVER_TOLD) return;
  mover->flags |= TP_MOVER_TOLD;
  if (mover->is_short) mover->flags |= TP_MOVER_STUCK;
  tp_motion_tell(m, id, mover->is_short ? TP_IS_BLOCKED : what, 0);
}

void tp_states_give_up(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  uint64_t pause = tp_mover_step_time(mover) * PAUSE << mover->pauses;
  mover->state = TP_BLOCKED;
  mover->plans = 0;
  mover->flags &= (uint8_t) ~(TP_MOVER_AWAY | TP_MOVER_ROUND);
  if (!(mover->flags & TP_MOVER_STUCK)) tp_motion_tell(m, id, TP_IS_BLOCKED, 0);
  mover->flags |= TP_MOVER_STUCK;
  if (mover->pauses < MOST_PAUSES) mover->pauses++;
  mover->progress.nearer = m->now + pause;
  if (tp_mover_stands(mover)) rest_until(m, id, m->now + pause);
}

static uint64_t patience(const tp_Mover *mover) {
  return tp_mover_step_time(mover) * PATIENCE;
}

bool tp_states_may_wait(const tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  return m->now - mover->progress.nearer <= patience(mover) << mover->pauses;
}

void tp_states_warn(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  if (tp_mover_rests(mover) || mover->flags & TP_MOVER_STUCK) return;
  if (m->now - mover->progress.nearer <= patience(mover)) return;
  tp_motion_tell(m, id, TP_IS_BLOCKED, 0);
  mover->flags |= TP_MOVER_STUCK;
}

void tp_states_hope(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  /* In a large crowd many pass, and that takes longer. So there are more
   * hopes. */
  uint32_t most = MOST_PLANS + m->present / HUGE_CROWD;
  if (most > TP_MOST_PLANS) most = TP_MOST_PLANS;
  if (mover->plans < most >> mover->pauses) {
    mover->plans++;
    mover->progress.nearer = m->now;
  } else if (mover->state == TP_GOING || mover->state == TP_ARRIVED) {
    tp_states_give_up(m, id);
  }
}

/* ---- looking ------------------------------------------------------------- */

bool tp_states_leads(const tp_Mover *mover) {
  tp_Cell c = tp_mover_cell(mover);
  if (tp_mover_cost(mover, c) != TP_FAR) return true;
  unsigned steps = tp_guide_choices(&mover->guide, mover->navmap, c);
  for (; steps; steps &= steps - 1) {
    if (tp_mover_cost(mover, tp_beside(c, tp_lowest(steps))) != TP_FAR)
      return true;
  }
  return false;
}

static bool look_on(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_Cell c = tp_mover_cell(mover);
  uint64_t here = tp_mover_cost(mover, c);
  if (!tp_states_leads(mover)) {
    mover->flags |= TP_MOVER_REFUSED;
    tp_states_give_up(m, id);
    return false;
  }
  if (here < mover->progress.best) {
    if (mover->progress.best == TP_FAR) {
      /* A mover with a long way counts as ordered earlier by that time: it
       * comes first. */
      const uint64_t most = UINT64_C(1) << 24;
      const uint64_t step =
          mover->navmap->costs.cheapest[0] * tp_guide_factor(&mover->guide);
      uint64_t steps = step ? here / step : 0;
      if (steps > most) steps = most;
      const uint64_t way = steps * tp_mover_step_time(mover);
      const uint64_t age = m->now - mover->progress.since;
      if (way > age || age > INT64_MAX) mover->progress.since = m->now - way;
    }
    mover->progress.best = here;
    mover->progress.nearer = m->now;
    mover->plans = 0;
    mover->flags &= (uint8_t)~TP_MOVER_ROUND;
    if (!mover->renewed) mover->pauses = 0;
    free_it(m, id);
  }
  /* This also catches movers that step to and fro, or round and round. */
  if (m->now - mover->progress.nearer > 2 * patience(mover)) {
    tp_states_give_up(m, id);
    return false;
  }
  if (tp_settling_comes_late(m, id, here)) {
    mover->progress.best = 0; /* it can come no nearer */
    tp_states_give_up(m, id);
    return false;
  }
  if (tp_settling_settles(m, id, here)) {
    come_to_rest(m, id, TP_SETTLED, TP_HAS_SETTLED);
    return false;
  }
  return true;
}

static bool look_home(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  if (!tp_same_cell(tp_mover_cell(mover), mover->guide.goal)) return true;
  mover->flags &= (uint8_t)~TP_MOVER_AWAY;
  mover->pauses = 0;
  return false;
}

/* Does the mover stand before a link, and wait for the game's answer? */
static bool is_held(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_Edge edge;
  if (!tp_mover_is_held(mover) || !tp_guide_edge(&mover->guide, mover->navmap,
                                                 tp_mover_cell(mover), &edge)) {
    return false;
  }
  if (mover->held == TP_ASKS) tp_motion_tell(m, id, TP_IS_AT_LINK, 0);
  mover->held = TP_HAS_ASKED;
  mover->progress.nearer = m->now;
  return true;
}

bool tp_states_look(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  if (tp_mover_is_fixed(mover)) return false;
  if (mover->asks && mover->state == TP_SETTLED) {
    mover->state = TP_GOING; /* if there is room now */
    mover->progress.nearer = m->now;
  }
  if (mover->state == TP_IDLE) return look_home(m, id);
  if (mover->state == TP_WAITING) return false;
  if (tp_guide_is_end(&mover->guide, mover->navmap, tp_mover_cell(mover))) {
    come_to_rest(m, id, TP_ARRIVED, TP_HAS_ARRIVED);
    return false;
  }
  if (mover->state == TP_BLOCKED) {
    if (m->now < mover->progress.nearer) {
      rest_until(m, id, mover->progress.nearer);
      return false;
    }
    if (mover->progress.best == 0 && tp_settling_is_goal_taken(m, id)) {
      tp_states_give_up(m, id);
      return false;
    }
    mover->state = TP_GOING;
    mover->progress.nearer = m->now;
    mover->flags &= (uint8_t)~TP_MOVER_ROUND;
  }
  /* Has the mover gone back to its goal so often that it leaves it for a
   * while? */
  if (mover->flags & TP_MOVER_AWAY && mover->state == TP_ARRIVED &&
      mover->pushes >= MOST_PUSHES >> mover->pauses) {
    tp_states_give_up(m, id);
    return false;
  }
  return !tp_mover_rests(mover) && look_on(m, id) && !is_held(m, id);
}

/* ---- after a round ------------------------------------------------------- */

/* Movers that push each other off their goals in turns each reach their goals,
 * so their patience never ends. So the number of pushes counts instead: after
 * some pushes a plan is needed. In a large crowd not each push counts. */
static void note_push(const tp_Motion *m, tp_Mover *mover) {
  uint64_t calm = m->now - mover->progress.since,
           step = tp_mover_step_time(mover);
  bool counts = mover->state == TP_ARRIVED && mover->settle == 0;
  if (counts) {
    uint32_t moment = (uint32_t)(m->now ^ m->now >> 32);
    uint32_t drawn = tp_candidates_hash(moment, m->present);
    bool is_one_more = drawn % (1 + m->present / LARGE) == 0;
    if (calm > step * CALM) mover->pushes = 0;
    if (calm > step * LONG_CALM) mover->pauses = 0;
    if (mover->pushes < MOST_PUSHES && is_one_more) mover->pushes++;
  }
  mover->flags |= TP_MOVER_AWAY;
  mover->progress.since = m->now;
  if (!counts || mover->pushes <= MOST_PUSHES / 4)
    mover->progress.nearer = m->now;
}

void tp_states_steps(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  tp_Cell from = tp_unpack_cell(mover->stride.from);
  uint32_t by = tp_round_holder(&m->round, from.x, from.y);
  bool is_pushed = mover->state != TP_GOING && by != id && by != 0 &&
                   (tp_mover_rests(mover) || mover->state == TP_WAITING);
  mover->bumped = 0;
  if (mover->held) mover->held = TP_ASKS;
  if (mover->state == TP_BLOCKED && mover->flags & TP_MOVER_REFUSED) {
    mover->progress.nearer =
        m->now; /* elsewhere the answer may be another one */
  }
  if (mover->loops && !tp_mover_is_in_link(mover)) {
    mover->flags &= (uint8_t)~TP_MOVER_TOLD;
  }
  if (is_pushed) tp_motion_tell(m, id, TP_WAS_PUSHED, by);
  if (tp_mover_rests(mover)) mover->flags &= (uint8_t)~TP_MOVER_ROUND;
  if (tp_mover_rests(mover) && mover->state != TP_BLOCKED &&
      !(mover->flags & TP_MOVER_AWAY)) {
    note_push(m, mover);
  }
}

/* When may the mover follow the holder of a cell? TP_NO_TIME if the holder is
 * not under way, or leaves early enough. */
static uint64_t follows_at(const tp_Motion *m, const tp_Mover *mover,
                           uint32_t holder, int direction) {
  const tp_Mover *other = tp_motion_mover(m, holder);
  if (!tp_mover_is_under_way(other, m->now)) return TP_NO_TIME;
  if (direction == TP_TO_LINK || tp_mover_is_in_link(other)) {
    return other->stride.end;
  }
  uint64_t lasts = tp_mover_lasts(mover, direction);
  if (other->stride.end <= m->now + lasts) return TP_NO_TIME;
  return other->stride.end - lasts;
}

/* Looks at the cells that are better than to stay, the best first. Returns when
 * to look again. */
static uint64_t await_turn(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  uint64_t wake = m->now + tp_mover_step_time(mover);
  tp_Try t = {0};
  t.id = id;
  tp_candidates_sort(&m->round, &t, TP_CHOICES, false);
  for (int i = 0; i < t.cells && t.cell[i] != TP_DIRECTIONS; i++) {
    int d = t.cell[i];
    tp_Cell to = d == TP_TO_LINK ? tp_unpack_cell(t.beyond)
                                 : tp_beside(tp_mover_cell(mover), d);
    uint32_t holder = tp_round_holder(&m->round, to.x, to.y);
    if (holder == 0 || holder == id) continue;
    uint64_t at = follows_at(m, mover, holder, d);
    if (at < wake) wake = at;
    /* A mover that waits for a mover in a link stands in a queue, and is not
     * stuck. The same holds for those behind it, as long as the mover ahead
     * makes progress. Hope that a mover was given (`plans` > 0) is not handed
     * on: round a ring of queues it would never end. */
    const tp_Mover *other = tp_motion_mover(m, holder);
    if (tp_mover_is_in_link(other)) {
      mover->progress.nearer = m->now;
    } else if (other->state == TP_GOING && other->plans == 0 &&
               tp_navmap_has_edges(mover->navmap) &&
               other->progress.nearer > mover->progress.nearer &&
               other->progress.nearer <= m->now) {
      mover->progress.nearer = other->progress.nearer;
    }
    if (i > 0 || holder == mover->bumped || mover->state != TP_GOING) continue;
    if (tp_mover_is_under_way(other, m->now)) continue;
    mover->bumped = holder;
    tp_motion_tell(m, id, TP_HAS_BUMPED, holder);
  }
  tp_detour_ask(m, id);
  return wake;
}

void tp_states_stays(tp_Motion *m, uint32_t id) {
  tp_Mover *mover = tp_motion_mover(m, id);
  if (mover->group != 0) return; /* its plan says when it goes on */
  if (mover->state == TP_IDLE) {
    if (!(mover->flags & TP_MOVER_AWAY)) return;
    /* It cannot go home: it looks again at growing intervals, and then takes
     * its cell as its home. */
    if (mover->pauses >= MOST_PAUSES) {
      mover->guide.goal = tp_mover_cell(mover);
      look_home(m, id);
    } else {
      tp_motion_wake_at(m, id,
                        m->now + (tp_mover_step_time(mover) << mover->pauses));
      mover->pauses++;
    }
  } else if (!tp_mover_rests(mover) && mover->state != TP_WAITING) {
    if (m->now - mover->progress.nearer > patience(mover)) {
      tp_states_give_up(m, id);
    } else {
      tp_motion_wake_at(m, id, await_turn(m, id));
    }
  }
}
