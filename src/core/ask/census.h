/* census.h - the regions of a map, numbered, and how many cells each has. */
#ifndef TP_CENSUS_H
#define TP_CENSUS_H

#include "../navmap/navmap.h"

/* Cells belong to one region if one can come from each to the other by steps
 * that lead both ways and by links that lead both ways. Regions are numbered
 * from 1 by their first cells in reading order. */
typedef struct tp_Census {
  uint64_t numbering; /* of the navmap, when it was taken */
  uint32_t slots;     /* a power of two                   */
  uint32_t count;     /* of regions                       */
} tp_Census;

/* The slots to begin with (NULL), or after a census that was too small. */
TP_FUNC uint32_t tp_census_slots(const tp_Navmap *navmap,
                                 const tp_Census *small);

/* An empty one in a block of tp_census_bytes(slots). */
TP_FUNC size_t tp_census_bytes(uint32_t slots);
TP_FUNC void tp_census_init(tp_Census *census, uint32_t slots);

/* False if there are too many regions for it. The navmap's own are up to date,
 * here and below. */
TP_FUNC bool tp_census_take(tp_Census *census, const tp_Navmap *navmap);

/* Has nothing changed since it was taken? */
TP_FUNC bool tp_census_is_current(const tp_Census *census,
                                  const tp_Navmap *navmap);

/* The region of a cell that may be entered. */
TP_FUNC uint32_t tp_census_region(tp_Census *census, const tp_Navmap *navmap,
                                  int32_t x, int32_t y);

/* The cells of a region. */
TP_FUNC uint32_t tp_census_size(tp_Census *census, uint32_t region);

#endif
