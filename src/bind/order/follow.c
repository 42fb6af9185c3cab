/* follow.c - units that follow a field or a path, or patrol from point to
 * point. Points are given as pairs, or as numbers one after the other.
 */
#include "follow.h"

#include <math.h>
#include "../../core/crowd/unitstates.h"

#include "../../core/crowd/waitlists.h"
#include "../crowd/membership.h"
#include "../crowd/unit.h"
#include "../field/field.h"
#include "../finder/pathfinder.h"
#include "order.h"
#include "unitpath.h"

enum { UNIT = 1, MOST_STEPS = 1 << 24 };

/* Points in an argument: pairs, or numbers one after the other. A path may also
 * have the numbers of the points where links begin. */
typedef struct Points {
  bind_List list;
  bool is_flat, in_cells, takes_links;
  bool wants_cells; /* in cells, whatever the points are */
  uint32_t count, links;
  tp_Cell *cell; /* of all points after reading, in a block */
  const uint32_t *link;
} Points;

/* Pushes the list of links, without metamethods; or nil. */
static void push_links(lua_State *L, const Points *p) {
  lua_pushvalue(L, lua_upvalueindex(BIND_LINKS));
  lua_rawget(L, p->list.at);
  if (lua_isnil(L, -1) || lua_istable(L, -1)) return;
  int links = lua_gettop(L);
  lua_pushfstring(L, "%s.links", p->list.name);
  tp_bind_wrong(L, links, p->list.function, lua_tostring(L, -1),
                "a list of numbers of points");
}

/* The points may be a path, and then may be in cells. */
static void count_points(lua_State *L, Points *p) {
  const bind_List *list = &p->list;
  p->count = tp_bind_list_count(L, list);
  lua_rawgeti(L, list->at, 1);
  p->is_flat = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(BIND_UNITS));
  lua_rawget(L, list->at);
  p->in_cells =
      p->wants_cells || lua_rawequal(L, -1, lua_upvalueindex(BIND_CELLS));
  lua_pop(L, 1);
  if (p->is_flat && p->count % 2 != 0) {
    tp_bind_error(L, "%s: %s must have as many x as y, got %d numbers",
                  list->function, list->name, (int)p->count);
  }
  if (p->is_flat) p->count /= 2;
  p->links = 0;
  if (!p->takes_links) return;
  push_links(L, p);
  const size_t links = lua_istable(L, -1) ? compat_raw_length(L, -1) : 0;
  lua_pop(L, 1);
  /* If there are as many links as points, at least one is wrong. */
  p->links = links < p->count ? (uint32_t)links : p->count;
}

/* Reads the links of the list on the top, in rising order. */
static void take_links(lua_State *L, const Points *p, uint32_t *links) {
  uint32_t before = 0;
  for (uint32_t i = 0; i < p->links; i++) {
    lua_rawgeti(L, -1, (int)i + 1);
    double link = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    if (!(link > before && link < p->count && bind_is_whole_number(link))) {
      int value = lua_gettop(L);
      lua_pushfstring(L, "%s.links[%d]", p->list.name, (int)i + 1);
      lua_pushfstring(L, "a whole number from %d to %d, in rising order",
                      (int)before + 1, (int)p->count - 1);
      tp_bind_wrong(L, value, p->list.function, lua_tostring(L, value + 1),
                    lua_tostring(L, value + 2));
    }
    lua_pop(L, 1);
    before = links[i] = (uint32_t)link;
  }
}

/* Reads the points of the list; its at, function and name are set. Pushes a
 * block with their cells, and then the links. The table may change while the
 * block is made, so it is read again after that. False if a point lies outside
 * the grid. */
static void check_whole(lua_State *L, const Points *p, int i, double value) {
  if (value == floor(value)) return;
  lua_pushnumber(L, value);
  const int at = lua_gettop(L);
  lua_pushfstring(L, "%s[%d]", p->list.name, i);
  tp_bind_wrong(L, at, p->list.function, lua_tostring(L, -1), "a whole number");
}

static bool read_points(lua_State *L, Points *p, const Finder *f) {
  uint32_t room, links_room;
  p->list.item = "{ x, y }";
  p->list.numbers = 2;
  p->list.broken = true;
  count_points(L, p);
  for (;;) {
    room = p->count;
    links_room = p->links;
    p->cell =
        tp_bind_new(L, room * sizeof *p->cell + links_room * sizeof *p->link);
    count_points(L, p);
    if (p->count <= room && p->links <= links_room) break;
    lua_pop(L, 1);
  }
  uint32_t *link = (uint32_t *)(void *)(p->cell + room);
  bool are_inside = true;
  for (uint32_t i = 0; i < p->count; i++) {
    const int n = (int)i + 1;
    double at[2];
    if (p->is_flat) {
      at[0] = tp_bind_list_number(L, &p->list, 2 * n - 1);
      at[1] = tp_bind_list_number(L, &p->list, 2 * n);
    } else {
      tp_bind_list_take(L, &p->list, n, at);
    }
    for (int k = 0; p->wants_cells && k < 2; k++) {
      check_whole(L, p, 2 * n - 1 + k, at[k]);
    }
    const tp_Cell c = p->in_cells ? tp_bind_cell_at(f->grid, at[0], at[1])
                                  : tp_finder_cell_at(f, at[0], at[1]);
    p->cell[i] = c;
    are_inside = are_inside && tp_grid_contains(f->grid, c.x, c.y);
  }
  p->link = link;
  if (p->links == 0) return are_inside;
  push_links(L, p);
  take_links(L, p, link);
  lua_pop(L, 1);
  return are_inside;
}

/* The whole number nearest to k/of of a distance; the larger of two. */
static int32_t part_of(int32_t distance, int64_t k, int64_t of) {
  return (int32_t)((2 * k * distance + of + 2 * of * of) / (2 * of) - of);
}

/* The cell after k of the steps of a straight piece. From hexagon to hexagon
 * one of the three cube coordinates changes by 1 with each step; another is
 * rounded. */
static tp_Cell cell_on_path(tp_Stagger s, tp_Cell from, tp_Cell to, int64_t k,
                            int64_t of) {
  if (!tp_is_hexagonal(s)) {
    return (tp_Cell){from.x + part_of(to.x - from.x, k, of),
                     from.y + part_of(to.y - from.y, k, of)};
  }
  const tp_Cube a = tp_cube_of(s, from), b = tp_cube_of(s, to);
  const int32_t q = b.q - a.q, r = b.r - a.r;
  const int32_t dq = part_of(q, k, of), sum = part_of(q + r, k, of);
  const bool is_third = q + r == of || q + r == -of;
  const int32_t dr = is_third ? sum - dq : part_of(r, k, of);
  return tp_cell_of_cube(s, (tp_Cube){a.q + dq, a.r + dr});
}

/* Pushes a block with all cells of a path from point to point, and the indices
 * where links begin. Each cell is a step or a link from the cell before it.
 * Pieces without links are as straight as possible on that grid. */
static KnownPath push_path(lua_State *L, tp_Stagger s, const Points *p) {
  uint64_t all = 0;
  for (uint32_t i = 1, link = 0; i < p->count; i++) {
    bool by_link = link < p->links && p->link[link] == i;
    link += by_link;
    all += by_link ? 1 : tp_steps_apart(s, p->cell[i - 1], p->cell[i]);
  }
  if (all > MOST_STEPS) {
    tp_bind_error(L, "%s: path must have at most %d steps", p->list.function,
                  (int)MOST_STEPS);
  }
  const uint32_t count = (uint32_t)all + 1;
  tp_Cell *cell =
      tp_bind_new(L, count * sizeof *cell + p->links * sizeof *p->link);
  uint32_t *link = (uint32_t *)(void *)(cell + count), n = 1, links = 0;
  cell[0] = p->cell[0];
  for (uint32_t i = 1; i < p->count; i++) {
    const tp_Cell from = p->cell[i - 1], to = p->cell[i];
    if (links < p->links && p->link[links] == i) {
      link[links++] = n - 1;
      cell[n++] = to;
      continue;
    }
    const int64_t steps = tp_steps_apart(s, from, to);
    for (int64_t k = 1; k <= steps; k++) {
      cell[n++] = cell_on_path(s, from, to, k, steps);
    }
  }
  return (KnownPath){cell, link, count, links};
}

/* Can the agent walk each step and link of the path on the current map? */
static bool can_be_walked(const Finder *f, const KnownPath *known) {
  const tp_Navmap *nav = &f->navmap;
  tp_Edge edge;
  for (uint32_t i = 0, link = 0; i + 1 < known->count; i++) {
    const tp_Cell from = known->cell[i], to = known->cell[i + 1];
    if (link < known->links && known->link[link] == i) {
      if (!tp_edges_between(nav, from, to, &edge)) return false;
      link++;
    } else if (!tp_wayout_can_step(
                   nav, from, tp_direction(to.x - from.x, to.y - from.y))) {
      return false;
    }
  }
  return true;
}

/* core.set_path(unit, path, is_strict, is_given): the saved path of a unit. If
 * it cannot be walked on the current map, the unit plans another. The pieces of
 * a saved path are runs of one direction, as on squares. */
static int set_path(lua_State *L) {
  enum { PATH = 2, STRICT, GIVEN };
  Unit *u = bind_known(L, UNIT);
  const Finder *f = u->finder;
  const tp_Stagger squares = {0};
  Points points = {.list = {.at = PATH, .function = "load", .name = "path"},
                   .takes_links = true};
  if (!read_points(L, &points, f) || !u->orders.is_admitted) return 0;
  const KnownPath known = push_path(L, squares, &points);
  if (!can_be_walked(f, &known)) return 0;
  tp_UnitPath *unit_path =
      tp_unitsearch_push_given(L, f, &known, known.cell[0]);
  unit_path->is_given = lua_toboolean(L, GIVEN);
  unit_path->is_strict = lua_toboolean(L, STRICT);
  tp_bind_keep(L, UNIT, UNIT_PATH, lua_gettop(L));
  u->search.unit_path = unit_path;
  tp_sim_unit(u->crowd->motion.sim, u->id)->to_goal.unit_path = unit_path;
  return 0;
}

/* If the path cannot be walked on the current map, the unit plans a path to its
 * end. A saved path begins where the unit has left it. */
static int follow_path(lua_State *L) {
  enum { PATH = 2, FINDER, POINTS, WAY };
  static const char name[] = "follow";
  const Finder *f = tp_unit_placed(L, name)->finder;
  lua_settop(L, PATH);
  lua_pushstring(L, "partial");
  lua_rawget(L, PATH);
  const bool is_partial = lua_toboolean(L, -1);
  lua_pop(L, 1);
  tp_bind_push_kept(L, UNIT, UNIT_FINDER);
  Points points = {.list = {.at = PATH, .function = name, .name = "path"},
                   .takes_links = true};
  if (!read_points(L, &points, f)) {
    return tp_finder_push_reason(L, TP_GOAL_OUTSIDE);
  }
  const bool is_saved = tp_unit_placed(L, name)->crowd->is_restored;
  const tp_Stagger squares = {0};
  const KnownPath known =
      push_path(L, is_saved ? squares : f->grid->stagger, &points);
  Unit *u = tp_order_get_ready(L, UNIT, name);
  tp_unit_update_place(u);
  const tp_Cell at = is_saved ? known.cell[0] : u->cell;
  QueryArgs q = tp_order_queryargs(known.cell[known.count - 1], FINDER, name);
  tp_Order order = {.settle = 0};
  tp_Reason reason = tp_order_plan(L, UNIT, &q, &order.to_goal);
  if (reason != TP_NO_REASON) return tp_finder_push_reason(L, reason);
  if (can_be_walked(f, &known)) {
    tp_UnitPath *unit_path = tp_unitsearch_push_given(L, f, &known, at);
    tp_unit_placed(L, name);
    tp_unit_forget_path(L, UNIT);
    tp_bind_keep(L, UNIT, UNIT_PATH, lua_gettop(L));
    u->search.unit_path = unit_path;
    order.to_goal = (tp_CostToGoal){.unit_path = unit_path,
                                    .goal = tp_turn_cell(unit_path->turn)};
  }
  tp_order_begin(L, UNIT, ORDER_PATH, &order, 0);
  u->search.is_partial = is_partial;
  return tp_bind_push_yes(L);
}

/* ---- along a field ------------------------------------------------------ */

static int follow_field(lua_State *L, Field *f) {
  enum { FIELD = 2 };
  static const char name[] = "follow";
  const Unit *u = tp_unit_placed(L, name);
  const tp_Profile *own = &u->finder->navmap.profile;
  const tp_Profile *its = &f->finder->navmap.profile;
  if (f->finder->grid != u->crowd->grid) {
    return tp_bind_error(L, "%s: field must be on the crowd's grid", name);
  }
  if (own->wide != its->wide || own->high != its->high) {
    return tp_bind_error(
        L,
        "%s: field must be for agents of %dx%d, as the unit is, "
        "got a field for %dx%d",
        name, (int)own->wide, (int)own->high, (int)its->wide, (int)its->high);
  }
  lua_settop(L, FIELD);
  tp_field_ready(L, FIELD, f, name);
  Unit *unit = tp_order_get_ready(L, UNIT, name);
  tp_unit_update_place(unit);
  tp_Cell c = unit->cell;
  tp_field_reset_if_resized(f); /* a finalizer may have resized the grid */
  if (!field_is_done(f)) {
    return tp_bind_error(L, "%s: the field was changed meanwhile", name);
  }
  const tp_Order order = {.to_goal = {.field = &f->field, .goal = {-1, -1}}};
  const tp_Navmap *nav = &unit->finder->navmap;
  if (tp_costtogoal_cost(&order.to_goal, nav, c) == TP_FAR &&
      !unit->crowd->is_restored) {
    return tp_field_refuse(L, f, c);
  }
  tp_unit_forget_path(L, UNIT);
  tp_order_begin(L, UNIT, ORDER_FIELD, &order, FIELD);
  return tp_bind_push_yes(L);
}

/* unit:follow(field), unit:follow(path) -> true | nil, reason */
static int follow(lua_State *L) {
  static const char name[] = "follow";
  tp_unit_placed(L, name);
  Field *f = tp_bind_test(L, 2, BIND_FIELD);
  if (f) return follow_field(L, f);
  if (lua_isnil(L, 2) && lua_type(L, 3) == LUA_TSTRING) return 2; /* a reason */
  if (!lua_istable(L, 2)) tp_bind_wrong(L, 2, name, "way", "a field or a path");
  return follow_path(L);
}

void tp_follow_serve(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  (void)budget;
  tp_crowd_push_unit(L, crowd, id);
  Unit *u = bind_known(L, -1);
  tp_Sim *sim = u->crowd->motion.sim;
  const Field *f = u->orders.field;
  const tp_CostToGoal to_goal = {.field = &f->field, .goal = {-1, -1}};
  tp_sim_unit(sim, u->id)->to_goal = to_goal;
  if (!field_is_done(f)) {
    tp_waiting_add(sim, u->id);
  } else if (tp_unitstates_leads(tp_sim_unit(sim, u->id))) {
    tp_sim_give_cost_to_goal(sim, u->id, &to_goal);
  } else {
    u->orders.reason = TP_UNREACHABLE;
    tp_sim_refuse(sim, u->id);
  }
}

/* ---- from point to point ------------------------------------------------ */

/* unit:patrol(points [, { settle = }]) -> true | nil, reason */
static int give_round(lua_State *L, const char *name, bool in_cells) {
  enum { POINTS = 2, OPTIONS, FINDER, BLOCK };
  static const char *const options[] = {"settle", NULL};
  static const char *const others[] = {
      "adjacent",  "avoid",   "avoid_price", "escape", "except",
      "max_nodes", "partial", "sight",       "within", NULL};
  const Unit *u = tp_unit_placed(L, name);
  const Finder *f = u->finder;
  lua_settop(L, OPTIONS);
  tp_order_refuse(L, OPTIONS, name, others);
  tp_bind_options(L, OPTIONS, name, "query", options);
  uint16_t settle = tp_order_settle(L, OPTIONS, name);
  tp_bind_push_kept(L, UNIT, UNIT_FINDER);
  Points points = {.list = {.at = POINTS, .function = name, .name = "points"},
                   .wants_cells = in_cells};
  if (!read_points(L, &points, f)) {
    return tp_finder_push_reason(L, TP_GOAL_OUTSIDE);
  }
  tp_order_get_ready(L, UNIT, name);
  QueryArgs q = tp_order_queryargs(points.cell[0], FINDER, name);
  tp_CostToGoal to_goal;
  tp_Reason reason = tp_order_plan(L, UNIT, &q, &to_goal);
  if (reason != TP_NO_REASON) return tp_finder_push_reason(L, reason);
  const tp_Order order = {.to_goal = to_goal, .settle = settle, .loops = true};
  tp_order_begin(L, UNIT, ORDER_PATROL, &order, 0);
  Orders *orders = &((Unit *)bind_known(L, UNIT))->orders;
  tp_bind_keep(L, UNIT, UNIT_POINTS, BLOCK);
  orders->point = points.cell;
  orders->points = points.count;
  orders->next = 0;
  return tp_bind_push_yes(L);
}

static int patrol(lua_State *L) { return give_round(L, "patrol", false); }

/* unit:patrol_cell(points [, query]): the same in cells */
static int patrol_cell(lua_State *L) {
  return give_round(L, "patrol_cell", true);
}

/* Is there a path now? A unit inside a wall counts as connected to all free
 * cells. */
static bool can_come_to(const Unit *u, tp_Cell c) {
  const tp_Mask *mask = u->finder->navmap.mask;
  tp_Cell at = u->cell;
  return tp_mask_can_enter(mask, c.x, c.y) &&
         (!tp_mask_can_enter(mask, at.x, at.y) ||
          tp_finder_connects(u->finder, at, c));
}

/* The unit goes to the next point that is another cell and
 * that it can reach. With `stays` it keeps its point if it can reach that. */
static void go_round(Unit *u, bool stays) {
  Orders *o = &u->orders;
  tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, u->id);
  bool are_others = false;
  if (stays && can_come_to(u, o->point[o->next])) return;
  tp_order_record_reached(u);
  for (uint32_t i = 1; i <= o->points; i++) {
    uint32_t next = (o->next + i) % o->points;
    tp_Cell point = o->point[next];
    if (tp_same_cell(point, u->cell)) continue;
    are_others = true;
    if (!can_come_to(u, point)) continue;
    o->next = next;
    tp_order_change_goal(u, point);
    return;
  }
  if (stays && are_others) return;
  if (++o->next >= o->points) o->next = 0;
  tp_order_change_goal(u, o->point[o->next]);
  if (are_others) return;
  core_unit->loops = false; /* there is no other point: the unit rests */
  core_unit->flags |= TP_UNIT_REPORTED;
}

void tp_patrol_serve(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  tp_crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  if (!tp_order_know_regions(L, unit)) return;
  const tp_Unit *core_unit = tp_sim_unit(u->crowd->motion.sim, id);
  go_round(u, tp_costtogoal_has_goal(&core_unit->to_goal));
  tp_unitsearch_serve(L, crowd, id, budget);
}

static const luaL_Reg methods[] = {
    {"follow", follow},
    {"patrol", patrol},
    {"patrol_cell", patrol_cell},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"set_path", set_path},
    {NULL, NULL},
};

const bind_Exports tp_follow_exports = {
    .kind = BIND_UNIT, .methods = methods, .functions = functions};
