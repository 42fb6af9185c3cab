/* search.c - a query without its plan and its algorithm: the blocks of a
 * search, its slices, and the path. */
#include "search.h"

#include <string.h>

#include "jump/jumpcosts.h"
#include "jump/jumpnodes.h"
#include "jump/jumpsearch.h"
#include "landmarkheuristic.h"
#include "linkheuristic.h"
#include "nearestend.h"
#include "queryplan.h"

/* Forgets what of the last search is not valid for a navmap. The jumps of walls
 * are valid for all of their navmaps, but links may cost each agent something
 * else. */
static void open_store(tp_SearchStore *store, bool is_shared,
                       const tp_Navmap *nav) {
  void *jumps = store->block[TP_SLOT_JUMP_NODES];
  void *edges = store->block[TP_SLOT_EDGES];
  const bool is_same =
      is_shared ? store->number == nav->number : store->navmap == nav;
  if (store->shape != nav->grid->shape) {
    memset(store, 0, sizeof *store);
  } else if (!is_same) {
    if (edges) tp_search_edges_clear(edges);
    if (jumps && !is_shared) tp_jump_cache_forget(jumps);
  }
  store->shape = nav->grid->shape;
  store->navmap = nav;
  store->number = nav->number;
}

void tp_search_begin(tp_Search *s, tp_Navmap *nav, tp_Query query) {
  tp_QueryPlan *plan = &s->plan;
  open_store(s->shared ? s->shared : &s->own, s->shared != NULL, nav);
  s->shape = nav->grid->shape;
  s->navmap = nav;
  s->is_ready = s->has_begun = s->lacks_room = false;
  s->reset_budget = 0;
  s->asks_partial = query.partial;
  s->expanded = s->out.length = 0;
  s->revision = tp_navmap_revision(nav);
  s->costs = nav->costs.version;
  s->connections = nav->grid->connections.now;
  if (tp_escape_is_needed(nav, &query)) {
    /* The query begins at the exits of its ways out. */
    *plan = (tp_QueryPlan){.navmap = nav, .query = query};
    const tp_Reason reason = tp_escape_find(&s->out, nav, &query, false);
    if (reason) {
      tp_search_fail(s, reason);
      return;
    }
    query.start = s->out.exit;
    query.out = &s->out;
  }
  tp_plan(plan, nav, &query);
  s->reason = TP_NO_REASON;
  s->status = TP_RUNNING;
  if (plan->kind == TP_PLAN_STANDING) s->status = TP_FOUND;
  if (plan->kind == TP_PLAN_REFUSED) tp_search_fail(s, plan->reason);
  tp_ends_begin(&s->ends, plan);
}

/* ---- blocks ------------------------------------------------------------- */

void tp_search_give(tp_Search *s, void *block) {
  tp_Slot slot = (tp_Slot)s->need.slot;
  tp_SearchStore *store = s->shared ? s->shared : &s->own;
  const void *old = store->block[slot];
  store->block[slot] = block;
  store->bytes[slot] = s->need.bytes;
  if (slot < TP_SLOT_EDGES) s->plan.ops->take(s, slot, old);
  if (slot == TP_SLOT_EDGES) tp_search_edges_clear(block);
}

/* A larger block will do, too. */
static bool has_room(tp_Search *s, tp_Slot slot, size_t bytes) {
  if (tp_search_bytes(s, slot) >= bytes) return true;
  tp_search_need(s, slot, bytes);
  return false;
}

/* ---- after an edit ------------------------------------------------------ */

unsigned tp_search_parts(const tp_Search *s) {
  return s->plan.algorithm == TP_JPS ? TP_JUMPS : TP_MAP;
}

/* May the search go on? A new search might begin otherwise, but the queue, the
 * recorded ends and the nodes of this one are still valid. */
static bool may_go_on(const tp_Search *s) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Navmap *nav = s->navmap;
  const tp_Goals *goals = plan->query.goals;
  bool is_one = plan->kind == TP_PLAN_ONE && !goals;
  bool is_list = plan->kind == TP_PLAN_SEVERAL && plan->ops != &tp_jump_search;
  if (!s->has_begun || !(is_one || is_list)) return false;
  if (s->shape != nav->grid->shape) return false;
  if (s->asks_partial || s->out.length > 0) return false;
  if (plan->query.terrain || s->costs != nav->costs.version) return false;
  if (plan->has_edges && s->connections != nav->grid->connections.now)
    return false;
  if (!tp_alt_is_valid(&plan->alt, nav)) return false;
  return !plan->ops->goes_on || plan->ops->goes_on(s);
}

/* After an edit: is the path that it has found legal on the map as it is now,
 * at the same cost, and its last cell still an end, by range and sight? The
 * navmap is up to date with TP_MAP. The answer is false for partial paths, and
 * for paths from a blocked start. */
static bool is_valid_path(const tp_Search *s) {
  const tp_QueryPlan *plan = &s->plan;
  const tp_Goals *goals = plan->query.goals;
  const tp_Costs *costs = &s->navmap->costs;
  const tp_Path path = tp_search_path(s);
  const tp_Cell start = plan->query.start, end = s->ends.best.end;
  uint64_t cost = 0, steps = 0;
  if (s->asks_partial || s->out.length > 0) return false;
  if (s->costs != costs->version) return false;
  if (!tp_mask_has(s->navmap->mask, start.x, start.y)) return false;
  if (!tp_path_is_legal(&path, &cost)) return false;
  if (goals) {
    const tp_Rect goal = goals->goal[s->ends.best.goal].rect;
    if (!tp_goal_ends_at(goals, s->navmap, goal, end.x, end.y, &steps)) {
      return false;
    }
  }
  /* The cost of the path that the algorithm has found. */
  tp_NodeInfo then = {.g = 0};
  if (s->has_begun) {
    const bool is_one = plan->kind == TP_PLAN_ONE;
    plan->ops->node_info(s, is_one ? plan->query.goal : end, &then);
  }
  if (costs->uniform || tp_queryplan_has_own_costs(plan)) return true;
  return cost == then.g;
}

/* ---- run ---------------------------------------------------------------- */

/* If its tables have been repaired or made anew, the search begins again: old
 * estimates do not agree with new ones. */
bool tp_search_prepare(tp_Search *s, uint64_t *budget) {
  if (s->status != TP_RUNNING || tp_search_is_touched(s)) return true;
  if (s->is_ready && !tp_alt_is_valid(&s->plan.alt, s->navmap)) {
    s->is_ready = s->has_begun = false;
  }
  if (s->is_ready) return true;
  s->is_ready = tp_queryplan_choose_landmarks(&s->plan, budget);
  tp_ends_begin(&s->ends, &s->plan);
  return s->is_ready;
}

static tp_Status begin_search(tp_Search *s, uint64_t budget) {
  tp_QueryPlan *plan = &s->plan;
  const bool is_by_jumps = plan->ops == &tp_jump_search;
  if (plan->kind == TP_PLAN_STANDING) return TP_FOUND;
  const tp_Status status = plan->ops->allocate(s, budget);
  if (status != TP_FOUND) return status;
  /* The test for ends. For jump points the ends are listed. */
  if (plan->kind == TP_PLAN_SEVERAL && !is_by_jumps) {
    if (!has_room(s, TP_SLOT_ENDS, tp_ends_bytes(plan))) return TP_NEEDS_ROOM;
    tp_ends_open(&s->ends, plan, tp_search_block(s, TP_SLOT_ENDS));
  }
  /* The edges that the search may take, and their potentials. */
  if (plan->has_edges) {
    const size_t bytes = tp_search_edges_bytes(plan->navmap);
    if (!has_room(s, TP_SLOT_EDGES, bytes)) return TP_NEEDS_ROOM;
    tp_SearchEdges *edges = tp_search_block(s, TP_SLOT_EDGES);
    const int low_bits = is_by_jumps ? tp_jump_take_costs(plan) : 0;
    tp_search_edges_init(edges, plan->navmap, plan->mask, low_bits);
    tp_heuristic_go_by(&plan->heuristic, edges, plan->query.start);
  }
  plan->ops->begin(s);
  s->has_begun = true;
  s->has_ended = false;
  return TP_RUNNING;
}

/* Follows an edit. False if the search is stale. */
static bool follow_edit(tp_Search *s) {
  if (!tp_search_is_touched(s)) return true;
  if (!may_go_on(s)) return false;
  s->ends.recorded = 0;
  s->ends.is_recording = false;
  return true;
}

/* First the budget of a slice pays for the goals that were recorded
 * (endcells.h). The slice ends if recording then takes more than is left. */
static void pay_debt(tp_Search *s, uint64_t budget) {
  tp_Ends *ends = &s->ends;
  ends->paid = ends->debt / TP_WORK_A_UNIT;
  if (ends->paid > budget) ends->paid = budget;
  ends->debt -= ends->paid * TP_WORK_A_UNIT;
  budget -= ends->paid;
  const bool is_all = budget > UINT64_MAX / TP_WORK_A_UNIT;
  ends->most = is_all ? UINT64_MAX : budget * TP_WORK_A_UNIT;
}

/* Expands nodes, up to the budget and the limit of the query. A slice that got
 * a block goes on: it has paid. */
static tp_Status expand_nodes(tp_Search *s, uint64_t budget) {
  const uint64_t left = s->plan.query.max_nodes - s->expanded;
  if (!s->lacks_room) pay_debt(s, budget);
  tp_spend(&budget, s->ends.paid);
  const tp_Status status = s->plan.ops->run(s, budget < left ? budget : left);
  s->lacks_room = status == TP_NEEDS_ROOM;
  return status;
}

/* Ends at the best expanded cell, if the query is partial. */
static void end_short(tp_Search *s, tp_Reason reason) {
  tp_search_fail(s, reason);
  if (!s->plan.query.partial || s->expanded == 0) return;
  s->ends.best = tp_nearestend_choose(
      &s->plan, tp_search_block(s, TP_SLOT_NODES), s->expanded);
  if (s->ends.best.cost < TP_NO_END) s->status = TP_FOUND;
}

/* The result is the incumbent; its cell may be missing yet. */
static void end_found(tp_Search *s) {
  tp_Incumbent *found = &s->ends.best;
  if (s->plan.kind == TP_PLAN_SEVERAL && s->plan.ops == &tp_jump_search) {
    found->goal = tp_jump_goals_adopt(&s->plan, found->goal);
    found->end = s->plan.query.goal;
  }
  s->status = TP_FOUND;
}

/* Ends the search, unless it goes on in the next slice. After an edit the path
 * must still be valid. */
static void end_slice(tp_Search *s, tp_Status status) {
  const tp_Reason reason = s->plan.reason;
  if (status == TP_FOUND) {
    end_found(s);
  } else if (status == TP_FAILED) {
    end_short(s, reason ? reason : TP_UNREACHABLE);
  } else if (s->expanded >= s->plan.query.max_nodes) {
    end_short(s, TP_BUDGET);
  }
  if (s->status == TP_RUNNING || !tp_search_is_touched(s)) return;
  if (s->status == TP_FAILED || !is_valid_path(s)) tp_search_fail(s, TP_STALE);
}

static tp_Status run_slice(tp_Search *s, uint64_t budget) {
  if (s->status != TP_RUNNING) return s->status;
  if (!follow_edit(s)) {
    tp_search_fail(s, TP_STALE);
    return s->status;
  }
  tp_search_prepare(s, NULL);
  tp_Status status = s->has_begun ? TP_RUNNING : begin_search(s, budget);
  if (s->has_begun) status = expand_nodes(s, budget);
  if (status == TP_NEEDS_ROOM) return status;
  end_slice(s, status);
  return s->status;
}

tp_Status tp_search_run(tp_Search *s, uint64_t budget) {
  uint64_t before = s->expanded;
  tp_Status status = run_slice(s, budget);
  if (status != TP_NEEDS_ROOM) s->reset_budget = 0;
  tp_navmap_add_units(s->navmap, s->expanded - before);
  return status;
}

void tp_search_fail(tp_Search *s, tp_Reason reason) {
  s->status = TP_FAILED;
  s->reason = reason;
}

/* ---- results ------------------------------------------------------------ */

/* Backwards through the searched part, and the way out. */
static bool next_leg(const void *source, tp_Cursor *c, tp_Leg *leg) {
  const tp_Search *s = source;
  const tp_QueryPlan *plan = &s->plan;
  const bool runs = plan->kind > TP_PLAN_STANDING && c->blocked == 0;
  if (runs && plan->ops->next_leg(s, c, leg)) return true;
  return tp_escape_leg(&s->out, c, leg);
}

tp_Path tp_search_path(const tp_Search *s) {
  return (tp_Path){.navmap = s->plan.navmap,
                   .first = {.at = s->ends.best.end},
                   .sense = TP_BACKWARDS,
                   .source = s,
                   .next_leg = next_leg};
}

bool tp_search_ends_at_goal(const tp_Search *s) {
  const tp_Goals *goals = s->plan.query.goals;
  if (tp_search_is_partial(s)) return false;
  if (!goals) return true;
  const tp_Cell at = s->ends.best.end;
  return tp_rect_has(goals->goal[s->ends.best.goal].rect, at.x, at.y);
}

/* A plan with a reason that is not refused leads to the nearest cell. */
bool tp_search_is_partial(const tp_Search *s) {
  bool is_short = s->status == TP_FOUND && s->reason;
  bool is_near = s->plan.kind > TP_PLAN_REFUSED && s->plan.reason;
  return is_short || is_near;
}

uint32_t tp_search_reached(const tp_Search *s, uint32_t *cells) {
  return s->has_begun ? s->plan.ops->reached(s, cells) : 0;
}

bool tp_search_node_info(const tp_Search *s, tp_Cell cell, tp_NodeInfo *info) {
  return s->has_begun && s->plan.ops->node_info(s, cell, info);
}
