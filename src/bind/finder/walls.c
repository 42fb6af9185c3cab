/* walls.c - what pathfinders of one grid share.
 *
 * Pathfinders that differ in prices alone have equal masks, regions and jump
 * points: the parts TP_WALLS of their navmaps. These are in a handle of its
 * own, in a slot of each of these pathfinders. The grid has a table of the
 * handles by tp_WallsKey, with weak values. So walls are freed after the last of
 * their pathfinders.
 *
 * Whatever of the profile may ever matter is in the key, so that no edit
 * separates pathfinders. Only a grid of another size needs other walls: the
 * old ones stay as they are for pathfinders and searches that still have their
 * addresses.
 *
 * `find` runs from its start to its end, so one store serves all of them: jumps
 * depend on walls alone. While one runs, it holds the handle's lock, and a find
 * from a callback or a finalizer takes a store of its own.
 *
 * Layers that close cells have a log for each agent: its walls are its own.
 */
#include "walls.h"

static void push_new(lua_State *L, const tp_Grid *grid) {
  Walls *own = tp_bind_new_handle(L, sizeof *own, WALLS_SLOTS);
  own->walls.shape = grid->shape;
}

/* Pushes the walls of that key, unless these are for another size of the
 * grid. */
static bool push_known(lua_State *L, int table, int key, const tp_Grid *grid) {
  lua_pushvalue(L, key);
  lua_rawget(L, table);
  if (!lua_isnil(L, -1)) {
    const tp_Walls *walls = bind_known(L, -1);
    if (walls->shape == grid->shape) return true;
  }
  lua_pop(L, 1);
  return false;
}

/* All that may run a finalizer, which may give the pathfinder its walls, comes
 * first. */
void tp_walls_join(lua_State *L, int index) {
  enum { GRID = 1, KEY, TABLE, WALLS };
  Finder *f = bind_known(L, index);
  tp_Navmap *nav = &f->navmap;
  const int top = lua_gettop(L);
  luaL_checkstack(L, 12, NULL);
  tp_bind_push_kept(L, index, RUN_OWNER);
  tp_WallsKey key;
  tp_walls_key(&nav->profile, &key);
  lua_pushlstring(L, key.byte, key.size);
  tp_bind_push_weak(L, top + GRID, GRID_WALLS, "v");
  const bool shares = !(nav->layers && nav->layers->closes);
  if (!shares || !push_known(L, top + TABLE, top + KEY, f->grid)) {
    push_new(L, f->grid);
    lua_pushvalue(L, top + KEY);
    lua_pushvalue(L, top + WALLS);
    if (shares) lua_rawset(L, top + TABLE);
  }
  const tp_Walls *has = nav->walls;
  if (!has || has->shape != f->grid->shape) {
    tp_bind_keep(L, index, FINDER_WALLS, top + WALLS);
    tp_navmap_join(nav, bind_known(L, top + WALLS));
  }
  lua_settop(L, top);
}
