/* pibt.c - priority inheritance with backtracking (Okumura, Machida, Défago and
 * Tamura 2019; 2022), over footprints and steps that take time.
 *
 * Each unit in turn takes the first of its candidates that it may have. A
 * unit that stands there makes way: it decides now, with the rank of its
 * pusher, and may push others in turn. If no candidate works, its reservations
 * are undone, it is marked as staying, and the pusher tries its next candidate.
 *
 *     1 -> 2 -> 3 -> .       1 pushes 2, 2 pushes 3, and 3 is free to go: all
 *                            three step at once. A full ring can turn, too.
 *
 * A large unit displaces several units: all of them go, or none. Recursion
 * uses a stack of its own.
 *
 * A large pusher reserves more than the cells of the units that it displaces,
 * and so may bar their own ways. With large units, those that were pushed in
 * vain are undecided again once the push is undone. Small ones may not come
 * back towards a pusher: they try once more if they have come no nearer for
 * long.
 *
 * Who waits outside a passage (passages.c) leaves out the candidates in it. A
 * unit that was pushed in vain leaves by a link, if there is one.
 *
 * Invariant: for units that have decided or try, the occupant of a cell is the
 * unit that will be in it; else the unit in it now. A unit that tries or
 * steps holds all cells that it goes to. To undo decisions, the lists are cut
 * off at an earlier length. Units that stay are kept: no subtree fails twice;
 * with large units, none after the first MANY decisions.
 *
 * Long chains of pushes are rare, so the stack is short. If it is too short,
 * the round is undone and repeated from the beginning on a longer stack. The
 * result is the same, as nothing else has changed.
 *
 * Cost for units of size 1: each unit tries each candidate once, 9
 * reservations. If one of several displaced units fails, the others are
 * undone: at worst the square of their number.
 */
#include "pibt.h"

#include "../base/bits.h"
#include "candidates.h"
#include "passages.h"
#include "reservations.h"
#include "swap.h"

enum {
  A_TRY = sizeof(tp_Try) + 2 * sizeof(uint32_t),
  MANY = 64 /* decisions for one unit that pushes */
};

size_t tp_pibt_stack_bytes(uint32_t tries) { return (size_t)tries * A_TRY; }

void tp_pibt_give_stack(tp_RoundRoom *room, void *block, size_t bytes) {
  room->tries = (uint32_t)(bytes / A_TRY);
  room->stack = block;
  room->displaced = (uint32_t *)(void *)(room->stack + room->tries);
}

void tp_pibt_begin(tp_Round *r, uint64_t now) {
  r->now = now;
  r->before = r->decisions;
  r->needs_stack = r->has_large = false;
  r->n_tries = r->n_reserved = r->n_displaced = r->n_chosen = r->again = 0;
}

/* ---- the stack ----------------------------------------------------------- */

/* The unit begins to try. If no entry is free, it asks for a longer stack. If
 * none can be had, the unit stays. */
static tp_Try *push_try(tp_Round *r, uint32_t id, uint32_t pusher) {
  tp_Unit *unit = &r->unit[id];
  if (r->n_tries == r->room.tries) {
    r->needs_stack = !r->room.cannot_grow;
    if (r->needs_stack) return NULL;
    unit->decision = TP_STAYS;
    unit->to = TP_STAY;
    r->room.link_end[id] = TP_ANYTIME;
    if (id != r->again) r->room.chosen[r->n_chosen++] = id;
    return NULL;
  }
  tp_Try *t = &r->room.stack[r->n_tries++];
  t->id = id;
  t->pusher = pusher;
  t->n_reserved = r->n_reserved;
  t->n_chosen = r->n_chosen;
  t->first_displaced = t->next = r->n_displaced;
  t->tried = 0;
  t->held_for = TP_ANYTIME;
  unit->decision = TP_TRIES;
  unit->to = TP_NO_CHOICE;
  r->has_large |= unit->wide > 1 || unit->high > 1;
  r->decisions++;
  return t;
}

/* Does the unit wait outside a passage, and not go on in that direction? One
 * that is pushed by a unit that comes out of a dead end itself waits for none
 * that comes after that one. */
static bool is_barred(const tp_Round *r, const tp_Try *t, int d) {
  const tp_Unit *unit = &r->unit[t->id];
  if (d == TP_STAY || unit->state == TP_IDLE) return false;
  if (r->room.forced && r->room.forced[t->id] != TP_ANYWHERE) return false;
  const tp_Cell to = d == TP_TO_LINK ? tp_unpack_cell(t->link_end)
                                     : tp_beside(tp_unit_cell(unit), d);
  const uint32_t by = tp_passage_bars(r, t->id, to);
  if (by == 0 || t->pusher == 0) return by != 0;
  if (!tp_passage_comes_out(r->rank)) return true;
  return r->group || tp_passage_rank(r, by) < r->rank;
}

static void open_try(tp_Round *r, uint32_t id, uint32_t pusher) {
  tp_Try *t = push_try(r, id, pusher);
  if (!t) return;
  tp_candidates_sort(r, t, 1, false);
  t->partner = tp_swap_partner(r, t);
  if (t->partner == 0) return;
  if (is_barred(r, t, t->candidate[0])) {
    t->partner = 0;
  } else {
    tp_swap_reverse(r, t);
  }
}

/* Takes back what was decided since the try began, except units that stay. With
 * large units, those may decide again, too. */
static void undo_try(tp_Round *r, const tp_Try *t) {
  const bool keeps = !r->has_large || r->decisions - r->root > MANY;
  uint32_t *chosen = r->room.chosen, kept = t->n_chosen;
  tp_reservations_undo(r, t->n_reserved);
  r->n_displaced = t->first_displaced;
  for (uint32_t i = t->n_chosen; i < r->n_chosen; i++) {
    tp_Unit *unit = &r->unit[chosen[i]];
    if (unit->decision == TP_STAYS && keeps) {
      chosen[kept++] = chosen[i];
    } else {
      unit->decision = TP_UNDECIDED;
    }
  }
  r->n_chosen = kept;
}

static void close_try(tp_Round *r, const tp_Try *t, tp_Decision decision) {
  tp_Unit *unit = &r->unit[t->id];
  if (decision == TP_STAYS) {
    unit->to = TP_STAY;
    r->room.link_end[t->id] = t->held_for;
  }
  unit->decision = (uint8_t)decision;
  if (t->id != r->again) r->room.chosen[r->n_chosen++] = t->id;
  r->n_displaced = t->first_displaced;
  r->n_tries--;
}

/* The unit that draws back takes its partner into the cell that it leaves. The
 * partner may be of another kind, and a wall may have been built under the
 * leaver: then the partner's step is not legal, and it is left out. */
static void draw_partner(tp_Round *r, uint32_t id, uint32_t partner) {
  tp_Unit *unit = &r->unit[partner];
  tp_Cell from = tp_unit_cell(unit), to = tp_unit_cell(&r->unit[id]);
  int direction = tp_direction(to.x - from.x, to.y - from.y);
  if (unit->decision != TP_UNDECIDED || direction < 0) return;
  if (!tp_navmap_can_step(unit->navmap, from.x, from.y, direction)) return;
  if (!tp_reservations_take(r, partner, direction)) return;
  unit->decision = TP_STEPS;
  r->room.chosen[r->n_chosen++] = partner;
}

/* In how much time may a unit have a cell that another one, under way, enters
 * or leaves? */
static uint64_t free_in(const tp_Round *r, const tp_Unit *unit,
                        const tp_Unit *other, int direction) {
  const uint64_t rest = other->step.end - r->now;
  if (direction == TP_TO_LINK || tp_unit_is_in_link(other)) return rest;
  const uint64_t duration = tp_unit_duration(unit, direction);
  return rest > duration ? rest - duration : rest;
}

/* Another unit has kept the unit off a cell. One at rest is woken by no step
 * beside it, so whoever pushes it in vain must know when such a step ends. */
static void note_barrier(const tp_Round *r, tp_Try *t, uint32_t id,
                         int direction) {
  const tp_Unit *unit = &r->unit[t->id], *other = &r->unit[id];
  uint64_t held_for = TP_ANYTIME;
  if (id == 0 || r->is_plan) return;
  if (other->decision == TP_STAYS && tp_unit_rests(other)) {
    held_for = r->room.link_end[id];
  } else if (other->decision == TP_UNDECIDED && tp_unit_rests(unit) &&
             tp_unit_is_under_way(other, r->now)) {
    held_for = free_in(r, unit, other, direction);
  }
  if (held_for < t->held_for) t->held_for = (uint32_t)held_for;
}

/* Tries candidates until one is reserved or the unit stays. */
static void try_candidates(tp_Round *r, tp_Try *t) {
  tp_Unit *unit = &r->unit[t->id];
  unit->to = TP_NO_CHOICE;
  while (t->tried < t->candidates) {
    if (t->tried == t->known) tp_candidates_sort(r, t, TP_CHOICES, false);
    int direction = t->candidate[t->tried++];
    if (direction == TP_STAY) break;
    if (t->partner == 0 && is_barred(r, t, direction)) continue;
    t->n_reserved = r->n_reserved;
    t->n_chosen = r->n_chosen;
    if (direction == TP_TO_LINK) r->room.link_end[t->id] = t->link_end;
    if (!tp_reservations_take(r, t->id, direction)) {
      note_barrier(r, t, r->barrier, direction);
      continue;
    }
    t->next = t->first_displaced;
    return;
  }
  close_try(r, t, TP_STAYS);
}

/* A unit that was pushed in vain makes way by a link, if one leads on from
 * there to free cells. As nobody may follow it there, its pusher waits. If the
 * game says which links it may take, it asks first. */
static void leave_by_link(tp_Round *r, uint32_t id) {
  tp_Unit *unit = &r->unit[id];
  const bool is_chosen = unit->decision == TP_STAYS;
  tp_Edge edge;
  if (r->group != 0 || unit->group != 0 || !tp_unit_is_standing(unit)) return;
  if (!tp_passage_way_out(r, id, &edge)) return;
  if (tp_unit_needs_permission(unit)) {
    unit->flags |= TP_UNIT_LEAVES;
    return;
  }
  r->room.link_end[id] = edge.to;
  if (!tp_reservations_take(r, id, TP_TO_LINK)) return;
  unit->decision = TP_STEPS;
  if (!is_chosen) r->room.chosen[r->n_chosen++] = id;
}

/* A leader changes places with a companion that it pushes in vain: they take
 * each other's cells, as in a dead end nothing else leads past it. Units that
 * are pushed themselves do not, as their cells are reserved. */
static bool change_places(tp_Round *r, const tp_Try *t, uint32_t id) {
  const tp_Unit *unit = &r->unit[t->id];
  tp_Unit *other = &r->unit[id];
  const tp_Cell from = tp_unit_cell(other), to = tp_unit_cell(unit);
  if (t->pusher || r->is_plan || r->group || unit->to == TP_TO_LINK)
    return false;
  if (unit->wide * unit->high * other->wide * other->high > 1) return false;
  if (!tp_round_leads(r, t->id, id)) return false;
  const int direction = tp_direction(to.x - from.x, to.y - from.y);
  if (!tp_navmap_can_step(other->navmap, from.x, from.y, direction))
    return false;
  if (!tp_reservations_exchange(r, t->id, id)) return false;
  other->to = (uint8_t)direction & 15;
  other->decision = TP_STEPS;
  return true;
}

/* One more step of the try on top of the stack. */
static void go_on_try(tp_Round *r) {
  tp_Try *t = &r->room.stack[r->n_tries - 1];
  if (r->unit[t->id].to == TP_NO_CHOICE) {
    try_candidates(r, t);
    return;
  }
  if (t->next == r->n_displaced) {
    uint32_t id = t->id, partner = t->tried == 1 ? t->partner : 0;
    close_try(r, t, TP_STEPS);
    if (partner) draw_partner(r, id, partner);
    return;
  }
  uint32_t id = r->room.displaced[t->next];
  switch (r->unit[id].decision) {
    case TP_UNDECIDED: open_try(r, id, t->id); break;
    case TP_STAYS:
      if (change_places(r, t, id)) break;
      note_barrier(r, t, id, r->unit[t->id].to);
      undo_try(r, t);
      leave_by_link(r, id);
      r->barrier = id;
      try_candidates(r, t);
      break;
    default: t->next++;
  }
}

/* The units may decide again that a unit pushed in vain. */
static void give_back(tp_Round *r, uint32_t id, uint32_t n_chosen) {
  uint32_t *chosen = r->room.chosen, kept = n_chosen;
  for (uint32_t i = n_chosen; i < r->n_chosen; i++) {
    tp_Unit *unit = &r->unit[chosen[i]];
    if (unit->decision == TP_STAYS && chosen[i] != id) {
      unit->decision = TP_UNDECIDED;
    } else {
      chosen[kept++] = chosen[i];
    }
  }
  r->n_chosen = kept;
}

/* Does a companion stand beside the unit? */
static bool has_companion(const tp_Round *r, uint32_t id) {
  const tp_Unit *unit = &r->unit[id];
  const tp_Cell at = tp_unit_cell(unit);
  unsigned steps = tp_navmap_steps(unit->navmap, at.x, at.y);
  for (; steps; steps &= steps - 1) {
    const tp_Cell c = tp_beside(at, tp_lowest(steps));
    const uint32_t other = tp_round_occupant(r, c.x, c.y);
    if (other != 0 && tp_round_leads(r, id, other)) return true;
  }
  return false;
}

bool tp_pibt_decide(tp_Round *r, uint32_t id) {
  tp_Unit *unit = &r->unit[id];
  /* A unit that stays has been pushed in vain. Perhaps nothing but reservations
   * of its pushers barred its way, or it may change places. */
  const bool again = unit->decision == TP_STAYS && r->group == 0 &&
                     (r->has_large || tp_unit_is_held_up(unit, r->now) ||
                      has_companion(r, id));
  if (unit->decision == TP_UNDECIDED || again) {
    r->again = again ? id : 0;
    /* Units of a plan come before all others. */
    r->rank = r->group ? 0 : tp_passage_rank(r, id);
    r->may_push = r->group != 0 || (!tp_unit_rests(unit) &&
                                    !tp_unit_is_near(unit, tp_unit_cell(unit)));
    const uint32_t before = r->n_chosen;
    r->root = r->decisions;
    open_try(r, id, 0);
    while (r->n_tries > 0 && !r->needs_stack) go_on_try(r);
    if (r->needs_stack) return false;
    if (r->has_large) give_back(r, id, before);
  }
  if (!r->room.forced || r->room.forced[id] == TP_ANYWHERE) return true;
  return r->room.forced[id] == tp_round_to(r, id);
}

bool tp_pibt_step(tp_Round *r, uint32_t id, int direction) {
  tp_Try *t = push_try(r, id, 0);
  r->rank = 0;
  r->may_push = true;
  if (!t) return false;
  t->candidate[0] = (uint8_t)direction;
  t->candidates = t->known = 1;
  t->partner = 0;
  r->by_hand = true;
  while (r->n_tries > 0 && !r->needs_stack) go_on_try(r);
  r->by_hand = false;
  return !r->needs_stack && r->unit[id].decision == TP_STEPS;
}

/* ---- its end ------------------------------------------------------------- */

/* Members of a group arrive together: a plan goes from step to step. */
static bool keep_in_step(tp_Round *r) {
  uint64_t latest[TP_MOST_GROUPS + 1] = {0};
  bool is_later = false;
  for (uint32_t i = 0; i < r->n_chosen; i++) {
    const tp_Unit *unit = &r->unit[r->room.chosen[i]];
    if (unit->decision != TP_STEPS || unit->step.end <= latest[unit->group])
      continue;
    latest[unit->group] = unit->step.end;
  }
  for (uint32_t i = 0; i < r->n_chosen; i++) {
    tp_Unit *unit = &r->unit[r->room.chosen[i]];
    if (unit->decision != TP_STEPS || unit->group == 0) continue;
    is_later |= unit->step.end < latest[unit->group];
    unit->step.end = latest[unit->group];
  }
  return is_later;
}

void tp_pibt_time(tp_Round *r) {
  bool is_planned = false;
  for (uint32_t i = 0; i < r->n_chosen; i++) {
    const uint32_t id = r->room.chosen[i];
    tp_Unit *unit = &r->unit[id];
    if (unit->decision != TP_STEPS) continue;
    is_planned |= unit->group != 0;
    unit->step.end =
        r->now +
        (unit->to == TP_TO_LINK
             ? tp_reservations_link_time(r, id)
             : tp_round_duration(r, unit, tp_unit_cell(unit), unit->to));
  }
  for (bool is_later = true; is_later;) {
    is_later = false;
    /* Those who follow are delayed: they arrive no earlier than the leavers. */
    for (uint32_t i = r->n_reserved; i-- > 0;) {
      tp_Reservation taken = r->room.reservation[i];
      tp_Step *behind = &r->unit[r->occupant[taken.cell]].step;
      const tp_Step *leaver = &r->unit[taken.occupant].step;
      if (!taken.occupant || leaver->end <= behind->end) continue;
      behind->end = leaver->end;
      is_later = true;
    }
    if (is_planned) is_later |= keep_in_step(r);
  }
}

void tp_pibt_end(tp_Round *r, bool keeps) {
  if (!keeps) tp_reservations_undo(r, 0);
  if (r->needs_stack) r->decisions = r->before;
  for (uint32_t i = 0; i < r->n_tries; i++) {
    r->unit[r->room.stack[i].id].decision = TP_UNDECIDED;
  }
  for (uint32_t i = 0; i < r->n_chosen; i++) {
    r->unit[r->room.chosen[i]].decision = TP_UNDECIDED;
  }
  r->n_chosen = r->n_reserved = r->n_tries = 0;
}
