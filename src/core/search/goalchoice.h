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

/* Notes the regions in which goals of a list have ends (tp_region_note). */
TP_FUNC void tp_goals_note(tp_Goals *goals, const tp_Navmap *navmap,
                           uint64_t *noted);

/* The same as tp_goals_choose, for a query with one goal or a list. For an
 * overlay, the regions of its base are up to date, too. */
TP_FUNC tp_Reason tp_goals_check(const tp_Query *query, const tp_Navmap *navmap,
                                 tp_RegionSet home);

#endif
