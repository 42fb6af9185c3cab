/* fit.h - can jump point search serve a plan? */
#ifndef TP_SEARCH_JUMP_FIT_H
#define TP_SEARCH_JUMP_FIT_H

#include "../algorithm.h"

/* As a row of algorithm.h has it. */
TP_FUNC tp_Fit tp_jump_fits(const tp_Plan *plan);

#endif
