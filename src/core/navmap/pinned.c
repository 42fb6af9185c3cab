/* pinned.c - bars and pins, made from what the grid says of thin walls and
 * links. A map that has had neither has no such parts. Whoever knows only the
 * mask is right everywhere but in pinned cells, and asks there.
 *
 *     +---+---+---+---+
 *     |   | p | p |   |     Pinned (p) by one thin wall: the cells that have
 *     +---+---+---+---+     both of its sides among the 3 x 3 around them. By a
 *     |   | p # p |   |     link, its two ends.
 *     +---+---+---+---+
 *     |   | p | p |   |
 *     +---+---+---+---+
 */
#include "pinned.h"

#include "derived.h"

static const tp_Changes *of_ways(const tp_Navmap *nav) {
  return &nav->grid->ways;
}

/* The cells of which something may change with those of the rectangle. */
static tp_Rect around(const tp_Navmap *nav, tp_Rect rect) {
  rect = tp_rect_grow(tp_navmap_above(nav, rect), 1);
  return tp_rect_clip(rect, nav->grid->changes.whole);
}

/* ---- bars --------------------------------------------------------------- */

/* Once there have been thin walls, they serve on. */
static bool wants_bars(const tp_Navmap *nav) { return nav->grid->edges; }

static size_t bars_bytes(const tp_Navmap *nav) {
  return tp_bars_bytes(nav->grid->width, nav->grid->height);
}

static void init_bars(tp_Navmap *nav, void *block) {
  nav->bars = block;
  tp_bars_init(nav->bars, nav->grid->width, nav->grid->height);
}

static void update_bars(tp_Navmap *nav, const tp_Rect *rects, int count) {
  for (int i = 0; i < count; i++) {
    tp_navmap_look(nav, tp_bars_read(nav->bars, nav->grid->edges, &nav->profile,
                                     around(nav, rects[i])));
  }
}

const tp_PartRow tp_part_bars = {
    .room = TP_MAP,
    .wanted = wants_bars,
    .follows = of_ways,
    .update = update_bars,
    .grain = {.cells = 8, .wide = 64, .high = 64},
    .bytes = bars_bytes,
    .init = init_bars,
};

/* ---- pins --------------------------------------------------------------- */

static bool wants_pins(const tp_Navmap *nav) {
  return nav->grid->edges || nav->grid->links;
}

static void init_pins(tp_Navmap *nav, void *block) {
  nav->pins = block;
  tp_mask_init(nav->pins, nav->grid->width, nav->grid->height);
  tp_part_follow_pins(nav);
}

static void put_pin(tp_Mask *pins, int32_t x, int32_t y, bool is_pinned) {
  uint64_t *word = &tp_mask_words(pins, y)[x >> 6];
  uint64_t bit = UINT64_C(1) << (x & 63);
  *word = is_pinned ? *word | bit : *word & ~bit;
}

/* To look a cell up takes as long as to go past so many links. */
enum { LOOK_UP = 16 };

static void pin_end(tp_Mask *pins, tp_Rect rect, tp_Cell end) {
  if (tp_rect_has(rect, end.x, end.y)) put_pin(pins, end.x, end.y, true);
}

/* Of a few cells one asks each what leads from it or to it. */
static void pin_ends(tp_Mask *pins, tp_Rect r, const tp_Links *links) {
  if (tp_rect_area(r) < links->count / LOOK_UP) {
    for (int32_t y = r.y; y < r.y + r.h; y++) {
      for (int32_t x = r.x; x < r.x + r.w; x++) {
        bool is_end = tp_links_from(links, x, y).count > 0 ||
                      tp_links_to(links, x, y).count > 0;
        if (is_end) put_pin(pins, x, y, true);
      }
    }
    return;
  }
  for (uint32_t k = 0; k < links->count; k++) {
    pin_end(pins, r, links->link[k].from);
    pin_end(pins, r, links->link[k].to);
  }
}

static void pin_plot(tp_Mask *pins, const tp_Plot *plot) {
  const tp_Rect r = plot->rect;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      put_pin(pins, x, y, tp_plot_has(plot, x, y));
    }
  }
}

static void update_pins(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_Links *links = nav->grid->links;
  for (int i = 0; i < count; i++) {
    const tp_Rect r = around(nav, rects[i]);
    for (int32_t y = r.y; y < r.y + r.h; y += TP_PLOT) {
      for (int32_t x = r.x; x < r.x + r.w; x += TP_PLOT) {
        tp_Plot plot = tp_edges_plot(r, x, y);
        tp_bars_touch(nav->grid->edges, &nav->profile, &plot);
        pin_plot(nav->pins, &plot);
        tp_navmap_look(nav, plot.looks);
      }
    }
    if (links) pin_ends(nav->pins, r, links);
    tp_changes_note(&nav->pins->changes, r);
  }
}

const tp_PartRow tp_part_pins = {
    .room = TP_MAP,
    .wanted = wants_pins,
    .follows = of_ways,
    .update = update_pins,
    .grain = {.cells = 8, .wide = 64, .high = 64},
    .bytes = tp_part_mask_bytes,
    .init = init_pins,
};
