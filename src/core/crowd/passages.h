/* passages.h - right of way where two units cannot pass each other, and who
 * waits outside.
 */
#pragma once

#include "pibtstate.h"

/* The rank of a unit. Smaller ranks decide first, and push larger ones. */
TP_FUNC uint64_t tp_passage_rank(const tp_Round *r, uint32_t id);

/* Is it the rank of a unit that comes out of a dead end, or of one that is
 * first in any case? */
enum { TP_OUT_BIT = 62 };
TP_INLINE bool tp_passage_comes_out(uint64_t rank) {
  return rank >> TP_OUT_BIT == 0;
}

/* The unit for which another one, outside of a passage, waits before it steps
 * to the cell: a dead end out of which that one comes, or a passage with its
 * goal if that one is there, or goes there, too. 0: none. */
TP_FUNC uint32_t tp_passage_bars(const tp_Round *r, uint32_t id, tp_Cell to);

/* The first link from a unit's cell whose far end is free. */
TP_FUNC bool tp_passage_way_out(const tp_Round *r, uint32_t id, tp_Edge *edge);
