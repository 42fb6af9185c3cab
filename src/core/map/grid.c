/* grid.c - the map: a byte a cell, and a log of changes.
 *
 * An edit takes O(1): it writes the byte, updates the counts of cells by byte
 * value, and notes a rectangle (base/changelog.h). Data derived from a grid is
 * updated when it is needed next. An edit that changes nothing leaves no trace.
 *
 * Invariants: the sum of cell_count is width * height. The terrain of each byte
 * is below terrain_count. TP_OPEN has a finite price, and TP_WALL none.
 */
#include "grid.h"

#include <math.h>
#include <string.h>

size_t tp_grid_bytes(double width, double height) {
  if (!(width >= 1 && width <= TP_MAX_SIDE)) return 0;
  if (!(height >= 1 && height <= TP_MAX_SIDE)) return 0;
  if (width * height > TP_MAX_CELLS) return 0;
  return sizeof(tp_Grid) + (size_t)width * (size_t)height;
}

static void name_terrain(tp_Grid *g, const char *name, size_t length,
                         double price) {
  tp_Terrain *t = &g->terrain[g->terrain_count++];
  memset(t->name, 0, sizeof t->name);
  memcpy(t->name, name, length);
  t->price = price;
  t->hides = false;
}

void tp_grid_init(tp_Grid *g, int32_t width, int32_t height) {
  memset(g, 0, sizeof *g);
  g->cells = tp_grid_room(g);
  g->width = width;
  g->height = height;
  g->cell_width = g->cell_height = 1;
  name_terrain(g, "open", 4, 1);
  name_terrain(g, "wall", 4, INFINITY);
  memset(g->cells, TP_OPEN, tp_grid_cells(g));
  g->cell_count[TP_OPEN] = (uint32_t)tp_grid_cells(g);
  tp_changelog_init(&g->changes, width, height);
  tp_changelog_init(&g->connections, width, height);
  g->price_version = g->used_version = g->changes.now;
}

void tp_grid_record_connection(tp_Grid *g, tp_Rect rect) {
  tp_changelog_add(&g->changes, rect);
  tp_changelog_add(&g->connections, rect);
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

bool tp_grid_can_begin(double origin, double cells, double cell_size,
                       double before) {
  const double largest = 1073741824.0;
  return fabs(before) <= TP_FARTHEST_BASE && cell_size >= 1 / largest &&
         cell_size <= largest && is_near(origin, cell_size) &&
         is_near(origin - tp_product(before, cell_size), cell_size) &&
         is_near(origin + tp_product(cells - before, cell_size), cell_size);
}

static double place_of(double origin, double cells, double cell_size) {
  return origin + tp_product(cells, cell_size);
}

/* Doubles from 2^53 on are integers. */
static double floor_of(double value) {
  const double whole_from = 9007199254740992.0;
  if (value >= whole_from || value <= -whole_from) return value;
  double whole = (double)(int64_t)value;
  return whole > value ? whole - 1 : whole;
}

double tp_grid_shove(const tp_Grid *g, double column, double row) {
  const tp_Stagger s = g->stagger;
  if (!tp_is_hexagonal(s)) return 0;
  const double line = s.rows ? row : column;
  const bool is_odd = line != 2 * floor_of(line / 2);
  return is_odd != s.even ? 0.5 : 0;
}

tp_Place tp_grid_origin(const tp_Grid *g) {
  return (tp_Place){place_of(g->origin_x, -g->first_x, tp_grid_pitch_x(g)),
                    place_of(g->origin_y, -g->first_y, tp_grid_pitch_y(g))};
}

tp_Place tp_grid_corner(const tp_Grid *g, double column, double row) {
  const double shove = tp_grid_shove(g, column, row);
  const double right = g->stagger.rows ? shove : 0;
  const double down = g->stagger.columns ? shove : 0;
  return (tp_Place){
      place_of(g->origin_x, column - g->first_x + right, tp_grid_pitch_x(g)),
      place_of(g->origin_y, row - g->first_y + down, tp_grid_pitch_y(g))};
}

tp_Place tp_grid_middle(const tp_Grid *g, double column, double row) {
  const double shove = tp_grid_shove(g, column, row);
  const double right = g->stagger.rows ? shove : 0;
  const double down = g->stagger.columns ? shove : 0;
  const double wide = tp_grid_pitch_x(g), high = tp_grid_pitch_y(g);
  return (tp_Place){
      place_of(g->origin_x, column - g->first_x + 0.5 + right, wide) +
          (g->cell_width - wide) / 2,
      place_of(g->origin_y, row - g->first_y + 0.5 + down, high) +
          (g->cell_height - high) / 2};
}

/* The hexagon that holds a place, given by its distances from the origin along
 * and across the lines of shoved cells.
 *
 *     \   /\   /     A line begins at the tips of its cells. Within the slant,
 *      \ /  \ /      cells of the line before reach between them. Below it, a
 *       |    |       place lies in the line itself. */
static tp_Place hexagon_at(const tp_Grid *g, double along, double across) {
  const bool rows = g->stagger.rows;
  const double width = rows ? g->cell_width : g->cell_height;
  const double pitch = rows ? tp_grid_pitch_y(g) : tp_grid_pitch_x(g);
  const double slant = (rows ? g->cell_height : g->cell_width) - pitch;
  double line = floor_of(across / pitch);
  const double shove = tp_grid_shove(g, line + g->first_x, line + g->first_y);
  const double start = along - tp_product(shove, width);
  double cell = floor_of(start / width);
  const double into = across - tp_product(line, pitch);
  const double aside = 2 * (start - tp_product(cell, width)) - width;
  if (into < slant &&
      !(tp_product(into, width) >= tp_product(slant, fabs(aside)))) {
    line -= 1;
    cell += 2 * shove - (aside < 0 ? 1 : 0);
  }
  return rows ? (tp_Place){cell, line} : (tp_Place){line, cell};
}

/* The cell from the origin on that holds a place along an axis: from its own
 * edge, as tp_grid_corner rounds it, up to the next one. A quotient alone may
 * round over an edge. */
static double cell_along(double origin, double at, double size) {
  const double cell = floor_of((at - origin) / size);
  if (at >= place_of(origin, cell + 1, size)) return cell + 1;
  return at < place_of(origin, cell, size) ? cell - 1 : cell;
}

tp_Place tp_grid_cell_at(const tp_Grid *g, double x, double y) {
  const double right = x - g->origin_x, down = y - g->origin_y;
  tp_Place at = {cell_along(g->origin_x, x, g->cell_width),
                 cell_along(g->origin_y, y, g->cell_height)};
  if (g->stagger.rows) at = hexagon_at(g, right, down);
  if (g->stagger.columns) at = hexagon_at(g, down, right);
  return (tp_Place){at.x + g->first_x, at.y + g->first_y};
}

/* For flat hexagons x and y are swapped: the same order of corners runs the
 * other way. */
int tp_grid_corners(const tp_Grid *g, double column, double row,
                    tp_Place corners[TP_SIDES_OF_HEXAGON]) {
  static const uint8_t along_of[] = {1, 2, 2, 1, 0, 0};
  static const uint8_t across_of[] = {0, 1, 2, 3, 2, 1};
  const bool rows = g->stagger.rows;
  if (!tp_is_hexagonal(g->stagger)) {
    corners[0] = tp_grid_corner(g, column, row);
    corners[2] = tp_grid_corner(g, column + 1, row + 1);
    corners[1] = (tp_Place){corners[2].x, corners[0].y};
    corners[3] = (tp_Place){corners[0].x, corners[2].y};
    return 4;
  }
  const double slant = rows ? g->cell_height - tp_grid_pitch_y(g)
                            : g->cell_width - tp_grid_pitch_x(g);
  double along[3], across[4];
  for (int i = 0; i < 3; i++) {
    along[i] = rows ? tp_grid_corner(g, column + i * 0.5, row).x
                    : tp_grid_corner(g, column, row + i * 0.5).y;
  }
  for (int i = 0; i < 4; i++) {
    const int next = i / 2;
    across[i] = rows ? tp_grid_corner(g, column, row + next).y
                     : tp_grid_corner(g, column + next, row).x;
    across[i] += i % 2 ? slant : 0;
  }
  for (int i = 0; i < TP_SIDES_OF_HEXAGON; i++) {
    const int n = rows ? i : TP_SIDES_OF_HEXAGON - 1 - i;
    const double a = along[along_of[n]], b = across[across_of[n]];
    corners[i] = rows ? (tp_Place){a, b} : (tp_Place){b, a};
  }
  return TP_SIDES_OF_HEXAGON;
}

/* ---- terrains ----------------------------------------------------------- */

int tp_grid_find(const tp_Grid *g, const char *name, size_t length) {
  for (int t = 0; t < g->terrain_count; t++) {
    const char *known = g->terrain[t].name;
    if (strlen(known) == length && memcmp(known, name, length) == 0) return t;
  }
  return -1;
}

/* A version without cells: followers wake, and find no rectangles. */
int tp_grid_define(tp_Grid *g, const char *name, size_t length, double price) {
  TP_ASSERT(length > 0 && length < TP_NAME_SIZE);
  TP_ASSERT(tp_grid_find(g, name, length) < 0);
  if (g->terrain_count == TP_MAX_TERRAINS) return -1;
  name_terrain(g, name, length, price);
  g->price_version = ++g->changes.now;
  return g->terrain_count - 1;
}

void tp_grid_reprice(tp_Grid *g, int terrain, double price) {
  TP_ASSERT(terrain >= 0 && terrain < g->terrain_count);
  if (g->terrain[terrain].price == price) return;
  g->terrain[terrain].price = price;
  g->price_version = ++g->changes.now;
}

void tp_grid_hide(tp_Grid *g, int terrain, bool hides) {
  TP_ASSERT(terrain >= 0 && terrain < g->terrain_count);
  if (g->terrain[terrain].hides == hides) return;
  g->terrain[terrain].hides = hides;
  g->price_version = ++g->changes.now;
}

/* ---- cells -------------------------------------------------------------- */

/* Both before the edit that counts: it will have the next version. */
static void count_out(tp_Grid *g, uint8_t cell) {
  bool was_last = --g->cell_count[cell] == 0;
  if (was_last && !(cell & TP_CLOSED)) g->used_version = g->changes.now + 1;
}

static void count_in(tp_Grid *g, uint8_t cell, uint32_t n) {
  bool is_first = g->cell_count[cell] == 0 && n > 0;
  g->cell_count[cell] += n;
  if (is_first && !(cell & TP_CLOSED)) g->used_version = g->changes.now + 1;
}

static void write_cell(tp_Grid *g, int32_t x, int32_t y, uint8_t cell) {
  TP_ASSERT((cell & (TP_CLOSED - 1)) < g->terrain_count);
  uint8_t *at = &g->cells[tp_grid_index(g, x, y)];
  if (*at == cell) return;
  count_out(g, *at);
  count_in(g, cell, 1);
  *at = cell;
  tp_changelog_add(&g->changes, (tp_Rect){x, y, 1, 1});
}

void tp_grid_set(tp_Grid *g, int32_t x, int32_t y, int terrain) {
  write_cell(g, x, y, (uint8_t)terrain);
}

void tp_grid_set_walkable(tp_Grid *g, int32_t x, int32_t y, bool yes) {
  uint8_t cell = g->cells[tp_grid_index(g, x, y)];
  uint8_t terrain = cell & (TP_CLOSED - 1);
  if (!yes) {
    write_cell(g, x, y, terrain | TP_CLOSED);
  } else {
    write_cell(g, x, y, isinf(g->terrain[terrain].price) ? TP_OPEN : terrain);
  }
}

size_t tp_grid_fill(tp_Grid *g, tp_Rect rect, int terrain) {
  size_t changed = 0;
  TP_ASSERT(terrain >= 0 && terrain < g->terrain_count);
  rect = tp_rect_clip(rect, g->changes.whole);
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
  if (changed > 0) tp_changelog_add(&g->changes, rect);
  return changed;
}

size_t tp_grid_paste(tp_Grid *g, tp_Rect rect, const uint8_t *terrains) {
  size_t changed = 0;
  tp_Rect touched = {0, 0, 0, 0};
  TP_ASSERT(tp_rect_is_empty(rect) ||
            tp_rect_same(rect, tp_rect_clip(rect, g->changes.whole)));
  for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
    uint8_t *row = &g->cells[tp_grid_index(g, 0, y)];
    for (int32_t x = rect.x; x < rect.x + rect.w; x++) {
      uint8_t terrain = *terrains++;
      if (terrain == TP_KEEP || terrain == row[x]) continue;
      count_out(g, row[x]);
      count_in(g, terrain, 1);
      row[x] = terrain;
      touched = tp_rect_join(touched, (tp_Rect){x, y, 1, 1});
      changed++;
    }
  }
  if (changed > 0) tp_changelog_add(&g->changes, touched);
  return changed;
}

void tp_grid_recount(tp_Grid *g) {
  memset(g->cell_count, 0, sizeof g->cell_count);
  for (size_t i = 0; i < tp_grid_cells(g); i++) g->cell_count[g->cells[i]]++;
  tp_changelog_add_all(&g->changes);
  g->used_version = g->changes.now;
}
