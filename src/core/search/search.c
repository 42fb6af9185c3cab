/* search.c - a query without its plan and its algorithm: the blocks of a
 * search, its slices, and the path. */
#include "search.h"

#include <string.h>

#include "jump/nodes.h"
#include "jump/search.h"
#include "nearby.h"

/* Makes the plan, except for landmarks. */
static void take_plan(tp_Search *s, const tp_Query *query) {
  tp_Plan *plan = &s->plan;
  tp_plan(plan, s->navmap, query);
  s->status = plan->kind == TP_PLAN_REFUSED    ? TP_FAILED
              : plan->kind == TP_PLAN_STANDING ? TP_FOUND
                                               : TP_RUNNING;
  s->reason = s->status == TP_FAILED ? plan->reason : TP_NO_REASON;
  tp_ends_begin(&s->ends, plan);
}

/* The jumps of one navmap are not valid for another. */
static void forget_jumps(tp_Search *s) {
  tp_JumpNodes *nodes = s->block[TP_SLOT_JUMP_NODES];
  if (nodes) tp_jump_cache_forget(nodes);
}

/* The grid has another shape: the contents of blocks are invalid. */
static void forget_blocks(tp_Search *s) {
  memset(s->block, 0, sizeof s->block);
  memset(s->bytes, 0, sizeof s->bytes);
}

/* The query goes on from the exit of its way out. */
static void begin_out(tp_Search *s, tp_Query query) {
  s->plan = (tp_Plan){.navmap = s->navmap, .query = query};
  const tp_Reason reason = tp_escape_find(&s->escape, s->navmap, &query, false);
  query.start = s->escape.exit;
  if (reason) {
    tp_search_fail(s, reason);
  } else {
    take_plan(s, &query);
  }
}

void tp_search_begin(tp_Search *s, tp_Navmap *nav, tp_Query query) {
  if (s->shape != nav->grid->shape) forget_blocks(s);
  if (s->navmap != nav) forget_jumps(s);
  s->shape = nav->grid->shape;
  s->navmap = nav;
  s->is_ready = s->has_begun = false;
  s->fills = 0;
  s->is_partial = query.partial;
  s->expanded = s->escape.length = 0;
  s->revision = tp_navmap_revision(nav);
  s->costs = nav->costs.version;
  s->ways = nav->grid->ways.now;
  if (tp_escape_is_needed(nav, &query)) {
    begin_out(s, query);
  } else {
    take_plan(s, &query);
  }
}

/* ---- blocks ------------------------------------------------------------- */

void tp_search_give(tp_Search *s, void *block) {
  tp_Slot slot = (tp_Slot)s->need.slot;
  const void *old = s->block[slot];
  s->block[slot] = block;
  s->bytes[slot] = s->need.bytes;
  if (slot < TP_SLOT_EDGES) s->plan.row->take(s, slot, old);
}

/* A larger block will do, too. */
static bool has_room(tp_Search *s, tp_Slot slot, size_t bytes) {
  if (s->bytes[slot] >= bytes) return true;
  tp_search_need(s, slot, bytes);
  return false;
}

/* Are the goals listed for jump points? */
static bool is_listed(const tp_Search *s) {
  return tp_plan_has_many_ends(&s->plan) && s->plan.row == &tp_jump_search;
}

/* Prepares the test for ends. For jump points the ends are listed. */
static bool open_ends(tp_Search *s) {
  const tp_Plan *plan = &s->plan;
  if (!tp_plan_has_many_ends(plan) || plan->row == &tp_jump_search) return true;
  if (!has_room(s, TP_SLOT_ENDS, tp_ends_bytes(plan))) return false;
  tp_ends_open(&s->ends, plan, s->block[TP_SLOT_ENDS]);
  return true;
}

/* Notes the edges that the search may take, and their potentials. */
static bool note_edges(tp_Search *s) {
  const tp_Navmap *nav = s->plan.navmap;
  if (!s->plan.has_edges) return true;
  if (!has_room(s, TP_SLOT_EDGES, tp_search_edges_bytes(nav))) return false;
  tp_SearchEdges *edges = s->block[TP_SLOT_EDGES];
  tp_search_edges_init(edges, nav, s->plan.mask);
  if (s->plan.row == &tp_jump_search) tp_jump_take_costs(&s->plan, edges);
  tp_heuristic_go_by(&s->plan.heuristic, edges, s->plan.query.start);
  return true;
}

/* ---- after an edit ------------------------------------------------------ */

unsigned tp_search_parts(const tp_Search *s) {
  return s->plan.algorithm == TP_JPS ? TP_JUMPS : TP_MAP;
}

/* May the search go on? A new search might begin otherwise, but the queue, the
 * notes and the nodes of this one are still valid. */
static bool goes_on(const tp_Search *s) {
  const tp_Plan *plan = &s->plan;
  const tp_Navmap *nav = s->navmap;
  const tp_Goals *goals = tp_plan_goals(plan);
  bool is_one = plan->kind == TP_PLAN_ONE && !goals;
  bool is_list = plan->kind == TP_PLAN_SEVERAL && !is_listed(s);
  if (!s->has_begun || !(is_one || is_list)) return false;
  if (s->shape != nav->grid->shape) return false;
  if (s->is_partial || s->escape.length > 0) return false;
  if (plan->query.terrain || s->costs != nav->costs.version) return false;
  if (plan->has_edges && s->ways != nav->grid->ways.now) return false;
  if (!tp_alt_is_valid(&plan->alt, nav)) return false;
  return !plan->row->goes_on || plan->row->goes_on(s);
}

/* The cost of the path that its algorithm has found. */
static uint64_t cost_then(const tp_Search *s) {
  const tp_Plan *plan = &s->plan;
  bool is_one = plan->kind == TP_PLAN_ONE;
  tp_NodeInfo info = {.g = 0};
  if (s->has_begun) {
    plan->row->node_info(s, is_one ? plan->query.goal : s->ends.best.end,
                         &info);
  }
  return info.g;
}

static tp_Cell last_cell(const tp_Search *s) { return s->ends.best.end; }

static bool is_end(const tp_Search *s, tp_Cell at) {
  const tp_Goals *goals = tp_plan_goals(&s->plan);
  uint64_t steps = 0;
  if (!goals) return true;
  const tp_Rect goal = goals->goal[s->ends.best.goal].rect;
  return tp_goal_ends_at(goals, s->navmap, goal, at.x, at.y, &steps);
}

bool tp_search_is_valid(const tp_Search *s) {
  const tp_Costs *costs = &s->navmap->costs;
  const tp_Route route = tp_search_route(s);
  const tp_Cell start = s->plan.query.start, end = last_cell(s);
  uint64_t cost = 0;
  if (!tp_search_is_touched(s)) return true;
  if (s->is_partial || s->escape.length > 0) return false;
  if (s->costs != costs->version) return false;
  if (!tp_mask_has(s->navmap->mask, start.x, start.y)) return false;
  if (!tp_route_is_legal(&route, &cost) || !is_end(s, end)) return false;
  return costs->uniform || cost == cost_then(s);
}

/* ---- run ---------------------------------------------------------------- */

/* Is the start the only goal left? */
static bool is_standing(const tp_Search *s) {
  return s->plan.kind == TP_PLAN_STANDING;
}

/* If its tables have been repaired or made anew, the search begins again: old
 * estimates do not agree with new ones. */
bool tp_search_ready(tp_Search *s, uint64_t *budget) {
  if (s->status != TP_RUNNING || tp_search_is_touched(s)) return true;
  if (s->is_ready && !tp_alt_is_valid(&s->plan.alt, s->navmap)) {
    s->is_ready = s->has_begun = false;
  }
  if (s->is_ready) return true;
  s->is_ready = tp_plan_aim(&s->plan, budget);
  tp_ends_begin(&s->ends, &s->plan);
  return s->is_ready;
}

static tp_Status begin(tp_Search *s) {
  if (is_standing(s)) return TP_FOUND;
  const tp_Status status = s->plan.row->open(s);
  if (status != TP_FOUND) return status;
  if (!open_ends(s) || !note_edges(s)) return TP_NEEDS_ROOM;
  s->plan.row->begin(s);
  s->has_begun = true;
  return TP_RUNNING;
}

/* Expands nodes, up to the budget and the limit of the query. A slice first
 * pays for the notes of ends, and then takes on no more of these than its
 * budget. */
static tp_Status run_on(tp_Search *s, uint64_t budget) {
  uint64_t *owed = &s->ends.owed, debt = *owed / TP_LOOKS_A_UNIT;
  const uint64_t left = s->plan.query.max_nodes - s->expanded;
  if (debt > budget) debt = budget;
  *owed -= debt * TP_LOOKS_A_UNIT;
  budget -= debt;
  const bool is_all = budget > UINT64_MAX / TP_LOOKS_A_UNIT;
  s->ends.most = is_all ? UINT64_MAX : budget * TP_LOOKS_A_UNIT;
  return s->plan.row->run(s, budget < left ? budget : left);
}

/* Ends at the best expanded cell, if the query is partial. */
static void end_short(tp_Search *s, tp_Reason reason) {
  tp_search_fail(s, reason);
  if (!s->plan.query.partial || s->expanded == 0) return;
  s->ends.best =
      tp_nearby_settle(&s->plan, s->block[TP_SLOT_NODES], s->expanded);
  s->status = TP_FOUND;
}

/* The result is the incumbent; its cell may be missing yet. */
static void end_found(tp_Search *s) {
  tp_Incumbent *found = &s->ends.best;
  if (is_listed(s)) {
    found->goal = tp_jump_goals_settle(&s->plan, found->goal);
    found->end = s->plan.query.goal;
  }
  s->status = TP_FOUND;
}

static tp_Status run(tp_Search *s, uint64_t budget) {
  if (s->status != TP_RUNNING) return s->status;
  if (tp_search_is_touched(s) && !goes_on(s)) {
    tp_search_fail(s, TP_STALE);
    return s->status;
  }
  if (tp_search_is_touched(s)) tp_ends_forget(&s->ends);
  tp_search_ready(s, NULL);
  tp_Status status = s->has_begun ? TP_RUNNING : begin(s);
  if (s->has_begun) status = run_on(s, budget);
  if (status == TP_NEEDS_ROOM) return status;
  if (status == TP_FOUND) end_found(s);
  if (status == TP_FAILED) end_short(s, TP_UNREACHABLE);
  bool is_spent = s->expanded >= s->plan.query.max_nodes;
  if (status == TP_RUNNING && is_spent) end_short(s, TP_BUDGET);
  bool has_ended = s->status != TP_RUNNING && tp_search_is_touched(s);
  if (has_ended && !(s->status == TP_FOUND && tp_search_is_valid(s))) {
    tp_search_fail(s, TP_STALE);
  }
  return s->status;
}

tp_Status tp_search_run(tp_Search *s, uint64_t budget) {
  uint64_t before = s->expanded;
  tp_Status status = run(s, budget);
  if (status != TP_NEEDS_ROOM) s->fills = 0;
  tp_navmap_count(s->navmap, s->expanded - before);
  return status;
}

void tp_search_fail(tp_Search *s, tp_Reason reason) {
  s->status = TP_FAILED;
  s->reason = reason;
}

/* ---- results ------------------------------------------------------------ */

/* Backwards through the searched part, and the way out. */
static bool next_leg(const void *source, tp_Backtrace *b, tp_Leg *leg) {
  const tp_Search *s = source;
  const tp_Plan *plan = &s->plan;
  const bool runs = plan->kind > TP_PLAN_STANDING && b->blocked == 0 &&
                    !tp_same_cell(b->at, plan->query.start);
  if (runs && plan->row->next_leg(s, b, leg)) return true;
  return tp_escape_leg(&s->escape, plan->navmap, b, leg);
}

tp_Route tp_search_route(const tp_Search *s) {
  return (tp_Route){.navmap = s->plan.navmap,
                    .first = {.at = last_cell(s)},
                    .sense = TP_BACKWARDS,
                    .source = s,
                    .next_leg = next_leg};
}

bool tp_search_ends_at_goal(const tp_Search *s) {
  const tp_Goals *goals = tp_plan_goals(&s->plan);
  if (tp_search_is_partial(s)) return false;
  if (!goals) return true;
  const tp_Cell at = last_cell(s);
  return tp_rect_has(goals->goal[s->ends.best.goal].rect, at.x, at.y);
}

/* A plan with a reason that is not refused leads to the nearest cell. */
bool tp_search_is_partial(const tp_Search *s) {
  bool is_short = s->status == TP_FOUND && s->reason;
  bool is_near = s->plan.kind > TP_PLAN_REFUSED && s->plan.reason;
  return is_short || is_near;
}

bool tp_search_node_info(const tp_Search *s, tp_Cell cell, tp_NodeInfo *info) {
  const tp_Plan *plan = &s->plan;
  if (!s->has_begun || !plan->row->node_info(s, cell, info)) return false;
  if (s->escape.length > 0) info->g += s->escape.cost;
  return true;
}
