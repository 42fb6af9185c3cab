/* cover.c - the ends of many goals, or of one that is seen from far away, noted
 * cell by cell.
 *
 * Goals are noted by rank, the cheapest first: each in those of its ends that
 * have no goal yet. So what is noted in a cell is the goal that counts there.
 * Cells without a goal are bits, and 64 of them are passed over at once where
 * none is left.
 *
 * While goals are still to be noted, a cell without one is asked about those,
 * by rank: as long as they could beat the incumbent, and only if the cell is in
 * range of any goal at all (within.h).
 *
 * Noting pays only where many cells are asked about. So the search counts the
 * steps that asking takes, and spends as many on notes (goaltest.h): both
 * together never take more than twice what the cheaper of the two would.
 *
 * Over the rectangle in which ends may lie: 4 bytes a cell and two bits.
 */
#include "cover.h"

#include <string.h>

#include "within.h"

enum { FEW = 4, NEAR = 4 };

struct tp_Cover {
  int32_t first_word, words; /* of a mask's row: those of the rectangle     */
  int32_t top, rows;
  uint32_t taken; /* goals of the list that have been noted                 */
  int32_t row;    /* of the goal that comes next: rows that have been noted */
  bool has_view;  /* of that goal                                           */
  bool has_near;  /* it is known which cells are in range of any goal       */
  tp_View view;
  /* Planes of rows x words: free cells without a goal, and cells in range of
   * any; then the number of each cell's goal, from 1. */
  uint64_t bits[];
};

/* The rectangle in which ends may lie, in words of a mask's row. */
static tp_Rect box_of(const tp_Goals *goals) {
  tp_Rect near = goals->near;
  int32_t first = near.x >> 6, last = (near.x + near.w - 1) >> 6;
  return (tp_Rect){first, near.y, last - first + 1, near.h};
}

static size_t plane_of(tp_Rect box) { return (size_t)box.w * (size_t)box.h; }

size_t tp_cover_bytes(const tp_Goals *goals) {
  size_t plane = plane_of(box_of(goals));
  return sizeof(tp_Cover) +
         plane * (2 * sizeof(uint64_t) + 64 * sizeof(uint32_t));
}

static size_t plane(const tp_Cover *c) {
  return (size_t)c->words * (size_t)c->rows;
}

static const uint64_t *near_of(const tp_Cover *c) { return c->bits + plane(c); }

static uint32_t *goals_of(const tp_Cover *c) {
  return (uint32_t *)(uintptr_t)(c->bits + 2 * plane(c));
}

/* ---- making one --------------------------------------------------------- */

/* Which cells are in range of any goal? */
static void find_near(tp_Cover *c, const tp_Goals *goals) {
  size_t words = ((size_t)goals->width + 63) / 64;
  uint64_t *work = tp_goals_work(goals);
  uint64_t *sources = work + tp_within_words(goals->width, goals->height);
  uint64_t *row = sources + words, *near = c->bits + plane(c);
  const tp_Ranked *list = tp_goals_list(goals);
  memset(near, 0, plane(c) * sizeof *near);
  for (int up = 0; up < 2; up++) {
    tp_Within within;
    tp_within_start(&within, goals->width, c->rows, goals->range, work);
    for (int32_t r = 0; r < c->rows; r++) {
      int32_t i = up ? c->rows - 1 - r : r, y = c->top + i;
      uint32_t end = tp_goals_row(goals, y + 1);
      memset(sources, 0, 2 * words * sizeof *sources);
      for (uint32_t k = tp_goals_row(goals, y); k < end; k++) {
        int32_t x = goals->goal[list[k].number].at.x;
        sources[x >> 6] |= UINT64_C(1) << (x & 63);
      }
      tp_within_row(&within, sources, row);
      for (int32_t w = 0; w < c->words; w++) {
        near[(size_t)i * (size_t)c->words + (size_t)w] |=
            row[c->first_word + w];
      }
    }
  }
}

/* About how many steps it takes to note the ends of a goal. */
static uint64_t price_of_goal(const tp_Goals *goals, const tp_Navmap *nav) {
  uint64_t rows = (uint64_t)tp_lesser(goals->margin, goals->height);
  uint64_t columns = (uint64_t)tp_lesser(goals->margin, goals->width);
  if (goals->kind == TP_GOAL_SIDES) {
    return 8 * ((uint64_t)nav->profile.wide + (uint64_t)nav->profile.high);
  }
  return goals->eyes ? 64 + 32 * rows + rows * columns / 4 : 16 + 8 * rows;
}

/* Where goals are few, or soon noted, it is not worth knowing which cells are
 * in range of any. */
static bool wants_near(const tp_Goals *goals, const tp_Navmap *nav) {
  uint64_t cells = plane_of(box_of(goals)) * 64;
  return goals->kind == TP_GOAL_RANGE && goals->count > FEW &&
         goals->count * price_of_goal(goals, nav) > NEAR * cells;
}

void tp_cover_init(tp_Cover *c, tp_Goals *goals, const tp_Navmap *nav) {
  tp_Rect box = box_of(goals);
  memset(c, 0, sizeof *c);
  c->first_word = box.x;
  c->words = box.w;
  c->top = box.y;
  c->rows = box.h;
  for (int32_t r = 0; r < c->rows; r++) {
    const uint64_t *row = tp_mask_row(nav->mask, c->top + r) + c->first_word;
    memcpy(&c->bits[(size_t)r * (size_t)c->words], row,
           (size_t)c->words * sizeof *row);
  }
  memset(goals_of(c), 0, plane(c) * 64 * sizeof(uint32_t));
  c->has_near = wants_near(goals, nav);
  if (c->has_near) {
    tp_goals_list_by_cell(goals);
    find_near(c, goals);
  }
  tp_goals_list_by_rank(goals);
}

uint64_t tp_cover_price(const tp_Goals *goals, const tp_Navmap *nav) {
  uint64_t cells = plane_of(box_of(goals)) * 64;
  uint64_t near = wants_near(goals, nav) ? NEAR * cells : 0;
  return cells / 4 + near + price_of_goal(goals, nav);
}

/* ---- asking ------------------------------------------------------------- */

const tp_Goal *tp_cover_at(const tp_Cover *c, const tp_Goals *goals,
                           const tp_Navmap *nav, tp_Cell cell, tp_Most most,
                           uint64_t *steps) {
  int32_t x = cell.x, y = cell.y;
  if (!tp_goals_are_near(goals, x, y)) return NULL;
  size_t row = (size_t)(y - c->top) * (size_t)c->words;
  size_t word = row + (size_t)((x >> 6) - c->first_word);
  uint32_t number = goals_of(c)[word * 64 + (size_t)(x & 63)];
  const tp_Ranked *list = tp_goals_list(goals);
  if (number > 0) return &goals->goal[number - 1];
  if (c->has_near && !(near_of(c)[word] >> (x & 63) & 1)) return NULL;
  for (uint32_t i = c->taken; i < goals->listed; i++) {
    const tp_Goal *goal = &goals->goal[list[i].number];
    if (goal->extra > most.extra) return NULL;
    if (goal->extra == most.extra && goal->tie > most.tie) return NULL;
    if (tp_goal_ends_at(goals, nav, goal->at, x, y, steps)) return goal;
  }
  return NULL;
}

/* ---- noting ------------------------------------------------------------- */

/* Notes a goal in the cells of a word of a row that are left. */
static uint64_t note_word(tp_Cover *c, int32_t y, int32_t word, uint64_t cells,
                          uint32_t number) {
  int32_t w = word - c->first_word;
  size_t at = (size_t)(y - c->top) * (size_t)c->words + (size_t)w;
  uint64_t left = c->bits[at] & cells, steps = 1;
  uint32_t *goal = &goals_of(c)[at * 64];
  c->bits[at] &= ~left;
  for (; left; left &= left - 1, steps++) goal[tp_lowest(left)] = number + 1;
  return steps;
}

/* Columns first to last of a row, which may lie outside. */
static uint64_t note_columns(tp_Cover *c, const tp_Goals *goals, int32_t y,
                             int32_t first, int32_t last, uint32_t number) {
  uint64_t steps = 2;
  if (first < 0) first = 0;
  if (last >= goals->width) last = goals->width - 1;
  if (y < c->top || y >= c->top + c->rows || first > last) return steps;
  for (int32_t w = first >> 6; w <= last >> 6; w++) {
    uint64_t cells = UINT64_MAX;
    if (w == first >> 6) cells &= UINT64_MAX << (first & 63);
    if (w == last >> 6) cells &= UINT64_MAX >> (63 - (last & 63));
    steps += note_word(c, y, w, cells, number);
  }
  return steps;
}

/* One row of the cells around, from the top; false where there is none. */
static bool note_disc(tp_Cover *c, const tp_Goals *goals, uint32_t number,
                      uint64_t *steps) {
  tp_Cell at = goals->goal[number].at;
  int32_t first = at.y - goals->margin < 0 ? 0 : at.y - goals->margin;
  int32_t y = first + c->row, dy = y - at.y;
  if (dy > goals->margin || y >= goals->height) return false;
  int32_t half = tp_goals_reach(goals, dy < 0 ? -dy : dy);
  *steps += note_columns(c, goals, y, at.x - half, at.x + half, number);
  return true;
}

/* The same of the frame of cells from which the goal is touched. */
static bool note_sides(tp_Cover *c, const tp_Goals *goals, const tp_Navmap *nav,
                       uint32_t number, uint64_t *steps) {
  tp_Cell at = goals->goal[number].at;
  int32_t y = at.y - nav->profile.high + c->row;
  int32_t left = at.x - nav->profile.wide, right = at.x + 1;
  bool whole = c->row == 0 || y == at.y + 1;
  if (y > at.y + 1) return false;
  for (int32_t x = left; x <= right; x = whole || x == right ? x + 1 : right) {
    if (!tp_mask_can_enter(nav->mask, x, y)) continue;
    if (!tp_goal_ends_at(goals, nav, at, x, y, steps)) continue;
    *steps += note_columns(c, goals, y, x, x, number);
  }
  return true;
}

static bool note_view(tp_Cover *c, const tp_Goals *goals, uint32_t number,
                      uint64_t *steps) {
  tp_View *view = &c->view;
  if (!c->has_view) {
    tp_view_start(view, goals->eyes, goals->goal[number].at, goals->range,
                  tp_goals_work(goals));
    c->has_view = true;
  }
  uint64_t before = view->steps;
  if (!tp_view_next(view)) return false;
  *steps += view->steps - before;
  for (int32_t w = view->first_word; w <= view->last_word; w++) {
    *steps += note_word(c, view->y, w, view->seen[w], number);
  }
  return true;
}

bool tp_cover_is_whole(const tp_Cover *c, const tp_Goals *goals) {
  return c->taken == goals->listed;
}

uint64_t tp_cover_note(tp_Cover *c, const tp_Goals *goals, const tp_Navmap *nav,
                       uint64_t most) {
  const tp_Ranked *list = tp_goals_list(goals);
  uint64_t steps = 0;
  while (steps < most && c->taken < goals->listed) {
    uint32_t number = list[c->taken].number;
    bool goes_on = goals->kind == TP_GOAL_SIDES
                       ? note_sides(c, goals, nav, number, &steps)
                   : goals->eyes ? note_view(c, goals, number, &steps)
                                 : note_disc(c, goals, number, &steps);
    steps++;
    c->row++;
    if (goes_on) continue;
    c->taken++;
    c->row = 0;
    c->has_view = false;
  }
  return steps;
}
