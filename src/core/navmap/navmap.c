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

void tp_agent_init(tp_Agent *a, const tp_Profile *profile) {
  memset(a, 0, sizeof *a);
  a->profile = *profile;
  tp_moves_init(&a->moves, profile->diagonal);
  tp_onward_init(&a->onward, &a->moves, profile->diagonal);
  a->is_fresh = true;
}

void tp_agent_attach(tp_Agent *a, const tp_Grid *g, void *mask, void *regions) {
  a->mask = mask;
  a->regions = regions;
  a->ground = g->cells;
  tp_mask_init(a->mask, g->width, g->height);
  tp_regions_init(a->regions, g->width, g->height,
                  a->profile.diagonal == TP_ALWAYS);
  a->is_fresh = true;
}

bool tp_agent_is_large(const tp_Agent *a) {
  return a->profile.wide > 1 || a->profile.high > 1;
}

bool tp_agent_wants_ground(const tp_Agent *a, const tp_Grid *g) {
  tp_Prices prices;
  if (a->profile.away > 0) return true;
  if (!tp_agent_is_large(a)) return false;
  if (!a->is_fresh && a->prices.revision == g->price_revision) {
    return a->prices.kinds > 1;
  }
  tp_prices_read(&prices, g, &a->profile);
  return prices.kinds > 1;
}

void tp_agent_attach_cells(tp_Agent *a, const tp_Grid *g, void *cells) {
  a->cells = cells;
  tp_mask_init(a->cells, g->width, g->height);
  a->is_fresh = true;
}

void tp_agent_attach_ground(tp_Agent *a, const tp_Grid *g, void *ground) {
  a->own_ground = ground;
  tp_ground_init(a->own_ground, g->width, g->height);
  a->ground = a->own_ground->cells;
  a->is_fresh = true;
}

/* ---- costs -------------------------------------------------------------- */

/* What other prices have changed: which terrains block the agent, which come
 * before others in the order of prices, or anything at all. */
typedef struct Change {
  bool enter, rank, any;
} Change;

static Change read_prices(tp_Agent *a, const tp_Grid *g) {
  Change change = {a->is_fresh, a->is_fresh, true};
  if (!a->is_fresh && a->prices.revision == g->price_revision) {
    return (Change){false, false, false};
  }
  const tp_Prices before = a->prices, *after = &a->prices;
  tp_prices_read(&a->prices, g, &a->profile);
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
static void tell_terrains(const tp_Agent *a, const tp_Grid *g,
                          tp_Classes *classes) {
  *classes = (tp_Classes){0};
  for (int i = 0; i < TP_CLASSES; i++) {
    int terrain = i & (TP_CLOSED - 1);
    bool is_one = terrain < TP_MAX_TERRAINS && a->prices.enter[terrain];
    classes->price[i] = is_one ? a->prices.terrain[terrain] : INFINITY;
    if (!is_one || !(g->used[terrain >> 6] >> (terrain & 63) & 1)) continue;
    tp_class_add(&classes->known, i);
    if (i == terrain) tp_class_add(&classes->used, i);
  }
}

static void read_costs(tp_Agent *a, const tp_Grid *g, bool other_prices) {
  const tp_Classes before = a->classes;
  if (a->own_ground) {
    tp_ground_tell(a->own_ground, &a->prices, &a->profile, &a->classes);
  } else {
    if (!other_prices && a->used[0] == g->used[0] && a->used[1] == g->used[1]) {
      return;
    }
    a->used[0] = g->used[0];
    a->used[1] = g->used[1];
    tell_terrains(a, g, &a->classes);
  }
  if (!a->is_fresh && tp_classes_are_same(&before, &a->classes)) return;
  const tp_Costs old = a->costs;
  tp_costs_derive(&a->costs, &a->classes, tp_grid_cells(g), &a->profile);
  const tp_Costs *new = &a->costs;
  if (memcmp(old.step, new->step, sizeof old.step) != 0 ||
      memcmp(old.cheapest, new->cheapest, sizeof old.cheapest) != 0 ||
      old.dearest != new->dearest || old.scale != new->scale) {
    a->costs_revision = g->revision;
  }
}

/* ---- mask and ground ---------------------------------------------------- */

/* The rectangle with so many cells more on each side, inside the grid. */
static tp_Rect grow(const tp_Agent *a, tp_Rect r, int32_t left, int32_t top,
                    int32_t right, int32_t bottom) {
  int32_t x = r.x > left ? r.x - left : 0, y = r.y > top ? r.y - top : 0;
  int32_t end_x = tp_lesser(r.x + r.w + right, a->mask->width);
  int32_t end_y = tp_lesser(r.y + r.h + bottom, a->mask->height);
  return (tp_Rect){x, y, end_x - x, end_y - y};
}

tp_Rect tp_agent_above(const tp_Agent *a, tp_Rect rect) {
  return grow(a, rect, a->profile.wide - 1, a->profile.high - 1, 0, 0);
}

static void read_mask(tp_Agent *a, const tp_Grid *g, tp_Rect rect) {
  if (a->cells) {
    tp_erode(a->mask, a->cells, a->profile.wide, a->profile.high, rect);
  } else {
    tp_mask_read(a->mask, g, a->prices.enter, rect);
  }
}

static void read_cells(tp_Agent *a, const tp_Grid *g, tp_Rect rect) {
  tp_Rect above = tp_agent_above(a, rect);
  int32_t away = a->profile.away;
  if (a->cells) tp_mask_read(a->cells, g, a->prices.enter, rect);
  read_mask(a, g, above);
  tp_regions_spoil(a->regions, above);
  if (!a->own_ground) return;
  tp_ground_read(a->own_ground, g, a->mask, &a->prices, &a->profile,
                 grow(a, above, away, away, away, away));
}

void tp_agent_read(tp_Agent *a, const tp_Grid *g) {
  tp_Rect rects[TP_LOG_SIZE];
  Change change = read_prices(a, g);
  int n = tp_grid_changes(g, a->revision, rects);
  if (change.enter) a->enter_revision = g->revision;
  if (a->own_ground && change.rank) {
    tp_ground_divide(a->own_ground, &a->prices, &a->profile);
    n = -1;
  }
  if (change.enter || n < 0) {
    rects[0] = (tp_Rect){0, 0, g->width, g->height};
    n = 1;
  }
  for (int i = 0; i < n; i++) read_cells(a, g, rects[i]);
  read_costs(a, g, change.any);
  if (a->is_fresh || change.rank) a->costs_revision = g->revision;
  a->revision = g->revision;
  a->is_fresh = false;
}

int tp_agent_changes(const tp_Agent *a, const tp_Grid *g, uint64_t since,
                     tp_Rect rects[TP_LOG_SIZE]) {
  int32_t away = a->own_ground ? a->profile.away : 0;
  if (a->enter_revision > since) return -1;
  int n = tp_grid_changes(g, since, rects);
  for (int i = 0; i < n; i++) {
    tp_Rect above = tp_agent_above(a, rects[i]);
    rects[i] = grow(a, above, away, away, away, away);
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

bool tp_agent_wants_core(const tp_Agent *a) {
  const tp_Profile *p = &a->profile;
  return (p->algorithm == TP_AUTO || p->algorithm == TP_JPS) &&
         p->heuristic != TP_HEURISTIC_ASKED;
}

bool tp_agent_wants_jumps(const tp_Agent *a) {
  const tp_Profile *p = &a->profile;
  bool four = p->diagonal == TP_NEVER;
  return tp_agent_wants_core(a) && a->costs.uniform &&
         (four || a->costs.orderly || tp_costs_are_tied(&a->costs)) &&
         p->weight == 1 &&
         (p->heuristic == TP_HEURISTIC_AUTO ||
          (p->heuristic == TP_HEURISTIC_OCTILE && !four));
}

void tp_agent_attach_core(tp_Agent *a, const tp_Grid *g, void *dead_ends,
                          void *core) {
  a->dead_ends = dead_ends;
  a->core = core;
  tp_dead_ends_init(a->dead_ends, g->width, g->height);
  tp_mask_init(a->core, g->width, g->height);
  a->core_revision = never;
}

/* The core is another one: nothing is known of it. */
static void forget_core(tp_Agent *a) {
  a->core_changes.count = -1;
  a->core_changes.cells = TP_MAX_CELLS;
}

void tp_agent_attach_jumps(tp_Agent *a, const tp_Grid *g, void *jumps) {
  a->jumps = jumps;
  tp_jumps_init(a->jumps, g->width, g->height, a->profile.diagonal);
  forget_core(a);
}

/* Rectangles of cells that changed since the core was read; -1: all. */
static int changes_of_core(const tp_Agent *a, const tp_Grid *g,
                           tp_Rect rects[TP_LOG_SIZE]) {
  if (a->core_revision == never) return -1;
  if (a->enter_revision > a->core_revision) return -1;
  int n = tp_grid_changes(g, a->core_revision, rects);
  for (int i = 0; i < n; i++) rects[i] = tp_agent_above(a, rects[i]);
  return n;
}

void tp_agent_read_core(tp_Agent *a, const tp_Grid *g) {
  tp_Rect rects[TP_LOG_SIZE];
  if (a->core_revision == g->revision) return;
  int n = changes_of_core(a, g, rects);
  if (n < 0 || !tp_dead_ends_repair(a->dead_ends, a->core, a->mask, &a->moves,
                                    rects, n, &a->core_changes)) {
    tp_dead_ends_build(a->dead_ends, a->core, a->mask, &a->moves);
    forget_core(a);
  }
  a->core_revision = g->revision;
}

uint64_t tp_agent_least_points(const tp_Agent *a) {
  uint64_t known = a->jumps->points.count;
  uint64_t may_go = AROUND * a->core_changes.cells;
  return known > may_go ? known - may_go : 0;
}

static bool is_worth_repairing(const tp_Agent *a) {
  const tp_Changes *changes = &a->core_changes;
  int64_t cells = 0, map = (int64_t)a->mask->width * a->mask->height;
  for (int i = 0; i < changes->count; i++) {
    const tp_Rect *r = &changes->rects[i];
    cells += ((int64_t)r->w + 2) * (r->h + 2);
  }
  return changes->count > 0 && cells <= map / WORTH + FEW;
}

void tp_agent_read_jumps(tp_Agent *a) {
  tp_Changes *changes = &a->core_changes;
  if (changes->count == 0) return;
  if (is_worth_repairing(a)) {
    tp_jumps_repair(a->jumps, a->core, &a->onward, changes->rects,
                    changes->count);
  } else {
    tp_jumps_build(a->jumps, a->core);
  }
  changes->count = 0;
  changes->cells = 0;
}

/* ---- regions ------------------------------------------------------------ */

bool tp_agent_connects(tp_Agent *a, tp_Cell from, tp_Cell to) {
  tp_regions_update(a->regions, a->mask);
  return tp_regions_of(a->regions, a->mask, from.x, from.y) ==
         tp_regions_of(a->regions, a->mask, to.x, to.y);
}
