/* sketch.c - a path as a picture of 32 x 32 dots. With it a follower detects
 * edits that are far from its path.
 *
 *     . . . # # # . .      A dot is a square of cells, as small as possible
 *     . . . # . # # .      so that 32 dots a side cover the map. A dot is set
 *     # # # # . . # .      if a sight test along the path reads one of its
 *     . . . . . . # #      cells. So an edit costs each follower a few bits,
 *                          however long and winding its path is.
 *
 * A sight test reads the cells under the agent's top left cell along the line,
 * the cells beside a corner that it passes, and the cells on both sides of a
 * border that it runs along: all lie within MARGIN of the line. A body off the
 * middle of its cell reaches beyond the agent's cells by up to radius - (size -
 * 1) / 2 cells: the margin is wider by that. The cost of keep_away blocks no
 * cell, so it is ignored.
 *
 * Hexagons: a point stands for the middle of its cell, without the stagger. The
 * margin is half a cell for the stagger, half a cell from the point to the
 * middle, and half a cell around a line.
 *
 * Changes come from the log of the grid, as rectangles around one or several
 * edits. So an edit may seem nearer than it is, but never farther.
 *
 * A sketch is a Lua table: 32 numbers, each a row of dots.
 */
#include <math.h>

#include "../finder/finder.h"

enum { DOTS = 32 };

/* In dots, so at least a 1024th of a cell. That is far more than the 2^-17 by
 * which rounding moves a point (pathfinder.c), and more than rounding errors of
 * the parts of a line. */
static const double MARGIN = 1.0 / 1024;

/* A place on the path, in dots. */
typedef struct Place {
  double x, y;
} Place;

typedef struct Sketch {
  const Finder *finder;
  int shift; /* a dot is 2^shift cells wide and high */
  Place margin;
  uint32_t rows[DOTS];
} Sketch;

/* A rectangle of dots, from corner to corner, both included. */
typedef struct Dots {
  int left, top, right, bottom;
} Dots;

/* The margin around a line along one axis. */
static double margin_of(const Sketch *s, int32_t radius, int32_t size) {
  double cells = ldexp(radius, -TP_POINT_BITS) - 0.5 * (size - 1);
  if (tp_is_hexagonal(s->finder->grid->stagger)) cells = 1.5;
  return MARGIN + (cells > 0 ? cells / (1 << s->shift) : 0);
}

static Sketch new_sketch(const Finder *f) {
  const tp_Profile *p = &f->navmap.profile;
  Sketch s = {.finder = f};
  while ((tp_greater(f->grid->width, f->grid->height) - 1) >> s.shift >= DOTS) {
    s.shift++;
  }
  s.margin.x = margin_of(&s, p->radius_x, p->wide);
  s.margin.y = margin_of(&s, p->radius_y, p->high);
  return s;
}

static uint32_t row_of(Dots d) {
  return (UINT32_MAX << d.left) & (UINT32_MAX >> (DOTS - 1 - d.right));
}

/* Clamped to 0 .. DOTS: a path lies inside the map. */
static double in_dots(const Sketch *s, double cells) {
  double dots = cells / (1 << s->shift);
  return dots > 0 ? dots < DOTS ? dots : DOTS : 0;
}

static Place place_of(const Sketch *s, double wx, double wy) {
  const tp_Place at = tp_finder_place(s->finder, wx, wy);
  return (Place){in_dots(s, at.x), in_dots(s, at.y)};
}

static int first_dot(double a, double b, double margin) {
  return tp_greater((int)((a < b ? a : b) - margin), 0);
}

static int last_dot(double a, double b, double margin) {
  return tp_lesser((int)((a < b ? b : a) + margin), DOTS - 1);
}

/* Sets the dots under the rectangle between two places, with the margin. */
static void draw_part(Sketch *s, Place a, Place b) {
  const Place m = s->margin;
  const Dots d = {first_dot(a.x, b.x, m.x), first_dot(a.y, b.y, m.y),
                  last_dot(a.x, b.x, m.x), last_dot(a.y, b.y, m.y)};
  for (int y = d.top; y <= d.bottom; y++) s->rows[y] |= row_of(d);
}

/* Draws a line in parts of at most a dot. */
static void draw_line(Sketch *s, Place from, Place to) {
  double dx = to.x - from.x, dy = to.y - from.y;
  double width = fabs(dx), height = fabs(dy);
  int parts = 1 + (int)(width > height ? width : height);
  Place at = from;
  for (int i = 1; i < parts; i++) {
    double share = (double)i / parts;
    Place next = {from.x + dx * share, from.y + dy * share};
    draw_part(s, at, next);
    at = next;
  }
  draw_part(s, at, to);
}

/* ---- what Lua calls ----------------------------------------------------- */

enum { FINDER = 1, ROWS, SINCE, POINTS = SINCE, FIRST, LAST, FROM_X, FROM_Y };

static double item(lua_State *L, int table, int i) {
  lua_rawgeti(L, table, i);
  double value = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return value;
}

/* core.sketch(finder, rows, points, first, last, wx, wy): adds the path from
 * wx, wy over the points first .. last of { x1, y1, x2, y2, ... }, in the
 * world. */
static int sketch(lua_State *L) {
  Sketch s = new_sketch(
      tp_bind_object(L, FINDER, BIND_PATHFINDER, "sketch", "finder"));
  Place from = place_of(&s, lua_tonumber(L, FROM_X), lua_tonumber(L, FROM_Y));
  int last = (int)lua_tointeger(L, LAST);
  luaL_checktype(L, ROWS, LUA_TTABLE);
  luaL_checktype(L, POINTS, LUA_TTABLE);
  for (int i = (int)lua_tointeger(L, FIRST); i <= last; i++) {
    Place to = place_of(&s, item(L, POINTS, 2 * i - 1), item(L, POINTS, 2 * i));
    draw_line(&s, from, to);
    from = to;
  }
  for (int i = 0; i < DOTS; i++) {
    if (s.rows[i] == 0) continue;
    lua_pushnumber(L, s.rows[i] | (uint32_t)item(L, ROWS, i + 1));
    lua_rawseti(L, ROWS, i + 1);
  }
  return 0;
}

/* Rectangles of cells that may have become free or blocked for the agent since
 * a revision of the grid; -1: all cells. The finder is up to date. */
static int changes_of_mask(const Finder *f, uint64_t since,
                           tp_Rect rects[TP_CHANGES]) {
  if (f->navmap.prices.enter_version > since + 1) return -1;
  int n = tp_changes_since(&f->grid->changes, since + 1, rects);
  for (int i = 0; i < n; i++) rects[i] = tp_navmap_above(&f->navmap, rects[i]);
  return n;
}

/* Is any dot under these cells set? */
static bool touches(lua_State *L, const Sketch *s, tp_Rect r) {
  if (tp_rect_is_empty(r)) return false;
  const Dots d = {r.x >> s->shift, r.y >> s->shift, (r.x + r.w - 1) >> s->shift,
                  (r.y + r.h - 1) >> s->shift};
  for (int y = d.top; y <= d.bottom; y++) {
    if ((uint32_t)item(L, ROWS, y + 1) & row_of(d)) return true;
  }
  return false;
}

/* core.spares(finder, rows, revision) -> the grid's current revision if no
 * change since `revision` touches the sketch; else nil. Also nil if the finder
 * is busy and not up to date. */
static int spares(lua_State *L) {
  Finder *f = tp_bind_object(L, FINDER, BIND_PATHFINDER, "spares", "finder");
  const tp_Grid *g = f->grid;
  double since = tp_bind_number(L, SINCE, "spares", "revision");
  tp_Rect rects[TP_CHANGES];
  if (since != (double)tp_grid_revision(g)) {
    if (tp_bind_is_busy(f) && !tp_finder_is_current(f)) return 0;
    luaL_checktype(L, ROWS, LUA_TTABLE);
    tp_finder_catch_up(L, FINDER, f, "spares");
    const Sketch s = new_sketch(f);
    int n = changes_of_mask(f, (uint64_t)since, rects);
    if (n < 0) return 0;
    for (int i = 0; i < n; i++) {
      if (touches(L, &s, rects[i])) return 0;
    }
  }
  compat_push_whole(L, (double)tp_grid_revision(g));
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg functions[] = {
    {"sketch", sketch},
    {"spares", spares},
    {NULL, NULL},
};

const bind_Exports tp_sketch_exports = {.functions = functions};
