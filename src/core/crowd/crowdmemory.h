/* crowdmemory.h - the memory of a crowd: its block, and the blocks that it asks
 * for. */
#pragma once

#include "simstate.h"

TP_FUNC size_t tp_sim_bytes(uint32_t units, uint32_t entered);

/* A crowd without units, at time 0. The occupancy must not move. */
TP_FUNC void tp_sim_init(tp_Sim *sim, tp_Occupancy *o, uint32_t units,
                         uint32_t entered);

/* Another occupancy for the same map. */
TP_FUNC void tp_sim_take_occupancy(tp_Sim *sim, tp_Occupancy *occupancy);

/* The map was cut to the rectangle `to` of itself, and the occupancy `o`
 * belongs to the new map. All cells and goals of units lie inside. Call it
 * between two runs. */
TP_FUNC void tp_sim_resize(tp_Sim *sim, tp_Occupancy *o, tp_Rect to);

/* Moves the crowd into a block that is not smaller. The old block must not be
 * used again. */
TP_FUNC void tp_sim_move(tp_Sim *sim, const tp_Sim *old, uint32_t units,
                         uint32_t entered);

/* Hands over the block that was wanted. The old block of that slot is free
 * then. NULL: there is no memory; the crowd goes on without. */
TP_FUNC void tp_sim_give(tp_Sim *sim, void *block);
