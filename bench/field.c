/* field.c - the core's fields without Lua, compared with a textbook Dijkstra
 * (1959) from the same goals: a binary heap, costs in doubles, dense arrays.
 * The textbook shares nothing with the library, and its time is the unit.
 *
 *     field MAP SCEN RULE GOALS EDITS [PRICES]
 *
 * For GOALS goals, spread over the scenario file, both make a field, which is
 * checked cell by cell. Then EDITS cells from which the goal can be reached are
 * closed and opened again, with an update after each edit. Beside some updates
 * a fresh field is made, which must be equal. Prints microseconds: the goal,
 * textbook and field; if there are edits, also the median update, the 99th
 * percentile, and the median of the fresh fields.
 *
 * `bench_build` makes the fields, `bench_update` updates them. Neither is
 * inlined, so that a profiler can count them apart.
 */
#include "core/field/phases.h"

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

/* A field, and its builder. */
typedef struct Kept {
  tp_Field field;
  tp_FieldBuild build;
} Kept;

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

/* The smallest value that is at least as great as `of_hundred` % of the values.
 */
static double percentile(double *values, size_t n, size_t of_hundred) {
  qsort(values, n, sizeof *values, compare);
  return values[(n * of_hundred + 99) / 100 - 1];
}

static uint32_t state = 1;

static uint32_t next_random(uint32_t below) {
  state = (uint32_t)((uint64_t)state * 48271 % 2147483647);
  return state % below;
}

/* One field is kept up to date; another is made anew beside it. */
typedef struct Run {
  tp_Grid *grid;
  tp_Navmap navmap;
  tp_Source goal;
  Kept kept, fresh;
} Run;

static void bench_build(Run *run, Kept *k) {
  const tp_FieldQuery query = {
      .sources = {&run->goal, 1, NULL}, .most = TP_FAR, .factor = 1};
  tp_field_begin(&k->build, &k->field, &run->navmap, &query);
  finish(&k->build, &run->navmap);
}

static void bench_update(Run *run, Kept *k) {
  tp_field_update(&k->build, &run->navmap, &k->field.asked);
  finish(&k->build, &run->navmap);
}

typedef void Work(Run *run, Kept *k);
static Work *volatile const work[] = {bench_build, bench_update};
enum { BUILD, UPDATE };

static double time_of(int what, Run *run, Kept *k) {
  double begun = microseconds();
  work[what](run, k);
  return microseconds() - begun;
}

/* Chooses a cell from which the goal can be reached, except the goal's own. */
static tp_Cell choose(const Run *run) {
  for (;;) {
    tp_Cell c = {(int32_t)next_random((uint32_t)map.width),
                 (int32_t)next_random((uint32_t)map.height)};
    uint64_t cost = tp_field_cost(&run->kept.field, c.x, c.y);
    if (cost > 0 && cost != TP_FAR) return c;
  }
}

enum { MOST_EDITS = 10000, FRESH = 20 };

/* Closes and opens random cells, and prints the times. */
static void edit(Run *run, long edits) {
  static double updates[2 * MOST_EDITS], builds[2 * MOST_EDITS / FRESH + 1];
  size_t n = 0, fresh = 0;
  for (long i = 0; i < edits; i++) {
    tp_Cell c = choose(run);
    for (int open = 0; open < 2; open++, n++) {
      tp_grid_set_walkable(run->grid, c.x, c.y, open);
      prepare(&run->navmap, TP_MAP);
      updates[n] = time_of(UPDATE, run, &run->kept);
      if (n % FRESH != 0) continue;
      builds[fresh++] = time_of(BUILD, run, &run->fresh);
      check_same(&run->kept.field, &run->fresh.field);
    }
  }
  if (n == 0) return;
  printf(" %.3f %.3f %.3f", percentile(updates, n, 50),
         percentile(updates, n, 99), percentile(builds, fresh, 50));
}

int main(int argc, char **argv) {
  rule = argc >= 6 ? read_rule(argv[3]) : -1;
  long edits = argc >= 6 ? atol(argv[5]) : 0;
  if (rule < 0 || edits < 0 || edits > MOST_EDITS) {
    fputs("usage: field MAP SCEN RULE GOALS EDITS [PRICES]\n", stderr);
    return 2;
  }
  map = read_map(argv[1], read_prices(argc > 6 ? argv[6] : "plain"));
  size_t cells = (size_t)map.width * (size_t)map.height;
  book = take(cells * sizeof *book);
  heap = take(8 * cells * sizeof *heap);
  static Run run;
  run.grid = read_grid(&map);
  make_agent(&run.navmap, run.grid, (tp_Diagonal)rule);
  prepare(&run.navmap, TP_MAP);
  long count;
  const Query *q = read_queries(argv[2], atol(argv[4]), &count);
  for (long i = 0; i < count; i++) {
    run.goal = (tp_Source){q[i].gx, q[i].gy, 0, 0};
    double begun = microseconds();
    by_the_book(q[i].gx, q[i].gy);
    double took = microseconds() - begun;
    double ours = time_of(BUILD, &run, &run.kept);
    check_book(&run.kept.field, &run.navmap);
    printf("%d %d %.3f %.3f", q[i].gx, q[i].gy, took, ours);
    edit(&run, edits);
    putchar('\n');
  }
  return 0;
}
