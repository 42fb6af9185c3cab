/* order.c - what units are told to do: to go somewhere, along a field, from
 * point to point; to stop, to stand fast.
 *
 * An order is planned when it is given, so that it may be refused; then the
 * unit keeps doing what it did. The way itself is looked for when time passes
 * (ways.h). What a unit goes by is kept in slots of its handle, and let go with
 * the next order.
 */
#include "field.h"
#include "ways.h"

enum { UNIT = 1 };

/* ---- beginning ---------------------------------------------------------- */

static const char *const reasons_to_stand[] = {"start_outside", "occupied"};

Unit *order_get_ready(lua_State *L, int unit, const char *function) {
  Unit *u = bind_known(L, unit);
  if (!u->crowd) unit_refuse_removed(L, function);
  bind_push_kept(L, unit, UNIT_CROWD);
  bind_check_idle(L, u->crowd, BIND_CROWD, function);
  crowd_set_out(L, lua_gettop(L));
  if (!u->crowd) unit_refuse_removed(L, function);
  if (u->orders.is_admitted) return u;
  const tp_Grid *g = u->crowd->grid;
  const tp_Rect map = {0, 0, g->width, g->height};
  tp_Rect under = unit_footprint(u->finder, u->cell);
  bool is_inside = tp_rect_same(under, tp_rect_clip(under, map));
  bind_push_no(L, reasons_to_stand[is_inside]);
  return NULL;
}

/* It has new orders, or none. */
static void forget(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  lua_pushnil(L);
  bind_keep(L, unit, UNIT_WAY, lua_gettop(L));
  lua_pop(L, 1);
  u->orders.errand = ERRAND_NONE;
  u->orders.field = NULL;
  u->orders.points = 0;
  u->orders.reason = TP_NO_REASON;
}

/* One that was on its way already, to a goal that has moved, does not lose its
 * turn to others. */
void order_begin(lua_State *L, int unit, Errand errand, const tp_Order *order,
                 int field) {
  Unit *u = bind_known(L, unit);
  tp_Motion *m = u->crowd->march.motion;
  tp_Mover *mover = tp_motion_mover(m, u->id);
  bool goes_on = mover->wish == TP_GOING || mover->wish == TP_WAITING;
  uint64_t since = mover->fare.since;
  forget(L, unit);
  if (field) {
    bind_keep(L, unit, UNIT_WAY, field);
    u->orders.field = bind_known(L, field);
  }
  u->orders.errand = errand;
  tp_motion_order(m, u->id, order);
  if (goes_on) mover->fare.since = since;
}

/* ---- to a goal ---------------------------------------------------------- */

uint16_t order_settle(lua_State *L, int arg, const char *function) {
  enum { MOST = 32767 };
  double settle = 0;
  if (!lua_istable(L, arg)) return 0;
  lua_pushliteral(L, "settle");
  lua_rawget(L, arg);
  if (!lua_isnil(L, -1)) {
    settle = bind_integer(L, -1, function, "settle", 0, MOST);
  }
  lua_pop(L, 1);
  return (uint16_t)settle;
}

/* unit:go(wx, wy [, query]), unit:go(goals [, query]) -> true | nil, reason */
int unit_go(lua_State *L) {
  enum { WX = 2, GOALS = 2, FINDER = 6 };
  static const char name[] = "go";
  Question q = {.function = name, .is_order = true, .options.in_world = true};
  unit_movable(L, name);
  lua_settop(L, 5);
  q.goals = lua_istable(L, GOALS) ? GOALS : 0;
  int options = q.goals ? 3 : 4;
  bind_push_kept(L, UNIT, UNIT_FINDER);
  const Finder *f = bind_known(L, FINDER);
  q.at = FINDER;
  if (!q.goals) {
    q.query.goal = finder_world_cell(L, WX, f, name, "wx", "wy");
    q.options.to[0] = lua_tonumber(L, WX);
    q.options.to[1] = lua_tonumber(L, WX + 1);
  }
  uint16_t settle = order_settle(L, options, name);
  question_read_options(L, options, f, &q);
  if (!order_get_ready(L, UNIT, name)) return 2;
  tp_Guide guide;
  tp_Reason reason = ways_plan(L, UNIT, &q, &guide);
  if (reason != TP_NO_REASON) return finder_push_reason(L, reason);
  const tp_Order order = {.guide = guide, .settle = settle};
  order_begin(L, UNIT, ERRAND_GOAL, &order, 0);
  lua_pushboolean(L, 1);
  return 1;
}

/* ---- along a field, a path ---------------------------------------------- */

static int follow_field(lua_State *L, Field *f) {
  enum { FIELD = 2, FINDER };
  static const char name[] = "follow";
  const Unit *u = unit_movable(L, name);
  const tp_Profile *own = &u->finder->navmap.profile;
  const tp_Profile *its = &f->finder->navmap.profile;
  if (f->finder->grid != u->crowd->grid) {
    return bind_error(L, "%s: field must be one on the crowd's grid", name);
  }
  if (own->wide != its->wide || own->high != its->high) {
    return bind_error(L,
                      "%s: field must be one for agents of %dx%d, as the unit "
                      "is, got one for %dx%d",
                      name, (int)own->wide, (int)own->high, (int)its->wide,
                      (int)its->high);
  }
  lua_settop(L, FIELD);
  bind_push_kept(L, FIELD, FIELD_FINDER);
  finder_catch_up(L, FINDER, f->finder, name);
  if (!order_get_ready(L, UNIT, name)) return 2;
  Unit *unit = bind_known(L, UNIT);
  unit_look(unit);
  tp_Cell c = unit->cell;
  bool knows = field_is_done(f) && tp_field_cost(&f->field, c.x, c.y) != TP_FAR;
  if (!knows) return field_refuse(L, f, c);
  const tp_Order order = {.guide = {.field = &f->field, .goal = {-1, -1}}};
  ways_forget(L, UNIT);
  order_begin(L, UNIT, ERRAND_FIELD, &order, FIELD);
  lua_pushboolean(L, 1);
  return 1;
}

/* ---- patrols ------------------------------------------------------------ */

/* Points as a call is given them: pairs, or numbers one after the other. */
typedef struct Points {
  bind_List list;
  bool is_flat, in_cells;
  uint32_t count;
} Points;

static bool has_units_of_cells(lua_State *L, int at) {
  lua_pushvalue(L, lua_upvalueindex(BIND_UNITS));
  lua_rawget(L, at);
  bool are = lua_rawequal(L, -1, lua_upvalueindex(BIND_CELLS));
  lua_pop(L, 1);
  return are;
}

/* A path may be given, too; its points may be cells. */
static Points count_points(lua_State *L, int at, const char *function,
                           const char *name) {
  Points p = {.list = {.at = at,
                       .function = function,
                       .name = name,
                       .item = "{ x, y }",
                       .numbers = 2,
                       .broken = true}};
  p.count = bind_list_count(L, &p.list);
  lua_rawgeti(L, at, 1);
  p.is_flat = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  p.in_cells = has_units_of_cells(L, at);
  if (p.is_flat && p.count % 2 != 0) {
    bind_error(L, "%s: %s must have as many x as y, got %d numbers", function,
               name, (int)p.count);
  }
  if (p.is_flat) p.count /= 2;
  return p;
}

static tp_Cell take_point(lua_State *L, const Points *p, int i,
                          const Finder *f) {
  double at[2];
  if (p->is_flat) {
    at[0] = bind_list_number(L, &p->list, 2 * i - 1);
    at[1] = bind_list_number(L, &p->list, 2 * i);
  } else {
    bind_list_take(L, &p->list, i, at);
  }
  if (p->in_cells) return bind_cell_at(f->grid, at[0], at[1]);
  return finder_cell_at(f, at[0], at[1]);
}

/* Pushes a block with the cells of the points. What is in the table may have
 * changed while it was made. */
static tp_Cell *push_points(lua_State *L, int at, const Finder *f,
                            const char *function, const char *name,
                            uint32_t *count) {
  for (;;) {
    uint32_t room = count_points(L, at, function, name).count;
    tp_Cell *cell = bind_new(L, room * sizeof *cell);
    const Points p = count_points(L, at, function, name);
    for (uint32_t i = 0; i < p.count && i < room; i++) {
      cell[i] = take_point(L, &p, (int)i + 1, f);
    }
    *count = p.count;
    if (p.count <= room) return cell;
    lua_pop(L, 1);
  }
}

static bool are_inside(const Finder *f, const tp_Cell *cell, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (!tp_grid_contains(f->grid, cell[i].x, cell[i].y)) return false;
  }
  return true;
}

Question order_question(tp_Cell goal, int finder, const char *function) {
  Question q = {.function = function, .at = finder};
  q.query.goal = goal;
  q.query.max_nodes = UINT64_MAX;
  q.options.range = -1;
  return q;
}

static uint32_t steps_between(tp_Cell a, tp_Cell b) {
  int32_t dx = b.x > a.x ? b.x - a.x : a.x - b.x;
  int32_t dy = b.y > a.y ? b.y - a.y : a.y - b.y;
  return (uint32_t)tp_greater(dx, dy);
}

/* Pushes a block with all cells of a way from point to point, each a step from
 * the one before it, as straight as may be. */
static tp_Cell *push_way(lua_State *L, const tp_Cell *point, uint32_t points,
                         uint32_t *count) {
  uint32_t n = 0;
  *count = 1;
  for (uint32_t i = 1; i < points; i++) {
    *count += steps_between(point[i - 1], point[i]);
  }
  tp_Cell *cell = bind_new(L, *count * sizeof *cell);
  cell[n++] = point[0];
  for (uint32_t i = 1; i < points; i++) {
    tp_Cell a = point[i - 1], b = point[i];
    int64_t steps = steps_between(a, b);
    for (int64_t k = 1; k <= steps; k++) {
      int64_t x = 2 * k * (b.x - a.x) + steps, y = 2 * k * (b.y - a.y) + steps;
      int64_t of = 2 * steps;
      cell[n++] = (tp_Cell){a.x + (int32_t)((x + of * steps) / of - steps),
                            a.y + (int32_t)((y + of * steps) / of - steps)};
    }
  }
  return cell;
}

static int follow_path(lua_State *L) {
  enum { PATH = 2, FINDER, POINTS, WAY };
  static const char name[] = "follow";
  const Finder *f = unit_movable(L, name)->finder;
  uint32_t points, count;
  lua_settop(L, PATH);
  bind_push_kept(L, UNIT, UNIT_FINDER);
  const tp_Cell *point = push_points(L, PATH, f, name, "path", &points);
  if (!are_inside(f, point, points)) {
    return finder_push_reason(L, TP_GOAL_OUTSIDE);
  }
  const tp_Cell *cell = push_way(L, point, points, &count);
  if (!order_get_ready(L, UNIT, name)) return 2;
  Question q = order_question(cell[count - 1], FINDER, name);
  tp_Order order = {.settle = 0};
  tp_Reason reason = ways_plan(L, UNIT, &q, &order.guide);
  if (reason != TP_NO_REASON) return finder_push_reason(L, reason);
  ways_take(L, UNIT, cell, count, &order.guide);
  order_begin(L, UNIT, ERRAND_PATH, &order, 0);
  lua_pushboolean(L, 1);
  return 1;
}

/* unit:follow(field), unit:follow(path) -> true | nil, reason */
int unit_follow(lua_State *L) {
  static const char name[] = "follow";
  unit_movable(L, name);
  Field *f = bind_test(L, 2, BIND_FIELD);
  if (f) return follow_field(L, f);
  if (!lua_istable(L, 2)) bind_wrong(L, 2, name, "way", "a field or a path");
  return follow_path(L);
}

/* unit:patrol(points [, { settle = }]) -> true | nil, reason */
int unit_patrol(lua_State *L) {
  enum { POINTS = 2, OPTIONS, FINDER, BLOCK };
  static const char name[] = "patrol";
  static const char *const options[] = {"settle", NULL};
  const Unit *u = unit_movable(L, name);
  const Finder *f = u->finder;
  uint32_t count;
  lua_settop(L, OPTIONS);
  bind_options(L, OPTIONS, name, "options", options);
  uint16_t settle = order_settle(L, OPTIONS, name);
  bind_push_kept(L, UNIT, UNIT_FINDER);
  const tp_Cell *cell = push_points(L, POINTS, f, name, "points", &count);
  if (!are_inside(f, cell, count)) {
    return finder_push_reason(L, TP_GOAL_OUTSIDE);
  }
  if (!order_get_ready(L, UNIT, name)) return 2;
  Question q = order_question(cell[0], FINDER, name);
  tp_Guide guide;
  tp_Reason reason = ways_plan(L, UNIT, &q, &guide);
  if (reason != TP_NO_REASON) return finder_push_reason(L, reason);
  const tp_Order order = {.guide = guide, .settle = settle, .tours = true};
  order_begin(L, UNIT, ERRAND_PATROL, &order, 0);
  Orders *orders = &((Unit *)bind_known(L, UNIT))->orders;
  bind_keep(L, UNIT, UNIT_POINTS, BLOCK);
  orders->point = cell;
  orders->points = count;
  orders->next = 0;
  lua_pushboolean(L, 1);
  return 1;
}

/* The unit at that index is at its point, and goes to the next one that is
 * another cell. */
static void go_round(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  Orders *o = &u->orders;
  tp_Motion *m = u->crowd->march.motion;
  tp_Mover *mover = tp_motion_mover(m, u->id);
  tp_Cell here = tp_mover_cell(mover);
  for (uint32_t i = 0; i < o->points; i++) {
    o->next = (o->next + 1) % o->points;
    if (!tp_same_cell(o->point[o->next], here)) break;
  }
  const tp_Guide guide = {.goal = o->point[o->next]};
  ways_forget(L, unit);
  tp_motion_give_way(m, u->id, &guide);
  if (tp_same_cell(guide.goal, here)) { /* there is no other: it rests */
    mover->tours = false;
    mover->flags |= TP_MOVER_TOLD;
  }
}

/* ---- no way, no more ---------------------------------------------------- */

/* unit:stop() */
int unit_stop(lua_State *L) {
  Unit *u = unit_movable(L, "stop");
  lua_settop(L, UNIT);
  if (!u->orders.is_admitted) return 0;
  forget(L, UNIT);
  ways_forget(L, UNIT);
  tp_motion_stop(u->crowd->march.motion, u->id);
  return 0;
}

static int set_paused(lua_State *L, const char *function, bool paused) {
  Unit *u = unit_movable(L, function);
  lua_settop(L, UNIT);
  bind_push_kept(L, UNIT, UNIT_CROWD);
  crowd_set_out(L, 2);
  u = unit_movable(L, function);
  if (!u->orders.is_admitted) return 0;
  tp_motion_set_paused(u->crowd->march.motion, u->id, paused);
  return 0;
}

/* unit:pause(), unit:resume() */
int unit_pause(lua_State *L) { return set_paused(L, "pause", true); }
int unit_resume(lua_State *L) { return set_paused(L, "resume", false); }

/* ---- when time passes --------------------------------------------------- */

static void go_along(Unit *u) {
  tp_Motion *m = u->crowd->march.motion;
  const Field *f = u->orders.field;
  if (field_is_done(f)) {
    const tp_Guide guide = {.field = &f->field, .goal = {-1, -1}};
    tp_motion_give_way(m, u->id, &guide);
  } else {
    tp_motion_postpone(m, u->id);
  }
}

/* One that is as near as the field leads goes on alone. */
static void leave_group(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  tp_Motion *m = u->crowd->march.motion;
  tp_Cell goal = tp_motion_mover(m, u->id)->guide.goal;
  forget(L, unit);
  u->orders.errand = ERRAND_GOAL;
  tp_motion_give_way(m, u->id, &(tp_Guide){.goal = goal});
}

void order_serve(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  tp_Motion *m = u->crowd->march.motion;
  if (u->orders.errand == ERRAND_NONE) {
    tp_motion_postpone(m, id);
  } else if (u->orders.errand == ERRAND_FIELD) {
    go_along(u);
  } else {
    if (u->orders.errand == ERRAND_GROUP) leave_group(L, unit);
    const tp_Mover *mover = tp_motion_mover(m, id);
    bool is_there =
        u->orders.errand == ERRAND_PATROL && !tp_guide_has_goal(&mover->guide);
    if (is_there) go_round(L, unit);
    u->crowd->march.number = u->way.number;
    ways_serve(L, crowd, id, budget);
  }
}

/* ---- what it is about --------------------------------------------------- */

static const char *const wishes[] = {
    [TP_IDLE] = "idle",       [TP_WAITING] = "waiting",
    [TP_GOING] = "going",     [TP_ARRIVED] = "arrived",
    [TP_SETTLED] = "settled", [TP_BLOCKED] = "blocked",
};

const char *unit_status(const Unit *u) {
  if (!u->crowd || u->is_led) return NULL;
  if (!u->orders.is_admitted) return wishes[TP_IDLE];
  const tp_Mover *m = tp_motion_mover(u->crowd->march.motion, u->id);
  return m->flags & TP_MOVER_PAUSED ? "paused" : wishes[m->wish];
}

const char *unit_reason(const Unit *u) {
  if (!u->crowd || !u->orders.is_admitted) return NULL;
  const tp_Mover *m = tp_motion_mover(u->crowd->march.motion, u->id);
  if (m->wish != TP_BLOCKED) return NULL;
  if (!(m->flags & TP_MOVER_REFUSED)) return "stuck";
  return finder_reason(u->orders.reason);
}
