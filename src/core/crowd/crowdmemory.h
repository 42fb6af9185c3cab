/* crowdmemory.h - the memory of a crowd: its block, and the blocks that it asks
 * for. */
#pragma once

#include "simstate.h"

TP_FUNC size_t tp_motion_bytes(uint32_t movers, uint32_t sides);

/* A crowd without movers, at time 0. The occupancy must not move. */
TP_FUNC void tp_motion_init(tp_Motion *m, tp_Occupancy *o, uint32_t movers,
                            uint32_t sides);

/* The map was cut to the rectangle `to` of itself, and the occupancy `o`
 * belongs to the new map. All cells and goals of movers lie inside. Call it
 * between two runs. */
TP_FUNC void tp_motion_resize(tp_Motion *m, tp_Occupancy *o, tp_Rect to);

/* Moves the crowd into a block that is not smaller. The old block must not be
 * used again. */
TP_FUNC void tp_motion_move(tp_Motion *m, const tp_Motion *old, uint32_t movers,
                            uint32_t sides);

/* Hands over the block that was wanted. The old block of that slot is free
 * then. NULL: there is no memory; the crowd goes on without. */
TP_FUNC void tp_motion_give(tp_Motion *m, void *block);
