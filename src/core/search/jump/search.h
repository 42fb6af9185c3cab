/* search.h - jump point search, on maps of one price. */
#ifndef TP_SEARCH_JUMP_SEARCH_H
#define TP_SEARCH_JUMP_SEARCH_H

#include "../algorithm.h"

TP_FUNC const tp_Row tp_jump_search;

#endif
