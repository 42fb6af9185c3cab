/* events.c - a ring of events: 12 bytes each. */
#include "events.h"

#include <string.h>

size_t tp_events_bytes(uint32_t capacity) {
  return offsetof(tp_Events, event) + (size_t)capacity * sizeof(tp_Event);
}

void tp_events_init(tp_Events *e, uint32_t capacity) {
  memset(e, 0, sizeof *e);
  e->capacity = capacity;
}

static tp_Event *at(tp_Events *e, uint32_t i) {
  uint64_t place = (uint64_t)e->first + i;
  return &e->event[place % e->capacity];
}

void tp_events_move(tp_Events *e, const tp_Events *old) {
  if (!old) return;
  TP_ASSERT(e->capacity >= old->count);
  for (uint32_t i = 0; i < old->count; i++) {
    e->event[i] = old->event[((uint64_t)old->first + i) % old->capacity];
  }
  e->first = 0;
  e->count = old->count;
}

void tp_events_add(tp_Events *e, tp_Event event) {
  if (e->capacity == 0) return;
  if (e->count == e->capacity) {
    e->first = (e->first + 1) % e->capacity;
    e->count--;
  }
  *at(e, e->count++) = event;
}

bool tp_events_take(tp_Events *e, tp_Event *event) {
  if (e->count == 0) return false;
  *event = *at(e, 0);
  e->first = (e->first + 1) % e->capacity;
  e->count--;
  return true;
}

void tp_events_number(tp_Events *e, uint32_t unit, uint32_t number) {
  for (uint32_t i = e->count; i-- > 0;) {
    tp_Event *event = at(e, i);
    if (event->unit != unit || event->what != TP_HAS_REACHED) continue;
    if (event->other == 0) event->other = number;
    return;
  }
}

void tp_events_forget(tp_Events *e, uint32_t unit) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < e->count; i++) {
    tp_Event event = *at(e, i);
    if (event.unit == unit) continue;
    if (event.other == unit && tp_event_has_other(event)) event.other = 0;
    *at(e, kept++) = event;
  }
  e->count = kept;
}
