/* navmap.c - keeps what one agent knows of a grid up to date.
 *
 * Nothing is done when a cell changes: the grid only counts its revisions.
 * Here, at the next question, the dirty rectangles since the last one are read
 * again, or the whole map where the agent may enter other terrains than before
 * or divides them into other classes.
 */
#include "navmap.h"

#include <math.h>
#include <string.h>

#include "../agent/erode.h"

void tp_navmap_init(tp_Navmap *nav, const tp_Grid *g,
                    const tp_Profile *profile) {
  memset(nav, 0, sizeof *nav);
  nav->grid = g;
  nav->profile = *profile;
  tp_topology_init(&nav->moves, profile->diagonal);
  tp_pruning_init(&nav->pruning, &nav->moves, profile->diagonal);
  nav->is_fresh = true;
}

void tp_navmap_attach(tp_Navmap *nav, void *mask, void *regions) {
  const tp_Grid *g = nav->grid;
  nav->mask = mask;
  nav->regions = regions;
  nav->ground = g->cells;
  tp_mask_init(nav->mask, g->width, g->height);
  tp_regions_init(nav->regions, g->width, g->height,
                  nav->profile.diagonal == TP_ALWAYS);
  nav->is_fresh = true;
}

bool tp_navmap_is_large(const tp_Navmap *nav) {
  return nav->profile.wide > 1 || nav->profile.high > 1;
}

bool tp_navmap_wants_costmap(const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  tp_Prices prices;
  if (nav->profile.away > 0) return true;
  if (!tp_navmap_is_large(nav)) return false;
  if (!nav->is_fresh && nav->prices.revision == g->price_version) {
    return nav->prices.kinds > 1;
  }
  tp_prices_read(&prices, g, &nav->profile);
  return prices.kinds > 1;
}

void tp_navmap_attach_cells(tp_Navmap *nav, void *cells) {
  const tp_Grid *g = nav->grid;
  nav->cells = cells;
  tp_mask_init(nav->cells, g->width, g->height);
  nav->is_fresh = true;
}

void tp_navmap_attach_costmap(tp_Navmap *nav, void *ground) {
  const tp_Grid *g = nav->grid;
  nav->costmap = ground;
  tp_costmap_init(nav->costmap, g->width, g->height);
  nav->ground = nav->costmap->cells;
  nav->is_fresh = true;
}

/* ---- costs -------------------------------------------------------------- */

/* What other prices have changed: which terrains block the agent, which come
 * before others in the order of prices, or anything at all. */
typedef struct Change {
  bool enter, rank, any;
} Change;

static Change read_prices(tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  Change change = {nav->is_fresh, nav->is_fresh, true};
  if (!nav->is_fresh && nav->prices.revision == g->price_version) {
    return (Change){false, false, false};
  }
  const tp_Prices before = nav->prices, *after = &nav->prices;
  tp_prices_read(&nav->prices, g, &nav->profile);
  if (memcmp(before.enter, after->enter, sizeof before.enter) != 0) {
    change.enter = true;
  }
  if (before.kinds != after->kinds ||
      memcmp(before.rank, after->rank, sizeof before.rank) != 0) {
    change.rank = true;
  }
  return change;
}

/* A cell that is closed while somebody looks costs what it did. */
static void tell_terrains(const tp_Navmap *nav, tp_Classes *classes) {
  *classes = (tp_Classes){0};
  for (int i = 0; i < TP_CLASSES; i++) {
    int terrain = i & (TP_CLOSED - 1);
    bool is_one = terrain < TP_MAX_TERRAINS && nav->prices.enter[terrain];
    classes->price[i] = is_one ? nav->prices.terrain[terrain] : INFINITY;
    if (!is_one || !(nav->grid->used[terrain >> 6] >> (terrain & 63) & 1))
      continue;
    tp_class_add(&classes->known, i);
    if (i == terrain) tp_class_add(&classes->used, i);
  }
}

static void read_costs(tp_Navmap *nav, bool other_prices) {
  const tp_Grid *g = nav->grid;
  const tp_Classes before = nav->classes;
  if (nav->costmap) {
    tp_costmap_tell(nav->costmap, &nav->prices, &nav->profile, &nav->classes);
  } else {
    if (!other_prices && nav->used[0] == g->used[0] &&
        nav->used[1] == g->used[1]) {
      return;
    }
    nav->used[0] = g->used[0];
    nav->used[1] = g->used[1];
    tell_terrains(nav, &nav->classes);
  }
  if (!nav->is_fresh && tp_classes_are_same(&before, &nav->classes)) return;
  const tp_Costs old = nav->costs;
  tp_costs_derive(&nav->costs, &nav->classes, tp_grid_cells(g), &nav->profile);
  const tp_Costs *new = &nav->costs;
  if (memcmp(old.step, new->step, sizeof old.step) != 0 ||
      memcmp(old.cheapest, new->cheapest, sizeof old.cheapest) != 0 ||
      old.dearest != new->dearest || old.scale != new->scale) {
    nav->costs_revision = tp_grid_revision(g);
  }
}

/* ---- mask and ground ---------------------------------------------------- */

tp_Rect tp_navmap_above(const tp_Navmap *nav, tp_Rect r) {
  int32_t left = nav->profile.wide - 1, top = nav->profile.high - 1;
  r = (tp_Rect){r.x - left, r.y - top, r.w + left, r.h + top};
  return tp_rect_clip(r, nav->grid->changes.whole);
}

/* The rectangle with so many cells more on each side, inside the grid. */
static tp_Rect grow(const tp_Navmap *nav, tp_Rect r, int32_t n) {
  return tp_rect_clip(tp_rect_grow(r, n), nav->grid->changes.whole);
}

static void read_mask(tp_Navmap *nav, tp_Rect rect) {
  if (nav->cells) {
    tp_erode(nav->mask, nav->cells, nav->profile.wide, nav->profile.high, rect);
  } else {
    tp_mask_read(nav->mask, nav->grid, nav->prices.enter, rect);
  }
}

static void read_cells(tp_Navmap *nav, tp_Rect rect) {
  const tp_Grid *g = nav->grid;
  tp_Rect above = tp_navmap_above(nav, rect);
  int32_t away = nav->profile.away;
  if (nav->cells) tp_mask_read(nav->cells, g, nav->prices.enter, rect);
  read_mask(nav, above);
  tp_regions_spoil(nav->regions, above);
  if (!nav->costmap) return;
  tp_costmap_read(nav->costmap, g, nav->mask, &nav->prices, &nav->profile,
                  grow(nav, above, away));
}

void tp_navmap_read(tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  tp_Rect rects[TP_CHANGES];
  Change change = read_prices(nav);
  int n = tp_changes_since(&g->changes, nav->revision + 1, rects);
  if (change.enter) nav->enter_revision = tp_grid_revision(g);
  if (nav->costmap && change.rank) {
    tp_costmap_divide(nav->costmap, &nav->prices, &nav->profile);
    n = -1;
  }
  if (change.enter || n < 0) {
    rects[0] = (tp_Rect){0, 0, g->width, g->height};
    n = 1;
  }
  for (int i = 0; i < n; i++) read_cells(nav, rects[i]);
  read_costs(nav, change.any);
  if (nav->is_fresh || change.rank) nav->costs_revision = tp_grid_revision(g);
  nav->revision = tp_grid_revision(g);
  nav->is_fresh = false;
}

int tp_navmap_changes(const tp_Navmap *nav, uint64_t since,
                      tp_Rect rects[TP_CHANGES]) {
  int32_t away = nav->costmap ? nav->profile.away : 0;
  if (nav->enter_revision > since) return -1;
  int n = tp_changes_since(&nav->grid->changes, since + 1, rects);
  for (int i = 0; i < n; i++) {
    tp_Rect above = tp_navmap_above(nav, rects[i]);
    rects[i] = grow(nav, above, away);
  }
  return n;
}

/* ---- core and jump points ----------------------------------------------- */

/* Cells around changes that take as long to repair as a map of so many times
 * more takes to build; and so many take no time. */
enum { WORTH = 256, FEW = 64 };

/* Cells around one that changes, in which jump points may come or go. */
enum { AROUND = 9 };

static const uint64_t never = UINT64_MAX;

bool tp_navmap_wants_core(const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  return (p->algorithm == TP_AUTO || p->algorithm == TP_JPS) &&
         p->heuristic != TP_HEURISTIC_USER;
}

bool tp_navmap_wants_jumps(const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  bool four = p->diagonal == TP_NEVER;
  return tp_navmap_wants_core(nav) && nav->costs.uniform &&
         (four || nav->costs.orderly || tp_costs_are_tied(&nav->costs)) &&
         p->weight == 1 &&
         (p->heuristic == TP_HEURISTIC_AUTO ||
          (p->heuristic == TP_HEURISTIC_OCTILE && !four));
}

void tp_navmap_attach_core(tp_Navmap *nav, void *twocore, void *core) {
  const tp_Grid *g = nav->grid;
  nav->twocore = twocore;
  nav->core = core;
  tp_twocore_init(nav->twocore, g->width, g->height);
  tp_mask_init(nav->core, g->width, g->height);
  nav->core_revision = never;
}

/* The core is another one: nothing is known of it. */
static void forget_core(tp_Navmap *nav) {
  nav->core_changes.count = -1;
  nav->core_changes.cells = TP_MAX_CELLS;
}

void tp_navmap_attach_jumps(tp_Navmap *nav, void *jumps) {
  const tp_Grid *g = nav->grid;
  nav->jumps = jumps;
  tp_jump_planes_init(nav->jumps, g->width, g->height, nav->profile.diagonal);
  forget_core(nav);
}

/* Rectangles of cells that changed since the core was read; -1: all. */
static int changes_of_core(const tp_Navmap *nav, tp_Rect rects[TP_CHANGES]) {
  if (nav->core_revision == never) return -1;
  if (nav->enter_revision > nav->core_revision) return -1;
  int n = tp_changes_since(&nav->grid->changes, nav->core_revision + 1, rects);
  for (int i = 0; i < n; i++) rects[i] = tp_navmap_above(nav, rects[i]);
  return n;
}

void tp_navmap_read_core(tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  tp_Rect rects[TP_CHANGES];
  if (nav->core_revision == tp_grid_revision(g)) return;
  int n = changes_of_core(nav, rects);
  if (n < 0 || !tp_twocore_repair(nav->twocore, nav->core, nav->mask,
                                  &nav->moves, rects, n, &nav->core_changes)) {
    tp_twocore_build(nav->twocore, nav->core, nav->mask, &nav->moves);
    forget_core(nav);
  }
  nav->core_revision = tp_grid_revision(g);
}

uint64_t tp_navmap_least_points(const tp_Navmap *nav) {
  uint64_t known = nav->jumps->points.count;
  uint64_t may_go = AROUND * nav->core_changes.cells;
  return known > may_go ? known - may_go : 0;
}

static bool is_worth_repairing(const tp_Navmap *nav) {
  const tp_CoreChanges *changes = &nav->core_changes;
  int64_t cells = 0, map = (int64_t)nav->mask->width * nav->mask->height;
  for (int i = 0; i < changes->count; i++) {
    const tp_Rect *r = &changes->rects[i];
    cells += ((int64_t)r->w + 2) * (r->h + 2);
  }
  return changes->count > 0 && cells <= map / WORTH + FEW;
}

void tp_navmap_read_jumps(tp_Navmap *nav) {
  tp_CoreChanges *changes = &nav->core_changes;
  if (changes->count == 0) return;
  if (is_worth_repairing(nav)) {
    tp_jump_planes_repair(nav->jumps, nav->core, &nav->pruning, changes->rects,
                          changes->count);
  } else {
    tp_jump_planes_build(nav->jumps, nav->core);
  }
  changes->count = 0;
  changes->cells = 0;
}

/* ---- regions ------------------------------------------------------------ */

bool tp_navmap_connects(tp_Navmap *nav, tp_Cell from, tp_Cell to) {
  tp_regions_update(nav->regions, nav->mask);
  return tp_regions_of(nav->regions, nav->mask, from.x, from.y) ==
         tp_regions_of(nav->regions, nav->mask, to.x, to.y);
}
