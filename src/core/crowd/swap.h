/* swap.h - two units exchange their places in a narrow passage.
 *
 *     # . #        1 wants to go right, and 2 left. If 1 walks on, it pushes 2
 *     # . # # #    back, and then 2 pushes 1 back, again and again. Instead 1
 *     . . 1 2 .    draws back, the way it wants least, and takes 2 along, until
 *     # # # # #    a cell beside the passage lets one of them pass.
 */
#pragma once

#include "pibtstate.h"

/* Reverses the sorted candidates of a try if its unit has to draw back.
 * Returns the unit that follows into its cell; 0: none, nothing changed. */
TP_FUNC uint32_t tp_swap_reverse(const tp_Round *r, tp_Try *t);
