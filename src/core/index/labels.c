/* labels.c - runs joined row by row.
 *
 * Each row's runs of free cells are joined with the runs they touch in the row
 * above (union by smaller number). In a tile with thin walls runs end at those,
 * and the steps to the row above are looked at 32 at a time. Then components
 * are numbered along the four sides, and what shows on none comes last: a
 * pocket that opens or closes inside a tile changes nothing for its neighbours.
 *
 * 0.1 us a tile on open ground, 2 us where every other cell is a wall.
 */
#include "labels.h"

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

static int split(uint32_t row, Run runs[HALF]) {
  uint64_t rest = row;
  int n = 0;
  while (rest) {
    int first = tp_lowest(rest);
    int end = first + tp_lowest(~(rest >> first));
    runs[n++] = (Run){(int16_t)first, (int16_t)(end - 1)};
    rest &= ~UINT64_C(0) << end;
  }
  return n;
}

static uint16_t find(uint16_t *parent, uint16_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/* b is the last run so far: most often it has not been joined with any. */
static void join(uint16_t *parent, uint16_t a, uint16_t b) {
  a = find(parent, a);
  if (parent[b] == b) {
    parent[b] = a;
    return;
  }
  b = find(parent, b);
  if (a < b) parent[b] = a;
  if (b < a) parent[a] = b;
}

/* The runs of one row; `number` is that of the first. */
typedef struct Row {
  Run run[HALF];
  int count, number;
} Row;

/* Joins the runs of a row with those they touch in the row above; `reach` is 1
 * where corners count. */
static void join_rows(uint16_t *parent, const Row *above, const Row *row,
                      int reach) {
  int i = 0, j = 0;
  while (i < above->count && j < row->count) {
    const Run *a = &above->run[i], *b = &row->run[j];
    if (a->first <= b->last + reach && b->first <= a->last + reach) {
      join(parent, (uint16_t)(above->number + i), (uint16_t)(row->number + j));
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
  uint16_t *label;  /* of runs; only those of roots count until the end */
  uint16_t *parent; /* the roots, once all are joined                   */
  int runs;
  uint32_t components;
  bool changed;
} Work;

static uint16_t label_of(Work *w, int run) {
  uint16_t root = w->parent[run];
  if (w->label[root] == 0) w->label[root] = (uint16_t)++w->components;
  return w->label[root];
}

static void show(Work *w, uint16_t *cell, uint16_t label) {
  w->changed |= *cell != label;
  *cell = label;
}

static uint32_t starts_of(const Work *w, int y) {
  const tp_TileWalls *walls = w->tile->walls;
  return tp_labels_starts(w->tile->row[y], walls ? walls->west[y] : 0);
}

/* The first or last row. */
static void draw_row(Work *w, uint16_t *side, int y) {
  uint32_t row = w->tile->row[y], starts = starts_of(w, y);
  int run = w->labels->first_run[y] - 1;
  uint16_t label = 0;
  for (int x = 0; x < TP_TILE; x++) {
    if (starts >> x & 1) label = label_of(w, ++run);
    if (!(row >> x & 1)) label = 0;
    show(w, &side[x], label);
  }
}

/* The first or last column. */
static void draw_column(Work *w, uint16_t *side, int x) {
  for (int y = 0; y < TP_TILE; y++) {
    uint16_t label = 0;
    if (w->tile->row[y] >> x & 1) {
      label = label_of(w, tp_labels_run(w->labels, starts_of(w, y), x, y));
    }
    show(w, &side[y], label);
  }
}

/* ---- rows --------------------------------------------------------------- */

/* So many runs more, each by itself. */
static void add_runs(Work *w, int count) {
  for (int i = w->runs; i < w->runs + count; i++) {
    w->parent[i] = (uint16_t)i;
    w->label[i] = 0;
  }
  w->runs += count;
}

static void find_runs(Work *w) {
  const int reach = w->tile->rule == TP_ALWAYS;
  Row runs[2];
  runs[1].count = 0;
  for (int y = 0; y < TP_TILE; y++) {
    Row *row = &runs[y & 1];
    row->count = split(w->tile->row[y], row->run);
    row->number = w->runs;
    w->labels->first_run[y] = (uint16_t)w->runs;
    add_runs(w, row->count);
    join_rows(w->parent, &runs[~y & 1], row, reach);
  }
}

/* Joins what steps from a row to the one above connect, `dx` columns aside. */
static void join_steps(Work *w, int y, uint32_t steps, int dx) {
  const uint32_t starts = starts_of(w, y), above = starts_of(w, y - 1);
  for (; steps; steps &= steps - 1) {
    int x = tp_lowest(steps);
    int a = tp_labels_run(w->labels, above, x + dx, y - 1);
    int b = tp_labels_run(w->labels, starts, x, y);
    join(w->parent, (uint16_t)a, (uint16_t)b);
  }
}

/* Beside a thin wall a step past a corner may connect what is connected by no
 * side. Steps are left out that lead where others, between the same two runs,
 * lead. */
static void join_across(Work *w, int y) {
  const tp_TileWalls *walls = w->tile->walls;
  const uint32_t row = w->tile->row[y], above = w->tile->row[y - 1];
  const uint32_t same = ~starts_of(w, y), same_above = ~starts_of(w, y - 1);
  uint32_t north = row & above & ~walls->north[y];
  uint32_t east = row & above >> 1 & ~walls->north_east[y];
  uint32_t west = row & above << 1 & ~walls->north_west[y];
  join_steps(w, y, north & ~(north << 1 & same & same_above), 0);
  if (!tp_cuts_corners(w->tile->rule)) return;
  if (w->tile->rule == TP_AT_LEAST_ONE_WALKABLE) {
    east &= above | row >> 1;
    west &= above | row << 1;
  }
  join_steps(w, y, east & ~(north & same_above >> 1), 1);
  join_steps(w, y, west & ~(north & same_above), -1);
}

static void find_runs_between_walls(Work *w) {
  for (int y = 0; y < TP_TILE; y++) {
    w->labels->first_run[y] = (uint16_t)w->runs;
    add_runs(w, tp_popcount(starts_of(w, y)));
    if (y > 0) join_across(w, y);
  }
}

bool tp_labels_walls(tp_TileWalls *tile, const tp_Walls *walls,
                     const tp_Mask *odd, tp_Cell at) {
  const uint8_t *out = tp_walls_out(walls), *in = tp_walls_in(walls);
  uint32_t rows[TP_TILE], any = 0;
  for (int y = 0; y < TP_TILE; y++) {
    bool inside = at.y + y < odd->height;
    rows[y] = inside ? tp_mask_half(odd, at.x, at.y + y) : 0;
    any |= rows[y];
  }
  if (!any) return false;
  memset(tile, 0, sizeof *tile);
  for (int y = 0; y < TP_TILE; y++) {
    size_t row = (size_t)(at.y + y) * (size_t)walls->width + (size_t)at.x;
    for (uint32_t rest = rows[y]; rest; rest &= rest - 1) {
      int x = tp_lowest(rest);
      uint32_t shut = out[row + (size_t)x] | in[row + (size_t)x];
      tile->west[y] |= (shut >> TP_W & 1) << x;
      tile->north_west[y] |= (shut >> TP_NW & 1) << x;
      tile->north[y] |= (shut >> TP_N & 1) << x;
      tile->north_east[y] |= (shut >> TP_NE & 1) << x;
    }
  }
  return true;
}

/* ---- all ---------------------------------------------------------------- */

bool tp_labels_find(tp_Labels *labels, uint16_t *label, const tp_Tile *tile,
                    const tp_TileSides *sides, uint32_t *shown) {
  uint16_t parent[2 * TP_TILE_RUNS];
  Work w = {.labels = labels, .tile = tile, .label = label, .parent = parent};
  if (tile->walls) {
    find_runs_between_walls(&w);
  } else {
    find_runs(&w);
  }
  /* Each hangs on one before it, which has been led to its root. */
  for (int i = 0; i < w.runs; i++) parent[i] = parent[parent[i]];
  if (sides->side[TP_E]) draw_column(&w, sides->side[TP_E], TP_TILE - 1);
  if (sides->side[TP_S]) draw_row(&w, sides->side[TP_S], TP_TILE - 1);
  if (sides->side[TP_W]) draw_column(&w, sides->side[TP_W], 0);
  if (sides->side[TP_N]) draw_row(&w, sides->side[TP_N], 0);
  *shown = w.components;
  for (int i = 0; i < w.runs; i++) label[i] = label_of(&w, i);
  return w.changed;
}
