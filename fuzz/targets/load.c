/* load.c - libFuzzer target: a forged dump.
 *
 * `make targets` runs it; `make replay` plays its corpus, fuzz/corpus/load.
 *
 * The checksum is put right here, since a forger can compute it, too. Bits of
 * the first byte choose how the other bytes are taken:
 * - odd: as a dump from its width on; else as a whole dump;
 * - second bit: as a layer's dump, for a grid of 3 x 2 cells, or of 70 x 2, 3 x
 *   65 or 70 x 65 by the next two bits.
 *
 * A dump that is not refused must give a grid that keeps its own rules, and
 * that is equal after it is dumped and loaded again.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/map/dump.h"
#include "core/map/layer.h"
#include "core/map/links.h"
#include "core/map/sides.h"

enum { MOST = 4096, VERSION_AT = 8, FRONT = 12, CRC = 4 };

/* Bits of the first byte. */
enum { FROM_WIDTH = 1, LAYER = 2, WIDE = 4, HIGH = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool right) {
  if (!right) abort();
}

/* Bit by bit, as the standard defines it. */
static uint32_t checksum(const uint8_t *data, size_t length) {
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < length; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++) {
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
  }
  return ~crc;
}

/* Writes the forged dump to out[MOST]; returns its length. */
static size_t forge(const uint8_t *data, size_t size, uint8_t *out) {
  size_t length = 0;
  if (data[0] & FROM_WIDTH) {
    memcpy(out, data[0] & LAYER ? "tp_layer" : "tilepath", VERSION_AT);
    memcpy(out + VERSION_AT, data[0] & LAYER ? "\1\0\0\0" : "\11\0\0\0",
           FRONT - VERSION_AT);
    length = FRONT;
  }
  memcpy(out + length, data + 1, size - 1);
  length += size - 1;
  uint32_t crc = checksum(out, length);
  for (int i = 0; i < CRC; i++) out[length++] = (uint8_t)(crc >> 8 * i);
  return length;
}

static void check_rules(const tp_Grid *g) {
  uint32_t count[256] = {0};
  demand(g->width >= 1 && g->height >= 1);
  demand(g->cell_width > 0 && isfinite(g->cell_width));
  demand(g->cell_height > 0 && isfinite(g->cell_height));
  demand(isfinite(g->origin_x) && isfinite(g->origin_y));
  demand(g->terrain_count >= 2 && g->terrain_count <= TP_MAX_TERRAINS);
  demand(tp_grid_find(g, "open", 4) == TP_OPEN);
  demand(tp_grid_find(g, "wall", 4) == TP_WALL);
  for (int t = 0; t < g->terrain_count; t++) {
    const char *name = g->terrain[t].name;
    double price = g->terrain[t].price;
    const char *end = memchr(name, 0, TP_NAME_SIZE);
    demand(end > name);
    demand(tp_grid_find(g, name, (size_t)(end - name)) == t);
    demand(isinf(price) ? t != TP_OPEN && price > 0
                        : t != TP_WALL && price >= TP_MIN_PRICE &&
                              price <= TP_MAX_PRICE);
  }
  for (int32_t i = 0; i < g->width * g->height; i++) {
    demand((g->cells[i] & (TP_CLOSED - 1)) < g->terrain_count);
    demand(g->cells[i] != (TP_WALL | TP_CLOSED));
    count[g->cells[i]]++;
  }
  demand(memcmp(count, g->cell_count, sizeof count) == 0);
}

static void check_sides(const tp_Grid *g) {
  uint32_t ways = 0;
  for (int32_t y = 0; y < g->height; y++) {
    for (int32_t x = 0; x < g->width; x++) {
      for (int d = 0; d <= TP_N; d++) {
        if (!tp_sides_are_shut(g->sides, x, y, d)) continue;
        demand(tp_grid_contains(g, x + tp_dx[d], y + tp_dy[d]));
        ways++;
      }
    }
  }
  demand(ways == g->sides->ways && ways > 0);
}

static void check_links(const tp_Grid *g) {
  const tp_Links *l = g->links;
  uint64_t before = 0;
  uint32_t edges = 0;
  demand(l->count > 0 && l->count <= l->capacity);
  for (uint32_t i = 0; i < l->count; i++) {
    const tp_Link *link = &l->link[i];
    demand(link->number > before && link->number <= l->given);
    demand(tp_grid_contains(g, link->from.x, link->from.y));
    demand(tp_grid_contains(g, link->to.x, link->to.y));
    demand(!tp_same_cell(link->from, link->to));
    demand(link->price >= 0 && link->price <= TP_MAX_LINK_PRICE);
    demand(link->seconds >= 0 && link->seconds <= TP_MAX_LINK_PRICE);
    demand(link->name == 0 || l->name[link->name][0]);
    const tp_Edge *first;
    demand(tp_links_from(l, link->from, &first) > 0);
    edges += link->one_way ? 1 : 2;
    before = link->number;
  }
  demand(edges == l->edges);
}

static void *room_of(size_t bytes) {
  void *room = bytes > 0 ? malloc(bytes) : NULL;
  demand(bytes == 0 || room);
  return room;
}

/* Returns NULL if the dump is refused. */
static tp_Grid *load(const uint8_t *dump, size_t length) {
  tp_LoadNeed need;
  if (tp_load_check(dump, length, &need) != TP_LOADED) return NULL;
  const tp_LoadRoom room = {room_of(need.grid), room_of(need.sides),
                            room_of(need.links)};
  tp_load_read(&room, &need, dump);
  check_rules(room.grid);
  if (room.sides) check_sides(room.grid);
  if (room.links) check_links(room.grid);
  return room.grid;
}

static void let_go(tp_Grid *g) {
  if (!g) return;
  free(g->sides);
  free(g->links);
  free(g);
}

static void check_layer(const uint8_t *dump, size_t length, int bits) {
  const int32_t width = bits & WIDE ? 70 : 3, height = bits & HIGH ? 65 : 2;
  tp_Grid *g = room_of(tp_grid_bytes(width, height));
  tp_grid_init(g, width, height);
  if (tp_load_check_layer(dump, length, g) == TP_LOADED) {
    tp_Layer *l = room_of(tp_layer_bytes(g));
    tp_layer_init(l, g);
    tp_load_layer(l, dump);
    uint8_t *again = room_of(tp_dump_layer_bytes(l));
    tp_dump_layer(l, again);
    demand(tp_dump_layer_bytes(l) == length);
    demand(memcmp(again, dump, length) == 0);
    free(again);
    free(l);
  }
  free(g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1 || size > MOST - FRONT - CRC) return 0;
  /* A block of exactly that size: the sanitizer sees a read past its end. */
  uint8_t forged[MOST];
  size_t length = forge(data, size, forged);
  uint8_t *dump = malloc(length);
  demand(dump != NULL);
  memcpy(dump, forged, length);
  if (data[0] & LAYER) check_layer(dump, length, data[0]);
  tp_Grid *g = load(dump, length);
  if (g) {
    uint8_t *again = malloc(tp_dump_bytes(g));
    demand(again != NULL);
    tp_Grid *twin = load(again, tp_dump_write(g, again));
    demand(twin && tp_grid_equal(g, twin));
    demand(tp_sides_equal(g->sides, twin->sides));
    demand(tp_links_equal(g->links, twin->links));
    let_go(twin);
    free(again);
  }
  let_go(g);
  free(dump);
  return 0;
}
