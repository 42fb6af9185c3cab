/* membership.c - the units of a crowd: their list, and their units in the core
 * (core/crowd/crowdunit.h).
 *
 * A table has the units by id, which also keeps them alive. At a free id it has
 * the next free id, so nothing is allocated when a unit is removed. The units
 * also form a linked list, in the order of their addition.
 *
 * A crowd without orders has no motion. With the first order, or the first
 * update, all of its units are admitted: they stand, and may be pushed.
 *
 * Invariant: for an admitted unit, the core knows its place and its cells. The
 * fields of its handle are as old as the last tp_unit_update_place, which
 * comes before each use.
 */
#include "membership.h"

#include <math.h>

#include "../../core/crowd/crowdmemory.h"
#include "../../core/crowd/unitedits.h"
#include "../finder/pathfinder.h"
#include "crowd.h"
#include "orderlist.h"

/* ---- the list ----------------------------------------------------------- */

void tp_crowd_check_finder(lua_State *L, const Crowd *crowd, const Finder *f,
                           const char *function) {
  if (f->grid != crowd->grid) {
    tp_bind_error(L, "%s: finder must be a pathfinder on the crowd's grid",
                  function);
  }
  tp_finder_refuse_function(L, f, function);
}

void tp_crowd_enlist(lua_State *L, int crowd, int unit) {
  Crowd *c = bind_known(L, crowd);
  Unit *u = bind_known(L, unit);
  uint32_t id = c->free_id, next = 0;
  tp_bind_push_kept(L, crowd, CROWD_LIST);
  if (id != 0) {
    lua_rawgeti(L, -1, (int)id);
    next = (uint32_t)lua_tonumber(L, -1);
    lua_pop(L, 1);
  } else {
    id = c->last_id + 1;
  }
  lua_pushvalue(L, unit);
  lua_rawseti(L, -2, (int)id);
  lua_pop(L, 1);
  c->free_id = next;
  if (id > c->last_id) c->last_id = id;
  c->units++;
  u->id = id;
  u->crowd = c;
  u->arrival = ++c->additions;
  u->before = c->final;
  if (c->final) {
    c->final->after = u;
  } else {
    c->first = u;
  }
  c->final = u;
}

/* The units with this target look, and so their orders end. */
static void wake_hunters(lua_State *L, int unit) {
  const Crowd *c = ((const Unit *)bind_known(L, unit))->crowd;
  const int list = lua_gettop(L) + 2;
  tp_bind_push_kept(L, unit, UNIT_CROWD);
  tp_bind_push_kept(L, list - 1, CROWD_LIST);
  for (const Unit *u = c->first; u; u = u->after) {
    if (!u->orders.keep) continue;
    lua_rawgeti(L, list, (int)u->id);
    tp_bind_push_kept(L, list + 1, UNIT_LEADER);
    const bool is_target = lua_rawequal(L, -1, unit);
    if (is_target) {
      tp_sim_lose_leader(c->motion.sim, u->id);
      tp_sim_look_again(c->motion.sim, u->id);
    }
    lua_settop(L, list);
  }
  lua_settop(L, list - 2);
}

void tp_crowd_dismiss(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  Crowd *c = u->crowd;
  tp_Rect held = u->cells;
  tp_orderlist_drop(L, unit);
  wake_hunters(L, unit);
  tp_crowd_expel(u);
  tp_bind_push_kept(L, unit, UNIT_CROWD);
  tp_bind_push_kept(L, lua_gettop(L), CROWD_LIST);
  lua_pushnumber(L, c->free_id);
  lua_rawseti(L, -2, (int)u->id);
  lua_pushnil(L);
  tp_bind_keep(L, unit, UNIT_CROWD, lua_gettop(L));
  lua_pop(L, 3);
  tp_occupancy_release(c->occupancy, u->cells, u->id);
  *(u->before ? &u->before->after : &c->first) = u->after;
  *(u->after ? &u->after->before : &c->final) = u->before;
  c->free_id = u->id;
  c->units--;
  tp_crowd_stir(c, held);
  u->crowd = NULL;
}

void tp_crowd_push_unit(lua_State *L, int crowd, uint32_t id) {
  if (id == 0) {
    lua_pushnil(L);
    return;
  }
  tp_bind_push_kept(L, crowd, CROWD_LIST);
  lua_rawgeti(L, -1, (int)id);
  lua_remove(L, -2);
}

/* ---- room --------------------------------------------------------------- */

/* The room that the motion needs. */
typedef struct Muster {
  uint32_t units, entered;
} Muster;

static Muster need_of(const Crowd *c, uint32_t more) {
  const tp_Sim *sim = c->motion.sim;
  Muster n = {c->last_id + (c->free_id == 0), more};
  if (sim) {
    n.entered += sim->used_entered;
  } else {
    for (const Unit *u = c->first; u; u = u->after) {
      tp_Rect r = finder_footprint(u->finder, u->cell);
      n.entered += tp_unit_entered(r.w, r.h);
    }
  }
  return n;
}

static bool fits(Muster room, Muster wanted) {
  return room.units >= wanted.units && room.entered >= wanted.entered;
}

static Muster room_of(const tp_Sim *sim) {
  return sim ? (Muster){sim->unit_room, sim->entered_room} : (Muster){0, 0};
}

static uint32_t grown(uint32_t from, uint32_t wanted) {
  enum { FIRST = 16 };
  uint32_t room = from > FIRST ? from : FIRST;
  while (room < wanted) room *= 2;
  return room;
}

/* Finalizers may have added units, or made room, while the block was made. So
 * the need is computed again, and nothing runs until the block is in its
 * slot. */
static void make_room(lua_State *L, int crowd, uint32_t more) {
  Crowd *c = bind_known(L, crowd);
  tp_Sim **sim = &c->motion.sim;
  luaL_checkstack(L, 8, NULL);
  while (!*sim || !fits(room_of(*sim), need_of(c, more))) {
    Muster wanted = need_of(c, more), has = room_of(*sim);
    Muster room = {grown(has.units, wanted.units),
                   grown(has.entered, wanted.entered)};
    tp_Sim *made = tp_bind_new(L, tp_sim_bytes(room.units, room.entered));
    has = room_of(*sim);
    if (fits(room, need_of(c, more)) && fits(room, has)) {
      if (*sim) {
        tp_sim_move(made, *sim, room.units, room.entered);
      } else {
        tp_sim_init(made, c->occupancy, room.units, room.entered);
        made->tells_moves = c->motion.tells_moves;
        made->round.ground = c->motion.ground;
      }
      tp_bind_keep(L, crowd, CROWD_MOTION, -1);
      bool is_first = !*sim;
      *sim = made;
      for (Unit *u = c->first; u && is_first; u = u->after) tp_crowd_admit(u);
    }
    lua_pop(L, 1);
  }
}

void tp_crowd_make_motion(lua_State *L, int crowd) {
  const Crowd *c = bind_known(L, crowd);
  if (!c->motion.sim) make_room(L, crowd, 0);
}

void tp_crowd_make_room(lua_State *L, int crowd, uint32_t entered) {
  const Crowd *c = bind_known(L, crowd);
  if (c->motion.sim) make_room(L, crowd, entered);
}

/* ---- admission and expulsion -------------------------------------------- */

Strides tp_unit_strides(const tp_Grid *g) {
  const double w = g->cell_width, h = g->cell_height;
  if (tp_is_hexagonal(g->stagger)) {
    /* All strides of a regular hexagon are equal; rounding must not make them
     * differ. */
    const bool rows = g->stagger.rows;
    const double across = rows ? tp_grid_pitch_y(g) : tp_grid_pitch_x(g);
    const double along = rows ? g->cell_width : g->cell_height;
    double aside = tp_length(along / 2, across);
    if (fabs(aside - along) < 1e-9 * along) aside = along;
    return rows ? (Strides){along, aside, aside}
                : (Strides){aside, along, aside};
  }
  return (Strides){w, h, tp_length(w, h)};
}

tp_Durations tp_unit_durations(const Unit *unit) {
  const Strides s = tp_unit_strides(unit->finder->grid);
  const double speed = unit->settings.speed;
  uint32_t pace = (uint32_t)unit->settings.pace;
  if (unit->crowd->motion.by == BY_TICKS) {
    return (tp_Durations){pace, pace, pace};
  }
  return (tp_Durations){tp_sim_duration(s.x, speed),
                        tp_sim_duration(s.y, speed),
                        tp_sim_duration(s.both, speed)};
}

void tp_unit_apply_settings(const Unit *u) {
  if (!u->orders.is_admitted) return;
  tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  core_unit->durations = tp_unit_durations(u);
  core_unit->priority = (int16_t)u->settings.priority;
  core_unit->yields = u->settings.yields;
}

void tp_crowd_admit(Unit *u) {
  tp_Sim *sim = u->crowd->motion.sim;
  if (!sim || u->orders.is_admitted) return;
  tp_sim_admit(sim, u->id, &u->finder->navmap, u->cell, tp_unit_durations(u));
  u->orders.is_admitted = true;
  tp_Unit *core_unit = tp_sim_unit(sim, u->id);
  core_unit->heading = u->heading;
  tp_sim_set_next(sim, u->id, u->has_list);
  core_unit->permission = u->asks_at_links ? TP_ASKS : TP_NEEDS_NONE;
  u->placed_x = u->x;
  u->placed_y = u->y;
  tp_unit_apply_settings(u);
}

void tp_unit_renew_path(Unit *u) {
  Motion *motion = &u->crowd->motion;
  if (motion->searching_id == u->id) motion->searching_id = 0;
  u->search.query = NULL;
  u->search.goal = 0;
  u->search.is_partial = u->search.has_goal = false;
  u->search.order_number++;
}

/* The same without the room. (Its slots are not cleared.) */
static void leave_path(Unit *u) {
  tp_unit_renew_path(u);
  u->search.unit_path = NULL;
}

void tp_unit_forget_path(lua_State *L, int unit) {
  leave_path(bind_known(L, unit));
  lua_pushnil(L);
  for (int slot = UNIT_PATH; slot <= UNIT_QUERY; slot++) {
    tp_bind_keep(L, unit, slot, -1);
  }
  lua_pop(L, 1);
}

void tp_unit_clear_order(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  lua_pushnil(L);
  tp_bind_keep(L, unit, UNIT_LEADER, -1);
  lua_pop(L, 1);
  u->orders = (Orders){.is_admitted = u->orders.is_admitted,
                       .state = {ORDER_STATE(STATE_USUAL)},
                       .given = {ORDER_GIVEN(STATE_USUAL)}};
}

void tp_crowd_expel(Unit *u) {
  if (!u->orders.is_admitted) return;
  tp_unit_update_place(u);
  u->orders.is_admitted = false;
  u->orders.kind = NULL;
  leave_path(u);
  tp_sim_dismiss(u->crowd->motion.sim, u->id);
}

void tp_crowd_stir(const Crowd *crowd, tp_Rect rect) {
  if (crowd->motion.sim) tp_sim_wake(crowd->motion.sim, rect);
}

/* ---- its place ---------------------------------------------------------- */

/* The unit that knows the unit's place; NULL if its fields are up to date. A
 * unit that was put off the middle of its cells stays there until its first
 * step, which begins there. */
static const tp_Unit *unit_of(const Unit *u) {
  if (!u->orders.is_admitted) return NULL;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  return core_unit->is_placed && tp_unit_is_standing(core_unit) ? NULL
                                                                : core_unit;
}

void tp_unit_update_place(Unit *u) {
  const tp_Unit *core_unit = unit_of(u);
  if (!core_unit) return;
  tp_unit_update_xy(u);
  u->cell = tp_unit_cell(core_unit);
  u->cells = tp_unit_under(core_unit, core_unit->at);
  if (!tp_unit_is_in_link(core_unit)) {
    tp_Rect from = tp_unit_under(core_unit, core_unit->step.from);
    u->cells = tp_rect_join(u->cells, from);
  }
  u->heading = core_unit->heading;
}

void tp_unit_update_xy(Unit *u) {
  const tp_Unit *core_unit = unit_of(u);
  if (!core_unit) return;
  const tp_Sim *sim = u->crowd->motion.sim;
  const Finder *f = u->finder;
  tp_Cell at = tp_unit_cell(core_unit);
  const tp_Place middle = tp_finder_middle(f, at.x, at.y);
  u->x = middle.x;
  u->y = middle.y;
  if (tp_unit_is_standing(core_unit)) return;
  double left = 1 - tp_sim_phase(sim, u->id);
  tp_Cell from = tp_unpack_cell(core_unit->step.from);
  const tp_Place start = tp_finder_middle(f, from.x, from.y);
  double x = core_unit->is_placed ? u->placed_x : start.x;
  double y = core_unit->is_placed ? u->placed_y : start.y;
  u->x += tp_product(x - u->x, left);
  u->y += tp_product(y - u->y, left);
}

/* Arc tangent of a number from 0 to 1, to the last bit as
 * lua/tilepath/angle.lua has it. */
static double arc(double t) {
  static const double of_eighths[] = {
      0,
      0.12435499454676144,
      0.24497866312686414,
      0.35877067027057225,
      0.4636476090008061,
      0.5585993153435624,
      0.6435011087932844,
      0.7188299996216245,
      0.7853981633974483,
  };
  const int i = (int)(8 * t + 0.5);
  const double k = i / 8.0, r = (t - k) / (1 + tp_product(t, k));
  const double s = tp_product(r, r);
  double sum = 1.0 / 13;
  for (int n = 11; n >= 3; n -= 2) sum = 1.0 / n - tp_product(s, sum);
  return of_eighths[i] + (r - tp_product(tp_product(r, s), sum));
}

static double angle_of(double dx, double dy) {
  const double pi = 3.141592653589793;
  const double x = fabs(dx), y = fabs(dy);
  double angle = y <= x ? arc(y / x) : pi / 2 - arc(x / y);
  if (dx < 0) angle = pi - angle;
  return dy < 0 ? -angle : angle;
}

double tp_unit_angle(const Unit *u) {
  const tp_Grid *g = u->finder->grid;
  if (u->heading >= TP_DIRECTIONS) return 0;
  if (tp_is_hexagonal(g->stagger)) {
    /* The angle of a step from hexagon to hexagon. Along shoved rows (or
     * columns) it counts in half cells. */
    static const int8_t along_row[] = {2, 1, -1, -2, -1, 1},
                        rows[] = {0, 1, 1, 0, -1, -1};
    static const int8_t columns[] = {1, 0, -1, -1, 0, 1},
                        along_column[] = {1, 2, 1, -1, -2, -1};
    if (g->stagger.rows) {
      return angle_of(along_row[u->heading] * g->cell_width / 2,
                      rows[u->heading] * tp_grid_pitch_y(g));
    }
    return angle_of(columns[u->heading] * tp_grid_pitch_x(g),
                    along_column[u->heading] * g->cell_height / 2);
  }
  const tp_Cell step = tp_beside((tp_Cell){0, 0}, u->heading);
  return angle_of(step.x * g->cell_width, step.y * g->cell_height);
}
