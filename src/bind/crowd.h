/* crowd.h - crowds and their units, for all that asks who stands where. */
#ifndef BIND_CROWD_H
#define BIND_CROWD_H

#include "../core/agent/avoided.h"
#include "finder.h"

/* Who stands where on one grid, which a slot keeps alive. */
typedef struct Crowd {
  tp_Grid *grid;
  tp_Occupancy *occupancy; /* a block */
  uint32_t units;
} Crowd;

/* One that stands there, whose crowd and pathfinder slots keep alive. */
typedef struct Unit {
  Crowd *crowd; /* NULL: it was removed */
  Finder *finder;
  uint32_t id;   /* by which the crowd's occupancy knows it */
  tp_Rect cells; /* all that it holds lies there, inside     */
  double x, y;   /* in the world: the middle of its body     */
} Unit;

/* For a query that does not count it; of one that was not removed. */
TP_INLINE tp_Excepted unit_excepted(const Unit *unit) {
  return (tp_Excepted){unit->crowd->occupancy, unit->cells, unit->id};
}

#endif
