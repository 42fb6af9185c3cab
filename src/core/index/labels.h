/* labels.h - the connected components of a square of 32 x 32 cells. */
#ifndef TP_LABELS_H
#define TP_LABELS_H

#include "../base/base.h"

enum { TP_TILE = 32, TP_TILE_RUNS = TP_TILE * TP_TILE / 2 };

/* What neighbours see of a square of cells: the component of each cell along
 * its sides, by direction (TP_E .. TP_N), downwards or to the east. Components
 * count from 1; 0: blocked. NULL where there is no neighbour. */
typedef struct tp_Sides {
  uint16_t *side[4];
} tp_Sides;

/* The number of the first run of free cells in each row. */
typedef struct tp_Labels {
  uint16_t first_run[TP_TILE];
} tp_Labels;

/* Finds the components of the tile with those rows, and writes which one each
 * run belongs to. Those that show on a side have the lowest numbers, in an
 * order that depends on nothing but what the sides show. Writes the sides, and
 * to *shown how many show there. Are the sides other than they were? */
TP_FUNC bool tp_labels_find(tp_Labels *tile, uint16_t label[TP_TILE_RUNS],
                            const uint32_t rows[TP_TILE], bool eight,
                            const tp_Sides *sides, uint32_t *shown);

/* The run of a free cell. */
TP_FUNC int tp_labels_run(const tp_Labels *tile, uint32_t row, int x, int y);

#endif
