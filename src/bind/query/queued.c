/* queued.c - queries that wait, and their answers in slices: what the queues of
 * lua/tilepath/queue.lua take from the core.
 *
 *     ask -> question      store + question -> answer, slice by slice
 *
 * A question is read when it is asked, and has no store. A store runs one
 * question after the other. After an edit the map is updated first. Then the
 * search continues, and its path is checked at its end. It begins again if the
 * path is no longer valid (core/search/search.h), or if an edit came before the
 * path was written.
 *
 * A question becomes urgent after JOB_RESTARTS restarts, or after as many edits
 * in a row without progress. Then it is answered in one go, however long that
 * takes.
 *
 * Invariant: between two slices any other code may run. Within a slice user
 * code runs only while the store and the grid are busy.
 */
#include <string.h>

#include "../kit/feed.h"
#include "job.h"
#include "path.h"

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

/* Slots of the handle, if it needs any. ASKED_LIST lies behind ASKED_BLOCKS as GOAL_LIST lies
 * behind BLOCKS, so that the list of goals is read into it. */
enum {
  ASKED_LIST = 1,
  ASKED_INTO,
  ASKED_AVOID, /* values of the options avoid, except */
  ASKED_EXCEPT,
  ASKED_SLOTS = ASKED_EXCEPT,
  ASKED_BLOCKS = ASKED_LIST - (GOAL_LIST - BLOCKS)
};

/* core.ask(finder, the arguments of find up to 6, call, in_world) -> question */
static int ask(lua_State *L) {
  enum { CALL = 7, IN_WORLD };
  lua_settop(L, IN_WORLD);
  Question q = {.function = lua_tostring(L, CALL),
                .is_queued = true,
                .options.in_world = lua_toboolean(L, IN_WORLD)};
  const Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, q.function, "finder");
  tp_question_read(L, f, &q);
  tp_finder_refuse_function(L, f, q.function);
  const bool keeps = q.goals || q.into || q.avoid.avoid;
  Asked *asked = tp_bind_new_handle(L, sizeof *asked, keeps ? ASKED_SLOTS : 0);
  const int at = lua_gettop(L);
  QueryGoals goals = {.set = NULL};
  bind_BlockSlot blocks = {at, ASKED_BLOCKS, bind_marks(NULL, NULL)};
  tp_question_read_list(L, &q, &goals, blocks);
  *asked = (Asked){bind_map(f->grid), q.query,           q.options, goals.list,
                   q.avoid.cost,      q.avoid.avoid > 0, q.into > 0};
  if (q.into) tp_bind_keep(L, at, ASKED_INTO, q.into);
  if (q.avoid.avoid) tp_avoid_keep(L, &q.avoid, at, ASKED_AVOID);
  lua_settop(L, at);
  return 1;
}

/* ---- stores ------------------------------------------------------------- */

typedef struct Store {
  Finder *finder;        /* of the last question, kept alive by a slot */
  int32_t width, height; /* of the map that its blocks are for */
  Job job;
  QueryOptions options;
  uint64_t revision; /* of the map when it was last worked on */
  uint32_t stalls;   /* edits in a row that came before it could continue */
  bool is_begun;
  bool lags; /* the search must follow an edit */
} Store;

/* core.store() -> store */
static int new_store(lua_State *L) {
  tp_bind_new_handle(L, sizeof(Store), SEARCH_SLOTS);
  return 1;
}

/* The context of a slice: the arguments of core.answer. */
enum { STORE = 1, ASKED, FINDER, UNITS, IS_NEW };

typedef struct Slice {
  lua_State *L;
  Store *store;
  Asked *asked;
  Finder *finder;
  bind_BlockSlot blocks;
} Slice;

static void let_go(lua_State *L, int slot) {
  lua_pushnil(L);
  tp_bind_keep(L, STORE, slot, lua_gettop(L));
  lua_pop(L, 1);
}

/* A store belongs to one pathfinder and one size of map. */
static void make_fit(const Slice *w) {
  Store *s = w->store;
  const tp_Grid *g = w->finder->grid;
  const bool fits = s->width == g->width && s->height == g->height;
  if (s->finder == w->finder && fits) return;
  for (int slot = BLOCKS; !fits && slot <= SEARCH_SLOTS; slot++) {
    let_go(w->L, slot);
  }
  if (!fits) memset(s, 0, sizeof *s);
  s->job.run.navmap = NULL; /* a new navmap may get the address of the old */
  let_go(w->L, OTHERS);
  s->finder = w->finder;
  s->width = g->width;
  s->height = g->height;
  tp_bind_keep(w->L, STORE, OWNER, FINDER);
}

static void renew(const Slice *w) {
  Store *s = w->store;
  make_fit(w);
  job_renew(&s->job);
  s->revision = tp_navmap_revision(&w->finder->navmap);
  s->stalls = 0;
  s->is_begun = s->lags = false;
}

static bool is_urgent(const Store *s) {
  return s->job.restarts >= JOB_RESTARTS || s->stalls >= JOB_RESTARTS;
}

/* A path that was found before an edit, and not written, is not used. */
static void note_edit(const Slice *w) {
  Store *s = w->store;
  const uint64_t now = tp_navmap_revision(&w->finder->navmap);
  if (s->revision == now) return;
  s->revision = now;
  if (s->job.run.status != TP_RUNNING) s->is_begun = false;
  s->job.restarts += !s->is_begun;
  s->lags = s->is_begun;
}

/* ---- a slice ------------------------------------------------------------ */

static JobCall call_of(const Slice *w) {
  return (JobCall){w->L, "update", FINDER, w->blocks};
}

/* Makes the query; pushes the values that it needs. */
static Question question_of(const Slice *w) {
  const Asked *asked = w->asked;
  const tp_Grid *g = w->finder->grid;
  Question q = {.function = "update",
                .query = asked->query,
                .options = asked->options,
                .goals = asked->list.count > 0,
                .at = FINDER};
  q.query.start = bind_now(g, asked->map, q.query.start);
  q.query.goal = bind_now(g, asked->map, q.query.goal);
  w->store->job.goals.list = asked->list;
  w->store->job.goals.is_list = q.goals > 0;
  if (asked->avoids) {
    q.avoid = tp_avoid_kept(w->L, ASKED, ASKED_AVOID, asked->avoid_price);
  }
  return q;
}

/* Called again in the next slice if the map was edited meanwhile. */
static void begin(const Slice *w, uint64_t *may) {
  Store *s = w->store;
  const JobCall call = call_of(w);
  Question q = question_of(w);
  s->is_begun = tp_job_begin(&call, &s->job, &q);
  tp_spend(may, JOB_BEGIN);
  if (!s->is_begun) return;
  s->width = w->finder->grid->width;
  s->height = w->finder->grid->height;
  s->options = q.options;
}

static void run(const Slice *w, uint64_t *may) {
  Store *s = w->store;
  const JobCall call = call_of(w);
  const uint64_t before = s->job.run.expanded;
  if (is_urgent(s)) {
    tp_job_run(&call, &s->job, UINT64_MAX);
  } else {
    tp_job_run_some(&call, &s->job, may);
  }
  if (s->job.run.expanded > before) s->stalls = 0;
}

/* Continues as far as *may allows; an urgent question, to its end. */
static void work(const Slice *w, uint64_t *may) {
  Store *s = w->store;
  const JobCall call = call_of(w);
  const tp_Search *search = &s->job.run;
  if (!s->is_begun) {
    begin(w, may);
  } else if (s->lags) {
    tp_job_follow(&call, &s->job);
    s->lags = false;
    s->stalls++;
  } else if (search->status == TP_RUNNING) {
    run(w, may);
  }
  const bool is_stale =
      search->status == TP_FAILED && search->reason == TP_STALE;
  if (is_stale) s->is_begun = false;
}

static bool is_answered(const Store *s) {
  return s->is_begun && !s->lags && s->job.run.status != TP_RUNNING;
}

/* Pushes "found", the path and its cost. */
static void push_path(const Slice *w) {
  lua_State *L = w->L;
  Store *s = w->store;
  lua_pushliteral(L, "found");
  const tp_Route route = tp_search_route(&s->job.run);
  const tp_Measure all = tp_route_measure(&route);
  tp_query_note_goal(&s->job.run, &s->job.goals, &s->options);
  if (w->asked->fills) tp_bind_push_kept(L, ASKED, ASKED_INTO);
  PathTable path = {.into = w->asked->fills ? lua_gettop(L) : 0,
                    .marks = w->blocks.marks,
                    .cost = all.cost,
                    .cells = all.cells,
                    .links = all.links,
                    .blocked = all.blocked};
  tp_path_push(L, &s->job.run, w->finder, &s->options, &path);
  lua_pushnumber(L, path.cost);
  if (path.into) lua_remove(L, path.into);
}

/* Pushes the results of core.answer, but the first. */
static void push_result(const Slice *w) {
  const tp_Search *search = &w->store->job.run;
  if (!is_answered(w->store)) {
    lua_pushliteral(w->L, "running");
  } else if (search->status == TP_FOUND) {
    push_path(w);
  } else {
    lua_pushliteral(w->L, "failed");
    lua_pushstring(w->L, tp_finder_reason(search->reason));
  }
}

/* core.answer(store, question, finder, units, is_new) -> units taken, and
 * "running"; or "found", path, cost; or "failed", reason
 *
 * Work that is done in one go (goals, plan) is counted after it was done. */
static int answer(lua_State *L) {
  Store *s = bind_known(L, STORE);
  Finder *f = tp_bind_object(L, FINDER, BIND_PATHFINDER, "update", "finder");
  const bind_BlockSlot blocks = {STORE, BLOCKS, bind_marks(s, f->grid)};
  const Slice slice = {L, s, bind_known(L, ASKED), f, blocks};
  const uint64_t may = bind_units(L, UNITS), before = f->navmap.looks;
  uint64_t left = may;
  const bool is_new = lua_toboolean(L, IS_NEW);
  lua_settop(L, FINDER);
  luaL_checkstack(L, 40, NULL);
  if (is_new) renew(&slice);
  note_edit(&slice);
  do {
    work(&slice, &left);
    lua_settop(L, FINDER);
  } while (is_urgent(s) && !is_answered(s));
  push_result(&slice);
  const uint64_t looked = (f->navmap.looks - before) / TP_LOOKS_A_UNIT;
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

const bind_Exports tp_queued_exports = {.kind = BIND_PATHFINDER,
                                        .functions = functions};
