/* goalroots.h - several goals on the core of the map: where a search has to
 * look for each, and what remains from there. */
#ifndef TP_GOALROOTS_H
#define TP_GOALROOTS_H

#include "search.h"

/* Are there few enough goals for it; and numbers long enough for jump point
 * search? */
TP_FUNC bool tp_goalroots_fit(const tp_Goals *goals);
TP_FUNC bool tp_goalroots_fit_jumps(const tp_Goals *goals,
                                    const tp_Navmap *navmap);

/* Moves the goals to the core and prepares the search, whose algorithm is
 * chosen. Those to which a way leads through trees alone are not searched for:
 * the best of them, if there is any, is met already. With no others, the search
 * is one for that goal. */
TP_FUNC void tp_goalroots_take(tp_Search *s, const tp_Navmap *navmap);

/* What has been found, taken back to where it was asked for: s->ends, s->end
 * and query.goal are those of the goal that was chosen. */
TP_FUNC void tp_goalroots_give(tp_Search *s, const tp_Navmap *navmap);

#endif
