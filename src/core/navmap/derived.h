/* derived.h - what every navmap has alike: the parts that follow from its mask
 * alone, and room for the masks.
 */
#ifndef TP_DERIVED_H
#define TP_DERIVED_H

#include "navmap.h"

TP_FUNC const tp_PartRow tp_part_regions, tp_part_twocore, tp_part_jumps;

/* For parts that follow the mask: odd cells have come, which they follow from
 * now on. */
TP_FUNC void tp_part_follow_odd(tp_Navmap *navmap);

/* Of the parts that are masks: TP_PART_CELLS and TP_PART_MASK. */
TP_FUNC size_t tp_part_mask_bytes(const tp_Navmap *navmap);
TP_FUNC void tp_part_init_cells(tp_Navmap *navmap, void *block);
TP_FUNC void tp_part_init_mask(tp_Navmap *navmap, void *block);

TP_INLINE bool tp_part_always(const tp_Navmap *navmap) {
  (void)navmap;
  return true;
}

#endif
