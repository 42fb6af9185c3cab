/* regions.h - the connected components of the map: is there a path at all? */
#pragma once

#include "../agent/fencedsteps.h"

typedef struct tp_Regions tp_Regions;

/* The directed graph of regions, and the result of following it
 * (regiongraph.h). */
typedef struct tp_Graph tp_Graph;
typedef struct tp_GroupSet tp_GroupSet;

/* Some regions, in rising order; and those to which arcs lead. */
typedef struct tp_RegionSet {
  const uint32_t *region; /* NULL: all regions */
  uint32_t count;
  const tp_GroupSet *beyond; /* NULL: none */
} tp_RegionSet;

/* The source of the regions. */
typedef struct tp_RegionMap {
  const tp_Mask *mask;
  const tp_FencedSteps *fences; /* NULL: no step is fenced off */
  const tp_Mask *irregular;     /* only these have fences */
  tp_ChangeLog *touched; /* a log of where cells may have changed their region,
                            or its number; NULL: no log is kept */
  uint64_t version;      /* of the regions, which grows with each update */
} tp_RegionMap;

/* The index of a region in a list in rising order; `count` if it is missing. */
TP_INLINE uint32_t tp_region_place(const uint32_t *list, uint32_t count,
                                   uint32_t region) {
  uint32_t low = 0, high = count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (list[middle] < region) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < count && list[low] == region ? low : count;
}

/* Regions recorded in so many bits. If there are more regions, several share a
 * bit: all that were recorded are in it, and perhaps some more. */
enum { TP_RECORDED_BITS = 1 << 16 };

TP_INLINE void tp_region_record(uint64_t *recorded, uint32_t region) {
  recorded[region % TP_RECORDED_BITS / 64] |= UINT64_C(1) << region % 64;
}

TP_INLINE bool tp_region_is_recorded(const uint64_t *recorded,
                                     uint32_t region) {
  return recorded[region % TP_RECORDED_BITS / 64] >> region % 64 & 1;
}

/* `fenced`: with room for the parts between fences; hexagons need it. */
TP_FUNC size_t tp_regions_bytes(int32_t width, int32_t height, bool fenced);

/* Prepares the regions of a mask of that size, all yet to be found, in
 * tp_regions_bytes(width, height, fenced) bytes at r. Cells are connected by
 * legal steps that are fenced off in neither direction. */
TP_FUNC void tp_regions_init(tp_Regions *r, int32_t width, int32_t height,
                             bool fenced, tp_Diagonal rule, tp_Stagger stagger);

/* Do the regions use fences? */
TP_FUNC bool tp_regions_are_fenced(const tp_Regions *r);

/* Finds the regions again after cells of the rectangles (which lie inside) or
 * their fences may have changed. If a fence has changed, both cells of the step
 * lie in one rectangle. */
TP_FUNC void tp_regions_update(tp_Regions *r, const tp_RegionMap *map,
                               const tp_Rect *rects, int count);

/* May cells of that tile of 32 x 32 cells, counted from 0, have changed their
 * region, or its number, since that version? */
TP_FUNC bool tp_regions_have_changed(const tp_Regions *r, tp_Cell tile,
                                     uint64_t since);

/* The region of a free cell: equal numbers, connected cells. The regions are up
 * to date with the mask. */
TP_FUNC uint32_t tp_regions_of(const tp_Regions *r, const tp_Mask *mask,
                               int32_t x, int32_t y);
