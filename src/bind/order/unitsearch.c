/* unitsearch.c - plans paths for units with orders.
 *
 *     go      -> plan (go.c): refused, or it wakes, and the next update asks
 *     update  -> serve: the map, the search, slice by slice -> path
 *
 * A crowd has a single search, for one unit after the other. It is kept when
 * the budget is used up, and continues after edits, unless it goes by jump
 * points. After too many restarts it runs to its end in one go. It costs the
 * budget its expanded nodes, and a price for its start. */
#include "unitsearch.h"

#include <math.h>

#include "../../core/crowd/detours.h"
#include "../../core/crowd/pathwindow.h"
#include "../../core/crowd/settling.h"
#include "../../core/crowd/transitions.h"
#include "../../core/crowd/unitedits.h"
#include "../../core/crowd/waitlists.h"
#include "../crowd/destinations.h"
#include "../crowd/membership.h"
#include "../crowd/unit.h"
#include "../finder/pathfinder.h"
#include "../query/goals.h"
#include "unitpath.h"

static const char update[] = "update";

enum {
  BODIES_A_UNIT_OF_WORK = 64, /* of a crowd, that are read */
  MOST_SIDES = 64,            /* goals whose ends are tested */
  MOST_DETOUR = 16384         /* nodes of a search around paused units */
};

/* A slice: the served unit, and stack indices. */
typedef struct Serving {
  lua_State *L;
  Crowd *crowd;
  UnitSearcher *searcher;
  const tp_Search *search; /* the searcher's */
  Unit *unit;
  Finder *finder;
  QueryCall call;
  int unit_at, searcher_at;
  uint64_t order_number; /* of the order */
  uint64_t *budget;
  bool is_asked; /* the motion asks for this unit now */
} Serving;

static tp_Unit *serving_core_unit(const Serving *s) {
  return tp_sim_unit(s->crowd->motion.sim, s->unit->id);
}

/* Has the unit still that order? Ask this after steps that run finalizers. */
static bool serving_is_valid(const Serving *s) {
  return unit_has_order(s->unit, s->crowd, s->finder, s->order_number);
}

void tp_unitsearch_open(lua_State *L, int crowd) {
  Crowd *c = bind_known(L, crowd);
  if (c->motion.sim && c->motion.searcher) return;
  if (!c->motion.searcher) {
    UnitSearcher *made = tp_bind_new_handle(L, sizeof *made, SEARCHER_SLOTS);
    if (!c->motion.searcher) { /* a finalizer may be first */
      tp_bind_keep(L, crowd, CROWD_SEARCHER, lua_gettop(L));
      c->motion.searcher = made;
    }
    lua_pop(L, 1);
  }
  tp_crowd_make_motion(L, crowd);
}

void tp_unitsearch_begin_anew(Crowd *c) {
  UnitSearcher *searcher = c->motion.searcher;
  if (!searcher) return;
  tp_search_forget(&searcher->query_run.search);
  searcher->finder = NULL;
  c->motion.searching_id = 0;
  searcher->has_search = false;
  searcher->traffic = NULL;
}

/* Must the path lead around paused units? */
static bool must_detour(const Serving *s) {
  const tp_Unit *core_unit = serving_core_unit(s);
  return core_unit->flags & TP_UNIT_SEEKS_DETOUR && tp_unit_goes(core_unit) &&
         !s->searcher->lacks_detour;
}

/* The order, if the unit must not come too near on its way to a free line. */
static const Keep *kept_off(const Serving *s) {
  const Keep *k = s->unit->orders.keep;
  return k && k->sight && k->least > 0 ? k : NULL;
}

/* Does a unit that stays stand in the way in that position? */
static bool is_walled(const void *serving, tp_Cell at) {
  const Serving *s = serving;
  return tp_detour_is_walled(s->crowd->motion.sim, s->unit->id, at);
}

/* Does the order lead to a list of cells, of which the unit takes a free one? */
static bool has_list(const Serving *s) {
  const UnitQuery *query = s->unit->search.query;
  return query && query->is_list && query->options.kind == TP_GOAL_CELLS;
}

/* Will more than the cells of its goal do as its end? */
static bool picks_end(const Serving *s) {
  const UnitQuery *query = s->unit->search.query;
  return query && query->options.kind != TP_GOAL_CELLS;
}

/* Is the end one of several to which the unit can go? A target has others
 * soon. */
static bool has_several(const Serving *s, tp_Cell end) {
  const UnitQuery *query = s->unit->search.query;
  if (!query || s->unit->orders.keep) return false;
  if (query->options.kind == TP_GOAL_CELLS) return query->is_list;
  return !s->unit->search.is_partial &&
         !tp_same_cell(tp_unit_cell(serving_core_unit(s)), end);
}

/* Do units that stay hold a cell that the unit would enter there? */
static bool is_held(const void *serving, tp_Cell c) {
  const Serving *s = serving;
  const tp_Unit *unit = serving_core_unit(s);
  const tp_Sim *sim = s->crowd->motion.sim;
  const tp_Rect under = tp_unit_under(unit, tp_pack_cell(c.x, c.y));
  const tp_Rect to = tp_rect_clip(under, tp_sim_map(sim));
  return tp_settling_is_closed(sim, s->unit->id, to);
}

/* Limits the query to some cells, and around paused units its nodes. */
static void narrow_query(const Serving *s, tp_Query *q) {
  tp_Mask *mask = s->searcher->only;
  const Keep *k = kept_off(s);
  s->searcher->seeks_detour = must_detour(s);
  if (!s->searcher->seeks_detour && !k) return;
  if (s->searcher->seeks_detour) {
    tp_sim_close_paused(s->crowd->motion.sim, s->unit->id, mask);
    if (q->max_nodes > MOST_DETOUR) q->max_nodes = MOST_DETOUR;
  } else {
    tp_mask_copy(mask, s->finder->navmap.mask);
  }
  if (k) {
    const tp_Stagger stagger = s->finder->grid->stagger;
    const int32_t reach = (int32_t)fmin(k->least, TP_MAX_SIDE) + 1;
    const tp_Rect map = {0, 0, mask->width, mask->height};
    const tp_Rect r = tp_rect_clip(tp_rect_grow(k->seen, reach), map);
    for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
      const bool is_near = keep_is_too_near(k, stagger, c, k->seen);
      if (is_near) tp_mask_write(mask, c.x, c.y, false);
    }
  }
  q->partial = false;
  s->searcher->caller.only = mask;
  s->searcher->caller.avoids = is_walled;
}

/* Makes the query from a start; pushes what it needs. */
static QueryArgs path_query(const Serving *s, tp_Cell start) {
  const UnitQuery *unit_query = s->unit->search.query;
  QueryArgs q = queryargs_default(update);
  q.at = s->call.finder;
  q.query.goal = serving_core_unit(s)->to_goal.goal;
  if (s->searcher->has_other_end) {
    q.query.goal = s->searcher->other_end;
    unit_query = NULL;
  }
  s->searcher->query_run.goals.is_list = unit_query && unit_query->is_list;
  if (unit_query) {
    q.query = unit_query->query;
    q.options = unit_query->options;
    q.goals = unit_query->is_list;
    s->searcher->query_run.goals.list = unit_query->list;
  }
  q.query.start = start;
  q.query.escape = true;
  const Motion *motion = &s->crowd->motion;
  tp_Traffic *traffic = s->searcher->traffic;
  tp_QueryCaller *caller = &s->searcher->caller;
  *caller = (tp_QueryCaller){.context = s};
  if (has_list(s)) {
    caller->is_held = is_held;
    caller->held = s->searcher->held;
  }
  if (traffic)
    caller->costs = tp_traffic_costs(traffic, motion->sim, s->unit->id);
  caller->no_landmarks = motion->has_limit || caller->costs;
  q.query.caller = caller;
  narrow_query(s, &q.query);
  return q;
}

/* Begins the search of a unit; false if it has another order then. Updates of a
 * pathfinder's map are not counted: results would depend on earlier queries. */
static bool begin_search(const Serving *s) {
  enum { MAP_CELLS = 4096, MAP_UNITS = 8 }; /* read in a unit of work */
  UnitSearcher *searcher = s->searcher;
  const tp_Grid *g = s->crowd->grid;
  const size_t mask_bytes = tp_mask_bytes(g->width, g->height);
  const size_t traffic_bytes = tp_traffic_bytes(tp_grid_cells(g));
  bind_BlockSlot slot = {s->searcher_at, SEARCHER_ONLY, s->call.locks};
  uint64_t price = QUERYRUN_BEGIN;
  bool is_begun = false;
  if (searcher->finder != s->finder) { /* jump points and costs belong to one */
    tp_search_forget(&searcher->query_run.search);
    searcher->finder = s->finder;
    if (searcher->traffic) searcher->traffic->navmap = NULL;
    tp_bind_keep(s->L, s->searcher_at, RUN_OWNER, s->call.finder);
  }
  if (!searcher->only && (must_detour(s) || kept_off(s))) {
    searcher->only = tp_bind_block(s->L, slot, mask_bytes);
    lua_pop(s->L, 1);
  }
  if (!searcher->held && has_list(s)) {
    slot.number = SEARCHER_HELD;
    searcher->held = tp_bind_block(s->L, slot, mask_bytes);
    tp_mask_init(searcher->held, g->width, g->height);
    lua_pop(s->L, 1);
  }
  if (s->crowd->motion.minds_traffic && !searcher->traffic) {
    slot.number = SEARCHER_TRAFFIC;
    searcher->traffic = tp_bind_block(s->L, slot, traffic_bytes);
    *searcher->traffic = (tp_Traffic){.cells = 0};
    lua_pop(s->L, 1);
  }
  while (!is_begun && serving_is_valid(s)) {
    int top = lua_gettop(s->L);
    tp_queryrun_prepare(&s->call, &searcher->query_run);
    if (!serving_is_valid(s)) return false;
    QueryArgs q = path_query(s, tp_unit_cell(serving_core_unit(s)));
    const uint64_t revision = tp_navmap_revision(&s->finder->navmap);
    is_begun = tp_queryrun_begin(&s->call, &searcher->query_run, &q) &&
               revision == tp_navmap_revision(&s->finder->navmap);
    lua_settop(s->L, top);
  }
  if (!serving_is_valid(s)) return false;
  if (searcher->caller.only) { /* all map and units were read */
    price += tp_grid_cells(g) / MAP_CELLS + s->crowd->units / MAP_UNITS;
  }
  tp_spend(s->budget, price);
  if (s->search->status == TP_RUNNING) s->crowd->motion.searches++;
  searcher->has_search = true;
  return true;
}

/* With keeps_progress its patience runs on: the new path is no progress. */
static void go_along(const Serving *s, bool keeps_progress) {
  tp_Unit *core_unit = serving_core_unit(s);
  const tp_Progress progress = core_unit->progress;
  const bool was_rerouted = core_unit->is_rerouted;
  const uint16_t late = core_unit->flags & TP_UNIT_LATE;
  s->crowd->motion.searching_id = 0;
  tp_unitsearch_go_along(s->unit);
  if (!keeps_progress) return;
  core_unit->progress = progress;
  core_unit->is_rerouted = was_rerouted;
  core_unit->flags |= late;
}

/* If no path leads around paused units, or only a long one, the unit keeps its
 * progress. The first path around them may be longer than the old one; after
 * later ones it must come nearer than ever, or two units that push each other
 * off their paths might ask for ever. */
static void serve_unit_path(const Serving *s) {
  const UnitSearcher *searcher = s->searcher;
  UnitSearch *unit_search = &s->unit->search;
  const uint32_t old_goal = unit_search->goal;
  const tp_Path path = tp_search_path(s->search);
  if (!tp_unitsearch_store(s->L, s->unit_at, &path, s->budget)) return;
  tp_Traffic *traffic = searcher->traffic;
  if (traffic) tp_traffic_add(traffic, unit_search->unit_path);
  tp_Unit *core_unit = serving_core_unit(s);
  const bool is_other = searcher->has_other_end;
  QueryOptions options = {.goal = is_other ? searcher->other_goal : 0};
  tp_query_record_goal(s->search, &searcher->query_run.goals, &options);
  unit_search->goal = options.goal;
  unit_search->has_goal = false;
  unit_search->revision = tp_navmap_revision(&s->finder->navmap);
  unit_search->is_partial = tp_search_is_partial(s->search);
  core_unit->is_path_short = unit_waits(s->unit);
  const tp_Cell end = tp_turn_cell(unit_search->unit_path->turn);
  const bool was_free = has_list(s) && searcher->query_run.goals.set->held;
  core_unit->has_choice = has_several(s, end) && (was_free || !is_held(s, end));
  if (!searcher->seeks_detour && !core_unit->asks_each_step &&
      core_unit->state == TP_GOING) {
    /* Its path was lost: it sets out anew. */
    tp_transition_apply(core_unit, TP_ON_WAIT, s->crowd->motion.sim->now);
  }
  const uint16_t had = core_unit->flags;
  go_along(s, searcher->lacks_detour);
  /* Another end of the same goal is no news. */
  if (picks_end(s) && old_goal == options.goal)
    core_unit->flags |= had & TP_UNIT_REPORTED;
  unit_search->unit_path->is_strict = searcher->seeks_detour;
  if (!searcher->seeks_detour || core_unit->is_rerouted) return;
  tp_transition_apply(core_unit, TP_ON_REROUTE, s->crowd->motion.sim->now);
  core_unit->is_rerouted = true;
}

/* Drops the search of another order, and after an edit one by jump points: its
 * node numbers depend on all edits that the pathfinder has followed, and so
 * would the result. Other searches follow the edit and continue. */
static void resume_search(const Serving *s) {
  UnitSearcher *searcher = s->searcher;
  uint64_t now = tp_navmap_revision(&s->finder->navmap);
  uint32_t *served = &s->crowd->motion.searching_id;
  bool is_same = *served == s->unit->id &&
                 searcher->order_number == s->unit->search.order_number;
  if (searcher->has_search && searcher->finder != s->finder) is_same = false;
  if (!is_same) {
    *served = s->unit->id;
    searcher->order_number = s->unit->search.order_number;
    searcher->has_search = searcher->has_other_end = searcher->lacks_detour =
        searcher->is_cut_off = false;
    queryrun_reset(&searcher->query_run);
  }
  if (!searcher->has_search || searcher->revision == now) return;
  if (s->search->plan.algorithm == TP_JPS) {
    searcher->query_run.restarts++;
    searcher->has_search = searcher->has_other_end = false;
  } else {
    tp_queryrun_prepare(&s->call, &searcher->query_run);
    searcher->revision = now;
  }
}

/* The number, from 1, of the goal for which the path may end there; 0: none. */
static uint32_t goal_at(const Serving *s, tp_Cell c) {
  const tp_Goals *set = s->searcher->query_run.goals.set;
  const tp_Navmap *nav = &s->finder->navmap;
  uint64_t steps = 0;
  if (s->search->plan.reason) return 0; /* it leads near one */
  for (uint32_t i = 0; i < set->count && i < MOST_SIDES; i++) {
    const tp_Goal *goal = &set->goal[i];
    if (tp_goal_ends_at(set, nav, goal->rect, c.x, c.y, &steps)) {
      return goal->index + 1;
    }
  }
  return 0;
}

static bool is_end(const void *context, tp_Cell c) {
  const Serving *s = context;
  const Keep *k = s->unit->orders.keep;
  const tp_Stagger stagger = s->finder->grid->stagger;
  if (k && keep_is_too_near(k, stagger, c, k->seen)) return false;
  return goal_at(s, c) > 0 &&
         (!k || keep_leads(k, &s->finder->navmap, c, k->seen));
}

/* The cell of the target that the unit can reach; { -1, -1 }: none. */
static tp_Cell reachable_cell(const Serving *s) {
  const tp_Rect r = s->unit->orders.keep->seen;
  const tp_Mask *mask = s->finder->navmap.mask;
  const tp_Cell at = s->unit->cell;
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    if (!tp_mask_can_enter(mask, c.x, c.y)) continue;
    if (!tp_mask_can_enter(mask, at.x, at.y) ||
        tp_finder_connects(s->finder, at, c)) {
      return c;
    }
  }
  return (tp_Cell){-1, -1};
}

static bool is_next_best(const void *context, tp_Cell c) {
  const Unit *u = context;
  const Keep *k = u->orders.keep;
  return !keep_is_too_near(k, u->finder->grid->stagger, c, k->seen) &&
         tp_target_is_seen(u, c);
}

/* If any cell in range or beside the goal will do, and other units go to or
 * rest in the end that was found, the unit goes to another free cell; if none
 * is in range of a moving target, as near as it can. Only without any cell may
 * it settle. A blocked unit keeps its end if no other is free. */
static bool takes_other_end(const Serving *s) {
  UnitSearcher *searcher = s->searcher;
  const UnitQuery *unit_query = s->unit->search.query;
  const Keep *k = s->unit->orders.keep;
  searcher->is_cut_off = false;
  if (!unit_query || searcher->has_other_end) return false;
  if (unit_query->options.kind == TP_GOAL_CELLS) return false;
  const tp_Path path = tp_search_path(s->search);
  const Destination wanted = {tp_walk_along(&path).at, is_end, s};
  tp_unit_update_place(s->unit);
  const bool is_off =
      k && !keep_leads(k, &s->finder->navmap, wanted.place, k->seen);
  if (!is_off && tp_same_cell(s->unit->cell, wanted.place)) return false;
  tp_spend(s->budget, s->crowd->units / BODIES_A_UNIT_OF_WORK + 1);
  const bool is_taken = tp_destinations_are_taken(s->unit, wanted.place);
  if (k) serving_core_unit(s)->settle = 0;
  if (!is_taken && !is_off) return false;
  tp_Cell *end = &searcher->other_end;
  bool is_found = tp_destinations_find(s->unit, &wanted, s->budget, end);
  if (!is_found && k) {
    const tp_Cell near = {k->seen.x, k->seen.y};
    const Destination next_best = {near, is_next_best, s->unit};
    is_found = tp_destinations_find(s->unit, &next_best, s->budget, end);
  }
  tp_Unit *core_unit = serving_core_unit(s);
  if (k && !is_found) core_unit->settle = TP_ANYWHERE_NEAR;
  if (!is_found && core_unit->state == TP_BLOCKED &&
      tp_costtogoal_has_goal(&core_unit->to_goal) &&
      is_end(s, core_unit->to_goal.goal)) {
    *end = core_unit->to_goal.goal;
    is_found = true;
  }
  if (!is_found && is_off) { /* towards the target, as far as there is room */
    *end = reachable_cell(s);
    is_found = end->x >= 0;
    searcher->is_cut_off = !is_found;
  }
  searcher->has_other_end = is_found;
  searcher->other_goal = is_found && unit_query->is_list ? goal_at(s, *end) : 0;
  return is_found;
}

/* Is there a path around paused units, short enough not to wait for them? */
static bool leads_around(const Serving *s) {
  const uint64_t most = tp_detour_most_cost(s->crowd->motion.sim, s->unit->id);
  if (s->search->status != TP_FOUND) return s->search->status != TP_FAILED;
  if (most == TP_FAR) return true;
  const tp_Path path = tp_search_path(s->search);
  const double cost = tp_path_measure(&path).cost;
  return cost * s->finder->navmap.costs.scale <= (double)most;
}

/* The unit waits on the path that it was on, if the map still allows it. */
static bool keeps_path(const Serving *s) {
  const tp_Unit *core_unit = serving_core_unit(s);
  tp_UnitPath *path = s->unit->search.unit_path;
  const tp_Cell at = tp_unit_cell(core_unit), goal = core_unit->to_goal.goal;
  if (!path || !tp_unitpath_ends_at(path, goal)) return false;
  if (!tp_unitpath_catch_up(path, &s->finder->navmap)) return false;
  if (tp_unitpath_cost(path, &s->finder->navmap, at) == TP_FAR) return false;
  path->window.area.w = 0;
  go_along(s, true);
  return true;
}

/* Expands nodes until the budget is used up, or the search has ended. */
static void run_slice(const Serving *s) {
  QueryRun *query_run = &s->searcher->query_run;
  const bool hurries = query_run->restarts >= QUERYRUN_RESTARTS;
  const uint64_t before = query_run->search.expanded;
  tp_queryrun_run(&s->call, query_run, hurries ? UINT64_MAX : *s->budget);
  tp_spend(s->budget, query_run->search.expanded - before);
}

/* Does the unit only ask if an end of its order has become free, and rest on
 * if not? */
static bool only_asks_for_end(const Serving *s) {
  const tp_Unit *core_unit = serving_core_unit(s);
  return core_unit->state == TP_BLOCKED &&
         s->crowd->motion.sim->now < core_unit->progress.retry_at &&
         !(core_unit->flags & TP_UNIT_REFUSED) && !s->unit->orders.keep &&
         tp_costtogoal_leads(&core_unit->to_goal);
}

/* Is an end free, of those that the search has begun to look for? */
static bool has_free_end(const Serving *s) {
  UnitSearcher *searcher = s->searcher;
  const UnitQuery *unit_query = s->unit->search.query;
  if (searcher->has_other_end) return true;
  if (has_list(s)) return searcher->query_run.goals.set->held != NULL;
  if (unit_query->options.kind == TP_GOAL_CELLS) return false;
  const tp_Cell goal = serving_core_unit(s)->to_goal.goal;
  const Destination wanted = {goal, is_end, s};
  tp_unit_update_place(s->unit);
  return tp_destinations_find(s->unit, &wanted, s->budget,
                              &searcher->other_end);
}

/* Do others hold all cells of its list? To look at these alone takes a small
 * part of the time in which a search would begin. */
static bool is_list_held(const Serving *s) {
  const UnitQuery *query = s->unit->search.query;
  if (!has_list(s) || s->searcher->has_search) return false;
  for (uint32_t i = 0; i < query->list.count; i++) {
    const tp_Rect goal =
        tp_goal_rect(s->finder, &query->options, goals_get(&query->list, i));
    for (tp_Cell c = tp_rect_first(goal); tp_rect_wrap(goal, &c); c.x++) {
      if (!is_held(s, c)) return false;
    }
  }
  return true;
}

/* Searches until a result serves: not stale, to a free end, and not too far
 * around paused units. False if the unit has to wait. */
static bool serve_path(const Serving *s) {
  UnitSearcher *searcher = s->searcher;
  const bool only_asks = only_asks_for_end(s);
  do {
    if (*s->budget == 0) return false;
    if (only_asks && !s->unit->search.query) return true;
    if (only_asks && is_list_held(s)) {
      tp_spend(s->budget, QUERYRUN_BEGIN);
      s->crowd->motion.searching_id = 0;
      return true;
    }
    if (!searcher->has_search && !begin_search(s)) return false;
    if (only_asks && !has_free_end(s)) {
      if (s->search->status == TP_RUNNING) s->crowd->motion.searches--;
      s->crowd->motion.searching_id = 0;
      return true;
    }
    searcher->revision = tp_navmap_revision(&s->finder->navmap);
    if (s->search->status == TP_RUNNING) run_slice(s);
    if (!serving_is_valid(s)) return true;
    if (s->search->reason == TP_STALE) {
      searcher->has_search = searcher->has_other_end = false;
    } else if (s->search->status == TP_FOUND && takes_other_end(s)) {
      searcher->has_search = false;
    } else if (searcher->is_cut_off) {
      break;
    } else if (searcher->seeks_detour && !leads_around(s)) {
      if (keeps_path(s)) return true;
      searcher->lacks_detour = true;
      searcher->has_search = false;
    }
  } while (!searcher->has_search); /* this one did not serve: another */
  if (s->search->status == TP_FOUND && !searcher->is_cut_off) {
    serve_unit_path(s);
  } else if (s->search->status != TP_RUNNING) {
    s->crowd->motion.searching_id = 0;
    s->unit->orders.state.reason =
        searcher->is_cut_off ? TP_UNREACHABLE : s->search->reason;
    tp_sim_refuse(s->crowd->motion.sim, s->unit->id);
  }
  return s->search->status != TP_RUNNING;
}

/* Serves the unit at an absolute index. Its query stays on the stack meanwhile.
 * A unit that was removed meanwhile, or has another order, is left alone. */
static void serve_unit(Serving s, int unit) {
  lua_State *L = s.L;
  const int top = lua_gettop(L);
  s.unit_at = unit;
  s.unit = bind_known(L, unit);
  s.order_number = s.unit->search.order_number;
  tp_bind_push_kept(L, unit, UNIT_QUERY);
  tp_bind_push_kept(L, unit, UNIT_POINTS); /* the order of keepdistance.c */
  tp_bind_push_kept(L, unit, UNIT_FINDER);
  const int finder = lua_gettop(L);
  s.finder = bind_known(L, finder);
  const bind_Locks locks = {{s.crowd, s.crowd->grid, s.finder}};
  s.call = (QueryCall){L, update, finder, s.searcher_at, locks, false};
  tp_bind_check_idle(L, s.finder, BIND_PATHFINDER, update);
  resume_search(&s);
  if (serving_is_valid(&s) && !serve_path(&s) && serving_is_valid(&s)) {
    tp_spend(s.budget, 1);
    if (s.is_asked) tp_waiting_add(s.crowd->motion.sim, s.unit->id);
  }
  lua_settop(L, top);
}

/* A unit whose search is already running comes first. */
void tp_unitsearch_serve(lua_State *L, int crowd, uint32_t id,
                         uint64_t *budget) {
  int top = lua_gettop(L);
  luaL_checkstack(L, 24, NULL);
  Serving s = {.L = L, .crowd = bind_known(L, crowd), .budget = budget};
  const tp_Sim *sim = s.crowd->motion.sim;
  tp_bind_push_kept(L, crowd, CROWD_SEARCHER);
  s.searcher_at = lua_gettop(L);
  s.searcher = bind_known(L, s.searcher_at);
  s.search = &s.searcher->query_run.search;
  tp_crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  const Unit *u = bind_known(L, unit);
  s.crowd->motion.asking_order = u->search.order_number;
  uint32_t first = s.crowd->motion.searching_id;
  if (first != 0 && first != id) {
    bool waits = tp_sim_unit(sim, first)->flags & TP_UNIT_QUEUED;
    tp_crowd_push_unit(L, crowd, first);
    if (waits) serve_unit(s, unit + 1);
    if (!waits) s.crowd->motion.searching_id = 0;
  }
  s.is_asked = true;
  if (u->crowd == s.crowd && u->orders.is_admitted) {
    if (*budget == 0) tp_waiting_add(s.crowd->motion.sim, id);
    if (*budget > 0) serve_unit(s, unit);
  }
  lua_settop(L, top);
}

/* ---- edits --------------------------------------------------------------- */

/* The cells of the goal to which the unit's path leads; empty: they are off the
 * grid, or not known. */
static tp_Rect chosen_goal(const Unit *u) {
  const UnitQuery *q = u->search.query;
  const QueryOptions *o = &q->options;
  const tp_Cell cell = q->query.goal;
  tp_Rect goal = {cell.x, cell.y, 1, 1};
  if (q->is_list) {
    if (u->search.goal == 0) return (tp_Rect){0};
    goal = tp_goal_rect(u->finder, o, goals_get(&q->list, u->search.goal - 1));
  } else if (o->in_world) {
    goal = tp_goal_rect(u->finder, o, (Goal){.x = o->to[0], .y = o->to[1]});
  }
  return tp_rect_clip(goal, tp_sim_map(u->crowd->motion.sim));
}

/* A goal that is off the grid now keeps its end. */
static void check_end(Unit *u) {
  tp_Sim *sim = u->crowd->motion.sim;
  tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  tp_Cell *end = &core_unit->to_goal.goal;
  const UnitQuery *q = u->search.query;
  if (!q || u->orders.keep) return;
  if (!(q->options.sight || q->options.kind == TP_GOAL_ADJACENT)) return;
  if (!core_unit->to_goal.unit_path || u->search.is_partial) return;
  if (tp_unit_rests_at_end(core_unit)) return;
  const tp_Rect goal = chosen_goal(u);
  if (tp_rect_is_empty(goal)) return;
  tp_Goals ends;
  uint64_t steps = 0;
  tp_goals_set_ends(&ends, u->finder, &q->options);
  if (tp_goal_ends_at(&ends, &u->finder->navmap, goal, end->x, end->y, &steps))
    return;
  *end = tp_unit_elsewhere(u->crowd->grid, tp_unit_cell(core_unit), *end);
  tp_sim_lose_path(sim, u->id);
}

void tp_unitsearch_check_ends(const Crowd *c) {
  for (Unit *u = c->first; u; u = u->after) check_end(u);
}
