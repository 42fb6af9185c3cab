/* twocore.c - the 2-core of the map (Seidman 1983), kept up to date.
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
 * Closing a cell may make leaves of its neighbours, which are taken off, and
 * cuts off trees. Opening one adds steps, which are looked at one by one: one
 * that joins two trees hangs one on the other, or is the bridge between their
 * cores; one within a tree closes a loop. What lies on a loop or a bridge goes
 * back into the core, and nothing else does. So a repair costs as much as what
 * changes, and the climb that finds out.
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
 *     x a        a corner opened: where it takes both cells beside it, the step
 *     b c        from a to b is legal now, too
 *
 * Nothing says how deep a cell lies, and nothing may be marked. So two cells
 * climb by turns, each further than the other one has come, and whoever climbs
 * looks out for the cell on which the other one waits. Once both are above the
 * cell where the ways meet, the lower one comes by the other. Where they meet
 * after a and b steps, that takes some 4 (a + b): as much as the path between
 * them is long, however deep the tree.
 *
 * Mazes shrink to a few loops. On open ground there is next to nothing to take
 * off, and 15 operations per 64 cells to find that out; noting that all others
 * are of the core takes longer, 1 ns a cell.
 */
#include "twocore.h"

#include <string.h>

#include "../base/bits.h"

/* What stands in a cell's byte: of the core, a wall, the root of a part
 * without a core, or TREE + the direction that leads out; during a repair, a
 * wall that was none before. */
enum { CORE, WALL, ROOT, TREE, NEW_WALL = TREE + TP_DIRECTIONS };

/* Steps of who climbs first. */
enum { FIRST_CLIMB = 16 };

/* To look at one cell takes as long as to build so many that are not taken off;
 * and so many take no time. */
enum { WORTH = 16, FEW = 1024 };

/* Behind it the core, and then the states: two cells in a byte, the first in
 * the low half. */
struct tp_Twocore {
  int32_t width, height;
  int32_t stride; /* cells from row to row: an even number   */
  uint32_t core_size;
  uint64_t states_at; /* in bytes from here                      */
  uint64_t built;     /* cells taken off when all was found anew */
};

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
  bool notes;    /* what changes in the core, cell by cell */
  size_t *spent; /* cells that were looked at; four that are merely passed
                    count as one */
} Work;

static int state_at(const tp_Twocore *t, size_t i) {
  const uint8_t *pairs = (const uint8_t *)t + t->states_at;
  return pairs[i / 2] >> (i % 2 * 4) & 15;
}

static int get_state(const tp_Twocore *t, int32_t x, int32_t y) {
  return state_at(t, (size_t)y * (size_t)t->stride + (size_t)x);
}

static void set_state(tp_Twocore *t, int32_t x, int32_t y, int state) {
  size_t i = (size_t)y * (size_t)t->stride + (size_t)x;
  uint8_t *pair = pair_at(t, i);
  int shift = i % 2 * 4, rest = *pair & 15 << (4 - shift);
  *pair = (uint8_t)(rest | state << shift);
}

static bool is_inside(const Work *w, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < w->twocore->width && y < w->twocore->height;
}

/* Takes a cell into the core, or out of it. */
static void turn_core(const Work *w, int32_t x, int32_t y) {
  uint64_t *word = &tp_mask_words(w->core, y)[x >> 6];
  *word ^= UINT64_C(1) << (x & 63);
  w->twocore->core_size += *word >> (x & 63) & 1 ? 1 : UINT32_MAX;
  if (w->notes) tp_changes_note(&w->core->changes, (tp_Rect){x, y, 1, 1});
  ++*w->spent;
}

/* Takes off a leaf, and the leaf that this makes, and so on. */
static void prune(const Work *w, int32_t x, int32_t y) {
  if (!is_inside(w, x, y) || !tp_mask_has(w->core, x, y)) return;
  for (;;) {
    unsigned steps = w->moves->legal[tp_mask_nine(w->core, x, y)];
    if (steps & (steps - 1)) return;
    turn_core(w, x, y);
    if (steps == 0) {
      set_state(w->twocore, x, y, ROOT);
      return;
    }
    int d = tp_lowest(steps);
    set_state(w->twocore, x, y, TREE + d);
    x += tp_dx[d];
    y += tp_dy[d];
  }
}

/* ---- climbing ----------------------------------------------------------- */

/* Along a way out only the cell's index is needed, and what stands there. */
typedef struct Ladder {
  size_t stride;
  size_t step[TP_DIRECTIONS];
} Ladder;

static Ladder ladder_of(const tp_Twocore *t) {
  Ladder l = {.stride = (size_t)t->stride};
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    l.step[d] = (size_t)((ptrdiff_t)tp_dy[d] * t->stride + tp_dx[d]);
  }
  return l;
}

static size_t index_of(const Ladder *l, tp_Cell c) {
  return (size_t)c.y * l->stride + (size_t)c.x;
}

static tp_Cell cell_of(const Ladder *l, size_t i) {
  return (tp_Cell){(int32_t)(i % l->stride), (int32_t)(i / l->stride)};
}

static size_t step_of(const Ladder *l, int state) {
  return l->step[state - TREE];
}

/* How far a cell has climbed. */
typedef struct Climber {
  size_t at, steps;
  bool is_up; /* there is nowhere to go from there */
} Climber;

/* Climbs on, so many steps in all, to the root, or to where the other waits.
 * As long as the direction stays the same, the processor need not wait for one
 * state to know where the next one stands. */
static void climb_on(const tp_Twocore *t, const Ladder *l, Climber *c,
                     size_t steps, size_t other) {
  size_t at = c->at, left = c->steps < steps ? steps - c->steps : 0;
  int state = state_at(t, at);
  while (left > 0 && at != other && state >= TREE) {
    const size_t step = step_of(l, state);
    const int was = state;
    do {
      at += step;
      left--;
      state = state_at(t, at);
    } while (left > 0 && at != other && state == was);
  }
  if (c->steps < steps) c->steps = steps - left;
  c->at = at;
  c->is_up = state < TREE;
}

/* Where the ways up meet, of two cells that come to one after so many steps. */
static size_t meet(const tp_Twocore *t, const Ladder *l, size_t a,
                   size_t above_a, size_t b, size_t above_b) {
  Climber one = {.at = a, .steps = above_b}, other = {.at = b, above_a};
  climb_on(t, l, &one, above_a, SIZE_MAX);
  climb_on(t, l, &other, above_b, SIZE_MAX);
  a = one.at;
  b = other.at;
  while (a != b) {
    const int state_a = state_at(t, a), state_b = state_at(t, b);
    const size_t step_a = step_of(l, state_a), step_b = step_of(l, state_b);
    do {
      a += step_a;
      b += step_b;
    } while (a != b && state_at(t, a) == state_a && state_at(t, b) == state_b);
  }
  return a;
}

bool tp_twocore_meet(const tp_Twocore *t, tp_Cell *a, tp_Cell *b,
                     size_t steps[2]) {
  const Ladder l = ladder_of(t);
  const size_t from_a = index_of(&l, *a), from_b = index_of(&l, *b);
  Climber climber[2] = {{.at = from_a}, {.at = from_b}};
  size_t most = FIRST_CLIMB;
  for (int turn = 0; climber[0].at != climber[1].at;
       turn = !turn, most += most / 2) {
    if (climber[0].is_up && climber[1].is_up) break;
    climb_on(t, &l, &climber[turn], most, climber[!turn].at);
  }
  size_t end_a = climber[0].at, end_b = climber[1].at;
  bool met = end_a == end_b;
  for (int i = 0; i < 2; i++) steps[i] = climber[i].steps;
  if (met) {
    end_a = end_b = meet(t, &l, from_a, steps[0], from_b, steps[1]);
  }
  *a = cell_of(&l, end_a);
  *b = cell_of(&l, end_b);
  return met;
}

int32_t tp_twocore_leg(const tp_Twocore *t, tp_Cell *at, tp_Cell top,
                       int *direction) {
  const size_t stride = (size_t)t->stride;
  size_t i = (size_t)at->y * stride + (size_t)at->x;
  size_t end = (size_t)top.y * stride + (size_t)top.x;
  int state = state_at(t, i), d = state - TREE;
  size_t step = (size_t)((ptrdiff_t)tp_dy[d] * t->stride + tp_dx[d]);
  int32_t steps = 0;
  do {
    i += step;
    steps++;
  } while (i != end && state_at(t, i) == state);
  at->x += tp_dx[d] * steps;
  at->y += tp_dy[d] * steps;
  *direction = d;
  return steps;
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

/* Writes the states of up to 64 cells, none of which is of a tree yet: a bit of
 * each nibble says whether it is a wall. */
static void write_states(uint8_t *pair, size_t pairs, uint64_t is_free) {
  for (size_t i = 0; i < pairs; i += 4, is_free >>= 8) {
    uint32_t walls = (uint32_t)~is_free & 0xff;
    walls = (walls | walls << 12) & 0x000f000f;
    walls = (walls | walls << 6) & 0x03030303;
    walls = (walls | walls << 3) & 0x11111111;
    for (size_t k = i; k < i + 4 && k < pairs; k++, walls >>= 8) {
      pair[k] = (uint8_t)walls;
    }
  }
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

void tp_twocore_build(tp_Twocore *t, const tp_Mask *mask,
                      const tp_Topology *moves) {
  tp_Mask *core = tp_twocore_core(t);
  size_t spent = 0;
  const Work work = {t, core, mask, moves, false, &spent};
  size_t words = (size_t)(mask->width + 63) / 64;
  tp_mask_copy(core, mask);
  t->core_size = 0;
  for (int32_t y = 0; y < mask->height; y++) write_row(t, mask, y);
  for (int32_t y = 0; y < mask->height; y++) {
    for (size_t w = 0; w < words; w++) {
      uint64_t leaves = candidates(core, y, w);
      for (; leaves; leaves &= leaves - 1) {
        prune(&work, (int32_t)w * 64 + tp_lowest(leaves), y);
      }
    }
  }
  t->built = spent;
}

/* ---- after an edit ------------------------------------------------------ */

static void close_cell(const Work *w, int32_t x, int32_t y) {
  int state = get_state(w->twocore, x, y);
  if (tp_mask_has(w->mask, x, y) || state == WALL) return;
  if (state == CORE) turn_core(w, x, y);
  set_state(w->twocore, x, y, NEW_WALL);
}

/* Cuts off the trees that hung on a cell which is a wall now, and prunes the
 * core around it. */
static void settle_closed(const Work *w, int32_t x, int32_t y) {
  if (get_state(w->twocore, x, y) != NEW_WALL) return;
  set_state(w->twocore, x, y, WALL);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    int32_t nx = x + tp_dx[d], ny = y + tp_dy[d];
    if (!is_inside(w, nx, ny)) continue;
    if (get_state(w->twocore, nx, ny) == TREE + tp_opposite(d)) {
      set_state(w->twocore, nx, ny, ROOT);
    }
    prune(w, nx, ny);
  }
}

/* Puts cells of a tree back into the core, from one up to another, which is
 * left as it is. */
static void put_back(const Work *w, tp_Cell c, tp_Cell until) {
  while (!tp_same_cell(c, until)) {
    int out = get_state(w->twocore, c.x, c.y) - TREE;
    set_state(w->twocore, c.x, c.y, CORE);
    turn_core(w, c.x, c.y);
    c.x += tp_dx[out];
    c.y += tp_dy[out];
  }
}

/* Gives a cell of a tree another way out, and turns those above it round. */
static void turn(const Work *w, tp_Cell c, int out) {
  for (;; ++*w->spent) {
    int before = get_state(w->twocore, c.x, c.y) - TREE;
    set_state(w->twocore, c.x, c.y, TREE + out);
    if (before < 0) return;
    c.x += tp_dx[before];
    c.y += tp_dy[before];
    out = tp_opposite(before);
  }
}

/* A loop has been closed, whose uppermost cell is of no core. If none is above
 * it either, the tree above hangs on the loop from now on. */
static void close_loop(const Work *w, tp_Cell top) {
  tp_Cell root = top;
  int state = get_state(w->twocore, top.x, top.y), out = state - TREE;
  while (state >= TREE) {
    root.x += tp_dx[state - TREE];
    root.y += tp_dy[state - TREE];
    state = get_state(w->twocore, root.x, root.y);
    ++*w->spent;
  }
  if (state == CORE) {
    put_back(w, top, root);
    return;
  }
  set_state(w->twocore, top.x, top.y, CORE);
  turn_core(w, top.x, top.y);
  if (out < 0) return;
  turn(w, (tp_Cell){top.x + tp_dx[out], top.y + tp_dy[out]}, tp_opposite(out));
}

static bool is_core(const Work *w, tp_Cell c) {
  return get_state(w->twocore, c.x, c.y) == CORE;
}

/* A step in direction d from a cell has become legal, and back. */
static void link(const Work *w, tp_Cell a, int d) {
  const tp_Cell b = {a.x + tp_dx[d], a.y + tp_dy[d]};
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
  return is_inside(w, x, y) && get_state(w->twocore, x, y) != WALL;
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

/* Past a cell that has been opened, to either side of it, one can now cut a
 * corner, if one could not before. */
static void link_past(const Work *w, int32_t x, int32_t y, int corner,
                      unsigned nine) {
  int one = tp_side_x(corner), other = tp_side_y(corner);
  int d = tp_direction(tp_dx[other] - tp_dx[one], tp_dy[other] - tp_dy[one]);
  unsigned here = 1u << tp_nine_bit(0, 0);
  unsigned target = 1u << tp_nine_bit(tp_dx[d], tp_dy[d]);
  unsigned opened = 1u << tp_nine_bit(-tp_dx[one], -tp_dy[one]);
  if (!(nine >> tp_nine_bit(tp_dx[one], tp_dy[one]) & 1)) return;
  if (!(nine >> tp_nine_bit(tp_dx[other], tp_dy[other]) & 1)) return;
  unsigned around = here | target;
  if (nine >> tp_nine_bit(tp_dx[corner], tp_dy[corner]) & 1) {
    around |= 1u << tp_nine_bit(tp_dx[other], tp_dy[other]);
  }
  if (w->moves->legal[around] >> d & 1) return;
  if (!(w->moves->legal[around | opened] >> d & 1)) return;
  link(w, (tp_Cell){x + tp_dx[one], y + tp_dy[one]}, d);
}

/* A cell alone, which then gets its steps one by one. */
static void open_cell(const Work *w, int32_t x, int32_t y) {
  if (!tp_mask_has(w->mask, x, y)) return;
  if (get_state(w->twocore, x, y) != WALL) return;
  set_state(w->twocore, x, y, ROOT);
  unsigned nine = nine_at(w, x, y), steps = w->moves->legal[nine];
  if (steps) set_state(w->twocore, x, y, TREE + tp_lowest(steps));
  for (steps &= steps - 1; steps; steps &= steps - 1) {
    link(w, (tp_Cell){x, y}, tp_lowest(steps));
  }
  for (int d = TP_SE; d <= TP_NE; d++) link_past(w, x, y, d, nine);
}

/* As long as not too much has been spent. */
static void each_cell(const Work *w, const tp_Rect *rects, int count,
                      void (*change)(const Work *, int32_t, int32_t),
                      size_t most) {
  for (int i = 0; i < count; i++) {
    tp_Rect r = rects[i];
    for (int32_t y = r.y; y < r.y + r.h && *w->spent <= most; y++) {
      for (int32_t x = r.x; x < r.x + r.w; x++) change(w, x, y);
      *w->spent += (size_t)r.w / 4 + 1;
    }
  }
}

bool tp_twocore_repair(tp_Twocore *t, const tp_Mask *mask,
                       const tp_Topology *moves, const tp_Rect *rects,
                       int count) {
  size_t cells = (size_t)t->width * (size_t)t->height, spent = 0;
  size_t most = cells / WORTH + FEW + (size_t)t->built;
  const Work work = {t, tp_twocore_core(t), mask, moves, true, &spent};
  each_cell(&work, rects, count, close_cell, most);
  each_cell(&work, rects, count, settle_closed, most);
  each_cell(&work, rects, count, open_cell, most);
  return spent <= most;
}

uint32_t tp_twocore_size(const tp_Twocore *t) { return t->core_size; }

int tp_twocore_way_out(const tp_Twocore *t, int32_t x, int32_t y) {
  int state = get_state(t, x, y);
  return state < TREE ? -1 : state - TREE;
}
