/* prepare.c - what a pathfinder works out ahead, at a time of the user's
 * choice. */
#include "../kit/feed.h"
#include "finder.h"

static const char prepare[] = "prepare";

/* finder:prepare([n]) -> is all there? */
int tp_finder_prepare(lua_State *L) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, prepare);
  uint64_t budget = UINT64_MAX;
  bool is_ready = true;
  if (!lua_isnoneornil(L, 2)) {
    budget = (uint64_t)tp_bind_integer(L, 2, prepare, "n", 1, BIND_MAX_WHOLE);
  }
  if (!tp_finder_is_current(f) || !tp_navmap_is_ready(&f->navmap, FINDER_ALL)) {
    bind_BlockSlot blocks = {1, PARTS, finder_marks(f)};
    tp_bind_check_idle(L, f, BIND_PATHFINDER, prepare);
    is_ready = tp_feed_navmap_some(L, &f->navmap, FINDER_ALL, blocks,
                                   &budget) == TP_FOUND;
  }
  lua_pushboolean(L, is_ready);
  return 1;
}
