/* block.h - memory: userdata, the slots of a handle, and tables; and the marks
 * that are up while it is made.
 *
 * The collector may run finalizers, and those may do what any code of the
 * user's may: edit, search, update, exchange what is in the tables that a call
 * was given. So between the look at something and its use stands nothing that
 * may run the collector (pushing a string or a closure, making anything,
 * calling a function), unless under the busy marks of all that is relied on;
 * and what a table holds is taken once.
 */
#ifndef BIND_BLOCK_H
#define BIND_BLOCK_H

#include "args.h"

/* ---- busy marks --------------------------------------------------------- */

/* What a call relies on, NULL for nothing: as long as the marks of these are
 * up, nobody may change them. */
typedef struct bind_Marks {
  void *of[3];
} bind_Marks;

TP_INLINE bind_Marks bind_marks(void *object, void *grid) {
  return (bind_Marks){{object, grid, NULL}};
}

/* Calls the function below its nargs arguments with the marks up, and takes
 * them down. Says whether it failed; then the error is on the top. */
TP_FUNC bool tp_bind_try(lua_State *L, int nargs, int nresults,
                         bind_Marks marks);

/* The same; an error is passed on. */
TP_FUNC void tp_bind_call(lua_State *L, int nargs, int nresults,
                          bind_Marks marks);

/* The C function in the upvalue BIND_GET: object, key -> value, by its
 * metamethods. */
TP_FUNC int tp_bind_get(lua_State *L);

/* Is an object's mark up? Raises "<function>: the <kind> is busy ..." where it
 * is. */
TP_FUNC bool tp_bind_is_busy(const void *object);
TP_FUNC void tp_bind_check_idle(lua_State *L, const void *object,
                                bind_Kind kind, const char *function);
TP_FUNC TP_NORETURN void tp_bind_refuse_busy(lua_State *L, bind_Kind kind,
                                             const char *function);

/* ---- blocks ------------------------------------------------------------- */

/* What stands before all that Lua holds for the library as userdata, out of
 * sight of the core and of the methods, which point behind it: two zero words
 * (a host that takes every userdata for its own {type, object} pair, as LOVE
 * does, then finds no type and raises, instead of following a stray pointer);
 * and how many calls are under way that rely on it. */
typedef struct bind_Head {
  uintptr_t zero[2];
  uint32_t busy;
  uint32_t unused; /* what follows is aligned as the head is */
  uint64_t given;  /* numbers that were given for it          */
} bind_Head;

#ifdef TP_CHECKED
/* Is called with each userdata that is made, so that fuzz/starve.c can count
 * those that are not freed. NULL at first. */
TP_FUNC void (*tp_bind_made)(const void *userdata);
#endif

/* A number from 1 that it has not given before: for what is made on a grid. */
TP_FUNC uint64_t tp_bind_unique_number(void *object);

/* The object in the userdata at index, of which it is known that it is one of
 * ours. */
TP_INLINE void *bind_known(lua_State *L, int index) {
  return (bind_Head *)lua_touserdata(L, index) + 1;
}

/* Pushes a userdata of `bytes` without a metatable, not set. The caller fills
 * it, then calls tp_bind_adopt. */
TP_FUNC void *tp_bind_new(lua_State *L, size_t bytes);

/* The same, all zero, and able to hold blocks 1 .. slots and other values. */
TP_FUNC void *tp_bind_new_handle(lua_State *L, size_t bytes, int slots);

/* Where a block lives: the slot of the handle at that (absolute) index; and
 * what relies on it that no block is made anew meanwhile. */
typedef struct bind_BlockSlot {
  int handle, number;
  bind_Marks marks;
} bind_BlockSlot;

/* Makes a block of `bytes` and stores it in the slot, with the marks up while
 * it allocates (which may run finalizers, and those anything). Returns it, not
 * filled. Pushes what the slot held before: it stays alive until the caller has
 * moved its contents and popped it. An error (no memory) leaves the slot as it
 * was, and is passed on. */
TP_FUNC void *tp_bind_block(lua_State *L, bind_BlockSlot slot, size_t bytes);

/* Stores the value at an index in the handle's slot; pushes what the slot
 * holds. For slots that keep other objects alive. */
TP_FUNC void tp_bind_keep(lua_State *L, int handle, int slot, int value);
TP_FUNC void tp_bind_push_kept(lua_State *L, int handle, int slot);

/* The C function in the upvalue BIND_MAKE_BLOCK. */
TP_FUNC int tp_bind_make_block(lua_State *L);

/* ---- tables ------------------------------------------------------------- */

/* Pushes a new table with room for so many array items and fields, with the
 * marks up while it allocates. */
TP_FUNC void tp_bind_new_table(lua_State *L, size_t items, int fields,
                               bind_Marks marks);

/* Gives the table at index, an absolute one, of whose array items it is known
 * that it has so many, room for `items` of them, and pops so many names and
 * gives it room for those fields: what it lacks is set to false. The marks are
 * up meanwhile. An error (no memory) leaves the table as it was and is passed
 * on. It runs no finalizers: all else in the table is as it was. */
TP_FUNC void tp_bind_make_room(lua_State *L, int table, size_t has,
                               size_t items, int names, bind_Marks marks);

/* Is the table at index, an absolute one, a path without holes, with nothing
 * beyond? See block.c. */
TP_FUNC bool tp_bind_table_is_whole(lua_State *L, int table);

/* Takes away the items of the table at index that lie beyond the first so many,
 * which are all there: of a table that was whole, and of any other. */
TP_FUNC void tp_bind_cut(lua_State *L, int table, size_t items);
TP_FUNC void tp_bind_sweep(lua_State *L, int table, size_t items);

/* The C function in the upvalue BIND_MAKE_TABLE. */
TP_FUNC int tp_bind_make_table(lua_State *L);

#endif
