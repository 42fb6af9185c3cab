/* pathfinder.c - the pathfinder userdata: made from a complete profile, updated
 * to its grid's edits, with its properties.
 *
 * The userdata is a handle. Its slots hold the grid, the parts of the navmap
 * and the blocks of the search that `find` uses. Each is made when first
 * needed.
 */
#include "pathfinder.h"

#include <math.h>

#include "../../core/navmap/connectivity.h"
#include "../../core/navmap/landmarkpart.h"
#include "../kit/taskrunner.h"
#include "finder.h"
#include "profile.h"
#include "walls.h"

/* ---- creation ----------------------------------------------------------- */

/* core.pathfinder(grid, complete profile) */
static int new_pathfinder(lua_State *L) {
  enum { HANDLE = 6 };
  tp_Profile profile;
  tp_Grid *grid = tp_bind_object(L, 1, BIND_GRID, "pathfinder", "grid");
  lua_settop(L, 2);
  if (!lua_istable(L, 2)) {
    tp_bind_wrong(L, 2, "pathfinder", "profile", "a table");
  }
  tp_profile_read(L, grid, &profile);

  Finder *finder = tp_bind_new_handle(L, sizeof *finder, FINDER_SLOTS);
  finder->grid = grid;
  tp_LayerCosts *layers = lua_isnil(L, 4) ? NULL : bind_known(L, 4);
  tp_navmap_init(&finder->navmap, grid, &profile, layers);
  finder->eyes = lua_isnil(L, 5) ? NULL : bind_known(L, 5);
  tp_bind_keep(L, HANDLE, RUN_OWNER, 1);
  tp_bind_keep(L, HANDLE, FINDER_PROFILE, 2);
  tp_bind_keep(L, HANDLE, FINDER_HEURISTIC, 3);
  tp_bind_keep(L, HANDLE, FINDER_LAYERS, 4);
  tp_bind_keep(L, HANDLE, FINDER_EYES, 5);
  tp_walls_join(L, HANDLE);
  tp_bind_adopt(L, BIND_PATHFINDER);
  return 1;
}

/* ---- updates ------------------------------------------------------------ */

void tp_finder_prepare(lua_State *L, int index, unsigned parts, void *user,
                       const char *function) {
  Finder *f = bind_known(L, index);
  const bind_BlockSlot blocks = {index, FINDER_PARTS, {{f, f->grid, user}}};
  if (tp_navmap_is_ready(&f->navmap, parts)) return;
  tp_bind_check_idle(L, f, BIND_PATHFINDER, function);
  if (f->navmap.shape != f->grid->shape) tp_walls_join(L, index);
  tp_taskrunner_navmap(L, &f->navmap, parts, blocks, FINDER_WALLS);
}

void tp_finder_prepare_map(lua_State *L, int index, const Finder *f,
                           const char *function) {
  if (tp_navmap_is_current(&f->navmap)) return;
  tp_finder_prepare(L, index, TP_MAP, NULL, function);
}

void tp_finder_prepare_eyes(lua_State *L, int index, const Finder *f,
                            const char *function) {
  if (!f->eyes || tp_navmap_is_current(&f->eyes->navmap)) return;
  tp_bind_push_kept(L, index, FINDER_EYES);
  tp_finder_prepare_map(L, lua_gettop(L), f->eyes, function);
  lua_pop(L, 1);
}

/* If both cells are in one region, the graph of regions is not needed. To
 * update the graph after an edit takes longer. */
bool tp_finder_connects(Finder *f, tp_Cell from, tp_Cell to) {
  tp_Navmap *nav = &f->navmap;
  tp_navmap_prepare(nav, TP_REGIONS);
  if (tp_navmap_region(nav, from.x, from.y) ==
      tp_navmap_region(nav, to.x, to.y)) {
    return true;
  }
  tp_navmap_prepare(nav, TP_CONNECTED);
  return tp_navmap_connects(nav, from, to);
}

void tp_finder_refuse_function(lua_State *L, const Finder *f,
                               const char *function) {
  if (f->navmap.profile.heuristic != TP_HEURISTIC_USER) return;
  tp_bind_error(L,
                "%s: a function as heuristic is for queries in one go "
                "(finder:find), not for searches, queues and crowds",
                function);
}

const char *const tp_finder_reasons[TP_STALE + 2] = {
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

int tp_finder_push_reason(lua_State *L, tp_Reason reason) {
  return tp_bind_push_no(L, tp_finder_reasons[reason]);
}

/* Prepares all parts of the pathfinder at 1, and landmarks within the budget.
 * Are they made? If not `is_patient`, those that lack edits are enough: queries
 * take that into account. */
static bool prepare_all(lua_State *L, Finder *f, const char *function,
                        bool is_patient, uint64_t *budget) {
  if (tp_navmap_is_ready(&f->navmap, FINDER_ALL)) return true;
  tp_finder_prepare(L, 1, FINDER_ALL, NULL, function);
  return (!is_patient && tp_landmarkpart_are_made(&f->navmap)) ||
         tp_landmarkpart_make(&f->navmap, budget);
}

/* finder:prepare([n]) -> is everything prepared? */
static int prepare_finder(lua_State *L) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, "prepare");
  uint64_t budget = UINT64_MAX;
  if (!lua_isnoneornil(L, 2)) {
    budget = (uint64_t)tp_bind_integer(L, 2, "prepare", "n", 1, BIND_MAX_WHOLE);
  }
  lua_pushboolean(L, prepare_all(L, f, "prepare", true, &budget));
  return 1;
}

/* core.prepare(finder, units, is_patient) -> units taken, and is it done?
 * Unless it is patient, landmarks that lack edits are enough. */
static int prepare_for_queue(lua_State *L) {
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, "update", "finder");
  uint64_t units = bind_units(L, 2);
  const uint64_t before = f->navmap.own_work;
  const bool is_patient = lua_toboolean(L, 3);
  const bool is_done = prepare_all(L, f, "update", is_patient, &units);
  const uint64_t took = (f->navmap.own_work - before) / TP_WORK_A_UNIT;
  lua_pushnumber(L, (lua_Number)took);
  lua_pushboolean(L, is_done);
  return 2;
}

/* core.catch_up(finder): updates the map to the grid's edits; false if the
 * pathfinder is busy and may not be updated. Then a caller in Lua raises with
 * its own name. */
static int try_catch_up(lua_State *L) {
  Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, "catch_up", "finder");
  bool may = !tp_bind_is_busy(f) || tp_navmap_is_current(&f->navmap);
  if (may) tp_finder_prepare_map(L, 1, f, "catch_up");
  lua_pushboolean(L, may);
  return 1;
}

/* For specs: core.work(finder) -> units of work since the finder was made. */
static int work(lua_State *L) {
  const Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, "work", "finder");
  lua_pushnumber(L, (double)f->navmap.own_work / TP_WORK_A_UNIT);
  return 1;
}

/* core.is_busy(finder): is it unable to search now? */
static int is_busy(lua_State *L) {
  const Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, "is_busy", "finder");
  lua_pushboolean(L, tp_bind_is_busy(f));
  return 1;
}

/* ---- the agent's place in the world ------------------------------------- */

/* The cell of a large agent is its top left cell. Its world position is the
 * middle of the cells that it covers: (size - 1) / 2 cells to the right of the
 * middle of that cell, and as many below. So the agent's middle moves over the
 * world as the middle of a cell does, and all searches and sight lines use only
 * the top left cell. */

/* Cells from the middle of the top left cell to the middle of the agent. */
static double half(int32_t size) { return (size - 1) / 2.0; }

tp_Place tp_finder_place(const Finder *f, double x, double y) {
  const tp_Grid *g = f->grid;
  const tp_Profile *p = &f->navmap.profile;
  if (tp_is_hexagonal(g->stagger)) {
    const tp_Place cell = tp_grid_cell_at(g, x, y);
    return (tp_Place){cell.x + 0.5, cell.y + 0.5};
  }
  return (tp_Place){
      (x - g->origin_x) / g->cell_width - half(p->wide) + g->first_x,
      (y - g->origin_y) / g->cell_height - half(p->high) + g->first_y};
}

tp_Place tp_finder_middle(const Finder *f, double column, double row) {
  const tp_Profile *p = &f->navmap.profile;
  return tp_grid_middle(f->grid, column + half(p->wide), row + half(p->high));
}

/* The cell and a part of it, 0 .. 1. To the nearest fixed-point number, so that
 * the centre of a cell is exact for any cell size, but never out of the cell.
 * */
static int64_t to_fixed(double cell, double part) {
  const double one = INT64_C(1) << TP_POINT_BITS;
  part = fmax(0, fmin(floor(part * one + 0.5), one - 1));
  return (int64_t)(cell * one + part);
}

tp_Point tp_finder_fixed(double column, double row) {
  const double x = floor(column), y = floor(row);
  return (tp_Point){to_fixed(x, column - x), to_fixed(y, row - y)};
}

bool tp_finder_point(const Finder *f, const double world[2], tp_Point *point) {
  const tp_Grid *g = f->grid;
  const tp_Place at = tp_finder_place(f, world[0], world[1]);
  if (!(at.x >= 0 && at.x < g->width && at.y >= 0 && at.y < g->height)) {
    return false;
  }
  *point = tp_finder_fixed(at.x, at.y);
  if (tp_is_hexagonal(g->stagger)) {
    const double x = floor(at.x), y = floor(at.y);
    const tp_Place corner = tp_grid_corner(g, x, y);
    point->x = to_fixed(x, (world[0] - corner.x) / g->cell_width);
    point->y = to_fixed(y, (world[1] - corner.y) / g->cell_height);
  }
  return true;
}

tp_Cell tp_finder_cell_at(const Finder *f, double x, double y) {
  const tp_Place at = tp_finder_place(f, x, y);
  return tp_bind_tame_cell(floor(at.x), floor(at.y));
}

tp_Cell tp_finder_world_cell(lua_State *L, int arg, const Finder *f,
                             const char *function, const char *name_x,
                             const char *name_y) {
  double x = tp_bind_number(L, arg, function, name_x);
  double y = tp_bind_number(L, arg + 1, function, name_y);
  return tp_finder_cell_at(f, x, y);
}

/* finder:to_cell(wx, wy) -> x, y */
static int to_cell(lua_State *L) {
  const Finder *f = tp_bind_self(L, BIND_PATHFINDER, "to_cell");
  double x = tp_bind_number(L, 2, "to_cell", "wx");
  double y = tp_bind_number(L, 3, "to_cell", "wy");
  const tp_Place at = tp_finder_place(f, x, y);
  tp_bind_push_place(L, floor(at.x), f->grid->base_x);
  tp_bind_push_place(L, floor(at.y), f->grid->base_y);
  return 2;
}

/* finder:to_world(x, y) -> wx, wy */
static int to_world(lua_State *L) {
  const Finder *f = tp_bind_self(L, BIND_PATHFINDER, "to_world");
  double x = tp_bind_place(L, 2, "to_world", "x", f->grid->base_x);
  double y = tp_bind_place(L, 3, "to_world", "y", f->grid->base_y);
  bind_push_point(L, tp_finder_middle(f, x, y));
  return 2;
}

/* ---- properties --------------------------------------------------------- */

enum { OF_GRID = 1, OF_PROFILE, OF_INFO };

static const char *const properties[] = {"grid", "profile", "info", NULL};

static int index_pathfinder(lua_State *L) {
  const int member = tp_bind_member(L);
  if (member == BIND_METHOD) return 1;
  const Finder *f = tp_bind_self(L, BIND_PATHFINDER, "__index");
  const tp_Navmap *nav = &f->navmap;
  switch (member) {
    case OF_GRID: tp_bind_push_kept(L, 1, RUN_OWNER); return 1;
    case OF_PROFILE: tp_profile_push(L, f); return 1;
    case OF_INFO: break;
    default: return 1;
  }
  lua_newtable(L);
  if (nav->profile.landmarks > 0) {
    size_t bytes = nav->landmarks ? tp_navmap_bytes(nav, TP_PART_LANDMARKS) : 0;
    compat_push_whole(L, (double)bytes);
    lua_setfield(L, -2, "landmarks");
  }
  if (!f->info.is_known) return 1;
  lua_pushstring(L, tp_profile_algorithm_names[f->info.algorithm]);
  lua_setfield(L, -2, "algorithm");
  compat_push_whole(L, (double)f->info.expanded);
  lua_setfield(L, -2, "expanded");
  lua_pushnumber(L, f->info.seconds);
  lua_setfield(L, -2, "seconds");
  return 1;
}

static int to_string(lua_State *L) {
  const Finder *f = tp_bind_self(L, BIND_PATHFINDER, "__tostring");
  const tp_Diagonal rule = f->navmap.profile.diagonal;
  lua_pushfstring(
      L, "pathfinder on %dx%d (%s, %s)", (int)f->grid->width,
      (int)f->grid->height,
      rule == TP_HEXAGONS ? "hexagons" : tp_bind_diagonal_names[rule],
      tp_profile_algorithm_names[f->navmap.profile.algorithm]);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"prepare", prepare_finder}, {"to_cell", to_cell}, {"to_world", to_world},
    {"__tostring", to_string},   {NULL, NULL},
};

/* core.steps_straight(finder) -> does it step to the four sides alone? */
static int steps_straight(lua_State *L) {
  const Finder *f = tp_bind_object(L, 1, BIND_PATHFINDER, "follower", "finder");
  lua_pushboolean(L, f->navmap.profile.diagonal == TP_NEVER);
  return 1;
}

static const luaL_Reg functions[] = {
    {"pathfinder", new_pathfinder},
    {"steps_straight", steps_straight},
    {"catch_up", try_catch_up},
    {"is_busy", is_busy},
    {"prepare", prepare_for_queue},
    {"work", work},
    {NULL, NULL},
};

const bind_Exports tp_pathfinder_exports = {
    .kind = BIND_PATHFINDER,
    .methods = methods,
    .properties = properties,
    .index = index_pathfinder,
    .functions = functions,
};
