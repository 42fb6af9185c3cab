/* restore.c - crowd:restore: changes a crowd to a saved state (state.c).
 *
 *     find      the texts, and room for the records
 *     read      (restored.c) each record, and check it, alone and against the
 *               others. The crowd's current units are looked up
 *     get       handles, blocks for orders, room in the motion
 *     apply     (applied.c) all units leave the crowd; then the units of the
 *               state enter it
 *
 * Find and get make memory. That runs finalizers, which may move and remove
 * units. So no unit is read before all texts are found; and if the crowd has
 * changed when all memory is there, it begins again. Read and apply make no
 * memory: an error leaves the crowd as it was.
 *
 * The result does not depend on the crowd's earlier state, nor on the history
 * of its pathfinders: paths are planned again, in slices (update.c).
 *
 * Cost: O(units before and after, and numbers of their orders).
 */
#include <string.h>

#include "../order/order.h"
#include "state.h"

static const char name[] = "restore";

/* ---- get ---------------------------------------------------------------- */

/* Stores the value on the top for a unit, in MADE. */
static void keep(const Loading *l, uint32_t i, int block) {
  lua_rawseti(l->L, MADE, (int)i * A_UNIT + block);
}

/* Makes a handle for a unit that is not in the crowd. */
static void get_handle(const Loading *l, Restored *r, uint32_t i) {
  lua_State *L = l->L;
  if (!r->is_new) return;
  r->unit = tp_bind_new_handle(L, sizeof *r->unit, UNIT_SLOTS);
  lua_rawseti(L, UNITS, (int)i + 1);
}

/* Makes the block of a query, as `unit:go` does (go.c). */
static void get_query(const Loading *l, Restored *r, uint32_t i) {
  const UnitState *s = &r->s;
  size_t numbers = r->numbers;
  WayQuery *w = tp_bind_new(l->L, sizeof *w + numbers * sizeof *w->list.number);
  const char *text = r->list;
  *w = (WayQuery){.is_list = s->asks == STATE_LIST};
  w->query.max_nodes = s->limit > 0 ? s->limit : UINT64_MAX;
  w->query.partial = s->partial != 0;
  w->options.in_world = !s->in_cells;
  w->options.kind = (tp_GoalKind)s->kind;
  w->options.sight = s->sight != 0;
  w->options.within = s->within;
  w->options.to[0] = s->to_x;
  w->options.to[1] = s->to_y;
  const Goal goal = {.x = s->to_x, .y = s->to_y};
  const tp_Rect cell = tp_goal_rect(r->finder, &w->options, goal);
  if (!w->is_list) w->query.goal = (tp_Cell){cell.x, cell.y};
  w->list.number = (double *)(void *)(w + 1);
  w->list.room = numbers;
  w->list.count = (uint32_t)(numbers / GOAL_NUMBERS);
  for (size_t k = 0; k < numbers; k++) {
    w->list.number[k] = restored_next(&text);
  }
  r->query = w;
  keep(l, i, ORDER_BLOCK);
}

static void get_keep(const Loading *l, Restored *r, uint32_t i) {
  const UnitState *s = &r->s;
  r->keep = tp_bind_new(l->L, sizeof *r->keep);
  *r->keep = (Keep){.least = s->least, .most = s->most, .sight = s->sight != 0};
  keep(l, i, ORDER_BLOCK);
}

static void get_points(const Loading *l, Restored *r, uint32_t i) {
  const char *text = r->list;
  r->point = tp_bind_new(l->L, r->numbers * sizeof *r->point);
  for (uint32_t k = 0; k < r->numbers; k++) {
    r->point[k] = state_cell(l->grid, (uint32_t)restored_next(&text));
  }
  keep(l, i, ORDER_BLOCK);
}

/* Makes the trail of a path, if the agent can still walk it. Otherwise the unit
 * will plan a path to its end. */
static void get_path(const Loading *l, Restored *r, uint32_t i) {
  lua_State *L = l->L;
  const char *text = r->list;
  uint32_t count = r->numbers / 2, links = 0;
  int top = lua_gettop(L);
  tp_Cell *cell = tp_bind_new(L, count * (sizeof *cell + sizeof(uint32_t)));
  uint32_t *link = (uint32_t *)(void *)(cell + count);
  for (uint32_t k = 0; k < count; k++) {
    cell[k] = state_cell(l->grid, (uint32_t)restored_next(&text));
    if (restored_next(&text) > 0) link[links++] = k;
  }
  lua_rawgeti(L, UNITS_FINDERS, (int)i + 1);
  tp_finder_catch_up(L, lua_gettop(L), r->finder, name);
  const KnownWay way = {cell, link, count, links};
  r->trail = tp_follow_push_trail(L, r->finder, &way);
  if (r->trail) keep(l, i, TRAIL_BLOCK);
  lua_settop(L, top);
}

static void get_order(const Loading *l, Restored *r, uint32_t i) {
  if (!r->s.moves) return;
  if (r->s.asks) get_query(l, r, i);
  if (r->s.errand == ERRAND_KEEP) get_keep(l, r, i);
  if (r->s.errand == ERRAND_PATROL) get_points(l, r, i);
  if (r->s.errand == ERRAND_PATH && r->numbers > 0) get_path(l, r, i);
}

/* Makes room in the list of the crowd's units. */
static void get_list(const Loading *l) {
  lua_State *L = l->L;
  tp_bind_push_kept(L, RESTORE_CROWD, CROWD_LIST);
  for (uint32_t id = l->crowd->last_id + 1; id <= l->count; id++) {
    lua_pushnumber(L, 0);
    lua_rawseti(L, -2, (int)id);
  }
  lua_pop(L, 1);
}

static void get_all(const Loading *l) {
  lua_State *L = l->L;
  for (uint32_t i = 0; i < l->count; i++) {
    get_handle(l, &l->one[i], i);
    get_order(l, &l->one[i], i);
  }
  get_list(l);
  if (l->s.moves || l->crowd->march.motion) {
    tp_ways_open(L, RESTORE_CROWD);
    tp_crowd_make_room_for(L, RESTORE_CROWD, l->count, l->sides);
  }
}

/* ---- the call ----------------------------------------------------------- */

/* Is the crowd as it was read, or have finalizers changed it? */
static bool stands(const Loading *l, uint64_t additions, uint32_t units,
                   uint64_t restores) {
  const Crowd *c = l->crowd;
  bool is_same =
      c->additions == additions && c->units == units && c->restores == restores;
  for (uint32_t i = 0; i < l->count && is_same; i++) {
    const Restored *r = &l->one[i];
    if (r->is_new) continue;
    is_same = r->unit->crowd == l->crowd &&
              (r->unit->finder == r->finder || r->is_given);
  }
  return is_same;
}

static Loading begin(lua_State *L, Crowd *c) {
  Loading l = {.L = L, .crowd = c, .grid = c->grid};
  lua_settop(L, TOP);
  l.count = (uint32_t)lua_tonumber(L, COUNT);
  l.one = tp_bind_new(L, l.count * sizeof *l.one);
  lua_replace(L, RECORDS);
  memset(l.one, 0, l.count * sizeof *l.one);
  l.taken = tp_bind_new(L, restored_taken_bytes(l.grid));
  lua_replace(L, TAKEN);
  for (int table = UNITS; table <= UNITS_FINDERS; table++) {
    lua_createtable(L, (int)l.count, 0);
    lua_replace(L, table);
  }
  lua_newtable(L);
  lua_replace(L, MADE);
  return l;
}

/* core.restore(crowd, count, crowd's text, texts of units, lists, finders,
 * fields, targets) -> true | nil, "damaged" or "size" | nil, the table of a
 * wrong object, its number, what it must be. The tables are made by the Lua
 * caller; they hold strings or objects. */
static int restore(lua_State *L) {
  enum { MOST_TIMES = 8 };
  Crowd *c = tp_bind_object(L, RESTORE_CROWD, BIND_CROWD, name, "crowd");
  tp_bind_check_idle(L, c, BIND_CROWD, name);
  for (int times = 0; times < MOST_TIMES; times++) {
    Loading l = begin(L, c);
    const uint64_t additions = c->additions;
    const uint32_t units = c->units;
    const uint64_t restores = c->restores;
    if (!tp_restored_read(&l)) {
      lua_pushnil(L);
      lua_pushstring(L, l.refusal);
      if (l.number == 0) return 2;
      lua_pushinteger(L, l.number);
      lua_pushstring(L, l.what);
      return 4;
    }
    get_all(&l);
    if (!stands(&l, additions, units, restores)) continue;
    tp_restored_apply(&l);
    lua_pushboolean(L, 1);
    return 1;
  }
  return tp_bind_error(L, "%s: the crowd was changed meanwhile", name);
}

static const luaL_Reg functions[] = {
    {"restore", restore},
    {NULL, NULL},
};

const bind_Exports tp_restore_exports = {.functions = functions};
