/* derived.c - the parts that follow from the mask alone: regions, the 2-core,
 * and the jump points on that; and room for the masks themselves.
 */
#include "derived.h"
#include "../index/jump/repair.h"

/* ---- masks -------------------------------------------------------------- */

size_t tp_part_mask_bytes(const tp_Navmap *nav) {
  return tp_mask_bytes(nav->grid->width, nav->grid->height);
}

void tp_part_init_cells(tp_Navmap *nav, void *block) {
  nav->cells = block;
  tp_mask_init(nav->cells, nav->grid->width, nav->grid->height);
}

void tp_part_init_mask(tp_Navmap *nav, void *block) {
  nav->mask = block;
  tp_mask_init(nav->mask, nav->grid->width, nav->grid->height);
}

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

static bool go_on_regions(tp_Navmap *nav, tp_Work *work, uint64_t *budget) {
  return tp_regions_update(nav->regions, nav->mask, work, budget);
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

static bool go_on_twocore(tp_Navmap *nav, tp_Work *work, uint64_t *budget) {
  return tp_twocore_update(nav->twocore, nav->mask, &nav->moves, work, budget);
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

static bool is_worth_repair(const tp_Navmap *nav, const tp_Work *work) {
  int64_t cells = 0;
  if (work->is_anew) return false;
  for (int i = 0; i < work->count; i++) {
    cells += tp_rect_area(tp_rect_grow(work->rect[i], 1));
  }
  return cells <= (int64_t)tp_grid_cells(nav->grid) / WORTH + FEW;
}

static bool go_on_jumps(tp_Navmap *nav, tp_Work *work, uint64_t *budget) {
  const tp_Mask *core = tp_twocore_core(nav->twocore);
  if (is_worth_repair(nav, work)) {
    return tp_jump_repair(nav->jumps, core, &nav->pruning, work, budget);
  }
  return tp_jump_planes_build(nav->jumps, core, work, budget);
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
    .go_on = go_on_regions,
    .bytes = regions_bytes,
    .init = init_regions,
};

const tp_PartRow tp_part_twocore = {
    .room = 1 << TP_PART_TWOCORE,
    .wanted = wants_core,
    .follows = of_mask,
    .go_on = go_on_twocore,
    .bytes = twocore_bytes,
    .init = init_twocore,
};

const tp_PartRow tp_part_jumps = {
    .room = 1 << TP_PART_TWOCORE,
    .wanted = wants_jumps,
    .follows = of_core,
    .go_on = go_on_jumps,
    .is_strict = true,
    .bytes = jumps_bytes,
    .init = init_jumps,
};
