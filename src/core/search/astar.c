/* astar.c - A* over single cells.
 *
 * The loop is written once, as `run_astar`, and compiled for four kinds of
 * plan:
 *
 * - buckets for one goal on squares of one price, without links, fences and a
 *   limit of the cost;
 * - the same on hexagons;
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
 * successors of jumppruning.h are generated: the predecessor reaches the others
 * as cheaply. In irregular cells (navmap.h), and behind a link, all are.
 *
 * A link may lead to a cell whose f is beyond the window of the buckets. It
 * waits in the last bucket, and is moved to its own when the search takes it.
 *
 * By the book (`algorithm = "astar"`, in the heap), of equal f the smallest h
 * comes first. That saves less than one expansion in a thousand on game maps.
 *
 * 8 bytes a cell, and 8 (buckets) or 24 (heap) for each cell in the open list.
 */
#include "astar.h"

#include "openlist.h"
#include "starts.h"
#include "successors.h"

enum { CHEAP_WINDOW = 4096 };

/* The number of buckets, if f only rises, and by less than a number of buckets
 * that is small or at most the number of the map's cells. 0: a heap. */
static uint32_t window(const tp_QueryPlan *plan) {
  const tp_Navmap *nav = plan->navmap;
  const tp_Heuristic *h = &plan->heuristic;
  uint64_t span = plan->costs->dearest + h->most_change + 1;
  const uint64_t starts = tp_starts_span(plan, h->most_change) + 1;
  if (nav->profile.algorithm == TP_ASTAR) return 0; /* by the book */
  if (!h->monotone || h->kind == TP_HEURISTIC_USER) return 0;
  if (span < starts) span = starts;
  if (span > TP_MOST_WINDOW) return 0;
  if (span > CHEAP_WINDOW && span > tp_grid_cells(nav->grid)) return 0;
  return tp_openlist_window(span);
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
  tp_Nodes *nodes = tp_astar_nodes(s);
  const size_t n = tp_astar_index(s, at);
  if (tp_node_is_known(&nodes->now, *tp_node_of(nodes, n))) return;
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

static bool closes_once(const tp_Heuristic *h) {
  return !h->monotone && h->kind != TP_HEURISTIC_EUCLIDEAN &&
         h->kind != TP_HEURISTIC_USER;
}

static bool is_closed(const tp_Nodes *nodes, uint64_t node) {
  return node & TP_NODE_CLOSED && tp_node_is_known(&nodes->now, node);
}

/* Inserts a cell with any f, into the heap without `buckets`. There is room. */
static void push_any(tp_Search *s, tp_Buckets *buckets, tp_Cell at,
                     uint64_t cost) {
  const bool ordered = s->plan.navmap->profile.algorithm == TP_ASTAR;
  const uint64_t h = tp_astar_estimate(s, at);
  const uint32_t what = tp_pack_cell(at.x, at.y);
  if (buckets) {
    tp_buckets_push_clamped(buckets, cost + h, what);
  } else {
    tp_heap_push(tp_search_block(s, TP_SLOT_HEAP), cost + h, ordered ? h : 0,
                 what);
  }
}

/* Does an edge lead to a cell at the same cost as the edge that was taken, and
 * belong to an older link? One that costs nothing is taken only if no other is,
 * and the first one stays: edges could form a circle, and lead to the start.
 * To a start whose way out is as cheap, no edge was taken. */
static bool is_preferred(const tp_Search *s, const tp_Edge *edge, uint64_t key,
                         uint64_t node) {
  const tp_Cell to = tp_unpack_cell(edge->to);
  if (edge->cost == 0 || (node & ~(uint64_t)TP_NODE_CLOSED) != key)
    return false;
  const uint64_t cost = tp_node_g(&tp_astar_nodes(s)->now, node);
  if (tp_starts_has(&s->plan, to, cost)) return false;
  const tp_Edge *taken = tp_search_edges_taken(tp_search_edges(s), to);
  return taken->cost == 0 || edge->link < taken->link;
}

/* Relaxes the edges that leave a cell. There is room. */
static void pass_edges(tp_Search *s, tp_Buckets *buckets, tp_Cell at,
                       uint64_t cost) {
  const bool once = closes_once(&s->plan.heuristic);
  const uint32_t cell = tp_pack_cell(at.x, at.y);
  tp_SearchEdges *edges = tp_search_edges(s);
  tp_Nodes *nodes = tp_astar_nodes(s);
  const tp_Edge *edge = tp_search_edges_from(edges, cell);
  for (; edge->from == cell; edge++) {
    tp_Cell to = tp_unpack_cell(edge->to);
    uint64_t *node = tp_node_of(nodes, tp_astar_index(s, to));
    uint64_t reached = cost + edge->cost;
    uint64_t key = tp_node_key(tp_node_base(&nodes->now), reached, TP_BY_LINK);
    if (is_preferred(s, edge, key, *node)) tp_search_edges_take(edges, edge);
    if (!tp_node_improves(key, *node)) continue;
    if (once && is_closed(nodes, *node)) continue;
    *node = key;
    tp_search_edges_take(edges, edge);
    push_any(s, buckets, to, reached);
  }
}

/* What the loop is compiled for: buckets, not a heap; one goal and one price,
 * without irregular cells; and the same on hexagons. */
typedef struct Kind {
  bool buckets, plain, hexagons;
} Kind;

/* Constants of a run. What is large, or has its address taken, is outside: the
 * compiler keeps the rest in registers. */
typedef struct Run {
  tp_Search *search;
  const tp_Navmap *nav;
  const tp_Mask *mask;
  const tp_Costs *costs;
  uint64_t *node;
  const uint64_t *estimates;
  const tp_SearchEdges *edges; /* NULL: there are none */
  tp_Heap *heap;
  tp_Buckets *buckets;
  const tp_Heuristic *heuristic;
  const tp_Offsets *offsets;
  uint64_t base;
  tp_Prune prune;
  size_t goal;      /* SIZE_MAX with many ends */
  uint32_t most;    /* successors of a cell */
  uint64_t dearest; /* cells above that cost are not expanded */
  bool irregular, by_user, closes_once, four, ordered, many;
  bool closes_ties; /* a found goal does not end the search: cells with its f
                       are closed, too (expands_ties) */
} Run;

TP_INLINE Run resume(tp_Search *s, tp_Buckets *buckets,
                     const tp_Heuristic *heuristic, const tp_Offsets *offsets,
                     const Kind kind) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Navmap *nav = plan->navmap;
  const tp_Costs *costs = plan->costs;
  const bool irregular = !kind.plain && nav->irregular;
  const bool many = !kind.plain && plan->kind == TP_PLAN_SEVERAL;
  const bool four = tp_is_four(nav->profile.diagonal);
  const tp_SearchEdges *edges = irregular ? tp_search_edges(s) : NULL;
  return (Run){
      .search = s,
      .nav = nav,
      .mask = plan->mask,
      .costs = costs,
      .node = tp_nodes_by_cell(tp_astar_nodes(s)),
      .estimates = tp_astar_estimates(s),
      .edges = edges,
      .heap = tp_search_block(s, TP_SLOT_HEAP),
      .buckets = buckets,
      .heuristic = heuristic,
      .offsets = offsets,
      .base = tp_node_base(&tp_astar_nodes(s)->now),
      /* On 4-way maps pruning would save a quarter of the time, but keeps few
       * of the many shortest paths. A search that enters one dead end after the
       * other takes longer then: among evenly spaced pillars eight times as
       * long. */
      .prune = {.more = costs->orderly && !four,
                .uniform = kind.plain || costs->uniform},
      .goal = many ? SIZE_MAX : tp_astar_index(s, plan->query.goal),
      .most = TP_DIRECTIONS + (edges ? edges->most : 0),
      .dearest = plan->most,
      .irregular = irregular,
      .by_user = !kind.buckets && plan->heuristic.kind == TP_HEURISTIC_USER,
      .closes_once = !kind.buckets && closes_once(&plan->heuristic),
      .four = four,
      .ordered = nav->profile.algorithm == TP_ASTAR,
      .many = many,
      .closes_ties = !kind.plain && plan->expands_ties,
  };
}

/* A cell of the open list. */
typedef struct Open {
  tp_Cell at;
  size_t here;
  uint64_t node, f;
  bool is_irregular;
} Open;

/* Is there room for the successors of a cell? */
TP_INLINE bool open_has_room(const Run *r, const Kind kind) {
  if (kind.buckets) return tp_buckets_fit(r->buckets, r->most);
  return r->heap->live + r->most <= r->heap->capacity;
}

TP_INLINE bool open_is_empty(const Run *r, const Kind kind) {
  return (kind.buckets ? r->buckets->live : r->heap->live) == 0;
}

/* The first cell; the heap holds it until `open_pop`. */
TP_INLINE Open open_first(Run *r, const Kind kind) {
  tp_Buckets *buckets = r->buckets;
  if (kind.buckets && !tp_buckets_has_more(buckets)) tp_buckets_turn(buckets);
  const uint32_t taken =
      kind.buckets ? tp_buckets_take(buckets) : tp_heap_first(r->heap)->what;
  const tp_Cell at = tp_unpack_cell(taken);
  const size_t here = (size_t)at.y * (size_t)r->mask->width + (size_t)at.x;
  return (Open){
      .at = at,
      .here = here,
      .node = r->node[here],
      .f = kind.buckets ? buckets->key : tp_heap_first(r->heap)->key,
      .is_irregular =
          r->irregular && tp_mask_has(r->nav->irregular, at.x, at.y),
  };
}

TP_INLINE void open_pop(Run *r, const Kind kind) {
  if (!kind.buckets) tp_heap_pop(r->heap);
}

TP_INLINE void open_add(Run *r, uint64_t f, uint64_t h, tp_Cell at, Kind kind) {
  const uint32_t what = tp_pack_cell(at.x, at.y);
  if (kind.buckets) {
    tp_buckets_push(r->buckets, f, what);
  } else {
    tp_heap_push(r->heap, f, r->ordered ? h : 0, what);
  }
}

/* Moves a cell that came too early to its own bucket. Deferred, it may have
 * been reached by another way since. */
TP_INLINE bool open_defers(Run *r, const Open *open) {
  const tp_Nodes *nodes = tp_astar_nodes(r->search);
  const uint64_t f = tp_node_g(&nodes->now, open->node) +
                     tp_astar_estimate(r->search, open->at);
  if (f <= open->f) return false;
  tp_buckets_push_clamped(r->buckets, f, tp_pack_cell(open->at.x, open->at.y));
  return true;
}

TP_INLINE unsigned successors(const Run *r, const Open *open, const Kind kind) {
  const tp_Cell at = open->at;
  const int came_by = tp_node_came_by(open->node);
  const unsigned neighborhood = tp_mask_neighborhood(r->mask, at.x, at.y);
  if (open->is_irregular) return tp_navmap_steps_on(r->nav, r->mask, at);
  if (kind.hexagons) {
    return tp_pruning_steps(&r->nav->moves, at, came_by, neighborhood);
  }
  const tp_Visit visit = {at, open->here, came_by};
  return tp_successors_forwards(r->nav, neighborhood, visit, r->prune);
}

TP_INLINE void relax(Run *r, const Open *open, uint64_t cost, int d,
                     const Kind kind) {
  const tp_Costs *costs = r->costs;
  const tp_Heuristic *heuristic = r->heuristic;
  const size_t next = tp_index_beside(r->offsets, open->here, d);
  const uint64_t reached =
      cost + (kind.plain
                  ? costs->cheapest[tp_is_diagonal(d)]
                  : costs->step[tp_is_diagonal(d)][costs->class_of[next]]);
  const uint64_t key = tp_node_key(r->base, reached, d);
  if (!tp_node_improves(key, r->node[next])) return;
  if (r->closes_once && is_closed(tp_astar_nodes(r->search), r->node[next]))
    return;
  r->node[next] = key;
  const tp_Cell to = tp_beside(open->at, d);
  uint64_t h;
  if (r->by_user) {
    h = r->estimates[next];
  } else if (kind.hexagons) {
    h = tp_metric_of_hexagons(heuristic->metric, to, heuristic->goal);
  } else {
    h = tp_estimate(heuristic, to.x, to.y);
  }
  uint64_t f = reached + h;
  if ((kind.buckets || heuristic->monotone) && f < open->f)
    f = open->f; /* rounded */
  open_add(r, f, h, to, kind);
}

TP_INLINE void expand(Run *r, const Open *open, uint64_t cost, unsigned steps,
                      const Kind kind) {
  if (open->is_irregular && r->edges) {
    pass_edges(r->search, kind.buckets ? r->buckets : NULL, open->at, cost);
  }
  const unsigned first =
      r->four ? shorter_axis(open->at, r->search->plan.query.goal) : 0;
  while (steps) {
    const int d = tp_lowest(steps & first ? steps & first : steps);
    steps &= ~(1u << d);
    relax(r, open, cost, d, kind);
  }
}

/* Opens and expands cells until the search ends. With no budget left it may
 * still find that the incumbent is the cheapest; it closes no cell then. */
TP_INLINE tp_Status run_cells(tp_Search *s, Run *r, uint64_t budget,
                              const Kind kind) {
  tp_Incumbent *best = &s->ends.best;
  const bool many = r->many || r->closes_ties;
  const tp_CellRun inner = tp_nodes_inner(tp_astar_nodes(s), r->mask->width);
  while (budget > 0 || (many && best->cost != TP_NO_END)) {
    if (!open_has_room(r, kind)) return TP_NEEDS_ROOM;
    if (open_is_empty(r, kind)) {
      return many && best->cost != TP_NO_END ? TP_FOUND : TP_FAILED;
    }
    const Open open = open_first(r, kind);
    if (open.node & TP_NODE_CLOSED) {
      open_pop(r, kind);
      continue;
    }
    if (!kind.plain &&
        tp_node_g(&tp_astar_nodes(s)->now, open.node) > r->dearest) {
      open_pop(r, kind);
      continue;
    }
    if (many && open.f > best->cost) return TP_FOUND;
    if (kind.buckets && open.is_irregular && open_defers(r, &open)) continue;
    if (many && budget == 0) {
      if (kind.buckets) open_add(r, open.f, 0, open.at, kind);
      break;
    }
    if (!kind.plain && !tp_cellrun_has(inner, open.here)) {
      if (kind.buckets) open_add(r, open.f, 0, open.at, kind);
      return tp_astar_ask(s, open.at);
    }
    const unsigned steps = successors(r, &open, kind);
    if (r->by_user) {
      ask_around(s, open.at, steps, open.is_irregular ? r->edges : NULL);
    }
    open_pop(r, kind);
    r->node[open.here] = open.node | TP_NODE_CLOSED;
    s->expanded++;
    budget--;
    const uint64_t cost = tp_node_g(&tp_astar_nodes(s)->now, open.node);
    if (open.here == r->goal) {
      if (!r->closes_ties) return TP_FOUND;
      *best = (tp_Incumbent){.end = open.at, .cost = cost};
    }
    if (r->many) {
      tp_Arrival arrival =
          tp_ends_close(&s->ends, &s->plan, open.at, cost, open.f);
      if (s->ends.debt > s->ends.most) budget = 0;
      if (arrival == TP_TURN) continue;
      if (arrival == TP_HAS_COME) return TP_FOUND;
    }
    expand(r, &open, cost, steps, kind);
  }
  return TP_RUNNING;
}

TP_INLINE tp_Status run_astar(tp_Search *s, uint64_t budget, const Kind kind) {
  const tp_Heuristic heuristic = s->plan.heuristic; /* no store can change it */
  const tp_Offsets offsets = tp_offsets(s->plan.mask->width);
  tp_Buckets buckets = {0};
  if (kind.buckets)
    buckets = tp_buckets_of(tp_search_block(s, TP_SLOT_BUCKETS));
  Run r = resume(s, &buckets, &heuristic, &offsets, kind);
  const tp_Status status = run_cells(s, &r, budget, kind);
  if (kind.buckets)
    tp_buckets_store(&buckets, tp_search_block(s, TP_SLOT_BUCKETS));
  return status;
}

static tp_Status run_kind(tp_Search *s, uint64_t budget) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Navmap *nav = plan->navmap;
  const bool is_plain = plan->costs->uniform && !nav->irregular &&
                        plan->kind != TP_PLAN_SEVERAL &&
                        plan->most == UINT64_MAX &&
                        tp_nodes_are_ready(tp_astar_nodes(s));
  if (plan->window == 0) return run_astar(s, budget, (Kind){0});
  if (!is_plain) return run_astar(s, budget, (Kind){.buckets = true});
  if (nav->profile.diagonal != TP_HEXAGONS) {
    return run_astar(s, budget, (Kind){.buckets = true, .plain = true});
  }
  return run_astar(s, budget,
                   (Kind){.buckets = true, .plain = true, .hexagons = true});
}

/* On ground of several prices, the path of maps with links or fences is chosen
 * as on others (astarpriced.c): all cells with an f below its cost are
 * expanded. */
static bool is_canonical(const tp_Search *s) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Heuristic *h = &plan->heuristic;
  return !plan->costs->uniform && !tp_queryplan_has_own_costs(plan) &&
         h->monotone && plan->navmap->profile.algorithm == TP_AUTO &&
         h->kind != TP_HEURISTIC_USER && !tp_search_is_touched(s);
}

static tp_Status choose_path(tp_Search *s) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Goals *goals = plan->query.goals;
  const bool many = plan->kind == TP_PLAN_SEVERAL;
  const bool seeks_end = many && !tp_goals_are_cells(goals) && !goals->is_near;
  if (!many) {
    tp_Nodes *nodes = tp_astar_nodes(s);
    const size_t goal = tp_astar_index(s, plan->query.goal);
    s->ends.best.cost = tp_node_g(&nodes->now, *tp_node_of(nodes, goal));
  }
  if (!tp_tiebreaking_is_ready(s, seeks_end)) return TP_NEEDS_ROOM;
  if (!tp_tiebreaking_decide(s, seeks_end, false)) {
    tp_tiebreaking_decide(s, false, false);
  }
  return TP_FOUND;
}

static tp_Status run_any(tp_Search *s, uint64_t budget) {
  const uint64_t before = s->expanded;
  if (!s->has_ended) {
    tp_Status status;
    if (!tp_astar_plan_rows(s, budget)) return TP_NEEDS_ROOM;
    do {
      status = run_kind(s, budget - (s->expanded - before));
    } while (status == TP_NEEDS_ROOM && tp_astar_make_room(s));
    if (status != TP_FOUND) return status;
    s->has_ended = true;
  }
  return is_canonical(s) ? choose_path(s) : TP_FOUND;
}

/* ---- setup ----------------------------------------------------------- */

/* Must a search close all cells that may be on a cheapest path? So it is with
 * links on ground of several prices, since tiebreaking.c looks for no links
 * that the search has not come to; and with estimates that fall by rounding. */
static bool closes_ties(const tp_QueryPlan *plan) {
  return (plan->has_edges || plan->heuristic.kind == TP_HEURISTIC_EUCLIDEAN) &&
         !plan->costs->uniform && plan->navmap->profile.algorithm == TP_AUTO;
}

static void begin_astar(tp_Search *s) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Heuristic *h = &plan->heuristic;
  uint64_t first = UINT64_MAX;
  for (tp_Starts start = tp_starts_of(plan); tp_starts_next(&start);) {
    const tp_Cell at = start.at;
    if (h->kind == TP_HEURISTIC_USER) {
      tp_astar_estimates(s)[tp_astar_index(s, at)] =
          s->user.estimate(s->user.context, at.x, at.y);
    }
    const uint64_t f = start.cost + tp_astar_estimate(s, at);
    if (f < first) first = f;
  }
  tp_astar_begin(s, first);
  s->plan.expands_ties = closes_ties(plan);
  for (tp_Starts start = tp_starts_of(plan); tp_starts_next(&start);) {
    const tp_Cell at = start.at;
    if (plan->window == 0) {
      push_any(s, NULL, at, start.cost);
    } else {
      tp_openlist_start(s, start.cost + tp_estimate(h, at.x, at.y),
                        tp_pack_cell(at.x, at.y));
    }
  }
}

const tp_AlgorithmOps tp_astar = {
    .name = TP_ASTAR,
    .window = window,
    .allocate = tp_astar_allocate,
    .begin = begin_astar,
    .run = run_any,
    .take = tp_openlist_take,
    .next_leg = tp_astar_next_leg,
    .node_info = tp_astar_node_info,
    .reached = tp_astar_reached,
};
