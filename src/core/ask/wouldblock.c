/* wouldblock.c - whether shut cells would cut a way, without a change to the
 * map.
 *
 * Most questions (a tower in open ground) are answered by the ring of cells
 * around what is shut. Along the ring its free cells make runs. Any way through
 * the box leaves the ring at one run and comes back to it at one; where all the
 * runs that touch the box are the same one, the way can follow the ring
 * instead, and nothing outside is cut. With a box of one cell this is the
 * crossing number of Yokoi, Toriwaki and Fukumura (1975).
 *
 * Connected is what regions.h means by it: cells that share a side or, under
 * the rule "always", a corner. So for the other rules a run touches the box by
 * a side, and a corner of the ring that is blocked parts two runs; for "always"
 * every run touches it, and a blocked corner parts nothing, because the two
 * cells beside it touch each other.
 *
 * Everything else is asked of the regions, with the bits taken out of the mask:
 * each spoilt tile of 32 x 32 cells is labelled again, twice in all. For an
 * agent larger than a cell the bits are those of single cells, and what it
 * loses with them is found by erosion, of what lies above each or of all at
 * once: no list costs more than the map, beside a few nanoseconds for each of
 * its cells. Nothing to keep; a nanosecond a cell of the ring, some 20 us for
 * the regions of 512 x 512 cells.
 */
#include "wouldblock.h"

#include "../agent/erode.h"

/* Rows of words that to erode a square takes besides its own. */
enum { SQUARE = 16 };

tp_Rect tp_wouldblock_of(const tp_Navmap *nav, tp_Cell c) {
  if (!tp_grid_contains(nav->grid, c.x, c.y)) return (tp_Rect){0, 0, 0, 0};
  return tp_navmap_above(nav, (tp_Rect){c.x, c.y, 1, 1});
}

/* ---- the ring ----------------------------------------------------------- */

/* Runs of free cells around the box that touch it; none where the whole ring
 * is free. Clockwise from the corner at the top left, E, S, W, N. */
static int runs_around(const tp_Mask *m, tp_Rect box, bool eight) {
  int32_t x = box.x - 1, y = box.y - 1;
  bool before = tp_mask_has(m, x, y + 1);
  int runs = 0;
  for (int d = TP_E; d <= TP_N; d++) {
    bool corner = tp_mask_has(m, x, y);
    bool first = tp_mask_has(m, x + tp_dx[d], y + tp_dy[d]);
    if (corner && !before && (first || eight)) runs++;
    if (corner || !eight) before = corner;
    for (int32_t n = tp_dx[d] ? box.w : box.h; n > 0; n--) {
      x += tp_dx[d];
      y += tp_dy[d];
      bool free = tp_mask_has(m, x, y);
      if (free && !before) runs++;
      before = free;
    }
    x += tp_dx[d];
    y += tp_dy[d];
  }
  return runs;
}

bool tp_wouldblock_spares(const tp_Navmap *nav, tp_Rect box) {
  return runs_around(nav->mask, box, nav->profile.diagonal == TP_ALWAYS) <= 1;
}

/* ---- the mask ----------------------------------------------------------- */

/* Of one cell of the map, which may have been asked for from outside of it. */
static void put(tp_Navmap *nav, tp_Cell c, bool is_free) {
  tp_Rect above = tp_wouldblock_of(nav, c);
  if (above.w == 0) return;
  tp_mask_set(nav->cells ? nav->cells : nav->mask, c.x, c.y, is_free);
  tp_regions_spoil(nav->regions, above);
}

void tp_wouldblock_shut(tp_Navmap *nav, tp_Cell c) { put(nav, c, false); }

void tp_wouldblock_reopen(tp_Navmap *nav, tp_Cell c) {
  const tp_Grid *g = nav->grid;
  if (!tp_grid_contains(g, c.x, c.y)) return;
  put(nav, c, nav->prices.enter[g->cells[tp_grid_index(g, c.x, c.y)]]);
}

bool tp_wouldblock_is_dense(const tp_Navmap *nav, int cells, tp_Rect box) {
  int64_t words_above = 2 * ((int64_t)nav->profile.high + SQUARE);
  return cells * words_above > ((int64_t)box.h + SQUARE) * (box.w / 64 + 1);
}

void tp_wouldblock_settle(tp_Navmap *nav, tp_Rect rect) {
  if (nav->cells && rect.w > 0) {
    tp_erode(nav->mask, nav->cells, nav->profile.wide, nav->profile.high, rect);
  }
}
