/* agenda.h - who decides when: a heap of movers by the times at which they wake
 * (of equal times by id), in which each knows its place, so that it can be
 * woken earlier or later. 16 bytes a mover; some 30 ns a change.
 */
#ifndef TP_AGENDA_H
#define TP_AGENDA_H

#include "mover.h"

/* Who wakes when. */
typedef struct tp_Appointment {
  uint64_t wake;
  uint32_t id, padding;
} tp_Appointment;

typedef struct tp_Agenda {
  tp_Appointment *list; /* from 1; its mover's `place` is where it stands */
  uint32_t count, padding;
} tp_Agenda;

/* Sets when a mover wakes; TP_NO_TIME takes it out. */
TP_FUNC void tp_agenda_set(tp_Agenda *a, tp_Mover *mover, uint32_t id,
                           uint64_t wake);

/* When the next one wakes; TP_NO_TIME where nobody does. */
TP_INLINE uint64_t tp_agenda_next(const tp_Agenda *a) {
  return a->count ? a->list[1].wake : TP_NO_TIME;
}

#endif
