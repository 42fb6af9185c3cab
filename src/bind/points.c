/* points.c - units that go from point to point: along a path, once, or round
 * and round. Points are what a call is given, pairs or numbers one after the
 * other, as cells of the map.
 */
#include "points.h"

#include "ways.h"

enum { UNIT = 1, MOST_STEPS = 1 << 24 };

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
  uint64_t steps_of_all = 0;
  for (uint32_t i = 1; i < points; i++) {
    steps_of_all += steps_between(point[i - 1], point[i]);
  }
  if (steps_of_all > MOST_STEPS) {
    bind_error(L, "follow: path must have at most %d steps, as it is straight",
               (int)MOST_STEPS);
  }
  *count = (uint32_t)steps_of_all + 1;
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

int points_follow(lua_State *L) {
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

/* Is there a way there, now? One that stands in a wall is not asked from. */
static bool can_come_to(const Unit *u, tp_Cell c) {
  tp_Navmap *nav = &u->finder->navmap;
  if (!tp_mask_can_enter(nav->mask, c.x, c.y)) return false;
  tp_Cell at = u->cell;
  return !tp_mask_can_enter(nav->mask, at.x, at.y) ||
         tp_navmap_connects(nav, at, c);
}

void points_go_round(lua_State *L, int unit, bool stays) {
  Unit *u = bind_known(L, unit);
  Orders *o = &u->orders;
  tp_Mover *mover = tp_motion_mover(u->crowd->march.motion, u->id);
  bool are_others = false;
  if (stays && can_come_to(u, o->point[o->next])) return;
  for (uint32_t i = 1; i <= o->points; i++) {
    uint32_t next = (o->next + i) % o->points;
    tp_Cell point = o->point[next];
    if (tp_same_cell(point, u->cell)) continue;
    are_others = true;
    if (!can_come_to(u, point)) continue;
    o->next = next;
    order_go_elsewhere(L, unit, point);
    return;
  }
  if (stays && are_others) return;
  if (++o->next >= o->points) o->next = 0;
  order_go_elsewhere(L, unit, o->point[o->next]);
  if (are_others) return;
  mover->tours = false; /* there is no other: it rests */
  mover->flags |= TP_MOVER_TOLD;
}
