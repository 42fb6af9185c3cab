/* fov.h - the cells that a point sees from a cell, row by row or as a set. */
#pragma once

#include "viewrow.h"

/* Looks around: start it, then take row after row until there is none.
 *
 *     tp_view_start(&view, agent, goal, range, work);
 *     while (tp_view_next(&view)) use(view.seen, view.y, view.first_word ...);
 *
 * The iteration can be suspended between two rows, if agent and block do not
 * change. */

/* The words of working space that a view takes on a grid. */
TP_FUNC size_t tp_view_words(const tp_Grid *grid);

/* Starts a view of the cells within a range, squared, that see the cell (inside
 * the map) by tp_point_sees. The agent is up to date. */
TP_FUNC void tp_view_start(tp_View *view, const tp_Navmap *navmap, tp_Cell cell,
                           uint64_t range, uint64_t *work);

/* False if there are no more rows. */
TP_FUNC bool tp_view_next(tp_View *view);

/* Of some cells in a word of the current row, those from which the agent sees
 * the cell with its body, by tp_sees_goal. */
TP_FUNC uint64_t tp_view_ends(tp_View *view, int32_t word, uint64_t among);

/* Fills the set, for which `bits` has room, with the cells of
 * tp_view_start(...), looking outwards. `work`: tp_view_words of the grid. */
TP_FUNC void tp_seen_fill(tp_Seen *seen, const tp_Navmap *navmap, tp_Cell cell,
                          uint64_t range, uint64_t *work);
