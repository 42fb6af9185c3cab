/* state.h - all that a crowd in motion is: its movers, its clock, the moment
 * that is on.
 */
#ifndef TP_STATE_H
#define TP_STATE_H

#include "../base/order.h"
#include "events.h"
#include "round.h"
#include "wheel.h"

/* The unit of time is 2^-20 s, or a beat. */
#define TP_SECOND (1u << 20)

/* What has passed: whole units and a fraction in 2^-64, so that sums of doubles
 * are exact. */
typedef struct TP_STATE tp_Clock {
  uint64_t whole, fraction;
} tp_Clock;

/* Blocks of a crowd, by slot. */
enum {
  TP_SLOT_MOTION,
  TP_SLOT_EVENTS,
  TP_SLOT_PLANS,
  TP_SLOT_TRIES,
  TP_MOTION_SLOTS
};

/* Tries of the stack that is in the crowd's own block. */
enum { TP_FIRST_TRIES = 4 };

typedef struct tp_Want {
  size_t bytes;
  uint32_t unit;
  int slot;
} tp_Want;

/* For the info. */
typedef struct tp_Counters {
  uint64_t decisions; /* ever                                    */
  uint32_t under_way; /* have orders, and are not at rest        */
  uint32_t waiting;   /* for a way                               */
  uint32_t stuck;     /* blocked, and no nearer since            */
} tp_Counters;

/* The moment that is on: lists in the crowd's block. */
typedef struct tp_Moment {
  uint32_t *awake;         /* ids; those who decide by rank in the end      */
  tp_Numbered *ranked;     /* to order them, where the round's reservations are
                              later; and as many, for a spare list, where
                              those are who have chosen, and `awake` is     */
  uint32_t awakes, looked; /* of the latter it is known whether they do     */
  uint32_t deciding;       /* of those: they are the first                  */
  uint32_t asked;          /* for whom a way was asked for last             */
  uint32_t waits, goes;    /* plans, as bits: not this time; they do        */
  bool is_on;
  bool has_thought; /* plans have been thought about                 */
} tp_Moment;

/* Who waits for a way, in a ring: first come, first served. */
typedef struct tp_Waiting {
  uint32_t *id;
  uint32_t count, first;
  uint32_t asks;   /* so many of them are still asked for in this run */
  bool is_running; /* it has begun, and is not done                   */
} tp_Waiting;

/* In a block of tp_motion_bytes: for ids up to `movers`, of movers whose sides
 * (mover.h) add up to `sides`. */
typedef struct TP_STATE tp_Motion {
  tp_Occupancy *occupancy;
  tp_Events *events;
  struct tp_Plans *plans;
  void *scratch;      /* working space of guides, in this block */
  tp_Clock clock;     /* how far it may go                  */
  uint64_t now;       /* of the moment that is on, or how far it has come */
  tp_Pending pending; /* changes of the occupancy: none between runs */
  tp_Round round;
  tp_Wheel wheel;
  tp_Moment moment;
  tp_Waiting waiting;
  tp_Want want;
  uint32_t movers, sides;
  uint32_t used_sides, last_id;
  uint32_t present;   /* how many there are   */
  bool plans_refused; /* there is no room for them */
  bool by_beats;      /* the clock's unit is a beat: set before the first run */
  bool tells_moves;   /* each step is an event: set when it is made    */
} tp_Motion;

TP_INLINE tp_Mover *tp_motion_mover(const tp_Motion *m, uint32_t id) {
  TP_ASSERT(id >= 1 && id <= m->movers);
  return &m->round.mover[id];
}

TP_INLINE tp_Rect tp_motion_map(const tp_Motion *m) {
  return (tp_Rect){0, 0, m->round.width, m->round.height};
}

TP_INLINE void tp_motion_wake_at(tp_Motion *m, uint32_t id, uint64_t time) {
  tp_wheel_set(&m->wheel, m->round.mover, id, time);
}

/* ---- waiting.c ---------------------------------------------------------- */

/* Puts a mover at the end of those who wait for a way, unless it is there. */
TP_FUNC void tp_waiting_add(tp_Motion *m, uint32_t id);

/* Takes it out, if it is in it. */
TP_FUNC void tp_waiting_leave(tp_Motion *m, uint32_t id);

/* Takes out the first one of those that are asked for in this run. */
TP_FUNC uint32_t tp_waiting_next(tp_Motion *m);

/* Wakes those, for this moment, who stand in cells of the rectangle or beside
 * it and wait to go on. */
TP_FUNC void tp_waiting_wake(tp_Motion *m, tp_Rect rect);

#endif
