/* derived.h - the parts of every navmap that follow from its mask alone. */
#ifndef TP_DERIVED_H
#define TP_DERIVED_H

#include "navmap.h"

TP_FUNC const tp_PartRow tp_part_regions, tp_part_twocore, tp_part_jumps;

TP_INLINE bool tp_part_always(const tp_Navmap *navmap) {
  (void)navmap;
  return true;
}

#endif
