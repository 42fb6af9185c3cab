/* queue.c - the queue userdata: queries that wait, and are answered under a
 * budget, a little in each update.
 *
 * An update gives turns, in the order of schedule.c, until its budget is used
 * up. A turn runs in slices (worker.c); the clock is read after each. A slice
 * is as long as fills a small part of a millisecond. With a budget of nodes,
 * slices and everything else are independent of time: the same queries are
 * answered in the same update on every machine.
 *
 * Invariant: a queue is busy during its update, so no callback can update it
 * again. An error in a callback leaves the update, and leaves the queue as
 * between two turns.
 *
 * Cost: a ticket takes some hundred bytes and no store. Each worker that was
 * used has a store.
 */
#include <math.h>

#include "../kit/feed.h"
#include "queue.h"

/* ---- creation ----------------------------------------------------------- */

/* core.queue(by_nodes, amount) */
static int new_queue(lua_State *L) {
  bool by_nodes = tp_bind_boolean(L, 1, "queue", "by_nodes");
  double most = by_nodes
                    ? tp_bind_integer(L, 2, "queue", "nodes", 1, BIND_MAX_WHOLE)
                    : tp_bind_cost(L, 2, "queue", "seconds");
  lua_settop(L, 0);
  Queue *q = tp_bind_new_handle(L, sizeof *q, QUEUE_SLOTS);
  q->budget = (Budget){.by_nodes = by_nodes, .slice = 64};
  if (by_nodes) {
    q->budget.nodes = (uint64_t)most;
  } else {
    q->budget.seconds = most;
  }
  q->serving = -1;
  lua_newtable(L);
  tp_bind_keep(L, 1, QUEUE_TICKETS, 2);
  lua_settop(L, 1);
  tp_bind_adopt(L, BIND_QUEUE);
  return 1;
}

/* For specs: core.set_clock(queue, function). The function returns seconds, and
 * replaces the clock. */
static int set_clock(lua_State *L) {
  Queue *q = tp_bind_object(L, 1, BIND_QUEUE, "set_clock", "queue");
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  tp_bind_keep(L, 1, QUEUE_CLOCK, 2);
  q->has_clock = true;
  return 0;
}

/* ---- queries ------------------------------------------------------------ */

/* Moves the queue behind the arguments of the call, so that they have the
 * places that the pathfinder's own methods use. */
static void take_queue_aside(lua_State *L, const char *function,
                             int arguments) {
  tp_bind_self(L, BIND_QUEUE, function);
  tp_bind_object(L, 2, BIND_PATHFINDER, function, "finder");
  lua_settop(L, arguments + 2);
  lua_pushvalue(L, 1);
  lua_remove(L, 1);
}

/* Reads the queue's own options from the table at arg; pushes on_done or
 * nil. */
static double take_own(lua_State *L, int arg, const char *function) {
  double priority = 0;
  if (!lua_istable(L, arg)) {
    lua_pushnil(L);
    return 0;
  }
  lua_pushliteral(L, "priority");
  lua_rawget(L, arg);
  if (!lua_isnil(L, -1)) priority = tp_bind_number(L, -1, function, "priority");
  lua_pop(L, 1);
  lua_pushliteral(L, "on_done");
  lua_rawget(L, arg);
  if (!lua_isnil(L, -1) && !lua_isfunction(L, -1)) {
    tp_bind_wrong(L, -1, function, "on_done", "a function");
  }
  return priority;
}

/* The pathfinder is at 1, then come its arguments, then the queue. */
static int ask(lua_State *L, Question *q) {
  enum { QUEUE_AT = 7, ON_DONE };
  take_queue_aside(L, q->function, 5);
  const Finder *f = bind_known(L, 1);
  int options = lua_istable(L, 4) ? 5 : 6;
  double priority = take_own(L, options, q->function);
  tp_question_read(L, f, q);
  Ticket *t = tp_ticket_new(L, TICKET_PATH, 1);
  int at = lua_gettop(L);
  QueryGoals goals = {.set = NULL};
  bind_BlockSlot blocks = {at, TICKET_BLOCKS, bind_marks(NULL, NULL)};
  tp_question_read_list(L, q, &goals, blocks);
  t->asked = (TicketQuery){bind_map(t->finder->grid), q->query, q->options,
                           q->avoid.cost, q->avoid.avoid > 0};
  t->list = goals.list;
  t->priority = priority;
  if (q->into) tp_bind_keep(L, at, TICKET_INTO, q->into);
  tp_bind_keep(L, at, TICKET_ON_DONE, ON_DONE);
  if (q->avoid.avoid) tp_avoid_keep(L, &q->avoid, at, TICKET_AVOID);
  tp_ticket_join(L, at, QUEUE_AT);
  tp_bind_adopt(L, BIND_TICKET);
  return 1;
}

/* core.await(queue, finder, x1, y1, x2, y2 [, query]) -> ticket */
static int await(lua_State *L) {
  Question q = {.function = "await", .is_queued = true};
  return ask(L, &q);
}

/* queue:find(finder, x1, y1, x2, y2 [, query]) -> ticket */
static int find(lua_State *L) {
  Question q = {.function = "find", .is_queued = true};
  return ask(L, &q);
}

static int find_world(lua_State *L) {
  Question q = {
      .function = "find_world", .is_queued = true, .options.in_world = true};
  return ask(L, &q);
}

/* queue:field(finder, goals [, options]) -> ticket */
static int field(lua_State *L) {
  enum { QUEUE_AT = 4, ON_DONE, FIELD_AT };
  take_queue_aside(L, "field", 2);
  double priority = take_own(L, 3, "field");
  Field *f = tp_field_read(L, true);
  Ticket *t = tp_ticket_new(L, TICKET_FIELD, 1);
  int at = lua_gettop(L);
  t->field = f;
  t->priority = priority;
  tp_bind_keep(L, at, TICKET_RESULT, FIELD_AT);
  tp_bind_keep(L, at, TICKET_ON_DONE, ON_DONE);
  tp_ticket_join(L, at, QUEUE_AT);
  tp_bind_adopt(L, BIND_TICKET);
  return 1;
}

/* queue:prepare(finder [, options]) -> ticket */
static int prepare(lua_State *L) {
  enum { OPTIONS = 2, QUEUE_AT, ON_DONE };
  static const char *const names[] = {"on_done", "priority", NULL};
  take_queue_aside(L, "prepare", 1);
  double priority = take_own(L, OPTIONS, "prepare");
  tp_bind_options(L, OPTIONS, "prepare", "options", names);
  Ticket *t = tp_ticket_new(L, TICKET_PREPARE, 1);
  int at = lua_gettop(L);
  t->priority = priority;
  tp_bind_keep(L, at, TICKET_ON_DONE, ON_DONE);
  tp_ticket_join(L, at, QUEUE_AT);
  tp_bind_adopt(L, BIND_TICKET);
  return 1;
}

/* ---- the budget --------------------------------------------------------- */

/* The longest time of a slice; slices grow below a quarter of it. */
#define LONG_SLICE 60e-6

/* The wall clock, or the clock from core.set_clock. */
static double now_of(lua_State *L, const Queue *q) {
  if (!q->has_clock) return tp_clock_now();
  tp_bind_push_kept(L, WORKER_QUEUE_AT, QUEUE_CLOCK);
  lua_call(L, 0, 1);
  double now = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return now;
}

static void open_budget(Budget *b, double now) {
  b->spent = 0;
  b->taken = 0;
  b->last = now;
}

static uint64_t slice_of(const Budget *b, uint64_t turn) {
  uint64_t left = b->nodes > b->spent ? b->nodes - b->spent : 1;
  uint64_t slice = b->by_nodes ? left : b->slice;
  return slice < turn ? slice : turn;
}

/* If the clock is set back, the update does not become longer. */
static void spend(Budget *b, uint64_t units, double now) {
  enum { LEAST = 8, MOST = 1024 };
  double took = fmax(now - b->last, 0);
  b->spent += units;
  b->last = now;
  b->taken += took;
  if (took > LONG_SLICE && b->slice > LEAST) b->slice /= 2;
  if (took < LONG_SLICE / 4 && b->slice < MOST) b->slice *= 2;
}

static bool is_spent(const Budget *b) {
  if (b->by_nodes) return b->spent >= b->nodes;
  double half = fmin(LONG_SLICE, b->seconds) / 2;
  return b->taken + half >= b->seconds;
}

/* ---- updates ------------------------------------------------------------ */

/* The ticket leaves the queue before its callback is called. */
static void answer(lua_State *L, Queue *q) {
  const Ticket *t = bind_known(L, WORKER_TICKET_AT);
  bool is_cancelled = t->status == TICKET_FAILED && t->reason == TP_CANCELLED;
  tp_bind_push_kept(L, WORKER_TICKET_AT, TICKET_ON_DONE);
  tp_ticket_leave(L, WORKER_TICKET_AT);
  if (is_cancelled) return;
  q->answered++;
  if (lua_isnil(L, -1)) return;
  lua_pushvalue(L, WORKER_TICKET_AT);
  lua_call(L, 1, 0);
}

static void push_ticket(lua_State *L, const Ticket *t) {
  lua_settop(L, WORKER_QUEUE_AT);
  tp_bind_push_kept(L, WORKER_QUEUE_AT, QUEUE_TICKETS);
  lua_rawgeti(L, -1, (int)t->place);
  lua_replace(L, WORKER_TICKET_AT);
  tp_bind_push_kept(L, WORKER_TICKET_AT, TICKET_FINDER);
}

/* A ticket that has ended is not read again, because nothing may keep it
 * alive. */
static void give_turn(lua_State *L, Queue *q, Ticket *t) {
  uint64_t turn = QUEUE_TURN;
  bool goes_on = true;
  push_ticket(L, t);
  Worker *d = t->worker < 0 ? tp_worker_assign(L, WORKER_TICKET_AT)
                            : &q->worker[t->worker];
  d->turn = q->turns;
  while (goes_on) {
    q->serving = t->worker;
    uint64_t units = tp_worker_run(L, d, slice_of(&q->budget, turn));
    q->serving = -1;
    lua_settop(L, WORKER_FINDER_AT);
    spend(&q->budget, units, now_of(L, q));
    turn -= units < turn ? units : turn;
    bool has_ended = t->status != TICKET_RUNNING;
    goes_on = !has_ended && (tp_worker_is_uninterrupted(d) ||
                             (turn > 0 && !is_spent(&q->budget)));
    if (has_ended) answer(L, q);
  }
}

/* queue -> nothing: an update, with the queue's mark up. */
static int run(lua_State *L) {
  Queue *q = tp_bind_self(L, BIND_QUEUE, "__run");
  if (!q->may_run) return tp_bind_error(L, "__run: call update");
  q->may_run = false;
  luaL_checkstack(L, 40, NULL);
  open_budget(&q->budget, now_of(L, q));
  Ticket *next = tp_schedule_choose(q);
  while (next) {
    give_turn(L, q, next);
    next = is_spent(&q->budget) ? NULL : tp_schedule_choose(q);
  }
  return 0;
}

/* An error has passed through a running ticket. If its heuristic raised it, it
 * would raise again, so the ticket is cancelled. */
static void see_to_failed(lua_State *L, Queue *q) {
  const Worker *d = q->serving < 0 ? NULL : &q->worker[q->serving];
  int top = lua_gettop(L);
  q->serving = -1;
  if (!d || !d->ticket) return;
  tp_bind_push_kept(L, 1, QUEUE_TICKETS);
  lua_rawgeti(L, -1, (int)d->ticket->place);
  if (d->ticket->status != TICKET_RUNNING) {
    tp_ticket_leave(L, lua_gettop(L));
  } else if (job_has_raised(&d->job.run)) {
    tp_ticket_cancel(L, lua_gettop(L));
  }
  lua_settop(L, top);
}

/* queue:update() -> number of answered tickets */
static int update(lua_State *L) {
  Queue *q = tp_bind_self(L, BIND_QUEUE, "update");
  tp_bind_check_idle(L, q, BIND_QUEUE, "update");
  lua_settop(L, 1);
  luaL_checkstack(L, 8, NULL);
  lua_pushliteral(L, "__run");
  lua_rawget(L, lua_upvalueindex(BIND_QUEUE));
  lua_pushvalue(L, 1);
  q->answered = 0;
  q->may_run = true;
  if (tp_bind_try(L, 1, 0, bind_marks(q, NULL))) {
    see_to_failed(L, q);
    return lua_error(L);
  }
  lua_pushinteger(L, (lua_Integer)q->answered);
  return 1;
}

/* queue:clear() */
static int clear(lua_State *L) {
  Queue *q = tp_bind_self(L, BIND_QUEUE, "clear");
  lua_settop(L, 1);
  tp_bind_push_kept(L, 1, QUEUE_TICKETS);
  for (int i = (int)q->count; i > 0; i--) {
    lua_rawgeti(L, 2, i);
    tp_ticket_cancel(L, 3);
    lua_settop(L, 2);
  }
  if (!tp_bind_is_busy(q)) tp_worker_clear_all(L, 1);
  return 0;
}

/* ---- properties --------------------------------------------------------- */

enum { INFO = 1, SECONDS, NODES, COUNT };

static const char *const properties[] = {"info", "seconds", "nodes", "count",
                                         NULL};

static void set_number(lua_State *L, const char *name, double value) {
  compat_push_whole(L, value);
  lua_setfield(L, -2, name);
}

static void push_info(lua_State *L, const Queue *q) {
  int running = 0, stores = 0;
  for (int i = 0; i < QUEUE_WORKERS; i++) {
    running += q->worker[i].ticket != NULL;
    stores += q->worker[i].finder != NULL;
  }
  const Budget b = q->budget;
  const uint32_t count = q->count, answered = q->answered;
  lua_createtable(L, 0, 6);
  set_number(L, "waiting", count - (double)running);
  set_number(L, "running", running);
  set_number(L, "answered", answered);
  set_number(L, "stores", stores);
  set_number(L, "nodes", (double)b.spent);
  lua_pushnumber(L, b.taken);
  lua_setfield(L, -2, "seconds");
}

static int index_queue(lua_State *L) {
  const Queue *q = tp_bind_self(L, BIND_QUEUE, "__index");
  switch (tp_bind_member(L)) {
    case INFO: push_info(L, q); break;
    case SECONDS:
      if (q->budget.by_nodes) return 0;
      lua_pushnumber(L, q->budget.seconds);
      break;
    case NODES:
      if (!q->budget.by_nodes) return 0;
      compat_push_whole(L, (double)q->budget.nodes);
      break;
    case COUNT: compat_push_whole(L, q->count); break;
    default: break;
  }
  return 1;
}

static int length(lua_State *L) {
  const Queue *q = tp_bind_self(L, BIND_QUEUE, "__len");
  lua_pushinteger(L, (lua_Integer)q->count);
  return 1;
}

static int to_string(lua_State *L) {
  const Queue *q = tp_bind_self(L, BIND_QUEUE, "__tostring");
  int count = (int)q->count;
  lua_pushfstring(L, "queue (%d %s)", count, count == 1 ? "ticket" : "tickets");
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"find", find},       {"find_world", find_world}, {"field", field},
    {"prepare", prepare}, {"update", update},         {"clear", clear},
    {NULL, NULL},
};

static const luaL_Reg metamethods[] = {
    {"__len", length},
    {"__tostring", to_string},
    {"__run", run},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"queue", new_queue},
    {"await", await},
    {"set_clock", set_clock},
    {"set_on_done", tp_ticket_set_on_done},
    {NULL, NULL},
};

const bind_Exports tp_queue_exports = {
    .kind = BIND_QUEUE,
    .methods = methods,
    .metamethods = metamethods,
    .properties = properties,
    .index = index_queue,
    .functions = functions,
};
