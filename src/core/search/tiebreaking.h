/* tiebreaking.h - the canonical path. */
#pragma once

#include "algorithm.h"

/* Chooses the canonical path among all cheapest paths to the chosen end, and
 * notes in the nodes, from the end back, the direction that enters each cell.
 * The search must have expanded, from one start, all cells with an f below the
 * cost of the cheapest path; with `expands_ties` also those whose f
 * equals it. The result depends only on map, agent, start and end.
 *
 * With `seeks_end`, the first of all ends at that cost becomes the incumbent
 * before; with too many ends to test it returns false, and nothing has changed.
 * With `has_limit` it returns false if the effort limit is hit: then no path
 * was chosen, and nodes in doubt are reset to unvisited. */
TP_FUNC bool tp_tiebreaking_decide(tp_Search *s, bool seeks_end,
                                   bool has_limit);

/* Before that: makes the nodes ready that it may read. False: a larger block is
 * needed. */
TP_FUNC bool tp_tiebreaking_is_ready(tp_Search *s, bool seeks_end);
