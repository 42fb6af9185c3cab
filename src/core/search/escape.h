/* escape.h - the way out for an agent in a blocked cell: over blocked cells to
 * the nearest free cell from which a path leads to a goal, the exit. The query
 * then goes on from the exit as any other.
 */
#pragma once

#include "../navmap/wayout.h"
#include "path.h"
#include "query.h"

typedef struct tp_Escape {
  tp_WayOut way;
  uint64_t cost; /* of its steps, in the costs' whole numbers */
} tp_Escape;

/* Does the query ask for a way out, and need one? */
TP_FUNC bool tp_escape_is_needed(const tp_Navmap *navmap,
                                 const tp_Query *query);

/* Finds the way out, for a query that needs one. Regions and the region graph
 * are up to date; the order of goals may change. With `any` every free cell is
 * an exit. So it is if the query is partial, and no goal can be reached.
 * Returns the reason if there is no exit. */
TP_FUNC tp_Reason tp_escape_find(tp_Escape *escape, const tp_Navmap *navmap,
                                 const tp_Query *query, bool any);

/* The next leg of the way out, backwards: from the exit, or from the end of the
 * leg before, which is the place of `c`. False at the start, and if there is no
 * way out. */
TP_FUNC bool tp_escape_leg(const tp_Escape *escape, tp_Cursor *c, tp_Leg *leg);
