/* pathfinder.c - the pathfinder userdata: made from a complete profile, kept
 * up to date with its grid, and what it tells of itself.
 *
 * The userdata is a handle: its slots hold the grid, the parts of the navmap
 * and the blocks of the search that `find` uses, all made when first needed. */
#include "../kit/feed.h"
#include "finder.h"
#include "profile.h"

/* ---- making one --------------------------------------------------------- */

/* core.pathfinder(grid, complete profile) */
static int new_pathfinder(lua_State *L) {
  tp_Profile profile;
  tp_Grid *grid = tp_bind_object(L, 1, BIND_GRID, "pathfinder", "grid");
  lua_settop(L, 2);
  if (!lua_istable(L, 2)) {
    tp_bind_wrong(L, 2, "pathfinder", "profile", "a table");
  }
  tp_profile_read(L, grid, &profile);

  Finder *finder = tp_bind_new_handle(L, sizeof *finder, FINDER_SLOTS);
  finder->grid = grid;
  tp_navmap_init(&finder->navmap, grid, &profile);
  if (!lua_isnil(L, 4)) {
    tp_navmap_take_layers(&finder->navmap, bind_known(L, 4));
  }
  tp_bind_keep(L, 5, OWNER, 1);
  tp_bind_keep(L, 5, HEURISTIC, 3);
  tp_bind_keep(L, 5, LAYERS, 4);
  tp_bind_adopt(L, BIND_PATHFINDER);
  return 1;
}

/* ---- up to date --------------------------------------------------------- */

bool tp_finder_is_current(const Finder *f) {
  return tp_navmap_is_current(&f->navmap);
}

static void prepare(lua_State *L, int index, Finder *f, unsigned parts) {
  bind_BlockSlot blocks = {index, PARTS, finder_marks(f)};
  tp_feed_navmap(L, &f->navmap, parts, blocks);
}

void tp_finder_catch_up(lua_State *L, int index, Finder *f,
                        const char *function) {
  if (tp_finder_is_current(f)) return;
  tp_bind_check_idle(L, f, BIND_PATHFINDER, function);
  prepare(L, index, f, TP_MAP);
}

void tp_finder_get_ready(lua_State *L, int index, Finder *f,
                         const char *function) {
  if (tp_navmap_is_ready(&f->navmap, TP_QUERY_PARTS)) return;
  tp_bind_check_idle(L, f, BIND_PATHFINDER, function);
  prepare(L, index, f, TP_QUERY_PARTS);
}

void tp_finder_refuse_turns(lua_State *L, const Finder *f,
                            const char *function) {
  if (!tp_navmap_turns(&f->navmap)) return;
  tp_bind_error(L,
                "%s: turn_cost is for queries, not for fields, reaches "
                "and crowds",
                function);
}

static const char *const reasons[] = {
    [TP_START_OUTSIDE] = "start_outside",
    [TP_GOAL_OUTSIDE] = "goal_outside",
    [TP_START_BLOCKED] = "start_blocked",
    [TP_GOAL_BLOCKED] = "goal_blocked",
    [TP_GOAL_OCCUPIED] = "goal_occupied",
    [TP_UNREACHABLE] = "unreachable",
    [TP_BUDGET] = "budget",
    [TP_CANCELLED] = "cancelled",
    [TP_STALE] = "stale",
};

const char *tp_finder_reason(tp_Reason reason) { return reasons[reason]; }

int tp_finder_push_reason(lua_State *L, tp_Reason reason) {
  return tp_bind_push_no(L, reasons[reason]);
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
  lua_pushstring(L, tp_profile_algorithm_names[info.algorithm]);
  lua_setfield(L, -2, "algorithm");
  compat_push_whole(L, (double)info.expanded);
  lua_setfield(L, -2, "expanded");
  lua_pushnumber(L, info.seconds);
  lua_setfield(L, -2, "seconds");
}

static int index_pathfinder(lua_State *L) {
  const Finder *f = tp_bind_self(L, BIND_PATHFINDER, "__index");
  switch (tp_bind_member(L)) {
    case GRID: tp_bind_push_kept(L, 1, OWNER); break;
    case PROFILE: tp_profile_push(L, f); break;
    case INFO: push_info(L, f); break;
    default: break;
  }
  return 1;
}

static int to_string(lua_State *L) {
  const Finder *f = tp_bind_self(L, BIND_PATHFINDER, "__tostring");
  lua_pushfstring(L, "pathfinder on %dx%d (%s, %s)", (int)f->grid->width,
                  (int)f->grid->height,
                  tp_bind_diagonal_names[f->navmap.profile.diagonal],
                  tp_profile_algorithm_names[f->navmap.profile.algorithm]);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"find", tp_finder_find},
    {"find_world", tp_finder_find_world},
    {"find_many", tp_finder_find_many},
    {"search", tp_finder_search},
    {"line_of_sight", tp_finder_line_of_sight},
    {"line_of_sight_world", tp_finder_line_of_sight_world},
    {"visible", tp_finder_visible},
    {"can_step", tp_finder_can_step},
    {"can_enter", tp_finder_can_enter},
    {"is_reachable", tp_finder_is_reachable},
    {"price", tp_finder_price},
    {"region", tp_finder_region},
    {"regions", tp_finder_regions},
    {"neighbors", tp_finder_neighbors},
    {"to_cell", tp_finder_to_cell},
    {"to_world", tp_finder_to_world},
    {"nearest", tp_finder_nearest},
    {"would_block", tp_finder_would_block},
    {"prepare", tp_finder_prepare},
    {"field", tp_finder_field},
    {"reach", tp_finder_reach},
    {NULL, NULL},
};

static const luaL_Reg metamethods[] = {
    {"__tostring", to_string},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"pathfinder", new_pathfinder},
    {"catch_up", tp_finder_try_catch_up},
    {"is_busy", tp_finder_is_busy},
    {"work", tp_finder_work},
    {"prune", tp_finder_prune},
    {"may_leave", tp_finder_may_leave},
    {"link_between", tp_finder_link_between},
    {"sketch", tp_finder_sketch},
    {"spares", tp_finder_spares},
    {"opening", tp_finder_opening},
    {NULL, NULL},
};

const bind_Exports tp_pathfinder_exports = {
    .kind = BIND_PATHFINDER,
    .methods = methods,
    .metamethods = metamethods,
    .properties = properties,
    .index = index_pathfinder,
    .functions = functions,
};
