/* exits.h - a field that runs from a cell that may not be entered: from the
 * exits (search/escape.h) of each part of the map on. */
#ifndef TP_EXITS_H
#define TP_EXITS_H

#include "../search/escape.h"
#include "trace.h"

/* The exits that were found, of each region only those over the fewest blocked
 * cells, as sources: these begin the block, of tp_exits_bytes.
 * Their costs are those of a field of so many `hops`. */
TP_FUNC size_t tp_exits_bytes(const tp_Escape *e);
TP_FUNC tp_Sources tp_exits_sources(const tp_Escape *e, void *block, int hops);

/* What stays of ways out: by which step each of their cells, and each exit, was
 * come to; a byte for each cell of the rectangle around them. */
typedef struct tp_ExitTrail {
  tp_Cell start;
  tp_Rect area;
  uint8_t *came_by; /* by cell of the area; in the caller's block */
} tp_ExitTrail;

/* Finds the area, and how many bytes the block takes; and fills that. */
TP_FUNC size_t tp_exit_trail_begin(tp_ExitTrail *trail, const tp_Escape *e);
TP_FUNC void tp_exit_trail_fill(tp_ExitTrail *trail, const tp_Escape *e,
                                void *block);

/* A source of legs: those of a field that runs forwards, back to an exit, and
 * then those of the way out, back to where that begins. */
typedef struct tp_TraceOut {
  tp_Trace trace;
  const tp_ExitTrail *trail; /* NULL: there is no way out */
} tp_TraceOut;

TP_FUNC tp_Route tp_exits_route(const tp_TraceOut *trace, tp_Cell from);

#endif
