/* costmap.c - classes of cells, from the terrains under an agent and the walls
 * around it.
 *
 * The dearest terrain under w x h cells is found as erode.c finds whether all
 * of them are free, with the larger of two ranks in place of "both": log2 steps
 * along rows and down columns, in squares of 64 x 64 cells. Only ranks are
 * compared, so terrains of the same price are one.
 *
 * A wall at distance d, 1 <= d <= n, raises a cell's price by cost x (n + 1 -
 * d) / n. With too many prices for a byte, neighbouring distances share a band,
 * with the price of the nearest. The number of bands depends only on the
 * terrain table and the profile, not on the cells.
 *
 * The scale of whole numbers depends on all bands of all prices that some cell
 * has: it is costly to find, and single bands come and go with every edit.
 *
 * A byte a cell; 1 to 3 ns for each cell that is read.
 */
#include "costmap.h"

#include <math.h>
#include <string.h>

#include "../map/fences.h"
#include "clearance.h"

enum { SIDE = TP_SQUARE, REACH = SIDE + TP_MAX_SIZE - 1 };

size_t tp_costmap_bytes(int32_t width, int32_t height) {
  return offsetof(tp_Costmap, cells) + (size_t)width * (size_t)height;
}

void tp_costmap_init(tp_Costmap *map, int32_t width, int32_t height) {
  size_t cells = (size_t)width * (size_t)height;
  memset(map, 0, offsetof(tp_Costmap, cells));
  memset(map->cells, TP_NO_CLASS, cells);
  map->width = width;
  map->height = height;
  map->count[TP_NO_CLASS] = (uint32_t)cells;
}

/* With layer costs half of the classes are left for its levels. */
static int32_t bands_of(const tp_Prices *prices, const tp_Profile *p,
                        bool is_layered) {
  int32_t kinds = prices->kinds > 0 ? prices->kinds : 1;
  int32_t room = is_layered ? TP_MOST_BASES : TP_NO_CLASS;
  return tp_lesser(p->away, room / kinds - 1);
}

void tp_costmap_divide(tp_Costmap *map, const tp_CostmapFrom *from) {
  const tp_Profile *p = from->profile;
  int32_t bands = bands_of(from->prices, p, from->layer_costs);
  map->bands = bands;
  for (int32_t level = 0; level <= p->away; level++) {
    int32_t band = level > 0 ? (level * bands + p->away - 1) / p->away : 0;
    map->band[level] = (uint8_t)band;
  }
}

/* The price of a band of that rank. */
static double price_of(const tp_Prices *prices, const tp_Profile *p, int rank,
                       int band, int bands) {
  double part = bands > 0 ? (double)band / bands : 0;
  return prices->kind[rank] + tp_product(p->away_price, part);
}

bool tp_costmap_divide_layers(tp_LayerCosts *l, const tp_Prices *prices,
                              const tp_Profile *p) {
  double price[TP_MOST_BASES];
  int bands = bands_of(prices, p, true), bases = 0;
  for (int rank = 0; rank < prices->kinds; rank++) {
    for (int band = 0; band <= bands; band++) {
      price[bases++] = price_of(prices, p, rank, band, bands);
    }
  }
  return tp_layercosts_divide(l, price, bases);
}

/* ---- the dearest terrain under the agent -------------------------------- */

/* Bits left .. right - 1 of a word of each of so many rows, from y on. */
typedef struct Square {
  int32_t word, left, right, y, rows;
} Square;

/* The ranks of a square, and of the cells right of it and below it. */
typedef struct Ranks {
  uint8_t rank[REACH][2 * SIDE];
} Ranks;

static void raise(uint8_t *to, const uint8_t *other, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    to[i] = to[i] > other[i] ? to[i] : other[i];
  }
}

/* Fills a square with the rank of each number in `cells`, which are the grid's
 * or a layer's; then with the largest one under the agent. `rank_of` NULL: the
 * numbers are the ranks. Cells outside count as 0. */
static void find_dearest(Ranks *r, const tp_CostmapFrom *from,
                         const uint8_t *cells, const uint8_t *rank_of,
                         Square at) {
  const tp_Grid *g = from->grid;
  const tp_Profile *p = from->profile;
  int32_t x = at.word * SIDE + at.left, y = at.y;
  int32_t wanted = at.right - at.left;
  int32_t columns = tp_lesser(wanted + p->wide - 1, g->width - x);
  int32_t rows = tp_lesser(at.rows + p->high - 1, g->height - y);
  memset(r->rank, 0, (size_t)rows * sizeof r->rank[0]);
  for (int32_t j = 0; j < rows; j++) {
    const uint8_t *cell = &cells[tp_grid_index(g, x, y + j)];
    uint8_t *rank = &r->rank[j][at.left];
    if (!rank_of) memcpy(rank, cell, (size_t)columns);
    for (int32_t i = 0; rank_of && i < columns; i++) rank[i] = rank_of[cell[i]];
    for (int32_t k = 1; k < p->wide;) {
      int32_t shift = tp_lesser(k, p->wide - k);
      raise(rank, rank + shift, columns - shift);
      k += shift;
    }
  }
  for (int32_t k = 1; k < p->high;) {
    int32_t shift = tp_lesser(k, p->high - k);
    for (int32_t j = 0; j + shift < rows; j++) {
      raise(&r->rank[j][at.left], &r->rank[j + shift][at.left], wanted);
    }
    k += shift;
  }
}

/* ---- layers ------------------------------------------------------------- */

/* Adds up what layers add to the price of each cell of a square, in parts of a
 * step. */
static void add_layers(int64_t sums[SIDE][SIDE], const tp_CostmapFrom *from,
                       Square at) {
  const tp_LayerCosts *l = from->layer_costs;
  Ranks ranks;
  memset(sums, 0, (size_t)at.rows * sizeof sums[0]);
  for (int i = 0; i < l->layers; i++) {
    const int64_t one = l->adds[i];
    find_dearest(&ranks, from, l->layer[i].layer->cells, NULL, at);
    for (int32_t j = 0; j < at.rows; j++) {
      const uint8_t *value = ranks.rank[j];
      int64_t *sum = sums[j];
      for (int32_t k = at.left; k < at.right; k++) sum[k] += one * value[k];
    }
  }
}

/* ---- reading ------------------------------------------------------------ */

static void read_square(tp_Costmap *map, const tp_CostmapFrom *from,
                        Square at) {
  const tp_Grid *g = from->grid;
  const tp_Mask *mask = from->mask;
  const tp_Prices *prices = from->prices;
  const tp_Profile *p = from->profile;
  const tp_LayerCosts *layer_costs = from->layer_costs;
  const bool has_fences = g->fences && g->fences->count > 0;
  const tp_Footing footing = {mask, has_fences ? from->cells : NULL, p->wide,
                              p->high};
  Ranks ranks;              /* set if there are several */
  int64_t sums[SIDE][SIDE]; /* set if there are layers */
  tp_Clearance near;
  uint64_t clear[SIDE];
  const int lone = layer_costs ? layer_costs->lone : 0;
  bool priced = prices->kinds > 1;
  if (priced) find_dearest(&ranks, from, g->cells, prices->rank, at);
  if (layer_costs) add_layers(sums, from, at);
  if (from->occupied) {
    const tp_Rect box = {at.word * SIDE, at.y, at.right, at.rows};
    tp_erode_square(clear, from->occupied, UINT64_MAX, p->wide, p->high, box);
  }
  if (p->away > 0)
    tp_clearance_find(&near, &footing, at.word, at.y, at.rows, p->away);
  for (int32_t j = 0; j < at.rows; j++) {
    uint64_t is_free = tp_mask_row(mask, at.y + j)[at.word];
    uint64_t is_near = p->away > 0 ? tp_clearance_any(&near, j) : 0;
    uint64_t is_occupied = from->occupied ? ~clear[j] : 0;
    size_t first = tp_grid_index(g, at.word * SIDE, at.y + j);
    for (int32_t i = at.left; i < at.right; i++) {
      int class = priced ? ranks.rank[j][i] * (map->bands + 1) : 0;
      if (is_near >> i & 1) class += map->band[tp_clearance_of(&near, j, i)];
      if (is_occupied >> i & 1) class += lone;
      if (!(is_free >> i & 1)) class = TP_NO_CLASS;
      if (layer_costs && class != TP_NO_CLASS) {
        class = tp_layercosts_class(layer_costs, class, sums[j][i]);
      }
      tp_costmap_set(map, first + (size_t)i, class);
    }
  }
}

void tp_costmap_read(tp_Costmap *map, const tp_CostmapFrom *from,
                     tp_Rect rect) {
  int32_t bottom = rect.y + rect.h, end = rect.x + rect.w;
  for (int32_t y = rect.y; y < bottom; y += SIDE) {
    for (int32_t w = rect.x >> 6; w <= (end - 1) >> 6; w++) {
      Square at = {w, tp_greater(rect.x - w * SIDE, 0),
                   tp_lesser(SIDE, end - w * SIDE), y,
                   tp_lesser(SIDE, bottom - y)};
      read_square(map, from, at);
    }
  }
}

/* ---- the result --------------------------------------------------------- */

static bool has_any(const tp_Costmap *map, int first, int end) {
  for (int i = first; i < end; i++) {
    if (map->count[i] > 0) return true;
  }
  return false;
}

/* An estimate must not use a price that no cell has: prices below all bases are
 * in use only if some cell has one of them. */
static void leave_out_low(const tp_Costmap *map, const tp_LayerCosts *l,
                          tp_Classes *classes) {
  double plain = INFINITY;
  bool is_low[TP_CLASSES], has_low = false;
  for (int i = 0; i < l->bases; i++) {
    if (tp_class_is_in(&classes->known, i)) plain = fmin(plain, l->price[i]);
  }
  for (int i = l->bases; i < l->classes; i++) {
    is_low[i] = l->price[i] < plain;
    has_low = has_low || (is_low[i] && map->count[i] > 0);
  }
  for (int i = l->bases; i < l->classes && !has_low; i++) {
    if (is_low[i]) classes->used.bits[i >> 6] &= ~(UINT64_C(1) << (i & 63));
  }
}

static void notify_layer_costs(const tp_Costmap *map,
                               const tp_CostmapFrom *from,
                               tp_Classes *classes) {
  const tp_LayerCosts *l = from->layer_costs;
  const bool raises = has_any(map, l->lone, l->bases);
  bool has[TP_MAX_TERRAINS];
  /* The ranks of the cells of the map, with closed ones. */
  memset(has, 0, TP_MAX_TERRAINS * sizeof *has);
  for (int t = 0; t < from->grid->terrain_count; t++) {
    const uint32_t *count = from->grid->cell_count;
    if (!from->prices->enter[t]) continue;
    if (count[t] + count[t | TP_CLOSED] > 0) has[from->prices->rank[t]] = true;
  }
  for (int i = 0; i < l->classes; i++) classes->price[i] = l->price[i];
  for (int base = 0; base < l->bases; base++) {
    const int lone = base % l->lone;
    if (!has[lone / (map->bands + 1)]) continue;
    tp_class_add(&classes->known, base);
    tp_class_add(&classes->known, l->floor[base]);
    for (int i = l->first[base]; i <= l->last[base]; i++) {
      tp_class_add(&classes->known, i);
    }
    if (base != lone && !raises) continue;
    for (int i = lone; i < l->bases; i += l->lone) {
      if (map->count[i] > 0) tp_class_add(&classes->used, base);
    }
  }
  if (!has_any(map, l->bases, l->classes)) return;
  classes->used = classes->known;
  if (l->lowers) leave_out_low(map, l, classes);
}

void tp_costmap_notify(const tp_Costmap *map, const tp_CostmapFrom *from,
                       tp_Classes *classes) {
  const tp_Prices *prices = from->prices;
  int32_t bands = map->bands;
  *classes = (tp_Classes){0};
  for (int i = 0; i < TP_CLASSES; i++) classes->price[i] = INFINITY;
  if (from->layer_costs) {
    notify_layer_costs(map, from, classes);
    return;
  }
  for (int rank = 0; rank < prices->kinds; rank++) {
    int first = rank * (bands + 1);
    bool has_cells = false;
    for (int band = 0; band <= bands; band++) {
      classes->price[first + band] =
          price_of(prices, from->profile, rank, band, bands);
      if (map->count[first + band] == 0) continue;
      tp_class_add(&classes->used, first + band);
      has_cells = true;
    }
    for (int band = 0; has_cells && band <= bands; band++) {
      tp_class_add(&classes->known, first + band);
    }
  }
}
