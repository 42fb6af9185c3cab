/* ends.c - the ends of many goals, noted cell by cell as asking pays for it;
 * and which of them is the cheapest, as A* closes cells.
 *
 * Goals are ordered by rank, the cheapest first. A cell is asked about goal
 * after goal. Once that has taken as many steps as it takes to note all ends of
 * a goal, those of the next one are noted: in the cells that have no goal yet,
 * row by row. So a cell is noted for the goal that counts there, and only goals
 * that are not noted are asked about. Asking and noting together never take
 * more than twice what the cheaper of the two would.
 *
 * Ends lie in a disc around the goal, or in a frame; or they are what is seen
 * from the goal. Goals that are cells are discs of one cell.
 *
 * Over the rectangle in which ends may lie: 4 bytes and a bit a cell, of which
 * only the bits are cleared, and these when the first goal is noted.
 *
 * An end costs its way and its extra cost. The first that is met need not be
 * the cheapest: another may be further away, with a smaller extra cost. So the
 * cheapest so far is kept as the incumbent, and the search goes on while an
 * open cell's f is no more than its cost; f counts the cheapest extra cost to
 * come, so nothing is missed.
 *
 * Of equal ends the first listed counts, so cells whose f just equals the
 * incumbent's cost are to be closed, too. On open ground there are very many of
 * those; but they need not be expanded unless a goal that stands before the
 * incumbent's can still be had at that cost, which its own estimate tells; or
 * unless there are too many goals to ask each.
 *
 * Without a way to any goal the ends are the cells nearest to one: they all
 * have the same distance, and of those that cost the same the first in reading
 * order counts.
 */
#include "ends.h"

#include <string.h>

#include "../ask/visible.h"

/* ---- a list by rank ----------------------------------------------------- */

static void list_by_rank(const tp_Goals *goals) {
  tp_Ranked *list = tp_goals_list(goals), *spare = tp_goals_spare(goals);
  for (uint32_t k = 0; k < goals->count; k++) {
    list[k] = (tp_Ranked){goals->goal[k].tie, k, 0};
  }
  tp_order(list, spare, goals->count);
  for (uint32_t i = 0; i < goals->count; i++) {
    list[i].key = goals->goal[list[i].number].extra;
  }
  tp_order(list, spare, goals->count);
}

static const tp_Goal *ranked(const tp_Ends *e, uint32_t rank) {
  return &e->goals->goal[tp_goals_list(e->goals)[rank].number];
}

/* ---- where ends lie ----------------------------------------------------- */

static bool is_beside(const tp_Ends *e) {
  return !e->is_near && e->goals->kind == TP_GOAL_SIDES;
}

static const tp_Navmap *eyes_of(const tp_Ends *e) {
  return e->is_near ? NULL : e->goals->eyes;
}

/* Does an end lie so many columns and rows from its goal? */
static bool is_within(const tp_Ends *e, int32_t columns, int32_t rows) {
  const uint64_t dx = (uint64_t)columns, dy = (uint64_t)rows;
  if (!e->is_near) return dx * dx + dy * dy <= e->goals->range;
  return tp_metric_over(e->metric, (uint32_t)columns, (uint32_t)rows) <= e->far;
}

/* How far along either axis. */
static int32_t margin_of(const tp_Ends *e) {
  int32_t most = tp_greater(e->goals->width, e->goals->height);
  if (!e->is_near) return e->goals->margin;
  while (!is_within(e, most, 0)) most--;
  return most;
}

/* About how many steps it takes to note the ends of a goal. Single cells are
 * noted as soon as asked. */
static uint64_t price_of(const tp_Ends *e) {
  const tp_Profile *p = &e->navmap->profile;
  uint64_t rows = (uint64_t)tp_lesser(e->margin, e->goals->height);
  uint64_t columns = (uint64_t)tp_lesser(e->margin, e->goals->width);
  if (is_beside(e)) return 8 * ((uint64_t)p->wide + (uint64_t)p->high);
  if (eyes_of(e)) return 64 + 32 * rows + rows * columns / 4;
  return 8 * rows;
}

/* The ends of a plan, without the block. */
static tp_Ends ends_of(const tp_Plan *plan) {
  tp_Goals *goals = plan->query.goals;
  const bool is_near = plan->kind == TP_PLAN_NEAREST;
  tp_Ends e = {.goals = goals,
               .navmap = plan->navmap,
               .is_near = is_near,
               .metric = plan->heuristic.metric,
               .far = plan->heuristic.offset};
  e.margin = margin_of(&e);
  const tp_Rect map = {0, 0, goals->width, goals->height};
  const tp_Rect near = tp_rect_clip(tp_rect_grow(goals->box, e.margin), map);
  e.box.x = near.x & ~63;
  e.box.y = near.y;
  e.box.w = (near.x + near.w - e.box.x + 63) & ~63;
  e.box.h = near.h;
  e.price = price_of(&e);
  return e;
}

static size_t words_of(const tp_Ends *e) {
  return (size_t)e->box.w / 64 * (size_t)e->box.h;
}

size_t tp_ends_bytes(const tp_Plan *plan) {
  const tp_Ends e = ends_of(plan);
  return words_of(&e) * (sizeof(uint64_t) + 64 * sizeof(uint32_t));
}

void tp_ends_begin(tp_Ends *e, const tp_Plan *plan) {
  *e = (tp_Ends){.best = plan->incumbent};
  e->best.end = plan->ends.to;
}

void tp_ends_open(tp_Ends *e, const tp_Plan *plan, void *block) {
  const tp_Ends old = *e;
  *e = ends_of(plan);
  e->best = old.best;
  e->asked = old.asked;
  e->bits = block;
  e->goal = (uint32_t *)(void *)(e->bits + words_of(e));
  list_by_rank(e->goals);
}

/* ---- noting ------------------------------------------------------------- */

static size_t word_at(const tp_Ends *e, int32_t word, int32_t y) {
  return (size_t)(y - e->box.y) * ((size_t)e->box.w / 64) +
         (size_t)(word - e->box.x / 64);
}

/* Notes a goal in the cells of a word of a row that have none. */
static uint64_t note_word(tp_Ends *e, int32_t y, int32_t word, uint64_t cells,
                          uint32_t number) {
  size_t at = word_at(e, word, y);
  uint64_t left = cells & ~e->bits[at], steps = 1;
  uint32_t *goal = &e->goal[at * 64];
  e->bits[at] |= left;
  for (; left; left &= left - 1, steps++) goal[tp_lowest(left)] = number;
  return steps;
}

/* Columns first to last of a row, which may lie outside. */
static uint64_t note_columns(tp_Ends *e, int32_t y, int32_t first, int32_t last,
                             uint32_t number) {
  uint64_t steps = 2;
  first = tp_greater(first, 0);
  last = tp_lesser(last, e->goals->width - 1);
  if (y < 0 || y >= e->goals->height || first > last) return steps;
  for (int32_t w = first >> 6; w <= last >> 6; w++) {
    uint64_t cells = UINT64_MAX;
    if (w == first >> 6) cells &= UINT64_MAX << (first & 63);
    if (w == last >> 6) cells &= UINT64_MAX >> (63 - (last & 63));
    steps += note_word(e, y, w, cells, number);
  }
  return steps;
}

static uint64_t note_disc(tp_Ends *e, tp_Cell at, uint32_t number) {
  const int32_t last = tp_lesser(e->margin, e->goals->height - 1);
  int32_t half = e->margin;
  uint64_t steps = 0;
  for (int32_t dy = 0; dy <= last; dy++) {
    while (!is_within(e, half, dy)) half--;
    const int32_t left = at.x - half, right = at.x + half;
    steps += note_columns(e, at.y + dy, left, right, number);
    if (dy > 0) steps += note_columns(e, at.y - dy, left, right, number);
  }
  return steps;
}

/* The frame of cells from which the goal is touched. */
static uint64_t note_sides(tp_Ends *e, tp_Cell at, uint32_t number) {
  const tp_Navmap *nav = e->navmap;
  int32_t left = at.x - nav->profile.wide, right = at.x + 1;
  int32_t top = at.y - nav->profile.high, bottom = at.y + 1;
  uint64_t steps = 0;
  for (int32_t y = top; y <= bottom; y++) {
    bool whole = y == top || y == bottom;
    for (int32_t x = left; x <= right; x = whole ? x + 1 : x + right - left) {
      if (!tp_mask_can_enter(nav->mask, x, y)) continue;
      if (!tp_goal_ends_at(e->goals, nav, at, x, y, &steps)) continue;
      steps += note_columns(e, y, x, x, number);
    }
  }
  return steps;
}

static uint64_t note_view(tp_Ends *e, tp_Cell at, uint32_t number) {
  uint64_t steps = 0;
  tp_View view;
  tp_view_start(&view, eyes_of(e), at, e->goals->range,
                tp_goals_work(e->goals));
  while (tp_view_next(&view)) {
    for (int32_t w = view.first_word; w <= view.last_word; w++) {
      steps += note_word(e, view.y, w, view.seen[w], number);
    }
  }
  return view.steps + steps;
}

/* Notes the goal that comes next. */
static void note(tp_Ends *e) {
  const tp_Goal *goal = ranked(e, e->noted);
  const uint32_t number = (uint32_t)(goal - e->goals->goal);
  if (e->noted++ == 0) memset(e->bits, 0, words_of(e) * sizeof *e->bits);
  uint64_t steps = is_beside(e) ? note_sides(e, goal->at, number)
                   : eyes_of(e) ? note_view(e, goal->at, number)
                                : note_disc(e, goal->at, number);
  tp_navmap_look(e->navmap, steps);
  e->owed += steps;
  e->asked -= steps < e->asked ? steps : e->asked;
}

/* ---- asking ------------------------------------------------------------- */

static bool is_end_of(const tp_Ends *e, const tp_Goal *goal, tp_Cell at,
                      uint64_t *steps) {
  if (e->is_near) {
    ++*steps;
    return tp_metric_between(e->metric, at, goal->at) <= e->far;
  }
  return tp_goal_ends_at(e->goals, e->navmap, goal->at, at.x, at.y, steps);
}

/* Asks the goals that are not noted. */
static const tp_Goal *ask(tp_Ends *e, tp_Cell at, uint64_t most) {
  const tp_Goal *found = NULL;
  uint64_t steps = 0;
  for (uint32_t i = e->noted; i < e->goals->count && !found; i++) {
    const tp_Goal *goal = ranked(e, i);
    if (goal->extra > most) break;
    if (is_end_of(e, goal, at, &steps)) found = goal;
  }
  tp_navmap_look(e->navmap, steps);
  e->asked += steps;
  return found;
}

/* The cheapest goal that a cell, which may be entered, is an end of; of equal
 * ones the first. NULL: of none; or, if that is not known yet, of none with an
 * extra cost of `most` or less. */
static const tp_Goal *goal_at(tp_Ends *e, tp_Cell at, uint64_t most) {
  const uint32_t count = e->goals->count;
  if (!tp_rect_has(e->box, at.x, at.y)) return NULL;
  while (e->noted < count && e->asked >= e->price) note(e);
  if (e->noted > 0) {
    const size_t word = word_at(e, at.x >> 6, at.y);
    if (e->bits[word] >> (at.x & 63) & 1) {
      return &e->goals->goal[e->goal[word * 64 + (size_t)(at.x & 63)]];
    }
  }
  return e->noted < count ? ask(e, at, most) : NULL;
}

/* ---- the cheapest -------------------------------------------------------- */

/* Is a cell that was come to at a cost an end, at no more than the incumbent's
 * cost? Of those nearest to a goal the first in reading order counts, whichever
 * goal it is. */
static bool is_end(tp_Ends *e, const tp_Plan *plan, tp_Cell at, uint64_t cost,
                   tp_Incumbent *end) {
  const uint64_t best = e->best.cost;
  const tp_Goal *goal;
  *end = (tp_Incumbent){.end = at, .cost = cost};
  if (cost > best) return false;
  goal = goal_at(e, at, best - cost);
  if (goal && plan->kind == TP_PLAN_NEAREST) {
    end->tie = (uint64_t)at.y << 32 | (uint32_t)at.x;
  } else if (goal) {
    end->goal = (uint32_t)(goal - tp_plan_goals(plan)->goal);
    end->cost += goal->extra;
    end->tie = goal->tie;
  }
  return goal;
}

bool tp_ends_can_gain(const tp_Ends *e, const tp_Plan *plan, tp_Cell at,
                      uint64_t cost, uint64_t f) {
  const tp_Goals *goals = tp_plan_goals(plan);
  const tp_Heuristic *h = &plan->heuristic;
  if (f < e->best.cost || goals->count > TP_FEW_GOALS) return true;
  if (h->kind == TP_HEURISTIC_USER || plan->has_gates) return true;
  tp_navmap_look(plan->navmap, goals->count);
  for (uint32_t k = 0; k < goals->count; k++) {
    const tp_Goal *goal = &goals->goal[k];
    uint64_t rest = tp_heuristic_to(h, k, at.x, at.y);
    rest = rest > h->offset ? rest - h->offset : 0;
    if (tp_incumbent_loses(&e->best, cost + rest + goal->extra, goal->tie)) {
      return true;
    }
  }
  return false;
}

tp_Arrival tp_ends_close(tp_Ends *e, const tp_Plan *plan, tp_Cell at,
                         uint64_t cost, uint64_t f) {
  tp_Incumbent own, *best = &e->best;
  const bool is_found = is_end(e, plan, at, cost, &own);
  if (is_found && tp_incumbent_loses(best, own.cost, own.tie)) *best = own;
  if (plan->kind == TP_PLAN_NEAREST) {
    /* A link that costs nothing may lead on to an end that is as good. */
    return is_found && !plan->has_gates ? TP_TURN : TP_GO_ON;
  }
  if (is_found && own.cost <= f && own.tie == tp_plan_goals(plan)->first_tie) {
    return TP_HAS_COME;
  }
  return tp_ends_can_gain(e, plan, at, cost, f) ? TP_GO_ON : TP_TURN;
}

void tp_ends_meet(tp_Ends *e, const tp_Plan *plan, tp_Cell at, uint64_t cost) {
  tp_Incumbent own, *best = &e->best;
  if (!is_end(e, plan, at, cost, &own)) return;
  if (own.cost < best->cost ||
      (own.cost == best->cost && tp_incumbent_yields(best, own.tie, own.end))) {
    *best = own;
  }
}
