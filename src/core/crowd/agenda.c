/* agenda.c - a heap (Williams 1964) in which each mover knows its place; with
 * four children a place, whose times lie side by side in memory: to find the
 * first of them no mover is looked at, each of which would be another line of
 * the cache.
 *
 * Who leaves from the middle is replaced by the last one, which sinks or rises.
 * The order is total, so who comes next does not depend on how it was made.
 */
#include "agenda.h"

enum { CHILDREN = 4 };

static bool comes_first(tp_Appointment a, tp_Appointment b) {
  return a.wake != b.wake ? a.wake < b.wake : a.id < b.id;
}

static void put(tp_Agenda *a, tp_Mover *mover, uint32_t place,
                tp_Appointment one) {
  a->list[place] = one;
  mover[one.id].place = place;
}

static uint32_t above(uint32_t place) {
  return (place + CHILDREN - 2) / CHILDREN;
}

/* The first of those below a place, of which there is one at least. */
static uint32_t first_below(const tp_Agenda *a, uint32_t first) {
  uint32_t end = first + CHILDREN, least = first;
  if (end > a->count + 1) end = a->count + 1;
  for (uint32_t i = first + 1; i < end; i++) {
    if (comes_first(a->list[i], a->list[least])) least = i;
  }
  return least;
}

/* Puts one where it belongs, which may be above the place or below it. */
static void settle(tp_Agenda *a, tp_Mover *mover, uint32_t place,
                   tp_Appointment one) {
  while (place > 1 && comes_first(one, a->list[above(place)])) {
    put(a, mover, place, a->list[above(place)]);
    place = above(place);
  }
  for (uint32_t first; (first = CHILDREN * (place - 1) + 2) <= a->count;) {
    uint32_t child = first_below(a, first);
    if (!comes_first(a->list[child], one)) break;
    put(a, mover, place, a->list[child]);
    place = child;
  }
  put(a, mover, place, one);
}

void tp_agenda_set(tp_Agenda *a, tp_Mover *mover, uint32_t id, uint64_t wake) {
  uint32_t place = mover[id].place;
  mover[id].wake = wake;
  if (wake != TP_NO_TIME) {
    tp_Appointment one = {wake, id, 0};
    settle(a, mover, place ? place : ++a->count, one);
  } else if (place) {
    tp_Appointment last = a->list[a->count--];
    mover[id].place = 0;
    if (last.id != id) settle(a, mover, place, last);
  }
}
