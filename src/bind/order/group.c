/* group.c - sends many units to a place: a cell for each, and a field for each
 * kind of pathfinder.
 *
 * A field from the place has the cost of each cell and each unit. The cells
 * around the place are given out from the inside, the first to the nearest
 * unit. So units that come first go to the inside, and no unit blocks the
 * others' paths. Large units choose before small ones, each pathfinder by its
 * own field. Cells in which other units of the crowd rest are not given out.
 *
 * Cost: a field for each pathfinder, and a sort of the cells that are needed.
 */
#include <string.h>

#include "../../core/base/sort.h"
#include "../field/field.h"
#include "order.h"

/* Stack indices. */
enum { CROWD = 1, UNITS, X, Y, QUERY, KEPT, FIELDS, ROOM, SCRATCH_AT };

/* A unit of the group, by its index in the list at KEPT. */
typedef struct Member {
  Unit *unit;
  Field *field;
  uint64_t cost; /* of its path, in the field's unit; TP_FAR: none */
  int32_t place;
  int32_t kind;  /* of pathfinder, in the order of the list */
  uint32_t cell; /* its cell, packed; NO_CELL: none */
} Member;

#define NO_CELL UINT32_MAX

typedef struct Candidate {
  uint64_t cost;
  tp_Cell cell;
} Candidate;

/* Cells around the place, and which of them are taken. */
typedef struct Ground {
  tp_Rect area;   /* cells that are given out */
  tp_Rect around; /* and the cells that units there cover */
  Candidate *candidate;
  uint8_t *taken; /* by cell of `around` */
} Ground;

/* ---- the units ---------------------------------------------------------- */

/* Checks the unit on the top, number i of the list. */
static Unit *check_unit(lua_State *L, const Crowd *c, int i, const char *name) {
  Unit *u = tp_bind_test(L, -1, BIND_UNIT);
  if (!u) {
    tp_bind_error(L, "%s: units[%d] must be a unit, got %s", name, i,
                  tp_bind_show(L, lua_gettop(L)));
  }
  if (u->crowd != c) {
    tp_bind_error(L, "%s: units[%d] must be a unit of this crowd", name, i);
  }
  return u;
}

/* Copies the list, without duplicates, so that it cannot change. Returns the
 * number of units. */
static int keep_units(lua_State *L, Crowd *c, const char *name) {
  int count = (int)compat_raw_length(L, UNITS), kept = 0;
  lua_createtable(L, count, 0);
  lua_replace(L, KEPT);
  count = (int)compat_raw_length(L, UNITS);
  uint64_t mark = ++c->marks;
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, UNITS, i);
    Unit *u = check_unit(L, c, i, name);
    if (u->mark == mark) {
      lua_pop(L, 1);
      continue;
    }
    u->mark = mark;
    lua_rawseti(L, KEPT, ++kept);
  }
  return kept;
}

/* ---- fields ------------------------------------------------------------- */

static tp_Rect map_of(const Crowd *c) {
  return (tp_Rect){0, 0, c->grid->width, c->grid->height};
}

/* The cell at the place. If a large agent does not fit there, a cell in which
 * it covers the place. */
static tp_Cell centre_of(const Finder *f, tp_Place to) {
  tp_Cell at = tp_finder_cell_at(f, to.x, to.y),
          place = tp_bind_cell_around(f->grid, to.x, to.y);
  const tp_Mask *mask = f->navmap.mask;
  const tp_Profile *p = &f->navmap.profile;
  if (tp_mask_can_enter(mask, at.x, at.y)) return at;
  for (int32_t dy = 0; dy < p->high; dy++) {
    for (int32_t dx = 0; dx < p->wide; dx++) {
      tp_Cell c = {place.x - dx, place.y - dy};
      if (tp_mask_can_enter(mask, c.x, c.y)) return c;
    }
  }
  return at;
}

/* Makes a field for each pathfinder. */
static void make_fields(lua_State *L, int count, tp_Place at,
                        const char *name) {
  enum { UNIT = SCRATCH_AT + 1, FINDER };
  for (int i = 1; i <= count; i++) {
    lua_settop(L, SCRATCH_AT);
    lua_rawgeti(L, KEPT, i);
    tp_bind_push_kept(L, UNIT, UNIT_FINDER);
    Finder *f = bind_known(L, FINDER);
    lua_pushvalue(L, FINDER);
    lua_rawget(L, FIELDS);
    if (!lua_isnil(L, -1)) continue;
    tp_finder_get_ready(L, FINDER, f, name);
    lua_pushvalue(L, FINDER);
    tp_field_make(L, FINDER, centre_of(f, at), name);
    lua_rawset(L, FIELDS);
  }
  lua_settop(L, SCRATCH_AT);
}

/* ---- giving out cells --------------------------------------------------- */

static tp_Rect footprint(const Member *m, tp_Cell c) {
  return unit_footprint(m->unit->finder, c);
}

/* Large units come first; with the same pathfinder, the nearest. */
static bool comes_before(const void *a, const void *b) {
  const Member *one = a, *other = b;
  const tp_Cell zero = {0, 0};
  int64_t area = tp_rect_area(footprint(one, zero));
  int64_t others = tp_rect_area(footprint(other, zero));
  if (area != others) return area > others;
  if (one->kind != other->kind) return one->kind < other->kind;
  if (one->cost != other->cost) return one->cost < other->cost;
  return one->unit->arrival < other->unit->arrival;
}

static bool is_cheaper(const void *a, const void *b) {
  const Candidate *one = a, *other = b;
  if (one->cost != other->cost) return one->cost < other->cost;
  if (one->cell.y != other->cell.y) return one->cell.y < other->cell.y;
  return one->cell.x < other->cell.x;
}

static uint8_t *taken_at(const Ground *g, int32_t x, int32_t y) {
  return &g->taken[(size_t)(y - g->around.y) * (size_t)g->around.w +
                   (size_t)(x - g->around.x)];
}

static bool is_taken(const Ground *g, tp_Rect r) {
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      if (*taken_at(g, x, y)) return true;
    }
  }
  return false;
}

static void mark(const Ground *g, tp_Rect r, bool is_taken) {
  r = tp_rect_clip(r, g->around);
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) *taken_at(g, x, y) = is_taken;
  }
}

/* Marks cells in which others rest, or that the motion does not know. */
static void take_those_of_others(const Crowd *c, const Ground *g) {
  const tp_Motion *m = c->march.motion;
  memset(g->taken, 0, (size_t)tp_rect_area(g->around));
  for (int32_t y = g->around.y; y < g->around.y + g->around.h; y++) {
    for (int32_t x = g->around.x; x < g->around.x + g->around.w; x++) {
      uint32_t id = tp_occupancy_at(c->occupancy, x, y);
      if (id == 0) continue;
      const tp_Mover *mover = id <= m->movers ? tp_motion_mover(m, id) : NULL;
      bool is_known = mover && mover->flags & TP_MOVER_THERE;
      bool rests =
          !is_known || tp_mover_rests(mover) || mover->flags & TP_MOVER_PAUSED;
      *taken_at(g, x, y) = rests;
    }
  }
}

static size_t list_candidates(const Ground *g, const Field *f) {
  size_t count = 0;
  for (int32_t y = g->area.y; y < g->area.y + g->area.h; y++) {
    for (int32_t x = g->area.x; x < g->area.x + g->area.w; x++) {
      uint64_t cost = tp_field_cost(&f->field, x, y);
      if (cost == TP_FAR) continue;
      g->candidate[count++] = (Candidate){cost, {x, y}};
    }
  }
  tp_sort(g->candidate, count, sizeof *g->candidate, is_cheaper);
  return count;
}

/* Gives cells to the sorted members. Returns the number of members that have a
 * path but got no cell. */
static int give_out(const Ground *g, Member *member, int count) {
  const Field *of = NULL;
  size_t candidates = 0, next = 0;
  int left = 0;
  for (int i = 0; i < count; i++) {
    Member *m = &member[i];
    m->cell = NO_CELL;
    if (m->cost == TP_FAR) continue;
    if (m->field != of) {
      of = m->field;
      candidates = list_candidates(g, of);
      next = 0;
    }
    while (next < candidates &&
           is_taken(g, footprint(m, g->candidate[next].cell))) {
      next++;
    }
    if (next == candidates) {
      left++;
      continue;
    }
    tp_Cell cell = g->candidate[next].cell;
    m->cell = tp_pack_cell(cell.x, cell.y);
    mark(g, footprint(m, cell), true);
  }
  return left;
}

/* A number for the field of member i: the number that earlier members with that
 * field have. Usually the member before has it. */
static int32_t kind_of(const Member *member, int i, const Field *f) {
  int32_t next = 0;
  for (int k = i - 1; k >= 0; k--) {
    if (member[k].field == f) return member[k].kind;
    next = tp_greater(next, member[k].kind + 1);
  }
  return next;
}

/* Reads the members again, after all memory was made. */
static void list_members(lua_State *L, Member *member, int count,
                         const char *name) {
  for (int i = 0; i < count; i++) {
    Member *m = &member[i];
    lua_rawgeti(L, KEPT, i + 1);
    int unit = lua_gettop(L);
    Unit *u = bind_known(L, unit);
    tp_bind_push_kept(L, unit, UNIT_FINDER);
    lua_rawget(L, FIELDS);
    bool is_there = u->crowd == bind_known(L, CROWD) && lua_isuserdata(L, -1) &&
                    tp_finder_is_current(u->finder);
    if (!is_there)
      tp_bind_error(L, "%s: the units were changed meanwhile", name);
    Field *f = bind_known(L, -1);
    tp_unit_look(u);
    uint64_t cost = tp_field_cost(&f->field, u->cell.x, u->cell.y);
    *m = (Member){u, f, cost, i + 1, kind_of(member, i, f), NO_CELL};
    lua_settop(L, unit - 1);
  }
}

/* ---- the call ----------------------------------------------------------- */

/* Makes the ground around the place, in a block at ROOM. */
static Ground push_ground(lua_State *L, const Crowd *c, tp_Cell centre,
                          int32_t radius, int32_t side) {
  Ground g;
  const tp_Rect one = {centre.x, centre.y, 1, 1};
  g.area = tp_rect_clip(tp_rect_grow(one, radius), map_of(c));
  g.around = tp_rect_clip(tp_rect_grow(g.area, side), map_of(c));
  size_t cells = (size_t)tp_rect_area(g.area);
  size_t bytes = cells * sizeof(Candidate) + (size_t)tp_rect_area(g.around);
  g.candidate = tp_bind_new(L, bytes);
  g.taken = (uint8_t *)(g.candidate + cells);
  lua_replace(L, ROOM);
  return g;
}

/* The sum of the members' areas, and the longest side. */
static int64_t area_of(const Member *member, int count, int32_t *side) {
  int64_t area = 0;
  *side = 1;
  for (int i = 0; i < count; i++) {
    tp_Rect r = footprint(&member[i], (tp_Cell){0, 0});
    area += tp_rect_area(r);
    *side = tp_greater(*side, tp_greater(r.w, r.h));
  }
  return area;
}

/* Gives each member a cell, on more and more ground, until all have a cell or
 * the ground is the whole map. */
static void assign(lua_State *L, Crowd *c, Member *member, int count,
                   tp_Cell centre, const char *name) {
  int32_t side;
  list_members(L, member, count, name);
  int64_t area = area_of(member, count, &side);
  for (int32_t radius = 2 * side;; radius *= 2) {
    if ((int64_t)radius * radius < area) continue;
    const Ground g = push_ground(L, c, centre, radius, side);
    list_members(L, member, count, name);
    take_those_of_others(c, &g);
    for (int i = 0; i < count; i++) mark(&g, member[i].unit->cells, false);
    tp_sort(member, (size_t)count, sizeof *member, comes_before);
    int left = give_out(&g, member, count);
    if (left == 0 || tp_rect_same(g.area, map_of(c))) return;
  }
}

/* Is the field's goal free? */
static bool is_open(const Field *f) {
  const tp_Source *goal = f->field.asked.sources.list;
  return tp_mask_can_enter(f->navmap->mask, goal->x, goal->y);
}

/* Gives a member its order; NULL, or the reason why not. */
static const char *send(lua_State *L, const Member *m, uint16_t settle,
                        const char *name) {
  lua_settop(L, SCRATCH_AT);
  if (m->cost == TP_FAR) {
    return tp_finder_reason(is_open(m->field) ? TP_UNREACHABLE
                                              : TP_GOAL_BLOCKED);
  }
  if (m->cell == NO_CELL) return tp_finder_reason(TP_GOAL_OCCUPIED);
  lua_rawgeti(L, KEPT, m->place);
  int unit = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  tp_bind_push_kept(L, unit, UNIT_FINDER);
  int finder = lua_gettop(L);
  lua_pushvalue(L, finder);
  lua_rawget(L, FIELDS);
  int field = lua_gettop(L);
  if (!u->crowd || !lua_isuserdata(L, field)) {
    return tp_finder_reason(TP_CANCELLED);
  }
  tp_order_get_ready(L, unit, name);
  tp_Order order = {.settle = settle};
  Question q = tp_order_question(tp_unpack_cell(m->cell), finder, name);
  tp_Reason reason = tp_order_plan(L, unit, &q, &order.guide);
  if (reason != TP_NO_REASON) return tp_finder_reason(reason);
  order.guide.field = &m->field->field;
  tp_order_begin(L, unit, ERRAND_GROUP, &order, field);
  return NULL;
}

/* The goal, in the world: a point, or the middle of a cell. */
static tp_Place take_goal(lua_State *L, const tp_Grid *g, const char *name,
                          bool in_world) {
  if (in_world) {
    const double x = tp_bind_number(L, X, name, "wx");
    return (tp_Place){x, tp_bind_number(L, Y, name, "wy")};
  }
  const tp_Cell c = tp_bind_cell(L, X, g, name, "x", "y");
  return tp_grid_middle(g, c.x, c.y);
}

static int order(lua_State *L, const char *name, bool in_world) {
  static const char *const options[] = {"settle", "formation", NULL};
  Crowd *c = tp_bind_self(L, BIND_CROWD, name);
  lua_settop(L, QUERY);
  if (!lua_istable(L, UNITS)) {
    tp_bind_wrong(L, UNITS, name, "units", "a list of units");
  }
  const tp_Place at = take_goal(L, c->grid, name, in_world);
  tp_bind_options(L, QUERY, name, "query", options);
  uint16_t settle = tp_order_settle(L, QUERY, name);
  tp_bind_check_idle(L, c, BIND_CROWD, name);
  lua_settop(L, SCRATCH_AT);
  tp_ways_open(L, CROWD);
  lua_newtable(L);
  lua_replace(L, FIELDS);
  int count = keep_units(L, c, name);
  tp_Cell centre = tp_bind_cell_around(c->grid, at.x, at.y);
  if (!tp_grid_contains(c->grid, centre.x, centre.y)) {
    return tp_finder_push_reason(L, TP_GOAL_OUTSIDE);
  }
  if (count == 0) {
    compat_push_whole(L, 0);
    return 1;
  }
  make_fields(L, count, at, name);
  Member *member = tp_bind_new(L, (size_t)count * sizeof *member);
  lua_replace(L, SCRATCH_AT);
  assign(L, c, member, count, centre, name);
  const char *first = NULL;
  int sent = 0;
  for (int i = 0; i < count; i++) {
    const char *reason = send(L, &member[i], settle, name);
    sent += !reason;
    if (!first) first = reason;
  }
  if (sent == 0) {
    tp_bind_push_no(L, first);
    return 2;
  }
  compat_push_whole(L, sent);
  return 1;
}

/* crowd:go(units, wx, wy [, { settle = }]) -> number of units | nil, reason */
static int go(lua_State *L) { return order(L, "go", true); }

/* crowd:go_cell(units, x, y [, { settle = }]): the same */
static int go_cell(lua_State *L) { return order(L, "go_cell", false); }

/* ---- updates ------------------------------------------------------------ */

/* A unit that is as near as the field leads continues alone. */
static void leave_group(lua_State *L, int unit) {
  Unit *u = bind_known(L, unit);
  tp_Motion *m = u->crowd->march.motion;
  tp_Cell goal = tp_motion_mover(m, u->id)->guide.goal;
  tp_order_clear(L, unit);
  u->orders.errand = ERRAND_MEMBER;
  tp_motion_give_way(m, u->id, &(tp_Guide){.goal = goal});
}

/* If the cell of a unit of a group was blocked, it gets another cell. */
static void take_another(lua_State *L, int unit) {
  const Unit *u = bind_known(L, unit);
  const tp_Mover *mover = tp_motion_mover(u->crowd->march.motion, u->id);
  const Destination wanted = {.place = mover->guide.goal};
  tp_Cell c = wanted.place;
  if (tp_mask_can_enter(u->finder->navmap.mask, c.x, c.y)) return;
  if (tp_destinations_find(u, &wanted, &c)) tp_order_go_elsewhere(L, unit, c);
}

void tp_group_serve(lua_State *L, int crowd, uint32_t id, uint64_t *budget) {
  tp_crowd_push_unit(L, crowd, id);
  int unit = lua_gettop(L);
  const Unit *u = bind_known(L, unit);
  if (u->orders.errand == ERRAND_GROUP) leave_group(L, unit);
  if (!tp_order_know_regions(L, unit)) return;
  take_another(L, unit);
  tp_ways_serve(L, crowd, id, budget);
}

static const luaL_Reg methods[] = {
    {"go", go},
    {"go_cell", go_cell},
    {NULL, NULL},
};

const bind_Exports tp_group_exports = {.kind = BIND_CROWD, .methods = methods};
