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
 * do not block, but raise the price of where they stand, the mask is the base's,
 * and costs are from a costmap of their own (raised.h).
 */
#include "among.h"

#include <string.h>

#include "../agent/erode.h"
#include "../agent/raised.h"
#include "derived.h"

static bool is_raised(const tp_Navmap *nav) { return nav->raise > 0; }

/* ---- the mask ----------------------------------------------------------- */

static const tp_Changes *of_avoided(const tp_Navmap *nav) {
  return &tp_avoided_mask(nav->avoided)->changes;
}

static size_t mask_bytes(const tp_Navmap *nav) {
  return tp_mask_bytes(nav->grid->width, nav->grid->height);
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

static void init_cells(tp_Navmap *nav, void *block) {
  nav->cells = block;
  tp_mask_init(nav->cells, nav->grid->width, nav->grid->height);
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
  return nav->cells ? NULL : of_avoided(nav);
}

static void init_mask(tp_Navmap *nav, void *block) {
  nav->mask = block;
  tp_mask_init(nav->mask, nav->grid->width, nav->grid->height);
}

static void update_mask(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_Profile *p = &nav->profile;
  for (int i = 0; i < count; i++) {
    if (nav->cells) {
      tp_erode(nav->mask, nav->cells, p->wide, p->high,
               tp_navmap_above(nav, rects[i]));
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

/* The classes, and behind them what they come from. */
static size_t costmap_bytes(const tp_Navmap *nav) {
  return ground_bytes(nav) + sizeof(tp_Raised);
}

static tp_Raised *raised_of(const tp_Navmap *nav) {
  return (tp_Raised *)(void *)((char *)nav->costmap + ground_bytes(nav));
}

static void init_costmap(tp_Navmap *nav, void *block) {
  nav->costmap = block;
  tp_costmap_init(nav->costmap, nav->grid->width, nav->grid->height);
  memset(raised_of(nav), 0, sizeof(tp_Raised));
  nav->costs.class_of = nav->costmap->cells;
  tp_changes_note_all(&nav->changes);
}

static void update_costmap(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_Costs *alone = &nav->base->costs;
  tp_Raised *raised = raised_of(nav);
  bool is_new = tp_raised_begin(raised, &alone->classes);
  for (int i = 0; i < (is_new ? 1 : count); i++) {
    tp_Rect rect = is_new ? nav->grid->changes.whole : rects[i];
    tp_raised_read(raised, nav->costmap, alone->class_of, nav->mask,
                   tp_avoided_mask(nav->avoided), &nav->profile,
                   tp_navmap_above(nav, rect));
  }
}

static void derive_costs(tp_Navmap *nav) {
  tp_Classes classes;
  tp_raised_tell(raised_of(nav), nav->costmap, nav->raise, &classes);
  if (tp_costs_derive(&nav->costs, &classes, tp_grid_cells(nav->grid),
                      &nav->profile)) {
    tp_changes_note_all(&nav->changes);
  }
}

static void update_costs(tp_Navmap *nav, const tp_Rect *rects, int count) {
  nav->prices = nav->base->prices;
  for (int i = 0; i < count; i++) {
    tp_changes_note(&nav->changes, tp_navmap_above(nav, rects[i]));
  }
  if (is_raised(nav)) {
    derive_costs(nav);
  } else {
    nav->costs = nav->base->costs;
  }
}

/* ---- the table ---------------------------------------------------------- */

static const tp_PartRow cells = {
    .room = TP_MAP,
    .wanted = has_cells,
    .follows = of_base_cells,
    .also = of_avoided,
    .update = update_cells,
    .grain = {.cells = 128, .wide = TP_WHOLE_ROWS, .high = 8},
    .bytes = mask_bytes,
    .init = init_cells,
};

static const tp_PartRow mask = {
    .room = TP_MAP,
    .wanted = tp_part_always,
    .follows = of_cells,
    .also = also_avoided,
    .update = update_mask,
    .grain = {.cells = 128, .wide = TP_WHOLE_ROWS, .high = 32},
    .bytes = mask_bytes,
    .init = init_mask,
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

/* It has followed from the start. */
static const tp_PartRow costs = {
    .wanted = tp_part_always,
    .update = update_costs,
};

/* Its base has been prepared before it. */
static void look_at_base(tp_Navmap *nav) {
  TP_ASSERT(tp_navmap_is_current(nav->base));
  (void)nav;
}

static const tp_PartTable table = {
    .first = look_at_base,
    .row =
        {
            [TP_PART_CELLS] = &cells,
            [TP_PART_MASK] = &mask,
            [TP_PART_COSTMAP] = &costmap,
            [TP_PART_REGIONS] = &tp_part_regions,
            [TP_PART_COSTS] = &costs,
            [TP_PART_TWOCORE] = &tp_part_twocore,
            [TP_PART_JUMPS] = &tp_part_jumps,
        },
};

void tp_among_init(tp_Navmap *nav, const tp_Navmap *base,
                   const tp_Avoided *avoided, double raise) {
  memset(nav, 0, sizeof *nav);
  nav->grid = base->grid;
  nav->table = &table;
  nav->base = base;
  nav->avoided = avoided;
  nav->raise = raise;
  nav->profile = base->profile;
  nav->moves = base->moves;
  nav->pruning = base->pruning;
  nav->prices = base->prices;
  nav->costs.class_of = base->costs.class_of;
  tp_changes_init(&nav->changes, nav->grid->width, nav->grid->height);
  nav->part[TP_PART_COSTS].follows = &base->changes;
  nav->part[TP_PART_COSTS].also = &tp_avoided_mask(avoided)->changes;
}
