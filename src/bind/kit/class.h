/* class.h - the kinds of object: the methods and properties of each kind, and
 * the tests for a kind.
 */
#pragma once

#include "memory.h"

#define BIND_VERSION "1.2.0"

/* The number of what the Lua files take from the module (docs/seam.md): with
 * each change of that it is raised, here and in lua/tilepath/loader.lua. */
#define BIND_SEAM 5

/* The methods, properties and functions that one file defines; NULL for none.
 * Each file has the table of its own methods, so no file names functions of
 * another file. The file with a kind's __index comes before other files of that
 * kind. Lists end with NULL. */
typedef struct bind_Exports {
  bind_Kind kind;                /* of the methods */
  const luaL_Reg *methods;       /* and __call, __len, ...; not __index */
  const char *const *properties; /* numbered from 1 */
  lua_CFunction index;           /* __index; calls tp_bind_member */
  lua_CFunction newindex;        /* may call tp_bind_member_or_key */
  const luaL_Reg *functions;     /* of the module, for Lua files */
  /* adds the options of its calls to the table on the top: core.options() */
  void (*list_options)(lua_State *L);
} bind_Exports;

/* The exports of all files, which module.c opens. */
TP_FUNC const bind_Exports tp_grid_exports, tp_cells_exports,
    tp_iterate_exports, tp_coordinates_exports, tp_sample_exports,
    tp_links_exports, tp_fences_exports, tp_resize_exports, tp_layer_exports,
    tp_griddata_exports, tp_dump_exports, tp_pathfinder_exports,
    tp_cellqueries_exports, tp_sight_exports, tp_pathlines_exports,
    tp_fov_exports, tp_pathfinder_fov_exports, tp_wouldblock_exports,
    tp_find_exports, tp_search_exports, tp_find_search_exports,
    tp_field_exports, tp_find_field_exports, tp_fieldlookups_exports,
    tp_swarm_exports, tp_reach_exports, tp_find_reach_exports,
    tp_queuetasks_exports, tp_crowd_exports, tp_crowdevents_exports,
    tp_update_exports, tp_group_exports, tp_unitproperties_exports,
    tp_unit_exports, tp_step_exports, tp_order_exports, tp_orderlist_exports,
    tp_go_exports, tp_follow_exports, tp_keepdistance_exports,
    tp_crowdstate_exports, tp_records_exports, tp_restore_exports;

/* Two passes over all files while the module is opened. The first lists the
 * members of each kind. The second fills the metatables and the table that the
 * module returns. So objects from an earlier opening always have their methods,
 * even for a finalizer that runs between the passes. */
TP_FUNC void tp_bind_list_members(lua_State *L, const bind_Exports *exports);
TP_FUNC void tp_bind_open(lua_State *L, const bind_Exports *exports);

/* Pushes the values of BIND_STATE to BIND_MEMBERS onto the empty stack, to open
 * the module. The table that it returns has the metatables. */
TP_FUNC void tp_bind_begin(lua_State *L);

/* For an __index function: looks up the key at 2. Returns the number of the
 * property of that name; or BIND_METHOD with the method pushed, or 0 with nil.
 * A method is found whatever the object at 1 is, because it tests that itself:
 * so only properties test for the kind. tp_bind_member replaces the key;
 * tp_bind_member_or_key leaves the stack below as it was. */
enum { BIND_METHOD = -1 };
TP_FUNC int tp_bind_member(lua_State *L);
TP_FUNC int tp_bind_member_or_key(lua_State *L);

/* Sets the metatable of the userdata on the top. */
TP_FUNC void tp_bind_adopt(lua_State *L, bind_Kind kind);

/* The object at arg; NULL if it is not of that kind. */
TP_FUNC void *tp_bind_test(lua_State *L, int arg, bind_Kind kind);
/* The object at 1, for methods and metamethods; or at arg. Both raise if it is
 * not of that kind. */
TP_FUNC void *tp_bind_self(lua_State *L, bind_Kind kind, const char *function);
TP_FUNC void *tp_bind_object(lua_State *L, int arg, bind_Kind kind,
                             const char *function, const char *name);

/* Does a function of the library that was called with one of its objects run
 * now, in any coroutine? */
TP_FUNC bool tp_bind_is_within(lua_State *L);
