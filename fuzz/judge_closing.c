/* judge_closing.c - would closed cells cut a path? The oracle closes them on
 * its own copy of the map and looks.
 */
#include "judges.h"

#include <math.h>

#include "core/ask/wouldblock.h"

enum { MOST_CLOSED = 12 };

typedef struct Closed {
  tp_Cell cell[MOST_CLOSED];
  int count;
} Closed;

/* A cell, a block, or some scattered cells; at times outside the map. */
static Closed choose_closed(Trial *t) {
  Random *r = &t->random;
  tp_Cell first = trial_choose_cell(t);
  Closed c = {.count = 1 + random_below(r, MOST_CLOSED)};
  int kind = random_below(r, 4), wide = 1 + random_below(r, 4);
  if (kind < 2) c.count = 1;
  for (int i = 0; i < c.count; i++) {
    tp_Cell block = {first.x + i % wide, first.y + i / wide};
    c.cell[i] = kind < 3 ? block : trial_choose_cell(t);
  }
  return c;
}

/* Blocks each position at which an agent covers the cell. */
static void shut(const Trial *t, double price[], tp_Cell c) {
  for (int y = c.y - t->body.high + 1; y <= c.y; y++) {
    for (int x = c.x - t->body.wide + 1; x <= c.x; x++) {
      tp_Cell above = {x, y};
      if (trial_is_inside(t, above)) price[trial_cell(t, above)] = INFINITY;
    }
  }
}

/* Are the trial's start and goal cut off from each other? Both are free and
 * connected. */
static bool oracle_is_cut(const Trial *t, const Closed *closed) {
  static double price[MAX_CELLS], cost[MAX_CELLS];
  OracleMap map = t->map;
  for (int i = 0; i < t->world.width * t->world.height; i++) {
    price[i] = t->price[i];
  }
  for (int i = 0; i < closed->count; i++) {
    tp_Cell c = closed->cell[i];
    if (trial_is_inside(t, c)) shut(t, price, c);
  }
  map.price = price;
  if (price[trial_cell(t, t->start)] == INFINITY) return true;
  oracle_costs(&map, t->start.x, t->start.y, false, cost);
  return cost[trial_cell(t, t->goal)] == INFINITY;
}

static tp_Rect rect_of(const tp_Navmap *nav, tp_Cell c) {
  return tp_rect_clip((tp_Rect){c.x, c.y, 1, 1}, nav->grid->changes.whole);
}

static bool is_cut(Trial *t, Player *p, const Closed *closed) {
  tp_Navmap *nav = &p->navmap;
  const tp_ClosedLogs logs = tp_wouldblock_begin(nav);
  for (int i = 0; i < closed->count; i++) {
    tp_wouldblock_set(nav, rect_of(nav, closed->cell[i]), true);
  }
  bool cut = tp_wouldblock_cuts(nav, t->start, t->goal);
  for (int i = 0; i < closed->count; i++) {
    tp_wouldblock_set(nav, rect_of(nav, closed->cell[i]), false);
  }
  tp_wouldblock_end(nav, &logs);
  return cut;
}

void judge_closing(Trial *t, Player *p) {
  Closed closed = choose_closed(t);
  tp_Rect box = {0, 0, 0, 0};
  bool connected = trial_is_free(t, t->start) && trial_is_free(t, t->goal) &&
                   t->cost[trial_cell(t, t->goal)] < INFINITY;
  if (!connected) return;
  for (int i = 0; i < closed.count; i++) {
    const tp_Rect shut = rect_of(&p->navmap, closed.cell[i]);
    if (tp_rect_is_empty(shut)) continue;
    box = tp_rect_join(box, tp_navmap_covering(&p->navmap, shut));
  }
  bool right = oracle_is_cut(t, &closed);
  bool cut = is_cut(t, p, &closed);
  trial_expect(t, cut == right, "%d shut cells, first %d, %d, do %scut the way",
               closed.count, (int)closed.cell[0].x, (int)closed.cell[0].y,
               right ? "" : "not ");
  t->tally->queries++;
  bool in_box = tp_rect_has(box, t->start.x, t->start.y) ||
                tp_rect_has(box, t->goal.x, t->goal.y);
  if (tp_rect_is_empty(box) || in_box) return;
  trial_expect(t, !right || !tp_wouldblock_is_harmless(&p->navmap, box),
               "%d shut cells, first %d, %d, cut the way, which their ring "
               "does not see",
               closed.count, (int)closed.cell[0].x, (int)closed.cell[0].y);
}
