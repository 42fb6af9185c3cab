/* known.c - a search over single cells, and an edit while it runs.
 *
 * A node is what was read of its own cell, when somebody stepped there, and of
 * the 3 x 3 cells around, when it was expanded. So a search is as if begun now
 * where no known node lies in a rectangle that has changed, or beside it: in
 * the mask that it runs on, in what thin walls bar; and where prices differ, in
 * what cells cost. A link that comes or goes may change any estimate, and is
 * looked for elsewhere (search.c).
 *
 * A nanosecond for each cell that may have changed.
 */
#include "known.h"

#include "nodes.h"

static bool is_known_in(const tp_Search *s, tp_Rect rect) {
  const tp_Nodes *nodes = s->block[TP_SLOT_NODES];
  const tp_Grid *grid = s->plan.navmap->grid;
  rect = tp_rect_clip(tp_rect_grow(rect, 1), grid->changes.whole);
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    const uint64_t *node = &nodes->node[tp_grid_index(grid, rect.x, y)];
    for (int32_t x = 0; x < rect.w; x++) {
      if (tp_node_is_known(&nodes->now, node[x])) return true;
    }
  }
  return false;
}

static bool is_known_since(const tp_Search *s, const tp_Changes *log,
                           uint64_t then) {
  tp_Rect rects[TP_CHANGES];
  int count = tp_changes_since(log, then, rects);
  for (int i = 0; i < count; i++) {
    if (is_known_in(s, rects[i])) return true;
  }
  return false;
}

bool tp_known_stand(const tp_Search *s, const tp_Basis *then) {
  const tp_Plan *plan = &s->plan;
  if (is_known_since(s, &plan->view.mask->changes, then->view)) return false;
  const tp_Mask *pins = plan->navmap->pins;
  if (pins && is_known_since(s, &pins->changes, then->pins)) return false;
  return then->uniform ||
         !is_known_since(s, &plan->navmap->changes, then->ground);
}
