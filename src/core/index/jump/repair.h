/* repair.h - the planes of jump point search after an edit. */
#ifndef TP_INDEX_JUMP_REPAIR_H
#define TP_INDEX_JUMP_REPAIR_H

#include "planes.h"

/* Cells of the work's rectangles (which lie inside) may have changed; the mask
 * does not until the planes are repaired. Are they, within the budget? */
TP_FUNC bool tp_jump_repair(tp_JumpPlanes *j, const tp_Mask *mask,
                            const tp_Pruning *pruning, tp_Work *work,
                            uint64_t *budget);

#endif
