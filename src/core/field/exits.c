/* exits.c - which exits count: a cell's way is the one over the fewest blocked
 * cells, and of those the cheapest. All cells of a region have the same exits
 * to choose from, so the nearest of these count, and a field from all of them
 * at once chooses among those. n log n steps for n exits, 56 bytes each.
 */
#include "exits.h"

#include "../base/order.h"

size_t tp_exits_bytes(const tp_Escape *e) {
  return e->exits * (sizeof(tp_Source) + 2 * sizeof(tp_Ranked));
}

tp_Sources tp_exits_sources(const tp_Escape *e, void *block) {
  tp_Source *sources = block;
  tp_Ranked *list = (tp_Ranked *)(void *)(sources + e->exits);
  tp_Ranked *spare = list + e->exits;
  uint32_t count = 0, nearest = 0, region = 0;
  for (uint32_t i = 0; i < e->exits; i++) {
    list[i] = (tp_Ranked){tp_escape_exit(e, i)->region, i, 0};
  }
  tp_order(list, spare, e->exits);
  for (uint32_t i = 0; i < e->exits; i++) {
    const tp_Exit *exit = tp_escape_exit(e, list[i].number);
    if (i == 0 || exit->region != region) nearest = exit->steps;
    region = exit->region;
    if (exit->steps > nearest) continue;
    uint64_t row = (uint64_t)exit->at.y, column = (uint64_t)exit->at.x;
    list[count++] = (tp_Ranked){row << 32 | column, list[i].number, 0};
  }
  tp_order(list, spare, count);
  for (uint32_t i = 0; i < count; i++) {
    const tp_Exit *exit = tp_escape_exit(e, list[i].number);
    sources[i] = (tp_Source){exit->at.x, exit->at.y, 0, exit->cost};
  }
  return (tp_Sources){sources, count};
}

static bool next_leg(const void *source, tp_Backtrace *b, tp_Leg *leg) {
  const tp_TraceOut *t = source;
  const tp_Route inside = tp_trace_route(&t->trace, b->at);
  if (b->blocked == 0 && inside.next_leg(inside.source, b, leg)) return true;
  if (!t->escape || !tp_escape_leg(t->escape, &b->at, leg)) return false;
  b->blocked += (uint32_t)leg->length;
  return true;
}

tp_Route tp_exits_route(const tp_TraceOut *t, tp_Cell from) {
  tp_Route route = tp_trace_route(&t->trace, from);
  route.source = t;
  route.next_leg = next_leg;
  return route;
}
