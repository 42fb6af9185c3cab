/* few.c - best first over positions of all at once. Each position is reached
 * once and looked at once, with all joint steps that lead on from it: so the
 * search finds a way if there is one, and ends.
 *
 * A joint step is one step or none of each. Two of them go together as a table
 * says, made in the beginning: as a round would have it (claims.h), where
 *
 *     they come to different cells;
 *     who takes over cells does not meet who leaves them at the same time;
 *     no two go over the same corner, along both diagonals.
 *
 * And nobody of size 1 goes diagonally between two that stand: for that the
 * tables say who stands at which side of whose step, and the sides are added
 * up.
 *
 * A position is a number with a digit for each member. First come those for
 * which steps so far and ways to go are fewest, all added up. 2 words for each
 * position, and 4 steps are tried in the time of a node. Four members in the
 * open, 43,680 positions: at worst some 20 million joint steps.
 */
#include "few.h"

#include <string.h>

#include "../base/bits.h"
#include "../navmap/tolls.h"
#include "wants.h"

#define NOWHERE UINT32_MAX

/* What a table says of two steps. */
enum { GOES = 1, SIDES_OF_FIRST = 2, SIDES_OF_SECOND = 8 };

/* What is known of a position: parent, steps. */
enum { PARENT = 16, MOST_STEPS = 0xffff };

static const uint8_t pair_of[TP_FEW_MOVERS][TP_FEW_MOVERS] = {
    {0, 0, 1, 3}, {0, 0, 2, 4}, {1, 2, 0, 5}, {3, 4, 5, 0}};

static size_t head_words(void) { return sizeof(tp_Few) / sizeof(uint32_t); }

static uint32_t *words_of(tp_Few *few) { return (uint32_t *)(void *)(few + 1); }

static const uint32_t *const_words_of(const tp_Few *few) {
  return (const uint32_t *)(const void *)(few + 1);
}

/* ---- where they may come ------------------------------------------------- */

static void mix(tp_Few *few, uint32_t value) {
  few->hash[0] = tp_wants_hash(few->hash[0], value);
  few->hash[1] = tp_wants_hash(few->hash[1] ^ 0x9e3779b9u, value);
}

/* The number of a cell in a range, which is put into it. NOWHERE: it is full.
 */
static uint32_t number_of(tp_FewRange *range, uint32_t cell) {
  uint32_t i = 0;
  while (i < range->cells && range->cell[i] != cell) i++;
  if (i == TP_FEW_CELLS) return NOWHERE;
  if (i == range->cells) range->cell[range->cells++] = cell;
  return i;
}

/* All cells to which walls let it come. False: they are too many, or a link
 * leads on from one. */
static bool spread(const tp_Mover *mover, tp_FewRange *range) {
  number_of(range, mover->at);
  for (uint32_t i = 0; i < range->cells; i++) {
    tp_Cell c = tp_unpack_cell(range->cell[i]);
    unsigned steps = tp_navmap_steps(mover->navmap, c.x, c.y);
    if (tp_navmap_links_from(mover->navmap, c.x, c.y).count > 0) return false;
    range->step[i][0] = (tp_FewStep){(uint8_t)i, TP_DIRECTIONS, 0};
    range->steps[i] = 1;
    for (; steps; steps &= steps - 1) {
      int d = tp_lowest(steps);
      uint32_t to =
          number_of(range, tp_pack_cell(c.x + tp_dx[d], c.y + tp_dy[d]));
      if (to == NOWHERE) return false;
      range->step[i][range->steps[i]++] =
          (tp_FewStep){(uint8_t)to, (uint8_t)d, 0};
    }
  }
  return true;
}

static bool is_party(const tp_Motion *m, uint32_t id) {
  if (id == 0 || id > m->movers) return false;
  const tp_Mover *mover = tp_motion_mover(m, id);
  return mover->flags & TP_MOVER_THERE && !tp_mover_is_fixed(mover);
}

static bool is_member(const tp_Few *few, uint32_t id) {
  for (uint32_t i = 0; i < few->members; i++) {
    if (few->range[i].id == id) return true;
  }
  return false;
}

static bool add(tp_Few *few, uint32_t id) {
  if (is_member(few, id)) return true;
  if (few->members == TP_FEW_MOVERS) return false;
  few->range[few->members++].id = id;
  return true;
}

/* Adds whoever is in a cell that the range covers. */
static bool add_holders(const tp_Motion *m, tp_Few *few, tp_FewRange *range) {
  const tp_Mover *mover = tp_motion_mover(m, range->id);
  for (uint32_t i = 0; i < range->cells; i++) {
    tp_Rect r = tp_mover_under(mover, range->cell[i]);
    for (int32_t y = r.y; y < r.y + r.h; y++) {
      for (int32_t x = r.x; x < r.x + r.w; x++) {
        uint32_t id = tp_round_holder(&m->round, x, y);
        if (id == 0 || id == range->id) continue;
        if (!is_party(m, id)) {
          range->shut |= 1u << i;
        } else if (!add(few, id)) {
          return false;
        }
      }
    }
  }
  return true;
}

/* How far it is from each cell to a goal; who has no way is content. */
static void measure(const tp_Mover *mover, tp_FewRange *range) {
  uint32_t all = (1u << range->cells) - 1;
  for (uint32_t i = 0; i < range->cells; i++) {
    if (tp_joint_is_done(mover, range->cell[i])) range->goals |= 1u << i;
  }
  if (range->goals == 0) range->goals = all;
  uint32_t reached = range->goals;
  memset(range->way, 0, sizeof range->way);
  for (int way = 1; way <= TP_FEW_CELLS; way++) {
    uint32_t before = reached;
    for (uint32_t i = 0; i < range->cells; i++) {
      if (before >> i & 1) continue;
      for (int k = 1; k < range->steps[i]; k++) {
        if (before >> range->step[i][k].to & 1) reached |= 1u << i;
      }
      range->way[i] = (uint8_t)way;
    }
  }
}

static void mix_all(tp_Few *few) {
  for (uint32_t i = 0; i < few->members; i++) {
    const tp_FewRange *range = &few->range[i];
    uint32_t sum = 0;
    for (uint32_t k = 0; k < range->cells; k++) {
      uint32_t cell = tp_wants_hash(range->cell[k], range->steps[k]);
      cell = tp_wants_hash(cell, range->goals >> k & 1);
      for (int s = 1; s < range->steps[k]; s++) {
        cell += 1u << range->step[k][s].direction;
      }
      sum += tp_wants_hash(cell, range->shut >> k & 1);
    }
    mix(few, range->id);
    mix(few, sum);
  }
}

/* By id: so the hash does not depend on who was looked at first. */
static void put_in_order(tp_Few *few) {
  for (uint32_t i = 1; i < few->members; i++) {
    for (uint32_t k = i; k > 0 && few->range[k - 1].id > few->range[k].id;
         k--) {
      tp_FewRange kept = few->range[k];
      few->range[k] = few->range[k - 1];
      few->range[k - 1] = kept;
    }
  }
}

bool tp_few_gather(const tp_Motion *m, uint32_t id, tp_Few *few) {
  memset(few, 0, sizeof *few);
  add(few, id);
  for (uint32_t i = 0; i < few->members; i++) {
    tp_FewRange *range = &few->range[i];
    const tp_Mover *mover = tp_motion_mover(m, range->id);
    if (!spread(mover, range) || !add_holders(m, few, range)) return false;
    measure(mover, range);
  }
  put_in_order(few);
  mix_all(few);
  return true;
}

/* ---- two steps ----------------------------------------------------------- */

static tp_Move move_of(const tp_Mover *mover, const tp_FewRange *range,
                       uint32_t from, uint32_t step) {
  int d = range->step[from][step].direction;
  tp_Rect rect = tp_mover_under(mover, range->cell[from]);
  if (d == TP_DIRECTIONS) return (tp_Move){rect, 0, 0};
  return (tp_Move){rect, tp_dx[d], tp_dy[d]};
}

static tp_Rect end_of(tp_Move a) {
  return (tp_Rect){a.from.x + a.dx, a.from.y + a.dy, a.from.w, a.from.h};
}

static bool meet(tp_Rect a, tp_Rect b) {
  return !tp_rect_is_empty(tp_rect_clip(a, b));
}

/* May both be made at once? */
static bool go_together(tp_Move a, tp_Move b) {
  if (meet(a.from, b.from) || meet(end_of(a), end_of(b))) return false;
  if (tp_clash_in_step(a, b)) return false;
  return !tp_clash_crosses(a, b);
}

/* The cells at both sides of a diagonal step. */
static tp_Cell side_of(tp_Move a, bool is_second) {
  tp_Rect f = a.from;
  bool is_right = (a.dx > 0) != is_second;
  int32_t right = a.dx > 0 ? f.x + f.w : f.x + f.w - 1;
  int32_t left = a.dx > 0 ? f.x : f.x - 1;
  int32_t below = a.dy > 0 ? f.y + f.h : f.y + f.h - 1;
  int32_t above = a.dy > 0 ? f.y : f.y - 1;
  bool is_below = is_second == (a.dy > 0);
  return (tp_Cell){is_right ? right : left, is_below ? below : above};
}

/* At which sides of a step does the other one stand? */
static unsigned sides_of(tp_Move a, tp_Move b) {
  unsigned sides = 0;
  if (!a.dx || !a.dy || tp_rect_area(a.from) > 1) return 0;
  for (int i = 0; i < 2; i++) {
    tp_Cell c = side_of(a, i);
    if (tp_rect_has(b.from, c.x, c.y) && tp_rect_has(end_of(b), c.x, c.y)) {
      sides |= 1u << i;
    }
  }
  return sides;
}

static uint8_t *table_of(tp_Few *few, uint32_t i, uint32_t k) {
  return (uint8_t *)(words_of(few) + few->pair[pair_of[i][k]]);
}

static size_t table_index(const tp_Few *few, uint32_t k, uint32_t one,
                          uint32_t other) {
  return (size_t)one * few->range[k].cells * TP_FEW_STEPS + other;
}

static void fill(tp_Few *few, const tp_Motion *m, uint32_t i, uint32_t k) {
  const tp_FewRange *one = &few->range[i], *other = &few->range[k];
  const tp_Mover *a = tp_motion_mover(m, one->id);
  const tp_Mover *b = tp_motion_mover(m, other->id);
  uint8_t *table = table_of(few, i, k);
  for (uint32_t s = 0; s < one->cells * TP_FEW_STEPS; s++) {
    if (s % TP_FEW_STEPS >= one->steps[s / TP_FEW_STEPS]) continue;
    tp_Move x = move_of(a, one, s / TP_FEW_STEPS, s % TP_FEW_STEPS);
    for (uint32_t t = 0; t < other->cells * TP_FEW_STEPS; t++) {
      if (t % TP_FEW_STEPS >= other->steps[t / TP_FEW_STEPS]) continue;
      tp_Move y = move_of(b, other, t / TP_FEW_STEPS, t % TP_FEW_STEPS);
      unsigned says = go_together(x, y) ? GOES : 0;
      says |= sides_of(x, y) * SIDES_OF_FIRST;
      says |= sides_of(y, x) * SIDES_OF_SECOND;
      table[table_index(few, k, s, t)] = (uint8_t)says;
    }
  }
}

/* Others who stand beside its steps. */
static void see_sides(const tp_Few *few, const tp_Motion *m,
                      tp_FewRange *range) {
  const tp_Mover *mover = tp_motion_mover(m, range->id);
  tp_Rect map = tp_motion_map(m);
  if (mover->wide * mover->high > 1) return;
  for (uint32_t i = 0; i < range->cells; i++) {
    for (uint32_t s = 1; s < range->steps[i]; s++) {
      tp_Move a = move_of(mover, range, i, s);
      for (int side = 0; a.dx && a.dy && side < 2; side++) {
        tp_Cell c = side_of(a, side);
        if (!tp_rect_has(map, c.x, c.y)) continue;
        uint32_t id = tp_round_holder(&m->round, c.x, c.y);
        if (id == 0 || is_member(few, id)) continue;
        range->step[i][s].sides |= (uint8_t)(1u << side);
      }
    }
  }
}

uint32_t tp_few_see(tp_Few *few, const tp_Motion *m) {
  uint32_t hash = 0;
  for (uint32_t i = 0; i < few->members; i++) {
    tp_FewRange *range = &few->range[i];
    see_sides(few, m, range);
    for (uint32_t k = 0; k < range->cells; k++) {
      for (int s = 1; s < range->steps[k]; s++) {
        hash = tp_wants_hash(hash, range->step[k][s].sides);
      }
    }
  }
  return hash;
}

/* ---- the search ---------------------------------------------------------- */

static uint32_t positions_of(const tp_Few *few) {
  uint32_t positions = 1;
  for (uint32_t i = 0; i < few->members; i++) positions *= few->range[i].cells;
  return positions;
}

static size_t table_words(const tp_Few *few, uint32_t i, uint32_t k) {
  size_t steps = (size_t)few->range[i].cells * TP_FEW_STEPS;
  return (steps * few->range[k].cells * TP_FEW_STEPS + 3) / sizeof(uint32_t);
}

size_t tp_few_words(const tp_Few *few) {
  size_t words = head_words() + TP_FEW_BUCKETS + 2 * (size_t)positions_of(few);
  for (uint32_t i = 0; i < few->members; i++) {
    for (uint32_t k = i + 1; k < few->members; k++) {
      words += table_words(few, i, k);
    }
  }
  return words;
}

/* By position: parent and steps, or NOWHERE; the next of its bucket. */
static uint32_t *known_of(tp_Few *few) {
  return words_of(few) + TP_FEW_BUCKETS;
}

static uint32_t *next_of(tp_Few *few) { return known_of(few) + few->positions; }

/* The digits of a position. */
static void spell(const tp_Few *few, uint32_t position, uint32_t *number) {
  for (uint32_t i = 0; i < few->members; i++) {
    number[i] = position % few->range[i].cells;
    position /= few->range[i].cells;
  }
}

static void reach(tp_Few *few, uint32_t position, uint32_t parent,
                  uint32_t steps) {
  uint32_t number[TP_FEW_MOVERS] = {0}, worth = steps, done = 0;
  spell(few, position, number);
  for (uint32_t i = 0; i < few->members; i++) {
    worth += few->range[i].way[number[i]];
    done += few->range[i].goals >> number[i] & 1;
  }
  if (worth >= TP_FEW_BUCKETS) worth = TP_FEW_BUCKETS - 1;
  known_of(few)[position] = parent | steps << PARENT;
  next_of(few)[position] = words_of(few)[worth];
  words_of(few)[worth] = position;
  if (worth < few->low) few->low = worth;
  if (few->best != NOWHERE && done <= few->done) return;
  few->best = position;
  few->done = done;
}

void tp_few_begin(tp_Few *few, const tp_Motion *m) {
  few->positions = positions_of(few);
  uint32_t end = TP_FEW_BUCKETS + 2 * few->positions;
  memset(words_of(few), 0xff, end * sizeof(uint32_t));
  for (uint32_t k = 1; k < few->members; k++) {
    for (uint32_t i = 0; i < k; i++) {
      few->pair[pair_of[i][k]] = end;
      end += (uint32_t)table_words(few, i, k);
      fill(few, m, i, k);
    }
  }
  few->sides = tp_few_see(few, m);
  few->looked = 0;
  few->start = 0;
  few->low = TP_FEW_BUCKETS;
  few->best = NOWHERE;
  for (uint32_t i = few->members; i-- > 0;) {
    tp_FewRange *range = &few->range[i];
    uint32_t at = number_of(range, tp_motion_mover(m, range->id)->at);
    few->start = few->start * range->cells + at;
  }
  reach(few, few->start, few->start, 0);
  few->began = few->done;
}

/* A joint step while it is put together, member by member. */
typedef struct Joint {
  uint32_t number[TP_FEW_MOVERS];
  uint32_t choice[TP_FEW_MOVERS];
  uint8_t sides[TP_FEW_MOVERS + 1][TP_FEW_MOVERS]; /* of the first ones */
} Joint;

/* Does the step that a member chooses go with those before it? */
static bool fits(tp_Few *few, Joint *joint, uint32_t k) {
  const tp_FewRange *range = &few->range[k];
  uint32_t from = joint->number[k], chosen = joint->choice[k];
  tp_FewStep step = range->step[from][chosen];
  uint8_t *sides = joint->sides[k + 1];
  if (chosen > 0 && range->shut >> step.to & 1) return false;
  memcpy(sides, joint->sides[k], TP_FEW_MOVERS);
  sides[k] = step.sides;
  for (uint32_t i = 0; i < k; i++) {
    uint32_t one = joint->number[i] * TP_FEW_STEPS + joint->choice[i];
    uint32_t other = from * TP_FEW_STEPS + chosen;
    unsigned says = table_of(few, i, k)[table_index(few, k, one, other)];
    if (!(says & GOES)) return false;
    sides[i] |= says / SIDES_OF_FIRST & 3;
    sides[k] |= says / SIDES_OF_SECOND & 3;
    if (sides[i] == 3) return false;
  }
  return sides[k] != 3;
}

static uint32_t position_of(const tp_Few *few, const Joint *joint) {
  uint32_t position = 0;
  for (uint32_t i = few->members; i-- > 0;) {
    const tp_FewRange *range = &few->range[i];
    position = position * range->cells +
               range->step[joint->number[i]][joint->choice[i]].to;
  }
  return position;
}

/* All joint steps from a position. @return how many were tried */
static uint32_t expand(tp_Few *few, uint32_t position) {
  uint32_t steps = known_of(few)[position] >> PARENT, tried = 0, k = 0;
  if (steps < MOST_STEPS - 1) steps++;
  Joint joint;
  memset(&joint, 0, sizeof joint);
  spell(few, position, joint.number);
  for (;;) {
    if (joint.choice[k] == few->range[k].steps[joint.number[k]]) {
      if (k-- == 0) return tried;
      joint.choice[k]++;
      continue;
    }
    tried++;
    if (!fits(few, &joint, k)) {
      joint.choice[k]++;
    } else if (k + 1 < few->members) {
      joint.choice[++k] = 0;
    } else {
      uint32_t to = position_of(few, &joint);
      if (known_of(few)[to] == NOWHERE) reach(few, to, position, steps);
      joint.choice[k]++;
    }
  }
}

tp_JointStatus tp_few_run(tp_Few *few, uint64_t *budget) {
  while (few->done < few->members) {
    while (few->low < TP_FEW_BUCKETS && words_of(few)[few->low] == NOWHERE) {
      few->low++;
    }
    if (few->low == TP_FEW_BUCKETS) return TP_JOINT_FAILED;
    if (*budget == 0) return TP_JOINT_LATER;
    uint32_t position = words_of(few)[few->low];
    words_of(few)[few->low] = next_of(few)[position];
    few->looked++;
    uint64_t cost = 1 + expand(few, position) / 4;
    *budget -= *budget < cost ? *budget : cost;
  }
  return TP_JOINT_FOUND;
}

/* ---- what it found ------------------------------------------------------- */

static uint32_t known_at(const tp_Few *few, uint32_t position) {
  return const_words_of(few)[TP_FEW_BUCKETS + position];
}

uint32_t tp_few_steps(const tp_Few *few, uint32_t position) {
  uint32_t steps = 0;
  for (; position != few->start; steps++) {
    position = known_at(few, position) & MOST_STEPS;
  }
  return steps;
}

void tp_few_way(const tp_Few *few, uint32_t position, uint32_t *cells) {
  uint32_t steps = tp_few_steps(few, position);
  while (steps-- > 0) {
    uint32_t number[TP_FEW_MOVERS] = {0};
    spell(few, position, number);
    for (uint32_t i = 0; i < few->members; i++) {
      cells[steps * few->members + i] = few->range[i].cell[number[i]];
    }
    position = known_at(few, position) & MOST_STEPS;
  }
}
