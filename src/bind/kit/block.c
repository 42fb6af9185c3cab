/* block.c - memory: userdata, and the slots of a handle.
 *
 * Invariant: no pointer into a userdata outlives its place on the stack, or in
 * the slot of a handle that stands there.
 */
#include <string.h>

#include "bind.h"

_Static_assert(offsetof(bind_Head, zero) == 0 &&
                   sizeof(bind_Head) % (2 * sizeof(uintptr_t)) == 0,
               "a host that looks into a userdata finds two zero words first");

/* A collector that goes by steps takes one of the same size for a block of any
 * size. Beside some megabytes of other objects, blocks would pile up faster
 * than it comes round to the old ones, so it is told of large ones. */
enum { LARGE_BLOCK = 1 << 20 };

#ifdef TP_CHECKED
void (*tp_bind_made)(const void *userdata);
#endif

static void note_made(const void *userdata) {
#ifdef TP_CHECKED
  if (tp_bind_made) tp_bind_made(userdata);
#else
  (void)userdata;
#endif
}

void *tp_bind_new(lua_State *L, size_t bytes) {
  if (bytes >= LARGE_BLOCK) compat_collect(L, bytes);
  bind_Head *head = compat_new_userdata(L, sizeof *head + bytes);
  *head = (bind_Head){.busy = 0};
  note_made(head);
  return head + 1;
}

void *tp_bind_new_handle(lua_State *L, size_t bytes, int slots) {
  if (bytes >= LARGE_BLOCK) compat_collect(L, bytes);
  bind_Head *head = compat_new_handle(L, sizeof *head + bytes, slots);
  memset(head, 0, sizeof *head + bytes);
  note_made(head);
  return head + 1;
}

uint64_t tp_bind_unique_number(void *object) {
  bind_Head *behind = object;
  return ++behind[-1].given;
}

void tp_bind_keep(lua_State *L, int handle, int slot, int value) {
  if (value < 0) value += lua_gettop(L) + 1;
  compat_set_held(L, handle, slot, value);
}

void tp_bind_push_kept(lua_State *L, int handle, int slot) {
  compat_get_held(L, handle, slot);
}

/* bytes -> block */
int tp_bind_make_block(lua_State *L) {
  tp_bind_new(L, (size_t)lua_tonumber(L, 1));
  return 1;
}

/* LuaJIT has no userdata of 2 GB, and words of its own for that. Where so large
 * a block is refused it is memory that is lacking, whatever was said. */
enum { VERY_LARGE_BLOCK = 0x7fff0000 };

/* Finalizers may run before and after the block is made, and may have come
 * through here for the same slot: it is kept when they are done. A handle's
 * slots have their room from the beginning, so that this takes none. */
void *tp_bind_block(lua_State *L, bind_BlockSlot slot, size_t bytes) {
  if (bytes > SIZE_MAX / 2) tp_bind_error(L, "not enough memory");
  luaL_checkstack(L, 8, NULL);
  tp_bind_push_kept(L, slot.handle, slot.number);
  lua_pushvalue(L, lua_upvalueindex(BIND_MAKE_BLOCK));
  lua_pushnumber(L, (lua_Number)bytes);
  if (tp_bind_try(L, 1, 1, slot.marks)) {
    if (bytes >= VERY_LARGE_BLOCK) lua_pushliteral(L, "not enough memory");
    lua_error(L);
  }
  void *block = bind_known(L, -1);
  tp_bind_keep(L, slot.handle, slot.number, -1);
  lua_pop(L, 1);
  return block;
}
