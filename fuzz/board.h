/* board.h - the library's grid, which gets the cells and edits of a world. */
#ifndef BOARD_H
#define BOARD_H

#include "core/map/fences.h"
#include "core/map/links.h"
#include "world.h"

typedef struct Board {
  tp_Grid *grid;
  int id[WORLD_TERRAINS]; /* the grid's id of each terrain of the world */
} Board;

/* A grid with the world's cells. Its terrains are defined in random order. */
Board board_make(const World *w, Random *r);
void board_free(Board *b);

/* Edits the world and the grid alike, in one of the ways that a game may use.
 * Returns what is wrong with the grid's revision or counts afterwards; NULL if
 * nothing is. */
const char *board_edit(Board *b, World *w, Random *r);

/* Makes a wall of an open cell, and an open cell of any other cell. */
void board_change(Board *b, World *w, int x, int y);

/* The sides of a cell that it shares with an earlier neighbour. */
typedef enum BoardSide { BOARD_TOP, BOARD_LEFT, BOARD_SLANT } BoardSide;

/* The neighbour across that side. */
tp_Cell board_before(const World *w, int x, int y, BoardSide side);

/* Shuts one of these sides in the directions of `closed`, a set of
 * WORLD_SHUT_ON and WORLD_SHUT_BACK. Returns whether the side changed. This
 * call and the next two edit the grid alone. */
bool board_wall(Board *b, const World *w, int x, int y, BoardSide side,
                int closed);

/* Puts a fence that does not block the agents of this world on one of these
 * sides, or removes it. */
void board_decoy(Board *b, const World *w, int x, int y, BoardSide side,
                 int closed);

/* The name of these fences. */
#define BOARD_DECOY "decoy"

/* Makes the link in the grid, and stores its number. */
void board_link(Board *b, WorldLink *link);
bool board_unlink(Board *b, const WorldLink *link);

#endif
