/* regions.c - connected components of a mask, repaired tile by tile.
 *
 * The map is cut into tiles of 64 x 64 cells, a mask word wide. Inside a tile,
 * each row's runs of enterable cells are joined with the runs they touch in
 * the row above (union by smaller number), which gives the tile's components.
 * Components that meet across a border between tiles are then joined in one
 * union-find over the whole map, and flattened, so that a question costs two
 * look-ups and a bit count.
 *
 * An edit spoils its tile only: 64 words are labelled again, a microsecond or
 * so. If the tile then shows its neighbours the same labels along its border
 * as before, which is the usual case, the links across borders stand; if not,
 * they are made anew, some 10 us for 512 x 512 cells.
 *
 * Memory is fixed at about 3.1 bytes a cell: a checkerboard, the worst case,
 * has a run every other cell, and each may be a component.
 */
#include "regions.h"

#include <string.h>

#include "bits.h"

enum { SIDE = 64, HALF = SIDE / 2, MAX_RUNS = SIDE * HALF };

/* What neighbours see of a tile. Labels count from 1; 0: blocked. Has no
 * padding: two are compared byte by byte. */
typedef struct Border {
  uint64_t top, bottom; /* mask words of the first and last row   */
  uint64_t components;
  uint16_t left[SIDE], right[SIDE]; /* labels down the two sides            */
  uint16_t top_label[HALF], bottom_label[HALF]; /* by run in that row       */
} Border;

_Static_assert(sizeof(Border) == 24 + 6 * SIDE, "a Border has padding");

typedef struct Tile {
  uint16_t first_run[SIDE]; /* of each row, counted from the tile's top     */
  Border border;
} Tile;

struct tp_Regions {
  int32_t width, height;
  int32_t tiles_x, tiles_y;
  uint32_t tile_runs; /* room for so many runs in each tile                 */
  bool eight;
  bool spoilt; /* some tile is                                       */
  uint64_t tile_at, label_at, parent_at, spoilt_at; /* offsets of arrays    */
};

static size_t tiles_along(int32_t cells) {
  return ((size_t)cells + SIDE - 1) / SIDE;
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

static size_t runs_of(int32_t width, int32_t height) {
  return ((size_t)least(width, SIDE) + 1) / 2 * (size_t)least(height, SIDE);
}

/* Sets the offsets of the arrays; returns the bytes in all. */
static size_t lay_out(tp_Regions *r, int32_t width, int32_t height) {
  size_t tiles = tiles_along(width) * tiles_along(height);
  size_t runs = tiles * runs_of(width, height);
  size_t at = (sizeof *r + 7) / 8 * 8;
  r->tile_at = at;
  at += tiles * sizeof(Tile);
  r->parent_at = at;
  at += runs * sizeof(uint32_t);
  r->label_at = at;
  at += runs * sizeof(uint16_t);
  r->spoilt_at = at;
  at += tiles;
  return at;
}

size_t tp_regions_bytes(int32_t width, int32_t height) {
  tp_Regions r;
  return lay_out(&r, width, height);
}

/* Arrays of the block, by their offsets; a tile's part of the labels and of
 * the union-find's parents begins at tile * tile_runs. */
#define ARRAY(r, type, offset) ((type *)((char *)(r) + (r)->offset))
#define CONST_ARRAY(r, type, offset) \
  ((const type *)((const char *)(r) + (r)->offset))

static size_t tile_of(const tp_Regions *r, int32_t tx, int32_t ty) {
  return (size_t)ty * (size_t)r->tiles_x + (size_t)tx;
}

void tp_regions_init(tp_Regions *r, int32_t width, int32_t height, bool eight) {
  lay_out(r, width, height);
  r->width = width;
  r->height = height;
  r->tiles_x = (int32_t)tiles_along(width);
  r->tiles_y = (int32_t)tiles_along(height);
  r->tile_runs = (uint32_t)runs_of(width, height);
  r->eight = eight;
  memset(ARRAY(r, Tile, tile_at), 0,
         (size_t)r->tiles_x * (size_t)r->tiles_y * sizeof(Tile));
  tp_regions_spoil(r, (tp_Rect){0, 0, width, height});
}

void tp_regions_spoil(tp_Regions *r, tp_Rect rect) {
  uint8_t *spoilt = ARRAY(r, uint8_t, spoilt_at);
  int32_t right = (rect.x + rect.w - 1) / SIDE;
  int32_t bottom = (rect.y + rect.h - 1) / SIDE;
  for (int32_t ty = rect.y / SIDE; ty <= bottom; ty++) {
    for (int32_t tx = rect.x / SIDE; tx <= right; tx++) {
      spoilt[tile_of(r, tx, ty)] = 1;
    }
  }
  r->spoilt = true;
}

/* ---- inside a tile ------------------------------------------------------ */

/* Number of the run that holds bit x of a row, counted from the row's first. */
static int run_at(uint64_t word, int x) {
  uint64_t starts = word & ~(word << 1);
  uint64_t up_to_x = ~UINT64_C(0) >> (63 - x);
  return tp_popcount(starts & up_to_x) - 1;
}

typedef struct Run {
  int16_t first, last; /* columns */
} Run;

static int split(uint64_t word, Run runs[HALF]) {
  int n = 0;
  while (word) {
    int first = tp_lowest(word);
    uint64_t rest = ~(word >> first);
    int length = rest ? tp_lowest(rest) : SIDE - first;
    runs[n++] = (Run){(int16_t)first, (int16_t)(first + length - 1)};
    if (first + length >= SIDE) break;
    word &= ~UINT64_C(0) << (first + length);
  }
  return n;
}

static uint16_t find_run(uint16_t *parent, uint16_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

static void join_runs(uint16_t *parent, uint16_t a, uint16_t b) {
  a = find_run(parent, a);
  b = find_run(parent, b);
  if (a < b) parent[b] = a;
  if (b < a) parent[a] = b;
}

/* Joins the runs of a row with those they touch in the row above; `reach` is 1
 * where corners count. */
static void join_rows(uint16_t *parent, const Run *above, int above_count,
                      int above_first, const Run *row, int count, int first,
                      int reach) {
  int i = 0, j = 0;
  while (i < above_count && j < count) {
    if (above[i].first <= row[j].last + reach &&
        row[j].first <= above[i].last + reach) {
      join_runs(parent, (uint16_t)(above_first + i), (uint16_t)(first + j));
    }
    if (above[i].last < row[j].last) {
      i++;
    } else {
      j++;
    }
  }
}

/* Finds the runs of a tile and numbers its components from 1 in order of their
 * first run. */
static uint32_t label_tile(Tile *tile, uint16_t *label, const uint64_t *words,
                           size_t stride, int rows, bool eight) {
  uint16_t parent[MAX_RUNS];
  Run runs[2][HALF];
  int n = 0, above_count = 0, above_first = 0;
  for (int y = 0; y < rows; y++) {
    Run *row = runs[y & 1];
    int count = split(words[(size_t)y * stride], row);
    tile->first_run[y] = (uint16_t)n;
    for (int i = n; i < n + count; i++) parent[i] = (uint16_t)i;
    join_rows(parent, runs[~y & 1], above_count, above_first, row, count, n,
              eight);
    above_count = count;
    above_first = n;
    n += count;
  }
  uint16_t components = 0;
  for (int i = 0; i < n; i++) {
    uint16_t root = find_run(parent, (uint16_t)i);
    label[i] = root == i ? ++components : label[root];
  }
  return components;
}

static void draw_border(Border *b, const Tile *tile, const uint16_t *label,
                        const uint64_t *words, size_t stride, int columns,
                        int rows, uint32_t components) {
  uint64_t top = words[0], bottom = words[(size_t)(rows - 1) * stride];
  memset(b, 0, sizeof *b);
  b->top = top;
  b->bottom = bottom;
  b->components = components;
  for (int y = 0; y < rows; y++) {
    uint64_t word = words[(size_t)y * stride];
    const uint16_t *row = &label[tile->first_run[y]];
    if (word & 1) b->left[y] = row[0];
    if (word >> (columns - 1) & 1) b->right[y] = row[run_at(word, columns - 1)];
  }
  if (top) {
    size_t runs = (size_t)run_at(top, SIDE - 1) + 1;
    memcpy(b->top_label, label, runs * sizeof *label);
  }
  if (bottom) {
    size_t runs = (size_t)run_at(bottom, SIDE - 1) + 1;
    memcpy(b->bottom_label, &label[tile->first_run[rows - 1]],
           runs * sizeof *label);
  }
}

/* Labels a spoilt tile again. Does it show its neighbours something new? */
static bool relabel(tp_Regions *r, const tp_Mask *mask, int32_t tx,
                    int32_t ty) {
  size_t index = tile_of(r, tx, ty);
  Tile *tile = &ARRAY(r, Tile, tile_at)[index];
  uint16_t *label = &ARRAY(r, uint16_t, label_at)[index * r->tile_runs];
  const uint64_t *words = tp_mask_row(mask, ty * SIDE) + tx;
  size_t stride = (size_t)mask->stride;
  int rows = least(r->height - ty * SIDE, SIDE);
  int columns = least(r->width - tx * SIDE, SIDE);
  Border border;
  uint32_t components = label_tile(tile, label, words, stride, rows, r->eight);
  draw_border(&border, tile, label, words, stride, columns, rows, components);
  if (memcmp(&border, &tile->border, sizeof border) == 0) return false;
  tile->border = border;
  return true;
}

/* ---- across tiles ------------------------------------------------------- */

/* The union-find over all components: component c (from 1) of tile t is
 * t * tile_runs + c - 1. */
typedef struct Links {
  uint32_t *parent;
  uint32_t tile_runs;
} Links;

static uint32_t find(uint32_t *parent, uint32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

static void join(const Links *links, size_t tile_a, int label_a, size_t tile_b,
                 int label_b) {
  if (label_a == 0 || label_b == 0) return;
  uint32_t a = find(links->parent, (uint32_t)(tile_a * links->tile_runs) +
                                       (uint32_t)label_a - 1);
  uint32_t b = find(links->parent, (uint32_t)(tile_b * links->tile_runs) +
                                       (uint32_t)label_b - 1);
  if (a < b) links->parent[b] = a;
  if (b < a) links->parent[a] = b;
}

static int label_in_row(uint64_t word, const uint16_t *labels, int x) {
  return word >> x & 1 ? labels[run_at(word, x)] : 0;
}

static void join_sideways(const Links *links, const Tile *tiles, size_t left,
                          size_t right, bool eight) {
  const uint16_t *a = tiles[left].border.right;
  const uint16_t *b = tiles[right].border.left;
  for (int y = 0; y < SIDE; y++) {
    if (y > 0 && a[y] == a[y - 1] && b[y] == b[y - 1]) continue;
    join(links, left, a[y], right, b[y]);
  }
  for (int y = 1; eight && y < SIDE; y++) {
    join(links, left, a[y], right, b[y - 1]);
    join(links, left, a[y - 1], right, b[y]);
  }
}

/* Joins each run in the last row of one tile with those it touches in the
 * first row of the tile below; the cells of `meeting` are in the upper row and
 * their partners `shift` columns further on in the lower one. */
static void join_downwards(const Links *links, const Tile *tiles, size_t upper,
                           size_t lower, uint64_t meeting, int shift) {
  const Border *a = &tiles[upper].border, *b = &tiles[lower].border;
  uint64_t starts = meeting & ~(meeting << 1);
  for (; starts; starts &= starts - 1) {
    int x = tp_lowest(starts);
    join(links, upper, label_in_row(a->bottom, a->bottom_label, x), lower,
         label_in_row(b->top, b->top_label, x + shift));
  }
}

static void join_vertically(const Links *links, const Tile *tiles, size_t upper,
                            size_t lower, bool eight) {
  uint64_t a = tiles[upper].border.bottom, b = tiles[lower].border.top;
  join_downwards(links, tiles, upper, lower, a & b, 0);
  if (eight) {
    join_downwards(links, tiles, upper, lower, a & b >> 1, 1);
    join_downwards(links, tiles, upper, lower, a & b << 1, -1);
  }
}

/* Around the corner where four tiles meet, for the rule "always". */
static void join_corners(const Links *links, const Tile *tiles, size_t nw,
                         size_t ne, size_t sw, size_t se) {
  const Border *b = &tiles[nw].border;
  join(links, nw, label_in_row(b->bottom, b->bottom_label, SIDE - 1), se,
       tiles[se].border.left[0]);
  b = &tiles[ne].border;
  join(links, ne, label_in_row(b->bottom, b->bottom_label, 0), sw,
       tiles[sw].border.right[0]);
}

static void link_tiles(tp_Regions *r) {
  const Tile *tiles = CONST_ARRAY(r, Tile, tile_at);
  Links links = {ARRAY(r, uint32_t, parent_at), r->tile_runs};
  size_t wide = (size_t)r->tiles_x, high = (size_t)r->tiles_y;
  for (size_t t = 0; t < wide * high; t++) {
    uint32_t first = (uint32_t)t * r->tile_runs;
    for (uint32_t c = 0; c < tiles[t].border.components; c++) {
      links.parent[first + c] = first + c;
    }
  }
  for (size_t y = 0; y < high; y++) {
    for (size_t x = 0; x < wide; x++) {
      size_t t = y * wide + x;
      bool right = x + 1 < wide, below = y + 1 < high;
      if (right) join_sideways(&links, tiles, t, t + 1, r->eight);
      if (below) join_vertically(&links, tiles, t, t + wide, r->eight);
      if (r->eight && right && below) {
        join_corners(&links, tiles, t, t + 1, t + wide, t + wide + 1);
      }
    }
  }
  for (size_t t = 0; t < wide * high; t++) {
    uint32_t first = (uint32_t)t * r->tile_runs;
    for (uint32_t c = 0; c < tiles[t].border.components; c++) {
      links.parent[first + c] = find(links.parent, first + c);
    }
  }
}

void tp_regions_update(tp_Regions *r, const tp_Mask *mask) {
  if (!r->spoilt) return;
  uint8_t *spoilt = ARRAY(r, uint8_t, spoilt_at);
  bool relink = false;
  for (int32_t ty = 0; ty < r->tiles_y; ty++) {
    for (int32_t tx = 0; tx < r->tiles_x; tx++) {
      uint8_t *mark = &spoilt[tile_of(r, tx, ty)];
      if (!*mark) continue;
      *mark = 0;
      relink |= relabel(r, mask, tx, ty);
    }
  }
  if (relink) link_tiles(r);
  r->spoilt = false;
}

uint32_t tp_regions_of(const tp_Regions *r, const tp_Mask *mask, int32_t x,
                       int32_t y) {
  size_t index = tile_of(r, x / SIDE, y / SIDE);
  const Tile *tile = &CONST_ARRAY(r, Tile, tile_at)[index];
  uint64_t word = tp_mask_row(mask, y)[x / SIDE];
  size_t run = tile->first_run[y % SIDE] + (size_t)run_at(word, x % SIDE);
  size_t first = index * r->tile_runs;
  uint16_t label = CONST_ARRAY(r, uint16_t, label_at)[first + run];
  return CONST_ARRAY(r, uint32_t, parent_at)[first + label - 1];
}
