/* wouldblock.c - would closed cells cut a path? Without a change of the map.
 *
 * Most questions (a tower on open ground) are answered by the ring of cells
 * around the box of closed cells. The free cells of the ring form runs. Any
 * path through the box leaves the ring at one run and returns to it at one. If
 * all the runs that touch the box are the same one, the path can follow the
 * ring instead, and nothing outside is cut. With a box of one cell this is the
 * crossing number of Yokoi, Toriwaki and Fukumura (1975).
 *
 * Connected has the meaning of regions.h: cells that share a side or, under the
 * rule "always", a corner. So for the other rules a run touches the box by a
 * side, and a blocked corner of the ring parts two runs. For "always" every run
 * touches the box, and a blocked corner parts nothing, because the two cells
 * beside it touch each other.
 *
 * Neighbouring hexagons around a third one share a side. So around one cell
 * each free one touches it, and only blocked ones part two runs. If more cells
 * are closed, the regions decide.
 *
 * A link may lead from inside the box, and near a fence not all cells that
 * touch are connected. If a cell of the box or the ring is irregular, the ring
 * cannot tell.
 *
 * The regions decide all other questions, with bits cleared in the mask, which
 * logs that like any change: each tile of 32 x 32 cells with such a bit is
 * labelled again, twice in all. For an agent larger than a cell the bits are
 * those of single cells, and erosion finds the cells that it loses. In the end
 * the masks are restored, and so are their logs: no other part has changes to
 * follow. No memory; a nanosecond a cell of the ring, some 20 us for the
 * regions of 512 x 512 cells.
 */
#include "wouldblock.h"
#include "../navmap/connectivity.h"

/* ---- the ring ----------------------------------------------------------- */

/* The number of runs of free cells around the box that touch it; 0 if the whole
 * ring is free. Clockwise from the corner at the top left, E, S, W, N. */
static int runs_around(const tp_Mask *m, tp_Rect box, bool eight) {
  tp_Cell at = {box.x - 1, box.y - 1};
  bool before = tp_mask_has(m, at.x, at.y + 1);
  int runs = 0;
  for (int d = TP_E; d <= TP_N; d++) {
    const tp_Cell next = tp_beside(at, d);
    bool corner = tp_mask_has(m, at.x, at.y);
    bool first = tp_mask_has(m, next.x, next.y);
    if (corner && !before && (first || eight)) runs++;
    if (corner || !eight) before = corner;
    for (int32_t n = tp_is_across(d) ? box.w : box.h; n > 0; n--) {
      at = tp_beside(at, d);
      bool free = tp_mask_has(m, at.x, at.y);
      if (free && !before) runs++;
      before = free;
    }
    at = tp_beside(at, d);
  }
  return runs;
}

/* Is a cell in or beside the box irregular? */
static bool is_irregular(const tp_Navmap *nav, tp_Rect box) {
  if (!nav->irregular) return false;
  tp_Rect r = tp_rect_clip(tp_rect_grow(box, 1), nav->grid->changes.whole);
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    if (tp_mask_has(nav->irregular, c.x, c.y)) return true;
  }
  return false;
}

static int runs_around_hexagon(const tp_Navmap *nav, tp_Cell c) {
  const tp_Stagger s = nav->moves.stagger;
  const unsigned steps = tp_navmap_steps(nav, c.x, c.y);
  int runs = 0;
  for (int turn = 0; turn < TP_SIDES_OF_HEXAGON; turn++) {
    const int next = (turn + 1) % TP_SIDES_OF_HEXAGON;
    const bool free = steps >> tp_hexagon_step(s, tp_is_shoved(s, c), turn) & 1;
    const bool then = steps >> tp_hexagon_step(s, tp_is_shoved(s, c), next) & 1;
    if (then && !free) runs++;
  }
  return runs;
}

bool tp_wouldblock_is_harmless(const tp_Navmap *nav, tp_Rect box) {
  if (is_irregular(nav, box)) return false;
  if (tp_is_hexagonal(nav->moves.stagger)) {
    const tp_Cell first = {box.x, box.y};
    return tp_rect_area(box) == 1 && runs_around_hexagon(nav, first) <= 1;
  }
  return runs_around(nav->mask, box, nav->profile.diagonal == TP_ALWAYS) <= 1;
}

/* ---- the regions -------------------------------------------------------- */

tp_ClosedLogs tp_wouldblock_begin(const tp_Navmap *nav) {
  tp_ClosedLogs logs = {.mask = nav->mask->changes};
  if (nav->cells) logs.cells = nav->cells->changes;
  return logs;
}

/* Parts of the navmap read many changes before their log merges rectangles that
 * lie far apart. */
static void put_cell(tp_Navmap *nav, int32_t x, int32_t y, bool is_closed) {
  const tp_Grid *g = nav->grid;
  tp_Mask *mask = nav->cells ? nav->cells : nav->mask;
  tp_Part next = nav->cells ? TP_PART_MASK : TP_PART_REGIONS;
  if (tp_changelog_is_full(&mask->changes, tp_navmap_part(nav, next)->seen)) {
    tp_navmap_prepare(nav, TP_REGIONS);
  }
  const size_t i = tp_grid_index(g, x, y);
  tp_mask_set(mask, x, y,
              !is_closed && nav->prices.enter[g->cells[i]] &&
                  !tp_layercosts_is_closed(nav->layers, i));
}

void tp_wouldblock_set(tp_Navmap *nav, tp_Rect rect, bool is_closed) {
  for (tp_Cell c = tp_rect_first(rect); tp_rect_wrap(rect, &c); c.x++) {
    put_cell(nav, c.x, c.y, is_closed);
  }
}

bool tp_wouldblock_cuts(tp_Navmap *nav, tp_Cell from, tp_Cell to) {
  tp_navmap_prepare(nav, TP_CONNECTED);
  return !tp_mask_has(nav->mask, from.x, from.y) ||
         !tp_mask_has(nav->mask, to.x, to.y) ||
         !tp_navmap_connects(nav, from, to);
}

void tp_wouldblock_end(tp_Navmap *nav, const tp_ClosedLogs *before) {
  tp_navmap_prepare(nav, TP_CONNECTED);
  tp_navmap_take_back(nav, &nav->mask->changes, &before->mask);
  if (nav->cells) {
    tp_navmap_take_back(nav, &nav->cells->changes, &before->cells);
  }
}
