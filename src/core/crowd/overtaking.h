/* overtaking.h - how a unit passes a slower one that goes the same way. */
#pragma once

#include "pibtstate.h"

typedef struct tp_Overtaking {
  const tp_Round *r;
  uint32_t id, slower_id;
  const tp_Unit *unit, *slower;
  tp_Cell at;     /* the unit's */
  uint64_t price; /* of a straight step */
  int ahead;      /* where both go */
  int32_t gap;    /* free cells between them; below 0: they are side by side */
  int side;       /* 1: it passes to the right of that, -1: to the left */
} tp_Overtaking;

/* Does the unit overtake now? */
TP_FUNC bool tp_overtaking_begins(const tp_Round *r, uint32_t id,
                                  uint64_t price, tp_Overtaking *s);

/* Twice the steps sideways from a cell until it can pass. */
TP_FUNC int32_t tp_overtaking_steps(const tp_Overtaking *s, tp_Cell c);
