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
 * been off their goals for longest come first.
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
enum { LOOKS = 64, TABLE = 1024, PARENT = 0, NEXT, TRIES, DEPTH, DONE, CELLS };

/* CLOSED: all tries of the node are used up. MANY: the first of the tries that
 * force several units. */
#define CLOSED UINT32_MAX
#define MANY   (UINT32_C(1) << 31)

static size_t node_words(uint32_t members) { return CELLS + 2u * members; }

size_t tp_lacam_words(uint32_t members) {
  return TABLE + 64 * node_words(members);
}

static uint32_t *node_at(const tp_Lacam *j, uint32_t node) {
  return j->words + TABLE + (size_t)node * node_words(j->members);
}

/* ---- nodes --------------------------------------------------------------- */

static uint32_t *head_of(const tp_Lacam *j, const uint32_t *cells) {
  uint32_t hash = 0;
  for (uint32_t i = 0; i < j->members; i++) {
    hash = tp_candidates_hash(hash ^ i, cells[i]);
  }
  return &j->words[hash % TABLE];
}

/* Makes a node of the cells that were written behind the last node. */
static void add_node(tp_Lacam *j, const tp_Round *r, uint32_t parent) {
  uint32_t *n = node_at(j, j->nodes), *ages = n + CELLS + j->members;
  uint32_t *head = head_of(j, n + CELLS);
  const uint32_t *before = parent == TP_NO_NODE ? NULL : node_at(j, parent);
  n[PARENT] = parent;
  n[NEXT] = *head;
  n[TRIES] = n[DONE] = 0;
  n[DEPTH] = before ? before[DEPTH] + 1 : 0;
  for (uint32_t i = 0; i < j->members; i++) {
    const tp_Unit *unit = &r->unit[j->id[i]];
    const tp_Cell c = tp_unpack_cell(n[CELLS + i]);
    bool is_done = unit->state == TP_IDLE || unit->state == TP_WAITING ||
                   unit->flags & TP_UNIT_REFUSED || tp_unit_is_near(unit, c) ||
                   tp_costtogoal_is_end(&unit->to_goal, unit->navmap, c);
    n[DONE] += is_done;
    ages[i] = is_done ? 0 : before ? before[CELLS + j->members + i] + 1 : 1;
  }
  *head = j->now = j->top = j->nodes++;
  if (parent == TP_NO_NODE || n[DONE] > j->arrived) {
    j->best = j->now;
    j->arrived = n[DONE];
  }
}

void tp_lacam_begin(tp_Lacam *j, const tp_Round *r) {
  memset(j->words, 0xff, TABLE * sizeof *j->words);
  j->nodes = 0;
  j->closed = j->is_thorough ? MANY : CLOSED;
  j->spent = 0;
  uint32_t *n = node_at(j, 0);
  for (uint32_t i = 0; i < j->members; i++) {
    n[CELLS + i] = r->unit[j->id[i]].at;
  }
  add_node(j, r, TP_NO_NODE);
  j->began = j->arrived;
}

/* ---- a try --------------------------------------------------------------- */

/* Sorts the members: those off their goals for longest first, then by their
 * place in the list. */
static void put_in_order(tp_Lacam *j, const uint32_t *node) {
  const uint32_t *ages = node + CELLS + j->members;
  for (uint32_t i = 0; i < j->members; i++) {
    j->order[i] = (tp_Ranked){UINT32_MAX - ages[i], i, 0};
  }
  tp_order(j->order, j->spare, j->members);
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
static void force_one(const tp_Lacam *j, tp_Round *r, uint32_t id,
                      uint32_t number) {
  const tp_Unit *unit = &r->unit[id];
  uint32_t choices = choices_of(unit);
  uint32_t shift = tp_candidates_hash(id, j->now) % choices;
  r->room.forced[id] = choice_of(unit, (number % choices + shift) % choices);
}

/* Forces the member whose cell the number says, and brings it to the front of
 * the order. Returns false if no member has that number. */
static bool force_alone(const tp_Lacam *j, tp_Round *r, uint32_t number) {
  for (uint32_t i = 0; i < j->members; i++) {
    tp_Ranked one = j->order[i];
    uint32_t id = j->id[one.number], choices = choices_of(&r->unit[id]);
    if (number < choices) {
      force_one(j, r, id, number);
      j->order[0] = one;
      return true;
    }
    number -= choices;
  }
  return false;
}

/* Forces the first members, at least one. Returns false if all tries are used
 * up. */
static bool force_first(const tp_Lacam *j, tp_Round *r, uint32_t number) {
  uint64_t rest = (uint64_t)number + 1, combinations = 1;
  uint32_t forced = 0;
  while (rest >= combinations) {
    rest -= combinations;
    if (forced == j->members) return false;
    uint32_t id = j->id[j->order[forced++].number];
    combinations *= choices_of(&r->unit[id]);
  }
  for (uint32_t i = 0; i < forced; i++) {
    uint32_t id = j->id[j->order[i].number];
    force_one(j, r, id, (uint32_t)(rest % choices_of(&r->unit[id])));
    rest /= choices_of(&r->unit[id]);
  }
  return true;
}

/* Forces members as the node's next try says. Returns the number of members
 * that decide; 0: the node is closed now. */
static uint32_t next_try(const tp_Lacam *j, tp_Round *r, uint32_t *tries) {
  if (*tries >= j->closed) return 0;
  uint32_t number = (*tries)++;
  if (number == 0) return j->members;
  if (number < MANY) {
    if (j->is_thorough && force_alone(j, r, number - 1)) return 1;
    *tries = number = MANY;
    if (j->closed == MANY) return 0;
    ++*tries;
  }
  if (force_first(j, r, number - MANY)) return j->members;
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
static void lift_all(const tp_Lacam *j, tp_Round *r) {
  for (uint32_t i = 0; i < j->members; i++) {
    const tp_Unit *unit = &r->unit[j->id[i]];
    write_holders(r, tp_unit_under(unit, unit->at), j->id[i], 0);
  }
}

/* Gives the members the cells at another place, which are free. */
static void put_all(const tp_Lacam *j, tp_Round *r, const uint32_t *cells) {
  for (uint32_t i = 0; i < j->members; i++) {
    tp_Unit *unit = &r->unit[j->id[i]];
    unit->at = cells[i];
    write_holders(r, tp_unit_under(unit, cells[i]), 0, j->id[i]);
  }
}

/* Runs one round from a node, in which so many members decide, and writes the
 * new cells behind the last node. Returns false if a member does not go where
 * it is forced to. */
static bool go_round(tp_Lacam *j, tp_Round *r, uint32_t deciding,
                     uint32_t *cells) {
  bool goes = true;
  tp_pibt_begin(r, j->spent);
  for (uint32_t i = 0; i < deciding && goes; i++) {
    goes = tp_pibt_decide(r, j->id[j->order[i].number]);
  }
  for (uint32_t i = 0; i < j->members; i++) {
    const tp_Unit *unit = &r->unit[j->id[i]];
    cells[i] = unit->choice == TP_STEPS ? tp_unit_to(unit) : unit->at;
    uint32_t forced = r->room.forced[j->id[i]];
    if (forced != TP_ANYWHERE && forced != cells[i]) goes = false;
    r->room.forced[j->id[i]] = TP_ANYWHERE;
  }
  tp_pibt_end(r, false);
  return goes;
}

/* One try of the current node. If the node is closed, goes on with the last
 * open one. If a thorough search has none left, it opens all nodes for the many
 * tries. */
static void try_once(tp_Lacam *j, tp_Round *r) {
  uint32_t *n = node_at(j, j->now), *next = node_at(j, j->nodes);
  put_all(j, r, n + CELLS);
  put_in_order(j, n);
  j->spent += j->members;
  uint32_t deciding = next_try(j, r, &n[TRIES]);
  bool goes = deciding > 0 && go_round(j, r, deciding, next + CELLS);
  lift_all(j, r);
  if (goes) {
    const size_t bytes = j->members * sizeof(uint32_t);
    uint32_t known = *head_of(j, next + CELLS);
    while (known != TP_NO_NODE) {
      n = node_at(j, known);
      if (memcmp(n + CELLS, next + CELLS, bytes) == 0) break;
      known = n[NEXT];
    }
    if (known == TP_NO_NODE) {
      add_node(j, r, j->now);
    } else if (node_at(j, known)[TRIES] < j->closed) {
      j->now = known;
    }
  } else if (deciding == 0) {
    while (j->top != TP_NO_NODE && node_at(j, j->top)[TRIES] >= j->closed) {
      j->top--;
      if (j->top != TP_NO_NODE || j->closed == CLOSED) continue;
      j->closed = CLOSED;
      j->top = j->nodes - 1;
    }
    j->now = j->top;
  }
}

static tp_LacamStatus search_on(tp_Lacam *j, tp_Round *r, uint64_t *budget) {
  for (;;) {
    if (j->arrived == j->members) return TP_LACAM_FOUND;
    if (j->now == TP_NO_NODE || j->spent >= j->limit) return TP_LACAM_FAILED;
    size_t used = TABLE + (j->nodes + 1) * node_words(j->members);
    if (*budget == 0)
      return TP_LACAM_LATER; /* before room: a run without
                                                budget never asks for memory */
    if (used > j->room) return TP_LACAM_NEEDS_ROOM;
    try_once(j, r);
    uint64_t cost = 4 * (uint64_t)j->members;
    *budget -= *budget < cost ? *budget : cost;
  }
}

/* ---- a shorter plan ------------------------------------------------------ */

/* Does one round lead from a node to another one? */
static bool leads(tp_Lacam *j, tp_Round *r, uint32_t from, uint32_t to) {
  const uint32_t *a = node_at(j, from) + CELLS;
  const uint32_t *b = node_at(j, to) + CELLS;
  for (uint32_t i = 0; i < j->members; i++) {
    const tp_Cell c = tp_unpack_cell(a[i]), d = tp_unpack_cell(b[i]);
    if (tp_difference(c.x, d.x) > 1 || tp_difference(c.y, d.y) > 1)
      return false;
  }
  put_all(j, r, a);
  for (uint32_t i = 0; i < j->members; i++) r->room.forced[j->id[i]] = b[i];
  put_in_order(j, node_at(j, from));
  bool goes = go_round(j, r, j->members, (uint32_t *)(void *)j->spare);
  lift_all(j, r);
  return goes;
}

/* Takes out the detours of the way to the best node: from each node it goes
 * back to the earliest one that leads there. At most LOOKS rounds a node, once
 * a plan, which the budget does not pay for. */
static void shorten_plan(tp_Lacam *j, tp_Round *r) {
  uint32_t steps = 0;
  for (uint32_t to = j->best; to != 0; steps++) {
    uint32_t *n = node_at(j, to), from = n[PARENT];
    for (int i = 0; i < LOOKS && from != 0; i++) {
      from = node_at(j, from)[PARENT];
      if (leads(j, r, from, to)) n[PARENT] = from;
    }
    to = n[PARENT];
  }
  for (uint32_t to = j->best; to != 0; to = node_at(j, to)[PARENT]) {
    node_at(j, to)[DEPTH] = steps--;
  }
}

tp_LacamStatus tp_lacam_run(tp_Lacam *j, tp_Round *r, uint64_t *budget) {
  uint64_t now = r->now;
  r->is_plan = true;
  lift_all(j, r);
  tp_LacamStatus status = search_on(j, r, budget);
  if (status == TP_LACAM_FOUND || status == TP_LACAM_FAILED) {
    shorten_plan(j, r); /* the best plan may be taken */
  }
  put_all(j, r, node_at(j, 0) + CELLS);
  r->is_plan = false;
  r->now = now;
  return status;
}

/* ---- what it found ------------------------------------------------------- */

uint32_t tp_lacam_steps(const tp_Lacam *j, uint32_t node) {
  return node_at(j, node)[DEPTH];
}

const uint32_t *tp_lacam_cells(const tp_Lacam *j, uint32_t node,
                               uint32_t step) {
  const uint32_t *n = node_at(j, node);
  while (n[DEPTH] > step) n = node_at(j, n[PARENT]);
  return n + CELLS;
}
