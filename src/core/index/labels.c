/* labels.c - runs joined row by row.
 *
 * Each row's runs of free cells are joined with the runs they touch in the row
 * above (union by smaller number). Then components are numbered along the four
 * sides, and what shows on none comes last: a pocket that opens or closes
 * inside a tile changes nothing for its neighbours.
 *
 * 0.1 us a tile on open ground, 2 us where every other cell is a wall.
 */
#include "labels.h"

#include "../base/bits.h"

enum { HALF = TP_TILE / 2 };

/* ---- runs --------------------------------------------------------------- */

int tp_labels_run(const tp_Labels *tile, uint32_t row, int x, int y) {
  uint32_t starts = row & ~(row << 1);
  uint32_t up_to_x = UINT32_MAX >> (TP_TILE - 1 - x);
  return tile->first_run[y] + tp_popcount(starts & up_to_x) - 1;
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
  const tp_Labels *tile;
  const uint32_t *rows;
  uint16_t *label; /* of runs; only those of roots count until the end */
  uint16_t parent[TP_TILE_RUNS]; /* the roots, once all are joined       */
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

/* The first or last row. */
static void draw_row(Work *w, uint16_t *side, int y) {
  uint32_t row = w->rows[y];
  int run = w->tile->first_run[y] - 1;
  uint16_t label = 0;
  for (int x = 0; x < TP_TILE; x++) {
    bool is_free = row >> x & 1;
    if (is_free && label == 0) label = label_of(w, ++run);
    if (!is_free) label = 0;
    show(w, &side[x], label);
  }
}

/* The first or last column. */
static void draw_column(Work *w, uint16_t *side, int x) {
  for (int y = 0; y < TP_TILE; y++) {
    uint16_t label = 0;
    if (w->rows[y] >> x & 1) {
      label = label_of(w, tp_labels_run(w->tile, w->rows[y], x, y));
    }
    show(w, &side[y], label);
  }
}

bool tp_labels_find(tp_Labels *tile, uint16_t label[TP_TILE_RUNS],
                    const uint32_t rows[TP_TILE], bool eight,
                    const tp_Sides *sides, uint32_t *shown) {
  Work w = {.tile = tile, .rows = rows, .label = label};
  Row runs[2];
  int n = 0;
  runs[1].count = 0;
  for (int y = 0; y < TP_TILE; y++) {
    Row *row = &runs[y & 1];
    row->count = split(rows[y], row->run);
    row->number = n;
    tile->first_run[y] = (uint16_t)n;
    for (int i = n; i < n + row->count; i++) {
      w.parent[i] = (uint16_t)i;
      label[i] = 0;
    }
    join_rows(w.parent, &runs[~y & 1], row, eight);
    n += row->count;
  }
  for (int i = 0; i < n; i++) w.parent[i] = w.parent[w.parent[i]];
  if (sides->side[TP_E]) draw_column(&w, sides->side[TP_E], TP_TILE - 1);
  if (sides->side[TP_S]) draw_row(&w, sides->side[TP_S], TP_TILE - 1);
  if (sides->side[TP_W]) draw_column(&w, sides->side[TP_W], 0);
  if (sides->side[TP_N]) draw_row(&w, sides->side[TP_N], 0);
  *shown = w.components;
  for (int i = 0; i < n; i++) label[i] = label_of(&w, i);
  return w.changed;
}
