/* list.h - numbers that a call is given: lists of items; and the arrays in
 * which a game keeps its agents, wherever those live: Lua tables, memory behind
 * a light userdata, LuaJIT's FFI.
 *
 *     Places xs = tp_places_take(L, 2, "advance", "xs");   what is it?
 *     tp_places_pair(L, &xs, &ys);                         both of one type
 *     tp_places_locate(L, &xs, n, kind, marks);            where it lies
 *     places_set(&xs, i, value)                            unless in a table
 */
#ifndef BIND_LIST_H
#define BIND_LIST_H

#include "block.h"

/* ---- lists -------------------------------------------------------------- */

/* A list that a call is given: a table of items, each a table of so many
 * numbers. */
typedef struct bind_List {
  int at;               /* where it stands on the stack                     */
  const char *function; /* that it was given to                             */
  const char *name;     /* of the argument; a %d in it stands for `of`      */
  const char *item;     /* what an item must be: "{ x, y }"                 */
  int numbers;          /* of an item                                       */
  int rest;             /* the number in whose place a table may stand, and
                           ends the item; 0: none                           */
  int of;
  bool broken;       /* any finite numbers, not only whole ones             */
  bool extra;        /* one more may follow, of at least 0; 0 where it lacks */
  bool sized;        /* then fields w and h; 0 where they lack. A size of
                        cells is a whole number of at least 1, of `broken` any
                        of at least 0                                        */
  bool may_be_empty; /* else there is at least one item                     */
} bind_List;

/* Numbers in a block of their own, which is kept in a slot and serves the next
 * list, too: no garbage, unless one is longer than any before. */
typedef struct bind_Numbers {
  double *number;
  size_t room;
  uint32_t count; /* items of the list that was read */
} bind_Numbers;

/* Raises where it is no list. How many items there are, wrong ones among them.
 */
TP_FUNC uint32_t tp_bind_list_count(lua_State *L, const bind_List *list);

/* Pushes an item, from 1, and its numbers, which are whole, for a list of
 * nothing else; raises where it is none. Returns where the first stands.
 * Allocates nothing otherwise. */
TP_FUNC int tp_bind_list_push(lua_State *L, const bind_List *list, int i);

/* Reads an item, from 1; raises where it is none. Allocates nothing otherwise.
 * Its numbers, what is extra and its size come one after the other: so many. */
enum { BIND_MOST_NUMBERS = 5 };
TP_FUNC size_t tp_bind_list_numbers(const bind_List *list);
TP_FUNC void tp_bind_list_take(lua_State *L, const bind_List *list, int i,
                               double *number);

/* Reads the whole list, item by item, in one go: what was checked is what
 * stands in the block. Raises where anything is wrong with it. False where that
 * took more room: then it is to be read again, and so is all that was read
 * before it. */
TP_FUNC bool tp_bind_list_read(lua_State *L, const bind_List *list,
                               bind_Numbers *into, bind_BlockSlot slot);

/* The same of a list whose items are numbers themselves, one by one. */
TP_FUNC double tp_bind_list_number(lua_State *L, const bind_List *list, int i);

/* Makes room for so many numbers; those that were there are lost. */
TP_FUNC void tp_bind_reserve(lua_State *L, bind_Numbers *numbers,
                             bind_BlockSlot slot, size_t room);

/* ---- arrays ------------------------------------------------------------- */

typedef enum PlacesKind { PLACES_DOUBLES, PLACES_FLOATS } PlacesKind;

typedef enum PlacesHome {
  PLACES_IN_TABLE,
  PLACES_IN_MEMORY, /* a light userdata  */
  PLACES_IN_CDATA   /* an array of LuaJIT */
} PlacesHome;

/* One of them, an argument of a call. */
typedef struct Places {
  bind_List list; /* its place on the stack, its name, the call's name */
  PlacesHome home;
  PlacesKind kind;
  void *memory; /* its first number, of that kind; NULL: in a table  */
} Places;

/* What kind of thing stands at arg; raises where there can be no numbers in
 * it. */
TP_FUNC Places tp_places_take(lua_State *L, int arg, const char *function,
                              const char *name);

/* Raises where the two are not of one type. */
TP_FUNC void tp_places_pair(lua_State *L, const Places *a, const Places *b);

/* The option "float" or "double", which says what a light userdata points to;
 * doubles where it is absent. */
TP_FUNC PlacesKind tp_places_kind(lua_State *L, int arg, const char *function);

/* Finds where n numbers of that kind lie. Of an array of LuaJIT's the kind is
 * its own, and what is too short raises; of what a light userdata points to the
 * caller is believed. May run finalizers, with the marks up. Does nothing about
 * a table. */
TP_FUNC void tp_places_locate(lua_State *L, Places *p, size_t n,
                              PlacesKind kind, bind_Marks marks);

/* The same of two that were paired; raises where they hold numbers of two
 * types. */
TP_FUNC void tp_places_locate_pair(lua_State *L, Places *a, Places *b, size_t n,
                                   PlacesKind kind, bind_Marks marks);

/* The same of n bytes, each a number by itself. */
TP_FUNC void tp_places_locate_bytes(lua_State *L, Places *p, size_t n,
                                    bind_Marks marks);

/* Sets number i, from 0, of such as lie in memory. */
TP_INLINE void places_set(const Places *p, size_t i, double value) {
  if (p->kind == PLACES_FLOATS) {
    ((float *)p->memory)[i] = (float)value;
  } else {
    ((double *)p->memory)[i] = value;
  }
}

/* Puts number i, from 0, into a table, which may grow and run finalizers. */
TP_FUNC void tp_places_set_item(lua_State *L, const Places *p, size_t i,
                                double value);

#endif
