/* resize.c - see resize.h.
 *
 * Rows are copied from one block to the other, and the logs say that all has
 * changed. Links stay in their block, with new cells: the order of cells, and
 * so of edges, is the same in every rectangle. Data derived from a grid is made
 * again when the grid's shape has changed.
 *
 * Cost: 1 ns a cell, nearly all of it to count terrains.
 */
#include "resize.h"

#include <string.h>

#include "../base/bits.h"

/* Copies the cells in both rectangles, items of so many bytes, from one block's
 * rows to the other's. */
static void carry_cells(void *to, tp_Rect to_rect, const void *from,
                        tp_Rect from_rect, size_t item) {
  const tp_Rect both = tp_rect_clip(to_rect, from_rect);
  const size_t wide = (size_t)both.w * item;
  for (int32_t y = both.y; y < both.y + both.h; y++) {
    const int64_t out = (int64_t)(y - to_rect.y) * to_rect.w;
    const int64_t in = (int64_t)(y - from_rect.y) * from_rect.w;
    memcpy((char *)to + (size_t)(out + both.x - to_rect.x) * item,
           (const char *)from + (size_t)(in + both.x - from_rect.x) * item,
           wide);
  }
}

/* Opens all sides towards the outside. Returns the number of closed sides. */
static uint32_t open_border(uint8_t *row, tp_Rect to) {
  uint32_t count = 0;
  unsigned left = 0, right = 0, top = 0, bottom = 0;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    const tp_Cell next = tp_beside((tp_Cell){0, 0}, d);
    if (next.x < 0) left |= 1u << d;
    if (next.x > 0) right |= 1u << d;
    if (next.y < 0) top |= 1u << d;
    if (next.y > 0) bottom |= 1u << d;
  }
  for (int32_t y = 0; y < to.h; y++, row += to.w) {
    row[0] &= (uint8_t)~left;
    row[to.w - 1] &= (uint8_t)~right;
    for (int32_t x = 0; x < to.w; x++) {
      if (y == 0) row[x] &= (uint8_t)~top;
      if (y == to.h - 1) row[x] &= (uint8_t)~bottom;
      count += (uint32_t)tp_popcount(row[x]);
    }
  }
  return count;
}

static void carry_fences(tp_Fences *f, tp_Rect to, const tp_Fences *old) {
  const tp_Rect from = {0, 0, old->width, old->height};
  const size_t cells = (size_t)tp_rect_area(to);
  const size_t old_cells = (size_t)tp_rect_area(from);
  tp_fences_init(f, to.w, to.h, old->planes);
  memcpy(f->plane, old->plane, sizeof f->plane);
  for (uint32_t i = 0; i <= f->planes; i++) { /* `closed`, and the planes */
    uint8_t *sides = &f->closed[i * cells];
    carry_cells(sides, to, &old->closed[i * old_cells], from, 1);
    uint32_t *count = i > 0 ? &f->plane[i - 1].count : &f->count;
    *count = open_border(sides, to);
  }
}

/* Keeps the links between cells inside, with their numbers, in the same
 * block. */
static void carry_links(tp_Links *l, tp_Rect to) {
  const uint32_t count = l->count;
  const uint64_t given = l->given;
  l->count = l->edges = 0;
  l->given = 0;
  memset(l->users, 0, sizeof l->users);
  for (uint32_t i = 0; i < count; i++) {
    tp_Link link = l->link[i];
    if (!tp_rect_has(to, link.from.x, link.from.y)) continue;
    if (!tp_rect_has(to, link.to.x, link.to.y)) continue;
    link.from = (tp_Cell){link.from.x - to.x, link.from.y - to.y};
    link.to = (tp_Cell){link.to.x - to.x, link.to.y - to.y};
    tp_links_append(l, link);
  }
  tp_links_sort(l);
  l->given = given;
}

void tp_grid_resize(tp_Grid *g, tp_Rect to, int terrain, uint8_t *cells,
                    tp_Fences *fences) {
  memset(cells, terrain, (size_t)tp_rect_area(to));
  carry_cells(cells, to, g->cells, g->changes.whole, 1);
  if (g->fences) carry_fences(fences, to, g->fences);
  if (g->links) carry_links(g->links, to);
  g->cells = cells;
  g->fences = fences;
  g->shift = NULL;
  g->width = to.w;
  g->height = to.h;
  g->base_x += to.x;
  g->base_y += to.y;
  g->first_x -= to.x;
  g->first_y -= to.y;
  g->stagger.even = (uint8_t)tp_is_shoved(g->stagger, (tp_Cell){to.x, to.y});
  g->shape++;
  tp_changelog_resize(&g->changes, to.w, to.h);
  tp_changelog_resize(&g->connections, to.w, to.h);
  tp_grid_recount(g);
}

void tp_layer_resize(tp_Layer *l, tp_Rect to, uint8_t *cells) {
  memset(cells, 0, (size_t)tp_rect_area(to));
  carry_cells(cells, to, l->cells, l->changes.whole, 1);
  l->cells = cells;
  tp_changelog_resize(&l->changes, to.w, to.h);
}

void tp_occupancy_resize(tp_Occupancy *o, tp_Rect to, const tp_Occupancy *old) {
  const tp_Rect from = {0, 0, old->width, old->height};
  tp_occupancy_init(o, to.w, to.h, old->id);
  carry_cells(tp_occupancy_reservations(o), to, tp_occupancy_holders(old), from,
              sizeof(uint32_t));
  tp_occupancy_restate(o);
  o->changes.now = old->changes.now;
  tp_changelog_add_all(&o->changes);
}
