/* goalchoice.h - which goals of a list a search is for. */
#ifndef TP_GOALCHOICE_H
#define TP_GOALCHOICE_H

#include "../base/status.h"
#include "query.h"

/* Leaves those out that cannot be reached from these regions, or cannot be the
 * cheapest; with none left, says why. The navmap is up to date, with its
 * regions. */
TP_FUNC tp_Reason tp_goals_choose(tp_Goals *goals, const tp_Navmap *navmap,
                                  tp_RegionSet home);

/* Has what a query leads to, be it one goal or a list, an end in these regions?
 * TP_FOUND: there is one. TP_FAILED: there is none; the regions in which there
 * are ends are listed in rising order. TP_NEEDS_ROOM: there is too little for
 * these; `count` is how many there should be room for. */
TP_FUNC tp_Status tp_goals_regions(const tp_Query *query,
                                   const tp_Navmap *navmap, tp_RegionSet home,
                                   uint32_t *region, uint32_t room,
                                   uint32_t *count);

/* The same as tp_goals_choose for what a query leads to, be it one goal or a
 * list. Of an agent among others the regions of its base are up to date, too.
 */
TP_FUNC tp_Reason tp_goals_check(const tp_Query *query, const tp_Navmap *navmap,
                                 tp_RegionSet home);

#endif
