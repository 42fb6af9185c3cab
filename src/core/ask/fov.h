/* fov.h - the cells that a point sees from a cell, row by row or as a set. */
#pragma once

#include "viewrow.h"

/* Looks around: start it, then take row after row until there is none.
 *
 *     tp_fov_start(&view, agent, goal, range, work);
 *     while (tp_fov_next(&view)) use(view.seen, view.y, view.first_word ...);
 *
 * The iteration can be suspended between two rows, if agent and block do not
 * change. */

/* The words of working space that a view takes on a grid. */
TP_FUNC size_t tp_fov_words(const tp_Grid *grid);

/* Starts a view of the cells within a range, squared, that see the cell (inside
 * the map) by tp_point_sees. The agent is up to date. */
TP_FUNC void tp_fov_start(tp_Fov *view, const tp_Navmap *navmap, tp_Cell cell,
                          uint64_t range, uint64_t *work);

/* False if there are no more rows. */
TP_FUNC bool tp_fov_next(tp_Fov *view);

/* Of some cells in a word of the current row, those from which the agent sees
 * the cell with its body, by tp_sees_goal. */
TP_FUNC uint64_t tp_fov_ends(tp_Fov *view, int32_t word, uint64_t among);

/* Fills the set, for which `bits` has room, with the cells of
 * tp_fov_start(...), looking outwards. `work`: tp_fov_words of the grid. */
TP_FUNC void tp_visibleset_fill(tp_VisibleSet *visible, const tp_Navmap *navmap,
                                tp_Cell cell, uint64_t range, uint64_t *work);
