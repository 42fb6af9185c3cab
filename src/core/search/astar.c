/* astar.c - A* over single cells.
 *
 * The loop is written once, as `run_astar`, and compiled for three kinds of
 * plan:
 *
 * - buckets for one goal on a map with one price, without links and fences;
 * - buckets for other plans;
 * - a heap for the order by the book, weights, heuristics that are not
 *   consistent, the caller's own, and costs too fine for buckets.
 *
 * A closed cell is opened again if a cheaper way to it is found. With a
 * consistent heuristic no cell is.
 *
 * With a weight w above 1, cells would be opened again and again: on priced
 * ground 100 times as many cells were expanded as with w = 1. But if the open
 * cell with the least f is always next, a path of at most w times the cheapest
 * cost needs no second expansion (Likhachev, Gordon and Thrun 2003, on ARA*).
 * So each cell is expanded once. Weights use the heap, as a cell that is put
 * into a bucket behind the current one would come too late. The same holds if
 * the estimate itself is too high (Manhattan with diagonals), for which no
 * bound is promised. But the estimate has to be consistent to the last unit, as
 * metrics are; the Euclidean and the caller's own are rounded.
 *
 * If there are diagonals, and straight <= diagonal < 2 x straight, only the
 * successors of jumppruning.h are generated. The predecessor reaches the other
 * cells at the same cost by another way. In an irregular cell (navmap.h), and
 * in a cell entered by a link, all successors are generated.
 *
 * A link may lead to a cell whose f is beyond the window of the buckets. The
 * cell is put into the last bucket, and moved to its own bucket when the search
 * takes it.
 *
 * By the book (`algorithm = "astar"`) the cell with the smallest h comes first
 * of equal f. On game maps that saves less than one expansion in a thousand. So
 * buckets leave it out, and the heap does it for queries that ask for it.
 *
 * 8 bytes a cell, and 8 (buckets) or 24 (heap) for each cell in the open list.
 */
#include "astar.h"

#include "openlist.h"
#include "successors.h"

enum { MIN_WINDOW = 64, CHEAP_WINDOW = 4096, MAX_WINDOW = 1 << 16 };

/* The number of buckets, if f only rises, and by less than a number of buckets
 * that is small or at most the number of the map's cells. 0: a heap. */
static uint32_t window(const tp_QueryPlan *plan) {
  const tp_Navmap *nav = plan->navmap;
  const tp_Heuristic *h = &plan->heuristic;
  uint64_t reach = plan->costs->dearest + h->drop + 1;
  uint32_t buckets = MIN_WINDOW;
  if (nav->profile.algorithm == TP_ASTAR) return 0; /* by the book */
  if (!h->monotone || h->kind == TP_HEURISTIC_USER) return 0;
  if (reach > MAX_WINDOW) return 0;
  if (reach > CHEAP_WINDOW && reach > tp_grid_cells(nav->grid)) return 0;
  while (buckets < reach) buckets *= 2;
  return buckets;
}

/* ---- the search --------------------------------------------------------- */

/* The steps along the axis with the shorter distance left. On 4-way maps these
 * are pushed first, and so, of equal f, popped last. The path then stays in the
 * middle of the many shortest paths, away from obstacles at their edges. */
TP_INLINE unsigned shorter_axis(tp_Cell at, tp_Cell to) {
  int32_t dx = at.x < to.x ? to.x - at.x : at.x - to.x;
  int32_t dy = at.y < to.y ? to.y - at.y : at.y - to.y;
  return dx > dy ? 1u << TP_S | 1u << TP_N : 1u << TP_E | 1u << TP_W;
}

/* Asks the caller for the estimate of a cell, unless its node is known. */
static void ask_estimate(const tp_Search *s, tp_Cell at) {
  const tp_Nodes *nodes = tp_astar_nodes(s);
  const size_t n = tp_astar_index(s, at);
  if (tp_node_is_known(&nodes->now, nodes->node[n])) return;
  tp_astar_estimates(s)[n] = s->user.estimate(s->user.context, at.x, at.y);
}

/* Asks for all cells that steps, or edges (NULL: none), lead to, before
 * anything changes: the caller may leave by a long jump. */
static void ask_around(const tp_Search *s, tp_Cell at, unsigned steps,
                       const tp_SearchEdges *edges) {
  for (; steps; steps &= steps - 1) {
    ask_estimate(s, tp_beside(at, tp_lowest(steps)));
  }
  if (!edges) return;
  const uint32_t cell = tp_pack_cell(at.x, at.y);
  const tp_Edge *edge = tp_search_edges_from(edges, cell);
  for (; edge->from == cell; edge++) ask_estimate(s, tp_unpack_cell(edge->to));
}

static bool closes_for_good(const tp_Heuristic *h) {
  return !h->monotone && h->kind != TP_HEURISTIC_EUCLIDEAN &&
         h->kind != TP_HEURISTIC_USER;
}

static bool is_closed(const tp_Nodes *nodes, uint64_t node) {
  return node & TP_NODE_CLOSED && tp_node_is_known(&nodes->now, node);
}

/* Inserts a cell with any f: into the buckets, or into the heap if `buckets` is
 * NULL. There is room. */
static void put_open(tp_Search *s, tp_Buckets *buckets, tp_Cell at,
                     uint64_t cost) {
  const bool ordered = s->plan.navmap->profile.algorithm == TP_ASTAR;
  const uint64_t h = tp_astar_estimate(s, at);
  const uint32_t what = tp_pack_cell(at.x, at.y);
  if (buckets) {
    tp_buckets_put(buckets, cost + h, what);
  } else {
    tp_heap_push(s->block[TP_SLOT_HEAP], cost + h, ordered ? h : 0, what);
  }
}

/* Relaxes the edges that leave a cell. There is room. */
static void pass_edges(tp_Search *s, tp_Buckets *buckets, tp_Cell at,
                       uint64_t cost) {
  const bool once = closes_for_good(&s->plan.heuristic);
  const uint32_t cell = tp_pack_cell(at.x, at.y);
  tp_SearchEdges *edges = tp_search_edges(s);
  tp_Nodes *nodes = tp_astar_nodes(s);
  const tp_Edge *edge = tp_search_edges_from(edges, cell);
  for (; edge->from == cell; edge++) {
    tp_Cell to = tp_unpack_cell(edge->to);
    uint64_t *node = &nodes->node[tp_astar_index(s, to)];
    uint64_t reached = cost + edge->cost;
    uint64_t key = tp_node_key(tp_node_base(&nodes->now), reached, TP_BY_LINK);
    if (!tp_node_improves(key, *node)) continue;
    if (once && is_closed(nodes, *node)) continue;
    *node = key;
    tp_search_edges_take(edges, edge);
    put_open(s, buckets, to, reached);
  }
}

/* What the loop is compiled for: buckets; one goal and one price, without
 * irregular cells; and the same on hexagons. */
typedef struct Kind {
  bool binned, plain, hexagons;
} Kind;

TP_INLINE tp_Status run_astar(tp_Search *s, uint64_t budget, const Kind kind) {
  const bool binned = kind.binned, plain = kind.plain;
  const tp_QueryPlan *plan = &s->plan;
  const tp_Navmap *nav = plan->navmap;
  const tp_Mask *mask = plan->mask;
  const tp_Costs *costs = plan->costs;
  const uint8_t *class_of = costs->class_of;
  const bool irregular = !plain && nav->irregular;
  const tp_Heuristic own = plan->heuristic; /* no store can change it */
  const tp_Heuristic *heuristic = &own;
  const uint64_t cheapest[2] = {costs->cheapest[0], costs->cheapest[1]};
  const bool asked = !binned && heuristic->kind == TP_HEURISTIC_USER;
  const bool once = !binned && closes_for_good(heuristic);
  const uint64_t *estimates = tp_astar_estimates(s);
  const bool four = tp_is_four(nav->profile.diagonal);
  const int32_t width = mask->width;
  const tp_Offsets offsets = tp_offsets(width);
  tp_Nodes *nodes = tp_astar_nodes(s);
  uint64_t *node = nodes->node;
  const uint64_t base = tp_node_base(&nodes->now);
  const bool many = !plain && plan->kind == TP_PLAN_SEVERAL;
  const size_t goal = many ? SIZE_MAX : tp_astar_index(s, plan->query.goal);
  const tp_Incumbent *best = &s->ends.best;
  /* On 4-way maps pruning would save a quarter of the time, but keeps few of
   * the many shortest paths. A search that enters one dead end after the other
   * takes longer then: among evenly spaced pillars eight times as long. */
  const tp_Prune prune = {.more = costs->orderly && !four,
                          .uniform = plain || costs->uniform};
  const bool ordered = nav->profile.algorithm == TP_ASTAR;
  tp_Heap *heap = s->block[TP_SLOT_HEAP];
  const tp_SearchEdges *edges = irregular ? tp_search_edges(s) : NULL;
  const uint32_t most = TP_DIRECTIONS + (edges ? edges->most : 0);
  tp_Buckets open = {0};
  tp_Status status = TP_RUNNING;
  if (binned) open = tp_buckets_of(s->block[TP_SLOT_BINS]);

  /* With no budget left the loop may still find that the incumbent is the
   * cheapest; it closes no cell then. */
  while (budget > 0 || (many && best->cost != TP_NO_END)) {
    bool fits = binned ? tp_buckets_fit(&open, most)
                       : heap->live + most <= heap->capacity;
    if (!fits) {
      status = TP_NEEDS_ROOM;
      break;
    }
    if ((binned ? open.live : heap->live) == 0) {
      status = many && best->cost != TP_NO_END ? TP_FOUND : TP_FAILED;
      break;
    }

    /* The first cell of the frontier; skipped if closed already. */
    if (binned && !tp_buckets_has_more(&open)) tp_buckets_turn(&open);
    const uint32_t taken =
        binned ? tp_buckets_take(&open) : tp_heap_first(heap)->what;
    tp_Cell at = tp_unpack_cell(taken);
    uint64_t f = binned ? open.key : tp_heap_first(heap)->key;
    size_t here = (size_t)at.y * (size_t)width + (size_t)at.x;
    uint64_t known = node[here];
    if (known & TP_NODE_CLOSED) {
      if (!binned) tp_heap_pop(heap);
      continue;
    }

    if (many && f > best->cost) {
      status = TP_FOUND;
      break;
    }
    if (many && budget == 0) {
      /* Puts the cell back. */
      if (binned) tp_buckets_push(&open, f, taken);
      break;
    }

    const int came_by = tp_node_came_by(known);
    const bool is_irregular =
        irregular && tp_mask_has(nav->irregular, at.x, at.y);
    if (binned && is_irregular) {
      /* A deferred cell may have been reached by another way since. */
      uint64_t own_f = tp_node_g(&nodes->now, known) + tp_astar_estimate(s, at);
      if (own_f > f) {
        tp_buckets_put(&open, own_f, taken);
        continue;
      }
    }
    unsigned neighborhood = tp_mask_neighborhood(mask, at.x, at.y), steps;
    if (is_irregular) {
      steps = tp_navmap_steps_on(nav, mask, at);
    } else if (kind.hexagons) {
      steps = tp_pruning_steps(&nav->moves, at, came_by, neighborhood);
    } else {
      const tp_Visit visit = {at, here, came_by};
      steps = tp_successors_forwards(nav, neighborhood, visit, prune);
    }
    if (!binned) {
      if (asked) ask_around(s, at, steps, is_irregular ? edges : NULL);
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
      tp_Arrival arrival = tp_ends_close(&s->ends, plan, at, cost, f);
      if (s->ends.owed > s->ends.most) budget = 0;
      if (arrival == TP_TURN) continue;
      if (arrival == TP_HAS_COME) {
        status = TP_FOUND;
        break;
      }
    }
    if (is_irregular && edges) {
      pass_edges(s, binned ? &open : NULL, at, cost);
    }
    const unsigned first = four ? shorter_axis(at, plan->query.goal) : 0;
    while (steps) {
      int d = tp_lowest(steps & first ? steps & first : steps);
      steps &= ~(1u << d);
      size_t next = tp_index_beside(&offsets, here, d);
      uint64_t reached =
          cost + (plain ? cheapest[tp_is_diagonal(d)]
                        : costs->step[tp_is_diagonal(d)][class_of[next]]);
      uint64_t key = tp_node_key(base, reached, d);
      if (!tp_node_improves(key, node[next])) continue;
      if (once && is_closed(nodes, node[next])) continue;
      node[next] = key;
      const tp_Cell to = tp_beside(at, d);
      uint64_t h;
      if (asked) {
        h = estimates[next];
      } else if (kind.hexagons) {
        h = tp_metric_of_hexagons(heuristic->metric, to, heuristic->goal);
      } else {
        h = tp_estimate(heuristic, to.x, to.y);
      }
      uint64_t next_f = reached + h;
      uint32_t what = tp_pack_cell(to.x, to.y);
      if ((binned || heuristic->monotone) && next_f < f)
        next_f = f; /* rounded */
      if (binned) {
        tp_buckets_push(&open, next_f, what);
      } else {
        tp_heap_push(heap, next_f, ordered ? h : 0, what);
      }
    }
  }
  if (binned) tp_buckets_store(&open, s->block[TP_SLOT_BINS]);
  return status;
}

static tp_Status run_kind(tp_Search *s, uint64_t budget) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Navmap *nav = plan->navmap;
  const bool is_plain =
      plan->costs->uniform && !nav->irregular && plan->kind != TP_PLAN_SEVERAL;
  if (plan->window == 0) return run_astar(s, budget, (Kind){0});
  if (!is_plain) return run_astar(s, budget, (Kind){.binned = true});
  if (nav->profile.diagonal != TP_HEXAGONS) {
    return run_astar(s, budget, (Kind){.binned = true, .plain = true});
  }
  return run_astar(s, budget,
                   (Kind){.binned = true, .plain = true, .hexagons = true});
}

/* On ground of several prices, the path of maps with links or fences is chosen
 * as on others (astarpriced.c): all cells with an f below its cost are
 * expanded.
 */
static bool is_canonical(const tp_Search *s) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Heuristic *h = &plan->heuristic;
  return !plan->costs->uniform && !plan->query.costs && h->monotone &&
         plan->navmap->profile.algorithm == TP_AUTO &&
         h->kind != TP_HEURISTIC_USER && h->kind != TP_HEURISTIC_EUCLIDEAN &&
         !tp_search_is_touched(s);
}

static void choose_path(tp_Search *s) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Goals *goals = plan->query.goals;
  const bool many = plan->kind == TP_PLAN_SEVERAL;
  const bool seeks_end = many && !tp_goals_are_cells(goals) && !goals->is_near;
  if (!many) {
    const tp_Nodes *nodes = tp_astar_nodes(s);
    const size_t goal = tp_astar_index(s, plan->query.goal);
    s->ends.best.cost = tp_node_g(&nodes->now, nodes->node[goal]);
  }
  if (!tp_canonical_decide(s, seeks_end, false)) {
    tp_canonical_decide(s, false, false);
  }
}

static tp_Status run_any(tp_Search *s, uint64_t budget) {
  const tp_SearchEdges *edges = tp_search_edges(s);
  const uint32_t most = TP_DIRECTIONS + (edges ? edges->most : 0);
  const uint64_t before = s->expanded;
  const bool by_heap = s->plan.window == 0;
  tp_Status status;
  do {
    status = run_kind(s, budget - (s->expanded - before));
  } while (status == TP_NEEDS_ROOM && by_heap && tp_openlist_tidy(s, most));
  if (status == TP_FOUND && is_canonical(s)) choose_path(s);
  return status == TP_NEEDS_ROOM ? tp_openlist_grow(s) : status;
}

/* ---- setup ----------------------------------------------------------- */

static void begin_astar(tp_Search *s) {
  const tp_Cell at = s->plan.query.start;
  const tp_Heuristic *h = &s->plan.heuristic;
  bool asks = h->kind == TP_HEURISTIC_USER;
  const uint64_t first = asks ? 0 : tp_estimate(h, at.x, at.y);
  tp_astar_begin(s, first);
  if (asks) {
    tp_astar_estimates(s)[tp_astar_index(s, at)] =
        s->user.estimate(s->user.context, at.x, at.y);
  }
  if (s->plan.window == 0) {
    put_open(s, NULL, at, 0);
  } else {
    tp_Buckets buckets = tp_buckets_of(s->block[TP_SLOT_BINS]);
    put_open(s, &buckets, at, 0);
    tp_buckets_store(&buckets, s->block[TP_SLOT_BINS]);
  }
}

const tp_Row tp_astar = {
    .name = TP_ASTAR,
    .window = window,
    .open = tp_astar_open,
    .begin = begin_astar,
    .run = run_any,
    .take = tp_openlist_take,
    .next_leg = tp_astar_next_leg,
    .node_info = tp_astar_node_info,
};
