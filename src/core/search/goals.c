/* goals.c - which cells are ends, and at what extra cost.
 *
 * A search for the cheapest of several ends is A* all the same: as if one more
 * step led from each end, at its extra cost, to a last cell common to all. An
 * estimate to that cell is the least over all goals of the estimate to the goal
 * plus its extra cost (heuristic.h); the least of consistent estimates is
 * consistent.
 *
 * Goals that are cells themselves are found in a list ordered by cell, with the
 * place at which each row begins: a few comparisons, however they lie. Whether
 * a cell is within range of a goal, or beside one, is asked of each goal in
 * turn, unless the cell is too far from all of them; where that is asked often,
 * cover.h takes over.
 *
 * 80 bytes a goal; 16 bytes a column and 8 a row of the map to work in, and
 * 6 KB for ends.
 */
#include "goals.h"

#include <math.h>
#include <string.h>

#include "../ask/sight.h"
#include "../ask/visible.h"
#include "within.h"

/* Rows begin where the list says; one more than there are, to tell the end. */
static size_t row_words(int32_t height) { return (size_t)height / 2 + 1; }

/* Views and ranges take it by turns; ranges with two rows of bits besides. */
static size_t work_words(int32_t width, int32_t height) {
  size_t view = tp_view_words(width);
  size_t within =
      tp_within_words(width, height) + 2 * (((size_t)width + 63) / 64);
  return view > within ? view : within;
}

size_t tp_goals_bytes(uint32_t count, const tp_Grid *grid) {
  return sizeof(tp_Goals) + count * sizeof(tp_Goal) +
         2 * (size_t)count * sizeof(tp_Ranked) +
         (row_words(grid->height) + work_words(grid->width, grid->height)) *
             sizeof(uint64_t) +
         sizeof(tp_Goals) + TP_MOST_ENDS * sizeof(tp_Goal);
}

void tp_goals_init(tp_Goals *goals, uint32_t count, tp_GoalKind kind,
                   const tp_Grid *grid) {
  memset(goals, 0, sizeof *goals);
  goals->kind = kind;
  goals->given = count;
  goals->width = grid->width;
  goals->height = grid->height;
  for (uint32_t k = 0; k < count; k++) {
    goals->goal[k].index = goals->goal[k].place = k;
  }
}

/* ---- the list ----------------------------------------------------------- */

tp_Ranked *tp_goals_list(const tp_Goals *goals) {
  return (tp_Ranked *)(uintptr_t)&goals->goal[goals->given];
}

tp_Ranked *tp_goals_spare(const tp_Goals *goals) {
  return tp_goals_list(goals) + goals->given;
}

static uint32_t *rows_of(const tp_Goals *goals) {
  return (uint32_t *)(void *)(tp_goals_spare(goals) + goals->given);
}

uint64_t *tp_goals_work(const tp_Goals *goals) {
  return (uint64_t *)(void *)rows_of(goals) + row_words(goals->height);
}

tp_Goals *tp_goals_ends(const tp_Goals *goals) {
  return (tp_Goals *)(void *)(tp_goals_work(goals) +
                              work_words(goals->width, goals->height));
}

/* Counts the goals of each row, then puts each into its row's part of the list;
 * so each row begins where the one before it ends. */
static void sort_into_rows(const tp_Goals *goals, uint32_t *rows,
                           size_t height) {
  tp_Ranked *list = tp_goals_list(goals);
  uint32_t begin = 0;
  memset(rows, 0, (height + 1) * sizeof *rows);
  for (uint32_t k = 0; k < goals->count; k++) {
    rows[goals->goal[k].at.y - goals->box.y]++;
  }
  for (size_t i = 0; i < height; i++) {
    uint32_t count = rows[i];
    rows[i] = begin;
    begin += count;
  }
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Cell at = goals->goal[k].at;
    list[rows[at.y - goals->box.y]++] = (tp_Ranked){(uint64_t)at.x, k, 0};
  }
}

/* Adds a row's goals to the list, one of each cell. They may stand in the list
 * themselves, further behind. */
static void add_row(tp_Goals *goals, const tp_Ranked *row, uint32_t count) {
  tp_Ranked *list = tp_goals_list(goals);
  uint32_t first = goals->listed;
  for (uint32_t i = 0; i < count; i++) {
    tp_Ranked *last = &list[goals->listed - 1], entry = row[i];
    if (goals->listed == first || last->key != entry.key) {
      list[goals->listed++] = entry;
    } else if (tp_goal_comes_first(&goals->goal[entry.number],
                                   &goals->goal[last->number])) {
      *last = entry;
    }
  }
}

void tp_goals_list_by_cell(tp_Goals *goals) {
  tp_Ranked *list = tp_goals_list(goals), *spare = tp_goals_spare(goals);
  size_t height = (size_t)goals->box.h;
  uint32_t *rows = rows_of(goals), begin = 0;
  sort_into_rows(goals, rows, height);
  goals->listed = 0;
  for (size_t i = 0; i < height; i++) {
    uint32_t end = rows[i];
    tp_order(&list[begin], spare, end - begin);
    rows[i] = goals->listed;
    add_row(goals, &list[begin], end - begin);
    begin = end;
  }
  rows[height] = goals->listed;
}

uint32_t tp_goals_row(const tp_Goals *goals, int32_t y) {
  if (y < goals->box.y) return 0;
  if (y >= goals->box.y + goals->box.h) return goals->listed;
  return rows_of(goals)[y - goals->box.y];
}

void tp_goals_list_by_rank(tp_Goals *goals) {
  tp_Ranked *list = tp_goals_list(goals), *spare = tp_goals_spare(goals);
  tp_goals_list_by_cell(goals);
  for (uint32_t i = 0; i < goals->listed; i++) {
    list[i].key = goals->goal[list[i].number].tie;
  }
  tp_order(list, spare, goals->listed);
  for (uint32_t i = 0; i < goals->listed; i++) {
    list[i].key = goals->goal[list[i].number].extra;
  }
  tp_order(list, spare, goals->listed);
}

/* ---- which cells end a search ------------------------------------------- */

static bool is_in_range(const tp_Goals *goals, tp_Cell goal, int32_t x,
                        int32_t y) {
  int64_t dx = goal.x - x, dy = goal.y - y;
  return (uint64_t)(dx * dx + dy * dy) <= goals->range;
}

/* The cells beside a goal are within a range, too, of an agent of one cell. */
uint64_t tp_goals_within(const tp_Goals *goals, const tp_Profile *p) {
  if (goals->of || goals->kind == TP_GOAL_RANGE) return goals->range;
  if (goals->kind == TP_GOAL_CELLS || p->wide > 1 || p->high > 1) return 0;
  return p->diagonal == TP_NEVER ? 1 : 2;
}

/* A whole number as small as that has a root that is rounded to a whole number
 * only where it is one. */
int32_t tp_goals_reach(const tp_Goals *goals, int32_t rows) {
  uint64_t rest = goals->range - (uint64_t)rows * (uint64_t)rows;
  return (int32_t)sqrt((double)rest);
}

/* -1, 0 or 1 where v lies just before, in or just behind `length` numbers from
 * `first` on; else 2. */
static int32_t side_of(int32_t v, int32_t first, int32_t length) {
  if (v < first) return v == first - 1 ? -1 : 2;
  return v < first + length ? 0 : v == first + length ? 1 : 2;
}

/* Does a thin wall stand between the goal and that cell of the agent's which
 * touches it there? */
static bool is_walled_off(const tp_Navmap *nav, tp_Cell goal, int32_t dx,
                          int32_t dy) {
  const tp_Cell at = {goal.x - dx, goal.y - dy};
  return !tp_bars_let(nav->grid->edges, nav->profile.diagonal, at,
                      tp_direction(dx, dy));
}

/* Would a step from the cell lead to the goal, if that could be entered? Large
 * agents touch it then. */
static bool is_beside(const tp_Navmap *nav, tp_Cell goal, int32_t x,
                      int32_t y) {
  int32_t wide = nav->profile.wide, high = nav->profile.high;
  int32_t dx = side_of(goal.x, x, wide), dy = side_of(goal.y, y, high);
  if (dx == 2 || dy == 2 || (dx == 0 && dy == 0)) return false;
  if (nav->bars && is_walled_off(nav, goal, dx, dy)) return false;
  if (dx == 0 || dy == 0) return true;
  const tp_Mask *cells = nav->cells ? nav->cells : nav->mask;
  int32_t corner_x = dx < 0 ? x : x + wide - 1;
  int32_t corner_y = dy < 0 ? y : y + high - 1;
  return tp_may_cut(nav->profile.diagonal, tp_mask_has(cells, goal.x, corner_y),
                    tp_mask_has(cells, corner_x, goal.y));
}

bool tp_goal_ends_at(const tp_Goals *goals, const tp_Navmap *nav, tp_Cell goal,
                     int32_t x, int32_t y, uint64_t *steps) {
  ++*steps;
  if (goals->kind == TP_GOAL_SIDES) return is_beside(nav, goal, x, y);
  if (!is_in_range(goals, goal, x, y)) return false;
  const tp_Navmap *eyes = goals->eyes;
  return !eyes || (tp_mask_has(eyes->mask, x, y) &&
                   tp_sees_goal(eyes, (tp_Cell){x, y}, goal, steps));
}

static const tp_Goal *goal_in(const tp_Goals *goals, int32_t x, int32_t y,
                              uint64_t *steps) {
  const tp_Ranked *list = tp_goals_list(goals);
  const uint32_t *row = &rows_of(goals)[y - goals->box.y];
  uint32_t first = row[0], end = row[1];
  uint64_t key = (uint64_t)x;
  while (first < end) {
    uint32_t middle = first + (end - first) / 2;
    ++*steps;
    if (list[middle].key == key) return &goals->goal[list[middle].number];
    if (list[middle].key < key) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return NULL;
}

const tp_Goal *tp_goals_at(const tp_Goals *goals, const tp_Navmap *nav,
                           int32_t x, int32_t y, uint64_t *steps) {
  const tp_Goal *best = NULL;
  if (!tp_goals_are_near(goals, x, y)) return NULL;
  if (goals->kind == TP_GOAL_CELLS) return goal_in(goals, x, y, steps);
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Goal *goal = &goals->goal[k];
    if (best && !tp_goal_comes_first(goal, best)) continue;
    if (tp_goal_ends_at(goals, nav, goal->at, x, y, steps)) best = goal;
  }
  return best;
}

/* ---- where they are ----------------------------------------------------- */

void tp_goals_move(tp_Goals *goals) {
  const tp_Rect map = {0, 0, goals->width, goals->height};
  goals->box = (tp_Rect){0, 0, 0, 0};
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Cell at = goals->goal[k].at;
    goals->box = tp_rect_join(goals->box, (tp_Rect){at.x, at.y, 1, 1});
  }
  goals->near = tp_rect_clip(tp_rect_grow(goals->box, goals->margin), map);
}

void tp_goals_take_all(tp_Goals *goals, const tp_Grid *g) {
  goals->count = goals->given;
  for (uint32_t k = 0; k < goals->count; k++) {
    tp_Goal *goal = &goals->goal[k];
    goal->at = tp_grid_clamp(g, goal->cell);
    goal->extra = 0;
    goal->tie = goal->index;
  }
  tp_goals_move(goals);
}
