/* tiebreaking.h - the canonical path. */
#pragma once

#include "algorithm.h"

/* Chooses the canonical path among all cheapest paths to the chosen end, and
 * notes in the nodes, from the end back, the direction that enters each cell.
 * The search must have expanded, from one start, all cells with an f of at most
 * the cost of the cheapest path. The result depends only on map, agent, start
 * and end. */
TP_FUNC void tp_tiebreaking_choose(tp_Search *s);

/* The same if some cells whose f equals that cost were not expanded. With
 * `seeks_end`, the first of all ends at that cost becomes the incumbent before;
 * with too many ends to test it returns false, and nothing has changed.
 * With `has_limit` it returns false if the effort limit is hit: then no path was
 * chosen, and nodes in doubt are reset to unvisited. */
TP_FUNC bool tp_tiebreaking_decide(tp_Search *s, bool seeks_end,
                                   bool has_limit);
