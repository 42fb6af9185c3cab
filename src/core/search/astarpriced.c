/* astarpriced.c - A* on ground of several prices.
 *
 * The frontier is in buckets by f, each as wide as the cheapest step, rounded
 * down to a power of two: a few dozen, which stay in the cache. Cells of one
 * bucket come in any order; one in a hundred comes too early, and is opened
 * again.
 *
 * After it reaches a goal, the search goes on until no open cell has an f below
 * the goal's cost C: then no path is cheaper. If several ends cost the same,
 * endcells.h tells which cells may lead to a preferred one. All other cells
 * with f = C are deferred: with good estimates there are ten times as many of
 * them as of all cells with f < C. The path is chosen among all cheapest paths
 * by a fixed order of directions, so it depends only on map and query.
 * tiebreaking.c looks up what it needs of the deferred cells. Only if that
 * would take long, the deferred cells are expanded. Then every cell on a
 * cheapest path has its final cost, whatever the estimate and the order of
 * pops: a step is skipped only if a cheaper path to its cell is known.
 *
 * With landmarks (landmarkheuristic.c) the f of cells differ by less than a
 * step. So buckets are narrower. And of the successors of a cell, the one
 * nearest to a landmark behind the goal is expanded first, so that the search
 * follows one path among all those of the same cost.
 *
 * g is kept and compared in its place in a node (nodes.h), with the bits above
 * and below. So estimates and f are multiples of COST_STEP.
 *
 * 8 bytes a cell, and 4 to 8 for each cell in the frontier.
 */
#include "astar.h"

#include "../navmap/agentlinks.h"
#include "openlist.h"
#include "starts.h"

enum { COST_STEP = 1 << TP_NODE_LOW_BITS };

/* ---- plans and buckets -------------------------------------------------- */

enum { FINER = 3 }; /* bits of costs, with landmarks */

/* For buckets as wide as the cheapest step. */
static int widest(const tp_Navmap *nav) {
  return tp_bit_length(tp_navmap_least_step(nav) >> 1);
}

/* The most that f rises over one step, or from start to start, in buckets, by
 * any heuristic that is allowed; estimates of landmarks may rise by the step
 * back. */
static uint64_t buckets_for(const tp_QueryPlan *plan, int shift) {
  const tp_Costs *costs = plan->costs;
  const uint64_t most_change = 2 * costs->cheapest[0] + 1;
  const uint64_t step = 2 * costs->dearest + most_change;
  const uint64_t starts = tp_starts_span(plan, most_change);
  return ((starts > step ? starts : step) >> shift) + 2;
}

static int shift_of(const tp_QueryPlan *plan) {
  int most = widest(plan->navmap), shift = most;
  if (!plan->alt.is_on) return shift;
  shift = most > FINER ? most - FINER : 0;
  while (shift < most && buckets_for(plan, shift) > TP_MOST_WINDOW) shift++;
  return shift;
}

static uint32_t window(const tp_QueryPlan *plan) {
  return tp_openlist_window(buckets_for(plan, shift_of(plan)));
}

static bool prepare(const tp_QueryPlan *plan) {
  const tp_Navmap *nav = plan->navmap;
  const tp_Profile *p = &nav->profile;
  const tp_Costs *costs = plan->costs;
  if (p->algorithm == TP_ASTAR || p->algorithm == TP_DIJKSTRA) return false;
  if (costs->uniform || plan->most != UINT64_MAX) return false;
  if (costs->dearest == 0 || tp_navmap_has_irregular(nav)) return false;
  if (p->heuristic == TP_HEURISTIC_USER || p->weight > 1) return false;
  /* Manhattan's estimate is above the cost of diagonal paths. */
  if (p->heuristic == TP_HEURISTIC_MANHATTAN && !tp_is_four(p->diagonal)) {
    return false;
  }
  return buckets_for(plan, widest(nav)) <= TP_MOST_WINDOW;
}

/* ---- the search --------------------------------------------------------- */

/* A running search. */
typedef struct Run {
  const tp_Navmap *nav;
  const tp_Mask *mask;
  const uint8_t *class_of;
  const uint64_t *straight, *diagonal; /* steps onto cells of each class */
  uint64_t *node;
  tp_Offsets offsets;
  tp_Heuristic heuristic;
  tp_Metric metric; /* the heuristic's, times COST_STEP */
  uint64_t base;
  tp_CellRun inner;  /* of the nodes */
  tp_CellRun within; /* of these, the ones with all 8 indices inside the array;
                        at the left and right edge indices wrap, and the mask
                        removes those steps */
  size_t goal;
  int shift;    /* of f times COST_STEP */
  tp_Rect ends; /* contains them, if there are several */
  tp_Alt alt;
  tp_Buckets buckets;
  uint64_t best, limit; /* the goal's f, and its key: the last of interest */
} Run;

static Run resume(const tp_Search *s) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Navmap *nav = plan->navmap;
  const tp_Goals *goals = plan->query.goals;
  const tp_Metric metric = plan->heuristic.metric;
  tp_Nodes *nodes = tp_astar_nodes(s);
  const int32_t width = nav->grid->width;
  return (Run){.nav = nav,
               .mask = plan->mask,
               .class_of = plan->costs->class_of,
               .straight = plan->costs->step[0],
               .diagonal = plan->costs->step[1],
               .node = tp_nodes_by_cell(nodes),
               .heuristic = plan->heuristic,
               .metric = {metric.both * COST_STEP, metric.along * COST_STEP,
                          metric.stagger},
               .base = tp_node_base(&nodes->now),
               .goal = plan->kind == TP_PLAN_SEVERAL
                           ? SIZE_MAX
                           : tp_astar_index(s, plan->query.goal),
               .inner = tp_nodes_inner(nodes, width),
               .within = tp_nodes_within(nodes, width),
               .shift = shift_of(plan) + TP_NODE_LOW_BITS,
               .ends = goals ? goals->near : (tp_Rect){0},
               .offsets = tp_offsets(plan->mask->width),
               .alt = plan->alt,
               .buckets = tp_buckets_of(tp_search_block(s, TP_SLOT_BUCKETS))};
}

/* A cell and its cost, in the bits of its node; the low bits are ones, so that
 * an equal cost is no improvement. */
typedef struct From {
  tp_Cell at;
  size_t here;
  uint64_t cost;
} From;

/* Is a straight step a cheaper path to its cell? */
TP_INLINE unsigned gains_straight(const Run *r, From from, ptrdiff_t way) {
  size_t next = (size_t)((ptrdiff_t)from.here + way);
  return from.cost + r->straight[r->class_of[next]] * COST_STEP < r->node[next];
}

/* Is a diagonal step a cheaper path to its cell, and no cheaper one leads over
 * a known cell beside it? Such a path is left to the other cell. `one` and
 * `other` are the nodes of the two cells beside the step. */
TP_INLINE unsigned gains_diagonally(const Run *r, From from, ptrdiff_t way,
                                    uint64_t one, uint64_t other) {
  size_t next = (size_t)((ptrdiff_t)from.here + way);
  uint64_t reached = from.cost + r->diagonal[r->class_of[next]] * COST_STEP;
  uint64_t straight = r->straight[r->class_of[next]] * COST_STEP;
  uint64_t least = one < other ? one : other;
  return (reached < r->node[next]) & (reached - straight <= least);
}

/* What estimates the rest of a path. */
typedef enum Guide {
  BY_SQUARES,   /* the distance to the goal */
  BY_HEXAGONS,  /* the same on hexagons, where all steps are straight */
  BY_LANDMARKS, /* landmarks, or the distance if that is more; on squares */
  BY_ANY,       /* any heuristic, on squares */
  GUIDES
} Guide;

/* What the loop is compiled for. */
typedef struct Kind {
  Guide guide;
  bool many; /* several ends */
} Kind;

/* The steps from a cell that improve their cells. All are tested without a
 * branch, because it would take longer to find out which can be skipped: except
 * that in corridors no diagonal step is legal. */
TP_INLINE unsigned gains_of_square(const Run *r, From from, unsigned legal) {
  const ptrdiff_t width = r->mask->width;
  const uint64_t *node = &r->node[from.here];
  unsigned out = 0;
  if (legal >> TP_SE) {
    const uint64_t e = node[1] | TP_NODE_LOW, s = node[width] | TP_NODE_LOW,
                   w = node[-1] | TP_NODE_LOW, n = node[-width] | TP_NODE_LOW;
    out = gains_diagonally(r, from, -width + 1, n, e);
    out = out * 2 + gains_diagonally(r, from, -width - 1, n, w);
    out = out * 2 + gains_diagonally(r, from, width - 1, s, w);
    out = out * 2 + gains_diagonally(r, from, width + 1, s, e);
  }
  out = out * 2 + gains_straight(r, from, -width);
  out = out * 2 + gains_straight(r, from, -1);
  out = out * 2 + gains_straight(r, from, width);
  return out * 2 + gains_straight(r, from, 1);
}

/* All steps of a hexagon are straight. Two of the eight directions are no steps
 * of it, and are tested nevertheless. */
TP_INLINE unsigned gains_of_hexagon(const Run *r, From from) {
  unsigned out = 0;
  for (int d = TP_DIRECTIONS - 1; d >= 0; d--) {
    out = out * 2 + gains_straight(r, from, r->offsets.to[d]);
  }
  return out;
}

/* Nodes of neighbours are not ready. */
enum { ASKS = 1 << TP_DIRECTIONS };

/* The steps to relax: those that improve their cells. In the first and the
 * last rows, where some indices lie outside the array, all legal ones. */
TP_INLINE unsigned successors(const Run *r, From from, const Kind kind) {
  const unsigned neighborhood =
      tp_mask_neighborhood(r->mask, from.at.x, from.at.y);
  const unsigned legal = tp_steps(&r->nav->moves, from.at, neighborhood);
  if (!tp_cellrun_has(r->within, from.here)) {
    return tp_cellrun_has(r->inner, from.here) ? legal : ASKS;
  }
  return legal & (kind.guide == BY_HEXAGONS ? gains_of_hexagon(r, from)
                                            : gains_of_square(r, from, legal));
}

/* Is the estimate no more than the distance to the goal? */
TP_INLINE bool is_plain(const Kind kind) {
  return !kind.many && kind.guide != BY_ANY;
}

/* By the heuristic. With landmarks and several ends, the distance to the ends'
 * rectangle is enough, and fast. */
TP_INLINE uint64_t estimate(const Run *r, tp_Cell at, const Kind kind) {
  const tp_Cell goal = r->heuristic.goal;
  if (kind.many && kind.guide == BY_LANDMARKS) {
    return tp_metric_to(r->metric, at, r->ends);
  }
  if (!is_plain(kind)) {
    return tp_estimate(&r->heuristic, at.x, at.y) * COST_STEP;
  }
  if (kind.guide == BY_HEXAGONS) {
    return tp_metric_of_hexagons(r->metric, at, goal);
  }
  return tp_metric_of_squares(r->metric, at, goal);
}

/* With landmarks. */
TP_INLINE uint64_t estimate_by_alt(const Run *r, tp_Cell at, size_t here,
                                   int32_t *tie, const Kind kind) {
  const tp_AltEstimate alt = tp_alt_estimate(&r->alt, here);
  uint64_t own = estimate(r, at, kind);
  *tie = alt.tie;
  return alt.estimate * COST_STEP > own ? alt.estimate * COST_STEP : own;
}

/* For any plan. */
static uint64_t estimate_any(const Run *r, tp_Cell at) {
  const size_t here = tp_grid_index(r->nav->grid, at.x, at.y);
  const Kind any = {.guide = BY_ANY};
  int32_t tie;
  return r->alt.is_on ? estimate_by_alt(r, at, here, &tie, any)
                      : estimate(r, at, any);
}

/* A successor of a cell, to be put into the buckets. The one nearest to a
 * landmark behind the goal is put there last, so it is taken first. */
typedef struct Successor {
  uint32_t what;
  int32_t tie; /* the less, the nearer; 0 without landmarks; NO_TIE: there is no
                  such successor */
  uint64_t key;
} Successor;

#define NO_TIE INT32_MAX

/* The cost of the best end so far. */
static uint64_t bound_of(const tp_Search *s) {
  uint64_t cost = s->ends.best.cost;
  return cost == TP_NO_END ? cost : cost * COST_STEP;
}

/* Does tiebreaking.c choose between ends of the same cost, after the search?
 * For a list, only with landmarks; this affects nothing but the time. */
static bool chooses_end_later(const tp_QueryPlan *plan) {
  if (plan->kind != TP_PLAN_SEVERAL) return false;
  return plan->alt.is_on || !tp_goals_are_cells(plan->query.goals);
}

/* The fate of a cell whose key is at least that of the best end: it is
 * expanded, deferred until tiebreaking.c needs it, or dropped. */
typedef enum Fate { EXPAND, DEFER, DROP } Fate;

static Fate fate_of(tp_Search *s, const Run *r, uint64_t node, tp_Cell at,
                    uint64_t best) {
  const tp_QueryPlan *plan = &s->plan;
  const uint64_t cost = (node & ~(uint64_t)TP_NODE_LOW) - r->base;
  const uint64_t f = cost + estimate_any(r, at);
  if (f != best) return f < best ? EXPAND : DROP;
  if (plan->expands_ties) return EXPAND;
  if (plan->kind != TP_PLAN_SEVERAL || chooses_end_later(plan)) return DEFER;
  bool can_gain =
      tp_ends_can_gain(&s->ends, plan, at, cost / COST_STEP, f / COST_STEP);
  return can_gain ? EXPAND : DEFER;
}

/* Deferred cells wait in the bucket behind the last one of interest. */
TP_INLINE uint64_t deferred_key(const Run *r) { return r->limit + 1; }

TP_INLINE void set_best(Run *r, uint64_t best) {
  r->best = best;
  r->limit = best >> r->shift;
}

/* Relaxes a step. With landmarks it holds back the nearest successor so far:
 * what it puts into the buckets is the new one, or the one that was held back
 * before, if there was one and the new one is nearer. */
TP_INLINE void relax(Run *r, From from, int d, Successor *held_back,
                     const Kind kind) {
  const size_t next = tp_index_beside(&r->offsets, from.here, d);
  const uint64_t *step = tp_is_diagonal(d) ? r->diagonal : r->straight;
  uint64_t reached = from.cost + step[r->class_of[next]] * COST_STEP;
  if (reached >= r->node[next]) return;
  reached -= TP_NODE_LOW;
  r->node[next] = reached | (uint64_t)d << 1;
  const tp_Cell to = tp_beside(from.at, d);
  Successor entry = {.what = tp_pack_cell(to.x, to.y)};
  const bool by_alt = kind.guide == BY_LANDMARKS;
  const uint64_t rest = by_alt ? estimate_by_alt(r, to, next, &entry.tie, kind)
                               : estimate(r, to, kind);
  const uint64_t f = reached - r->base + rest;
  if (f > r->best) return;
  if (next == r->goal) set_best(r, f);
  entry.key = f >> r->shift;
  if (!is_plain(kind) && entry.key < r->buckets.key)
    entry.key = r->buckets.key; /* rounded */
  if (by_alt && entry.tie < held_back->tie) {
    const Successor nearest = entry;
    entry = *held_back;
    *held_back = nearest;
  }
  if (entry.tie < NO_TIE) tp_buckets_push(&r->buckets, entry.key, entry.what);
}

TP_INLINE void expand(Run *r, From from, unsigned steps, const Kind kind) {
  Successor held_back = {0, NO_TIE, 0};
  for (; steps; steps &= steps - 1) {
    relax(r, from, tp_lowest(steps), &held_back, kind);
  }
  if (kind.guide == BY_LANDMARKS && held_back.tie != NO_TIE) {
    tp_buckets_push(&r->buckets, held_back.key, held_back.what);
  }
}

TP_INLINE tp_Status run_priced(tp_Search *s, uint64_t budget, const Kind kind) {
  Run r = resume(s);
  const size_t width = (size_t)r.mask->width;
  tp_Status status = TP_RUNNING;
  uint64_t left = budget;
  set_best(&r, bound_of(s));
  for (;;) {
    if (!tp_buckets_fit(&r.buckets, TP_DIRECTIONS)) {
      status = TP_NEEDS_ROOM;
      break;
    }
    if (!tp_buckets_has_more(&r.buckets)) {
      bool is_empty = r.buckets.live == 0;
      if (!is_empty) tp_buckets_turn(&r.buckets);
      if (is_empty || r.buckets.key > r.limit) {
        status = r.best != TP_NO_END ? TP_FOUND : TP_FAILED;
        break;
      }
    }
    const uint32_t taken = tp_buckets_take(&r.buckets);
    const tp_Cell at = tp_unpack_cell(taken);
    const size_t here = (size_t)at.y * width + (size_t)at.x;
    const uint64_t known = r.node[here];
    if (known & TP_NODE_CLOSED) continue;
    if (r.buckets.key >= r.limit) {
      Fate fate = fate_of(s, &r, known, at, r.best);
      if (fate == DEFER) tp_buckets_push(&r.buckets, deferred_key(&r), taken);
      if (fate != EXPAND) continue;
    }
    if (left == 0) {
      tp_buckets_push(&r.buckets, r.buckets.key, taken); /* puts it back */
      break;
    }
    const From from = {at, here, known | TP_NODE_LOW};
    const unsigned steps = successors(&r, from, kind);
    if (steps == ASKS) {
      tp_buckets_push(&r.buckets, r.buckets.key, taken);
      status = tp_astar_ask(s, at);
      break;
    }
    r.node[here] = known | TP_NODE_CLOSED;
    left--;
    if (kind.many) {
      uint64_t cost = tp_node_g(&tp_astar_nodes(s)->now, known);
      tp_ends_meet(&s->ends, &s->plan, at, cost);
      set_best(&r, bound_of(s));
      if (s->ends.debt > s->ends.most) {
        budget -= left;
        left = 0;
      }
    }
    expand(&r, from, steps, kind);
  }
  tp_buckets_store(&r.buckets, tp_search_block(s, TP_SLOT_BUCKETS));
  s->expanded += budget - left;
  if (r.best != TP_NO_END) s->ends.best.cost = r.best / COST_STEP;
  return status;
}

/* ---- the kinds of loops -------------------------------------------------- */

static tp_Status squares(tp_Search *s, uint64_t budget) {
  return run_priced(s, budget, (Kind){BY_SQUARES, false});
}

static tp_Status hexagons(tp_Search *s, uint64_t budget) {
  return run_priced(s, budget, (Kind){BY_HEXAGONS, false});
}

static tp_Status landmarks(tp_Search *s, uint64_t budget) {
  return run_priced(s, budget, (Kind){BY_LANDMARKS, false});
}

static tp_Status any(tp_Search *s, uint64_t budget) {
  return run_priced(s, budget, (Kind){BY_ANY, false});
}

static tp_Status many(tp_Search *s, uint64_t budget) {
  return run_priced(s, budget, (Kind){BY_ANY, true});
}

static tp_Status many_hexagons(tp_Search *s, uint64_t budget) {
  return run_priced(s, budget, (Kind){BY_HEXAGONS, true});
}

static tp_Status many_landmarks(tp_Search *s, uint64_t budget) {
  return run_priced(s, budget, (Kind){BY_LANDMARKS, true});
}

/* By the number of ends, one or several, and the guide. */
static tp_Status (*const loops[2][GUIDES])(tp_Search *s, uint64_t budget) = {
    {squares, hexagons, landmarks, any},
    {many, many_hexagons, many_landmarks, many}};

static tp_Status run_loop(tp_Search *s, uint64_t budget) {
  const tp_QueryPlan *plan = &s->plan;
  Guide guide = plan->heuristic.plain ? BY_SQUARES : BY_ANY;
  if (plan->alt.is_on) guide = BY_LANDMARKS;
  if (plan->navmap->profile.diagonal == TP_HEXAGONS) guide = BY_HEXAGONS;
  return loops[plan->kind == TP_PLAN_SEVERAL][guide](s, budget);
}

static tp_Status run_on(tp_Search *s, uint64_t budget) {
  const uint64_t before = s->expanded;
  tp_Status status;
  if (!tp_astar_plan_rows(s, budget)) return TP_NEEDS_ROOM;
  do {
    status = run_loop(s, budget - (s->expanded - before));
  } while (status == TP_NEEDS_ROOM && tp_astar_make_room(s));
  return status;
}

/* ---- the row ------------------------------------------------------------ */

/* The bucket of a start. */
static uint64_t key_of(const Run *r, const tp_Starts *start) {
  return (start->cost * COST_STEP + estimate_any(r, start->at)) >> r->shift;
}

static void begin_priced(tp_Search *s) {
  tp_QueryPlan *plan = &s->plan;
  const Run r = resume(s);
  uint64_t first = UINT64_MAX;
  for (tp_Starts start = tp_starts_of(plan); tp_starts_next(&start);) {
    const uint64_t key = key_of(&r, &start);
    if (key < first) first = key;
  }
  tp_astar_begin(s, first);
  /* The Euclidean needs all cells that may lie on a cheapest path: its
   * estimates fall by rounding. */
  plan->expands_ties = plan->heuristic.kind == TP_HEURISTIC_EUCLIDEAN;
  for (tp_Starts start = tp_starts_of(plan); tp_starts_next(&start);) {
    const tp_Cell at = start.at;
    tp_openlist_start(s, key_of(&r, &start), tp_pack_cell(at.x, at.y));
    /* A start that is the goal is entered by no step. */
    if (plan->kind == TP_PLAN_ONE && tp_same_cell(at, plan->query.goal)) {
      s->ends.best.cost = start.cost;
    }
  }
}

/* tiebreaking.c leaves nodes that are not valid on another map. */
static bool may_go_on(const tp_Search *s) {
  return !s->plan.expands_ties ||
         s->plan.heuristic.kind == TP_HEURISTIC_EUCLIDEAN;
}

/* Is the end chosen by tiebreaking.c? */
static bool seeks_end(const tp_Search *s) {
  return !s->plan.expands_ties && chooses_end_later(&s->plan);
}

/* Chooses the path among all cheapest ones. False: all cells that may lie on a
 * cheapest path must be expanded first, so the deferred cells have returned to
 * the last bucket of interest. */
static bool choose_path(tp_Search *s) {
  if (tp_tiebreaking_decide(s, seeks_end(s), !s->plan.expands_ties)) {
    return true;
  }
  s->plan.expands_ties = true;
  tp_Buckets buckets = tp_buckets_of(tp_search_block(s, TP_SLOT_BUCKETS));
  tp_buckets_return(&buckets,
                    bound_of(s) >> (shift_of(&s->plan) + TP_NODE_LOW_BITS));
  tp_buckets_store(&buckets, tp_search_block(s, TP_SLOT_BUCKETS));
  return false;
}

/* After an edit any path will do, if it is valid (search.c); so it will by
 * costs of the query. */
static tp_Status run_any(tp_Search *s, uint64_t budget) {
  const uint64_t before = s->expanded;
  for (bool is_last = false;; is_last = true) {
    if (!s->has_ended) {
      const tp_Status status = run_on(s, budget - (s->expanded - before));
      if (status != TP_FOUND) return status;
      s->has_ended = true;
    }
    if (tp_search_is_touched(s) || tp_queryplan_has_own_costs(&s->plan)) {
      return TP_FOUND;
    }
    if (!tp_tiebreaking_is_ready(s, seeks_end(s))) return TP_NEEDS_ROOM;
    if (choose_path(s) || is_last) return TP_FOUND;
    s->has_ended = false;
  }
}

const tp_AlgorithmOps tp_priced = {
    .name = TP_ASTAR,
    .prepare = prepare,
    .window = window,
    .allocate = tp_astar_allocate,
    .begin = begin_priced,
    .run = run_any,
    .take = tp_openlist_take,
    .next_leg = tp_astar_next_leg,
    .goes_on = may_go_on,
    .node_info = tp_astar_node_info,
    .reached = tp_astar_reached,
};
