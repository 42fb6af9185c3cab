/* labels.h - the connected components of a square of cells: of a tile of
 * 32 x 32, found by its cells, and of a block of four smaller squares, found
 * where these touch. */
#ifndef TP_LABELS_H
#define TP_LABELS_H

#include "../agent/walls.h"

enum { TP_TILE = 32, TP_TILE_RUNS = TP_TILE * TP_TILE / 2 };

/* Where thin walls shut off a step in a tile, one way at least: from the cell
 * in column x of a row to the west, and to its neighbours in the row above. */
typedef struct tp_TileWalls {
  uint32_t west[TP_TILE];
  uint32_t north_west[TP_TILE], north[TP_TILE], north_east[TP_TILE];
} tp_TileWalls;

/* What a tile's components follow from. */
typedef struct tp_Tile {
  uint32_t row[TP_TILE]; /* free cells                                      */
  tp_Diagonal rule;
  const tp_TileWalls *walls; /* NULL: none                                  */
} tp_Tile;

/* What neighbours see of a square of cells: the component of each cell along
 * its sides, by direction (TP_E .. TP_N), downwards or to the east. Components
 * count from 1; 0: blocked. NULL where there is no neighbour. */
typedef struct tp_TileSides {
  uint16_t *side[4];
} tp_TileSides;

/* The number of the first run of free cells in each row. */
typedef struct tp_Labels {
  uint16_t first_run[TP_TILE];
} tp_Labels;

/* Reads the walls of the tile whose first cell that is; false: there are none,
 * and nothing was written. No other cells than odd ones have walls. */
TP_FUNC bool tp_labels_walls(tp_TileWalls *tile, const tp_Walls *walls,
                             const tp_Mask *odd, tp_Cell at);

/* Shuts the two steps to the row above that a hexagon does not have. */
TP_FUNC void tp_labels_shut_steps(tp_TileWalls *tile, tp_Stagger stagger);

/* Finds the components of a tile, and writes which one each run belongs to:
 * there are at most TP_TILE_RUNS, or with walls twice as many. A run ends where
 * one cannot go on and back. Those that show on a side have the lowest numbers,
 * in an order that depends on nothing but what the sides show. Writes the
 * sides, and to *shown how many show there. Are the sides other than they were?
 */
TP_FUNC bool tp_labels_find(tp_Labels *labels, uint16_t *label,
                            const tp_Tile *tile, const tp_TileSides *sides,
                            uint32_t *shown);

/* The first cells of a row's runs, which end before those walls to the west. */
TP_INLINE uint32_t tp_labels_starts(uint32_t row, uint32_t west) {
  return row & (~(row << 1) | west);
}

/* The run of a free cell, in a row with those. */
TP_FUNC int tp_labels_run(const tp_Labels *labels, uint32_t starts, int x,
                          int y);

/* ---- blocks ------------------------------------------------------------- */

/* A block and its children: north-west, north-east, south-west, south-east.
 * While their components are joined, `up` of one is another one of the same
 * block, or itself: TP_NODE | child << 16 | component. Then it is the
 * component's number in the block, from 1. */
#define TP_NODE UINT32_C(0x80000000)

typedef struct tp_Block {
  tp_Diagonal rule;
  tp_Stagger stagger;
  const tp_Walls *walls; /* NULL: none count                           */
  tp_Cell middle;        /* the first cell of the fourth child         */
  int32_t side;          /* of a child                                 */
  uint32_t *up[4];       /* by component; NULL where the map has ended */
  uint32_t shown[4];     /* so many components                         */
  tp_TileSides sides[4];
  uint32_t components;
  bool changed;
} tp_Block;

TP_INLINE uint32_t *tp_block_up(const tp_Block *b, uint32_t node) {
  return &b->up[node >> 16 & 3][(node & 0xffff) - 1];
}

/* Joins the children's components where they meet: then `up` of each is the
 * least of those with which it was joined. A child's sides are so long. */
TP_FUNC void tp_block_join(const tp_Block *b, uint32_t across, uint32_t down);

#endif
