/* among.c - the parts of an agent among others: made from those of the agent
 * alone and from where somebody stands, and following both.
 *
 *     base: [cells] --> mask, costs        avoided
 *               |         |     |             |
 *               +---------+-----|-------------+
 *               v         v     v             |
 *           [cells -->] mask    costs <-------+    the same as base's but for
 *                         |                        where somebody stands
 *                         +--> regions, 2-core --> jump points
 *
 * So searches, fields and sight need know nothing of others, and refusals are
 * known from regions. Somebody who moves on costs what an edit of these cells
 * would, a few microseconds, but only when somebody asks; and the map itself
 * does not change.
 *
 * Nobody keeps away from others as from walls: costs are the base's. Where they
 * do not block, but raise the price of where they stand, the mask is the
 * base's, and costs are from a costmap of their own, which has them besides.
 */
#include "among.h"

#include <string.h>

#include "../agent/erode.h"
#include "connected.h"
#include "derived.h"
#include "marked.h"

static bool is_raised(const tp_Navmap *nav) { return nav->raise > 0; }

/* Has what it follows first changed? */
static bool is_behind(const tp_Upkeep *upkeep) {
  return upkeep->seen != upkeep->follows->now;
}

/* ---- the mask ----------------------------------------------------------- */

static const tp_Changes *of_avoided(const tp_Navmap *nav) {
  return &tp_avoided_mask(nav->avoided)->changes;
}

/* Takes over single cells of the base, but for those where somebody stands. */
static void take_cells(tp_Navmap *nav, tp_Mask *to, const tp_Mask *from,
                       tp_Rect r) {
  const tp_Mask *stood = tp_avoided_mask(nav->avoided);
  tp_mask_take(to, from, is_raised(nav) ? NULL : stood, r);
}

static bool has_cells(const tp_Navmap *nav) { return nav->base->cells; }

static const tp_Changes *of_base_cells(const tp_Navmap *nav) {
  return &nav->base->cells->changes;
}

static void update_cells(tp_Navmap *nav, const tp_Rect *rects, int count) {
  for (int i = 0; i < count; i++) {
    take_cells(nav, nav->cells, nav->base->cells, rects[i]);
  }
}

static const tp_Changes *of_cells(const tp_Navmap *nav) {
  return nav->cells ? &nav->cells->changes : &nav->base->mask->changes;
}

static const tp_Changes *also_avoided(const tp_Navmap *nav) {
  return nav->cells ? &nav->grid->ways : of_avoided(nav);
}

static void update_mask(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_Profile *p = &nav->profile;
  for (int i = 0; i < count; i++) {
    if (nav->cells) {
      tp_Rect above = tp_navmap_above(nav, rects[i]);
      tp_erode(nav->mask, nav->cells, p->wide, p->high, above);
      tp_navmap_look(nav,
                     tp_walls_erode(nav->mask, nav->grid->sides, p, above));
    } else {
      take_cells(nav, nav->mask, nav->base->mask, rects[i]);
    }
  }
}

/* ---- costs -------------------------------------------------------------- */

static const tp_Changes *of_base_costs(const tp_Navmap *nav) {
  return &nav->base->changes;
}

static size_t align(size_t bytes) { return (bytes + 7) / 8 * 8; }

static size_t ground_bytes(const tp_Navmap *nav) {
  return align(tp_costmap_bytes(nav->grid->width, nav->grid->height));
}

/* The classes, behind them their levels, and who stood there when they were
 * read. */
static size_t costmap_bytes(const tp_Navmap *nav) {
  return ground_bytes(nav) + sizeof(tp_Layering) +
         tp_mask_bytes(nav->grid->width, nav->grid->height);
}

static tp_Layering *own_layering(const tp_Navmap *nav) {
  return (tp_Layering *)(void *)((char *)nav->costmap + ground_bytes(nav));
}

static tp_Mask *stood_before(const tp_Navmap *nav) {
  return (tp_Mask *)(void *)(own_layering(nav) + 1);
}

static void init_costmap(tp_Navmap *nav, void *block) {
  const tp_Layering *alone = nav->base->layering;
  nav->costmap = block;
  tp_costmap_init(nav->costmap, nav->grid->width, nav->grid->height);
  tp_Layering *own = own_layering(nav);
  tp_layering_init(own, nav->grid->width, nav->grid->height);
  for (int i = 0; alone && i < alone->layers; i++) {
    tp_layering_add(own, alone->layer[i].layer, alone->layer[i].weight);
  }
  own->least = alone ? alone->least : 0;
  own->raise = nav->raise;
  tp_mask_init(stood_before(nav), nav->grid->width, nav->grid->height);
  nav->costs.class_of = nav->costmap->cells;
  tp_changes_note_all(&nav->changes);
}

static tp_CostmapFrom costmap_from(const tp_Navmap *nav) {
  const tp_Navmap *base = nav->base;
  return (tp_CostmapFrom){nav->grid,
                          nav->mask,
                          nav->cells,
                          &base->prices,
                          &nav->profile,
                          own_layering(nav),
                          tp_avoided_mask(nav->avoided)};
}

/* Where nothing else has changed, words of a mask in which somebody has moved
 * are read. */
static void read_moved(tp_Navmap *nav, const tp_CostmapFrom *from, tp_Rect r) {
  const int32_t width = nav->grid->width;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    const uint64_t *now = tp_mask_row(from->stood, y);
    const uint64_t *before = tp_mask_row(stood_before(nav), y);
    for (int32_t i = r.x >> 6; i <= (r.x + r.w - 1) >> 6; i++) {
      if (now[i] == before[i]) continue;
      tp_Rect word = {i * 64, y, tp_lesser(64, width - i * 64), 1};
      tp_costmap_read(nav->costmap, from, tp_navmap_above(nav, word));
    }
  }
}

static void update_costmap(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_CostmapFrom from = costmap_from(nav);
  bool is_new =
      tp_costmap_divide_layers(own_layering(nav), from.prices, from.profile);
  bool is_ground = is_new || is_behind(&nav->part[TP_PART_COSTMAP]);
  tp_costmap_divide(nav->costmap, &from);
  for (int i = 0; i < (is_new ? 1 : count); i++) {
    tp_Rect rect = is_new ? nav->grid->changes.whole : rects[i];
    if (is_ground) {
      tp_costmap_read(nav->costmap, &from, tp_navmap_above(nav, rect));
    } else {
      read_moved(nav, &from, rect);
    }
    tp_mask_take(stood_before(nav), from.stood, NULL, rect);
  }
}

static void derive_costs(tp_Navmap *nav) {
  tp_Classes classes;
  const tp_CostmapFrom from = costmap_from(nav);
  tp_costmap_tell(nav->costmap, &from, &classes);
  classes.link_costs = nav->base->costs.classes.link_costs;
  if (tp_costs_derive(&nav->costs, &classes, tp_grid_cells(nav->grid),
                      &nav->profile)) {
    tp_changes_note_all(&nav->changes);
  }
}

/* Kilobytes, which are others only where the base has noted something. */
static void take_costs(tp_Navmap *nav) {
  if (!is_behind(&nav->part[TP_PART_COSTS])) return;
  nav->prices = nav->base->prices;
  if (!is_raised(nav)) nav->costs = nav->base->costs;
}

static void update_costs(tp_Navmap *nav, const tp_Rect *rects, int count) {
  take_costs(nav);
  for (int i = 0; i < count; i++) {
    tp_changes_note(&nav->changes, tp_navmap_above(nav, rects[i]));
  }
  if (is_raised(nav)) derive_costs(nav);
}

/* ---- the table ---------------------------------------------------------- */

static const tp_PartRow cells = {
    .room = TP_MAP,
    .wanted = has_cells,
    .follows = of_base_cells,
    .also = of_avoided,
    .update = update_cells,
    .grain = {.cells = 128, .wide = TP_WHOLE_ROWS, .high = 8},
    .bytes = tp_part_mask_bytes,
    .init = tp_part_init_cells,
};

static const tp_PartRow mask = {
    .room = TP_MAP,
    .wanted = tp_part_always,
    .follows = of_cells,
    .also = also_avoided,
    .update = update_mask,
    .grain = {.cells = 128, .wide = TP_WHOLE_ROWS, .high = 32},
    .bytes = tp_part_mask_bytes,
    .init = tp_part_init_mask,
};

static const tp_PartRow costmap = {
    .room = TP_MAP,
    .wanted = is_raised,
    .follows = of_base_costs,
    .also = of_avoided,
    .update = update_costmap,
    .bytes = costmap_bytes,
    .init = init_costmap,
};

/* Links and thin walls are the base's. */
static bool is_never_wanted(const tp_Navmap *nav) {
  (void)nav;
  return false;
}

static const tp_PartRow borrowed = {
    .wanted = is_never_wanted,
    .bytes = tp_part_mask_bytes,
};

/* It has followed from the start. */
static const tp_PartRow costs = {
    .wanted = tp_part_always,
    .update = update_costs,
};

#define ROWS                                                                \
  {                                                                         \
    [TP_PART_CELLS] = &cells, [TP_PART_MASK] = &mask,                       \
    [TP_PART_COSTMAP] = &costmap, [TP_PART_WALLS] = &borrowed,              \
    [TP_PART_ODD] = &borrowed, [TP_PART_REGIONS] = &tp_part_regions,        \
    [TP_PART_GRAPH] = &tp_part_graph, [TP_PART_COSTS] = &costs,             \
    [TP_PART_TWOCORE] = &tp_part_twocore, [TP_PART_JUMPS] = &tp_part_jumps, \
    [TP_PART_MARKS] = &tp_part_marks,                                       \
  }

static const tp_PartTable portion = {.row = ROWS};

/* ---- in portions -------------------------------------------------------- */

/* Where logs tell of more cells than that, some of them have been joined; one
 * in so many cells of a map can be changed while that is made anew; and so many
 * runs of cells are changed at a time, for which logs have room. */
enum { JOINED = 1 << 12, WORTH = 1 << 10, RUNS = TP_CHANGES / 2 };

typedef struct Sweep {
  tp_Mask *to;
  const tp_Mask *from, *without;
  tp_Rect rects[2 * TP_CHANGES];
  int count;
} Sweep;

/* The parts that are made from masks and have followed those so far; 0: some
 * part has not. Jump points are often not asked for. */
static unsigned followers(const tp_Navmap *nav) {
  unsigned parts = TP_REGIONS;
  if (!nav->regions || is_behind(&nav->part[TP_PART_REGIONS])) return 0;
  if (nav->cells && is_behind(&nav->part[TP_PART_MASK])) return 0;
  if (!nav->twocore) return parts;
  if (is_behind(&nav->part[TP_PART_TWOCORE])) return 0;
  parts |= TP_CORE;
  bool has_jumps = nav->jumps && !is_behind(&nav->part[TP_PART_JUMPS]);
  return has_jumps ? parts | TP_JUMPS : parts;
}

/* Columns first .. last of the words of a row that differ; how many do. */
static int count_words(const Sweep *s, int32_t y, int32_t first, int32_t last) {
  const uint64_t *to = tp_mask_row(s->to, y), *from = tp_mask_row(s->from, y);
  const uint64_t *without = tp_mask_row(s->without, y);
  int words = 0;
  for (int32_t i = first; i <= last; i++) {
    words += to[i] != (from[i] & ~without[i]);
  }
  return words;
}

/* About how many runs of cells are to change. */
static int64_t count_changes(const Sweep *s) {
  int64_t words = 0;
  for (int i = 0; i < s->count; i++) {
    tp_Rect r = s->rects[i];
    for (int32_t y = r.y; y < r.y + r.h; y++) {
      words += count_words(s, y, r.x >> 6, (r.x + r.w - 1) >> 6);
    }
  }
  return words;
}

/* Takes over the words of a row that differ, one by one; and has all follow
 * that, before logs are full. */
static void sweep_row(tp_Navmap *nav, const Sweep *s, int32_t y, tp_Rect r,
                      unsigned parts) {
  const int32_t end = s->to->width;
  for (int32_t i = r.x >> 6; i <= (r.x + r.w - 1) >> 6; i++) {
    if (count_words(s, y, i, i) == 0) continue;
    tp_Rect word = {i * 64, y, tp_lesser(64, end - i * 64), 1};
    uint64_t now = s->to->changes.now;
    tp_mask_take(s->to, s->from, s->without, word);
    nav->swept += s->to->changes.now - now;
    if (nav->swept < RUNS) continue;
    tp_navmap_prepare(nav, parts);
    nav->swept = 0;
  }
}

/* Where many cells here and there have changed no log knows which, and parts
 * that follow masks would be made anew. The masks themselves know: compared
 * word by word they give a few changes at a time, which all can follow. */
static void follow_in_portions(tp_Navmap *nav) {
  const int part = nav->base->cells ? TP_PART_CELLS : TP_PART_MASK;
  const tp_Changes *stood = of_avoided(nav);
  tp_Upkeep *upkeep = &nav->part[part];
  unsigned parts = followers(nav);
  int64_t told = 0;
  Sweep s; /* most of which is room */
  bool is_being_made = upkeep->seen == 0;
  if (!upkeep->block || is_being_made || parts == 0 || is_raised(nav)) return;
  s.count = tp_changes_since(upkeep->follows, upkeep->seen, s.rects);
  s.count += tp_changes_since(stood, upkeep->also_seen, &s.rects[s.count]);
  for (int i = 0; i < s.count; i++) told += tp_rect_area(s.rects[i]);
  if (told < JOINED) return;
  s.to = part == TP_PART_CELLS ? nav->cells : nav->mask;
  s.from = part == TP_PART_CELLS ? nav->base->cells : nav->base->mask;
  s.without = tp_avoided_mask(nav->avoided);
  if (count_changes(&s) * WORTH > (int64_t)tp_grid_cells(nav->grid)) return;
  const tp_PartTable *table = nav->table;
  nav->table = &portion;
  upkeep->seen = upkeep->follows->now;
  upkeep->also_seen = stood->now;
  nav->swept = 0;
  for (int i = 0; i < s.count; i++) {
    tp_Rect r = s.rects[i];
    for (int32_t y = r.y; y < r.y + r.h; y++) sweep_row(nav, &s, y, r, parts);
  }
  nav->table = table;
}

/* Its base has been prepared before it. */
static void begin(tp_Navmap *nav) {
  TP_ASSERT(tp_navmap_is_current(nav->base));
  nav->walls = nav->base->walls;
  if (nav->odd != nav->base->odd) {
    nav->odd = nav->base->odd;
    tp_part_follow_odd(nav);
  }
  follow_in_portions(nav);
}

static const tp_PartTable table = {.first = begin, .row = ROWS};

void tp_among_init(tp_Navmap *nav, const tp_Navmap *base,
                   const tp_Avoided *avoided, double raise) {
  memset(nav, 0, sizeof *nav);
  nav->grid = base->grid;
  nav->shape = base->shape;
  nav->table = &table;
  nav->base = base;
  nav->work = base->work;
  nav->avoided = avoided;
  nav->raise = raise;
  nav->profile = base->profile;
  nav->moves = base->moves;
  nav->pruning = base->pruning;
  nav->prices = base->prices;
  nav->layering = base->layering;
  nav->costs.class_of = base->costs.class_of;
  tp_changes_init(&nav->changes, nav->grid->width, nav->grid->height);
  nav->part[TP_PART_COSTS].follows = &base->changes;
  nav->part[TP_PART_COSTS].also = &tp_avoided_mask(avoided)->changes;
}
