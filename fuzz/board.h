/* board.h - the library's grid, which takes a world's cells and edits. */
#ifndef BOARD_H
#define BOARD_H

#include "core/map/links.h"
#include "core/map/sides.h"
#include "world.h"

typedef struct Board {
  tp_Grid *grid;
  int id[WORLD_TERRAINS]; /* the grid's id of each terrain of the world */
} Board;

/* A grid with the world's cells, its terrains defined in random order. */
Board board_make(const World *w, Random *r);
void board_free(Board *b);

/* Changes world and grid alike, in one of the ways that a game may; returns
 * what is wrong with the grid's revision or counts after it, NULL if nothing.
 */
const char *board_edit(Board *b, World *w, Random *r);

/* Makes a wall of an open cell, and an open cell of any other. */
void board_change(Board *b, World *w, int x, int y);

/* The sides that a cell has before it. */
typedef enum BoardSide { BOARD_TOP, BOARD_LEFT, BOARD_SLANT } BoardSide;

/* The cell behind that side. */
tp_Cell board_before(const World *w, int x, int y, BoardSide side);

/* Makes one of these sides of a cell one that is shut to those:
 * WORLD_SHUT_ON, WORLD_SHUT_BACK. In the grid alone, as the other two. Returns
 * whether that is a change. */
bool board_wall(Board *b, const World *w, int x, int y, BoardSide side,
                int shut);

/* Makes the link, and writes its number. */
void board_link(Board *b, WorldLink *link);
bool board_unlink(Board *b, const WorldLink *link);

#endif
