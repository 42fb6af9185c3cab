/* body.c - footprints, cell by cell. */
#include "body.h"

#include <math.h>

static int draw_side(Random *r, int most) {
  if (random_chance(r, 0.9)) return 1 + random_below(r, 4);
  if (random_chance(r, 0.9) || most > 90) return 1 + random_below(r, 12);
  return 1 + random_below(r, 64);
}

Body body_draw(Random *r, bool uniform, int width, int height) {
  Body b = {1, 1, 0, 0};
  int most = width > height ? width : height;
  if (random_chance(r, 0.6)) return b;
  if (random_chance(r, 0.7)) {
    b.wide = draw_side(r, most);
    b.high = random_chance(r, 0.5) ? b.wide : draw_side(r, most);
  }
  if (!uniform && random_chance(r, 0.6)) {
    b.away = random_chance(r, 0.8) ? 1 + random_below(r, 4)
                                   : 1 + random_below(r, 15);
    b.away_cost = world_price(r);
  }
  return b;
}

static double price_of_cell(const World *w, int x, int y) {
  if (x < 0 || y < 0 || x >= w->width || y >= w->height) return INFINITY;
  return world_price_at(w, x, y);
}

double body_dearest(const World *w, const Body *b, int x, int y) {
  double dearest = 0;
  for (int j = y; j < y + b->high && dearest < INFINITY; j++) {
    for (int i = x; i < x + b->wide && dearest < INFINITY; i++) {
      dearest = fmax(dearest, price_of_cell(w, i, j));
    }
  }
  return dearest;
}

/* Is a wall at just that distance from the nearest cell of the agent? */
static bool has_wall_at(const World *w, const Body *b, int x, int y,
                        int distance) {
  int left = x - distance, right = x + b->wide - 1 + distance;
  int top = y - distance, bottom = y + b->high - 1 + distance;
  for (int i = left; i <= right; i++) {
    if (price_of_cell(w, i, top) == INFINITY) return true;
    if (price_of_cell(w, i, bottom) == INFINITY) return true;
  }
  for (int j = top; j <= bottom; j++) {
    if (price_of_cell(w, left, j) == INFINITY) return true;
    if (price_of_cell(w, right, j) == INFINITY) return true;
  }
  return false;
}

double body_price(const World *w, const Body *b, int x, int y) {
  double price = body_dearest(w, b, x, y);
  for (int d = 1; d <= b->away && price < INFINITY; d++) {
    if (!has_wall_at(w, b, x, y, d)) continue;
    return price + b->away_cost * (b->away + 1 - d) / b->away;
  }
  return price;
}
