/* climb.h - ways up in the trees that hang on the 2-core (twocore.h). */
#ifndef TP_CLIMB_H
#define TP_CLIMB_H

#include "corestates.h"

/* Climbs from both cells to where their ways up meet, or to their roots; steps:
 * how many from each, if they do not meet. Do they? */
TP_FUNC bool tp_twocore_meet(const tp_Twocore *twocore, tp_Cell *a, tp_Cell *b,
                             size_t steps[2]);

/* Climbs the steps of one direction, to `top` at most, which is further up.
 * Returns how many they are. */
TP_FUNC int32_t tp_twocore_leg(const tp_Twocore *twocore, tp_Cell *at,
                               tp_Cell top, int *direction);

#endif
