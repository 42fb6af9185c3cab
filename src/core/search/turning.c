/* turning.c - A* over cells and bearings, for agents that pay for turns.
 *
 * A state is a cell and one of eight bearings. It has three successors: the
 * step ahead, and a turn on the spot to either side, to the next bearing in
 * which a step is legal. A turn costs by its angle, in however many parts it is
 * made. So the price of a path is the same as if turns were paid with the steps
 * before and after them. And a state without a bearing is not needed: a start
 * without a bearing, or the end of a link, is all eight states of its cell at
 * once.
 *
 * A node (nodes.h) holds, instead of a direction, the bearing in which its cell
 * was entered: the state's own, unless the agent turned; or TP_BY_LINK. So the
 * path back contains no turns.
 *
 * The estimate is a lower bound of the steps (heuristic.h). For one goal it
 * also has a bound of the turns. Steps lead to the goal only if it lies between
 * two neighbouring bearings, or straight ahead in one. To face all of these,
 * the agent must turn at least as far as to the farthest. On open ground that
 * is the exact cost of turns. Both parts are consistent, and so is their sum.
 *
 * If a straight step costs no more than a diagonal one, no cheapest path turns
 * by more than a right angle after a step: the next cell is beside the one
 * before, from which a step leads there. Fences may bar that step.
 *
 * The frontier is in bins, as in priced.c. A state beyond the last bin is put
 * into the last one, and moved to its own bin when the search takes it. States
 * come in the order of the bins, and of their insertion: so the path depends
 * only on map and query.
 *
 * 64 bytes a cell, and 4 to 8 for each state in the frontier.
 */
#include "astar.h"

#include "openlist.h"

enum {
  BEARINGS = TP_BEARINGS,
  MOST_TURN = BEARINGS / 2,
  MIN_WINDOW = 64,
  MAX_WINDOW = 1 << 16,
  MOST_BINS_BITS = 18
};

static tp_Fit fits(const tp_Plan *plan) {
  return tp_navmap_turns(plan->navmap) ? TP_FITS : TP_FITS_NOT;
}

/* ---- bins --------------------------------------------------------------- */

/* The most that f rises over a step or a turn. */
static uint64_t rise_of(const tp_Plan *plan) {
  const tp_Costs *costs = &plan->navmap->costs;
  return 2 * (costs->dearest + costs->cheapest[0] + MOST_TURN * costs->turn);
}

/* Bins are as wide as the cheapest step; or wider, if f may rise over so many
 * bins that they take longer than states opened again. */
static int shift_of(const tp_Plan *plan) {
  const int step = tp_bit_length(tp_navmap_least_step(plan->navmap) >> 1);
  const int rise = tp_bit_length(rise_of(plan)) - MOST_BINS_BITS;
  return step > rise ? step : rise;
}

static uint32_t window(const tp_Plan *plan) {
  const uint64_t bins = (rise_of(plan) >> shift_of(plan)) + 2;
  uint32_t wide = MIN_WINDOW;
  while (wide < bins && wide < MAX_WINDOW) wide *= 2;
  return wide;
}

/* May f rise beyond the bins? */
static bool is_beyond(const tp_Plan *plan) {
  return plan->has_edges || rise_of(plan) >> shift_of(plan) >= plan->window - 1;
}

/* ---- states ------------------------------------------------------------- */

static size_t state_of(const tp_Search *s, tp_Cell at, int bearing) {
  return tp_astar_index(s, at) * BEARINGS + (size_t)bearing;
}

static uint64_t node_of(const tp_Search *s, tp_Cell at, int bearing) {
  return tp_astar_nodes(s)->node[state_of(s, at, bearing)];
}

static bool is_start(const tp_Search *s, tp_Cell at, uint64_t node) {
  const int facing = s->plan.query.facing;
  const int code = facing ? facing - 1 : TP_BY_LINK;
  return tp_same_cell(at, s->plan.query.start) &&
         tp_node_came_by(node) == code &&
         tp_node_g(&tp_astar_nodes(s)->now, node) == 0;
}

/* Of a visited cell, the first of the states with the least cost. States at the
 * end of a link come last, as links without cost may form a ring. */
static int best_of(const tp_Search *s, tp_Cell at) {
  uint64_t least = UINT64_MAX;
  int best = 0;
  for (int h = 0; h < BEARINGS; h++) {
    const uint64_t node = node_of(s, at, h);
    const bool by_link = tp_node_came_by(node) == TP_BY_LINK;
    const uint64_t rank = (node & ~(uint64_t)TP_NODE_LOW) | by_link;
    if (rank >= least) continue;
    least = rank;
    best = h;
  }
  return best;
}

/* ---- the estimate ------------------------------------------------------- */

/* What the loop is compiled for: one goal, whose distance is a metric. */
typedef enum Kind { ANY, PLAIN } Kind;

/* The larger of the turns to the two bearings between which the goal lies, or
 * the turn to the bearing in which it lies. */
TP_INLINE uint64_t turns_left(tp_Cell at, int bearing, tp_Cell goal,
                              const bool four) {
  const int32_t dx = goal.x - at.x, dy = goal.y - at.y;
  const uint32_t far_x = tp_apart(at.x, goal.x), far_y = tp_apart(at.y, goal.y);
  const int along_x = dx < 0 ? 4 : 0, along_y = dy < 0 ? 6 : 2;
  const int diagonal = dy < 0 ? (dx < 0 ? 5 : 7) : (dx < 0 ? 3 : 1);
  int one = far_x > far_y ? along_x : along_y;
  int other = four ? along_x + along_y - one : diagonal;
  if (far_x == 0 && far_y == 0) return 0;
  if (far_x == 0 || far_y == 0) {
    other = one;
  } else if (far_x == far_y && !four) {
    one = other;
  }
  const int a = tp_turn(bearing, one), b = tp_turn(bearing, other);
  return (uint64_t)(a > b ? a : b);
}

/* Does the estimate count turns? A link saves them, however long it is. */
static Kind kind_of(const tp_Plan *plan) {
  const tp_Heuristic *h = &plan->heuristic;
  bool is_plain = plan->kind == TP_PLAN_ONE && h->plain && h->offset == 0 &&
                  h->kind != TP_HEURISTIC_ZERO && !plan->has_edges;
  return is_plain ? PLAIN : ANY;
}

/* Constants of a run. */
typedef struct Terms {
  const tp_Navmap *nav;
  const tp_Mask *mask;
  const uint8_t *class_of;
  uint64_t base, turn;
  tp_Heuristic heuristic;
  tp_Offsets offsets;
  size_t goal; /* SIZE_MAX: there are several ends */
  int shift, most_turn;
  bool four, many, is_beyond;
} Terms;

static Terms terms_of(const tp_Search *s) {
  const tp_Plan *plan = &s->plan;
  const tp_Navmap *nav = plan->navmap;
  const bool many = tp_plan_has_many_ends(plan);
  const bool cuts = nav->costs.orderly && !nav->fences;
  return (Terms){.nav = nav,
                 .mask = plan->mask,
                 .class_of = nav->costs.class_of,
                 .base = tp_node_base(&tp_astar_nodes(s)->now),
                 .turn = nav->costs.turn,
                 .heuristic = plan->heuristic,
                 .goal = many ? SIZE_MAX : tp_astar_index(s, plan->query.goal),
                 .shift = shift_of(plan),
                 .most_turn = cuts ? 2 : MOST_TURN,
                 .four = tp_is_four(nav->profile.diagonal),
                 .many = many,
                 .is_beyond = is_beyond(plan),
                 .offsets = tp_offsets(nav->mask->width)};
}

TP_INLINE uint64_t estimate(const Terms *t, tp_Cell at, int bearing,
                            const Kind kind) {
  const tp_Heuristic *h = &t->heuristic;
  if (kind == ANY) return tp_estimate(h, at.x, at.y);
  return tp_metric_of_squares(h->metric, at, h->goal) +
         t->turn * turns_left(at, bearing, h->goal, t->four);
}

/* ---- the search --------------------------------------------------------- */

/* Variables of a run. */
typedef struct Run {
  tp_Search *s;
  uint64_t *node, best; /* best: the cost of the best end so far */
  tp_Bins bins;
} Run;

/* Relaxes a state, whose cell was entered with `code`. */
TP_INLINE void reach(Run *r, const Terms *t, tp_Cell at, size_t cell,
                     int bearing, uint64_t cost, int code, const Kind kind) {
  uint64_t *node = &r->node[cell * BEARINGS + (size_t)bearing];
  const uint64_t key = tp_node_key(t->base, cost, code);
  if (!tp_node_improves(key, *node)) return;
  const uint64_t f = cost + estimate(t, at, bearing, kind);
  if (f > r->best) return;
  *node = key;
  if (cell == t->goal) r->best = cost;
  tp_bins_put(&r->bins, f >> t->shift,
              (uint32_t)(cell * BEARINGS) + (uint32_t)bearing);
}

/* The end of a link is all eight states of its cell. */
static void pass_edges(Run *r, const Terms *t, tp_Cell at, uint64_t cost) {
  const uint32_t from = tp_pack_cell(at.x, at.y);
  tp_SearchEdges *edges = tp_search_edges(r->s);
  const tp_Edge *edge = tp_search_edges_from(edges, from);
  for (; edge->from == from; edge++) {
    const tp_Cell to = tp_unpack_cell(edge->to);
    const uint64_t reached = cost + edge->cost;
    const size_t cell = tp_astar_index(r->s, to);
    bool gains = false;
    for (int h = 0; h < BEARINGS; h++) {
      const uint64_t before = r->node[cell * BEARINGS + (size_t)h];
      reach(r, t, to, cell, h, reached, TP_BY_LINK, ANY);
      gains |= r->node[cell * BEARINGS + (size_t)h] != before;
    }
    if (gains) tp_search_edges_take(edges, edge);
  }
}

/* Was another state of the cell closed at no more cost before? */
static bool is_met(const Run *r, size_t cell, uint64_t node) {
  const tp_NodeVersion *now = &tp_astar_nodes(r->s)->now;
  for (int h = 0; h < BEARINGS; h++) {
    const uint64_t other = r->node[cell * BEARINGS + (size_t)h];
    if (!(other & TP_NODE_CLOSED) || !tp_node_is_known(now, other)) continue;
    if (tp_node_g(now, other) <= tp_node_g(now, node)) return true;
  }
  return false;
}

/* May a state with that f lead to an end preferred to the best one? */
static bool can_gain(const Run *r, const Terms *t, tp_Cell at, uint64_t cost,
                     uint64_t f) {
  const tp_Plan *plan = &r->s->plan;
  if (f != r->best) return f < r->best;
  if (!t->many) return false;
  return plan->kind == TP_PLAN_NEAREST ||
         !tp_goals_are_cells(tp_plan_goals(plan)) ||
         tp_ends_can_gain(&r->s->ends, plan, at, cost, f);
}

/* Turns from a bearing to one side (1 or -1), to the next legal one. The cell
 * was entered with `code`. */
TP_INLINE void turn(Run *r, const Terms *t, tp_Cell at, size_t cell,
                    int bearing, int side, unsigned legal, uint64_t cost,
                    int code, int most, const Kind kind) {
  int turned = tp_turn(bearing, code);
  while (turned++ < most) {
    bearing = (bearing + side) & (BEARINGS - 1);
    cost += t->turn;
    if (!(legal >> tp_bearing[bearing] & 1)) continue;
    reach(r, t, at, cell, bearing, cost, code, kind);
    return;
  }
}

TP_INLINE void expand(Run *r, const Terms *t, tp_Cell at, size_t cell,
                      int bearing, uint64_t node, const Kind kind) {
  const tp_Search *s = r->s;
  const uint64_t cost = (node - t->base) >> TP_NODE_LOW_BITS;
  const unsigned legal = tp_navmap_steps_on(t->nav, t->mask, at);
  const int d = tp_bearing[bearing], code = tp_node_came_by(node);
  if (legal >> d & 1) {
    const size_t next = tp_index_beside(&t->offsets, cell, d);
    const uint64_t step =
        t->nav->costs.step[tp_is_diagonal(d)][t->class_of[next]];
    reach(r, t, tp_beside(at, d), next, bearing, cost + step, bearing, kind);
  }
  if (code == TP_BY_LINK) {
    for (int h = 0; h < BEARINGS; h++) {
      reach(r, t, at, cell, h, cost, code, kind);
    }
    return;
  }
  const int most =
      tp_same_cell(at, s->plan.query.start) ? MOST_TURN : t->most_turn;
  const int side = (bearing - code) & (BEARINGS - 1);
  if (side <= MOST_TURN) {
    turn(r, t, at, cell, bearing, 1, legal, cost, code, most, kind);
  }
  if (side == 0 || side > MOST_TURN) {
    turn(r, t, at, cell, bearing, -1, legal, cost, code, most, kind);
  }
}

TP_INLINE tp_Status run(tp_Search *s, uint64_t budget, const Kind kind) {
  const Terms terms = terms_of(s), *t = &terms;
  const uint32_t width = (uint32_t)t->mask->width;
  const tp_SearchEdges *edges = tp_search_edges(s);
  const uint32_t most = BEARINGS * (1 + (edges ? edges->most : 0));
  Run run = {s, tp_astar_nodes(s)->node, s->ends.best.cost,
             tp_bins_of(tp_search_bins(s))},
      *r = &run;
  tp_Status status = TP_RUNNING;
  uint64_t left = budget;
  for (;;) {
    if (!tp_bins_fit(&r->bins, most)) {
      status = TP_NEEDS_ROOM;
      break;
    }
    if (!tp_bins_has_more(&r->bins)) {
      const bool is_empty = r->bins.live == 0;
      if (!is_empty) tp_bins_turn(&r->bins);
      if (is_empty || r->bins.key > r->best >> t->shift) {
        status = r->best != TP_NO_END ? TP_FOUND : TP_FAILED;
        break;
      }
    }
    const uint32_t taken = tp_bins_take(&r->bins);
    const uint64_t known = r->node[taken];
    if (known & TP_NODE_CLOSED) continue;
    const size_t cell = taken / BEARINGS;
    const int bearing = taken % BEARINGS;
    const tp_Cell at = {(int32_t)((uint32_t)cell % width),
                        (int32_t)((uint32_t)cell / width)};
    const uint64_t cost = (known - t->base) >> TP_NODE_LOW_BITS;
    if (t->is_beyond || r->bins.key >= r->best >> t->shift) {
      const uint64_t f = cost + estimate(t, at, bearing, kind);
      if (t->is_beyond && f >> t->shift > r->bins.key) {
        tp_bins_put(&r->bins, f >> t->shift, taken);
        continue;
      }
      if (!can_gain(r, t, at, cost, f)) continue;
    }
    if (left == 0) {
      tp_bins_push(&r->bins, r->bins.key, taken); /* puts the state back */
      break;
    }
    left--;
    if (t->many && !is_met(r, cell, known)) {
      tp_ends_meet(&s->ends, &s->plan, at, cost);
      r->best = s->ends.best.cost;
      if (tp_ends_owe(&s->ends)) {
        budget -= left;
        left = 0;
      }
    }
    r->node[taken] = known | TP_NODE_CLOSED;
    if (edges && tp_mask_has(t->nav->odd, at.x, at.y)) {
      pass_edges(r, t, at, cost);
    }
    expand(r, t, at, cell, bearing, known, kind);
  }
  tp_bins_store(&r->bins, tp_search_bins(s));
  s->expanded += budget - left;
  s->ends.best.cost = r->best;
  return status;
}

static tp_Status run_any(tp_Search *s, uint64_t budget) {
  const tp_Status status =
      kind_of(&s->plan) == PLAIN ? run(s, budget, PLAIN) : run(s, budget, ANY);
  return status == TP_NEEDS_ROOM ? tp_openlist_grow(s) : status;
}

/* For a start without a bearing: the first bearing with the least estimate. */
static int first_bearing(const Terms *t, tp_Cell at, Kind kind) {
  int best = 0;
  for (int h = 1; h < BEARINGS; h++) {
    if (estimate(t, at, h, kind) < estimate(t, at, best, kind)) best = h;
  }
  return best;
}

static tp_Status begin(tp_Search *s) {
  const tp_Plan *plan = &s->plan;
  const tp_Cell at = plan->query.start;
  const Kind kind = kind_of(plan);
  const int facing = plan->query.facing;
  if (tp_openlist_begin(s, 0) == TP_NEEDS_ROOM) return TP_NEEDS_ROOM;
  const Terms t = terms_of(s);
  const int bearing = facing ? facing - 1 : first_bearing(&t, at, kind);
  const uint64_t key = estimate(&t, at, bearing, kind) >> t.shift;
  const size_t state = state_of(s, at, bearing);
  tp_openlist_clear(s, key);
  tp_Bins bins = tp_bins_of(tp_search_bins(s));
  tp_astar_nodes(s)->node[state] =
      tp_node_key(t.base, 0, facing ? bearing : TP_BY_LINK);
  tp_bins_push(&bins, key, (uint32_t)state);
  tp_bins_store(&bins, tp_search_bins(s));
  return TP_RUNNING;
}

/* ---- results ------------------------------------------------------------ */

/* Is the state the result of a turn? */
static bool was_turned(uint64_t node, int bearing) {
  const int code = tp_node_came_by(node);
  return code != bearing && code != TP_BY_LINK;
}

/* `node` of a walk back: the bearing in which it left the cell, counted from 1.
 * The state before a turn may have been reached more cheaply since, by another
 * turn. */
static bool next_leg(const tp_Search *s, tp_Backtrace *b, tp_Leg *leg) {
  int bearing = b->node > 0 ? (int)b->node - 1 : best_of(s, b->at);
  uint64_t node = node_of(s, b->at, bearing);
  while (was_turned(node, bearing)) {
    bearing = tp_node_came_by(node);
    node = node_of(s, b->at, bearing);
  }
  const int code = tp_node_came_by(node);
  if (is_start(s, b->at, node)) return false;
  if (code == TP_BY_LINK) {
    tp_leg_set(leg, code, 1);
    leg->edge = *tp_search_edges_taken(tp_search_edges(s), b->at);
    b->at = tp_unpack_cell(leg->edge.from);
    b->node = (uint32_t)best_of(s, b->at) + 1;
    return true;
  }
  tp_leg_set(leg, tp_bearing[bearing], 0);
  do {
    leg->length++;
    b->at = tp_beside(b->at, tp_opposite(leg->came_by));
    node = node_of(s, b->at, bearing);
  } while (tp_node_came_by(node) == bearing && !is_start(s, b->at, node));
  b->node = (uint32_t)bearing + 1;
  return true;
}

static tp_Cell parent_of(const tp_Search *s, tp_Cell at) {
  tp_Backtrace b = {.at = at};
  tp_Leg leg;
  if (!next_leg(s, &b, &leg)) return at;
  if (leg.came_by == TP_BY_LINK) return b.at;
  return tp_beside(at, tp_opposite(leg.came_by));
}

/* Of the cheapest state of a cell. */
static bool node_info(const tp_Search *s, tp_Cell cell, tp_NodeInfo *info) {
  const tp_NodeVersion *now = &tp_astar_nodes(s)->now;
  const int bearing = best_of(s, cell);
  const uint64_t node = node_of(s, cell, bearing);
  if (!tp_node_is_known(now, node)) return false;
  const Terms t = terms_of(s);
  info->closed = node & TP_NODE_CLOSED;
  info->g = tp_node_g(now, node);
  info->h = estimate(&t, cell, bearing, kind_of(&s->plan));
  info->parent = parent_of(s, cell);
  return true;
}

const tp_Row tp_turning = {
    .name = TP_ASTAR,
    .fits = fits,
    .window = window,
    .begin = begin,
    .run = run_any,
    .clean = tp_astar_clean,
    .take = tp_openlist_take,
    .next_leg = next_leg,
    .node_info = node_info,
};
