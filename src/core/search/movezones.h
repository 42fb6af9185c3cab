/* movezones.h - positions in which a move ends, or in which it may not end. */
#pragma once

#include "../navmap/navmap.h"

/* Sets the bits of `zone`, a mask of the grid's size, for the positions where
 * the agent would cover a rectangle of the obstacles or a cell that its crowds
 * hold. Or, with `beside`, instead of cells of units the positions from which
 * one step would lead to such a cell, if the cell were free and the cells of
 * `stood` (NULL: none) were blocked. Cells of the start do not count, and its
 * position has no bit. The log of the mask tells nothing. Costs a bit a cell, and 8 looks for each cell
 * held. */
TP_FUNC void tp_zone_mark(tp_Mask *zone, const tp_Navmap *navmap,
                          const tp_Mask *stood, const tp_Obstacles *obstacles,
                          bool beside);
