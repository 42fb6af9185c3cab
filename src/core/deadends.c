/* deadends.c - the 2-core of the map (Seidman 1983), kept up to date.
 *
 * Leaves are taken off one after the other. Taking one off can only make a
 * leaf of the one cell that it led to, so following that chain needs no queue;
 * candidates are found 64 cells at a time, for a cell with two free sides is no
 * leaf under any rule. The order does not matter for what remains.
 *
 * A diagonal step between two cells of the core passes beside cells of the core
 * or walls only: a cell beside it has both as neighbours, so it is no leaf. So
 * the core is a map like any other, with the same rule and the same steps.
 *
 * Closing a cell may make leaves of its neighbours. Opening one may close a
 * loop through it: so its neighbours' trees are put back, root to branch, and
 * what still is a leaf is taken off again. Either way costs as much as those
 * trees are deep. Nothing else of the core can change.
 *
 * Mazes shrink to a few loops. On open ground there is next to nothing to take
 * off, and 15 operations per 64 cells to find that out; noting that all others
 * are of the core takes longer, 1 ns a cell.
 */
#include "deadends.h"

#include <string.h>

#include "bits.h"

/* What stands in a cell's byte: of the core, a wall, the root of a part
 * without a core, or TREE + the direction that leads out. */
enum { CORE, WALL, ROOT, TREE };

struct tp_DeadEnds {
  int32_t width, height;
  uint32_t core_size;
  uint8_t pair[]; /* states of two cells each, the first in the low half */
};

size_t tp_dead_ends_bytes(int32_t width, int32_t height) {
  return offsetof(tp_DeadEnds, pair) + ((size_t)width * (size_t)height + 1) / 2;
}

void tp_dead_ends_init(tp_DeadEnds *dead, int32_t width, int32_t height) {
  dead->width = width;
  dead->height = height;
}

/* What the functions below work on. */
typedef struct Work {
  tp_DeadEnds *dead;
  tp_Mask *core;
  const tp_Mask *mask;
  const tp_Moves *moves;
  tp_Changes *changes;
} Work;

static int state_at(const tp_DeadEnds *dead, size_t i) {
  return dead->pair[i / 2] >> (i % 2 * 4) & 15;
}

static int get_state(const tp_DeadEnds *dead, int32_t x, int32_t y) {
  return state_at(dead, (size_t)y * (size_t)dead->width + (size_t)x);
}

static void set_state(tp_DeadEnds *dead, int32_t x, int32_t y, int state) {
  size_t i = (size_t)y * (size_t)dead->width + (size_t)x;
  int shift = i % 2 * 4, rest = dead->pair[i / 2] & 15 << (4 - shift);
  dead->pair[i / 2] = (uint8_t)(rest | state << shift);
}

static bool is_inside(const Work *w, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < w->dead->width && y < w->dead->height;
}

static void note(tp_Changes *changes, int32_t x, int32_t y) {
  const int most = (int)(sizeof changes->rects / sizeof changes->rects[0]);
  if (!changes || changes->count < 0) return;
  if (changes->count == most) {
    changes->count = -1;
    return;
  }
  changes->rects[changes->count++] = (tp_Rect){x, y, 1, 1};
}

static void set_core(const Work *w, int32_t x, int32_t y, bool is_core) {
  tp_mask_set(w->core, x, y, is_core);
  w->dead->core_size += is_core ? 1 : UINT32_MAX;
  note(w->changes, x, y);
}

/* Takes off a leaf, and the leaf that this makes, and so on. */
static void prune(const Work *w, int32_t x, int32_t y) {
  while (is_inside(w, x, y) && tp_mask_has(w->core, x, y)) {
    unsigned steps = w->moves->legal[tp_mask_nine(w->core, x, y)];
    if (steps & (steps - 1)) return;
    set_core(w, x, y, false);
    if (steps == 0) {
      set_state(w->dead, x, y, ROOT);
      return;
    }
    int d = tp_lowest(steps);
    set_state(w->dead, x, y, TREE + d);
    x += tp_dx[d];
    y += tp_dy[d];
  }
}

/* ---- all at once -------------------------------------------------------- */

/* Cells of a word of the core that have at most one free side. */
static uint64_t candidates(const tp_Mask *core, int32_t y, size_t w) {
  const uint64_t *row = tp_mask_row(core, y);
  uint64_t above = row[(ptrdiff_t)w - core->stride];
  uint64_t below = row[w + (size_t)core->stride];
  uint64_t east = row[w] >> 1 | row[w + 1] << 63;
  uint64_t west = row[w] << 1 | row[(ptrdiff_t)w - 1] >> 63;
  uint64_t two =
      (above & below) | (east & west) | ((above | below) & (east | west));
  return row[w] & ~two;
}

void tp_dead_ends_build(tp_DeadEnds *dead, tp_Mask *core, const tp_Mask *mask,
                        const tp_Moves *moves) {
  const Work work = {dead, core, mask, moves, NULL};
  size_t words = (size_t)(mask->width + 63) / 64;
  memcpy(core, mask, tp_mask_bytes(mask->width, mask->height));
  dead->core_size = 0;
  for (int32_t y = 0; y < mask->height; y++) {
    for (int32_t x = 0; x < mask->width; x++) {
      bool is_free = tp_mask_has(mask, x, y);
      set_state(dead, x, y, is_free ? CORE : WALL);
      dead->core_size += is_free;
    }
  }
  for (int32_t y = 0; y < mask->height; y++) {
    for (size_t w = 0; w < words; w++) {
      uint64_t leaves = candidates(core, y, w);
      for (; leaves; leaves &= leaves - 1) {
        prune(&work, (int32_t)w * 64 + tp_lowest(leaves), y);
      }
    }
  }
}

/* ---- after an edit ------------------------------------------------------ */

static void close_cell(const Work *w, int32_t x, int32_t y) {
  int state = get_state(w->dead, x, y);
  if (tp_mask_has(w->mask, x, y) || state == WALL) return;
  if (state == CORE) set_core(w, x, y, false);
  set_state(w->dead, x, y, WALL);
}

/* Cuts off the trees that hung on a cell which is a wall now, and prunes the
 * core around it. */
static void settle_closed(const Work *w, int32_t x, int32_t y) {
  if (get_state(w->dead, x, y) != WALL) return;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    int32_t nx = x + tp_dx[d], ny = y + tp_dy[d];
    if (!is_inside(w, nx, ny)) continue;
    if (get_state(w->dead, nx, ny) == TREE + tp_opposite(d)) {
      set_state(w->dead, nx, ny, ROOT);
    }
    prune(w, nx, ny);
  }
}

/* Puts a tree back into the core from the cell up to its root. Returns where
 * that is. */
static tp_Cell put_back(const Work *w, int32_t x, int32_t y) {
  for (;;) {
    int state = get_state(w->dead, x, y), out = state - TREE;
    if (state == CORE || state == WALL) break;
    set_state(w->dead, x, y, CORE);
    set_core(w, x, y, true);
    if (out < 0) break;
    x += tp_dx[out];
    y += tp_dy[out];
  }
  return (tp_Cell){x, y};
}

static void open_cell(const Work *w, int32_t x, int32_t y) {
  tp_Cell root[TP_DIRECTIONS];
  if (!tp_mask_has(w->mask, x, y)) return;
  if (get_state(w->dead, x, y) != WALL) return;
  set_state(w->dead, x, y, CORE);
  set_core(w, x, y, true);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    int32_t nx = x + tp_dx[d], ny = y + tp_dy[d];
    root[d] = (tp_Cell){x, y};
    if (is_inside(w, nx, ny)) root[d] = put_back(w, nx, ny);
  }
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    prune(w, root[d].x, root[d].y);
    prune(w, x + tp_dx[d], y + tp_dy[d]);
  }
  prune(w, x, y);
}

static void each_cell(const Work *w, const tp_Rect *rects, int count,
                      void (*change)(const Work *, int32_t, int32_t)) {
  for (int i = 0; i < count; i++) {
    tp_Rect r = rects[i];
    for (int32_t y = r.y; y < r.y + r.h; y++) {
      for (int32_t x = r.x; x < r.x + r.w; x++) change(w, x, y);
    }
  }
}

void tp_dead_ends_repair(tp_DeadEnds *dead, tp_Mask *core, const tp_Mask *mask,
                         const tp_Moves *moves, const tp_Rect *rects, int count,
                         tp_Changes *changes) {
  const Work work = {dead, core, mask, moves, changes};
  each_cell(&work, rects, count, close_cell);
  each_cell(&work, rects, count, settle_closed);
  each_cell(&work, rects, count, open_cell);
}

uint32_t tp_dead_ends_core_size(const tp_DeadEnds *dead) {
  return dead->core_size;
}

int tp_dead_ends_way_out(const tp_DeadEnds *dead, int32_t x, int32_t y) {
  int state = get_state(dead, x, y);
  return state < TREE ? -1 : state - TREE;
}

/* ---- climbing ----------------------------------------------------------- */

/* Along a way out only the cell's index is needed, and what stands there. */
typedef struct Ladder {
  size_t width;
  size_t step[TP_DIRECTIONS];
} Ladder;

static Ladder ladder_of(const tp_DeadEnds *dead) {
  Ladder l = {.width = (size_t)dead->width};
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    l.step[d] = (size_t)((ptrdiff_t)tp_dy[d] * dead->width + tp_dx[d]);
  }
  return l;
}

static size_t index_of(const Ladder *l, tp_Cell c) {
  return (size_t)c.y * l->width + (size_t)c.x;
}

static tp_Cell cell_of(const Ladder *l, size_t i) {
  return (tp_Cell){(int32_t)(i % l->width), (int32_t)(i / l->width)};
}

static size_t above(const Ladder *l, size_t i, int state) {
  return i + l->step[state - TREE];
}

size_t tp_dead_ends_climb(const tp_DeadEnds *dead, tp_Cell *at, size_t most,
                          tp_Cell until) {
  const Ladder l = ladder_of(dead);
  size_t i = index_of(&l, *at), end = index_of(&l, until), steps = 0;
  for (; steps < most && i != end; steps++) {
    int state = state_at(dead, i);
    if (state < TREE) break;
    i = above(&l, i, state);
  }
  *at = cell_of(&l, i);
  return steps;
}

int32_t tp_dead_ends_leg(const tp_DeadEnds *dead, tp_Cell *at, tp_Cell top,
                         int *direction) {
  const size_t width = (size_t)dead->width;
  size_t i = (size_t)at->y * width + (size_t)at->x;
  size_t end = (size_t)top.y * width + (size_t)top.x;
  int state = state_at(dead, i), d = state - TREE;
  size_t step = (size_t)((ptrdiff_t)tp_dy[d] * dead->width + tp_dx[d]);
  int32_t steps = 0;
  do {
    i += step;
    steps++;
  } while (i != end && state_at(dead, i) == state);
  at->x += tp_dx[d] * steps;
  at->y += tp_dy[d] * steps;
  *direction = d;
  return steps;
}

tp_Cell tp_dead_ends_meet(const tp_DeadEnds *dead, tp_Cell a, tp_Cell b) {
  const Ladder l = ladder_of(dead);
  size_t i = index_of(&l, a), k = index_of(&l, b);
  while (i != k) {
    i = above(&l, i, state_at(dead, i));
    k = above(&l, k, state_at(dead, k));
  }
  return cell_of(&l, i);
}
