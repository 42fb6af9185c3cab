/* ends.h - which cells end a search for many goals: of each cell, the cheapest
 * goal that it is an end of; and the cheapest end that has been come to. */
#ifndef TP_ENDS_H
#define TP_ENDS_H

#include "query.h"

/* Over a block of tp_ends_bytes, and the goals' list. */
typedef struct tp_Ends {
  tp_Incumbent best; /* also of a search that asks for no ends            */
  tp_Goals *goals;   /* NULL: ends are not asked for; listed by rank        */
  const tp_Navmap *navmap;
  tp_Rect box;    /* in which all ends lie, in whole words                 */
  uint32_t noted; /* goals of the list whose ends are noted                */
  bool is_noting; /* those of the next one, in part: the rows before the next
                     one of `rows`                                         */
  tp_Rows rows;
  uint64_t asked; /* steps that asking took since they were last spent     */
  uint64_t owed;  /* steps of noting, and of lines, that are not paid yet   */
  uint64_t most;  /* of these that a slice may owe: then it ends            */
  uint64_t *bits; /* cells that are noted, and                           */
  uint32_t *goal; /* of each of those, the number of its goal            */
} tp_Ends;

/* No end is known but the plan's. */
TP_FUNC void tp_ends_begin(tp_Ends *ends, const tp_Plan *plan);

/* For a plan with many ends, those goals that are left. */
TP_FUNC size_t tp_ends_bytes(const tp_Plan *plan);
TP_FUNC void tp_ends_open(tp_Ends *ends, const tp_Plan *plan, void *block);

/* The map has been edited: what is noted of it is to be noted anew. */
TP_INLINE void tp_ends_forget(tp_Ends *e) {
  e->noted = 0;
  e->is_noting = false;
}

/* The ends of a goal, from its first row on: a goal that is noted in part is to
 * be noted anew. */
TP_FUNC tp_Rows *tp_ends_rows(tp_Ends *ends, const tp_Plan *plan,
                              const tp_Goal *goal);

/* Does the slice end, whatever is left of it? */
TP_INLINE bool tp_ends_owe(const tp_Ends *e) { return e->owed > e->most; }

/* What becomes of a search when it closes a cell. */
typedef enum tp_Arrival {
  TP_GO_ON,   /* to the cells around it                */
  TP_TURN,    /* no cheaper end lies behind it         */
  TP_HAS_COME /* the best is the cheapest end there is */
} tp_Arrival;

/* A cell is closed, at that cost; no open one has a smaller f. When every open
 * cell's f is above the cost of the best, that is the cheapest end. */
TP_FUNC tp_Arrival tp_ends_close(tp_Ends *ends, const tp_Plan *plan, tp_Cell at,
                                 uint64_t cost, uint64_t f);

/* The same if cells are closed in any order, and again if there is a cheaper
 * way to them. Of ends of one goal at the same cost the first in reading order
 * is taken, whenever that comes. */
TP_FUNC void tp_ends_meet(tp_Ends *ends, const tp_Plan *plan, tp_Cell at,
                          uint64_t cost);

/* Of a search for the cheapest of several: does a goal cost less from a cell
 * than the best, as far as one can tell; or as much, and stands before it? */
TP_FUNC bool tp_ends_can_gain(const tp_Ends *ends, const tp_Plan *plan,
                              tp_Cell at, uint64_t cost, uint64_t f);

#endif
