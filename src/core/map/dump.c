/* dump.c - saving and loading grids and layers.
 *
 * A dump has, without gaps, integers and doubles (IEEE 754) as little-endian
 * bytes:
 *
 *     8   "tilepath"
 *     4   version of the format: 9
 *     24  width, height, base x, base y, column and row that begin at the origin
 *     40  cell width, cell height, cell side, origin x, origin y
 *     4   shape: 0 squares; hexagons: 1 odd-r, 2 even-r, 3 odd-q, 4 even-q
 *     4   number of terrains
 *         for each, names ascending: price (8), length of the name (1), name
 *         a byte a cell, row by row: index in that list, +128 if closed
 *         fences and links (waydump.c)
 *     4   CRC-32 (ISO 3309, as in zip and png) of all before
 *
 * A dump of a layer:
 *
 *     8   "tp_layer"
 *     4   version of the format: 1
 *     8   width, height
 *         a byte a cell, row by row: its number
 *     4   CRC-32 of all before
 *
 * The terrains are sorted, so that equal grids give equal bytes in whatever
 * order the terrains were defined. A CRC-32 finds every single damaged byte. A
 * forged CRC does not help an attacker: each value is checked, and nothing is
 * written before everything was read once. Loading is linear, about 4 ns a
 * cell, nearly all of it for the CRC.
 */
#include "dump.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../base/record.h"

_Static_assert(sizeof(double) == 8 && DBL_MANT_DIG == 53, "IEEE 754 doubles");

enum { MAGIC_SIZE = 8, CRC_SIZE = 4 };
enum { HEADER_SIZE = MAGIC_SIZE + 4 + 24 + 40 + 8 };
enum { VERSION = 9, SHAPES = 5 };

static const char magic[MAGIC_SIZE + 1] = "tilepath";

/* Four bits at a time: the table has 16 words instead of 256. */
static uint32_t crc32_of(const uint8_t *data, size_t length) {
  static const uint32_t table[16] = {
      0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
      0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
      0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
  uint32_t crc = 0xffffffff;
  for (size_t i = 0; i < length; i++) {
    crc ^= data[i];
    crc = table[crc & 15] ^ crc >> 4;
    crc = table[crc & 15] ^ crc >> 4;
  }
  return ~crc;
}

/* The header of a dump after the version. */
typedef struct Header {
  uint32_t width, height;
  int32_t base_x, base_y;
  int32_t first_x, first_y; /* column and row that begin at the origin */
  double cell_width, cell_height, cell_side, origin_x, origin_y;
  uint32_t shape, terrain_count;
} Header;

enum { HEADER_MEMBERS = 13, ENTRY_MEMBERS = 2, ENTRY_SIZE = 9 };

#define OF(name, width, low, high) \
  TP_MEMBER_FROM("", Header, name, width, low, high, 0)

static const tp_Member header_members[HEADER_MEMBERS] = {
    OF(width, TP_U32, 1, TP_MAX_SIDE),
    OF(height, TP_U32, 1, TP_MAX_SIDE),
    OF(base_x, TP_I32, -TP_FARTHEST_BASE, TP_FARTHEST_BASE),
    OF(base_y, TP_I32, -TP_FARTHEST_BASE, TP_FARTHEST_BASE),
    OF(first_x, TP_I32, -TP_FARTHEST_BASE, TP_FARTHEST_BASE),
    OF(first_y, TP_I32, -TP_FARTHEST_BASE, TP_FARTHEST_BASE),
    OF(cell_width, TP_F64, 0, DBL_MAX),
    OF(cell_height, TP_F64, 0, DBL_MAX),
    OF(cell_side, TP_F64, 0, DBL_MAX),
    OF(origin_x, TP_F64, -DBL_MAX, DBL_MAX),
    OF(origin_y, TP_F64, -DBL_MAX, DBL_MAX),
    OF(shape, TP_U32, 0, SHAPES - 1),
    OF(terrain_count, TP_U32, 0, TP_MAX_TERRAINS),
};

/* A terrain; its name follows. */
typedef struct Entry {
  double price;
  uint8_t length;
  const uint8_t *name;
} Entry;

static const tp_Member entry_members[ENTRY_MEMBERS] = {
    TP_MEMBER("", Entry, price, TP_F64, INFINITY),
    TP_MEMBER("", Entry, length, TP_U8, TP_NAME_SIZE - 1),
};

/* ---- writing ------------------------------------------------------------ */

size_t tp_dump_bytes(const tp_Grid *g) {
  return HEADER_SIZE + TP_MAX_TERRAINS * (ENTRY_SIZE + (TP_NAME_SIZE - 1)) +
         tp_grid_cells(g) + tp_waydump_bytes(g) + CRC_SIZE;
}

size_t tp_dump_write(const tp_Grid *g, uint8_t *out) {
  uint8_t order[TP_MAX_TERRAINS], place[TP_MAX_TERRAINS] = {0};
  uint8_t *const start = out;
  /* The ids of the grid's terrains, names ascending. */
  for (int n = 0; n < g->terrain_count; n++) {
    int at = n;
    for (; at > 0; at--) {
      uint8_t before = order[at - 1];
      if (strcmp(g->terrain[before].name, g->terrain[n].name) < 0) break;
      order[at] = before;
    }
    order[at] = (uint8_t)n;
  }
  out = tp_write_bytes(out, magic, MAGIC_SIZE);
  out = tp_write_u32(out, VERSION);
  const Header h = {
      .width = (uint32_t)g->width,
      .height = (uint32_t)g->height,
      .base_x = g->base_x,
      .base_y = g->base_y,
      .first_x = g->first_x,
      .first_y = g->first_y,
      .cell_width = g->cell_width,
      .cell_height = g->cell_height,
      .cell_side = g->cell_side,
      .origin_x = g->origin_x,
      .origin_y = g->origin_y,
      .shape = tp_is_hexagonal(g->stagger)
                   ? 1u + 2u * g->stagger.columns + g->stagger.even
                   : 0,
      .terrain_count = (uint32_t)g->terrain_count};
  out = tp_record_put(out, header_members, HEADER_MEMBERS, &h);
  for (int i = 0; i < g->terrain_count; i++) {
    const tp_Terrain *terrain = &g->terrain[order[i]];
    const Entry entry = {terrain->price, (uint8_t)strlen(terrain->name), NULL};
    place[order[i]] = (uint8_t)i;
    out = tp_record_put(out, entry_members, ENTRY_MEMBERS, &entry);
    out = tp_write_bytes(out, terrain->name, entry.length);
  }
  size_t cells = tp_grid_cells(g);
  for (size_t i = 0; i < cells; i++) {
    uint8_t cell = g->cells[i];
    *out++ = place[cell & (TP_CLOSED - 1)] | (cell & TP_CLOSED);
  }
  out = tp_waydump_write(g, out);
  out = tp_write_u32(out, crc32_of(start, (size_t)(out - start)));
  return (size_t)(out - start);
}

/* ---- reading ------------------------------------------------------------ */

/* Reads an entry that ends before `end`, and advances *in past it. */
static bool read_entry(const uint8_t **in, const uint8_t *end, Entry *entry) {
  const uint8_t *at = *in;
  if (end - at < ENTRY_SIZE) return false;
  if (!tp_record_get(at, entry_members, ENTRY_MEMBERS, entry)) return false;
  entry->name = at + ENTRY_SIZE;
  if (end - entry->name < entry->length) return false;
  *in = entry->name + entry->length;
  return true;
}

static tp_Stagger stagger_of(const Header *h) {
  const uint8_t is_columns = h->shape >= 3;
  if (h->shape == 0) return (tp_Stagger){0, 0, 0};
  return (tp_Stagger){!is_columns, is_columns, (h->shape - 1) % 2};
}

/* May the grid lie there in the world? */
static bool can_lie(const Header *h) {
  const tp_Stagger s = stagger_of(h);
  const unsigned is_hexagonal = tp_is_hexagonal(s);
  const double most = s.rows ? h->cell_height : s.columns ? h->cell_width : 0;
  return h->cell_side <= most &&
         tp_grid_can_begin(h->origin_x, h->width + is_hexagonal,
                           tp_pitch(h->cell_width, h->cell_side, s.columns),
                           h->first_x) &&
         tp_grid_can_begin(h->origin_y, h->height + is_hexagonal,
                           tp_pitch(h->cell_height, h->cell_side, s.rows),
                           h->first_y);
}

static bool read_header(const uint8_t *data, Header *h) {
  const uint8_t *in = data + MAGIC_SIZE + 4;
  return tp_record_get(in, header_members, HEADER_MEMBERS, h) &&
         tp_grid_bytes(h->width, h->height) > 0 && can_lie(h);
}

static bool is_named(const Entry *entry, const char *name) {
  return entry->length == strlen(name) &&
         memcmp(entry->name, name, entry->length) == 0;
}

static bool is_entry_sound(const Entry *entry) {
  bool is_shut = isinf(entry->price) && entry->price > 0;
  bool has_price = entry->price >= TP_MIN_PRICE && entry->price <= TP_MAX_PRICE;
  if (is_named(entry, "open")) return has_price;
  if (is_named(entry, "wall")) return is_shut;
  return (is_shut || has_price) &&
         memchr(entry->name, 0, entry->length) == NULL;
}

/* Names must ascend strictly. So no name comes twice, and none is empty except
 * perhaps the first, which has no name before it. */
static bool ascends(const Entry *before, const Entry *entry) {
  size_t shorter =
      before->length < entry->length ? before->length : entry->length;
  int order = memcmp(before->name, entry->name, shorter);
  return order < 0 || (order == 0 && before->length < entry->length);
}

/* Checks the terrains from `in` to `end`. Returns the start of the cells, or
 * NULL if something is wrong; *wall is the wall's index in the list. */
static const uint8_t *check_terrains(const uint8_t *in, const uint8_t *end,
                                     uint32_t count, uint32_t *wall) {
  bool has_open = false, has_wall = false;
  Entry before = {.name = in}, entry;
  for (uint32_t i = 0; i < count; i++) {
    if (!read_entry(&in, end, &entry)) return NULL;
    if (!is_entry_sound(&entry) || !ascends(&before, &entry)) return NULL;
    has_open = has_open || is_named(&entry, "open");
    if (is_named(&entry, "wall")) {
      has_wall = true;
      *wall = i;
    }
    before = entry;
  }
  return has_open && has_wall ? in : NULL;
}

/* Are the beginning, the length and the checksum right? */
static bool is_whole(const uint8_t *data, size_t length, const char *begins) {
  return length >= MAGIC_SIZE + 4 + CRC_SIZE &&
         memcmp(data, begins, MAGIC_SIZE) == 0 &&
         tp_read_u32(data + length - CRC_SIZE) ==
             crc32_of(data, length - CRC_SIZE);
}

tp_LoadResult tp_load_check(const uint8_t *data, size_t length,
                            tp_LoadNeed *need) {
  uint32_t wall = 0;
  if (!is_whole(data, length, magic)) return TP_DAMAGED;
  const uint8_t *end = data + length - CRC_SIZE;
  if (tp_read_u32(data + MAGIC_SIZE) != VERSION) return TP_VERSION;
  if ((size_t)(end - data) < HEADER_SIZE) return TP_DAMAGED;

  Header h;
  if (!read_header(data, &h)) return TP_DAMAGED;
  const uint8_t *cells =
      check_terrains(data + HEADER_SIZE, end, h.terrain_count, &wall);
  if (!cells) return TP_DAMAGED;
  size_t count = (size_t)h.width * h.height;
  if ((size_t)(end - cells) < count) return TP_DAMAGED;
  for (size_t i = 0; i < count; i++) {
    if ((cells[i] & (TP_CLOSED - 1u)) >= h.terrain_count) return TP_DAMAGED;
    if (cells[i] == (wall | TP_CLOSED)) return TP_DAMAGED;
  }
  *need = (tp_LoadNeed){.grid = tp_grid_bytes(h.width, h.height)};
  tp_WayCount ways = {0, 0};
  if (!tp_waydump_check(cells + count, end, h.width, h.height, stagger_of(&h),
                        &ways)) {
    return TP_DAMAGED;
  }
  if (ways.cells > 0) {
    need->sides = tp_sides_bytes((int32_t)h.width, (int32_t)h.height);
  }
  if (ways.links > 0) {
    need->capacity = tp_links_capacity(ways.links);
    need->links = tp_links_bytes(need->capacity);
  }
  return TP_LOADED;
}

void tp_load_read(const tp_LoadRoom *room, const tp_LoadNeed *need,
                  const uint8_t *data) {
  tp_Grid *g = room->grid;
  const uint8_t *in = data + HEADER_SIZE;
  uint8_t id[TP_MAX_TERRAINS] = {0};
  Header h;
  read_header(data, &h);
  tp_grid_init(g, (int32_t)h.width, (int32_t)h.height);
  g->base_x = h.base_x;
  g->base_y = h.base_y;
  g->cell_width = h.cell_width;
  g->cell_height = h.cell_height;
  g->origin_x = h.origin_x;
  g->origin_y = h.origin_y;
  g->first_x = h.first_x;
  g->first_y = h.first_y;
  g->stagger = stagger_of(&h);
  g->cell_side = h.cell_side;
  for (uint32_t i = 0; i < h.terrain_count; i++) {
    Entry entry = {.length = 0};
    read_entry(&in, in + ENTRY_SIZE + TP_NAME_SIZE, &entry);
    const char *name = (const char *)entry.name;
    int known = tp_grid_find(g, name, entry.length);
    if (known >= 0) {
      tp_grid_reprice(g, known, entry.price);
    } else {
      known = tp_grid_define(g, name, entry.length, entry.price);
    }
    id[i] = (uint8_t)known;
  }
  size_t count = (size_t)h.width * h.height;
  for (size_t i = 0; i < count; i++) {
    g->cells[i] = id[in[i] & (TP_CLOSED - 1)] | (in[i] & TP_CLOSED);
  }
  tp_grid_recount(g);
  g->sides = room->sides;
  g->links = room->links;
  if (g->sides) tp_sides_init(g->sides, g->width, g->height);
  if (g->links) tp_links_init(g->links, need->capacity);
  tp_waydump_read(g, in + count);
}

/* ---- layers ------------------------------------------------------------- */

static const char layer_magic[MAGIC_SIZE + 1] = "tp_layer";

enum { LAYER_VERSION = 1, LAYER_HEADER = MAGIC_SIZE + 4 + 8 };

size_t tp_dump_layer_bytes(const tp_Layer *l) {
  return LAYER_HEADER + tp_grid_cells(l->grid) + CRC_SIZE;
}

void tp_dump_layer(const tp_Layer *l, uint8_t *out) {
  uint8_t *const start = out;
  out = tp_write_bytes(out, layer_magic, MAGIC_SIZE);
  out = tp_write_u32(out, LAYER_VERSION);
  out = tp_write_u32(out, (uint32_t)l->grid->width);
  out = tp_write_u32(out, (uint32_t)l->grid->height);
  out = tp_write_bytes(out, l->cells, tp_grid_cells(l->grid));
  tp_write_u32(out, crc32_of(start, (size_t)(out - start)));
}

tp_LoadResult tp_load_check_layer(const uint8_t *data, size_t length,
                                  const tp_Grid *grid) {
  if (!is_whole(data, length, layer_magic)) return TP_DAMAGED;
  if (tp_read_u32(data + MAGIC_SIZE) != LAYER_VERSION) return TP_VERSION;
  if (length < LAYER_HEADER + CRC_SIZE) return TP_DAMAGED;
  const uint32_t width = tp_read_u32(data + MAGIC_SIZE + 4);
  const uint32_t height = tp_read_u32(data + MAGIC_SIZE + 8);
  const size_t cells = length - LAYER_HEADER - CRC_SIZE;
  if (tp_grid_bytes(width, height) == 0 || (size_t)width * height != cells) {
    return TP_DAMAGED;
  }
  const bool fits =
      width == (uint32_t)grid->width && height == (uint32_t)grid->height;
  return fits ? TP_LOADED : TP_OTHER_SIZE;
}

void tp_load_layer(tp_Layer *l, const uint8_t *data) {
  memcpy(l->cells, data + LAYER_HEADER, tp_grid_cells(l->grid));
}
