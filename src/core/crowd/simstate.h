/* simstate.h - the state of a crowd in motion: its units, its clock, and the
 * current moment.
 */
#pragma once

#include "../base/mergesort.h"
#include "clock.h"
#include "events.h"
#include "pibtstate.h"
#include "timers.h"

/* Memory blocks of a crowd, by slot. */
enum {
  TP_SLOT_MOTION,
  TP_SLOT_EVENTS,
  TP_SLOT_PLANS,
  TP_SLOT_TRIES,
  TP_SIM_SLOTS
};

/* Stack entries inside the crowd's own block. */
enum { TP_FIRST_TRIES = 4 };

/* What a run waits for: the path of a unit (TP_SIM_NEEDS_PATH), or a block for
 * a slot (TP_SIM_NEEDS_ROOM). Bytes are 0 once tp_sim_give has answered: if it
 * was about TP_SLOT_EVENTS and they still have no room, there was no memory. */
typedef struct tp_Want {
  size_t bytes;
  uint32_t unit;
  int slot;
} tp_Want;

/* Counts for `crowd.info`. */
typedef struct tp_Counters {
  uint64_t decisions; /* since the beginning */
  uint32_t moving;    /* units with orders that are not at rest, or are due */
  uint32_t waiting;   /* units that wait for a path */
  uint32_t stuck;     /* units blocked, and no nearer since */
} tp_Counters;

/* What a run does next. NEXT: it goes on to the next moment. LOOK: the awake
 * units look, from `looked` on; then comes the round. ROUND: the last run has
 * ended after all have looked; those that decide go on when time does
 * (tp_sim_look_anew). */
typedef enum tp_Stage { TP_STAGE_NEXT, TP_STAGE_LOOK, TP_STAGE_ROUND } tp_Stage;

/* The current moment. The lists lie in the crowd's block. */
typedef struct tp_Moment {
  uint32_t *awake;         /* ids; in the end those that decide, by rank */
  tp_Numbered *ranked;     /* to sort them. These lie where the round's
                              reservations are later. The sort's spare list
                              lies where `chosen` and `awake` are */
  uint32_t awakes, looked; /* of the awake ones, so many have looked */
  uint32_t deciding;       /* so many of those decide: they stand first */
  uint32_t asked;          /* the unit whose path was asked for last */
  uint32_t waits, goes;    /* plans, as bits: those that wait this time, and
                              those that go on */
  tp_Stage stage;
  bool has_thought; /* tp_jointplans_think is done for this moment */
  bool has_ended;   /* an order with a next one is over: the run stops after the
                       looks, and the game hears of it */
  uint32_t stops;   /* so often runs have stopped since time advanced */
} tp_Moment;

/* The units that wait for a path: a ring, first come, first served. */
typedef struct tp_Waiting {
  uint32_t *id;
  uint32_t count, first;
  uint32_t due;    /* so many of them are still to be asked for in this run */
  bool is_running; /* a run has begun and is not finished */
} tp_Waiting;

/* In a block of tp_sim_bytes, with room for ids up to `unit_room` and for
 * units whose numbers tp_unit_entered add up to `entered_room`. */
typedef struct tp_Sim {
  tp_Occupancy *occupancy;
  tp_Events *events;
  struct tp_JointPlans *plans;
  void *scratch;  /* working space of costs to goals, in this block */
  tp_Clock clock; /* how far the run may go */
  uint64_t now;   /* the current moment, or the time that was reached */
  uint64_t woken; /* units that woke in this update, each time counted */
  tp_Round round;
  tp_Timers timers;
  tp_Moment moment;
  tp_Waiting waiting;
  tp_Want want;
  uint32_t unit_room, entered_room;
  uint32_t used_entered, last_id;
  uint32_t present;   /* number of units */
  bool plans_refused; /* no memory was to be had for plans */
  bool by_ticks;      /* the clock counts ticks; set before the first run */
  bool tells_moves;   /* each step is an event; set at the beginning */
} tp_Sim;

TP_INLINE tp_Unit *tp_sim_unit(const tp_Sim *sim, uint32_t id) {
  TP_ASSERT(id >= 1 && id <= sim->unit_room);
  return &sim->round.unit[id];
}

/* Is the unit there, and does it stand? */
TP_INLINE bool tp_sim_is_there(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  return unit->flags & TP_UNIT_THERE && tp_unit_is_standing(unit);
}

/* Does the unit begin another order when it looks? */
TP_INLINE bool tp_sim_is_due(const tp_Sim *sim, uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  return unit->has_next && !tp_unit_is_paused(unit) && tp_unit_is_over(unit);
}

TP_INLINE tp_Rect tp_sim_map(const tp_Sim *sim) {
  return (tp_Rect){0, 0, sim->round.width, sim->round.height};
}

/* A time that is past counts as now. */
TP_INLINE void tp_sim_wake_at(tp_Sim *sim, uint32_t id, uint64_t time) {
  tp_timers_set(&sim->timers, sim->round.unit, id,
                time < sim->now ? sim->now : time);
}

/* Asks for a block. Returns false. */
TP_INLINE bool tp_sim_want(tp_Sim *sim, int slot, size_t bytes) {
  sim->want.slot = slot;
  sim->want.bytes = bytes;
  return false;
}

/* Reports an event, if there is room for events. */
TP_INLINE void tp_sim_tell(tp_Sim *sim, uint32_t id, tp_Happening what,
                           uint32_t other) {
  if (sim->events) tp_events_add(sim->events, (tp_Event){id, other, what});
}
