/* startcosts.h - a new field: its area, and its sources. */
#pragma once

#include "fieldmemory.h"

/* The area that such a field needs. */
TP_FUNC tp_Rect tp_seed_area(const tp_FieldQuery *asked, const tp_Navmap *nav);

/* Clears all costs; adds each source unless its cell has a lower cost. */
TP_FUNC tp_Phase tp_seed_clear, tp_seed_sources;
