/* derived.c - the parts that follow from the mask alone: regions, the 2-core,
 * and the jump points on that.
 */
#include "derived.h"
#include "../index/jump/repair.h"

static const tp_Changes *of_mask(const tp_Navmap *nav) {
  return &nav->mask->changes;
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

/* ---- their rows --------------------------------------------------------- */

const tp_PartRow tp_part_regions = {
    .room = TP_MAP,
    .wanted = tp_part_always,
    .follows = of_mask,
    .update = update_regions,
    .bytes = regions_bytes,
    .init = init_regions,
};

const tp_PartRow tp_part_twocore = {
    .room = 1 << TP_PART_TWOCORE,
    .wanted = wants_core,
    .follows = of_mask,
    .update = update_twocore,
    .bytes = twocore_bytes,
    .init = init_twocore,
};

const tp_PartRow tp_part_jumps = {
    .room = 1 << TP_PART_TWOCORE,
    .wanted = wants_jumps,
    .follows = of_core,
    .update = update_jumps,
    .bytes = jumps_bytes,
    .init = init_jumps,
};
