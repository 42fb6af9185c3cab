/* priced.h - A* on ground of several prices. */
#ifndef TP_PRICED_H
#define TP_PRICED_H

#include "algorithm.h"

TP_FUNC const tp_Row tp_priced;

#endif
