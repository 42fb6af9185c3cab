/* ends.h - which cells end a search for many goals: of each cell, the cheapest
 * goal that it is an end of. */
#ifndef TP_ENDS_H
#define TP_ENDS_H

#include "query.h"

/* Over a block of tp_ends_bytes, and the goals' list. */
typedef struct tp_Ends {
  tp_Goals *goals; /* NULL: ends are not asked for; listed by rank        */
  const tp_Navmap *navmap;
  bool is_near; /* ends are cells no farther than `far` from a goal, by
                       the metric; else as the goals say                  */
  tp_Metric metric;
  uint64_t far;
  int32_t margin; /* no end lies farther from its goal along either axis */
  tp_Rect box;    /* in which all ends lie, in whole words               */
  uint32_t noted; /* goals of the list whose ends are noted              */
  uint64_t asked; /* steps that asking took since they were last spent   */
  uint64_t owed;  /* steps of noting that nobody has paid for            */
  uint64_t price; /* about what it takes to note the ends of one goal    */
  uint64_t *bits; /* cells that are noted, and                           */
  uint32_t *goal; /* of each of those, the number of its goal            */
} tp_Ends;

/* For a plan with many ends, those goals that are left. */
TP_FUNC size_t tp_ends_bytes(const tp_Plan *plan);
TP_FUNC void tp_ends_open(tp_Ends *ends, const tp_Plan *plan, void *block);

/* The cheapest goal that a cell, which may be entered, is an end of; of equal
 * ones the first. NULL: of none; or, if that is not known yet, of none with an
 * extra cost of `most` or less. */
TP_FUNC const tp_Goal *tp_ends_at(tp_Ends *ends, tp_Cell cell, uint64_t most);

#endif
