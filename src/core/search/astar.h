/* astar.h - A* (Hart, Nilsson and Raphael 1968) and Dijkstra's algorithm, which
 * is A* with an estimate of 0; and A* on ground of several prices. They share
 * the functions that read the path.
 */
#pragma once

#include "algorithm.h"
#include "backtrace.h"
#include "tiebreaking.h"

TP_FUNC const tp_AlgorithmOps tp_astar;
TP_FUNC const tp_AlgorithmOps tp_priced;
