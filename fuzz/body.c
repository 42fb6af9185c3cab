/* bodyclearance.c - footprints, cell by cell. */
#include "body.h"

#include <math.h>

static int draw_side(Random *r, int most) {
  if (random_chance(r, 0.9)) return 1 + random_below(r, 4);
  if (random_chance(r, 0.9) || most > 90) return 1 + random_below(r, 12);
  return 1 + random_below(r, 64);
}

Body body_small(void) { return (Body){1, 1, 0, 0, 0, 1, 1}; }

Body body_draw(Random *r, bool uniform, int width, int height) {
  Body b = body_small();
  int most = width > height ? width : height;
  if (random_chance(r, 0.6)) return b;
  if (random_chance(r, 0.7)) {
    b.wide = draw_side(r, most);
    b.high = random_chance(r, 0.5) ? b.wide : draw_side(r, most);
  }
  if (!uniform && random_chance(r, 0.6)) {
    b.away = random_chance(r, 0.8) ? 1 + random_below(r, 4)
                                   : 1 + random_below(r, 15);
    b.away_price = world_price(r);
  }
  return b;
}

bool body_may_be_round(OracleRule rule) {
  return rule == ORACLE_BOTH_FREE || rule == ORACLE_NO_DIAGONALS;
}

void body_draw_cells(Body *b, Random *r) {
  if (random_chance(r, 0.5)) return;
  b->cell_width = 0.5 + 40 * random_unit(r);
  b->cell_height = b->cell_width;
  if (random_chance(r, 0.5)) b->cell_height *= 0.1 + 5 * random_unit(r);
}

void body_draw_radius(Body *b, Random *r) {
  double most, part = random_unit(r);
  most = fmin(b->wide * b->cell_width, b->high * b->cell_height) / 2;
  if (random_chance(r, 0.3)) part = 1;
  if (random_chance(r, 0.1)) part *= 1e-4;
  if (random_chance(r, 0.2)) part = random_below(r, 8) / 8.0;
  if (random_chance(r, 0.5)) b->radius = part * most;
}

static int64_t in_parts(double radius, double cell, int most) {
  double parts = floor(radius / cell * 65536 + 0.5);
  if (radius == 0) return 0;
  return (int64_t)fmin(fmax(parts, 1), most * 32768.0);
}

int64_t body_radius_x(const Body *b) {
  return in_parts(b->radius, b->cell_width, b->wide);
}

int64_t body_radius_y(const Body *b) {
  return in_parts(b->radius, b->cell_height, b->high);
}

static bool is_inside(const World *w, int x, int y) {
  return x >= 0 && y >= 0 && x < w->width && y < w->height;
}

static double price_of_cell(const World *w, int x, int y) {
  return is_inside(w, x, y) ? world_price_at(w, x, y) : INFINITY;
}

static bool is_wall(const World *w, int x, int y) {
  return !is_inside(w, x, y) || world_bare_price_at(w, x, y) == INFINITY;
}

/* Does a fence stand between two cells that the agent covers? */
static bool is_on_a_fence(const World *w, const Body *b, int x, int y) {
  for (int j = y; j < y + b->high && j < w->height; j++) {
    for (int i = x; i < x + b->wide && i < w->width; i++) {
      int cell = j * w->width + i;
      if (i > x && w->shut_left[cell]) return true;
      if (j > y && w->shut_top[cell]) return true;
    }
  }
  return false;
}

double body_dearest(const World *w, const Body *b, int x, int y) {
  double dearest = 0;
  if (w->has_fences && is_on_a_fence(w, b, x, y)) return INFINITY;
  for (int j = y; j < y + b->high && dearest < INFINITY; j++) {
    for (int i = x; i < x + b->wide && dearest < INFINITY; i++) {
      dearest = fmax(dearest, price_of_cell(w, i, j));
    }
  }
  return dearest;
}

/* Is there a wall at exactly that distance from the nearest cell of the agent?
 */
static bool has_wall_at(const World *w, const Body *b, int x, int y,
                        int distance) {
  int left = x - distance, right = x + b->wide - 1 + distance;
  int top = y - distance, bottom = y + b->high - 1 + distance;
  for (int i = left; i <= right; i++) {
    if (is_wall(w, i, top)) return true;
    if (is_wall(w, i, bottom)) return true;
  }
  for (int j = top; j <= bottom; j++) {
    if (is_wall(w, left, j)) return true;
    if (is_wall(w, right, j)) return true;
  }
  return false;
}

double body_raise(const World *w, const Body *b, int x, int y) {
  for (int j = y; j < y + b->high; j++) {
    for (int i = x; i < x + b->wide; i++) {
      if (is_inside(w, i, j) && world_is_stood_on(w, i, j)) return w->raise;
    }
  }
  return 0;
}

double body_price(const World *w, const Body *b, int x, int y) {
  double price = body_dearest(w, b, x, y);
  for (int d = 1; d <= b->away && price < INFINITY; d++) {
    if (!has_wall_at(w, b, x, y, d)) continue;
    return price + b->away_price * (b->away + 1 - d) / b->away;
  }
  return price;
}
