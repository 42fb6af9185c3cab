/* field.c - what a field tells.
 *
 * Only costs are kept. Ways are read off them where somebody asks, and noted:
 * so they do not depend on the order in which cells were settled, and a
 * repaired field is the same as a fresh one, ties and all. A field that runs
 * forwards keeps the steps by which it came: it owns what it tells, whatever
 * becomes of the map.
 *
 * 4 bytes a cell for costs (8 where they might not fit), 1 for ways.
 */
#include "field.h"

#include <string.h>

#include "edges.h"

/* Within loops over neighbours. */
TP_INLINE uint64_t cost_at(const tp_Field *f, int32_t x, int32_t y) {
  if (!tp_field_has(f, x, y)) return TP_FAR;
  return tp_field_get(f, tp_field_index(f, x, y));
}

uint64_t tp_field_cost(const tp_Field *f, int32_t x, int32_t y) {
  return cost_at(f, x, y);
}

/* The same with what links offer from there: steps come first. */
static tp_Offer offer_by_links(const tp_Field *f, const tp_Navmap *nav,
                               tp_Cell at, uint64_t below, tp_Offer least) {
  const tp_EdgeRange links = tp_navmap_links_from(nav, at.x, at.y);
  for (uint32_t i = 0; i < links.count; i++) {
    const tp_Edge *link = &links.first[i];
    const tp_Cell to = tp_unpack_cell(link->to);
    uint64_t by = tp_field_cost(f, to.x, to.y);
    if (by >= below) continue;
    uint64_t link_cost = tp_field_edge_cost(f->asked.factor, nav, link);
    if (link_cost == TP_FAR || by + link_cost > least.cost) continue;
    bool is_first = !least.steps && !least.link;
    if (by + link_cost < least.cost || is_first) {
      least = (tp_Offer){by + link_cost, 0, link};
    }
  }
  return least;
}

tp_Offer tp_field_offer(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                        uint64_t below, uint64_t most) {
  const tp_Grid *g = nav->grid;
  unsigned steps = tp_navmap_steps(nav, at.x, at.y), cheapest = 0;
  size_t here = tp_grid_index(g, at.x, at.y);
  uint64_t least = most;
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    const tp_Cell to = tp_beside(at, d);
    uint64_t by = cost_at(f, to.x, to.y);
    if (by >= below) continue;
    by += tp_field_step(f, nav, here, tp_grid_index(g, to.x, to.y), d);
    if (by > least) continue;
    if (by < least) cheapest = 0;
    least = by;
    cheapest |= 1u << d;
  }
  const tp_Offer offer = {least, cheapest, NULL};
  return nav->odd ? offer_by_links(f, nav, at, below, offer) : offer;
}

void tp_field_note_ways(tp_Field *f) {
  if (f->notes) return;
  memset(f->ways, 0, tp_field_cells(f));
  f->notes = true;
}

unsigned tp_field_ways(tp_Field *f, const tp_Navmap *nav, int32_t x,
                       int32_t y) {
  tp_Cell at = {x, y};
  uint64_t cost = tp_field_cost(f, x, y);
  if (cost == TP_FAR) return 0;
  size_t i = tp_field_index(f, x, y);
  if (f->asked.forward) return f->ways[i] == TP_CAME_BY_LINK ? 0 : f->ways[i];
  if (f->seen != nav->changes.now) {
    if (!tp_mask_has(nav->mask, x, y)) return 0;
    return tp_field_offer(f, nav, at, cost, TP_FAR).steps;
  }
  tp_field_note_ways(f);
  if (!f->ways[i]) {
    f->ways[i] = (uint8_t)tp_field_offer(f, nav, at, cost, cost).steps;
  }
  return f->ways[i];
}

/* The place among those by which it came that is the first at or after a cell.
 */
static uint32_t place_of(const tp_Field *f, uint32_t cell) {
  uint32_t low = 0, high = f->links;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (f->came[middle].to < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static const tp_Edge *came_by(const tp_Field *f, int32_t x, int32_t y) {
  if (f->ways[tp_field_index(f, x, y)] != TP_CAME_BY_LINK) return NULL;
  uint32_t cell = tp_pack_cell(x, y), i = place_of(f, cell);
  return i < f->links && f->came[i].to == cell ? &f->came[i] : NULL;
}

const tp_Edge *tp_field_link(const tp_Field *f, const tp_Navmap *nav, int32_t x,
                             int32_t y) {
  uint64_t cost = tp_field_cost(f, x, y);
  if (cost == TP_FAR) return NULL;
  if (f->asked.forward) return came_by(f, x, y);
  if (!tp_navmap_is_odd(nav, x, y)) return NULL;
  if (!tp_mask_has(nav->mask, x, y)) return NULL;
  uint64_t most = f->seen == nav->changes.now ? cost : TP_FAR;
  return tp_field_offer(f, nav, (tp_Cell){x, y}, cost, most).link;
}

uint32_t tp_field_count_links(const tp_Field *f) {
  uint32_t count = 0;
  for (size_t i = 0; i < tp_field_cells(f); i++) {
    count += f->ways[i] == TP_CAME_BY_LINK;
  }
  return count;
}

void tp_field_list_links(tp_Field *f, const tp_Navmap *nav, tp_Edge *block) {
  f->came = block;
  f->links = 0;
  for (size_t i = 0; i < tp_field_cells(f); i++) {
    if (f->ways[i] != TP_CAME_BY_LINK) continue;
    const tp_Cell at = tp_field_cell(f, i);
    const tp_EdgeRange links = tp_navmap_links_to(nav, at.x, at.y);
    for (uint32_t k = 0; k < links.count; k++) {
      const tp_Edge *link = &links.first[k];
      const tp_Cell from = tp_unpack_cell(link->from);
      uint64_t cost = tp_field_cost(f, from.x, from.y);
      uint64_t link_cost = tp_field_edge_cost(f->asked.factor, nav, link);
      if (cost == TP_FAR || link_cost == TP_FAR) continue;
      if (cost + link_cost != tp_field_get(f, i)) continue;
      block[f->links++] = *link;
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

/* ---- how large costs become --------------------------------------------- */

/* No cheapest way costs more by steps: none enters a cell twice. */
static uint64_t steps_bound(const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  const tp_Costs *c = &nav->costs;
  if (nav->costs.class_of != g->cells) return c->dearest * tp_grid_cells(g);
  bool four = tp_is_four(nav->profile.diagonal);
  uint64_t sum = 0;
  for (int word = 0; word < TP_CLASSES / 64; word++) {
    uint64_t used = nav->costs.classes.used.bits[word];
    for (; used; used &= used - 1) {
      int class = 64 * word + tp_lowest(used);
      uint64_t s = c->step[0][class], d = c->step[1][class];
      sum += (four || s > d ? s : d) * g->cell_count[class];
    }
  }
  return sum;
}

/* And by links: none takes one twice. */
static uint64_t bound(const tp_Navmap *nav) {
  return steps_bound(nav) + tp_edge_sum(nav).sum;
}

/* As many that no edit of a link or two makes it another number. Where costs
 * leave less room, a way by too many free links costs a unit more than it
 * should. */
int tp_field_hops(const tp_Navmap *nav) {
  enum { FEW = 7, MANY = 16 };
  const tp_EdgeSum sum = tp_edge_sum(nav);
  if (sum.free == 0) return 0;
  int hops = sum.free >> FEW ? MANY : FEW;
  uint64_t most = bound(nav);
  while (hops > 0 && most > UINT64_C(1) << (TP_FIELD_BITS - hops)) hops--;
  return hops;
}

uint64_t tp_field_finest(const tp_Navmap *nav) {
  const int hops = tp_field_hops(nav);
  uint64_t most = bound(nav), factor = UINT64_C(1) << 20;
  int bits = tp_lesser(TP_COST_BITS, TP_FIELD_BITS - hops);
  while (factor > 1 && most > (UINT64_C(1) << bits) / factor) factor /= 2;
  return factor << hops;
}

uint64_t tp_field_bound(const tp_FieldQuery *query, const tp_Navmap *nav) {
  return bound(nav) * query->factor + ((UINT64_C(1) << query->hops) - 1) +
         tp_sources_dearest(query->sources);
}
