/* seed.h - a new field: how far it reaches, and where its costs begin. */
#ifndef TP_SEED_H
#define TP_SEED_H

#include "build.h"

/* The cells that such a field may tell of. */
TP_FUNC tp_Rect tp_seed_area(const tp_FieldQuery *asked, const tp_Navmap *nav);

/* Begins one of what is asked of the field. */
TP_FUNC void tp_seed_begin(tp_FieldBuild *b, const tp_Navmap *nav);

/* Phases: nothing is known; the sources are put in, where nothing offers as
 * little. */
TP_FUNC tp_Phase tp_seed_clear, tp_seed_sources;

#endif
