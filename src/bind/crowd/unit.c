/* unit.c - the unit userdata: one that stands in a crowd.
 *
 * It may stand where its pathfinder's agent may be and nobody else of its crowd
 * holds a cell. That is looked at when it is put somewhere, never afterwards:
 * what is built under it does not move it.
 *
 * Its methods and properties come first, then the fields that the game gives
 * it, which live in a table of their own. To read one makes no garbage.
 */
#include <string.h>

#include "crowd.h"

/* ---- itself ------------------------------------------------------------- */

static Unit *self(lua_State *L, const char *function) {
  return tp_bind_self(L, BIND_UNIT, function);
}

void tp_unit_refuse_removed(lua_State *L, const char *function) {
  tp_bind_error(L, "%s: the unit was removed from its crowd", function);
}

Unit *tp_unit_placed(lua_State *L, const char *function) {
  Unit *unit = self(L, function);
  if (!unit->crowd) tp_unit_refuse_removed(L, function);
  return unit;
}

Unit *tp_unit_movable(lua_State *L, const char *function) {
  Unit *unit = tp_unit_placed(L, function);
  if (unit->is_led) {
    tp_bind_error(L, "%s: the unit is a follower's (which moves it)", function);
  }
  return unit;
}

/* Brings its pathfinder up to date with the grid. What finalizers did to the
 * unit meanwhile is their call's last word. */
void tp_unit_catch_up(lua_State *L, const Unit *unit, const char *function) {
  Finder *f = unit->finder;
  tp_bind_push_kept(L, 1, UNIT_FINDER);
  if (tp_finder_is_current(f)) return;
  tp_finder_catch_up(L, lua_gettop(L), f, function);
  if (!unit->crowd || unit->finder != f) {
    tp_bind_error(L, "%s: the unit was changed meanwhile", function);
  }
}

const char *tp_unit_refusal(const Crowd *crowd, const Finder *f, tp_Cell c,
                            uint32_t id) {
  const tp_Grid *g = crowd->grid;
  tp_Rect cells = unit_footprint(f, c);
  bool is_inside = tp_grid_contains(g, c.x, c.y) && cells.w <= g->width - c.x &&
                   cells.h <= g->height - c.y;
  if (!is_inside) return "outside";
  if (!tp_mask_has(f->navmap.mask, c.x, c.y)) return "blocked";
  if (!tp_occupancy_is_free(crowd->occupancy, cells, id)) return "occupied";
  return NULL;
}

/* ---- how it walks ------------------------------------------------------- */

Gait tp_unit_gait(const tp_Grid *g) {
  enum { CELLS_A_SECOND = 4 };
  return (Gait){
      .speed = CELLS_A_SECOND * g->cell_width, .pace = 1, .yields = true};
}

double tp_unit_take_speed(lua_State *L, int index, const char *function) {
  double speed = tp_bind_is_finite(L, index) ? lua_tonumber(L, index) : 0;
  if (!(speed > 0)) {
    tp_bind_wrong(L, index, function, "speed", "a finite number above 0");
  }
  return speed;
}

int32_t tp_unit_take_pace(lua_State *L, int index, const char *function) {
  enum { MOST = 1024 };
  return (int32_t)tp_bind_integer(L, index, function, "pace", 1, MOST);
}

int32_t tp_unit_take_priority(lua_State *L, int index, const char *function) {
  enum { MOST = 1000 };
  return (int32_t)tp_bind_integer(L, index, function, "priority", -MOST, MOST);
}

/* ---- moving ------------------------------------------------------------- */

/* Where one is to be put. */
typedef struct Placing {
  Finder *finder;
  tp_Cell cell;
  double x, y;
} Placing;

/* Puts it into the cell, at that place in the world, where nothing says why
 * not. A crowd that moves it may have begun a step of its own: that is over. */
static int push_moved(lua_State *L, Unit *unit, const Placing *to,
                      const char *why) {
  if (why) return tp_bind_push_no(L, why);
  Crowd *c = unit->crowd;
  tp_Rect cells = unit_footprint(to->finder, to->cell), held = unit->cells;
  if (unit->orders.is_admitted) {
    tp_Motion *m = c->march.motion;
    tp_motion_set_navmap(m, unit->id, &to->finder->navmap, to->cell);
  } else {
    tp_occupancy_move(c->occupancy, unit->cells, cells, unit->id);
  }
  unit->finder = to->finder;
  unit->cells = cells;
  unit->cell = to->cell;
  unit->x = unit->put_x = to->x;
  unit->y = unit->put_y = to->y;
  tp_crowd_admit(unit);
  tp_crowd_stir(c, held);
  lua_pushboolean(L, 1);
  return 1;
}

/* Why may it not be put there? NULL: it may. */
static const char *refusal(Unit *unit, const Placing *to) {
  tp_unit_look(unit);
  const tp_Motion *m = unit->crowd->march.motion;
  const char *why =
      tp_unit_refusal(unit->crowd, to->finder, to->cell, unit->id);
  if (why || !unit->orders.is_admitted) return why;
  tp_Rect cells = unit_footprint(to->finder, to->cell);
  return tp_motion_may_put(m, unit->id, cells) ? NULL : "occupied";
}

/* unit:set_cell(x, y) -> true | nil, reason */
static int set_cell(lua_State *L) {
  Unit *unit = tp_unit_movable(L, "set_cell");
  tp_Cell c = tp_bind_cell(L, 2, unit->crowd->grid, "set_cell", "x", "y");
  tp_unit_catch_up(L, unit, "set_cell");
  const Finder *f = unit->finder;
  const Placing to = {unit->finder, c, tp_finder_world_x(f, c.x),
                      tp_finder_world_y(f, c.y)};
  return push_moved(L, unit, &to, refusal(unit, &to));
}

/* unit:set_position(wx, wy) -> true | nil, reason */
static int set_position(lua_State *L) {
  static const char name[] = "set_position";
  Unit *unit = tp_unit_movable(L, name);
  double x = tp_bind_number(L, 2, name, "wx"),
         y = tp_bind_number(L, 3, name, "wy");
  tp_unit_catch_up(L, unit, name);
  const Placing to = {unit->finder, tp_finder_cell_at(unit->finder, x, y), x,
                      y};
  return push_moved(L, unit, &to, refusal(unit, &to));
}

/* unit:set_finder(finder) -> true | nil, reason */
static int set_finder(lua_State *L) {
  static const char name[] = "set_finder";
  Unit *unit = tp_unit_movable(L, name);
  Finder *f = tp_bind_object(L, 2, BIND_PATHFINDER, name, "finder");
  if (f->grid != unit->crowd->grid) {
    return tp_bind_error(L, "%s: finder must be one on the crowd's grid", name);
  }
  tp_finder_refuse_turns(L, f, name);
  lua_settop(L, 2);
  tp_Rect under = unit_footprint(f, unit->cell);
  tp_bind_push_kept(L, 1, UNIT_CROWD);
  tp_crowd_make_room(L, 3, tp_mover_sides(under.w, under.h));
  tp_finder_catch_up(L, 2, f, name);
  tp_unit_placed(L, name);
  tp_unit_look(unit);
  const Placing to = {f, tp_finder_cell_at(f, unit->x, unit->y), unit->x,
                      unit->y};
  const char *why = refusal(unit, &to);
  if (!why) tp_bind_keep(L, 1, UNIT_FINDER, 2);
  return push_moved(L, unit, &to, why);
}

/* unit:remove() */
static int remove_unit(lua_State *L) {
  if (self(L, "remove")->crowd) tp_crowd_dismiss(L, 1);
  return 0;
}

/* ---- where it stands ---------------------------------------------------- */

static void set_field(lua_State *L, int upvalue, int32_t value) {
  lua_pushvalue(L, lua_upvalueindex(upvalue));
  compat_push_whole(L, value);
  lua_rawset(L, -3);
}

/* unit:cells() -> { { x, y, w =, h = } } */
static int cells(lua_State *L) {
  Unit *unit = tp_unit_placed(L, "cells");
  lua_createtable(L, 1, 0);
  lua_createtable(L, 2, 2);
  tp_unit_look(unit);
  tp_Rect r = unit_footprint(unit->finder, unit->cell);
  bind_push_cell(L, unit->finder->grid, r.x, r.y);
  lua_rawseti(L, -3, 2);
  lua_rawseti(L, -2, 1);
  set_field(L, BIND_WIDTH, r.w);
  set_field(L, BIND_HEIGHT, r.h);
  lua_rawseti(L, -2, 1);
  return 1;
}

/* ---- properties and fields ---------------------------------------------- */

enum {
  X = 1,
  Y,
  CELL_X,
  CELL_Y,
  FINDER,
  CROWD,
  SPEED,
  PACE,
  PRIORITY,
  YIELDS,
  ANGLE,
  GOAL_X,
  GOAL_Y,
  GOAL,
  REMAINING,
  STATUS,
  REASON
};

static const char *const properties[] = {
    "x",      "y",    "cell_x",    "cell_y", "finder", "crowd",
    "speed",  "pace", "priority",  "yields", "angle",  "goal_x",
    "goal_y", "goal", "remaining", "status", "reason", NULL};

/* Pushes the field whose name stands at 2; nil where there is none. */
static void push_field(lua_State *L) {
  tp_bind_push_kept(L, 1, UNIT_FIELDS);
  if (lua_isnil(L, -1)) return;
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
}

/* Pushes one of the properties that have to do with walking, or with what it is
 * about. */
static void push_gait(lua_State *L, const Unit *u, int property) {
  switch (property) {
    case SPEED: lua_pushnumber(L, u->gait.speed); break;
    case PACE: compat_push_whole(L, u->gait.pace); break;
    case PRIORITY: compat_push_whole(L, u->gait.priority); break;
    case YIELDS: lua_pushboolean(L, u->gait.yields); break;
    case ANGLE: lua_pushnumber(L, tp_unit_angle(u)); break;
    case GOAL_X:
    case GOAL_Y: tp_unit_push_goal_at(L, u, property - GOAL_X); break;
    case GOAL: tp_unit_push_goal(L, u); break;
    case REMAINING: tp_unit_push_remaining(L, u); break;
    case STATUS: lua_pushstring(L, tp_unit_status(u)); break;
    default: lua_pushstring(L, tp_unit_reason(u)); break;
  }
}

static int index_unit(lua_State *L) {
  Unit *u = self(L, "__index");
  const tp_Grid *g = u->finder->grid;
  int property = tp_bind_member_or_key(L);
  if (property > 0) tp_unit_look(u);
  switch (property) {
    case X: lua_pushnumber(L, u->x); break;
    case Y: lua_pushnumber(L, u->y); break;
    case CELL_X:
      compat_push_whole(L, bind_to_user(u->cell.x, g->base_x));
      break;
    case CELL_Y:
      compat_push_whole(L, bind_to_user(u->cell.y, g->base_y));
      break;
    case FINDER: tp_bind_push_kept(L, 1, UNIT_FINDER); break;
    case CROWD: tp_bind_push_kept(L, 1, UNIT_CROWD); break;
    case 0:
      if (lua_isnil(L, -1)) push_field(L);
      break;
    default: push_gait(L, u, property);
  }
  return 1;
}

/* Gives the unit a table for fields where it has none. A finalizer may have
 * come first. */
static void need_fields(lua_State *L) {
  tp_bind_push_kept(L, 1, UNIT_FIELDS);
  if (!lua_isnil(L, -1)) return;
  lua_newtable(L);
  int made = lua_gettop(L);
  tp_bind_push_kept(L, 1, UNIT_FIELDS);
  if (!lua_isnil(L, -1)) return;
  tp_bind_keep(L, 1, UNIT_FIELDS, made);
  lua_settop(L, made);
}

/* Its steps last as it walks from the next one on. False: it is none of those
 * that the game may write. */
static bool write_gait(lua_State *L, Unit *u, int property) {
  Gait *gait = &u->gait;
  if (property == SPEED) {
    gait->speed = tp_unit_take_speed(L, 3, "unit");
  } else if (property == PACE) {
    gait->pace = tp_unit_take_pace(L, 3, "unit");
  } else if (property == PRIORITY) {
    gait->priority = tp_unit_take_priority(L, 3, "unit");
  } else if (property == YIELDS) {
    gait->yields = tp_bind_boolean(L, 3, "unit", "yields");
  } else {
    return false;
  }
  if (u->orders.is_admitted) {
    tp_Motion *m = u->crowd->march.motion;
    tp_motion_set_durations(m, u->id, tp_unit_durations(u));
    tp_motion_set_priority(m, u->id, (int16_t)gait->priority);
    tp_motion_set_firm(m, u->id, !gait->yields);
  }
  return true;
}

/* What changes a property that cannot be written, if anything does. */
static const char *writing_call(int property) {
  switch (property) {
    case X:
    case Y: return "set_position";
    case CELL_X:
    case CELL_Y: return "set_cell";
    case FINDER: return "set_finder";
    default: return NULL;
  }
}

static int write_field(lua_State *L) {
  Unit *unit = self(L, "__newindex");
  const int property = tp_bind_member_or_key(L);
  if (write_gait(L, unit, property)) return 0;
  if (!lua_isnil(L, -1)) {
    const char *call = writing_call(property);
    return tp_bind_error(L, "unit: field %s cannot be written%s%s%s",
                         tp_bind_show(L, 2), call ? " (call " : "",
                         call ? call : "", call ? ")" : "");
  }
  bool is_key = !lua_isnil(L, 2) && lua_rawequal(L, 2, 2);
  if (!is_key) {
    return tp_bind_error(L, "unit: a field cannot be called %s",
                         tp_bind_show(L, 2));
  }
  need_fields(L);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  return 0;
}

/* ---- metatable ---------------------------------------------------------- */

static int to_string(lua_State *L) {
  Unit *u = self(L, "__tostring");
  tp_unit_look(u);
  const tp_Grid *g = u->finder->grid;
  tp_Rect r = unit_footprint(u->finder, u->cell);
  lua_pushfstring(L, "unit of %dx%d in %d, %d%s", (int)r.w, (int)r.h,
                  (int)bind_to_user(r.x, g->base_x),
                  (int)bind_to_user(r.y, g->base_y),
                  u->crowd ? "" : " (removed)");
  return 1;
}

static const luaL_Reg methods[] = {
    {"set_position", set_position},
    {"set_cell", set_cell},
    {"set_finder", set_finder},
    {"cells", cells},
    {"remove", remove_unit},
    {"go", tp_unit_go},
    {"follow", tp_unit_follow},
    {"patrol", tp_unit_patrol},
    {"stop", tp_unit_stop},
    {"pause", tp_unit_pause},
    {"resume", tp_unit_resume},
    {"path", tp_unit_path},
    {"step", tp_unit_step},
    {"chase", tp_unit_chase},
    {"flee", tp_unit_flee},
    {"keep", tp_unit_keep},
    {NULL, NULL},
};

static const luaL_Reg metamethods[] = {
    {"__tostring", to_string},
    {NULL, NULL},
};

static bool is_called(const char *name, const char *text, size_t length) {
  return name[0] == text[0] && strlen(name) == length &&
         memcmp(name, text, length) == 0;
}

int tp_unit_member(lua_State *L, int index) {
  int number = 1;
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING) return 0;
  const char *text = lua_tolstring(L, index, &length);
  for (const luaL_Reg *m = methods; m->name; m++, number++) {
    if (is_called(m->name, text, length)) return number;
  }
  for (const char *const *p = properties; *p; p++, number++) {
    if (is_called(*p, text, length)) return number;
  }
  return 0;
}

const bind_Exports tp_unit_exports = {
    .kind = BIND_UNIT,
    .methods = methods,
    .metamethods = metamethods,
    .properties = properties,
    .index = index_unit,
    .newindex = write_field,
};
