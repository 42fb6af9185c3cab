/* maskpart.c - the parts that tell where the agent may be, and where the mask
 * does not tell all: sides, single cells, the mask, fences, and irregular
 * cells.
 *
 * The single cells that the agent may enter are read from the grid. For an
 * overlay they are those of the base, without the cells where units stand; if
 * units only raise prices, they are the same. The mask of a large agent is made
 * from its single cells; any other mask is those.
 *
 * Fences and irregular cells come from the grid's fences and links. A map that
 * never had any has no such parts. Code that knows only the mask is right
 * everywhere except in irregular cells, which need another question.
 *
 *     +---+---+---+---+
 *     |   | p | p |   |     Irregular (p) by one fence: the cells that
 *     +---+---+---+---+     have both of its sides among the 3 x 3 around them.
 *     |   | p # p |   |     By a link, its two ends.
 *     +---+---+---+---+
 *     |   | p | p |   |
 *     +---+---+---+---+
 */
#include <string.h>

#include "../agent/clearance.h"
#include "partrow.h"

static size_t mask_bytes(const tp_Navmap *nav) {
  return tp_mask_bytes(nav->grid->width, nav->grid->height);
}

/* ---- the agent's own sides ----------------------------------------------- */

static const tp_ChangeLog *connections_log(const tp_Navmap *nav) {
  return &nav->grid->connections;
}

/* Once there are fences with a name. */
static bool wants_sides(const tp_Navmap *nav) {
  const tp_Fences *fences = nav->grid->fences;
  return nav->profile.open_fences > 0 && fences && fences->planes > 0 &&
         !nav->base;
}

static size_t sides_bytes(const tp_Navmap *nav) {
  return tp_fences_bytes(nav->grid->width, nav->grid->height, 0);
}

static void init_sides(tp_Navmap *nav, void *block) {
  nav->own_sides = block;
  tp_fences_init(nav->own_sides, nav->grid->width, nav->grid->height, 0);
}

/* A plane may have got another name: then all of its sides have changed. */
static void update_sides(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_Profile *p = &nav->profile;
  unsigned open = 0;
  for (int i = 0; i < p->open_fences; i++) {
    const char *name = p->open_fence[i];
    const int plane = tp_fences_find(nav->grid->fences, name, strlen(name));
    if (plane >= 0) open |= 1u << plane;
  }
  for (int i = 0; i < count; i++) {
    tp_fences_read(nav->own_sides, nav->grid->fences, open, rects[i]);
  }
}

const tp_PartRow tp_part_sides = {
    .block_with = TP_MAP,
    .wanted = wants_sides,
    .log = connections_log,
    .update = update_sides,
    .cells = 8,
    .bytes = sides_bytes,
    .init = init_sides,
};

/* ---- single cells -------------------------------------------------------- */

static const tp_ChangeLog *single_log(const tp_Navmap *nav) {
  if (!nav->base) return &nav->grid->changes;
  return &tp_part_single(nav->base)->changes;
}

/* The layers, if any of them closes cells; else NULL. */
static const tp_LayerCosts *closing_of(const tp_Navmap *nav) {
  return nav->layers && nav->layers->closes ? nav->layers : NULL;
}

/* The log of what closes single cells besides the ground: units, or layers. */
static const tp_ChangeLog *closed_log(const tp_Navmap *nav) {
  if (nav->base) return tp_part_occupied_log(nav);
  return closing_of(nav) ? &nav->layers->changes : NULL;
}

static void read_single(tp_Navmap *nav, tp_Mask *to, tp_Rect rect) {
  if (!nav->base) {
    tp_mask_read(to, nav->grid, nav->prices.enter, closing_of(nav), rect);
  } else {
    const tp_Mask *stood = tp_avoided_mask(nav->avoided);
    tp_mask_take(to, tp_part_single(nav->base), nav->raise > 0 ? NULL : stood,
                 rect);
  }
}

static bool is_large(const tp_Navmap *nav) {
  return nav->profile.wide > 1 || nav->profile.high > 1;
}

static void init_cells(tp_Navmap *nav, void *block) {
  nav->cells = block;
  tp_mask_init(nav->cells, nav->grid->width, nav->grid->height);
}

static void update_cells(tp_Navmap *nav, const tp_Rect *rects, int count) {
  for (int i = 0; i < count; i++) read_single(nav, nav->cells, rects[i]);
}

const tp_PartRow tp_part_cells = {
    .block_with = TP_MAP,
    .wanted = is_large,
    .log = single_log,
    .second_log = closed_log,
    .update = update_cells,
    .cells = 128,
    .bytes = mask_bytes,
    .init = init_cells,
};

/* ---- the mask ------------------------------------------------------------ */

static const tp_ChangeLog *cells_log(const tp_Navmap *nav) {
  return nav->cells ? &nav->cells->changes : single_log(nav);
}

static const tp_ChangeLog *mask_connections_log(const tp_Navmap *nav) {
  return nav->cells ? &nav->grid->connections : closed_log(nav);
}

static void init_mask(tp_Navmap *nav, void *block) {
  nav->mask = block;
  tp_mask_init(nav->mask, nav->grid->width, nav->grid->height);
}

static void update_mask(tp_Navmap *nav, const tp_Rect *rects, int count) {
  for (int i = 0; i < count; i++) {
    if (nav->cells) {
      const tp_Profile *p = &nav->profile;
      const tp_Rect covering = tp_navmap_covering(nav, rects[i]);
      tp_erode(nav->mask, nav->cells, p->wide, p->high, covering);
      tp_navmap_add_work(
          nav,
          tp_fencedsteps_erode(nav->mask, tp_navmap_sides(nav), p, covering));
    } else {
      read_single(nav, nav->mask, rects[i]);
    }
  }
}

const tp_PartRow tp_part_mask = {
    .block_with = TP_MAP,
    .log = cells_log,
    .second_log = mask_connections_log,
    .update = update_mask,
    .cells = 128,
    .bytes = mask_bytes,
    .init = init_mask,
};

/* ---- lines of sight ------------------------------------------------------ */

static const tp_ChangeLog *terrain_log(const tp_Navmap *nav) {
  return &nav->grid->changes;
}

static bool wants_clear(const tp_Navmap *nav) { return nav->prices.some_hide; }

static void init_clear(tp_Navmap *nav, void *block) {
  nav->clear = block;
  tp_mask_init(nav->clear, nav->grid->width, nav->grid->height);
}

static void update_clear(tp_Navmap *nav, const tp_Rect *rects, int count) {
  for (int i = 0; i < count; i++) {
    /* Whole words, as tp_mask_read writes them. */
    tp_Rect r = {rects[i].x & ~63, rects[i].y, 0, rects[i].h};
    r.w = tp_lesser((rects[i].x + rects[i].w + 63) & ~63, nav->grid->width);
    r.w -= r.x;
    tp_mask_read(nav->clear, nav->grid, nav->prices.hides, NULL, r);
    tp_mask_take(nav->clear, nav->mask, nav->clear, r);
  }
}

const tp_PartRow tp_part_clear = {
    .block_with = TP_MAP,
    .wanted = wants_clear,
    .log = terrain_log,
    .second_log = tp_part_mask_log,
    .update = update_clear,
    .cells = 64,
    .bytes = mask_bytes,
    .init = init_clear,
};

/* ---- ends ---------------------------------------------------------------- */

static const tp_ChangeLog *taken_log(const tp_Navmap *nav) {
  return nav->passed ? &nav->passed->changes : NULL;
}

static bool wants_ends(const tp_Navmap *nav) { return nav->passed; }

static void init_ends(tp_Navmap *nav, void *block) {
  nav->ends = block;
  tp_mask_init(nav->ends, nav->grid->width, nav->grid->height);
}

static void update_ends(tp_Navmap *nav, const tp_Rect *rects, int count) {
  for (int i = 0; i < count; i++) {
    tp_mask_take(nav->ends, nav->mask, nav->passed, rects[i]);
  }
}

const tp_PartRow tp_part_ends = {
    .block_with = TP_MAP,
    .wanted = wants_ends,
    .log = tp_part_mask_log,
    .second_log = taken_log,
    .update = update_ends,
    .cells = 128,
    .bytes = mask_bytes,
    .init = init_ends,
};

/* ---- fences ------------------------------------------------------------- */

/* The cells that may change with those of the rectangle. */
static tp_Rect around_directions(const tp_Navmap *nav, tp_Rect rect) {
  rect = tp_rect_grow(tp_navmap_covering(nav, rect), 1);
  return tp_rect_clip(rect, nav->grid->changes.whole);
}

static const tp_ChangeLog *stops_log(const tp_Navmap *nav) {
  return nav->stops ? &nav->stops->changes : NULL;
}

/* Once there have been fences, the part stays. */
static bool wants_fences(const tp_Navmap *nav) {
  return nav->stops || (tp_navmap_sides(nav) && !nav->base);
}

static size_t fences_bytes(const tp_Navmap *nav) {
  return tp_fencedsteps_bytes(nav->grid->width, nav->grid->height);
}

static void init_fences(tp_Navmap *nav, void *block) {
  nav->fences = block;
  tp_fencedsteps_init(nav->fences, nav->grid->width, nav->grid->height);
}

static void update_fences(tp_Navmap *nav, const tp_Rect *rects, int count) {
  for (int i = 0; i < count; i++) {
    const tp_Rect r = around_directions(nav, rects[i]);
    if (nav->stops) {
      tp_fencedsteps_stop(nav->fences, nav->base->fences, nav->stops, r);
    } else {
      tp_navmap_add_work(nav,
                         tp_fencedsteps_read(nav->fences, tp_navmap_sides(nav),
                                             &nav->profile, r));
    }
  }
}

const tp_PartRow tp_part_fences = {
    .block_with = TP_MAP,
    .wanted = wants_fences,
    .log = connections_log,
    .second_log = stops_log,
    .update = update_fences,
    .cells = 8,
    .bytes = fences_bytes,
    .init = init_fences,
};

/* ---- irregular cells ----------------------------------------------------- */

static bool wants_irregular(const tp_Navmap *nav) {
  return nav->stops ||
         ((tp_navmap_sides(nav) || nav->grid->links) && !nav->base);
}

static void init_irregular(tp_Navmap *nav, void *block) {
  nav->irregular = block;
  tp_mask_init(nav->irregular, nav->grid->width, nav->grid->height);
}

/* Looking up a cell takes as long as passing so many links. */
enum { LOOK_UP = 16 };

/* If the cells are few, looks up the links of each. */
static void mark_ends(tp_Mask *irregular, tp_Rect r, const tp_Links *links) {
  if (tp_rect_area(r) < links->count / LOOK_UP) {
    for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
      const tp_Edge *first;
      bool is_end = tp_links_at(links, false, c, &first) > 0 ||
                    tp_links_at(links, true, c, &first) > 0;
      if (is_end) tp_mask_write(irregular, c.x, c.y, true);
    }
    return;
  }
  for (uint32_t k = 0; k < 2 * links->count; k++) {
    const tp_Link *link = &links->link[k / 2];
    const tp_Cell end = k % 2 ? link->to : link->from;
    if (tp_rect_has(r, end.x, end.y))
      tp_mask_write(irregular, end.x, end.y, true);
  }
}

static void mark_plot(tp_Mask *irregular, const tp_Plot *plot) {
  const tp_Rect r = plot->rect;
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    tp_mask_write(irregular, c.x, c.y, tp_plot_has(plot, c.x, c.y));
  }
}

/* Those of the base, and all around positions where paths end. */
static void mark_stops(tp_Navmap *nav, tp_Rect r) {
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    const bool is_irregular = tp_navmap_is_irregular(nav->base, c.x, c.y);
    tp_mask_write(nav->irregular, c.x, c.y,
                  is_irregular || tp_mask_neighborhood(nav->stops, c.x, c.y));
  }
}

static void update_irregular(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_Links *links = nav->grid->links;
  for (int i = 0; i < count; i++) {
    const tp_Rect r = around_directions(nav, rects[i]);
    tp_changelog_add(&nav->irregular->changes, r);
    if (nav->stops) {
      mark_stops(nav, r);
      continue;
    }
    for (int32_t y = r.y; y < r.y + r.h; y += TP_PLOT) {
      for (int32_t x = r.x; x < r.x + r.w; x += TP_PLOT) {
        tp_Plot plot = tp_fences_plot(r, x, y);
        tp_fencedsteps_touch(tp_navmap_sides(nav), &nav->profile, &plot);
        mark_plot(nav->irregular, &plot);
        tp_navmap_add_work(nav, plot.work);
      }
    }
    if (links) mark_ends(nav->irregular, r, links);
  }
}

const tp_PartRow tp_part_irregular = {
    .block_with = TP_MAP,
    .wanted = wants_irregular,
    .log = connections_log,
    .second_log = stops_log,
    .update = update_irregular,
    .cells = 8,
    .bytes = mask_bytes,
    .init = init_irregular,
};
