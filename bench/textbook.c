/* textbook.c - the unit of speed: A* (Hart, Nilsson and Raphael 1968) as in a
 * textbook, over single cells, with a binary heap, costs in doubles, and stamps
 * instead of a reset between queries.
 *
 *     textbook MAP SCEN RULE QUERIES [PRICES [WAYS]]
 *
 * Runs that many queries, spread over the scenario file. Prints for each "sx sy
 * gx gy cost microseconds" (cost -1: no path), then "# expanded cells".
 * - RULE is a diagonal rule of the library, or odd-r for hexagons.
 * - PRICES are plain, blocks or land (movingai.h); or keep_away: those of an
 *   agent that keeps two cells off walls, at a cost of three.
 * - WAYS is a file of lines `link x1 y1 x2 y2 price` (both ways) and `wall x1
 *   y1 x2 y2` (between two cells that share a side).
 *
 * The estimate of a cell is the lesser of two: the cost by steps alone, or the
 * least cost from the far end of any link, with that link's price.
 *
 * Nothing here is shared with the library: this program also judges the costs.
 */
#include "textbook.h"

typedef struct Item {
  double f, g;
  int32_t cell;
} Item;

static const double straight = 1, diagonal = DIAGONAL;
static double unit = 1; /* of the map's prices */

static double *cost; /* by cell; valid if seen[] is the query's number */
static int32_t *parent;
static uint32_t *seen, *closed, query;
static Item *heap;
static size_t held, room;
static long expanded;

typedef struct Link {
  int from_x, from_y, to_x, to_y;
  double price;
} Link;

static Link *links; /* each once for each direction */
static int link_count;
static uint8_t *has_link; /* by cell */
static double by_links;   /* the least cost left behind any link */

/* ---- heap --------------------------------------------------------------- */

static int before(const Item *a, const Item *b) {
  return a->f < b->f || (a->f == b->f && a->g > b->g);
}

static void push(double f, double g, int32_t cell) {
  Item item = {f, g, cell};
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

/* In cube coordinates: columns along slanting lines, and rows. */
static double by_hexagons(int x, int y, const Query *q) {
  int across = (x - y / 2) - (q->gx - q->gy / 2), down = y - q->gy;
  int steps = (abs(across) + abs(down) + abs(across + down)) / 2;
  return straight * steps;
}

static double by_steps(int x, int y, const Query *q) {
  if (rule == ODD_R) return by_hexagons(x, y, q);
  int dx = abs(x - q->gx), dy = abs(y - q->gy);
  if (rule == NO_DIAGONALS) return straight * (dx + dy);
  int both = dx < dy ? dx : dy, along = dx < dy ? dy - dx : dx - dy;
  return diagonal * both + straight * along;
}

static double estimate(int x, int y, const Query *q) {
  double steps = by_steps(x, y, q);
  return steps < by_links ? steps : by_links;
}

static void look_behind_links(const Query *q) {
  by_links = 1e300;
  for (int i = 0; i < link_count; i++) {
    double rest = links[i].price + by_steps(links[i].to_x, links[i].to_y, q);
    if (rest < by_links) by_links = rest;
  }
}

static void reach(int x, int y, double g, int32_t from, const Query *q) {
  int32_t cell = y * map.width + x;
  if (seen[cell] == query && cost[cell] <= g) return;
  seen[cell] = query;
  cost[cell] = g;
  parent[cell] = from;
  push(g + estimate(x, y, q), g, cell);
}

static void take_links(int x, int y, const Item *item, const Query *q) {
  for (int i = 0; i < link_count; i++) {
    const Link *l = &links[i];
    if (l->from_x != x || l->from_y != y) continue;
    if (!is_free(l->to_x, l->to_y)) continue;
    reach(l->to_x, l->to_y, item->g + straight * l->price, item->cell, q);
  }
}

static double solve(const Query *q) {
  int32_t goal = q->gy * map.width + q->gx;
  if (!is_free(q->sx, q->sy) || !is_free(q->gx, q->gy)) return -1;
  query++;
  held = 0;
  look_behind_links(q);
  reach(q->sx, q->sy, 0, -1, q);
  while (held > 0) {
    Item item = pop();
    if (closed[item.cell] == query) continue;
    closed[item.cell] = query;
    expanded++;
    if (item.cell == goal) return item.g;
    int x = item.cell % map.width, y = item.cell / map.width;
    const Steps *steps = steps_of(y);
    for (int d = 0; d < steps->count; d++) {
      if (!may_step(x, y, steps->dx[d], steps->dy[d])) continue;
      int nx = x + steps->dx[d], ny = y + steps->dy[d];
      double step = unit * steps->cost[d];
      reach(nx, ny, item.g + step * map.price[ny * map.width + nx], item.cell,
            q);
    }
    if (has_link[item.cell]) take_links(x, y, &item, q);
  }
  return -1;
}

/* ---- links and fences --------------------------------------------------- */

static void add_link(int x1, int y1, int x2, int y2, double price) {
  links[link_count++] = (Link){x1, y1, x2, y2, price};
  has_link[y1 * map.width + x1] = 1;
}

static void read_ways(const char *name) {
  FILE *file = open_file(name);
  char line[256];
  int x1, y1, x2, y2, count = 0;
  double price;
  while (fgets(line, sizeof line, file)) count++;
  rewind(file);
  links = take(2 * (size_t)count * sizeof *links);
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "link %d %d %d %d %lf", &x1, &y1, &x2, &y2, &price) == 5) {
      add_link(x1, y1, x2, y2, price);
      add_link(x2, y2, x1, y1, price);
    } else if (sscanf(line, "wall %d %d %d %d", &x1, &y1, &x2, &y2) == 4) {
      int x = x1 < x2 ? x1 : x2, y = y1 < y2 ? y1 : y2;
      shut_side[y * map.width + x] |= x1 != x2 ? SHUT_RIGHT : SHUT_BELOW;
    }
  }
  fclose(file);
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

int main(int argc, char **argv) {
  rule = argc >= 5 ? read_rule(argv[3]) : -1;
  if (rule < 0) {
    fputs("usage: textbook MAP SCEN RULE QUERIES [PRICES [WAYS]]\n", stderr);
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
  has_link = take(cells);
  int has_ways = argc > 6;
  shut_side = has_ways ? take(cells) : NULL;
  if (has_ways) read_ways(argv[6]);
  long count;
  Query *q = read_queries(argv[2], atol(argv[4]), &count);
  for (long i = 0; i < count; i++) {
    double begun = microseconds(), c = solve(&q[i]);
    printf("%d %d %d %d %.9f %.3f\n", q[i].sx, q[i].sy, q[i].gx, q[i].gy, c,
           microseconds() - begun);
  }
  printf("# %ld cells\n", expanded);
  return 0;
}
