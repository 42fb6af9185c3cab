/* escape.h - the way out for an agent in a blocked cell: over blocked cells to
 * the nearest free cells from which a path leads to a goal, the exits. The
 * query then begins at all of them, each at the cost of its way.
 */
#pragma once

#include "../navmap/wayout.h"
#include "path.h"
#include "query.h"

/* Does the query ask for a way out, and need one? */
TP_FUNC bool tp_escape_is_needed(const tp_Navmap *navmap,
                                 const tp_Query *query);

/* Finds the ways out, for a query that needs one. Regions and the region graph
 * are up to date; the order of goals may change. With `any` every free cell is
 * an exit. So it is if the query is partial, and no goal can be reached.
 * Returns the reason if there is no exit. */
TP_FUNC tp_Reason tp_escape_find(tp_WayOut *way, const tp_Navmap *navmap,
                                 const tp_Query *query, bool any);

/* The next leg of a way out, backwards: from an exit, or from the end of the
 * leg before, which is the place of `c`. False at the start, and if there is no
 * way out. */
TP_FUNC bool tp_escape_leg(const tp_WayOut *way, tp_Cursor *c, tp_Leg *leg);
