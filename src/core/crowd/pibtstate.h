/* pibtstate.h - the state of a round: tries and reservations.
 */
#pragma once

#include "../map/occupancy.h"
#include "crowdunit.h"

/* No cell is forced. */
#define TP_ANYWHERE UINT32_MAX

/* No step is waited for. */
#define TP_ANYTIME UINT32_MAX

/* See tp_Round.ground. */
#define TP_USUAL_GROUND 65536

/* A reserved cell, and its occupant before that. */
typedef struct tp_Reservation {
  uint32_t cell, occupant;
} tp_Reservation;

/* A unit that tries its candidates, the cheapest one first. */
typedef struct tp_Try {
  uint32_t id, pusher;
  /* Counts of the round when the present try began. */
  uint32_t n_reserved, n_chosen;
  /* The first unit that it displaces, in room.displaced: these are the last
   * ones whenever this try is on top. */
  uint32_t first_displaced;
  /* Index of the displaced unit that decides next. */
  uint32_t next;
  /* The unit that is taken along if this one draws back (swap.c). */
  uint32_t partner;
  /* Packed cell at the end of the link, for TP_TO_LINK. */
  uint32_t link_end;
  /* In so much time a step ends that keeps it off a cell, or keeps off one that
   * it pushes; TP_ANYTIME: none does. */
  uint32_t held_for;
  /* Directions, TP_STAY (to stay), TP_TO_LINK. */
  uint8_t candidate[TP_CHOICES];
  uint8_t candidates, tried;
  uint8_t known : 4;    /* so many of them are sorted */
  uint8_t is_alone : 1; /* it has seen no occupant in the cells beside it */
} tp_Try;

/* Working lists of a round, in the crowd's block. The numbers
 * tp_unit_entered of all units add up to at most `entered_room`. */
typedef struct tp_RoundRoom {
  tp_Reservation *reservation; /* `entered_room` entries */
  uint32_t *chosen;            /* the units that have decided, in order */
  uint32_t *forced;            /* by id: the cell to go to; NULL: no unit is
                                  forced */
  uint32_t *link_end;          /* by id: of units that chose TP_TO_LINK, the
                                  packed cell at the end of the link; of units
                                  that stay, their tries' `held_for` */
  uint32_t *leader;            /* by id: the unit that it follows as a
                                  companion; 0: none; itself: another
                                  body */
  tp_Try *stack;               /* `tries` entries; a larger one is asked for
                                  if needed */
  uint32_t *displaced;         /* twice as many entries */
  uint32_t entered_room, tries;
  bool cannot_grow; /* the stack cannot grow: a unit that does not fit stays */
} tp_RoundRoom;

typedef struct tp_Round {
  tp_Unit *unit;      /* by id, from 1 */
  uint32_t *occupant; /* by cell */
  int32_t width, height;
  tp_RoundRoom room;
  uint64_t now;
  uint16_t group;         /* only this group decides or is pushed; 0: all */
  bool by_ticks;          /* time is counted in ticks */
  const uint32_t *ground; /* by a cell's byte: how much longer a step takes
                             there, in 1/TP_USUAL_GROUND; NULL: no ground
                             slows */
  bool is_plan;     /* a search runs the round: each step takes one tick, all
                       units stand, and the order of the calls is the rank */
  uint64_t rank;    /* of the unit that was asked: it may push lower ranks
                       only */
  bool may_push;    /* that unit may push: it neither rests nor could settle */
  bool by_hand;     /* the game takes the step: it pushes units that yield */
  bool has_large;   /* a unit of several cells has tried */
  uint32_t again;   /* the unit that decides a second time; 0: none. It is in
                       `chosen` already */
  uint32_t barrier; /* the occupant that kept the last try off a cell */
  uint32_t n_tries, n_reserved, n_displaced,
      n_chosen;               /* lengths of the lists */
  uint64_t decisions, before; /* since the beginning; when the round began */
  uint64_t root;              /* when the unit was asked */
  bool needs_stack;           /* the round ended early: it needs a larger
                                 stack */
} tp_Round;

/* The packed cell that the round has chosen for a unit. */
TP_INLINE uint32_t tp_round_to(const tp_Round *r, uint32_t id) {
  const tp_Unit *unit = &r->unit[id];
  if (unit->to == TP_STAY) return unit->at;
  if (unit->to == TP_TO_LINK) return r->room.link_end[id];
  const tp_Cell to = tp_beside(tp_unit_cell(unit), unit->to);
  return tp_pack_cell(to.x, to.y);
}

/* Is the unit a companion of that leader, or of one of its companions? */
TP_FUNC bool tp_round_leads(const tp_Round *r, uint32_t leader, uint32_t id);

/* Do both follow the same unit as companions? (The leader of one that follows
 * another body is itself.) */
TP_INLINE bool tp_round_are_fellows(const tp_Round *r, uint32_t id,
                                    uint32_t other) {
  const uint32_t leader = r->room.leader[id];
  return leader != 0 && leader == r->room.leader[other];
}

/* Is the other unit at its goal, and would keep that if the unit wanted to end
 * there, too? */
TP_FUNC bool tp_round_keeps_place(const tp_Round *r, uint32_t id,
                                  uint32_t other);

/* Does the unit come after another one, which is already at its goal, where
 * this one wants to end? Then this one may not push it off. */
TP_FUNC bool tp_round_is_after(const tp_Round *r, uint32_t id, uint32_t other);

/* The duration of a step of a unit from that cell. Half of it follows the
 * ground that the middle of the unit leaves, half the ground that it
 * enters. */
TP_FUNC uint64_t tp_round_duration(const tp_Round *r, const tp_Unit *unit,
                                   tp_Cell from, int direction);

/* The unit that holds or has reserved a cell of the map; 0: none. */
TP_INLINE uint32_t tp_round_occupant(const tp_Round *r, int32_t x, int32_t y) {
  TP_ASSERT(x >= 0 && x < r->width && y >= 0 && y < r->height);
  return r->occupant[(size_t)y * (size_t)r->width + (size_t)x];
}
