/* module.c - luaopen_tilepath_core: what `require "tilepath_core"` runs.
 *
 * The module is private; users see lua/tilepath. It may be opened more than
 * once in a Lua state (package.loaded was cleared, or specs run one after the
 * other). The metatables live in the registry, so objects from before keep
 * their kind. The metatables' names in the registry have the version, because
 * userdata of another version may have another layout: this version takes them
 * for foreign values.
 */
#include "kit/class.h"

/* The loader reads this label in the file's bytes if the system refuses to load
 * the file, or if the module lies in an archive. */
static const char label[] = "[tilepath_core " BIND_VERSION " for " LUA_VERSION
                            " on " BIND_SYSTEM " " BIND_PROCESSOR "]";

/* The file with a kind's __index comes before other files of that kind. */
/* clang-format off */
static const bind_Exports *const files[] = {
    &tp_grid_exports,
    &tp_cells_exports,
    &tp_iterate_exports,
    &tp_coordinates_exports,
    &tp_sample_exports,
    &tp_links_exports,
    &tp_fences_exports,
    &tp_resize_exports,
    &tp_layer_exports,
    &tp_griddata_exports,
    &tp_dump_exports,
    &tp_pathfinder_exports,
    &tp_cellqueries_exports,
    &tp_sight_exports,
    &tp_pathlines_exports,
    &tp_fov_exports,
    &tp_pathfinder_fov_exports,
    &tp_wouldblock_exports,
    &tp_find_exports,
    &tp_search_exports,
    &tp_find_search_exports,
    &tp_field_exports,
    &tp_find_field_exports,
    &tp_fieldlookups_exports,
    &tp_swarm_exports,
    &tp_reach_exports,
    &tp_find_reach_exports,
    &tp_queuetasks_exports,
    &tp_crowd_exports,
    &tp_crowdevents_exports,
    &tp_update_exports,
    &tp_group_exports,
    &tp_unitproperties_exports,
    &tp_unit_exports,
    &tp_step_exports,
    &tp_order_exports,
    &tp_orderlist_exports,
    &tp_go_exports,
    &tp_follow_exports,
    &tp_keepdistance_exports,
    &tp_crowdstate_exports,
    &tp_records_exports, &tp_restore_exports,
    NULL,
};
/* clang-format on */

/* core.options() -> { [call] = { [option] = its row } } */
static int options(lua_State *L) {
  lua_newtable(L);
  for (int i = 0; files[i]; i++) {
    if (files[i]->list_options) files[i]->list_options(L);
  }
  return 1;
}

static const luaL_Reg functions[] = {{"options", options}, {NULL, NULL}};

static const bind_Exports own_exports = {.kind = BIND_GRID,
                                         .functions = functions};

BIND_EXPORT int luaopen_tilepath_core(lua_State *L);

BIND_EXPORT int luaopen_tilepath_core(lua_State *L) {
  compat_check_version(L);
  lua_settop(L, 0);
  tp_bind_begin(L);
  lua_pushliteral(L, BIND_VERSION);
  lua_setfield(L, BIND_CORE, "version");
  lua_pushnumber(L, BIND_SEAM);
  lua_setfield(L, BIND_CORE, "seam");
  lua_pushstring(L, label);
  lua_setfield(L, BIND_CORE, "label");
  for (int i = 0; files[i]; i++) tp_bind_list_members(L, files[i]);
  for (int i = 0; files[i]; i++) tp_bind_open(L, files[i]);
  tp_bind_open(L, &own_exports);
  lua_rawgeti(L, BIND_MEMBERS, (int)BIND_GRID);
  lua_setfield(L, BIND_CORE, "grid_methods");
  lua_rawgeti(L, BIND_MEMBERS, (int)BIND_LAYER);
  lua_setfield(L, BIND_CORE, "layer_methods");
  lua_rawgeti(L, BIND_MEMBERS, (int)BIND_PATHFINDER);
  lua_setfield(L, BIND_CORE, "pathfinder_methods");
  lua_rawgeti(L, BIND_MEMBERS, (int)BIND_CROWD);
  lua_setfield(L, BIND_CORE, "crowd_methods");
  lua_rawgeti(L, BIND_MEMBERS, BIND_VIEW);
  lua_setfield(L, BIND_CORE, "view_methods");
  lua_rawgeti(L, BIND_MEMBERS, BIND_REACH);
  lua_setfield(L, BIND_CORE, "reach_methods");
  lua_getfield(L, BIND_CORE, "Unit");
  lua_getfield(L, -1, "__newindex");
  lua_setfield(L, BIND_CORE, "write_unit");
  lua_settop(L, BIND_CORE);
  return 1;
}
