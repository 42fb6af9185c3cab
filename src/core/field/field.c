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

uint64_t tp_field_cost(const tp_Field *f, int32_t x, int32_t y) {
  if (!tp_field_has(f, x, y)) return TP_FAR;
  return tp_field_get(f, tp_field_index(f, x, y));
}

tp_Offer tp_field_offer(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                        uint64_t below, uint64_t most) {
  const tp_Grid *g = nav->grid;
  unsigned steps = tp_navmap_steps(nav, at.x, at.y);
  size_t here = tp_grid_index(g, at.x, at.y);
  tp_Offer least = {most, 0};
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    int32_t x = at.x + tp_dx[d], y = at.y + tp_dy[d];
    uint64_t by = tp_field_cost(f, x, y);
    if (by >= below) continue;
    by += tp_field_step(f, nav, here, tp_grid_index(g, x, y), d);
    if (by > least.cost) continue;
    if (by < least.cost) least = (tp_Offer){by, 0};
    least.steps |= 1u << d;
  }
  return least;
}

unsigned tp_field_ways(tp_Field *f, const tp_Navmap *nav, int32_t x,
                       int32_t y) {
  tp_Cell at = {x, y};
  uint64_t cost = tp_field_cost(f, x, y);
  if (cost == TP_FAR) return 0;
  size_t i = tp_field_index(f, x, y);
  if (f->asked.forward) return f->ways[i];
  if (f->seen != nav->changes.now) {
    if (!tp_mask_has(nav->mask, x, y)) return 0;
    return tp_field_offer(f, nav, at, cost, TP_FAR).steps;
  }
  if (!f->ways[i]) {
    f->ways[i] = (uint8_t)tp_field_offer(f, nav, at, cost, cost).steps;
  }
  return f->ways[i];
}

bool tp_field_is_end(const tp_Field *f, const tp_Navmap *nav, int32_t x,
                     int32_t y) {
  if (tp_field_cost(f, x, y) == TP_FAR) return false;
  return f->asked.sources.count == 0 || f->seen == nav->changes.now ||
         tp_field_source(f, x, y) >= 0;
}

/* ---- how large costs become --------------------------------------------- */

/* No cheapest way costs more: none enters a cell twice. */
static uint64_t bound(const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  const tp_Costs *c = &nav->costs;
  if (nav->costs.class_of != g->cells) return c->dearest * tp_grid_cells(g);
  bool four = nav->profile.diagonal == TP_NEVER;
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

uint64_t tp_field_finest(const tp_Navmap *nav) {
  uint64_t most = bound(nav), factor = UINT64_C(1) << 20;
  while (factor > 1 && most > (UINT64_C(1) << TP_COST_BITS) / factor) {
    factor /= 2;
  }
  return factor;
}

uint64_t tp_field_bound(const tp_FieldQuery *query, const tp_Navmap *nav) {
  return bound(nav) * query->factor + tp_sources_dearest(query->sources);
}
