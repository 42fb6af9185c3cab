/* sweep.h - costs, from the frontier to all cells behind it, run by run. */
#ifndef TP_SWEEP_H
#define TP_SWEEP_H

#include "build.h"

/* The phase of propagate.h, faster. Where a field runs forwards, has wide costs
 * or too fine ones, or may have links in it, it is that one. */
TP_FUNC tp_Phase tp_sweep;

#endif
