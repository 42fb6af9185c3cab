/* goalchoice.h - chooses the goals of a list that a search is for. */
#ifndef TP_GOALCHOICE_H
#define TP_GOALCHOICE_H

#include "../base/status.h"
#include "query.h"

/* Leaves out the goals that cannot be reached from these regions, and those
 * that cannot be the cheapest. Returns the reason if none is left. The navmap
 * and its regions are up to date. */
TP_FUNC tp_Reason tp_goals_choose(tp_Goals *goals, const tp_Navmap *navmap,
                                  tp_RegionSet home);

/* Has the goal of a query, or one of its list, an end in these regions?
 * TP_FOUND: yes. TP_FAILED: no; `region` lists the regions of all ends in
 * rising order. TP_NEEDS_ROOM: the list is too short; `count` is the room
 * needed. */
TP_FUNC tp_Status tp_goals_regions(const tp_Query *query,
                                   const tp_Navmap *navmap, tp_RegionSet home,
                                   uint32_t *region, uint32_t room,
                                   uint32_t *count);

/* The same as tp_goals_choose, for a query with one goal or a list. For an
 * overlay, the regions of its base are up to date, too. */
TP_FUNC tp_Reason tp_goals_check(const tp_Query *query, const tp_Navmap *navmap,
                                 tp_RegionSet home);

#endif
