/* jumpsearch.c - jump point search (Harabor and Grastien 2011) over the planes
 * of jump/jumpplanes.h, for each diagonal rule.
 *
 * Of all cheapest paths between two cells, the search follows only the one that
 * makes its diagonal steps first (on 4-way maps, its vertical ones). Such a
 * path turns only at jump points, so only they become nodes. The jumps of a
 * node lead to the next ones (jump/jumpsuccessors.h).
 *
 * In an irregular cell a path may turn in any way, as the mask around does not
 * tell all: each irregular cell is a jump point, and all its steps lead on.
 *
 * The goal need not be a jump point. For each node two scans test whether a
 * path of that form leads from there to the goal. Such a path is a cheapest one
 * from the node, and costs what the estimate says.
 *
 * The jumps of a node depend on the map, not on the query: they are kept until
 * the map changes there (jumpnodes.h). With them known, a node costs a few
 * nanoseconds a jump.
 *
 * The frontier is in buckets wide enough that a few thousand of them cover the
 * longest jump. Nodes of one bucket come in any order. A node that comes too
 * early may be opened again, and the search ends when no remaining bucket can
 * beat the incumbent. That keeps paths cheapest and a pop at a few nanoseconds.
 *
 * 24 bytes a jump point, 24 a list and 8 a jump, 8 an entry. Tuned for game
 * maps: a few hundred nodes a query. On maps where every other cell is a jump
 * point A* is as fast.
 */
#include "jumpsearch.h"

#include "../openlist.h"
#include "../starts.h"
#include "jumpcosts.h"
#include "jumpnodes.h"

/* A running search. */
typedef struct Jump Jump;
struct Jump {
  tp_JumpMap map;
  const tp_Heuristic *heuristic;
  tp_JumpNodes *nodes;
  tp_Buckets open;
  uint64_t base;
  tp_Metric steps;
  uint64_t best; /* the incumbent's cost */
  int shift;     /* f >> shift is the number of a bucket */
  tp_Cell goal;
  const tp_Navmap *nav;
  const tp_Mask *irregular; /* NULL: no cell is irregular */
  tp_SearchEdges *edges;    /* NULL: there are no edges */
  /* For many goals or links. The call by pointer keeps this code out of the loop
   * for queries to one goal. */
  bool (*sees_best)(Jump *, uint32_t from, uint64_t cost, unsigned steps);
  const tp_Goals *goals; /* with many ends, instead of `goal` */
  uint32_t count;        /* of the goals */
  uint32_t chosen;       /* of these, the incumbent's */
  bool four;             /* no diagonal steps */
};

/* ---- the goal ----------------------------------------------------------- */

/* Is there no wall in direction d for so many steps, 1 or more, except perhaps
 * at the last? Also false if a jump point lies between: the goal will be seen
 * from there. */
static bool is_clear(const Jump *j, int32_t x, int32_t y, int d,
                     int32_t steps) {
  return steps <= tp_jump_planes_scan_straight(j->map.jumps, x, y, d);
}

/* Do steps in direction d, and then, if d is diagonal (vertical on 4-way maps),
 * straight ones lead to the goal? `dx`, `dy`: the distance. */
TP_INLINE bool leads_to_goal(const Jump *j, int32_t x, int32_t y, int32_t dx,
                             int32_t dy, int d) {
  int32_t along_x = dx * tp_dx[d], along_y = dy * tp_dy[d];
  if (!tp_is_diagonal(d)) {
    bool turns = j->four && tp_dx[d] == 0 && along_y > 0 && dx != 0;
    int32_t steps = along_x + along_y;
    if (steps <= 0 || (!turns && (tp_dx[d] == 0 ? dx : dy) != 0)) return false;
    /* The goal itself is no wall, but the corner of the path may be one, or an
     * irregular cell. */
    if (!is_clear(j, x, y, d, turns ? steps + 1 : steps)) return false;
    if (!turns) return true;
    return is_clear(j, x, j->goal.y, dx > 0 ? TP_E : TP_W, dx > 0 ? dx : -dx);
  }
  int32_t turn = along_x < along_y ? along_x : along_y;
  if (turn <= 0) return false;
  int32_t end = tp_jump_planes_scan_end(j->map.jumps, x, y, d);
  if (turn > end) return false;
  if (along_x == along_y) return true;
  x += turn * tp_dx[d];
  y += turn * tp_dy[d];
  if (turn == end && tp_jump_planes_is_irregular(j->map.jumps, x, y))
    return false;
  int side = along_x > along_y ? tp_side_x(d) : tp_side_y(d);
  return is_clear(j, x, y, side, along_x + along_y - 2 * turn);
}

TP_INLINE void take_goal(Jump *j, uint32_t from, uint64_t total, int d) {
  tp_JumpNode *goal = &j->nodes->node[TP_GOAL_NODE];
  j->best = total;
  goal->key = tp_node_key(j->base, total, d);
  goal->parent = from;
  goal->x = (uint16_t)j->goal.x;
  goal->y = (uint16_t)j->goal.y;
}

/* Is the goal seen from a node? Then no successor of the node leads to it more
 * cheaply. */
TP_INLINE bool sees_goal(Jump *j, uint32_t from, uint64_t cost,
                         unsigned steps) {
  const tp_JumpNode *node = &j->nodes->node[from];
  int32_t x = node->x, y = node->y;
  int32_t dx = j->goal.x - x, dy = j->goal.y - y;
  /* The directions that lead towards it. */
  unsigned east = 1u << TP_E | 1u << TP_SE | 1u << TP_NE;
  unsigned south = 1u << TP_S | 1u << TP_SE | 1u << TP_SW;
  unsigned west = 1u << TP_W | 1u << TP_SW | 1u << TP_NW;
  unsigned north = 1u << TP_N | 1u << TP_NE | 1u << TP_NW;
  if (dx <= 0) steps &= ~east;
  if (dx >= 0) steps &= ~west;
  if (dy <= 0) steps &= ~south;
  if (dy >= 0) steps &= ~north;
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    if (!leads_to_goal(j, x, y, dx, dy, d)) continue;
    uint64_t total =
        cost + tp_metric_of_squares(j->steps, (tp_Cell){x, y}, j->goal);
    if (total < j->best) take_goal(j, from, total, d);
    return true;
  }
  return false;
}

/* The distance to the first of `length` cells ahead, at least one step; 0 if
 * all lie behind. */
static int32_t ahead(int32_t v, int32_t first, int32_t length, int32_t sense) {
  const int32_t least = sense > 0 ? first - v : v - first - length + 1;
  const int32_t most = least + length - 1;
  return most < 1 ? 0 : least < 1 ? 1 : least;
}

/* Ends lie close together: most nodes see nothing of the box around them. */
static bool sees_box(const Jump *j, int32_t x, int32_t y, unsigned steps) {
  const tp_Rect box = j->goals->box;
  const bool above = x >= box.x && x < box.x + box.w;
  const bool beside = y >= box.y && y < box.y + box.h;
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    const int32_t wide = ahead(x, box.x, box.w, tp_dx[d]);
    const int32_t high = ahead(y, box.y, box.h, tp_dy[d]);
    if (tp_is_diagonal(d)) {
      const int32_t turn = wide < high ? wide : high;
      if (turn == 0) continue;
      if (turn <= tp_jump_planes_scan_end(j->map.jumps, x, y, d)) return true;
    } else if (tp_dy[d] == 0) {
      if (beside && wide > 0 && is_clear(j, x, y, d, wide)) return true;
    } else if (above || j->four) {
      if (high > 0 && is_clear(j, x, y, d, high)) return true;
    }
  }
  return false;
}

/* Aims at goal number k. Returns its extra cost. */
static uint64_t aim(Jump *j, uint32_t k) {
  if (!j->goals) return 0;
  j->goal = j->goals->goal[k].at;
  return j->goals->goal[k].extra;
}

/* The same with many goals or links: a goal that is seen need not be the
 * cheapest, and a path by a link may be cheaper. The node itself is a goal if a
 * link has led to one, or if it is a start. */
static bool sees_best(Jump *j, uint32_t from, uint64_t cost, unsigned steps) {
  const tp_JumpNode *node = &j->nodes->node[from];
  const tp_Cell at = {node->x, node->y};
  const uint64_t before = j->best;
  if (j->goals && j->goals->origin && !tp_rect_has(j->goals->box, at.x, at.y) &&
      !sees_box(j, at.x, at.y, steps)) {
    return false;
  }
  for (uint32_t k = 0; k < j->count; k++) {
    const uint64_t so_far = cost + aim(j, k);
    const uint64_t rest = tp_metric_of_squares(j->steps, at, j->goal);
    if (so_far + rest >= j->best) continue;
    if (rest == 0) take_goal(j, from, so_far, TP_E);
    if (rest == 0 || sees_goal(j, from, so_far, steps)) j->chosen = k;
  }
  return j->best < before &&
         j->best <= cost + tp_estimate(j->heuristic, at.x, at.y);
}

/* ---- expansion ---------------------------------------------------------- */

/* Relaxes the jumps of a node. Constants are copied first: the compiler cannot
 * know that writing a node changes none of them. Of the heuristic, only the
 * parts for one goal are copied: all of it would be half a KB. */
static void relax(Jump *j, uint32_t from, uint64_t cost,
                  const tp_JumpList *list) {
  tp_JumpNode *nodes = j->nodes->node;
  const int32_t x = nodes[from].x, y = nodes[from].y;
  const tp_Heuristic *heuristic = j->heuristic;
  const bool plain = heuristic->plain;
  const tp_Metric metric_to_goal = heuristic->metric, steps = j->steps;
  const tp_Cell goal = heuristic->goal;
  const uint64_t base = j->base, best = j->best;
  const tp_JumpTo *end = list->jump + list->count;
  for (const tp_JumpTo *jump = list->jump; jump < end; jump++) {
    uint32_t i = jump->what >> 3;
    uint64_t g = cost + tp_metric_over(steps, tp_difference(x, jump->x),
                                       tp_difference(y, jump->y));
    uint64_t key = tp_node_key(base, g, (int)(jump->what & 7));
    bool is_place = i == TP_NEW_PLACE;
    if (!is_place && !tp_node_improves(key, nodes[i].key)) continue;
    const tp_Cell to = {jump->x, jump->y};
    uint64_t f = g + (plain ? tp_metric_of_squares(metric_to_goal, to, goal)
                            : tp_heuristic_estimate(heuristic, to.x, to.y));
    if (f >= best) continue;
    if (is_place) i = j->nodes->next_place++;
    tp_JumpNode *next = &nodes[i];
    next->key = key;
    next->parent = from;
    next->x = jump->x;
    next->y = jump->y;
    const uint64_t bucket = f >> j->shift, now = j->open.key;
    tp_buckets_push(&j->open, bucket > now ? bucket : now, i);
  }
}

/* Relaxes the edges of a node. An edge may lead further than the buckets reach:
 * a node that is put into one too early is deferred when the search takes it.
 */
static void relax_edges(Jump *j, uint32_t from, uint64_t cost) {
  tp_JumpNode *nodes = j->nodes->node;
  const uint32_t cell = tp_pack_cell(nodes[from].x, nodes[from].y);
  const tp_Edge *edge = tp_search_edges_from(j->edges, cell);
  for (; edge->from == cell; edge++) {
    const tp_Cell to = tp_unpack_cell(edge->to);
    uint32_t i =
        TP_FIRST_POINT + tp_jump_planes_number(j->map.jumps, to.x, to.y);
    uint64_t g = cost + edge->cost;
    uint64_t key = tp_node_key(j->base, g, TP_BY_LINK);
    tp_jump_node_prepare(j->nodes, i);
    if (!tp_node_improves(key, nodes[i].key)) continue;
    uint64_t f = g + tp_estimate(j->heuristic, to.x, to.y);
    if (f >= j->best) continue;
    tp_JumpNode *next = &nodes[i];
    next->key = key;
    next->parent = from;
    next->x = (uint16_t)to.x;
    next->y = (uint16_t)to.y;
    tp_search_edges_take(j->edges, edge);
    tp_buckets_push_clamped(&j->open, f >> j->shift, i);
  }
}

/* False if the queue has no room for the node's successors: then the node is
 * still open. */
static bool expand(Jump *j, uint32_t i) {
  tp_JumpNode *node = &j->nodes->node[i];
  uint64_t cost = tp_node_g(&j->nodes->now, node->key);
  unsigned neighborhood = tp_mask_neighborhood(j->map.mask, node->x, node->y);
  int came_by = tp_node_came_by(node->key);
  bool on_the_way = tp_jump_node_is_place(j->nodes, i);
  bool is_irregular =
      j->irregular && tp_mask_has(j->irregular, node->x, node->y);
  unsigned steps = j->map.table->steps[came_by][neighborhood];
  if (on_the_way) steps &= 1u << came_by; /* unless an edit has barred it */
  bool has_edges = is_irregular && j->edges;
  /* All steps lead on from an irregular cell, however it was entered. */
  const tp_Cell at = {node->x, node->y};
  if (is_irregular) steps = tp_navmap_steps_on(j->nav, j->map.mask, at);
  node->key |= TP_NODE_CLOSED;
  if (!on_the_way && (j->sees_best ? j->sees_best(j, i, cost, steps)
                                   : sees_goal(j, i, cost, steps))) {
    return true;
  }
  const tp_JumpList *list = tp_jump_cache_list(j->nodes, &j->map, i, steps);
  if (!tp_buckets_fit(&j->open,
                      list->count + (has_edges ? j->edges->most : 0))) {
    node->key &= ~(uint64_t)TP_NODE_CLOSED;
    return false;
  }
  relax(j, i, cost, list);
  if (has_edges) relax_edges(j, i, cost);
  return true;
}

/* ---- the search --------------------------------------------------------- */

/* A jump is at most as long as the longer side along either axis. It costs at
 * most so many steps along both, and may raise the estimate by as much. */
static uint64_t longest_jump(const tp_JumpPlanes *j, tp_Metric steps) {
  uint64_t side = (uint64_t)(j->width > j->height ? j->width : j->height);
  return 2 * side * steps.both;
}

static Jump resume(const tp_Search *s) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Navmap *nav = plan->navmap;
  tp_Metric steps = tp_jump_steps(nav, tp_jump_ranking(plan));
  const tp_Goals *goals = plan->query.goals;
  tp_SearchEdges *edges = tp_search_edges(s);
  tp_JumpNodes *nodes = tp_search_block(s, TP_SLOT_JUMP_NODES);
  /* The longest jump leads to the last bucket but one, at most. */
  const uint64_t starts = tp_starts_span(plan, nav->costs.cheapest[1]);
  const uint64_t longest = longest_jump(nav->jumps, steps) +
                           tp_jump_cost(nav, starts, tp_jump_ranking(plan));
  int shift = 0;
  while (longest >> shift >= plan->window - 1) shift++;
  return (Jump){
      .map = {nav->jumps, plan->mask, nav->moves.table},
      .heuristic = &plan->heuristic,
      .nodes = nodes,
      .open = tp_buckets_of(tp_search_block(s, TP_SLOT_BUCKETS)),
      .base = tp_node_base(&nodes->now),
      .steps = steps,
      .best = s->ends.best.cost,
      .shift = shift,
      .goal = plan->query.goal,
      .sees_best = goals || edges ? sees_best : NULL,
      .goals = goals,
      .count = goals ? goals->count : 1,
      .chosen = s->ends.best.goal,
      .four = tp_is_four(nav->profile.diagonal),
      .nav = nav,
      .irregular = nav->irregular,
      .edges = edges,
  };
}

static tp_Status run_jumps(tp_Search *s, uint64_t budget) {
  Jump j = resume(s);
  tp_Status status = TP_RUNNING;
  for (;;) {
    if (j.open.live == 0) {
      status = j.best == TP_NO_END ? TP_FAILED : TP_FOUND;
      break;
    }
    tp_buckets_turn(&j.open);
    if (j.open.key << j.shift >= j.best) {
      status = TP_FOUND;
      break;
    }
    if (!tp_buckets_fit(&j.open, 1)) { /* for a node that is moved */
      status = tp_openlist_grow(s);
      break;
    }
    const uint32_t i = tp_buckets_take(&j.open);
    const tp_JumpNode *node = &j.nodes->node[i];
    if (node->key & TP_NODE_CLOSED) continue;
    const uint64_t cost = tp_node_g(&j.nodes->now, node->key);
    const uint64_t f = cost + tp_estimate(j.heuristic, node->x, node->y);
    if (f >= j.best) continue; /* cannot improve on the incumbent any more */
    if (f >> j.shift > j.open.key) {
      tp_buckets_push_clamped(&j.open, f >> j.shift, i); /* came too early */
      continue;
    }
    if (budget == 0 || !expand(&j, i)) {
      tp_buckets_push(&j.open, j.open.key, i); /* puts the node back */
      if (budget > 0) status = tp_openlist_grow(s);
      break;
    }
    s->expanded++;
    budget--;
  }
  tp_buckets_store(&j.open, tp_search_block(s, TP_SLOT_BUCKETS));
  s->ends.best.cost = j.best;
  s->ends.best.goal = j.chosen;
  return status;
}

/* ---- setup ----------------------------------------------------------- */

/* Buckets of half a step, or wider if those would be too many. */
static uint32_t window(const tp_QueryPlan *plan) {
  const tp_Navmap *nav = plan->navmap;
  tp_Metric steps = tp_jump_steps(nav, TP_UNRANKED);
  uint64_t wanted = 2 * longest_jump(nav->jumps, steps) / steps.along;
  return tp_openlist_window(wanted);
}

static tp_Status allocate_jumps(tp_Search *s, uint64_t budget) {
  (void)budget;
  const tp_JumpPlanes *jumps = s->plan.navmap->jumps;
  const tp_JumpNodes *nodes = tp_search_block(s, TP_SLOT_JUMP_NODES);
  if (!nodes || nodes->points < jumps->cell_set.end ||
      tp_jump_nodes_are_full(nodes, jumps)) {
    return tp_search_need(s, TP_SLOT_JUMP_NODES,
                          tp_jump_nodes_bytes(jumps, nodes, s->shared != NULL));
  }
  return tp_openlist_make_room(s);
}

static void begin_jumps(tp_Search *s) {
  tp_QueryPlan *plan = &s->plan;
  const tp_Navmap *nav = plan->navmap;
  tp_JumpNodes *nodes = tp_search_block(s, TP_SLOT_JUMP_NODES);
  if (!plan->has_edges) tp_jump_take_costs(plan); /* else it is done */
  tp_jump_nodes_renew(nodes, tp_jump_bits(nav, tp_jump_ranking(plan)));
  /* Jumps recorded by a query without places would order the nodes of this
   * query differently: a path must not depend on the queries before. */
  if (nodes->whole_rays) tp_jump_cache_forget(nodes);
  nodes->whole_rays = false;
  const int shift = resume(s).shift;
  uint64_t key[TP_START_NODES], first = UINT64_MAX;
  uint32_t count = 0;
  for (tp_Starts start = tp_starts_of(plan); tp_starts_next(&start); count++) {
    const tp_Cell at = start.at;
    const uint64_t g = tp_jump_cost(nav, start.cost, tp_jump_ranking(plan));
    nodes->node[TP_START_NODE + count] = (tp_JumpNode){
        .key = tp_node_key(tp_node_base(&nodes->now), g, TP_NO_DIRECTION),
        .parent = TP_START_NODE + count,
        .x = (uint16_t)at.x,
        .y = (uint16_t)at.y,
    };
    key[count] = (g + tp_estimate(&plan->heuristic, at.x, at.y)) >> shift;
    if (key[count] < first) first = key[count];
  }
  tp_openlist_clear(s, first);
  for (uint32_t i = 0; i < count; i++) {
    tp_openlist_start(s, key[i], TP_START_NODE + i);
  }
}

static void take_block(tp_Search *s, tp_Slot slot, const void *old) {
  if (slot == TP_SLOT_JUMP_NODES) {
    tp_jump_nodes_init(tp_search_block(s, slot), s->plan.navmap->jumps,
                       tp_search_bytes(s, slot));
  } else {
    tp_openlist_take(s, slot, old);
  }
}

/* A node whose number now belongs to another cell may be taken over by that
 * cell, and lead the path back astray. But costs still fall from a node to its
 * parent, so the path reaches the start. The ends of a link need their own
 * nodes. */
static bool may_go_on(const tp_Search *s) {
  const tp_Navmap *nav = s->plan.navmap;
  const tp_JumpNodes *nodes = tp_search_block(s, TP_SLOT_JUMP_NODES);
  return !s->plan.has_edges && tp_navmap_has(nav, TP_PART_JUMPS) &&
         nav->jumps->cell_set.end <= nodes->points;
}

const tp_AlgorithmOps tp_jump_search = {
    .name = TP_JPS,
    .prepare = tp_jump_prepare,
    .window = window,
    .allocate = allocate_jumps,
    .begin = begin_jumps,
    .run = run_jumps,
    .take = take_block,
    .next_leg = tp_jump_next_leg,
    .goes_on = may_go_on,
    .node_info = tp_jump_node_info,
    .reached = tp_jump_reached,
};
