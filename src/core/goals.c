/* goals.c - which cells end a search, and at what extra cost.
 *
 * A search for the cheapest of several ends is A* all the same: a cell that
 * ends it at an extra cost e is as a cell with one more step, of cost e, to an
 * end that is common to all. An estimate to that end is the least over all
 * goals of the estimate to the goal plus its extra cost (heuristic.h); the
 * least of consistent estimates is consistent.
 *
 * Extra costs count from the least of them: that cannot change which is
 * cheapest, and keeps numbers small. A goal dearer by more than any path can
 * cost is left out. Costs are whole numbers; what rounding takes from an extra
 * cost decides between ends that are equal without it, then the list does.
 *
 * Goals themselves are found in a table by cell (open addressing), so that a
 * list of a thousand costs no more a cell than one of two. Whether a cell is
 * within range of a goal, or beside one, is asked of each goal in turn, where
 * the cell is near enough to any.
 *
 * 48 bytes a goal, and 16 to 32 for the table.
 */
#include "goals.h"

#include <math.h>
#include <string.h>

#include "sight.h"

typedef struct Entry {
  uint32_t cell; /* x, y packed                      */
  uint32_t goal; /* its number, from 1; 0: no entry  */
} Entry;

enum { FEWEST_ENTRIES = 8 };

static uint32_t entries_for(uint32_t count) {
  uint32_t entries = FEWEST_ENTRIES;
  while (entries / 2 < count) entries *= 2;
  return entries;
}

size_t tp_goals_bytes(uint32_t count) {
  return sizeof(tp_Goals) + count * sizeof(tp_Goal) +
         entries_for(count) * sizeof(Entry);
}

void tp_goals_init(tp_Goals *goals, uint32_t count, tp_GoalKind kind) {
  memset(goals, 0, sizeof *goals);
  goals->kind = kind;
  goals->given = count;
  goals->table_mask = entries_for(count) - 1;
}

/* ---- the table ---------------------------------------------------------- */

static Entry *table_of(const tp_Goals *goals) {
  return (Entry *)(uintptr_t)&goals->goal[goals->given];
}

static uint32_t pack(int32_t x, int32_t y) {
  return (uint32_t)x | (uint32_t)y << 16;
}

/* Where a cell stands in the table, or would (Knuth's multiplicative hash). */
static Entry *entry_of(const tp_Goals *goals, uint32_t cell) {
  Entry *table = table_of(goals);
  uint32_t i = cell * UINT32_C(2654435769) >> 7;
  while (table[i & goals->table_mask].goal > 0 &&
         table[i & goals->table_mask].cell != cell) {
    i++;
  }
  return &table[i & goals->table_mask];
}

static bool comes_first(const tp_Goal *a, const tp_Goal *b) {
  return a->extra < b->extra || (a->extra == b->extra && a->tie < b->tie);
}

static void fill_table(tp_Goals *goals) {
  memset(table_of(goals), 0, (goals->table_mask + 1) * sizeof(Entry));
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Goal *goal = &goals->goal[k];
    uint32_t cell = pack(goal->at.x, goal->at.y);
    Entry *entry = entry_of(goals, cell);
    if (entry->goal > 0 && !comes_first(goal, &goals->goal[entry->goal - 1])) {
      continue;
    }
    *entry = (Entry){cell, k + 1};
  }
}

/* ---- which cells end a search ------------------------------------------- */

static bool is_in_range(const tp_Goals *goals, tp_Cell goal, int32_t x,
                        int32_t y) {
  int64_t dx = goal.x - x, dy = goal.y - y;
  return (uint64_t)(dx * dx + dy * dy) <= goals->range;
}

/* -1, 0 or 1 where v lies just before, in or just behind a stretch; else 2. */
static int32_t side_of(int32_t v, int32_t first, int32_t length) {
  if (v < first) return v == first - 1 ? -1 : 2;
  return v < first + length ? 0 : v == first + length ? 1 : 2;
}

/* Would a step from the cell lead to the goal, if that could be entered; does
 * an agent that covers more touch it so? */
static bool is_beside(const tp_Agent *a, tp_Cell goal, int32_t x, int32_t y) {
  int32_t wide = a->profile.wide, high = a->profile.high;
  int32_t dx = side_of(goal.x, x, wide), dy = side_of(goal.y, y, high);
  if (dx == 2 || dy == 2) return false;
  if (dx == 0 || dy == 0) return dx != dy;
  const tp_Mask *cells = a->cells ? a->cells : a->mask;
  int32_t corner_x = dx < 0 ? x : x + wide - 1;
  int32_t corner_y = dy < 0 ? y : y + high - 1;
  return tp_may_cut(a->profile.diagonal, tp_mask_has(cells, goal.x, corner_y),
                    tp_mask_has(cells, corner_x, goal.y));
}

/* Does a cell, which may be entered, end a search for the goal? */
static bool ends_at(const tp_Goals *goals, const tp_Agent *a, tp_Cell goal,
                    int32_t x, int32_t y) {
  if (goals->kind == TP_GOAL_SIDES) return is_beside(a, goal, x, y);
  if (!is_in_range(goals, goal, x, y)) return false;
  return !goals->sight || tp_sees_goal(a, (tp_Cell){x, y}, goal);
}

const tp_Goal *tp_goals_at(const tp_Goals *goals, const tp_Agent *a, int32_t x,
                           int32_t y) {
  const tp_Goal *best = NULL;
  int32_t margin = goals->margin;
  if (x < goals->left - margin || x > goals->right + margin) return NULL;
  if (y < goals->top - margin || y > goals->bottom + margin) return NULL;
  if (goals->kind == TP_GOAL_CELLS) {
    const Entry *entry = entry_of(goals, pack(x, y));
    return entry->goal > 0 ? &goals->goal[entry->goal - 1] : NULL;
  }
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Goal *goal = &goals->goal[k];
    if (best && !comes_first(goal, best)) continue;
    if (ends_at(goals, a, goal->at, x, y)) best = goal;
  }
  return best;
}

/* Largest r with r * r <= n, for n up to 2^62. */
static int32_t root(uint64_t n) {
  uint64_t r = 0;
  for (uint64_t bit = UINT64_C(1) << 30; bit; bit >>= 1) {
    if ((r | bit) * (r | bit) <= n) r |= bit;
  }
  return (int32_t)r;
}

/* Cells further away than the map is long are as good as none. */
static void set_margin(tp_Goals *goals, const tp_Agent *a) {
  const tp_Mask *m = a->mask;
  int32_t wide = a->profile.wide, high = a->profile.high;
  uint64_t w = (uint64_t)m->width, h = (uint64_t)m->height;
  if (goals->range > w * w + h * h) goals->range = w * w + h * h;
  switch (goals->kind) {
    case TP_GOAL_RANGE: goals->margin = root(goals->range); break;
    case TP_GOAL_SIDES: goals->margin = wide > high ? wide : high; break;
    default: goals->margin = 0; break;
  }
}

/* ---- which goals are left ----------------------------------------------- */

/* Is there a cell in that part of a row, which may lie outside, that ends a
 * search for the goal and belongs to the region? */
static bool row_has_end(const tp_Goals *goals, const tp_Agent *a, tp_Cell goal,
                        uint32_t region, int32_t y, int32_t reach) {
  const tp_Mask *m = a->mask;
  int32_t first = goal.x - reach < 0 ? 0 : goal.x - reach;
  int32_t end = goal.x + reach + 1 < m->width ? goal.x + reach + 1 : m->width;
  if (y < 0 || y >= m->height) return false;
  for (int32_t x = tp_mask_next(m, y, first, end); x < end;
       x = tp_mask_next(m, y, x + 1, end)) {
    if (tp_regions_of(a->regions, m, x, y) == region &&
        ends_at(goals, a, goal, x, y)) {
      return true;
    }
  }
  return false;
}

/* A clear line can be walked: whoever sees a goal is connected with it, or,
 * where it may not be entered, with a cell from which he would walk onto it. */
static bool may_be_seen(const tp_Agent *a, tp_Cell goal, uint32_t region) {
  const tp_Mask *m = a->mask;
  for (int32_t y = goal.y - a->profile.high; y <= goal.y + 1; y++) {
    for (int32_t x = goal.x - a->profile.wide; x <= goal.x + 1; x++) {
      if (tp_mask_can_enter(m, x, y) &&
          tp_regions_of(a->regions, m, x, y) == region) {
        return true;
      }
    }
  }
  return false;
}

/* Rows from the goal outwards: most often there is one near. */
static bool has_end(const tp_Goals *goals, const tp_Agent *a, tp_Cell goal,
                    uint32_t region) {
  if (goals->sight && !may_be_seen(a, goal, region)) return false;
  for (int32_t dy = 0; dy <= goals->margin; dy++) {
    int32_t reach = goals->margin;
    if (goals->kind == TP_GOAL_RANGE) {
      reach = root(goals->range - (uint64_t)dy * (uint64_t)dy);
    }
    if (row_has_end(goals, a, goal, region, goal.y + dy, reach)) return true;
    if (row_has_end(goals, a, goal, region, goal.y - dy, reach)) return true;
  }
  return false;
}

/* Why there is no way to a goal; `region` is the start's. */
static tp_Reason reason_of(const tp_Goals *goals, const tp_Agent *a,
                           tp_Cell goal, uint32_t region) {
  const tp_Mask *m = a->mask;
  bool is_inside = (uint32_t)goal.x < (uint32_t)m->width &&
                   (uint32_t)goal.y < (uint32_t)m->height;
  if (!is_inside) return TP_GOAL_OUTSIDE;
  if (goals->kind != TP_GOAL_CELLS) {
    return has_end(goals, a, goal, region) ? TP_NO_REASON : TP_UNREACHABLE;
  }
  if (!tp_mask_has(m, goal.x, goal.y)) return TP_GOAL_BLOCKED;
  uint32_t own = tp_regions_of(a->regions, m, goal.x, goal.y);
  return own == region ? TP_NO_REASON : TP_UNREACHABLE;
}

/* Leaves out those that no cost of a way can make the cheapest, and brings the
 * others into whole numbers. */
static void weigh(tp_Goals *goals, const tp_Agent *a) {
  const double most = (double)(UINT64_C(1) << a->costs.bits);
  const double fine = (double)(UINT64_C(1) << 32);
  uint32_t count = goals->count;
  double least = INFINITY;
  for (uint32_t k = 0; k < count; k++)
    least = fmin(least, goals->goal[k].asked);
  goals->count = 0;
  goals->first_tie = UINT64_MAX;
  for (uint32_t k = 0; k < count; k++) {
    tp_Goal *goal = &goals->goal[k];
    double extra = (goal->asked - least) * a->costs.scale;
    if (!(extra < most)) continue;
    double whole = floor(extra), part = floor((extra - whole) * fine + 0.5);
    goal->extra = (uint64_t)whole + (part == fine);
    goal->tie = (part == fine ? 0 : (uint64_t)part) << 32 | goal->index;
    if (goal->tie < goals->first_tie) goals->first_tie = goal->tie;
    tp_goals_swap(goal, &goals->goal[goals->count++]);
  }
}

static void span(tp_Goals *goals) {
  goals->left = goals->top = INT32_MAX;
  goals->right = goals->bottom = INT32_MIN;
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Cell cell = goals->goal[k].at;
    if (cell.x < goals->left) goals->left = cell.x;
    if (cell.x > goals->right) goals->right = cell.x;
    if (cell.y < goals->top) goals->top = cell.y;
    if (cell.y > goals->bottom) goals->bottom = cell.y;
  }
}

tp_Reason tp_goals_choose(tp_Goals *goals, tp_Agent *a, tp_Cell start) {
  tp_Reason all = TP_NO_REASON;
  uint32_t region = UINT32_MAX;
  tp_regions_update(a->regions, a->mask);
  if (tp_mask_can_enter(a->mask, start.x, start.y)) {
    region = tp_regions_of(a->regions, a->mask, start.x, start.y);
  }
  set_margin(goals, a);
  goals->count = 0;
  for (uint32_t k = 0; k < goals->given; k++) {
    tp_Goal *goal = &goals->goal[k];
    goal->index = k;
    goal->at = goal->cell;
    tp_Reason reason = reason_of(goals, a, goal->cell, region);
    if (reason == TP_NO_REASON) {
      tp_goals_swap(goal, &goals->goal[goals->count++]);
    } else if (k == 0 || reason == TP_UNREACHABLE) {
      all = reason;
    }
  }
  if (goals->count == 0) return all;
  weigh(goals, a);
  tp_goals_move(goals);
  return TP_NO_REASON;
}

void tp_goals_move(tp_Goals *goals) {
  span(goals);
  if (goals->kind == TP_GOAL_CELLS) fill_table(goals);
}

void tp_goals_take_all(tp_Goals *goals, const tp_Grid *g) {
  goals->count = goals->given;
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Goal *goal = &goals->goal[k];
    goal->at = tp_grid_clamp(g, goal->cell);
    goal->extra = 0;
    goal->tie = goal->index;
  }
  span(goals);
}
