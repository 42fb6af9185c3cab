/* indexpart.c - the parts that depend only on the mask and on irregular cells:
 * regions and jump points.
 */
#include "indexpart.h"

#include "../index/jump/jumprepair.h"
#include "partrow.h"

/* ---- regions ------------------------------------------------------------ */

/* Do regions test each step? */
static bool tests_steps(const tp_Navmap *nav) {
  return nav->fences || tp_is_hexagonal(nav->moves.stagger);
}

static size_t regions_bytes(const tp_Navmap *nav) {
  return tp_regions_bytes(nav->grid->width, nav->grid->height,
                          tests_steps(nav));
}

static bool lacks_fences(const tp_Navmap *nav) {
  return nav->fences && !tp_regions_are_fenced(nav->regions);
}

static void init_regions(tp_Navmap *nav, void *block) {
  tp_navmap_state(nav, TP_PART_GRAPH)->seen = 0;
  nav->regions = block;
  tp_regions_init(nav->regions, nav->grid->width, nav->grid->height,
                  tests_steps(nav), nav->profile.diagonal, nav->moves.stagger);
}

static void update_regions(tp_Navmap *nav, const tp_Rect *rects, int count) {
  tp_ChangeLog *touched = nav->graph ? &nav->graph->touched : NULL;
  const uint64_t version = tp_navmap_regions_version(nav) + 1;
  const tp_RegionMap map = {nav->mask, nav->fences, nav->irregular, touched,
                            version};
  *(nav->walls ? &nav->walls->versions : &nav->regions_version) = version;
  tp_regions_update(nav->regions, &map, rects, count);
}

/* ---- jump points -------------------------------------------------------- */

static bool wants_jumps(const tp_Navmap *nav) {
  const tp_Profile *p = &nav->profile;
  bool four = tp_is_four(p->diagonal);
  return (p->algorithm == TP_AUTO || p->algorithm == TP_JPS) &&
         p->diagonal != TP_HEXAGONS && nav->costs.uniform &&
         (four || nav->costs.orderly || tp_costs_are_tied(&nav->costs)) &&
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

/* Repairing a cell near changes takes as long as building so many cells; the
 * first FEW are always worth it. */
enum { WORTH = 64, FEW = 64 };

static void update_jumps(tp_Navmap *nav, const tp_Rect *rects, int count) {
  const uint64_t most = tp_grid_cells(nav->grid) / WORTH + FEW;
  uint64_t cells = 0;
  for (int i = 0; i < count; i++) {
    cells += (uint64_t)tp_rect_area(tp_rect_grow(rects[i], 1));
  }
  nav->jumps->irregular = nav->irregular;
  if (tp_navmap_part(nav, TP_PART_JUMPS)->seen == 0 || cells > most ||
      !tp_jump_repair(nav->jumps, nav->mask, nav->moves.table, rects, count,
                      most)) {
    tp_jump_planes_build(nav->jumps, nav->mask);
  }
}

/* Cells around a changed one in which jump points may come or go. */
enum { AROUND = 9 };

/* An upper bound of the cells that have changed since that version. */
static uint64_t changed_since(const tp_ChangeLog *log, uint64_t seen) {
  tp_Rect rects[TP_CHANGES];
  uint64_t cells = 0;
  if (!log || seen == log->now) return 0;
  int count = tp_changelog_since(log, seen, rects);
  for (int i = 0; i < count; i++) cells += (uint64_t)tp_rect_area(rects[i]);
  return cells;
}

uint64_t tp_navmap_least_points(const tp_Navmap *nav) {
  const tp_PartState *state = tp_navmap_part(nav, TP_PART_JUMPS);
  uint64_t known = nav->jumps->cell_set.count;
  uint64_t may_go =
      AROUND * (changed_since(tp_part_mask_log(nav), state->seen) +
                changed_since(tp_part_irregular_log(nav), state->also_seen));
  return state->seen > 0 && known > may_go ? known - may_go : 0;
}

/* ---- their rows --------------------------------------------------------- */

const tp_PartRow tp_part_regions = {
    .block_with = TP_MAP,
    .log = tp_part_mask_log,
    .second_log = tp_part_irregular_log,
    .update = update_regions,
    .cells = 16,
    .bytes = regions_bytes,
    .is_too_small = lacks_fences,
    .init = init_regions,
};

const tp_PartRow tp_part_jumps = {
    .block_with = TP_JUMPS_BLOCK,
    .wanted = wants_jumps,
    .log = tp_part_mask_log,
    .second_log = tp_part_irregular_log,
    .update = update_jumps,
    .cells = 32,
    .bytes = jumps_bytes,
    .init = init_jumps,
};
