/* navmap.c - keeps what one agent knows of a grid up to date.
 *
 * Nothing is done when a cell changes: the grid only notes it. Here, at the
 * next question, each part that is asked for follows what it was made from:
 *
 *     grid --> [cells -->] mask --> regions
 *       |                   |
 *       |                   +-----> 2-core --> jump points
 *       |                   |
 *       +--> [costmap <-----+]
 *       |       |
 *       +--> costs
 *
 * A row of the table below says of a part which log of changes it follows, what
 * it is made from, and how. To have another one is to write another row.
 */
#include "navmap.h"

#include <math.h>
#include <string.h>

#include "../agent/erode.h"
#include "../index/jump/repair.h"

static const tp_Changes *of_grid(const tp_Navmap *nav) {
  return &nav->grid->changes;
}

static const tp_Changes *of_mask(const tp_Navmap *nav) {
  return &nav->mask->changes;
}

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
  nav->profile = *profile;
  nav->profile.radius_x =
      radius_in_cells(profile->radius, g->cell_width, profile->wide);
  nav->profile.radius_y =
      radius_in_cells(profile->radius, g->cell_height, profile->high);
  nav->costs.class_of = g->cells;
  tp_topology_init(&nav->moves, profile->diagonal);
  tp_pruning_init(&nav->pruning, &nav->moves, profile->diagonal);
  tp_changes_init(&nav->changes, g->width, g->height);
  nav->part[TP_PART_COSTS].follows = of_grid(nav);
}

static bool is_large(const tp_Navmap *nav) {
  return nav->profile.wide > 1 || nav->profile.high > 1;
}

static size_t mask_bytes(const tp_Navmap *nav) {
  return tp_mask_bytes(nav->grid->width, nav->grid->height);
}

/* ---- prices ------------------------------------------------------------- */

/* They live in no block, and are read first: which blocks are wanted depends on
 * them. What is spoilt by other prices is to be made anew. */
static void read_prices(tp_Navmap *nav) {
  const tp_Prices before = nav->prices, *after = &nav->prices;
  tp_prices_read(&nav->prices, nav->grid, &nav->profile);
  bool bars_same = memcmp(before.enter, after->enter, sizeof before.enter) == 0;
  if (!bars_same) nav->prices.enter_version = nav->grid->price_version;
  bool ranks_same = before.kinds == after->kinds &&
                    memcmp(before.rank, after->rank, sizeof before.rank) == 0;
  if (bars_same && ranks_same) return;
  nav->part[TP_PART_CELLS].seen = 0;
  nav->part[TP_PART_MASK].seen = 0;
  nav->part[TP_PART_COSTMAP].seen = 0;
  tp_changes_note_all(&nav->changes);
}

/* ---- the mask ----------------------------------------------------------- */

static void init_cells(tp_Navmap *nav, void *block) {
  nav->cells = block;
  tp_mask_init(nav->cells, nav->grid->width, nav->grid->height);
}

static void update_cells(tp_Navmap *nav, const tp_Rect *rects, int count) {
  for (int i = 0; i < count; i++) {
    tp_mask_read(nav->cells, nav->grid, nav->prices.enter, rects[i]);
  }
}

static void init_mask(tp_Navmap *nav, void *block) {
  nav->mask = block;
  tp_mask_init(nav->mask, nav->grid->width, nav->grid->height);
}

static const tp_Changes *of_cells(const tp_Navmap *nav) {
  return nav->cells ? &nav->cells->changes : of_grid(nav);
}

tp_Rect tp_navmap_above(const tp_Navmap *nav, tp_Rect r) {
  int32_t left = nav->profile.wide - 1, top = nav->profile.high - 1;
  r = (tp_Rect){r.x - left, r.y - top, r.w + left, r.h + top};
  return tp_rect_clip(r, nav->grid->changes.whole);
}

static void update_mask(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const tp_Profile *p = &nav->profile;
  for (int i = 0; i < count; i++) {
    if (nav->cells) {
      tp_erode(nav->mask, nav->cells, p->wide, p->high,
               tp_navmap_above(nav, rects[i]));
    } else {
      tp_mask_read(nav->mask, nav->grid, nav->prices.enter, rects[i]);
    }
  }
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
  return nav->costmap || nav->profile.away > 0 ||
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

static void update_costmap(tp_Navmap *nav, const tp_Rect *rects, int count) {
  if (nav->part[TP_PART_COSTMAP].seen == 0) {
    tp_costmap_divide(nav->costmap, &nav->prices, &nav->profile);
  }
  for (int i = 0; i < count; i++) {
    tp_costmap_read(nav->costmap, nav->grid, nav->mask, &nav->prices,
                    &nav->profile, around(nav, rects[i]));
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
    tp_costmap_tell(nav->costmap, &nav->prices, &nav->profile, &classes);
  } else {
    tell_terrains(nav, &classes);
  }
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
  bool same = seen >= g->price_version && seen >= g->used_version;
  if (nav->costmap || !same) derive_costs(nav);
}

/* ---- regions ------------------------------------------------------------ */

static size_t regions_bytes(const tp_Navmap *nav) {
  return tp_regions_bytes(nav->grid->width, nav->grid->height);
}

static void init_regions(tp_Navmap *nav, void *block) {
  nav->regions = block;
  tp_regions_init(nav->regions, nav->grid->width, nav->grid->height,
                  nav->profile.diagonal == TP_ALWAYS);
}

static void update_regions(tp_Navmap *nav, const tp_Rect *rects, int count) {
  tp_regions_update(nav->regions, nav->mask, rects, count);
}

/* ---- core and jump points ----------------------------------------------- */

static bool wants_core(const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  return (p->algorithm == TP_AUTO || p->algorithm == TP_JPS) &&
         p->heuristic != TP_HEURISTIC_USER;
}

static size_t twocore_bytes(const tp_Navmap *nav) {
  return tp_twocore_bytes(nav->grid->width, nav->grid->height);
}

static void init_twocore(tp_Navmap *nav, void *block) {
  nav->twocore = block;
  tp_twocore_init(nav->twocore, nav->grid->width, nav->grid->height);
}

static void update_twocore(tp_Navmap *nav, const tp_Rect *rects, int count) {
  bool is_repaired =
      nav->part[TP_PART_TWOCORE].seen > 0 &&
      tp_twocore_repair(nav->twocore, nav->mask, &nav->moves, rects, count);
  if (!is_repaired) tp_twocore_build(nav->twocore, nav->mask, &nav->moves);
}

static bool wants_jumps(const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  bool four = p->diagonal == TP_NEVER;
  return wants_core(nav) && nav->costs.uniform &&
         (four || nav->costs.orderly || tp_costs_are_tied(&nav->costs)) &&
         p->weight == 1 &&
         (p->heuristic == TP_HEURISTIC_AUTO ||
          (p->heuristic == TP_HEURISTIC_OCTILE && !four));
}

static size_t jumps_bytes(const tp_Navmap *nav) {
  return tp_jump_planes_bytes(nav->grid->width, nav->grid->height,
                              nav->profile.diagonal);
}

static void init_jumps(tp_Navmap *nav, void *block) {
  nav->jumps = block;
  tp_jump_planes_init(nav->jumps, nav->grid->width, nav->grid->height,
                      nav->profile.diagonal);
}

static const tp_Changes *of_core(const tp_Navmap *nav) {
  return &tp_twocore_core(nav->twocore)->changes;
}

/* Cells around changes that take as long to repair as a map of so many times
 * more takes to build; and so many take no time. */
enum { WORTH = 64, FEW = 64 };

static void update_jumps(tp_Navmap *nav, const tp_Rect *rects, int count) {
  int64_t cells = 0;
  for (int i = 0; i < count; i++) {
    cells += tp_rect_area(tp_rect_grow(rects[i], 1));
  }
  bool is_worth = cells <= (int64_t)tp_grid_cells(nav->grid) / WORTH + FEW;
  const tp_Mask *core = tp_twocore_core(nav->twocore);
  if (nav->part[TP_PART_JUMPS].seen > 0 && is_worth) {
    tp_jump_repair(nav->jumps, core, &nav->pruning, rects, count);
  } else {
    tp_jump_planes_build(nav->jumps, core);
  }
}

/* Cells around one that changes, in which jump points may come or go. */
enum { AROUND = 9 };

/* The core notes cell by cell what changes in it, or that all does. */
uint64_t tp_navmap_least_points(const tp_Navmap *nav) {
  const tp_Changes *log = of_core(nav);
  uint64_t seen = nav->part[TP_PART_JUMPS].seen;
  uint64_t known = nav->jumps->numbering.count;
  uint64_t may_go = AROUND * (log->now - seen);
  return seen >= log->all && known > may_go ? known - may_go : 0;
}

/* ---- all parts ---------------------------------------------------------- */

typedef struct Row {
  unsigned room; /* is made for it with these parts */
  bool (*wanted)(const tp_Navmap *);
  const tp_Changes *(*follows)(const tp_Navmap *);
  void (*update)(tp_Navmap *, const tp_Rect *, int);
  size_t (*bytes)(const tp_Navmap *); /* NULL: it needs no block */
  void (*init)(tp_Navmap *, void *block);
} Row;

static bool always(const tp_Navmap *nav) {
  (void)nav;
  return true;
}

static const Row rows[TP_PARTS] = {
    [TP_PART_CELLS] = {TP_MAP, is_large, of_grid, update_cells, mask_bytes,
                       init_cells},
    [TP_PART_MASK] = {TP_MAP, always, of_cells, update_mask, mask_bytes,
                      init_mask},
    [TP_PART_COSTMAP] = {TP_MAP, wants_costmap, of_grid, update_costmap,
                         costmap_bytes, init_costmap},
    [TP_PART_REGIONS] = {TP_MAP, always, of_mask, update_regions, regions_bytes,
                         init_regions},
    [TP_PART_COSTS] = {0, always, of_grid, update_costs, NULL, NULL},
    [TP_PART_TWOCORE] = {1 << TP_PART_TWOCORE, wants_core, of_mask,
                         update_twocore, twocore_bytes, init_twocore},
    [TP_PART_JUMPS] = {1 << TP_PART_TWOCORE, wants_jumps, of_core, update_jumps,
                       jumps_bytes, init_jumps},
};

/* What a part lacks, if it is of a set or room for it is made with that. */
typedef enum Lack { NOTHING, ROOM, NEWS } Lack;

static bool is_behind(const tp_Navmap *nav, int part) {
  return nav->part[part].seen != nav->part[part].follows->now;
}

static Lack find_lack(const tp_Navmap *nav, int part, unsigned parts) {
  const Row *row = &rows[part];
  if (row->bytes && !nav->part[part].block) {
    return row->room & parts && row->wanted(nav) ? ROOM : NOTHING;
  }
  bool is_asked = parts >> part & 1;
  return is_asked && is_behind(nav, part) && row->wanted(nav) ? NEWS : NOTHING;
}

static void catch_up(tp_Navmap *nav, int part) {
  tp_Upkeep *upkeep = &nav->part[part];
  tp_Rect rects[TP_CHANGES];
  int count = tp_changes_since(upkeep->follows, upkeep->seen, rects);
  rows[part].update(nav, rects, count);
  upkeep->seen = upkeep->follows->now;
}

tp_Status tp_navmap_prepare(tp_Navmap *nav, unsigned parts) {
  if (nav->part[TP_PART_COSTS].seen < nav->grid->price_version) {
    read_prices(nav);
  }
  for (int i = 0; i < TP_PARTS; i++) {
    Lack lack = find_lack(nav, i, parts);
    if (lack == ROOM) {
      nav->need = (tp_Need){.bytes = rows[i].bytes(nav), .slot = i};
      return TP_NEEDS_ROOM;
    }
    if (lack == NEWS) catch_up(nav, i);
  }
  return TP_FOUND;
}

void tp_navmap_give(tp_Navmap *nav, void *block) {
  const Row *row = &rows[nav->need.slot];
  tp_Upkeep *upkeep = &nav->part[nav->need.slot];
  *upkeep = (tp_Upkeep){.block = block, .follows = row->follows(nav)};
  row->init(nav, block);
}

bool tp_navmap_is_ready(const tp_Navmap *nav, unsigned parts) {
  for (int i = 0; i < TP_PARTS; i++) {
    if (find_lack(nav, i, parts) != NOTHING) return false;
  }
  return true;
}

bool tp_navmap_may_have(const tp_Navmap *nav, tp_Part part) {
  return nav->part[part].block && rows[part].wanted(nav);
}

bool tp_navmap_has(const tp_Navmap *nav, tp_Part part) {
  return tp_navmap_may_have(nav, part) && !is_behind(nav, part);
}

bool tp_navmap_connects(tp_Navmap *nav, tp_Cell from, tp_Cell to) {
  if (is_behind(nav, TP_PART_REGIONS)) tp_navmap_prepare(nav, TP_REGIONS);
  return tp_regions_of(nav->regions, nav->mask, from.x, from.y) ==
         tp_regions_of(nav->regions, nav->mask, to.x, to.y);
}
