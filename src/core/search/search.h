/* search.h - one query: begin, run in slices, read the path.
 *
 *     tp_search_begin(s, navmap, query);
 *     while (tp_search_run(s, budget) is TP_RUNNING or TP_NEEDS_ROOM)
 *       if it needs room: tp_search_give(s, a block of s->need.bytes bytes);
 *
 * A search is all zero at first. It holds addresses of blocks that the caller
 * owns, and of the navmap. Do not copy it while it runs. It may begin again any
 * number of times, best on the same navmap, whose jumps it keeps. Call
 * tp_search_forget before another navmap may get the address of the last. The
 * caller sets s->user and s->shared.
 */
#pragma once

#include "algorithm.h"

/* Begins a query. If no search is needed, the status is TP_FOUND or TP_FAILED
 * at once. The navmap is up to date with TP_QUERY_PARTS. */
TP_FUNC void tp_search_begin(tp_Search *s, tp_Navmap *navmap, tp_Query query);

/* Lets a search that does not run forget its navmap, and what its own blocks
 * know of that. */
TP_INLINE void tp_search_forget(tp_Search *s) {
  s->navmap = NULL;
  s->own.navmap = NULL;
}

/* Repairs the landmarks that the search will use. The budget is lowered by the
 * units of work; is it done? The call is optional: a run does this in one go,
 * for about as long as a search without landmarks takes; so does the budget
 * NULL. */
TP_FUNC bool tp_search_prepare(tp_Search *s, uint64_t *budget);

/* Expands up to `budget` nodes.
 *
 * A search may go on after the map has changed, once the navmap is up to date
 * with tp_search_parts, and so are the agents whose sight it uses. It keeps
 * what it knows. At the end it checks its result. It fails with TP_STALE
 *
 * - if the result is not valid;
 * - if it has found nothing;
 * - if it cannot go on: with `partial`, from a blocked start, after edits of
 *   something that all costs depend on, and in other cases in which following
 *   an edit would take long. */
TP_FUNC tp_Status tp_search_run(tp_Search *s, uint64_t budget);

/* The parts of the navmap that it needs. */
TP_FUNC unsigned tp_search_parts(const tp_Search *s);

/* Hands over the block that was needed; it replaces the block of its slot,
 * which the caller may free. */
TP_FUNC void tp_search_give(tp_Search *s, void *block);

/* Ends a running search. */
TP_FUNC void tp_search_fail(tp_Search *s, tp_Reason reason);

/* ---- results ------------------------------------------------------------ */

/* The path, walked from its end back to its start. */
TP_FUNC tp_Path tp_search_path(const tp_Search *s);

/* Does the path end in a cell of its goal? Does it end short of the goal? */
TP_FUNC bool tp_search_ends_at_goal(const tp_Search *s);
TP_FUNC bool tp_search_is_partial(const tp_Search *s);

/* As `reached` of tp_AlgorithmOps. */
TP_FUNC uint32_t tp_search_reached(const tp_Search *s, uint32_t *cells);

/* False if the search has not reached the cell, which lies inside. */
TP_FUNC bool tp_search_node_info(const tp_Search *s, tp_Cell cell,
                                 tp_NodeInfo *info);
