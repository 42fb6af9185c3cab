/* endcells.h - the cells that end a search for many goals: for each cell the
 * cheapest goal of which it is an end; and the cheapest end reached so far. */
#pragma once

#include "query.h"

/* Uses a block of tp_ends_bytes, and the goals' list. To record a goal is to
 * enter its ends into the table `goal`. */
typedef struct tp_Ends {
  tp_Incumbent best; /* also of a search without a test for ends */
  tp_Goals *goals;   /* sorted by rank; NULL: no test for ends */
  const tp_Navmap *navmap;
  tp_Rect box;       /* contains all ends; whole words */
  uint32_t recorded; /* goals of the list whose ends are recorded */
  /* The next goal is recorded in part: the rows before the next of `rows`. */
  bool is_recording;
  tp_Rows rows;    /* tiebreaking.c uses them after the search */
  uint64_t tested; /* steps spent on tests since recording used them up */
  /* Steps of recording, and of lines of sight, that were not taken from a
   * budget yet. */
  uint64_t debt;
  uint64_t paid; /* units of work that the slice's budget has paid of it */
  /* If `debt` is above that, the slice ends, whatever budget is left. */
  uint64_t most;
  uint64_t *bits; /* cells that are recorded */
  uint32_t *goal; /* the number of the goal of each recorded cell */
} tp_Ends;

/* Begins with no end but the plan's. */
TP_FUNC void tp_ends_begin(tp_Ends *ends, const tp_QueryPlan *plan);

/* For a plan with many ends: the block for the goals left. */
TP_FUNC size_t tp_ends_bytes(const tp_QueryPlan *plan);
TP_FUNC void tp_ends_open(tp_Ends *ends, const tp_QueryPlan *plan, void *block);

/* What a search does after closing a cell. */
typedef enum tp_Arrival {
  TP_GO_ON,   /* expand the cell */
  TP_TURN,    /* do not expand: no cheaper end lies behind it */
  TP_HAS_COME /* stop: the best end is the cheapest */
} tp_Arrival;

/* A cell is closed at a cost, and no open cell has a smaller f. As soon as
 * every open f is above the cost of the best end, that end is the cheapest. */
TP_FUNC tp_Arrival tp_ends_close(tp_Ends *ends, const tp_QueryPlan *plan,
                                 tp_Cell at, uint64_t cost, uint64_t f);

/* The same if cells are closed in any order, and again if a cheaper way to them
 * is found. Of ends of one goal at the same cost the first in reading order
 * wins, whenever the search meets it. */
TP_FUNC void tp_ends_meet(tp_Ends *ends, const tp_QueryPlan *plan, tp_Cell at,
                          uint64_t cost);

/* In a search for the cheapest of several: may a goal behind the cell cost less
 * than the best end, or as much and precede it? True if that is unknown. */
TP_FUNC bool tp_ends_can_gain(const tp_Ends *ends, const tp_QueryPlan *plan,
                              tp_Cell at, uint64_t cost, uint64_t f);
