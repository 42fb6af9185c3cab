/* wouldblock.c - would_block: would shutting some cells cut a way?
 *
 * The lists are read twice, once to check them and once to use them: in between
 * stands nothing that could fail or run code of the caller's, so the cells are
 * open again whatever happens, and nothing is allocated.
 */
#include <math.h>

#include "../core/ask/wouldblock.h"
#include "finder.h"

static const char name[] = "would_block";

/* Arguments of the call. */
enum { CELLS = 2, PAIRS = 3 };

/* ---- lists -------------------------------------------------------------- */

static bool is_whole(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  double value = lua_tonumber(L, index);
  return fabs(value) <= BIND_MAX_WHOLE && floor(value) == value;
}

/* Pushes the first `n` numbers of an item of the list at index; returns where
 * the first stands. Raises where they are no whole numbers. */
static int push_item(lua_State *L, int list, int number, int n,
                     const char *list_name, const char *shape) {
  lua_rawgeti(L, list, number);
  int item = lua_gettop(L);
  if (!lua_istable(L, item)) {
    lua_pushfstring(L, "%s[%d]", list_name, number);
    bind_wrong(L, item, name, lua_tostring(L, -1), shape);
  }
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, item, i);
    if (is_whole(L, item + i)) continue;
    lua_pushfstring(L, "%s[%d][%d]", list_name, number, i);
    bind_integer(L, item + i, name, lua_tostring(L, -1), -BIND_MAX_WHOLE,
                 BIND_MAX_WHOLE);
  }
  return item + 1;
}

static int count(lua_State *L, int list) {
  return (int)compat_raw_length(L, list);
}

/* A way that must stay. */
typedef struct Pair {
  tp_Cell from, to;
} Pair;

/* The only one stands in the arguments, or several in a list of them. */
static int pair_count(lua_State *L) {
  return lua_istable(L, PAIRS) ? count(L, PAIRS) : 1;
}

static Pair pair(lua_State *L, const tp_Grid *g, int number) {
  int top = lua_gettop(L), at = PAIRS;
  if (lua_istable(L, PAIRS)) {
    at = push_item(L, PAIRS, number, 4, "pairs", "{ x1, y1, x2, y2 }");
  }
  Pair p = {bind_cell(L, at, g, name, "x1", "y1"),
            bind_cell(L, at + 2, g, name, "x2", "y2")};
  lua_settop(L, top);
  return p;
}

/* A cell of the list. */
static tp_Cell cell(lua_State *L, const tp_Grid *g, int number) {
  int top = lua_gettop(L);
  int at = push_item(L, CELLS, number, 2, "cells", "{ x, y }");
  tp_Cell c = bind_cell(L, at, g, name, "x", "y");
  lua_settop(L, top);
  return c;
}

/* What the agent loses with it. */
static tp_Rect above(lua_State *L, const Finder *f, int number) {
  return tp_wouldblock_of(&f->navmap, cell(L, f->grid, number));
}

/* ---- questions ---------------------------------------------------------- */

static bool can_enter(const Finder *f, tp_Cell c) {
  return tp_mask_can_enter(f->navmap.mask, c.x, c.y);
}

/* Why there is no way to begin with, if so. */
static tp_Reason refusal(Finder *f, Pair p) {
  const tp_Grid *g = f->grid;
  if (!tp_grid_contains(g, p.from.x, p.from.y)) return TP_START_OUTSIDE;
  if (!tp_grid_contains(g, p.to.x, p.to.y)) return TP_GOAL_OUTSIDE;
  if (!can_enter(f, p.from)) return TP_START_BLOCKED;
  if (!can_enter(f, p.to)) return TP_GOAL_BLOCKED;
  return tp_navmap_connects(&f->navmap, p.from, p.to) ? TP_NO_REASON
                                                      : TP_UNREACHABLE;
}

/* Shuts the cells for as long as it takes to ask for every pair. Returns the
 * number of the first that is cut, 0 where none is. */
static int first_cut(lua_State *L, Finder *f) {
  int cells = count(L, CELLS), pairs = pair_count(L), cut = 0;
  uint64_t begun = tp_wouldblock_begin(&f->navmap);
  for (int i = 1; i <= cells; i++) {
    tp_wouldblock_shut(&f->navmap, cell(L, f->grid, i));
  }
  for (int i = 1; i <= pairs && !cut; i++) {
    Pair p = pair(L, f->grid, i);
    if (tp_wouldblock_cuts(&f->navmap, p.from, p.to)) cut = i;
  }
  for (int i = 1; i <= cells; i++) {
    tp_wouldblock_reopen(&f->navmap, cell(L, f->grid, i));
  }
  tp_wouldblock_end(&f->navmap, begun);
  return cut;
}

/* finder:would_block(cells, x1, y1, x2, y2), or (cells, pairs) ->
 * true, index | false | nil, reason, index */
int finder_would_block(lua_State *L) {
  Finder *f = bind_self(L, BIND_PATHFINDER, name);
  tp_Rect box = {0, 0, 0, 0};
  bool apart = true;
  luaL_checkstack(L, 16, NULL);
  if (!lua_istable(L, CELLS)) bind_wrong(L, CELLS, name, "cells", "a table");
  finder_catch_up(L, 1, f, name);
  for (int i = 1; i <= count(L, CELLS); i++) {
    box = tp_rect_join(box, above(L, f, i));
  }
  for (int i = 1; i <= pair_count(L); i++) pair(L, f->grid, i);
  for (int i = 1; i <= pair_count(L); i++) {
    Pair p = pair(L, f->grid, i);
    tp_Reason reason = refusal(f, p);
    if (reason != TP_NO_REASON) {
      finder_push_reason(L, reason);
      lua_pushinteger(L, i);
      return 3;
    }
    apart = apart && !tp_rect_has(box, p.from.x, p.from.y) &&
            !tp_rect_has(box, p.to.x, p.to.y);
  }
  bool harmless =
      tp_rect_is_empty(box) || (apart && tp_wouldblock_spares(&f->navmap, box));
  int cut = harmless ? 0 : first_cut(L, f);
  lua_pushboolean(L, cut);
  if (!cut) return 1;
  lua_pushinteger(L, cut);
  return 2;
}
