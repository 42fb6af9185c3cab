/* grid.c - the map: a byte a cell, and a short log of what changed.
 *
 * An edit costs O(1): it writes the byte, keeps the counts of cells by byte
 * value, bumps the revision and notes a rectangle. What is derived from a grid
 * (masks, regions) catches up when it is asked next, over the rectangles noted
 * since; where the log is full, two of them become one. An edit that changes
 * nothing leaves no trace.
 *
 * Invariants: cell_count sums to width * height; `used` has bit t exactly where
 * cell_count[t] > 0; every byte's terrain is below terrain_count; TP_OPEN has
 * a finite price and TP_WALL none; no wall is closed besides.
 */
#include "grid.h"

#include <math.h>
#include <string.h>

size_t tp_grid_bytes(double width, double height) {
  if (!(width >= 1 && width <= TP_MAX_SIDE)) return 0;
  if (!(height >= 1 && height <= TP_MAX_SIDE)) return 0;
  if (width * height > TP_MAX_CELLS) return 0;
  return offsetof(tp_Grid, cells) + (size_t)width * (size_t)height;
}

static void name_terrain(tp_Grid *g, const char *name, size_t length,
                         double price) {
  tp_Terrain *t = &g->terrain[g->terrain_count++];
  memset(t->name, 0, sizeof t->name);
  memcpy(t->name, name, length);
  t->price = price;
}

void tp_grid_init(tp_Grid *g, int32_t width, int32_t height) {
  memset(g, 0, offsetof(tp_Grid, cells));
  g->width = width;
  g->height = height;
  g->cell_width = g->cell_height = 1;
  name_terrain(g, "open", 4, 1);
  name_terrain(g, "wall", 4, INFINITY);
  memset(g->cells, TP_OPEN, tp_grid_cells(g));
  g->cell_count[TP_OPEN] = (uint32_t)tp_grid_cells(g);
  g->used[0] = 1u << TP_OPEN;
}

double tp_grid_price(const tp_Grid *g, int32_t x, int32_t y) {
  uint8_t cell = g->cells[tp_grid_index(g, x, y)];
  return cell & TP_CLOSED ? INFINITY : g->terrain[cell].price;
}

/* ---- the world ---------------------------------------------------------- */

static bool is_near(double edge, double cell_size) {
  const double farthest = 9007199254740992.0, cells = 4294967296.0;
  return fabs(edge) <= farthest && fabs(edge) <= tp_product(cells, cell_size);
}

bool tp_grid_can_lie(double origin, double cells, double cell_size) {
  const double largest = 1073741824.0;
  return cell_size >= 1 / largest && cell_size <= largest &&
         is_near(origin, cell_size) &&
         is_near(origin + tp_product(cells, cell_size), cell_size);
}

static double place(double origin, double cells, double cell_size) {
  return origin + tp_product(cells, cell_size);
}

/* Doubles from 2^53 on are whole as they are. */
static double floor_of(double value) {
  const double whole_from = 9007199254740992.0;
  if (value >= whole_from || value <= -whole_from) return value;
  double whole = (double)(int64_t)value;
  return whole > value ? whole - 1 : whole;
}

double tp_grid_world_x(const tp_Grid *g, double column) {
  return place(g->origin_x, column + 0.5, g->cell_width);
}

double tp_grid_world_y(const tp_Grid *g, double row) {
  return place(g->origin_y, row + 0.5, g->cell_height);
}

double tp_grid_left(const tp_Grid *g, double column) {
  return place(g->origin_x, column, g->cell_width);
}

double tp_grid_top(const tp_Grid *g, double row) {
  return place(g->origin_y, row, g->cell_height);
}

double tp_grid_column_at(const tp_Grid *g, double world_x) {
  return floor_of((world_x - g->origin_x) / g->cell_width);
}

double tp_grid_row_at(const tp_Grid *g, double world_y) {
  return floor_of((world_y - g->origin_y) / g->cell_height);
}

/* ---- terrains ----------------------------------------------------------- */

int tp_grid_find(const tp_Grid *g, const char *name, size_t length) {
  for (int t = 0; t < g->terrain_count; t++) {
    const char *known = g->terrain[t].name;
    if (strlen(known) == length && memcmp(known, name, length) == 0) return t;
  }
  return -1;
}

int tp_grid_define(tp_Grid *g, const char *name, size_t length, double price) {
  if (g->terrain_count == TP_MAX_TERRAINS) return -1;
  name_terrain(g, name, length, price);
  g->price_revision = ++g->revision;
  return g->terrain_count - 1;
}

void tp_grid_reprice(tp_Grid *g, int terrain, double price) {
  if (g->terrain[terrain].price == price) return;
  g->terrain[terrain].price = price;
  g->price_revision = ++g->revision;
}

/* ---- the log ------------------------------------------------------------ */

static int64_t area(tp_Rect r) { return (int64_t)r.w * r.h; }

static tp_Rect join(tp_Rect a, tp_Rect b) {
  int32_t x = a.x < b.x ? a.x : b.x;
  int32_t y = a.y < b.y ? a.y : b.y;
  int32_t right = a.x + a.w > b.x + b.w ? a.x + a.w : b.x + b.w;
  int32_t bottom = a.y + a.h > b.y + b.h ? a.y + a.h : b.y + b.h;
  return (tp_Rect){x, y, right - x, bottom - y};
}

/* Cells that several edits may share a rectangle for. Whoever has seen the
 * first of them reads the others' cells again for the last one's sake: words of
 * 64 cells, so a few of them more cost nothing, and a large rectangle would. */
enum { SHARED_CELLS = 256, NEAR_CELLS = 4096 };

/* Makes one entry of two that follow one another: those for which one who has
 * seen the first has the fewest cells more to read, or where all lie far apart,
 * the oldest. */
static void make_room(tp_Grid *g) {
  int64_t best = NEAR_CELLS;
  size_t at = 0;
  for (size_t i = 0; i + 1 < TP_LOG_SIZE; i++) {
    tp_Rect a = g->log[i].rect, b = g->log[i + 1].rect;
    int64_t more = area(join(a, b)) - area(b);
    if (more >= best) continue;
    best = more;
    at = i;
  }
  tp_Edit *edit = &g->log[at];
  edit->rect = join(edit->rect, edit[1].rect);
  edit->last = edit[1].last;
  memmove(edit + 1, edit + 2, (TP_LOG_SIZE - 2 - at) * sizeof *edit);
  g->edit_count--;
}

/* Numbers one edit and notes where it was. Small edits that lie close together
 * share an entry. */
static void note(tp_Grid *g, tp_Rect rect) {
  uint64_t revision = ++g->revision;
  if (g->edit_count > 0) {
    tp_Edit *newest = &g->log[g->edit_count - 1];
    tp_Rect both = join(newest->rect, rect);
    if (area(both) <= SHARED_CELLS) {
      newest->rect = both;
      newest->last = revision;
      return;
    }
  }
  if (g->edit_count == TP_LOG_SIZE) make_room(g);
  g->log[g->edit_count++] = (tp_Edit){revision, revision, rect};
}

/* Adds a rectangle to n others; those that take fewer cells together become
 * one. Returns how many there are then. */
static int add(tp_Rect rects[TP_LOG_SIZE], int n, tp_Rect rect) {
  for (int i = 0; i < n; i++) {
    tp_Rect both = join(rects[i], rect);
    if (area(both) > area(rects[i]) + area(rect)) continue;
    rect = both;
    rects[i] = rects[--n];
    i = -1;
  }
  rects[n] = rect;
  return n + 1;
}

int tp_grid_changes(const tp_Grid *g, uint64_t since,
                    tp_Rect rects[TP_LOG_SIZE]) {
  int n = 0;
  for (uint32_t i = 0; i < g->edit_count; i++) {
    if (g->log[i].last > since) n = add(rects, n, g->log[i].rect);
  }
  return n;
}

/* ---- cells -------------------------------------------------------------- */

static void count_out(tp_Grid *g, uint8_t cell) {
  if (--g->cell_count[cell] == 0 && !(cell & TP_CLOSED)) {
    g->used[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
  }
}

static void count_in(tp_Grid *g, uint8_t cell, uint32_t n) {
  g->cell_count[cell] += n;
  if (n > 0 && !(cell & TP_CLOSED)) {
    g->used[cell >> 6] |= UINT64_C(1) << (cell & 63);
  }
}

static void write(tp_Grid *g, int32_t x, int32_t y, uint8_t cell) {
  uint8_t *at = &g->cells[tp_grid_index(g, x, y)];
  if (*at == cell) return;
  count_out(g, *at);
  count_in(g, cell, 1);
  *at = cell;
  note(g, (tp_Rect){x, y, 1, 1});
}

void tp_grid_set(tp_Grid *g, int32_t x, int32_t y, int terrain) {
  write(g, x, y, (uint8_t)terrain);
}

void tp_grid_set_walkable(tp_Grid *g, int32_t x, int32_t y, bool yes) {
  uint8_t cell = g->cells[tp_grid_index(g, x, y)];
  uint8_t terrain = cell & (TP_CLOSED - 1);
  if (!yes) {
    if (terrain != TP_WALL) write(g, x, y, terrain | TP_CLOSED);
  } else {
    write(g, x, y, isinf(g->terrain[terrain].price) ? TP_OPEN : terrain);
  }
}

static tp_Rect clip(const tp_Grid *g, tp_Rect r) {
  int64_t right = (int64_t)r.x + r.w, bottom = (int64_t)r.y + r.h;
  int64_t x = r.x > 0 ? r.x : 0, y = r.y > 0 ? r.y : 0;
  if (right > g->width) right = g->width;
  if (bottom > g->height) bottom = g->height;
  if (right <= x || bottom <= y) return (tp_Rect){0, 0, 0, 0};
  return (tp_Rect){(int32_t)x, (int32_t)y, (int32_t)(right - x),
                   (int32_t)(bottom - y)};
}

size_t tp_grid_fill(tp_Grid *g, tp_Rect rect, int terrain) {
  size_t changed = 0;
  rect = clip(g, rect);
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    uint8_t *row = &g->cells[tp_grid_index(g, rect.x, y)];
    for (int32_t x = 0; x < rect.w; x++) {
      if (row[x] == terrain) continue;
      count_out(g, row[x]);
      row[x] = (uint8_t)terrain;
      changed++;
    }
  }
  count_in(g, (uint8_t)terrain, (uint32_t)changed);
  if (changed > 0) note(g, rect);
  return changed;
}

size_t tp_grid_paste(tp_Grid *g, tp_Rect rect, const uint8_t *terrains) {
  size_t changed = 0;
  tp_Rect touched = {0, 0, 0, 0};
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    uint8_t *row = &g->cells[tp_grid_index(g, 0, y)];
    for (int32_t x = rect.x; x < rect.x + rect.w; x++) {
      uint8_t terrain = *terrains++;
      if (terrain == TP_KEEP || terrain == row[x]) continue;
      count_out(g, row[x]);
      count_in(g, terrain, 1);
      row[x] = terrain;
      tp_Rect here = {x, y, 1, 1};
      touched = changed > 0 ? join(touched, here) : here;
      changed++;
    }
  }
  if (changed > 0) note(g, touched);
  return changed;
}

void tp_grid_recount(tp_Grid *g) {
  memset(g->cell_count, 0, sizeof g->cell_count);
  g->used[0] = g->used[1] = 0;
  for (size_t i = 0; i < tp_grid_cells(g); i++) g->cell_count[g->cells[i]]++;
  for (int t = 0; t < g->terrain_count; t++) {
    if (g->cell_count[t] > 0) g->used[t >> 6] |= UINT64_C(1) << (t & 63);
  }
  note(g, (tp_Rect){0, 0, g->width, g->height});
}

/* ---- comparing ---------------------------------------------------------- */

/* Fills same[t] with b's id of a's terrain t, by name; false where the tables
 * differ. */
static bool match_terrains(const tp_Grid *a, const tp_Grid *b, uint8_t same[]) {
  if (a->terrain_count != b->terrain_count) return false;
  for (int t = 0; t < a->terrain_count; t++) {
    const tp_Terrain *terrain = &a->terrain[t];
    int other = tp_grid_find(b, terrain->name, strlen(terrain->name));
    if (other < 0 || b->terrain[other].price != terrain->price) return false;
    same[t] = (uint8_t)other;
  }
  return true;
}

bool tp_grid_equal(const tp_Grid *a, const tp_Grid *b) {
  uint8_t same[256];
  if (a->width != b->width || a->height != b->height ||
      a->base_x != b->base_x || a->base_y != b->base_y ||
      a->cell_width != b->cell_width || a->cell_height != b->cell_height ||
      a->origin_x != b->origin_x || a->origin_y != b->origin_y) {
    return false;
  }
  if (!match_terrains(a, b, same)) return false;
  for (size_t i = 0; i < tp_grid_cells(a); i++) {
    uint8_t ca = a->cells[i], cb = b->cells[i];
    if ((ca & TP_CLOSED) != (cb & TP_CLOSED)) return false;
    if (same[ca & (TP_CLOSED - 1)] != (cb & (TP_CLOSED - 1))) return false;
  }
  return true;
}
