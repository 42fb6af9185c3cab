/* taskrunner.c - see taskrunner.h. */
#include "taskrunner.h"

#include <time.h>

/* Makes the block that a task needs. The old block, which it pushes, stays
 * alive until its contents have moved. */
static void *make_needed(lua_State *L, const tp_Need *need,
                         bind_BlockSlot blocks) {
  if (need->bytes == 0) tp_bind_error(L, "not enough memory");
  blocks.number += need->slot;
  return tp_bind_block(L, blocks, need->bytes);
}

/* Makes the block that a navmap needs. A finalizer may prepare another navmap of
 * the same walls meanwhile, and make the same block: that one stays, as other
 * objects may know its address by then. */
static void give_part(lua_State *L, tp_Navmap *nav, bind_BlockSlot blocks,
                      int walls) {
  const int top = lua_gettop(L), slot = nav->need.slot;
  int handle = blocks.handle, number = blocks.number + slot;
  if (tp_navmap_shares(nav, slot)) {
    luaL_checkstack(L, 8, NULL);
    tp_bind_push_kept(L, blocks.handle, walls);
    handle = top + 1;
    number = WALLS_PARTS + slot;
  }
  void *block = tp_bind_push_block(L, blocks.locks, nav->need.bytes);
  if (tp_navmap_needs_block(nav)) {
    tp_bind_keep(L, handle, number, -1);
    tp_navmap_give(nav, block);
  }
  lua_settop(L, top);
}

void tp_taskrunner_navmap(lua_State *L, tp_Navmap *nav, unsigned parts,
                          bind_BlockSlot blocks, int walls) {
  while (tp_navmap_prepare(nav, parts) == TP_NEEDS_ROOM) {
    give_part(L, nav, blocks, walls);
  }
}

tp_Status tp_taskrunner_search(lua_State *L, tp_Search *s,
                               bind_BlockSlot blocks, uint64_t budget) {
  uint64_t target = s->expanded + budget;
  tp_Status status;
  if (target < budget) target = UINT64_MAX;
  while ((status = tp_search_run(s, target - s->expanded)) == TP_NEEDS_ROOM) {
    tp_search_give(s, make_needed(L, &s->need, blocks));
    lua_pop(L, 1);
  }
  return status;
}

tp_Status tp_taskrunner_field(lua_State *L, tp_FieldBuild *b,
                              const tp_Navmap *navmap, bind_BlockSlot blocks,
                              uint64_t budget) {
  tp_Status status;
  while ((status = tp_field_run(b, navmap, budget)) == TP_NEEDS_ROOM) {
    tp_field_give(b, make_needed(L, &b->need, blocks));
    lua_pop(L, 1);
  }
  return status;
}

/* ---- the clock ---------------------------------------------------------- */

/* C11's timespec_get is absent from the C library of older Windows systems.
 * Windows's functions are declared here, because <windows.h> defines common
 * words as macros. */
#ifndef _WIN32

/* POSIX has had clock_gettime for longer than C has had timespec_get. */
double tp_clock_now(void) {
  struct timespec t;
#if defined(TIME_UTC) && !defined(__ANDROID__)
  timespec_get(&t, TIME_UTC);
#else
  clock_gettime(CLOCK_REALTIME, &t);
#endif
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#else

__declspec(dllimport) int __stdcall QueryPerformanceCounter(int64_t *ticks);
__declspec(dllimport) int __stdcall QueryPerformanceFrequency(int64_t *ticks);

double tp_clock_now(void) {
  int64_t ticks, ticks_a_second;
  QueryPerformanceCounter(&ticks);
  QueryPerformanceFrequency(&ticks_a_second);
  return (double)ticks / (double)ticks_a_second;
}

#endif
