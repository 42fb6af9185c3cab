/* layer.c - a byte a cell that is no terrain, with a log of its own.
 *
 * Agents with prices from a layer read its log; other agents are not affected.
 * Users of all changes on a grid, such as crowds, read the grid's count of
 * layer edits.
 *
 * All numbers are integers, so every machine gets the same ones. A fade
 * goes over all cells. Its changes are recorded in a few bands of rows, in
 * whole squares of 64 columns, as masks and costs are read. Rows of zeros are
 * only read.
 *
 * Cost: a fade takes 0.1 to 1 ns a cell.
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
  tp_changelog_init(&l->changes, grid->width, grid->height);
}

static void record_edit(tp_Layer *l, tp_Rect rect) {
  tp_changelog_add(&l->changes, rect);
  l->grid->layer_edits++;
}

static uint8_t *cell_at(tp_Layer *l, int32_t x, int32_t y) {
  return &l->cells[tp_grid_index(l->grid, x, y)];
}

void tp_layer_set(tp_Layer *l, int32_t x, int32_t y, uint8_t value) {
  uint8_t *cell = cell_at(l, x, y);
  if (*cell == value) return;
  *cell = value;
  record_edit(l, (tp_Rect){x, y, 1, 1});
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
  if (changed > 0) record_edit(l, rect);
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
  if (changed > 0) record_edit(l, touched);
  return changed;
}

/* ---- all cells at once -------------------------------------------------- */

/* The changes in a band of rows, not recorded yet. */
typedef struct Band {
  int32_t high; /* rows of a band */
  tp_Rect rect;
} Band;

static Band first_band(const tp_Layer *l) {
  int32_t high = (l->grid->height + BANDS - 1) / BANDS;
  return (Band){.high = (high + SIDE - 1) / SIDE * SIDE};
}

static void record_band(tp_Layer *l, Band *band) {
  if (tp_rect_is_empty(band->rect)) return;
  record_edit(l, tp_rect_clip(band->rect, l->changes.whole));
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
    if (y % band.high == 0) record_band(l, &band);
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
  record_band(l, &band);
  return changed;
}
