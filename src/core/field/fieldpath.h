/* fieldpath.h - the paths along which a field leads.
 */
#pragma once

#include "../search/escape.h"
#include "field.h"

/* The direction of the next step from a cell, as tp_steer_step chooses it; -1:
 * none. */
TP_FUNC int tp_fieldpath_step(tp_Field *field, const tp_Navmap *navmap,
                              tp_Cell c);

/* A source of legs: on to a goal, or in a forward field back to the start. */
typedef struct tp_FieldPath {
  tp_Field *field;
  const tp_Navmap *navmap;
  const tp_WayOut *out; /* then the legs go back along this; NULL: none */
} tp_FieldPath;

TP_FUNC tp_Path tp_fieldpath_get(const tp_FieldPath *trace, tp_Cell from);
