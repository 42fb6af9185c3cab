/* trace.h - the ways that a field knows, as routes. */
#ifndef BIND_TRACE_H
#define BIND_TRACE_H

#include "../core/field/field.h"
#include "path.h"

/* The direction of the next step from a cell, as tp_flow_step takes it; -1:
 * there is none. */
TP_FUNC int trace_step(tp_Field *field, const tp_Navmap *navmap, tp_Cell c);

/* A source of legs: on to a goal; in a reach, back to its start. */
typedef struct Trace {
  tp_Field *field;
  const tp_Navmap *navmap;
} Trace;

TP_FUNC tp_Route trace_route(const Trace *trace, tp_Cell from);

#endif
