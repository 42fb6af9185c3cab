/* field.c - the core's fields without Lua, against the unit of their speed: a
 * textbook Dijkstra (1959) from the same goals, with a binary heap, costs in
 * doubles and dense arrays, that shares nothing with the library.
 *
 *     field MAP SCEN RULE GOALS EDITS [priced]
 *
 * For that many goals, spread over the scenario file, one after the other: a
 * field by each of the two, checked cell by cell; then so many cells of the map
 * closed and opened, with a repair and a fresh field after each, which must be
 * equal. Prints microseconds: the goal, textbook, field, and, where there are
 * edits, the median repair and the median of the fresh fields beside them.
 */
#include "core/field/field.h"

#include "navmap.h"
#include "textbook.h"

/* ---- the textbook ------------------------------------------------------- */

typedef struct Item {
  double cost;
  int32_t cell;
} Item;

static double *book; /* by cell */
static Item *heap;
static size_t held;

static void push(double cost, int32_t cell) {
  size_t at = held++;
  for (; at > 0 && cost < heap[(at - 1) / 2].cost; at = (at - 1) / 2) {
    heap[at] = heap[(at - 1) / 2];
  }
  heap[at] = (Item){cost, cell};
}

static Item pop(void) {
  Item first = heap[0], last = heap[--held];
  size_t at = 0, child = 1;
  while (child < held) {
    if (child + 1 < held && heap[child + 1].cost < heap[child].cost) child++;
    if (last.cost <= heap[child].cost) break;
    heap[at] = heap[child];
    at = child;
    child = 2 * at + 1;
  }
  heap[at] = last;
  return first;
}

static void by_the_book(int gx, int gy) {
  static const int dx[8] = {1, -1, 0, 0, 1, 1, -1, -1};
  static const int dy[8] = {0, 0, 1, -1, 1, -1, 1, -1};
  int directions = rule == NO_DIAGONALS ? 4 : 8;
  size_t cells = (size_t)map.width * (size_t)map.height;
  for (size_t i = 0; i < cells; i++) book[i] = INFINITY;
  held = 0;
  book[gy * map.width + gx] = 0;
  push(0, gy * map.width + gx);
  while (held > 0) {
    Item item = pop();
    if (item.cost > book[item.cell]) continue;
    int x = item.cell % map.width, y = item.cell / map.width;
    for (int d = 0; d < directions; d++) {
      if (!may_step(x, y, dx[d], dy[d])) continue;
      int32_t n = (y + dy[d]) * map.width + x + dx[d];
      double step = d < 4 ? 1 : 1.4142135623730951;
      double cost = item.cost + step * map.price[item.cell];
      if (cost >= book[n]) continue;
      book[n] = cost;
      push(cost, n);
    }
  }
}

/* ---- the library -------------------------------------------------------- */

static void *blocks[2][TP_FIELD_SLOTS];

static void finish(tp_Field *f, void **block, const tp_Navmap *nav) {
  while (tp_field_run(f, nav, UINT64_MAX) == TP_NEEDS_ROOM) {
    void *old = block[f->need.slot];
    block[f->need.slot] = take(f->need.bytes);
    tp_field_give(f, block[f->need.slot]);
    free(old);
  }
}

static void fail(const char *what, int x, int y) {
  fprintf(stderr, "%s at %d, %d\n", what, x, y);
  exit(1);
}

static void check_book(const tp_Field *f, const tp_Navmap *nav) {
  for (int y = 0; y < map.height; y++) {
    for (int x = 0; x < map.width; x++) {
      double right = book[y * map.width + x];
      uint64_t cost = tp_field_cost(f, x, y);
      if (cost == TP_FAR) {
        if (!isinf(right)) fail("no way", x, y);
      } else if (!(fabs((double)cost / nav->costs.scale - right) <=
                   1e-6 * right)) {
        fail("another cost than the textbook's", x, y);
      }
    }
  }
}

static void check_same(const tp_Field *f, const tp_Field *fresh) {
  for (int y = 0; y < map.height; y++) {
    for (int x = 0; x < map.width; x++) {
      if (tp_field_cost(f, x, y) != tp_field_cost(fresh, x, y)) {
        fail("repaired, another cost than fresh", x, y);
      }
    }
  }
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, size_t n) {
  qsort(values, n, sizeof *values, compare);
  return values[n / 2];
}

enum { MOST_EDITS = 1000 };

static uint32_t state = 1;

static uint32_t next_random(uint32_t below) {
  state = (uint32_t)((uint64_t)state * 48271 % 2147483647);
  return state % below;
}

/* Closes and opens cells at random, and prints what that takes. */
static void edit(tp_Field *f, tp_Navmap *nav, tp_Grid *g, const tp_Source *goal,
                 long edits) {
  static double repair[2 * MOST_EDITS], build[2 * MOST_EDITS];
  static tp_Field fresh;
  size_t n = 0;
  for (long i = 0; i < edits; i++) {
    int x, y;
    do {
      x = (int)next_random((uint32_t)map.width);
      y = (int)next_random((uint32_t)map.height);
    } while (!is_free(x, y) || (x == goal->x && y == goal->y));
    for (int open = 0; open < 2; open++, n++) {
      tp_grid_set_walkable(g, x, y, open);
      prepare(nav, TP_MAP);
      double begun = microseconds();
      tp_field_update(f, nav, goal, 1);
      finish(f, blocks[0], nav);
      double middle = microseconds();
      tp_field_begin(&fresh, nav, goal, 1, TP_FAR, false);
      finish(&fresh, blocks[1], nav);
      repair[n] = middle - begun;
      build[n] = microseconds() - middle;
      check_same(f, &fresh);
    }
  }
  if (n > 0) printf(" %.3f %.3f", median(repair, n), median(build, n));
}

int main(int argc, char **argv) {
  rule = argc >= 6 ? read_rule(argv[3]) : -1;
  long edits = argc >= 6 ? atol(argv[5]) : 0;
  if (rule < 0 || edits < 0 || edits > MOST_EDITS) {
    fputs("usage: field MAP SCEN RULE GOALS EDITS [priced]\n", stderr);
    return 2;
  }
  map = read_map(argv[1], read_prices(argc > 6 ? argv[6] : ""));
  size_t cells = (size_t)map.width * (size_t)map.height;
  book = take(cells * sizeof *book);
  heap = take(8 * cells * sizeof *heap);
  tp_Grid *grid = read_grid(&map);
  tp_Navmap navmap = make_agent(grid, (tp_Diagonal)rule);
  prepare(&navmap, TP_MAP);
  long count;
  const Query *q = read_queries(argv[2], atol(argv[4]), &count);
  static tp_Field field;
  for (long i = 0; i < count; i++) {
    tp_Source goal = {q[i].gx, q[i].gy, 0, 0};
    double begun = microseconds();
    by_the_book(goal.x, goal.y);
    double middle = microseconds();
    tp_field_begin(&field, &navmap, &goal, 1, TP_FAR, false);
    finish(&field, blocks[0], &navmap);
    double end = microseconds();
    check_book(&field, &navmap);
    printf("%d %d %.3f %.3f", goal.x, goal.y, middle - begun, end - middle);
    edit(&field, &navmap, grid, &goal, edits);
    putchar('\n');
  }
  return 0;
}
