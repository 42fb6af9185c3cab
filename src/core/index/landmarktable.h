/* landmarktable.h - makes and repairs one distance table. */
#pragma once

#include "landmarks.h"

/* Begins with a table; no repair is under way. */
TP_FUNC void tp_distances_begin(tp_Landmarks *m, int table);

/* Puts a landmark into the table: its number is 0. */
TP_FUNC void tp_distances_add(tp_Landmarks *m, size_t cell);

/* Resets the numbers of a row, except those of landmarks, from which the table
 * is made again. */
TP_FUNC void tp_distances_reset(tp_Landmarks *m, tp_Rect row);

/* Puts the cells of a row into the queue if a number beside them is too high.
 */
TP_FUNC void tp_distances_seed(tp_Landmarks *m, const tp_LandmarkMap *map,
                               tp_Rect row);

/* Lowers all numbers from there on. Is the queue empty, within the budget? */
TP_FUNC bool tp_distances_run(tp_Landmarks *m, const tp_LandmarkMap *map,
                              uint64_t *budget);
