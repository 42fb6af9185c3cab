/* list.h - numbers in arguments: lists of items, and a game's arrays of
 * positions. An array is a Lua table, or an array of LuaJIT's FFI.
 *
 *     Places xs = tp_places_take(L, 2, "advance", "xs");   checks the type
 *     tp_places_pair(L, &xs, &ys);                         both of one type
 *     tp_places_locate(L, &xs, n, marks);                  finds the memory
 *     places_set(&xs, i, value)                            unless in a table
 */
#ifndef BIND_LIST_H
#define BIND_LIST_H

#include "block.h"

/* ---- lists -------------------------------------------------------------- */

/* A list in an argument: a table of items, where each item is a table of
 * `numbers` numbers. Two numbers are a point, and may also be its fields x and
 * y. */
typedef struct bind_List {
  int at;               /* index on the stack */
  const char *function; /* the called function */
  const char *name;     /* of the argument */
  const char *item;     /* what an item must be: "{ x, y }" */
  int numbers;          /* per item */
  bool broken;          /* any finite numbers, not only whole numbers */
  bool sized;        /* a point may be a rectangle: then both w and h are given,
                        as two more numbers or as fields. Whole numbers of at
                        least 1 (absent: 1), or with `broken` any numbers of at
                        least 0 (absent: 0) */
  bool costs;        /* and has a field `cost` of at least 0; absent: 0 */
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

/* Item i of a list whose items are numbers. */
TP_FUNC double tp_bind_list_number(lua_State *L, const bind_List *list, int i);

/* Makes room for that many numbers; the old numbers are lost. */
TP_FUNC void tp_bind_reserve(lua_State *L, bind_Numbers *numbers,
                             bind_BlockSlot slot, size_t room);

/* ---- arrays ------------------------------------------------------------- */

/* An array in an argument. */
typedef struct Places {
  bind_List list; /* index on the stack, names of the argument and the
                     function */
  bool is_table;
  bool has_floats; /* in memory: floats, not doubles */
  void *memory;    /* the first number; NULL: in a table */
} Places;

/* Is the argument an array of LuaJIT, or any other of its C objects? */
TP_FUNC bool tp_places_is_memory(lua_State *L, int arg);

/* Takes the array at arg; raises if the value cannot hold numbers. */
TP_FUNC Places tp_places_take(lua_State *L, int arg, const char *function,
                              const char *name);

/* Raises if the two are not of one type. */
TP_FUNC void tp_places_pair(lua_State *L, const Places *a, const Places *b);

/* Finds the memory of n numbers; raises if an array is too short. May run
 * finalizers, with the marks up. Does nothing for a table. */
TP_FUNC void tp_places_locate(lua_State *L, Places *p, size_t n,
                              bind_Marks marks);

/* The same for two paired arrays; raises if their numbers have two types. */
TP_FUNC void tp_places_locate_pair(lua_State *L, Places *a, Places *b, size_t n,
                                   bind_Marks marks);

/* The same for n numbers of one byte each. */
TP_FUNC void tp_places_locate_bytes(lua_State *L, Places *p, size_t n,
                                    bind_Marks marks);

/* Sets number i, from 0, of an array that is not a table. */
TP_INLINE void places_set(const Places *p, size_t i, double value) {
  if (p->has_floats) {
    ((float *)p->memory)[i] = (float)value;
  } else {
    ((double *)p->memory)[i] = value;
  }
}

/* Sets number i, from 0, of a table. The table may grow and run finalizers. */
TP_FUNC void tp_places_set_item(lua_State *L, const Places *p, size_t i,
                                double value);

#endif
