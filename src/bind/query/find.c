/* find.c - from a query in Lua to a finished search.
 *
 * Each query is checked, run to its end as a job, and its result pushed. The
 * node store stays after the query; the next query uses it again.
 */
#include <math.h>

#include "../kit/feed.h"
#include "goals.h"
#include "job.h"
#include "path.h"

/* ---- one query ---------------------------------------------------------- */

/* Answers a query. Pushes the path and its cost, or nil and the reason. */
static const tp_Search *answer(lua_State *L, Finder *f, Question *q) {
  const JobCall call = {L, q->function, 1, {1, BLOCKS, finder_marks(f)}};
  Job *job = &f->job;
  const tp_Search *s = &job->run;
  tp_bind_check_idle(L, f, BIND_PATHFINDER, q->function);
  /* Before the list is read, because a finalizer may also call find. */
  if (q->avoid.avoid) tp_avoid_open(L, 1, OTHERS);
  tp_question_read_list(L, q, &job->goals, call.blocks);
  job_renew(job);
  while (!tp_job_begin(&call, job, q, NULL)) continue;
  tp_job_run(&call, job, UINT64_MAX);
  if (s->status == TP_FOUND) {
    const tp_Route route = tp_search_route(s);
    const tp_Measure measure = tp_route_measure(&route);
    PathTable path = {.into = q->into,
                      .marks = call.blocks.marks,
                      .cost = measure.cost,
                      .cells = measure.cells,
                      .links = measure.links,
                      .blocked = measure.blocked};
    tp_query_note_goal(s, &job->goals, &q->options);
    tp_path_push(L, s, f, &q->options, &path);
    lua_pushnumber(L, path.cost);
  } else {
    tp_finder_push_reason(L, s->reason);
  }
  return s;
}

/* Stores the info of an answered query. A query that raises is not stored. The
 * time is at least 0, even if the clock was set back. */
static void note(Finder *f, const tp_Search *s, uint64_t expanded,
                 double start) {
  f->info = (Info){true, s->plan.algorithm, expanded,
                   fmax(tp_clock_now() - start, 0)};
}

static int find(lua_State *L, Question *q) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, q->function);
  double start = tp_clock_now();
  tp_question_read(L, f, q);
  const tp_Search *s = answer(L, f, q);
  note(f, s, s->expanded, start);
  return 2;
}

static int find_cells(lua_State *L) {
  Question q = {.function = "find"};
  return find(L, &q);
}

static int find_world(lua_State *L) {
  Question q = {.function = "find_world", .options.in_world = true};
  return find(L, &q);
}

/* core.find_for(call, finder, ...): find_world for a call of the Lua files, with
 * its name in errors. */
static int find_for(lua_State *L) {
  enum { NAME = 7 };
  lua_settop(L, NAME);
  lua_pushvalue(L, 1);
  lua_remove(L, 1);
  Question q = {.function = lua_tostring(L, NAME), .options.in_world = true};
  return find(L, &q);
}

/* ---- many queries in one call ------------------------------------------- */

static const char many[] = "find_many";

static const bind_List questions = {
    .at = 2,
    .function = many,
    .name = "queries",
    .item = "{ x1, y1, x2, y2 } or { x1, y1, goals }",
    .numbers = 4,
    .rest = 3,
    .may_be_empty = true,
};

static void check_question(lua_State *L, const Finder *f, int number) {
  int top = lua_gettop(L), at = tp_bind_list_push(L, &questions, number);
  const bool is_table = lua_istable(L, at + 2);
  if (is_table && !tp_goals_terrain(L, at + 2, f->grid, many, "goals")) {
    bind_List goals = goals_list(at + 2, many);
    goals.name = "queries[%d][3]";
    goals.of = number;
    int count = (int)tp_bind_list_count(L, &goals);
    for (int i = 1; i <= count; i++) {
      double numbers[BIND_MOST_NUMBERS];
      tp_bind_list_take(L, &goals, i, numbers);
    }
  }
  lua_settop(L, top);
}

/* The table for an answer: the table that already stands at its place, if
 * any. */
static int old_answer(lua_State *L, int results, int number) {
  lua_rawgeti(L, results, number);
  return lua_istable(L, -1) ? lua_gettop(L) : 0;
}

/* A heuristic or a finalizer may have changed the queries since their check, so
 * each query is read and checked again. */
static const tp_Search *answer_question(lua_State *L, Finder *f, Question q,
                                        int results, int number) {
  int top = lua_gettop(L), at = tp_bind_list_push(L, &questions, number);
  q.query.start = tp_bind_cell(L, at, f->grid, many, "x1", "y1");
  if (lua_istable(L, at + 2)) {
    tp_question_read_goals(L, at + 2, f, &q);
  } else {
    q.query.goal = tp_bind_cell(L, at + 2, f->grid, many, "x2", "y2");
  }
  q.into = old_answer(L, results, number);
  const tp_Search *s = answer(L, f, &q);
  /* A path is followed by its cost; a reason stands behind nil. */
  bool found = !lua_isnil(L, -2);
  lua_pushvalue(L, found ? -2 : -1);
  lua_rawseti(L, results, number);
  lua_settop(L, top);
  return s;
}

/* finder:find_many(queries [, query]) -> list of paths and reasons */
static int find_many(lua_State *L) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, many);
  double start = tp_clock_now();
  Question q = {.function = many};
  lua_settop(L, 3);
  int count = (int)tp_bind_list_count(L, &questions);
  for (int i = 1; i <= count; i++) {
    check_question(L, f, i);
  }
  tp_question_read_options(L, 3, f, &q);
  tp_bind_check_idle(L, f, BIND_PATHFINDER, many);
  int results = q.into;
  if (!results) {
    tp_bind_new_table(L, (size_t)count, 0, bind_marks(f, NULL));
    results = lua_gettop(L);
  }
  uint64_t expanded = 0;
  const tp_Search *last = NULL;
  for (int i = 1; i <= count; i++) {
    last = answer_question(L, f, q, results, i);
    expanded += last->expanded;
  }
  tp_bind_sweep(L, results, (size_t)count);
  if (count > 0) note(f, last, expanded, start);
  lua_pushvalue(L, results);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"find", find_cells},
    {"find_world", find_world},
    {"find_many", find_many},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"find_for", find_for},
    {NULL, NULL},
};

const bind_Exports tp_find_exports = {
    .kind = BIND_PATHFINDER, .methods = methods, .functions = functions};
