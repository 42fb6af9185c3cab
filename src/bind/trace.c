/* trace.c - paths from fields: from a cell to its goal, or from the start of a
 * reach to one of its cells.
 *
 * Costs fall with each step, so every way ends. Its cells are counted first;
 * then the table is made, as long as it has to be, and filled.
 */
#include "trace.h"

#include "../core/field/flow.h"

int trace_step(const tp_Field *f, const Finder *finder, tp_Cell c) {
  unsigned ways = tp_field_ways(f, &finder->navmap, c.x, c.y);
  return ways ? tp_flow_step(ways) : -1;
}

Trace trace_follow(const tp_Field *f, const Finder *finder, tp_Cell from) {
  const tp_Costs *costs = &finder->navmap.costs;
  Trace t = {from, 1, 0};
  size_t steps[2] = {0, 0};
  double sum = 0, straight = 0, diagonal = 0;
  for (int d; (d = trace_step(f, finder, t.end)) >= 0; t.count++) {
    t.end.x += tp_dx[d];
    t.end.y += tp_dy[d];
    size_t to = tp_grid_index(finder->grid, t.end.x, t.end.y);
    int class = finder->navmap.ground[to];
    straight = costs->real[0][class];
    diagonal = costs->real[1][class];
    sum += tp_is_diagonal(d) ? diagonal : straight;
    steps[tp_is_diagonal(d)]++;
  }
  t.cost = sum;
  if (costs->uniform) {
    t.cost = tp_product((double)steps[0], straight) +
             tp_product((double)steps[1], diagonal);
  }
  return t;
}

static void set_word(lua_State *L, int word, int value) {
  lua_pushvalue(L, lua_upvalueindex(word));
  lua_pushvalue(L, value);
  lua_rawset(L, -4);
  lua_pop(L, 1);
}

void trace_push(lua_State *L, const tp_Field *f, const Finder *finder,
                tp_Cell from, Trace t, bool backwards, double cost,
                uint32_t goal, bind_Marks marks) {
  const tp_Grid *g = finder->grid;
  luaL_checkstack(L, 10, NULL);
  bind_new_table(L, 2 * t.count, 3, marks);
  int table = lua_gettop(L);
  tp_Cell at = from;
  for (size_t i = 1; i <= t.count; i++) {
    size_t point = backwards ? t.count + 1 - i : i;
    bind_push_cell(L, g, at.x, at.y);
    lua_rawseti(L, table, (int)(2 * point));
    lua_rawseti(L, table, (int)(2 * point - 1));
    int d = i < t.count ? trace_step(f, finder, at) : -1;
    if (d < 0) break;
    at.x += tp_dx[d];
    at.y += tp_dy[d];
  }
  lua_pushnumber(L, cost);
  set_word(L, BIND_COST, lua_gettop(L));
  lua_pushvalue(L, lua_upvalueindex(BIND_CELLS));
  set_word(L, BIND_UNITS, lua_gettop(L));
  if (goal) {
    lua_pushinteger(L, (lua_Integer)goal);
    set_word(L, BIND_GOAL, lua_gettop(L));
  }
  lua_pushvalue(L, lua_upvalueindex(BIND_PATH));
  lua_setmetatable(L, table);
}
