/* costmap.c - classes of cells, from the terrains under an agent and the walls
 * around it.
 *
 * The dearest terrain under w x h cells is found as erode.c finds whether all
 * of them are free, with the larger of two ranks in the place of "both": log2
 * steps along rows and down columns, in squares of 64 x 64 cells. Only ranks
 * are compared, so terrains of one price are one.
 *
 * Walls at a distance of d, 1 <= d <= n, raise a cell's price by
 * cost x (n + 1 - d) / n. With too many prices for a byte, neighbouring
 * distances share a band, and all of them pay for the nearest. How many bands
 * there are depends on the terrain table and the profile alone, not on the
 * cells.
 *
 * The scale of whole numbers follows from all bands of all prices that some
 * cell has: it is costly to find, and single bands come and go with every edit.
 *
 * A byte a cell; 1 to 3 ns for each cell that is read.
 */
#include "costmap.h"

#include <math.h>
#include <string.h>

#include "clearance.h"

enum { SIDE = TP_SQUARE, REACH = SIDE + TP_MAX_SIZE - 1 };

size_t tp_costmap_bytes(int32_t width, int32_t height) {
  return offsetof(tp_Costmap, cells) + (size_t)width * (size_t)height;
}

void tp_costmap_init(tp_Costmap *ground, int32_t width, int32_t height) {
  size_t cells = (size_t)width * (size_t)height;
  memset(ground, 0, offsetof(tp_Costmap, cells));
  memset(ground->cells, TP_NO_CLASS, cells);
  ground->width = width;
  ground->height = height;
  ground->count[TP_NO_CLASS] = (uint32_t)cells;
}

void tp_costmap_divide(tp_Costmap *ground, const tp_Prices *prices,
                       const tp_Profile *p) {
  int32_t kinds = prices->kinds > 0 ? prices->kinds : 1;
  int32_t bands = tp_lesser(p->away, TP_NO_CLASS / kinds - 1);
  ground->bands = bands;
  for (int32_t level = 0; level <= p->away; level++) {
    int32_t band = level > 0 ? (level * bands + p->away - 1) / p->away : 0;
    ground->band[level] = (uint8_t)band;
  }
}

/* ---- the dearest terrain under the agent -------------------------------- */

/* A word of each of so many rows, from y on. */
typedef struct Square {
  int32_t word, y, rows;
} Square;

/* Ranks of a square, and of what lies right of it and below it. */
typedef struct Ranks {
  uint8_t rank[REACH][2 * SIDE];
} Ranks;

static void raise(uint8_t *to, const uint8_t *other, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    to[i] = to[i] > other[i] ? to[i] : other[i];
  }
}

/* Of a square. Of what lies outside nothing is known, and nothing asked. */
static void find_dearest(Ranks *r, const tp_Grid *g, const tp_Prices *prices,
                         const tp_Profile *p, Square at) {
  int32_t x = at.word * SIDE, y = at.y;
  int32_t columns = tp_lesser(SIDE + p->wide - 1, g->width - x);
  int32_t rows = tp_lesser(at.rows + p->high - 1, g->height - y);
  for (int32_t j = 0; j < rows; j++) {
    const uint8_t *cell = &g->cells[tp_grid_index(g, x, y + j)];
    uint8_t *rank = r->rank[j];
    for (int32_t i = 0; i < columns; i++) rank[i] = prices->rank[cell[i]];
    for (int32_t k = 1; k < p->wide;) {
      int32_t shift = tp_lesser(k, p->wide - k);
      raise(rank, rank + shift, columns - shift);
      k += shift;
    }
  }
  for (int32_t k = 1; k < p->high;) {
    int32_t shift = tp_lesser(k, p->high - k);
    for (int32_t j = 0; j + shift < rows; j++) {
      raise(r->rank[j], r->rank[j + shift], tp_lesser(columns, SIDE));
    }
    k += shift;
  }
}

/* ---- reading ------------------------------------------------------------ */

static void read_square(tp_Costmap *ground, const tp_Grid *g,
                        const tp_Mask *mask, const tp_Prices *prices,
                        const tp_Profile *p, Square at) {
  Ranks ranks = {0};
  tp_Clearance near;
  int32_t columns = tp_lesser(SIDE, g->width - at.word * SIDE);
  bool priced = prices->kinds > 1;
  if (priced) find_dearest(&ranks, g, prices, p, at);
  if (p->away > 0)
    tp_clearance_find(&near, mask, at.word, at.y, at.rows, p->away);
  for (int32_t j = 0; j < at.rows; j++) {
    uint64_t is_free = tp_mask_row(mask, at.y + j)[at.word];
    uint64_t is_near = p->away > 0 ? tp_clearance_any(&near, j) : 0;
    size_t first = tp_grid_index(g, at.word * SIDE, at.y + j);
    for (int32_t i = 0; i < columns; i++) {
      int class = priced ? ranks.rank[j][i] * (ground->bands + 1) : 0;
      if (is_near >> i & 1) class += ground->band[tp_clearance_of(&near, j, i)];
      if (!(is_free >> i & 1)) class = TP_NO_CLASS;
      tp_costmap_set(ground, first + (size_t)i, class);
    }
  }
}

void tp_costmap_read(tp_Costmap *ground, const tp_Grid *g, const tp_Mask *mask,
                     const tp_Prices *prices, const tp_Profile *p,
                     tp_Rect rect) {
  int32_t bottom = rect.y + rect.h;
  for (int32_t y = rect.y; y < bottom; y += SIDE) {
    for (int32_t w = rect.x >> 6; w <= (rect.x + rect.w - 1) >> 6; w++) {
      Square at = {w, y, tp_lesser(SIDE, bottom - y)};
      read_square(ground, g, mask, prices, p, at);
    }
  }
}

/* ---- what it amounts to ------------------------------------------------- */

void tp_costmap_tell(const tp_Costmap *ground, const tp_Prices *prices,
                     const tp_Profile *p, tp_Classes *classes) {
  int32_t bands = ground->bands;
  *classes = (tp_Classes){0};
  for (int i = 0; i < TP_CLASSES; i++) classes->price[i] = INFINITY;
  for (int rank = 0; rank < prices->kinds; rank++) {
    int first = rank * (bands + 1);
    bool has_cells = false;
    for (int band = 0; band <= bands; band++) {
      double part = bands > 0 ? (double)band / bands : 0;
      classes->price[first + band] =
          prices->kind[rank] + tp_product(p->away_cost, part);
      if (ground->count[first + band] == 0) continue;
      tp_class_add(&classes->used, first + band);
      has_cells = true;
    }
    for (int band = 0; has_cells && band <= bands; band++) {
      tp_class_add(&classes->known, first + band);
    }
  }
}
