/* astar.c - A* over single cells.
 *
 * Written once, as `run`, and compiled for four kinds of plan: buckets on a map
 * with one price, buckets on a priced map, buckets where there are many ends
 * (goaltest.h), and a heap for everything else (weights, heuristics that are
 * not consistent, the caller's own, costs too fine for buckets). Closed cells
 * are opened again where a cheaper way to them turns up; with a consistent
 * heuristic none does.
 *
 * Where there are diagonals, and straight <= diagonal < 2 x straight, only the
 * successors of pruning.h are generated. The others are reached from the
 * predecessor at the same cost by another way.
 *
 * 8 bytes a cell, and 8 (buckets) or 24 (heap) for each cell in the open list.
 */
#include "astar.h"

#include "../base/bucketqueue.h"
#include "../base/heap.h"
#include "known.h"
#include "nearby.h"
#include "nodes.h"
#include "starts.h"
#include "successors.h"
#include "tiebreak.h"

enum {
  FIRST_CAPACITY = 256,
  MIN_WINDOW = 64,
  CHEAP_WINDOW = 4096,
  MAX_WINDOW = 1 << 16
};

static tp_Nodes *nodes_of(const tp_Search *s) {
  return s->block[TP_SLOT_NODES];
}

static tp_BucketQueue *buckets_of(const tp_Search *s) {
  return s->block[TP_SLOT_BUCKETS];
}

static tp_Heap *heap_of(const tp_Search *s) { return s->block[TP_SLOT_HEAP]; }

/* The caller's, by cell. */
static uint64_t *estimates_of(const tp_Search *s) {
  return s->block[TP_SLOT_ESTIMATES];
}

static size_t index_of(const tp_Search *s, tp_Cell c) {
  return tp_grid_index(s->plan.navmap->grid, c.x, c.y);
}

/* ---- the queue ---------------------------------------------------------- */

/* It serves every plan. */
static tp_Fit fits(const tp_Plan *plan) {
  (void)plan;
  return TP_FITS;
}

/* Buckets where f rises only, by less than a number of them that is small or
 * no more than the map has cells. */
static uint32_t window_for(const tp_Heuristic *h, const tp_Navmap *nav,
                           uint64_t spread) {
  uint64_t reach = nav->costs.dearest + h->drop + 1;
  if (spread >= reach) reach = spread + 1;
  uint32_t window = MIN_WINDOW;
  if (!h->monotone || h->kind == TP_HEURISTIC_USER) return 0;
  if (reach > MAX_WINDOW) return 0;
  if (reach > CHEAP_WINDOW && reach > tp_grid_cells(nav->grid)) return 0;
  while (window < reach) window *= 2;
  return window;
}

/* One queue for queries that end at their goal and for those that end near it:
 * they may come by turns, and would each want a block of their own. */
static uint32_t window(const tp_Plan *plan) {
  const tp_Heuristic metric = tp_nearby_metric(plan);
  uint32_t own = window_for(&plan->heuristic, plan->navmap,
                            tp_starts_spread(plan, &plan->heuristic));
  uint32_t near =
      window_for(&metric, plan->navmap, tp_starts_spread(plan, &metric));
  if (own == 0 || (plan->kind == TP_PLAN_NEAREST && near == 0)) return 0;
  return near > own ? near : own;
}

/* How many entries a queue is to have that takes the place of one. */
static uint32_t capacity_after(const tp_Search *s, uint32_t old) {
  uint32_t capacity = FIRST_CAPACITY;
  if (s->has_begun && old) return 2 * old;
  while (capacity < s->plan.exits.count) capacity *= 2;
  return capacity;
}

/* One that is in use keeps its window, which may be wider than it need be. */
static tp_Status need_buckets(tp_Search *s) {
  const tp_BucketQueue *old = buckets_of(s);
  uint32_t window = s->has_begun ? old->window : s->plan.window;
  uint32_t capacity = capacity_after(s, old ? old->capacity : 0);
  return tp_search_need(s, TP_SLOT_BUCKETS,
                        tp_bucketqueue_bytes(window, capacity));
}

static tp_Status need_heap(tp_Search *s) {
  const tp_Heap *old = heap_of(s);
  uint32_t capacity = capacity_after(s, old ? old->capacity : 0);
  return tp_search_need(s, TP_SLOT_HEAP, tp_heap_bytes(capacity));
}

static void take_buckets(tp_Search *s, const tp_BucketQueue *old) {
  uint32_t capacity = capacity_after(s, old ? old->capacity : 0);
  if (s->has_begun) {
    tp_bucketqueue_move(buckets_of(s), old, capacity);
  } else {
    tp_bucketqueue_init(buckets_of(s), s->plan.window, capacity);
  }
}

static void take_heap(tp_Search *s, const tp_Heap *old) {
  uint32_t capacity = capacity_after(s, old ? old->capacity : 0);
  if (s->has_begun) {
    tp_heap_move(heap_of(s), old, capacity);
  } else {
    tp_heap_init(heap_of(s), capacity);
  }
}

static void take(tp_Search *s, tp_Slot slot, const void *old) {
  size_t cells = tp_grid_cells(s->plan.navmap->grid);
  if (slot == TP_SLOT_NODES) tp_nodes_init(nodes_of(s), cells);
  if (slot == TP_SLOT_BUCKETS) take_buckets(s, old);
  if (slot == TP_SLOT_HEAP) take_heap(s, old);
}

/* ---- the search --------------------------------------------------------- */

/* The steps along the axis on which less is left to go. On 4-way maps these are
 * pushed first, and so, of equal f, popped last: the path then stays in the
 * middle of the many that are equally short, clear of what lies at their edges.
 */
TP_INLINE unsigned shorter_axis(tp_Cell at, tp_Cell to) {
  int32_t dx = at.x < to.x ? to.x - at.x : at.x - to.x;
  int32_t dy = at.y < to.y ? to.y - at.y : at.y - to.y;
  return dx > dy ? 1u << TP_S | 1u << TP_N : 1u << TP_E | 1u << TP_W;
}

/* Asks the caller for an estimate of each successor that is not known yet:
 * before anything changes, so that the caller may leave. */
static void ask_around(const tp_Search *s, tp_Cell at, unsigned steps) {
  const tp_Nodes *nodes = nodes_of(s);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell next = {at.x + tp_dx[d], at.y + tp_dy[d]};
    size_t n = index_of(s, next);
    if (tp_node_is_known(&nodes->now, nodes->node[n])) continue;
    estimates_of(s)[n] = s->user.estimate(s->user.context, next.x, next.y);
  }
}

/* What the plans are like for which the loop is compiled; MANY: ends or
 * starts. */
enum { BUCKETS = 1, PRICED = 2, MANY = 4 };

/* One of many starts is entered from a cell that the search never comes to. */
TP_INLINE bool is_entered(unsigned nine, int came_by) {
  return nine & tp_predecessor_bit(tp_opposite(came_by));
}

TP_INLINE tp_Status run(tp_Search *s, uint64_t budget, const int kind) {
  const bool buckets = kind & BUCKETS, priced = kind & PRICED;
  const tp_Plan *plan = &s->plan;
  const tp_Navmap *nav = plan->navmap;
  const tp_Mask *mask = plan->view.mask;
  const tp_Costs *costs = &nav->costs;
  const uint8_t *class_of = nav->costs.class_of;
  const tp_Heuristic own = plan->heuristic; /* which no store can change */
  const tp_Heuristic *heuristic = &own;
  const bool asked = !buckets && heuristic->kind == TP_HEURISTIC_USER;
  const uint64_t *estimates = estimates_of(s);
  const uint64_t plain[2] = {costs->cheapest[0], costs->cheapest[1]};
  const bool four = nav->profile.diagonal == TP_NEVER;
  const int32_t width = mask->width;
  tp_Nodes *nodes = nodes_of(s);
  uint64_t *node = nodes->node;
  const uint64_t base = tp_node_base(&nodes->now);
  const size_t start = index_of(s, plan->ends.from);
  const bool many = kind & MANY && tp_plan_has_many_ends(plan);
  const bool rooted = kind & MANY && tp_plan_has_many_starts(plan);
  const size_t goal = many ? SIZE_MAX : index_of(s, plan->ends.to);
  const tp_Goaltest *test = &s->goaltest;
  const tp_Incumbent *best = &test->incumbent;
  /* On 4-way maps pruning would save a quarter of the time, but leaves few of
     the many ways that are equally short. A search that is led into one dead
     end after the other takes longer then: among pillars at equal distances
     eight times as long. */
  const tp_Prune prune = {.more = costs->orderly && !four,
                          .uniform = !priced || costs->uniform};
  ptrdiff_t offset[TP_DIRECTIONS];
  const bool ordered = nav->profile.algorithm == TP_ASTAR;
  tp_Heap *heap = heap_of(s);
  const uint32_t capacity = buckets ? buckets_of(s)->capacity : heap->capacity;
  tp_Buckets list = {0};
  tp_Status status = TP_RUNNING;
  if (buckets) list = tp_buckets_of(buckets_of(s));
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    offset[d] = (ptrdiff_t)tp_dy[d] * width + tp_dx[d];
  }

  /* A look at the frontier may show that the incumbent is the cheapest, and
   * closes nothing. */
  while (budget > 0 || (many && best->cost != TP_NO_END)) {
    if (many && tp_goaltest_wants_notes(test)) break;
    uint32_t live = buckets ? list.live : heap->live;
    if (live + TP_DIRECTIONS > capacity) {
      status = TP_NEEDS_ROOM;
      break;
    }
    if (live == 0) {
      status = many && best->cost != TP_NO_END ? TP_FOUND : TP_FAILED;
      break;
    }

    /* The first cell of the frontier, unless it was closed already. */
    if (buckets && tp_buckets_turn(&list) && ordered) {
      tp_tiebreak_turn(&list, heuristic);
    }
    tp_Cell at = tp_unpack_cell(buckets ? tp_buckets_take(&list)
                                        : tp_heap_first(heap)->what);
    uint64_t f = buckets ? list.key : tp_heap_first(heap)->key;
    size_t here = (size_t)at.y * (size_t)width + (size_t)at.x;
    uint64_t known = node[here];
    if (known & TP_NODE_CLOSED) {
      if (!buckets) tp_heap_pop(heap);
      continue;
    }

    if (many && f > best->cost) {
      status = TP_FOUND;
      break;
    }
    if (many && budget == 0) {
      /* Back to where it was. */
      if (buckets) tp_buckets_push(&list, f, tp_pack_cell(at.x, at.y));
      break;
    }

    unsigned nine = tp_mask_nine(mask, at.x, at.y);
    int came_by = here == start ? TP_DIRECTIONS : tp_node_came_by(known);
    if (rooted && !is_entered(nine, tp_node_came_by(known))) {
      came_by = TP_DIRECTIONS;
    }
    unsigned steps =
        tp_successors_forwards(nav, nine, (tp_Visit){at, here, came_by}, prune);
    if (!buckets) {
      if (asked) ask_around(s, at, steps);
      tp_heap_pop(heap);
    }
    node[here] = known | TP_NODE_CLOSED;
    s->expanded++;
    budget--;
    if (here == goal) {
      status = TP_FOUND;
      break;
    }
    uint64_t cost = tp_node_g(&nodes->now, known);
    if (many) {
      tp_Arrival arrival = tp_goaltest(&s->goaltest, plan, at, cost, f);
      if (arrival == TP_TURN) continue;
      if (arrival == TP_HAS_COME) {
        status = TP_FOUND;
        break;
      }
    }
    const unsigned first = four ? shorter_axis(at, plan->ends.to) : 0;
    while (steps) {
      int d = tp_lowest(steps & first ? steps & first : steps);
      steps &= ~(1u << d);
      size_t next = (size_t)((ptrdiff_t)here + offset[d]);
      uint64_t reached =
          cost + (priced ? costs->step[tp_is_diagonal(d)][class_of[next]]
                         : plain[tp_is_diagonal(d)]);
      uint64_t key = tp_node_key(base, reached, d);
      if (!tp_node_improves(key, node[next])) continue;
      node[next] = key;
      int32_t x = at.x + tp_dx[d], y = at.y + tp_dy[d];
      uint64_t h = asked ? estimates[next] : tp_estimate(heuristic, x, y);
      uint64_t next_f = reached + h;
      uint32_t what = tp_pack_cell(x, y);
      if (buckets && ordered) {
        tp_tiebreak_push(&list, next_f, what, heuristic, h);
      } else if (buckets) {
        tp_buckets_push(&list, next_f, what);
      } else {
        if (heuristic->monotone && next_f < f) next_f = f;
        tp_heap_push(heap, next_f, ordered ? h : 0, what);
      }
    }
  }
  if (buckets) tp_buckets_store(&list, buckets_of(s));
  return status;
}

static tp_Status run_uniform(tp_Search *s, uint64_t budget) {
  return run(s, budget, BUCKETS);
}

static tp_Status run_priced(tp_Search *s, uint64_t budget) {
  return run(s, budget, BUCKETS | PRICED);
}

static tp_Status run_many(tp_Search *s, uint64_t budget) {
  return run(s, budget, BUCKETS | PRICED | MANY);
}

static tp_Status run_heap(tp_Search *s, uint64_t budget) {
  return run(s, budget, PRICED | MANY);
}

static bool has_many(const tp_Plan *plan) {
  return tp_plan_has_many_ends(plan) || tp_plan_has_many_starts(plan);
}

static tp_Status run_any(tp_Search *s, uint64_t budget) {
  const tp_Plan *plan = &s->plan;
  bool by_heap = plan->window == 0;
  tp_Status status = by_heap                       ? run_heap(s, budget)
                     : has_many(plan)              ? run_many(s, budget)
                     : plan->navmap->costs.uniform ? run_uniform(s, budget)
                                                   : run_priced(s, budget);
  if (status != TP_NEEDS_ROOM) return status;
  return by_heap ? need_heap(s) : need_buckets(s);
}

/* ---- before and after --------------------------------------------------- */

static uint64_t first_estimate(const tp_Search *s, tp_Cell at) {
  const tp_Heuristic *h = &s->plan.heuristic;
  if (h->kind != TP_HEURISTIC_USER) return tp_estimate(h, at.x, at.y);
  uint64_t *estimate = &estimates_of(s)[index_of(s, at)];
  *estimate = s->user.estimate(s->user.context, at.x, at.y);
  return *estimate;
}

static tp_Status make_room(tp_Search *s) {
  const tp_Plan *plan = &s->plan;
  const uint32_t starts = plan->exits.count;
  size_t cells = tp_grid_cells(plan->navmap->grid);
  bool asks = plan->heuristic.kind == TP_HEURISTIC_USER;
  if (!nodes_of(s)) {
    return tp_search_need(s, TP_SLOT_NODES, tp_nodes_bytes(cells));
  }
  if (asks && !estimates_of(s)) {
    return tp_search_need(s, TP_SLOT_ESTIMATES, cells * sizeof(uint64_t));
  }
  if (plan->window == 0) {
    bool has_heap = heap_of(s) && heap_of(s)->capacity >= starts;
    return has_heap ? TP_RUNNING : need_heap(s);
  }
  const tp_BucketQueue *buckets = buckets_of(s);
  bool has_buckets =
      buckets && buckets->window >= plan->window && buckets->capacity >= starts;
  return has_buckets ? TP_RUNNING : need_buckets(s);
}

static tp_Status clean(tp_Search *s, uint64_t *cells) {
  int bits = s->plan.navmap->costs.bits;
  if (make_room(s) == TP_NEEDS_ROOM) return TP_NEEDS_ROOM;
  bool is_clean = tp_nodes_clean_some(nodes_of(s), bits, cells);
  return is_clean ? TP_FOUND : TP_RUNNING;
}

/* Puts a start in, which was come by in that direction. There is room for it.
 */
static void put(tp_Search *s, tp_Cell at, uint64_t cost, int came_by) {
  const tp_Heuristic *heuristic = &s->plan.heuristic;
  const bool ordered = s->plan.navmap->profile.algorithm == TP_ASTAR;
  tp_Nodes *nodes = nodes_of(s);
  uint32_t what = tp_pack_cell(at.x, at.y);
  uint64_t h = first_estimate(s, at);
  nodes->node[index_of(s, at)] =
      tp_node_key(tp_node_base(&nodes->now), cost, came_by);
  if (s->plan.window == 0) {
    tp_heap_push(heap_of(s), cost + h, ordered ? h : 0, what);
    return;
  }
  tp_Buckets list = tp_buckets_of(buckets_of(s));
  if (ordered) {
    tp_tiebreak_push(&list, cost + h, what, heuristic, h);
  } else {
    tp_buckets_push(&list, cost + h, what);
  }
  tp_buckets_store(&list, buckets_of(s));
}

static void put_exits(tp_Search *s) {
  const tp_Exits *exits = &s->plan.exits;
  for (uint32_t i = 0; i < exits->count; i++) {
    const tp_Exit *exit = &exits->list[i];
    put(s, exit->at, exit->cost, exit->came_by);
  }
}

static tp_Status begin(tp_Search *s) {
  const tp_Plan *plan = &s->plan;
  tp_Goals *goals = plan->query.goals;
  if (make_room(s) == TP_NEEDS_ROOM) return TP_NEEDS_ROOM;
  if (plan->kind == TP_PLAN_SEVERAL && goals->kind == TP_GOAL_CELLS) {
    tp_goals_list_by_cell(goals);
  }
  tp_nodes_renew(nodes_of(s), plan->navmap->costs.bits);
  if (plan->window == 0) {
    tp_heap_clear(heap_of(s));
  } else {
    tp_bucketqueue_clear(buckets_of(s), tp_starts_first(plan));
  }
  if (tp_plan_has_many_starts(plan)) {
    put_exits(s);
  } else {
    put(s, plan->ends.from, 0, 0);
  }
  return TP_RUNNING;
}

/* The cell from which one was entered; itself at a start. Of many starts one
 * may have been entered from another at less cost; those that were not have
 * been come by from a cell where the search has never been. */
static tp_Cell parent_of(const tp_Search *s, tp_Cell at) {
  const tp_Nodes *nodes = nodes_of(s);
  bool may_be_start = !tp_plan_has_many_starts(&s->plan);
  if (may_be_start && tp_same_cell(at, s->plan.ends.from)) return at;
  int d = tp_node_came_by(nodes->node[index_of(s, at)]);
  tp_Cell parent = {at.x - tp_dx[d], at.y - tp_dy[d]};
  bool has_been =
      tp_node_is_known(&nodes->now, nodes->node[index_of(s, parent)]);
  return has_been ? parent : at;
}

static tp_Cell root(const tp_Search *s, tp_Cell at) {
  for (tp_Cell parent = parent_of(s, at); !tp_same_cell(parent, at);) {
    at = parent;
    parent = parent_of(s, at);
  }
  return at;
}

static bool next_leg(const tp_Search *s, tp_Backtrace *b, tp_Leg *leg) {
  const uint64_t *node = nodes_of(s)->node;
  size_t here = index_of(s, b->at), first = index_of(s, s->plan.ends.from);
  int d = tp_node_came_by(node[here]);
  size_t step =
      (size_t)((ptrdiff_t)tp_dy[d] * s->plan.navmap->grid->width + tp_dx[d]);
  int32_t length = 0;
  do {
    here -= step;
    length++;
  } while (here != first && tp_node_came_by(node[here]) == d);
  *leg = (tp_Leg){d, length};
  tp_leg_pass(*leg, TP_BACKWARDS, &b->at);
  return true;
}

static bool node_info(const tp_Search *s, tp_Cell cell, tp_NodeInfo *info) {
  const tp_Nodes *nodes = nodes_of(s);
  const tp_Heuristic *h = &s->plan.heuristic;
  size_t index = index_of(s, cell);
  uint64_t node = nodes->node[index];
  if (!tp_node_is_known(&nodes->now, node)) return false;
  info->closed = node & TP_NODE_CLOSED;
  info->g = tp_node_g(&nodes->now, node);
  info->h = h->kind == TP_HEURISTIC_USER ? estimates_of(s)[index]
                                         : tp_estimate(h, cell.x, cell.y);
  info->parent = parent_of(s, cell);
  return true;
}

const tp_Row tp_astar = {
    .name = TP_ASTAR,
    .fits = fits,
    .window = window,
    .begin = begin,
    .run = run_any,
    .clean = clean,
    .take = take,
    .root = root,
    .next_leg = next_leg,
    .stands = tp_known_stand,
    .node_info = node_info,
};
