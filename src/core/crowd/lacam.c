/* lacam.c - LaCAM (Okumura 2023): a depth-first search over configurations.
 *
 * A round makes the next configuration. If that is known already, the known
 * node is tried once more, with one unit after the other forced to one cell
 * after the other, until a round leads to a new configuration. So the search is
 * complete, however far the rounds go astray. As rounds lead towards the goals,
 * mostly few nodes are expanded.
 *
 *     tries of a node   no unit is forced | one alone: each of its cells |
 *     0, 1, 2 ...       the first one: each of its cells |
 *                       the first two: each pair of their cells | ...
 *
 * So a number says what was tried, and no tree is kept. The units that have
 * been off their goals for longest come first. In a thorough search of FEW
 * units or less the order is a random one, another at each node: else one that
 * bars the way at its goal comes last everywhere, and each round takes it back.
 *
 * A unit that goes alone moves others only by pushes. Such tries are few, and
 * solve what has room for one step at a time, as with large units; but the
 * plan is long. So only a thorough search makes them, at all its nodes before
 * it makes the many tries at one.
 *
 * A node has 5 + 2 n words: parent, next node of the same hash, tries, depth,
 * number of members at their goals; then for each member its cell, and the
 * number of steps that it has been off its goal. Cost: a round of n decisions a
 * try.
 */
#include "lacam.h"

#include <string.h>

#include "../base/bits.h"
#include "candidates.h"

/* LOOKS: so far back a plan looks for a shorter way. */
enum { FEW = 8, LOOKS = 64, TABLE = 1024 };
enum { PARENT, NEXT, TRIES, DEPTH, DONE, CELLS };

/* CLOSED: all tries of the node are used up. MANY: the first of the tries that
 * force several units. */
#define CLOSED UINT32_MAX
#define MANY   (UINT32_C(1) << 31)

static size_t node_words(uint32_t members) { return CELLS + 2u * members; }

size_t tp_lacam_words(uint32_t members) {
  return TABLE + 64 * node_words(members);
}

static uint32_t *node_at(const tp_Lacam *l, uint32_t node) {
  return l->words + TABLE + (size_t)node * node_words(l->members);
}

/* ---- nodes --------------------------------------------------------------- */

static uint32_t *head_of(const tp_Lacam *l, const uint32_t *cells) {
  uint32_t hash = 0;
  for (uint32_t i = 0; i < l->members; i++) {
    hash = tp_candidates_hash(hash ^ i, cells[i]);
  }
  return &l->words[hash % TABLE];
}

/* Does another member, in these cells, hold the goal of this one, and has the
 * same? An idle one makes way. */
static bool is_goal_taken(const tp_Lacam *l, const tp_Round *r,
                          const uint32_t *cells, uint32_t member) {
  const tp_CostToGoal *to_goal = &r->unit[l->id[member]].to_goal;
  if (!tp_costtogoal_has_goal(to_goal)) return false;
  const uint32_t goal = tp_pack_cell(to_goal->goal.x, to_goal->goal.y);
  for (uint32_t i = 0; i < l->members; i++) {
    const tp_Unit *other = &r->unit[l->id[i]];
    if (i == member || cells[i] != goal || other->state == TP_IDLE) continue;
    if (tp_costtogoal_has_goal(&other->to_goal) &&
        tp_same_cell(other->to_goal.goal, to_goal->goal)) {
      return true;
    }
  }
  return false;
}

/* Is enough done for a member in these cells? It is nearer to its goal than
 * ever, or needs nothing elsewhere. */
static bool is_done(const tp_Lacam *l, const tp_Round *r, const uint32_t *cells,
                    uint32_t member) {
  const tp_Unit *unit = &r->unit[l->id[member]];
  const tp_Cell c = tp_unpack_cell(cells[member]);
  if (unit->state == TP_IDLE || unit->state == TP_WAITING) return true;
  return unit->flags & TP_UNIT_REFUSED || tp_unit_is_near(unit, c) ||
         tp_costtogoal_is_end(&unit->to_goal, c) ||
         tp_unit_cost(unit, c) < unit->progress.best ||
         is_goal_taken(l, r, cells, member);
}

/* Makes a node of the cells that were written behind the last node. */
static void add_node(tp_Lacam *l, const tp_Round *r, uint32_t parent) {
  uint32_t *n = node_at(l, l->nodes), *ages = n + CELLS + l->members;
  uint32_t *head = head_of(l, n + CELLS);
  const uint32_t *before = parent == TP_NO_NODE ? NULL : node_at(l, parent);
  n[PARENT] = parent;
  n[NEXT] = *head;
  n[TRIES] = n[DONE] = 0;
  n[DEPTH] = before ? before[DEPTH] + 1 : 0;
  for (uint32_t i = 0; i < l->members; i++) {
    const bool done = is_done(l, r, n + CELLS, i);
    n[DONE] += done;
    ages[i] = done ? 0 : before ? before[CELLS + l->members + i] + 1 : 1;
  }
  *head = l->now = l->top = l->nodes++;
  if (parent == TP_NO_NODE || n[DONE] > l->arrived) {
    l->best = l->now;
    l->arrived = n[DONE];
  }
}

void tp_lacam_begin(tp_Lacam *l, const tp_Round *r) {
  memset(l->words, 0xff, TABLE * sizeof *l->words);
  l->nodes = 0;
  l->closed = l->is_thorough ? MANY : CLOSED;
  l->spent = 0;
  l->ended = TP_LACAM_LATER;
  uint32_t *n = node_at(l, 0);
  for (uint32_t i = 0; i < l->members; i++) {
    n[CELLS + i] = r->unit[l->id[i]].at;
  }
  add_node(l, r, TP_NO_NODE);
  l->began = l->arrived;
}

/* ---- a try --------------------------------------------------------------- */

/* Sorts the members: those off their goals for longest first, then by their
 * place in the list; or at random. */
static void put_in_order(tp_Lacam *l, const uint32_t *node) {
  const uint32_t *ages = node + CELLS + l->members;
  const bool by_lot = l->is_thorough && l->members <= FEW;
  for (uint32_t i = 0; i < l->members; i++) {
    const uint32_t drawn = tp_candidates_hash(l->now, i);
    l->order[i] = (tp_Ranked){by_lot ? drawn : UINT32_MAX - ages[i], i, 0};
  }
  tp_mergesort(l->order, l->spare, l->members);
}

/* The number of choices: to stay, each step, each edge that it may take. */
static uint32_t choices_of(const tp_Unit *unit) {
  tp_Cell c = tp_unit_cell(unit);
  tp_EdgeIter it = tp_edges_from(unit->navmap, c);
  uint32_t count = 1;
  while (tp_edges_next(&it)) count++;
  return count + (uint32_t)tp_popcount(
                     tp_costtogoal_choices(&unit->to_goal, unit->navmap, c));
}

static uint32_t choice_of(const tp_Unit *unit, uint32_t choice) {
  tp_Cell c = tp_unit_cell(unit);
  unsigned steps = tp_costtogoal_choices(&unit->to_goal, unit->navmap, c);
  if (choice == 0) return unit->at;
  for (; steps; choice--) {
    int d = tp_lowest(steps);
    steps &= steps - 1;
    const tp_Cell to = tp_beside(c, d);
    if (choice == 1) return tp_pack_cell(to.x, to.y);
  }
  tp_EdgeIter it = tp_edges_from(unit->navmap, c);
  for (; tp_edges_next(&it); choice--) {
    if (choice == 1) return it.edge.to;
  }
  return unit->at;
}

/* Forces a member to the cell that a number says. */
static void force_one(const tp_Lacam *l, tp_Round *r, uint32_t id,
                      uint32_t number) {
  const tp_Unit *unit = &r->unit[id];
  uint32_t choices = choices_of(unit);
  uint32_t shift = tp_candidates_hash(id, l->now) % choices;
  r->room.forced[id] = choice_of(unit, (number % choices + shift) % choices);
}

/* Forces the member whose cell the number says, and brings it to the front of
 * the order. Returns false if no member has that number. */
static bool force_alone(const tp_Lacam *l, tp_Round *r, uint32_t number) {
  for (uint32_t i = 0; i < l->members; i++) {
    tp_Ranked one = l->order[i];
    uint32_t id = l->id[one.number], choices = choices_of(&r->unit[id]);
    if (number < choices) {
      force_one(l, r, id, number);
      l->order[0] = one;
      return true;
    }
    number -= choices;
  }
  return false;
}

/* Forces the first members, at least one. Returns false if all tries are used
 * up. */
static bool force_first(const tp_Lacam *l, tp_Round *r, uint32_t number) {
  uint64_t rest = (uint64_t)number + 1, combinations = 1;
  uint32_t forced = 0;
  while (rest >= combinations) {
    rest -= combinations;
    if (forced == l->members) return false;
    uint32_t id = l->id[l->order[forced++].number];
    combinations *= choices_of(&r->unit[id]);
  }
  for (uint32_t i = 0; i < forced; i++) {
    uint32_t id = l->id[l->order[i].number];
    force_one(l, r, id, (uint32_t)(rest % choices_of(&r->unit[id])));
    rest /= choices_of(&r->unit[id]);
  }
  return true;
}

/* Forces members as the node's next try says. Returns the number of members
 * that decide; 0: the node is closed now. */
static uint32_t next_try(const tp_Lacam *l, tp_Round *r, uint32_t *tries) {
  if (*tries >= l->closed) return 0;
  uint32_t number = (*tries)++;
  if (number == 0) return l->members;
  if (number < MANY) {
    if (l->is_thorough && force_alone(l, r, number - 1)) return 1;
    *tries = number = MANY;
    if (l->closed == MANY) return 0;
    ++*tries;
  }
  if (force_first(l, r, number - MANY)) return l->members;
  *tries = CLOSED;
  return 0;
}

static void write_holders(tp_Round *r, tp_Rect rect, uint32_t from,
                          uint32_t to) {
  for (tp_Cell c = tp_rect_first(rect); tp_rect_wrap(rect, &c); c.x++) {
    uint32_t *occupant =
        &r->occupant[(size_t)c.y * (size_t)r->width + (size_t)c.x];
    if (*occupant == from) *occupant = to;
  }
}

/* Releases the cells of the members. */
static void lift_all(const tp_Lacam *l, tp_Round *r) {
  for (uint32_t i = 0; i < l->members; i++) {
    const tp_Unit *unit = &r->unit[l->id[i]];
    write_holders(r, tp_unit_under(unit, unit->at), l->id[i], 0);
  }
}

/* Gives the members the cells at another place, which are free. */
static void put_all(const tp_Lacam *l, tp_Round *r, const uint32_t *cells) {
  for (uint32_t i = 0; i < l->members; i++) {
    tp_Unit *unit = &r->unit[l->id[i]];
    unit->at = cells[i];
    write_holders(r, tp_unit_under(unit, cells[i]), 0, l->id[i]);
  }
}

/* Runs one round from a node, in which so many members decide, and writes the
 * new cells behind the last node. Returns false if a member does not go where
 * it is forced to. */
static bool go_round(tp_Lacam *l, tp_Round *r, uint32_t deciding,
                     uint32_t *cells) {
  bool goes = true;
  tp_pibt_begin(r, l->spent);
  for (uint32_t i = 0; i < deciding && goes; i++) {
    goes = tp_pibt_decide(r, l->id[l->order[i].number]);
  }
  for (uint32_t i = 0; i < l->members; i++) {
    const tp_Unit *unit = &r->unit[l->id[i]];
    cells[i] = unit->decision == TP_STEPS ? tp_round_to(r, l->id[i]) : unit->at;
    uint32_t forced = r->room.forced[l->id[i]];
    if (forced != TP_ANYWHERE && forced != cells[i]) goes = false;
    r->room.forced[l->id[i]] = TP_ANYWHERE;
  }
  tp_pibt_end(r, false);
  return goes;
}

/* One try of the current node. If the node is closed, goes on with the last
 * open one. If a thorough search has none left, it opens all nodes for the many
 * tries. */
static void try_once(tp_Lacam *l, tp_Round *r) {
  uint32_t *n = node_at(l, l->now), *next = node_at(l, l->nodes);
  put_all(l, r, n + CELLS);
  put_in_order(l, n);
  l->spent += l->members;
  uint32_t deciding = next_try(l, r, &n[TRIES]);
  bool goes = deciding > 0 && go_round(l, r, deciding, next + CELLS);
  lift_all(l, r);
  if (goes) {
    const size_t bytes = l->members * sizeof(uint32_t);
    uint32_t known = *head_of(l, next + CELLS);
    while (known != TP_NO_NODE) {
      n = node_at(l, known);
      if (memcmp(n + CELLS, next + CELLS, bytes) == 0) break;
      known = n[NEXT];
    }
    if (known == TP_NO_NODE) {
      add_node(l, r, l->now);
    } else if (node_at(l, known)[TRIES] < l->closed) {
      l->now = known;
    }
  } else if (deciding == 0) {
    while (l->top != TP_NO_NODE && node_at(l, l->top)[TRIES] >= l->closed) {
      l->top--;
      if (l->top != TP_NO_NODE || l->closed == CLOSED) continue;
      l->closed = CLOSED;
      l->top = l->nodes - 1;
    }
    l->now = l->top;
  }
}

static void pay(uint64_t *budget, uint64_t cost) {
  *budget -= *budget < cost ? *budget : cost;
}

static tp_LacamStatus search_on(tp_Lacam *l, tp_Round *r, uint64_t *budget) {
  for (;;) {
    if (l->arrived == l->members) return TP_LACAM_FOUND;
    if (l->now == TP_NO_NODE || l->spent >= l->limit) return TP_LACAM_FAILED;
    size_t used = TABLE + (l->nodes + 1) * node_words(l->members);
    /* Before room: a run without budget never asks for memory. */
    if (*budget == 0) return TP_LACAM_LATER;
    if (used > l->room) return TP_LACAM_NEEDS_ROOM;
    try_once(l, r);
    pay(budget, 4 * (uint64_t)l->members);
  }
}

/* ---- a shorter plan ------------------------------------------------------ */

/* Does one round lead from a node to another one? */
static bool leads(tp_Lacam *l, tp_Round *r, uint32_t from, uint32_t to,
                  uint64_t *budget) {
  const uint32_t *a = node_at(l, from) + CELLS;
  const uint32_t *b = node_at(l, to) + CELLS;
  pay(budget, 1);
  for (uint32_t i = 0; i < l->members; i++) {
    const tp_Cell c = tp_unpack_cell(a[i]), d = tp_unpack_cell(b[i]);
    if (tp_difference(c.x, d.x) > 1 || tp_difference(c.y, d.y) > 1)
      return false;
  }
  pay(budget, 4 * (uint64_t)l->members);
  put_all(l, r, a);
  for (uint32_t i = 0; i < l->members; i++) r->room.forced[l->id[i]] = b[i];
  put_in_order(l, node_at(l, from));
  bool goes = go_round(l, r, l->members, (uint32_t *)(void *)l->spare);
  lift_all(l, r);
  return goes;
}

/* Takes out the detours of the way to the best node: from each node it goes
 * back to the earliest one that leads there. At most LOOKS rounds a node, once
 * a plan. Returns false if the budget ends before that. */
static bool shorten_plan(tp_Lacam *l, tp_Round *r, uint64_t *budget) {
  while (l->to != 0) {
    uint32_t *n = node_at(l, l->to);
    for (; l->looks < LOOKS && l->from != 0; l->looks++) {
      if (*budget == 0) return false;
      l->from = node_at(l, l->from)[PARENT];
      if (leads(l, r, l->from, l->to, budget)) n[PARENT] = l->from;
    }
    l->to = n[PARENT];
    l->from = node_at(l, l->to)[PARENT];
    l->looks = 0;
  }
  uint32_t steps = 0;
  for (uint32_t to = l->best; to != 0; to = node_at(l, to)[PARENT]) steps++;
  for (uint32_t to = l->best; to != 0; to = node_at(l, to)[PARENT]) {
    node_at(l, to)[DEPTH] = steps--;
  }
  return true;
}

/* The best plan of a thorough search that failed may be taken, too, and is
 * shortened. */
tp_LacamStatus tp_lacam_run(tp_Lacam *l, tp_Round *r, uint64_t *budget) {
  uint64_t now = r->now;
  r->is_plan = true;
  lift_all(l, r);
  tp_LacamStatus status = l->ended;
  if (status == TP_LACAM_LATER) {
    status = search_on(l, r, budget);
    if (status == TP_LACAM_FOUND || status == TP_LACAM_FAILED) {
      const bool is_kept = status == TP_LACAM_FOUND || l->is_thorough;
      l->ended = status;
      l->to = is_kept ? l->best : 0;
      l->from = node_at(l, l->to)[PARENT];
      l->looks = 0;
    }
  }
  if (l->ended != TP_LACAM_LATER && !shorten_plan(l, r, budget))
    status = TP_LACAM_LATER;
  put_all(l, r, node_at(l, 0) + CELLS);
  r->is_plan = false;
  r->now = now;
  return status;
}

/* ---- what it found ------------------------------------------------------- */

uint32_t tp_lacam_steps(const tp_Lacam *l, uint32_t node) {
  return node_at(l, node)[DEPTH];
}

const uint32_t *tp_lacam_cells(const tp_Lacam *l, uint32_t node,
                               uint32_t step) {
  const uint32_t *n = node_at(l, node);
  while (n[DEPTH] > step) n = node_at(l, n[PARENT]);
  return n + CELLS;
}
