/* textbook.c - the unit of speed: A* (Hart, Nilsson and Raphael 1968) as a
 * textbook has it, over single cells, with a binary heap, costs in doubles and
 * stamps in place of a reset between queries.
 *
 *     textbook MAP SCEN RULE QUERIES [priced | noisy]
 *
 * answers that many queries, spread over the scenario file, and prints for each
 * "sx sy gx gy cost microseconds" (cost -1: no way), then "# expanded cells".
 * RULE is a diagonal rule of the library's. `priced` puts prices on blocks of
 * 8 x 8 cells, `noisy` on each cell.
 *
 * Nothing in here is shared with the library: it also judges the costs.
 */
#include "textbook.h"

typedef struct Item {
  double f, g;
  int32_t cell;
} Item;

static const double straight = 1, diagonal = 1.4142135623730951;

static double *cost; /* by cell, where seen[] is the query's number */
static int32_t *parent;
static uint32_t *seen, *closed, query;
static Item *heap;
static size_t held, room;
static long expanded;

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
  static const int dx[8] = {1, -1, 0, 0, 1, 1, -1, -1};
  static const int dy[8] = {0, 0, 1, -1, 1, -1, 1, -1};
  int directions = rule == NO_DIAGONALS ? 4 : 8;
  int32_t goal = q->gy * map.width + q->gx;
  if (!is_free(q->sx, q->sy) || !is_free(q->gx, q->gy)) return -1;
  query++;
  held = 0;
  reach(q->sx, q->sy, 0, -1, q);
  while (held > 0) {
    Item item = pop();
    if (closed[item.cell] == query) continue;
    closed[item.cell] = query;
    expanded++;
    if (item.cell == goal) return item.g;
    int x = item.cell % map.width, y = item.cell / map.width;
    for (int d = 0; d < directions; d++) {
      if (!may_step(x, y, dx[d], dy[d])) continue;
      int nx = x + dx[d], ny = y + dy[d];
      double step = d < 4 ? straight : diagonal;
      reach(nx, ny, item.g + step * map.price[ny * map.width + nx], item.cell,
            q);
    }
  }
  return -1;
}

/* ---- the program -------------------------------------------------------- */

int main(int argc, char **argv) {
  rule = argc >= 5 ? read_rule(argv[3]) : -1;
  if (rule < 0) {
    fputs("usage: textbook MAP SCEN RULE QUERIES [priced | noisy]\n", stderr);
    return 2;
  }
  map = read_map(argv[1], read_prices(argc > 5 ? argv[5] : ""));
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
  printf("# %ld cells\n", expanded);
  return 0;
}
