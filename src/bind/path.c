/* path.c - writes the path that a search found into a Lua table.
 *
 * The way back runs from the goal to the start, so the points are counted
 * first and then written from the last to the first. Nothing but the table is
 * made, and nothing at all where the caller gave one that is long enough; what
 * that lacks is laid out before anything in it is changed. Making a table may
 * run finalizers, which must not begin the search anew: the search is busy
 * meanwhile, and so is the map. Filling it runs none, and cannot fail.
 */
#include "finder.h"

/* Goes one point back, cell by cell or turn by turn; false at the start. */
static bool step_back(tp_Walk *walk, const Wishes *wishes) {
  return wishes->waypoints ? tp_walk_turn(walk) : tp_walk_step(walk);
}

/* ---- the table ---------------------------------------------------------- */

static void set_point(lua_State *L, int table, size_t point) {
  lua_rawseti(L, table, (int)(2 * point));
  lua_rawseti(L, table, (int)(2 * point - 1));
}

static void set_world(lua_State *L, int table, size_t point, double x,
                      double y) {
  lua_pushnumber(L, x);
  lua_pushnumber(L, y);
  set_point(L, table, point);
}

/* Where a path goes: the caller's table, or 0 for a new one; whether it gets
 * the field `partial`, and which number the field `goal` (0: none); and
 * the marks that keep search and map as they are. */
typedef struct Target {
  int into;
  bool is_partial;
  uint32_t goal;
  bind_Marks marks;
  /* Known once the table is open: */
  bool was_whole; /* the caller's table (table.c) */
  size_t items;   /* coordinates that it gets   */
} Target;

/* Pushes the word in that upvalue where the table has it, or has it not. */
static int push_word(lua_State *L, int table, int word, bool if_it_has) {
  lua_pushvalue(L, lua_upvalueindex(word));
  lua_rawget(L, table);
  bool has = !lua_isnil(L, -1);
  lua_pop(L, 1);
  if (has != if_it_has) return 0;
  lua_pushvalue(L, lua_upvalueindex(word));
  return 1;
}

/* Pushes the table, with room for so many points. */
static int open_table(lua_State *L, Target *target, size_t points) {
  int into = target->into;
  target->items = 2 * points;
  if (!into) {
    bind_new_table(L, target->items, target->goal > 0 ? 4 : 3, target->marks);
    return lua_gettop(L);
  }
  int names = push_word(L, into, BIND_COST, false);
  names += push_word(L, into, BIND_UNITS, false);
  if (target->is_partial) names += push_word(L, into, BIND_PARTIAL, false);
  if (target->goal > 0) names += push_word(L, into, BIND_GOAL, false);
  target->was_whole = bind_table_is_whole(L, into);
  size_t has = target->was_whole ? compat_raw_length(L, into) : 0;
  bind_make_room(L, into, has, target->items, names, target->marks);
  lua_pushvalue(L, into);
  return lua_gettop(L);
}

/* Gives the table the value on the top (popped) under that word. */
static void set_word(lua_State *L, int table, int word) {
  lua_pushvalue(L, lua_upvalueindex(word));
  lua_insert(L, -2);
  lua_rawset(L, table);
}

/* Takes a word away that the caller's table may have from the path before. */
static void clear_word(lua_State *L, int table, Target target, int word) {
  if (!target.into || !push_word(L, table, word, true)) return;
  lua_pushnil(L);
  lua_rawset(L, table);
}

static void close_table(lua_State *L, int table, Target target,
                        const Wishes *wishes, double cost) {
  lua_pushvalue(L, lua_upvalueindex(BIND_COST));
  lua_pushnumber(L, cost);
  lua_rawset(L, table);
  lua_pushvalue(L, lua_upvalueindex(BIND_UNITS));
  lua_pushvalue(L, lua_upvalueindex(wishes->world ? BIND_WORLD : BIND_CELLS));
  lua_rawset(L, table);
  if (target.is_partial) {
    lua_pushboolean(L, 1);
    set_word(L, table, BIND_PARTIAL);
  } else {
    clear_word(L, table, target, BIND_PARTIAL);
  }
  if (target.goal > 0) {
    compat_push_whole(L, target.goal);
    set_word(L, table, BIND_GOAL);
  } else {
    clear_word(L, table, target, BIND_GOAL);
  }
  if (target.was_whole) {
    bind_cut(L, table, target.items);
  } else if (target.into) {
    bind_sweep(L, table, target.items);
  }
  lua_pushvalue(L, lua_upvalueindex(BIND_PATH));
  lua_setmetatable(L, table);
}

/* ---- paths in cells ----------------------------------------------------- */

static size_t count(const tp_Route *route, const Wishes *wishes) {
  tp_Walk walk = tp_walk_along(route);
  size_t n = 1;
  while (step_back(&walk, wishes)) n++;
  return n;
}

static int push_cells(lua_State *L, const tp_Route *route, const Wishes *wishes,
                      Target *target) {
  tp_Walk walk = tp_walk_along(route);
  size_t n = count(route, wishes);
  int table = open_table(L, target, n);
  do {
    bind_push_cell(L, route->navmap->grid, walk.at.x, walk.at.y);
    set_point(L, table, n--);
  } while (step_back(&walk, wishes));
  return table;
}

/* ---- paths in the world ------------------------------------------------- */

static bool can_see(const Finder *f, tp_Point a, tp_Point b) {
  return tp_sight(&f->navmap, a, b).clear;
}

static tp_Point center(tp_Cell c) { return tp_center(c.x, c.y); }

/* Which cell centres of a path of at least two points are left out: that of
 * the start where the point after it is seen from where the walker stands,
 * then that of the goal where the goal is seen from the point before it. */
typedef struct Ends {
  bool drop_first, drop_last;
} Ends;

static Ends trim(const Finder *f, const tp_Route *route, const Wishes *wishes,
                 size_t n, bool exact_end) {
  Ends ends = {false, false};
  tp_Point from = {0, 0}, to = {0, 0};
  tp_Walk walk = tp_walk_along(route);
  tp_Cell second = walk.at, before_last;
  finder_point(f, wishes->from, &from);
  step_back(&walk, wishes);
  before_last = walk.at;
  for (size_t i = 2; i < n; i++, step_back(&walk, wishes)) second = walk.at;
  ends.drop_first = can_see(f, from, center(second));
  if (!exact_end) return ends;
  finder_point(f, wishes->to, &to);
  bool from_first = n == 2 && ends.drop_first;
  ends.drop_last = can_see(f, from_first ? from : center(before_last), to);
  return ends;
}

static int push_world(lua_State *L, const Finder *f, const tp_Search *s,
                      const Wishes *wishes, Target *target) {
  const tp_Route route = tp_search_route(s, &f->navmap);
  bool exact_end = tp_search_ends_at_goal(s);
  size_t cells = count(&route, wishes), n = cells;
  Ends ends = {true, true};
  if (cells > 1) ends = trim(f, &route, wishes, cells, exact_end);
  if (cells == 1 || ends.drop_first) n--;
  if (cells > 1 && ends.drop_last) n--;
  n += exact_end ? 2 : 1;
  int table = open_table(L, target, n);
  size_t left = n;
  tp_Walk walk = tp_walk_along(&route);
  if (exact_end) set_world(L, table, left--, wishes->to[0], wishes->to[1]);
  for (size_t i = cells; cells > 1; step_back(&walk, wishes), i--) {
    bool drop = (i == cells && ends.drop_last) || (i == 1 && ends.drop_first);
    if (!drop) {
      set_world(L, table, left--, finder_world_x(f, walk.at.x),
                finder_world_y(f, walk.at.y));
    }
    if (i == 1) break;
  }
  set_world(L, table, left, wishes->from[0], wishes->from[1]);
  return table;
}

void finder_push_path(lua_State *L, const tp_Search *s, const Finder *f,
                      const Wishes *wishes, double cost, int into,
                      bind_Marks marks) {
  const tp_Route route = tp_search_route(s, &f->navmap);
  Target target = {into, s->is_partial, wishes->goal, marks, false, 0};
  luaL_checkstack(L, 8, NULL);
  int table = wishes->world ? push_world(L, f, s, wishes, &target)
                            : push_cells(L, &route, wishes, &target);
  close_table(L, table, target, wishes, cost);
}
