/* girth.h - motion along a field of agents whose body has a radius: past walls,
 * and no nearer to them than that. */
#ifndef TP_GIRTH_H
#define TP_GIRTH_H

#include "steer.h"

/* Where the agent goes from a spot in a cell that is tight for it
 * (tp_steer_is_tight). The cell has these ways on, or has none, but the goal;
 * then not from its very centre. */
TP_FUNC tp_Heading tp_girth_heading(const tp_Flow *w, const tp_Spot *s,
                                    unsigned ways);

/* Moves it from a spot in any cell with these ways on, until it has gone *left
 * world units, which it spends, or has come to a cell without any. Returns the
 * ways on from its cell, or others where all is spent. */
TP_FUNC unsigned tp_girth_move(const tp_Flow *w, tp_Spot *s, unsigned ways,
                               double *left);

/* Moves it in the cell of its goal to where it passes straight to the centre,
 * by *left world units at most, of which it spends as many as that takes; and
 * writes where that is, unless it was there. */
TP_FUNC void tp_girth_arrive(const tp_Flow *w, tp_Spot *s, double *left,
                             double *x, double *y);

/* May its body go straight from a spot to another one, in the same cell or one
 * beside it, and on from there? Both are as they would be read. */
TP_FUNC bool tp_girth_may_shift(const tp_Flow *w, const tp_Spot *from,
                                const tp_Spot *to);

#endif
