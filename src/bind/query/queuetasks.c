/* queuetasks.c - queries that wait, and their answers in slices: what the
 * queues of lua/tilepath/queue.lua take from the core.
 *
 *     ask -> question      store + question -> answer, slice by slice
 *
 * A question is read when it is asked, and has no store. A store runs one
 * question after the other. After an edit the map is updated first. Then the
 * search continues, and its path is checked at its end. It begins again if the
 * path is no longer valid (core/search/search.h), or if an edit came before the
 * path was written.
 *
 * A question becomes urgent after QUERYRUN_RESTARTS restarts, or after as many
 * edits in a row without progress. Then it is answered in one go, however long
 * that takes.
 *
 * Invariant: between two slices any other code may run. Within a slice user
 * code runs only while the store and the grid are busy.
 */
#include <string.h>

#include "../finder/pathfinder.h"
#include "../kit/taskrunner.h"
#include "path.h"
#include "queryrun.h"

/* ---- questions ---------------------------------------------------------- */

typedef struct Asked {
  tp_Rect map; /* its cells refer to this */
  tp_Query query;
  QueryOptions options;
  bind_Numbers list;  /* of goals; empty: no list */
  double avoid_price; /* price of others' cells (avoid.h) */
  bool avoids;        /* are there units to avoid? In slots */
  bool fills;         /* is there a table to fill? In a slot, too */
} Asked;

/* Slots of the handle, if it needs any. */
enum {
  ASKED_LIST = 1, /* of goals */
  ASKED_INTO,
  ASKED_AVOID, /* values of the options avoid, except, stops, pass */
  ASKED_SLOTS = ASKED_AVOID + AVOID_SLOTS - 1
};

/* core.ask(finder, the arguments of find up to 6, call, in_world) -> question.
 * on_done and priority are left alone. */
static int ask(lua_State *L) {
  enum { CALL = 7, IN_WORLD };
  lua_settop(L, IN_WORLD);
  QueryArgs q = queryargs_default(lua_tostring(L, CALL));
  q.call = QUERY_QUEUE;
  q.options.in_world = lua_toboolean(L, IN_WORLD);
  const Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, q.function, "finder");
  tp_queryargs_read(L, f, &q);
  tp_finder_refuse_function(L, f, q.function);
  const bool keeps = q.goals || q.into || q.avoid.avoid;
  Asked *asked = tp_bind_new_handle(L, sizeof *asked, keeps ? ASKED_SLOTS : 0);
  const int at = lua_gettop(L);
  QueryGoals goals = {.set = NULL};
  const bind_BlockSlot list = {at, ASKED_LIST, bind_locks(NULL, NULL)};
  tp_queryargs_read_list(L, &q, &goals, list);
  *asked =
      (Asked){bind_map(f->grid),   q.query,           q.options, goals.list,
              q.avoid.avoid_price, q.avoid.avoid > 0, q.into > 0};
  if (q.into) tp_bind_keep(L, at, ASKED_INTO, q.into);
  if (q.avoid.avoid) tp_avoid_keep(L, &q.avoid, at, ASKED_AVOID);
  lua_settop(L, at);
  return 1;
}

/* ---- stores ------------------------------------------------------------- */

typedef struct Store {
  Finder *finder;        /* of the last question, kept alive by a slot */
  int32_t width, height; /* of the map that its blocks are for */
  QueryRun query_run;
  QueryOptions options;
  uint64_t revision; /* of the map when it was last worked on */
  uint32_t stalls;   /* edits in a row that came before it could continue */
  bool is_begun;
  bool lags; /* the search must follow an edit */
} Store;

/* core.store() -> store, which serves one question after the other */
static int new_store(lua_State *L) {
  tp_bind_new_handle(L, sizeof(Store), RUN_SLOTS);
  return 1;
}

/* The context of a slice: the arguments of core.answer. */
enum { STORE = 1, ASKED, FINDER, UNITS, IS_NEW };

typedef struct Slice {
  Store *store;
  Asked *asked;
  Finder *finder;
  QueryCall call;
} Slice;

static void empty_slot(lua_State *L, int slot) {
  lua_pushnil(L);
  tp_bind_keep(L, STORE, slot, lua_gettop(L));
  lua_pop(L, 1);
}

/* Prepares the store for another question. A store belongs to one pathfinder
 * and one size of map. */
static void renew_store(const Slice *w) {
  lua_State *L = w->call.L;
  Store *s = w->store;
  const tp_Grid *g = w->finder->grid;
  const bool fits = s->width == g->width && s->height == g->height;
  for (int slot = RUN_BLOCKS; !fits && slot <= RUN_SLOTS; slot++) {
    empty_slot(L, slot);
  }
  if (!fits) memset(s, 0, sizeof *s);
  if (s->finder != w->finder) {
    tp_search_forget(&s->query_run.search);
    empty_slot(L, RUN_OTHERS);
    s->finder = w->finder;
    s->width = g->width;
    s->height = g->height;
    tp_bind_keep(L, STORE, RUN_OWNER, FINDER);
  }
  queryrun_reset(&s->query_run);
  s->revision = tp_navmap_revision(&w->finder->navmap);
  s->stalls = 0;
  s->is_begun = s->lags = false;
}

static bool is_urgent(const Store *s) {
  return s->query_run.restarts >= QUERYRUN_RESTARTS ||
         s->stalls >= QUERYRUN_RESTARTS;
}

/* ---- a slice ------------------------------------------------------------ */

/* Called again in the next slice until the search has begun. */
static void begin_search(const Slice *w, uint64_t *may) {
  Store *s = w->store;
  const Asked *asked = w->asked;
  const tp_Grid *g = w->finder->grid;
  QueryArgs q = queryargs_default("update");
  q.query = asked->query;
  q.options = asked->options;
  q.goals = asked->list.count > 0;
  q.at = FINDER;
  q.query.start = bind_now(g, asked->map, q.query.start);
  q.query.goal = bind_now(g, asked->map, q.query.goal);
  s->query_run.goals.list = asked->list;
  s->query_run.goals.is_list = q.goals > 0;
  if (asked->avoids) {
    q.avoid = tp_avoid_kept(w->call.L, ASKED, ASKED_AVOID, asked->avoid_price);
  }
  s->is_begun = tp_queryrun_begin(&w->call, &s->query_run, &q);
  tp_spend(may, QUERYRUN_BEGIN);
  if (!s->is_begun) return;
  s->width = g->width;
  s->height = g->height;
  s->options = q.options;
}

/* Continues as far as *may allows; an urgent question, to its end. */
static void work_on_query(const Slice *w, uint64_t *may) {
  Store *s = w->store;
  const uint64_t before = s->query_run.search.expanded;
  const tp_Search *search = &s->query_run.search;
  if (!s->is_begun) {
    begin_search(w, may);
  } else if (s->lags) {
    tp_queryrun_prepare(&w->call, &s->query_run);
    s->lags = false;
    s->stalls++;
  } else if (search->status == TP_RUNNING) {
    if (is_urgent(s)) {
      tp_queryrun_run(&w->call, &s->query_run, UINT64_MAX);
    } else {
      tp_queryrun_run_some(&w->call, &s->query_run, may);
    }
    if (search->expanded > before) s->stalls = 0;
  }
  const bool is_stale =
      search->status == TP_FAILED && search->reason == TP_STALE;
  if (is_stale) s->is_begun = false;
}

static bool is_answered(const Store *s) {
  return s->is_begun && !s->lags && s->query_run.search.status != TP_RUNNING;
}

/* Pushes the results of core.answer, but the first. */
static void push_result(const Slice *w) {
  lua_State *L = w->call.L;
  Store *s = w->store;
  const tp_Search *search = &s->query_run.search;
  if (!is_answered(s)) {
    lua_pushliteral(L, "running");
  } else if (search->status == TP_FOUND) {
    lua_pushliteral(L, "found");
    const tp_Path legs = tp_search_path(search);
    tp_query_record_goal(search, &s->query_run.goals, &s->options);
    if (w->asked->fills) tp_bind_push_kept(L, ASKED, ASKED_INTO);
    PathTable path = {.into = w->asked->fills ? lua_gettop(L) : 0,
                      .locks = w->call.locks,
                      .measure = tp_path_measure(&legs)};
    tp_path_push(L, search, w->finder, &s->options, &path);
    lua_pushnumber(L, path.measure.cost);
    if (path.into) lua_remove(L, path.into);
  } else {
    lua_pushliteral(L, "failed");
    lua_pushstring(L, tp_finder_reasons[search->reason]);
  }
}

/* core.answer(store, question, finder, units, is_new) -> units taken, and
 * "running"; or "found", path, cost; or "failed", reason. After eight edits it
 * is answered in one go.
 *
 * Work that is done in one go (goals, plan) is counted after it was done. */
static int answer(lua_State *L) {
  Store *s = bind_known(L, STORE);
  Finder *f = tp_bind_object(L, FINDER, BIND_PATHFINDER, "update", "finder");
  const bind_Locks locks = bind_locks(s, f->grid);
  const QueryCall call = {L, "update", FINDER, STORE, locks, false};
  const Slice slice = {s, bind_known(L, ASKED), f, call};
  const uint64_t may = bind_units(L, UNITS), before = f->navmap.own_work;
  uint64_t left = may;
  const bool is_new = lua_toboolean(L, IS_NEW);
  lua_settop(L, FINDER);
  luaL_checkstack(L, 40, NULL);
  if (is_new) renew_store(&slice);
  const uint64_t now = tp_navmap_revision(&f->navmap);
  if (s->revision != now) {
    /* A path that was found before the edit, and not written, is not used. */
    s->revision = now;
    if (s->query_run.search.status != TP_RUNNING) s->is_begun = false;
    s->query_run.restarts += !s->is_begun;
    s->lags = s->is_begun;
  }
  do {
    work_on_query(&slice, &left);
    lua_settop(L, FINDER);
  } while (is_urgent(s) && !is_answered(s));
  push_result(&slice);
  const uint64_t looked = (f->navmap.own_work - before) / TP_WORK_A_UNIT;
  lua_pushnumber(L, (lua_Number)(looked > may - left ? looked : may - left));
  lua_insert(L, FINDER + 1);
  return lua_gettop(L) - FINDER;
}

/* core.clock() -> seconds */
static int clock_now(lua_State *L) {
  lua_pushnumber(L, tp_clock_now());
  return 1;
}

static const luaL_Reg functions[] = {
    {"ask", ask},         {"store", new_store}, {"answer", answer},
    {"clock", clock_now}, {NULL, NULL},
};

const bind_Exports tp_queuetasks_exports = {.kind = BIND_PATHFINDER,
                                            .functions = functions};
