/* pathfinder.c - the pathfinder userdata: made from a complete profile, kept
 * up to date with its grid, and what it tells of itself.
 *
 * The userdata is a handle: its slots hold the grid, the parts of the navmap
 * and the blocks of the search that `find` uses, all made when first needed. */
#include "feed.h"
#include "finder.h"
#include "profile.h"

/* ---- making one --------------------------------------------------------- */

/* core.pathfinder(grid, complete profile) */
static int new_pathfinder(lua_State *L) {
  tp_Profile profile;
  tp_Grid *grid = bind_object(L, 1, BIND_GRID, "pathfinder", "grid");
  lua_settop(L, 2);
  if (!lua_istable(L, 2)) {
    bind_wrong(L, 2, "pathfinder", "profile", "a table");
  }
  profile_read(L, grid, &profile);

  Finder *finder = bind_new_handle(L, sizeof *finder, FINDER_SLOTS);
  finder->grid = grid;
  tp_navmap_init(&finder->navmap, grid, &profile);
  if (!lua_isnil(L, 4)) {
    tp_navmap_take_layers(&finder->navmap, bind_known(L, 4));
  }
  bind_keep(L, 5, OWNER, 1);
  bind_keep(L, 5, HEURISTIC, 3);
  bind_keep(L, 5, LAYERS, 4);
  bind_adopt(L, BIND_PATHFINDER);
  return 1;
}

/* ---- up to date --------------------------------------------------------- */

bool finder_is_current(const Finder *f) {
  return tp_navmap_is_current(&f->navmap);
}

static void prepare(lua_State *L, int index, Finder *f, unsigned parts) {
  bind_BlockSlot blocks = {index, PARTS, finder_marks(f)};
  feed_navmap(L, &f->navmap, parts, blocks);
}

void finder_catch_up(lua_State *L, int index, Finder *f, const char *function) {
  if (finder_is_current(f)) return;
  bind_check_idle(L, f, BIND_PATHFINDER, function);
  prepare(L, index, f, TP_MAP);
}

void finder_get_ready(lua_State *L, int index, Finder *f,
                      const char *function) {
  if (tp_navmap_is_ready(&f->navmap, TP_CORE)) return;
  bind_check_idle(L, f, BIND_PATHFINDER, function);
  prepare(L, index, f, TP_CORE);
}

/* ---- what it tells of itself -------------------------------------------- */

enum { GRID = 1, PROFILE, INFO };

static const char *const properties[] = {"grid", "profile", "info", NULL};

static void push_info(lua_State *L, const Finder *f) {
  const Info info = f->info;
  const tp_Navmap *nav = &f->navmap;
  lua_newtable(L);
  if (nav->profile.landmarks > 0) {
    size_t bytes = nav->marks ? tp_navmap_bytes(nav, TP_PART_MARKS) : 0;
    compat_push_whole(L, (double)bytes);
    lua_setfield(L, -2, "landmarks");
  }
  if (!info.is_known) return;
  lua_pushstring(L, profile_algorithm_names[info.algorithm]);
  lua_setfield(L, -2, "algorithm");
  compat_push_whole(L, (double)info.expanded);
  lua_setfield(L, -2, "expanded");
  lua_pushnumber(L, info.seconds);
  lua_setfield(L, -2, "seconds");
}

static int index_pathfinder(lua_State *L) {
  const Finder *f = bind_self(L, BIND_PATHFINDER, "__index");
  switch (bind_member(L)) {
    case GRID: bind_push_kept(L, 1, OWNER); break;
    case PROFILE: profile_push(L, f); break;
    case INFO: push_info(L, f); break;
    default: break;
  }
  return 1;
}

static int to_string(lua_State *L) {
  const Finder *f = bind_self(L, BIND_PATHFINDER, "__tostring");
  lua_pushfstring(L, "pathfinder on %dx%d (%s, %s)", (int)f->grid->width,
                  (int)f->grid->height,
                  bind_diagonal_names[f->navmap.profile.diagonal],
                  profile_algorithm_names[f->navmap.profile.algorithm]);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"find", finder_find},
    {"find_world", finder_find_world},
    {"find_many", finder_find_many},
    {"search", finder_search},
    {"line_of_sight", finder_line_of_sight},
    {"line_of_sight_world", finder_line_of_sight_world},
    {"visible", finder_visible},
    {"can_step", finder_can_step},
    {"can_enter", finder_can_enter},
    {"is_reachable", finder_is_reachable},
    {"neighbors", finder_neighbors},
    {"to_cell", finder_to_cell},
    {"to_world", finder_to_world},
    {"nearest", finder_nearest},
    {"would_block", finder_would_block},
    {"prepare", finder_prepare},
    {"field", finder_field},
    {"reach", finder_reach},
    {NULL, NULL},
};

static const luaL_Reg metamethods[] = {
    {"__tostring", to_string},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"pathfinder", new_pathfinder},
    {"is_uniform", finder_is_uniform},
    {"catch_up", finder_try_catch_up},
    {"is_busy", finder_is_busy},
    {"work", finder_work},
    {"sees", finder_sees},
    {"sees_world", finder_sees_world},
    {"may_leave", finder_may_leave},
    {"passage", finder_passage},
    {"sketch", finder_sketch},
    {"spares", finder_spares},
    {NULL, NULL},
};

void bind_open_pathfinder(lua_State *L) {
  static const bind_Class class = {methods, metamethods, properties,
                                   index_pathfinder};
  bind_class(L, BIND_PATHFINDER, &class);
  bind_functions(L, BIND_CORE, functions);
}
