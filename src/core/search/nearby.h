/* nearby.h - ends of a search that are as near to a goal as can be, with no way
 * to any. */
#ifndef TP_NEARBY_H
#define TP_NEARBY_H

#include "search.h"

/* The least distance to a goal that a cell connected with the start has. */
TP_FUNC uint64_t tp_nearby_distance(const tp_Search *s,
                                    const tp_Navmap *navmap);

/* Is it to be noted, before the search begins, which cells have it? In a block
 * of that size. */
TP_FUNC bool tp_nearby_wants_notes(const tp_Search *s);
TP_FUNC size_t tp_nearby_bytes(const tp_Search *s);
TP_FUNC void tp_nearby_note(tp_Search *s);

/* Is a cell, which the search has come to, as near as that? */
TP_FUNC bool tp_nearby_ends_at(const tp_Search *s, tp_Cell cell);

/* Which goal is nearest to the end that was found; the first of them. */
TP_FUNC uint32_t tp_nearby_goal(const tp_Search *s);

/* Ends a search whose budget is spent with the cell that A* expanded nearest to
 * a goal. Ties: least cost, then reading order. */
TP_FUNC void tp_nearby_settle(tp_Search *s, const tp_Grid *grid);

#endif
