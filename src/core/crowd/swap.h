/* swap.h - two units exchange their places in a narrow passage.
 *
 *     # . #        1 wants to go right, and 2 left. If 1 walks on, it pushes 2
 *     # . # # #    back, and then 2 pushes 1 back, again and again. Instead 1
 *     . . 1 2 .    draws back, the way it wants least, and takes 2 along, until
 *     # # # # #    a cell beside the passage lets one of them pass.
 */
#pragma once

#include "pibtstate.h"

/* The unit that follows into the cell of a try's unit if that has to draw back;
 * 0: none. */
TP_FUNC uint32_t tp_swap_partner(const tp_Round *r, const tp_Try *t);

/* It draws back: reverses its sorted candidates. */
TP_FUNC void tp_swap_reverse(const tp_Round *r, tp_Try *t);
