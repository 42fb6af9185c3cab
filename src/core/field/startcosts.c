/* startcosts.c - the sources of a new field. Their costs may differ by more
 * than the buckets span. So they wait in a heap, and each starts when the open
 * list has reached its cost.
 */
#include "startcosts.h"

#include <string.h>

enum { CLEARED_A_LOOK = 8 };

/* The cells in reach by the number of steps alone. If an edge leads out of that
 * rectangle, the whole map is in reach. */
tp_Rect tp_seed_area(const tp_FieldQuery *asked, const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  uint64_t least = tp_field_least_step(asked, nav);
  uint64_t steps = least ? asked->most / least : 0;
  int32_t r = steps < TP_MAX_SIDE ? (int32_t)steps : TP_MAX_SIDE;
  tp_Cell low = {g->width - 1, g->height - 1}, high = {0, 0};
  for (uint32_t i = 0; i < asked->sources.count; i++) {
    int32_t x = asked->sources.list[i].x, y = asked->sources.list[i].y;
    if (x - r < low.x) low.x = x - r;
    if (y - r < low.y) low.y = y - r;
    if (x + r > high.x) high.x = x + r;
    if (y + r > high.y) high.y = y + r;
  }
  low = tp_grid_clamp(g, low);
  high = tp_grid_clamp(g, high);
  if (high.x < low.x || high.y < low.y) high = low;
  const tp_Rect rect = {low.x, low.y, high.x - low.x + 1, high.y - low.y + 1};
  tp_EdgeIter it = tp_edges_all(nav);
  it.closed = true; /* a link may open before the field is repaired */
  while (tp_edges_next(&it)) {
    tp_Cell from = tp_unpack_cell(asked->forward ? it.edge.from : it.edge.to);
    if (tp_rect_has(rect, from.x, from.y)) {
      return (tp_Rect){0, 0, g->width, g->height};
    }
  }
  return rect;
}

tp_Status tp_seed_clear(tp_FieldBuild *b, const tp_Navmap *nav,
                        uint64_t *budget) {
  tp_Field *f = b->field;
  (void)budget;
  tp_navmap_add_work(nav, tp_field_cells(f) / CLEARED_A_LOOK);
  memset(f->cost, 0xff, tp_field_cells(f) * (f->wide ? 8 : 4));
  f->has_directions = false;
  if (f->asked.forward) tp_field_record_directions(f);
  tp_build_clear(b);
  return TP_FOUND;
}

/* Positions in the rows above and below a source, in the list. */
typedef struct Beside {
  uint32_t above, below;
} Beside;

/* The first source from index `i` on that is not before the cell. */
static uint32_t find_from(const tp_Sources *sources, uint32_t i, int32_t x,
                          int32_t y) {
  const tp_Source *list = sources->list;
  while (i < sources->count &&
         (list[i].y < y || (list[i].y == y && list[i].x < x))) {
    i++;
  }
  return i;
}

/* Are the three sources from index `i` on those at x - 1, x and x + 1 in that
 * row, at most at `cost`? */
static bool are_three(const tp_Sources *sources, uint32_t i, int32_t x,
                      int32_t y, uint64_t cost) {
  if (i + 3 > sources->count) return false;
  const tp_Source *s = &sources->list[i];
  for (int k = 0; k < 3; k++) {
    if (s[k].y != y || s[k].x != x - 1 + k || s[k].cost > cost) return false;
  }
  return true;
}

/* Are all eight neighbours sources that cost no more? Then steps to them are
 * needless. */
static bool is_inside(const tp_Sources *sources, uint32_t i, Beside *beside) {
  const tp_Source *s = &sources->list[i];
  beside->above = find_from(sources, beside->above, s->x - 1, s->y - 1);
  beside->below = find_from(sources, beside->below, s->x - 1, s->y + 1);
  return i > 0 && are_three(sources, i - 1, s->x, s->y, s->cost) &&
         are_three(sources, beside->above, s->x, s->y - 1, s->cost) &&
         are_three(sources, beside->below, s->x, s->y + 1, s->cost);
}

/* Of sources close together only the border waits in the heap. A path out of
 * them begins at the last source on it: its next cell is a dearer source or
 * none. */
tp_Status tp_seed_sources(tp_FieldBuild *b, const tp_Navmap *nav,
                          uint64_t *budget) {
  tp_Field *f = b->field;
  const tp_Sources *sources = &f->asked.sources;
  Beside beside = {0, 0};
  (void)budget;
  tp_navmap_add_work(nav, sources->count - b->next);
  for (; b->next < sources->count; b->next++) {
    const tp_Source *s = &sources->list[b->next];
    if (!tp_build_has_room(b, TP_FIELD_SEEDS, 1)) return TP_NEEDS_ROOM;
    if (!tp_mask_can_enter(nav->mask, s->x, s->y)) continue;
    if (s->cost > f->asked.most || s->cost >= tp_field_cost(f, s->x, s->y)) {
      continue;
    }
    size_t cell = tp_field_index(f, s->x, s->y);
    bool waits = tp_navmap_is_irregular(nav, s->x, s->y) ||
                 !is_inside(sources, (uint32_t)b->next, &beside);
    if (waits) {
      tp_build_seed(b, cell, s->cost);
    } else {
      tp_field_set(f, cell, s->cost);
      if (b->forgets) tp_build_forget(b, cell);
    }
  }
  return TP_FOUND;
}
