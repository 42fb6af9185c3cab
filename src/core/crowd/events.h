/* events.h - what has happened to units since the update before the last one.
 *
 * An update begins a list, and tells it when it ends. The list then stays until
 * the next update begins, which reports events between the two (a step by the
 * game) with its own.
 */
#pragma once

#include "../base/task.h"

typedef enum tp_Happening {
  TP_IS_BLOCKED,
  TP_IS_FREED,
  TP_HAS_BUMPED,  /* `other` stands in its way */
  TP_WAS_PUSHED,  /* it made way for `other` */
  TP_HAS_STOPPED, /* a step by the game ended its order */
  TP_HAS_MOVED,   /* it begins a step to the packed cell `other` */
  TP_HAS_ARRIVED, /* in the packed cell `other` */
  TP_HAS_SETTLED, /* the same */
  TP_IS_AT_LINK,  /* it asks the game if it may take the link before it, */
  TP_ASKS_AGAIN,  /* and asks again */
  TP_HAS_REACHED, /* it is at a point of its tour, and wants the next one:
                     `other` is the point's number, 0 until it has another
                     goal */
  TP_IS_REFUSED   /* its next order was refused: `other` is a tp_Reason; 0: the
                     caller has another one */
} tp_Happening;

typedef struct tp_Event {
  uint32_t unit, other; /* ids, 0: none; of some events `other` is a cell or
                           a number. Without a unit the event is void */
  uint32_t what;        /* a tp_Happening */
} tp_Event;

/* Is `other` an id? */
TP_INLINE bool tp_event_has_other(tp_Event event) {
  return event.what < TP_HAS_MOVED;
}

/* In a block of tp_events_bytes. */
typedef struct tp_Events {
  uint32_t capacity, count;
  uint32_t reported; /* so many of them are told */
  uint64_t before;   /* number of events in earlier lists */
  tp_Event event[];
} tp_Events;

TP_FUNC size_t tp_events_bytes(uint32_t capacity);
/* An empty list, or the events of another list, which may be smaller; NULL:
 * none. */
TP_FUNC void tp_events_init(tp_Events *e, uint32_t capacity,
                            const tp_Events *old);

/* Removes the first events. At the beginning of an update those that were told
 * go. */
TP_FUNC void tp_events_drop(tp_Events *e, uint32_t count);

/* Appends an event, unless the list is full. */
TP_FUNC void tp_events_add(tp_Events *e, tp_Event event);

/* The event with that number, counted since the beginning of the crowd; NULL if
 * it is not told, or not any more. */
TP_INLINE const tp_Event *tp_events_at(const tp_Events *e, uint64_t number) {
  uint64_t i = number - e->before;
  return i < e->reported ? &e->event[i] : NULL;
}

/* Sets the number of the point that a unit has reached last, unless it is set
 * or the event is gone. Cost: a look at each event since. */
TP_FUNC void tp_events_number(tp_Events *e, uint32_t unit, uint32_t number);

/* Makes the events of a unit that no longer exists void, and those that name
 * it. */
TP_FUNC void tp_events_forget(tp_Events *e, uint32_t unit);
