/* flee.h - a field whose ways lead away from the sources of another. */
#ifndef TP_FLEE_H
#define TP_FLEE_H

#include "build.h"

/* Begins one; see tp_field_flee. */
TP_FUNC void tp_flee_begin(tp_FieldBuild *b, const tp_Navmap *nav,
                           const tp_Field *from, uint32_t strength);

/* Its phases, after that of seed.h which clears all; propagate.h's comes before
 * the last. */
TP_FUNC tp_Phase tp_flee_turn, tp_flee_select, tp_flee_start, tp_flee_close;

#endif
