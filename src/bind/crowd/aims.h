/* aims.h - which cells the units of a crowd are going to, so that each of those
 * who want to one place may have a cell of its own.
 */
#ifndef BIND_AIMS_H
#define BIND_AIMS_H

#include "crowd.h"

/* Does another unit of its crowd go to the cell, or rest in it? Of a large unit
 * all cells under it count. O(units), as all here. */
TP_FUNC bool tp_aims_are_taken(const Unit *unit, tp_Cell cell);

/* What is looked for. */
typedef struct Aims {
  tp_Cell place;
  bool (*will_do)(const void *context, tp_Cell cell); /* NULL: any */
  const void *context;
} Aims;

/* The nearest cell to the place, within some, that will do, to which the unit
 * has a way, and that no other one goes to or rests in. Of equally near ones
 * the first, row by row. The pathfinder knows the map, and its regions; where
 * the unit is was looked at. False: there is none. */
TP_FUNC bool tp_aims_find(const Unit *unit, const Aims *wanted, tp_Cell *found);

#endif
