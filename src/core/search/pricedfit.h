/* pricedfit.h - which plans A* on ground of several prices (priced.c) serves,
 * and how wide its bins are. */
#ifndef TP_PRICEDFIT_H
#define TP_PRICEDFIT_H

#include "algorithm.h"

/* As a row of algorithm.h has them. */
TP_FUNC tp_Fit tp_priced_fits(const tp_Plan *plan);
TP_FUNC uint32_t tp_priced_window(const tp_Plan *plan);

/* Costs that differ in so many bits share a bin. */
TP_FUNC int tp_priced_shift(const tp_Plan *plan);

#endif
