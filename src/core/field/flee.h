/* flee.h - a field that leads away from the sources of another one. */
#pragma once

#include "fieldmemory.h"

/* Begins a flight; see tp_field_flee. */
TP_FUNC void tp_flee_begin(tp_FieldBuild *b, const tp_Navmap *nav,
                           const tp_Field *from, uint32_t strength);

/* These come after tp_seed_clear; tp_rundijkstra comes before the last one. */
TP_FUNC tp_Phase tp_flee_turn, tp_flee_select, tp_flee_start, tp_flee_close;
