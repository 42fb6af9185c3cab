/* pathwindow.c - follows the map's changes for a path and its window. */
#include "pathwindow.h"

#include <stdlib.h>

enum {
  MARGIN = 3, /* cells of a window beside the path, on each side */
  AHEAD = 12, /* steps of the path that an open window shows */
  ASIDE = 8   /* the most that a unit may be off its path */
};

enum { LARGEST = ASIDE + 1 + 2 * MARGIN };

_Static_assert(LARGEST *LARGEST <= TP_WINDOW_CELLS, "it shows the path");

bool tp_unitpath_is_whole(const tp_UnitPath *p, const tp_Navmap *nav) {
  tp_Rect rects[TP_CHANGES];
  if (p->is_cut) return false;
  if (p->seen == nav->changes.now) return true;
  int count = tp_changelog_since(&nav->changes, p->seen, rects);
  if (!tp_unitpath_is_touched(p, rects, count)) return true;
  const uint32_t closed = p->steps > p->out ? p->steps - p->out : 0;
  const tp_Cell at = tp_unitpath_ahead(p, closed);
  const bool may_be_closed = p->is_given || p->is_trail;
  return (may_be_closed || tp_mask_can_enter(nav->mask, at.x, at.y)) &&
         tp_unitpath_is_valid(p, nav);
}

bool tp_unitpath_catch_up(tp_UnitPath *p, const tp_Navmap *nav) {
  tp_Window *w = &p->window;
  if (w->seen != nav->changes.now) {
    /* Does the window still show the map as it is? */
    tp_Rect rects[TP_CHANGES], around = tp_rect_grow(w->area, 1);
    int count = tp_changelog_since(&nav->changes, w->seen, rects);
    for (int i = 0; i < count; i++) {
      if (!tp_rect_is_empty(tp_rect_clip(rects[i], around))) w->area.w = 0;
    }
    w->seen = nav->changes.now;
  }
  if (!tp_unitpath_is_whole(p, nav)) return false;
  p->seen = nav->changes.now;
  return true;
}

size_t tp_unitpath_scratch_bytes(void) {
  return TP_WINDOW_CELLS * sizeof(tp_WindowSeed) + tp_window_scratch_bytes();
}

tp_Rect tp_unitpath_window(tp_UnitPath *p, const tp_Navmap *nav, tp_Cell at) {
  const tp_Rect map = {0, 0, nav->grid->width, nav->grid->height};
  const tp_Rect spot = {at.x, at.y, 1, 1};
  tp_Cell here = tp_unitpath_cell(p, p->ahead, p->steps);
  if (tp_rect_area(map) <= TP_WINDOW_CELLS) return map;
  if (tp_greater(abs(here.x - at.x), abs(here.y - at.y)) > ASIDE / 2) {
    here = tp_unitpath_rejoin(p, nav->moves.stagger, at);
  }
  if (tp_greater(abs(here.x - at.x), abs(here.y - at.y)) > ASIDE) {
    return (tp_Rect){0, 0, 0, 0};
  }
  /* Is all around the unit and the next steps of its path open ground? */
  const tp_Cell to = tp_unitpath_ahead(p, AHEAD);
  tp_Rect open = tp_rect_grow(spot, TP_WINDOW_EDGE);
  open = tp_rect_join(open, (tp_Rect){to.x, to.y, 1, 1});
  open = tp_rect_clip(open, map);
  if (tp_rect_area(open) <= TP_WINDOW_CELLS && tp_window_is_open(nav, open)) {
    return open;
  }
  tp_Rect box = tp_rect_join(spot, (tp_Rect){here.x, here.y, 1, 1});
  tp_Rect window = tp_rect_clip(tp_rect_grow(box, MARGIN), map);
  uint32_t i = p->ahead;
  for (uint32_t steps = p->steps; steps > 0;) {
    steps--;
    if (steps < p->turn[i].steps) i--;
    tp_Cell next = tp_unitpath_cell(p, i, steps);
    box = tp_rect_join(box, (tp_Rect){next.x, next.y, 1, 1});
    tp_Rect larger = tp_rect_clip(tp_rect_grow(box, MARGIN), map);
    if (tp_rect_area(larger) > TP_WINDOW_CELLS) break;
    window = larger;
  }
  return window;
}

void tp_unitpath_show(const tp_UnitPath *p, tp_Window *w, const tp_Navmap *nav,
                      tp_Rect area, void *scratch) {
  tp_WindowSeed *seeds = scratch;
  uint32_t count = tp_unitpath_seeds(p, nav, area, seeds);
  /* Is the path inside the rectangle a straight line, so that no cell of it is
   * cheaper than by way of the first seed? */
  const tp_WindowSeed *last = &seeds[count > 0 ? count - 1 : 0];
  const bool is_straight =
      count > 0 &&
      last->cost - seeds->cost == tp_window_crow(nav, last->cell, seeds->cell);
  if (is_straight && tp_window_is_open(nav, area)) {
    tp_window_take_open(w, nav, area, seeds);
  } else {
    tp_window_make(w, nav, area, seeds, count, seeds + TP_WINDOW_CELLS);
  }
}
