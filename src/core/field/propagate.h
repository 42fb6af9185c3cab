/* propagate.h - costs, from the frontier to all cells behind it. */
#ifndef TP_PROPAGATE_H
#define TP_PROPAGATE_H

#include "build.h"

/* The phase that settles cells, until there are none left. */
TP_FUNC tp_Phase tp_propagate;

#endif
