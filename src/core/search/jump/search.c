/* search.c - jump point search (Harabor and Grastien 2011) over the planes of
 * jump/planes.h, for each diagonal rule.
 *
 * Of all cheapest paths between two cells, search only the one that makes its
 * diagonal steps first (on 4-way maps, its vertical ones). Such a path turns
 * only at jump points, so only they become nodes. From a node one jumps to the
 * next ones (jump/successors.h).
 *
 * The goal need not be a jump point: each node is asked whether a way of that
 * form leads from it to the goal, which takes two scans. A node that finds the
 * goal so has found a cheapest path from itself, as good as its estimate.
 *
 * Where the jumps of a node lead is a matter of the map, not of the query: they
 * are kept until the map changes there. Then a node costs a few nanoseconds a
 * jump.
 *
 * The open list is in buckets wide enough that a few thousand of them cover
 * the longest jump. Nodes of one bucket come in any order; one that comes too
 * early may be opened again, and the search ends when no bucket that is left
 * can beat the goal. That keeps paths cheapest and a pop at a few nanoseconds.
 *
 * 24 bytes a jump point, 24 a list and 8 a jump, 8 an entry. Tuned for game
 * maps: a few hundred nodes a query. On maps where every other cell is a jump
 * point A* is as fast.
 */
#include "search.h"
#include "costs.h"

/* A search while it runs. */
typedef struct Jump Jump;
struct Jump {
  tp_JumpMap map;
  const tp_Heuristic *heuristic;
  tp_JumpNodes *nodes;
  tp_Buckets list;
  uint64_t base;
  tp_JumpSteps steps;
  uint64_t best; /* cost of the goal as far as known                     */
  int shift;     /* f of a bucket: its number, times 2 to this           */
  tp_Cell goal;
  /* Where there are many goals. Called so, it stays out of the loop that serves
     queries to one of them. */
  bool (*sees_best)(Jump *, uint32_t from, uint64_t cost, unsigned steps);
  const tp_Goals *goals; /* instead of it, where there are many; and     */
  uint32_t chosen;       /* which of them is the best so far             */
  uint32_t place;        /* the next one to be taken                         */
  bool whole_rays;       /* because places have run out                      */
  bool four;             /* no diagonal steps                                */
};

/* ---- the goal ----------------------------------------------------------- */

/* Is there no wall in direction d for so many steps, 1 or more, but perhaps at
 * the last? A jump point in between is a no: the goal will be seen from there.
 */
static bool is_clear(const Jump *j, int32_t x, int32_t y, int d,
                     int32_t steps) {
  switch (d) {
    case TP_E:
      return steps <= tp_jump_planes_scan_straight(j->map.jumps, x, y, TP_E);
    case TP_S:
      return steps <= tp_jump_planes_scan_straight(j->map.jumps, x, y, TP_S);
    case TP_W:
      return steps <= tp_jump_planes_scan_straight(j->map.jumps, x, y, TP_W);
    default:
      return steps <= tp_jump_planes_scan_straight(j->map.jumps, x, y, TP_N);
  }
}

/* Can the goal be reached by steps in direction d, and then, where d is
 * diagonal (vertical on 4-way maps), straight ones? `dx`, `dy`: how far it is.
 */
TP_INLINE bool leads_to_goal(const Jump *j, int32_t x, int32_t y, int32_t dx,
                             int32_t dy, int d) {
  int32_t along_x = dx * tp_dx[d], along_y = dy * tp_dy[d];
  if (!tp_is_diagonal(d)) {
    bool turns = j->four && tp_dx[d] == 0 && along_y > 0 && dx != 0;
    int32_t steps = along_x + along_y;
    if (steps <= 0 || (!turns && (tp_dx[d] == 0 ? dx : dy) != 0)) return false;
    /* The goal itself is no wall, but where one turns there may be one. */
    if (!is_clear(j, x, y, d, turns ? steps + 1 : steps)) return false;
    if (!turns) return true;
    return is_clear(j, x, j->goal.y, dx > 0 ? TP_E : TP_W, dx > 0 ? dx : -dx);
  }
  int32_t turn = along_x < along_y ? along_x : along_y;
  if (turn <= 0) return false;
  int32_t end = tp_jump_planes_scan_end(j->map.jumps, x, y, d);
  if (turn > end) return false;
  if (along_x == along_y) return true;
  int side = along_x > along_y ? tp_side_x(d) : tp_side_y(d);
  return is_clear(j, x + turn * tp_dx[d], y + turn * tp_dy[d], side,
                  along_x + along_y - 2 * turn);
}

/* Cost of the way there: diagonal steps, as many as can be, and straight ones.
 */
TP_INLINE uint64_t distance(tp_JumpSteps cost, int32_t x, int32_t y,
                            int32_t to_x, int32_t to_y) {
  uint32_t dx = (uint32_t)(x < to_x ? to_x - x : x - to_x);
  uint32_t dy = (uint32_t)(y < to_y ? to_y - y : y - to_y);
  uint32_t least = dx < dy ? dx : dy, most = dx < dy ? dy : dx;
  return cost.both * least + cost.straight * (most - least);
}

/* Is the goal seen from a node? Then nothing that the node leads to can do
 * better. */
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
    uint64_t total = cost + distance(j->steps, x, y, j->goal.x, j->goal.y);
    if (total >= j->best) return true;
    j->best = total;
    tp_JumpNode *goal = &j->nodes->node[TP_GOAL_NODE];
    goal->key = tp_node_key(j->base, total, d);
    goal->parent = from;
    goal->x = (uint16_t)j->goal.x;
    goal->y = (uint16_t)j->goal.y;
    return true;
  }
  return false;
}

/* The same with many goals: one that is seen need not be the cheapest. */
static bool sees_best(Jump *j, uint32_t from, uint64_t cost, unsigned steps) {
  const tp_JumpNode *node = &j->nodes->node[from];
  uint64_t before = j->best;
  for (uint32_t k = 0; k < j->goals->count; k++) {
    const tp_Goal *goal = &j->goals->goal[k];
    uint64_t so_far = cost + goal->extra;
    j->goal = goal->at;
    uint64_t way = distance(j->steps, node->x, node->y, j->goal.x, j->goal.y);
    if (so_far + way >= j->best) continue;
    if (sees_goal(j, from, so_far, steps)) j->chosen = k;
  }
  return j->best < before &&
         j->best <= cost + tp_estimate(j->heuristic, node->x, node->y);
}

/* ---- jump points -------------------------------------------------------- */

static bool is_point(const Jump *j, uint32_t i) {
  return i >= TP_FIRST_POINT && i < TP_FIRST_POINT + j->nodes->points;
}

/* A node may need a place on each ray. Where places run out, rays are followed
 * to their ends for the rest of the query, and jumps noted before count no
 * more. */
static void mind_places(Jump *j) {
  uint32_t end = TP_FIRST_POINT + j->nodes->points + j->nodes->places;
  if (j->whole_rays || j->place + 4 <= end) return;
  j->whole_rays = true;
  tp_jump_nodes_forget(j->nodes);
}

/* The list of a jump point for those steps, if it is known and still holds. */
static const tp_JumpList *known_list(const Jump *j, tp_JumpNode *node,
                                     unsigned steps) {
  tp_JumpNodes *nodes = j->nodes;
  if (node->age != nodes->age) return NULL;
  for (uint32_t *at = &node->list; *at != TP_NO_LIST;) {
    tp_JumpList *list = tp_jump_list(nodes, *at);
    if (list->steps == steps) {
      if (tp_jump_list_stands(list, j->map.jumps)) return list;
      *at = list->next;
      return NULL;
    }
    at = &list->next;
  }
  return NULL;
}

static void keep(tp_JumpNodes *nodes, tp_JumpNode *node, tp_JumpList *list) {
  list->next = node->age == nodes->age ? node->list : TP_NO_LIST;
  node->list = nodes->used;
  node->age = nodes->age;
  nodes->used += TP_LIST_HEAD + list->count;
}

/* Where the jumps of a node lead, known already or found now. Those of jump
 * points are kept. */
static const tp_JumpList *jumps_of(Jump *j, uint32_t i, unsigned steps) {
  tp_JumpNodes *nodes = j->nodes;
  tp_JumpNode *node = &nodes->node[i];
  mind_places(j);
  if (is_point(j, i)) {
    const tp_JumpList *known = known_list(j, node, steps);
    if (known) return known;
  }
  if (nodes->used + tp_jump_list_most(j->map.jumps) > nodes->room) {
    tp_jump_nodes_forget(nodes);
  }
  tp_JumpList *list = tp_jump_list(nodes, nodes->used);
  tp_jump_list_make(list, &j->map, (tp_Cell){node->x, node->y}, steps,
                    j->whole_rays);
  if (is_point(j, i)) keep(nodes, node, list);
  return list;
}

/* Reaches the next jump points, where that is new or cheaper. What does not
 * change is copied first: the compiler cannot know that writing a node changes
 * nothing of it. */
static void relax(Jump *j, uint32_t from, uint64_t cost,
                  const tp_JumpList *list) {
  tp_JumpNode *nodes = j->nodes->node;
  const int32_t x = nodes[from].x, y = nodes[from].y;
  const tp_Heuristic heuristic = *j->heuristic;
  const tp_JumpSteps steps = j->steps;
  const uint64_t base = j->base, best = j->best;
  const tp_JumpTo *end = list->jump + list->count;
  for (const tp_JumpTo *jump = list->jump; jump < end; jump++) {
    uint32_t i = jump->what >> 3;
    uint64_t g = cost + distance(steps, x, y, jump->x, jump->y);
    uint64_t key = tp_node_key(base, g, (int)(jump->what & 7));
    bool is_place = i == TP_START_NODE;
    if (!is_place && !tp_node_improves(key, nodes[i].key)) continue;
    uint64_t f = g + tp_estimate(&heuristic, jump->x, jump->y);
    if (f >= best) continue;
    if (is_place) i = j->place++;
    tp_JumpNode *next = &nodes[i];
    next->key = key;
    next->parent = from;
    next->x = jump->x;
    next->y = jump->y;
    tp_buckets_add(&j->list, f >> j->shift, i);
  }
}

/* ---- the search --------------------------------------------------------- */

/* A jump goes no further than the longer side along either axis. It costs at
 * most so many steps along both, and may raise the estimate by as much. */
static uint64_t longest_jump(const tp_JumpPlanes *j, tp_JumpSteps steps) {
  uint64_t side = (uint64_t)(j->width > j->height ? j->width : j->height);
  return 2 * side * steps.both;
}

/* Buckets of half a step, or of more where those would be too many. */
enum { MIN_WINDOW = 64, MAX_WINDOW = 1 << 16 };

uint32_t tp_jps_window(const tp_Navmap *nav) {
  tp_JumpSteps steps = tp_jump_steps(nav, false);
  uint64_t wanted = 2 * longest_jump(nav->jumps, steps) / steps.straight;
  uint32_t window = MIN_WINDOW;
  while (window < wanted && window < MAX_WINDOW) window *= 2;
  return window;
}

/* The longest jump leads no further than to the last bucket but one. */
static int choose_shift(uint64_t longest, uint32_t window) {
  int shift = 0;
  while (longest >> shift >= window - 1) shift++;
  return shift;
}

static Jump resume(tp_Search *s, const tp_Navmap *nav) {
  tp_JumpSteps steps = tp_jump_steps(nav, s->many);
  return (Jump){
      .map = {nav->jumps, s->mask, &nav->pruning},
      .heuristic = &s->heuristic,
      .nodes = s->jump_nodes,
      .list = tp_buckets_of(s->jump_list),
      .base = tp_node_base(&s->jump_nodes->now),
      .steps = steps,
      .best = s->end_f,
      .shift =
          choose_shift(longest_jump(nav->jumps, steps), s->jump_list->window),
      .goal = s->ends.to,
      .sees_best = s->many ? sees_best : NULL,
      .goals = s->many ? s->query.goals : NULL,
      .chosen = s->chosen,
      .place = s->place,
      .whole_rays = s->whole_rays,
      .four = s->four,
  };
}

/* Jumps to keep: two bytes a cell, or twice what one node may need. */
static uint32_t choose_room(const tp_JumpPlanes *j) {
  uint32_t least = 2 * tp_jump_list_most(j);
  uint32_t usual = (uint32_t)j->width * (uint32_t)j->height / 4;
  return usual > least ? usual : least;
}

tp_Status tp_jps_start(tp_Search *s, const tp_Navmap *nav) {
  tp_Cell at = s->ends.from;
  if (!s->jump_nodes || s->jump_nodes->points < nav->jumps->numbering.end) {
    s->need_points = nav->jumps->numbering.end;
    s->need_jumps = choose_room(nav->jumps);
    return tp_search_need(s, TP_JUMP_STORE,
                          tp_jump_nodes_bytes(s->need_points, s->need_jumps));
  }
  tp_JumpSteps steps = tp_jump_steps(nav, s->many);
  tp_jump_nodes_renew(s->jump_nodes, tp_jump_bits(nav, s->many));
  s->heuristic.along = steps.straight;
  s->heuristic.both = steps.both;
  if (!s->many) s->end_f = UINT64_MAX;
  /* Jumps that a query without places has noted would order the nodes of this
     one differently: a path must not depend on the queries before it. */
  if (s->whole_rays) tp_jump_nodes_forget(s->jump_nodes);
  s->whole_rays = false;
  s->place = TP_FIRST_POINT + s->jump_nodes->points;
  Jump j = resume(s, nav);
  uint64_t f = tp_estimate(&s->heuristic, at.x, at.y) >> j.shift;
  tp_open_clear(s->jump_list, f, false);
  j.list = tp_buckets_of(s->jump_list);
  tp_JumpNode *start = &s->jump_nodes->node[TP_START_NODE];
  start->key = j.base;
  start->parent = TP_START_NODE;
  start->x = (uint16_t)at.x;
  start->y = (uint16_t)at.y;
  tp_buckets_add(&j.list, f, TP_START_NODE);
  tp_buckets_store(&j.list, s->jump_list);
  return TP_RUNNING;
}

static void expand(Jump *j, uint32_t i) {
  tp_JumpNode *node = &j->nodes->node[i];
  uint64_t cost = tp_node_g(&j->nodes->now, node->key);
  unsigned nine = tp_mask_nine(j->map.mask, node->x, node->y);
  int came_by =
      i == TP_START_NODE ? TP_DIRECTIONS : tp_node_direction(node->key);
  bool on_the_way = i >= TP_FIRST_POINT + j->nodes->points;
  unsigned steps =
      on_the_way ? 1u << came_by : j->map.pruning->steps[came_by][nine];
  node->key |= TP_NODE_CLOSED;
  if (!on_the_way && (j->sees_best ? j->sees_best(j, i, cost, steps)
                                   : sees_goal(j, i, cost, steps))) {
    return;
  }
  relax(j, i, cost, jumps_of(j, i, steps));
}

/* Is there nothing to gain from a node any more? */
static bool is_done(const Jump *j, const tp_JumpNode *node) {
  if (node->key & TP_NODE_CLOSED) return true;
  uint64_t cost = tp_node_g(&j->nodes->now, node->key);
  return cost + tp_estimate(j->heuristic, node->x, node->y) >= j->best;
}

tp_Status tp_jps_run(tp_Search *s, const tp_Navmap *nav, uint64_t budget) {
  const uint32_t most = tp_jump_list_most(nav->jumps);
  Jump j = resume(s, nav);
  tp_Status status = TP_RUNNING;
  for (;;) {
    if (j.list.live == 0) {
      status = j.best == UINT64_MAX ? TP_FAILED : TP_FOUND;
      break;
    }
    uint32_t i = tp_buckets_first(&j.list, NULL);
    if (j.list.f << j.shift >= j.best) {
      status = TP_FOUND;
      break;
    }
    if (is_done(&j, &j.nodes->node[i])) {
      tp_buckets_pop(&j.list, NULL);
      continue;
    }
    if (budget == 0) break;
    if (j.list.live + most > s->jump_list->capacity) {
      status = TP_NEEDS_ROOM;
      break;
    }
    tp_buckets_pop(&j.list, NULL);
    s->expanded++;
    budget--;
    expand(&j, i);
  }
  tp_buckets_store(&j.list, s->jump_list);
  s->end_f = j.best;
  s->place = j.place;
  s->whole_rays = j.whole_rays;
  s->chosen = j.chosen;
  if (status == TP_FOUND) {
    s->status = TP_FOUND;
    s->end = s->ends.to;
  }
  return status;
}

/* ---- looking back ------------------------------------------------------- */

static int32_t direction_of(int32_t dx, int32_t dy) {
  return tp_direction((dx > 0) - (dx < 0), (dy > 0) - (dy < 0));
}

static int32_t length_of(int32_t v) { return v < 0 ? -v : v; }

/* From a node's parent one goes diagonally (vertically) first, then straight;
 * so back, the straight part comes first. */
bool tp_jps_leg(const tp_Search *s, tp_Trail *trail, tp_Leg *leg) {
  if (trail->node == TP_START_NODE) return false;
  const tp_JumpNode *node = &s->jump_nodes->node[trail->node];
  const tp_JumpNode *parent = &s->jump_nodes->node[node->parent];
  int32_t dx = trail->at.x - parent->x, dy = trail->at.y - parent->y;
  int32_t wide = length_of(dx), high = length_of(dy);
  bool is_corner = wide > 0 && high > 0;
  if (s->four && is_corner) {
    *leg = (tp_Leg){direction_of(dx, 0), wide};
  } else if (is_corner && wide != high) {
    *leg = wide > high ? (tp_Leg){direction_of(dx, 0), wide - high}
                       : (tp_Leg){direction_of(0, dy), high - wide};
  } else {
    *leg = (tp_Leg){direction_of(dx, dy), wide > high ? wide : high};
    trail->node = node->parent;
  }
  trail->at.x -= tp_dx[leg->direction] * leg->length;
  trail->at.y -= tp_dy[leg->direction] * leg->length;
  return true;
}

/* The jump point that a node was reached from, past the places in between. */
static const tp_JumpNode *jumped_from(const tp_JumpNodes *nodes,
                                      const tp_JumpNode *node) {
  uint32_t i = node->parent;
  while (i >= TP_FIRST_POINT + nodes->points) i = nodes->node[i].parent;
  return &nodes->node[i];
}

bool tp_jps_look(const tp_Search *s, const tp_Navmap *nav, tp_Cell cell,
                 tp_Look *look) {
  const tp_JumpNodes *nodes = s->jump_nodes;
  uint32_t found[3] = {
      TP_START_NODE, TP_GOAL_NODE,
      TP_FIRST_POINT + tp_jump_planes_number(nav->jumps, cell.x, cell.y)};
  for (int i = 0; i < 3 && found[i] < TP_FIRST_POINT + nodes->points; i++) {
    const tp_JumpNode *node = &nodes->node[found[i]];
    if (!tp_node_is_known(&nodes->now, node->key)) continue;
    if (node->x != cell.x || node->y != cell.y) continue;
    look->closed = node->key & TP_NODE_CLOSED;
    look->g = tp_jump_plain(nav, tp_node_g(&nodes->now, node->key), s->many);
    look->h =
        tp_jump_plain(nav, tp_estimate(&s->heuristic, cell.x, cell.y), s->many);
    node = jumped_from(nodes, node);
    look->parent = (tp_Cell){node->x, node->y};
    return true;
  }
  return false;
}
