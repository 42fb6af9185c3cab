/* mergesort.h - sorts lists. */
#pragma once

#include "base.h"

/* A number, and the key by which it is sorted. */
typedef struct tp_Ranked {
  uint64_t key;
  uint32_t number;
  uint32_t padding;
} tp_Ranked;

/* Sorts a list by its keys, the smallest first; the order of equal ones stays.
 * The spare list is as long. */
TP_FUNC void tp_mergesort(tp_Ranked *list, tp_Ranked *spare, uint32_t count);

/* The same with shorter keys. */
typedef struct tp_Numbered {
  uint32_t key, number;
} tp_Numbered;

TP_FUNC void tp_mergesort_numbered(tp_Numbered *list, tp_Numbered *spare,
                                   uint32_t count);
