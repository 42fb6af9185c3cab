/* load.c - libFuzzer target: a dump that somebody forged.
 *
 * `make targets` builds and runs it, from the corpus that corpus.lua writes.
 *
 * A checksum keeps nobody out who can compute it, so it is put right here: with
 * an odd first byte what follows is taken as a dump from its width on, else as
 * a whole one. Whatever is not refused must be a grid that keeps its own rules
 * and survives being dumped and loaded again.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/map/dump.h"

enum { MOST = 4096, FRONT = 12, CRC = 4 };

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
  if (data[0] & 1) {
    memcpy(out, "tilepath\1\0\0\0", FRONT);
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

/* NULL where the dump is refused. */
static tp_Grid *load(const uint8_t *dump, size_t length) {
  size_t bytes = 0;
  if (tp_load_check(dump, length, &bytes) != TP_LOADED) return NULL;
  tp_Grid *g = malloc(bytes);
  demand(g != NULL);
  tp_load_read(g, dump);
  check_rules(g);
  return g;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1 || size > MOST - FRONT - CRC) return 0;
  /* A block of its very size: the sanitizer sees a read past its end. */
  uint8_t forged[MOST];
  size_t length = forge(data, size, forged);
  uint8_t *dump = malloc(length);
  demand(dump != NULL);
  memcpy(dump, forged, length);
  tp_Grid *g = load(dump, length);
  if (g) {
    uint8_t *again = malloc(tp_dump_bytes(g));
    demand(again != NULL);
    tp_Grid *twin = load(again, tp_dump_write(g, again));
    demand(twin && tp_grid_equal(g, twin));
    free(twin);
    free(again);
  }
  free(g);
  free(dump);
  return 0;
}
