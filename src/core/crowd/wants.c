/* wants.c - a cell is worth what it costs to enter it and to go on from there;
 * to stay, a step's time. Behind a slower one it costs besides the time that is
 * lost: so the fast overtake. Of equal ones staying comes first, then whatever
 * a hash of the moment says: who is in each other's way tries something else at
 * the next one. Five times of eight, by such a hash, those cells come first in
 * which it hinders fewest of its neighbours (Okumura and Nagai 2025): always
 * would let some of them wait for each other for ever; and so only where all
 * decide at the same moments, by beats. Who rests and is pushed
 * goes sideways rather than on before the pusher, who would push it again.
 *
 * One look at the guide a cell, some 100 ns a mover.
 */
#include "wants.h"

#include "../base/bits.h"

/* No cost of a cell that can be reached is as large. */
#define OUT_OF_REACH (UINT64_C(1) << 60)

/* Anything that is no cell and direction. */
#define KINDNESS UINT32_MAX

/* Nobody is so slow that more steps are worth it. */
enum { MOST_DELAY = 16 };

/* What one look at the cells around a mover needs to know. */
typedef struct Eye {
  const tp_Round *r;
  const tp_Try *t;
  const tp_Mover *m;
  tp_Cell at;
  uint32_t moment; /* a hash of it                                       */
  bool is_kind;
  const tp_Field *field; /* by which it goes, where that has all around it  */
  size_t here;           /* its own cell's place in that                    */
} Eye;

typedef struct Want {
  uint64_t cost;
  uint32_t tie;
  uint8_t direction;
} Want;

typedef struct Wants {
  Want want[TP_DIRECTIONS + 1];
  int count;
} Wants;

static void insert(Wants *wants, Want want) {
  int i = wants->count++;
  for (; i > 0; i--) {
    const Want *before = &wants->want[i - 1];
    if (before->cost < want.cost) break;
    if (before->cost == want.cost && before->tie <= want.tie) break;
    wants->want[i] = *before;
  }
  wants->want[i] = want;
}

static uint64_t guided(const tp_Mover *m, tp_Cell c) {
  const tp_Field *f = m->guide.field;
  uint64_t cost = f && !m->guide.chart && tp_field_has(f, c.x, c.y)
                      ? tp_field_get(f, tp_field_index(f, c.x, c.y))
                      : tp_guide_cost(&m->guide, m->navmap, c);
  return cost < OUT_OF_REACH ? cost : OUT_OF_REACH;
}

/* What it costs to enter a cell. */
static uint64_t step_cost(const tp_Mover *m, tp_Cell c, bool is_diagonal) {
  const tp_Navmap *nav = m->navmap;
  size_t i = tp_grid_index(nav->grid, c.x, c.y);
  uint64_t cost = nav->costs.step[is_diagonal][nav->costs.class_of[i]];
  return (cost ? cost : nav->costs.cheapest[is_diagonal]) *
         tp_guide_factor(&m->guide);
}

uint64_t tp_wants_worth(const tp_Mover *m, tp_Cell c, bool is_diagonal) {
  return guided(m, c) + step_cost(m, c, is_diagonal);
}

/* What it costs besides to go no faster than a holder. */
static uint64_t delay(const tp_Round *r, const tp_Mover *m, uint32_t holder,
                      int direction, uint64_t step) {
  if (r->is_plan) return 0;
  uint64_t mine = tp_mover_lasts(m, direction);
  uint64_t its = tp_mover_lasts(&r->mover[holder], direction);
  if (its <= mine) return 0;
  if (its > mine * MOST_DELAY) return step * MOST_DELAY;
  return step * (its - mine) / mine;
}

/* Would one that rests go on before its pusher? */
static bool is_ahead(const tp_Round *r, const tp_Try *t, int direction) {
  if (!tp_mover_rests(&r->mover[t->id])) return false;
  const tp_Mover *pusher = &r->mover[t->pusher];
  tp_Cell from = tp_mover_cell(pusher), to = tp_unpack_cell(pusher->stride.to);
  return (to.x - from.x) * tp_dx[direction] +
             (to.y - from.y) * tp_dy[direction] >
         0;
}

/* The steps that the walls allow; out of a cell that may not be entered, any to
 * one that may. */
static unsigned legal_steps(const tp_Mover *m, tp_Cell c) {
  unsigned nine = tp_mask_nine(m->navmap->mask, c.x, c.y);
  return m->navmap->moves.legal[nine];
}

static Eye eye_of(const tp_Round *r, const tp_Try *t) {
  const tp_Mover *m = &r->mover[t->id];
  const tp_Field *f = m->guide.chart ? NULL : m->guide.field;
  tp_Cell c = tp_mover_cell(m);
  uint32_t moment = (uint32_t)(r->now ^ r->now >> 32);
  Eye e = {r, t, m, c, tp_wants_hash(moment, 1), false, NULL, 0};
  if (f && tp_field_has(f, c.x - 1, c.y - 1) &&
      tp_field_has(f, c.x + 1, c.y + 1)) {
    e.field = f;
    e.here = tp_field_index(f, c.x, c.y);
  }
  return e;
}

static uint32_t tie_of(const Eye *e, uint32_t what) {
  return tp_wants_hash(e->t->id, what ^ e->moment);
}

/* What it costs from the next cell in a direction: mostly the field's. */
static uint64_t guided_from(const Eye *e, tp_Cell c, int d) {
  if (!e->field) return guided(e->m, c);
  size_t row = (size_t)e->field->area.w;
  size_t above = e->here - row - 1;
  size_t i = above + (size_t)(tp_dy[d] + 1) * row + (size_t)(tp_dx[d] + 1);
  uint64_t cost = tp_field_get(e->field, i);
  return cost < OUT_OF_REACH ? cost : OUT_OF_REACH;
}

/* What it costs to enter the next cell, one that may be entered. */
static uint64_t price_of(const tp_Mover *m, tp_Cell c, int d) {
  bool is_diagonal = tp_is_diagonal(d);
  if (!m->navmap->costs.uniform) return step_cost(m, c, is_diagonal);
  return m->navmap->costs.cheapest[is_diagonal] * tp_guide_factor(&m->guide);
}

/* How many of those beside it would rather be in the cell themselves? */
static uint32_t hinders(const tp_Round *r, uint32_t id, tp_Cell c) {
  const tp_Mover *m = &r->mover[id];
  tp_Cell at = tp_mover_cell(m);
  unsigned steps = legal_steps(m, at);
  uint32_t others = 0;
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell to = {at.x + tp_dx[d], at.y + tp_dy[d]};
    uint32_t holder = tp_round_holder(r, to.x, to.y);
    if (holder == 0 || holder == id || tp_same_cell(to, c)) continue;
    const tp_Mover *other = &r->mover[holder];
    if (!(other->flags & TP_MOVER_THERE)) continue;
    if (guided(other, c) < guided(other, to)) others++;
  }
  return others;
}

static Want want_of(const Eye *e, tp_Cell c, int direction) {
  const tp_Round *r = e->r;
  const tp_Try *t = e->t;
  uint64_t step = price_of(e->m, c, direction);
  uint32_t holder = tp_round_holder(r, c.x, c.y);
  Want w = {guided_from(e, c, direction) + step, 0, (uint8_t)direction};
  if (holder == t->id) holder = 0;
  if (holder) w.cost += delay(r, e->m, holder, direction, step);
  if (t->pusher && is_ahead(r, t, direction)) w.cost += 2 * step;
  w.tie = tie_of(e, e->m->at * 8 + (uint32_t)direction) >> 4 | 1;
  if (e->is_kind) w.tie |= hinders(r, t->id, c) << 28;
  return w;
}

static unsigned allowed_steps(const tp_Round *r, const tp_Try *t, tp_Cell c) {
  const tp_Mover *m = &r->mover[t->id];
  unsigned steps = legal_steps(m, c);
  if (!r->room.forced || r->room.forced[t->id] == TP_ANYWHERE) return steps;
  tp_Cell to = tp_unpack_cell(r->room.forced[t->id]);
  int direction = tp_direction(to.x - c.x, to.y - c.y);
  return direction < 0 ? 0 : steps & 1u << direction;
}

static bool may_stay(const tp_Round *r, const tp_Try *t) {
  if (t->pusher) return false;
  if (!r->room.forced || r->room.forced[t->id] == TP_ANYWHERE) return true;
  return r->room.forced[t->id] == r->mover[t->id].at;
}

/* Is the next cell of its trail free? Then it wants no other. */
static bool wants_next(const tp_Round *r, tp_Try *t, tp_Cell c) {
  const tp_Mover *m = &r->mover[t->id];
  tp_Cell next;
  if (t->pusher || r->is_plan || m->wish != TP_GOING) return false;
  if (!tp_guide_next(&m->guide, m->navmap, c, &next)) return false;
  tp_Rect to = tp_mover_under(m, tp_pack_cell(next.x, next.y));
  for (int32_t y = to.y; y < to.y + to.h; y++) {
    for (int32_t x = to.x; x < to.x + to.w; x++) {
      uint32_t holder = tp_round_holder(r, x, y);
      if (holder != 0 && holder != t->id) return false;
    }
  }
  t->cell[0] = (uint8_t)tp_direction(next.x - c.x, next.y - c.y);
  t->cell[1] = TP_DIRECTIONS;
  t->cells = 2;
  t->tried = 0;
  return true;
}

void tp_wants_sort(const tp_Round *r, tp_Try *t) {
  Eye e = eye_of(r, t);
  const tp_Mover *m = e.m;
  tp_Cell c = e.at;
  if (wants_next(r, t, c)) return;
  unsigned steps = allowed_steps(r, t, c);
  bool are_in_step = r->is_plan || m->lasts.both == m->lasts.x;
  e.is_kind = are_in_step && tie_of(&e, KINDNESS) % 8 < 5;
  Wants wants;
  wants.count = 0;
  if (may_stay(r, t)) {
    uint64_t cost = tp_wants_worth(m, c, false);
    insert(&wants, (Want){cost, 0, TP_DIRECTIONS});
  }
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell to = {c.x + tp_dx[d], c.y + tp_dy[d]};
    insert(&wants, want_of(&e, to, d));
  }
  for (int i = 0; i < wants.count; i++) {
    t->cell[i] = wants.want[i].direction;
  }
  t->cells = (uint8_t)wants.count;
  t->tried = 0;
}
