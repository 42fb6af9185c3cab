/* endcells.c - records the ends of many goals cell by cell, as tests pay for
 * it; and finds the cheapest end as A* closes cells.
 *
 * Goals are sorted by rank, the cheapest first. A cell is tested for goal after
 * goal. The steps of these tests are then spent on recording: goal after goal,
 * row by row, in cells that have no goal yet. A cell is recorded only if it is
 * an end in full: a goal that needs sight is seen by the whole body. So each
 * recorded cell has its final goal, and only goals that are not recorded are
 * tested. Tests and recording together never take more than twice the cheaper
 * of the two.
 *
 * Memory: 4 bytes and a bit for each cell of the rectangle that contains all
 * ends. Only the bits are cleared, when the first goal is recorded.
 *
 * An end costs the path and its extra cost. The first end that the search meets
 * may not be the cheapest: another may be further away, with a smaller extra
 * cost. So the cheapest end so far is the incumbent, and the search goes on
 * while an open cell's f is at most the incumbent's cost. f includes the least
 * extra cost, so no end is missed.
 *
 * Of equal ends the first listed wins, so cells whose f equals the incumbent's
 * cost are closed, too. On open ground there are very many of those. They are
 * expanded only in two cases:
 *
 * - a goal listed before the incumbent's can still be reached at that cost, by
 *   its own estimate;
 * - there are too many goals to test each.
 */
#include "endcells.h"

#include <string.h>

/* Cells that are recorded in the time of one step; and the weight of a step of
 * a test. */
enum { CELLS_A_STEP = 4, ASKING = 2 };

/* ---- a list by rank ----------------------------------------------------- */

/* The ends of a plan, without their block. */
static tp_Ends ends_of(const tp_QueryPlan *plan) {
  tp_Goals *goals = plan->query.goals;
  const tp_Rect near = goals->near;
  tp_Ends e = {.goals = goals, .navmap = plan->navmap};
  e.box.x = near.x & ~63;
  e.box.y = near.y;
  e.box.w = (near.x + near.w - e.box.x + 63) & ~63;
  e.box.h = near.h;
  return e;
}

static size_t words_of(const tp_Ends *e) {
  return (size_t)e->box.w / 64 * (size_t)e->box.h;
}

size_t tp_ends_bytes(const tp_QueryPlan *plan) {
  const tp_Ends e = ends_of(plan);
  return words_of(&e) * (sizeof(uint64_t) + 64 * sizeof(uint32_t));
}

void tp_ends_begin(tp_Ends *e, const tp_QueryPlan *plan) {
  *e = (tp_Ends){.best = plan->incumbent};
  e->best.end = plan->query.goal;
}

void tp_ends_open(tp_Ends *e, const tp_QueryPlan *plan, void *block) {
  const tp_Ends old = *e;
  *e = ends_of(plan);
  e->best = old.best;
  e->tested = old.tested;
  e->bits = block;
  e->goal = (uint32_t *)(void *)(e->bits + words_of(e));
  tp_Ranked *list = tp_goals_list_by_tie(e->goals);
  for (uint32_t i = 0; i < e->goals->count; i++) {
    list[i].key = e->goals->goal[list[i].number].extra;
  }
  tp_mergesort(list, tp_goals_spare(e->goals), e->goals->count);
}

/* ---- recording ---------------------------------------------------------- */

static size_t word_at(const tp_Ends *e, int32_t word, int32_t y) {
  return (size_t)(y - e->box.y) * ((size_t)e->box.w / 64) +
         (size_t)(word - e->box.x / 64);
}

/* Records the next row of a goal: in those of its cells that have no goal yet
 * and are ends of it, body and all. */
static void record_row(tp_Ends *e) {
  const uint32_t number = e->goals->list[e->recorded].number;
  tp_Rows *rows = &e->rows;
  if (!e->is_recording) {
    if (e->recorded == 0) memset(e->bits, 0, words_of(e) * sizeof *e->bits);
    tp_rows_start(rows, e->goals, e->navmap, &e->goals->goal[number]);
    e->is_recording = true;
  }
  const uint64_t before = rows->steps;
  uint64_t cells = 0;
  if (tp_rows_next(rows)) {
    for (int32_t w = rows->first_word; w <= rows->last_word; w++) {
      const size_t at = word_at(e, w, rows->y);
      uint64_t left = tp_rows_ends(rows, w, ~e->bits[at]);
      e->bits[at] |= left;
      for (; left; left &= left - 1, cells++) {
        e->goal[at * 64 + (size_t)tp_lowest(left)] = number;
      }
    }
  } else {
    e->is_recording = false;
    e->recorded++;
  }
  const uint64_t steps = 1 + rows->steps - before + cells / CELLS_A_STEP;
  tp_navmap_add_work(e->navmap, steps);
  e->debt += steps;
  e->tested -= steps < e->tested ? steps : e->tested;
}

/* ---- questions ------------------------------------------------------- */

/* The cheapest goal of which a free cell is an end; of equal ones the first.
 * NULL: there is none; or, as long as not all goals are recorded, none with an
 * extra cost of at most `most`. */
static const tp_Goal *goal_at(tp_Ends *e, tp_Cell at, uint64_t most) {
  const uint32_t count = e->goals->count;
  const tp_Goal *found = NULL;
  uint64_t steps = 0;
  if (!tp_rect_has(e->box, at.x, at.y)) return NULL;
  while (e->recorded < count && e->tested > 0) record_row(e);
  if (e->recorded > 0 || e->is_recording) {
    const size_t word = word_at(e, at.x >> 6, at.y);
    if (e->bits[word] >> (at.x & 63) & 1) {
      return &e->goals->goal[e->goal[word * 64 + (size_t)(at.x & 63)]];
    }
  }
  for (uint32_t i = e->recorded; i < count && !found; i++) {
    const tp_Goal *goal = &e->goals->goal[e->goals->list[i].number];
    const tp_Rect place = tp_goal_at(goal);
    if (goal->extra > most) break;
    if (tp_goal_ends_at(e->goals, e->navmap, place, at.x, at.y, &steps)) {
      found = goal;
    }
  }
  tp_navmap_add_work(e->navmap, steps);
  e->tested += ASKING * steps;
  /* Lines of sight take long: a slice pays for those of tests, too. */
  if (e->goals->eyes) e->debt += steps;
  return found;
}

/* ---- the cheapest -------------------------------------------------------- */

/* Is a cell, reached at a cost, an end at no more than the incumbent's cost? */
static bool find_end(tp_Ends *e, const tp_QueryPlan *plan, tp_Cell at,
                     uint64_t cost, tp_Incumbent *end) {
  const uint64_t best = e->best.cost;
  const tp_Goal *goal;
  *end = (tp_Incumbent){.end = at, .cost = cost};
  if (cost > best) return false;
  goal = goal_at(e, at, best - cost);
  if (goal) {
    end->goal = (uint32_t)(goal - plan->query.goals->goal);
    end->cost += goal->extra;
    end->tie = goal->tie;
  }
  return goal;
}

bool tp_ends_can_gain(const tp_Ends *e, const tp_QueryPlan *plan, tp_Cell at,
                      uint64_t cost, uint64_t f) {
  const tp_Goals *goals = plan->query.goals;
  const tp_Heuristic *h = &plan->heuristic;
  if (f < e->best.cost || goals->count > TP_FEW_GOALS) return true;
  if (h->kind == TP_HEURISTIC_USER || plan->has_edges) return true;
  tp_navmap_add_work(plan->navmap, goals->count);
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

tp_Arrival tp_ends_close(tp_Ends *e, const tp_QueryPlan *plan, tp_Cell at,
                         uint64_t cost, uint64_t f) {
  tp_Incumbent own, *best = &e->best;
  const bool is_found = find_end(e, plan, at, cost, &own);
  if (is_found && tp_incumbent_loses(best, own.cost, own.tie)) *best = own;
  if (plan->query.goals->is_near || plan->expands_ties) {
    /* Of equal ends the first in reading order counts. */
    const bool is_equal = is_found && own.cost == best->cost;
    if (is_equal && tp_incumbent_yields(best, own.tie, own.end)) *best = own;
    return TP_GO_ON;
  }
  if (is_found && own.cost <= f && own.tie == plan->query.goals->first_tie) {
    return TP_HAS_COME;
  }
  return tp_ends_can_gain(e, plan, at, cost, f) ? TP_GO_ON : TP_TURN;
}

void tp_ends_meet(tp_Ends *e, const tp_QueryPlan *plan, tp_Cell at,
                  uint64_t cost) {
  tp_Incumbent own, *best = &e->best;
  if (!find_end(e, plan, at, cost, &own)) return;
  if (own.cost < best->cost ||
      (own.cost == best->cost && tp_incumbent_yields(best, own.tie, own.end))) {
    *best = own;
  }
}
