/* textbook.c - the unit of speed: A* (Hart, Nilsson and Raphael 1968) as in a
 * textbook, over single cells, with a binary heap, costs in doubles, and stamps
 * instead of a reset between queries.
 *
 *     textbook MAP SCEN RULE QUERIES [PRICES]
 *
 * Runs that many queries, spread over the scenario file. Prints for each "sx sy
 * gx gy cost microseconds" (cost -1: no path).
 * - RULE is a diagonal rule of the library.
 * - PRICES are plain, blocks or land (movingai.h); or keep_away: those of an
 *   agent that keeps two cells off walls, at a cost of three.
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
    if (item.cell == goal) return item.g;
    int x = item.cell % map.width, y = item.cell / map.width;
    for (int d = 0; d < steps->count; d++) {
      if (!may_step(x, y, steps->dx[d], steps->dy[d])) continue;
      int nx = x + steps->dx[d], ny = y + steps->dy[d];
      double step = unit * steps->cost[d];
      reach(nx, ny, item.g + step * map.price[ny * map.width + nx], item.cell,
            q);
    }
  }
  return -1;
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
    fputs("usage: textbook MAP SCEN RULE QUERIES [PRICES]\n", stderr);
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
    double begun = microseconds(), c = solve(&q[i]);
    printf("%d %d %d %d %.9f %.3f\n", q[i].sx, q[i].sy, q[i].gx, q[i].gy, c,
           microseconds() - begun);
  }
  return 0;
}
