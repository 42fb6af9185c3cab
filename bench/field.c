/* field.c - a textbook Dijkstra (1959) from the same goals as the core's fields: a
 * binary heap, costs in doubles, dense arrays. The textbook shares nothing with
 * the library, and its time is the unit.
 *
 *     field MAP SCEN RULE GOALS [PRICES]
 *
 * For GOALS goals, spread over the scenario file, both make a field, which is
 * checked cell by cell. Prints the goal, and microseconds of the textbook.
 */
#include <math.h>

#include "core/field/phases.h"
#include "core/navmap/navmap.h"

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
  size_t cells = (size_t)map.width * (size_t)map.height;
  for (size_t i = 0; i < cells; i++) book[i] = INFINITY;
  const Steps *steps = steps_of_rule();
  held = 0;
  book[gy * map.width + gx] = 0;
  push(0, gy * map.width + gx);
  while (held > 0) {
    Item item = pop();
    if (item.cost > book[item.cell]) continue;
    int x = item.cell % map.width, y = item.cell / map.width;
    for (int d = 0; d < steps->count; d++) {
      if (!may_step(x, y, steps->dx[d], steps->dy[d])) continue;
      int32_t n = (y + steps->dy[d]) * map.width + x + steps->dx[d];
      double cost = item.cost + steps->cost[d] * map.price[item.cell];
      if (cost >= book[n]) continue;
      book[n] = cost;
      push(cost, n);
    }
  }
}

/* ---- the library -------------------------------------------------------- */

static tp_Grid *read_grid(const Map *map) {
  tp_Grid *grid = take(tp_grid_bytes(map->width, map->height));
  tp_grid_init(grid, map->width, map->height);
  for (int price = 2; price <= 6; price++) {
    char name[2] = {(char)('0' + price), 0};
    tp_grid_define(grid, name, 1, price);
  }
  size_t i = 0;
  for (int y = 0; y < map->height; y++) {
    for (int x = 0; x < map->width; x++, i++) {
      int price = map->price[i];
      int terrain = price == 1 ? TP_OPEN : price; /* ids 2 .. 6: see above */
      tp_grid_set(grid, x, y, map->free_cell[i] ? terrain : TP_WALL);
    }
  }
  return grid;
}

/* Fills it in place: a navmap points into itself, so it cannot be copied. */
static void make_agent(tp_Navmap *navmap, const tp_Grid *grid,
                       tp_Diagonal rule) {
  tp_Profile profile = {.diagonal = rule,
                        .heuristic = TP_HEURISTIC_AUTO,
                        .algorithm = TP_AUTO,
                        .weight = 1,
                        .straight_cost = 1,
                        .diagonal_cost = 1.4142135623730951,
                        .wide = 1,
                        .high = 1};
  for (int t = 0; t < TP_MAX_TERRAINS; t++) profile.price[t] = NAN;
  tp_navmap_init(navmap, grid, &profile, NULL);
}

static void prepare(tp_Navmap *navmap, unsigned parts) {
  while (tp_navmap_prepare(navmap, parts) == TP_NEEDS_ROOM) {
    tp_navmap_give(navmap, take(navmap->need.bytes));
  }
}

static void finish(tp_FieldBuild *b, const tp_Navmap *nav) {
  while (tp_field_run(b, nav, UINT64_MAX) == TP_NEEDS_ROOM) {
    void *old = b->block[b->need.slot];
    tp_field_give(b, take(b->need.bytes));
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

int main(int argc, char **argv) {
  rule = argc >= 5 ? read_rule(argv[3]) : -1;
  if (rule < 0) {
    fputs("usage: field MAP SCEN RULE GOALS [PRICES]\n", stderr);
    return 2;
  }
  map = read_map(argv[1], read_prices(argc > 5 ? argv[5] : "plain"));
  size_t cells = (size_t)map.width * (size_t)map.height;
  book = take(cells * sizeof *book);
  heap = take(8 * cells * sizeof *heap);
  static tp_Navmap navmap;
  make_agent(&navmap, read_grid(&map), (tp_Diagonal)rule);
  prepare(&navmap, TP_MAP);
  long count;
  const Query *q = read_queries(argv[2], atol(argv[4]), &count);
  for (long i = 0; i < count; i++) {
    tp_Source goal = {q[i].gx, q[i].gy, 0, 0};
    const tp_FieldQuery query = {
        .sources = {&goal, 1, NULL}, .most = TP_FAR, .factor = 1};
    static tp_Field field;
    static tp_FieldBuild build;
    double begun = microseconds();
    by_the_book(q[i].gx, q[i].gy);
    double took = microseconds() - begun;
    tp_field_begin(&build, &field, &navmap, &query);
    finish(&build, &navmap);
    check_book(&field, &navmap);
    printf("%d %d %.3f\n", q[i].gx, q[i].gy, took);
  }
  return 0;
}
