/* trace.h - the ways that a field knows, as paths. */
#ifndef BIND_TRACE_H
#define BIND_TRACE_H

#include "../core/field/field.h"
#include "finder.h"

/* The direction of the next step from a cell, as tp_flow_step takes it; -1:
 * there is none. */
TP_FUNC int trace_step(const tp_Field *field, const Finder *finder, tp_Cell c);

/* What the way from a cell looks like. */
typedef struct Trace {
  tp_Cell end;
  size_t count; /* of cells, both ends among them   */
  double cost;  /* as the user counts it            */
} Trace;

TP_FUNC Trace trace_follow(const tp_Field *field, const Finder *finder,
                           tp_Cell from);

/* Pushes a path of the way from a cell, or of the way back; with the marks up
 * while the table is made. `cost` is its field, goal too (0: none). */
TP_FUNC void trace_push(lua_State *L, const tp_Field *field,
                        const Finder *finder, tp_Cell from, Trace trace,
                        bool backwards, double cost, uint32_t goal,
                        bind_Marks marks);

#endif
