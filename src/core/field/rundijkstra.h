/* rundijkstra.h - costs from the open list to all cells, run by run. */
#pragma once

#include "fieldmemory.h"

/* The same as tp_propagate, which is slower. Falls back to that for forward
 * fields, wide or too fine costs, maps with links, and hexagons. */
TP_FUNC tp_Phase tp_rundijkstra;
