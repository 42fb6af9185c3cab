/* unitproperties.c - the state of a unit: its goal, its path, and the remaining
 * distance.
 *
 * All follows from its tp_Unit's cost to goal (core/crowd/costtogoal.h) and
 * from its order. If an order has several possible ends, its goal is known when
 * it has a path.
 *
 * Cost: O(turns of the path); `path` O(cells). For a unit that others have
 * pushed off its path, a window is made that leads it back. Reading makes no
 * garbage.
 */
#include <math.h>
#include <string.h>

#include "../../core/crowd/passages.h"
#include "../../core/crowd/pathwindow.h"
#include "../../core/field/fieldpath.h"
#include "../crowd/membership.h"
#include "../crowd/orderlist.h"
#include "../crowd/unit.h"
#include "../field/field.h"
#include "../finder/pathfinder.h"
#include "../query/path.h"
#include "order.h"

/* The unit in its crowd, or NULL. */
static const tp_Unit *member_of(const Unit *u) {
  if (!u->crowd || !u->orders.is_admitted) return NULL;
  return tp_sim_unit(u->crowd->motion.sim, u->id);
}

/* The core's unit of a unit with an order; else NULL. */
static const tp_Unit *unit_of(const Unit *u) {
  return u->orders.kind ? member_of(u) : NULL;
}

bool tp_order_knows_goal(const Unit *u) {
  const tp_Unit *core_unit = unit_of(u);
  if (!core_unit || !tp_costtogoal_has_goal(&core_unit->to_goal)) return false;
  const bool is_one = !u->search.query && !u->orders.kind->finds_goal;
  if (is_one || core_unit->to_goal.unit_path || u->search.has_goal) return true;
  return tp_unit_is_at_end(core_unit);
}

/* The number of its goal, from 1; 0: a single goal, or none is known. */
static uint32_t goal_of(const Unit *u) {
  if (!tp_order_knows_goal(u)) return 0;
  const OrderKind *kind = u->orders.kind;
  return kind->goal_index ? kind->goal_index(u) : u->search.goal;
}

/* ---- status ------------------------------------------------------------- */

const char *const tp_unit_states[TP_BLOCKED + 1] = {
    [TP_IDLE] = "idle",       [TP_WAITING] = "waiting",
    [TP_GOING] = "going",     [TP_ARRIVED] = "arrived",
    [TP_SETTLED] = "settled", [TP_BLOCKED] = "blocked",
};

static const char *status_of(const Unit *u) {
  if (!u->crowd) return NULL;
  if (!u->orders.is_admitted) return tp_unit_states[TP_IDLE];
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  if (core_unit->flags & TP_UNIT_PAUSED) return "paused";
  bool waits = core_unit->state == TP_GOING && tp_unit_is_standing(core_unit) &&
               !tp_costtogoal_leads(&core_unit->to_goal);
  if (core_unit->state == TP_IDLE) waits = tp_orderlist_moves(u);
  const bool is_at_end = tp_unit_is_at_end(core_unit);
  if (tp_unit_rests_at_point(core_unit, u->crowd->motion.sim->now)) {
    return "resting";
  }
  if (core_unit->is_path_short && is_at_end) return tp_unit_states[TP_BLOCKED];
  if (tp_unit_has_come(core_unit)) return tp_unit_states[TP_ARRIVED];
  return tp_unit_states[waits ? TP_WAITING : core_unit->state];
}

static const char *reason_of(const Unit *u) {
  if (!u->crowd || !u->orders.is_admitted) return NULL;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  if (core_unit->flags & TP_UNIT_PAUSED) return NULL;
  const OrderKind *kind = u->orders.kind;
  const bool is_there =
      core_unit->state == TP_ARRIVED || tp_unit_has_come(core_unit);
  if (is_there && kind->reason) return kind->reason(u);
  if (core_unit->state == TP_ARRIVED ||
      (core_unit->state == TP_SETTLED && core_unit->is_path_short)) {
    return tp_order_reason(u);
  }
  if (core_unit->state != TP_BLOCKED) return NULL;
  if (!(core_unit->flags & TP_UNIT_REFUSED)) return "stuck";
  const int64_t reason = u->orders.state.reason;
  return tp_finder_reasons[reason == TP_NO_REASON ? TP_UNREACHABLE : reason];
}

/* ---- remaining distance ------------------------------------------------- */

/* The rest of the current step. */
static double left_of_step(const Unit *u, const tp_Unit *core_unit) {
  if (tp_unit_is_standing(core_unit) || tp_unit_is_in_link(core_unit)) return 0;
  const tp_Cell at = tp_unit_cell(core_unit);
  const tp_Place to = tp_finder_middle(u->finder, at.x, at.y);
  return tp_length(to.x - u->x, to.y - u->y);
}

/* Does a way lead back to a cell of its path? Blocked cells count as connected,
 * and all do before the map is up to date. */
static bool is_connected(const Unit *u, tp_Cell from, tp_Cell to) {
  const tp_Navmap *nav = &u->finder->navmap;
  return !tp_navmap_is_current(nav) ||
         !tp_mask_can_enter(nav->mask, from.x, from.y) ||
         !tp_mask_can_enter(nav->mask, to.x, to.y) ||
         tp_finder_connects(u->finder, from, to);
}

/* For a unit in a crowd; < 0: unknown, as after an edit that closed its path,
 * or if no way leads to that from where the game put the unit. The length along
 * its path counts, and straight to the path. */
static double left_of(const Unit *u) {
  if (!u->orders.is_admitted) return 0;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  const tp_Cell at = tp_unit_cell(core_unit);
  if (!u->orders.kind) return left_of_step(u, core_unit);
  if (u->orders.kind->is_endless) return HUGE_VAL;
  if (tp_order_knows_goal(u) &&
      tp_costtogoal_is_goal(&core_unit->to_goal, at)) {
    return left_of_step(u, core_unit);
  }
  const tp_UnitPath *path = core_unit->to_goal.unit_path;
  if (!path || !tp_unitpath_is_whole(path, core_unit->navmap)) return -1;
  const tp_Grid *g = u->crowd->grid;
  const Strides s = tp_unit_strides(g);
  tp_Cell joins;
  const tp_StepCount n =
      tp_costtogoal_steps(&core_unit->to_goal, core_unit->navmap, at,
                          u->crowd->motion.sim->scratch, &joins);
  double sum = tp_product((double)n.x, s.x) + tp_product((double)n.y, s.y);
  sum += tp_product((double)n.both, s.both);
  if (!is_connected(u, at, joins)) return -1;
  const tp_Place from = tp_finder_middle(u->finder, at.x, at.y),
                 to = tp_finder_middle(u->finder, joins.x, joins.y);
  return left_of_step(u, core_unit) +
         (sum + tp_length(to.x - from.x, to.y - from.y));
}

/* ---- links -------------------------------------------------------------- */

/* The link in which the unit is, or before which it stands, and its far end. */
static bool find_link(const Unit *u, tp_Edge *edge) {
  const tp_Unit *core_unit = member_of(u);
  if (!core_unit || !tp_navmap_is_current(&u->finder->navmap)) return false;
  const tp_Cell at = tp_unit_cell(core_unit),
                from = tp_unpack_cell(core_unit->step.from);
  if (tp_unit_is_in_link(core_unit)) {
    return tp_edges_between(core_unit->navmap, from, at, edge);
  }
  if (!tp_unit_is_standing(core_unit)) return false;
  if (!tp_unit_rests(core_unit) &&
      tp_costtogoal_edge(&core_unit->to_goal, core_unit->navmap, at, edge)) {
    return true;
  }
  return core_unit->flags & TP_UNIT_LEAVES &&
         tp_passage_way_out(&u->crowd->motion.sim->round, u->id, edge);
}

/* Pushes its id, or the time that the unit is still in it. */
static void push_link(lua_State *L, const Unit *u, bool wants_time) {
  tp_Edge edge;
  if (!find_link(u, &edge)) return;
  const tp_Sim *sim = u->crowd->motion.sim;
  const tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  if (!wants_time) {
    compat_push_whole(L,
                      (double)u->finder->grid->links->link[edge.link].number);
  } else if (tp_unit_is_in_link(core_unit)) {
    const double left =
        (double)(int64_t)(core_unit->step.end - sim->clock.whole) -
        ldexp((double)sim->clock.fraction, -64);
    lua_pushnumber(L, sim->by_ticks ? left : left / TP_SECOND);
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
  char name[TP_NAME_SIZE];
  memcpy(name, links->name[links->link[edge.link].name], sizeof name);
  bind_push_point(L, tp_finder_middle(u->finder, to.x, to.y));
  if (name[0] == '\0') return 2;
  lua_pushstring(L, name);
  return 3;
}

/* core.hold(unit, is_asked, may): does the game say if the unit may take links?
 * And may it take the one that it has asked about? */
static int hold(lua_State *L) {
  Unit *u = bind_known(L, 1);
  const bool may = lua_toboolean(L, 3);
  u->asks_at_links = lua_toboolean(L, 2);
  if (!u->crowd || !u->orders.is_admitted) return 0;
  const tp_Sim *sim = u->crowd->motion.sim;
  const bool has_asked = tp_sim_unit(sim, u->id)->permission == TP_HAS_ASKED;
  tp_Permission permission = u->asks_at_links ? TP_ASKS : TP_NEEDS_NONE;
  if (u->asks_at_links && may && has_asked) permission = TP_MAY_GO;
  tp_sim_set_permission(u->crowd->motion.sim, u->id, permission);
  return 0;
}

/* ---- the path ----------------------------------------------------------- */

/* Where the path of a unit is read from. The lock protects an object that the
 * path relies on, besides crowd and grid. */
typedef struct Reading {
  tp_CostToGoal to_goal;
  tp_Rest rest;
  tp_FieldPath trace;
  tp_Path path;
  void *lock;
} Reading;

/* Finds the path of the unit at 1, along its path or its field. Pushes both,
 * which must stay on the stack. NULL; or the reason why there is no path. */
static const char *read_path(lua_State *L, Unit *u, const char *function,
                             Reading *r) {
  tp_unit_catch_up(L, u, function);
  tp_bind_push_kept(L, 1, UNIT_PATH);
  tp_bind_push_kept(L, 1, UNIT_LEADER);
  const tp_Unit *core_unit = unit_of(u);
  if (!core_unit) return tp_orderlist_moves(u) ? "waiting" : "idle";
  const tp_Cell at = tp_unit_cell(core_unit);
  const tp_Navmap *nav = &u->finder->navmap;
  void *scratch = u->crowd->motion.sim->scratch;
  r->to_goal = core_unit->to_goal;
  r->lock = u->finder;
  if (tp_order_knows_goal(u) &&
      tp_costtogoal_rest(&r->to_goal, nav, at, scratch, &r->rest)) {
    r->path = tp_rest_path(&r->to_goal, &r->rest);
    return NULL;
  }
  Field *f = u->orders.field;
  if (!f || core_unit->to_goal.unit_path) return "waiting";
  tp_field_reset_if_resized(f);
  const tp_Navmap *map = f->navmap;
  const bool is_readable = /* now, without an update, from that cell */
      field_is_done(f) && tp_navmap_is_current(&f->finder->navmap) &&
      (!map->base || tp_navmap_is_ready(map, TP_MAP)) &&
      tp_field_cost(&f->field, at.x, at.y) != TP_FAR;
  if (!is_readable) return "waiting";
  r->trace = (tp_FieldPath){&f->field, f->navmap, NULL};
  r->path = tp_fieldpath_get(&r->trace, at);
  r->lock = field_to_lock(f);
  return NULL;
}

/* unit:path([into]) -> path, cost | nil, reason. The locks protect what the
 * path is read from while the table is made. */
static int path(lua_State *L) {
  enum { UNIT = 1, TABLE };
  static const char name[] = "path";
  Unit *u = tp_unit_placed(L, name);
  Reading search;
  lua_settop(L, TABLE);
  if (!lua_isnil(L, TABLE) && !tp_path_may_fill(L, TABLE)) {
    tp_bind_wrong(L, TABLE, name, "into", PATH_WHAT_INTO);
  }
  const char *why = read_path(L, u, name, &search);
  if (why) return tp_bind_push_no(L, why);
  const Finder *f = u->finder;
  PathTable table = {.into = lua_isnil(L, TABLE) ? 0 : TABLE,
                     .locks = {{u->crowd, f->grid, search.lock}},
                     .measure = tp_path_measure(&search.path),
                     .in_world = true,
                     .finder = f,
                     .goal = goal_of(u),
                     .is_partial = u->search.is_partial};
  tp_path_push_cells(L, &search.path, &table);
  lua_pushnumber(L, table.measure.cost);
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
  ID,
  FIRST_SETTING,
  LAST_SETTING = FIRST_SETTING + SETTINGS - 1
};

static const char *const properties[] = {
    "x",         "y",         "cell_x", "cell_y",     "finder",
    "crowd",     "angle",     "goal_x", "goal_y",     "goal_index",
    "remaining", "status",    "reason", "target",     "moving",
    "link",      "link_left", "id",     SETTING_NAMES};

/* Pushes the unit's target; nothing if that is a unit which was removed: its
 * order is over with the step. */
static void push_target(lua_State *L) {
  tp_bind_push_kept(L, 1, UNIT_LEADER);
  const Unit *other = tp_bind_test(L, -1, BIND_UNIT);
  if (other && !other->crowd) lua_pop(L, 1);
}

/* Pushes a property about the unit's goal or status; nothing if it is not
 * known. */
static void push_kind(lua_State *L, const Unit *u, int property) {
  const tp_Unit *core_unit = unit_of(u);
  if (property == GOAL) {
    const uint32_t goal = goal_of(u);
    if (goal > 0) compat_push_whole(L, goal);
  } else if (property == REMAINING) {
    const double left = u->crowd ? left_of(u) : -1;
    if (left >= 0) lua_pushnumber(L, left);
  } else if (property == TARGET) {
    const OrderKind *kind = u->orders.kind;
    if (kind && kind->has_target) push_target(L);
  } else if (property == MOVING) {
    lua_pushboolean(L, tp_orderlist_moves(u));
  } else if (property == LINK || property == LINK_LEFT) {
    push_link(L, u, property == LINK_LEFT);
  } else if (tp_order_knows_goal(u)) { /* its place */
    const tp_Cell goal = core_unit->to_goal.goal;
    const tp_Place at = tp_finder_middle(u->finder, goal.x, goal.y);
    lua_pushnumber(L, property == GOAL_X ? at.x : at.y);
  }
}

static int index_unit(lua_State *L) {
  const int property = tp_bind_member_or_key(L);
  if (property == BIND_METHOD) return 1;
  Unit *u = tp_bind_self(L, BIND_UNIT, "__index");
  const tp_Grid *g = u->finder->grid;
  const int top = lua_gettop(L);
  if (property > 0) tp_unit_update_place(u);
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
    case ID: compat_push_whole(L, (double)u->arrival); break;
    case ANGLE: lua_pushnumber(L, tp_unit_angle(u)); break;
    case STATUS: lua_pushstring(L, status_of(u)); break;
    case REASON: lua_pushstring(L, reason_of(u)); break;
    case 0:
      tp_bind_push_kept(L, 1, UNIT_FIELDS);
      if (lua_isnil(L, -1)) return 1;
      lua_pushvalue(L, 2); /* a field of the game */
      lua_rawget(L, -2);
      break;
    default:
      if (property >= FIRST_SETTING) {
        tp_settings_push(L, property - FIRST_SETTING, &u->settings);
      } else {
        push_kind(L, u, property);
      }
      if (lua_gettop(L) == top) lua_pushnil(L);
  }
  return 1;
}

/* The methods that change read-only properties. */
static const char *const writing_calls[ID + 1] = {
    [X] = "set_position",  [Y] = "set_position",    [CELL_X] = "set_cell",
    [CELL_Y] = "set_cell", [FINDER] = "set_finder",
};

static int write_field(lua_State *L) {
  Unit *unit = tp_bind_self(L, BIND_UNIT, "__newindex");
  const int property = tp_bind_member_or_key(L);
  if (property >= FIRST_SETTING && property <= LAST_SETTING) {
    tp_settings_take(L, 3, "unit", property - FIRST_SETTING, &unit->settings);
    tp_unit_apply_settings(unit);
    return 0;
  }
  if (!lua_isnil(L, -1)) {
    const char *call = property > 0 ? writing_calls[property] : NULL;
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

const bind_Exports tp_unitproperties_exports = {
    .kind = BIND_UNIT,
    .methods = methods,
    .functions = functions,
    .properties = properties,
    .index = index_unit,
    .newindex = write_field,
};
