/* events.c - a list of events: 12 bytes each. */
#include "events.h"

#include <string.h>

size_t tp_events_bytes(uint32_t capacity) {
  return offsetof(tp_Events, event) + (size_t)capacity * sizeof(tp_Event);
}

void tp_events_init(tp_Events *e, uint32_t capacity, const tp_Events *old) {
  memset(e, 0, sizeof *e);
  e->capacity = capacity;
  if (!old) return;
  TP_ASSERT(capacity >= old->count);
  e->count = old->count;
  e->reported = old->reported;
  e->before = old->before;
  memcpy(e->event, old->event, (size_t)old->count * sizeof *e->event);
}

void tp_events_drop(tp_Events *e, uint32_t count) {
  e->before += count;
  e->count -= count;
  e->reported = 0;
  memmove(e->event, e->event + count, (size_t)e->count * sizeof *e->event);
}

void tp_events_add(tp_Events *e, tp_Event event) {
  if (e->count < e->capacity) e->event[e->count++] = event;
}

void tp_events_number(tp_Events *e, uint32_t unit, uint32_t number) {
  for (uint32_t i = e->count; i-- > 0;) {
    tp_Event *event = &e->event[i];
    if (event->unit != unit || event->what != TP_HAS_REACHED) continue;
    if (event->other == 0) event->other = number;
    return;
  }
}

void tp_events_forget(tp_Events *e, uint32_t unit) {
  for (uint32_t i = 0; i < e->count; i++) {
    tp_Event *event = &e->event[i];
    const bool is_other = tp_event_has_other(*event) && event->other == unit;
    if (event->unit == unit || is_other) event->unit = 0;
  }
}
