/* crowd.c - the crowd userdata: the units on a grid. (crowd:update is in
 * bind/order/update.c.)
 *
 * The core answers questions about cells (map/occupancy): a number for each
 * cell. A table has the units by these numbers (membership.c).
 *
 * Invariant: a unit with a crowd is in the crowd's table at its id, and in its
 * list. All cells that it holds lie in its rectangle, except at the start of a
 * link that it is in.
 *
 * Cost: 4 1/8 bytes a cell, two objects a unit (three with the game's own
 * fields). All calls except `units` and `state` take time proportional to the
 * cells that they ask about.
 */
#include "crowd.h"

#include <math.h>

#include "../../core/base/heapsort.h"
#include "../finder/pathfinder.h"
#include "crowdevents.h"
#include "membership.h"
#include "orderlist.h"
#include "unit.h"

/* ---- creation ----------------------------------------------------------- */

/* Stack indices during the creation. */
enum { ITS_GRID = 1, NODES, MOVED, SPEEDS, TRAFFIC, RESTORED, MADE };

/* core.crowd(grid, nodes, moved, speeds, traffic, restored) -> an empty crowd;
 * nodes is its budget or nil, values of the table speeds are numbers in the
 * range of prices. Units of a restored one may stand under walls, and take
 * orders without a path. */
static int new_crowd(lua_State *L) {
  tp_Grid *grid = tp_bind_object(L, ITS_GRID, BIND_GRID, "crowd", "grid");
  lua_settop(L, RESTORED);
  Crowd *crowd = tp_bind_new_handle(L, sizeof *crowd, CROWD_SLOTS);
  crowd->grid = grid;
  crowd->motion.tells_moves = lua_toboolean(L, MOVED);
  crowd->motion.minds_traffic = lua_toboolean(L, TRAFFIC);
  crowd->is_restored = lua_toboolean(L, RESTORED);
  crowd->motion.nodes = lua_isnil(L, NODES) ? 0 : bind_units(L, NODES);
  tp_bind_keep(L, MADE, CROWD_GRID, ITS_GRID);
  lua_newtable(L);
  tp_bind_keep(L, MADE, CROWD_LIST, MADE + 1);
  if (lua_istable(L, SPEEDS)) {
    /* A block with the duration factor of each terrain, from the table at
     * SPEEDS. */
    uint32_t *ground = tp_bind_new(L, 256 * sizeof *ground);
    for (int i = 0; i < 256; i++) ground[i] = TP_USUAL_GROUND;
    for (lua_pushnil(L); lua_next(L, SPEEDS); lua_pop(L, 1)) {
      const int terrain =
          tp_bind_terrain(L, -2, grid, "crowd", "each key of speeds");
      const double slower = TP_USUAL_GROUND / lua_tonumber(L, -1) + 0.5;
      ground[terrain] = ground[terrain | TP_CLOSED] = (uint32_t)slower;
    }
    crowd->motion.ground = ground;
    tp_bind_keep(L, MADE, CROWD_GROUND, MADE + 2);
  }
  bind_BlockSlot slot = {MADE, CROWD_OCCUPANCY, bind_locks(NULL, NULL)};
  size_t bytes = tp_occupancy_bytes(grid->width, grid->height);
  crowd->occupancy = tp_bind_block(L, slot, bytes);
  tp_occupancy_init(crowd->occupancy, grid->width, grid->height,
                    tp_bind_unique_number(grid));
  lua_settop(L, MADE);
  tp_bind_lodge(L, ITS_GRID, MADE);
  tp_bind_adopt(L, BIND_CROWD);
  return 1;
}

/* ---- adding ------------------------------------------------------------- */

/* Stack indices during `add`. */
enum { CROWD = 1, TABLE, UNIT };

typedef struct AddOptions {
  int finder;                  /* stack index */
  double x, y, cell_x, cell_y; /* NAN: not given */
  Settings settings;
} AddOptions;

static bool read_finder(lua_State *L, const bind_Option *row, void *member) {
  (void)row;
  (void)member;
  return tp_bind_test(L, -1, BIND_PATHFINDER);
}

static bool read_cell(lua_State *L, const bind_Option *row, void *member) {
  (void)row;
  *(double *)member = lua_tonumber(L, -1);
  return tp_bind_is_whole(L, -1);
}

/* lua/tilepath/callbacks.lua takes it, and false for none. */
static bool read_callback(lua_State *L, const bind_Option *row, void *member) {
  (void)row;
  (void)member;
  return tp_bind_is_callable(L, -1) || !lua_toboolean(L, -1);
}

static const bind_OptionKind pathfinder = {.name = "pathfinder",
                                           .what = "a pathfinder",
                                           .read = read_finder,
                                           .keeps = true},
                             cell_place = {.name = "whole",
                                           .what = "a whole number",
                                           .read = read_cell},
                             callback = {.name = "function",
                                         .what = "a function",
                                         .read = read_callback};

enum { ADD = 1 };

static const bind_Option rows[] = {
    {"finder", ADD, BIND_VALUE(AddOptions, finder, pathfinder)},
    {"x", ADD, BIND_NUMBER(AddOptions, x, -BIND_FINITE, BIND_FINITE)},
    {"y", ADD, BIND_NUMBER(AddOptions, y, -BIND_FINITE, BIND_FINITE)},
    {"cell_x", ADD, BIND_VALUE(AddOptions, cell_x, cell_place)},
    {"cell_y", ADD, BIND_VALUE(AddOptions, cell_y, cell_place)},
    {"on_arrived", ADD, BIND_CHECKED(callback, 0, 0)},
    {"on_blocked", ADD, BIND_CHECKED(callback, 0, 0)},
    {"on_link", ADD, BIND_CHECKED(callback, 0, 0)},
    {"on_reached", ADD, BIND_CHECKED(callback, 0, 0)},
#define ADD_ROW(type, name, low, high, usual)                           \
  {#name, ADD, &SETTING_##type, BIND_MEMBER(AddOptions, settings.name), \
   low,   high},
    UNIT_SETTINGS(ADD_ROW)};

static const bind_OptionCall add_call = {"crowd:add", "options",
                                         BIND_ROWS(rows), ADD, 0};

/* On that grid; NULL: on any. */
static AddOptions default_options(const tp_Grid *g) {
  return (AddOptions){0, NAN, NAN, NAN, NAN, tp_settings_usual(g)};
}

static void list_options(lua_State *L) {
  const AddOptions options = default_options(NULL);
  tp_options_list(L, &add_call, &options);
}

/* Raises about an option that is missing. */
TP_NORETURN static void refuse_missing(lua_State *L, const char *name,
                                       const char *what) {
  lua_pushnil(L);
  tp_bind_wrong(L, lua_gettop(L), "add", name, what);
}

/* Sets the unit's place. */
static void take_place(lua_State *L, Unit *unit, const Finder *f,
                       const AddOptions *o) {
  const bool in_world = !isnan(o->x) || !isnan(o->y);
  const bool in_cell = !isnan(o->cell_x) || !isnan(o->cell_y);
  if (in_world == in_cell) {
    tp_bind_error(L, "add: give either x and y or cell_x and cell_y%s",
                  in_world ? ", got both" : ", got none");
  }
  if (in_world) {
    if (isnan(o->x)) refuse_missing(L, "x", "a finite number");
    if (isnan(o->y)) refuse_missing(L, "y", "a finite number");
    unit->x = o->x;
    unit->y = o->y;
    unit->cell = tp_finder_cell_at(f, unit->x, unit->y);
  } else {
    if (isnan(o->cell_x)) refuse_missing(L, "cell_x", cell_place.what);
    if (isnan(o->cell_y)) refuse_missing(L, "cell_y", cell_place.what);
    unit->cell = tp_bind_cell_at(f->grid, o->cell_x, o->cell_y);
    const tp_Place at = tp_finder_middle(f, unit->cell.x, unit->cell.y);
    unit->x = at.x;
    unit->y = at.y;
  }
}

/* core.add_unit(crowd, options) -> unit | nil, reason. Leaves out callbacks. */
static int add(lua_State *L) {
  Crowd *crowd = tp_bind_self(L, BIND_CROWD, "add");
  AddOptions options = default_options(crowd->grid);
  lua_settop(L, TABLE);
  if (!tp_bind_is_table_of(L, TABLE, "table")) {
    tp_bind_wrong(L, TABLE, "add", "options", "a table");
  }
  Unit *unit = tp_bind_new_handle(L, sizeof(Unit), UNIT_SLOTS);
  tp_options_read(L, TABLE, "add", &add_call, &options);
  if (!options.finder) refuse_missing(L, "finder", pathfinder.what);
  Finder *f = bind_known(L, options.finder);
  tp_crowd_check_finder(L, crowd, f, "add");
  take_place(L, unit, f, &options);
  unit->settings = options.settings;
  tp_Rect under = finder_footprint(f, unit->cell);
  tp_crowd_make_room(L, CROWD, tp_unit_entered(under.w, under.h));
  tp_finder_prepare_map(L, options.finder, f, "add");
  const char *why = tp_unit_refusal(crowd, f, unit->cell, 0);
  if (why) return tp_bind_push_no(L, why);
  unit->finder = f;
  unit->heading = TP_NO_DIRECTION;
  unit->cells = finder_footprint(f, unit->cell);
  tp_bind_keep(L, UNIT, UNIT_CROWD, CROWD);
  tp_bind_keep(L, UNIT, UNIT_FINDER, options.finder);
  lua_settop(L, UNIT);
  tp_bind_adopt(L, BIND_UNIT);
  tp_crowd_enlist(L, CROWD, UNIT);
  tp_occupancy_hold(crowd->occupancy, unit->cells, unit->id);
  tp_crowd_admit(unit);
  return 1;
}

/* ---- questions ---------------------------------------------------------- */

/* crowd:at(x, y) -> unit | nil */
static int at(lua_State *L) {
  const Crowd *crowd = tp_bind_self(L, BIND_CROWD, "at");
  tp_Cell c = tp_bind_cell(L, 2, crowd->grid, "at", "x", "y");
  bool is_inside = tp_grid_contains(crowd->grid, c.x, c.y);
  tp_crowd_push_unit(
      L, 1, is_inside ? tp_occupancy_at(crowd->occupancy, c.x, c.y) : 0);
  return 1;
}

/* crowd:unit(id) -> unit | nil */
static int unit_of(lua_State *L) {
  const Crowd *crowd = tp_bind_self(L, BIND_CROWD, "unit");
  const double id = tp_bind_integer(L, 2, "unit", "id", 1, BIND_MAX_WHOLE);
  const Unit *u = crowd->first;
  while (u && (double)u->arrival != id) u = u->after;
  tp_crowd_push_unit(L, 1, u ? u->id : 0);
  return 1;
}

static double take_side(lua_State *L, int arg, const char *name) {
  if (lua_isnoneornil(L, arg)) return 1;
  return tp_bind_integer(L, arg, "is_free", name, 1, BIND_MAX_WHOLE);
}

/* crowd:is_free(x, y [, w, h]) */
static int is_free(lua_State *L) {
  const Crowd *crowd = tp_bind_self(L, BIND_CROWD, "is_free");
  const tp_Grid *g = crowd->grid;
  tp_Cell c = tp_bind_cell(L, 2, g, "is_free", "x", "y");
  double w = take_side(L, 4, "w"), h = take_side(L, 5, "h");
  bool is_inside = tp_grid_contains(g, c.x, c.y) && w <= g->width - c.x &&
                   h <= g->height - c.y;
  lua_pushboolean(
      L, is_inside && tp_occupancy_is_free(
                          crowd->occupancy,
                          (tp_Rect){c.x, c.y, (int32_t)w, (int32_t)h}, 0));
  return 1;
}

/* ---- lists of units ----------------------------------------------------- */

/* Appends a unit as item i to the table on the top. The crowd's list is
 * below. */
static void append_unit(lua_State *L, const Unit *unit, int i) {
  lua_rawgeti(L, -2, (int)unit->id);
  lua_rawseti(L, -2, i);
}

/* Does the unit hold a cell of the rectangle? */
static bool stands_in(Unit *unit, tp_Rect rect) {
  tp_unit_update_place(unit);
  if (unit->orders.is_admitted) {
    const tp_Unit *core_unit = tp_sim_unit(unit->crowd->motion.sim, unit->id);
    tp_Rect from = tp_unit_under(core_unit, core_unit->step.from);
    if (tp_unit_is_in_link(core_unit) &&
        !tp_rect_is_empty(tp_rect_clip(from, rect))) {
      return true;
    }
  }
  const tp_Occupancy *o = unit->crowd->occupancy;
  tp_Rect both = tp_rect_clip(unit->cells, rect);
  for (tp_Cell c = tp_rect_first(both); tp_rect_wrap(both, &c); c.x++) {
    if (tp_occupancy_at(o, c.x, c.y) == unit->id) return true;
  }
  return false;
}

/* Pushes the crowd's list, and a table with room for all units: so to fill it
 * runs no finalizers. */
static void push_lists(lua_State *L, const Crowd *crowd) {
  uint32_t room;
  tp_bind_push_kept(L, 1, CROWD_LIST);
  const int list = lua_gettop(L);
  do {
    lua_settop(L, list);
    room = crowd->units;
    lua_createtable(L, (int)room, 0);
  } while (crowd->units > room);
}

typedef struct Found {
  Unit *unit;
} Found;

static bool came_before(const void *a, const void *b) {
  const Found *one = a, *other = b;
  return one->unit->arrival < other->unit->arrival;
}

/* Lists the units in the rectangle by a loop over its cells. */
static int list_by_cells(lua_State *L, Crowd *crowd, tp_Rect rect) {
  size_t count = 0;
  Found *found = tp_bind_new(L, (size_t)tp_rect_area(rect) * sizeof *found);
  tp_bind_push_kept(L, 1, CROWD_LIST);
  lua_newtable(L);
  crowd->last_mark++;
  for (tp_Cell c = tp_rect_first(rect); tp_rect_wrap(rect, &c); c.x++) {
    uint32_t id = tp_occupancy_at(crowd->occupancy, c.x, c.y);
    if (id == 0) continue;
    lua_rawgeti(L, -2, (int)id);
    Unit *unit = bind_known(L, -1);
    if (unit->mark != crowd->last_mark) found[count++].unit = unit;
    unit->mark = crowd->last_mark;
    lua_pop(L, 1);
  }
  tp_sort(found, count, sizeof *found, came_before);
  for (size_t i = 0; i < count; i++) append_unit(L, found[i].unit, (int)i + 1);
  return 1;
}

/* crowd:units(xs, ys [, angles]) -> count. Fills the tables in the order of
 * addition; they end there. All room is made first. */
static int fill_places(lua_State *L, Crowd *crowd) {
  enum { XS = 2, YS, ANGLES, MOST };
  static const char *const names[MOST] = {[XS] = "xs", "ys", "angles"};
  const int last = lua_isnoneornil(L, ANGLES) ? YS : ANGLES;
  for (int at = XS; at <= last; at++) {
    tp_bind_numbers(L, at, "units", names[at]);
  }
  size_t had[MOST];
  for (int at = XS; at <= last; at++) {
    had[at] = compat_raw_length(L, at);
    tp_bind_make_room(L, at, had[at], crowd->units, 0,
                      bind_locks(crowd, crowd->grid));
  }
  int count = 0;
  for (Unit *u = crowd->first; u; u = u->after) {
    count++;
    if (last < ANGLES) {
      tp_unit_update_xy(u);
    } else {
      tp_unit_update_place(u);
    }
    lua_pushnumber(L, u->x);
    lua_rawseti(L, XS, count);
    lua_pushnumber(L, u->y);
    lua_rawseti(L, YS, count);
    if (last < ANGLES) continue;
    lua_pushnumber(L, tp_unit_angle(u));
    lua_rawseti(L, ANGLES, count);
  }
  for (int at = XS; at <= last; at++) {
    tp_bind_cut(L, at, had[at], crowd->units);
  }
  compat_push_whole(L, crowd->units);
  return 1;
}

/* crowd:units([x, y, w, h]) -> list, in the order of addition */
static int units(lua_State *L) {
  /* Time for a cell, in units of the other list's time for a unit. */
  enum { DEAR = 4 };
  Crowd *crowd = tp_bind_self(L, BIND_CROWD, "units");
  if (lua_istable(L, 2)) return fill_places(L, crowd);
  const bool is_all = lua_gettop(L) == 1;
  tp_Rect rect = {0, 0, 0, 0};
  if (!is_all) {
    rect = tp_bind_rect(L, 2, crowd->grid, "units");
    if (tp_rect_area(rect) * DEAR < crowd->units) {
      return list_by_cells(L, crowd, rect);
    }
  }
  int count = 0;
  push_lists(L, crowd);
  for (Unit *u = crowd->first; u; u = u->after) {
    if (is_all || stands_in(u, rect)) append_unit(L, u, ++count);
  }
  return 1;
}

/* crowd:units_within(x1, y1, x2, y2) -> list, in the order of addition */
static int units_within(lua_State *L) {
  static const char name[] = "units_within";
  const Crowd *crowd = tp_bind_self(L, BIND_CROWD, name);
  const tp_Grid *g = crowd->grid;
  const double x1 = tp_bind_number(L, 2, name, "x1");
  const double y1 = tp_bind_number(L, 3, name, "y1");
  const double x2 = tp_bind_number(L, 4, name, "x2");
  const double y2 = tp_bind_number(L, 5, name, "y2");
  int count = 0;
  push_lists(L, crowd);
  for (Unit *u = crowd->first; u; u = u->after) {
    const tp_Rect r = finder_footprint(u->finder, u->cell);
    tp_unit_update_xy(u);
    const double wide = r.w * g->cell_width, high = r.h * g->cell_height;
    if (u->x - wide / 2 < fmax(x1, x2) && u->x + wide / 2 > fmin(x1, x2) &&
        u->y - high / 2 < fmax(y1, y2) && u->y + high / 2 > fmin(y1, y2)) {
      append_unit(L, u, ++count);
    }
  }
  return 1;
}

/* ---- metatable ---------------------------------------------------------- */

enum { COUNT = 1, GRID, INFO, MOVING };

static const char *const properties[] = {"count", "grid", "info", "moving",
                                         NULL};

static int index_crowd(lua_State *L) {
  const int member = tp_bind_member(L);
  if (member == BIND_METHOD) return 1;
  const Crowd *crowd = tp_bind_self(L, BIND_CROWD, "__index");
  switch (member) {
    case COUNT: compat_push_whole(L, crowd->units); break;
    case GRID: tp_bind_push_kept(L, 1, CROWD_GRID); break;
    case INFO: tp_crowd_push_info(L, 1); break;
    case MOVING: compat_push_whole(L, tp_crowd_counters(crowd).moving); break;
    default: break;
  }
  return 1;
}

static int length(lua_State *L) {
  const Crowd *crowd = tp_bind_self(L, BIND_CROWD, "__len");
  compat_push_whole(L, crowd->units);
  return 1;
}

static int to_string(lua_State *L) {
  const Crowd *crowd = tp_bind_self(L, BIND_CROWD, "__tostring");
  lua_pushfstring(L, "crowd of %d %s on %dx%d", (int)crowd->units,
                  crowd->units == 1 ? "unit" : "units", (int)crowd->grid->width,
                  (int)crowd->grid->height);
  return 1;
}

static const luaL_Reg methods[] = {
    {"at", at},
    {"is_free", is_free},
    {"units", units},
    {"units_within", units_within},
    {"unit", unit_of},
    {"__len", length},
    {"__tostring", to_string},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"crowd", new_crowd},
    {"add_unit", add},
    {NULL, NULL},
};

const bind_Exports tp_crowd_exports = {
    .kind = BIND_CROWD,
    .methods = methods,
    .properties = properties,
    .index = index_crowd,
    .functions = functions,
    .list_options = list_options,
};
