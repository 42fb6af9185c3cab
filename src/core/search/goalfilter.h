/* goalfilter.h - chooses the goals of a list that a search is for. */
#pragma once

#include "../base/task.h"
#include "query.h"

/* Notes the regions in which goals of a list have ends (tp_region_record). */
TP_FUNC void tp_goals_record(tp_Goals *goals, const tp_Navmap *navmap,
                             uint64_t *recorded);

/* Leaves out the goals of a query's list that cannot be reached from these
 * regions, and those that cannot be the cheapest. Returns the reason if no goal
 * is left, or if the query's one goal cannot be reached. The navmap and its
 * regions are up to date; for an overlay, those of its base, too. */
TP_FUNC tp_Reason tp_goals_check(const tp_Query *query, const tp_Navmap *navmap,
                                 tp_RegionSet home);
