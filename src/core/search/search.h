/* search.h - one query: begin, run in slices, walk back.
 *
 *     tp_search_begin(s, navmap, query);
 *     while (tp_search_run(s, budget) is TP_RUNNING or TP_NEEDS_ROOM)
 *       if it needs room: tp_search_give(s, a block of s->need.bytes bytes);
 *
 * A search, all zero at first, holds addresses of blocks that the caller owns,
 * and that of the navmap that it was begun with. It may be copied nowhere else
 * while it runs, and begun again as often as one likes, best on the same
 * navmap: what it keeps of jumps is of one. s->user is the caller's to set.
 */
#ifndef TP_SEARCH_H
#define TP_SEARCH_H

#include "algorithm.h"

/* Answers what can be told without a search: status is then TP_FOUND or
 * TP_FAILED. The navmap is up to date with TP_QUERY_PARTS. */
TP_FUNC void tp_search_begin(tp_Search *s, tp_Navmap *navmap, tp_Query query);

/* Does what there is to do before nodes are expanded: fills a store of all
 * cells, which takes milliseconds on large maps, finds jump points, and repairs
 * the landmarks that it is going to ask. Up to so many units of work, by which
 * the budget is lowered: TP_RUNNING until nothing of it is left (TP_FOUND), or
 * TP_NEEDS_ROOM. It need not be called: a run does so in one go, and repairs
 * landmarks for about as long as a search without them takes. NULL: all of that
 * at once, but the store is left to the run. */
TP_FUNC tp_Status tp_search_ready(tp_Search *s, uint64_t *budget);

/* Expands up to `budget` nodes. A run stops at the exit of a way out:
 * tp_search_ready has new work then. It may be run again after the map has
 * changed, once the navmap is up to date with tp_search_parts, and those by
 * whose eyes it sees. It goes on with what it knows then. If it ends, what it
 * has found is looked at again (tp_search_is_valid). It fails with TP_STALE if
 * that is not valid; if it has found nothing; and as soon as it cannot go on:
 * for `partial` queries, from a blocked start, after edits of what all costs go
 * by, and in other cases of which an edit would take long to follow. */
TP_FUNC tp_Status tp_search_run(tp_Search *s, uint64_t budget);

/* What it goes by of its navmap. */
TP_FUNC unsigned tp_search_parts(const tp_Search *s);

/* Is the way that it has found legal at its cost as the map is now, and its
 * last cell an end, by range and sight? The navmap is up to date with TP_MAP.
 * Never of a partial way that an edit has followed, nor of one out of a blocked
 * start. */
TP_FUNC bool tp_search_is_valid(const tp_Search *s);

/* Takes over the block that was needed; the one that was in its slot is done
 * with. */
TP_FUNC void tp_search_give(tp_Search *s, void *block);

/* Ends a search that runs. */
TP_FUNC void tp_search_fail(tp_Search *s, tp_Reason reason);

/* ---- what was found ----------------------------------------------------- */

/* The path, walked from its end back to its start. */
TP_FUNC tp_Route tp_search_route(const tp_Search *s);

/* Does the path end in the very cell of its goal; or short of what was asked?
 */
TP_FUNC bool tp_search_ends_at_goal(const tp_Search *s);
TP_FUNC bool tp_search_is_partial(const tp_Search *s);

/* False where the search has not been. The cell lies inside. */
TP_FUNC bool tp_search_node_info(const tp_Search *s, tp_Cell cell,
                                 tp_NodeInfo *info);

#endif
