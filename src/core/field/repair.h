/* repair.h - a field that is made right again after edits, or for other
 * sources, where that is less work than a new one. */
#ifndef TP_REPAIR_H
#define TP_REPAIR_H

#include "build.h"

/* Begins one, of a field without flight; false, with nothing changed, where
 * building anew is cheaper. */
TP_FUNC bool tp_repair_begin(tp_FieldBuild *b, const tp_Navmap *nav,
                             const tp_FieldQuery *query);

/* Its phases; propagate.h's comes last. */
TP_FUNC tp_Phase tp_repair_affected, tp_repair_invalidate, tp_repair_sources,
    tp_repair_reseed;

#endif
