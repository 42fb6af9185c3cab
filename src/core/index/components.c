/* components.c - the runs of a tile, joined row by row; and squares, joined
 * side by side.
 *
 * Each row's runs of free cells are joined with the runs that they touch in the
 * row above (union by smaller number). In a tile with fences runs end at
 * the fences, and the steps to the row above are tested 32 at a time. Then
 * components are numbered along the four sides, and those on no side come last:
 * a pocket that opens or closes inside a tile changes nothing for its
 * neighbours.
 *
 * 0.1 us a tile on open ground, 2 us if every other cell is a wall.
 *
 * In a block the components of four children are joined by a union-find.
 * Without fences two components are joined wherever free cells touch. With
 * fences each pair of cells is tested, and each diagonal step past the end of a
 * fence.
 *
 * A step on hexagons depends on the parity of the cell. A hexagon lacks two of
 * the eight steps: these count as fenced.
 */
#include "components.h"

#include <string.h>

#include "../base/bits.h"

enum { HALF = TP_TILE / 2 };

/* ---- runs --------------------------------------------------------------- */

int tp_labels_run(const tp_Labels *labels, uint32_t starts, int x, int y) {
  uint32_t up_to_x = UINT32_MAX >> (TP_TILE - 1 - x);
  return labels->first_run[y] + tp_popcount(starts & up_to_x) - 1;
}

typedef struct Run {
  int16_t first, last; /* columns */
} Run;

static uint16_t root_run(uint16_t *parent, uint16_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/* b is the last run so far, which most often is not joined with any yet. */
static void join_runs(uint16_t *parent, uint16_t a, uint16_t b) {
  a = root_run(parent, a);
  if (parent[b] == b) {
    parent[b] = a;
    return;
  }
  b = root_run(parent, b);
  if (a < b) parent[b] = a;
  if (b < a) parent[a] = b;
}

/* The runs of one row; `number` is that of the first. */
typedef struct Row {
  Run run[HALF];
  int count, number;
} Row;

/* Joins the runs of a row with those that they touch in the row above;
 * `by_corner` is 1 if corners count. */
static void join_rows(uint16_t *parent, const Row *above, const Row *row,
                      int by_corner) {
  int i = 0, j = 0;
  while (i < above->count && j < row->count) {
    const Run *a = &above->run[i], *b = &row->run[j];
    if (a->first <= b->last + by_corner && b->first <= a->last + by_corner) {
      join_runs(parent, (uint16_t)(above->number + i),
                (uint16_t)(row->number + j));
    }
    if (a->last < b->last) {
      i++;
    } else {
      j++;
    }
  }
}

/* ---- components --------------------------------------------------------- */

typedef struct Work {
  tp_Labels *labels;
  const tp_Tile *tile;
  uint16_t *label;  /* of runs; only those of roots are valid until the end */
  uint16_t *parent; /* the roots, once all are joined */
  int runs;
  uint32_t components;
  bool changed;
} Work;

static uint16_t label_of(Work *w, int run) {
  uint16_t root = w->parent[run];
  if (w->label[root] == 0) w->label[root] = (uint16_t)++w->components;
  return w->label[root];
}

static uint32_t starts_of(const Work *w, int y) {
  const tp_TileFences *fences = w->tile->fences;
  return tp_labels_starts(w->tile->row[y], fences ? fences->west[y] : 0);
}

/* The first or last row. */
static void draw_row(Work *w, uint16_t *side, int y) {
  uint32_t row = w->tile->row[y], starts = starts_of(w, y);
  int run = w->labels->first_run[y] - 1;
  uint16_t label = 0;
  for (int x = 0; x < TP_TILE; x++) {
    if (starts >> x & 1) label = label_of(w, ++run);
    if (!(row >> x & 1)) label = 0;
    w->changed |= side[x] != label;
    side[x] = label;
  }
}

/* The first or last column. */
static void draw_column(Work *w, uint16_t *side, int x) {
  for (int y = 0; y < TP_TILE; y++) {
    uint16_t label = 0;
    if (w->tile->row[y] >> x & 1) {
      label = label_of(w, tp_labels_run(w->labels, starts_of(w, y), x, y));
    }
    w->changed |= side[y] != label;
    side[y] = label;
  }
}

/* ---- rows --------------------------------------------------------------- */

/* Adds so many runs, not joined. */
static void add_runs(Work *w, int count) {
  for (int i = w->runs; i < w->runs + count; i++) {
    w->parent[i] = (uint16_t)i;
    w->label[i] = 0;
  }
  w->runs += count;
}

static void find_runs(Work *w) {
  const int by_corner = w->tile->rule == TP_ALWAYS;
  Row runs[2];
  runs[1].count = 0;
  for (int y = 0; y < TP_TILE; y++) {
    Row *row = &runs[y & 1];
    row->count = 0;
    for (uint64_t rest = w->tile->row[y]; rest;) {
      int first = tp_lowest(rest);
      int end = first + tp_lowest(~(rest >> first));
      row->run[row->count++] = (Run){(int16_t)first, (int16_t)(end - 1)};
      rest &= ~UINT64_C(0) << end;
    }
    row->number = w->runs;
    w->labels->first_run[y] = (uint16_t)w->runs;
    add_runs(w, row->count);
    join_rows(w->parent, &runs[~y & 1], row, by_corner);
  }
}

/* Joins the runs that steps from a row to the one above connect, `dx` columns
 * aside. */
static void join_steps(Work *w, int y, uint32_t steps, int dx) {
  const uint32_t starts = starts_of(w, y), above = starts_of(w, y - 1);
  for (; steps; steps &= steps - 1) {
    int x = tp_lowest(steps);
    int a = tp_labels_run(w->labels, above, x + dx, y - 1);
    int b = tp_labels_run(w->labels, starts, x, y);
    join_runs(w->parent, (uint16_t)a, (uint16_t)b);
  }
}

/* Beside a fence, or between two positions that let nobody out (`stops` of a
 * navmap), a step past a corner may connect runs that no side connects. A step
 * is skipped if another step joins the same two runs. */
static void find_runs_between_fences(Work *w) {
  const tp_TileFences *fences = w->tile->fences;
  for (int y = 0; y < TP_TILE; y++) {
    w->labels->first_run[y] = (uint16_t)w->runs;
    add_runs(w, tp_popcount(starts_of(w, y)));
    if (y == 0) continue;
    const uint32_t row = w->tile->row[y], above = w->tile->row[y - 1];
    const uint32_t same = ~starts_of(w, y), same_above = ~starts_of(w, y - 1);
    uint32_t north = row & above & ~fences->north[y];
    uint32_t east = row & above >> 1 & ~fences->north_east[y];
    uint32_t west = row & above << 1 & ~fences->north_west[y];
    join_steps(w, y, north & ~(north << 1 & same & same_above), 0);
    if (tp_is_four(w->tile->rule)) continue;
    if (w->tile->rule == TP_ONLY_IF_NO_OBSTACLES) {
      east &= above & row >> 1;
      west &= above & row << 1;
    } else if (w->tile->rule == TP_AT_LEAST_ONE_WALKABLE) {
      east &= above | row >> 1;
      west &= above | row << 1;
    }
    join_steps(w, y, east & ~(north & same_above >> 1), 1);
    join_steps(w, y, west & ~(north & same_above), -1);
  }
}

bool tp_labels_fences(tp_TileFences *tile, const tp_FencedSteps *fences,
                      const tp_Mask *irregular, tp_Cell at) {
  const uint8_t *out = tp_fencedsteps_out(fences),
                *in = tp_fencedsteps_in(fences);
  uint32_t rows[TP_TILE], any = 0;
  for (int y = 0; y < TP_TILE; y++) {
    bool inside = at.y + y < irregular->height;
    rows[y] = inside ? tp_mask_half(irregular, at.x, at.y + y) : 0;
    any |= rows[y];
  }
  if (!any) return false;
  memset(tile, 0, sizeof *tile);
  for (int y = 0; y < TP_TILE; y++) {
    size_t row = (size_t)(at.y + y) * (size_t)fences->width + (size_t)at.x;
    for (uint32_t rest = rows[y]; rest; rest &= rest - 1) {
      int x = tp_lowest(rest);
      uint32_t closed = out[row + (size_t)x] | in[row + (size_t)x];
      tile->west[y] |= (closed >> TP_W & 1) << x;
      tile->north_west[y] |= (closed >> TP_NW & 1) << x;
      tile->north[y] |= (closed >> TP_N & 1) << x;
      tile->north_east[y] |= (closed >> TP_NE & 1) << x;
    }
  }
  return true;
}

/* The parity of a cell in its tile is its parity on the map. */
void tp_labels_close_steps(tp_TileFences *tile, tp_Stagger stagger) {
  _Static_assert(TP_TILE % 2 == 0, "each tile begins with the same parity");
  uint32_t shoved[2] = {0, 0};
  for (int x = 0; x < TP_TILE; x++) {
    shoved[0] |= tp_is_shoved(stagger, (tp_Cell){x, 0}) << x;
    shoved[1] |= tp_is_shoved(stagger, (tp_Cell){x, 1}) << x;
  }
  for (int y = 0; y < TP_TILE; y++) {
    const uint32_t row = shoved[y % 2];
    tile->north_west[y] |= row;
    tile->north_east[y] |= stagger.rows ? ~row : row;
  }
}

/* ---- all ---------------------------------------------------------------- */

bool tp_labels_find(tp_Labels *labels, uint16_t *label, const tp_Tile *tile,
                    const tp_TileSides *sides, uint32_t *shown) {
  uint16_t parent[2 * TP_TILE_RUNS];
  Work w = {.labels = labels, .tile = tile, .label = label, .parent = parent};
  if (tile->fences) {
    find_runs_between_fences(&w);
  } else {
    find_runs(&w);
  }
  /* Each run hangs on an earlier one, which already points to its root. */
  for (int i = 0; i < w.runs; i++) parent[i] = parent[parent[i]];
  if (sides->side[TP_E]) draw_column(&w, sides->side[TP_E], TP_TILE - 1);
  if (sides->side[TP_S]) draw_row(&w, sides->side[TP_S], TP_TILE - 1);
  if (sides->side[TP_W]) draw_column(&w, sides->side[TP_W], 0);
  if (sides->side[TP_N]) draw_row(&w, sides->side[TP_N], 0);
  *shown = w.components;
  for (int i = 0; i < w.runs; i++) label[i] = label_of(&w, i);
  return w.changed;
}

/* ---- blocks ------------------------------------------------------------- */

static uint32_t node_of(uint32_t child, uint32_t component) {
  return TP_NODE | child << 16 | component;
}

static uint32_t root_of(const tp_Block *b, uint32_t node) {
  for (;;) {
    uint32_t *up = tp_block_up(b, node);
    if (*up == node) return node;
    node = *up = *tp_block_up(b, *up);
  }
}

static void unite(const tp_Block *b, uint32_t child_a, uint16_t a,
                  uint32_t child_b, uint16_t c) {
  if (a == 0 || c == 0) return;
  uint32_t i = root_of(b, node_of(child_a, a)),
           k = root_of(b, node_of(child_b, c));
  if (i < k) *tp_block_up(b, k) = i;
  if (k < i) *tp_block_up(b, i) = k;
}

/* Joins the components that meet where two children touch: at the side `out` of
 * one, and the opposite side of the other. */
static void join_sides(const tp_Block *b, uint32_t one, uint32_t other, int out,
                       uint32_t length) {
  const bool eight = b->rule == TP_ALWAYS;
  if (!b->up[one] || !b->up[other]) return;
  const uint16_t *a = b->sides[one].side[out];
  const uint16_t *c = b->sides[other].side[tp_opposite(out)];
  for (uint32_t i = 0; i < length; i++) {
    if (i > 0 && a[i] == a[i - 1] && c[i] == c[i - 1]) continue;
    unite(b, one, a[i], other, c[i]);
    if (!eight || i == 0) continue;
    unite(b, one, a[i], other, c[i - 1]);
    unite(b, one, a[i - 1], other, c[i]);
  }
}

/* ---- the same with fences ----------------------------------------------- */

/* Do fences allow a step from a free cell in direction d, and the step back? */
static bool is_open(const tp_Block *b, tp_Cell at, int d) {
  const unsigned shoved = tp_is_shoved(b->stagger, at);
  if (tp_is_hexagonal(b->stagger) &&
      !(tp_hexagon_steps(b->stagger, shoved) >> d & 1)) {
    return false;
  }
  if (!b->fences) return true;
  size_t i = (size_t)at.y * (size_t)b->fences->width + (size_t)at.x;
  return !(
      (tp_fencedsteps_out(b->fences)[i] | tp_fencedsteps_in(b->fences)[i]) >>
          d &
      1);
}

/* Joins the components at the ends of a diagonal step, if it is legal; `beside`
 * are the components of the two cells beside it. */
static void join_past(const tp_Block *b, tp_Cell at, int d,
                      const uint16_t end[2], const uint32_t child[2],
                      const uint16_t beside[2]) {
  if (end[0] == 0 || end[1] == 0) return;
  if (!tp_may_cut(b->rule, beside[0], beside[1]) || !is_open(b, at, d)) return;
  unite(b, child[0], end[0], child[1], end[1]);
}

static void join_fenced_sides(const tp_Block *b, uint32_t one, uint32_t other,
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
    if (joined) unite(b, one, a[i], other, c[i]);
    if (i == 0 || tp_is_four(b->rule)) continue;
    join_past(b, at, back, (uint16_t[]){a[i], c[i - 1]}, child,
              (uint16_t[]){a[i - 1], c[i]});
    join_past(b, before, TP_SE, (uint16_t[]){a[i - 1], c[i]}, child,
              (uint16_t[]){a[i], c[i - 1]});
  }
}

/* Where all four children meet. */
static void join_fenced_corners(const tp_Block *b, uint32_t across) {
  const tp_Cell at = {b->middle.x - 1, b->middle.y - 1};
  if (!b->up[3] || tp_is_four(b->rule)) return;
  const uint16_t *above = b->sides[0].side[TP_S] + across - 1;
  const uint16_t *below = b->sides[2].side[TP_N] + across - 1;
  uint16_t first[2] = {*above, b->sides[3].side[TP_N][0]};
  uint16_t second[2] = {b->sides[1].side[TP_S][0], *below};
  join_past(b, at, TP_SE, first, (const uint32_t[]){0, 3}, second);
  join_past(b, (tp_Cell){at.x + 1, at.y}, TP_SW, second,
            (const uint32_t[]){1, 2}, first);
}

/* ---- all ---------------------------------------------------------------- */

void tp_block_join(const tp_Block *b, uint32_t across, uint32_t down) {
  const bool fenced = b->fences || tp_is_hexagonal(b->stagger);
  void (*const join_two)(const tp_Block *, uint32_t, uint32_t, int, uint32_t) =
      fenced ? join_fenced_sides : join_sides;
  /* Each component by itself. */
  for (uint32_t child = 0; child < 4; child++) {
    for (uint32_t c = 1; c <= b->shown[child]; c++) {
      b->up[child][c - 1] = node_of(child, c);
    }
  }
  join_two(b, 0, 1, TP_E, down);
  join_two(b, 2, 3, TP_E, down);
  join_two(b, 0, 2, TP_S, across);
  join_two(b, 1, 3, TP_S, across);
  if (fenced) {
    join_fenced_corners(b, across);
  } else if (b->rule == TP_ALWAYS && b->up[3]) {
    const tp_TileSides *s = b->sides;
    unite(b, 0, s[0].side[TP_S][across - 1], 3, s[3].side[TP_N][0]);
    unite(b, 1, s[1].side[TP_S][0], 2, s[2].side[TP_N][across - 1]);
  }
  /* Each component points to the root of those joined with it. */
  for (uint32_t child = 0; child < 4; child++) {
    for (uint32_t c = 1; c <= b->shown[child]; c++) {
      b->up[child][c - 1] = root_of(b, node_of(child, c));
    }
  }
}
