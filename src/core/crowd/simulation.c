/* simulation.c - advances from moment to moment. At each moment:
 *
 *     steps end        the cells that were left are released; movers that wait
 *                      beside them wake
 *     look             has the mover arrived? does it lack a path?
 *     a round          in order of rank
 *     steps begin      a cell is being left, and no mover has taken it over:
 *                      movers that wait beside it wake, for another round at
 *                      the same moment
 *
 * A run ends after the looks of its last moment and before the round, so all
 * events up to that moment are reported, and an order given between two runs
 * takes effect at that moment. Since a look may change goals that other movers
 * read, the next run continues with the round: each mover looks once a moment,
 * however time is cut into runs, unless the game has called in between.
 *
 * A mover begins at most one step a moment, and only such a beginning wakes
 * others for the same moment. So each moment ends.
 *
 * Invariant between moments: a mover holds all cells under `at`, and those
 * under `from` that no mover has taken over. While it is under way, its wake
 * time is the end of its step. A mover that stands has one if it wants to go
 * on.
 *
 * Cost: some 400 ns a step if thousands decide at once; half of that is the
 * round's.
 */
#include "simulation.h"

#include "candidates.h"
#include "jointplans.h"
#include "pibt.h"
#include "settling.h"
#include "unitedits.h"
#include "unitstates.h"
#include "waitlists.h"

/* Movers to prefetch ahead. */
enum { FETCHED = 6 };

/* ---- a moment ------------------------------------------------------------ */

/* Sorts the first `count` entries of `ranked` by their keys. */
static void sort_ranked(tp_Motion *m, uint32_t count) {
  tp_Numbered *spare = (tp_Numbered *)(void *)m->round.room.chosen;
  tp_order_numbered(m->moment.ranked, spare, count);
}

static void take_order(tp_Moment *moment, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    moment->awake[i] = moment->ranked[i].number;
  }
}

/* Collects all movers that wake now, by id. Steps that end may wake further
 * movers, which are merged into the order. */
static void wake_all(tp_Motion *m) {
  tp_Moment *moment = &m->moment;
  moment->awakes = moment->looked = moment->deciding = moment->asked = 0;
  moment->waits = 0;
  moment->has_thought = false;
  while (tp_wakes_next(&m->wakes, m->round.mover) <= m->now) {
    const uint32_t id = m->wakes.id[0];
    tp_motion_wake_at(m, id, TP_NO_TIME);
    moment->awake[moment->awakes++] = id;
    tp_Mover *mover = tp_motion_mover(m, id);
    if (tp_mover_stands(mover)) continue;
    /* Its step is over: it releases the cells that it has left. */
    tp_Rect from = tp_mover_under(mover, mover->stride.from);
    tp_Rect at = tp_mover_under(mover, mover->at);
    int64_t left = tp_occupancy_leave(m->occupancy, from, at, id, &m->pending);
    if (tp_mover_is_in_link(mover)) mover->progress.nearer = m->now;
    mover->stride.from = mover->at;
    mover->put = false;
    if (left > 0) tp_waiting_wake(m, from);
  }
  m->round.now = m->now;
}

/* Lets the awake movers look around. Returns false if a mover needs a path and
 * there is budget, or if a mover asks anyway: by its order, or for another end.
 * Each mover is asked once a moment. */
static bool look_all(tp_Motion *m, uint64_t budget) {
  tp_Moment *moment = &m->moment;
  for (; moment->looked < moment->awakes; moment->looked++) {
    const uint32_t *awake = &moment->awake[moment->looked];
    const uint32_t id = *awake, left = moment->awakes - moment->looked;
    /* Prefetches the data of the next movers: a crowd does not fit into the
     * cache, and all of it may be awake. */
    if (left > FETCHED) tp_candidates_fetch(&m->round, awake[FETCHED]);
    if (left > 2 * FETCHED) {
      const tp_Mover *later = tp_motion_mover(m, awake[(size_t)2 * FETCHED]);
      tp_fetch(later);
      tp_fetch(&later->wake);
    }
    if (!tp_motion_is_there(m, id)) continue;
    tp_Mover *mover = tp_motion_mover(m, id);
    const tp_Cell at = tp_mover_cell(mover);
    mover->steps = (uint8_t)tp_guide_choices(&mover->guide, mover->navmap, at);
    const bool may_ask = moment->asked != id;
    const bool seeks = mover->asks || tp_settling_seeks_end(m, id);
    const bool is_asked = may_ask && seeks && !tp_mover_is_fixed(mover);
    if (is_asked || tp_states_lacks_way(m, id)) {
      if (is_asked || (may_ask && budget > 0)) {
        moment->asked = m->want.unit = id;
        return false;
      }
      tp_waiting_add(m, id);
      continue;
    }
    bool waits = mover->state == TP_WAITING;
    bool decides = tp_states_look(m, id);
    if (!waits && mover->state == TP_WAITING && mover->wake <= m->now) {
      moment->looked--; /* it asks for its next goal before others push it */
      moment->asked = 0;
      continue;
    }
    /* Members of plans take part in the moment even if they rest. */
    if (decides || mover->group != 0) moment->awake[moment->deciding++] = id;
  }
  return true;
}

/* Wakes the movers beside a step's start if cells there are free to take
 * over. */
static void wake_behind(tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  if (tp_mover_is_in_link(mover)) return;
  tp_Rect from = tp_mover_under(mover, mover->stride.from);
  tp_Rect at = tp_mover_under(mover, mover->at);
  for (tp_Cell c = tp_rect_first(from); tp_rect_wrap(from, &c); c.x++) {
    if (tp_rect_has(at, c.x, c.y)) continue;
    if (tp_occupancy_at(m->occupancy, c.x, c.y) != id) continue;
    tp_waiting_wake(m, from);
    return;
  }
}

/* Begins the steps that were chosen. If the game takes a step with the mover
 * `given`, the movers that stay have lost no turn, and the caller updates the
 * state of that mover. */
static void begin_all(tp_Motion *m, uint32_t given) {
  const uint32_t *chosen = m->round.room.chosen;
  uint32_t count = m->round.chosen;
  tp_pibt_time(&m->round);
  for (uint32_t i = 0; i < count; i++) {
    tp_Mover *mover = tp_motion_mover(m, chosen[i]);
    if (mover->choice != TP_STEPS) continue;
    const tp_Stagger s = mover->navmap->moves.stagger;
    const uint32_t to = tp_mover_to(mover);
    const bool by_link = mover->to == TP_TO_LINK;
    if (!by_link && tp_is_hexagonal(s)) {
      const unsigned shoved = tp_is_shoved(s, tp_mover_cell(mover));
      mover->heading = (uint8_t)tp_hexagon_turn(s, shoved, mover->to) & 15;
    } else if (!by_link) {
      mover->heading = mover->to;
    }
    mover->stride.lasts = by_link ? 0 : (uint32_t)(mover->stride.end - m->now);
    mover->stride.from = mover->at;
    mover->at = to;
    if (m->tells_moves) tp_motion_tell(m, chosen[i], TP_HAS_MOVED, to);
    tp_Rect at = tp_mover_under(mover, to);
    tp_occupancy_agree(m->occupancy, at, &m->pending);
    tp_motion_wake_at(m, chosen[i], mover->stride.end);
  }
  tp_pibt_end(&m->round, true);
  for (uint32_t i = 0; i < count; i++) {
    if (tp_mover_stands(tp_motion_mover(m, chosen[i]))) {
      if (given == 0) tp_states_stays(m, chosen[i]);
    } else if (chosen[i] != given) {
      tp_states_steps(m, chosen[i]);
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    if (!tp_mover_stands(tp_motion_mover(m, chosen[i]))) {
      wake_behind(m, chosen[i]);
    }
  }
}

/* Returns false, with nothing done, if the round needs a larger stack. */
static bool decide_all(tp_Motion *m) {
  tp_Moment *moment = &m->moment;
  tp_Numbered *ranked = moment->ranked;
  /* By rank: first by the lower half of the ranks, then, stably, by the higher
   * half. */
  for (uint32_t i = 0; i < moment->deciding; i++) {
    uint32_t id = moment->awake[i];
    ranked[i] = (tp_Numbered){(uint32_t)tp_round_rank(&m->round, id), id};
  }
  sort_ranked(m, moment->deciding);
  for (uint32_t i = 0; i < moment->deciding; i++) {
    uint64_t rank = tp_round_rank(&m->round, ranked[i].number);
    ranked[i].key = (uint32_t)(rank >> 32);
  }
  sort_ranked(m, moment->deciding);
  take_order(moment, moment->deciding);
  tp_pibt_begin(&m->round, m->now);
  tp_plans_lead(m);
  for (uint32_t i = 0; i < moment->deciding && !m->round.is_short; i++) {
    uint32_t id = moment->awake[i];
    const tp_Mover *mover = tp_motion_mover(m, id);
    if (mover->group != 0) continue;
    if (mover->state != TP_IDLE && tp_mover_rests(mover)) continue;
    if (tp_motion_is_there(m, id)) tp_pibt_decide(&m->round, id);
  }
  if (m->round.is_short) {
    tp_pibt_end(&m->round, false);
    return false;
  }
  tp_plans_step(m);
  begin_all(m, 0);
  m->round.room.is_last = false;
  moment->is_on = false;
  return true;
}

/* ---- time ---------------------------------------------------------------- */

/* Is there room for the most events that one moment can have? If not, asks for
 * a longer list. */
static bool has_room_for_events(tp_Motion *m) {
  const uint32_t most = (m->tells_moves ? 3 : 2) * m->movers + 16;
  const uint32_t count = m->events ? m->events->count : 0;
  if (m->events && m->events->capacity - count >= most) return true;
  m->want.slot = TP_SLOT_EVENTS;
  m->want.bytes = tp_events_bytes(2 * (count + most));
  return false;
}

static void want_stack(tp_Motion *m) {
  m->want.slot = TP_SLOT_TRIES;
  m->want.bytes = tp_pibt_stack_bytes(4 * m->round.room.tries);
}

static tp_MotionStatus finish_run(tp_Motion *m) {
  m->now = tp_clock_end(&m->clock);
  m->waiting.is_running = false;
  m->moment.asked = 0;
  m->want.slot = TP_SLOT_MOTION; /* a block that was refused may be asked for
                                    again */
  return TP_MOTION_DONE;
}

static tp_MotionStatus run_moments(tp_Motion *m, uint64_t *budget) {
  tp_Moment *moment = &m->moment;
  tp_Waiting *waiting = &m->waiting;
  const uint64_t end = tp_clock_end(&m->clock);
  bool is_refused = m->want.slot == TP_SLOT_EVENTS && m->want.bytes == 0;
  if (!waiting->is_running) {
    m->round.by_ticks = m->by_ticks;
    waiting->is_running = true;
    waiting->asks = waiting->count;
  }
  for (;;) {
    if (!moment->is_on) {
      bool is_asked = waiting->asks > 0 && *budget > 0;
      uint64_t next = m->now;
      if (!is_asked && !moment->is_open) {
        next = tp_wakes_next(&m->wakes, m->round.mover);
      }
      if (next > end || (!is_asked && m->now == end && moment->is_open)) {
        return finish_run(m);
      }
      if (!is_refused && !has_room_for_events(m)) return TP_MOTION_NEEDS_ROOM;
      if (is_asked) {
        moment->asked = m->want.unit = tp_waiting_next(m);
        return TP_MOTION_NEEDS_WAY;
      }
      if (next > m->now) m->now = next;
      if (!moment->is_open) wake_all(m);
      moment->is_on = true;
      moment->is_open = false;
    }
    if (!look_all(m, *budget)) return TP_MOTION_NEEDS_WAY;
    if (m->now == end) {
      moment->is_on = false;
      moment->is_open = true;
      return finish_run(m);
    }
    if (!moment->has_thought && !tp_plans_think(m, budget)) {
      return TP_MOTION_NEEDS_ROOM;
    }
    moment->has_thought = true;
    if (!decide_all(m)) {
      want_stack(m);
      return TP_MOTION_NEEDS_ROOM;
    }
    is_refused = false;
  }
}

tp_MotionStatus tp_motion_run(tp_Motion *m, uint64_t *budget) {
  tp_MotionStatus status = run_moments(m, budget);
  tp_pending_note(&m->pending, &m->occupancy->changes);
  return status;
}

/* ---- steps of the game's ------------------------------------------------- */

/* The unit that keeps the mover off a step: a unit there that stays, or else
 * the last barrier of the round. */
static uint32_t barrier_of(const tp_Motion *m, uint32_t id, int direction) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Cell next = tp_beside(tp_mover_cell(mover), direction);
  tp_Rect to = tp_mover_under(mover, tp_pack_cell(next.x, next.y));
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    uint32_t holder = tp_round_holder(&m->round, c.x, c.y);
    if (holder == 0 || holder == id) continue;
    if (tp_motion_mover(m, holder)->choice == TP_STAYS) return holder;
  }
  return m->round.barrier;
}

tp_StepStatus tp_motion_step(tp_Motion *m, uint32_t id, int direction,
                             uint32_t *blocker) {
  tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Cell at = tp_mover_cell(mover);
  tp_Round *r = &m->round;
  tp_RoundRoom *room = &r->room;
  bool is_refused = m->want.slot == TP_SLOT_EVENTS && m->want.bytes == 0;
  *blocker = 0;
  if (!tp_mover_stands(mover)) return TP_STEP_BUSY;
  if (!tp_navmap_can_step(mover->navmap, at.x, at.y, direction)) {
    return TP_STEP_WALL;
  }
  if (!is_refused && !has_room_for_events(m)) return TP_STEP_NEEDS_ROOM;
  /* A round of its own, with the mover idle. */
  const tp_Mover before = *mover;
  uint32_t *forced = room->forced;
  tp_StepStatus status = TP_STEP_TAKEN;
  room->forced = NULL; /* it belongs to the last moment */
  r->by_ticks = m->by_ticks;
  mover->state = TP_IDLE;
  mover->group = 0;
  mover->guide = (tp_Guide){NULL, NULL, at};
  tp_pibt_begin(r, m->now);
  if (tp_pibt_step(r, id, direction)) {
    tp_motion_look_anew(m);
    begin_all(m, id);
    if (before.state == TP_IDLE) tp_motion_stop(m, id);
    if (before.state != TP_IDLE) tp_motion_end(m, id);
  } else {
    status = r->is_short ? TP_STEP_NEEDS_ROOM : TP_STEP_UNIT;
    if (!r->is_short) *blocker = barrier_of(m, id, direction);
    r->decisions = r->before;
    tp_pibt_end(r, false);
    mover->state = before.state;
    mover->group = before.group;
    mover->guide = before.guide;
  }
  room->forced = forced;
  tp_pending_note(&m->pending, &m->occupancy->changes);
  if (status == TP_STEP_NEEDS_ROOM) {
    want_stack(m);
  } else {
    room->is_last = false;
    m->want.slot = TP_SLOT_MOTION;
  }
  return status;
}

/* Delays followers of this mover: no follower arrives before the leaver. */
static bool wait_for_leaver(tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  tp_Rect from = tp_mover_under(mover, mover->stride.from);
  bool is_later = false;
  for (tp_Cell c = tp_rect_first(from); tp_rect_wrap(from, &c); c.x++) {
    uint32_t by = tp_round_holder(&m->round, c.x, c.y);
    if (by == 0 || by == id) continue;
    tp_Stride *its = &tp_motion_mover(m, by)->stride;
    if (its->end >= mover->stride.end) continue;
    its->end = mover->stride.end;
    is_later = true;
  }
  return is_later;
}

/* No mover is in a link here: a mover whose cells were taken over takes
 * none. */
void tp_motion_retime(tp_Motion *m) {
  for (uint32_t id = 1; id <= m->last_id; id++) {
    tp_Mover *mover = tp_motion_mover(m, id);
    tp_Cell from = tp_unpack_cell(mover->stride.from),
            to = tp_mover_cell(mover);
    int direction = tp_direction(to.x - from.x, to.y - from.y);
    if (direction < 0) continue;
    mover->stride.end =
        m->now + tp_round_lasts(&m->round, mover, from, direction);
  }
  for (bool is_later = true; is_later;) {
    is_later = false;
    for (uint32_t id = 1; id <= m->last_id; id++) {
      if (tp_mover_stands(tp_motion_mover(m, id))) continue;
      is_later |= wait_for_leaver(m, id);
    }
  }
  for (uint32_t id = 1; id <= m->last_id; id++) {
    tp_Mover *mover = tp_motion_mover(m, id);
    if (tp_mover_stands(mover)) continue;
    mover->stride.lasts = (uint32_t)(mover->stride.end - m->now);
    tp_motion_wake_at(m, id, mover->stride.end);
  }
}

/* ---- what there is to tell ----------------------------------------------- */

double tp_motion_phase(const tp_Motion *m, uint32_t id) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  if (tp_mover_stands(mover)) return 1;
  if (tp_mover_is_in_link(mover)) return mover->stride.end <= m->clock.whole;
  /* A step that began between two updates starts with the next unit of time. */
  if (m->clock.whole < tp_mover_began(mover)) return 0;
  double part = (double)m->clock.fraction * (1.0 / 18446744073709551616.0);
  double gone = (double)(m->clock.whole - tp_mover_began(mover)) + part;
  double phase = gone / mover->stride.lasts;
  return phase < 1 ? phase : 1;
}

tp_Counters tp_motion_counters(const tp_Motion *m) {
  tp_Counters c = {m->round.decisions, 0, 0, 0};
  for (uint32_t id = 1; id <= m->last_id; id++) {
    const tp_Mover *mover = tp_motion_mover(m, id);
    if (!(mover->flags & TP_MOVER_THERE)) continue;
    if (tp_mover_goes(mover)) c.moving++;
    if (mover->flags & TP_MOVER_QUEUED) c.waiting++;
    if (mover->flags & TP_MOVER_STUCK) c.stuck++;
  }
  return c;
}
