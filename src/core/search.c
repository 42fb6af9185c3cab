/* search.c - everything about a query but the algorithm that runs it: what can
 * be answered at once, the blocks a search lives in, and the way back.
 *
 * Refusals are checked in one order (outside, blocked, unreachable), start
 * before goal; an unreachable goal is known from the regions, so no search
 * ever floods the map to find out.
 */
#include "search.h"

#include "astar.h"

enum { FIRST_CAPACITY = 256, MIN_WINDOW = 64, CHEAP_WINDOW = 4096,
       MAX_WINDOW = 1 << 16 };

/* ---- begin -------------------------------------------------------------- */

static size_t cells(const tp_Grid *g) {
  return (size_t)g->width * (size_t)g->height;
}

static tp_Reason check(tp_Agent *a, const tp_Query *q) {
  const tp_Mask *m = a->mask;
  bool start_inside = (uint32_t)q->start.x < (uint32_t)m->width &&
                      (uint32_t)q->start.y < (uint32_t)m->height;
  bool goal_inside = (uint32_t)q->goal.x < (uint32_t)m->width &&
                     (uint32_t)q->goal.y < (uint32_t)m->height;
  if (!start_inside) return TP_START_OUTSIDE;
  if (!goal_inside) return TP_GOAL_OUTSIDE;
  if (!tp_mask_has(m, q->start.x, q->start.y)) return TP_START_BLOCKED;
  if (!tp_mask_has(m, q->goal.x, q->goal.y)) return TP_GOAL_BLOCKED;
  if (!tp_agent_connects(a, q->start, q->goal)) return TP_UNREACHABLE;
  return TP_NO_REASON;
}

static int32_t clamp(int32_t v, int32_t size) {
  return v < 0 ? 0 : v < size ? v : size - 1;
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t greatest(int32_t a, int32_t b) { return a > b ? a : b; }

/* The least distance to the goal that a cell connected with the start has.
 * Rings around the goal are looked through from the inside out, as far as they
 * lie on the map; no cell of ring r is nearer than r steps along one axis. */
static uint64_t nearest_distance(const tp_Agent *a, const tp_Heuristic *h,
                                 tp_Cell start) {
  const tp_Mask *m = a->mask;
  uint32_t region = tp_regions_of(a->regions, m, start.x, start.y);
  uint64_t best = UINT64_MAX;
  tp_Cell goal = h->goal;
  for (int32_t r = 0; best == UINT64_MAX || best > h->along * (uint64_t)r;
       r++) {
    int32_t left = goal.x - r, right = goal.x + r;
    int32_t top = goal.y - r, bottom = goal.y + r;
    for (int32_t y = greatest(top, 0); y <= least(bottom, m->height - 1); y++) {
      bool full = y == top || y == bottom;
      int32_t first = full ? greatest(left, 0) : left;
      int32_t last = full ? least(right, m->width - 1) : right;
      int32_t step = full ? 1 : right - left;
      for (int32_t x = first; x <= last; x += step) {
        if (!tp_mask_can_enter(m, x, y)) continue;
        uint64_t distance = tp_estimate(h, x, y);
        if (distance >= best) continue;
        if (tp_regions_of(a->regions, m, x, y) == region) best = distance;
      }
    }
  }
  return best;
}

/* Buckets where f rises only, by less than a number of them that is small or
 * no more than the map has cells. */
static uint32_t window_for(const tp_Heuristic *h, const tp_Costs *c,
                           size_t map) {
  uint64_t reach = c->dearest + h->drop + 1;
  uint32_t window = MIN_WINDOW;
  if (!h->monotone || h->kind == TP_HEURISTIC_ASKED) return 0;
  if (reach > MAX_WINDOW || (reach > CHEAP_WINDOW && reach > map)) return 0;
  while (window < reach) window *= 2;
  return window;
}

/* One open list for the queries that end at their goal and for those that end
 * near it: they may come by turns, and would each want a block of their own. */
static uint32_t choose_window(const tp_Search *s, const tp_Costs *c,
                              size_t map) {
  uint32_t own = window_for(&s->heuristic, c, map);
  uint32_t near = window_for(&s->distance, c, map);
  if (s->nearest && near == 0) return 0;
  return own > 0 && own < near ? near : own;
}

static void aim_nearby(tp_Search *s, tp_Agent *a, const tp_Grid *g) {
  s->nearest = s->is_partial = true;
  s->window = choose_window(s, &a->costs, cells(g));
  s->distance.goal = (tp_Cell){clamp(s->query.goal.x, g->width),
                               clamp(s->query.goal.y, g->height)};
  tp_regions_update(a->regions, a->mask);
  s->heuristic = s->distance;
  s->heuristic.offset = nearest_distance(a, &s->distance, s->query.start);
}

static tp_Algorithm choose_algorithm(const tp_Profile *p) {
  return p->algorithm == TP_AUTO ? TP_ASTAR : p->algorithm;
}

static void aim(tp_Search *s, const tp_Agent *a) {
  const tp_Profile *p = &a->profile;
  tp_HeuristicKind kind =
      s->algorithm == TP_DIJKSTRA ? TP_HEURISTIC_ZERO : p->heuristic;
  double weight = s->algorithm == TP_DIJKSTRA ? 1 : p->weight;
  tp_heuristic_init(&s->distance, TP_HEURISTIC_AUTO, p, &a->costs,
                    s->query.goal, 1);
  tp_heuristic_init(&s->heuristic, kind, p, &a->costs, s->query.goal, weight);
}

void tp_search_begin(tp_Search *s, tp_Agent *a, const tp_Grid *g,
                     tp_Query query) {
  s->query = query;
  s->status = TP_RUNNING;
  s->algorithm = choose_algorithm(&a->profile);
  s->nearest = s->is_partial = s->started = s->met = false;
  s->expanded = 0;
  s->revision = g->revision;
  s->reason = check(a, &query);
  aim(s, a);
  s->window = choose_window(s, &a->costs, cells(g));
  bool near_will_do = s->reason == TP_GOAL_OUTSIDE ||
                      s->reason == TP_GOAL_BLOCKED ||
                      s->reason == TP_UNREACHABLE;
  if (query.partial && near_will_do &&
      tp_mask_has(a->mask, query.start.x, query.start.y)) {
    s->reason = TP_NO_REASON;
    aim_nearby(s, a, g);
  } else if (query.partial && s->reason == TP_GOAL_OUTSIDE) {
    s->reason = TP_START_BLOCKED;
  }
  if (s->reason != TP_NO_REASON) {
    s->status = TP_FAILED;
  } else if (query.start.x == query.goal.x && query.start.y == query.goal.y) {
    s->status = TP_FOUND;
    s->end = query.start;
  }
}

/* ---- blocks ------------------------------------------------------------- */

static tp_Status need(tp_Search *s, tp_Slot slot, size_t bytes) {
  s->need = slot;
  s->need_bytes = bytes;
  return TP_NEEDS_ROOM;
}

static uint32_t larger(const tp_Search *s) {
  bool moves = s->started && s->open;
  return moves ? 2 * s->open->capacity : FIRST_CAPACITY;
}

void tp_search_give(tp_Search *s, const tp_Grid *g, void *block) {
  switch (s->need) {
    case TP_NODE_STORE:
      s->nodes = block;
      tp_nodes_init(s->nodes, cells(g));
      break;
    case TP_OPEN_LIST:
      if (s->started) {
        tp_open_move(block, s->open, larger(s));
      } else {
        tp_open_init(block, s->window, larger(s));
      }
      s->open = block;
      break;
    default:
      s->answers = block;
      break;
  }
}

/* Puts the start into the open list. */
static void start(tp_Search *s, const tp_Agent *a, const tp_Grid *g) {
  tp_Cell at = s->query.start;
  size_t index = tp_grid_index(g, at.x, at.y);
  uint64_t h;
  if (s->heuristic.kind == TP_HEURISTIC_ASKED) {
    h = s->answers[index] = s->ask(s->ask_context, at.x, at.y);
  } else {
    h = tp_estimate(&s->heuristic, at.x, at.y);
  }
  tp_nodes_renew(s->nodes, a->costs.bits);
  s->nodes->node[index] = tp_node_key(tp_node_base(s->nodes), 0, 0);
  tp_open_clear(s->open, h, a->profile.algorithm == TP_ASTAR);
  if (s->open->window) {
    tp_Buckets list = tp_buckets_of(s->open);
    tp_buckets_push(&list, h, at.x, at.y, &s->heuristic, h);
    tp_buckets_store(&list, s->open);
  } else {
    tp_heap_push(s->open, h, h, at.x, at.y);
  }
  s->started = true;
}

/* ---- run ---------------------------------------------------------------- */

/* The cells in which an expanded one can lie: none is more steps away from the
 * start than others were expanded before it. */
static tp_Rect reach(const tp_Search *s, const tp_Grid *g) {
  const uint64_t far = TP_MAX_SIDE;
  int32_t steps = (int32_t)(s->expanded < far ? s->expanded : far);
  int32_t left = clamp(s->query.start.x - steps, g->width);
  int32_t top = clamp(s->query.start.y - steps, g->height);
  int32_t right = clamp(s->query.start.x + steps, g->width);
  int32_t bottom = clamp(s->query.start.y + steps, g->height);
  return (tp_Rect){left, top, right - left + 1, bottom - top + 1};
}

/* Of the cells that were expanded, the nearest to the goal: `partial` with a
 * budget goes there. Ties: least cost, then reading order. */
static void settle_for_best(tp_Search *s, const tp_Grid *g) {
  uint64_t best = UINT64_MAX, best_g = 0;
  tp_Rect rect = reach(s, g);
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    for (int32_t x = rect.x; x < rect.x + rect.w; x++) {
      uint64_t node = s->nodes->node[tp_grid_index(g, x, y)];
      if (!tp_node_is_known(s->nodes, node)) continue;
      if (!(node & TP_NODE_CLOSED)) continue;
      uint64_t distance = tp_estimate(&s->distance, x, y);
      uint64_t cost = tp_node_g(s->nodes, node);
      if (distance > best || (distance == best && cost >= best_g)) continue;
      best = distance;
      best_g = cost;
      s->end = (tp_Cell){x, y};
    }
  }
  s->is_partial = true;
  s->status = TP_FOUND;
}

static tp_Status run_algorithm(tp_Search *s, const tp_Agent *a,
                               const tp_Grid *g, uint64_t budget) {
  return tp_astar_run(s, a, g, budget);
}

static bool has_open_list(const tp_Search *s) {
  return s->open && (s->started || s->open->window == s->window);
}

static tp_Status prepare(tp_Search *s, const tp_Agent *a, const tp_Grid *g) {
  if (!s->nodes) return need(s, TP_NODE_STORE, tp_nodes_bytes(cells(g)));
  if (!has_open_list(s)) {
    return need(s, TP_OPEN_LIST, tp_open_bytes(s->window, FIRST_CAPACITY));
  }
  if (s->heuristic.kind == TP_HEURISTIC_ASKED && !s->answers) {
    return need(s, TP_ANSWERS, cells(g) * sizeof *s->answers);
  }
  if (!s->started) start(s, a, g);
  return TP_RUNNING;
}

tp_Status tp_search_run(tp_Search *s, const tp_Agent *a, const tp_Grid *g,
                        uint64_t budget) {
  if (s->status != TP_RUNNING) return s->status;
  if (s->revision != g->revision) {
    tp_search_fail(s, TP_STALE);
    return s->status;
  }
  if (prepare(s, a, g) == TP_NEEDS_ROOM) return TP_NEEDS_ROOM;
  uint64_t left = s->query.max_nodes - s->expanded;
  tp_Status status =
      run_algorithm(s, a, g, budget < left ? budget : left);
  if (status == TP_NEEDS_ROOM) {
    return need(s, TP_OPEN_LIST, tp_open_bytes(s->open->window, larger(s)));
  }
  if (status == TP_FAILED) tp_search_fail(s, TP_UNREACHABLE);
  if (s->status == TP_RUNNING && s->expanded >= s->query.max_nodes) {
    if (s->query.partial && s->expanded > 0) {
      settle_for_best(s, g);
    } else {
      tp_search_fail(s, TP_BUDGET);
    }
  }
  return s->status;
}

void tp_search_fail(tp_Search *s, tp_Reason reason) {
  s->status = TP_FAILED;
  s->reason = reason;
}

/* ---- results ------------------------------------------------------------ */

int tp_search_came_by(const tp_Search *s, const tp_Grid *g, tp_Cell cell) {
  return tp_node_direction(s->nodes->node[tp_grid_index(g, cell.x, cell.y)]);
}

static bool is_start(const tp_Search *s, tp_Cell c) {
  return c.x == s->query.start.x && c.y == s->query.start.y;
}

static tp_Cell parent(const tp_Search *s, const tp_Grid *g, tp_Cell c) {
  int d = tp_search_came_by(s, g, c);
  return (tp_Cell){c.x - tp_dx[d], c.y - tp_dy[d]};
}

size_t tp_search_length(const tp_Search *s, const tp_Grid *g) {
  size_t n = 1;
  for (tp_Cell c = s->end; !is_start(s, c); c = parent(s, g, c)) n++;
  return n;
}

double tp_search_cost(const tp_Search *s, const tp_Agent *a,
                      const tp_Grid *g) {
  double cost = 0;
  for (tp_Cell c = s->end; !is_start(s, c); c = parent(s, g, c)) {
    bool diagonal = tp_is_diagonal(tp_search_came_by(s, g, c));
    cost += a->costs.real[diagonal][g->cells[tp_grid_index(g, c.x, c.y)]];
  }
  return cost;
}

bool tp_search_look(const tp_Search *s, const tp_Grid *g, int32_t x, int32_t y,
                    tp_Look *look) {
  if (!s->started) return false;
  size_t index = tp_grid_index(g, x, y);
  uint64_t node = s->nodes->node[index];
  tp_Cell cell = {x, y};
  if (!tp_node_is_known(s->nodes, node)) return false;
  look->closed = node & TP_NODE_CLOSED;
  look->g = tp_node_g(s->nodes, node);
  look->h = s->heuristic.kind == TP_HEURISTIC_ASKED
                ? s->answers[index]
                : tp_estimate(&s->heuristic, x, y);
  look->parent = is_start(s, cell) ? cell : parent(s, g, cell);
  return true;
}
