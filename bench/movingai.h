/* movingai.h - reads the maps and scenarios of Nathan Sturtevant's benchmark
 * collection (movingai.com), for the programs of this folder.
 *
 * A .map is a header (type, height, width, map) and a line of characters for
 * each row; '.', 'G' and 'S' are free. A line of a .scen is bucket, map, width,
 * height, start x and y, goal x and y, length of a cheapest path. All count
 * from 0. A file that cannot be read ends the program.
 */
#ifndef MOVINGAI_H
#define MOVINGAI_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Map {
  int width, height;
  uint8_t *free_cell; /* by y * width + x */
  uint8_t *price;     /* of entering it; 1 unless the map has prices */
} Map;

typedef struct Query {
  int sx, sy, gx, gy;
} Query;

/* What a diagonal step requires of the two cells beside it, numbered and named
 * as in the library. -1 if no rule has that name. */
enum { BOTH_FREE, ONE_FREE, NOTHING, NO_DIAGONALS, RULES };

static int read_rule(const char *name) {
  static const char *const names[] = {
      "only_if_no_obstacles", "at_least_one_walkable", "always", "never"};
  for (int i = 0; i < RULES; i++) {
    if (strcmp(name, names[i]) == 0) return i;
  }
  return -1;
}

static void *take(size_t bytes) {
  void *block = calloc(1, bytes ? bytes : 1);
  if (block) return block;
  fputs("out of memory\n", stderr);
  exit(1);
}

static FILE *open_file(const char *name) {
  FILE *file = fopen(name, "r");
  if (file) return file;
  perror(name);
  exit(1);
}

/* Prices for maps that have none: in blocks of 8 x 8 cells; or of a land, grass,
 * forest and swamp in patches of some 30 cells, with roads through all of it. */
enum { PLAIN, BLOCKS, LAND };

/* Ends the program if it is given another word. */
static int read_prices(const char *word) {
  static const char *const names[] = {"plain", "blocks", "land"};
  for (int i = 0; i < 3; i++) {
    if (strcmp(word, names[i]) == 0) return i;
  }
  fprintf(stderr, "there are no prices '%s'\n", word);
  exit(2);
}

/* A random number from 0 to 255 that depends on two numbers. */
static int mix(int64_t a, int64_t b) {
  uint32_t h = (uint32_t)a * 73856093u ^ (uint32_t)b * 19349663u;
  h ^= h >> 13;
  h *= 0x5bd1e995u;
  return (int)((h ^ h >> 15) & 255);
}

enum { PATCH = 32, ROADS_APART = 80, ROAD_WIDTH = 2, ROAD_PIECE = 48 };

/* Roads run in both directions, and are shifted from piece to piece. */
static int is_road(int64_t x, int64_t y) {
  return (x + mix(y / ROAD_PIECE, 7) % 24) % ROADS_APART < ROAD_WIDTH ||
         (y + mix(x / ROAD_PIECE, 11) % 24) % ROADS_APART < ROAD_WIDTH;
}

/* The ground blends the numbers at the corners of its patch. */
static uint8_t price_of_land(int64_t x, int64_t y) {
  if (is_road(x, y)) return 1;
  int64_t px = x / PATCH, py = y / PATCH, u = x % PATCH, v = y % PATCH;
  int64_t above = mix(px, py) * (PATCH - u) + mix(px + 1, py) * u;
  int64_t below = mix(px, py + 1) * (PATCH - u) + mix(px + 1, py + 1) * u;
  int64_t height = (above * (PATCH - v) + below * v) / (PATCH * PATCH);
  return height < 120 ? 2 : height < 160 ? 4 : 6;
}

static uint8_t price_at(int64_t x, int64_t y, int prices) {
  static const uint8_t price[5] = {1, 1, 2, 3, 5};
  if (prices == PLAIN) return 1;
  if (prices == LAND) return price_of_land(x, y);
  return price[(7 * (x / 8) + 13 * (y / 8)) % 5];
}

static Map read_map(const char *name, int prices) {
  Map map = {0, 0, NULL, NULL};
  FILE *file = open_file(name);
  char line[1 << 16];
  while (fgets(line, sizeof line, file) && strncmp(line, "map", 3) != 0) {
    sscanf(line, "height %d", &map.height);
    sscanf(line, "width %d", &map.width);
  }
  size_t cells = (size_t)map.width * (size_t)map.height;
  map.free_cell = take(cells);
  map.price = take(cells);
  for (int y = 0; y < map.height && fgets(line, sizeof line, file); y++) {
    for (int x = 0; x < map.width; x++) {
      size_t i = (size_t)y * (size_t)map.width + (size_t)x;
      map.free_cell[i] = line[x] == '.' || line[x] == 'G' || line[x] == 'S';
      map.price[i] = price_at(x, y, prices);
    }
  }
  fclose(file);
  return map;
}

/* At most `limit` queries of a .scen, spread evenly over it. *count gets their
 * number. */
static Query *read_queries(const char *name, long limit, long *count) {
  FILE *file = open_file(name);
  char line[1024];
  long n = 0, room = 1 << 10;
  Query *all = take((size_t)room * sizeof *all), q;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "%*d %*s %*d %*d %d %d %d %d", &q.sx, &q.sy, &q.gx,
               &q.gy) != 4) {
      continue;
    }
    if (n == room) {
      Query *larger = take((size_t)(room *= 2) * sizeof *all);
      memcpy(larger, all, (size_t)n * sizeof *all);
      free(all);
      all = larger;
    }
    all[n++] = q;
  }
  fclose(file);
  *count = n < limit ? n : limit;
  for (long i = 0; i < *count; i++) all[i] = all[i * n / *count];
  return all;
}

static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

#endif
