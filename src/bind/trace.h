/* trace.h - the ways that a field knows, as paths. */
#ifndef BIND_TRACE_H
#define BIND_TRACE_H

#include "../core/field/field.h"
#include "path.h"

/* The direction of the next step from a cell, as tp_flow_step takes it; -1:
 * there is none. */
TP_FUNC int trace_step(const tp_Field *field, const Finder *finder, tp_Cell c);

/* What the way from a cell looks like. */
typedef struct Trace {
  const tp_Field *field;
  const Finder *finder;
  tp_Cell from, end;
  size_t count; /* of cells, both ends among them   */
  double cost;  /* as the user counts it            */
} Trace;

TP_FUNC Trace trace_follow(const tp_Field *field, const Finder *finder,
                           tp_Cell from);

/* Pushes it as a path, which begins where the trace does, or ends there. */
TP_FUNC void trace_push(lua_State *L, const Trace *trace, tp_Sense sense,
                        PathTable *path);

#endif
