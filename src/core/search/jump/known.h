/* known.h - does all stand that a jump point search has read? */
#ifndef TP_SEARCH_JUMP_KNOWN_H
#define TP_SEARCH_JUMP_KNOWN_H

#include "../algorithm.h"

/* As a row of algorithm.h has it. */
TP_FUNC bool tp_jump_known_stand(const tp_Search *s, const tp_Basis *then);

#endif
