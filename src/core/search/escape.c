/* escape.c - breadth-first search (Moore 1959) over blocked cells, level by
 * level.
 *
 * On the way out the agent walks as on open ground: in any direction of its
 * rule, past any corner, at one price, the dearest of the map for this agent.
 * So the number of blocked cells gives the number of steps. And no cell of a
 * level is reached from another cell of the same level: the cheapest way of so
 * few steps is known once the level before is expanded.
 *
 *     e e e e e . .      S      the start
 *     e 1 1 1 2 3 .      1 2 3  blocked cells, by level: steps from the start
 *     e 1 S 1 2 3 .      e      the exits of level 2, which are the first; if
 *     e 1 1 1 2 3 .             none leads to a goal, the search goes on to the
 *     e 2 2 2 2 3 .             exits of level 3
 *     . . . . . . .
 *
 * Exits are listed in the order in which the search finds them, by steps
 * towards the goal first. The chosen exit is the first one that leads to a
 * goal.
 *
 * For the first exit goals are tested in turn until the exit leads to one. If
 * it leads to none, the test has found the regions of all their ends: another
 * exit leads to a goal if its region is one of these, or if ways lead from it
 * to one of these.
 *
 * 8 bytes a cell of the map, not cleared between queries (nodes.h); 12 for each
 * cell found.
 */
#include "escape.h"

#include <stdlib.h>
#include <string.h>

#include "../agent/metric.h"
#include "goalchoice.h"
#include "nodes.h"

enum { FIRST_ROOM = 256 }; /* of the lists */

static tp_Nodes *nodes_of(const tp_Escape *o) {
  return o->block[TP_ESCAPE_NODES];
}

/* Three lists: blocked cells and exits, both in the order of the search; and
 * the regions in which goals have ends. */
enum { CELLS, EXITS, REGIONS, LISTS };

static uint32_t *list_of(const tp_Escape *o, int list) {
  return (uint32_t *)o->block[TP_ESCAPE_LISTS] + (size_t)list * o->room;
}

static void need_room(tp_Escape *o, uint32_t items) {
  uint32_t room = o->room ? o->room : FIRST_ROOM;
  while (room < items) room *= 2;
  o->need = (tp_Need){.bytes = (size_t)room * LISTS * sizeof(uint32_t),
                      .slot = TP_ESCAPE_LISTS};
}

/* ---- exits -------------------------------------------------------------- */

/* Does an exit in that region lead to a goal? Tests goals until the exit leads
 * to one. If it leads to none, notes the regions of all their ends. */
static tp_Status ask_goals(tp_Escape *o, const tp_Navmap *nav,
                           const tp_Query *q, uint32_t region) {
  const tp_RegionSet from = {&region, 1, NULL};
  uint32_t count;
  tp_Reach reach;
  const tp_Status status =
      tp_goals_regions(q, nav, tp_navmap_beyond(nav, from, &reach),
                       list_of(o, REGIONS), o->room, &count);
  if (status == TP_NEEDS_ROOM) need_room(o, count);
  o->has_regions = status == TP_FAILED;
  o->numbering = tp_navmap_numbering(nav);
  o->regions = o->has_regions ? count : 0;
  return status;
}

/* Those regions, and all regions from which ways lead there. */
static tp_RegionSet right_ones(const tp_Escape *o, const tp_Navmap *nav,
                               tp_Reach *reach) {
  const tp_RegionSet ends = {list_of(o, REGIONS), o->regions, NULL};
  tp_navmap_look(nav, o->regions);
  return tp_navmap_behind(nav, ends, reach);
}

/* The first exit that leads to a goal, of those that were not tried and whose
 * level is complete. */
static tp_Status find_exit(tp_Escape *o, const tp_Navmap *nav,
                           const tp_Query *q) {
  tp_RegionSet right = {NULL, 0, NULL};
  tp_Reach reach;
  if (o->tried == o->level_exits) return TP_FAILED;
  /* Regions may have other numbers by now. */
  if (o->numbering != tp_navmap_numbering(nav)) o->has_regions = false;
  if (o->has_regions) right = right_ones(o, nav, &reach);
  for (; o->tried < o->level_exits; o->tried++) {
    o->exit = tp_unpack_cell(list_of(o, EXITS)[o->tried]);
    if (o->any) return TP_FOUND;
    const uint32_t region = tp_navmap_region(nav, o->exit.x, o->exit.y);
    if (!o->has_regions) {
      const tp_Status status = ask_goals(o, nav, q, region);
      if (status != TP_FAILED) return status;
      right = right_ones(o, nav, &reach);
    } else if (tp_region_is_in(right, region)) {
      return TP_FOUND;
    }
  }
  return TP_FAILED;
}

/* ---- the first step ----------------------------------------------------- */

/* The first goal of the caller's list; of a terrain its first cell, as each of
 * its cells is a goal. */
static tp_Cell cell_of_goal(const tp_Query *q) {
  uint32_t k = 0;
  if (!q->goals) return q->goal;
  while (q->goals->goal[k].index > 0) k++;
  const tp_Rect first = q->goals->goal[k].rect;
  if (q->terrain) return (tp_Cell){first.x, first.y};
  return tp_rect_nearest(first, q->start);
}

/* Sorts directions by the distance to a cell on open ground, with the step. Of
 * equal ones diagonal steps come first: the rest is shorter. */
static void order_steps(tp_Escape *o, const tp_Navmap *nav, unsigned steps,
                        tp_Cell to) {
  const tp_Metric metric = {7, 5, nav->moves.stagger};
  uint64_t far[TP_DIRECTIONS];
  o->steps = 0;
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    const tp_Cell next = tp_beside(o->start, d);
    const uint64_t all = tp_metric_between(metric, o->start, next) +
                         tp_metric_between(metric, next, to);
    const uint64_t way = 2 * all + !tp_is_diagonal(d);
    int i = o->steps++;
    for (; i > 0 && far[i - 1] > way; i--) {
      far[i] = far[i - 1];
      o->step[i] = o->step[i - 1];
    }
    far[i] = way;
    o->step[i] = (uint8_t)d;
  }
}

/* The exit of a query with `one_step`: no search is needed. */
static tp_Reason take_step(tp_Escape *o, const tp_Navmap *nav,
                           const tp_Query *q) {
  tp_Reason reason = TP_START_BLOCKED;
  uint32_t before = 0;
  for (int i = 0; i < o->steps && reason != TP_NO_REASON; i++) {
    const int d = o->step[i];
    const tp_Cell at = tp_beside(o->start, d);
    const uint32_t region = tp_navmap_region(nav, at.x, at.y);
    tp_Reach reach;
    if (i > 0 && region == before) continue;
    before = region;
    reason = tp_goals_check(q, nav, tp_navmap_home(nav, at, &reach));
    if (i == 0 || reason == TP_NO_REASON) o->exit = at;
  }
  if (o->steps == 0) return reason;
  const bool is_diagonal = o->exit.x != o->start.x && o->exit.y != o->start.y;
  o->cost = nav->costs.step[is_diagonal][tp_costs_dearest(&nav->costs)];
  o->length = 1;
  return reason;
}

/* ---- the queue ---------------------------------------------------------- */

bool tp_escape_is_needed(const tp_Navmap *nav, const tp_Query *q) {
  return q->escape && tp_grid_contains(nav->grid, q->start.x, q->start.y) &&
         !tp_mask_has(nav->mask, q->start.x, q->start.y);
}

/* The steps that the map allows, to cells that the query allows. */
static unsigned steps_out(const tp_Navmap *nav, const tp_Query *q) {
  const tp_Cell at = q->start;
  unsigned steps = tp_navmap_steps(nav, at.x, at.y);
  for (unsigned rest = q->only ? steps : 0; rest; rest &= rest - 1) {
    const int d = tp_lowest(rest);
    const tp_Cell to = tp_beside(at, d);
    if (!tp_mask_has(q->only, to.x, to.y)) steps &= ~(1u << d);
  }
  return steps;
}

tp_Reason tp_escape_begin(tp_Escape *o, const tp_Navmap *nav, const tp_Query *q,
                          bool any) {
  const unsigned all = (1u << TP_DIRECTIONS) - 1;
  const tp_RegionSet anywhere = {NULL, 0, NULL};
  o->length = o->turns = o->at = o->level = o->level_exits = 0;
  o->cells = o->exits = o->tried = o->regions = 0;
  o->has_regions = false;
  o->cost = o->looked = 0;
  o->start = q->start;
  order_steps(o, nav, q->one_step ? steps_out(nav, q) : all,
              tp_grid_clamp(nav->grid, cell_of_goal(q)));
  if (q->one_step) return take_step(o, nav, q);
  const tp_Reason reason =
      any ? TP_NO_REASON : tp_goals_check(q, nav, anywhere);
  o->any = any || reason != TP_NO_REASON;
  return reason;
}

static bool has_room(tp_Escape *o, const tp_Navmap *nav, uint32_t items) {
  if (!o->block[TP_ESCAPE_NODES]) {
    o->need = (tp_Need){.bytes = tp_nodes_bytes(tp_grid_cells(nav->grid)),
                        .slot = TP_ESCAPE_NODES};
    return false;
  }
  if (o->room >= items) return true;
  need_room(o, items);
  return false;
}

void tp_escape_give(tp_Escape *o, const tp_Navmap *nav, void *block) {
  const tp_Escape old = *o;
  o->block[o->need.slot] = block;
  if (o->need.slot == TP_ESCAPE_NODES) {
    tp_nodes_init(block, tp_grid_cells(nav->grid));
    return;
  }
  o->room = (uint32_t)(o->need.bytes / (LISTS * sizeof(uint32_t)));
  if (old.room == 0) return;
  memcpy(list_of(o, CELLS), list_of(&old, CELLS), o->cells * sizeof(uint32_t));
  memcpy(list_of(o, EXITS), list_of(&old, EXITS), o->exits * sizeof(uint32_t));
  memcpy(list_of(o, REGIONS), list_of(&old, REGIONS),
         o->regions * sizeof(uint32_t));
}

/* Constants of a run. */
typedef struct Terms {
  const tp_Mask *mask;
  tp_NodeVersion now;
  const tp_Topology *moves;
  uint64_t *node, base, step[2];
  tp_Offsets offsets;
} Terms;

static Terms terms_of(const tp_Escape *o, const tp_Navmap *nav) {
  const int class = tp_costs_dearest(&nav->costs);
  tp_Nodes *nodes = nodes_of(o);
  Terms t = {.mask = nav->mask,
             .now = nodes->now,
             .moves = &nav->moves,
             .node = nodes->node,
             .offsets = tp_offsets(nav->mask->width)};
  t.base = tp_node_base(&t.now);
  for (int k = 0; k < 2; k++) {
    t.step[k] = class < 0 ? 1 : nav->costs.step[k][class];
  }
  return t;
}

static size_t index_of(const Terms *t, tp_Cell at) {
  return (size_t)at.y * (size_t)t->mask->width + (size_t)at.x;
}

/* Relaxes the steps from a cell. Each leads to an unknown cell, or to a cell of
 * the next level, which it may reach more cheaply. */
static void look_around(tp_Escape *o, const Terms *t, tp_Cell at) {
  const tp_Mask *m = t->mask;
  const size_t here = index_of(t, at);
  const bool is_edge =
      at.x == 0 || at.y == 0 || at.x == m->width - 1 || at.y == m->height - 1;
  const unsigned nine = tp_mask_nine(m, at.x, at.y);
  const unsigned steps = tp_open_steps(t->moves, at);
  const uint64_t cost = tp_node_g(&t->now, t->node[here]);
  for (int i = 0; i < o->steps; i++) {
    const int d = o->step[i];
    if (!(steps >> d & 1)) continue;
    const tp_Cell to = tp_beside(at, d);
    if (is_edge && !tp_mask_is_inside(m, to.x, to.y)) continue;
    uint64_t *node = &t->node[tp_index_beside(&t->offsets, here, d)];
    const bool is_known = tp_node_is_known(&t->now, *node);
    if (is_known && *node & TP_NODE_CLOSED) continue;
    const uint64_t key =
        tp_node_key(t->base, cost + t->step[tp_is_diagonal(d)], d);
    if (!tp_node_improves(key, *node)) continue;
    *node = key;
    if (is_known) continue;
    const bool is_exit = nine >> tp_nine_of(d) & 1;
    uint32_t *count = is_exit ? &o->exits : &o->cells;
    list_of(o, is_exit ? EXITS : CELLS)[(*count)++] = tp_pack_cell(to.x, to.y);
  }
}

static void close(const Terms *t, const uint32_t *cell, uint32_t *first,
                  uint32_t end) {
  for (; *first < end; ++*first) {
    t->node[index_of(t, tp_unpack_cell(cell[*first]))] |= TP_NODE_CLOSED;
  }
}

/* The level before has been expanded. */
static void end_level(tp_Escape *o, const Terms *t) {
  close(t, list_of(o, CELLS), &o->level, o->cells);
  close(t, list_of(o, EXITS), &o->level_exits, o->exits);
}

/* Walks from the exit back to the start, and notes the turns. */
static void settle(tp_Escape *o, const Terms *t) {
  uint32_t *turn = list_of(o, CELLS);
  int before = tp_node_came_by(t->node[index_of(t, o->exit)]);
  o->cost = tp_node_g(&t->now, t->node[index_of(t, o->exit)]);
  for (tp_Cell at = o->exit; !tp_same_cell(at, o->start); o->length++) {
    const int d = tp_node_came_by(t->node[index_of(t, at)]);
    if (d != before) turn[o->turns++] = tp_pack_cell(at.x, at.y);
    before = d;
    at = tp_beside(at, tp_opposite(d));
  }
}

tp_Status tp_escape_clean(tp_Escape *o, const tp_Navmap *nav, uint64_t *cells) {
  if (o->cells > 0) return TP_FOUND;
  if (!has_room(o, nav, 1)) return TP_NEEDS_ROOM;
  bool is_clean = tp_nodes_clean_some(nodes_of(o), nav->costs.bits, cells);
  return is_clean ? TP_FOUND : TP_RUNNING;
}

static void take_start(tp_Escape *o, const tp_Navmap *nav) {
  uint64_t filled = tp_nodes_renew(nodes_of(o), nav->costs.bits);
  tp_navmap_look(nav, filled / TP_CLEANED_A_LOOK);
  const Terms t = terms_of(o, nav);
  t.node[index_of(&t, o->start)] = tp_node_key(t.base, 0, 0) | TP_NODE_CLOSED;
  list_of(o, CELLS)[0] = tp_pack_cell(o->start.x, o->start.y);
  o->cells = o->level = 1;
}

tp_Status tp_escape_run(tp_Escape *o, const tp_Navmap *nav,
                        const tp_Query *query, uint64_t *budget) {
  if (!has_room(o, nav, 1)) return TP_NEEDS_ROOM;
  if (o->cells == 0) take_start(o, nav);
  const Terms terms = terms_of(o, nav);
  tp_Status status = find_exit(o, nav, query);
  while (status == TP_FAILED && o->at < o->cells) {
    if (*budget == 0) return TP_RUNNING;
    const uint32_t most = o->cells > o->exits ? o->cells : o->exits;
    if (!has_room(o, nav, most + TP_DIRECTIONS)) return TP_NEEDS_ROOM;
    look_around(o, &terms, tp_unpack_cell(list_of(o, CELLS)[o->at++]));
    --*budget;
    o->looked++;
    if (o->at < o->level) continue;
    end_level(o, &terms);
    status = find_exit(o, nav, query);
  }
  if (status == TP_FAILED && query->partial && o->exits > 0) {
    o->exit = tp_unpack_cell(list_of(o, EXITS)[0]);
    status = TP_FOUND;
  }
  if (status == TP_FOUND) settle(o, &terms);
  return status;
}

/* ---- the way back ------------------------------------------------------- */

static int sign(int32_t n) { return (n > 0) - (n < 0); }

bool tp_escape_leg(const tp_Escape *o, tp_Backtrace *b, tp_Leg *leg) {
  if (b->blocked == o->length) return false;
  if (b->blocked == 0) b->node = 0;
  const uint32_t turn = b->node++;
  const tp_Cell from =
      turn < o->turns ? tp_unpack_cell(list_of(o, CELLS)[turn]) : o->start;
  const int32_t dx = b->at.x - from.x, dy = b->at.y - from.y;
  tp_leg_set(leg, tp_direction(sign(dx), sign(dy)),
             tp_greater(abs(dx), abs(dy)));
  b->blocked += (uint32_t)leg->length;
  b->at = from;
  return true;
}
