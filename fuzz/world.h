/* world.h - random maps as the harness itself keeps them: what a cell is and
 * costs is known here without asking the library, which gets the same cells
 * through its own edits.
 */
#ifndef WORLD_H
#define WORLD_H

#include "oracle.h"
#include "random.h"

/* Most worlds are small; a few are far larger, and a few as long as a map can
 * be, and narrow. */
enum {
  WORLD_MAX_SIDE = 200,
  WORLD_VAST_SIDE = 1100,
  WORLD_LENGTH = 32767,
  WORLD_NARROW = 3,
  WORLD_MAX_CELLS = WORLD_VAST_SIDE * WORLD_VAST_SIDE,
  WORLD_TERRAINS = 6,
  WORLD_LINKS = 64,
  WORLD_NAMES = 4 /* of links; the first is none */
};

/* Who may not pass the side between two cells, and bits of them together. */
enum { WORLD_SHUT_ON = 1, WORLD_SHUT_BACK = 2 };

/* A way from cell to cell that is no step. */
typedef struct WorldLink {
  int from, to; /* by index */
  double price; /* times a straight step */
  int name;     /* 0 .. WORLD_NAMES - 1 */
  bool one_way;
  uint64_t number; /* the library's */
} WorldLink;

typedef struct World {
  int width, height;
  OracleStagger stagger;
  bool seamed; /* a step through a corner may be the only way somewhere */
  /* 0 is open, 1 is wall, as in the library; then those of this world. */
  int terrains;
  double price[WORLD_TERRAINS]; /* the map's; INFINITY: impassable         */
  double own[WORLD_TERRAINS];   /* one agent's; NAN: the map's             */
  uint8_t terrain[WORLD_MAX_CELLS];
  bool closed[WORLD_MAX_CELLS];
  /* Whom the agent is to avoid now: where they stand it may not be, or it pays
     that much more; it keeps away from walls alone. */
  bool has_others;
  double raise; /* 0: it may not be there */
  bool stood[WORLD_MAX_CELLS];
  /* Thin walls: the left side of each cell, and the upper one; of a hexagon
     also the other one towards the row above, or the column at the left. */
  bool has_walls; /* or has had some */
  uint8_t shut_left[WORLD_MAX_CELLS], shut_top[WORLD_MAX_CELLS];
  uint8_t shut_slant[WORLD_MAX_CELLS];
  int links;
  WorldLink link[WORLD_LINKS];       /* in the order of their numbers     */
  double own_link_cost[WORLD_NAMES]; /* one agent's, by name; NAN: none   */
  bool takes_no_links;
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

/* The same, whoever stands there. */
double world_bare_price_at(const World *w, int x, int y);

/* Does somebody stand there whom the agent is to avoid? */
bool world_is_stood_on(const World *w, int x, int y);

/* Price for the agent of entering a cell, but for a raise; INFINITY: blocked.
 */
double world_price_at(const World *w, int x, int y);

#endif
