/* ways.c - plans paths for units with orders.
 *
 *     go      -> plan (go.c): refused, or on the list of the motion
 *     update  -> serve: the map, the search, slice by slice -> trail
 *
 * A crowd has a single search, for one unit after the other, so units need no
 * store. The search is kept when the budget is used up. It continues after
 * edits that do not touch what it has read (as in worker.c). After too many
 * restarts it runs to its end in one go, however long that takes.
 *
 * A search costs the budget its expanded nodes, and price_of; a trail a unit of
 * work for four turns. A unit keeps its trail and 1 KB for a window.
 */
#include "ways.h"

#include <math.h>

#include "../kit/feed.h"

static const char update[] = "update";

enum {
  UNITS_A_UNIT = 64, /* of a crowd, read in a unit of work */
  MOST_SIDES = 64,   /* goals whose ends are tested */
  MOST_ROUND = 16384 /* nodes of a search around paused units */
};

/* A slice: the served unit, and stack indices. */
typedef struct Serving {
  lua_State *L;
  Crowd *crowd;
  Ways *ways;
  Unit *unit;
  Finder *finder;
  int unit_at, finder_at, ways_at;
  uint64_t number; /* of the order */
  bind_Marks marks;
  uint64_t *budget;
  bool is_asked; /* the motion asks for this unit now */
} Serving;

static tp_Mover *serving_mover(const Serving *s) {
  return tp_motion_mover(s->crowd->march.motion, s->unit->id);
}

/* Has the unit still that order? Ask this after steps that run finalizers. */
static bool serving_stands(const Serving *s) {
  return unit_has_order(s->unit, s->crowd, s->finder, s->number);
}

/* ---- the crowd's search ------------------------------------------------- */

/* Pushes the crowd's handle, or makes it; a finalizer may be first. */
static Ways *push_ways(lua_State *L, int crowd) {
  Crowd *c = bind_known(L, crowd);
  if (!c->march.ways) {
    Ways *made = tp_bind_new_handle(L, sizeof *made, WAYS_SLOTS);
    if (!c->march.ways) {
      tp_bind_keep(L, crowd, CROWD_WAYS, lua_gettop(L));
      c->march.ways = made;
    }
    lua_pop(L, 1);
  }
  tp_bind_push_kept(L, crowd, CROWD_WAYS);
  return c->march.ways;
}

void tp_ways_open(lua_State *L, int crowd) {
  const Crowd *c = bind_known(L, crowd);
  if (c->march.motion && c->march.ways) return;
  push_ways(L, crowd);
  lua_pop(L, 1);
  tp_crowd_set_out(L, crowd);
}

void tp_ways_begin_anew(Crowd *c) {
  Ways *w = c->march.ways;
  if (!w) return;
  w->job.run.navmap = NULL;
  w->finder = NULL;
  c->march.served = 0;
  w->runs = false;
}

/* ---- searches ----------------------------------------------------------- */

static JobCall call_of(const Serving *s) {
  bind_BlockSlot blocks = {s->ways_at, BLOCKS, s->marks};
  return (JobCall){s->L, update, s->finder_at, blocks};
}

/* Updates what the search uses. The update of a pathfinder's map is not
 * counted; otherwise the result would depend on earlier queries of that
 * pathfinder. */
static void follow(const Serving *s) {
  const JobCall call = call_of(s);
  tp_job_follow(&call, &s->ways->job);
}

/* Must the path lead around paused units? */
static bool is_to_go_round(const Serving *s) {
  return serving_mover(s)->flags & TP_MOVER_ROUND && !s->ways->is_closed;
}

/* The order of a unit that must not come too near on its way to a free line;
 * else NULL. */
static const Keep *kept_off(const Serving *s) {
  const Keep *k = s->unit->orders.keep;
  return k && k->sight && k->least > 0 ? k : NULL;
}

static void shut_near(tp_Mask *mask, tp_Stagger s, const Keep *k) {
  const int32_t reach = (int32_t)fmin(k->least, TP_MAX_SIDE) + 1;
  const tp_Rect map = {0, 0, mask->width, mask->height};
  const tp_Rect r = tp_rect_clip(tp_rect_grow(k->seen, reach), map);
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    uint64_t *row = tp_mask_words(mask, y);
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      if (!keep_is_too_near(k, s, (tp_Cell){x, y}, k->seen)) continue;
      row[x >> 6] &= ~(UINT64_C(1) << (x & 63));
    }
  }
}

/* Limits the query to some cells, if needed. A search around paused units is
 * limited to MOST_ROUND nodes. */
static void narrow(const Serving *s, tp_Query *q) {
  tp_Mask *mask = s->ways->unpaused;
  const Keep *k = kept_off(s);
  s->ways->rounds = is_to_go_round(s);
  if (!s->ways->rounds && !k) return;
  if (s->ways->rounds) {
    tp_motion_shut_paused(s->crowd->march.motion, s->unit->id, mask);
  } else {
    tp_mask_copy(mask, s->finder->navmap.mask);
  }
  if (k) shut_near(mask, s->finder->grid->stagger, k);
  q->only = mask;
  q->partial = false;
  if (s->ways->rounds && q->max_nodes > MOST_ROUND) q->max_nodes = MOST_ROUND;
}

/* Makes the query from a start; pushes what it needs. */
static Question question_of(const Serving *s, tp_Cell start) {
  const WayQuery *asked = s->unit->way.query;
  Question q = {.function = update, .at = s->finder_at};
  q.query.max_nodes = UINT64_MAX;
  q.query.goal = serving_mover(s)->guide.goal;
  q.options.within = -1;
  if (s->ways->has_own) {
    q.query.goal = s->ways->own;
    asked = NULL;
  }
  s->ways->job.goals.is_list = asked && asked->is_list;
  if (asked) {
    q.query = asked->query;
    q.options = asked->options;
    q.goals = asked->is_list;
    s->ways->job.goals.list = asked->list;
  }
  q.query.start = start;
  q.query.escape = q.query.one_step = true;
  bool is_budgeted = s->crowd->march.nodes != UINT64_MAX;
  q.query.no_landmarks = is_budgeted || s->crowd->march.recovers;
  narrow(s, &q.query);
  return q;
}

/* Stored jump points belong to one pathfinder. */
static void take_finder(const Serving *s) {
  Ways *w = s->ways;
  if (w->finder == s->finder) return;
  w->job.run.navmap = NULL;
  w->finder = s->finder;
  tp_bind_keep(s->L, s->ways_at, OWNER, s->finder_at);
}

/* Makes room for the mask, if it is needed. */
static void make_mask(const Serving *s) {
  const tp_Grid *g = s->crowd->grid;
  bind_BlockSlot slot = {s->ways_at, UNPAUSED, s->marks};
  if (s->ways->unpaused || !(is_to_go_round(s) || kept_off(s))) return;
  s->ways->unpaused =
      tp_bind_block(s->L, slot, tp_mask_bytes(g->width, g->height));
  lua_pop(s->L, 1);
}

/* Cost of a search's start. Around paused units, all map and units are read. */
static uint64_t price_of(const Serving *s) {
  /* Cells and units that are read in a unit of work. */
  enum { MAP_CELLS = 4096, MAP_UNITS = 8 };
  if (!s->ways->job.run.plan.query.only) return JOB_BEGIN;
  return JOB_BEGIN + tp_grid_cells(s->crowd->grid) / MAP_CELLS +
         s->crowd->units / MAP_UNITS;
}

/* Begins the search of a unit; false if it has another order then. */
static bool begin(const Serving *s) {
  Ways *w = s->ways;
  const JobCall call = call_of(s);
  bool is_begun = false;
  take_finder(s);
  make_mask(s);
  while (!is_begun && serving_stands(s)) {
    int top = lua_gettop(s->L);
    follow(s);
    if (!serving_stands(s)) return false;
    Question q = question_of(s, tp_mover_cell(serving_mover(s)));
    is_begun = tp_job_begin(&call, &w->job, &q);
    lua_settop(s->L, top);
  }
  if (!serving_stands(s)) return false;
  tp_spend(s->budget, price_of(s));
  if (w->job.run.status == TP_RUNNING) s->crowd->march.searches++;
  w->runs = true;
  return true;
}

/* Continues as far as the budget allows. */
static void run(const Serving *s) {
  Job *job = &s->ways->job;
  const JobCall call = call_of(s);
  bool hurries = job->restarts >= JOB_RESTARTS;
  uint64_t before = job->run.expanded;
  tp_job_run(&call, job, hurries ? UINT64_MAX : *s->budget);
  tp_spend(s->budget, job->run.expanded - before);
}

/* Stores the goal of a list that the path leads to, and if it is partial. */
static void note_goal(const Serving *s) {
  const Ways *w = s->ways;
  QueryOptions options = {.goal = 0};
  tp_query_note_goal(&w->job.run, &w->job.goals, &options);
  s->unit->way.goal = w->has_own ? w->own_goal : options.goal;
  s->unit->way.is_partial = tp_search_is_partial(&w->job.run);
}

/* The found path becomes the unit's trail. If no path leads around paused
 * units, the unit keeps its progress: it still counts as waiting. The first
 * path around paused units may be longer than the old one. After later ones the
 * unit must come nearer than ever, or two units that push each other off their
 * paths might ask for ever. */
static void serve_trail(const Serving *s) {
  const tp_Route route = tp_search_route(&s->ways->job.run);
  if (!tp_ways_lay(s->L, s->unit_at, &route, s->budget)) return;
  tp_Mover *mover = serving_mover(s);
  const tp_Progress progress = mover->progress;
  note_goal(s);
  s->crowd->march.served = 0;
  tp_ways_go_along(s->unit);
  if (s->ways->is_closed) mover->progress = progress;
  if (!s->ways->rounds || mover->renewed) return;
  mover->progress.best = TP_FAR;
  mover->renewed = true;
}

static void refuse(const Serving *s, tp_Reason reason) {
  s->crowd->march.served = 0;
  s->unit->orders.reason = reason;
  tp_motion_refuse(s->crowd->march.motion, s->unit->id);
}

/* ---- a slice ------------------------------------------------------------ */

/* After an edit, or for another unit: can a running search continue? A search
 * by jump points cannot: its node numbers depend on all edits that the
 * pathfinder has followed, and so would the result. */
static bool goes_on(const Serving *s) {
  Ways *w = s->ways;
  uint64_t now = tp_navmap_revision(&s->finder->navmap);
  uint32_t *served = &s->crowd->march.served;
  bool is_same = *served == s->unit->id && w->number == s->unit->way.number;
  if (w->runs && w->finder != s->finder) is_same = false;
  if (!is_same) {
    *served = s->unit->id;
    w->number = s->unit->way.number;
    w->runs = w->has_own = w->is_closed = false;
    job_renew(&w->job);
  }
  if (!w->runs || w->revision == now) return w->runs;
  if (w->job.run.plan.algorithm == TP_JPS) {
    w->job.restarts++;
    w->runs = w->has_own = false;
    return false;
  }
  follow(s);
  w->revision = now;
  return true;
}

/* The number, from 1, of the goal for which the path may also end in that cell;
 * 0: none. */
static uint32_t goal_at(const Serving *s, tp_Cell c) {
  const tp_Goals *set = s->ways->job.goals.set;
  const tp_Navmap *nav = &s->finder->navmap;
  uint64_t steps = 0;
  if (s->ways->job.run.plan.reason) return 0; /* it leads near one */
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
  return !(k && keep_is_too_near(k, stagger, c, k->seen)) && goal_at(s, c) > 0;
}

static bool is_next_best(const void *context, tp_Cell c) {
  const Unit *u = context;
  const Keep *k = u->orders.keep;
  return !keep_is_too_near(k, u->finder->grid->stagger, c, k->seen) &&
         tp_target_is_seen(u, c);
}

/* If there is no free cell in range of a moving target, the unit goes as near
 * as it can. Only if there is no cell at all may it settle. */
static bool takes_next_best(const Serving *s) {
  Ways *w = s->ways;
  const Keep *k = s->unit->orders.keep;
  if (!k || k->sight) return false;
  const Destination wanted = {{k->seen.x, k->seen.y}, is_next_best, s->unit};
  return tp_destinations_find(s->unit, &wanted, &w->own);
}

/* If any cell in range or beside the goal will do, and other units go to or
 * rest in the one that was found, the unit goes to another free cell. */
static bool takes_another(const Serving *s) {
  Ways *w = s->ways;
  const WayQuery *asked = s->unit->way.query;
  if (!asked || w->has_own || asked->options.kind == TP_GOAL_CELLS)
    return false;
  const tp_Route route = tp_search_route(&w->job.run);
  const Destination wanted = {tp_walk_along(&route).at, is_end, s};
  tp_unit_look(s->unit);
  if (tp_same_cell(s->unit->cell, wanted.place)) return false;
  tp_spend(s->budget, s->crowd->units / UNITS_A_UNIT + 1);
  const bool is_taken = tp_destinations_are_taken(s->unit, wanted.place);
  if (s->unit->orders.keep) serving_mover(s)->settle = 0;
  if (!is_taken) return false;
  w->has_own =
      tp_destinations_find(s->unit, &wanted, &w->own) || takes_next_best(s);
  if (s->unit->orders.keep && !w->has_own) serving_mover(s)->settle = INT16_MAX;
  w->own_goal = 0;
  if (w->has_own && asked->is_list) w->own_goal = goal_at(s, w->own);
  return w->has_own;
}

/* Plans the path. False if the unit has to wait. */
static bool serve_path(const Serving *s, bool goes_on) {
  Ways *w = s->ways;
  do {
    if (*s->budget == 0 || !(goes_on || begin(s))) return false;
    w->revision = tp_navmap_revision(&s->finder->navmap);
    if (w->job.run.status == TP_RUNNING) run(s);
    if (!serving_stands(s)) return true;
    if (w->job.run.reason == TP_STALE) w->runs = w->has_own = false;
    if (w->runs && w->job.run.status == TP_FOUND) w->runs = !takes_another(s);
    if (w->runs && w->job.run.status == TP_FAILED && w->rounds) {
      w->is_closed = true;
      w->runs = false;
    }
    goes_on = w->runs;
  } while (!goes_on);
  if (w->job.run.status == TP_FOUND) {
    serve_trail(s);
  } else if (w->job.run.status == TP_FAILED) {
    refuse(s, w->job.run.reason);
  }
  return w->job.run.status != TP_RUNNING;
}

/* A unit that was removed meanwhile, or has another order, is left alone. */
static void serve(const Serving *s) {
  bool may_go_on = goes_on(s);
  if (!serving_stands(s)) return;
  if (serve_path(s, may_go_on) || !serving_stands(s)) return;
  tp_spend(s->budget, 1);
  if (s->is_asked) tp_waiting_add(s->crowd->march.motion, s->unit->id);
}

/* Prepares the slice for the unit at an absolute index; pushes its values. */
static void take_unit(Serving *s, int unit) {
  lua_State *L = s->L;
  s->unit_at = unit;
  s->unit = bind_known(L, unit);
  s->number = s->unit->way.number;
  tp_bind_push_kept(L, unit, UNIT_QUERY);
  tp_bind_push_kept(L, unit, UNIT_POINTS); /* the order of keep.c */
  tp_bind_push_kept(L, unit, UNIT_FINDER);
  s->finder_at = lua_gettop(L);
  s->finder = bind_known(L, s->finder_at);
  s->marks = (bind_Marks){{s->crowd, s->crowd->grid, s->finder}};
  tp_bind_check_idle(L, s->finder, BIND_PATHFINDER, update);
}

/* Serves the unit at an index. Its query stays on the stack meanwhile. */
static void serve_unit(Serving s, int unit) {
  int top = lua_gettop(s.L);
  take_unit(&s, unit);
  serve(&s);
  lua_settop(s.L, top);
}

/* A unit whose search is already running comes first. */
void tp_ways_serve(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  int top = lua_gettop(L);
  luaL_checkstack(L, 24, NULL);
  Serving s = {.L = L, .crowd = bind_known(L, crowd), .budget = budget};
  const tp_Motion *m = s.crowd->march.motion;
  tp_bind_push_kept(L, crowd, CROWD_WAYS);
  s.ways_at = lua_gettop(L);
  s.ways = bind_known(L, s.ways_at);
  tp_crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  const Unit *asked = bind_known(L, unit);
  s.crowd->march.number = asked->way.number;
  uint32_t first = s.crowd->march.served;
  if (first != 0 && first != id) {
    bool waits = tp_motion_mover(m, first)->flags & TP_MOVER_QUEUED;
    tp_crowd_push_unit(L, crowd, first);
    if (waits) serve_unit(s, unit + 1);
    if (!waits) s.crowd->march.served = 0;
  }
  s.is_asked = true;
  if (asked->crowd == s.crowd && asked->orders.is_admitted) {
    if (*budget > 0) {
      serve_unit(s, unit);
    } else {
      tp_waiting_add(s.crowd->march.motion, id);
    }
  }
  lua_settop(L, top);
}
