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

/* ---- walls -------------------------------------------------------------- */

static void add_bytes(tp_WallsKey *key, const void *bytes, size_t size) {
  TP_ASSERT(key->size + size <= sizeof key->byte);
  memcpy(&key->byte[key->size], bytes, size);
  key->size += size;
}

static void add_byte(tp_WallsKey *key, int value) {
  const char byte = (char)value;
  add_bytes(key, &byte, 1);
}

/* A price of its own, whichever, keeps the grid's from making a wall. */
void tp_walls_key(const tp_Profile *p, tp_WallsKey *key) {
  key->size = 0;
  for (int i = 0; i < TP_MAX_TERRAINS; i++) {
    add_byte(key, isnan(p->price[i]) ? 0 : p->price[i] < INFINITY ? 1 : 2);
  }
  add_byte(key, (int)p->diagonal);
  add_byte(key, p->wide);
  add_byte(key, p->high);
  add_byte(key, p->takes_no_links);
  add_byte(key, p->link_costs);
  add_byte(key, p->open_fences);
  for (int i = 0; i < p->link_costs; i++) {
    add_bytes(key, p->link_cost[i].name, TP_NAME_SIZE);
    add_bytes(key, &p->link_cost[i].price, sizeof p->link_cost[i].price);
  }
  for (int i = 0; i < p->open_fences; i++) {
    add_bytes(key, p->open_fence[i], TP_NAME_SIZE);
  }
}

void tp_navmap_join(tp_Navmap *nav, tp_Walls *walls) {
  nav->walls = walls;
  nav->number = ++walls->navmaps;
}

/* Takes over the blocks of the walls, and has cells read again if the agents
 * may enter others now. */
static void take_walls(tp_Navmap *nav) {
  tp_Walls *w = nav->walls;
  if (!w) return;
  TP_ASSERT(w->shape == nav->grid->shape);
  if (memcmp(w->enter, nav->prices.enter, sizeof w->enter) != 0) {
    memcpy(w->enter, nav->prices.enter, sizeof w->enter);
    w->part[TP_PART_CELLS].seen = w->part[TP_PART_MASK].seen = 0;
  }
  if (nav->blocks == w->blocks) return;
  nav->own_sides = w->part[TP_PART_SIDES].block;
  nav->cells = w->part[TP_PART_CELLS].block;
  nav->mask = w->part[TP_PART_MASK].block;
  nav->fences = w->part[TP_PART_FENCES].block;
  nav->irregular = w->part[TP_PART_IRREGULAR].block;
  nav->regions = w->part[TP_PART_REGIONS].block;
  nav->graph = w->part[TP_PART_GRAPH].block;
  nav->jumps = w->part[TP_PART_JUMPS].block;
  nav->blocks = w->blocks;
  nav->known = 0;
  for (int i = 0; i < TP_PARTS; i++) {
    if (w->part[i].block) nav->known |= 1u << i;
  }
}

/* Has a part a block, as far as the navmap knows? */
static bool has_block(const tp_Navmap *nav, int part) {
  return tp_navmap_shares(nav, part) ? nav->known >> part & 1
                                     : nav->part[part].block != NULL;
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
  const tp_PartState *state = tp_navmap_part(nav, part);
  return state->seen != table[part]->log(nav)->now ||
         state->also_seen != also_version_of(nav, part);
}

static bool is_wanted(const tp_Navmap *nav, const tp_PartRow *row) {
  return !row->wanted || row->wanted(nav);
}

static bool has_room(const tp_Navmap *nav, const tp_PartRow *row, int part) {
  if (!row->bytes) return true;
  return has_block(nav, part) && !(row->is_too_small && row->is_too_small(nav));
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
  const tp_PartState *state = tp_navmap_part(nav, part);
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
    tp_PartState *state = tp_navmap_state(nav, i);
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
    nav->walls = old.walls;
    nav->number = old.number;
    nav->own_work = old.own_work;
    nav->costs.version = old.costs.version + 1;
    nav->changes.now = old.changes.now;
    tp_changelog_add_all(&nav->changes);
  }
  tp_part_read_prices(nav);
  take_walls(nav);
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
  *tp_navmap_state(nav, nav->need.slot) = (tp_PartState){.block = block};
  row->init(nav, block);
  if (tp_navmap_shares(nav, nav->need.slot)) nav->walls->blocks++;
}

bool tp_navmap_needs_block(tp_Navmap *nav) {
  const int slot = nav->need.slot;
  take_walls(nav);
  return !has_room(nav, table[slot], slot) &&
         table[slot]->bytes(nav) == nav->need.bytes;
}

size_t tp_navmap_bytes(const tp_Navmap *nav, tp_Part part) {
  return table[part]->bytes(nav);
}

bool tp_navmap_is_ready(const tp_Navmap *nav, unsigned parts) {
  if (nav->shape != nav->grid->shape) return false;
  if (nav->walls && nav->blocks != nav->walls->blocks) return false;
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
    tp_PartState *state = tp_navmap_state(nav, i);
    if (!has_block(nav, i)) continue;
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
  return has_block(nav, part) && has_room(nav, row, part) &&
         is_wanted(nav, row);
}

bool tp_navmap_has(const tp_Navmap *nav, tp_Part part) {
  return tp_navmap_may_have(nav, part) && !is_behind(nav, part);
}
