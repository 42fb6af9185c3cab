/* core.c - the core's search without Lua, for a profiler.
 *
 *     core MAP SCEN RULE QUERIES [PRICES]
 *
 * It prints what textbook.c prints, for the same queries. The middle query runs
 * once before the others, in `first`, and builds what is built lazily; the
 * others run in `rest`. Neither function prints, and neither is inlined, so
 * that a profiler can count them apart.
 */
#include "core/search/search.h"

#include "navmap.h"

typedef struct Run {
  const tp_Grid *grid;
  tp_Navmap navmap;
  tp_Search search;
  tp_Cell *path;
  const Query *queries;
  long count;
  double *cost, *time; /* by query */
  uint64_t expanded;
} Run;

/* Walks back and fills `path` with its turning points, as the binding fills a
 * table. */
static double solve(Run *run, const Query *q) {
  tp_Search *search = &run->search;
  tp_Query query = {
      .start = {q->sx, q->sy}, .goal = {q->gx, q->gy}, .max_nodes = UINT64_MAX};
  prepare(&run->navmap, TP_QUERY_PARTS);
  tp_search_begin(search, &run->navmap, query);
  while (tp_search_run(search, UINT64_MAX) == TP_NEEDS_ROOM) {
    void *old = search->block[search->need.slot];
    tp_search_give(search, take(search->need.bytes));
    free(old);
  }
  if (search->status != TP_FOUND) return -1;
  const tp_Route route = tp_search_route(search);
  tp_Walk walk = tp_walk_along(&route);
  size_t n = 0;
  do run->path[n++] = walk.at;
  while (tp_walk_turn(&walk));
  return tp_route_measure(&route).cost;
}

static void first(Run *run) { solve(run, &run->queries[run->count / 2]); }

static void rest(Run *run) {
  for (long i = 0; i < run->count; i++) {
    double begun = microseconds();
    run->cost[i] = solve(run, &run->queries[i]);
    run->time[i] = microseconds() - begun;
    run->expanded += run->search.expanded;
  }
}

int main(int argc, char **argv) {
  static void (*volatile const phases[])(Run *) = {first, rest};
  int rule = argc >= 5 ? read_rule(argv[3]) : -1;
  if (rule < 0) {
    fputs("usage: core MAP SCEN RULE QUERIES [PRICES]\n", stderr);
    return 2;
  }
  Map map = read_map(argv[1], read_prices(argc > 5 ? argv[5] : "plain"));
  tp_Grid *grid = read_grid(&map);
  long count;
  const Query *q = read_queries(argv[2], atol(argv[4]), &count);
  Run run = {
      .grid = grid,
      .path = take((size_t)map.width * (size_t)map.height * sizeof *run.path),
      .queries = q,
      .count = count,
      .cost = take((size_t)count * sizeof *run.cost),
      .time = take((size_t)count * sizeof *run.time),
  };
  make_agent(&run.navmap, grid, (tp_Diagonal)rule);
  for (int i = 0; i < 2; i++) phases[i](&run);
  for (long i = 0; i < count; i++) {
    printf("%d %d %d %d %.9f %.3f\n", q[i].sx, q[i].sy, q[i].gx, q[i].gy,
           run.cost[i], run.time[i]);
  }
  printf("# %llu nodes\n", (unsigned long long)run.expanded);
  for (long i = 0; i < count; i++) {
    if (run.cost[i] >= 0) continue;
    fputs("core: a query has no path\n", stderr);
    return 1;
  }
  return 0;
}
