/* waydump.c - fences and links.
 *
 *     4   number of cells with a side that is shut
 *         for each, row by row: its index (4), the sides as bits (1)
 *     4   number of links
 *         for each, by number: number (8), indices of both cells (4, 4),
 *         price (8), seconds (8), 1 if it is one way (1), length of the
 *         name (1), name
 *
 * Numbers are kept, since games know links by them. Removed links leave no
 * trace.
 */
#include "dump.h"

#include "../base/bits.h"
#include "../base/record.h"

enum { SHUT_SIZE = 5, LINK_SIZE = 8 + 4 + 4 + 8 + 8 + 1 + 1 };

/* A link; its name follows. */
typedef struct Entry {
  uint64_t number;
  uint32_t from, to;
  double price, seconds;
  uint8_t one_way, length;
  const uint8_t *name;
} Entry;

/* Numbers up to this are exact in doubles, with room for more. */
#define MOST_NUMBER 4503599627370496.0 /* 2^52 */

enum { MEMBERS = 7 };

static const tp_Member members[MEMBERS] = {
    TP_MEMBER("", Entry, number, TP_U64, MOST_NUMBER),
    TP_MEMBER("", Entry, from, TP_U32, TP_MAX_CELLS),
    TP_MEMBER("", Entry, to, TP_U32, TP_MAX_CELLS),
    TP_MEMBER("", Entry, price, TP_F64, TP_MAX_LINK_PRICE),
    TP_MEMBER("", Entry, seconds, TP_F64, TP_MAX_LINK_PRICE),
    TP_MEMBER("", Entry, one_way, TP_U8, 1),
    TP_MEMBER("", Entry, length, TP_U8, TP_NAME_SIZE - 1),
};

/* ---- writing ------------------------------------------------------------ */

static uint32_t count_shut(const tp_Grid *g) {
  uint32_t count = 0;
  if (!g->sides || g->sides->ways == 0) return 0;
  for (size_t i = 0; i < tp_grid_cells(g); i++) count += g->sides->shut[i] > 0;
  return count;
}

size_t tp_waydump_bytes(const tp_Grid *g) {
  const size_t links = g->links ? g->links->count : 0;
  return 8 + SHUT_SIZE * (size_t)count_shut(g) +
         links * (LINK_SIZE + TP_NAME_SIZE - 1);
}

uint8_t *tp_waydump_write(const tp_Grid *g, uint8_t *out) {
  const uint32_t shut = count_shut(g);
  const uint32_t links = g->links ? g->links->count : 0;
  out = tp_write_u32(out, shut);
  for (size_t i = 0; shut > 0 && i < tp_grid_cells(g); i++) {
    if (g->sides->shut[i] == 0) continue;
    out = tp_write_u32(out, (uint32_t)i);
    *out++ = g->sides->shut[i];
  }
  out = tp_write_u32(out, links);
  for (uint32_t i = 0; i < links; i++) {
    const tp_Link *link = &g->links->link[i];
    const char *name = link->name > 0 ? g->links->name[link->name] : "";
    const Entry entry = {
        .number = link->number,
        .from = (uint32_t)tp_grid_index(g, link->from.x, link->from.y),
        .to = (uint32_t)tp_grid_index(g, link->to.x, link->to.y),
        .price = link->price,
        .seconds = link->seconds,
        .one_way = link->one_way,
        .length = (uint8_t)strlen(name)};
    out = tp_record_put(out, members, MEMBERS, &entry);
    out = tp_write_bytes(out, name, entry.length);
  }
  return out;
}

/* ---- reading ------------------------------------------------------------ */

/* Reads an entry that ends before `end`, and advances *in past it. */
static bool read_entry(const uint8_t **in, const uint8_t *end, Entry *entry) {
  const uint8_t *at = *in;
  if (end - at < LINK_SIZE) return false;
  if (!tp_record_get(at, members, MEMBERS, entry)) return false;
  entry->name = at + LINK_SIZE;
  if (end - entry->name < entry->length) return false;
  *in = entry->name + entry->length;
  return true;
}

static bool is_entry_sound(const Entry *entry, uint64_t before,
                           uint32_t cells) {
  return entry->number > before && entry->from < cells && entry->to < cells &&
         entry->from != entry->to &&
         memchr(entry->name, 0, entry->length) == NULL;
}

/* The names found so far. */
typedef struct Names {
  const uint8_t *name[TP_LINK_NAMES - 1];
  uint8_t length[TP_LINK_NAMES - 1];
  int count;
} Names;

/* Returns false if there are more names than a grid may have. */
static bool add_name(Names *names, const Entry *entry) {
  if (entry->length == 0) return true;
  for (int i = 0; i < names->count; i++) {
    if (names->length[i] == entry->length &&
        memcmp(names->name[i], entry->name, entry->length) == 0) {
      return true;
    }
  }
  if (names->count == TP_LINK_NAMES - 1) return false;
  names->name[names->count] = entry->name;
  names->length[names->count++] = entry->length;
  return true;
}

/* Returns the end of the links, or NULL if something is wrong. */
static const uint8_t *check_links(const uint8_t *in, const uint8_t *end,
                                  uint32_t cells, uint32_t count) {
  Names names = {.count = 0};
  uint64_t before = 0;
  for (uint32_t i = 0; i < count; i++) {
    Entry entry;
    if (!read_entry(&in, end, &entry)) return NULL;
    if (!is_entry_sound(&entry, before, cells)) return NULL;
    if (!add_name(&names, &entry)) return NULL;
    before = entry.number;
  }
  return in;
}

static const uint8_t *check_shut(const uint8_t *in, const uint8_t *end,
                                 uint32_t width, uint32_t height,
                                 tp_Stagger stagger, uint32_t count) {
  const uint32_t cells = width * height;
  uint32_t least = 0;
  if ((size_t)(end - in) / SHUT_SIZE < count) return NULL;
  for (uint32_t i = 0; i < count; i++, in += SHUT_SIZE) {
    const uint32_t cell = tp_read_u32(in);
    const unsigned shut = in[4];
    if (cell < least || cell >= cells || shut == 0) return NULL;
    /* The sides of a cell that lie between it and another cell of the map. */
    const tp_Cell at = {(int32_t)(cell % width), (int32_t)(cell / width)};
    const unsigned shoved = tp_is_shoved(stagger, at);
    const unsigned has = tp_is_hexagonal(stagger)
                             ? tp_hexagon_steps(stagger, shoved)
                             : (1u << TP_SE) - 1;
    unsigned sides = 0;
    for (int d = 0; d < TP_DIRECTIONS; d++) {
      const tp_Cell to = tp_beside(at, d);
      const bool is_inside = (uint32_t)to.x < width && (uint32_t)to.y < height;
      if (is_inside) sides |= has & 1u << d;
    }
    if (shut & ~sides) return NULL;
    least = cell + 1;
  }
  return in;
}

bool tp_waydump_check(const uint8_t *in, const uint8_t *end, uint32_t width,
                      uint32_t height, tp_Stagger stagger, tp_WayCount *count) {
  if (width == 0 || end - in < 4) return false;
  count->cells = tp_read_u32(in);
  in = check_shut(in + 4, end, width, height, stagger, count->cells);
  if (!in || end - in < 4) return false;
  count->links = tp_read_u32(in);
  if (count->links > TP_MAX_LINKS) return false;
  return check_links(in + 4, end, width * height, count->links) == end;
}

static tp_Cell cell_at(const tp_Grid *g, uint32_t place) {
  const uint32_t width = (uint32_t)g->width;
  return (tp_Cell){(int32_t)(place % width), (int32_t)(place / width)};
}

void tp_waydump_read(tp_Grid *g, const uint8_t *in) {
  const uint32_t shut = tp_read_u32(in);
  in += 4;
  for (uint32_t i = 0; i < shut; i++, in += SHUT_SIZE) {
    g->sides->shut[tp_read_u32(in)] = in[4];
    g->sides->ways += (uint32_t)tp_popcount(in[4]);
  }
  const uint32_t count = tp_read_u32(in);
  in += 4;
  for (uint32_t i = 0; i < count; i++) {
    Entry entry = {0};
    read_entry(&in, in + LINK_SIZE + TP_NAME_SIZE, &entry);
    tp_Link link = {.number = entry.number,
                    .from = cell_at(g, entry.from),
                    .to = cell_at(g, entry.to),
                    .price = entry.price,
                    .seconds = entry.seconds,
                    .one_way = entry.one_way};
    if (entry.length > 0) {
      const char *name = (const char *)entry.name;
      link.name = tp_links_add_name(g->links, name, entry.length);
    }
    tp_links_append(g->links, link);
  }
  if (count > 0) tp_links_sort(g->links);
}
