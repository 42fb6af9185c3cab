/* judge_guide.c - judges windows, paths and costs to goals. A window is
 * compared with the oracle on a map that is cut out, a path with its path cell
 * by cell, and a cost to goal that looks through windows with the costs of the
 * whole map.
 */
#include "judges.h"

#include <math.h>
#include <stdlib.h>

#include "allocate.h"
#include "core/crowd/costtogoal.h"
#include "core/crowd/pathwindow.h"

enum { MOST_CELLS = 1600, MOST_SEEDS = 12, MOST_RECTS = 5 };

/* The oracle takes costs as equal if they differ by less. */
#define NEARLY 1e-6

/* ---- windows ------------------------------------------------------------ */

static tp_Rect choose_area(Trial *t, int most) {
  Random *r = &t->random;
  int w = 1 + random_below(r, t->world.width);
  int h = 1 + random_below(r, t->world.height);
  if (w > most) w = 1 + random_below(r, most);
  if (w * h > most) h = most / w;
  return (tp_Rect){random_below(r, t->world.width - w + 1),
                   random_below(r, t->world.height - h + 1), w, h};
}

static int by_cost(const void *a, const void *b) {
  const tp_WindowSeed *one = a, *other = b;
  return (one->cost > other->cost) - (one->cost < other->cost);
}

/* Draws seeds, mostly of similar cost, and mostly in free cells. */
static uint32_t choose_seeds(Trial *t, const tp_Navmap *nav, tp_Rect area,
                             tp_WindowSeed *seeds) {
  Random *r = &t->random;
  uint32_t count = (uint32_t)random_below(r, MOST_SEEDS + 1);
  uint64_t step = nav->costs.dearest + 1;
  uint64_t spread = step * (uint64_t)(1 + random_below(r, area.w + area.h));
  uint64_t least = random_chance(r, 0.5) ? 0 : random_bits(r) % (step * 1000);
  for (uint32_t i = 0; i < count; i++) {
    tp_Cell c;
    for (int tries = 0; tries < 20; tries++) {
      c = (tp_Cell){area.x + random_below(r, area.w),
                    area.y + random_below(r, area.h)};
      if (trial_is_free(t, c)) break;
    }
    seeds[i] = (tp_WindowSeed){least + random_bits(r) % spread, c};
  }
  qsort(seeds, count, sizeof *seeds, by_cost);
  return count;
}

/* The cost that a window counts for a link: at least an eighth of the cheapest
 * straight step. */
static uint64_t link_cost_of(const tp_Navmap *nav, double cost) {
  uint64_t link_cost = (uint64_t)floor(cost * nav->costs.scale + 0.5);
  uint64_t least = nav->costs.cheapest[0] / 8;
  if (least == 0) least = 1;
  return link_cost < least ? least : link_cost;
}

/* The links inside the rectangle, in the oracle's form. */
static void cut_links(const Trial *t, tp_Rect area, const tp_Navmap *nav,
                      OracleMap *map, OracleLink *list) {
  map->link = list;
  map->links = 0;
  for (int i = 0; i < t->map.links; i++) {
    const OracleLink *l = &t->link[i];
    int w = t->world.width;
    tp_Cell from = {l->from % w, l->from / w}, to = {l->to % w, l->to / w};
    if (l->cost == INFINITY) continue;
    if (!tp_rect_has(area, from.x, from.y)) continue;
    if (!tp_rect_has(area, to.x, to.y)) continue;
    list[map->links++] =
        (OracleLink){(from.y - area.y) * area.w + from.x - area.x,
                     (to.y - area.y) * area.w + to.x - area.x,
                     (double)link_cost_of(nav, l->cost) / nav->costs.scale};
  }
}

/* The oracle's costs for the rectangle alone, row by row. Seeds keep their
 * costs, so a path ends at the first one that it comes to. Of several in a cell
 * the first one counts. */
static void find_right(Trial *t, tp_Rect area, const tp_Navmap *nav,
                       const tp_WindowSeed *seeds, uint32_t count,
                       double *right) {
  static double price[TP_WINDOW_CELLS], cost[TP_WINDOW_CELLS];
  static bool ends[TP_WINDOW_CELLS];
  static OracleLink link[2 * WORLD_LINKS];
  OracleMap map = t->map;
  map.width = area.w;
  map.height = area.h;
  map.price = price;
  map.side_x = area.x;
  map.side_y = area.y;
  map.stagger = oracle_cut(t->map.stagger, area.x, area.y);
  map.ends = ends;
  cut_links(t, area, nav, &map, link);
  for (int i = 0; i < area.w * area.h; i++) {
    tp_Cell c = {area.x + i % area.w, area.y + i / area.w};
    price[i] = t->map.price[trial_cell(t, c)];
    right[i] = INFINITY;
    ends[i] = false;
    for (uint32_t n = 0; n < count; n++) {
      ends[i] |= tp_same_cell(seeds[n].cell, c);
    }
  }
  for (uint32_t n = count; n-- > 0;) {
    const int x = seeds[n].cell.x - area.x, y = seeds[n].cell.y - area.y;
    const double own = (double)seeds[n].cost / nav->costs.scale;
    if (!trial_is_free(t, seeds[n].cell)) continue;
    oracle_costs(&map, x, y, true, cost);
    for (int i = 0; i < area.w * area.h; i++) {
      if (!ends[i]) right[i] = fmin(right[i], cost[i] + own);
    }
    right[y * area.w + x] = own;
  }
}

/* The rounding of a window whose costs lie far apart: they lose their last
 * bits. */
static double lost_to_shift(const tp_Window *w, const tp_Navmap *nav) {
  return (double)tp_window_rounding(w) / nav->costs.scale;
}

void judge_window(Trial *t, Player *p) {
  static double right[TP_WINDOW_CELLS];
  static tp_Window window;
  tp_WindowSeed seeds[MOST_SEEDS] = {{0, {0, 0}}};
  const tp_Navmap *nav = &p->navmap;
  tp_Rect area = choose_area(t, TP_WINDOW_CELLS);
  uint32_t count = choose_seeds(t, nav, area, seeds);
  void *scratch = fuzz_allocate(tp_window_scratch_bytes());
  if (t->promise > 0.1) count = 0;
  find_right(t, area, nav, seeds, count, right);
  tp_window_make(&window, nav, area, seeds, count, scratch);
  for (int i = 0; i < area.w * area.h && !t->wrong; i++) {
    tp_Cell c = {area.x + i % area.w, area.y + i / area.w};
    uint64_t cost = tp_window_cost(&window, nav, c);
    double is = (double)cost / nav->costs.scale;
    bool far = right[i] == INFINITY;
    double lost = lost_to_shift(&window, nav);
    trial_expect(t, far == (cost == TP_FAR), "window: %d, %d is%s too far",
                 (int)c.x, (int)c.y, far ? "" : " not");
    if (far) continue;
    trial_expect(t, fabs(is - right[i]) <= t->promise * right[i] + lost,
                 "window: %d, %d costs %.17g, not %.17g", (int)c.x, (int)c.y,
                 right[i], is);
  }
  free(scratch);
}

/* ---- paths ------------------------------------------------------------- */

/* Cost of the step to cell i of the path, or of the cheapest link to it. */
static uint64_t cost_of_step(const Trial *t, const tp_Navmap *nav, size_t i) {
  const Answer *a = &t->answer;
  tp_Cell from = {a->path[2 * i - 2], a->path[2 * i - 1]};
  tp_Cell to = {a->path[2 * i], a->path[2 * i + 1]};
  if (!a->linked[i]) {
    int d = tp_direction(to.x - from.x, to.y - from.y);
    return nav->costs.step[tp_is_diagonal(d)]
                          [nav->costs.class_of[(size_t)trial_cell(t, to)]];
  }
  double least = INFINITY;
  for (int k = 0; k < t->map.links; k++) {
    const OracleLink *l = &t->link[k];
    bool is_it = l->from == trial_cell(t, from) && l->to == trial_cell(t, to);
    if (is_it) least = fmin(least, l->cost);
  }
  return least < INFINITY ? link_cost_of(nav, least) : 0;
}

/* Compares the path with what the path tells a unit that walks along it. */
static void judge_cells(Trial *t, tp_UnitPath *unit_path,
                        const tp_Navmap *nav) {
  const Answer *a = &t->answer;
  tp_Cell at = {a->path[0], a->path[1]}, next;
  uint64_t cost = tp_unitpath_cost(unit_path, nav, at);
  for (size_t i = 1; i < a->count && !t->wrong; i++) {
    const tp_Cell right = {a->path[2 * i], a->path[2 * i + 1]};
    bool goes_on = tp_unitpath_next(unit_path, at, &next);
    if (!trial_expect(t, goes_on && tp_same_cell(next, right),
                      "trail: %d, %d does not follow after %d, %d",
                      (int)right.x, (int)right.y, (int)at.x, (int)at.y)) {
      return;
    }
    uint64_t step = cost_of_step(t, nav, i);
    uint64_t left = tp_unitpath_cost(unit_path, nav, next);
    trial_expect(t, left + step == cost, "trail: %d, %d costs %llu, not %llu",
                 (int)next.x, (int)next.y, (unsigned long long)left,
                 (unsigned long long)(cost - step));
    cost = left;
    at = next;
    trial_expect(t, tp_unitpath_come(unit_path, at), "trail: one is not on it");
  }
  trial_expect(t, cost == 0 && !tp_unitpath_next(unit_path, at, &next),
               "trail: it has no end");
}

/* Compares the seeds in a rectangle with the path's cells there. */
static void judge_seeds(Trial *t, const tp_UnitPath *unit_path,
                        const tp_Navmap *nav) {
  static tp_WindowSeed seeds[MOST_CELLS];
  const Answer *a = &t->answer;
  tp_Rect area = choose_area(t, MOST_CELLS);
  uint32_t count = tp_unitpath_seeds(unit_path, nav, area, seeds), found = 0;
  for (size_t i = a->count; i-- > 0;) {
    tp_Cell c = {a->path[2 * i], a->path[2 * i + 1]};
    if (!tp_rect_has(area, c.x, c.y)) continue;
    bool is_next = found < count && tp_same_cell(seeds[found].cell, c);
    if (!trial_expect(t, is_next, "trail: %d, %d is no seed", (int)c.x,
                      (int)c.y)) {
      return;
    }
    found++;
  }
  trial_expect(t, found == count, "trail: seeds that are not on it");
  for (uint32_t i = 1; i < count; i++) {
    trial_expect(t, seeds[i].cost > seeds[i - 1].cost, "trail: out of order");
  }
}

static void judge_touch(Trial *t, tp_UnitPath *unit_path) {
  tp_Rect rects[MOST_RECTS];
  const Answer *a = &t->answer;
  int count = random_below(&t->random, MOST_RECTS);
  bool right = false;
  for (int k = 0; k < count; k++) rects[k] = choose_area(t, 20);
  for (size_t i = 0; i < a->count; i++) {
    for (int k = 0; k < count; k++) {
      tp_Rect r = tp_rect_grow(rects[k], 1);
      right |= tp_rect_has(r, a->path[2 * i], a->path[2 * i + 1]);
    }
  }
  trial_expect(t, tp_unitpath_is_touched(unit_path, rects, count) == right,
               "trail: it is%s touched", right ? " not" : "");
}

/* A window on open ground with a straight path in it needs no table. Its costs
 * must be those of a table. */
static void judge_open(Trial *t, const tp_UnitPath *unit_path,
                       const tp_Navmap *nav) {
  static tp_WindowSeed seeds[TP_WINDOW_CELLS];
  static tp_Window open, made;
  const Answer *a = &t->answer;
  size_t n = (size_t)random_below(&t->random, (int)a->count);
  tp_Rect area = {a->path[2 * n], a->path[2 * n + 1], 1, 1};
  area = tp_rect_grow(area, 1 + random_below(&t->random, 3));
  area = tp_rect_clip(area, (tp_Rect){0, 0, t->world.width, t->world.height});
  uint32_t count = tp_unitpath_seeds(unit_path, nav, area, seeds);
  if (count == 0 || !tp_window_is_open(nav, area)) return;
  const tp_WindowSeed *last = &seeds[count - 1];
  const uint64_t crow = tp_window_crow(nav, last->cell, seeds->cell);
  if (last->cost - seeds->cost != crow) return;
  void *scratch = fuzz_allocate(tp_window_scratch_bytes());
  tp_window_take_open(&open, nav, area, seeds);
  tp_window_make(&made, nav, area, seeds, count, scratch);
  for (int i = 0; i < area.w * area.h; i++) {
    tp_Cell c = {area.x + i % area.w, area.y + i / area.w};
    uint64_t is = tp_window_cost(&open, nav, c);
    uint64_t right = tp_window_cost(&made, nav, c);
    trial_expect(t, is - right <= tp_window_rounding(&made),
                 "window: %d, %d of open ground costs %llu, not %llu", (int)c.x,
                 (int)c.y, (unsigned long long)right, (unsigned long long)is);
  }
  free(scratch);
}

/* A unit that strays returns by its window. The stated cost is never below the
 * true one. */
static void judge_strayed(Trial *t, tp_UnitPath *unit_path,
                          const tp_Navmap *nav) {
  const Answer *a = &t->answer;
  size_t i = (size_t)random_below(&t->random, (int)a->count);
  tp_Cell at = {a->path[2 * i] + random_below(&t->random, 9) - 4,
                a->path[2 * i + 1] + random_below(&t->random, 9) - 4};
  if (!trial_is_inside(t, at) || !trial_is_free(t, at)) return;
  void *scratch = fuzz_allocate(tp_unitpath_scratch_bytes());
  tp_unitpath_rejoin(unit_path, nav->moves.stagger, at);
  tp_CostToGoal to_goal = {.unit_path = unit_path, .goal = t->goal};
  tp_Service service = tp_costtogoal_service(&to_goal, nav, at, true);
  trial_expect(t, service == TP_COSTTOGOAL_LAGS,
               "guide: there is no window yet");
  service = tp_costtogoal_refresh(&to_goal, nav, at, scratch);
  oracle_costs(&t->map, t->goal.x, t->goal.y, true, t->rest);
  double best = t->rest[trial_cell(t, at)];
  double is = (double)tp_costtogoal_cost(&to_goal, nav, at) / nav->costs.scale;
  if (service == TP_COSTTOGOAL_SERVES && t->promise <= 0.1) {
    double lost = lost_to_shift(&unit_path->window, nav);
    trial_expect(t, is >= best * (1 - t->promise) - lost,
                 "guide: %d, %d costs %.17g, not %.17g", (int)at.x, (int)at.y,
                 best, is);
    service = tp_costtogoal_service(&to_goal, nav, at, true);
    trial_expect(t, service == TP_COSTTOGOAL_SERVES,
                 "guide: a window at once old");
  }
  free(scratch);
}

void judge_trail(Trial *t, Player *p) {
  const tp_Navmap *nav = &p->navmap;
  const tp_Cell goal = t->goal;
  if (nav->profile.heuristic == TP_HEURISTIC_USER && !p->reported) return;
  t->goal = trial_choose_cell(t);
  const tp_Query query = tp_query_default(t->start, t->goal);
  player_find(p, query, (Way){.slice = 0}, &t->answer);
  if (!t->answer.found || t->answer.count == 0) {
    t->goal = goal;
    return;
  }
  const tp_Path path = tp_search_path(&p->search);
  uint32_t turns = tp_unitpath_turns(&path);
  tp_UnitPath *unit_path = fuzz_allocate(tp_unitpath_bytes(turns));
  tp_unitpath_take(unit_path, turns, &path);
  judge_seeds(t, unit_path, nav);
  if (!t->wrong) judge_touch(t, unit_path);
  if (!t->wrong) judge_open(t, unit_path, nav);
  if (!t->wrong) judge_strayed(t, unit_path, nav);
  tp_unitpath_rejoin(unit_path, nav->moves.stagger, t->start);
  if (!t->wrong) judge_cells(t, unit_path, nav);
  t->goal = goal;
  free(unit_path);
}
