/* clearance.c - distances to walls, 64 cells a word.
 *
 * No wall is within d cells if the square of 2d + 1 cells around a cell is
 * free. This holds if the 3 x 3 cells around it have no wall within d - 1: the
 * mask eroded by 3 x 3 cells, d times. A cell's level is the number of
 * erosions, out of n, that remove it. The counters are bit planes, so 64 of
 * them are raised by one in as many operations as they have bits.
 *
 * An agent of w x h cells that fits in a place has a wall within d if an agent
 * of (w + 2d) x (h + 2d) cells does not fit: the same erosions of its own mask.
 * If fences keep it from a place of free cells, its mask has no bit,
 * although there is no wall: so the mask is then made from the cells alone.
 *
 * Some 40 operations per 64 cells and level; no memory.
 */
#include "clearance.h"

#include <string.h>

enum { MARGIN = (1 << TP_LEVEL_BITS) - 1, ROWS = TP_SQUARE + 2 * MARGIN };

/* A word of the square and the two beside it. Beyond them walls are assumed,
 * which come nearer by a bit with each erosion, but never into the middle word.
 */
typedef struct Three {
  uint64_t left, middle, right;
} Three;

/* The places where the agent may be; near fences, where it fits by cells
 * alone. */
static void read_fits(Three row[], const tp_Footing *at, int32_t w, int32_t y,
                      int32_t rows) {
  const tp_Mask *m = at->cells ? at->cells : at->mask;
  const int32_t wide = at->cells ? at->wide : 1;
  const int32_t high = at->cells ? at->high : 1;
  uint64_t fits[3][TP_SQUARE];
  for (int32_t i = 0; i < rows; i += TP_SQUARE) {
    const int32_t some = tp_lesser(TP_SQUARE, rows - i);
    for (int32_t k = 0; k < 3; k++) {
      tp_Rect square = {(w + k - 1) * TP_SQUARE, y + i, TP_SQUARE, some};
      tp_erode_square(fits[k], m, 0, wide, high, square);
    }
    for (int32_t j = 0; j < some; j++) {
      row[i + j] = (Three){fits[0][j], fits[1][j], fits[2][j]};
    }
  }
}

static Three erode_row(Three t) {
  uint64_t left = t.left & t.left << 1 & (t.left >> 1 | t.middle << 63);
  uint64_t middle = t.middle & (t.middle << 1 | t.left >> 63) &
                    (t.middle >> 1 | t.right << 63);
  uint64_t right = t.right & (t.right << 1 | t.middle >> 63) & t.right >> 1;
  return (Three){left, middle, right};
}

/* Erodes all rows except the first and the last, which are not needed any more.
 */
static void erode(Three row[], int32_t first, int32_t last) {
  Three above = erode_row(row[first]), here = erode_row(row[first + 1]);
  for (int32_t i = first + 1; i < last; i++) {
    Three below = erode_row(row[i + 1]);
    row[i] = (Three){above.left & here.left & below.left,
                     above.middle & here.middle & below.middle,
                     above.right & here.right & below.right};
    above = here;
    here = below;
  }
}

void tp_clearance_find(tp_Clearance *near, const tp_Footing *at, int32_t w,
                       int32_t y, int32_t rows, int32_t n) {
  Three row[ROWS];
  int32_t all = rows + 2 * n;
  TP_ASSERT(n >= 1 && n <= MARGIN && rows >= 1 && rows <= TP_SQUARE);
  memset(near, 0, sizeof *near);
  read_fits(row, at, w, y - n, all);
  for (int32_t d = 1; d <= n; d++) {
    erode(row, d - 1, all - d);
    for (int32_t i = 0; i < rows; i++) {
      /* Counts the cells that are removed, a bit plane a binary place. */
      uint64_t carry = tp_mask_row(at->mask, y + i)[w] & ~row[n + i].middle;
      for (int k = 0; k < TP_LEVEL_BITS && carry; k++) {
        uint64_t both = near->level[k][i] & carry;
        near->level[k][i] ^= carry;
        carry = both;
      }
    }
  }
}
