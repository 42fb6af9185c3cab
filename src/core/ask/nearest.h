/* nearest.h - the cell nearest to others, of those that may be entered. */
#ifndef TP_NEAREST_H
#define TP_NEAREST_H

#include "../agent/metric.h"
#include "../navmap/navmap.h"

/* What "near" means, and of which cells the nearest is wanted. */
typedef struct tp_Nearest {
  tp_Rect to;              /* anywhere, and not empty                    */
  const tp_Metric *metric; /* NULL: the distance of centres, squared     */
  tp_RegionSet regions;    /* which are up to date, unless it is all     */
  /* Will a cell do that is in these, at `least` as far away? Asked once a cell
   * that might be the nearest. NULL: each will. */
  bool (*will_do)(void *context, int32_t x, int32_t y);
  uint64_t least;
  void *context;
} tp_Nearest;

/* The least distance below `best` that a cell has, and the first such cell in
 * reading order; `best` where there is none. `to` is less than 2^30 away. */
TP_FUNC uint64_t tp_nearest(const tp_Navmap *navmap, const tp_Nearest *near,
                            uint64_t best, tp_Cell *cell);

#endif
