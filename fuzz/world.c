/* world.c - maps of seven kinds, since each kind finds other faults.
 * - noise: corners
 * - clumps: detours
 * - mazes: long paths and dead ends
 * - rooms: open ground with few doors
 * - corridors: long lines
 * - pillars: very many jump points
 * - almost empty maps: ties
 */
#include "world.h"

#include <math.h>
#include <string.h>

/* ---- prices ------------------------------------------------------------- */

double world_price(Random *r) {
  static const double common[] = {1, 2, 3, 0.5, 5, 4, 1.5, 10};
  static const double irregular[] = {0.1,  1.0 / 3, 2.0 / 3, 0.7,
                                     1.01, 3.14159, 7.77};
  static const double extreme[] = {1.0 / 1024, 1024, 1.0 / 1000, 999.9};
  switch (random_below(r, 10)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: return common[random_below(r, 8)];
    case 5:
    case 6: return irregular[random_below(r, 7)];
    case 7:
    case 8: return 0.25 + 8.75 * random_unit(r);
    default:
      return random_chance(r, 0.3) ? extreme[random_below(r, 4)]
                                   : 0.25 * (1 + random_below(r, 36));
  }
}

bool world_is_stood_on(const World *w, int x, int y) {
  return w->has_others && w->stood[y * w->width + x];
}

double world_price_at(const World *w, int x, int y) {
  if (w->raise == 0 && world_is_stood_on(w, x, y)) return INFINITY;
  return world_bare_price_at(w, x, y);
}

double world_bare_price_at(const World *w, int x, int y) {
  int cell = y * w->width + x, t = w->terrain[cell];
  if (w->closed[cell]) return INFINITY;
  return isnan(w->own[t]) ? w->price[t] : w->own[t];
}

/* ---- walls -------------------------------------------------------------- */

enum { OPEN, WALL };

static void draw_noise(World *w, Random *r, double part) {
  for (int i = 0; i < w->width * w->height; i++) {
    if (random_chance(r, part)) w->terrain[i] = WALL;
  }
}

static void draw_box(World *w, int x, int y, int wide, int high, int terrain) {
  for (int j = y; j < y + high && j < w->height; j++) {
    for (int i = x; i < x + wide && i < w->width; i++) {
      w->terrain[j * w->width + i] = (uint8_t)terrain;
    }
  }
}

static void draw_clumps(World *w, Random *r, double part, int terrain) {
  int cells = w->width * w->height, side = 2 + random_below(r, 9);
  int boxes = (int)(part * cells / (side * side)) + 1;
  for (int n = 0; n < boxes; n++) {
    draw_box(w, random_below(r, w->width), random_below(r, w->height),
             1 + random_below(r, 2 * side), 1 + random_below(r, side), terrain);
  }
}

/* Digs corridors from the top left, by a walk that turns back if it is stuck.
 * The broken walls keep the way back. */
static void draw_maze(World *w, Random *r, double holes) {
  static const int dx[] = {2, 0, -2, 0}, dy[] = {0, 2, 0, -2};
  static uint8_t back[WORLD_MAX_CELLS];
  int x = 0, y = 0;
  memset(w->terrain, WALL, (size_t)w->width * (size_t)w->height);
  w->terrain[0] = OPEN;
  back[0] = 4;
  for (;;) {
    int first = random_below(r, 4), d = -1;
    for (int k = 0; k < 4; k++) {
      int to_x = x + dx[(first + k) % 4], to_y = y + dy[(first + k) % 4];
      if (to_x < 0 || to_y < 0 || to_x >= w->width || to_y >= w->height) {
        continue;
      }
      if (w->terrain[to_y * w->width + to_x] == WALL) d = (first + k) % 4;
    }
    if (d < 0) {
      int b = back[y * w->width + x];
      if (b == 4) break;
      x -= dx[b];
      y -= dy[b];
      continue;
    }
    w->terrain[(y + dy[d] / 2) * w->width + x + dx[d] / 2] = OPEN;
    x += dx[d];
    y += dy[d];
    w->terrain[y * w->width + x] = OPEN;
    back[y * w->width + x] = (uint8_t)d;
  }
  for (int i = 0; i < w->width * w->height; i++) {
    if (random_chance(r, holes)) w->terrain[i] = OPEN;
  }
}

/* Draws walls from side to side, with a door or two in each piece. */
static void draw_rooms(World *w, Random *r) {
  int side = 4 + random_below(r, 14);
  for (int y = side; y < w->height; y += side + 1) {
    draw_box(w, 0, y, w->width, 1, WALL);
  }
  for (int x = side; x < w->width; x += side + 1) {
    draw_box(w, x, 0, 1, w->height, WALL);
  }
  for (int y = 0; y < w->height; y += side + 1) {
    for (int x = 0; x < w->width; x += side + 1) {
      if (random_chance(r, 0.85)) {
        draw_box(w, x + side, y + random_below(r, side), 1, 1, OPEN);
      }
      if (random_chance(r, 0.85)) {
        draw_box(w, x + random_below(r, side), y + side, 1, 1, OPEN);
      }
    }
  }
}

/* Draws walls from side to side, all across or all down, with one gap in each:
 * at alternating ends, or anywhere. */
static void draw_corridors(World *w, Random *r) {
  bool across = random_chance(r, 0.5), by_turns = random_chance(r, 0.5);
  int length = across ? w->width : w->height;
  int lines = across ? w->height : w->width;
  int every = 2 + random_below(r, 6), turn = 0;
  for (int at = every - 1; at < lines; at += every, turn = !turn) {
    int gap = by_turns ? turn * (length - 1) : random_below(r, length);
    draw_box(w, across ? 0 : at, across ? at : 0, across ? length : 1,
             across ? 1 : length, WALL);
    draw_box(w, across ? gap : at, across ? at : gap, 1, 1, OPEN);
  }
}

/* Draws single walls at equal distances, or nearly so: each line meets a jump
 * point soon, and each ray meets one after the other. */
static void draw_pillars(World *w, Random *r) {
  int wide = 2 + random_below(r, 7), high = 2 + random_below(r, 7);
  int stray = random_below(r, 3);
  for (int y = 0; y < w->height; y += high) {
    for (int x = 0; x < w->width; x += wide) {
      draw_box(w, x + random_below(r, stray + 1),
               y + random_below(r, stray + 1), 1, 1, WALL);
    }
  }
}

/* From the end backwards, so that no cell is overwritten before it is read. */
void world_enlarge(World *w, int k, int width, int height) {
  int before = w->width;
  memset(w->closed, 0, (size_t)width * (size_t)height * sizeof w->closed[0]);
  for (int y = height - 1; y >= 0; y--) {
    for (int x = width - 1; x >= 0; x--) {
      w->terrain[y * width + x] = w->terrain[y / k * before + x / k];
    }
  }
  w->width = width;
  w->height = height;
}

/* ---- terrains ----------------------------------------------------------- */

static void draw_terrains(World *w, Random *r) {
  static World paint;
  int cells = w->width * w->height;
  paint.width = w->width;
  paint.height = w->height;
  memset(paint.terrain, OPEN, (size_t)w->width * (size_t)w->height);
  for (int t = 2; t < w->terrains; t++) {
    if (random_chance(r, 0.7)) {
      draw_clumps(&paint, r, 0.3, t);
    } else {
      for (int i = 0; i < cells; i++) {
        if (random_chance(r, 0.2)) paint.terrain[i] = (uint8_t)t;
      }
    }
  }
  for (int i = 0; i < cells; i++) {
    if (w->terrain[i] != WALL) w->terrain[i] = paint.terrain[i];
  }
}

/* Terrains that differ only in name, or cannot be entered. */
static void choose_one_price(World *w, Random *r) {
  double price = random_chance(r, 0.7) ? 1 : world_price(r);
  w->terrains = random_chance(r, 0.7) ? 2 : 3 + random_below(r, 4);
  for (int t = 0; t < WORLD_TERRAINS; t++) {
    w->price[t] = t > WALL && random_chance(r, 0.2) ? INFINITY : price;
    w->own[t] = NAN;
  }
  w->price[WALL] = INFINITY;
}

static void choose_prices(World *w, Random *r) {
  w->terrains = random_chance(r, 0.4) ? 2 : 3 + random_below(r, 4);
  for (int t = 0; t < WORLD_TERRAINS; t++) {
    w->price[t] = t == OPEN ? 1 : world_price(r);
    w->own[t] = random_chance(r, 0.15) ? world_price(r) : NAN;
    if (random_chance(r, 0.08) && t != OPEN) w->price[t] = INFINITY;
    if (random_chance(r, 0.04)) w->own[t] = INFINITY;
  }
  w->price[WALL] = INFINITY;
  w->own[WALL] = NAN;
}

int world_border(Random *r, int length) {
  double larger = random_chance(r, 0.8) ? 1 : 0.5;
  int border = 64;
  if (length <= 65) return 0;
  while (2 * border < length - 1 && random_chance(r, larger)) border *= 2;
  return border;
}

/* Regions are found in these squares. Draws walls along a border between two
 * squares, or along two borders, with one passage at a corner. */
static void draw_seams(World *w, Random *r) {
  int down = random_chance(r, 0.7) ? world_border(r, w->width) : 0;
  int across = random_chance(r, 0.7) ? world_border(r, w->height) : 0;
  int x = down - random_below(r, 2), y = across - 1, to_x;
  if (!across) y = random_below(r, w->height);
  if (!down) x = 1 + random_below(r, w->width);
  to_x = down ? 2 * down - 1 - x : x - 1 + 2 * random_below(r, 2);
  if (down) draw_box(w, down - 1, 0, 2, w->height, WALL);
  if (across) draw_box(w, 0, across - 1, w->width, 2, WALL);
  if (!down && !across) return;
  w->seamed = true;
  draw_box(w, x, y, 1, 1, OPEN);
  draw_box(w, to_x, y + 1, 1, 1, OPEN);
}

/* Mirrors the left half onto the right: equal paths on both sides, for ties. */
static void mirror(World *w) {
  for (int y = 0; y < w->height; y++) {
    uint8_t *row = &w->terrain[y * w->width];
    for (int x = 0; x < w->width / 2; x++) row[w->width - 1 - x] = row[x];
  }
}

void world_draw(World *w, Random *r, int width, int height, bool uniform) {
  w->width = width;
  w->height = height;
  w->seamed = false;
  size_t cells = (size_t)width * (size_t)height;
  memset(w->terrain, OPEN, cells);
  memset(w->closed, 0, cells * sizeof w->closed[0]);
  if (uniform) {
    choose_one_price(w, r);
  } else {
    choose_prices(w, r);
  }
  switch (random_below(r, 10)) {
    case 0:
    case 1:
    case 2: draw_noise(w, r, 0.5 * random_unit(r)); break;
    case 3:
    case 4: draw_clumps(w, r, 0.5 * random_unit(r), WALL); break;
    case 5:
      draw_maze(w, r, random_chance(r, 0.3) ? 0 : 0.1 * random_unit(r));
      break;
    case 6: draw_rooms(w, r); break;
    case 7: draw_corridors(w, r); break;
    case 8: draw_pillars(w, r); break;
    default: draw_noise(w, r, 0.02); break;
  }
  draw_terrains(w, r);
  bool is_vast = width > WORLD_MAX_SIDE || height > WORLD_MAX_SIDE;
  if (random_chance(r, is_vast ? 0.7 : 0.4)) draw_seams(w, r);
  if (!w->seamed && random_chance(r, 0.15)) mirror(w);
}
