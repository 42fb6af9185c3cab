/* census.h - the regions of a map with numbers, and the number of cells of
 * each. */
#ifndef TP_CENSUS_H
#define TP_CENSUS_H

#include "../navmap/navmap.h"

/* Two cells belong to one region if two-way steps and two-way links connect
 * them. Regions are numbered from 1 by their first cells in reading order. */
typedef struct tp_Census {
  uint64_t numbering; /* of the navmap, when the census was taken */
  uint32_t slots;     /* a power of two */
  uint32_t count;     /* of regions */
} tp_Census;

/* The slots to begin with (NULL), or after a census that was too small. */
TP_FUNC uint32_t tp_census_slots(const tp_Navmap *navmap,
                                 const tp_Census *small);

/* Prepares an empty census in a block of tp_census_bytes(slots). */
TP_FUNC size_t tp_census_bytes(uint32_t slots);
TP_FUNC void tp_census_init(tp_Census *census, uint32_t slots);

/* Counts all regions, unless they are as they were; false if the census is too
 * small. The navmap's regions are up to date, here and below. */
TP_FUNC bool tp_census_take(tp_Census *census, const tp_Navmap *navmap);

/* The region of a free cell. */
TP_FUNC uint32_t tp_census_region(tp_Census *census, const tp_Navmap *navmap,
                                  int32_t x, int32_t y);

/* The number of cells of a region. */
TP_FUNC uint32_t tp_census_size(tp_Census *census, uint32_t region);

#endif
