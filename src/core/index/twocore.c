/* twocore.c - the 2-core of the map (Seidman 1983), kept up to date.
 *
 * Leaves are taken off one after the other. This can only make a leaf of the
 * one cell to which a leaf led, so following that chain needs no queue.
 * Candidates are found 64 cells at a time, for a cell with two free sides is no
 * leaf under any rule. The order does not affect the result.
 *
 * A diagonal step between two cells of the core passes only cells of the core
 * or walls: a free cell beside it has both as neighbours, so it is no leaf. So
 * the core is a map like any other, with the same rule and the same steps.
 *
 * Closing a cell cuts off trees. It may also make leaves of its neighbours,
 * which are taken off. Opening a cell adds steps, which are examined one by
 * one. A step that joins two trees hangs one on the other, or is the bridge
 * between their cores. A step within a tree closes a loop. The cells of a loop
 * or a bridge return to the core, and no others. So a repair costs as much as
 * the changes, and the climb to find them.
 *
 *     o: core; < ^ >: trees, towards their roots; +: the root of a part without
 *     a core; #: a wall; x: the cell that is opened
 *
 *     a loop in a tree       a bridge           one tree hung on another
 *
 *     o<<<<<     ooooo<      o<<x>>o            o<<x>+
 *     ##^#^#  -> ##o#o#         |                  |
 *     ##^x^#     ##ooo#      ooooooo            o<<<<<
 *
 * An odd cell stays in the core, as if there were loops through it. So the
 * cells between two odd cells do, and any part with an odd cell has a core. No
 * other cell has a fence around it, so its steps are what the mask says;
 * and if both ends of a step are odd, no tree hangs on it. So this file need
 * not know walls. A cell that becomes odd closes a loop; a cell that becomes
 * even may be a leaf.
 *
 *     x a        a corner opened: if the rule needs both cells beside a step,
 *     b c        the step from a to b is legal now, too
 *
 * Mazes shrink to a few loops. On open ground hardly any cell is taken off: it
 * takes 15 operations per 64 cells to find that out. Writing the states of the
 * others takes longer, 1 ns a cell.
 */
#include "twocore.h"

#include <string.h>

#include "../base/bits.h"

/* To examine one cell takes as long as to build so many that are not taken off;
 * and so many take no time. */
enum { WORTH = 16, FEW = 1024 };

static int32_t stride_of(int32_t width) { return (width + 1) / 2 * 2; }

static size_t states_at(int32_t width, int32_t height) {
  return sizeof(tp_Twocore) + tp_mask_bytes(width, height);
}

size_t tp_twocore_bytes(int32_t width, int32_t height) {
  return states_at(width, height) +
         (size_t)stride_of(width) / 2 * (size_t)height;
}

tp_Mask *tp_twocore_core(tp_Twocore *t) { return (tp_Mask *)(t + 1); }

void tp_twocore_init(tp_Twocore *t, int32_t width, int32_t height) {
  *t = (tp_Twocore){.width = width, .height = height};
  t->stride = stride_of(width);
  t->states_at = states_at(width, height);
  tp_mask_init(tp_twocore_core(t), width, height);
}

static uint8_t *pair_at(tp_Twocore *t, size_t i) {
  return (uint8_t *)t + t->states_at + i / 2;
}

/* What the functions below work on. */
typedef struct Work {
  tp_Twocore *twocore;
  tp_Mask *core;
  const tp_Mask *mask;
  const tp_Topology *moves;
  const tp_Mask *odd; /* NULL: no cell is odd */
  bool notes;         /* changes of the core are noted, cell by cell */
  uint64_t *spent;    /* cells examined; four merely passed count as one */
} Work;

static int get_state(const tp_Twocore *t, int32_t x, int32_t y) {
  return tp_core_state(t, (size_t)y * (size_t)t->stride + (size_t)x);
}

static void set_state(tp_Twocore *t, int32_t x, int32_t y, int state) {
  size_t i = (size_t)y * (size_t)t->stride + (size_t)x;
  uint8_t *pair = pair_at(t, i);
  int shift = i % 2 * 4, rest = *pair & 15 << (4 - shift);
  *pair = (uint8_t)(rest | state << shift);
}

/* Takes a cell into the core, or out of it. */
static void turn_core(const Work *w, int32_t x, int32_t y) {
  uint64_t *word = &tp_mask_words(w->core, y)[x >> 6];
  *word ^= UINT64_C(1) << (x & 63);
  w->twocore->core_size += *word >> (x & 63) & 1 ? 1 : UINT32_MAX;
  if (w->notes) tp_changes_note(&w->core->changes, (tp_Rect){x, y, 1, 1});
  ++*w->spent;
}

static bool is_odd(const Work *w, int32_t x, int32_t y) {
  return w->odd && tp_mask_has(w->odd, x, y);
}

/* Takes off a leaf, the leaf that this makes, and so on: at most so many. Is
 * none left? If one is, `c` becomes that cell. */
static bool prune_some(const Work *w, tp_Cell *c, size_t most) {
  tp_Cell at = *c;
  for (;; most--) {
    unsigned steps = tp_steps(w->moves, at, tp_mask_nine(w->core, at.x, at.y));
    if (steps & (steps - 1) || is_odd(w, at.x, at.y)) return true;
    if (most == 0) break;
    turn_core(w, at.x, at.y);
    if (steps == 0) {
      set_state(w->twocore, at.x, at.y, TP_AT_ROOT);
      return true;
    }
    int d = tp_lowest(steps);
    set_state(w->twocore, at.x, at.y, TP_IN_TREE + d);
    at = tp_beside(at, d);
  }
  *c = at;
  return false;
}

static void prune(const Work *w, int32_t x, int32_t y) {
  tp_Cell c = {x, y};
  if (!tp_mask_can_enter(w->core, x, y)) return;
  prune_some(w, &c, SIZE_MAX);
}

/* ---- all at once ----------------------------------------------------- */

/* Cells of a word of the core with at most one free side. */
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

/* The states of eight cells, none in a tree yet: a bit of each nibble tells
 * whether it is a wall. */
static uint32_t eight_states(uint64_t is_free) {
  uint32_t walls = (uint32_t)~is_free & 0xff;
  walls = (walls | walls << 12) & 0x000f000f;
  walls = (walls | walls << 6) & 0x03030303;
  return (walls | walls << 3) & 0x11111111;
}

/* Writes the states of up to 64 cells, none in a tree yet, two in each byte:
 * cells whose bit is set are in the core, others are walls. A compiler merges
 * the four bytes into one store. */
static void write_states(uint8_t *pair, size_t pairs, uint64_t is_free) {
  for (; pairs >= 4; pairs -= 4, pair += 4, is_free >>= 8) {
    uint32_t states = eight_states(is_free);
    pair[0] = (uint8_t)states;
    pair[1] = (uint8_t)(states >> 8);
    pair[2] = (uint8_t)(states >> 16);
    pair[3] = (uint8_t)(states >> 24);
  }
  uint32_t states = eight_states(is_free);
  for (; pairs > 0; pairs--, states >>= 8) *pair++ = (uint8_t)states;
}

static void write_row(tp_Twocore *t, const tp_Mask *mask, int32_t y) {
  const uint64_t *row = tp_mask_row(mask, y);
  size_t pairs = (size_t)t->stride / 2;
  uint8_t *pair = pair_at(t, (size_t)y * (size_t)t->stride);
  for (size_t done = 0; done < pairs; done += 32, row++) {
    size_t left = pairs - done;
    write_states(pair + done, left < 32 ? left : 32, *row);
    t->core_size += (uint32_t)tp_popcount(*row);
  }
}

/* Units of work (base/work.h): so many states written, cells taken off, or
 * words examined. And the number of cells taken off before the budget is
 * checked. */
enum { WRITTEN = 32, TAKEN_OFF = 4, WORDS = 16, AT_ONCE = 64 };

/* Copies rows of the mask. */
static bool write_rows(const Work *w, tp_Work *at, uint64_t *budget) {
  const int32_t height = w->mask->height;
  const size_t words = (size_t)(w->mask->width + 63) / 64;
  const uint64_t units = (uint64_t)w->mask->width / WRITTEN + 1;
  int32_t lines = tp_spend_lines(budget, height - at->y, units);
  for (; lines > 0; lines--, at->y++) {
    memcpy(tp_mask_words(w->core, at->y), tp_mask_row(w->mask, at->y),
           words * sizeof(uint64_t));
    write_row(w->twocore, w->mask, at->y);
  }
  return at->y == height;
}

/* Takes off some cells at least, so that each word is finished in the end. */
static bool follow_chain(const Work *w, tp_Work *at, uint64_t *budget) {
  do {
    const uint64_t before = *w->spent;
    bool is_done = prune_some(w, &at->chain, AT_ONCE);
    tp_spend(budget, (*w->spent - before) / TAKEN_OFF + 1);
    if (is_done) return true;
  } while (*budget > 0);
  return false;
}

/* Takes off the leaves of a word. False if a chain is longer than the budget:
 * its rest is kept. */
static bool prune_word(const Work *w, tp_Work *at, uint64_t leaves,
                       uint64_t *budget) {
  if (w->odd) leaves &= ~tp_mask_row(w->odd, at->y)[at->x];
  for (; leaves; leaves &= leaves - 1) {
    at->chain = (tp_Cell){at->x * 64 + tp_lowest(leaves), at->y};
    if (!tp_mask_has(w->core, at->chain.x, at->y)) continue;
    if (!follow_chain(w, at, budget)) return false;
  }
  return true;
}

/* The rest of a chain comes first, and then the word in which it began. */
static bool prune_rows(const Work *w, tp_Work *at, uint64_t *budget) {
  const tp_Mask *core = w->core;
  const int32_t words = (core->width + 63) / 64;
  if (*budget == 0) return false;
  if (at->is_on_chain && !follow_chain(w, at, budget)) return false;
  at->is_on_chain = false;
  for (; at->y < core->height; at->y++, at->x = 0) {
    const int32_t y = at->y;
    if (*budget == 0) return false;
    for (int32_t x = at->x; x < words; x++) {
      uint64_t leaves = candidates(core, y, (size_t)x);
      if (!leaves) continue;
      at->x = x;
      at->is_on_chain = !prune_word(w, at, leaves, budget);
      if (at->is_on_chain) return false;
    }
    tp_spend(budget, (uint64_t)words / WORDS + 1);
  }
  return true;
}

/* ---- after an edit ------------------------------------------------------ */

static void close_cell(const Work *w, int32_t x, int32_t y) {
  int state = get_state(w->twocore, x, y);
  if (tp_mask_has(w->mask, x, y) || state == TP_IN_WALL) return;
  if (state == TP_IN_CORE) turn_core(w, x, y);
  set_state(w->twocore, x, y, TP_IN_NEW_WALL);
}

/* Cuts off the trees that hung on a new wall, and prunes the core around it. */
static void settle_closed(const Work *w, int32_t x, int32_t y) {
  if (get_state(w->twocore, x, y) != TP_IN_NEW_WALL) return;
  set_state(w->twocore, x, y, TP_IN_WALL);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    const tp_Cell next = tp_beside((tp_Cell){x, y}, d);
    if (!tp_mask_is_inside(w->core, next.x, next.y)) continue;
    if (get_state(w->twocore, next.x, next.y) == TP_IN_TREE + tp_opposite(d)) {
      set_state(w->twocore, next.x, next.y, TP_AT_ROOT);
    }
    prune(w, next.x, next.y);
  }
}

/* Returns the cells of a tree to the core, from one up to another, which is
 * left as it is. */
static void put_back(const Work *w, tp_Cell c, tp_Cell until) {
  while (!tp_same_cell(c, until)) {
    int out = get_state(w->twocore, c.x, c.y) - TP_IN_TREE;
    set_state(w->twocore, c.x, c.y, TP_IN_CORE);
    turn_core(w, c.x, c.y);
    c = tp_beside(c, out);
  }
}

/* Gives a cell of a tree another way out, and reverses the cells above it. */
static void turn(const Work *w, tp_Cell c, int out) {
  for (;; ++*w->spent) {
    int before = get_state(w->twocore, c.x, c.y) - TP_IN_TREE;
    set_state(w->twocore, c.x, c.y, TP_IN_TREE + out);
    if (before < 0) return;
    c = tp_beside(c, before);
    out = tp_opposite(before);
  }
}

/* A loop has been closed, whose top cell is not in the core. If no core is
 * above it either, the tree above hangs on the loop from now on. */
static void close_loop(const Work *w, tp_Cell top) {
  tp_Cell root = top;
  int state = get_state(w->twocore, top.x, top.y), out = state - TP_IN_TREE;
  while (state >= TP_IN_TREE) {
    root = tp_beside(root, state - TP_IN_TREE);
    state = get_state(w->twocore, root.x, root.y);
    ++*w->spent;
  }
  if (state == TP_IN_CORE) {
    put_back(w, top, root);
    return;
  }
  set_state(w->twocore, top.x, top.y, TP_IN_CORE);
  turn_core(w, top.x, top.y);
  if (out < 0) return;
  turn(w, tp_beside(top, out), tp_opposite(out));
}

/* A cell that becomes odd counts as if there were loops through it. */
static void make_odd(const Work *w, int32_t x, int32_t y) {
  if (!is_odd(w, x, y) || !tp_mask_has(w->mask, x, y)) return;
  if (get_state(w->twocore, x, y) >= TP_AT_ROOT) close_loop(w, (tp_Cell){x, y});
}

static void make_even(const Work *w, int32_t x, int32_t y) {
  if (tp_mask_has(w->odd, x, y)) return;
  prune(w, x, y);
}

static bool is_core(const Work *w, tp_Cell c) {
  return get_state(w->twocore, c.x, c.y) == TP_IN_CORE;
}

/* A step in direction d from a cell has become legal, and the step back. */
static void link(const Work *w, tp_Cell a, int d) {
  const tp_Cell b = tp_beside(a, d);
  tp_Cell top_a = a, top_b = b;
  size_t steps[2];
  if (is_core(w, a) && is_core(w, b)) return;
  bool loop = tp_twocore_meet(w->twocore, &top_a, &top_b, steps);
  *w->spent += steps[0] + steps[1];
  bool a_hangs = is_core(w, top_a), b_hangs = is_core(w, top_b);
  if (loop || (a_hangs && b_hangs)) {
    put_back(w, a, top_a);
    put_back(w, b, top_b);
    if (loop && !a_hangs) close_loop(w, top_a);
  } else if (a_hangs || (!b_hangs && steps[1] < steps[0])) {
    turn(w, b, tp_opposite(d));
  } else {
    turn(w, a, d);
  }
}

static bool is_open(const Work *w, int32_t x, int32_t y) {
  return tp_mask_is_inside(w->core, x, y) &&
         get_state(w->twocore, x, y) != TP_IN_WALL;
}

/* The neighbourhood of a cell, as far as it has been opened yet. */
static unsigned nine_at(const Work *w, int32_t x, int32_t y) {
  unsigned nine = 0;
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      if (is_open(w, x + dx, y + dy)) nine |= 1u << tp_nine_bit(dx, dy);
    }
  }
  return nine;
}

/* An opened cell may allow a diagonal step past it that cuts a corner: adds the
 * step if it was not legal before. */
static void link_past(const Work *w, tp_Cell at, int corner, unsigned nine) {
  const int one = tp_side_x(corner), other = tp_side_y(corner);
  const tp_Cell from = tp_beside(at, one);
  const int d = corner ^ 1; /* SE and SW, NW and NE */
  unsigned here = 1u << tp_nine_bit(0, 0);
  unsigned target = 1u << tp_nine_of(d);
  unsigned opened = 1u << tp_nine_of(tp_opposite(one));
  if (!(nine >> tp_nine_of(one) & 1)) return;
  if (!(nine >> tp_nine_of(other) & 1)) return;
  unsigned around = here | target;
  if (nine >> tp_nine_of(corner) & 1) {
    around |= 1u << tp_nine_of(other);
  }
  if (tp_steps(w->moves, from, around) >> d & 1) return;
  if (!(tp_steps(w->moves, from, around | opened) >> d & 1)) return;
  link(w, from, d);
}

/* Opens a cell by itself, and then adds its steps one by one. */
static void open_cell(const Work *w, int32_t x, int32_t y) {
  if (!tp_mask_has(w->mask, x, y)) return;
  if (get_state(w->twocore, x, y) != TP_IN_WALL) return;
  set_state(w->twocore, x, y, TP_AT_ROOT);
  const tp_Cell at = {x, y};
  unsigned nine = nine_at(w, x, y), steps = tp_steps(w->moves, at, nine);
  if (is_odd(w, x, y)) {
    set_state(w->twocore, x, y, TP_IN_CORE);
    turn_core(w, x, y);
  } else if (steps) {
    set_state(w->twocore, x, y, TP_IN_TREE + tp_lowest(steps));
    steps &= steps - 1;
  }
  for (; steps; steps &= steps - 1) link(w, at, tp_lowest(steps));
  for (int d = TP_SE; d <= TP_NE; d++) link_past(w, at, d, nine);
}

/* The cells of a row at a time, or fewer if much is spent; and units of work.
 */
enum { AT_A_TIME = 64, MUCH = 256, SPENT_A_UNIT = 2 };

/* As long as not too much has been spent, and within the budget. */
static bool each_cell(const Work *w, tp_Work *at, uint64_t most,
                      void (*change)(const Work *, int32_t, int32_t),
                      uint64_t *budget) {
  for (; at->item < at->count; at->item++, at->y = 0) {
    const tp_Rect r = at->rect[at->item];
    while (at->y < r.h && *w->spent <= most) {
      const uint64_t before = *w->spent;
      const int32_t first = at->x, end = tp_lesser(first + AT_A_TIME, r.w);
      if (*budget == 0) return false;
      for (; at->x < end && *w->spent - before < MUCH; at->x++) {
        change(w, r.x + at->x, r.y + at->y);
      }
      *w->spent += (uint64_t)(at->x - first) / 4 + 1;
      tp_spend(budget, (*w->spent - before) / SPENT_A_UNIT + 1);
      if (at->x < r.w) continue;
      at->x = 0;
      at->y++;
    }
  }
  return true;
}

/* ---- all ---------------------------------------------------------------- */

/* The passes, in order; a repair that takes too long is given up, and all is
 * found anew. */
enum { TO_ODD, CLOSE, SETTLE, OPEN, TO_EVEN, REPAIRED, BUILD, WRITE, PRUNE };

static void next_pass(tp_Work *at, int pass) {
  at->pass = pass;
  at->item = at->x = at->y = 0;
}

static void begin_build(const Work *w, tp_Work *at) {
  tp_changes_note_all(&w->core->changes);
  w->twocore->core_size = 0;
  *w->spent = 0;
  next_pass(at, WRITE);
}

static bool repair(const Work *w, tp_Work *at, uint64_t *budget) {
  static void (*const change[])(const Work *, int32_t, int32_t) = {
      [TO_ODD] = make_odd, [CLOSE] = close_cell,  [SETTLE] = settle_closed,
      [OPEN] = open_cell,  [TO_EVEN] = make_even,
  };
  const size_t cells = (size_t)w->twocore->width * (size_t)w->twocore->height;
  const uint64_t most = cells / WORTH + FEW + w->twocore->built;
  while (at->pass < REPAIRED) {
    if (!w->odd && (at->pass == TO_ODD || at->pass == TO_EVEN)) {
      next_pass(at, at->pass + 1);
      continue;
    }
    if (!each_cell(w, at, most, change[at->pass], budget)) return false;
    next_pass(at, *w->spent > most ? BUILD : at->pass + 1);
  }
  return true;
}

static bool build(const Work *w, tp_Work *at, uint64_t *budget) {
  if (at->pass == BUILD) begin_build(w, at);
  if (at->pass == WRITE) {
    if (!write_rows(w, at, budget)) return false;
    next_pass(at, PRUNE);
  }
  if (!prune_rows(w, at, budget)) return false;
  w->twocore->built = *w->spent;
  return true;
}

bool tp_twocore_update(tp_Twocore *t, const tp_CoreMap *map, tp_Work *at,
                       uint64_t *budget) {
  if (at->is_anew && at->pass < BUILD) next_pass(at, BUILD);
  Work w = {.twocore = t,
            .core = tp_twocore_core(t),
            .mask = map->mask,
            .moves = map->moves,
            .odd = map->odd,
            .spent = &at->spent};
  w.notes = at->pass < BUILD;
  if (at->pass < BUILD && !repair(&w, at, budget)) return false;
  w.notes = false;
  return at->pass == REPAIRED || build(&w, at, budget);
}

uint32_t tp_twocore_size(const tp_Twocore *t) { return t->core_size; }

int tp_twocore_way_out(const tp_Twocore *t, int32_t x, int32_t y) {
  int state = get_state(t, x, y);
  return state < TP_IN_TREE ? -1 : state - TP_IN_TREE;
}
