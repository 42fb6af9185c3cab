/* keep.c - units that keep a distance to a target: chase, flee, keep.
 *
 *     chase    at most `within`
 *     flee     at least `distance`
 *     keep     from `min` to `max`
 *
 * The three orders differ only in these bounds. Each time the unit stands and
 * decides, it reads the target's place (tp_Order.asks):
 *
 *     in range    it rests
 *     too far     it plans a path to a cell in range, as unit:go does. It plans
 *                 again when the target has moved by a quarter of the
 *                 distance, so distant units search rarely
 *     too near    it takes a path that comes no nearer (core/crowd/scout)
 */
#include <math.h>

#include "../../core/crowd/states.h"
#include "../query/goals.h"
#include "order.h"

enum { UNIT = 1, TARGET, OPTIONS, CROWD, BLOCK };

/* The unit's distance to its target, compared with the bounds. */
typedef enum Distance { IN_RANGE, TOO_FAR, TOO_NEAR } Distance;

/* ---- orders ------------------------------------------------------------- */

/* The number at `name` in the table at OPTIONS, at least `low`; or `usual`. */
static double take_number(lua_State *L, const char *function, const char *name,
                          double low, double usual) {
  double value = usual;
  if (lua_isnil(L, OPTIONS)) return usual;
  lua_pushstring(L, name);
  lua_rawget(L, OPTIONS);
  if (!lua_isnil(L, -1)) {
    value = tp_bind_is_finite(L, -1) ? lua_tonumber(L, -1) : low - 1;
    if (!(value >= low)) {
      lua_pushfstring(L, "a finite number of at least %d", (int)low);
      tp_bind_wrong(L, lua_gettop(L) - 1, function, name, lua_tostring(L, -1));
    }
  }
  lua_pop(L, 1);
  return value;
}

static void check_target(lua_State *L, const char *function) {
  const Unit *other = tp_bind_test(L, TARGET, BIND_UNIT);
  if (!lua_istable(L, TARGET) && lua_type(L, TARGET) != LUA_TUSERDATA) {
    tp_bind_wrong(L, TARGET, function, "target",
                  "a table or a userdata with x and y");
  }
  if (!other) return;
  if (!other->crowd) {
    tp_bind_error(L, "%s: the target was removed from its crowd", function);
  }
  if (lua_rawequal(L, UNIT, TARGET)) {
    tp_bind_error(L, "%s: a unit cannot be its own target", function);
  }
}

/* Has the unit at 1 that order already? A game may give it in each frame. */
static bool has_it(lua_State *L, const char *function, const Keep *order) {
  const Unit *u = tp_unit_placed(L, function);
  const Keep *k = u->orders.is_admitted ? u->orders.keep : NULL;
  tp_bind_push_kept(L, UNIT, UNIT_WAY);
  const bool is_same = lua_rawequal(L, -1, TARGET);
  lua_pop(L, 1);
  return k && is_same && k->least == order->least && k->most == order->most &&
         k->sight == order->sight;
}

/* Gives the unit at 1 that order. */
static int begin(lua_State *L, const char *function, const Keep *order) {
  enum { ANYWHERE = INT16_MAX };
  tp_Rect seen = {0, 0, 1, 1};
  check_target(L, function);
  if (has_it(L, function, order)) {
    lua_pushboolean(L, 1);
    return 1;
  }
  tp_bind_push_kept(L, UNIT, UNIT_CROWD);
  if (!tp_unit_placed(L, function)->crowd->is_restored) {
    tp_target_find(L, tp_unit_placed(L, function), TARGET, function, &seen);
  }
  Keep *k = tp_bind_new(L, sizeof *k);
  *k = *order;
  Unit *u = tp_order_get_ready(L, UNIT, function);
  const tp_Grid *g = u->crowd->grid;
  tp_unit_look(u);
  const tp_Cell goal =
      tp_order_elsewhere(g, u->cell, (tp_Cell){seen.x, seen.y});
  const tp_Order go = {
      .guide = {.goal = goal}, .settle = ANYWHERE, .asks = true};
  tp_unit_forget_way(L, UNIT);
  tp_order_begin(L, UNIT, ERRAND_KEEP, &go, 0);
  tp_bind_keep(L, UNIT, UNIT_WAY, TARGET);
  tp_bind_keep(L, UNIT, UNIT_POINTS, BLOCK);
  u->orders.keep = k;
  lua_pushboolean(L, 1);
  return 1;
}

static void take_arguments(lua_State *L, const char *function,
                           const char *const options[]) {
  tp_unit_placed(L, function);
  lua_settop(L, OPTIONS);
  tp_bind_options(L, OPTIONS, function, "options", options);
}

static bool take_sight(lua_State *L, const char *function) {
  if (lua_isnil(L, OPTIONS)) return false;
  lua_pushliteral(L, "sight");
  lua_rawget(L, OPTIONS);
  const bool sight = lua_toboolean(L, -1);
  if (!lua_isnil(L, -1) && !lua_isboolean(L, -1)) {
    tp_bind_wrong(L, -1, function, "sight", "true or false");
  }
  lua_pop(L, 1);
  return sight;
}

/* unit:chase(target [, { within =, sight = }]) -> true | nil, reason */
static int chase(lua_State *L) {
  static const char *const options[] = {"within", "sight", NULL};
  static const char *const others[] = {"escape", "max_nodes", "partial",
                                       "repath_interval", NULL};
  static const char name[] = "chase";
  tp_order_refuse(L, OPTIONS, name, others);
  take_arguments(L, name, options);
  const double within = take_number(L, name, "within", 0, 1.5);
  const Keep order = {.most = within, .sight = take_sight(L, name)};
  return begin(L, name, &order);
}

/* unit:flee(from [, { distance = }]) -> true | nil, reason */
static int flee(lua_State *L) {
  static const char *const options[] = {"distance", NULL};
  static const char name[] = "flee";
  take_arguments(L, name, options);
  const double far = take_number(L, name, "distance", 0, 8);
  const Keep order = {.least = far, .most = -1};
  return begin(L, name, &order);
}

/* unit:keep(target, { min =, max =, sight = }) -> true | nil, reason */
static int keep(lua_State *L) {
  static const char *const options[] = {"min", "max", "sight", NULL};
  static const char name[] = "keep";
  take_arguments(L, name, options);
  const double least = take_number(L, name, "min", 0, 0),
               most = take_number(L, name, "max", 0, least + 2);
  const Keep order = {
      .least = least, .most = most, .sight = take_sight(L, name)};
  if (most < least + 2) {
    tp_bind_error(L, "%s: max must be at least min + 2", name);
  }
  return begin(L, name, &order);
}

/* ---- updates ------------------------------------------------------------ */

/* Is the unit, in that cell, in range, too far or too near? A target between
 * two cells is in range if either cell is. */
static Distance distance_of(const Unit *u, tp_Cell at, tp_Rect target,
                            tp_Rect both) {
  const Keep *k = u->orders.keep;
  const tp_Navmap *nav = &u->finder->navmap;
  uint64_t steps = 0;
  if (keep_is_too_near(k, nav->moves.stagger, at, target)) return TOO_NEAR;
  if (k->most < 0) return IN_RANGE;
  const tp_Goals near = {.kind = TP_GOAL_RANGE,
                         .stagger = nav->moves.stagger,
                         .eyes = k->sight ? finder_eyes(u->finder) : NULL,
                         .range = tp_bind_square(k->most)};
  const bool is_near = tp_goal_ends_at(&near, nav, both, at.x, at.y, &steps);
  return is_near ? IN_RANGE : TOO_FAR;
}

const char *tp_keep_reason(const Unit *u) {
  static const char *const words[] = {
      [IN_RANGE] = NULL, [TOO_FAR] = "crowded", [TOO_NEAR] = "cornered"};
  return u->orders.keep ? words[u->orders.keep->distance] : NULL;
}

/* Has the target moved so little, compared with its distance, that the path to
 * its old place is still good? */
static bool has_hardly_moved(tp_Stagger s, tp_Cell at, tp_Rect seen,
                             tp_Rect target) {
  enum { PART = 4 };
  const tp_Rect now = {target.x, target.y, 1, 1};
  const uint64_t moved = tp_scout_square(s, (tp_Cell){seen.x, seen.y}, now);
  return (uint64_t)(PART * PART) * moved <= tp_scout_square(s, at, target);
}

/* Has another unit come to rest at its goal? Always false for a unit that found
 * no free cell (its settle is not 0), and for a unit that is too far and needs
 * no free line: that moves up later. */
static bool is_late(const Unit *u) {
  const tp_Motion *m = u->crowd->march.motion;
  const tp_Mover *mover = tp_motion_mover(m, u->id);
  const Keep *k = u->orders.keep;
  if (k->distance == TOO_FAR && !k->sight) return false;
  return mover->settle == 0 && mover->guide.goal.x >= 0 &&
         tp_states_is_late(m, u->id, tp_motion_mover(m, u->id)->guide.goal);
}

/* Is its current path or place still right? */
static bool goes_on(const Unit *u, tp_Rect target, Distance distance) {
  const Keep *k = u->orders.keep;
  tp_Motion *m = u->crowd->march.motion;
  const tp_Mover *mover = tp_motion_mover(m, u->id);
  const tp_Cell at = tp_mover_cell(mover);
  const bool is_there = tp_same_cell(mover->guide.goal, at);
  if (!m->moment.is_on || mover->state == TP_WAITING) return false;
  if (distance == IN_RANGE) return mover->state == TP_ARRIVED && is_there;
  if (distance != (Distance)k->distance) return false;
  if (distance == TOO_NEAR && (is_there || tp_mover_rests(mover))) return false;
  if (!tp_rect_same(k->seen, target)) {
    const bool has_way = distance == TOO_FAR && mover->guide.trail && !is_there;
    const tp_Stagger s = u->finder->grid->stagger;
    if (!has_way || !has_hardly_moved(s, at, k->seen, target)) return false;
  }
  return !tp_states_lacks_way(m, u->id) && !is_late(u);
}

/* The budget is used up: the unit continues on its path, or waits for its
 * turn. */
static void put_off(const Unit *u) {
  tp_Motion *m = u->crowd->march.motion;
  const tp_Mover *mover = tp_motion_mover(m, u->id);
  if (mover->state == TP_GOING && !tp_states_lacks_way(m, u->id)) return;
  tp_waiting_add(m, u->id);
}

/* Subtracts the work of a scout. */
static void pay(uint64_t *budget, const tp_Scout *found) {
  enum { CELLS_A_UNIT = 8 };
  tp_spend(budget, found->looked / CELLS_A_UNIT + 1);
}

static void stay(Unit *u) {
  tp_Motion *m = u->crowd->march.motion;
  const tp_Cell at = tp_mover_cell(tp_motion_mover(m, u->id));
  tp_unit_renew_way(u);
  tp_motion_give_way(m, u->id, &(tp_Guide){.goal = at});
}

/* Looks for a path away from the target. A unit with an upper bound passes
 * resting units only if it ends in range. Otherwise two such units could drive
 * each other out for ever. */
static void look_away(const Unit *u, tp_Scout *found) {
  const Keep *k = u->orders.keep;
  const tp_Motion *m = u->crowd->march.motion;
  const double enough = k->least * k->least;
  tp_scout_away(m, u->id, k->seen, enough, k->most < 0, found);
  if (k->most < 0 || found->count > 1) return;
  tp_scout_away(m, u->id, k->seen, enough, true, found);
  const tp_Cell last = found->cell[found->count - 1];
  if (distance_of(u, last, k->seen, k->seen) != IN_RANGE) found->count = 1;
}

static void get_away(lua_State *L, int unit, uint64_t *budget) {
  tp_Scout found;
  Unit *u = bind_known(L, unit);
  look_away(u, &found);
  pay(budget, &found);
  if (found.count > 1) {
    const KnownWay way = {found.cell, NULL, found.count, 0};
    tp_motion_mover(u->crowd->march.motion, u->id)->settle = 0;
    tp_ways_lay_known(L, unit, &way, budget);
  } else {
    stay(u);
  }
}

static void come_near(lua_State *L, int crowd, Unit *u, uint64_t *budget) {
  Keep *k = u->orders.keep;
  const tp_Grid *g = u->crowd->grid;
  const tp_Rect r = k->seen;
  k->query = (WayQuery){
      .query = {.max_nodes = UINT64_MAX},
      .options = {.kind = TP_GOAL_RANGE, .within = k->most, .sight = k->sight},
      .list = {.number = k->goal, .room = GOAL_NUMBERS, .count = 1},
      .is_list = true};
  k->goal[0] = bind_to_user(r.x, g->base_x);
  k->goal[1] = bind_to_user(r.y, g->base_y);
  k->goal[2] = r.w;
  k->goal[3] = r.h;
  tp_Motion *m = u->crowd->march.motion;
  const tp_Mover *mover = tp_motion_mover(m, u->id);
  const tp_Cell at = tp_mover_cell(mover);
  if (tp_same_cell(mover->guide.goal, at)) { /* or it would count as arrived */
    const tp_Cell goal = tp_order_elsewhere(g, at, (tp_Cell){r.x, r.y});
    tp_motion_give_way(m, u->id, &(tp_Guide){.goal = goal});
  }
  tp_unit_renew_way(u);
  u->way.query = &k->query;
  tp_ways_serve(L, crowd, u->id, budget);
}

/* Does the unit see the target close by? For units with no lower bound. */
static bool is_close(const Unit *u, tp_Cell at, tp_Rect target) {
  enum { CLOSE = 2 };
  const Keep *k = u->orders.keep;
  const tp_Navmap *nav = &u->finder->navmap;
  uint64_t steps = 0;
  const tp_Goals near = {.kind = TP_GOAL_RANGE,
                         .stagger = nav->moves.stagger,
                         .eyes = nav,
                         .range = tp_bind_square(k->most + CLOSE)};
  return tp_goal_ends_at(&near, nav, target, at.x, at.y, &steps);
}

/* Is the unit near enough to a resting target? It is if it sees the target
 * close by. It is also if it has come as near as there was room, or has given
 * up, and sees the target. Then it pushes no unit, and stays where it is
 * pushed. Otherwise the units around a target would push each other for ever,
 * or push the target. If the game has put it elsewhere, it comes again. */
static bool has_come(const Unit *u, tp_Rect target, bool rests) {
  const Keep *k = u->orders.keep;
  const tp_Motion *m = u->crowd->march.motion;
  const tp_Mover *mover = tp_motion_mover(m, u->id);
  const tp_Cell at = tp_mover_cell(mover);
  const bool is_refused = mover->flags & TP_MOVER_REFUSED;
  if (!m->moment.is_on || k->sight || !tp_rect_same(k->seen, target)) {
    return false;
  }
  if (rests && k->least <= 0 && is_close(u, at, target)) return true;
  if (mover->put && !tp_same_cell(mover->guide.goal, at)) return false;
  return (mover->state == TP_ARRIVED || mover->state == TP_SETTLED ||
          (mover->state == TP_BLOCKED && !is_refused)) &&
         tp_target_is_seen(u, at);
}

/* Moves the unit nearer over free cells, to a cell that is no other unit's
 * goal. If it is on its way to such a cell it continues: the other units rely
 * on that. */
static void move_up(lua_State *L, int unit, uint64_t *budget) {
  tp_Scout found;
  Unit *u = bind_known(L, unit);
  const Keep *k = u->orders.keep;
  tp_Motion *m = u->crowd->march.motion;
  const tp_Mover *mover = tp_motion_mover(m, u->id);
  const tp_Cell at = tp_mover_cell(mover);
  const bool is_there = tp_same_cell(mover->guide.goal, at);
  const bool moves_up = mover->state == TP_GOING && mover->settle > 0;
  if (moves_up && !is_there && !tp_states_lacks_way(m, u->id)) return;
  if (mover->state != TP_ARRIVED || !is_there) stay(u);
  tp_scout_near(m, u->id, k->seen, k->least * k->least, &found);
  pay(budget, &found);
  if (found.count == 1) return;
  if (!tp_target_is_seen(u, found.cell[found.count - 1])) return;
  tp_motion_mover(m, u->id)->settle = INT16_MAX; /* it pushes no unit */
  const KnownWay known = {found.cell, NULL, found.count, 0};
  tp_ways_lay_known(L, unit, &known, budget);
}

/* Does its search run? That search must end, even if the target moves
 * meanwhile. */
static bool is_looking(const Unit *u) {
  return u->crowd->march.served == u->id;
}

/* Updates the map of its eyes. False if the unit has another order then. */
static bool open_eyes(lua_State *L, const Unit *u, int unit, uint64_t number) {
  if (!u->orders.keep->sight) return true;
  tp_bind_push_kept(L, unit, UNIT_FINDER);
  tp_finder_open_eyes(L, lua_gettop(L), u->finder, "update");
  lua_pop(L, 1);
  return u->orders.is_admitted && u->way.number == number;
}

void tp_keep_serve(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  static const char name[] = "update";
  tp_crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  const uint64_t number = u->way.number;
  tp_Rect target;
  tp_bind_push_kept(L, unit, UNIT_WAY);
  const bool is_there = tp_target_find(L, u, unit + 1, name, &target);
  if (!u->orders.is_admitted || u->way.number != number) return;
  if (!open_eyes(L, u, unit, number)) return;
  if (!is_there) {
    tp_order_forget(L, unit);
    tp_motion_end(u->crowd->march.motion, id);
    return;
  }
  const tp_Mover *mover = tp_motion_mover(u->crowd->march.motion, id);
  const tp_Navmap *nav = &u->finder->navmap;
  const tp_Rect both =
      tp_navmap_above(nav, tp_target_with_left(L, u, unit + 1, target));
  target = tp_navmap_above(nav, target);
  const Distance distance = distance_of(u, tp_mover_cell(mover), target, both);
  if (distance == TOO_FAR && is_looking(u)) {
    tp_ways_serve(L, crowd, id, budget);
    return;
  }
  const bool is_up = distance == TOO_FAR &&
                     has_come(u, target, tp_target_rests(L, u, unit + 1));
  if (!is_up && goes_on(u, target, distance)) return;
  if (*budget == 0 && distance != IN_RANGE) {
    if (!is_up) put_off(u);
    return;
  }
  if (is_up) {
    u->orders.keep->distance = TOO_FAR;
    move_up(L, unit, budget);
    return;
  }
  u->orders.keep->seen = target;
  u->orders.keep->distance = (uint8_t)distance;
  if (distance == IN_RANGE) {
    stay(u);
  } else if (distance == TOO_NEAR) {
    get_away(L, unit, budget);
  } else {
    come_near(L, crowd, u, budget);
  }
}

static const luaL_Reg methods[] = {
    {"chase", chase},
    {"flee", flee},
    {"keep", keep},
    {NULL, NULL},
};

const bind_Exports tp_keep_exports = {.kind = BIND_UNIT, .methods = methods};
