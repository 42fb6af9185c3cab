/* goalfilter.c - leaves out the goals that cannot be reached, and those that
 * cannot be the cheapest.
 *
 * A goal can be reached if one of its ends lies in the start's region, or in a
 * region to which ways lead from there. The goals' ends are tested in turn, row
 * by row. A long list of goals without such ends would test the same cells for
 * each goal. So after as much work as a share of the map's cells, one sweep
 * asks for all other goals at once: which goals lie within range of the
 * regions?
 *
 * A way out (escape.h) asks the same for the regions of many exits. So all
 * regions of ends are recorded first, and only their exits are asked about.
 *
 * An agent can walk along any line of its own sight, and back unless there are
 * fences. On maps with fences all cells that see the goal are tested.
 * Otherwise a free goal is seen only from its own region. A blocked goal is
 * seen from cells around it, which are tested (fov.h); for a small agent those
 * beside it are enough, as it could walk to one of them along any line of
 * sight. What others see says nothing about where they can walk: all cells that
 * they see are tested.
 *
 * Reasons that hold without other units take precedence. If there is none, and
 * each goal is held by a unit or blocked for all, the goals are occupied.
 *
 * Extra costs count from the least of them: that changes no order, and keeps
 * numbers small. A goal that is dearer by more than any path can cost is left
 * out, unless a limit may rule out the cheaper ones. Costs are whole numbers. Of
 * ends at the same cost, the rounded-off part of the extra cost decides first,
 * then the order of the list.
 */
#include "goalfilter.h"
#include "../navmap/connectivity.h"

#include <math.h>
#include <string.h>

/* The share of the map's cells that may be spent on goals one by one; and the
 * square of the distance to a cell beside. */
enum { IMPATIENCE = 4, BESIDE = 2 };

typedef struct Choice {
  tp_Goals *goals;
  const tp_Navmap *navmap;
  tp_RegionSet home;  /* where paths begin */
  uint64_t steps;     /* of work on single goals so far */
  uint64_t *recorded; /* records the regions of all ends; or NULL */
  bool has_swept;     /* the sweep over all goals is done */
} Choice;

/* What a sweep knows of a goal so far: only blocked cells are around it; free
 * cells are around it; an end can be reached. */
enum { IN_WALLS, HAS_CELLS, HAS_END };

/* Is the cell home? If regions are recorded, no cell is. */
static bool is_home(Choice *c, int32_t x, int32_t y) {
  const uint32_t region = tp_navmap_region(c->navmap, x, y);
  c->steps++;
  if (!c->recorded) return tp_region_is_in(c->home, region);
  tp_region_record(c->recorded, region);
  return false;
}

/* Restores the caller's order, and sets `at` and how far from goals their ends
 * may lie: at most the map's diagonal or, on hexagons, the steps of its columns
 * and rows. */
static void begin_choice(tp_Goals *goals, const tp_Navmap *nav) {
  const int32_t wide = nav->profile.wide, high = nav->profile.high;
  const uint64_t w = (uint64_t)nav->mask->width;
  const uint64_t h = (uint64_t)nav->mask->height;
  const bool is_hexagonal = tp_is_hexagonal(nav->moves.stagger);
  const uint64_t most = is_hexagonal ? (w + h) * (w + h) : w * w + h * h;
  tp_goals_reorder(goals);
  for (uint32_t k = 0; k < goals->given; k++) {
    goals->goal[k].at = (tp_Cell){goals->goal[k].rect.x, goals->goal[k].rect.y};
  }
  goals->is_near = false;
  goals->held = NULL;
  if (goals->range > most) goals->range = most;
  switch (goals->kind) {
    case TP_GOAL_WITHIN: goals->margin = tp_goals_reach(goals, 0); break;
    case TP_GOAL_ADJACENT: goals->margin = wide > high ? wide : high; break;
    default:
      goals->range = 0;
      goals->margin = 0;
      break;
  }
}

/* ---- one goal at a time ------------------------------------------------- */

/* Free cells side by side belong to one region unless there are fences: to
 * test the first is enough. Returns the others. */
static uint64_t other_runs(const Choice *c, uint64_t cells) {
  const uint64_t first = cells & (0 - cells);
  return cells & (c->navmap->fences ? cells - 1 : cells + first);
}

/* Has the goal an end within the range in the start's region? The test whether
 * a body sees the goal takes longest, so it comes last; but first if regions
 * are recorded. */
static bool has_end(Choice *c, const tp_Goal *goal, uint64_t range) {
  bool is_found = false;
  tp_Rows rows;
  tp_rows_start(&rows, c->goals, c->navmap, goal);
  rows.range = range;
  while (!is_found && tp_rows_next(&rows)) {
    for (int32_t w = rows.first_word; w <= rows.last_word && !is_found; w++) {
      for (uint64_t ends = rows.end[w]; ends && !is_found;) {
        const int32_t x = w * 64 + tp_lowest(ends);
        const uint64_t others = other_runs(c, ends), run = ends ^ others;
        ends = others;
        if (c->recorded && !tp_rows_ends(&rows, w, run)) continue;
        if (is_home(c, x, rows.y)) is_found = tp_rows_ends(&rows, w, run);
      }
    }
  }
  c->steps += rows.steps;
  return is_found;
}

/* A goal lies inside as a whole, or not at all. */
static bool is_inside(const tp_Goals *goals, const tp_Goal *goal) {
  return (uint32_t)goal->rect.x < (uint32_t)goals->width &&
         (uint32_t)goal->rect.y < (uint32_t)goals->height;
}

/* The reason why no path leads to one of the goal's own cells. Free cells side
 * by side may belong to one region: then the first is enough. */
static tp_Reason reason_of_cells(Choice *c, const tp_Goal *goal) {
  const tp_Navmap *nav = c->navmap;
  const tp_Rect r = goal->rect;
  const int32_t right = r.x + r.w;
  tp_Reason reason = TP_GOAL_BLOCKED;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x;; x = tp_navmap_row_end(nav, y, x, right)) {
      c->steps += 1 + (uint64_t)(right - x) / 64;
      x = tp_mask_next(tp_navmap_ends(nav), y, x, right);
      if (x == right) break;
      if (is_home(c, x, y)) return TP_NO_REASON;
      reason = TP_UNREACHABLE;
    }
  }
  return reason;
}

/* The reason why no path leads to a goal. */
static tp_Reason reason_of(Choice *c, const tp_Goal *goal) {
  const tp_Navmap *nav = c->navmap;
  const tp_Goals *goals = c->goals;
  const tp_Cell at = goal->at;
  uint64_t range = goals->range;
  if (!is_inside(goals, goal)) return TP_GOAL_OUTSIDE;
  if (goals->kind == TP_GOAL_CELLS) return reason_of_cells(c, goal);
  /* A goal that the agent itself sees, as the head of this file says. */
  const bool is_walked = goals->eyes == nav && !nav->fences && !nav->passed;
  const bool is_cell = tp_rect_area(goal->rect) == 1;
  bool leads;
  if (is_walked && is_cell && tp_mask_has(nav->mask, at.x, at.y)) {
    leads = is_home(c, at.x, at.y);
  } else {
    if (is_walked && !nav->cells && range > BESIDE) range = BESIDE;
    leads = has_end(c, goal, range);
  }
  return leads ? TP_NO_REASON : TP_UNREACHABLE;
}

/* ---- all at once ----------------------------------------------------- */

/* The cells of a row in the home regions: all of a run, or none. */
static void take_home(Choice *c, int32_t y, uint64_t *home) {
  const tp_Mask *m = c->navmap->mask;
  memset(home, 0, ((size_t)m->width + 63) / 64 * sizeof *home);
  for (int32_t x = tp_mask_next(m, y, 0, m->width); x < m->width;
       x = tp_mask_next(m, y, x, m->width)) {
    int32_t run = tp_navmap_row_end(c->navmap, y, x, m->width);
    if (!is_home(c, x, y)) x = run;
    for (; x < run; x++) home[x >> 6] |= UINT64_C(1) << (x & 63);
  }
}

/* What is known of a goal after the row: has it an end there in the home
 * regions? Or, if regions are recorded, adds its ends to the row. */
static uint64_t look_at_row(Choice *c, const tp_Goal *goal, int32_t y,
                            uint64_t *row) {
  const tp_Goals *goals = c->goals;
  const tp_Rect r = goal->rect;
  const bool is_touched = goals->kind == TP_GOAL_ADJACENT;
  const bool is_sure = !is_touched && !tp_is_hexagonal(goals->stagger);
  const uint64_t *free = tp_mask_row(tp_navmap_ends(c->navmap), y);
  const int32_t rows = (int32_t)tp_beyond(y, r.y, r.h);
  const int32_t reach =
      is_touched ? goals->margin : tp_goals_reach(goals, rows);
  const int32_t first = tp_greater(r.x - reach, 0);
  const int32_t last = tp_lesser(r.x + r.w - 1 + reach, goals->width - 1);
  uint64_t known = goal->extra;
  c->steps += 1 + ((uint64_t)(last - first) >> 9);
  for (int32_t w = first >> 6; w <= last >> 6; w++) {
    uint64_t cells = free[w];
    if (w == first >> 6) cells &= UINT64_MAX << (first & 63);
    if (w == last >> 6) cells &= UINT64_MAX >> (63 - (last & 63));
    if (cells) known = HAS_CELLS;
    uint64_t ends = cells & (c->recorded ? ~row[w] : row[w]);
    for (uint64_t rest = is_sure ? 0 : ends; rest; rest &= rest - 1) {
      const int32_t x = w * 64 + tp_lowest(rest);
      if (tp_goal_ends_at(goals, c->navmap, r, x, y, &c->steps)) continue;
      ends &= ~(rest & (0 - rest));
    }
    if (c->recorded) {
      row[w] |= ends;
    } else if (ends) {
      return HAS_END;
    }
  }
  return known;
}

/* A sweep line over the map's rows, with the goals near it (`active`). Stores
 * what is known of the goals from the k-th on in their `extra`, or records the
 * regions of all their ends. A row has the cells that `take_home` finds, or
 * collects the ends to record. */
static void sweep(Choice *c, uint32_t k) {
  tp_Goals *goals = c->goals;
  tp_Ranked *list = goals->list;
  uint64_t *row = tp_goals_work(goals);
  const int32_t margin = goals->margin, words = (goals->width + 63) / 64;
  /* Goals by rows. The first `active` may have an end in the current row; from
   * `next` on they lie below it. */
  uint32_t count = 0, next = 0, active = 0;
  for (uint32_t i = k; i < goals->given; i++) {
    tp_Goal *goal = &goals->goal[i];
    goal->extra = IN_WALLS;
    if (!is_inside(goals, goal)) continue;
    list[count++] = (tp_Ranked){(uint64_t)goal->rect.y, i, 0};
  }
  tp_mergesort(list, tp_goals_spare(goals), count);
  for (int32_t y = 0; y < goals->height; y++) {
    while (next < count && (int32_t)list[next].key <= y + margin) {
      list[active++] = list[next++];
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < active; i++) {
      const tp_Goal *goal = &goals->goal[list[i].number];
      const bool is_past = y - margin >= goal->rect.y + goal->rect.h;
      if (!is_past && goal->extra != HAS_END) list[kept++] = list[i];
    }
    active = kept;
    if (active == 0) continue;
    c->steps += (uint64_t)goals->width;
    if (c->recorded) {
      memset(row, 0, (size_t)words * sizeof *row);
    } else {
      take_home(c, y, row);
    }
    for (uint32_t i = 0; i < active; i++) {
      tp_Goal *goal = &goals->goal[list[i].number];
      goal->extra = look_at_row(c, goal, y, row);
    }
    for (int32_t w = 0; c->recorded && w < words; w++) {
      for (uint64_t ends = row[w]; ends; ends = other_runs(c, ends)) {
        is_home(c, w * 64 + tp_lowest(ends), y);
      }
    }
  }
}

/* ---- the goals left -------------------------------------------------- */

/* Have the single tests taken so long that a sweep is as good? */
static bool is_impatient(const Choice *c) {
  const uint64_t cells = tp_grid_cells(c->navmap->grid);
  return !c->goals->eyes && c->steps > cells / IMPATIENCE;
}

/* The reason why no path leads to the k-th goal. The goals before it have been
 * tested. */
static tp_Reason reason_in_turn(Choice *c, uint32_t k) {
  const tp_Goal *goal = &c->goals->goal[k];
  if (!c->has_swept && is_impatient(c)) {
    sweep(c, k);
    c->has_swept = true;
  }
  if (!c->has_swept || !is_inside(c->goals, goal)) return reason_of(c, goal);
  if (goal->extra == HAS_END) return TP_NO_REASON;
  const bool is_walled =
      c->goals->kind == TP_GOAL_CELLS && goal->extra == IN_WALLS;
  return is_walled ? TP_GOAL_BLOCKED : TP_UNREACHABLE;
}

/* Moves the goals that can be reached to the front. Returns the reason if there
 * is none. */
static tp_Reason take_goals(Choice *c) {
  tp_Goals *goals = c->goals;
  tp_Reason all = TP_NO_REASON;
  begin_choice(goals, c->navmap);
  goals->count = 0;
  for (uint32_t k = 0; k < goals->given; k++) {
    tp_Goal *goal = &goals->goal[k];
    const tp_Reason reason = reason_in_turn(c, k);
    if (reason == TP_NO_REASON) {
      tp_goals_swap(goal, &goals->goal[goals->count++]);
    } else if (k == 0 || reason == TP_UNREACHABLE) {
      all = reason;
    }
  }
  return all;
}

/* Notes the cells of a goal that others hold. Can another one be reached? */
static bool has_free_cell(Choice *c, tp_Rect goal,
                          const tp_QueryCaller *caller) {
  const tp_Mask *ends = tp_navmap_ends(c->navmap);
  bool is_found = false;
  c->steps += (uint64_t)tp_rect_area(goal);
  for (tp_Cell at = tp_rect_first(goal); tp_rect_wrap(goal, &at); at.x++) {
    if (!tp_mask_has(ends, at.x, at.y)) continue;
    const bool is_held = caller->is_held(caller->context, at);
    tp_mask_write(caller->held, at.x, at.y, is_held);
    is_found = is_found || (!is_held && is_home(c, at.x, at.y));
  }
  return is_found;
}

/* Leaves out the cells of goals that others hold, unless all are held. */
static void leave_out_held(Choice *c, const tp_QueryCaller *caller) {
  tp_Goals *goals = c->goals;
  const uint32_t count = goals->count;
  if (!caller || !caller->is_held) return;
  goals->count = 0;
  for (uint32_t k = 0; k < count; k++) {
    tp_Goal *goal = &goals->goal[k];
    if (!has_free_cell(c, goal->rect, caller)) continue;
    tp_goals_swap(goal, &goals->goal[goals->count++]);
  }
  if (goals->count > 0)
    goals->held = caller->held;
  else
    goals->count = count;
}

#define LEFT_OUT UINT64_MAX

/* Rounds the extra cost of a goal, in the navmap's costs, above a whole
 * number. */
static void round_extra_cost(tp_Goal *goal, double above, double extra,
                             double most) {
  const double fine = (double)(UINT64_C(1) << 32);
  goal->extra = LEFT_OUT;
  if (!(above + extra < most)) return;
  const double whole = floor(extra);
  const double part = floor((extra - whole) * fine + 0.5);
  goal->extra = (uint64_t)above + (uint64_t)whole + (part == fine);
  goal->tie = (part == fine ? 0 : (uint64_t)part) << 32 | goal->index;
}

/* Extra costs count from the least of them. With a limit, the cheaper goals may
 * be too far; so a gap in the extra costs that is larger than the limit counts
 * as just above it: no path outweighs that either. */
static void round_extra_costs(tp_Goals *goals, const tp_Navmap *nav,
                              double limit) {
  const double most = (double)(UINT64_C(1) << nav->costs.bits);
  const double most_gaps = (double)(UINT64_C(1) << 62);
  const double scale = nav->costs.scale;
  const double gap = tp_product(limit * scale, 1.000001) + 3;
  double least = INFINITY, above = 0;
  for (uint32_t k = 0; k < goals->count; k++) {
    least = fmin(least, goals->goal[k].extra_cost);
  }
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Goal *goal = &goals->goal[k];
    round_extra_cost(goal, 0, (goal->extra_cost - least) * scale, most);
  }
  if (!(gap < most)) return;
  const tp_Ranked *list = tp_goals_list_by_cost(goals);
  double last = least;
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Goal *goal = &goals->goal[list[k].number];
    const double cost = goal->extra_cost;
    if ((cost - last) * scale > gap) {
      above = floor(above + tp_product(last - least, scale) + gap);
      least = cost;
    }
    round_extra_cost(goal, above, tp_product(cost - least, scale), most_gaps);
    last = cost;
  }
}

static tp_Reason choose_goals(const tp_Query *q, const tp_Navmap *nav,
                              tp_RegionSet home) {
  tp_Goals *goals = q->goals;
  Choice c = {.goals = goals, .navmap = nav, .home = home};
  const tp_Reason all = take_goals(&c);
  leave_out_held(&c, q->caller);
  tp_navmap_add_work(nav, c.steps + goals->given);
  if (goals->count == 0) return all;
  round_extra_costs(goals, nav, q->max_cost);
  const uint32_t count = goals->count;
  goals->count = 0;
  goals->first_tie = UINT64_MAX;
  for (uint32_t k = 0; k < count; k++) {
    tp_Goal *goal = &goals->goal[k];
    if (goal->extra == LEFT_OUT) continue;
    if (goal->tie < goals->first_tie) goals->first_tie = goal->tie;
    tp_goals_swap(goal, &goals->goal[goals->count++]);
  }
  tp_goals_move(goals);
  return TP_NO_REASON;
}

void tp_goals_record(tp_Goals *goals, const tp_Navmap *nav,
                     uint64_t *recorded) {
  Choice c = {.goals = goals, .navmap = nav, .recorded = recorded};
  begin_choice(goals, nav);
  for (uint32_t k = 0; k < goals->given; k++) {
    if (is_impatient(&c)) {
      sweep(&c, k);
      break;
    }
    reason_of(&c, &goals->goal[k]);
  }
  tp_navmap_add_work(nav, c.steps);
}

/* ---- walls or units -------------------------------------------------- */

tp_Reason tp_goals_check(const tp_Query *q, const tp_Navmap *nav,
                         tp_RegionSet home) {
  const tp_Cell goal = q->goal;
  tp_Reason reason = TP_NO_REASON;
  if (q->goals) {
    reason = choose_goals(q, nav, home);
  } else if (!tp_grid_contains(nav->grid, goal.x, goal.y)) {
    return TP_GOAL_OUTSIDE;
  } else if (!tp_mask_has(tp_navmap_ends(nav), goal.x, goal.y)) {
    reason = TP_GOAL_BLOCKED;
  } else if (!tp_region_is_in(home, tp_navmap_region(nav, goal.x, goal.y))) {
    reason = TP_UNREACHABLE;
  }
  /* If no goal can be entered, other units may be the reason: if the agent
   * alone could reach one. With a blocked start that is unknown. */
  const tp_Navmap *base = nav->base;
  const tp_Goal one = {.rect = {goal.x, goal.y, 1, 1}};
  const uint32_t given = q->goals ? q->goals->given : 1;
  tp_GroupSet groups;
  if (reason != TP_GOAL_OUTSIDE && reason != TP_GOAL_BLOCKED) return reason;
  if (!base || (q->goals && q->goals->kind != TP_GOAL_CELLS)) return reason;
  TP_ASSERT(tp_navmap_is_ready(base, TP_CONNECTED));
  Choice c = {.goals = q->goals, .navmap = base};
  if (!q->out && tp_mask_can_enter(base->mask, q->start.x, q->start.y)) {
    c.home = tp_navmap_home(base, q->start, &groups);
  }
  for (uint32_t k = 0; k < given && reason != TP_GOAL_OCCUPIED; k++) {
    const tp_Reason own =
        q->goals ? reason_in_turn(&c, k) : reason_of_cells(&c, &one);
    if (own == TP_NO_REASON) reason = TP_GOAL_OCCUPIED;
    if (own == TP_UNREACHABLE) reason = own;
  }
  tp_navmap_add_work(base, c.steps);
  return reason;
}
