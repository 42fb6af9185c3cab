/* round.h - a round while it is made: who tries what, and what was reserved.
 */
#ifndef TP_ROUND_H
#define TP_ROUND_H

#include "../map/occupancy.h"
#include "mover.h"

/* No cell: nothing is forced. */
#define TP_ANYWHERE UINT32_MAX

/* See tp_Round.ground. */
#define TP_USUAL_GROUND 65536

/* A cell whose holder was another one. */
typedef struct tp_Reservation {
  uint32_t cell, holder;
} tp_Reservation;

/* A mover that tries its cells: the cheapest first. */
typedef struct tp_Try {
  uint32_t id, pusher;
  uint32_t reserved, chosen; /* of the round, when it began its present try */
  uint32_t displaced;        /* the first of those whom it displaces: they are
                                the last ones whenever it is its turn       */
  uint32_t next;             /* who of them is to decide next               */
  uint32_t partner;          /* who is taken along if it draws back (swap.c) */
  uint32_t beyond;           /* the cell that TP_TO_LINK leads to, packed     */
  uint8_t cell[TP_CHOICES]; /* directions; TP_DIRECTIONS: to stay; TP_TO_LINK */
  uint8_t cells, tried;
  uint8_t known : 4;    /* of the cells: those are in place                */
  uint8_t is_alone : 1; /* nobody holds a cell beside it, as far as it saw */
} tp_Try;

/* Where a round works: lists in the crowd's block, for so many movers, whose
 * sides (mover.h) add up to no more than `sides`. */
typedef struct tp_RoundRoom {
  tp_Reservation *reservation; /* `sides`                                   */
  uint32_t *chosen;            /* movers: those who have decided, in order  */
  uint32_t *forced;            /* by id: the cell to go to; NULL: nobody is */
  tp_Try *stack;               /* `tries`; grows when it is too small       */
  uint32_t *displaced;         /* twice as many                             */
  uint32_t sides, tries;
  bool is_last; /* it cannot grow: who finds no place stays */
} tp_RoundRoom;

typedef struct tp_Round {
  tp_Mover *mover;  /* by id, from 1                                   */
  uint32_t *holder; /* by cell                                         */
  int32_t width, height;
  tp_RoundRoom room;
  uint64_t now;
  uint16_t group; /* only movers of that one decide or are pushed; 0: all */
  bool by_beats;  /* time is counted in those                              */
  const uint32_t *ground; /* by a cell's byte, how much longer a step takes
                             there, in 1/TP_USUAL_GROUND; NULL: nowhere  */
  bool is_plan;     /* all steps take one beat, nobody is under way, and rank is
                       the order in which they are asked                   */
  uint64_t rank;    /* of the one who was asked: he outranks all it pushes */
  bool may_push;    /* he may push at all: neither rests nor might settle  */
  uint32_t barrier; /* who kept the one who tried last off a cell           */
  uint32_t tries, reserved, displaced, chosen; /* how much of each there is */
  uint64_t decisions, before; /* ever; when the round began              */
  bool is_short;              /* it has ended early: there is need of a
                                 larger stack                            */
} tp_Round;

/* Where is the mover among those who decide? Smaller ones come first, and push
 * larger ones. */
TP_FUNC uint64_t tp_round_rank(const tp_Round *r, uint32_t id);

/* How long a step of a mover from that cell takes: half by the ground that it
 * leaves, half by the one that it enters, both under its middle. */
TP_FUNC uint64_t tp_round_lasts(const tp_Round *r, const tp_Mover *m,
                                tp_Cell from, int direction);

/* Who holds a cell inside, or has reserved it. */
TP_INLINE uint32_t tp_round_holder(const tp_Round *r, int32_t x, int32_t y) {
  TP_ASSERT(x >= 0 && x < r->width && y >= 0 && y < r->height);
  return r->holder[(size_t)y * (size_t)r->width + (size_t)x];
}

#endif
