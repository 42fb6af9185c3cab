/* flee.h - a field whose ways lead away from the sources of another. */
#ifndef TP_FLEE_H
#define TP_FLEE_H

#include "field.h"

/* The phases of a flight before its costs spread, up to `budget` cells; false
 * where room is wanted. */
TP_FUNC bool tp_flee_run(tp_Field *f, const tp_Navmap *nav, uint64_t *budget);

/* Once they have spread. */
TP_FUNC void tp_flee_end(tp_Field *f);

#endif
