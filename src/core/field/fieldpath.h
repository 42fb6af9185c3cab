/* fieldpath.h - the paths of a field, as routes.
 */
#pragma once

#include "../search/escape.h"
#include "field.h"

/* The direction of the next step from a cell, as tp_steer_step chooses it; -1:
 * none. */
TP_FUNC int tp_trace_step(tp_Field *field, const tp_Navmap *navmap, tp_Cell c);

/* A source of legs: on to a goal, or in a forward field back to the start. */
typedef struct tp_Trace {
  tp_Field *field;
  const tp_Navmap *navmap;
  const tp_Escape *escape; /* then the legs go back along this; NULL: none */
} tp_Trace;

TP_FUNC tp_Route tp_trace_route(const tp_Trace *trace, tp_Cell from);
