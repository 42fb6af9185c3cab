/* nearest.h - the free cell nearest to a rectangle. */
#pragma once

#include "../agent/metric.h"
#include "../navmap/navmap.h"

/* What "near" means, and which cells are candidates. */
typedef struct tp_Nearest {
  tp_Rect to;              /* anywhere, and not empty */
  const tp_Metric *metric; /* NULL: the distance of centres, squared */
  const tp_Mask *among;    /* only these free cells; NULL: all */
  tp_RegionSet regions;    /* up to date, unless it is all regions */
  /* Is a cell of the regions, at distance `least` or more, acceptable? One call
   * for each cell that may be the nearest. NULL: all are. */
  bool (*will_do)(void *context, int32_t x, int32_t y);
  uint64_t least;
  void *context;
} tp_Nearest;

/* The least distance of a candidate, if it is below `best`, and the first such
 * cell in reading order. Otherwise `best`. `to` is less than 2^30 away. */
TP_FUNC uint64_t tp_nearest(const tp_Navmap *navmap, const tp_Nearest *near,
                            uint64_t best, tp_Cell *cell);
