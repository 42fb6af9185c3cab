/* marked.h - landmarks as a part of a navmap: of agents that ask for them, on
 * maps without links and thin walls.
 *
 * Unlike other parts they need not be up to date: who asks them asks those that
 * are, and costs no more than without where none is. What layers add to prices
 * they do not know: what they tell is too little then, never too much, and a
 * layer that changes gives them no work. */
#ifndef TP_MARKED_H
#define TP_MARKED_H

#include "navmap.h"

TP_FUNC const tp_PartRow tp_part_marks;

/* What the landmarks of a navmap follow from. */
TP_FUNC tp_LandmarkMap tp_marked_map(const tp_Navmap *navmap);

/* Has them follow what has changed, as far as that is soon done and of use to a
 * search from one cell to another: before that. The map is up to date. */
TP_FUNC void tp_marked_follow(tp_Navmap *navmap, tp_Cell start, tp_Cell goal);

/* Are there any to be asked, if the agent wants them? They may be behind what
 * has changed. The map is up to date. */
TP_FUNC bool tp_marked_are_made(const tp_Navmap *navmap);

/* The landmarks by which a search with this navmap may go; NULL: there are
 * none. For an agent among others they are those of the agent alone: others
 * only make steps dearer. */
TP_FUNC const tp_Landmarks *tp_marked_sure(const tp_Navmap *navmap);

#endif
