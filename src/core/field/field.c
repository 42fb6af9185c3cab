/* field.c - reads a field.
 *
 * Only costs are kept. Directions are derived from them on demand and recorded.
 * So they do not depend on the order in which cells were settled, and a
 * repaired field equals a fresh one, also in ties. A forward field keeps its
 * steps: it stays valid whatever happens to the map.
 *
 * 4 bytes a cell for costs (8 if they might not fit), 1 for directions.
 */
#include "field.h"

#include <string.h>

tp_Offer tp_field_offer(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                        uint64_t below, uint64_t most, tp_Edge *edge) {
  const tp_Grid *g = nav->grid;
  unsigned steps = tp_navmap_steps(nav, at.x, at.y), cheapest = 0;
  size_t here = tp_grid_index(g, at.x, at.y);
  uint64_t least = most;
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    const tp_Cell to = tp_beside(at, d);
    uint64_t by = tp_field_cost(f, to.x, to.y);
    if (by >= below) continue;
    by += tp_field_step(f, nav, here, tp_grid_index(g, to.x, to.y), d);
    if (by > least) continue;
    if (by < least) cheapest = 0;
    least = by;
    cheapest |= 1u << d;
  }
  tp_Offer offer = {least, cheapest, false};
  if (!tp_navmap_is_irregular(nav, at.x, at.y)) return offer;
  /* By edges from the cell: of equal offers steps win. */
  for (tp_EdgeIter it = tp_edges_from(nav, at); tp_edges_next(&it);) {
    const tp_Cell to = tp_unpack_cell(it.edge.to);
    uint64_t by = tp_field_cost(f, to.x, to.y);
    if (by >= below) continue;
    by += tp_field_edge_cost(f, &it.edge);
    bool is_first = !offer.steps && !offer.by_edge;
    if (by > offer.cost || (by == offer.cost && !is_first)) continue;
    offer = (tp_Offer){by, 0, true};
    if (edge) *edge = it.edge;
  }
  return offer;
}

void tp_field_record_directions(tp_Field *f) {
  if (f->has_directions) return;
  memset(f->directions, 0, tp_field_cells(f));
  f->has_directions = true;
}

/* The most that an offer to a cell may cost. After an edit it may be any, but a
 * goal stays an end. */
static uint64_t most_offer(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                           uint64_t cost) {
  const bool is_end =
      f->seen == nav->changes.now || tp_field_source(f, at.x, at.y) >= 0;
  return is_end ? cost : TP_FAR;
}

unsigned tp_field_directions(tp_Field *f, const tp_Navmap *nav, int32_t x,
                             int32_t y) {
  tp_Cell at = {x, y};
  uint64_t cost = tp_field_cost(f, x, y);
  if (cost == TP_FAR) return 0;
  size_t i = tp_field_index(f, x, y);
  if (f->asked.forward)
    return f->directions[i] == TP_CAME_BY_LINK ? 0 : f->directions[i];
  if (f->seen != nav->changes.now) {
    if (!tp_mask_has(nav->mask, x, y)) return 0;
    const uint64_t most = most_offer(f, nav, at, cost);
    return tp_field_offer(f, nav, at, cost, most, NULL).steps;
  }
  tp_field_record_directions(f);
  if (!f->directions[i]) {
    f->directions[i] =
        (uint8_t)tp_field_offer(f, nav, at, cost, cost, NULL).steps;
  }
  return f->directions[i];
}

bool tp_field_edge(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                   tp_Edge *edge) {
  uint64_t cost = tp_field_cost(f, at.x, at.y);
  if (cost == TP_FAR) return false;
  if (!f->asked.forward) {
    if (!tp_navmap_is_irregular(nav, at.x, at.y)) return false;
    if (!tp_mask_has(nav->mask, at.x, at.y)) return false;
    const uint64_t most = most_offer(f, nav, at, cost);
    return tp_field_offer(f, nav, at, cost, most, edge).by_edge;
  }
  if (f->directions[tp_field_index(f, at.x, at.y)] != TP_CAME_BY_LINK)
    return false;
  /* The first edge in `came` that leads to this cell or a later one. */
  const uint32_t cell = tp_pack_cell(at.x, at.y);
  uint32_t low = 0, high = f->edges;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (f->came[middle].to < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == f->edges || f->came[low].to != cell) return false;
  if (edge) *edge = f->came[low];
  return true;
}

uint32_t tp_field_count_edges(const tp_Field *f) {
  uint32_t count = 0;
  for (size_t i = 0; i < tp_field_cells(f); i++) {
    count += f->directions[i] == TP_CAME_BY_LINK;
  }
  return count;
}

void tp_field_list_edges(tp_Field *f, const tp_Navmap *nav, tp_Edge *block) {
  f->came = block;
  f->edges = 0;
  for (size_t i = 0; i < tp_field_cells(f); i++) {
    if (f->directions[i] != TP_CAME_BY_LINK) continue;
    const tp_Cell at = tp_field_cell(f, i);
    for (tp_EdgeIter it = tp_edges_to(nav, at); tp_edges_next(&it);) {
      const tp_Cell from = tp_unpack_cell(it.edge.from);
      uint64_t cost = tp_field_cost(f, from.x, from.y);
      if (cost == TP_FAR) continue;
      const uint64_t by = tp_field_edge_cost(f, &it.edge);
      if (tp_field_after(&f->asked, cost, by) != tp_field_get(f, i)) continue;
      block[f->edges++] = it.edge;
      break;
    }
  }
}

bool tp_field_is_end(const tp_Field *f, const tp_Navmap *nav, int32_t x,
                     int32_t y) {
  if (tp_field_cost(f, x, y) == TP_FAR) return false;
  return f->asked.sources.count == 0 || f->seen == nav->changes.now ||
         tp_field_source(f, x, y) >= 0;
}

/* (A step to a lower cost, as after an edit, does not count: an edit that was
 * undone changes nothing.) */
bool tp_field_ends_in(const tp_Field *f, tp_Cell at) {
  const uint64_t cost = tp_field_cost(f, at.x, at.y);
  if (cost == TP_FAR) return false;
  if (f->asked.sources.count > 0 && tp_field_source(f, at.x, at.y) < 0)
    return false;
  const tp_Offer offer = tp_field_offer(f, f->nav, at, cost, cost, NULL);
  return !offer.steps && !offer.by_edge;
}

/* ---- how large costs become --------------------------------------------- */

/* An upper bound of a cost: a cheapest path enters no cell twice, and takes no
 * edge twice. */
static uint64_t bound_of(const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  const tp_Costs *c = &nav->costs;
  const bool four = tp_is_four(nav->profile.diagonal);
  uint64_t sum = tp_edges_sum(nav).sum;
  if (c->class_of != g->cells) return sum + c->dearest * tp_grid_cells(g);
  for (int word = 0; word < TP_CLASSES / 64; word++) {
    uint64_t used = c->classes.used.bits[word];
    for (; used; used &= used - 1) {
      int class = 64 * word + tp_lowest(used);
      uint64_t s = c->step[0][class], d = c->step[1][class];
      sum += (four || s > d ? s : d) * g->cell_count[class];
    }
  }
  return sum;
}

/* Few values only, so that a new link or two rarely changes the number. If
 * costs leave less room, a path by too many free links costs a unit too
 * much. */
int tp_field_hops(const tp_Navmap *nav) {
  enum { FEW = 7, MANY = 16 };
  const tp_EdgeSum sum = tp_edges_sum(nav);
  if (sum.free == 0) return 0;
  int hops = sum.free >> FEW ? MANY : FEW;
  uint64_t most = bound_of(nav);
  while (hops > 0 && most > UINT64_C(1) << (TP_FIELD_BITS - hops)) hops--;
  return hops;
}

uint64_t tp_field_finest(const tp_Navmap *nav) {
  const int hops = tp_field_hops(nav);
  uint64_t most = bound_of(nav), factor = UINT64_C(1) << 20;
  int bits = tp_lesser(TP_COST_BITS, TP_FIELD_BITS - hops);
  while (factor > 1 && most > (UINT64_C(1) << bits) / factor) factor /= 2;
  return factor << hops;
}

uint64_t tp_field_bound(const tp_FieldQuery *query, const tp_Navmap *nav) {
  const tp_Sources *sources = &query->sources;
  uint64_t dearest = 0;
  for (uint32_t i = 0; i < sources->count; i++) {
    if (sources->list[i].cost > dearest) dearest = sources->list[i].cost;
  }
  /* A path waits for less than the step or edge costs that comes next. */
  return (bound_of(nav) * query->factor << (query->turn > 0)) +
         ((UINT64_C(1) << query->hops) - 1) + dearest;
}
