/* rank.h - who decides before whom, and whom it may push.
 */
#ifndef TP_RANK_H
#define TP_RANK_H

#include "frame.h"

/* Where is the mover among those who decide? Smaller ones come first. */
TP_FUNC uint64_t tp_round_rank(const tp_Round *r, uint32_t id);

#endif
