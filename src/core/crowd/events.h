/* events.h - a queue of what has happened to movers, until the game asks.
 */
#ifndef TP_EVENTS_H
#define TP_EVENTS_H

#include "../base/status.h"

typedef enum tp_Happening {
  TP_HAS_ARRIVED,
  TP_HAS_SETTLED,
  TP_IS_BLOCKED, /* see its reason */
  TP_IS_FREED,
  TP_HAS_BUMPED,  /* `other` stands in its way */
  TP_WAS_PUSHED,  /* it made way for `other` */
  TP_HAS_STOPPED, /* a step by the game ended its order */
  TP_HAS_MOVED,   /* it begins a step to the packed cell `other` */
  TP_HAS_REACHED  /* it is at a point of its tour, and wants the next one:
                     `other` is the point's number, 0 until it has another
                     goal */
} tp_Happening;

typedef struct TP_STATE tp_Event {
  uint32_t unit, other; /* ids, 0: none; of some events `other` is a cell or
                           a number */
  uint16_t what, reason;
} tp_Event;

/* Is `other` an id? */
TP_INLINE bool tp_event_has_other(tp_Event event) {
  return event.what < TP_HAS_MOVED;
}

/* A ring, in a block of tp_events_bytes. */
typedef struct tp_Events {
  uint32_t capacity, count, first;
  tp_Event event[];
} tp_Events;

TP_FUNC size_t tp_events_bytes(uint32_t capacity);
TP_FUNC void tp_events_init(tp_Events *e, uint32_t capacity);

/* Copies the events of another queue, which may be smaller; NULL: none. */
TP_FUNC void tp_events_move(tp_Events *e, const tp_Events *old);

/* Appends an event. A full queue loses its oldest one. */
TP_FUNC void tp_events_add(tp_Events *e, tp_Event event);

/* Removes the oldest event; false: there is none. */
TP_FUNC bool tp_events_take(tp_Events *e, tp_Event *event);

/* Sets the number of the point that a unit has reached last, unless it is set
 * or the event was taken out. Cost: a look at each event since. */
TP_FUNC void tp_events_number(tp_Events *e, uint32_t unit, uint32_t number);

/* Removes the events of a unit that no longer exists. In other events that name
 * the unit, `other` becomes 0. */
TP_FUNC void tp_events_forget(tp_Events *e, uint32_t unit);

#endif
