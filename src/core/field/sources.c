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

int64_t tp_sources_find(const tp_Source *list, uint32_t count, int32_t x,
                        int32_t y) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    const tp_Source *s = &list[middle];
    if (s->y < y || (s->y == y && s->x < x)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  bool is_there = low < count && list[low].x == x && list[low].y == y;
  return is_there ? (int64_t)low : -1;
}

static bool number_is_before(const void *a, const void *b) {
  return *(const uint32_t *)a < *(const uint32_t *)b;
}

uint32_t tp_sources_regions(const tp_Source *list, uint32_t count,
                            tp_Navmap *nav, uint32_t *regions) {
  uint32_t found = 0, distinct = 0;
  tp_navmap_prepare(nav, TP_REGIONS);
  for (uint32_t i = 0; i < count; i++) {
    const tp_Source *s = &list[i];
    if (!tp_mask_can_enter(nav->mask, s->x, s->y)) continue;
    regions[found++] = tp_regions_of(nav->regions, nav->mask, s->x, s->y);
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
  uint32_t region = tp_regions_of(nav->regions, nav->mask, cell.x, cell.y);
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (regions[middle] < region) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < count && regions[low] == region;
}
