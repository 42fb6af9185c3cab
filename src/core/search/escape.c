/* escape.c - breadth-first search (Moore 1959) over the cells that may not be
 * entered, level by level, each level ending with the exits that it comes to.
 *
 * On the way out the agent walks as on open ground: in any direction of its
 * rule, past any corner, at one price, the dearest that any cell of the map has
 * for it. So what counts first, the number of blocked cells, is the number of
 * steps; and of the ways with so few steps the cheapest is found on the go: no
 * cell of a level can be reached from another one of it, so each is settled
 * when all of the level before have been looked at.
 *
 *     e e e e e . .      S      the start
 *     e 1 1 1 2 3 .      1 2 3  blocked cells, by level: steps from the start
 *     e 1 S 1 2 3 .      e      the exits of level 2, which are the first; the
 *     e 1 1 1 2 3 .             next ones, of level 3, are looked for if none
 *     e 2 2 2 2 3 .             of these leads to a goal
 *     . . . . . . .
 *
 * 8 bytes a cell of the map, which are not cleared from query to query
 * (nodes.h); 4 for each cell of the way out; 40 for each exit.
 */
#include "escape.h"

#include <string.h>

#include "../base/sort.h"
#include "nodes.h"

enum { FIRST_ROOM = 256 };

static const size_t item_bytes[TP_ESCAPE_SLOTS] = {
    [TP_ESCAPE_NODES] = sizeof(uint64_t),
    [TP_ESCAPE_CELLS] = sizeof(uint32_t),
    [TP_ESCAPE_EXITS] = sizeof(tp_Exit),
    [TP_ESCAPE_REGIONS] = sizeof(uint32_t),
};

static tp_Nodes *nodes_of(const tp_Escape *e) {
  return e->block[TP_ESCAPE_NODES];
}

static uint32_t *cells_of(const tp_Escape *e) {
  return e->block[TP_ESCAPE_CELLS];
}

static tp_Exit *exits_of(const tp_Escape *e) {
  return e->block[TP_ESCAPE_EXITS];
}

static uint32_t *regions_of(const tp_Escape *e) {
  return e->block[TP_ESCAPE_REGIONS];
}

static size_t index_of(const tp_Escape *e, tp_Cell c) {
  return tp_grid_index(e->navmap->grid, c.x, c.y);
}

/* ---- blocks ------------------------------------------------------------- */

static bool has_room(tp_Escape *e, tp_EscapeSlot slot, uint32_t items) {
  uint32_t room = e->room[slot] ? e->room[slot] : FIRST_ROOM;
  if (e->room[slot] >= items) return true;
  while (room < items) room *= 2;
  e->need = (tp_Need){.bytes = room * item_bytes[slot], .slot = slot};
  return false;
}

static bool has_nodes(tp_Escape *e) {
  size_t cells = tp_grid_cells(e->navmap->grid);
  if (e->block[TP_ESCAPE_NODES]) return true;
  e->need = (tp_Need){.bytes = tp_nodes_bytes(cells), .slot = TP_ESCAPE_NODES};
  return false;
}

void tp_escape_give(tp_Escape *e, void *block) {
  int slot = e->need.slot;
  size_t used[TP_ESCAPE_SLOTS] = {
      [TP_ESCAPE_CELLS] = e->cells, [TP_ESCAPE_EXITS] = e->exits};
  if (used[slot]) memcpy(block, e->block[slot], used[slot] * item_bytes[slot]);
  e->block[slot] = block;
  if (slot == TP_ESCAPE_NODES) {
    tp_nodes_init(block, tp_grid_cells(e->navmap->grid));
  } else {
    e->room[slot] = (uint32_t)(e->need.bytes / item_bytes[slot]);
  }
}

/* ---- levels ------------------------------------------------------------- */

void tp_escape_begin(tp_Escape *e, tp_Navmap *nav, tp_Cell start) {
  const tp_Costs *costs = &nav->costs;
  int class = tp_costs_dearest(costs);
  e->navmap = nav;
  e->start = start;
  e->has_begun = false;
  for (int k = 0; k < 2; k++)
    e->step[k] = class < 0 ? 1 : costs->step[k][class];
  e->level = e->next = e->last = e->cells = 0;
  e->exits = 0;
  e->levels = UINT32_MAX;
  e->by_step = false;
}

void tp_escape_by_step(tp_Escape *e) { e->by_step = true; }

/* Some exits of the last level may cost more all the same. */
void tp_escape_limit(tp_Escape *e, uint64_t most) {
  bool four = e->navmap->profile.diagonal == TP_NEVER;
  uint64_t step = four || e->step[0] < e->step[1] ? e->step[0] : e->step[1];
  uint64_t levels = most / step;
  if (levels < e->levels) e->levels = (uint32_t)levels;
}

static void take_start(tp_Escape *e) {
  tp_Nodes *nodes = nodes_of(e);
  uint64_t filled = tp_nodes_renew(nodes, e->navmap->costs.bits);
  tp_navmap_look(e->navmap, filled / TP_CLEANED_A_LOOK);
  uint64_t key = tp_node_key(tp_node_base(&nodes->now), 0, 0);
  nodes->node[index_of(e, e->start)] = key | TP_NODE_CLOSED;
  cells_of(e)[e->cells++] = tp_pack_cell(e->start.x, e->start.y);
  e->last = e->cells;
  e->has_begun = true;
}

/* What does not change from cell to cell. */
typedef struct Terms {
  const tp_Mask *mask;
  uint64_t *node;
  uint64_t base;
  tp_NodeVersion now;
  unsigned steps;
  ptrdiff_t offset[TP_DIRECTIONS];
} Terms;

static Terms terms_of(const tp_Escape *e) {
  const tp_Navmap *nav = e->navmap;
  tp_Nodes *nodes = nodes_of(e);
  Terms t = {.mask = nav->mask, .node = nodes->node, .now = nodes->now};
  t.base = tp_node_base(&t.now);
  const unsigned all = (1u << TP_DIRECTIONS) - 1, straight = (1u << TP_SE) - 1;
  t.steps = nav->profile.diagonal == TP_NEVER ? straight : all;
  if (e->by_step) t.steps = tp_navmap_steps(nav, e->start.x, e->start.y);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    t.offset[d] = (ptrdiff_t)tp_dy[d] * nav->mask->width + tp_dx[d];
  }
  return t;
}

static bool is_inside(const tp_Mask *m, int32_t x, int32_t y) {
  return (uint32_t)x < (uint32_t)m->width && (uint32_t)y < (uint32_t)m->height;
}

/* Tries the steps from a cell. Each leads to one that is not known yet, or is
 * of the next level and may be reached more cheaply. */
static void look_around(tp_Escape *e, const Terms *t, tp_Cell at) {
  const tp_Mask *m = t->mask;
  size_t here = (size_t)at.y * (size_t)m->width + (size_t)at.x;
  bool is_edge =
      at.x == 0 || at.y == 0 || at.x == m->width - 1 || at.y == m->height - 1;
  unsigned nine = tp_mask_nine(m, at.x, at.y);
  uint64_t cost = tp_node_g(&t->now, t->node[here]);
  for (unsigned steps = t->steps; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    int32_t x = at.x + tp_dx[d], y = at.y + tp_dy[d];
    if (is_edge && !is_inside(m, x, y)) continue;
    uint64_t *node = &t->node[(size_t)((ptrdiff_t)here + t->offset[d])];
    bool is_known = tp_node_is_known(&t->now, *node);
    if (is_known && *node & TP_NODE_CLOSED) continue;
    uint64_t key = tp_node_key(t->base, cost + e->step[tp_is_diagonal(d)], d);
    if (!tp_node_improves(key, *node)) continue;
    *node = key;
    if (is_known) continue;
    if (nine >> tp_nine_bit(tp_dx[d], tp_dy[d]) & 1) {
      exits_of(e)[e->exits++] = (tp_Exit){.at = {x, y}};
    } else {
      cells_of(e)[e->cells++] = tp_pack_cell(x, y);
    }
  }
}

static uint64_t settle(tp_Escape *e, tp_Cell at) {
  tp_Nodes *nodes = nodes_of(e);
  uint64_t *node = &nodes->node[index_of(e, at)];
  *node |= TP_NODE_CLOSED;
  return tp_node_g(&nodes->now, *node);
}

/* All cells of the level before have been looked at. Has this one exits? */
static bool end_level(tp_Escape *e) {
  const tp_Navmap *nav = e->navmap;
  e->level++;
  e->last = e->cells;
  for (uint32_t i = e->next; i < e->last; i++) {
    settle(e, tp_unpack_cell(cells_of(e)[i]));
  }
  bool has_exits = false;
  for (uint32_t i = e->exits; i > 0 && exits_of(e)[i - 1].steps == 0; i--) {
    tp_Exit *exit = &exits_of(e)[i - 1];
    tp_Cell at = exit->at;
    exit->region = tp_navmap_region(nav, at.x, at.y);
    exit->steps = e->level;
    exit->cost = settle(e, at);
    exit->came_by = tp_node_came_by(nodes_of(e)->node[index_of(e, at)]);
    has_exits = true;
  }
  return has_exits;
}

/* Numbers of regions change with the mask, also where cells were shut and
 * opened again (wouldblock.h) from one run to the next. */
static void catch_up(tp_Escape *e) {
  tp_Navmap *nav = e->navmap;
  if (!tp_navmap_is_crossed(nav)) tp_navmap_prepare(nav, TP_CROSSED);
  uint64_t now = tp_navmap_numbering(nav);
  for (uint32_t i = 0; e->seen != now && i < e->exits; i++) {
    tp_Exit *exit = &exits_of(e)[i];
    exit->region = tp_navmap_region(nav, exit->at.x, exit->at.y);
  }
  e->seen = now;
}

tp_Status tp_escape_run(tp_Escape *e, uint64_t *budget) {
  catch_up(e);
  if (!has_nodes(e) || !has_room(e, TP_ESCAPE_CELLS, 1)) return TP_NEEDS_ROOM;
  if (!e->has_begun) take_start(e);
  const Terms terms = terms_of(e);
  while (e->next < e->last && e->level < e->levels) {
    if (*budget == 0) return TP_RUNNING;
    if (!has_room(e, TP_ESCAPE_CELLS, e->cells + TP_DIRECTIONS) ||
        !has_room(e, TP_ESCAPE_EXITS, e->exits + TP_DIRECTIONS) ||
        !has_room(e, TP_ESCAPE_REGIONS, 2 * (e->exits + TP_DIRECTIONS))) {
      return TP_NEEDS_ROOM;
    }
    look_around(e, &terms, tp_unpack_cell(cells_of(e)[e->next++]));
    --*budget;
    if (e->next == e->last && end_level(e)) return TP_FOUND;
  }
  return TP_FAILED;
}

/* ---- exits -------------------------------------------------------------- */

const tp_Exit *tp_escape_exit(const tp_Escape *e, uint32_t k) {
  TP_ASSERT(k < e->exits);
  return &exits_of(e)[k];
}

uint32_t tp_escape_end(const tp_Escape *e, uint32_t steps) {
  uint32_t low = 0, high = e->exits;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (exits_of(e)[middle].steps <= steps) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static bool comes_before(const void *a, const void *b) {
  return *(const uint32_t *)a < *(const uint32_t *)b;
}

/* There is room for two regions of each exit. */
tp_Exits tp_escape_exits(const tp_Escape *e, uint32_t first, uint32_t end) {
  uint32_t *region = regions_of(e), count = 0, known = 0;
  for (uint32_t i = first; i < end; i++) {
    uint32_t r = exits_of(e)[i].region;
    if (count == 0 || region[count - 1] != r) region[count++] = r;
  }
  tp_sort(region, count, sizeof *region, comes_before);
  for (uint32_t i = 0; i < count; i++) {
    if (known == 0 || region[known - 1] != region[i]) {
      region[known++] = region[i];
    }
  }
  return (tp_Exits){exits_of(e) + first, end - first, {region, known, NULL}};
}

static void swap(tp_Exit *a, tp_Exit *b) {
  tp_Exit old = *a;
  *a = *b;
  *b = old;
}

uint32_t tp_escape_keep(tp_Escape *e, uint32_t first, uint32_t end,
                        tp_RegionSet regions) {
  tp_Exit *exit = exits_of(e);
  uint32_t kept = first;
  for (uint32_t i = first; i < end; i++) {
    if (tp_region_is_in(regions, exit[i].region)) swap(&exit[kept++], &exit[i]);
  }
  return kept;
}

uint32_t tp_escape_keep_new(tp_Escape *e, uint32_t first, uint32_t end) {
  const tp_RegionSet set = tp_escape_exits(e, first, end).regions;
  uint32_t *is_old = regions_of(e) + set.count, kept = first;
  tp_Exit *exit = exits_of(e);
  memset(is_old, 0, set.count * sizeof *is_old);
  for (uint32_t i = 0; i < first; i++) {
    uint32_t at = tp_region_place(set.region, set.count, exit[i].region);
    if (at < set.count) is_old[at] = 1;
  }
  for (uint32_t i = first; i < end; i++) {
    bool is_new =
        !is_old[tp_region_place(set.region, set.count, exit[i].region)];
    if (is_new) swap(&exit[kept++], &exit[i]);
  }
  return kept;
}

/* ---- ways back ---------------------------------------------------------- */

tp_Cell tp_escape_cell(const tp_Escape *e, uint32_t k) {
  TP_ASSERT(k < e->cells);
  return tp_unpack_cell(cells_of(e)[k]);
}

int tp_escape_came_by(const tp_Escape *e, tp_Cell at) {
  return tp_node_came_by(nodes_of(e)->node[index_of(e, at)]);
}

bool tp_escape_leg(const tp_Escape *e, tp_Cell *at, tp_Leg *leg) {
  if (tp_same_cell(*at, e->start)) return false;
  *leg = (tp_Leg){tp_escape_came_by(e, *at), 0, NULL};
  do {
    leg->length++;
    at->x -= tp_dx[leg->came_by];
    at->y -= tp_dy[leg->came_by];
  } while (!tp_same_cell(*at, e->start) &&
           tp_escape_came_by(e, *at) == leg->came_by);
  return true;
}
