/* swap.c - the rule of LaCAM* (Okumura 2023): before one goes on, both are run
 * along the passage in thought.
 *
 * Must they exchange? The one behind pushes the other one on along its own way,
 * as far as there is one way on only. If the other one can step aside there,
 * no. At a dead end, or where the pusher's way turns round: if both want to
 * where the other one is, yes.
 *
 * Can they? Then the one who wants to go on is drawn back, away from the other
 * one, until it comes to a cell with two more ways on.
 *
 * The second look is one cell back: who lets somebody pass in a side cell may
 * have to go on backwards for him, too.
 *
 * Who may push nobody draws nobody along: an idle one that goes home would have
 * those that rest in its way exchange with it for ever.
 *
 * Ways on are steps that the walls allow, diagonal ones too, those that one
 * cannot go back as well; one that ends at
 * once, where somebody is at its goal, is none. It is a rule for movers of size
 * 1: whether larger ones can pass each other is not told by degrees. Of 13
 * benchmarks of 100 to 1000 movers in 4 directions 5 were solved without the
 * rule, 12 with it, and 5 without the look back; plans (plans.h) left out.
 *
 * Cost: some steps of the passage, each a few looks at guides; most movers see
 * nobody and look at nothing.
 */
#include "candidates.h"

#include "../base/bits.h"
#include "reservations.h"

/* Longer passages are taken for ones without an end. */
enum { MOST_STEPS = 512 };

/* Two next to each other, the first behind the second, and their ways. */
typedef struct Pair {
  const tp_Mover *pusher, *pulled;
  tp_Cell behind, ahead;
} Pair;

static unsigned steps_from(const tp_Mover *m, tp_Cell c) {
  return tp_navmap_steps(m->navmap, c.x, c.y);
}

/* Is the cell a dead end in which somebody is at its goal? */
static bool is_filled(const tp_Round *r, const tp_Mover *m, tp_Cell c) {
  unsigned steps = steps_from(m, c);
  if ((steps & (steps - 1)) != 0) return false;
  uint32_t holder = tp_round_holder(r, c.x, c.y);
  if (holder == 0) return false;
  const tp_Mover *other = &r->mover[holder];
  return tp_guide_is_end(&other->guide, other->navmap, c);
}

/* How many ways lead on from where one is ahead; 2 stands for more, too. The
 * only one is in `next`. */
static int ways_on(const tp_Round *r, const tp_Mover *m, const Pair *p,
                   tp_Cell *next) {
  int ways = 0;
  for (unsigned steps = steps_from(m, p->ahead); steps; steps &= steps - 1) {
    tp_Cell c = tp_beside(p->ahead, tp_lowest(steps));
    if (tp_same_cell(c, p->behind) || is_filled(r, m, c)) continue;
    *next = c;
    if (++ways == 2) return 2;
  }
  return ways;
}

static void advance(Pair *p, tp_Cell next) {
  p->behind = p->ahead;
  p->ahead = next;
}

/* Does the mover want from one cell to the other one? */
static bool wants(const tp_Mover *m, tp_Cell from, tp_Cell to) {
  return tp_guide_cost(&m->guide, m->navmap, to) <
         tp_guide_cost(&m->guide, m->navmap, from);
}

static bool must_exchange(const tp_Round *r, Pair p) {
  tp_Cell next = p.ahead;
  for (int i = 0; wants(p.pusher, p.behind, p.ahead); i++) {
    int ways = i < MOST_STEPS ? ways_on(r, p.pulled, &p, &next) : 2;
    if (ways == 2) return false;
    if (ways == 0) break;
    advance(&p, next);
  }
  if (!wants(p.pulled, p.ahead, p.behind)) return false;
  return tp_guide_is_end(&p.pusher->guide, p.pusher->navmap, p.behind) ||
         wants(p.pusher, p.behind, p.ahead);
}

/* Here the one ahead is who draws back. */
static bool can_exchange(const tp_Round *r, const tp_Mover *m, Pair p) {
  tp_Cell start = p.behind, next = p.ahead;
  for (int i = 0; i < MOST_STEPS && !tp_same_cell(p.ahead, start); i++) {
    int ways = ways_on(r, m, &p, &next);
    if (ways != 1) return ways == 2;
    advance(&p, next);
  }
  return false;
}

/* One that may be moved like this. */
static bool is_party(const tp_Round *r, uint32_t id) {
  const tp_Mover *m = &r->mover[id];
  return m->wide == 1 && m->high == 1 && !tp_mover_is_firm(m) &&
         m->flags & TP_MOVER_THERE && (r->is_plan || tp_mover_stands(m)) &&
         m->group == r->group;
}

/* Whom does it meet in the cell that it wants most? */
static uint32_t meets(const tp_Round *r, const tp_Try *t, tp_Cell to) {
  uint32_t other = tp_round_holder(r, to.x, to.y);
  const tp_Mover *m = &r->mover[t->id];
  if (other == 0 || other == t->id || !is_party(r, other)) return 0;
  tp_Cell at = tp_mover_cell(m);
  if (r->mover[other].choice != TP_UNDECIDED) return 0;
  if (tp_reservations_is_before(r, t->id, other)) return 0;
  Pair pair = {m, &r->mover[other], at, to};
  if (!must_exchange(r, pair)) return 0;
  return can_exchange(r, m, (Pair){NULL, NULL, to, at}) ? other : 0;
}

/* Does a thin wall keep one beside a cell from coming to it? */
static bool is_walled_off(const tp_Mover *m, tp_Cell at, int direction) {
  return m->navmap->walls &&
         tp_navmap_walled_into(m->navmap, at.x, at.y) >> direction & 1;
}

/* Who stands beside it and would push it on, once it is there? */
static uint32_t is_pushed_by(const tp_Round *r, const tp_Try *t, tp_Cell to) {
  const tp_Mover *m = &r->mover[t->id];
  tp_Cell at = tp_mover_cell(m);
  for (unsigned steps = steps_from(m, at); steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell c = tp_beside(at, d);
    uint32_t other = tp_round_holder(r, c.x, c.y);
    if (other == 0 || other == t->id || tp_same_cell(c, to)) continue;
    if (!is_party(r, other) || is_walled_off(&r->mover[other], at, d)) continue;
    if (tp_reservations_is_before(r, other, t->id)) continue;
    Pair pair = {&r->mover[other], m, at, to};
    if (!must_exchange(r, pair)) continue;
    if (can_exchange(r, m, (Pair){NULL, NULL, to, at})) return other;
  }
  return 0;
}

/* Is there room for all where it wants to go? That is so nearly everywhere, and
 * no neighbour needs to be asked: whoever pushed it on would find two ways. But
 * one of another kind that stands there may have fewer. */
static bool is_open(const tp_Round *r, const tp_Mover *m, tp_Cell to) {
  tp_Cell at = tp_mover_cell(m), next;
  uint32_t other = tp_round_holder(r, to.x, to.y);
  if (other != 0 && r->mover[other].navmap != m->navmap) return false;
  Pair p = {NULL, m, at, to};
  return wants(m, at, to) && ways_on(r, m, &p, &next) == 2;
}

uint32_t tp_swap_reverse(const tp_Round *r, tp_Try *t) {
  const tp_Mover *m = &r->mover[t->id];
  if (t->cells < 2 || t->cell[0] >= TP_DIRECTIONS || t->is_alone) return 0;
  if (m->wide != 1 || m->high != 1 || !r->may_push) return 0;
  tp_Cell to = tp_beside(tp_mover_cell(m), t->cell[0]);
  if (is_open(r, m, to)) return 0;
  uint32_t other = meets(r, t, to);
  if (other == 0) other = is_pushed_by(r, t, to);
  if (other == 0) return 0;
  if (t->known < t->cells) tp_candidates_sort_all(r, t);
  for (int i = 0, j = t->cells - 1; i < j; i++, j--) {
    uint8_t kept = t->cell[i];
    t->cell[i] = t->cell[j];
    t->cell[j] = kept;
  }
  return other;
}
