/* passages.h - right of way where two units cannot pass each other, and who
 * waits outside.
 */
#pragma once

#include "pibtstate.h"

/* tp_passage_lead: no other one comes before it. */
#define TP_COMES_FIRST UINT32_MAX

/* A unit in a passage, with another one in its way that would rather be there:
 * the number of steps which it would lose if it had to make way.
 * TP_COMES_FIRST: it comes out of a dead end. 0 for all others. */
TP_FUNC uint32_t tp_passage_lead(const tp_Round *r, uint32_t id);

/* The unit for which another one, outside of a passage, waits before it steps
 * to the cell: a dead end out of which that one comes, or a passage with its
 * goal if that one is there, or goes there, too. 0: none. */
TP_FUNC uint32_t tp_passage_bars(const tp_Round *r, uint32_t id, tp_Cell to);

/* The first link from a unit's cell whose far end is free. */
TP_FUNC bool tp_passage_way_out(const tp_Round *r, uint32_t id, tp_Edge *edge);
