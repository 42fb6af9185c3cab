/* separation.h - agents that keep apart. */
#pragma once

#include "swarm.h"

/* Bytes of the block for so many agents; SIZE_MAX: too many. */
TP_FUNC size_t tp_separation_bytes(size_t n);

/* Moves all agents as separation.c says; `apart` must be above 0. On input, a
 * byte of `arrived` that is not 0 says that the agent had arrived. Returns the
 * number of agents that are on their way, or that moved or arrived in this
 * call. The block needs no contents. */
TP_FUNC size_t tp_separation_advance(const tp_Flow *flow, const tp_Swarm *swarm,
                                     void *block);
