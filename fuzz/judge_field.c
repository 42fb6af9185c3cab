/* judge_field.c - fields that are kept over edits. Each cost is compared with
 * the oracle's and with a field built anew; paths are followed to their ends.
 * Flights are compared with costs that are relaxed until nothing changes.
 */
#include "judges.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "core/field/fieldpath.h"
#include "core/search/starts.h"
#include "judge.h"
#include "judge_escape.h"

/* Up to this many sources are few. */
enum { FEW = 4 };

static tp_Cell cell_at(const Trial *t, int i) {
  return (tp_Cell){i % t->world.width, i / t->world.width};
}

static int cells_of(const Trial *t) { return t->world.width * t->world.height; }

/* ---- sources ------------------------------------------------------------ */

/* Few sources; or many, on maps small enough for the oracle. */
static uint32_t choose_count(Trial *t) {
  bool many = cells_of(t) <= 2500 && random_chance(&t->random, 0.3);
  return 1 + (uint32_t)random_below(&t->random, many ? FIELDER_SOURCES : FEW);
}

/* Fills the list that is not in use: with the same sources as before, some new
 * ones, or all new ones. */
static uint32_t choose_sources(Trial *t, Fielder *f, const tp_Navmap *nav) {
  tp_Source *list = f->sources[!f->now];
  uint32_t count = f->field.asked.sources.count;
  double same = count > FEW ? 0.96 : 0.8;
  if (!f->is_made || random_chance(&t->random, 0.1)) {
    count = choose_count(t);
    same = 0;
  }
  for (uint32_t i = 0; i < count; i++) {
    list[i] = f->sources[f->now][i];
    if (random_chance(&t->random, same)) continue;
    list[i] = trial_choose_source(t, nav);
  }
  for (uint32_t i = 0; i < count; i++) {
    list[i].number = i;
    trial_round_source(&list[i], nav);
  }
  tp_sources_sort(list, count);
  return count;
}

/* ---- costs -------------------------------------------------------------- */

/* For each cell the oracle's least cost to a source, that source's cost
 * included. */
static void find_right(Trial *t, const tp_Field *f, double scale,
                       double *right) {
  for (int i = 0; i < cells_of(t); i++) right[i] = INFINITY;
  const tp_Sources *sources = &f->asked.sources;
  for (uint32_t n = 0; n < sources->count; n++) {
    const tp_Source *s = &sources->list[n];
    if (!trial_is_free(t, (tp_Cell){s->x, s->y})) continue;
    oracle_costs(&t->map, s->x, s->y, !f->asked.forward, t->rest);
    for (int i = 0; i < cells_of(t); i++) {
      right[i] = fmin(right[i], t->rest[i] + (double)s->cost / scale);
    }
  }
}

static double most_of(const tp_Field *f) {
  uint64_t most = f->asked.most;
  return most == TP_FAR ? INFINITY : (double)most / f->scale;
}

static void judge_costs(Trial *t, const tp_Field *f, const double *right) {
  double most = most_of(f);
  if (t->promise > 0.1) return;
  for (int i = 0; i < cells_of(t) && !t->wrong; i++) {
    tp_Cell c = cell_at(t, i);
    uint64_t cost = tp_field_cost(f, c.x, c.y);
    double is = tp_field_real(f, cost);
    bool near_most = fabs(right[i] - most) <= 2 * t->promise * most;
    if (near_most && most < INFINITY) continue;
    bool far = right[i] > most || right[i] == INFINITY;
    if (!trial_expect(t, far == (cost == TP_FAR), "field: %d, %d is%s too far",
                      (int)c.x, (int)c.y, far ? "" : " not") ||
        far) {
      continue;
    }
    trial_expect(t, fabs(is - right[i]) <= t->promise * right[i],
                 "field: %d, %d costs %.17g, not %.17g", (int)c.x, (int)c.y,
                 right[i], is);
  }
}

/* ---- ways --------------------------------------------------------------- */

/* Moves *at to the next cell of the path: by the first step, or by a link. */
static bool goes_on(tp_Field *f, const tp_Navmap *nav, tp_Cell *at,
                    bool *linked) {
  unsigned ways = tp_field_directions(f, nav, at->x, at->y);
  tp_Edge edge;
  bool by_edge = tp_field_edge(f, nav, *at, &edge);
  *linked = !ways && by_edge;
  if (ways) {
    int d = tp_lowest(ways);
    *at = (tp_Cell){at->x + tp_dx[d], at->y + tp_dy[d]};
  } else if (by_edge) {
    *at = tp_unpack_cell(f->asked.forward ? edge.from : edge.to);
  }
  return ways || by_edge;
}

static void turn_round(int *path, bool *linked, size_t n) {
  for (size_t i = 0; i < n / 2; i++) {
    size_t other = n - 1 - i;
    for (int k = 0; k < 2; k++) {
      int swap = path[2 * i + (size_t)k];
      path[2 * i + (size_t)k] = path[2 * other + (size_t)k];
      path[2 * other + (size_t)k] = swap;
    }
    bool swap = linked[i];
    linked[i] = linked[other];
    linked[other] = swap;
  }
}

/* Follows the first path from a cell. The cost of the path and the cost of the
 * source at its end must add up to the cost of the cell. */
static void judge_way(Trial *t, tp_Field *f, const tp_Navmap *nav,
                      tp_Cell from) {
  int *path = t->answer.path;
  bool *linked = t->answer.linked, by_link = false;
  bool forward = f->asked.forward;
  size_t n = 0;
  double cost;
  tp_Cell at = from;
  for (bool more = true; more; n++) {
    path[2 * n] = at.x;
    path[2 * n + 1] = at.y;
    linked[n] = !forward && by_link;
    more = n < (size_t)cells_of(t) && goes_on(f, nav, &at, &by_link);
    if (forward) linked[n] = more && by_link;
  }
  if (forward) turn_round(path, linked, n);
  int64_t source = tp_field_source(f, at.x, at.y);
  const char *fault = oracle_follow(&t->map, path, linked, n, &cost);
  if (!trial_expect(t, fault == NULL && source >= 0,
                    "field: the way from %d, %d: %s", (int)from.x, (int)from.y,
                    fault ? fault : "leads to no source")) {
    return;
  }
  cost += (double)f->asked.sources.list[source].cost / f->scale;
  double is = tp_field_real(f, tp_field_cost(f, from.x, from.y));
  trial_expect(t, t->promise > 0.1 || fabs(is - cost) <= t->promise * cost,
               "field: the way from %d, %d costs %.17g, not %.17g", (int)from.x,
               (int)from.y, cost, is);
}

static void judge_ways(Trial *t, tp_Field *f, const tp_Navmap *nav) {
  for (int n = 0; n < 6 && !t->wrong; n++) {
    tp_Cell c = trial_choose_cell(t);
    if (tp_field_cost(f, c.x, c.y) != TP_FAR) judge_way(t, f, nav, c);
  }
}

/* Which source is in a cell, by looking at all sources. */
static void judge_sources(Trial *t, const tp_Field *f) {
  const tp_Sources sources = f->asked.sources;
  for (int n = 0; n < 20 && !t->wrong; n++) {
    tp_Cell c = trial_choose_cell(t);
    if (n < (int)sources.count) {
      c = (tp_Cell){sources.list[n].x, sources.list[n].y};
    }
    int64_t best = -1;
    for (uint32_t i = 0; i < sources.count; i++) {
      const tp_Source *s = &sources.list[i];
      bool is_less = best < 0 || s->cost < sources.list[best].cost;
      if (s->x == c.x && s->y == c.y && is_less) best = i;
    }
    trial_expect(t, tp_field_source(f, c.x, c.y) == best,
                 "field: another source is in %d, %d", (int)c.x, (int)c.y);
  }
}

/* ---- flights ------------------------------------------------------------ */

/* Relaxes the links that end in cell c. Returns whether a cost fell. */
static bool relax_links(const tp_Field *from, const tp_Navmap *nav, tp_Cell c,
                        uint64_t cost, uint64_t *right) {
  bool changed = false;
  for (tp_EdgeIter it = tp_edges_to(nav, c); tp_edges_next(&it);) {
    const uint64_t link_cost = it.edge.cost;
    const tp_Cell n = tp_unpack_cell(it.edge.from);
    uint64_t *other = &right[tp_grid_index(nav->grid, n.x, n.y)];
    if (*other == TP_FAR) continue;
    uint64_t by = cost + (link_cost > 0 ? link_cost * from->asked.factor : 1);
    if (by < *other) *other = by, changed = true;
  }
  return changed;
}

/* The flight by its definition in flee.c, relaxed over and over. */
static void find_flight(Trial *t, const tp_Field *from, const tp_Navmap *nav,
                        uint32_t strength, uint64_t *right) {
  uint64_t peak = 0;
  for (int i = 0; i < cells_of(t); i++) {
    tp_Cell c = cell_at(t, i);
    right[i] = tp_field_cost(from, c.x, c.y);
    if (right[i] != TP_FAR && right[i] > peak) peak = right[i];
  }
  for (int i = 0; i < cells_of(t); i++) {
    uint64_t rest = peak - right[i];
    if (right[i] == TP_FAR) continue;
    right[i] =
        rest / 1024 * strength + (rest % 1024) * (uint64_t)strength / 1024;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < cells_of(t); i++) {
      tp_Cell c = cell_at(t, i);
      for (int d = 0; d < TP_DIRECTIONS && right[i] != TP_FAR; d++) {
        tp_Cell n = {c.x + tp_dx[d], c.y + tp_dy[d]};
        if (!tp_navmap_can_step(nav, c.x, c.y, d)) continue;
        int j = trial_cell(t, n);
        if (right[j] == TP_FAR) continue;
        uint64_t by =
            right[j] +
            from->asked.factor *
                nav->costs.step[tp_is_diagonal(d)][nav->costs.class_of[j]];
        if (by < right[i]) right[i] = by, changed = true;
      }
      if (right[i] != TP_FAR && relax_links(from, nav, c, right[i], right)) {
        changed = true;
      }
    }
  }
}

static void judge_flight(Trial *t, const tp_Field *from, const tp_Navmap *nav,
                         uint64_t slice) {
  static uint64_t right[MAX_CELLS];
  Fielder flight = {0};
  uint32_t strength = 1024 + (uint32_t)random_below(&t->random, 15 * 1024);
  tp_field_flee(&flight.build, &flight.field, nav, from, strength);
  fielder_finish(&flight, nav, slice);
  find_flight(t, from, nav, strength, right);
  for (int i = 0; i < cells_of(t) && !t->wrong; i++) {
    tp_Cell c = cell_at(t, i);
    uint64_t cost = tp_field_cost(&flight.field, c.x, c.y);
    trial_expect(t, cost == right[i], "flight: %d, %d costs %llu, not %llu",
                 (int)c.x, (int)c.y, (unsigned long long)right[i],
                 (unsigned long long)cost);
  }
  fielder_free(&flight);
}

/* ---- all ---------------------------------------------------------------- */

/* Begins the field, or updates it. */
static void renew(Trial *t, Fielder *f, const tp_Navmap *nav, uint64_t slice) {
  tp_FieldQuery query = f->field.asked;
  uint64_t finest = tp_field_finest(nav), least = 1;
  query.hops = tp_field_hops(nav);
  least <<= query.hops;
  query.sources.count = choose_sources(t, f, nav);
  query.sources.list = f->sources[!f->now];
  if (!f->is_made || random_chance(&t->random, 0.05)) {
    bool bounded = random_chance(&t->random, 0.2);
    query.most = bounded ? nav->costs.dearest *
                               (uint64_t)(1 + random_below(&t->random, 60))
                         : TP_FAR;
    query.factor = UINT64_C(1) << random_below(&t->random, 12);
    if (random_chance(&t->random, 0.5)) query.factor = 1;
    if (query.factor > finest) query.factor = finest;
    if (query.factor < least) query.factor = least;
    tp_field_begin(&f->build, &f->field, nav, &query);
  } else {
    if (query.factor > finest) query.factor = finest;
    if (query.factor < least) query.factor = least;
    tp_field_update(&f->build, nav, &query);
  }
  fielder_finish(f, nav, slice);
  f->now = !f->now;
  f->is_made = true;
}

void judge_field(Trial *t, Player *p, Fielder *f) {
  static double right[MAX_CELLS];
  const tp_Navmap *nav = &p->navmap;
  renew(t, f, nav, trial_choose_slice(t));
  find_right(t, &f->field, f->field.scale, right);
  judge_costs(t, &f->field, right);
  if (!t->wrong) judge_ways(t, &f->field, nav);
  if (!t->wrong) judge_as_new(t, f, nav);
  if (!t->wrong) judge_sources(t, &f->field);
  if (!t->wrong && cells_of(t) <= 2000) {
    judge_flight(t, &f->field, nav, trial_choose_slice(t));
  }
}

/* Finds the reach of a source: of random costs, or with that chance of all. */
static void find_reach(Trial *t, Fielder *f, const tp_Navmap *nav,
                       tp_Sources sources, double chance) {
  uint64_t most =
      nav->costs.dearest * (uint64_t)(1 + random_below(&t->random, 30));
  if (random_chance(&t->random, chance)) most = TP_FAR;
  const int hops = tp_field_hops(nav);
  const tp_FieldQuery query = {.sources = sources,
                               .most = most,
                               .factor = UINT64_C(1) << hops,
                               .hops = hops,
                               .forward = true};
  tp_field_begin(&f->build, &f->field, nav, &query);
  fielder_finish(f, nav, trial_choose_slice(t));
  fielder_list_links(f, nav);
}

void judge_reach(Trial *t, Player *p) {
  const tp_Navmap *nav = &p->navmap;
  tp_Source start = {t->start.x, t->start.y, 0, 0};
  Fielder f = {0};
  find_reach(t, &f, nav, (tp_Sources){&start, 1, NULL}, 0.2);
  judge_costs(t, &f.field, t->cost);
  if (!t->wrong) judge_ways(t, &f.field, nav);
  fielder_free(&f);
}

/* ---- from a blocked start ----------------------------------------------- */

/* Finds the nearest exit. Returns false if there is none. */
static bool find_exit(Trial *t, tp_WayOut *way, const tp_Navmap *nav) {
  tp_Query query = tp_query_default(t->start, t->start);
  query.escape = true;
  return tp_escape_find(way, nav, &query, true) == TP_NO_REASON;
}

static void judge_way_out(Trial *t, const tp_FieldPath *trace, tp_Cell cell) {
  const tp_Path path = tp_fieldpath_get(trace, cell);
  const tp_Measure measure = tp_path_measure(&path);
  Answer *a = &t->answer;
  size_t left = measure.cells;
  if (!trial_expect(t, left <= (size_t)cells_of(t), "a way leads round")) {
    return;
  }
  a->count = left;
  a->blocked = measure.blocked;
  a->cost = measure.cost;
  player_read_walk(tp_walk_along(&path), a, left);
  judge_path(t, a, cell);
}

static void judge_field_from(Trial *t, Player *p, const tp_WayOut *way) {
  const tp_Navmap *nav = &p->navmap;
  const tp_QueryPlan plan = {.navmap = &p->navmap, .query.out = way};
  tp_Source exit[TP_MOST_STARTS];
  tp_Sources sources = {exit, 0, NULL};
  for (tp_Starts s = tp_starts_of(&plan); tp_starts_next(&s);) {
    exit[sources.count++] =
        (tp_Source){s.at.x, s.at.y, 0, s.cost << tp_field_hops(nav)};
  }
  Fielder f = {0};
  if (!trial_expect(t, escape_take_ways(t, way, NULL), "other exits")) return;
  find_reach(t, &f, nav, sources, 0.4);
  judge_costs(t, &f.field, t->cost);
  const tp_FieldPath trace = {&f.field, nav, way};
  for (int n = 0; n < 60 && !t->wrong; n++) {
    tp_Cell c = cell_at(t, random_below(&t->random, cells_of(t)));
    if (tp_field_cost(&f.field, c.x, c.y) == TP_FAR) continue;
    judge_way_out(t, &trace, c);
  }
  fielder_free(&f);
}

void judge_reach_out(Trial *t, Player *p) {
  tp_WayOut way = {.length = 0};
  const bool is_found = find_exit(t, &way, &p->navmap);
  const bool has_exit = escape_take_least(NULL, t);
  if (trial_expect(t, is_found == has_exit, "reach: there is%s an exit",
                   has_exit ? "" : " not") &&
      is_found) {
    judge_field_from(t, p, &way);
  }
}
