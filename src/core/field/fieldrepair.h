/* fieldrepair.h - updates a field if that is less work than a new one. */
#pragma once

#include "fieldmemory.h"

/* Begins a repair, after edits or for other sources; not for a flight. Returns
 * false, with nothing changed, if a new field is less work. */
TP_FUNC bool tp_repair_begin(tp_FieldBuild *b, const tp_Navmap *nav,
                             const tp_FieldQuery *query);

/* tp_rundijkstra comes after these. */
TP_FUNC tp_Phase tp_repair_affected, tp_repair_invalidate, tp_repair_sources,
    tp_repair_reseed;
