/* tieway.h - which of several cheapest ways a search comes back by. */
#ifndef TP_TIEWAY_H
#define TP_TIEWAY_H

#include "algorithm.h"
#include "nodes.h"

/* For A* from one start that has expanded all cells with an estimated cost of a
 * way through them of no more than a cheapest one to that end: notes in the
 * nodes, from the end back, by which direction each cell is entered. It depends
 * on map, agent, start and end alone. */
TP_FUNC void tp_tieway_choose(tp_Search *s, tp_Cell end);

/* Cells that may turn out to be on no way, until it takes too long. */
TP_FUNC uint64_t tp_tieway_patience(const tp_Search *s);

/* The same where of the cells for which that estimate is just `cost` some have
 * not been expanded. False where it would take long: then it has done nothing,
 * but that it knows less of cells that are to be expanded for a way back. */
TP_FUNC bool tp_tieway_settle(const tp_Search *s, tp_Cell end, uint64_t cost,
                              uint64_t *patience);

typedef enum tp_Answer { TP_NO, TP_MAYBE, TP_YES } tp_Answer;

/* Does a way of cost g lead to a cell, where by way of it the end costs `cost`?
 * TP_MAYBE: it would take long to tell. */
TP_FUNC tp_Answer tp_tieway_reaches(const tp_Search *s, tp_Cell at, uint64_t g,
                                    uint64_t cost, uint64_t *patience);

#endif
