/* landmarkpart.h - landmarks as a part of a navmap, of agents that ask for
 * them, on maps without links and fences.
 *
 * Unlike other parts they need not be up to date: a search uses the consistent
 * tables, and none if there are none. If layers add to prices, landmarks know
 * only the prices of terrains: their estimates are weaker then, never too high,
 * and a layer that changes gives them no work. */
#pragma once

#include "navmap.h"

/* The source of a navmap's landmarks. */
TP_FUNC tp_LandmarkMap tp_landmarkpart_map(const tp_Navmap *navmap);

/* Makes the tables, if the agent wants them, and brings all up to date. Goes on
 * until the budget, which it lowers, is spent: about so many units of work. Is
 * it done? The navmap is up to date with TP_LANDMARKS. */
TP_FUNC bool tp_landmarkpart_make(tp_Navmap *navmap, uint64_t *budget);

/* Repairs the best tables for a path from one cell to another; for an overlay
 * those of its base, as below. Are they consistent, within the budget, or is
 * there nothing to repair (as if a cell is outside)? NULL: repairs for at most
 * as long as a search without landmarks takes, and returns true. The map is up
 * to date. */
TP_FUNC bool tp_landmarkpart_repair(const tp_Navmap *navmap, tp_Cell start,
                                    tp_Cell goal, uint64_t *budget);

/* Have the tables been made, if the agent wants them? They may be under repair.
 * The map is up to date. */
TP_FUNC bool tp_landmarkpart_are_made(const tp_Navmap *navmap);

/* Is a table consistent? */
TP_FUNC bool tp_landmarkpart_is_consistent(const tp_Navmap *navmap, int table);

/* The best consistent tables for a path: first two to landmarks, then two from
 * landmarks. NULL: no table is consistent, or none is of use. An overlay uses
 * the tables of its base: units only make steps dearer. Both cells lie inside.
 */
enum { TP_TABLES_ASKED = 4 };
TP_FUNC const tp_Landmarks *tp_landmarkpart_choose(const tp_Navmap *navmap,
                                                   tp_Cell start, tp_Cell goal,
                                                   int table[TP_TABLES_ASKED]);
