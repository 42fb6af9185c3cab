/* iterate.c - the loops of a grid: all cells, the neighbours of a cell, the
 * cells along a line.
 *
 * An iterator is a closure. Its upvalues are the grid and the position of the
 * loop. A step changes the position in place and makes no garbage. A step reads
 * the grid as it is at that moment, so a loop may edit the cells that it
 * visits.
 */

#include <math.h>

#include "../../core/ask/hexline.h"
#include "../../core/ask/sight.h"
#include "grid.h"

static int push_step(lua_State *L, const tp_Grid *g, int32_t x, int32_t y) {
  bind_push_cell(L, g, x, y);
  tp_bind_push_terrain(L, g, x, y);
  return 4;
}

/* ---- all cells ---------------------------------------------------------- */

/* Upvalues: grid, index of the next cell, wanted terrain or -1. */
static int next_cell(lua_State *L) {
  const tp_Grid *g = bind_known(L, lua_upvalueindex(1));
  size_t i = (size_t)lua_tonumber(L, lua_upvalueindex(2));
  int wanted = (int)lua_tonumber(L, lua_upvalueindex(3));
  size_t width = (size_t)g->width, cells = width * (size_t)g->height;
  while (i < cells && wanted >= 0 && (g->cells[i] & ~TP_CLOSED) != wanted) i++;
  if (i >= cells) return 0;
  lua_pushnumber(L, (lua_Number)(i + 1));
  lua_replace(L, lua_upvalueindex(2));
  return push_step(L, g, (int32_t)(i % width), (int32_t)(i / width));
}

static int cells(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "cells");
  int wanted = -1;
  if (!lua_isnoneornil(L, 2)) {
    wanted = tp_bind_terrain(L, 2, g, "cells", "terrain");
  }
  lua_pushvalue(L, 1);
  lua_pushnumber(L, 0);
  lua_pushnumber(L, wanted);
  lua_pushcclosure(L, next_cell, 3);
  return 1;
}

/* core.read_cells(grid) -> width, height and base, where its cells lie, a byte
 * each, and the place of a number of 64 bits that grows with each change of all
 * these and of prices. For celllists.lua. */
static int read_cells(lua_State *L) {
  tp_Grid *g = tp_bind_self(L, BIND_GRID, "cells");
  compat_push_whole(L, g->width);
  compat_push_whole(L, g->height);
  compat_push_whole(L, g->base_x);
  compat_push_whole(L, g->base_y);
  lua_pushlightuserdata(L, g->cells);
  lua_pushlightuserdata(L, &g->changes.now);
  return 6;
}

/* core.terrain_number(grid, terrain), of the bytes of the cells. */
static int terrain_number(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "cells");
  lua_pushnumber(L, tp_bind_terrain(L, 2, g, "cells", "terrain"));
  return 1;
}

/* ---- the cells along a line --------------------------------------------- */

/* The line has coordinates of its own, with its first cell at 0, 0. So it may
 * lie anywhere outside the grid. */
typedef struct Walk {
  double x, y; /* the first cell, in user coordinates: any whole number.
                  (Minus the base it might not be exact.) */
  tp_Line line;
  tp_HexLine hexline; /* of hexagons: each step enters one cell, or two */
  tp_Cell next[2];
  int left; /* cells of `next` that the iterator has not yet returned */
} Walk;

/* Goes on to the next cell; false at the end. */
static bool walk_on(Walk *walk, bool is_hexagonal, double *x, double *y) {
  if (walk->left == 0 && is_hexagonal) {
    /* In reverse, as they are taken from the end. */
    tp_Cell next[2];
    walk->left = tp_hexline_next(&walk->hexline, next);
    for (int i = 0; i < walk->left; i++) {
      walk->next[walk->left - 1 - i] = next[i];
    }
  } else if (walk->left == 0 && tp_line_next(&walk->line) != TP_LINE_END) {
    walk->next[0] = (tp_Cell){walk->line.x, walk->line.y};
    walk->left = 1;
  }
  if (walk->left == 0) return false;
  const tp_Cell cell = walk->next[--walk->left];
  *x = walk->x + cell.x;
  *y = walk->y + cell.y;
  return true;
}

/* Upvalues: grid, walk. */
static int next_on_line(lua_State *L) {
  const tp_Grid *g = bind_known(L, lua_upvalueindex(1));
  Walk *walk = bind_known(L, lua_upvalueindex(2));
  double user_x, user_y;
  if (!walk_on(walk, tp_is_hexagonal(g->stagger), &user_x, &user_y)) return 0;
  double x = bind_to_core(user_x, g->base_x);
  double y = bind_to_core(user_y, g->base_y);
  if (x >= 0 && x < g->width && y >= 0 && y < g->height) {
    return push_step(L, g, (int32_t)x, (int32_t)y);
  }
  compat_push_whole(L, user_x);
  compat_push_whole(L, user_y);
  return 2;
}

/* An end coordinate: a whole number at most TP_MAX_SIDE - 1 from the first
 * one. */
static double take_end(lua_State *L, int arg, const char *name, double first) {
  double reach = TP_MAX_SIDE - 1;
  double low = first - reach, high = first + reach;
  if (low < -BIND_MAX_WHOLE) low = -BIND_MAX_WHOLE;
  if (high > BIND_MAX_WHOLE) high = BIND_MAX_WHOLE;
  return tp_bind_integer(L, arg, "line", name, low, high);
}

/* The line between the cells at 2 to 5, of the grid at 1. */
static Walk take_line(lua_State *L) {
  const double most = BIND_MAX_WHOLE;
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "line");
  double x1 = tp_bind_integer(L, 2, "line", "x1", -most, most);
  double y1 = tp_bind_integer(L, 3, "line", "y1", -most, most);
  double x2 = take_end(L, 4, "x2", x1), y2 = take_end(L, 5, "y2", y1);
  Walk walk = {.x = x1, .y = y1, .left = 1};
  const tp_Cell to = {(int32_t)(x2 - x1), (int32_t)(y2 - y1)};
  tp_Stagger stagger = g->stagger;
  stagger.even = tp_grid_shove(g, bind_to_core(x1, g->base_x),
                               bind_to_core(y1, g->base_y)) > 0;
  tp_line_start(&walk.line, tp_center(0, 0), tp_center(to.x, to.y));
  tp_hexline_between(&walk.hexline, stagger, (tp_Cell){0, 0}, to);
  return walk;
}

static int line(lua_State *L) {
  const Walk walk = take_line(L);
  lua_pushvalue(L, 1);
  Walk *own = tp_bind_new(L, sizeof *own);
  *own = walk;
  lua_pushcclosure(L, next_on_line, 2);
  return 1;
}

/* core.list_line(grid, x1, y1, x2, y2, list, most) -> how many items: x, y of
 * each cell. Nothing if they might be more than `most`: a step between two rows
 * or columns enters at most two cells. For celllists.lua. */
static int list_line(lua_State *L) {
  enum { GRID = 1, X1, Y1, X2, Y2, LIST, MOST };
  Walk walk = take_line(L);
  const tp_Grid *g = bind_known(L, GRID);
  const bool is_hexagonal = tp_is_hexagonal(g->stagger);
  const double across = fabs(lua_tonumber(L, X2) - lua_tonumber(L, X1));
  const double down = fabs(lua_tonumber(L, Y2) - lua_tonumber(L, Y1));
  if (4 * (across + down + 1) > lua_tonumber(L, MOST)) return 0;
  double x, y;
  int items = 0;
  while (walk_on(&walk, is_hexagonal, &x, &y)) {
    compat_push_whole(L, x);
    lua_rawseti(L, LIST, ++items);
    compat_push_whole(L, y);
    lua_rawseti(L, LIST, ++items);
  }
  compat_push_whole(L, items);
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"cells", cells},
    {"line", line},
    {"__pairs", cells},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"read_cells", read_cells},
    {"terrain_number", terrain_number},
    {"list_line", list_line},
    {NULL, NULL},
};

const bind_Exports tp_iterate_exports = {
    .kind = BIND_GRID, .methods = methods, .functions = functions};
