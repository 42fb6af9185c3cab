/* trace.c - paths from fields: from a cell to its goal, or from the start of a
 * reach to one of its cells.
 *
 * Costs fall with each step, so every way ends. Its cells are counted first;
 * then the table is made, as long as it has to be, and filled.
 */
#include "trace.h"

#include "../core/field/flow.h"

int trace_step(const tp_Field *f, const Finder *finder, tp_Cell c) {
  unsigned ways = tp_field_ways(f, &finder->navmap, c.x, c.y);
  return ways ? tp_flow_step(ways) : -1;
}

Trace trace_follow(const tp_Field *f, const Finder *finder, tp_Cell from) {
  const tp_Costs *costs = &finder->navmap.costs;
  Trace t = {f, finder, from, from, 1, 0};
  size_t steps[2] = {0, 0};
  double sum = 0, straight = 0, diagonal = 0;
  for (int d; (d = trace_step(f, finder, t.end)) >= 0; t.count++) {
    t.end.x += tp_dx[d];
    t.end.y += tp_dy[d];
    size_t to = tp_grid_index(finder->grid, t.end.x, t.end.y);
    int class = finder->navmap.ground[to];
    straight = costs->real[0][class];
    diagonal = costs->real[1][class];
    sum += tp_is_diagonal(d) ? diagonal : straight;
    steps[tp_is_diagonal(d)]++;
  }
  t.cost = sum;
  if (costs->uniform) {
    t.cost = tp_product((double)steps[0], straight) +
             tp_product((double)steps[1], diagonal);
  }
  return t;
}

void trace_push(lua_State *L, const Trace *t, tp_Sense sense, PathTable *path) {
  luaL_checkstack(L, 10, NULL);
  path_open(L, path, t->count);
  tp_Cell at = t->from;
  for (size_t i = 1; i <= t->count; i++) {
    bind_push_cell(L, t->finder->grid, at.x, at.y);
    path_set(L, path, sense == TP_BACKWARDS ? t->count + 1 - i : i);
    int d = i < t->count ? trace_step(t->field, t->finder, at) : -1;
    if (d < 0) break;
    at.x += tp_dx[d];
    at.y += tp_dy[d];
  }
  path_close(L, path);
}
