/* connectivity.c - which cells of a navmap are connected. */
#include "connectivity.h"

#include "navmap.h"

tp_RegionSet tp_navmap_linked(const tp_Navmap *nav, tp_RegionSet set,
                              bool backwards, tp_GroupSet *groups) {
  TP_ASSERT(tp_navmap_is_ready(nav, TP_CONNECTED));
  if (!set.region || !tp_navmap_may_have(nav, TP_PART_GRAPH)) return set;
  tp_graph_follow(nav->graph, set.region, set.count, backwards, groups);
  set.beyond = groups;
  return set;
}

tp_RegionSet tp_navmap_home(const tp_Navmap *nav, tp_Cell from,
                            tp_GroupSet *groups) {
  groups->start_region[0] = tp_navmap_region(nav, from.x, from.y);
  const tp_RegionSet home = {groups->start_region, 1, NULL};
  return tp_navmap_linked(nav, home, false, groups);
}

uint32_t tp_navmap_group(const tp_Navmap *nav, uint32_t region) {
  TP_ASSERT(tp_navmap_is_ready(nav, TP_CONNECTED));
  if (!tp_navmap_may_have(nav, TP_PART_GRAPH)) return 0;
  return tp_graph_group(nav->graph, region);
}

bool tp_navmap_tells_reach(const tp_Navmap *nav) {
  return !tp_navmap_may_have(nav, TP_PART_GRAPH) || nav->graph->shift == 0;
}

bool tp_navmap_connects(const tp_Navmap *nav, tp_Cell from, tp_Cell to) {
  tp_GroupSet groups;
  const uint32_t goal = tp_navmap_region(nav, to.x, to.y);
  if (tp_navmap_region(nav, from.x, from.y) == goal) return true;
  return tp_region_is_in(tp_navmap_home(nav, from, &groups), goal);
}

int32_t tp_navmap_row_end(const tp_Navmap *nav, int32_t y, int32_t x,
                          int32_t end) {
  end = tp_mask_run_end(nav->mask, y, x, end);
  if (!nav->fences) return end;
  while (++x < end) {
    unsigned fences =
        tp_navmap_fenced(nav, x, y) | tp_navmap_fenced_into(nav, x, y);
    if (fences >> TP_W & 1) return x;
  }
  return end;
}
