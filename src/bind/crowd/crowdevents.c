/* crowdevents.c - results of a crowd: events and counts.
 * They make no garbage except for what is returned.
 */
#include "crowdevents.h"

#include "../finder/pathfinder.h"
#include "crowd.h"
#include "membership.h"

/* ---- events ------------------------------------------------------------- */

static const char *const happenings[] = {
    [TP_HAS_ARRIVED] = "arrived", [TP_HAS_SETTLED] = "settled",
    [TP_IS_BLOCKED] = "blocked",  [TP_IS_FREED] = "freed",
    [TP_HAS_BUMPED] = "bumped",   [TP_WAS_PUSHED] = "pushed",
    [TP_HAS_STOPPED] = "stopped", [TP_HAS_MOVED] = "moved",
    [TP_HAS_REACHED] = "reached", [TP_IS_AT_LINK] = "link",
    [TP_ASKS_AGAIN] = "link",     [TP_IS_REFUSED] = "blocked",
};

/* core.open_events(crowd) -> the number of its first event, and of the one
 * behind its last */
static int open_events(lua_State *L) {
  const Crowd *c = tp_bind_self(L, BIND_CROWD, "events");
  const tp_Sim *sim = c->motion.sim;
  const tp_Events *e = sim ? sim->events : NULL;
  compat_push_whole(L, e ? (lua_Number)e->before : 0);
  compat_push_whole(L, e ? (lua_Number)(e->before + e->reported) : 0);
  return 2;
}

/* The first event from a number on that is not void, and its number; NULL:
 * there is none. */
static const tp_Event *find_event(const Crowd *c, uint64_t *number,
                                  uint64_t behind) {
  const tp_Event *event = NULL;
  for (; *number < behind; ++*number) {
    event = tp_events_at(c->motion.sim->events, *number);
    if (!event || event->unit > 0) return event;
  }
  return NULL;
}

/* Pushes the values after the word, for the unit at an index: another unit, a
 * cell's two coordinates, a link and whether it is asked for again, a number, or
 * why an order was refused (a field refuses a unit that is blocked). Returns how
 * many. */
static int push_rest(lua_State *L, int unit, tp_Event event) {
  const Unit *u = bind_known(L, unit);
  if (tp_event_has_other(event)) {
    tp_crowd_push_unit(L, 1, event.other);
  } else if (event.what == TP_IS_AT_LINK || event.what == TP_ASKS_AGAIN) {
    lua_getfield(L, unit, "link");
    lua_pushboolean(L, event.what == TP_ASKS_AGAIN);
    return 2;
  } else if (event.what == TP_IS_REFUSED) {
    lua_pushstring(L, event.other > 0 ? tp_finder_reasons[event.other]
                                      : happenings[TP_IS_BLOCKED]);
  } else if (event.what == TP_HAS_REACHED) {
    const uint32_t area = u->orders.area;
    const uint32_t next = area > 0 ? area : u->orders.next + 1;
    compat_push_whole(L, event.other > 0 ? event.other : next);
  } else {
    const tp_Cell cell = tp_unpack_cell(event.other);
    bind_push_cell(L, u->crowd->grid, cell.x, cell.y);
    return 2;
  }
  return 1;
}

/* core.next_event(crowd, number, behind) -> the number to go on with, unit,
 * what, other | x, y | link, is_again | number | reason; nothing after the last event.
 * `number` and `behind` are of open_events. The word comes last: it may run
 * finalizers. */
static int next_event(lua_State *L) {
  enum { UNIT = 3, WHAT };
  const Crowd *c = tp_bind_self(L, BIND_CROWD, "events");
  uint64_t number = (uint64_t)lua_tonumber(L, 2);
  const uint64_t behind = (uint64_t)lua_tonumber(L, 3);
  const tp_Event *found = find_event(c, &number, behind);
  if (!found) return 0;
  const tp_Event event = *found;
  lua_settop(L, 1);
  compat_push_whole(L, (lua_Number)(number + 1));
  tp_crowd_push_unit(L, 1, event.unit);
  const int rest = push_rest(L, UNIT, event);
  lua_pushstring(L, happenings[event.what]);
  lua_insert(L, WHAT);
  return 3 + rest;
}

/* ---- counts ------------------------------------------------------------- */

static void set_count(lua_State *L, const char *name, double value) {
  compat_push_whole(L, value);
  lua_setfield(L, -2, name);
}

tp_Counters tp_crowd_counters(const Crowd *c) {
  static const tp_Counters none = {0, 0, 0, 0};
  return c->motion.sim ? tp_sim_counters(c->motion.sim) : none;
}

void tp_crowd_push_info(lua_State *L, int crowd) {
  const Crowd *c = bind_known(L, crowd);
  const tp_Counters n = tp_crowd_counters(c);
  double searches = (double)c->motion.searches;
  lua_createtable(L, 0, 4);
  set_count(L, "decisions", (double)n.decisions);
  set_count(L, "searches", searches);
  set_count(L, "waiting", n.waiting);
  set_count(L, "stuck", n.stuck);
}

/* ---- lists for pictures -------------------------------------------------- */

/* core.list_units(crowd, into) -> count. Fills the table with the units in the
 * order in which they came; later items stay. */
static int list_units(lua_State *L) {
  Crowd *crowd = bind_known(L, 1);
  int count = 0;
  tp_bind_make_room(L, 2, compat_raw_length(L, 2), crowd->units, 0,
                    bind_locks(crowd, crowd->grid));
  tp_bind_push_kept(L, 1, CROWD_LIST);
  for (Unit *u = crowd->first; u; u = u->after) {
    lua_rawgeti(L, -1, (int)u->id);
    lua_rawseti(L, 2, ++count);
  }
  compat_push_whole(L, count);
  return 1;
}

static const luaL_Reg functions[] = {
    {"open_events", open_events},
    {"next_event", next_event},
    {"list_units", list_units},
    {NULL, NULL},
};

const bind_Exports tp_crowdevents_exports = {.kind = BIND_CROWD,
                                             .functions = functions};
