/* repair.h - the repair of a field after edits. */
#ifndef TP_REPAIR_H
#define TP_REPAIR_H

#include "field.h"

/* Begins a repair; false where building anew is cheaper. */
TP_FUNC bool tp_repair_begin(tp_Field *f, const tp_Navmap *nav,
                             const tp_Source *sources, uint32_t count);

/* Its phases, up to `budget` cells; false where room is wanted. */
TP_FUNC bool tp_repair_run(tp_Field *f, const tp_Navmap *nav, uint64_t *budget);

#endif
