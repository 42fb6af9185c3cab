/* layer.c - a byte a cell that is no terrain, with a log of its own.
 *
 * Agents with prices from a layer read its log; other agents are not affected.
 * Users of all changes on a grid, such as crowds, read the grid's count of
 * layer edits.
 *
 * All numbers are integers, so every machine gets the same ones. A fade or a
 * blur goes over all cells. Its changes are noted in a few bands of rows, in
 * whole squares of 64 columns, as masks and costs are read. Rows of zeros are
 * only read.
 *
 * Cost: a fade takes 0.1 to 1 ns a cell; a blur some 2 ns, whatever its radius;
 * on hexagons that much for each line of cells in the radius.
 */
#include "layer.h"

#include <string.h>

enum { SIDE = 64, BANDS = 8 };

size_t tp_layer_bytes(const tp_Grid *grid) {
  return sizeof(tp_Layer) + tp_grid_cells(grid);
}

void tp_layer_init(tp_Layer *l, tp_Grid *grid) {
  memset(l, 0, tp_layer_bytes(grid));
  l->grid = grid;
  l->cells = (uint8_t *)(l + 1);
  tp_changes_init(&l->changes, grid->width, grid->height);
}

static void note_edit(tp_Layer *l, tp_Rect rect) {
  tp_changes_note(&l->changes, rect);
  l->grid->layer_edits++;
}

static uint8_t *cell_at(tp_Layer *l, int32_t x, int32_t y) {
  return &l->cells[tp_grid_index(l->grid, x, y)];
}

void tp_layer_set(tp_Layer *l, int32_t x, int32_t y, uint8_t value) {
  uint8_t *cell = cell_at(l, x, y);
  if (*cell == value) return;
  *cell = value;
  note_edit(l, (tp_Rect){x, y, 1, 1});
}

int tp_layer_add(tp_Layer *l, int32_t x, int32_t y, double amount) {
  double sum = *cell_at(l, x, y) + amount;
  int value = sum <= 0 ? 0 : sum >= TP_LAYER_MOST ? TP_LAYER_MOST : (int)sum;
  tp_layer_set(l, x, y, (uint8_t)value);
  return value;
}

size_t tp_layer_fill(tp_Layer *l, tp_Rect rect, uint8_t value) {
  size_t changed = 0;
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    uint8_t *row = cell_at(l, rect.x, y);
    for (int32_t x = 0; x < rect.w; x++) changed += row[x] != value;
    memset(row, value, (size_t)rect.w);
  }
  if (changed > 0) note_edit(l, rect);
  return changed;
}

size_t tp_layer_paste(tp_Layer *l, tp_Rect rect, const int16_t *values) {
  size_t changed = 0;
  tp_Rect touched = {0, 0, 0, 0};
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    uint8_t *row = cell_at(l, 0, y);
    for (int32_t x = rect.x; x < rect.x + rect.w; x++) {
      int16_t value = *values++;
      if (value == TP_LAYER_KEEP || value == row[x]) continue;
      row[x] = (uint8_t)value;
      touched = tp_rect_join(touched, (tp_Rect){x, y, 1, 1});
      changed++;
    }
  }
  if (changed > 0) note_edit(l, touched);
  return changed;
}

/* ---- all cells at once -------------------------------------------------- */

/* The changes in a band of rows, not noted yet. */
typedef struct Band {
  int32_t high; /* rows of a band */
  tp_Rect rect;
} Band;

static Band first_band(const tp_Layer *l) {
  int32_t high = (l->grid->height + BANDS - 1) / BANDS;
  return (Band){.high = (high + SIDE - 1) / SIDE * SIDE};
}

static void note_band(tp_Layer *l, Band *band) {
  if (tp_rect_is_empty(band->rect)) return;
  note_edit(l, tp_rect_clip(band->rect, l->changes.whole));
  band->rect = (tp_Rect){0, 0, 0, 0};
}

static void touch_square(Band *band, int32_t x, int32_t y) {
  tp_Rect square = {x & ~(SIDE - 1), y, SIDE, 1};
  band->rect = tp_rect_join(band->rect, square);
}

static bool are_zero(const uint8_t *cell, int32_t count) {
  uint64_t word, any = 0;
  int32_t i = 0;
  for (; i + 8 <= count; i += 8) {
    memcpy(&word, cell + i, 8);
    any |= word;
  }
  for (; i < count; i++) any |= cell[i];
  return any == 0;
}

size_t tp_layer_fade(tp_Layer *l, uint32_t factor) {
  const tp_Grid *g = l->grid;
  uint8_t becomes[TP_LAYER_MOST + 1];
  size_t changed = 0;
  Band band = first_band(l);
  for (uint32_t v = 0; v <= TP_LAYER_MOST; v++) {
    becomes[v] = (uint8_t)(v * factor / TP_LAYER_ONE);
  }
  for (int32_t y = 0; y < g->height; y++) {
    uint8_t *row = cell_at(l, 0, y);
    if (y % band.high == 0) note_band(l, &band);
    for (int32_t x = 0; x < g->width; x += SIDE) {
      size_t before = changed;
      int32_t end = tp_lesser(x + SIDE, g->width);
      if (are_zero(row + x, end - x)) continue;
      for (int32_t i = x; i < end; i++) {
        uint8_t value = becomes[row[i]];
        changed += value != row[i];
        row[i] = value;
      }
      if (changed != before) touch_square(&band, x, y);
    }
  }
  note_band(l, &band);
  return changed;
}

/* ---- blur --------------------------------------------------------------- */

/* A mean is a sum times a reciprocal, without a division. It is exact, as sums
 * are below 2^23 and a mean has fewer than 2^15 cells. */
enum { SHIFT = 40 };

/* For hexagons: prefix sums of each line around the one that is blurred. A line
 * is a row or column that is shoved as a whole. The cells within some steps are
 * a stretch of each line, one cell shorter with each line further away. */
typedef struct Lines {
  tp_Layer *layer;
  int32_t radius, lines, length;
  ptrdiff_t to_line, to_cell; /* from one to the next, in cells */
  uint32_t *sum;              /* of line l at l % (2 * radius + 1) */
  uint32_t *total, *cells;    /* around each cell of a line */
} Lines;

static uint32_t *sums_of(const Lines *b, int32_t line) {
  const size_t at = (size_t)(line % (2 * b->radius + 1));
  return b->sum + at * ((size_t)b->length + 1);
}

static void add_line(const Lines *b, int32_t line) {
  const uint8_t *cell = b->layer->cells + line * b->to_line;
  uint32_t *sum = sums_of(b, line);
  sum[0] = 0;
  for (int32_t i = 0; i < b->length; i++, cell += b->to_cell) {
    sum[i + 1] = sum[i] + *cell;
  }
}

/* Adds the stretch of another line around each cell of this line. */
static void add_stretches(const Lines *b, int32_t line, int32_t other) {
  const int32_t off = other < line ? line - other : other - line;
  const int32_t wide = 2 * b->radius + 1 - off;
  const tp_Stagger s = b->layer->grid->stagger;
  const int32_t shoved = (int32_t)tp_is_shoved(s, (tp_Cell){line, line}) -
                         (int32_t)tp_is_shoved(s, (tp_Cell){other, other});
  const int32_t left = (shoved + off) / 2 - b->radius;
  const uint32_t *sum = sums_of(b, other);
  for (int32_t i = 0; i < b->length; i++) {
    const int32_t from = tp_greater(i + left, 0);
    const int32_t to = tp_lesser(i + left + wide, b->length);
    const int32_t start = tp_lesser(from, b->length);
    const int32_t stop = tp_greater(to, start);
    b->total[i] += sum[stop] - sum[start];
    b->cells[i] += (uint32_t)(stop - start);
  }
}

static size_t blur_lines(tp_Layer *l, int32_t radius, void *space) {
  const tp_Grid *g = l->grid;
  const bool rows = g->stagger.rows;
  Lines b = {.layer = l,
             .radius = radius,
             .lines = rows ? g->height : g->width,
             .length = rows ? g->width : g->height,
             .to_line = rows ? g->width : 1,
             .to_cell = rows ? 1 : g->width,
             .sum = space};
  tp_Rect touched = {0, 0, 0, 0};
  size_t changed = 0;
  b.total = b.sum + (2 * (size_t)radius + 1) * ((size_t)b.length + 1);
  b.cells = b.total + b.length;
  for (int32_t line = 0; line < tp_lesser(radius, b.lines); line++) {
    add_line(&b, line);
  }
  for (int32_t line = 0; line < b.lines; line++) {
    uint8_t *cell = l->cells + line * b.to_line;
    if (line + radius < b.lines) add_line(&b, line + radius);
    const int32_t first = tp_greater(line - b.radius, 0);
    const int32_t last = tp_lesser(line + b.radius, b.lines - 1);
    memset(b.total, 0, (size_t)b.length * sizeof *b.total);
    memset(b.cells, 0, (size_t)b.length * sizeof *b.cells);
    for (int32_t other = first; other <= last; other++) {
      add_stretches(&b, line, other);
    }
    for (int32_t i = 0; i < b.length; i++, cell += b.to_cell) {
      const uint32_t count = b.cells[i];
      const uint32_t mean = (b.total[i] + count / 2) / count;
      if (*cell == mean) continue;
      *cell = (uint8_t)mean;
      const tp_Rect at = {rows ? i : line, rows ? line : i, 1, 1};
      touched = tp_rect_join(touched, at);
      changed++;
    }
  }
  if (changed > 0) note_edit(l, touched);
  return changed;
}

typedef struct Blur {
  tp_Layer *layer;
  int32_t radius;
  int32_t rows;   /* the number of rows for which `part` and `half` hold */
  uint32_t *sum;  /* by column, of the rows around */
  uint8_t *above; /* the last rows that were written, as they were before */
  uint64_t part[2 * TP_LAYER_FAR + 2]; /* reciprocals, by the number of
                                          columns */
  uint32_t half[2 * TP_LAYER_FAR + 2];
} Blur;

size_t tp_layer_blur_bytes(const tp_Layer *l, int32_t radius) {
  const tp_Grid *g = l->grid;
  size_t width = (size_t)g->width;
  if (tp_is_hexagonal(g->stagger)) {
    const int32_t length = g->stagger.rows ? g->width : g->height;
    const size_t room = (size_t)length + 1;
    return (2 * (size_t)radius + 3) * room * sizeof(uint32_t);
  }
  return width * sizeof(uint32_t) + width * ((size_t)radius + 1);
}

static size_t blur_row(const Blur *b, uint8_t *row, int32_t y, Band *band) {
  const int32_t width = b->layer->grid->width;
  size_t changed = 0;
  uint32_t sum = 0;
  int32_t left = width, right = 0;
  for (int32_t x = 0; x < tp_lesser(b->radius, width); x++) sum += b->sum[x];
  for (int32_t x = 0; x < width; x++) {
    int32_t first = tp_greater(x - b->radius, 0);
    int32_t last = tp_lesser(x + b->radius, width - 1);
    if (x + b->radius < width) sum += b->sum[last];
    int32_t columns = last - first + 1;
    uint64_t mean = (sum + b->half[columns]) * b->part[columns] >> SHIFT;
    if (x >= b->radius) sum -= b->sum[first];
    if (row[x] == mean) continue;
    row[x] = (uint8_t)mean;
    if (changed++ == 0) left = x;
    right = x;
  }
  if (changed > 0) {
    touch_square(band, left, y);
    touch_square(band, right, y);
  }
  return changed;
}

size_t tp_layer_blur(tp_Layer *l, int32_t radius, void *space) {
  const int32_t width = l->grid->width, height = l->grid->height;
  const int32_t kept = radius + 1;
  Blur b = {.layer = l, .radius = radius, .sum = space};
  Band band = first_band(l);
  size_t changed = 0;
  TP_ASSERT(radius >= 1 && radius <= TP_LAYER_FAR);
  if (tp_is_hexagonal(l->grid->stagger)) return blur_lines(l, radius, space);
  b.above = (uint8_t *)(b.sum + width);
  memset(b.sum, 0, (size_t)width * sizeof *b.sum);
  for (int32_t y = 0; y < tp_lesser(radius, height); y++) {
    const uint8_t *row = cell_at(l, 0, y);
    for (int32_t x = 0; x < width; x++) b.sum[x] += row[x];
  }
  for (int32_t y = 0; y < height; y++) {
    uint8_t *row = cell_at(l, 0, y);
    uint8_t *old = b.above + (size_t)(y % kept) * (size_t)width;
    if (y % band.high == 0) note_band(l, &band);
    if (y + radius < height) {
      const uint8_t *comes = cell_at(l, 0, y + radius);
      for (int32_t x = 0; x < width; x++) b.sum[x] += comes[x];
    }
    if (y >= kept) {
      for (int32_t x = 0; x < width; x++) b.sum[x] -= old[x];
    }
    memcpy(old, row, (size_t)width);
    const int32_t first = tp_greater(y - radius, 0);
    const int32_t rows = tp_lesser(y + radius, height - 1) - first + 1;
    if (b.rows != rows) {
      b.rows = rows;
      for (int32_t columns = 1; columns <= 2 * radius + 1; columns++) {
        uint32_t cells = (uint32_t)(rows * columns);
        b.part[columns] = (UINT64_C(1) << SHIFT) / cells + 1;
        b.half[columns] = cells / 2;
      }
    }
    changed += blur_row(&b, row, y, &band);
  }
  note_band(l, &band);
  return changed;
}
