/* swap.h - two who must exchange in a passage that is too narrow for it.
 *
 *     # . #        1 wants to the right and 2 to the left: where 1 walks on,
 *     # . # # #    2 is pushed back, and so to and fro. Instead 1 draws back,
 *     . . 1 2 .    the way it wants least, and takes 2 along, until there is a
 *     # # # # #    cell beside the passage in which one lets the other pass.
 */
#ifndef TP_SWAP_H
#define TP_SWAP_H

#include "claims.h"

/* Reverses the cells of a try, which are sorted, where its mover has to draw
 * back: returns who is to follow into its cell; 0: nobody, all is as before. */
TP_FUNC uint32_t tp_swap_reverse(const tp_Round *r, tp_Try *t);

#endif
