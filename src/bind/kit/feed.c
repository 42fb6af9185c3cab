/* feed.c - see feed.h. */
#include "feed.h"

#include <time.h>

/* A task of any kind, for the loop. */
typedef struct Task {
  tp_Status (*run)(const struct Task *task);
  void (*give)(const struct Task *task, void *block);
  void *of;
  const tp_Need *need;
  const tp_Navmap *navmap; /* of a field */
  uint64_t budget;         /* of a search or a field */
  unsigned parts;          /* of a navmap: those to prepare */
  uint64_t *left;          /* budget of a navmap, or to prepare a search */
} Task;

/* The old block stays alive until its contents have moved. */
static tp_Status feed(lua_State *L, const Task *task, bind_BlockSlot slot) {
  int first = slot.number;
  tp_Status status;
  while ((status = task->run(task)) == TP_NEEDS_ROOM) {
    if (task->need->bytes == 0) tp_bind_error(L, "not enough memory");
    slot.number = first + task->need->slot;
    task->give(task, tp_bind_block(L, slot, task->need->bytes));
    lua_pop(L, 1);
  }
  return status;
}

/* ---- navmaps ------------------------------------------------------------ */

static tp_Status run_navmap(const Task *task) {
  return tp_navmap_prepare(task->of, task->parts);
}

static void give_navmap(const Task *task, void *block) {
  tp_navmap_give(task->of, block);
}

void tp_feed_navmap(lua_State *L, tp_Navmap *nav, unsigned parts,
                    bind_BlockSlot blocks) {
  const Task task = {run_navmap, give_navmap, nav, &nav->need, .parts = parts};
  feed(L, &task, blocks);
}

static tp_Status run_navmap_some(const Task *task) {
  return tp_navmap_prepare_some(task->of, task->parts, task->left);
}

tp_Status tp_feed_navmap_some(lua_State *L, tp_Navmap *nav, unsigned parts,
                              bind_BlockSlot blocks, uint64_t *budget) {
  const Task task = {run_navmap_some, give_navmap,    nav,
                     &nav->need,      .parts = parts, .left = budget};
  return feed(L, &task, blocks);
}

/* ---- searches ----------------------------------------------------------- */

static tp_Status run_search(const Task *task) {
  tp_Search *s = task->of;
  return tp_search_run(s, task->budget - s->expanded);
}

static void give_search(const Task *task, void *block) {
  tp_search_give(task->of, block);
}

tp_Status tp_feed_search(lua_State *L, tp_Search *s, bind_BlockSlot blocks,
                         uint64_t budget) {
  uint64_t target = s->expanded + budget;
  if (target < budget) target = UINT64_MAX;
  const Task task = {run_search, give_search, s, &s->need, .budget = target};
  return feed(L, &task, blocks);
}

static tp_Status run_ready(const Task *task) {
  return tp_search_ready(task->of, task->left);
}

tp_Status tp_feed_search_ready(lua_State *L, tp_Search *s,
                               bind_BlockSlot blocks, uint64_t *budget) {
  const Task task = {run_ready, give_search, s, &s->need, .left = budget};
  return feed(L, &task, blocks);
}

/* ---- fields ------------------------------------------------------------- */

static tp_Status run_field(const Task *task) {
  return tp_field_run(task->of, task->navmap, task->budget);
}

static void give_field(const Task *task, void *block) {
  tp_field_give(task->of, block);
}

tp_Status tp_feed_field(lua_State *L, tp_FieldBuild *b, const tp_Navmap *navmap,
                        bind_BlockSlot blocks, uint64_t budget) {
  const Task task = {run_field, give_field,       b,
                     &b->need,  .navmap = navmap, .budget = budget};
  return feed(L, &task, blocks);
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
