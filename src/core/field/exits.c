/* exits.c - which exits count: a cell's way is the one over the fewest blocked
 * cells, and of those the cheapest. All cells of a region have the same exits to
 * choose from, so the nearest of these count, and a field from all of them at
 * once chooses among those. n log n steps for n exits.
 */
#include "exits.h"

#include "../base/sort.h"

static bool comes_before(const void *a, const void *b) {
  const tp_Exit *one = a, *other = b;
  if (one->region != other->region) return one->region < other->region;
  if (one->steps != other->steps) return one->steps < other->steps;
  if (one->at.y != other->at.y) return one->at.y < other->at.y;
  return one->at.x < other->at.x;
}

uint32_t tp_exits_sources(tp_Escape *e, tp_Source *sources) {
  tp_Exit *exit = e->block[TP_ESCAPE_EXITS];
  uint32_t count = 0, first = 0;
  tp_sort(exit, e->exits, sizeof *exit, comes_before);
  for (uint32_t i = 0; i < e->exits; i++) {
    if (exit[i].region != exit[first].region) first = i;
    if (exit[i].steps != exit[first].steps) continue;
    sources[count++] = (tp_Source){exit[i].at.x, exit[i].at.y, 0, exit[i].cost};
  }
  tp_sources_sort(sources, count);
  return count;
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
