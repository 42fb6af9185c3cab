/* costpart.c - the parts that tell what steps cost the agent: the price classes
 * of cells, if terrain alone does not tell, and whole numbers for the classes.
 *
 *     base:     prices, grid, mask, layers --> [costmap -->] costs
 *     overlay:  the same as the base's, if units block
 *               prices, grid, mask, layers, units --> costmap --> costs,
 *               if units raise prices
 *
 * Agents keep away from walls, but not from units.
 */
#include "costpart.h"

#include <math.h>
#include <string.h>

#include "agentlinks.h"
#include "partrow.h"

/* The log of what costs are made from: for an overlay that of the base, which
 * has each cell whose bit or class has changed. */
static const tp_ChangeLog *ground_log(const tp_Navmap *nav) {
  return nav->base ? &nav->base->changes : &nav->grid->changes;
}

/* The log of what adds to prices, or closes cells. */
static const tp_ChangeLog *price_log(const tp_Navmap *nav) {
  if (nav->base) return tp_part_occupied_log(nav);
  return nav->layers ? &nav->layers->changes : NULL;
}

/* ---- units that raise prices -------------------------------------------- */

static size_t ground_bytes(const tp_Navmap *nav) {
  return (tp_costmap_bytes(nav->grid->width, nav->grid->height) + 7) / 8 * 8;
}

static tp_LayerCosts *raised_layer_costs(const tp_Navmap *nav) {
  return (tp_LayerCosts *)(void *)((char *)nav->costmap + ground_bytes(nav));
}

static tp_Mask *occupied_before(const tp_Navmap *nav) {
  return (tp_Mask *)(void *)(raised_layer_costs(nav) + 1);
}

/* ---- prices -------------------------------------------------------------- */

/* The rule by which layers or units add to prices; NULL: nothing does. */
static tp_LayerCosts *layer_costs_of(const tp_Navmap *nav) {
  if (!nav->base) return nav->layer_costs;
  return nav->costmap ? raised_layer_costs(nav) : NULL;
}

/* Have other prices changed the levels (agent/layercosts.c) to which sums of
 * layers are rounded? */
static bool divide_layers(tp_Navmap *nav) {
  tp_LayerCosts *layer_costs = layer_costs_of(nav);
  return layer_costs &&
         tp_costmap_divide_layers(layer_costs, &nav->prices, &nav->profile);
}

/* Prices have no block, and are read first: the blocks that are needed depend
 * on them. */
void tp_part_read_prices(tp_Navmap *nav) {
  if (nav->layers) tp_layercosts_follow(nav->layers);
  if (nav->prices.version >= nav->grid->price_version) return;
  const tp_Prices before = nav->prices, *after = &nav->prices;
  tp_prices_read(&nav->prices, nav->grid, &nav->profile);
  bool enter_same =
      memcmp(before.enter, after->enter, sizeof before.enter) == 0;
  nav->prices.enter_version =
      enter_same ? before.enter_version : after->version;
  bool ranks_same = before.kinds == after->kinds &&
                    memcmp(before.rank, after->rank, sizeof before.rank) == 0;
  bool levels_same = !divide_layers(nav);
  if (memcmp(before.hides, after->hides, sizeof before.hides) != 0) {
    nav->part[TP_PART_CLEAR].seen = 0;
  }
  if (enter_same && ranks_same && levels_same) return;
  if (!nav->walls) { /* else they are read again if `enter` is another one */
    nav->part[TP_PART_CELLS].seen = 0;
    nav->part[TP_PART_MASK].seen = 0;
  }
  nav->part[TP_PART_COSTMAP].seen = 0;
  tp_changelog_add_all(&nav->changes);
}

/* ---- the costmap --------------------------------------------------------- */

/* The cells whose bit or class may change with those of the rectangle. */
static tp_Rect around_prices(const tp_Navmap *nav, tp_Rect rect) {
  bool keeps_away = nav->costmap && !nav->base;
  rect = tp_navmap_covering(nav, rect);
  if (keeps_away) rect = tp_rect_grow(rect, nav->profile.away);
  return tp_rect_clip(rect, nav->grid->changes.whole);
}

/* Does the price of a cell depend on more than its terrain? Once it did, the
 * costmap stays. */
static bool wants_costmap(const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  bool is_large = p->wide > 1 || p->high > 1;
  if (nav->base) return nav->raise > 0;
  return nav->costmap || p->away > 0 || nav->layer_costs ||
         (is_large && nav->prices.kinds > 1);
}

static size_t costmap_bytes(const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  if (!nav->base) return tp_costmap_bytes(g->width, g->height);
  return ground_bytes(nav) + sizeof(tp_LayerCosts) +
         tp_mask_bytes(g->width, g->height);
}

static void init_costmap(tp_Navmap *nav, void *block) {
  nav->costmap = block;
  tp_costmap_init(nav->costmap, nav->grid->width, nav->grid->height);
  if (nav->base) {
    const tp_LayerCosts *alone = nav->layer_costs;
    tp_LayerCosts *raised = raised_layer_costs(nav);
    tp_layercosts_init(raised, nav->grid->width, nav->grid->height);
    for (int i = 0; alone && i < alone->layers; i++) {
      tp_layercosts_add(raised, alone->layer[i].layer, alone->layer[i].weight);
    }
    raised->least = alone ? alone->least : 0;
    raised->raise = nav->raise;
    tp_mask_init(occupied_before(nav), nav->grid->width, nav->grid->height);
  }
  divide_layers(nav);
  nav->costs.class_of = nav->costmap->cells;
  tp_changelog_add_all(&nav->changes);
}

static tp_CostmapFrom costmap_from(const tp_Navmap *nav) {
  return (tp_CostmapFrom){.grid = nav->grid,
                          .mask = nav->mask,
                          .cells = nav->cells,
                          .prices = &nav->prices,
                          .profile = &nav->profile,
                          .layer_costs = layer_costs_of(nav),
                          .occupied = tp_part_occupied(nav)};
}

/* Reads the words of a rectangle in which units have moved. */
static void read_moved(tp_Navmap *nav, const tp_CostmapFrom *from, tp_Rect r) {
  const int32_t width = nav->grid->width;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    const uint64_t *now = tp_mask_row(from->occupied, y);
    const uint64_t *before = tp_mask_row(occupied_before(nav), y);
    for (int32_t i = r.x >> 6; i <= (r.x + r.w - 1) >> 6; i++) {
      if (now[i] == before[i]) continue;
      tp_Rect word = {i * 64, y, tp_lesser(64, width - i * 64), 1};
      tp_costmap_read(nav->costmap, from, tp_navmap_covering(nav, word));
    }
  }
}

/* To read a row of a rectangle takes about as long as 64 cells of the whole
 * map, which is read if that is less. In an overlay often nothing else than
 * units has changed. */
static void update_costmap(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_CostmapFrom from = costmap_from(nav);
  const int64_t cells = 64 * (1 + 2 * (int64_t)nav->profile.away);
  bool have_moved =
      from.occupied && nav->part[TP_PART_COSTMAP].seen == ground_log(nav)->now;
  tp_costmap_divide(nav->costmap, &from);
  if (count * cells > tp_rect_area(nav->grid->changes.whole)) {
    rects = &nav->grid->changes.whole;
    count = 1;
  }
  for (int i = 0; i < count; i++) {
    if (have_moved) {
      read_moved(nav, &from, rects[i]);
    } else {
      tp_costmap_read(nav->costmap, &from, around_prices(nav, rects[i]));
    }
    if (from.occupied)
      tp_mask_take(occupied_before(nav), from.occupied, NULL, rects[i]);
  }
}

const tp_PartRow tp_part_costmap = {
    .block_with = TP_MAP,
    .wanted = wants_costmap,
    .log = ground_log,
    .second_log = price_log,
    .update = update_costmap,
    .cells = 8,
    .bytes = costmap_bytes,
    .init = init_costmap,
};

/* ---- costs --------------------------------------------------------------- */

static void update_costs(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_Grid *g = nav->grid;
  const uint64_t seen = nav->part[TP_PART_COSTS].seen;
  for (int i = 0; i < count; i++) {
    tp_changelog_add(&nav->changes, around_prices(nav, rects[i]));
  }
  if (nav->base && !nav->costmap) {
    if (seen != nav->base->changes.now) nav->costs = nav->base->costs;
    return;
  }
  bool same = seen >= g->price_version && seen >= g->used_version &&
              nav->connections_seen == g->connections.now;
  if (!nav->costmap && same) return;
  tp_Classes classes = {0};
  if (nav->costmap) {
    const tp_CostmapFrom from = costmap_from(nav);
    tp_costmap_notify(nav->costmap, &from, &classes);
  } else {
    /* Classes are bytes of cells here. The byte of closed cells of a terrain is
     * known if open cells have the terrain; only that of these is in use. */
    for (int i = 0; i < TP_CLASSES; i++) {
      int terrain = i & (TP_CLOSED - 1);
      bool is_one = terrain < TP_MAX_TERRAINS && nav->prices.enter[terrain];
      classes.price[i] = is_one ? nav->prices.terrain[terrain] : INFINITY;
      if (!is_one || g->cell_count[terrain] == 0) continue;
      tp_class_add(&classes.known, i);
      if (i == terrain) tp_class_add(&classes.used, i);
    }
  }
  classes.link_costs =
      nav->base ? nav->base->costs.classes.link_costs : tp_edges_costs(nav);
  nav->connections_seen = g->connections.now;
  if (tp_costs_derive(&nav->costs, &classes, tp_grid_cells(g), &nav->profile)) {
    tp_changelog_add_all(&nav->changes);
  }
}

/* Without a block: a few kilobytes. */
const tp_PartRow tp_part_costs = {
    .log = ground_log,
    .second_log = price_log,
    .update = update_costs,
};
