/* exits.c - from a way out to a field, and from the field back along it.
 *
 * Which exits count: a cell's way is the one over the fewest blocked cells, and
 * of those the cheapest. All cells of a region have the same exits to choose
 * from, so the nearest of these count, and a field from all of them at once
 * chooses among those. Where links or one-way steps lead from region to region
 * those count for which no nearer exits lead there. n log n steps for n exits,
 * 56 bytes each.
 *
 * A search keeps 8 bytes for each cell of the map for the next one. A field is
 * a snapshot, of which a game may have many: so it has its own trail, as large
 * as the ways out.
 */
#include "exits.h"

#include "../base/order.h"

size_t tp_exits_bytes(const tp_Escape *e) {
  return e->exits * (sizeof(tp_Source) + 2 * sizeof(tp_Ranked));
}

/* Of the nearest exits of each region, as it stands, those of regions to which
 * a way leads from exits that are nearer do not count: regions that have a
 * nearer exit come first. Returns how many are left. */
static uint32_t leave_out_behind(const tp_Escape *e, tp_Ranked *list,
                                 tp_Ranked *spare, uint32_t count) {
  const tp_Navmap *nav = e->navmap;
  uint32_t kept = 0, end;
  if (count == 0 || !tp_navmap_has_crossings(nav)) return count;
  for (uint32_t i = 0; i < count; i++) {
    list[i].key = tp_escape_exit(e, list[i].number)->steps;
  }
  tp_order(list, spare, count);
  for (uint32_t i = 0; i < count; i = end) {
    const uint64_t steps = list[i].key;
    const uint32_t nearer = tp_escape_end(e, (uint32_t)steps - 1);
    const tp_Exits before = tp_escape_exits(e, 0, nearer);
    const tp_RegionSet led = tp_navmap_beyond(nav, before.regions);
    for (end = i; end < count && list[end].key == steps; end++) {
      const tp_Exit *exit = tp_escape_exit(e, list[end].number);
      if (nearer > 0 && tp_region_is_in(led, exit->region)) continue;
      list[kept++] = list[end];
    }
  }
  return kept;
}

tp_Sources tp_exits_sources(const tp_Escape *e, void *block, int hops) {
  tp_Source *sources = block;
  tp_Ranked *list = (tp_Ranked *)(void *)(sources + e->exits);
  tp_Ranked *spare = list + e->exits;
  uint32_t count = 0, nearest = 0, region = 0;
  for (uint32_t i = 0; i < e->exits; i++) {
    list[i] = (tp_Ranked){tp_escape_exit(e, i)->region, i, 0};
  }
  tp_order(list, spare, e->exits);
  for (uint32_t i = 0; i < e->exits; i++) {
    const tp_Exit *exit = tp_escape_exit(e, list[i].number);
    if (i == 0 || exit->region != region) nearest = exit->steps;
    region = exit->region;
    if (exit->steps > nearest) continue;
    list[count++] = list[i];
  }
  count = leave_out_behind(e, list, spare, count);
  for (uint32_t i = 0; i < count; i++) {
    const tp_Exit *exit = tp_escape_exit(e, list[i].number);
    uint64_t row = (uint64_t)exit->at.y, column = (uint64_t)exit->at.x;
    list[i].key = row << 32 | column;
  }
  tp_order(list, spare, count);
  for (uint32_t i = 0; i < count; i++) {
    const tp_Exit *exit = tp_escape_exit(e, list[i].number);
    sources[i] = (tp_Source){exit->at.x, exit->at.y, 0, exit->cost << hops};
  }
  return (tp_Sources){sources, count, NULL};
}

/* ---- the way back ------------------------------------------------------- */

static void reach_out(tp_Rect *area, tp_Cell c) {
  *area = tp_rect_join(*area, (tp_Rect){c.x, c.y, 1, 1});
}

size_t tp_exit_trail_begin(tp_ExitTrail *t, const tp_Escape *e) {
  t->start = e->start;
  t->area = (tp_Rect){e->start.x, e->start.y, 1, 1};
  for (uint32_t i = 0; i < e->cells; i++) {
    reach_out(&t->area, tp_escape_cell(e, i));
  }
  for (uint32_t i = 0; i < e->exits; i++) {
    reach_out(&t->area, tp_escape_exit(e, i)->at);
  }
  return (size_t)tp_rect_area(t->area);
}

static uint8_t *step_to(const tp_ExitTrail *t, tp_Cell c) {
  size_t row = (size_t)(c.y - t->area.y) * (size_t)t->area.w;
  return &t->came_by[row + (size_t)(c.x - t->area.x)];
}

void tp_exit_trail_fill(tp_ExitTrail *t, const tp_Escape *e, void *block) {
  t->came_by = block;
  for (uint32_t i = 1; i < e->cells; i++) {
    tp_Cell at = tp_escape_cell(e, i);
    *step_to(t, at) = (uint8_t)tp_escape_came_by(e, at);
  }
  for (uint32_t i = 0; i < e->exits; i++) {
    const tp_Exit *exit = tp_escape_exit(e, i);
    *step_to(t, exit->at) = (uint8_t)exit->came_by;
  }
}

/* As tp_escape_leg has it. */
static bool leg_out(const tp_ExitTrail *t, tp_Cell *at, tp_Leg *leg) {
  if (tp_same_cell(*at, t->start)) return false;
  *leg = (tp_Leg){*step_to(t, *at), 0, NULL};
  do {
    leg->length++;
    at->x -= tp_dx[leg->came_by];
    at->y -= tp_dy[leg->came_by];
  } while (!tp_same_cell(*at, t->start) && *step_to(t, *at) == leg->came_by);
  return true;
}

static bool next_leg(const void *source, tp_Backtrace *b, tp_Leg *leg) {
  const tp_TraceOut *t = source;
  const tp_Route inside = tp_trace_route(&t->trace, b->at);
  if (b->blocked == 0 && inside.next_leg(inside.source, b, leg)) return true;
  if (!t->trail || !leg_out(t->trail, &b->at, leg)) return false;
  b->blocked += (uint32_t)leg->length;
  return true;
}

tp_Route tp_exits_route(const tp_TraceOut *t, tp_Cell from) {
  tp_Route route = tp_trace_route(&t->trace, from);
  route.source = t;
  route.next_leg = next_leg;
  return route;
}
