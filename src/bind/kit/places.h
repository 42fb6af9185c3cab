/* places.h - the arrays of numbers in which a game keeps its agents, wherever
 * those live: Lua tables, memory behind a light userdata, LuaJIT's FFI.
 *
 *     Places xs = tp_places_take(L, 2, "advance", "xs");   what is it?
 *     tp_places_pair(L, &xs, &ys);                         both of one type
 *     tp_places_locate(L, &xs, n, kind, marks);            where it lies
 *     places_set(&xs, i, value)                            unless in a table
 */
#ifndef BIND_PLACES_H
#define BIND_PLACES_H

#include "bind.h"

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
