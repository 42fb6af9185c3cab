/* destinations.h - finds a cell that is no other unit's destination. */
#pragma once

#include "crowd.h"

/* The cell to look for. */
typedef struct Destination {
  tp_Cell place;
  bool (*will_do)(const void *context, tp_Cell cell); /* NULL: any cell */
  const void *context;
} Destination;

/* Is the cell the goal of another unit of the crowd, or does one rest in it?
 * For large units all cells under them count. O(units), as the next
 * function. */
TP_FUNC bool tp_destinations_are_taken(const Unit *unit, tp_Cell cell);

/* The nearest cell to the place, within a limit, that is wanted, that the unit
 * can reach, and that is not taken as above. Among equals the first, row by
 * row. The pathfinder's map and regions are up to date, and so is the unit's
 * place. It spends budget. False if there is none. */
TP_FUNC bool tp_destinations_find(const Unit *unit, const Destination *wanted,
                                  uint64_t *budget, tp_Cell *found);
