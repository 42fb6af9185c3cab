/* gates.h - the links that a search may take, as it found them when it began.
 *
 * A gate is a passage that the agent may take. A copy of each lives in a block
 * of the search: the way back is read from there, whatever the map has come to
 * be by then. For what lies behind a gate see potentials.h.
 */
#ifndef TP_GATES_H
#define TP_GATES_H

#include "../navmap/tolls.h"

/* Of no gate: none that leads to the cell has been taken. */
#define TP_NO_GATE UINT32_MAX

typedef struct tp_Gate {
  tp_Passage passage; /* whose price is the agent's; it has no name      */
  uint64_t toll;
} tp_Gate;

/* One that estimates go by. */
typedef struct tp_GateGuide {
  tp_Cell at;         /* where it begins                                  */
  uint64_t potential; /* what it costs at least to be at a goal, from
                         there, for who takes it next                     */
} tp_GateGuide;

/* One that may come to be a guide. */
typedef struct tp_Lead {
  tp_Cell from, to;
  uint64_t toll, potential;
  uint64_t bound; /* the estimate where it begins, without it */
} tp_Lead;

enum { TP_MOST_GUIDES = 128 };

/* In a block of tp_gates_bytes. */
typedef struct tp_Gates {
  uint32_t count;
  uint32_t most; /* gates that leave one cell                             */
  uint32_t ends; /* cells in the list `to`                                */
  uint32_t guides;
  uint64_t rest;   /* no more than going by any other costs from anywhere;
                      UINT64_MAX: the guides tell all                       */
  uint32_t *to;    /* cells that links lead to, rising; some more than once */
  uint32_t *taken; /* beside the first of each: the gate by which it was
                      come to last                                          */
  tp_Lead *lead;   /* room for finding the guides                           */
  tp_GateGuide
      guide[TP_MOST_GUIDES]; /* by their potentials, rising            */
  tp_Gate gate[];            /* by the cells that they leave           */
} tp_Gates;

/* Some of them, one behind the other. */
typedef struct tp_GateRange {
  uint32_t first, count;
} tp_GateRange;

/* The bytes that it takes; 0: there is nothing to take. */
TP_FUNC size_t tp_gates_bytes(const tp_Navmap *navmap);

/* Finds all that the agent may take between cells of a mask. */
TP_FUNC void tp_gates_init(tp_Gates *gates, const tp_Navmap *navmap,
                           const tp_Mask *mask);

/* Those that leave a cell. */
TP_FUNC tp_GateRange tp_gates_from(const tp_Gates *gates, tp_Cell at);

/* Notes that gate as the one by which the cell at its end is come to. */
TP_FUNC void tp_gates_take(tp_Gates *gates, uint32_t gate);

/* The one that was noted last of those that lead to a cell, as some was. */
TP_FUNC const tp_Passage *tp_gates_taken(const tp_Gates *gates, tp_Cell at);

#endif
