/* order.h - puts lists in order. */
#ifndef TP_ORDER_H
#define TP_ORDER_H

#include "base.h"

/* Something by its number, and what it is ordered by. */
typedef struct tp_Ranked {
  uint64_t key;
  uint32_t number;
  uint32_t padding;
} tp_Ranked;

/* Orders a list by its keys, the smallest first; equal ones stay as they are.
 * The spare list is as long. */
TP_FUNC void tp_order(tp_Ranked *list, tp_Ranked *spare, uint32_t count);

/* The same with shorter keys. */
typedef struct tp_Numbered {
  uint32_t key, number;
} tp_Numbered;

TP_FUNC void tp_order_numbered(tp_Numbered *list, tp_Numbered *spare,
                               uint32_t count);

#endif
