/* regions.h - which cells are connected: whether there is a way at all. */
#ifndef TP_REGIONS_H
#define TP_REGIONS_H

#include "../agent/mask.h"
#include "../base/work.h"

typedef struct tp_Regions tp_Regions;

/* Some regions, in rising order. */
typedef struct tp_RegionSet {
  const uint32_t *region; /* NULL: all of them */
  uint32_t count;
} tp_RegionSet;

/* The place of a region in a set that is a list; its count: it is not in it. */
TP_INLINE uint32_t tp_region_place(tp_RegionSet set, uint32_t region) {
  uint32_t low = 0, high = set.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (set.region[middle] < region) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < set.count && set.region[low] == region ? low : set.count;
}

TP_INLINE bool tp_region_is_in(tp_RegionSet set, uint32_t region) {
  return !set.region || tp_region_place(set, region) < set.count;
}

TP_FUNC size_t tp_regions_bytes(int32_t width, int32_t height);

/* Regions of a mask of that size, all yet to be found, in
 * tp_regions_bytes(width, height) bytes at r. `eight`: cells that touch at a
 * corner are connected (the rule "always"); else only those that share a side
 * (under the other rules a legal diagonal step has a free cell beside it). */
TP_FUNC void tp_regions_init(tp_Regions *r, int32_t width, int32_t height,
                             bool eight);

/* Finds the regions again after cells of the work's rectangles (which lie
 * inside) may have changed, and may still do. Is it done, within the budget? */
TP_FUNC bool tp_regions_update(tp_Regions *r, const tp_Mask *mask,
                               tp_Work *work, uint64_t *budget);

/* The region of an enterable cell: equal numbers, connected cells. The regions
 * are up to date with the mask. */
TP_FUNC uint32_t tp_regions_of(const tp_Regions *r, const tp_Mask *mask,
                               int32_t x, int32_t y);

#endif
