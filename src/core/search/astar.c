/* astar.c - A* over single cells.
 *
 * Written once, as `run`, and compiled for four kinds of plan: buckets for one
 * goal on a map with one price, buckets for many ends (goaltest.h) or prices,
 * the same on a map with links or thin walls, and a heap for everything else
 * (the order by the book, weights, heuristics that are not consistent, the
 * caller's own, costs too fine for buckets). Closed cells are opened again if a
 * cheaper way to them turns up; with a consistent heuristic none does.
 *
 * With a weight w above 1 they would be again and again: on priced ground 100
 * times as many cells were expanded as without. But none has to be for a way
 * that costs w times the cheapest at most, if of all open cells the one with
 * the least f is next (Likhachev, Gordon and Thrun 2003, on ARA*). So each is
 * expanded once; and weights go through the heap, as what is put into a bucket
 * whose turn has passed would come too late. The same where the estimate is too
 * high by itself (Manhattan's, with diagonals), by which nothing is promised.
 * But the estimate has to be consistent to the last unit, which metrics are;
 * the Euclidean and the caller's own are rounded.
 *
 * Where there are diagonals, and straight <= diagonal < 2 x straight, only the
 * successors of pruning.h are generated. The others are reached from the
 * predecessor at the same cost by another way. In a pinned cell (navmap.h), and
 * in one entered by a link, all are.
 *
 * A link may lead to a cell whose f is beyond the window of the buckets. It is
 * put into the last one then, and, when it is met there, where it belongs.
 *
 * By the book (`algorithm = "astar"`) the cell with the smallest h comes first
 * of equal f. On game maps that saves not one expansion in a thousand. So
 * buckets leave it out, and the heap does it for queries that ask for it.
 *
 * 8 bytes a cell, and 8 (buckets) or 24 (heap) for each cell in the open list.
 */
#include "astar.h"

#include "openlist.h"
#include "successors.h"
#include "wayback.h"

/* It serves every plan. */
static tp_Fit fits(const tp_Plan *plan) {
  (void)plan;
  return TP_FITS;
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
  const tp_Nodes *nodes = tp_astar_nodes(s);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    tp_Cell next = {at.x + tp_dx[d], at.y + tp_dy[d]};
    size_t n = tp_astar_index(s, next);
    if (tp_node_is_known(&nodes->now, nodes->node[n])) continue;
    tp_astar_estimates(s)[n] =
        s->user.estimate(s->user.context, next.x, next.y);
  }
}

/* The same of the cells that links lead to. */
static void ask_behind(const tp_Search *s, tp_Cell at) {
  const tp_Gates *gates = tp_search_gates(s);
  const tp_Nodes *nodes = tp_astar_nodes(s);
  const tp_GateRange out = tp_gates_from(gates, at);
  for (uint32_t i = out.first; i < out.first + out.count; i++) {
    tp_Cell to = tp_unpack_cell(gates->gate[i].passage.to);
    size_t n = tp_astar_index(s, to);
    if (tp_node_is_known(&nodes->now, nodes->node[n])) continue;
    tp_astar_estimates(s)[n] = s->user.estimate(s->user.context, to.x, to.y);
  }
}

static bool closes_for_good(const tp_Heuristic *h) {
  return !h->monotone && h->kind != TP_HEURISTIC_EUCLIDEAN &&
         h->kind != TP_HEURISTIC_USER;
}

static bool is_closed(const tp_Nodes *nodes, uint64_t node) {
  return node & TP_NODE_CLOSED && tp_node_is_known(&nodes->now, node);
}

static uint64_t f_of(const tp_Search *s, tp_Cell at, uint64_t node) {
  return tp_node_g(&tp_astar_nodes(s)->now, node) + tp_astar_estimate(s, at);
}

/* Puts a cell into the buckets, as far on as the plan's go: there may be more
 * of them, from an earlier query, which must not show in what is found. */
static void put_off(const tp_Search *s, tp_Buckets *list, uint64_t f,
                    tp_Cell at) {
  const uint64_t last = list->key + s->plan.window - 1;
  tp_buckets_push(list, f < last ? f : last, tp_pack_cell(at.x, at.y));
}

/* Puts the cells in that links lead to from a cell: into the buckets, or
 * without those into the heap. There is room. */
static void pass_gates(tp_Search *s, tp_Buckets *list, tp_Cell at,
                       uint64_t cost) {
  const bool ordered = s->plan.navmap->profile.algorithm == TP_ASTAR;
  const bool once = closes_for_good(&s->plan.heuristic);
  tp_Gates *gates = tp_search_gates(s);
  tp_Nodes *nodes = tp_astar_nodes(s);
  const tp_GateRange out = tp_gates_from(gates, at);
  for (uint32_t i = out.first; i < out.first + out.count; i++) {
    tp_Cell to = tp_unpack_cell(gates->gate[i].passage.to);
    uint64_t *node = &nodes->node[tp_astar_index(s, to)];
    uint64_t key = tp_node_key(tp_node_base(&nodes->now),
                               cost + gates->gate[i].toll, TP_BY_LINK);
    if (!tp_node_improves(key, *node)) continue;
    if (once && is_closed(nodes, *node)) continue;
    *node = key;
    tp_gates_take(gates, i);
    uint64_t h = tp_astar_estimate(s, to), f = cost + gates->gate[i].toll + h;
    if (list) {
      put_off(s, list, f, to);
    } else {
      tp_heap_push(tp_astar_heap(s), f, ordered ? h : 0,
                   tp_pack_cell(to.x, to.y));
    }
  }
}

/* What the plans are like for which the loop is compiled; MANY: ends. */
enum { BUCKETS = 1, PRICED = 2, MANY = 4, PINNED = 8 };

TP_INLINE tp_Status run(tp_Search *s, uint64_t budget, const int kind) {
  const bool buckets = kind & BUCKETS, priced = kind & PRICED;
  const tp_Plan *plan = &s->plan;
  const tp_Navmap *nav = plan->navmap;
  const tp_Mask *mask = plan->view.mask;
  const tp_Costs *costs = &nav->costs;
  const uint8_t *class_of = nav->costs.class_of;
  const bool pinned = kind & PINNED && nav->pins;
  const tp_Heuristic own = plan->heuristic; /* which no store can change */
  const tp_Heuristic *heuristic = &own;
  const bool asked = !buckets && heuristic->kind == TP_HEURISTIC_USER;
  const bool once = !buckets && closes_for_good(heuristic);
  const uint64_t *estimates = tp_astar_estimates(s);
  const uint64_t plain[2] = {costs->cheapest[0], costs->cheapest[1]};
  const bool four = nav->profile.diagonal == TP_NEVER;
  const int32_t width = mask->width;
  tp_Nodes *nodes = tp_astar_nodes(s);
  uint64_t *node = nodes->node;
  const uint64_t base = tp_node_base(&nodes->now);
  const size_t start = tp_astar_index(s, plan->ends.from);
  const bool many = kind & MANY && tp_plan_has_many_ends(plan);
  const size_t goal = many ? SIZE_MAX : tp_astar_index(s, plan->ends.to);
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
  tp_Heap *heap = tp_astar_heap(s);
  const uint32_t capacity =
      buckets ? tp_astar_buckets(s)->capacity : heap->capacity;
  tp_Gates *gates = pinned ? tp_search_gates(s) : NULL;
  const uint32_t most = TP_DIRECTIONS + (gates ? gates->most : 0);
  tp_Buckets list = {0};
  tp_Status status = TP_RUNNING;
  if (buckets) list = tp_buckets_of(tp_astar_buckets(s));
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    offset[d] = (ptrdiff_t)tp_dy[d] * width + tp_dx[d];
  }

  /* A look at the frontier may show that the incumbent is the cheapest, and
   * closes nothing. */
  while (budget > 0 || (many && best->cost != TP_NO_END)) {
    if (many && tp_goaltest_wants_notes(test)) break;
    uint32_t live = buckets ? list.live : heap->live;
    if (live + most > capacity) {
      status = TP_NEEDS_ROOM;
      break;
    }
    if (live == 0) {
      status = many && best->cost != TP_NO_END ? TP_FOUND : TP_FAILED;
      break;
    }

    /* The first cell of the frontier, unless it was closed already. */
    if (buckets) tp_buckets_turn(&list);
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

    int came_by = here == start ? TP_DIRECTIONS : tp_node_came_by(known);
    const bool is_pin = pinned && tp_mask_has(nav->pins, at.x, at.y);
    if (buckets && is_pin) {
      /* What was put off may have been come by in another way since. */
      uint64_t own_f = f_of(s, at, known);
      if (own_f > f) {
        put_off(s, &list, own_f, at);
        continue;
      }
    }
    unsigned nine = tp_mask_nine(mask, at.x, at.y);
    unsigned steps = is_pin
                         ? tp_successors_all(nav, nine, here)
                         : tp_successors_forwards(
                               nav, nine, (tp_Visit){at, here, came_by}, prune);
    if (!buckets) {
      if (asked) ask_around(s, at, steps);
      if (asked && is_pin && gates) ask_behind(s, at);
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
    if (is_pin && gates) {
      pass_gates(s, buckets ? &list : NULL, at, cost);
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
      if (once && is_closed(nodes, node[next])) continue;
      node[next] = key;
      int32_t x = at.x + tp_dx[d], y = at.y + tp_dy[d];
      uint64_t h = asked ? estimates[next] : tp_estimate(heuristic, x, y);
      uint64_t next_f = reached + h;
      uint32_t what = tp_pack_cell(x, y);
      if (buckets) {
        tp_buckets_push(&list, next_f, what);
      } else {
        if (heuristic->monotone && next_f < f) next_f = f;
        tp_heap_push(heap, next_f, ordered ? h : 0, what);
      }
    }
  }
  if (buckets) tp_buckets_store(&list, tp_astar_buckets(s));
  return status;
}

static tp_Status run_uniform(tp_Search *s, uint64_t budget) {
  return run(s, budget, BUCKETS);
}

static tp_Status run_many(tp_Search *s, uint64_t budget) {
  return run(s, budget, BUCKETS | PRICED | MANY);
}

static tp_Status run_pinned(tp_Search *s, uint64_t budget) {
  return run(s, budget, BUCKETS | PRICED | MANY | PINNED);
}

static tp_Status run_heap(tp_Search *s, uint64_t budget) {
  return run(s, budget, PRICED | MANY | PINNED);
}

static bool is_uniform(const tp_Plan *plan) {
  return plan->navmap->costs.uniform && !tp_plan_has_many_ends(plan);
}

static tp_Status run_by_heap(tp_Search *s, uint64_t budget) {
  const tp_Gates *gates = tp_search_gates(s);
  const uint32_t most = TP_DIRECTIONS + (gates ? gates->most : 0);
  const uint64_t before = s->expanded;
  tp_Status status;
  do {
    status = run_heap(s, budget - (s->expanded - before));
  } while (status == TP_NEEDS_ROOM && tp_openlist_tidy(s, most));
  return status;
}

static tp_Status run_any(tp_Search *s, uint64_t budget) {
  const tp_Plan *plan = &s->plan;
  bool by_heap = plan->window == 0;
  tp_Status status = by_heap              ? run_by_heap(s, budget)
                     : plan->navmap->pins ? run_pinned(s, budget)
                     : is_uniform(plan)   ? run_uniform(s, budget)
                                          : run_many(s, budget);
  if (status != TP_NEEDS_ROOM) return status;
  return tp_openlist_grow(s);
}

/* ---- before ------------------------------------------------------------ */

static uint64_t first_estimate(const tp_Search *s, tp_Cell at) {
  const tp_Heuristic *h = &s->plan.heuristic;
  if (h->kind != TP_HEURISTIC_USER) return tp_estimate(h, at.x, at.y);
  uint64_t *estimate = &tp_astar_estimates(s)[tp_astar_index(s, at)];
  *estimate = s->user.estimate(s->user.context, at.x, at.y);
  return *estimate;
}

static tp_Status clean(tp_Search *s, uint64_t *cells) {
  int bits = s->plan.navmap->costs.bits;
  if (tp_openlist_make_room(s) == TP_NEEDS_ROOM) return TP_NEEDS_ROOM;
  bool is_clean = tp_nodes_clean_some(tp_astar_nodes(s), bits, cells);
  return is_clean ? TP_FOUND : TP_RUNNING;
}

/* Puts the start in. There is room for it. */
static void put_start(tp_Search *s, uint64_t h) {
  const bool ordered = s->plan.navmap->profile.algorithm == TP_ASTAR;
  tp_Nodes *nodes = tp_astar_nodes(s);
  const tp_Cell at = s->plan.ends.from;
  nodes->node[tp_astar_index(s, at)] =
      tp_node_key(tp_node_base(&nodes->now), 0, 0);
  if (s->plan.window == 0) {
    tp_heap_push(tp_astar_heap(s), h, ordered ? h : 0,
                 tp_pack_cell(at.x, at.y));
    return;
  }
  tp_Buckets list = tp_buckets_of(tp_astar_buckets(s));
  put_off(s, &list, h, at);
  tp_buckets_store(&list, tp_astar_buckets(s));
}

static tp_Status begin(tp_Search *s) {
  const tp_Plan *plan = &s->plan;
  tp_Goals *goals = plan->query.goals;
  if (tp_openlist_make_room(s) == TP_NEEDS_ROOM) return TP_NEEDS_ROOM;
  if (plan->kind == TP_PLAN_SEVERAL && goals->kind == TP_GOAL_CELLS) {
    tp_goals_list_by_cell(goals);
  }
  uint64_t filled = tp_nodes_renew(tp_astar_nodes(s), plan->navmap->costs.bits);
  tp_navmap_look(plan->navmap, filled / TP_CLEANED_A_LOOK);
  const uint64_t h = first_estimate(s, plan->ends.from);
  if (plan->window == 0) {
    tp_heap_clear(tp_astar_heap(s));
  } else {
    tp_bucketqueue_clear(tp_astar_buckets(s), h);
  }
  put_start(s, h);
  return TP_RUNNING;
}

const tp_Row tp_astar = {
    .name = TP_ASTAR,
    .fits = fits,
    .window = tp_openlist_window,
    .begin = begin,
    .run = run_any,
    .clean = clean,
    .take = tp_openlist_take,
    .next_leg = tp_astar_next_leg,
    .node_info = tp_astar_node_info,
};
