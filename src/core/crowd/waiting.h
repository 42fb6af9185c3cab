/* waiting.h - who waits for a way: first come, first served. And who waits for
 * cells, and is woken when they are free.
 */
#ifndef TP_WAITING_H
#define TP_WAITING_H

#include "state.h"

/* Puts a mover at the end, unless it is in the queue. */
TP_FUNC void tp_waiting_add(tp_Motion *m, uint32_t id);

/* Takes it out, if it is in it. */
TP_FUNC void tp_waiting_leave(tp_Motion *m, uint32_t id);

/* Takes out the first one of those that are asked for in this run. */
TP_FUNC uint32_t tp_waiting_next(tp_Motion *m);

/* Wakes those, for this moment, who stand in cells of the rectangle or beside
 * it and wait to go on. */
TP_FUNC void tp_waiting_wake(tp_Motion *m, tp_Rect rect);

#endif
