/* transitions.h - what each event makes of a unit: its next state, the flags
 * that it sets, and the members that begin anew.
 *
 * plain/transitions.lua has the same rows. What a row cannot say stands where
 * the event happens: a condition, and a value that is no first one. A new unit
 * is all zero but for tp_sim_admit, and saved states set all members.
 */
#pragma once

#include "crowdunit.h"

typedef enum tp_UnitEvent {
  /* By the game: */
  TP_ON_STOP,  /* its order ends */
  TP_ON_ORDER, /* and it gets another one */
  TP_ON_PUT,   /* it is put elsewhere */
  TP_ON_PAUSE,
  TP_ON_RESUME,
  /* Its path: */
  TP_ON_WAIT,     /* it lacks one */
  TP_ON_GO_ON,    /* it waits no more, which is no progress */
  TP_ON_REFUSE,   /* there is none */
  TP_ON_PATH,     /* it gets one, */
  TP_ON_NEW_PATH, /* and has waited for it, or has another goal, */
  TP_ON_NEW_GOAL, /* and has another goal */
  TP_ON_DETOUR,   /* it asks for one around units that are like walls, */
  TP_ON_REROUTE,  /* and gets the first one */
  /* Its steps: */
  TP_ON_STEP,   /* it begins one */
  TP_ON_WALK,   /* and it is no ride in a link */
  TP_ON_PUSH,   /* it begins one off its place of rest */
  TP_ON_HOME,   /* it is idle, and where it belongs */
  TP_ON_NEARER, /* it has come nearer to its goal than ever */
  TP_ON_HOPE,   /* it may yet come nearer, and if it is blocked it tries again:
                   something around it has changed, or it stands in a queue */
  TP_ON_ROOM,   /* the game has freed a cell beside it that is nearer to its
                   goal */
  /* Its rests: */
  TP_ON_ARRIVE,
  TP_ON_SETTLE,
  TP_ON_POINT, /* it is at a point of its patrol, and asks for the next */
  TP_ON_BLOCK,
  TP_ON_LATE,  /* it is blocked beside its goal, and another unit is at it */
  TP_ON_RETRY, /* it has rested long enough, and tries again */
  TP_ON_WARN,  /* an event reports that it is blocked, */
  TP_ON_FREE,  /* and that it is blocked no more */
  TP_ON_AWAIT, /* it is like a wall, and another unit waits for it in vain */
  TP_UNIT_EVENTS
} tp_UnitEvent;

/* The members that begin anew, beside the flags. */
enum {
  TP_SETTINGS = 1 << 16,     /* of the order: settle, avoid_price, patrols,
                                asks_each_step, hunts, is_endless,
                                is_path_short, is_spare, has_choice:
                                none */
  TP_SINCE = 1 << 17,        /* progress.since: now */
  TP_BEST = 1 << 18,         /* progress.best: TP_FAR */
  TP_PATIENCE = 1 << 19,     /* progress.time and .retry_at: now */
  TP_LAST_BLOCKER = 1 << 20, /* none */
  TP_REROUTED = 1 << 21,     /* is_rerouted: false */
  TP_BACKOFF = 1 << 22,      /* 0, */
  TP_PUSHES = 1 << 23,       /* 0, */
  TP_FAILED_PLANS = 1 << 24  /* failed_joint_plans: 0 */
};

/* tp_Transition.state: the unit keeps its state. */
enum { TP_SAME = 7 };

typedef struct tp_Transition {
  uint8_t state;   /* a tp_UnitState, or TP_SAME */
  uint16_t sets;   /* flags */
  uint32_t resets; /* flags and members */
} tp_Transition;

enum { TP_OF_DETOUR = TP_UNIT_SEEKS_DETOUR | TP_UNIT_AWAITED };

static const tp_Transition tp_transitions[TP_UNIT_EVENTS] = {
    [TP_ON_STOP] = {TP_IDLE, 0,
                    TP_SETTINGS | TP_BEST | TP_LAST_BLOCKER | TP_REROUTED |
                        TP_BACKOFF | TP_PUSHES | TP_FAILED_PLANS |
                        TP_OF_DETOUR | TP_UNIT_QUEUED | TP_UNIT_REFUSED |
                        TP_UNIT_LATE | TP_UNIT_AT_POINT | TP_UNIT_AWAY |
                        TP_UNIT_REPORTED | TP_UNIT_STUCK | TP_UNIT_OUTSIDE |
                        TP_UNIT_LEAVES | TP_UNIT_AT_LINK},
    [TP_ON_ORDER] = {TP_GOING, 0, TP_SINCE | TP_PATIENCE},
    [TP_ON_PUT] = {TP_SAME, 0,
                   TP_OF_DETOUR | TP_UNIT_LATE | TP_BEST | TP_PATIENCE |
                       TP_LAST_BLOCKER},
    [TP_ON_PAUSE] = {TP_SAME, TP_UNIT_PAUSED, TP_OF_DETOUR},
    [TP_ON_RESUME] = {TP_SAME, 0,
                      TP_UNIT_PAUSED | TP_UNIT_LATE | TP_OF_DETOUR |
                          TP_PATIENCE},

    [TP_ON_WAIT] = {TP_WAITING, 0, 0},
    [TP_ON_GO_ON] = {TP_GOING, 0, 0},
    [TP_ON_REFUSE] = {TP_SAME, TP_UNIT_REFUSED, TP_UNIT_QUEUED},
    [TP_ON_PATH] = {TP_SAME, 0, TP_UNIT_REFUSED | TP_UNIT_QUEUED},
    [TP_ON_NEW_PATH] = {TP_GOING, 0, TP_UNIT_LATE | TP_BEST | TP_PATIENCE},
    [TP_ON_NEW_GOAL] = {TP_GOING, 0,
                        TP_UNIT_AWAY | TP_REROUTED | TP_BACKOFF | TP_PUSHES},
    [TP_ON_DETOUR] = {TP_SAME, TP_UNIT_SEEKS_DETOUR, 0},
    [TP_ON_REROUTE] = {TP_SAME, 0, TP_UNIT_LATE | TP_BEST},

    [TP_ON_STEP] = {TP_SAME, 0,
                    TP_LAST_BLOCKER | TP_UNIT_AWAITED | TP_UNIT_OUTSIDE |
                        TP_UNIT_LEAVES | TP_UNIT_AT_LINK},
    [TP_ON_WALK] = {TP_SAME, 0, TP_UNIT_AT_POINT},
    [TP_ON_PUSH] = {TP_SAME, TP_UNIT_AWAY, TP_SINCE},
    [TP_ON_HOME] = {TP_IDLE, 0, TP_UNIT_AWAY | TP_BACKOFF},
    [TP_ON_NEARER] = {TP_SAME, 0,
                      TP_UNIT_SEEKS_DETOUR | TP_PATIENCE | TP_FAILED_PLANS},
    [TP_ON_HOPE] = {TP_SAME, 0, TP_PATIENCE},
    [TP_ON_ROOM] = {TP_SAME, 0, TP_PATIENCE | TP_FAILED_PLANS},

    [TP_ON_ARRIVE] = {TP_ARRIVED, TP_UNIT_REPORTED,
                      TP_OF_DETOUR | TP_UNIT_AWAY | TP_SINCE | TP_FAILED_PLANS},
    [TP_ON_SETTLE] = {TP_SETTLED, TP_UNIT_REPORTED,
                      TP_OF_DETOUR | TP_UNIT_AWAY | TP_SINCE | TP_FAILED_PLANS},
    [TP_ON_POINT] = {TP_WAITING, TP_UNIT_AT_POINT,
                     TP_OF_DETOUR | TP_SINCE | TP_BACKOFF | TP_FAILED_PLANS},
    [TP_ON_BLOCK] = {TP_BLOCKED, TP_UNIT_STUCK,
                     TP_OF_DETOUR | TP_UNIT_AWAY | TP_FAILED_PLANS},
    [TP_ON_LATE] = {TP_SAME, TP_UNIT_LATE, 0},
    [TP_ON_RETRY] = {TP_GOING, 0, TP_OF_DETOUR | TP_PATIENCE},
    [TP_ON_WARN] = {TP_SAME, TP_UNIT_STUCK, 0},
    [TP_ON_FREE] = {TP_SAME, 0, TP_UNIT_STUCK | TP_UNIT_REPORTED},
    [TP_ON_AWAIT] = {TP_SAME, TP_UNIT_AWAITED, 0},
};

/* The event happens to a unit. */
TP_INLINE void tp_transition_apply(tp_Unit *unit, tp_UnitEvent event,
                                   uint64_t now) {
  const tp_Transition *t = &tp_transitions[event];
  const uint32_t resets = t->resets;
  if (t->state != TP_SAME) unit->state = t->state & 7;
  unit->flags = (uint16_t)((unit->flags & ~resets) | t->sets);
  if (resets & TP_SETTINGS) {
    unit->settle = 0;
    unit->avoid_price = TP_NO_PRICE;
    unit->patrols = unit->asks_each_step = unit->hunts = false;
    unit->is_endless = unit->is_path_short = unit->is_spare = false;
    unit->has_choice = false;
  }
  if (resets & TP_SINCE) unit->progress.since = now;
  if (resets & TP_BEST) unit->progress.best = TP_FAR;
  if (resets & TP_PATIENCE) unit->progress.time = unit->progress.retry_at = now;
  if (resets & TP_LAST_BLOCKER) unit->last_blocker = 0;
  if (resets & TP_REROUTED) unit->is_rerouted = false;
  if (resets & TP_BACKOFF) unit->backoff = 0;
  if (resets & TP_PUSHES) unit->pushes = 0;
  if (resets & TP_FAILED_PLANS) unit->failed_joint_plans = 0;
}
