/* textbook.c - the unit of speed: A* (Hart, Nilsson and Raphael 1968) as in a
 * textbook, over single cells, with a binary heap, costs in doubles, and stamps
 * instead of a reset between queries.
 *
 *     textbook MAP SCEN RULE QUERIES [PRICES]
 *     textbook --fields MAP SCEN RULE GOALS [PRICES]
 *     textbook --prices WIDTH HEIGHT PRICES       prints them, a digit a cell
 *
 * Runs that many queries, spread over the scenario file. Prints for each "sx sy
 * gx gy cost microseconds" (cost -1: no path).
 * - RULE is a diagonal rule of the library.
 * - PRICES are plain, blocks or land (price_at); or keep_away: those of an
 *   agent that keeps two cells off walls, at a cost of three.
 *
 * With --fields, Dijkstra's algorithm (1959) makes a field over the whole map
 * from the goals of so many scenarios, in dense arrays. Prints for each "gx gy
 * microseconds sum", the sum of the costs of all cells that the goal has.
 *
 * A .map is a header (type, height, width, map) and a line of characters for
 * each row; '.', 'G' and 'S' are free. A line of a .scen is bucket, map, width,
 * height, start x and y, goal x and y, length of a cheapest path. All count
 * from 0. A file that cannot be read ends the program.
 *
 * Nothing here is shared with the library: this program also judges the costs.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- maps and scenarios of movingai.com --------------------------------- */

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

/* Prices for maps that have none: in blocks of 8 x 8 cells; or of a land,
 * grass, forest and swamp in patches of some 30 cells, with roads through all
 * of it. */
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

/* ---- steps --------------------------------------------------------------- */

static Map map;
static int rule;

#define DIAGONAL 1.4142135623730951

/* The possible steps of a cell; may_step says which are legal. */
typedef struct Steps {
  int count;
  int dx[8], dy[8];
  double cost[8];
} Steps;

static const Steps of_square = {
    8,
    {1, -1, 0, 0, 1, 1, -1, -1},
    {0, 0, 1, -1, 1, -1, 1, -1},
    {1, 1, 1, 1, DIAGONAL, DIAGONAL, DIAGONAL, DIAGONAL}};
static const Steps straight_alone = {
    4, {1, -1, 0, 0}, {0, 0, 1, -1}, {1, 1, 1, 1}};

static const Steps *steps_of_rule(void) {
  return rule == NO_DIAGONALS ? &straight_alone : &of_square;
}

static int is_free(int x, int y) {
  return x >= 0 && y >= 0 && x < map.width && y < map.height &&
         map.free_cell[y * map.width + x];
}

static int may_step(int x, int y, int dx, int dy) {
  if (!is_free(x + dx, y + dy)) return 0;
  if (dx == 0 || dy == 0 || rule == NOTHING) return 1;
  int a = is_free(x + dx, y), b = is_free(x, y + dy);
  return rule == BOTH_FREE ? a && b : a || b;
}

typedef struct Item {
  double f;
  float g; /* among equal f the greatest comes first */
  int32_t cell;
} Item;

static const double straight = 1, diagonal = DIAGONAL;
static double unit = 1; /* of the map's prices */

static double *cost; /* by cell; valid if seen[] is the query's number */
static int32_t *parent;
static uint32_t *seen, *closed, query;
static Item *heap;
static size_t held, room;

/* ---- heap --------------------------------------------------------------- */

static int before(const Item *a, const Item *b) {
  return a->f < b->f || (a->f == b->f && a->g > b->g);
}

static void push(double f, double g, int32_t cell) {
  Item item = {f, (float)g, cell};
  if (held == room) {
    Item *larger = take((room = room ? 2 * room : 1024) * sizeof *heap);
    if (held) memcpy(larger, heap, held * sizeof *heap);
    free(heap);
    heap = larger;
  }
  size_t at = held++;
  for (; at > 0 && before(&item, &heap[(at - 1) / 2]); at = (at - 1) / 2) {
    heap[at] = heap[(at - 1) / 2];
  }
  heap[at] = item;
}

static Item pop(void) {
  Item first = heap[0], last = heap[--held];
  size_t at = 0, child = 1;
  while (child < held) {
    if (child + 1 < held && before(&heap[child + 1], &heap[child])) child++;
    if (!before(&heap[child], &last)) break;
    heap[at] = heap[child];
    at = child;
    child = 2 * at + 1;
  }
  heap[at] = last;
  return first;
}

/* ---- A* ----------------------------------------------------------------- */

static double estimate(int x, int y, const Query *q) {
  int dx = abs(x - q->gx), dy = abs(y - q->gy);
  if (rule == NO_DIAGONALS) return straight * (dx + dy);
  int both = dx < dy ? dx : dy, along = dx < dy ? dy - dx : dx - dy;
  return diagonal * both + straight * along;
}

static void reach(int x, int y, double g, int32_t from, const Query *q) {
  int32_t cell = y * map.width + x;
  if (seen[cell] == query && cost[cell] <= g) return;
  seen[cell] = query;
  cost[cell] = g;
  parent[cell] = from;
  push(g + estimate(x, y, q), g, cell);
}

static double solve(const Query *q) {
  int32_t goal = q->gy * map.width + q->gx;
  if (!is_free(q->sx, q->sy) || !is_free(q->gx, q->gy)) return -1;
  const Steps *steps = steps_of_rule();
  query++;
  held = 0;
  reach(q->sx, q->sy, 0, -1, q);
  while (held > 0) {
    Item item = pop();
    if (closed[item.cell] == query) continue;
    closed[item.cell] = query;
    double g = cost[item.cell];
    if (item.cell == goal) return g;
    int x = item.cell % map.width, y = item.cell / map.width;
    for (int d = 0; d < steps->count; d++) {
      if (!may_step(x, y, steps->dx[d], steps->dy[d])) continue;
      int nx = x + steps->dx[d], ny = y + steps->dy[d];
      double step = unit * steps->cost[d];
      reach(nx, ny, g + step * map.price[ny * map.width + nx], item.cell, q);
    }
  }
  return -1;
}

/* ---- Dijkstra ------------------------------------------------------------ */

/* Fills `cost`. A step costs what its far end does, seen from the goal. */
static void fill_field(int gx, int gy) {
  const Steps *steps = steps_of_rule();
  size_t cells = (size_t)map.width * (size_t)map.height;
  for (size_t i = 0; i < cells; i++) cost[i] = INFINITY;
  held = 0;
  cost[gy * map.width + gx] = 0;
  push(0, 0, gy * map.width + gx);
  while (held > 0) {
    Item item = pop();
    if (item.f > cost[item.cell]) continue;
    int x = item.cell % map.width, y = item.cell / map.width;
    for (int d = 0; d < steps->count; d++) {
      if (!may_step(x, y, steps->dx[d], steps->dy[d])) continue;
      int32_t n = (y + steps->dy[d]) * map.width + x + steps->dx[d];
      double c = item.f + steps->cost[d] * map.price[item.cell];
      if (c >= cost[n]) continue;
      cost[n] = c;
      push(c, 0, n);
    }
  }
}

static double sum_of_costs(void) {
  double sum = 0;
  for (int i = 0; i < map.width * map.height; i++) {
    if (!isinf(cost[i])) sum += cost[i];
  }
  return sum;
}

/* ---- walls -------------------------------------------------------------- */

/* Is a wall or the edge of the map that near to a cell? */
static int is_near_wall(int x, int y, int distance) {
  for (int dy = -distance; dy <= distance; dy++) {
    for (int dx = -distance; dx <= distance; dx++) {
      if (!is_free(x + dx, y + dy)) return 1;
    }
  }
  return 0;
}

/* Prices in halves: 1; and 1.5 or 3 more in the two cells next to walls. */
static void keep_off_walls(void) {
  unit = 0.5;
  for (int y = 0; y < map.height; y++) {
    for (int x = 0; x < map.width; x++) {
      map.price[y * map.width + x] = is_near_wall(x, y, 1)   ? 8
                                     : is_near_wall(x, y, 2) ? 5
                                                             : 2;
    }
  }
}

/* ---- the program -------------------------------------------------------- */

static int print_prices(int width, int height, int prices) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) putchar('0' + price_at(x, y, prices));
    putchar('\n');
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 5 && strcmp(argv[1], "--prices") == 0) {
    return print_prices(atoi(argv[2]), atoi(argv[3]), read_prices(argv[4]));
  }
  int makes_fields = argc > 1 && strcmp(argv[1], "--fields") == 0;
  argv += makes_fields;
  argc -= makes_fields;
  rule = argc >= 5 ? read_rule(argv[3]) : -1;
  if (rule < 0) {
    fputs("usage: textbook [--fields] MAP SCEN RULE QUERIES [PRICES]\n",
          stderr);
    return 2;
  }
  const char *prices = argc > 5 ? argv[5] : "plain";
  int keeps_away = strcmp(prices, "keep_away") == 0;
  map = read_map(argv[1], keeps_away ? PLAIN : read_prices(prices));
  if (keeps_away) keep_off_walls();
  size_t cells = (size_t)map.width * (size_t)map.height;
  cost = take(cells * sizeof *cost);
  parent = take(cells * sizeof *parent);
  seen = take(cells * sizeof *seen);
  closed = take(cells * sizeof *closed);
  long count;
  Query *q = read_queries(argv[2], atol(argv[4]), &count);
  for (long i = 0; i < count; i++) {
    double begun = microseconds();
    if (makes_fields) {
      fill_field(q[i].gx, q[i].gy);
      double took = microseconds() - begun;
      printf("%d %d %.3f %.6f\n", q[i].gx, q[i].gy, took, sum_of_costs());
    } else {
      double c = solve(&q[i]);
      printf("%d %d %d %d %.9f %.3f\n", q[i].sx, q[i].sy, q[i].gx, q[i].gy, c,
             microseconds() - begun);
    }
  }
  return 0;
}
