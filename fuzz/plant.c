/* plant.c - plants faults in what an agent has built and a search keeps. A
 * fault changes a bit or a number, as a mistake in building or repairing might.
 */
#include "plant.h"

#include <string.h>

#include "allocate.h"
#include "core/index/regiongraph.h"
#include "core/navmap/agentlinks.h"
#include "core/navmap/landmarkpart.h"
#include "core/search/algorithm.h"
#include "core/search/astar.h"
#include "core/search/jump/jumpnodes.h"
#include "core/search/nodes.h"

Plant planted = PLANT_NONE;

/* Tries to find a place where the fault makes a difference. */
enum { TRIES = 2000 };

/* ---- planes ------------------------------------------------------------- */

static uint64_t *word_of(tp_JumpPlanes *j, tp_Bitplane plane, size_t line,
                         int32_t bit) {
  return &j->words[plane.at +
                   (tp_bitplane_line(plane, line) + (size_t)bit) / 64];
}

/* Clears a bit. Returns whether it was set. */
static bool clear(tp_JumpPlanes *j, tp_Bitplane plane, size_t line,
                  int32_t bit) {
  uint64_t *word = word_of(j, plane, line, bit);
  uint64_t mask = UINT64_C(1) << (bit & 63);
  bool was = *word & mask;
  *word &= ~mask;
  return was;
}

/* Clears the bit of a cell in a plane of direction d. */
static bool clear_at(tp_JumpPlanes *j, const tp_Bitplane planes[], int32_t x,
                     int32_t y, int d) {
  if (tp_is_diagonal(d)) {
    return clear(j, planes[d], tp_jump_planes_diagonal(j, x, y, d), x);
  }
  bool across = tp_dy[d] == 0;
  return clear(j, planes[d], (size_t)(across ? y : x), across ? x : y);
}

static bool spoil_jumps(tp_Navmap *nav, int32_t x, int32_t y, Random *r) {
  tp_JumpPlanes *j = nav->jumps;
  int straight = random_below(r, 4), diagonal = TP_SE + random_below(r, 4);
  bool four = j->rule == TP_NEVER;
  switch (planted) {
    case PLANT_POINT:
      return tp_mask_has(nav->mask, x, y) &&
             clear_at(j, j->stop, x, y, straight);
    case PLANT_HIT:
      *word_of(j, j->hit[straight], (size_t)y, x) ^= UINT64_C(1) << (x & 63);
      return true;
    case PLANT_RAY:
      if (four) diagonal = random_chance(r, 0.5) ? TP_S : TP_N;
      return clear_at(j, j->ray, x, y, diagonal);
    case PLANT_END: return !four && clear_at(j, j->end, x, y, diagonal);
    case PLANT_RANK: {
      uint32_t *row = (uint32_t *)&j->words[j->cell_set.row_at];
      row[y]++;
      return true;
    }
    default: return true;
  }
}

/* ---- sizes -------------------------------------------------------------- */

static bool let_in(tp_Navmap *nav, int32_t x, int32_t y) {
  if (tp_mask_has(nav->mask, x, y) || !tp_mask_has(nav->cells, x, y))
    return false;
  tp_mask_set(nav->mask, x, y, true);
  return true;
}

/* Gives the cell the price of another cell, if the two prices differ. */
static bool misprice(tp_Navmap *nav, int32_t x, int32_t y, Random *r) {
  int32_t width = nav->mask->width, height = nav->mask->height;
  uint8_t *cells = nav->costmap->cells, *cell = &cells[y * width + x];
  uint8_t other = cells[random_below(r, width * height)];
  if (*cell == TP_NO_CLASS || other == TP_NO_CLASS) return false;
  if (nav->costs.classes.price[*cell] == nav->costs.classes.price[other])
    return false;
  *cell = other;
  return true;
}

/* Takes the raise for a unit off the price of a cell, as if no unit stood
 * there. */
static bool lower(tp_Navmap *nav, int32_t x, int32_t y) {
  uint8_t *cell = &nav->costmap->cells[y * nav->mask->width + x];
  const double price = nav->costs.classes.price[*cell];
  for (int i = 0; i < *cell && *cell != TP_NO_CLASS; i++) {
    if (nav->costs.classes.price[i] + nav->raise != price) continue;
    *cell = (uint8_t)i;
    return true;
  }
  return false;
}

/* Makes the versions look as if nothing had ever changed. */
static void forget_versions(tp_Navmap *nav) {
  tp_Versions *versions = &nav->jumps->versions;
  tp_navmap_prepare(nav, TP_JUMPS);
  uint64_t now = versions->now;
  versions->now = 0;
  tp_versions_touch_all(nav->jumps->words, versions);
  versions->now = now;
}

/* ---- fences and links --------------------------------------------------- */

static bool even(tp_Navmap *nav, int32_t x, int32_t y) {
  if (!tp_mask_has(nav->irregular, x, y)) return false;
  tp_mask_set(nav->irregular, x, y, false);
  return true;
}

/* Makes regions that are linked one way look linked both ways. */
static void join_regions(tp_Navmap *nav) {
  if (!tp_navmap_may_have(nav, TP_PART_GRAPH)) return;
  while (tp_navmap_prepare(nav, TP_CONNECTED) == TP_NEEDS_ROOM) fuzz_give(nav);
  tp_Graph *c = nav->graph;
  tp_EdgeIter it = tp_edges_all(nav);
  while (tp_edges_next(&it) && c->arcs < c->room) {
    const tp_Cell from = tp_unpack_cell(it.edge.from);
    const tp_Cell to = tp_unpack_cell(it.edge.to);
    if (it.edge.is_both) continue;
    c->arc[c->arcs++] = (tp_Arc){.home = tp_navmap_region(nav, to.x, to.y),
                                 .goal = tp_navmap_region(nav, from.x, from.y)};
  }
  tp_graph_update(c);
}

void plant_in_guides(tp_Search *s) {
  tp_SearchEdges *edges = s->plan.has_edges ? tp_search_edges(s) : NULL;
  for (uint32_t i = 0; edges && i < edges->link_ends; i++) {
    edges->link_end[i].potential++;
  }
}

/* ---- all ---------------------------------------------------------------- */

static bool spoil(tp_Navmap *nav, int32_t x, int32_t y, Random *r) {
  switch (planted) {
    case PLANT_MASK:
      tp_mask_set(nav->mask, x, y, !tp_mask_has(nav->mask, x, y));
      return true;
    case PLANT_FITS: return !nav->cells || let_in(nav, x, y);
    case PLANT_CLASS: return !nav->costmap || misprice(nav, x, y, r);
    case PLANT_RAISED: return nav->raise == 0 || lower(nav, x, y);
    case PLANT_EVEN: return !nav->irregular || even(nav, x, y);
    default: return spoil_jumps(nav, x, y, r);
  }
}

static void refine(tp_Costs *c) {
  c->scale *= 2;
  c->dearest *= 2;
  c->bits++;
  for (int k = 0; k < 2; k++) {
    c->cheapest[k] *= 2;
    for (int i = 0; i < TP_CLASSES; i++) c->step[k][i] *= 2;
  }
}

void plant_in_agent(tp_Navmap *nav, Random *r) {
  if (planted == PLANT_FACTOR) refine(&nav->costs);
  if (planted == PLANT_JOINED) join_regions(nav);
  if (planted == PLANT_KEPT && nav->jumps) forget_versions(nav);
  bool in_mask = planted == PLANT_MASK || planted == PLANT_FITS ||
                 planted == PLANT_CLASS || planted == PLANT_RAISED ||
                 planted == PLANT_EVEN;
  bool in_jumps = planted >= PLANT_POINT && planted <= PLANT_RANK;
  if (in_jumps && !nav->jumps) return;
  if (in_jumps) tp_navmap_prepare(nav, TP_JUMPS);
  if (!in_mask && !in_jumps) return;
  for (int n = 0; n < TRIES; n++) {
    int32_t x = random_below(r, nav->mask->width);
    int32_t y = random_below(r, nav->mask->height);
    if (spoil(nav, x, y, r)) return;
  }
}

void plant_in_hexagons(tp_Navmap *nav) {
  if (!tp_is_hexagonal(nav->moves.stagger)) return;
  static tp_StepTable table[2];
  tp_LegalSteps *moves = &nav->moves;
  const int swap = planted == PLANT_PARITY;
  for (int shoved = 0; shoved < 2; shoved++) {
    table[shoved] = moves->table[shoved ^ swap];
  }
  for (unsigned neighborhood = 0; neighborhood < 512; neighborhood++) {
    const uint8_t west = 1u << TP_W, south = 1u << TP_S;
    uint8_t *legal = &table[1].steps[TP_NO_DIRECTION][neighborhood];
    if (planted == PLANT_SIXTH) *legal &= (uint8_t)~west;
    for (int d = 0; planted == PLANT_AHEAD && d < TP_DIRECTIONS; d++) {
      table[0].steps[d][neighborhood] &= (uint8_t)~south;
      table[0].onward[d][neighborhood] &= (uint8_t)~south;
    }
  }
  moves->table = table;
}

/* The first user of the avoided units does not learn that units have moved. */
void plant_in_overlay(tp_Navmap *nav) {
  tp_PartState *upkeep = &nav->part[nav->cells ? TP_PART_CELLS : TP_PART_MASK];
  if (upkeep->block) {
    upkeep->also_seen = tp_avoided_mask(nav->avoided)->changes.now;
  }
}

void plant_in_basis(tp_Search *s) {
  const tp_Navmap *nav = s->navmap;
  if (planted != PLANT_BASIS || s->costs != nav->costs.version) return;
  if (s->plan.row == &tp_astar && !s->plan.has_edges) {
    s->revision = tp_navmap_revision(nav);
  }
}

void plant_in_goals(tp_Search *s) {
  if (planted == PLANT_OFFSET) s->plan.heuristic.offset = 0;
}

void plant_in_escape(tp_Search *s, tp_Query query) {
  const tp_Cell exit = s->escape.way.exit;
  if (s->escape.way.length == 0) return;
  if (planted == PLANT_LINK_COST) s->escape.cost += s->navmap->costs.dearest;
  if (planted != PLANT_PASSED) return;
  tp_mask_write(s->navmap->mask, exit.x, exit.y, false);
  tp_search_begin(s, s->navmap, query);
  tp_mask_write(s->navmap->mask, exit.x, exit.y, true);
}

void plant_in_notes(tp_Search *s) {
  const tp_Goals *goals = s->ends.goals;
  if (planted != PLANT_NOTED || s->plan.kind != TP_PLAN_SEVERAL) return;
  if (!goals) return;
  tp_Ranked *list = goals->list;
  list[goals->count - 1] = list[0];
}

/* Only for a query with the start of the last one: another query would follow
 * predecessors out of the map. */
void plant_in_search(tp_Search *s, const tp_Navmap *nav, tp_Cell start) {
  tp_JumpNodes *nodes = s->block[TP_SLOT_JUMP_NODES];
  if (!nodes) return;
  bool same_start = tp_same_cell(s->plan.query.start, start);
  if (planted == PLANT_STAMP && same_start && s->plan.algorithm == TP_JPS &&
      s->revision == tp_grid_revision(nav->grid)) {
    nodes->now.version++;
  }
}

void plant_in_field(tp_FieldBuild *build, tp_Source *sources) {
  tp_Field *field = build->field;
  if (field->status != TP_FOUND) return;
  if (planted == PLANT_FIELD) field->seen = UINT64_MAX;
  if (planted == PLANT_COARSE) build->span.shift += 16;
  if (planted == PLANT_STUBBORN) build->work.reached *= 1000;
  for (uint32_t i = 0; planted == PLANT_GONE && i < field->asked.sources.count;
       i++) {
    sources[i] = (tp_Source){-1, -1, i, 0};
  }
  size_t middle = (size_t)field->area.w * (size_t)field->area.h / 2;
  uint64_t cost = tp_field_get(field, middle);
  if (planted == PLANT_SETTLED && cost > 0 && cost != TP_FAR) {
    tp_field_set(field, middle, cost - 1);
  }
  if (planted == PLANT_WAY && field->directions[middle]) {
    field->directions[middle] = (uint8_t)~field->directions[middle];
  }
}

void plant_in_fronts(tp_FieldBuild *build) {
  if (planted == PLANT_HASTY) build->prunes = true;
  if (planted == PLANT_REMEMBERED) build->forgets = false;
  if (planted != PLANT_FORGOTTEN || !build->block[TP_FIELD_BUCKETS]) return;
  tp_FieldQueue open = tp_build_frontier(build);
  if (open.list.live == 0) return;
  tp_fieldqueue_take(&open);
  tp_buckets_store(&open.list, open.buckets);
}

/* ---- landmarks ---------------------------------------------------------- */

/* Raises the number of a free cell above what a step allows. */
static void raise_number(const tp_Navmap *nav) {
  const tp_Landmarks *m = nav->landmarks;
  uint32_t *from = tp_distances_of(m, 0);
  for (int32_t y = 0; y < m->height; y++) {
    for (int32_t x = 0; x < m->width; x++) {
      uint32_t *number = &from[(size_t)y * (size_t)m->width + (size_t)x];
      if (*number == 0 || *number == TP_NO_DISTANCE) continue;
      if (!tp_mask_has(nav->mask, x, y)) continue;
      ++*number;
      return;
    }
  }
}

void plant_in_marks(tp_Navmap *nav) {
  tp_Landmarks *m = nav->landmarks;
  const tp_LandmarkMap map = tp_landmarkpart_map(nav);
  for (int i = 0; i < m->tables && planted == PLANT_TABLE; i++) {
    m->table[i].seen = map.now;
  }
  if (planted == PLANT_HIGH) raise_number(nav);
}

/* ---- ways back ---------------------------------------------------------- */

/* Gives a cell of the path another predecessor of the same cost. */
void plant_in_way_back(tp_Search *s) {
  const tp_Costs *costs = &s->plan.navmap->costs;
  if (planted != PLANT_POPS || s->status != TP_FOUND || !s->has_begun) return;
  if (s->plan.row != &tp_priced || tp_search_is_partial(s)) return;
  tp_Nodes *nodes = s->block[TP_SLOT_NODES];
  tp_Cell at = s->plan.query.goal;
  while (!tp_same_cell(at, s->plan.query.start)) {
    size_t here = tp_grid_index(s->plan.navmap->grid, at.x, at.y);
    uint64_t g = tp_node_g(&nodes->now, nodes->node[here]);
    unsigned steps = tp_navmap_steps(s->plan.navmap, at.x, at.y);
    int way = tp_node_came_by(nodes->node[here]);
    for (int d = 0; d < TP_DIRECTIONS; d++) {
      tp_Cell from = {at.x - tp_dx[d], at.y - tp_dy[d]};
      if (d == way || !(steps >> tp_opposite(d) & 1)) continue;
      uint64_t node =
          nodes->node[tp_grid_index(s->plan.navmap->grid, from.x, from.y)];
      uint64_t step = costs->step[tp_is_diagonal(d)][costs->class_of[here]];
      if (!tp_node_is_known(&nodes->now, node)) continue;
      if (tp_node_g(&nodes->now, node) + step != g) continue;
      nodes->node[here] = tp_node_key(tp_node_base(&nodes->now), g, d) | 1;
      return;
    }
    at = (tp_Cell){at.x - tp_dx[way], at.y - tp_dy[way]};
  }
}
