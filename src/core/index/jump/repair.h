/* repair.h - the planes of jump point search after an edit. */
#ifndef TP_INDEX_JUMP_REPAIR_H
#define TP_INDEX_JUMP_REPAIR_H

#include "planes.h"

/* Cells of the rectangles (which lie inside) may have changed. */
TP_FUNC void tp_jump_repair(tp_JumpPlanes *j, const tp_Mask *mask,
                            const tp_Pruning *pruning, const tp_Rect *rects,
                            int count);

#endif
