/* localsearch.c - a breadth-first search over the cells around a unit.
 *
 * Steps are counted, not prices, and links are not taken. One look at each
 * unit of the crowd tells where others go. Cost: some 20 us to get away on
 * open ground if no cell is far enough; 5 us to come nearer.
 */
#include "localsearch.h"

#include <string.h>

#include "../base/bits.h"

enum {
  CELLS = TP_LOCALSEARCH_SIDE * TP_LOCALSEARCH_SIDE,
  NOT_SEEN = UINT8_MAX
};

typedef struct Board {
  const tp_Sim *sim;
  const tp_Unit *unit;
  uint32_t id;
  tp_Rect area;
  uint8_t by[CELLS];     /* direction of the step that reached the cell */
  bool taken[CELLS];     /* another unit goes there */
  uint16_t queue[CELLS]; /* cells in the order in which they were reached */
} Board;

static tp_Cell cell_of(const Board *b, uint32_t place) {
  return (tp_Cell){b->area.x + (int32_t)(place % TP_LOCALSEARCH_SIDE),
                   b->area.y + (int32_t)(place / TP_LOCALSEARCH_SIDE)};
}

static uint32_t place_of(const Board *b, tp_Cell c) {
  return (uint32_t)(c.y - b->area.y) * TP_LOCALSEARCH_SIDE +
         (uint32_t)(c.x - b->area.x);
}

/* Other units under the unit at a cell; of several the last kind counts: none;
 * a unit that goes on or makes way; a unit at rest with an order; a unit that
 * only the game moves. */
typedef enum Stander { NOBODY, SOMEBODY, A_RESTER, A_WALL } Stander;

static Stander stander_at(const Board *b, tp_Cell c) {
  const tp_Rect under = tp_unit_under(b->unit, tp_pack_cell(c.x, c.y));
  Stander found = NOBODY;
  for (tp_Cell cell = tp_rect_first(under); tp_rect_wrap(under, &cell);
       cell.x++) {
    const uint32_t id = tp_occupancy_at(b->sim->occupancy, cell.x, cell.y);
    if (id == 0 || id == b->id) continue;
    const tp_Unit *other = tp_sim_unit(b->sim, id);
    if (tp_unit_goes_around(b->unit, other)) return A_WALL;
    const bool rests = other->state != TP_IDLE && tp_unit_rests(other);
    if (found != A_RESTER) found = rests ? A_RESTER : SOMEBODY;
  }
  return found;
}

/* Would the unit step diagonally between two others? */
static bool is_squeezed(const Board *b, tp_Cell at, int d) {
  const tp_Occupancy *o = b->sim->occupancy;
  if (!tp_is_diagonal(d) || tp_is_hexagonal(b->unit->navmap->moves.stagger))
    return false;
  const int32_t across = tp_dx[d] > 0 ? b->unit->wide : -1;
  const int32_t down = tp_dy[d] > 0 ? b->unit->high : -1;
  const uint32_t beside = tp_occupancy_at(
      o, at.x + across, at.y + (tp_dy[d] > 0 ? 0 : b->unit->high - 1));
  const uint32_t below = tp_occupancy_at(
      o, at.x + (tp_dx[d] > 0 ? 0 : b->unit->wide - 1), at.y + down);
  return beside != 0 && beside != b->id && below != 0 && below != b->id;
}

/* Marks the goals of other units. */
static void take_goals(Board *b) {
  for (uint32_t id = 1; id <= b->sim->last_id; id++) {
    const tp_Unit *unit = tp_sim_unit(b->sim, id);
    const tp_Cell goal = unit->to_goal.goal;
    if (id == b->id || !(unit->flags & TP_UNIT_THERE)) continue;
    if (tp_unit_rests(unit) || goal.x < 0) continue;
    const tp_Rect r = tp_rect_clip(
        tp_unit_under(unit, tp_pack_cell(goal.x, goal.y)), b->area);
    for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
      b->taken[place_of(b, c)] = true;
    }
  }
}

static bool is_taken(const Board *b, tp_Cell c) {
  const tp_Rect r =
      tp_rect_clip(tp_unit_under(b->unit, tp_pack_cell(c.x, c.y)), b->area);
  for (tp_Cell cell = tp_rect_first(r); tp_rect_wrap(r, &cell); cell.x++) {
    if (b->taken[place_of(b, cell)]) return true;
  }
  return false;
}

/* What the search is for. */
typedef struct Aim {
  tp_Rect target;
  bool is_away, passes;
  double bound;  /* squared distance. Away: enough; near: no cell may be
                    below it */
  uint64_t here; /* squared distance of the cell that is expanded */
  uint64_t best; /* squared distance of the best cell so far */
  uint32_t place;
  bool (*will_do)(const void *context, tp_Cell cell); /* NULL: the nearest */
  const void *context;
  bool is_found; /* a cell that will do */
} Aim;

/* Expands a cell. Returns the new length of the queue. */
static uint32_t expand_cell(Board *b, Aim *aim, tp_Cell at, uint32_t count) {
  const tp_Stagger s = b->unit->navmap->moves.stagger;
  const tp_Navmap *nav = b->unit->navmap;
  const bool is_free = tp_mask_can_enter(nav->mask, at.x, at.y);
  unsigned steps =
      is_free ? tp_navmap_steps(nav, at.x, at.y) : tp_wayout_steps(nav, at);
  aim->here = tp_localsearch_square(s, at, aim->target);
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    const tp_Cell to = tp_beside(at, d);
    if (!tp_rect_has(b->area, to.x, to.y)) continue;
    const uint32_t place = place_of(b, to);
    if (b->by[place] != NOT_SEEN) continue;
    const uint64_t square = tp_localsearch_square(s, to, aim->target);
    /* May the path lead through the cell? May it end there? */
    const Stander stander = stander_at(b, to);
    const bool is_room = stander == NOBODY;
    if (aim->is_away) {
      if (square < aim->here && is_free) continue;
      if (stander > (aim->passes ? A_RESTER : SOMEBODY)) continue;
    } else if (!is_room || (double)square < aim->bound ||
               is_squeezed(b, at, d)) {
      continue;
    }
    b->by[place] = (uint8_t)d;
    b->queue[count++] = (uint16_t)place;
    if (!is_room || !tp_mask_has(nav->mask, to.x, to.y)) continue;
    if (aim->will_do) {
      if (aim->is_found || is_taken(b, to)) continue;
      if (!aim->will_do(aim->context, to)) continue;
      aim->is_found = true;
    } else {
      if (aim->is_away ? square <= aim->best : square >= aim->best) continue;
      if (is_taken(b, to)) continue;
    }
    aim->best = square;
    aim->place = place;
  }
  return count;
}

/* Searches until a cell is far enough, or for so many steps. */
static void run_localsearch(const tp_Sim *sim, uint32_t id, Aim *aim,
                            uint32_t steps, tp_LocalSearch *found) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  const tp_Cell start = tp_unit_cell(unit);
  Board b = {.sim = sim, .unit = unit, .id = id};
  b.area =
      (tp_Rect){start.x - TP_LOCALSEARCH_REACH, start.y - TP_LOCALSEARCH_REACH,
                TP_LOCALSEARCH_SIDE, TP_LOCALSEARCH_SIDE};
  memset(b.by, NOT_SEEN, sizeof b.by);
  uint32_t count = 0, next = 0;
  aim->best =
      tp_localsearch_square(unit->navmap->moves.stagger, start, aim->target);
  aim->place = place_of(&b, start);
  b.by[aim->place] = TP_NO_DIRECTION;
  take_goals(&b);
  b.queue[count++] = (uint16_t)aim->place;
  for (; next < count && steps > 0; steps--) {
    if (aim->is_away && (double)aim->best >= aim->bound) break;
    if (aim->is_found) break;
    for (uint32_t end = count; next < end; next++) {
      count = expand_cell(&b, aim, cell_of(&b, b.queue[next]), count);
    }
  }
  found->looked = count + sim->unit_room / 8;
  /* Walks back from the last cell, then reverses the path. */
  found->count = 0;
  for (tp_Cell c = cell_of(&b, aim->place);;) {
    found->cell[found->count++] = c;
    if (tp_same_cell(c, start)) break;
    c = tp_beside(c, tp_opposite(b.by[place_of(&b, c)]));
  }
  for (uint32_t i = 0, k = found->count - 1; i < k; i++, k--) {
    const tp_Cell one = found->cell[i];
    found->cell[i] = found->cell[k];
    found->cell[k] = one;
  }
}

void tp_localsearch_away(const tp_Sim *sim, uint32_t id, tp_Rect from,
                         double enough, bool passes, tp_LocalSearch *found) {
  Aim aim = {
      .target = from, .is_away = true, .passes = passes, .bound = enough};
  run_localsearch(sim, id, &aim, UINT32_MAX, found);
}

void tp_localsearch_near(const tp_Sim *sim, uint32_t id, tp_Rect to,
                         double least, tp_LocalSearch *found) {
  const uint32_t half_round = 2 + 2 * (uint32_t)(to.w + to.h);
  Aim aim = {.target = to, .bound = least};
  run_localsearch(sim, id, &aim, half_round, found);
}

void tp_localsearch_place(const tp_Sim *sim, uint32_t id, tp_Rect to,
                          double least,
                          bool (*will_do)(const void *context, tp_Cell cell),
                          const void *context, tp_LocalSearch *found) {
  Aim aim = {
      .target = to, .bound = least, .will_do = will_do, .context = context};
  run_localsearch(sim, id, &aim, UINT32_MAX, found);
}

/* ---- the way to a rectangle ---------------------------------------------- */

/* Goes down to cells that are ever nearer. */
static tp_Cell descend(const tp_Navmap *nav, tp_Cell at, tp_Rect to) {
  const tp_Stagger s = nav->moves.stagger;
  uint64_t least = tp_localsearch_square(s, at, to);
  for (tp_Cell from = at;; from = at) {
    unsigned steps = tp_navmap_steps(nav, from.x, from.y);
    for (; steps; steps &= steps - 1) {
      const tp_Cell c = tp_beside(from, tp_lowest(steps));
      const uint64_t square = tp_localsearch_square(s, c, to);
      if (square >= least) continue;
      least = square;
      at = c;
    }
    if (tp_same_cell(at, from)) return at;
  }
}

static bool may_enter_any(const tp_Navmap *nav, tp_Rect to) {
  for (tp_Cell c = tp_rect_first(to); tp_rect_wrap(to, &c); c.x++) {
    if (tp_mask_can_enter(nav->mask, c.x, c.y)) return true;
  }
  return false;
}

bool tp_localsearch_leads(const tp_Navmap *nav, tp_Cell from, tp_Rect to,
                          double most) {
  const tp_Stagger s = nav->moves.stagger;
  const tp_Cell last = descend(nav, from, to);
  if (tp_rect_has(to, last.x, last.y) || !may_enter_any(nav, to)) return true;
  Board b = {.area = {from.x - TP_LOCALSEARCH_REACH,
                      from.y - TP_LOCALSEARCH_REACH, TP_LOCALSEARCH_SIDE,
                      TP_LOCALSEARCH_SIDE}};
  uint32_t count = 0;
  b.queue[count++] = (uint16_t)place_of(&b, from);
  b.taken[b.queue[0]] = true;
  for (uint32_t next = 0; next < count; next++) {
    const tp_Cell at = cell_of(&b, b.queue[next]);
    unsigned steps = tp_navmap_steps(nav, at.x, at.y);
    for (; steps; steps &= steps - 1) {
      const tp_Cell c = tp_beside(at, tp_lowest(steps));
      if (tp_rect_has(to, c.x, c.y)) return true;
      if (!tp_rect_has(b.area, c.x, c.y) || b.taken[place_of(&b, c)]) continue;
      if ((double)tp_localsearch_square(s, c, to) > most) continue;
      b.taken[place_of(&b, c)] = true;
      b.queue[count++] = (uint16_t)place_of(&b, c);
    }
  }
  return false;
}
