/* clock.h - the wall's clock, for `finder.info.seconds` and the budgets
 * of queues.
 *
 * C11's timespec_get, which the C library of older Windows systems lacks.
 */
#ifndef BIND_CLOCK_H
#define BIND_CLOCK_H

#include "../../core/base/base.h"

/* Seconds since some moment that stays the same while the program runs. */
TP_FUNC double tp_clock_now(void);

#endif
