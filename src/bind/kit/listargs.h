/* listargs.h - numbers in arguments: lists of items, and lists of numbers. */
#pragma once

#include "memory.h"

/* ---- lists -------------------------------------------------------------- */

/* A list in an argument: a table of items, where each item is a table of
 * `numbers` numbers. Two numbers are a point, and may also be its fields x and
 * y. */
typedef struct bind_List {
  int at;               /* index on the stack */
  const char *function; /* the called function */
  const char *name;     /* of the argument */
  const char *item;     /* what an item must be: "{ x, y }" */
  const char *single;   /* in place of a single item; NULL: a list of it */
  int numbers;          /* per item */
  bool broken;          /* any finite numbers, not only whole numbers */
  bool sized;        /* a point may be a rectangle: then both w and h are given,
                        as two more numbers or as fields. Whole numbers of at
                        least 1 (absent: 1), or with `broken` any numbers of at
                        least 0 (absent: 0) */
  bool costs;        /* and has a field `cost` of at least 0; absent: 0 */
  bool may_stop;     /* and may have a field `beside` */
  bool may_be_empty; /* if false, at least one item */
} bind_List;

/* Numbers in a block of their own, which is kept in a slot. The next list uses
 * the same block, so a list makes garbage only if it is longer than all
 * before. */
typedef struct bind_Numbers {
  double *number;
  size_t room;
  uint32_t count; /* items in the list that was read last */
} bind_Numbers;

/* The number of items, wrong items included. Raises if there is no list. */
TP_FUNC uint32_t tp_bind_list_count(lua_State *L, const bind_List *list);

/* Reads item i, from 1; raises if it is no item. Allocates nothing except
 * for messages. The item's numbers (x, y, w, h, cost) follow each other in
 * `number`, as far as such a list has them. */
enum { BIND_MOST_NUMBERS = 5 };
TP_FUNC void tp_bind_list_take(lua_State *L, const bind_List *list, int i,
                               double *number);

/* Reads the whole list, item by item, without a break, so the block holds what
 * was checked. Raises if the list is wrong. Returns false if it had to make
 * room; then the caller reads this list and all lists before it again. */
TP_FUNC bool tp_bind_list_read(lua_State *L, const bind_List *list,
                               bind_Numbers *into, bind_BlockSlot slot);

/* Makes room for that many numbers; the old numbers are lost. */
TP_FUNC void tp_bind_reserve(lua_State *L, bind_Numbers *numbers,
                             bind_BlockSlot slot, size_t room);

/* ---- lists of numbers --------------------------------------------------- */

/* The table of numbers at arg; raises if there is none. */
TP_FUNC bind_List tp_bind_numbers(lua_State *L, int arg, const char *function,
                                  const char *name);

/* Number i, from 1; raises if it is no finite number. */
TP_FUNC double tp_bind_list_number(lua_State *L, const bind_List *list, int i);

/* Sets number i, from 1. The table may grow and run finalizers. */
TP_FUNC void tp_bind_list_set(lua_State *L, const bind_List *list, int i,
                              double value);
