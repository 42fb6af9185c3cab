/* memory.h - memory: userdata, the slots of a handle, tables, and locks
 * that protect objects while memory is made.
 *
 * The collector may run finalizers. A finalizer may do all that user code may:
 * edit, search, update, or change the tables that are arguments of a call. So
 * between a check and the use of the checked value nothing may run the
 * collector (to push a string or a closure, to make an object, to call a
 * function), unless all that the call relies on is locked. And each value in a
 * table is read only once.
 */
#pragma once

#include "args.h"

/* ---- locks -------------------------------------------------------------- */

/* The objects that a call relies on; NULL for none. The first is the one that
 * runs the query: a pathfinder, a search, a crowd. While they are locked, no
 * other call may change them. */
typedef struct bind_Locks {
  void *objects[3];
} bind_Locks;

TP_INLINE bind_Locks bind_locks(void *object, void *grid) {
  return (bind_Locks){{object, grid, NULL}};
}

/* Calls the function below its nargs arguments with the locks held, then
 * releases them. Passes an error on. */
TP_FUNC void tp_bind_call(lua_State *L, int nargs, int nresults,
                          bind_Locks locks);

/* tp_bind_call without passing an error on: true if the call failed; then the
 * error is on the top. */
TP_FUNC bool tp_bind_try_call(lua_State *L, int nargs, int nresults,
                              bind_Locks locks);

/* The constant BIND_GET, a C function: object, key -> value, with
 * metamethods. */
TP_FUNC int tp_bind_get(lua_State *L);

/* Is an object locked? The checks raise "<function>: the <kind> is busy ..."
 * if so. */
TP_FUNC bool tp_bind_is_busy(const void *object);
TP_FUNC void tp_bind_check_idle(lua_State *L, const void *object,
                                bind_Kind kind, const char *function);
TP_FUNC TP_NORETURN void tp_bind_refuse_busy(lua_State *L, bind_Kind kind,
                                             const char *function);

/* ---- blocks ------------------------------------------------------------- */

/* The head of each userdata of the library. Pointers of the core and of the
 * methods point behind it. It holds:
 * - two zero words. LOVE takes each userdata for its own pair {type, object}.
 *   With zeros it finds no type and raises; otherwise it would follow a stray
 *   pointer;
 * - the number of running calls that rely on the object. */
typedef struct bind_Head {
  uintptr_t zero[2];
  uint32_t busy;
  uint32_t unused; /* keeps the data behind the head aligned */
  uint64_t given;  /* last number of tp_bind_unique_number */
} bind_Head;

#ifdef TP_CHECKED
/* Called with each new userdata, so that fuzz/starve.c can count those that are
 * not freed. NULL at first. */
TP_FUNC void (*tp_bind_made)(const void *userdata);
#endif

/* A new number for the object each time, from 1: for things made on a grid. */
TP_FUNC uint64_t tp_bind_unique_number(void *object);

/* The object in the userdata at index, which is known to be one of the
 * library. */
TP_INLINE void *bind_known(lua_State *L, int index) {
  return (bind_Head *)lua_touserdata(L, index) + 1;
}

/* The userdata of the upvalue BIND_STATE, one for all openings of the module in
 * a Lua state; a slot keeps the coroutines that have called. */
typedef struct bind_State {
  const lua_State *last; /* the coroutine that called last */
  const void *metatables[BIND_KINDS + 1];
} bind_State;

TP_INLINE bind_State *bind_state(lua_State *L) {
  return bind_known(L, lua_upvalueindex(BIND_STATE));
}

/* Is the metatable on the top that of a kind? */
TP_INLINE bool bind_is_kind(lua_State *L, bind_Kind kind) {
  return lua_topointer(L, -1) == bind_state(L)->metatables[kind];
}

/* Pushes an uninitialized userdata of `bytes` without a metatable. The caller
 * fills it, then calls tp_bind_adopt. */
TP_FUNC void *tp_bind_new(lua_State *L, size_t bytes);

/* The same, all zero, with slots 1 .. slots for blocks and other values. */
TP_FUNC void *tp_bind_new_handle(lua_State *L, size_t bytes, int slots);

/* The place of a block: a slot of the handle at that (absolute) index; and the
 * objects that rely on the block, which are locked while a new block is
 * made. */
typedef struct bind_BlockSlot {
  int handle, number;
  bind_Locks locks;
} bind_BlockSlot;

/* Pushes a block of `bytes`, uninitialized, and returns it. The locks are held
 * while it allocates. */
TP_FUNC void *tp_bind_push_block(lua_State *L, bind_Locks locks, size_t bytes);

/* Makes such a block and stores it in the slot. The locks are held while
 * it allocates, because that may run finalizers. Returns the block,
 * uninitialized. Pushes the old value of the slot, which keeps it alive until
 * the caller has moved its contents and popped it. An error (no memory) leaves
 * the slot as it was, and is passed on. */
TP_FUNC void *tp_bind_block(lua_State *L, bind_BlockSlot slot, size_t bytes);

/* Keep stores the value at an index in the handle's slot; push_kept pushes the
 * value of the slot. For slots that keep other objects alive. */
TP_FUNC void tp_bind_keep(lua_State *L, int handle, int slot, int value);
TP_FUNC void tp_bind_push_kept(lua_State *L, int handle, int slot);

/* Pushes the table in a slot of the handle at that (absolute) index. It is made
 * when it is first asked for, with weak keys ("k") or values ("v"). */
TP_FUNC void tp_bind_push_weak(lua_State *L, int handle, int slot,
                               const char *mode);

/* The constant BIND_MAKE_BLOCK, a C function. */
TP_FUNC int tp_bind_make_block(lua_State *L);

/* ---- tables ------------------------------------------------------------- */

/* Pushes a new table with room for that many array items and fields. The locks
 * are held while it allocates. */
TP_FUNC void tp_bind_new_table(lua_State *L, size_t items, int fields,
                               bind_Locks locks);

/* Makes room in the table at `table` (an absolute index), which has `has` items
 * and none behind these (0: any items): room for `items` items and for the
 * fields whose names are on the top, which are popped. Absent items and the
 * fields are set to false. The locks are held meanwhile. An error (no memory)
 * leaves the table as it was and is passed on. It runs no finalizers, so all
 * else in the table is as it was. */
TP_FUNC void tp_bind_make_room(lua_State *L, int table, size_t has,
                               size_t items, int names, bind_Locks locks);

/* Removes the items after the first `items` of the list at index, which had
 * `had` and has no metamethods. Needs 16 places on the stack. */
TP_FUNC void tp_bind_cut(lua_State *L, int table, size_t had, size_t items);

/* The constant BIND_MAKE_TABLE, a C function. */
TP_FUNC int tp_bind_make_table(lua_State *L);
