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

/* The way back from the end of a path, cell by cell or turn by turn. */
typedef struct Walk {
  const tp_Search *search;
  const tp_Grid *grid;
  bool turns_only;
  tp_Cell at;
  tp_Trail trail;
  tp_Leg leg; /* what is left of the one underway */
} Walk;

static Walk walk_back(const tp_Search *s, const tp_Grid *g,
                      const Wishes *wishes) {
  tp_Trail trail = tp_search_trail(s);
  return (Walk){.search = s,
                .grid = g,
                .turns_only = wishes->waypoints,
                .at = trail.at,
                .trail = trail};
}

static bool is_start(const Walk *w) {
  return tp_same_cell(w->at, w->search->query.start);
}

/* Steps back once, or to the next turn. Not to be called at the start. */
static void step_back(Walk *w) {
  if (w->leg.length == 0) {
    tp_search_leg(w->search, w->grid, &w->trail, &w->leg);
  }
  int32_t steps = w->turns_only ? w->leg.length : 1;
  w->at.x -= tp_dx[w->leg.direction] * steps;
  w->at.y -= tp_dy[w->leg.direction] * steps;
  w->leg.length -= steps;
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
  target->was_whole = bind_is_unbroken(L, into);
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
  if (target.into) bind_sweep(L, table, target.items, target.was_whole);
  lua_pushvalue(L, lua_upvalueindex(BIND_PATH));
  lua_setmetatable(L, table);
}

/* ---- paths in cells ----------------------------------------------------- */

static size_t count(Walk walk) {
  size_t n = 1;
  for (; !is_start(&walk); step_back(&walk)) n++;
  return n;
}

static int push_cells(lua_State *L, Walk walk, Target *target) {
  size_t n = count(walk);
  int table = open_table(L, target, n);
  for (;; step_back(&walk)) {
    bind_push_cell(L, walk.grid, walk.at.x, walk.at.y);
    set_point(L, table, n--);
    if (n == 0) return table;
  }
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

static Ends trim(const Finder *f, Walk walk, const Wishes *wishes, size_t n,
                 bool exact_end) {
  Ends ends = {false, false};
  tp_Point from = {0, 0}, to = {0, 0};
  tp_Cell last = walk.at, second = walk.at, before_last;
  finder_point(f, wishes->from, &from);
  step_back(&walk);
  before_last = walk.at;
  for (; !is_start(&walk); step_back(&walk)) second = walk.at;
  ends.drop_first = can_see(f, from, center(n == 2 ? last : second));
  if (!exact_end) return ends;
  finder_point(f, wishes->to, &to);
  bool from_first = n == 2 && ends.drop_first;
  ends.drop_last = can_see(f, from_first ? from : center(before_last), to);
  return ends;
}

static int push_world(lua_State *L, const Finder *f, Walk walk,
                      const Wishes *wishes, Target *target) {
  bool exact_end = tp_search_ends_at_goal(walk.search);
  size_t cells = count(walk), n = cells;
  Ends ends = {true, true};
  if (cells > 1) ends = trim(f, walk, wishes, cells, exact_end);
  if (cells == 1 || ends.drop_first) n--;
  if (cells > 1 && ends.drop_last) n--;
  n += exact_end ? 2 : 1;
  int table = open_table(L, target, n);
  size_t left = n;
  if (exact_end) set_world(L, table, left--, wishes->to[0], wishes->to[1]);
  for (size_t i = cells; cells > 1; step_back(&walk), i--) {
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
  Walk walk = walk_back(s, f->grid, wishes);
  Target target = {into, s->is_partial, wishes->goal, marks, false, 0};
  luaL_checkstack(L, 8, NULL);
  int table = wishes->world ? push_world(L, f, walk, wishes, &target)
                            : push_cells(L, walk, &target);
  close_table(L, table, target, wishes, cost);
}
