/* world.h - random maps as the harness itself keeps them: what a cell is and
 * costs is known here without asking the library, which gets the same cells
 * through its own edits.
 */
#ifndef WORLD_H
#define WORLD_H

#include "random.h"

/* Worlds are of three kinds: square, up to some size; a few far larger ones;
 * and a few as long as a map can be, and as narrow. */
enum {
  WORLD_MAX_SIDE = 200,
  WORLD_VAST_SIDE = 1100,
  WORLD_LENGTH = 32767,
  WORLD_NARROW = 3,
  WORLD_MAX_CELLS = WORLD_VAST_SIDE * WORLD_VAST_SIDE,
  WORLD_TERRAINS = 6
};

typedef struct World {
  int width, height;
  bool seamed; /* a step through a corner may be the only way somewhere */
  /* 0 is open, 1 is wall, as in the library; then those of this world. */
  int terrains;
  double price[WORLD_TERRAINS]; /* the map's; INFINITY: impassable         */
  double own[WORLD_TERRAINS];   /* one agent's; NAN: the map's             */
  uint8_t terrain[WORLD_MAX_CELLS];
  bool closed[WORLD_MAX_CELLS];
} World;

/* Fills a world of that size with walls and terrains of a random kind: noise,
 * clumps, a maze, rooms, or next to nothing; a few are mirrored left to right.
 * `uniform`: all cells that may be entered cost the same. */
void world_draw(World *w, Random *r, int width, int height, bool uniform);

/* Makes k x k cells of each, and cuts the map to a size that is no larger than
 * that makes it. */
void world_enlarge(World *w, int k, int width, int height);

/* A border between two squares of 64, 128, 256 ... cells a side, mostly of the
 * largest of which a map that long has two. 0: it has none. */
int world_border(Random *r, int length);

/* A random price of one of the kinds that games use, and of those that they
 * do not. */
double world_price(Random *r);

/* Price for the agent of entering a cell; INFINITY: blocked. */
double world_price_at(const World *w, int x, int y);

#endif
