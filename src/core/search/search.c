/* search.c - everything about a query but the algorithm that runs it: what can
 * be answered at once, the blocks a search lives in, and the way back.
 *
 * Refusals are checked in one order (outside, blocked, unreachable), start
 * before goal; an unreachable goal is known from the regions, so no search
 * ever floods the map to find out.
 */
#include "search.h"

#include "astar.h"
#include "choose.h"
#include "goalroots.h"
#include "goaltest.h"
#include "jump/search.h"
#include "nearby.h"

enum {
  FIRST_CAPACITY = 256,
  MIN_WINDOW = 64,
  CHEAP_WINDOW = 4096,
  MAX_WINDOW = 1 << 16
};

/* ---- begin -------------------------------------------------------------- */

static bool is_inside(const tp_Mask *m, tp_Cell c) {
  return (uint32_t)c.x < (uint32_t)m->width &&
         (uint32_t)c.y < (uint32_t)m->height;
}

/* Why the goal cannot be reached, if the start is none of the reasons. */
static tp_Reason check_goal(tp_Navmap *nav, const tp_Query *q) {
  if (q->goals) return tp_goals_choose(q->goals, nav, q->start);
  if (!is_inside(nav->mask, q->goal)) return TP_GOAL_OUTSIDE;
  if (!tp_mask_has(nav->mask, q->goal.x, q->goal.y)) return TP_GOAL_BLOCKED;
  if (!tp_mask_can_enter(nav->mask, q->start.x, q->start.y))
    return TP_NO_REASON;
  if (!tp_navmap_connects(nav, q->start, q->goal)) return TP_UNREACHABLE;
  return TP_NO_REASON;
}

static tp_Reason check(tp_Navmap *nav, const tp_Query *q) {
  if (!is_inside(nav->mask, q->start)) return TP_START_OUTSIDE;
  tp_Reason goal = check_goal(nav, q);
  if (goal == TP_GOAL_OUTSIDE) return goal;
  if (!tp_mask_has(nav->mask, q->start.x, q->start.y)) return TP_START_BLOCKED;
  return goal;
}

/* Buckets where f rises only, by less than a number of them that is small or
 * no more than the map has cells. */
static uint32_t window_for(const tp_Heuristic *h, const tp_Costs *c,
                           size_t map) {
  uint64_t reach = c->dearest + h->drop + 1;
  uint32_t window = MIN_WINDOW;
  if (!h->monotone || h->kind == TP_HEURISTIC_USER) return 0;
  if (reach > MAX_WINDOW || (reach > CHEAP_WINDOW && reach > map)) return 0;
  while (window < reach) window *= 2;
  return window;
}

/* One open list for queries that end at their goal and for those that end near
 * it: they may come by turns, and would each want a block of their own. */
static uint32_t choose_window(const tp_Search *s, const tp_Navmap *nav,
                              size_t map) {
  if (s->algorithm == TP_JPS) return tp_jps_window(nav);
  uint32_t own = window_for(&s->heuristic, &nav->costs, map);
  uint32_t near = window_for(&s->distance, &nav->costs, map);
  if (own == 0 || (s->nearest && near == 0)) return 0;
  return near > own ? near : own;
}

static void aim_nearby(tp_Search *s, tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  s->many = s->nearest = s->is_partial = true;
  s->window = choose_window(s, nav, tp_grid_cells(g));
  s->distance.goal = tp_grid_clamp(g, s->query.goal);
  if (s->query.goals) tp_goals_take_all(s->query.goals, g);
  tp_navmap_prepare(nav, TP_REGIONS);
  s->heuristic = s->distance;
  s->heuristic.offset = tp_nearby_distance(s, nav);
}

/* A search that may choose its way runs on the core of the map. */
static void choose_ground(tp_Search *s, const tp_Navmap *nav) {
  s->mask = nav->mask;
  s->ends = (tp_Treeways){.from = s->query.start, .to = s->query.goal};
  if (s->reason != TP_NO_REASON || s->query.partial || s->many) return;
  if (!tp_navmap_has(nav, TP_PART_TWOCORE)) return;
  s->mask = tp_twocore_core(nav->twocore);
  s->ends = tp_treeways_find(nav->twocore, s->query.start, s->query.goal);
}

/* Where more than one cell in so many is a jump point, A* is as fast; and where
 * the core has less than one in so many of the map's cells, A* has seen them
 * before the jump points of a changed core are found. */
enum { SPARSE = 8, TINY = 64 };

/* Jump points are brought up to date here, where it is known that they are
 * asked for. What is chosen depends on the map alone, not on its past. */
static tp_Algorithm choose_algorithm(const tp_Search *s, tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  tp_Algorithm asked = nav->profile.algorithm;
  if (asked != TP_AUTO && asked != TP_JPS) return asked;
  bool may_jump = tp_navmap_may_have(nav, TP_PART_JUMPS) &&
                  tp_navmap_has(nav, TP_PART_TWOCORE) && !s->query.partial &&
                  (!s->many || tp_goalroots_fit_jumps(s->query.goals, nav));
  if (!may_jump) return TP_ASTAR;
  if (s->reason != TP_NO_REASON) return TP_JPS; /* which will not be run */
  uint64_t core = tp_twocore_size(nav->twocore);
  if (asked == TP_AUTO && core * TINY < tp_grid_cells(g)) return TP_ASTAR;
  bool dense = tp_navmap_least_points(nav) * SPARSE >= tp_grid_cells(g);
  if (asked == TP_AUTO && dense) return TP_ASTAR;
  tp_navmap_prepare(nav, TP_JUMPS);
  if (asked == TP_JPS) return TP_JPS;
  return (uint64_t)nav->jumps->numbering.count * SPARSE < tp_grid_cells(g)
             ? TP_JPS
             : TP_ASTAR;
}

static void aim(tp_Search *s, const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  tp_HeuristicKind kind =
      s->algorithm == TP_DIJKSTRA ? TP_HEURISTIC_ZERO : p->heuristic;
  double weight = s->algorithm == TP_DIJKSTRA ? 1 : p->weight;
  const tp_Goals *goals = s->query.goals;
  /* The caller's own knows how far a goal is, not how near will do. */
  bool elsewhere = goals && goals->kind != TP_GOAL_CELLS;
  if (kind == TP_HEURISTIC_USER && elsewhere) kind = TP_HEURISTIC_AUTO;
  tp_heuristic_init(&s->distance, TP_HEURISTIC_AUTO, p, &nav->costs,
                    s->query.goal, 1);
  tp_heuristic_init(&s->heuristic, kind, p, &nav->costs, s->ends.to, weight);
  if (!goals) return;
  s->distance.goals = goals;
  s->distance.plain = false;
  tp_heuristic_aim(&s->heuristic, goals, nav);
}

/* Of a list with one goal that can be reached, that is the goal. */
static void choose_goal(tp_Search *s) {
  const tp_Goals *goals = s->query.goals;
  if (!goals) return;
  s->chosen = 0;
  s->many = s->reason == TP_NO_REASON;
  s->query.goal = goals->goal[0].cell;
  if (goals->kind != TP_GOAL_CELLS || goals->count != 1) return;
  s->query.goals = NULL;
  s->many = false;
}

/* Of an algorithm that may choose its way, to a few of several goals. */
static bool wants_roots(const tp_Search *s, const tp_Navmap *nav) {
  return s->many && !s->query.partial && tp_goalroots_fit(s->query.goals) &&
         tp_navmap_has(nav, TP_PART_TWOCORE);
}

void tp_search_begin(tp_Search *s, tp_Navmap *nav, tp_Query query) {
  const tp_Grid *g = nav->grid;
  s->query = query;
  s->status = TP_RUNNING;
  s->four = nav->profile.diagonal == TP_NEVER;
  s->many = s->nearest = s->rooted = s->is_partial = false;
  s->started = s->met = false;
  s->is_noted = false;
  s->most_legs = 0;
  s->asked = s->compared = 0;
  s->price = UINT64_MAX;
  s->expanded = 0;
  s->revision = tp_grid_revision(g);
  s->reason = check(nav, &query);
  choose_goal(s);
  /* Without a limit, a goal that can be reached will be. */
  bool ends_short = s->reason != TP_NO_REASON || query.max_nodes != UINT64_MAX;
  s->query.partial = query.partial && ends_short;
  choose_ground(s, nav);
  s->algorithm = choose_algorithm(s, nav);
  if (wants_roots(s, nav)) tp_goalroots_take(s, nav);
  aim(s, nav);
  if (s->reason == TP_NO_REASON) {
    s->window = choose_window(s, nav, tp_grid_cells(g));
    bool asks = s->many && s->query.goals->kind != TP_GOAL_CELLS;
    if (asks) s->price = tp_cover_price(s->query.goals, nav);
  }
  bool near_will_do = s->reason == TP_GOAL_OUTSIDE ||
                      s->reason == TP_GOAL_BLOCKED ||
                      s->reason == TP_UNREACHABLE;
  if (query.partial && near_will_do &&
      tp_mask_has(nav->mask, query.start.x, query.start.y)) {
    s->reason = TP_NO_REASON;
    aim_nearby(s, nav);
  } else if (query.partial && s->reason == TP_GOAL_OUTSIDE) {
    s->reason = TP_START_BLOCKED;
  }
  if (s->reason != TP_NO_REASON) {
    s->status = TP_FAILED;
  } else if (!s->many && tp_same_cell(query.start, s->query.goal)) {
    s->status = TP_FOUND;
    s->end = query.start;
  }
}

/* ---- one algorithm or the other ----------------------------------------- */

static tp_Status start(tp_Search *s, const tp_Navmap *nav) {
  return s->algorithm == TP_JPS ? tp_jps_start(s, nav) : tp_astar_start(s, nav);
}

static tp_Status run(tp_Search *s, const tp_Navmap *nav, uint64_t budget) {
  return s->algorithm == TP_JPS ? tp_jps_run(s, nav, budget)
                                : tp_astar_run(s, nav, budget);
}

static bool leg_searched(const tp_Search *s, const tp_Grid *g, tp_Trail *trail,
                         tp_Leg *leg) {
  if (tp_same_cell(trail->at, s->ends.from)) return false;
  return s->algorithm == TP_JPS ? tp_jps_leg(s, trail, leg)
                                : tp_astar_leg(s, g, trail, leg);
}

static bool look_at(const tp_Search *s, const tp_Navmap *nav, tp_Cell cell,
                    tp_Look *look) {
  return s->algorithm == TP_JPS ? tp_jps_look(s, nav, cell, look)
                                : tp_astar_look(s, nav->grid, cell, look);
}

/* ---- blocks ------------------------------------------------------------- */

tp_Status tp_search_need(tp_Search *s, tp_Slot slot, size_t bytes) {
  s->need = (tp_Need){.bytes = bytes, .slot = slot};
  return TP_NEEDS_ROOM;
}

static tp_Open **open_list(tp_Search *s) {
  return s->algorithm == TP_JPS ? &s->jump_list : &s->open;
}

static tp_Status need_open_list(tp_Search *s, const tp_Navmap *nav) {
  bool jumps = s->algorithm == TP_JPS;
  uint32_t first = jumps ? 2 * tp_jump_list_most(nav->jumps) : FIRST_CAPACITY;
  const tp_Open *old = *open_list(s);
  s->capacity = s->started && old ? 2 * old->capacity : first;
  return tp_search_need(s, jumps ? TP_JUMP_LIST : TP_OPEN_LIST,
                        tp_open_bytes(s->window, s->capacity));
}

static void give_open_list(tp_Search *s, tp_Open *block) {
  tp_Open **list = open_list(s);
  if (s->started) {
    tp_open_move(block, *list, s->capacity);
  } else {
    tp_open_init(block, s->window, s->capacity);
  }
  *list = block;
}

void tp_search_give(tp_Search *s, const tp_Grid *g, void *block) {
  switch ((tp_Slot)s->need.slot) {
    case TP_NODE_STORE:
      s->nodes = block;
      tp_nodes_init(s->nodes, tp_grid_cells(g));
      break;
    case TP_JUMP_STORE:
      s->jump_nodes = block;
      tp_jump_nodes_init(s->jump_nodes, s->need_points, s->need_jumps);
      break;
    case TP_OPEN_LIST:
    case TP_JUMP_LIST: give_open_list(s, block); break;
    case TP_ANSWERS: s->answers = block; break;
    case TP_COVER:
      s->cover = block;
      s->cover_room = s->need.bytes;
      break;
    default:
      s->end_legs = block;
      s->end_legs_room = s->need.bytes / sizeof(tp_Leg);
      break;
  }
}

/* Notes the legs outside of the core: the dead ends may change before the path
 * is read. */
static tp_Status note_ends(tp_Search *s, const tp_Navmap *nav) {
  size_t legs = (size_t)s->ends.head + s->ends.tail;
  size_t room = legs > s->most_legs ? legs : s->most_legs;
  if (s->end_legs_room < room) {
    return tp_search_need(s, TP_END_LEGS, 2 * room * sizeof(tp_Leg));
  }
  if (legs == 0) return TP_RUNNING;
  tp_treeways_write(nav->twocore, s->query.start, s->query.goal, &s->ends,
                    s->end_legs);
  return TP_RUNNING;
}

static tp_Status prepare(tp_Search *s, const tp_Navmap *nav) {
  if (s->started) return TP_RUNNING;
  if (note_ends(s, nav) == TP_NEEDS_ROOM) return TP_NEEDS_ROOM;
  if (!s->many && tp_same_cell(s->ends.from, s->ends.to)) {
    s->end = s->ends.to;
    return s->status = TP_FOUND;
  }
  if (tp_nearby_wants_notes(s)) {
    size_t bytes = tp_nearby_bytes(s);
    if (s->cover_room < bytes) return tp_search_need(s, TP_COVER, bytes);
    tp_nearby_note(s);
  }
  const tp_Open *open = *open_list(s);
  if (!open || open->window != s->window) return need_open_list(s, nav);
  tp_Status status = start(s, nav);
  s->started = status == TP_RUNNING;
  return status;
}

/* ---- run ---------------------------------------------------------------- */

/* Expands cells, up to the budget and up to the limit of the query, and notes
 * in between what ends it. TP_RUNNING before the limit: the budget is spent. */
static tp_Status run_on(tp_Search *s, const tp_Navmap *nav, uint64_t budget) {
  tp_Status status = TP_RUNNING;
  do {
    if (tp_goaltest_wants_notes(s)) {
      status = tp_goaltest_note(s, nav, &budget);
      if (status == TP_NEEDS_ROOM || tp_goaltest_wants_notes(s)) return status;
    }
    uint64_t before = s->expanded, left = s->query.max_nodes - before;
    status = run(s, nav, budget < left ? budget : left);
    budget -= s->expanded - before;
  } while (status == TP_RUNNING && tp_goaltest_wants_notes(s));
  return status;
}

tp_Status tp_search_run(tp_Search *s, const tp_Navmap *nav, uint64_t budget) {
  const tp_Grid *g = nav->grid;
  if (s->status != TP_RUNNING) return s->status;
  if (s->revision != tp_grid_revision(g)) {
    tp_search_fail(s, TP_STALE);
    return s->status;
  }
  tp_Status status = prepare(s, nav);
  if (status != TP_RUNNING) return status;
  status = run_on(s, nav, budget);
  if (status == TP_FOUND && s->rooted) {
    tp_goalroots_give(s, nav);
    note_ends(s, nav); /* for which there is room */
  }
  if (status == TP_FOUND && s->nearest) s->chosen = tp_nearby_goal(s);
  if (status == TP_NEEDS_ROOM) {
    return tp_goaltest_wants_notes(s) ? status : need_open_list(s, nav);
  }
  if (status == TP_FAILED) tp_search_fail(s, TP_UNREACHABLE);
  bool ends = s->status == TP_RUNNING && !tp_goaltest_wants_notes(s);
  if (ends && s->expanded >= s->query.max_nodes) {
    if (s->query.partial && s->expanded > 0) {
      tp_nearby_settle(s, g);
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

tp_Trail tp_search_trail(const tp_Search *s) {
  return (tp_Trail){.at = s->ends.tail ? s->query.goal : s->end,
                    .node = TP_GOAL_NODE};
}

bool tp_search_ends_at_goal(const tp_Search *s) {
  const tp_Goals *goals = s->query.goals;
  if (s->is_partial) return false;
  return !goals ||
         tp_same_cell(tp_search_trail(s).at, goals->goal[s->chosen].cell);
}

/* Back through the tail, what was searched, and the head. */
static bool leg_back(const tp_Search *s, const tp_Grid *g, tp_Trail *trail,
                     tp_Leg *leg) {
  if (trail->end_legs == s->ends.tail && leg_searched(s, g, trail, leg)) {
    return true;
  }
  if (trail->end_legs == s->ends.head + s->ends.tail) return false;
  *leg = s->end_legs[trail->end_legs++];
  trail->at.x -= tp_dx[leg->direction] * leg->length;
  trail->at.y -= tp_dy[leg->direction] * leg->length;
  return true;
}

bool tp_search_leg(const tp_Search *s, const tp_Grid *g, tp_Trail *trail,
                   tp_Leg *leg) {
  tp_Leg next;
  if (!leg_back(s, g, trail, leg)) return false;
  for (tp_Trail ahead = *trail; leg_back(s, g, &ahead, &next); *trail = ahead) {
    if (next.direction != leg->direction) break;
    leg->length += next.length;
  }
  return true;
}

static double uniform_cost(const tp_Search *s, const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  tp_Trail trail = tp_search_trail(s);
  int64_t steps[2] = {0, 0};
  tp_Leg leg;
  uint8_t class = nav->ground[tp_grid_index(g, s->end.x, s->end.y)];
  while (leg_back(s, g, &trail, &leg)) {
    steps[tp_is_diagonal(leg.direction)] += leg.length;
  }
  return tp_product((double)steps[0], nav->costs.real[0][class]) +
         tp_product((double)steps[1], nav->costs.real[1][class]);
}

double tp_search_cost(const tp_Search *s, const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  if (nav->costs.uniform) return uniform_cost(s, nav);
  tp_Trail trail = tp_search_trail(s);
  tp_Cell at = trail.at;
  tp_Leg leg;
  double cost = 0;
  while (leg_back(s, g, &trail, &leg)) {
    const double *real = nav->costs.real[tp_is_diagonal(leg.direction)];
    for (; leg.length > 0; leg.length--) {
      cost += real[nav->ground[tp_grid_index(g, at.x, at.y)]];
      at.x -= tp_dx[leg.direction];
      at.y -= tp_dy[leg.direction];
    }
  }
  return cost;
}

/* Cost of some of the legs that lie outside of what was searched, from the cell
 * at which they end. */
static uint64_t cost_of_legs(const tp_Search *s, const tp_Navmap *nav,
                             tp_Cell at, uint32_t first, uint32_t end) {
  uint64_t cost = 0;
  for (uint32_t i = first; i < end; i++) {
    tp_Leg leg = s->end_legs[i];
    const uint64_t *step = nav->costs.step[tp_is_diagonal(leg.direction)];
    for (; leg.length > 0; leg.length--) {
      cost += step[nav->ground[tp_grid_index(nav->grid, at.x, at.y)]];
      at.x -= tp_dx[leg.direction];
      at.y -= tp_dy[leg.direction];
    }
  }
  return cost;
}

bool tp_search_look(const tp_Search *s, const tp_Navmap *nav, tp_Cell cell,
                    tp_Look *look) {
  if (!s->started || !look_at(s, nav, cell, look)) return false;
  uint32_t tail = s->ends.tail, all = tail + s->ends.head;
  uint64_t head = cost_of_legs(s, nav, s->ends.from, tail, all);
  look->g += head;
  if (!s->many) {
    look->h += cost_of_legs(s, nav, s->query.goal, 0, tail);
  } else if (s->rooted) {
    look->h -= look->h < head ? look->h : head; /* each goal has it, too */
  }
  return true;
}
