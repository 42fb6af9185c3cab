/* alone.c - the parts of an agent that is alone on its grid, as far as they are
 * made from the cells of that: the mask, and what steps cost.
 */
#include <math.h>
#include <string.h>

#include "../agent/erode.h"
#include "connected.h"
#include "derived.h"
#include "edges.h"
#include "marked.h"
#include "odd.h"

static const tp_Changes *of_grid(const tp_Navmap *nav) {
  return &nav->grid->changes;
}

static bool is_large(const tp_Navmap *nav) {
  return nav->profile.wide > 1 || nav->profile.high > 1;
}

/* ---- prices ------------------------------------------------------------- */

/* Are the levels of layers others, by other prices? */
static bool divide_layers(tp_Navmap *nav) {
  return nav->layering &&
         tp_costmap_divide_layers(nav->layering, &nav->prices, &nav->profile);
}

/* They live in no block, and are read first: which blocks are wanted depends on
 * them. What is spoilt by other prices is to be made anew. */
static void read_prices(tp_Navmap *nav) {
  if (nav->layering) tp_layering_look(nav->layering);
  if (nav->part[TP_PART_COSTS].seen >= nav->grid->price_version) return;
  const tp_Prices before = nav->prices, *after = &nav->prices;
  tp_prices_read(&nav->prices, nav->grid, &nav->profile);
  bool enter_same =
      memcmp(before.enter, after->enter, sizeof before.enter) == 0;
  if (!enter_same) nav->prices.enter_version = nav->grid->price_version;
  bool ranks_same = before.kinds == after->kinds &&
                    memcmp(before.rank, after->rank, sizeof before.rank) == 0;
  bool levels_same = !divide_layers(nav);
  if (enter_same && ranks_same && levels_same) return;
  nav->part[TP_PART_CELLS].seen = 0;
  nav->part[TP_PART_MASK].seen = 0;
  nav->part[TP_PART_COSTMAP].seen = 0;
  if (nav->task.part <= TP_PART_COSTMAP) nav->task.is_open = false;
  tp_changes_note_all(&nav->changes);
}

/* ---- the mask ----------------------------------------------------------- */

static void update_cells(tp_Navmap *nav, const tp_Rect *rects, int count) {
  for (int i = 0; i < count; i++) {
    tp_mask_read(nav->cells, nav->grid, nav->prices.enter, rects[i]);
  }
}

static const tp_Changes *of_cells(const tp_Navmap *nav) {
  return nav->cells ? &nav->cells->changes : of_grid(nav);
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
      tp_mask_read(nav->mask, nav->grid, nav->prices.enter, rects[i]);
    }
  }
}

static const tp_Changes *also_ways(const tp_Navmap *nav) {
  return nav->cells ? &nav->grid->ways : NULL;
}

/* ---- costs -------------------------------------------------------------- */

/* The cells whose bit or class may change with those of the rectangle. */
static tp_Rect around(const tp_Navmap *nav, tp_Rect rect) {
  int32_t away = nav->costmap ? nav->profile.away : 0;
  rect = tp_rect_grow(tp_navmap_above(nav, rect), away);
  return tp_rect_clip(rect, nav->grid->changes.whole);
}

/* Is there more to the price of a cell than its terrain? Once there was, the
 * costmap serves on. */
static bool wants_costmap(const tp_Navmap *nav) {
  return nav->costmap || nav->profile.away > 0 || nav->layering ||
         (is_large(nav) && nav->prices.kinds > 1);
}

static size_t costmap_bytes(const tp_Navmap *nav) {
  return tp_costmap_bytes(nav->grid->width, nav->grid->height);
}

static void init_costmap(tp_Navmap *nav, void *block) {
  nav->costmap = block;
  tp_costmap_init(nav->costmap, nav->grid->width, nav->grid->height);
  nav->costs.class_of = nav->costmap->cells;
  tp_changes_note_all(&nav->changes);
}

static const tp_Changes *also_layers(const tp_Navmap *nav) {
  return nav->layering ? &nav->layering->changes : NULL;
}

static tp_CostmapFrom costmap_from(const tp_Navmap *nav) {
  return (tp_CostmapFrom){nav->grid,    nav->mask,     nav->cells,
                          &nav->prices, &nav->profile, nav->layering,
                          NULL};
}

static void update_costmap(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_CostmapFrom from = costmap_from(nav);
  tp_costmap_divide(nav->costmap, &from);
  for (int i = 0; i < count; i++) {
    tp_costmap_read(nav->costmap, &from, around(nav, rects[i]));
  }
}

/* A cell that is closed while somebody looks costs what it did. */
static void tell_terrains(const tp_Navmap *nav, tp_Classes *classes) {
  *classes = (tp_Classes){0};
  for (int i = 0; i < TP_CLASSES; i++) {
    int terrain = i & (TP_CLOSED - 1);
    bool is_one = terrain < TP_MAX_TERRAINS && nav->prices.enter[terrain];
    classes->price[i] = is_one ? nav->prices.terrain[terrain] : INFINITY;
    if (!is_one || nav->grid->cell_count[terrain] == 0) continue;
    tp_class_add(&classes->known, i);
    if (i == terrain) tp_class_add(&classes->used, i);
  }
}

static void derive_costs(tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  tp_Classes classes;
  if (nav->costmap) {
    const tp_CostmapFrom from = costmap_from(nav);
    tp_costmap_tell(nav->costmap, &from, &classes);
  } else {
    tell_terrains(nav, &classes);
  }
  classes.link_costs = tp_navmap_link_costs(nav);
  nav->ways_seen = g->ways.now;
  if (tp_costs_derive(&nav->costs, &classes, tp_grid_cells(g), &nav->profile)) {
    tp_changes_note_all(&nav->changes);
  }
}

static void update_costs(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_Grid *g = nav->grid;
  uint64_t seen = nav->part[TP_PART_COSTS].seen;
  for (int i = 0; i < count; i++) {
    tp_changes_note(&nav->changes, around(nav, rects[i]));
  }
  bool same = seen >= g->price_version && seen >= g->used_version &&
              nav->ways_seen == g->ways.now;
  if (nav->costmap || !same) derive_costs(nav);
}

/* ---- the table ---------------------------------------------------------- */

static const tp_PartRow cells = {
    .room = TP_MAP,
    .wanted = is_large,
    .follows = of_grid,
    .update = update_cells,
    .grain = {.cells = 128, .wide = TP_WHOLE_ROWS, .high = 8},
    .bytes = tp_part_mask_bytes,
    .init = tp_part_init_cells,
};

static const tp_PartRow mask = {
    .room = TP_MAP,
    .wanted = tp_part_always,
    .follows = of_cells,
    .also = also_ways,
    .update = update_mask,
    .grain = {.cells = 128, .wide = TP_WHOLE_ROWS, .high = 32},
    .bytes = tp_part_mask_bytes,
    .init = tp_part_init_mask,
};

static const tp_PartRow costmap = {
    .room = TP_MAP,
    .wanted = wants_costmap,
    .follows = of_grid,
    .also = also_layers,
    .update = update_costmap,
    .grain = {.cells = 8, .wide = 64, .high = 64},
    .bytes = costmap_bytes,
    .init = init_costmap,
};

/* In no block, it has followed from the start. */
static const tp_PartRow costs = {
    .wanted = tp_part_always,
    .update = update_costs,
};

static void begin(tp_Navmap *nav) {
  const tp_Profile profile = nav->profile;
  const tp_Grid *g = nav->grid;
  tp_Layering *layering = nav->layering;
  tp_navmap_init(nav, g, &profile);
  if (!layering) return;
  tp_changes_resize(&layering->changes, g->width, g->height);
  tp_navmap_take_layers(nav, layering);
}

static const tp_PartTable table = {
    .begin = begin,
    .first = read_prices,
    .row =
        {
            [TP_PART_CELLS] = &cells,
            [TP_PART_MASK] = &mask,
            [TP_PART_COSTMAP] = &costmap,
            [TP_PART_WALLS] = &tp_part_walls,
            [TP_PART_ODD] = &tp_part_odd,
            [TP_PART_REGIONS] = &tp_part_regions,
            [TP_PART_GRAPH] = &tp_part_graph,
            [TP_PART_COSTS] = &costs,
            [TP_PART_TWOCORE] = &tp_part_twocore,
            [TP_PART_JUMPS] = &tp_part_jumps,
            [TP_PART_MARKS] = &tp_part_marks,
        },
};

/* In 1/65536 of a cell, to the nearest; of a body that is there at least one,
 * and of none more than half of what the agent covers. */
static int32_t radius_in_cells(double radius, double cell, int32_t covers) {
  double parts = floor(radius / cell * 65536 + 0.5);
  if (!(radius > 0)) return 0;
  return (int32_t)fmax(1, fmin(parts, covers * 32768.0));
}

void tp_navmap_init(tp_Navmap *nav, const tp_Grid *g,
                    const tp_Profile *profile) {
  memset(nav, 0, sizeof *nav);
  nav->grid = g;
  nav->shape = g->shape;
  nav->work = &nav->looks;
  nav->profile = *profile;
  nav->profile.radius_x =
      radius_in_cells(profile->radius, g->cell_width, profile->wide);
  nav->profile.radius_y =
      radius_in_cells(profile->radius, g->cell_height, profile->high);
  nav->costs.class_of = g->cells;
  tp_topology_init(&nav->moves, profile->diagonal);
  tp_pruning_init(&nav->pruning, &nav->moves, profile->diagonal);
  tp_changes_init(&nav->changes, g->width, g->height);
  nav->table = &table;
  nav->part[TP_PART_COSTS].follows = of_grid(nav);
}

void tp_navmap_take_layers(tp_Navmap *nav, tp_Layering *layering) {
  nav->layering = layering;
  nav->part[TP_PART_COSTS].also = &layering->changes;
}
