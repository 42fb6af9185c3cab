/* overlay.c - the cost of avoiding units, without Lua.
 *
 *     overlay MAP SCEN RULE QUERIES UNITS [PRICES]
 *
 * UNITS stand in random free cells. Queries are those of the file whose goals
 * are free and can be reached among the units; every second one starts where a
 * unit stands. Printed are, over all queries:
 *
 *     ours      the search among units, updated: microseconds
 *     walled    the same query on a map with walls in place of the units,
 *               on which all is up to date
 *     A*        the same with the textbook's algorithm
 *     alone     the search of the agent alone
 *
 * that is, the means of these and of their ratios, for paths that meet a unit
 * and for paths that do not; and the number of queries for which ours takes
 * longer than A*. Then the time of an update after some units have moved by a
 * cell.
 *
 * If costs on the two maps differ, the program fails.
 */
#include "core/navmap/navmap.h"
#include "core/search/search.h"

#include "navmap.h"

enum { PASSES = 5 };

typedef struct Agent {
  tp_Navmap navmap;
  tp_Search search;
} Agent;

typedef struct Bench {
  tp_Grid *grid, *walled;
  tp_Occupancy *crowd;
  tp_Avoided *avoided;
  tp_Cell *unit;
  int units;
  Agent base, overlay, walls, book;
  uint64_t random;
} Bench;

typedef struct Sums {
  double ours, walled, book, alone;
  int count;
} Sums;

static uint32_t below(Bench *b, uint32_t n) {
  b->random = b->random * UINT64_C(6364136223846793005) + 1442695040888963407;
  return (uint32_t)((b->random >> 33) % n);
}

/* ---- questions ---------------------------------------------------------- */

static void begin(Agent *a, const Query *q) {
  tp_Query query = {
      .start = {q->sx, q->sy}, .goal = {q->gx, q->gy}, .max_nodes = UINT64_MAX};
  tp_search_begin(&a->search, &a->navmap, query);
}

static double finish(Agent *a) {
  tp_Search *s = &a->search;
  while (tp_search_run(s, UINT64_MAX) == TP_NEEDS_ROOM) {
    void *old = s->block[s->need.slot];
    tp_search_give(s, take(s->need.bytes));
    free(old);
  }
  if (s->status != TP_FOUND) return -1;
  const tp_Route route = tp_search_route(s);
  return tp_route_measure(&route).cost;
}

static double run(Agent *a, const Query *q) {
  begin(a, q);
  return finish(a);
}

static void aim(Bench *b, const Query *q) {
  const tp_Presence presence = {
      .crowd = {b->crowd}, .crowds = 1, .start = {q->sx, q->sy, 1, 1}};
  tp_avoided_aim(b->avoided, &presence);
}

/* Runs the query. Returns the cost. */
static double ask(Bench *b, const Query *q) {
  prepare(&b->base.navmap, TP_REGIONS | TP_QUERY_PARTS);
  aim(b, q);
  prepare(&b->overlay.navmap, TP_QUERY_PARTS);
  return run(&b->overlay, q);
}

/* Does the path of the agent alone meet no unit? Checks it step by step. */
static bool is_clear(Bench *b, const Query *q) {
  prepare(&b->overlay.navmap, TP_QUERY_PARTS);
  run(&b->base, q);
  const tp_Route route = tp_search_route(&b->base.search);
  tp_Walk walk = tp_walk_along(&route);
  tp_Cell to = walk.at;
  while (tp_walk_step(&walk)) {
    int d = tp_direction(to.x - walk.at.x, to.y - walk.at.y);
    to = walk.at;
    if (!tp_navmap_can_step(&b->overlay.navmap, to.x, to.y, d)) return false;
  }
  return true;
}

/* ---- who stands where --------------------------------------------------- */

static bool is_free(const Bench *b, int32_t x, int32_t y) {
  return tp_grid_contains(b->grid, x, y) &&
         tp_mask_has(b->base.navmap.mask, x, y) &&
         tp_occupancy_at(b->crowd, x, y) == 0;
}

static void place_units(Bench *b, int units) {
  b->unit = take((size_t)units * sizeof *b->unit);
  while (b->units < units) {
    tp_Cell c = {(int32_t)below(b, (uint32_t)b->grid->width),
                 (int32_t)below(b, (uint32_t)b->grid->height)};
    if (!is_free(b, c.x, c.y)) continue;
    tp_occupancy_hold(b->crowd, (tp_Rect){c.x, c.y, 1, 1},
                      (uint32_t)b->units + 1);
    tp_grid_set_walkable(b->walled, c.x, c.y, false);
    b->unit[b->units++] = c;
  }
}

static void move_unit(Bench *b, int i) {
  tp_Cell *at = &b->unit[i];
  int d = (int)below(b, TP_DIRECTIONS);
  tp_Cell to = {at->x + tp_dx[d], at->y + tp_dy[d]};
  if (!is_free(b, to.x, to.y)) return;
  tp_occupancy_move(b->crowd, (tp_Rect){at->x, at->y, 1, 1},
                    (tp_Rect){to.x, to.y, 1, 1}, (uint32_t)i + 1);
  *at = to;
}

/* ---- queries ------------------------------------------------------------ */

/* Opens the start on the walled map, for this query. */
static bool open_start(Bench *b, const Query *q) {
  bool is_held = tp_occupancy_at(b->crowd, q->sx, q->sy) != 0;
  if (is_held) tp_grid_set_walkable(b->walled, q->sx, q->sy, true);
  prepare(&b->walls.navmap, TP_QUERY_PARTS);
  prepare(&b->walls.navmap, TP_JUMPS);
  prepare(&b->book.navmap, TP_REGIONS);
  return is_held;
}

static void close_start(Bench *b, const Query *q) {
  tp_grid_set_walkable(b->walled, q->sx, q->sy, false);
}

static long choose(Bench *b, Query *q, long count) {
  long n = 0;
  for (long i = 0; i < count; i++) {
    Query one = q[i];
    if (i % 2) {
      tp_Cell start = b->unit[below(b, (uint32_t)b->units)];
      one.sx = start.x;
      one.sy = start.y;
    }
    bool opened = open_start(b, &one);
    if (run(&b->walls, &one) >= 0) q[n++] = one;
    if (opened) close_start(b, &one);
  }
  return n;
}

typedef enum Kind { OURS, ALONE, WALLED, BOOK, KINDS } Kind;

/* Returns microseconds. */
static double measure_one(Bench *b, const Query *q, Kind kind, double *cost) {
  bool is_walled = kind == WALLED || kind == BOOK;
  bool opened = is_walled && open_start(b, q);
  double begun = microseconds();
  switch (kind) {
    case OURS: *cost = ask(b, q); break;
    case ALONE: *cost = run(&b->base, q); break;
    case WALLED: *cost = run(&b->walls, q); break;
    default: *cost = run(&b->book, q); break;
  }
  double time = microseconds() - begun;
  if (opened) close_start(b, q);
  return time;
}

/* Do all costs agree? *met: does the path of the agent alone meet a unit? */
static void judge(Bench *b, const Query *q, bool *met) {
  double cost[KINDS];
  for (int kind = 0; kind < KINDS; kind++) {
    measure_one(b, q, (Kind)kind, &cost[kind]);
  }
  double right = cost[BOOK];
  aim(b, q);
  *met = !is_clear(b, q);
  if (fabs(cost[OURS] - right) <= 1e-6 * right &&
      fabs(cost[WALLED] - right) <= 1e-6 * right) {
    return;
  }
  printf("%d, %d to %d, %d costs %.9g, not %.9g\n", q->sx, q->sy, q->gx, q->gy,
         cost[OURS], right);
  exit(1);
}

static void measure(Bench *b, const Query *q, long count) {
  Sums sums[2] = {{0}};
  double most = 0, worst = 0;
  int longer = 0;
  double cost[KINDS];
  double *best = take((size_t)count * KINDS * sizeof *best);
  bool *met = take((size_t)count * sizeof *met);
  for (int pass = 0; pass < PASSES; pass++) {
    for (int kind = 0; kind < KINDS; kind++) {
      for (long i = 0; i < count; i++) {
        double time = measure_one(b, &q[i], (Kind)kind, &cost[kind]);
        double *least = &best[KINDS * i + kind];
        if (pass == 1 || time < *least) *least = time;
      }
    }
  }
  for (long i = 0; i < count; i++) judge(b, &q[i], &met[i]);
  for (long i = 0; i < count; i++) {
    const double *t = &best[KINDS * i];
    Sums *s = &sums[met[i]];
    s->ours += t[OURS];
    s->walled += t[WALLED];
    s->book += t[BOOK];
    s->alone += t[ALONE];
    s->count++;
    if (t[OURS] > t[BOOK]) longer++;
    most = fmax(most, t[OURS] - t[BOOK]);
    worst = fmax(worst, t[OURS] / t[BOOK]);
  }
  for (int k = 0; k < 2; k++) {
    const Sums *s = &sums[k];
    int n = s->count ? s->count : 1;
    printf(
        "%-5s %4d: ours %8.2f walled %8.2f (%5.2f) A* %8.2f alone %8.2f "
        "(%5.2f)\n",
        k ? "met" : "clear", s->count, s->ours / n, s->walled / n,
        s->ours / s->walled, s->book / n, s->alone / n, s->ours / s->alone);
  }
  double ours = sums[0].ours + sums[1].ours;
  double walled = sums[0].walled + sums[1].walled;
  printf(
      "all   %4ld: ours %8.2f walled %8.2f (%5.2f); longer than A*: %d, by "
      "%.2f us, or %.2f times\n",
      count, ours / (double)count, walled / (double)count, ours / walled,
      longer, most, worst);
  free(best);
  free(met);
}

/* ---- frames ------------------------------------------------------------- */

static void measure_frames(Bench *b, const Query *q) {
  static const int moves[] = {1, 10, 100, 1000};
  enum { FRAMES = 40 };
  for (int k = 0; k < 4 && moves[k] <= b->units; k++) {
    double aims = 0, prepares = 0, jumps = 0, most = 0;
    for (int n = 0; n < FRAMES; n++) {
      for (int i = 0; i < moves[k]; i++) {
        move_unit(b,
                  moves[k] == b->units ? i : (int)below(b, (uint32_t)b->units));
      }
      const tp_Presence presence = {
          .crowd = {b->crowd}, .crowds = 1, .start = {q->sx, q->sy, 1, 1}};
      double t0 = microseconds();
      tp_avoided_aim(b->avoided, &presence);
      double t1 = microseconds();
      prepare(&b->overlay.navmap, TP_QUERY_PARTS);
      prepare(&b->overlay.navmap, TP_REGIONS);
      double t2 = microseconds();
      prepare(&b->overlay.navmap, TP_JUMPS);
      double t3 = microseconds();
      aims += t1 - t0;
      prepares += t2 - t1;
      jumps += t3 - t2;
      most = fmax(most, t3 - t0);
    }
    printf(
        "%4d moves: %8.2f us (aim %.2f, core and regions %.2f, jump points "
        "%.2f), at most %.2f\n",
        moves[k], (aims + prepares + jumps) / FRAMES, aims / FRAMES,
        prepares / FRAMES, jumps / FRAMES, most);
  }
}

int main(int argc, char **argv) {
  int rule = argc >= 6 ? read_rule(argv[3]) : -1;
  if (rule < 0) {
    fputs("usage: overlay MAP SCEN RULE QUERIES UNITS [PRICES]\n", stderr);
    return 2;
  }
  static Bench bench;
  Bench *b = &bench;
  long count;
  Map map = read_map(argv[1], read_prices(argc > 6 ? argv[6] : "plain"));
  Query *q = read_queries(argv[2], atol(argv[4]), &count);
  b->grid = read_grid(&map, rule);
  b->walled = read_grid(&map, rule);
  b->random = 1;
  make_agent(&b->base.navmap, b->grid, (tp_Diagonal)rule);
  make_agent(&b->walls.navmap, b->walled, (tp_Diagonal)rule);
  make_agent(&b->book.navmap, b->walled, (tp_Diagonal)rule);
  b->book.navmap.profile.algorithm = TP_ASTAR;
  prepare(&b->base.navmap, TP_MAP);
  b->crowd = take(tp_occupancy_bytes(map.width, map.height));
  b->avoided = take(tp_avoided_bytes(map.width, map.height));
  tp_occupancy_init(b->crowd, map.width, map.height, 1);
  tp_avoided_init(b->avoided, map.width, map.height);
  tp_navmap_init_overlay(&b->overlay.navmap, &b->base.navmap, b->avoided, 0);
  place_units(b, atoi(argv[5]));
  count = choose(b, q, count);
  measure(b, q, count);
  measure_frames(b, q);
  return 0;
}
