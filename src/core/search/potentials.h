/* potentials.h - what is known of the ways that take links, before a search. */
#ifndef TP_POTENTIALS_H
#define TP_POTENTIALS_H

#include "query.h"

/* Finds by which of the edges, all that the agent may take, estimates of the
 * plan's heuristic must go to stay lower bounds, and makes it go by them. The
 * edges stay where they are. */
TP_FUNC void tp_potentials_find(tp_Edges *edges, tp_Plan *plan);

#endif
