/* crowdunit.h - a unit: its place, its order, and the durations of its steps.
 * 128 bytes.
 *
 * A unit is in one cell, `at` (its top left one). A step moves `at` to the new
 * cell at once. Until `end` the unit is under way from the old cell, `from`.
 * It holds the cells of both, except those of `from` that a unit behind it has
 * taken over:
 *
 *      from        at             the occupancy, from begin to end:
 *      +---+      +---+           both belong to the unit
 *      | o-|----->|   |
 *      +---+      +---+           x = from + (at - from) (now - begin)
 *      begin       end                         / (end - begin)
 *
 * A link is taken like a step, but the unit holds both ends alone until `end`:
 * no unit behind it may enter the end that it leaves. The begin of such a step
 * is never needed, and its duration may not fit into `duration`: there that is
 * 0.
 *
 * Times and places are integers. Fractions appear only in answers to the game.
 */
#pragma once

#include "../agent/metric.h"
#include "costtogoal.h"

#define TP_NO_TIME UINT64_MAX

enum { TP_MOST_GROUPS = 16, TP_MOST_PLANS = 63 };

enum { TP_PAUSE = 16 }; /* steps of the first rest of a blocked unit */

/* tp_Unit.settle: wherever the unit is. */
enum { TP_ANYWHERE_NEAR = INT16_MAX };

/* What a unit can choose: a direction, to stay, or the link on its path. A unit
 * that has not chosen counts as one that stays, with the same number;
 * tp_Decision tells whether it has. */
enum {
  TP_STAY = TP_DIRECTIONS,
  TP_TO_LINK,
  TP_CHOICES,
  TP_NO_CHOICE = TP_STAY
};

/* tp_Unit.avoid_price: no price was given; it goes around no unit. */
enum { TP_NO_PRICE = UINT16_MAX, TP_NO_DETOUR = UINT16_MAX - 1 };

/* The state of a unit. */
typedef enum tp_UnitState {
  TP_IDLE,    /* no order: makes way, and goes back to its home, the cell in
                 which it became idle or was put */
  TP_WAITING, /* waits for a path */
  TP_GOING,
  TP_ARRIVED, /* at its goal, or on the way back to it */
  TP_SETTLED, /* at rest near enough to its goal */
  TP_BLOCKED  /* no path, or no way past others: rests, and tries again later */
} tp_UnitState;

/* May a unit take the next link on its path? The game may want to say so. */
typedef enum tp_Permission {
  TP_NEEDS_NONE, /* it takes each link */
  TP_ASKS,       /* it tells the game first */
  TP_HAS_ASKED,
  TP_MAY_GO /* the game has answered: until its next step */
} tp_Permission;

/* Flags of a unit. transitions.h says which event sets and resets them. */
enum {
  TP_UNIT_THERE = 1,        /* the id is in use */
  TP_UNIT_PAUSED = 2,       /* stands, and cannot be pushed */
  TP_UNIT_SEEKS_DETOUR = 4, /* others that are like walls blocked it, so it
                               has asked for a path around them, and has come
                               no nearer since */
  TP_UNIT_QUEUED = 8,       /* in the queue for paths */
  TP_UNIT_REFUSED = 16,     /* no path leads to its goal */
  TP_UNIT_AWAY = 32,        /* was pushed off its place of rest */
  TP_UNIT_REPORTED = 64,    /* an event has reported its rest */
  TP_UNIT_STUCK = 128,      /* was blocked, and has come no nearer since */
  TP_UNIT_AWAITED = 256,    /* it is like a wall, and others have waited for it
                               in vain */
  TP_UNIT_LATE = 512,       /* it has been beside its goal, with another unit at
                               it: it can come no nearer. (No unit that goes to
                               any end of a field: another end may be free) */
  TP_UNIT_AT_POINT = 1024,  /* it has not stepped since the last point of its
                               patrol */
  TP_UNIT_OUTSIDE = 2048,   /* it waits outside a passage, or behind one that
                               does */
  TP_UNIT_LEAVES = 4096,    /* it was pushed in vain, and asks for a link that
                               is not on its path */
  TP_UNIT_AT_LINK = 8192    /* an event has reported that it waits before a
                               link */
};

/* The decision of a unit in a round. */
typedef enum tp_Decision {
  TP_UNDECIDED,
  TP_TRIES, /* has reserved the cell `to`, if the units there make way */
  TP_STEPS, /* will go to `to` */
  TP_STAYS
} tp_Decision;

/* The step under way, or the last step (if end <= now). Cells are packed by
 * tp_pack_cell. */
typedef struct tp_Step {
  uint64_t end;
  uint32_t duration; /* 0: a step by a link */
  uint32_t from;
} tp_Step;

/* Progress since the order. */
typedef struct tp_Progress {
  uint64_t since;    /* time of the order, of its last look at its goal, or
                        when it was last pushed off it; the order of a long
                        way counts as given earlier */
  uint64_t best;     /* lowest cost of the rest of its path so far; at a point
                        of its patrol when its rest ends, 0: not known yet */
  uint64_t time;     /* time of that */
  uint64_t retry_at; /* of a blocked unit: when it tries again */
} tp_Progress;

/* Durations of a step along x, along y, and diagonally. At least 1. */
typedef struct tp_Durations {
  uint32_t x, y, both;
} tp_Durations;

typedef struct tp_Unit {
  const tp_Navmap *navmap; /* up to date at each round; its agent size is the
                              unit's */
  tp_CostToGoal to_goal;
  tp_Step step;
  tp_Progress progress;
  uint64_t wake; /* time of its next decision; TP_NO_TIME: only a push, an
                    order, or an edit if its path is short or refused */
  uint32_t at;
  tp_Durations durations;
  uint32_t slot;         /* in the heap of wake times */
  uint32_t last_blocker; /* the unit in its way that was reported last */
  int32_t priority : 11; /* set by the game; larger values come first */
  uint32_t settle : 15;  /* in cells: a rest this near to its goal may be
                            enough */
  uint32_t group : 5;    /* the joint plan that it is in; 0: none */
  uint32_t yields : 1;   /* at rest it makes way */
  uint8_t failed_joint_plans : 6; /* joint plans that have failed lately, and
                                     rides in links that led no nearer */
  uint8_t takes_any_detour : 1;   /* it takes any path around paused units */
  uint8_t asks_each_step : 1;     /* for a path, before each decision */
  uint8_t steps; /* steps that the map allowed at its last look */
  uint8_t wide, high;
  uint8_t state : 3;
  /* It was placed where it is, or where its step began. */
  uint8_t is_placed : 1;
  /* Chosen by a round: a direction, TP_STAY, TP_NO_CHOICE, or TP_TO_LINK
   * (tp_round_to). */
  uint8_t to : 4;
  uint8_t decision : 2; /* TP_UNDECIDED, except during a round */
  uint8_t patrols : 1;  /* at its goal it asks for the next goal */
  /* Direction of its last step, hexagons: the turn; TP_NO_DIRECTION: none. */
  uint8_t heading : 4;
  /* `best` began anew with another path, so falling below it does not reset
   * `backoff`. */
  uint8_t is_rerouted : 1;
  uint8_t backoff : 3; /* how often it has been blocked */
  uint8_t pushes : 5;  /* how often it was pushed off its goal lately */
  /* Its path ends short of its goal, where it waits, and asks for another one
   * after each edit. */
  uint8_t is_path_short : 1;
  uint8_t hunts : 1;      /* it comes near to a target that rests */
  uint8_t permission : 2; /* to take the link before it: a tp_Permission */
  /* Of a group: its goal is not where the group was sent to, as others have
   * got all cells there. At rest it asks now and then for one. */
  uint8_t is_spare : 1;
  uint8_t is_endless : 1; /* its order ends only by tp_sim_end */
  uint8_t has_next : 1;   /* another order waits in a list of the caller's */
  /* Its goal is one of several, and was free when it got its path. */
  uint8_t has_choice : 1;
  uint16_t flags;
  uint16_t avoid_price; /* price of paused units in the way, in steps */
} tp_Unit;

/* Is the unit at a point of its patrol, and asks for the next one? */
TP_INLINE bool tp_unit_is_at_point(const tp_Unit *unit) {
  return unit->patrols && unit->state == TP_WAITING && unit->to_goal.goal.x < 0;
}

/* Does it rest there? */
TP_INLINE bool tp_unit_rests_at_point(const tp_Unit *unit, uint64_t now) {
  return tp_unit_is_at_point(unit) && unit->progress.best > now &&
         unit->progress.best != TP_FAR;
}

/* The most cells that one step enters for a unit of this size: a diagonal step
 * enters those of two sides. 0 if the size is 0. */
TP_INLINE uint32_t tp_unit_entered(int32_t wide, int32_t high) {
  return wide > 0 ? (uint32_t)(wide + high - 1) : 0;
}

TP_INLINE tp_Cell tp_unit_cell(const tp_Unit *unit) {
  return tp_unpack_cell(unit->at);
}

/* The cells under the unit if its top left cell is this one. */
TP_INLINE tp_Rect tp_unit_under(const tp_Unit *unit, uint32_t cell) {
  tp_Cell c = tp_unpack_cell(cell);
  return (tp_Rect){c.x, c.y, unit->wide, unit->high};
}

TP_INLINE uint64_t tp_unit_began(const tp_Unit *unit) {
  return unit->step.end - unit->step.duration;
}

/* Is the unit between two cells, in a step? */
TP_INLINE bool tp_unit_is_under_way(const tp_Unit *unit, uint64_t now) {
  return unit->step.end > now;
}

/* Is the unit between the ends of a link? Then it holds both. */
TP_INLINE bool tp_unit_is_in_link(const tp_Unit *unit) {
  return unit->step.from != unit->at && unit->step.duration == 0;
}

/* Does the unit hold only the cells under `at`? A unit that does not stand
 * wakes at the end of its step. */
TP_INLINE bool tp_unit_is_standing(const tp_Unit *unit) {
  return unit->step.from == unit->at;
}

/* Is the unit paused? */
TP_INLINE bool tp_unit_is_paused(const tp_Unit *unit) {
  return (unit->flags & TP_UNIT_PAUSED) != 0;
}

/* Has the unit arrived or settled? */
TP_INLINE bool tp_unit_is_at_end(const tp_Unit *unit) {
  return unit->state == TP_ARRIVED || unit->state == TP_SETTLED;
}

/* Is its order over? */
TP_INLINE bool tp_unit_is_over(const tp_Unit *unit) {
  if (unit->state == TP_IDLE) return true;
  if (unit->is_endless) return false;
  return tp_unit_is_at_end(unit) && !unit->is_path_short;
}

/* Does it rest there? One that was pushed away from its end does not. */
TP_INLINE bool tp_unit_rests_at_end(const tp_Unit *unit) {
  return tp_unit_is_at_end(unit) && !(unit->flags & TP_UNIT_AWAY);
}

/* Is the unit at rest away from where its group was sent? */
TP_INLINE bool tp_unit_seeks_place(const tp_Unit *unit) {
  return unit->is_spare && unit->state == TP_ARRIVED &&
         !(unit->flags & TP_UNIT_AWAY);
}

/* Is the unit at rest? */
TP_INLINE bool tp_unit_rests(const tp_Unit *unit) {
  return unit->state == TP_IDLE || unit->state == TP_BLOCKED ||
         tp_unit_rests_at_end(unit);
}

/* Does the unit want to go on: with an order, neither at rest nor standing
 * paused? It may stand meanwhile, and wait. */
TP_INLINE bool tp_unit_goes(const tp_Unit *unit) {
  bool is_stopped = unit->flags & TP_UNIT_PAUSED && tp_unit_is_standing(unit);
  return unit->state != TP_IDLE && !tp_unit_rests(unit) && !is_stopped;
}

/* Can nothing push the unit? Then it is a wall, and others go around it. It
 * keeps a point of its patrol, too, until it goes on. */
TP_INLINE bool tp_unit_is_wall(const tp_Unit *unit) {
  const bool stays = tp_unit_rests(unit) || tp_unit_is_at_point(unit);
  return tp_unit_is_paused(unit) || (!unit->yields && stays);
}

/* Has the unit come to its target, or as near as there was room? */
TP_INLINE bool tp_unit_has_come(const tp_Unit *unit) {
  return unit->asks_each_step && tp_unit_rests_at_end(unit);
}

/* Does the unit go around the other one, which it does not push? Units with a
 * target do not push those that have come to theirs, or they would push each
 * other off for ever. (One that flees may push another one that flees: that is
 * far enough off, wherever it is pushed.) */
TP_INLINE bool tp_unit_goes_around(const tp_Unit *unit, const tp_Unit *other) {
  return tp_unit_is_wall(other) ||
         (unit->asks_each_step && tp_unit_has_come(other) &&
          (unit->hunts || other->hunts));
}

/* Does the unit need the game's answer before it takes a link? */
TP_INLINE bool tp_unit_needs_permission(const tp_Unit *unit) {
  return unit->permission == TP_ASKS || unit->permission == TP_HAS_ASKED;
}

/* Do links lead on from the cell, but no steps? */
TP_INLINE bool tp_unit_is_enclosed(const tp_Unit *unit, tp_Cell c) {
  return tp_navmap_has_edges(unit->navmap) &&
         tp_navmap_is_irregular(unit->navmap, c.x, c.y) &&
         tp_navmap_steps(unit->navmap, c.x, c.y) == 0;
}

/* Is the cell near enough to the unit's goal for it to settle there? */
TP_INLINE bool tp_unit_is_near(const tp_Unit *unit, tp_Cell c) {
  const tp_Cell goal = unit->to_goal.goal;
  return unit->settle > 0 && goal.x >= 0 &&
         tp_steps_apart(unit->navmap->moves.stagger, c, goal) <= unit->settle &&
         !tp_unit_is_enclosed(unit, c);
}

/* The duration by which its patience counts. */
TP_INLINE uint64_t tp_unit_step_time(const tp_Unit *unit) {
  return unit->durations.x;
}

TP_INLINE uint64_t tp_unit_first_pause(const tp_Unit *unit) {
  return tp_unit_step_time(unit) * TP_PAUSE;
}

/* Does a blocked unit look if an end of its order has become free? Its pauses
 * grow; it does so each time that a first pause is over. */
TP_INLINE bool tp_unit_seeks_free_end(const tp_Unit *unit, uint64_t now) {
  return unit->state == TP_BLOCKED && now < unit->progress.retry_at &&
         (unit->progress.retry_at - now) % tp_unit_first_pause(unit) == 0;
}

/* Has the unit come no nearer for long? */
TP_INLINE bool tp_unit_is_held_up(const tp_Unit *unit, uint64_t now) {
  enum { LONG = 6 }; /* steps */
  return now - unit->progress.time > LONG * tp_unit_step_time(unit);
}

/* Does the unit take a detour around the other one: around one that it does not
 * push, or one of a lower priority that stands in a queue, and would be pushed
 * in vain? A unit that hunts also does around one that would come back. */
TP_INLINE bool tp_unit_detours_around(const tp_Unit *unit, const tp_Unit *other,
                                      uint64_t now) {
  return tp_unit_goes_around(unit, other) ||
         (unit->hunts && tp_unit_rests_at_end(other)) ||
         (unit->priority > other->priority && other->state == TP_GOING &&
          tp_unit_is_standing(other) && tp_unit_is_held_up(other, now));
}

/* The steps that the map allows it, whatever its goal. */
TP_INLINE uint8_t tp_unit_steps(const tp_Unit *unit) {
  const tp_Cell at = tp_unit_cell(unit);
  return (uint8_t)tp_navmap_steps(unit->navmap, at.x, at.y);
}

/* Is the cell an end of its order? */
TP_INLINE bool tp_unit_ends_at(const tp_Unit *unit, tp_Cell c) {
  return tp_costtogoal_is_end(&unit->to_goal, c);
}

/* The cost from a cell to its goal. */
TP_INLINE uint64_t tp_unit_cost(const tp_Unit *unit, tp_Cell c) {
  return tp_costtogoal_cost(&unit->to_goal, unit->navmap, c);
}

TP_INLINE uint64_t tp_unit_duration(const tp_Unit *unit, int direction) {
  if (tp_is_diagonal(direction)) return unit->durations.both;
  return tp_is_across(direction) ? unit->durations.x : unit->durations.y;
}
