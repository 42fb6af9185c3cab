/* known.h - does all stand that an A* search has read? */
#ifndef TP_KNOWN_H
#define TP_KNOWN_H

#include "algorithm.h"

/* As a row of algorithm.h has it. */
TP_FUNC bool tp_known_stand(const tp_Search *s, const tp_Basis *then);

#endif
