/* navmap.c - keeps the parts of a navmap up to date.
 *
 * A changed cell causes no work: the grid only notes it. At the next question,
 * each part that is needed follows its sources:
 *
 *     cells of the grid --> [single cells -->] mask --+--> regions, [graph]
 *                                                     |
 *     its connections --> [fences, irregular cells] --+--> jump points
 *
 *     cells of the grid, mask, layers --> [costmap -->] costs --> [landmarks]
 *
 * Units that stand in the way are an overlay. It has the same parts, and the
 * first ones read from the base, the agent's map without units:
 *
 *     base:    [cells] --> mask, costs, irregular, fences  units
 *                 |         |     |       |             |
 *                 +---------+-----|-------|-------------+
 *                 v         v     v       v             |
 *     overlay:  [cells -->] mask  costs  the same  <----+
 *                            |
 *                            +--> regions, jump points
 *
 * So searches, fields and sight need not know about units, and regions tell
 * refusals. A unit that moves costs as much as an edit of its cells, a few
 * microseconds, but only at the next question; and the map itself does not
 * change.
 *
 * A row of the table tells which log of changes a part follows, its sources,
 * and its functions. This file knows parts only through that table.
 */
#include <math.h>
#include <string.h>

#include "costpart.h"
#include "partrow.h"

static const tp_PartRow *const table[TP_PARTS] = {
    [TP_PART_SIDES] = &tp_part_sides,
    [TP_PART_CELLS] = &tp_part_cells,
    [TP_PART_MASK] = &tp_part_mask,
    [TP_PART_CLEAR] = &tp_part_clear,
    [TP_PART_ENDS] = &tp_part_ends,
    [TP_PART_COSTMAP] = &tp_part_costmap,
    [TP_PART_FENCES] = &tp_part_fences,
    [TP_PART_IRREGULAR] = &tp_part_irregular,
    [TP_PART_REGIONS] = &tp_part_regions,
    [TP_PART_GRAPH] = &tp_part_graph,
    [TP_PART_COSTS] = &tp_part_costs,
    [TP_PART_JUMPS] = &tp_part_jumps,
    [TP_PART_LANDMARKS] = &tp_part_landmarks,
};

/* ---- setup ----------------------------------------------------------- */

/* In 1/65536 of a cell, to the nearest; at least one for a body, and at most
 * half of the agent's cells. */
static int32_t radius_in_cells(double radius, double cell, int32_t covers) {
  double parts = floor(radius / cell * 65536 + 0.5);
  if (!(radius > 0)) return 0;
  return (int32_t)fmax(1, fmin(parts, covers * 32768.0));
}

static void begin_navmap(tp_Navmap *nav, const tp_Grid *g,
                         tp_LayerCosts *layers) {
  memset(nav, 0, sizeof *nav);
  nav->grid = g;
  nav->shape = g->shape;
  nav->layers = layers;
  nav->layer_costs = layers && layers->weighs ? layers : NULL;
  nav->work = &nav->own_work;
  nav->costs.class_of = g->cells;
  tp_changelog_init(&nav->changes, g->width, g->height);
}

void tp_navmap_init(tp_Navmap *nav, const tp_Grid *g, const tp_Profile *profile,
                    tp_LayerCosts *layers) {
  begin_navmap(nav, g, layers);
  nav->profile = *profile;
  nav->profile.radius_x =
      radius_in_cells(profile->radius, g->cell_width, profile->wide);
  nav->profile.radius_y =
      radius_in_cells(profile->radius, g->cell_height, profile->high);
  if (tp_is_hexagonal(g->stagger)) {
    nav->profile.diagonal = TP_HEXAGONS;
    nav->profile.diagonal_cost = profile->straight_cost;
  }
  nav->moves = tp_legalsteps(nav->profile.diagonal, g->stagger);
}

void tp_navmap_init_overlay(tp_Navmap *nav, const tp_Navmap *base,
                            const tp_Avoided *avoided, double raise,
                            const tp_Mask *stops) {
  begin_navmap(nav, base->grid, base->layers);
  nav->base = base;
  nav->work = base->work;
  nav->avoided = avoided;
  nav->raise = raise;
  nav->stops = stops;
  nav->profile = base->profile;
  nav->moves = base->moves;
}

/* Units of work of an update, besides its cells. */
enum { LEAST_UNITS = 1 };

/* What a part lacks, if it is in a set or its block is made with that set. */
typedef enum Lack { NOTHING, MEMORY, UPDATE } Lack;

/* A log that does not exist yet has the version of an empty one: when irregular
 * cells come, no cell was irregular before. */
static uint64_t also_version_of(const tp_Navmap *nav, int part) {
  const tp_PartRow *row = table[part];
  const tp_ChangeLog *also = row->second_log ? row->second_log(nav) : NULL;
  return also ? also->now : 1;
}

static bool is_behind(const tp_Navmap *nav, int part) {
  const tp_PartState *state = &nav->part[part];
  return state->seen != table[part]->log(nav)->now ||
         state->also_seen != also_version_of(nav, part);
}

static bool is_wanted(const tp_Navmap *nav, const tp_PartRow *row) {
  return !row->wanted || row->wanted(nav);
}

static bool has_room(const tp_Navmap *nav, const tp_PartRow *row, int part) {
  if (!row->bytes) return true;
  return nav->part[part].block &&
         !(row->is_too_small && row->is_too_small(nav));
}

static Lack find_lack(const tp_Navmap *nav, int part, unsigned parts) {
  const tp_PartRow *row = table[part];
  if (!has_room(nav, row, part)) {
    return row->block_with & parts && is_wanted(nav, row) ? MEMORY : NOTHING;
  }
  bool is_asked = parts >> part & 1;
  return is_asked && is_behind(nav, part) && is_wanted(nav, row) ? UPDATE
                                                                 : NOTHING;
}

/* ---- their work --------------------------------------------------------- */

/* The changes in the logs that a part follows. */
static int find_news(const tp_Navmap *nav, int part,
                     tp_Rect rects[TP_CHANGES]) {
  const tp_PartRow *row = table[part];
  const tp_PartState *state = &nav->part[part];
  const tp_ChangeLog *also = row->second_log ? row->second_log(nav) : NULL;
  int count = tp_changelog_since(row->log(nav), state->seen, rects);
  if (!also || state->seen == 0) return count;
  if (count + tp_changelog_entries(also, state->also_seen) > TP_CHANGES) {
    rects[0] = also->whole;
    return 1;
  }
  return count + tp_changelog_since(also, state->also_seen, &rects[count]);
}

static tp_Status prepare_parts(tp_Navmap *nav, unsigned parts) {
  tp_Rect rects[TP_CHANGES];
  for (int i = 0; i < TP_PARTS; i++) {
    const tp_PartRow *row = table[i];
    tp_PartState *state = &nav->part[i];
    const Lack lack = find_lack(nav, i, parts);
    if (lack == MEMORY) {
      nav->need = (tp_Need){.bytes = row->bytes(nav), .slot = i};
      return TP_NEEDS_ROOM;
    }
    if (lack == NOTHING || !row->update) continue;
    const uint64_t sees = row->log(nav)->now;
    const uint64_t also_sees = also_version_of(nav, i);
    const int count = find_news(nav, i, rects);
    uint64_t units = LEAST_UNITS;
    for (int k = 0; k < count && row->cells > 0; k++) {
      units += (uint64_t)(tp_rect_area(rects[k]) / row->cells);
    }
    row->update(nav, rects, count);
    tp_navmap_add_units(nav, units);
    state->seen = sees;
    state->also_seen = also_sees;
  }
  return TP_FOUND;
}

/* ---- all ---------------------------------------------------------------- */

tp_Status tp_navmap_prepare(tp_Navmap *nav, unsigned parts) {
  if (!nav->base && nav->shape != nav->grid->shape) {
    /* The grid has another shape. */
    const tp_Navmap old = *nav;
    const tp_Grid *g = nav->grid;
    if (nav->layers) {
      tp_changelog_resize(&nav->layers->changes, g->width, g->height);
    }
    tp_navmap_init(nav, g, &old.profile, nav->layers);
    nav->own_work = old.own_work;
    nav->costs.version = old.costs.version + 1;
    nav->changes.now = old.changes.now;
    tp_changelog_add_all(&nav->changes);
  }
  tp_part_read_prices(nav);
  if (nav->base) {
    TP_ASSERT(tp_navmap_is_current(nav->base));
    if (!nav->stops) {
      nav->fences = nav->base->fences;
      nav->irregular = nav->base->irregular;
    }
  }
  return prepare_parts(nav, parts);
}

void tp_navmap_give(tp_Navmap *nav, void *block) {
  const tp_PartRow *row = table[nav->need.slot];
  tp_PartState *state = &nav->part[nav->need.slot];
  *state = (tp_PartState){.block = block};
  row->init(nav, block);
}

size_t tp_navmap_bytes(const tp_Navmap *nav, tp_Part part) {
  return table[part]->bytes(nav);
}

bool tp_navmap_is_ready(const tp_Navmap *nav, unsigned parts) {
  if (nav->shape != nav->grid->shape) return false;
  if (nav->layers && !tp_layercosts_is_current(nav->layers)) return false;
  for (int i = 0; i < TP_PARTS; i++) {
    if (find_lack(nav, i, parts) != NOTHING) return false;
  }
  return true;
}

void tp_navmap_take_back(tp_Navmap *nav, tp_ChangeLog *log,
                         const tp_ChangeLog *before) {
  for (int i = 0; i < TP_PARTS; i++) {
    const tp_PartRow *row = table[i];
    tp_PartState *state = &nav->part[i];
    if (!state->block) continue;
    const bool is_first = row->log(nav) == log;
    const bool is_second = row->second_log && row->second_log(nav) == log;
    if (is_first && state->seen == log->now) state->seen = before->now;
    if (is_second && state->also_seen == log->now) {
      state->also_seen = before->now;
    }
  }
  *log = *before;
}

bool tp_navmap_may_have(const tp_Navmap *nav, tp_Part part) {
  const tp_PartRow *row = table[part];
  return nav->part[part].block && has_room(nav, row, part) &&
         is_wanted(nav, row);
}

bool tp_navmap_has(const tp_Navmap *nav, tp_Part part) {
  return tp_navmap_may_have(nav, part) && !is_behind(nav, part);
}
