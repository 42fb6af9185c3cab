/* destinations.c - finds a cell that is no other unit's destination.
 *
 * A loop over the units of the crowd marks, on a small board around the place,
 * their goals and the cells where they rest. Then the board is searched.
 */
#include "destinations.h"

#include <string.h>

#include "../../core/crowd/localsearch.h"
#include "../../core/navmap/connectivity.h"
#include "crowd.h"

enum { REACH = 24, SIDE = 2 * REACH + 1 };

/* The cells of a square around the place. */
typedef struct Board {
  tp_Rect area;
  uint8_t taken[SIDE * SIDE];
} Board;

static void take(Board *b, tp_Rect r) {
  r = tp_rect_clip(r, b->area);
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    b->taken[(c.y - b->area.y) * SIDE + c.x - b->area.x] = 1;
  }
}

static bool is_taken(const Board *b, tp_Rect r) {
  r = tp_rect_clip(r, b->area);
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    if (b->taken[(c.y - b->area.y) * SIDE + c.x - b->area.x]) return true;
  }
  return false;
}

/* Will the unit probably stay where it is? A unit that stands and has a query
 * with several ends may, too. */
static bool stays(const Unit *u, const tp_Unit *core_unit) {
  return tp_unit_rests(core_unit) || core_unit->flags & TP_UNIT_PAUSED ||
         (u->search.query && tp_unit_is_standing(core_unit));
}

static void take_those_of(Board *b, const Unit *other) {
  const tp_Sim *sim = other->crowd->motion.sim;
  const tp_Unit *core_unit = tp_sim_unit(sim, other->id);
  tp_Cell goal = core_unit->to_goal.goal;
  if (stays(other, core_unit)) take(b, tp_unit_under(core_unit, core_unit->at));
  if (core_unit->state == TP_IDLE || core_unit->state == TP_SETTLED ||
      goal.x < 0)
    return;
  take(b, tp_unit_under(core_unit, tp_pack_cell(goal.x, goal.y)));
}

static void set_up(Board *b, const Unit *u, tp_Cell place) {
  b->area = (tp_Rect){place.x - REACH, place.y - REACH, SIDE, SIDE};
  memset(b->taken, 0, sizeof b->taken);
  for (const Unit *v = u->crowd->first; v; v = v->after) {
    if (v != u) take_those_of(b, v);
  }
}

bool tp_destinations_are_taken(const Unit *u, tp_Cell cell) {
  Board board;
  set_up(&board, u, cell);
  return is_taken(&board, finder_footprint(u->finder, cell));
}

bool tp_destinations_find(const Unit *u, const Destination *wanted,
                          uint64_t *budget, tp_Cell *found) {
  enum { WORK = 300, TEST = 2 }; /* expanded nodes that take as long */
  tp_Navmap *nav = &u->finder->navmap;
  tp_Cell place = wanted->place, at = u->cell;
  const tp_Rect there = {place.x, place.y, 1, 1};
  uint64_t least = UINT64_MAX;
  Board board;
  tp_GroupSet groups;
  tp_RegionSet home = {NULL, 0, NULL};
  tp_navmap_prepare(nav, TP_CONNECTED);
  if (tp_mask_can_enter(nav->mask, at.x, at.y)) {
    home = tp_navmap_home(nav, at, &groups);
  }
  set_up(&board, u, place);
  tp_spend(budget, WORK);
  /* The nearest rows come first: only few cells are tested, which is slow. */
  for (int32_t row = 0; row < SIDE; row++) {
    const int32_t apart = (row + 1) / 2, dy = row % 2 == 0 ? apart : -apart;
    if ((uint64_t)apart * (uint64_t)apart > least) break;
    for (int32_t dx = -REACH; dx <= REACH; dx++) {
      tp_Cell c = {place.x + dx, place.y + dy};
      const uint64_t far = tp_localsearch_square(nav->moves.stagger, c, there);
      if (far > least || (far == least && c.y >= found->y)) continue;
      if (!tp_mask_can_enter(nav->mask, c.x, c.y)) continue;
      if (is_taken(&board, finder_footprint(u->finder, c))) continue;
      if (!tp_region_is_in(home, tp_navmap_region(nav, c.x, c.y))) continue;
      if (wanted->will_do) {
        tp_spend(budget, TEST);
        if (!wanted->will_do(wanted->context, c)) continue;
      }
      least = far;
      *found = c;
    }
  }
  return least != UINT64_MAX;
}
