/* apart.h - a swarm whose agents keep apart from each other: they may touch,
 * but not stack. */
#ifndef TP_APART_H
#define TP_APART_H

#include "swarm.h"

/* Bytes of the block that so many agents take; SIZE_MAX: too many. */
TP_FUNC size_t tp_apart_bytes(size_t n);

/* Moves all of them, whose `apart` is more than 0, as apart.c says. Bytes of
 * `arrived` that are not 0 tell who had arrived before. Returns how many are on
 * their way, or have moved or arrived in this call. The block is not read. */
TP_FUNC size_t tp_apart_advance(const tp_Flow *flow, const tp_Swarm *swarm,
                                void *block);

#endif
