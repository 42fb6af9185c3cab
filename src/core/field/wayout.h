/* wayout.h - how the agents of a field come out of cells that they may not be
 * in, such as those that a building was put on: straight to the nearest cell
 * from which a way leads on. (A query goes out step by step: search/out.h.)
 */
#ifndef TP_WAYOUT_H
#define TP_WAYOUT_H

#include "spot.h"

enum { TP_WAYOUT_STEPS = 128 }; /* cells farther off are not looked at */

/* The way out from a cell of the grid that may not be entered: of the cells
 * that may, and from which a way leads on or that have a source in them, the
 * one that is the fewest steps away, whatever is in between (diagonal ones,
 * too, unless the rule is "never"). Of several the one from which all is
 * cheapest where steps out cost as the dearest price does; and of those the
 * first in reading order. False: there is none so near. */
TP_FUNC bool tp_wayout_find(const tp_Flow *w, tp_Cell from, tp_Cell *out);

/* From a spot in such a cell to the middle of its way out, in cells; false
 * where it has none. */
TP_FUNC bool tp_wayout_aim(const tp_Flow *w, const tp_Spot *s, double *dx,
                           double *dy);

/* Moves a spot in such a cell straight that way, until it is in the first cell
 * that may be entered or has gone *left world units, which it spends, and
 * writes where that is. False where there is no way out. */
TP_FUNC bool tp_wayout_go(const tp_Flow *w, tp_Spot *s, double *left, double *x,
                          double *y);

#endif
