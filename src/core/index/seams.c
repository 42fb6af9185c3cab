/* seams.c - a union-find over the components of four children.
 *
 * Without walls two components are joined wherever free cells touch. Between
 * walls each pair of cells is asked about, and so is each diagonal step past
 * the end of a wall.
 */
#include "seams.h"

static uint32_t node_of(uint32_t child, uint32_t component) {
  return TP_NODE | child << 16 | component;
}

static uint32_t find(const tp_Block *b, uint32_t node) {
  for (;;) {
    uint32_t *up = tp_block_up(b, node);
    if (*up == node) return node;
    node = *up = *tp_block_up(b, *up);
  }
}

static void join(const tp_Block *b, uint32_t child_a, uint16_t a,
                 uint32_t child_b, uint16_t c) {
  if (a == 0 || c == 0) return;
  uint32_t i = find(b, node_of(child_a, a)), k = find(b, node_of(child_b, c));
  if (i < k) *tp_block_up(b, k) = i;
  if (k < i) *tp_block_up(b, i) = k;
}

/* Joins what meets where two children touch, one's side `out` and the other's
 * opposite side. */
static void join_sides(const tp_Block *b, uint32_t one, uint32_t other, int out,
                       uint32_t length) {
  const bool eight = b->rule == TP_ALWAYS;
  if (!b->up[one] || !b->up[other]) return;
  const uint16_t *a = b->sides[one].side[out];
  const uint16_t *c = b->sides[other].side[tp_opposite(out)];
  for (uint32_t i = 0; i < length; i++) {
    if (i > 0 && a[i] == a[i - 1] && c[i] == c[i - 1]) continue;
    join(b, one, a[i], other, c[i]);
    if (!eight || i == 0) continue;
    join(b, one, a[i], other, c[i - 1]);
    join(b, one, a[i - 1], other, c[i]);
  }
}

/* Where all four children meet. */
static void join_corners(const tp_Block *b, uint32_t across) {
  if (!b->up[3]) return;
  join(b, 0, b->sides[0].side[TP_S][across - 1], 3, b->sides[3].side[TP_N][0]);
  join(b, 1, b->sides[1].side[TP_S][0], 2, b->sides[2].side[TP_N][across - 1]);
}

/* ---- the same between walls --------------------------------------------- */

/* May one step from a free cell in that direction, and back, as far as walls
 * say? */
static bool is_open(const tp_Block *b, tp_Cell at, int d) {
  size_t i = (size_t)at.y * (size_t)b->walls->width + (size_t)at.x;
  return !((tp_walls_out(b->walls)[i] | tp_walls_in(b->walls)[i]) >> d & 1);
}

/* Joins what a diagonal step connects, if it does; beside it lie cells of those
 * components. */
static void join_past(const tp_Block *b, tp_Cell at, int d,
                      const uint16_t end[2], const uint32_t child[2],
                      const uint16_t beside[2]) {
  if (end[0] == 0 || end[1] == 0) return;
  if (!tp_may_cut(b->rule, beside[0], beside[1]) || !is_open(b, at, d)) return;
  join(b, child[0], end[0], child[1], end[1]);
}

static void join_walled_sides(const tp_Block *b, uint32_t one, uint32_t other,
                              int out, uint32_t length) {
  const uint32_t child[2] = {one, other};
  const bool down = out == TP_E;
  const int back = down ? TP_NE : TP_SW;
  if (!b->up[one] || !b->up[other]) return;
  const uint16_t *a = b->sides[one].side[out];
  const uint16_t *c = b->sides[other].side[tp_opposite(out)];
  tp_Cell at = b->middle, before = at;
  bool joined = false;
  at.x = down ? at.x - 1 : other == 3 ? at.x : at.x - b->side;
  at.y = !down ? at.y - 1 : other == 3 ? at.y : at.y - b->side;
  for (uint32_t i = 0; i < length;
       i++, before = at, at.x += !down, at.y += down) {
    bool same = i > 0 && a[i] == a[i - 1] && c[i] == c[i - 1];
    if (same && joined) continue;
    joined = a[i] == 0 || c[i] == 0 || is_open(b, at, out);
    if (joined) join(b, one, a[i], other, c[i]);
    if (i == 0 || !tp_cuts_corners(b->rule)) continue;
    join_past(b, at, back, (uint16_t[]){a[i], c[i - 1]}, child,
              (uint16_t[]){a[i - 1], c[i]});
    join_past(b, before, TP_SE, (uint16_t[]){a[i - 1], c[i]}, child,
              (uint16_t[]){a[i], c[i - 1]});
  }
}

static void join_walled_corners(const tp_Block *b, uint32_t across) {
  const tp_Cell at = {b->middle.x - 1, b->middle.y - 1};
  if (!b->up[3] || !tp_cuts_corners(b->rule)) return;
  const uint16_t *above = b->sides[0].side[TP_S] + across - 1;
  const uint16_t *below = b->sides[2].side[TP_N] + across - 1;
  uint16_t first[2] = {*above, b->sides[3].side[TP_N][0]};
  uint16_t second[2] = {b->sides[1].side[TP_S][0], *below};
  join_past(b, at, TP_SE, first, (const uint32_t[]){0, 3}, second);
  join_past(b, (tp_Cell){at.x + 1, at.y}, TP_SW, second,
            (const uint32_t[]){1, 2}, first);
}

/* ---- all ---------------------------------------------------------------- */

/* Each component by itself. */
static void take_apart(const tp_Block *b) {
  for (uint32_t child = 0; child < 4; child++) {
    for (uint32_t c = 1; c <= b->shown[child]; c++) {
      b->up[child][c - 1] = node_of(child, c);
    }
  }
}

/* Every component up at the root of what it was joined with. */
static void flatten(const tp_Block *b) {
  for (uint32_t child = 0; child < 4; child++) {
    for (uint32_t c = 1; c <= b->shown[child]; c++) {
      b->up[child][c - 1] = find(b, node_of(child, c));
    }
  }
}

void tp_block_join(const tp_Block *b, uint32_t across, uint32_t down) {
  const bool walled = b->walls;
  void (*const join_two)(const tp_Block *, uint32_t, uint32_t, int, uint32_t) =
      walled ? join_walled_sides : join_sides;
  take_apart(b);
  join_two(b, 0, 1, TP_E, down);
  join_two(b, 2, 3, TP_E, down);
  join_two(b, 0, 2, TP_S, across);
  join_two(b, 1, 3, TP_S, across);
  if (walled) {
    join_walled_corners(b, across);
  } else if (b->rule == TP_ALWAYS) {
    join_corners(b, across);
  }
  flatten(b);
}
