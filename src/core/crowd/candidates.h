/* candidates.h - the cells that a mover may go to by the walls, those first
 * that it wants most.
 */
#ifndef TP_CANDIDATES_H
#define TP_CANDIDATES_H

#include "round.h"

/* What it costs to enter a cell and to go on from there; `is_diagonal`: by such
 * a step. For the cell that it is in, false: what it costs to stay. */
TP_FUNC uint64_t tp_candidates_cost(const tp_Mover *m, tp_Cell c,
                                    bool is_diagonal);

/* Fills cell[] and cells of a try whose id and pusher are set. Who is pushed
 * cannot stay. In place are `known` of the cells: up to that where it stays, as
 * it wants none of those behind that. */
TP_FUNC void tp_candidates_sort(const tp_Round *r, tp_Try *t);

/* The first one alone: who gets that asks for no other. Before the others are
 * sorted, what the round has reserved since is to be undone. */
TP_FUNC void tp_candidates_first(const tp_Round *r, tp_Try *t);

/* Those, too, that it does not want. */
TP_FUNC void tp_candidates_sort_all(const tp_Round *r, tp_Try *t);

/* Has the cells around it, and its way from there, brought into the cache: some
 * movers before it decides. */
TP_FUNC void tp_candidates_fetch(const tp_Round *r, uint32_t id);

/* Numbers that look drawn, of movers and what they choose among. */
TP_INLINE uint32_t tp_candidates_hash(uint32_t a, uint32_t b) {
  uint32_t h = a * UINT32_C(0x9e3779b1) ^ b * UINT32_C(0x85ebca77);
  h = (h ^ h >> 15) * UINT32_C(0x2c1b3c6d);
  h = (h ^ h >> 12) * UINT32_C(0x297a2d39);
  return h ^ h >> 15;
}

/* Would it pass diagonally between two others? It may not where both stand. */
TP_FUNC bool tp_candidates_is_between(const tp_Round *r, const tp_Mover *m,
                                      tp_Cell to);

/* ---- swap.c: two who must exchange in a passage too narrow for it ----------
 *
 *     # . #        1 wants to the right and 2 to the left: where 1 walks on,
 *     # . # # #    2 is pushed back, and so to and fro. Instead 1 draws back,
 *     . . 1 2 .    the way it wants least, and takes 2 along, until there is a
 *     # # # # #    cell beside the passage in which one lets the other pass.
 */

/* Reverses the cells of a try, which are sorted, where its mover has to draw
 * back: returns who is to follow into its cell; 0: nobody, all is as before. */
TP_FUNC uint32_t tp_swap_reverse(const tp_Round *r, tp_Try *t);

#endif
