/* wouldblock.c - would_block: would blocking some cells cut a path?
 *
 * While the cells are blocked, nothing is called that could fail or run user
 * code: so they are always freed again.
 */
#include "../../core/ask/wouldblock.h"
#include "../finder/finder.h"
#include "../finder/pathfinder.h"

static const char name[] = "would_block";

/* Arguments of the call. */
enum { CELLS = 2, PAIRS = 3 };

/* ---- lists -------------------------------------------------------------- */

/* A rectangle of the list, from 0: as far as it lies on the grid. */
static tp_Rect listed_rect(const Finder *f, uint32_t i) {
  return tp_bind_clip(f->grid, f->cells.number + (size_t)4 * i);
}

/* A connection that must stay. */
typedef struct Pair {
  tp_Cell from, to;
} Pair;

/* The arguments hold a single pair, or a list of pairs. */
static Pair listed_pair(lua_State *L, const Finder *f, uint32_t i) {
  const tp_Grid *g = f->grid;
  if (!lua_istable(L, PAIRS)) {
    return (Pair){tp_bind_cell(L, PAIRS, g, name, "x1", "y1"),
                  tp_bind_cell(L, PAIRS + 2, g, name, "x2", "y2")};
  }
  const double *number = f->pairs.number + (size_t)4 * i;
  return (Pair){tp_bind_cell_at(g, number[0], number[1]),
                tp_bind_cell_at(g, number[2], number[3])};
}

/* ---- questions ---------------------------------------------------------- */

/* The reason why the two cells are not connected in the first place. */
static tp_Reason refusal(Finder *f, Pair p) {
  const tp_Grid *g = f->grid;
  if (!tp_grid_contains(g, p.from.x, p.from.y)) return TP_START_OUTSIDE;
  if (!tp_grid_contains(g, p.to.x, p.to.y)) return TP_GOAL_OUTSIDE;
  if (!tp_mask_can_enter(f->navmap.mask, p.from.x, p.from.y)) {
    return TP_START_BLOCKED;
  }
  if (!tp_mask_can_enter(f->navmap.mask, p.to.x, p.to.y)) {
    return TP_GOAL_BLOCKED;
  }
  return tp_finder_connects(f, p.from, p.to) ? TP_NO_REASON : TP_UNREACHABLE;
}

/* Blocks the cells while it tests all pairs. Returns the number of the first
 * pair that is cut, or 0. */
static uint32_t first_cut(lua_State *L, Finder *f, uint32_t pairs) {
  uint32_t cells = f->cells.count, cut = 0;
  const tp_ClosedLogs logs = tp_wouldblock_begin(&f->navmap);
  for (uint32_t i = 0; i < cells; i++) {
    tp_wouldblock_set(&f->navmap, listed_rect(f, i), true);
  }
  for (uint32_t i = 0; i < pairs && !cut; i++) {
    Pair p = listed_pair(L, f, i);
    if (tp_wouldblock_cuts(&f->navmap, p.from, p.to)) cut = i + 1;
  }
  for (uint32_t i = 0; i < cells; i++) {
    tp_wouldblock_set(&f->navmap, listed_rect(f, i), false);
  }
  tp_wouldblock_end(&f->navmap, &logs);
  return cut;
}

/* finder:would_block(cells, x1, y1, x2, y2), or (cells, pairs) ->
 * true, index | false | nil, reason, index */
static int would_block(lua_State *L) {
  Finder *f = tp_bind_self(L, BIND_PATHFINDER, name);
  tp_Rect box = {0, 0, 0, 0};
  bool apart = true;
  if (!lua_istable(L, CELLS)) tp_bind_wrong(L, CELLS, name, "cells", "a table");
  tp_finder_prepare_map(L, 1, f, name);
  const bind_List cells = {.at = CELLS,
                           .function = name,
                           .name = "cells",
                           .item = "{ x, y } or { x, y, w, h }",
                           .numbers = 2,
                           .sized = true,
                           .may_be_empty = true};
  const bind_List pairs = {.at = PAIRS,
                           .function = name,
                           .name = "pairs",
                           .item = "{ x1, y1, x2, y2 }",
                           .numbers = 4,
                           .may_be_empty = true};
  bind_BlockSlot closed = {1, FINDER_CLOSED_CELLS, finder_locks(f)};
  bind_BlockSlot kept = {1, FINDER_KEPT_PAIRS, finder_locks(f)};
  bool is_list = lua_istable(L, PAIRS);
  while (!tp_bind_list_read(L, &cells, &f->cells, closed) ||
         (is_list && !tp_bind_list_read(L, &pairs, &f->pairs, kept))) {
  }
  for (uint32_t i = 0; i < f->cells.count; i++) {
    const tp_Rect rect = listed_rect(f, i);
    if (tp_rect_is_empty(rect)) continue;
    box = tp_rect_join(box, tp_navmap_covering(&f->navmap, rect));
  }
  const uint32_t count = is_list ? f->pairs.count : 1;
  for (uint32_t i = 0; i < count; i++) {
    Pair p = listed_pair(L, f, i);
    tp_Reason reason = refusal(f, p);
    if (reason != TP_NO_REASON) {
      tp_finder_push_reason(L, reason);
      compat_push_whole(L, i + 1.0);
      return 3;
    }
    apart = apart && !tp_rect_has(box, p.from.x, p.from.y) &&
            !tp_rect_has(box, p.to.x, p.to.y);
  }
  bool harmless = tp_rect_is_empty(box) ||
                  (apart && tp_wouldblock_is_harmless(&f->navmap, box));
  uint32_t cut = harmless ? 0 : first_cut(L, f, count);
  lua_pushboolean(L, cut > 0);
  if (!cut) return 1;
  compat_push_whole(L, cut);
  return 2;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"would_block", would_block},
    {NULL, NULL},
};

const bind_Exports tp_wouldblock_exports = {.kind = BIND_PATHFINDER,
                                            .methods = methods};
