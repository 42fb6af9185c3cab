/* tiebreaking.c - the canonical path: one of all cheapest paths, chosen from
 * the end back by a rule that does not depend on the search: straight on if
 * that is optimal, else by the first direction that is, else by the link that
 * the search took (astar.c).
 *
 * Let t be the cost of the cheapest path to v less the step from p to v. The
 * predecessor p is optimal if the cheapest path to p costs t. If the search has
 * expanded all cells with an f of at most the cost C of the path, its nodes
 * tell t.
 *
 * Most searches without links have expanded all cells with f < C, but only some
 * of those with f = C (astarpriced.c). The others are in doubt: cells with
 * t + h = C that are not known to be reached at t. For such a cell p a
 * depth-first search looks for an optimal predecessor, and so on, until a cell
 * is reached at its t; all cells between are certain then. A cell without an
 * optimal predecessor is dead. As t is C - h by every way back, no cell is
 * examined twice.
 *
 *     start . . . a a p p v . end        v certain; p in doubt; a reached
 *
 * A cell in doubt keeps the direction that leads on towards the end. A cell
 * that is too far from the start by the same estimates is dead at once, so few
 * cells off the path are examined. If there are many nevertheless, it is faster
 * to expand all cells with f = C.
 *
 * Expanding all cells with f = C would also find all ends at that cost.
 * Instead, for each end that is preferred to the incumbent, the depth-first
 * search looks for a path of the same cost. Most ends need one look: their
 * distance from the start is known to be larger.
 */
#include "astar.h"

#include "openlist.h"
#include "starts.h"

/* The limit of dead cells: a constant, and a share of the expanded cells, which
 * takes a tenth of the search's time. */
enum { MOST_DEAD = 512, DEAD_SHARE = 8 };

/* GAVE_UP: the limit is hit. */
typedef enum Answer { NO, IN_DOUBT, YES, GAVE_UP } Answer;

typedef struct Back {
  const tp_Search *s;
  tp_Heuristic heuristic;
  uint64_t cost;
  tp_Cell at;
  int towards;     /* the direction that leads on; -1: at the end */
  uint32_t doubts; /* cells in doubt, with the current one */
} Back;

static uint64_t *node_of(const Back *b, tp_Cell at) {
  const size_t n = tp_astar_index(b->s, at);
  TP_ASSERT(tp_node_is_ready(tp_astar_nodes(b->s), n));
  return tp_node_of(tp_astar_nodes(b->s), n);
}

/* A node that was never visited. */
static const uint64_t unseen = UINT64_MAX;

/* Is the cell known to be on no cheapest path? Its node then has the version
 * before, in which no other node has these low bits: so the search takes the
 * node as unvisited. */
static bool is_dead(const tp_NodeVersion *now, uint64_t node) {
  const tp_NodeVersion before = {.version = now->version + 1,
                                 .g_bits = now->g_bits};
  return (node & TP_NODE_LOW) == TP_NODE_LOW && node != unseen &&
         tp_node_is_known(&before, node);
}

static void record_dead(const Back *b, tp_Cell at) {
  const tp_NodeVersion *now = &tp_astar_nodes(b->s)->now;
  const tp_NodeVersion before = {.version = now->version + 1,
                                 .g_bits = now->g_bits};
  *node_of(b, at) = tp_node_base(&before) | TP_NODE_LOW;
}

static void record_doubt(const Back *b, tp_Cell at, uint64_t g, int direction) {
  uint64_t base = tp_node_base(&tp_astar_nodes(b->s)->now);
  *node_of(b, at) = tp_node_key(base, g, direction);
}

/* Is the cell reached at that cost: no, yes, or in doubt? */
static Answer look_at(const Back *b, tp_Cell at, uint64_t cost) {
  const tp_Search *s = b->s;
  const tp_NodeVersion *now = &tp_astar_nodes(s)->now;
  const tp_Heuristic *h = &b->heuristic;
  const uint64_t node = *node_of(b, at);
  if (tp_node_is_known(now, node) && tp_node_g(now, node) <= cost) {
    return tp_node_g(now, node) == cost ? YES : NO;
  }
  if (s->plan.expands_ties) return NO;
  if (is_dead(now, node)) return NO;
  uint64_t estimate = tp_estimate(h, at.x, at.y);
  if (cost + estimate > b->cost) return NO;
  const tp_Query *q = &s->plan.query;
  if (!q->out && tp_metric_between(h->metric, at, q->start) > cost) return NO;
  const tp_Alt *alt = &s->plan.alt;
  if (!alt->is_on) return cost + estimate == b->cost ? IN_DOUBT : NO;
  const size_t here = tp_astar_index(s, at);
  const uint64_t bound = tp_alt_estimate(alt, here).estimate;
  if (cost + (bound > estimate ? bound : estimate) != b->cost) return NO;
  return tp_alt_from_start(alt, here) > cost ? NO : IN_DOUBT;
}

/* The steps that lead into a cell, each as the direction of the neighbour. */
static unsigned steps_into(const tp_QueryPlan *plan, tp_Cell at) {
  const tp_Navmap *nav = plan->navmap;
  const unsigned neighborhood = tp_mask_neighborhood(plan->mask, at.x, at.y);
  const unsigned steps = tp_steps(&nav->moves, at, neighborhood);
  return nav->fences ? steps & ~tp_navmap_fenced_into(nav, at.x, at.y) : steps;
}

/* The direction of the first predecessor that is optimal or may be, with the
 * answer and its g; else -1. */
static int look_around(const Back *b, uint64_t g, Answer *answer,
                       uint64_t *before_g) {
  const tp_QueryPlan *plan = &b->s->plan;
  const tp_LegalSteps *moves = &plan->navmap->moves;
  const tp_Costs *costs = plan->costs;
  const tp_Cell at = b->at;
  const unsigned steps = steps_into(plan, at);
  const uint8_t class = costs->class_of[tp_astar_index(b->s, at)];
  const int straight =
      b->towards < 0 ? -1 : tp_straight_into(moves, at, b->towards);
  for (int i = -1; i < TP_DIRECTIONS; i++) {
    int d = i < 0 ? straight : i;
    if (d < 0 || !(steps >> tp_opposite(d) & 1)) continue;
    uint64_t step = costs->step[tp_is_diagonal(d)][class];
    if (step > g) continue;
    tp_Cell before = tp_beside(at, tp_opposite(d));
    *before_g = g - step;
    *answer = look_at(b, before, *before_g);
    if (*answer != NO) return d;
  }
  return -1;
}

/* All cells in doubt are certain, as the last one has a certain predecessor:
 * each gets the direction that enters it. Returns to the certain cell. */
static void confirm_doubts(Back *b, int direction) {
  const tp_NodeVersion *now = &tp_astar_nodes(b->s)->now;
  tp_Cell at = b->at;
  for (;; b->doubts--) {
    uint64_t node = *node_of(b, at);
    int towards = tp_node_came_by(node);
    record_doubt(b, at, tp_node_g(now, node), direction);
    *node_of(b, at) |= TP_NODE_CLOSED;
    if (b->doubts == 0) return;
    at = tp_beside(at, towards);
    direction = towards;
  }
}

/* Walks back to a start. Does a cheapest path lead to where it began? No,
 * yes, or it gave up. */
static Answer walk_back(Back *b, uint64_t *limit) {
  const tp_NodeVersion *now = &tp_astar_nodes(b->s)->now;
  int last = -1; /* direction that leads on from the last certain cell */
  for (;;) {
    uint64_t g = tp_node_g(now, *node_of(b, b->at)), before = 0;
    if (tp_starts_has(&b->s->plan, b->at, g)) return YES;
    Answer answer = NO;
    int d = look_around(b, g, &answer, &before);
    if (d < 0 && tp_node_came_by(*node_of(b, b->at)) == TP_BY_LINK) {
      const tp_SearchEdges *edges = tp_search_edges(b->s);
      b->at = tp_unpack_cell(tp_search_edges_taken(edges, b->at)->from);
      b->towards = last = -1;
      continue;
    }
    if (d < 0 && *limit == 0) {
      /* Gives up: resets the nodes in doubt. */
      for (; b->doubts > 0; b->doubts--) {
        uint64_t *node = node_of(b, b->at);
        const int towards = tp_node_came_by(*node);
        *node = unseen;
        b->at = tp_beside(b->at, towards);
      }
      return GAVE_UP;
    }
    if (d < 0) {
      --*limit;
      if (b->doubts == 0) return NO;
      /* Goes back from a dead cell. */
      record_dead(b, b->at);
      b->at = tp_beside(b->at, b->towards);
      b->doubts--;
      b->towards = b->doubts > 0 ? tp_node_came_by(*node_of(b, b->at)) : last;
      continue;
    }
    if (answer == YES) confirm_doubts(b, d);
    b->at = tp_beside(b->at, tp_opposite(d));
    b->towards = d;
    if (answer == YES) {
      last = d;
    } else {
      record_doubt(b, b->at, before, d);
      b->doubts++;
    }
  }
}

/* Does a path of cost g lead to the cell, if the path on to the end costs
 * `cost`? No, yes, or it gave up. */
static Answer reaches(const tp_Search *s, tp_Cell at, uint64_t g, uint64_t cost,
                      uint64_t *limit) {
  Back b = {s, s->plan.heuristic, cost, at, -1, 0};
  Answer answer = look_at(&b, at, g);
  if (answer != IN_DOUBT) return answer;
  record_doubt(&b, at, g, 0);
  answer = walk_back(&b, limit);
  if (answer == NO) record_dead(&b, at);
  if (answer == GAVE_UP) *node_of(&b, at) = unseen;
  return answer;
}

/* ---- the preferred end ----------------------------------------------- */

/* Examines the ends of a goal: makes those at the same cost, of a preferred
 * goal, the incumbent. False if the limit is hit. */
static bool ask_ends(tp_Search *s, uint32_t number, uint64_t *limit) {
  const tp_Goal *goal = &s->plan.query.goals->goal[number];
  tp_Incumbent *best = &s->ends.best;
  tp_Rows *rows = &s->ends.rows;
  s->ends.is_recording = false; /* a goal recorded in part starts anew */
  tp_rows_start(rows, s->plan.query.goals, s->plan.navmap, goal);
  while (tp_rows_next(rows)) {
    for (int32_t w = rows->first_word; w <= rows->last_word; w++) {
      for (uint64_t rest = tp_rows_ends(rows, w, UINT64_MAX); rest;
           rest &= rest - 1) {
        const tp_Cell at = {w * 64 + tp_lowest(rest), rows->y};
        const uint64_t g = best->cost - goal->extra;
        if (!tp_incumbent_yields(best, goal->tie, at)) continue;
        const Answer answer = reaches(s, at, g, best->cost, limit);
        if (answer == GAVE_UP) return false;
        if (answer == NO) continue;
        *best = (tp_Incumbent){at, number, best->cost, goal->tie};
      }
    }
  }
  return true;
}

/* The steps of a path that costs as much as the best: cells in doubt lie no
 * further from the start, and those beside them one more. */
static uint64_t most_steps(const tp_Search *s) {
  const tp_Metric m = s->plan.heuristic.metric;
  const uint64_t least = m.both < m.along ? m.both : m.along;
  if (least == 0 || s->plan.query.out) return UINT64_MAX;
  return s->ends.best.cost / least + 1;
}

bool tp_tiebreaking_is_ready(tp_Search *s, bool seeks_end) {
  const bool asks_ends =
      seeks_end && tp_goals_have_few_ends(s->plan.query.goals);
  return tp_astar_make_ready(s, asks_ends ? UINT64_MAX : most_steps(s));
}

bool tp_tiebreaking_decide(tp_Search *s, bool seeks_end, bool has_limit) {
  const tp_Goals *goals = s->plan.query.goals;
  const tp_Incumbent *best = &s->ends.best;
  uint64_t limit =
      has_limit ? MOST_DEAD + s->expanded / DEAD_SHARE : UINT64_MAX;
  if (seeks_end && !tp_goals_have_few_ends(goals)) return false;
  for (uint32_t k = 0; seeks_end && k < goals->count; k++) {
    const tp_Goal *goal = &goals->goal[k];
    if (goal->extra > best->cost || goal->tie > best->tie) continue;
    if (best->cost - goal->extra > s->plan.most) continue;
    if (!ask_ends(s, k, &limit)) return false;
  }
  Back b = {s, s->plan.heuristic, best->cost, best->end, -1, 0};
  return walk_back(&b, &limit) == YES;
}
