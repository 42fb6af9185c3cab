/* jumpends.c - lists ends: the cells of a goal, in range of it, or beside it.
 *
 * A* tests each cell that it closes for an end. Jump points are few: a list of
 * the ends lets the search look for each as for a goal. On game maps that takes
 * a twentieth of the time, or less.
 *
 * A path stops at its first end. So a free cell beside that end is no end: of
 * all cells in range only the border need be listed, which is 116 cells for a
 * range of 15. For another goal, whose end the cell beside is, the cost may be
 * higher: each goal has a border of its own. A link may lead past the border:
 * its ends are irregular, and all irregular cells are listed.
 *
 * The cells of a goal are examined row by row, as bits.
 */
#include "../starts.h"
#include "jumpsearch.h"

/* The most rows around a goal, with one more on either side. */
enum { ROWS = 32 + 2 };

/* By row, from the first column on: free cells, those of them that are ends,
 * and irregular cells, to which links may lead. */
typedef struct Around {
  tp_Rect rect;
  uint64_t free[ROWS], end[ROWS], irregular[ROWS];
} Around;

/* The free cells of a row of the mask, or of a row outside. */
static uint64_t free_cells(const tp_Mask *m, int32_t x, int32_t y) {
  if (y < 0 || y >= m->height) return 0;
  return tp_mask_window(tp_mask_row(m, y), x);
}

/* False if the goal's surroundings are too large. */
static bool look_around(Around *a, const tp_QueryPlan *plan,
                        const tp_Goal *goal) {
  const tp_Goals *goals = plan->query.goals;
  const tp_Navmap *nav = plan->navmap;
  tp_Rows rows;
  a->rect = tp_rect_grow(tp_goals_around(goals, goal), 1);
  if (a->rect.w >= 64 || a->rect.h > ROWS) return false;
  const uint64_t within = (UINT64_C(1) << a->rect.w) - 1;
  for (int32_t row = 0; row < a->rect.h; row++) {
    const int32_t y = a->rect.y + row;
    a->free[row] = free_cells(nav->mask, a->rect.x, y) & within;
    a->irregular[row] =
        nav->irregular ? free_cells(nav->irregular, a->rect.x, y) : 0;
    a->end[row] = 0;
  }
  tp_rows_start(&rows, goals, nav, goal);
  while (tp_rows_next(&rows)) {
    for (int32_t w = rows.first_word; w <= rows.last_word; w++) {
      const int32_t column = w * 64 - a->rect.x;
      if (column <= -64 || column >= 64) continue;
      const uint64_t ends = tp_rows_ends(&rows, w, UINT64_MAX);
      a->end[rows.y - a->rect.y] |=
          column < 0 ? ends >> -column : ends << column;
    }
  }
  tp_navmap_add_work(nav, rows.steps);
  return true;
}

/* The ends of a row that have a free cell beside them or at a corner that is no
 * end; and the irregular ends. */
static uint64_t border_of(const Around *a, int32_t row) {
  uint64_t out = a->irregular[row];
  for (int32_t r = row - 1; r <= row + 1; r++) {
    const uint64_t other = a->free[r] & ~a->end[r];
    out |= other | other << 1 | other >> 1;
  }
  return a->end[row] & out;
}

/* Is the cell listed for a goal before that costs no more? */
static bool is_listed(const tp_Goals *ends, tp_Cell cell, uint64_t extra) {
  if (ends->origin->count == 1) return false;
  for (uint32_t i = 0; i < ends->count; i++) {
    const tp_Goal *end = &ends->goal[i];
    if (tp_same_cell(end->at, cell) && end->extra <= extra) return true;
  }
  return false;
}

bool tp_jumpends_list(const tp_QueryPlan *plan) {
  const tp_Goals *goals = plan->query.goals;
  Around around;
  uint64_t steps = 0;
  if (!tp_goals_have_few_ends(goals)) return false;
  /* Inside a range, as well as at its border, the search starts at an end. */
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Rect goal = tp_goal_at(&goals->goal[k]);
    for (tp_Starts s = tp_starts_of(plan); tp_starts_next(&s);) {
      if (tp_goal_ends_at(goals, plan->navmap, goal, s.at.x, s.at.y, &steps)) {
        return false;
      }
    }
  }
  tp_Goals *ends = tp_goals_ends(goals);
  tp_goals_init(ends, 0, TP_GOAL_CELLS, plan->navmap->grid);
  ends->origin = plan->query.goals;
  const tp_Ranked *list = tp_goals_list_by_tie(goals);
  ends->range = tp_goals_within(goals, &plan->navmap->profile);
  for (uint32_t i = 0; i < goals->count; i++) {
    const uint32_t number = list[i].number;
    const tp_Goal *goal = &goals->goal[number];
    if (!look_around(&around, plan, goal)) return false;
    for (int32_t row = 1; row < around.rect.h - 1; row++) {
      for (uint64_t rest = border_of(&around, row); rest; rest &= rest - 1) {
        const tp_Cell at = {around.rect.x + tp_lowest(rest),
                            around.rect.y + row};
        if (is_listed(ends, at, goal->extra)) continue;
        if (ends->count == TP_MOST_ENDS) return false;
        ends->goal[ends->count] = (tp_Goal){.rect = {at.x, at.y, 1, 1},
                                            .at = at,
                                            .extra = goal->extra,
                                            .tie = ends->count,
                                            .index = number};
        ends->count++;
      }
    }
  }
  tp_goals_give(ends, ends->count);
  tp_goals_move(ends);
  return ends->count > 0;
}
