/* candidates.h - the cells that a unit may go to, the ones that it wants most
 * first. Walls count here, other units do not.
 */
#pragma once

#include "pibtstate.h"

/* The cost to enter a cell and to go on from there; `is_diagonal`: by a
 * diagonal step. For the unit's own cell, with false: the cost to stay. */
TP_FUNC uint64_t tp_candidates_cost(const tp_Unit *unit, tp_Cell c,
                                    bool is_diagonal);

/* Fills the candidates of a try; its id and pusher are set. A pushed unit
 * has no candidate to stay. The first `most` candidates are sorted, and
 * `known` counts them. Most units get the first one; before the others are
 * sorted, undo what was reserved since. Unless `whole`, the sort ends at the
 * unit's own cell, as the unit wants none of those behind it. */
TP_FUNC void tp_candidates_sort(const tp_Round *r, tp_Try *t, int most,
                                bool whole);

/* Prefetches the cells around a unit and its costs there. Call it some units
 * ahead. */
TP_FUNC void tp_candidates_fetch(const tp_Round *r, uint32_t id);

/* A pseudo-random number from a unit and a choice. */
TP_INLINE uint32_t tp_candidates_hash(uint32_t a, uint32_t b) {
  uint32_t h = a * UINT32_C(0x9e3779b1) ^ b * UINT32_C(0x85ebca77);
  h = (h ^ h >> 15) * UINT32_C(0x2c1b3c6d);
  h = (h ^ h >> 12) * UINT32_C(0x297a2d39);
  return h ^ h >> 15;
}

/* Would the unit pass diagonally between two others? If both stand, it may
 * not. */
TP_FUNC bool tp_candidates_is_between(const tp_Round *r, const tp_Unit *unit,
                                      tp_Cell to);
