/* straighten.h - of paths of the same steps in another order, one that stays
 * near straight lines. */
#pragma once

#include "../navmap/navmap.h"

/* Writes to `out` the cells of a path that costs as much and has the same ends.
 * A run of steps in two directions keeps its steps: at each cell that one comes
 * first that stays nearer to the line between the ends of the run, if it is
 * legal. A run that gets stuck is tried up to its half. Other steps, and those
 * that are illegal, stay. All cells lie on the map; the navmap is ready. */
TP_FUNC void tp_straighten(const tp_Navmap *navmap, const tp_Cell *path,
                           uint32_t count, tp_Cell *out);
