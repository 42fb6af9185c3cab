/* jumprepair.h - the planes of jump point search after an edit. */
#pragma once

#include "jumpplanes.h"

/* Repairs the planes after an edit: cells of the rectangles (which lie inside)
 * may have changed. Returns false as soon as it would take longer than to
 * repair `most` cells near edits: then the planes must be built. */
TP_FUNC bool tp_jump_repair(tp_JumpPlanes *j, const tp_Mask *mask,
                            const tp_StepTable *table, const tp_Rect *rects,
                            int count, uint64_t most);
