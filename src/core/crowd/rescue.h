/* rescue.h - plans for a few on few cells. */
#ifndef TP_RESCUE_H
#define TP_RESCUE_H

#include "store.h"

/* Looks for a few in trouble. False: m->want says what room that needs. */
TP_FUNC bool tp_rescue_look(tp_Motion *m);

/* Goes on with the plan of a few, who stand. False: there is need of room. */
TP_FUNC bool tp_rescue_make(tp_Motion *m, tp_JointPlan *plan, uint64_t *budget);

#endif
