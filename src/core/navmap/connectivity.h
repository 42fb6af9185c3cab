/* connectivity.h - which cells of a navmap are connected. */
#pragma once

#include "navmap.h"

/* Is there a path from one free cell to another? With TP_CONNECTED, as below.
 */
TP_FUNC bool tp_navmap_connects(const tp_Navmap *navmap, tp_Cell from,
                                tp_Cell to);

/* The regions that can be reached from a set, or if `backwards` those from
 * which the set can be reached, with the set itself. Valid as long as `groups`,
 * which the caller provides, and the navmap. */
TP_FUNC tp_RegionSet tp_navmap_linked(const tp_Navmap *navmap, tp_RegionSet set,
                                      bool backwards, tp_GroupSet *groups);

/* The regions that can be reached from a free cell's region. */
TP_FUNC tp_RegionSet tp_navmap_home(const tp_Navmap *navmap, tp_Cell from,
                                    tp_GroupSet *groups);

/* The group of regions with ways both ways between them to which a region
 * belongs, from 1; 0: it has no other ways than two-way steps. With
 * TP_CONNECTED, as below. */
TP_FUNC uint32_t tp_navmap_group(const tp_Navmap *navmap, uint32_t region);

/* Are these regions exact? If not, some may be too many. */
TP_FUNC bool tp_navmap_tells_reach(const tp_Navmap *navmap);

/* The first cell of a row after x that steps along the row do not connect with
 * x; `end` if there is none before. */
TP_FUNC int32_t tp_navmap_row_end(const tp_Navmap *navmap, int32_t y, int32_t x,
                                  int32_t end);
