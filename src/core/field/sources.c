/* sources.c - lists in order, and what is looked up in them by halves. */
#include "sources.h"

#include "../base/sort.h"

static bool source_is_before(const void *one, const void *other) {
  const tp_Source *a = one, *b = other;
  if (a->y != b->y) return a->y < b->y;
  if (a->x != b->x) return a->x < b->x;
  if (a->cost != b->cost) return a->cost < b->cost;
  return a->number < b->number;
}

void tp_sources_sort(tp_Source *list, uint32_t count) {
  tp_sort(list, count, sizeof *list, source_is_before);
}

bool tp_sources_equal(tp_Sources a, tp_Sources b) {
  if (a.count != b.count) return false;
  for (uint32_t i = 0; i < a.count; i++) {
    const tp_Source *s = &a.list[i], *t = &b.list[i];
    if (s->x != t->x || s->y != t->y || s->cost != t->cost) return false;
  }
  return true;
}

uint64_t tp_sources_dearest(tp_Sources sources) {
  uint64_t dearest = 0;
  for (uint32_t i = 0; i < sources.count; i++) {
    if (sources.list[i].cost > dearest) dearest = sources.list[i].cost;
  }
  return dearest;
}

static bool number_is_before(const void *a, const void *b) {
  return *(const uint32_t *)a < *(const uint32_t *)b;
}

uint32_t tp_sources_regions(tp_Sources sources, tp_Navmap *nav,
                            uint32_t *regions) {
  uint32_t found = 0, distinct = 0;
  tp_navmap_prepare(nav, TP_CROSSED);
  tp_navmap_look(nav, sources.count);
  for (uint32_t i = 0; i < sources.count; i++) {
    const tp_Source *s = &sources.list[i];
    if (!tp_mask_can_enter(nav->mask, s->x, s->y)) continue;
    regions[found++] = tp_navmap_region(nav, s->x, s->y);
  }
  tp_sort(regions, found, sizeof *regions, number_is_before);
  for (uint32_t i = 0; i < found; i++) {
    if (i == 0 || regions[i] != regions[i - 1]) {
      regions[distinct++] = regions[i];
    }
  }
  return distinct;
}

bool tp_sources_connect(const uint32_t *regions, uint32_t count,
                        const tp_Navmap *nav, tp_Cell cell) {
  const uint32_t region = tp_navmap_region(nav, cell.x, cell.y);
  const tp_RegionSet set = {regions, count, NULL};
  return tp_region_is_in(set, region) ||
         tp_region_is_in(tp_navmap_behind(nav, set), region);
}
