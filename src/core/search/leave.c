/* leave.c - tries exits, the nearest first.
 *
 * Whether a way leads on from some exits is asked of their regions, as it is of
 * the start's in other queries. To one goal that is one look-up, so each level
 * of exits is tried when it is found. With a list of goals it may take as long
 * as a part of the map; so after a level that would not do the next ones are
 * only noted, until as many cells have been looked at as that took. Then all of
 * them are tried at once, and if there is a way the first level of which that
 * is true is found by halves. So to try takes a part of the time that it takes
 * to look, but for the logarithm of the number of levels.
 */
#include "leave.h"

#include "goalchoice.h"

/* One looks at so many cells in the time for which one tries. */
enum { PATIENCE = 4 };

static void look_anew(tp_Leave *l, tp_Navmap *nav, const tp_Plan *plan) {
  l->first = 0;
  l->next = 0;
  tp_escape_begin(&l->escape, nav, plan->query.start);
  if (plan->query.one_step) tp_escape_by_step(&l->escape);
}

void tp_leave_begin(tp_Leave *l, tp_Navmap *nav, const tp_Plan *plan) {
  l->any = plan->reason != TP_NO_REASON;
  l->looked = 0;
  look_anew(l, nav, plan);
}

/* How many cells to look at before exits are tried again. */
static uint64_t price_of(const tp_Plan *plan) {
  const tp_Goals *goals = plan->query.goals;
  if (!goals) return 0;
  uint64_t side = 2 * (uint64_t)goals->margin + 1;
  uint64_t cells = tp_grid_cells(plan->navmap->grid);
  uint64_t ends = side * side < cells ? side * side : cells;
  return PATIENCE * (uint64_t)goals->given * ends;
}

/* Is there a way from any of these exits? */
static bool leads(tp_Leave *l, const tp_Plan *plan, uint32_t end) {
  const tp_Exits exits = tp_escape_exits(&l->escape, l->first, end);
  const tp_RegionSet from = tp_navmap_beyond(plan->navmap, exits.regions);
  return tp_goals_check(&plan->query, plan->navmap, from) == TP_NO_REASON;
}

/* The end of the first level, of those not tried yet, with which there is a way
 * from them. There is one from all of them. */
static uint32_t find_level(tp_Leave *l, const tp_Plan *plan) {
  const tp_Escape *e = &l->escape;
  uint32_t low = tp_escape_exit(e, l->first)->steps;
  uint32_t high = tp_escape_exit(e, e->exits - 1)->steps;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (leads(l, plan, tp_escape_end(e, middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return tp_escape_end(e, low);
}

/* The exits of the level that ends there, but for those from which there is no
 * way: for one goal, where none leads from their regions to its; for several,
 * where there are exits to the same region before. */
static tp_Exits exits_of(tp_Leave *l, const tp_Plan *plan, uint32_t end) {
  const tp_Navmap *nav = plan->navmap;
  tp_Escape *e = &l->escape;
  tp_Cell goal = plan->query.goal;
  uint32_t first = end;
  while (first > 0 && tp_escape_exit(e, first - 1)->steps ==
                          tp_escape_exit(e, end - 1)->steps) {
    first--;
  }
  if (plan->query.goals) {
    end = tp_escape_keep_new(e, first, end);
  } else if (!l->any) {
    const uint32_t home = tp_navmap_region(nav, goal.x, goal.y);
    const tp_RegionSet there = {&home, 1, NULL};
    end = tp_escape_keep(e, first, end, tp_navmap_behind(nav, there));
  }
  return tp_escape_exits(e, first, end);
}

/* Will any of those do that were not tried yet? */
static bool are_right(tp_Leave *l, const tp_Plan *plan) {
  const tp_Escape *e = &l->escape;
  if (l->first == e->exits) return false;
  if (l->any || leads(l, plan, e->exits)) return true;
  l->first = e->exits;
  l->next = l->looked + price_of(plan);
  return false;
}

tp_Status tp_leave_run(tp_Leave *l, const tp_Plan *plan, uint64_t *budget,
                       tp_Exits *exits) {
  tp_Escape *e = &l->escape;
  for (;;) {
    uint64_t before = *budget;
    tp_Status status = tp_escape_run(e, budget);
    l->looked += before - *budget;
    if (status == TP_NEEDS_ROOM || status == TP_RUNNING) return status;
    bool is_last = status == TP_FAILED;
    if ((is_last || l->looked >= l->next) && are_right(l, plan)) {
      uint32_t end = l->any ? e->exits : find_level(l, plan);
      *exits = exits_of(l, plan, end);
      return TP_FOUND;
    }
    if (is_last && (l->any || !plan->query.partial)) return TP_FAILED;
    if (!is_last) continue;
    l->any = true;
    look_anew(l, e->navmap, plan);
  }
}
