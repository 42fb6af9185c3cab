/* marked.h - landmarks as a part of a navmap: of agents that ask for them, on
 * maps without links and thin walls.
 *
 * Unlike other parts they need not be up to date: a search asks the tables that
 * are right, and goes without if none is. If layers add to prices, landmarks
 * know the prices of terrains alone: they tell too little then, never too much,
 * and a layer that changes gives them no work. */
#ifndef TP_MARKED_H
#define TP_MARKED_H

#include "navmap.h"

TP_FUNC const tp_PartRow tp_part_marks;

/* What the landmarks of a navmap follow from. */
TP_FUNC tp_LandmarkMap tp_marked_map(const tp_Navmap *navmap);

/* Repairs the tables that tell most of the way from one cell to another: for an
 * agent among others those of the agent alone, as below. Are they right, within
 * the budget, or is there nothing to be repaired (as when a cell lies outside)?
 * NULL: for at most as long as a search without landmarks takes, and that will
 * do. The map is up to date. */
TP_FUNC bool tp_marked_repair(const tp_Navmap *navmap, tp_Cell start,
                              tp_Cell goal, uint64_t *budget);

/* Have they been made, if the agent wants them? Tables may be under repair. The
 * map is up to date. */
TP_FUNC bool tp_marked_are_made(const tp_Navmap *navmap);

/* Is a table right? */
TP_FUNC bool tp_marked_is_right(const tp_Navmap *navmap, int table);

/* Of the tables that are right those that tell most of a way: first two that
 * lead to landmarks, then two that lead from them. NULL: no table is right, or
 * none is of use. For an agent among others they are those of the agent alone:
 * others only make steps dearer. Both cells lie inside. */
enum { TP_TABLES_ASKED = 4 };
TP_FUNC const tp_Landmarks *tp_marked_choose(const tp_Navmap *navmap,
                                             tp_Cell start, tp_Cell goal,
                                             int table[TP_TABLES_ASKED]);

#endif
