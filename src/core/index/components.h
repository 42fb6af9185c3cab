/* components.h - the connected components of a square of cells: of a tile of 32
 * x 32 by its cells, and of a block of four smaller squares by their sides. */
#pragma once

#include "../agent/fencedsteps.h"

enum { TP_TILE = 32, TP_TILE_RUNS = TP_TILE * TP_TILE / 2 };

/* Where fences bar a step in a tile in at least one direction: from the
 * cell in column x of a row to the west, and to its neighbours in the row
 * above. */
typedef struct tp_TileFences {
  uint32_t west[TP_TILE];
  uint32_t north_west[TP_TILE], north[TP_TILE], north_east[TP_TILE];
} tp_TileFences;

/* The source of a tile's components. */
typedef struct tp_Tile {
  uint32_t row[TP_TILE]; /* free cells */
  tp_Diagonal rule;
  const tp_TileFences *fences; /* NULL: none */
} tp_Tile;

/* The sides of a square as its neighbours see them: the component of each cell,
 * by direction (TP_E .. TP_N), downwards or to the east. Components count from
 * 1; 0: blocked. NULL: there is no neighbour. */
typedef struct tp_TileSides {
  uint16_t *side[4];
} tp_TileSides;

/* The number of the first run of free cells in each row. */
typedef struct tp_Labels {
  uint16_t first_run[TP_TILE];
} tp_Labels;

/* Reads the fences of the tile with first cell `at`; false: there are none, and
 * nothing was written. Only irregular cells have fences. */
TP_FUNC bool tp_labels_fences(tp_TileFences *tile, const tp_FencedSteps *fences,
                              const tp_Mask *irregular, tp_Cell at);

/* Bars the two steps to the row above that a hexagon does not have. */
TP_FUNC void tp_labels_close_steps(tp_TileFences *tile, tp_Stagger stagger);

/* Finds the components of a tile, and writes the component of each run: there
 * are at most TP_TILE_RUNS, or with fences twice as many. A run ends where no
 * step leads on and back. Components on a side have the lowest numbers, in an
 * order that depends only on the sides. Writes the sides, and to *shown the
 * number of components on them. Have the sides changed? */
TP_FUNC bool tp_labels_find(tp_Labels *labels, uint16_t *label,
                            const tp_Tile *tile, const tp_TileSides *sides,
                            uint32_t *shown);

/* The first cells of a row's runs, which also end at those fences to the west.
 */
TP_INLINE uint32_t tp_labels_starts(uint32_t row, uint32_t west) {
  return row & (~(row << 1) | west);
}

/* The run of a free cell in a row with those starts. */
TP_FUNC int tp_labels_run(const tp_Labels *labels, uint32_t starts, int x,
                          int y);

/* ---- blocks ------------------------------------------------------------- */

/* A block and its children: north-west, north-east, south-west, south-east.
 * While their components are joined, the `up` of a component is another one of
 * the same block, or itself: TP_NODE | child << 16 | component. After that `up`
 * is the component's number in the block, from 1. */
#define TP_NODE UINT32_C(0x80000000)

typedef struct tp_Block {
  tp_Diagonal rule;
  tp_Stagger stagger;
  const tp_FencedSteps *fences; /* NULL: there are none */
  tp_Cell middle;               /* the first cell of the fourth child */
  int32_t side;                 /* of a child */
  uint32_t *up[4];              /* by component; NULL: outside the map */
  uint32_t shown[4];            /* components on the sides */
  tp_TileSides sides[4];
  uint32_t components;
  bool changed;
} tp_Block;

TP_INLINE uint32_t *tp_block_up(const tp_Block *b, uint32_t node) {
  return &b->up[node >> 16 & 3][(node & 0xffff) - 1];
}

/* Joins the children's components where they meet: `up` of each becomes the
 * least of those joined with it. `across` and `down`: the lengths of a child's
 * sides. */
TP_FUNC void tp_block_join(const tp_Block *b, uint32_t across, uint32_t down);
