/* meet.h - does a way of an agent alone lead past others? */
#ifndef TP_MEET_H
#define TP_MEET_H

#include "route.h"

/* Does anybody who is to be avoided stand under the agent in a cell of the
 * route, or so that a diagonal step of it is none among others? The route is of
 * an agent alone, whose map is up to date, and begins and ends where it may be.
 * `raises`: only the first matters, since nobody blocks. */
TP_FUNC bool tp_route_meets(const tp_Route *route, const tp_Avoided *avoided,
                            bool raises);

#endif
