/* events.h - what has happened to movers, in order, until the game asks.
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
  TP_WAS_PUSHED,  /* made way for `other`      */
  TP_HAS_STOPPED, /* a step of the game's ended its order */
  TP_HAS_MOVED,   /* begins a step to a cell: `other`, packed */
  TP_HAS_REACHED  /* is at a point of its tour, and wants the next one: `other`
                    is its number, or 0 as long as it has no other goal  */
} tp_Happening;

typedef struct TP_STATE tp_Event {
  uint32_t unit, other; /* ids; 0: nobody; unless `other` is a number */
  uint16_t what, reason;
} tp_Event;

/* Is `other` an id? */
TP_INLINE bool tp_event_has_other(tp_Event event) {
  return event.what < TP_HAS_MOVED;
}

/* In a block of tp_events_bytes: a ring. */
typedef struct tp_Events {
  uint32_t capacity, count, first;
  tp_Event event[];
} tp_Events;

TP_FUNC size_t tp_events_bytes(uint32_t capacity);
TP_FUNC void tp_events_init(tp_Events *e, uint32_t capacity);

/* Takes over what is in another one, which may be smaller; NULL: nothing. */
TP_FUNC void tp_events_move(tp_Events *e, const tp_Events *old);

/* Adds one; the oldest is lost where there is no room. */
TP_FUNC void tp_events_add(tp_Events *e, tp_Event event);

/* Takes out the oldest; false: there is none. */
TP_FUNC bool tp_events_take(tp_Events *e, tp_Event *event);

/* Notes the number of the point that a unit has reached last, unless that is
 * known, or the event was taken out. As dear as what was told since is long. */
TP_FUNC void tp_events_number(tp_Events *e, uint32_t unit, uint32_t number);

/* Forgets those of one unit, which is no more: of others it is `other` no
 * longer. */
TP_FUNC void tp_events_forget(tp_Events *e, uint32_t unit);

#endif
