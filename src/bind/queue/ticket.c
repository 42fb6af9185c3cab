/* ticket.c - the ticket userdata: a query of a queue, also after its answer.
 *
 * Invariant: a ticket that has not ended is in its queue, which keeps it alive.
 * It keeps alive all that its answer needs. A ticket that has ended keeps only
 * its result.
 */
#include "queue.h"

static const char *const states[] = {
    [TICKET_WAITING] = "waiting",
    [TICKET_RUNNING] = "running",
    [TICKET_FOUND] = "found",
    [TICKET_FAILED] = "failed",
};

static const char *const kinds[] = {
    [TICKET_PATH] = "a path",
    [TICKET_FIELD] = "a field",
    [TICKET_PREPARE] = "preparing",
};

static bool has_ended(const Ticket *t) { return t->status >= TICKET_FOUND; }

/* ---- from start to end -------------------------------------------------- */

Ticket *tp_ticket_new(lua_State *L, TicketKind kind, int finder) {
  Ticket *t = tp_bind_new_handle(L, sizeof *t, TICKET_SLOTS);
  t->finder = bind_known(L, finder);
  t->kind = kind;
  t->worker = -1;
  tp_bind_keep(L, lua_gettop(L), TICKET_FINDER, finder);
  return t;
}

/* The step that may fail comes first: a place in the table. */
void tp_ticket_join(lua_State *L, int at, int queue) {
  Ticket *t = bind_known(L, at);
  Queue *q = bind_known(L, queue);
  tp_bind_keep(L, at, TICKET_QUEUE, queue);
  tp_bind_push_kept(L, queue, QUEUE_TICKETS);
  lua_pushvalue(L, at);
  lua_rawseti(L, -2, (int)q->count + 1);
  lua_pop(L, 1);
  t->place = ++q->count;
  t->number = ++q->tickets;
  t->queue = q;
  tp_schedule_join(q, t);
}

/* The last ticket of the table moves to its place. */
static void leave_place(lua_State *L, int queue, const Ticket *t) {
  const Queue *q = t->queue;
  tp_bind_push_kept(L, queue, QUEUE_TICKETS);
  lua_rawgeti(L, -1, (int)q->count);
  Ticket *last = bind_known(L, -1);
  lua_rawseti(L, -2, (int)t->place);
  last->place = t->place;
  lua_pushnil(L);
  lua_rawseti(L, -2, (int)q->count);
  lua_pop(L, 1);
}

static void leave_worker(lua_State *L, int queue, const Ticket *t) {
  t->queue->worker[t->worker].ticket = NULL;
  lua_pushnil(L);
  tp_bind_keep(L, queue, worker_slot(t->worker, WORKER_TABLE), lua_gettop(L));
  lua_pop(L, 1);
}

void tp_ticket_leave(lua_State *L, int at) {
  Ticket *t = bind_known(L, at);
  luaL_checkstack(L, 8, NULL);
  tp_bind_push_kept(L, at, TICKET_QUEUE);
  int queue = lua_gettop(L);
  tp_schedule_leave(t->queue, t);
  leave_place(L, queue, t);
  if (t->worker >= 0) leave_worker(L, queue, t);
  t->queue->count--;
  t->queue = NULL;
  t->worker = -1;
  lua_pushnil(L);
  for (int slot = TICKET_QUEUE; slot < TICKET_RESULT; slot++) {
    tp_bind_keep(L, at, slot, queue + 1);
  }
  lua_settop(L, queue - 1);
}

void tp_ticket_cancel(lua_State *L, int at) {
  Ticket *t = bind_known(L, at);
  const Queue *q = t->queue;
  if (has_ended(t)) return;
  t->status = TICKET_FAILED;
  t->reason = TP_CANCELLED;
  lua_pushnil(L);
  tp_bind_keep(L, at, TICKET_RESULT, lua_gettop(L));
  lua_pop(L, 1);
  bool is_at_work =
      tp_bind_is_busy(q) && t->worker >= 0 && q->serving == t->worker;
  if (!is_at_work) tp_ticket_leave(L, at);
}

int tp_ticket_set_on_done(lua_State *L) {
  tp_bind_object(L, 1, BIND_TICKET, "set_on_done", "ticket");
  lua_settop(L, 2);
  tp_bind_push_kept(L, 1, TICKET_ON_DONE);
  tp_bind_keep(L, 1, TICKET_ON_DONE, 2);
  return 1;
}

/* ---- methods ------------------------------------------------------------ */

static int cancel(lua_State *L) {
  tp_bind_self(L, BIND_TICKET, "cancel");
  tp_ticket_cancel(L, 1);
  return 0;
}

/* ticket:path() -> path, cost | nil, reason */
static int push_path(lua_State *L) {
  const Ticket *t = tp_bind_self(L, BIND_TICKET, "path");
  if (t->kind != TICKET_PATH) {
    return tp_bind_error(
        L, "path: self must be a ticket for a path, got a ticket for %s",
        kinds[t->kind]);
  }
  if (t->status == TICKET_FAILED) return tp_finder_push_reason(L, t->reason);
  if (t->status != TICKET_FOUND) return tp_bind_push_no(L, states[t->status]);
  tp_bind_push_kept(L, 1, TICKET_RESULT);
  lua_pushnumber(L, t->cost);
  return 2;
}

enum { STATUS = 1, REASON, FIELD, PREPARED };

static const char *const properties[] = {"status", "reason", "field",
                                         "prepared", NULL};

static int index_ticket(lua_State *L) {
  const Ticket *t = tp_bind_self(L, BIND_TICKET, "__index");
  switch (tp_bind_member(L)) {
    case STATUS: lua_pushstring(L, states[t->status]); break;
    case REASON:
      if (t->status != TICKET_FAILED) return 0;
      tp_finder_push_reason(L, t->reason);
      break;
    case FIELD:
      if (t->kind != TICKET_FIELD || t->status != TICKET_FOUND) return 0;
      tp_bind_push_kept(L, 1, TICKET_RESULT);
      break;
    case PREPARED:
      if (t->kind != TICKET_PREPARE || t->status != TICKET_FOUND) return 0;
      lua_pushboolean(L, true);
      break;
    default: break;
  }
  return 1;
}

static int to_string(lua_State *L) {
  const Ticket *t = tp_bind_self(L, BIND_TICKET, "__tostring");
  lua_pushfstring(L, "ticket for %s (%s)", kinds[t->kind], states[t->status]);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"path", push_path},
    {"cancel", cancel},
    {NULL, NULL},
};

static const luaL_Reg metamethods[] = {
    {"__tostring", to_string},
    {NULL, NULL},
};

const bind_Exports tp_ticket_exports = {
    .kind = BIND_TICKET,
    .methods = methods,
    .metamethods = metamethods,
    .properties = properties,
    .index = index_ticket,
};
