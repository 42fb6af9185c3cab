/* linkheuristic.h - lower bounds of the distance to a goal for paths that take
 * a link next. */
#pragma once

#include "heuristic.h"

/* Makes it a lower bound for paths that take edges, too (linkheuristic.c): all
 * edges that the agent may take. They must not move in memory. */
TP_FUNC void tp_heuristic_go_by(tp_Heuristic *h, tp_SearchEdges *edges,
                                tp_Cell start);
