/* traffic.h - what steps cost where many units plan to go. A search that pays
 * these costs finds a way around the crowded cells, if that is worth it.
 */
#pragma once

#include "simstate.h"

/* All zero: nothing is counted yet. */
typedef struct tp_Traffic {
  uint64_t counted;        /* when the paths were counted */
  uint64_t sum, passed;    /* paths through all cells; cells with any */
  int32_t most, usual;     /* paths through a cell */
  int32_t levels;          /* of the costs */
  int32_t width;           /* of the map */
  size_t cells;            /* of the map */
  const tp_Navmap *navmap; /* whose costs these are; NULL: none yet */
  uint64_t revision;       /* of that navmap */
  tp_Costs costs;
  uint8_t paths[]; /* planned through each cell; then the cells' classes */
} tp_Traffic;

TP_FUNC size_t tp_traffic_bytes(size_t cells);

/* The costs for a unit of a crowd, whose navmap is up to date. They are valid
 * until the next call. NULL: no cell is crowded, or there are too few units. */
TP_FUNC const tp_Costs *tp_traffic_costs(tp_Traffic *traffic, const tp_Sim *sim,
                                         uint32_t id);

/* A unit got that path. */
TP_FUNC void tp_traffic_add(tp_Traffic *traffic, const tp_UnitPath *path);
