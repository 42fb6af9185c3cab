/* world.h - random maps, kept by the harness itself. So it knows what a cell is
 * and costs without asking the library, which gets the same cells through its
 * own edits.
 */
#ifndef WORLD_H
#define WORLD_H

#include "oracle.h"
#include "random.h"

/* Most worlds are small. A few are far larger, and a few are narrow and as long
 * as a map can be. */
enum {
  WORLD_MAX_SIDE = 200,
  WORLD_VAST_SIDE = 1100,
  WORLD_LENGTH = 32767,
  WORLD_NARROW = 3,
  WORLD_MAX_CELLS = WORLD_VAST_SIDE * WORLD_VAST_SIDE,
  WORLD_TERRAINS = 6,
  WORLD_LINKS = 64,
  WORLD_NAMES = 4 /* of links; the first means none */
};

/* Bits: the directions in which the side between two cells is closed. */
enum { WORLD_SHUT_ON = 1, WORLD_SHUT_BACK = 2 };

/* A link from a cell to another. */
typedef struct WorldLink {
  int from, to; /* by index */
  double price; /* times a straight step */
  int name;     /* 0 .. WORLD_NAMES - 1 */
  bool one_way;
  uint64_t number; /* the library's number */
} WorldLink;

typedef struct World {
  int width, height;
  OracleStagger stagger;
  int half_side; /* of hexagons, as in OracleMap */
  bool seamed;   /* a step past a corner may be the only path */
  /* 0 is open, 1 is wall, as in the library; then this world's own terrains. */
  int terrains;
  double price[WORLD_TERRAINS]; /* the map's; INFINITY: impassable */
  double own[WORLD_TERRAINS];   /* one agent's; NAN: the map's */
  uint8_t terrain[WORLD_MAX_CELLS];
  bool closed[WORLD_MAX_CELLS];
  /* Other units that the agent must avoid now. Their cells are blocked, or cost
   * `raise` more. The agent keeps away from walls alone. */
  bool has_others;
  double raise; /* 0: their cells are blocked */
  bool stood[WORLD_MAX_CELLS];
  /* Fences: the left side and the upper side of each cell. A hexagon has a
   * third side, towards the row above or the column on the left. */
  bool has_fences; /* or has had some */
  /* Fences have names, and there are others that do not block the agent. */
  bool has_names;
  uint8_t shut_left[WORLD_MAX_CELLS], shut_top[WORLD_MAX_CELLS];
  uint8_t shut_slant[WORLD_MAX_CELLS];
  int links;
  WorldLink link[WORLD_LINKS];       /* in the order of their numbers */
  double own_link_cost[WORLD_NAMES]; /* one agent's, by name; NAN: none */
  bool takes_no_links;
} World;

/* Fills a world of that size with walls and terrains of a random kind. A few
 * worlds are mirrored left to right. `uniform`: all cells that can be entered
 * cost the same. */
void world_draw(World *w, Random *r, int width, int height, bool uniform);

/* Makes k x k cells of each cell, and cuts the map to a size that is no larger
 * than the result. */
void world_enlarge(World *w, int k, int width, int height);

/* A border between two squares of 64, 128, 256 ... cells a side: mostly of the
 * largest size that fits twice into `length`. 0 if there is none. */
int world_border(Random *r, int length);

/* A random price, of the kinds that games use and of other kinds. */
double world_price(Random *r);

/* The price without the raise for units. */
double world_bare_price_at(const World *w, int x, int y);

/* Does a unit that the agent must avoid stand there? */
bool world_is_stood_on(const World *w, int x, int y);

/* Price for the agent of entering a cell, without the raise for units;
 * INFINITY: blocked. */
double world_price_at(const World *w, int x, int y);

#endif
