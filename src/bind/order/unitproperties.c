/* unitproperties.c - the state of a unit: its goal, its path, and the remaining
 * distance.
 *
 * All follows from its mover's guide (core/crowd/costtogoal.h) and from its order.
 * If an order has several possible ends, its goal is known when it has a path.
 *
 * Cost: O(turns of the path); `path` O(cells). For a unit that others have
 * pushed off its path, a window is made that leads it back. Reading makes no
 * garbage.
 */
#include <math.h>
#include <string.h>

#include "../../core/field/fieldpath.h"
#include "../crowd/membership.h"
#include "../crowd/unit.h"
#include "../field/field.h"
#include "../finder/pathfinder.h"
#include "../query/path.h"
#include "keepdistance.h"
#include "order.h"

/* The mover of a unit with an order; else NULL. */
static const tp_Mover *mover_of(const Unit *u) {
  const Crowd *c = u->crowd;
  if (!c || !u->orders.is_admitted) return NULL;
  if (u->orders.errand == ERRAND_NONE) return NULL;
  return tp_motion_mover(c->march.motion, u->id);
}

/* Is the end of its path known? */
static bool knows_goal(const Unit *u, const tp_Mover *m) {
  if (!m || !tp_guide_has_goal(&m->guide)) return false;
  if (!u->way.query || m->guide.trail) return true;
  return m->state == TP_ARRIVED || m->state == TP_SETTLED;
}

/* The number of its goal, from 1; 0: a single goal, or none is known. */
static uint32_t goal_of(const Unit *u) {
  if (!knows_goal(u, mover_of(u))) return 0;
  const Orders *o = &u->orders;
  if (o->errand == ERRAND_KEEP) return 0;
  return o->errand == ERRAND_PATROL ? o->next + 1 : u->way.goal;
}

/* ---- status ------------------------------------------------------------- */

static const char *const states[] = {
    [TP_IDLE] = "idle",       [TP_WAITING] = "waiting",
    [TP_GOING] = "going",     [TP_ARRIVED] = "arrived",
    [TP_SETTLED] = "settled", [TP_BLOCKED] = "blocked",
};

static const char *status_of(const Unit *u) {
  if (!u->crowd) return NULL;
  if (!u->orders.is_admitted) return states[TP_IDLE];
  const tp_Mover *m = tp_motion_mover(u->crowd->march.motion, u->id);
  if (m->flags & TP_MOVER_PAUSED) return "paused";
  bool waits =
      m->state == TP_GOING && tp_mover_stands(m) && !tp_guide_leads(&m->guide);
  const bool is_at_end = m->state == TP_ARRIVED || m->state == TP_SETTLED;
  if (m->is_short && is_at_end) return states[TP_BLOCKED];
  return states[waits ? TP_WAITING : m->state];
}

static const char *reason_of(const Unit *u) {
  if (!u->crowd || !u->orders.is_admitted) return NULL;
  const tp_Mover *m = tp_motion_mover(u->crowd->march.motion, u->id);
  if (m->flags & TP_MOVER_PAUSED) return NULL;
  if (m->state == TP_ARRIVED && u->orders.errand == ERRAND_KEEP) {
    return tp_keep_reason(u);
  }
  if (m->state == TP_ARRIVED || (m->state == TP_SETTLED && m->is_short)) {
    return u->way.is_partial ? "unreachable" : NULL;
  }
  if (m->state != TP_BLOCKED) return NULL;
  if (!(m->flags & TP_MOVER_REFUSED)) return "stuck";
  bool is_told = u->orders.reason != TP_NO_REASON;
  return tp_finder_reasons[is_told ? u->orders.reason : TP_UNREACHABLE];
}

/* ---- remaining distance ------------------------------------------------- */

static double length(double dx, double dy) { return tp_length(dx, dy); }

/* The rest of the current step. */
static double left_of_step(const Unit *u, const tp_Mover *m) {
  if (tp_mover_stands(m) || tp_mover_is_in_link(m)) return 0;
  const tp_Cell at = tp_mover_cell(m);
  const tp_Place to = tp_finder_middle(u->finder, at.x, at.y);
  return length(to.x - u->x, to.y - u->y);
}

/* For a unit in a crowd; < 0: unknown. The length along its trail counts, and
 * straight to the trail. */
static double left_of(const Unit *u) {
  if (!u->orders.is_admitted) return 0;
  const tp_Mover *m = tp_motion_mover(u->crowd->march.motion, u->id);
  const tp_Cell at = tp_mover_cell(m);
  if (u->orders.errand == ERRAND_NONE) return left_of_step(u, m);
  if (u->orders.errand == ERRAND_PATROL) return HUGE_VAL;
  if (tp_guide_is_goal(&m->guide, at)) return left_of_step(u, m);
  if (!m->guide.trail) return -1;
  const tp_Grid *g = u->crowd->grid;
  const Strides s = tp_unit_strides(g);
  tp_Cell joins;
  const tp_StepCount n = tp_guide_steps(&m->guide, g->stagger, at, &joins);
  double sum = tp_product((double)n.x, s.x) + tp_product((double)n.y, s.y);
  sum += tp_product((double)n.both, s.both);
  const tp_Place from = tp_finder_middle(u->finder, at.x, at.y),
                 to = tp_finder_middle(u->finder, joins.x, joins.y);
  return left_of_step(u, m) + (sum + length(to.x - from.x, to.y - from.y));
}

/* ---- links -------------------------------------------------------------- */

/* The link in which the unit is, or before which it stands, and its far end. */
static bool find_link(const Unit *u, tp_Edge *edge) {
  const tp_Mover *m = mover_of(u);
  if (!m || !tp_navmap_is_current(&u->finder->navmap)) return false;
  const tp_Cell at = tp_mover_cell(m), from = tp_unpack_cell(m->stride.from);
  if (tp_mover_is_in_link(m)) {
    return tp_edges_between(m->navmap, from, at, edge);
  }
  return tp_mover_stands(m) && !tp_mover_rests(m) &&
         tp_guide_edge(&m->guide, m->navmap, at, edge);
}

/* Pushes its id, or the time that the unit is still in it. */
static void push_link(lua_State *L, const Unit *u, bool wants_time) {
  tp_Edge edge;
  if (!find_link(u, &edge)) return;
  const tp_Motion *motion = u->crowd->march.motion;
  const tp_Mover *m = tp_motion_mover(motion, u->id);
  if (!wants_time) {
    compat_push_whole(L,
                      (double)u->finder->grid->links->link[edge.link].number);
  } else if (tp_mover_is_in_link(m)) {
    const double left = (double)(int64_t)(m->stride.end - motion->clock.whole) -
                        ldexp((double)motion->clock.fraction, -64);
    lua_pushnumber(L, motion->by_ticks ? left : left / TP_SECOND);
  }
}

/* core.unit_link(unit) -> the far end of its link, in the world, and its name;
 * nothing if it is at none */
static int unit_link(lua_State *L) {
  const Unit *u = bind_known(L, 1);
  tp_Edge edge;
  if (!find_link(u, &edge)) return 0;
  const tp_Links *links = u->finder->grid->links;
  const tp_Cell to = tp_unpack_cell(edge.to);
  const tp_Place middle = tp_finder_middle(u->finder, to.x, to.y);
  char name[TP_NAME_SIZE];
  memcpy(name, links->name[links->link[edge.link].name], sizeof name);
  lua_pushnumber(L, middle.x);
  lua_pushnumber(L, middle.y);
  if (name[0] == '\0') return 2;
  lua_pushstring(L, name);
  return 3;
}

/* core.hold(unit, is_asked, may): does the game say if the unit may take links?
 * And may it take the one that it has asked about? */
static int hold(lua_State *L) {
  Unit *u = bind_known(L, 1);
  const bool may = lua_toboolean(L, 3);
  u->is_asked = lua_toboolean(L, 2);
  if (!u->crowd || !u->orders.is_admitted) return 0;
  const tp_Motion *m = u->crowd->march.motion;
  const bool has_asked = tp_motion_mover(m, u->id)->held == TP_HAS_ASKED;
  tp_Hold held = u->is_asked ? TP_ASKS : TP_NOT_HELD;
  if (u->is_asked && may && has_asked) held = TP_MAY_GO;
  tp_motion_hold(u->crowd->march.motion, u->id, held);
  return 0;
}

/* ---- the path ----------------------------------------------------------- */

/* Where the path of a unit is read from. The mark protects an object that the
 * route relies on, besides crowd and grid. */
typedef struct Reading {
  tp_Guide guide;
  tp_Rest rest;
  tp_Trace trace;
  tp_Route route;
  void *mark;
} Reading;

/* Finds the path of the unit at 1, along its trail or its field. Pushes both,
 * which must stay on the stack. NULL; or the reason why there is no path. */
static const char *read_way(lua_State *L, Unit *u, const char *function,
                            Reading *r) {
  tp_unit_catch_up(L, u, function);
  tp_bind_push_kept(L, 1, UNIT_TRAIL);
  tp_bind_push_kept(L, 1, UNIT_WAY);
  const tp_Mover *m = mover_of(u);
  if (!m) return "idle";
  const tp_Cell at = tp_mover_cell(m);
  const tp_Navmap *nav = &u->finder->navmap;
  void *scratch = u->crowd->march.motion->scratch;
  r->guide = m->guide;
  r->mark = u->finder;
  if (tp_guide_rest(&r->guide, nav, at, scratch, &r->rest)) {
    r->route = tp_rest_route(&r->guide, &r->rest);
    return NULL;
  }
  Field *f = u->orders.field;
  if (!f || m->guide.trail) return "waiting";
  tp_field_look(f);
  const tp_Navmap *map = f->navmap;
  const bool is_readable = /* now, without an update, from that cell */
      field_is_done(f) && tp_navmap_is_current(&f->finder->navmap) &&
      (!map->base || tp_navmap_is_ready(map, TP_MAP)) &&
      tp_field_cost(&f->field, at.x, at.y) != TP_FAR;
  if (!is_readable) return "waiting";
  r->trace = (tp_Trace){&f->field, f->navmap, NULL};
  r->route = tp_trace_route(&r->trace, at);
  r->mark = field_marked(f);
  return NULL;
}

/* unit:path([into]) -> path, cost | nil, reason. The marks protect what the
 * path is read from while the table is made. */
static int path(lua_State *L) {
  enum { UNIT = 1, TABLE };
  static const char name[] = "path";
  Unit *u = tp_unit_placed(L, name);
  Reading way;
  lua_settop(L, TABLE);
  if (!lua_isnil(L, TABLE) && !lua_istable(L, TABLE)) {
    tp_bind_wrong(L, TABLE, name, "into", "a table");
  }
  const char *why = read_way(L, u, name, &way);
  if (why) return tp_bind_push_no(L, why);
  const Finder *f = u->finder;
  PathTable path = {.into = lua_isnil(L, TABLE) ? 0 : TABLE,
                    .marks = {{u->crowd, f->grid, way.mark}},
                    .measure = tp_route_measure(&way.route),
                    .in_world = true,
                    .finder = f,
                    .goal = goal_of(u),
                    .is_partial = u->way.is_partial};
  tp_path_push_route(L, &way.route, &path);
  lua_pushnumber(L, path.measure.cost);
  return 2;
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
  REASON,
  TARGET,
  MOVING,
  LINK,
  LINK_LEFT,
  ID
};

static const char *const properties[] = {
    "x",      "y",          "cell_x",    "cell_y", "finder", "crowd",
    "speed",  "pace",       "priority",  "yields", "angle",  "goal_x",
    "goal_y", "goal_index", "remaining", "status", "reason", "target",
    "moving", "link",       "link_left", "id",     NULL};

/* Pushes a property about the unit's goal or status; nothing if it is not
 * known. */
static void push_errand(lua_State *L, const Unit *u, int property) {
  const tp_Mover *m = mover_of(u);
  if (property == GOAL) {
    const uint32_t goal = goal_of(u);
    if (goal > 0) compat_push_whole(L, goal);
  } else if (property == REMAINING) {
    const double left = u->crowd ? left_of(u) : -1;
    if (left >= 0) lua_pushnumber(L, left);
  } else if (property == TARGET) {
    if (u->orders.errand == ERRAND_KEEP) tp_bind_push_kept(L, 1, UNIT_WAY);
  } else if (property == MOVING) {
    lua_pushboolean(L, m && tp_mover_goes(m));
  } else if (property == LINK || property == LINK_LEFT) {
    push_link(L, u, property == LINK_LEFT);
  } else if (knows_goal(u, m)) { /* its place */
    const tp_Cell goal = m->guide.goal;
    const tp_Place at = tp_finder_middle(u->finder, goal.x, goal.y);
    lua_pushnumber(L, property == GOAL_X ? at.x : at.y);
  }
}

static int index_unit(lua_State *L) {
  Unit *u = tp_bind_self(L, BIND_UNIT, "__index");
  const tp_Grid *g = u->finder->grid;
  int property = tp_bind_member_or_key(L);
  const int top = lua_gettop(L);
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
    case SPEED: lua_pushnumber(L, u->gait.speed); break;
    case PACE: compat_push_whole(L, u->gait.pace); break;
    case PRIORITY: compat_push_whole(L, u->gait.priority); break;
    case YIELDS: lua_pushboolean(L, u->gait.yields); break;
    case ID: compat_push_whole(L, (double)u->arrival); break;
    case ANGLE: lua_pushnumber(L, tp_unit_angle(u)); break;
    case STATUS: lua_pushstring(L, status_of(u)); break;
    case REASON: lua_pushstring(L, reason_of(u)); break;
    case 0:
      if (!lua_isnil(L, -1)) return 1; /* a method */
      tp_bind_push_kept(L, 1, UNIT_FIELDS);
      if (lua_isnil(L, -1)) return 1;
      lua_pushvalue(L, 2); /* a field of the game */
      lua_rawget(L, -2);
      break;
    default:
      push_errand(L, u, property);
      if (lua_gettop(L) == top) lua_pushnil(L);
  }
  return 1;
}

/* The methods that change read-only properties. */
static const char *const writing_calls[ID + 1] = {
    [X] = "set_position",  [Y] = "set_position",    [CELL_X] = "set_cell",
    [CELL_Y] = "set_cell", [FINDER] = "set_finder",
};

/* The new gait holds from the next step on. False if the property cannot be
 * written. */
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
    tp_Mover *mover = tp_motion_mover(u->crowd->march.motion, u->id);
    mover->lasts = tp_unit_durations(u); /* from the next step on */
    mover->priority = (int16_t)gait->priority;
    mover->firm = !gait->yields;
  }
  return true;
}

static int write_field(lua_State *L) {
  Unit *unit = tp_bind_self(L, BIND_UNIT, "__newindex");
  const int property = tp_bind_member_or_key(L);
  if (write_gait(L, unit, property)) return 0;
  if (!lua_isnil(L, -1)) {
    const char *call = writing_calls[property];
    return tp_bind_error(L, "unit: field %s cannot be written%s%s%s",
                         tp_bind_show(L, 2), call ? " (call " : "",
                         call ? call : "", call ? ")" : "");
  }
  bool is_key = !lua_isnil(L, 2) && lua_rawequal(L, 2, 2);
  if (!is_key) {
    return tp_bind_error(L, "unit: a field cannot be called %s",
                         tp_bind_show(L, 2));
  }
  tp_bind_push_kept(L, 1, UNIT_FIELDS);
  if (lua_isnil(L, -1)) {
    lua_newtable(L);
    const int made = lua_gettop(L);
    tp_bind_push_kept(L, 1, UNIT_FIELDS);
    if (lua_isnil(L, -1)) { /* a finalizer may have made it first */
      tp_bind_keep(L, 1, UNIT_FIELDS, made);
      lua_settop(L, made);
    }
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  return 0;
}

static const luaL_Reg methods[] = {
    {"path", path},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"unit_link", unit_link},
    {"hold", hold},
    {NULL, NULL},
};

const bind_Exports tp_about_exports = {
    .kind = BIND_UNIT,
    .methods = methods,
    .functions = functions,
    .properties = properties,
    .index = index_unit,
    .newindex = write_field,
};
