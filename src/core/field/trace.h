/* trace.h - the ways that a field knows, as routes. */
#ifndef TP_TRACE_H
#define TP_TRACE_H

#include "../search/escape.h"
#include "field.h"

/* The direction of the next step from a cell, as tp_steer_step takes it; -1:
 * there is none. */
TP_FUNC int tp_trace_step(tp_Field *field, const tp_Navmap *navmap, tp_Cell c);

/* A source of legs: on to a goal; in a field that runs forwards, back to its
 * start. */
typedef struct tp_Trace {
  tp_Field *field;
  const tp_Navmap *navmap;
  const tp_Escape *escape; /* then back along that; NULL: there is none */
} tp_Trace;

TP_FUNC tp_Route tp_trace_route(const tp_Trace *trace, tp_Cell from);

#endif
