/* wayout.c - a breadth-first search over blocked cells, ring by ring: the cells
 * of a ring are as many steps from the start. The first ring that steps onto an
 * exit is the last one. Free cells that are no exits are not passed, so no
 * agent walks through walls from one free place to another.
 *
 * Of a ring's exits those count that are nearest in a straight line. All cells
 * beside the start are as near: which of them is the best depends on what comes
 * behind it.
 *
 * The search notes the rings alone; the ways are read from them, backwards from
 * the exits. So they do not depend on the order in which a ring is read. Of
 * several steps into a cell, the one from the cell counts whose column is
 * nearest to the start's, then whose row is. So a way out over open ground
 * leads straight, then diagonally.
 *
 * Cost: in proportion to the blocked cells that are nearer than the exits, and,
 * with a nanosecond each, to the cells of a box around them for each ring.
 */
#include "wayout.h"

#include <stdlib.h>
#include <string.h>

#include "../agent/metric.h"

/* ---- steps --------------------------------------------------------------- */

static bool is_outside(const tp_Grid *g, int32_t x, int32_t y) {
  return tp_grid_contains(g, x, y) &&
         g->cells[tp_grid_index(g, x, y)] == TP_OUTSIDE;
}

/* Does it reach no further beyond the border of the map than the first? */
static bool is_on_map(const tp_Grid *g, tp_Rect had, tp_Rect covers) {
  return tp_grid_contains(g, covers.x, covers.y) &&
         covers.x + covers.w <= tp_greater(g->width, had.x + had.w) &&
         covers.y + covers.h <= tp_greater(g->height, had.y + had.h);
}

/* May an agent cover a cell of the rectangle that it did not cover before? */
static bool may_cover(const tp_Navmap *nav, tp_Cell c, tp_Rect covers) {
  const tp_Fences *sides = tp_navmap_sides(nav);
  if (is_outside(nav->grid, c.x, c.y)) return false;
  for (int d = 0; d < TP_SE && sides; d++) {
    const tp_Cell next = tp_beside(c, d);
    if (tp_rect_has(covers, next.x, next.y) &&
        tp_fences_are_closed_between(sides, c.x, c.y, d)) {
      return false;
    }
  }
  return true;
}

/* May an agent that covers `had` cover the cells of another position? */
static bool is_open(const tp_Navmap *nav, tp_Cell from, tp_Cell to) {
  const tp_Grid *g = nav->grid;
  const int32_t w = nav->profile.wide, h = nav->profile.high;
  const tp_Rect had = {from.x, from.y, w, h}, covers = {to.x, to.y, w, h};
  if (!is_on_map(g, had, covers) || is_outside(g, to.x, to.y)) return false;
  for (int32_t y = to.y; y < to.y + h; y++) {
    for (int32_t x = to.x; x < to.x + w; x++) {
      const tp_Cell c = {x, y};
      if (!tp_rect_has(had, x, y) && !may_cover(nav, c, covers)) return false;
    }
  }
  return true;
}

unsigned tp_wayout_steps(const tp_Navmap *navmap, tp_Cell at) {
  const tp_Navmap *nav = tp_navmap_alone(navmap);
  unsigned neighborhood = 1u << tp_neighborhood_bit(0, 0);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    if (is_open(nav, at, tp_beside(at, d)))
      neighborhood |= 1u << tp_neighborhood_of(d);
  }
  const unsigned steps = tp_steps(&nav->moves, at, neighborhood);
  return nav->fences ? steps & ~tp_navmap_fenced(nav, at.x, at.y) : steps;
}

/* ---- rings --------------------------------------------------------------- */

enum { REACH = TP_WAYOUT_MOST, SIDE = TP_WAYOUT_SIDE };

/* Rings count from 1. An exit has this number. */
enum { EXIT = REACH + 2 };

_Static_assert(EXIT <= UINT8_MAX, "a byte holds each ring");

typedef struct Hunt {
  const tp_Navmap *navmap;
  const tp_Exits *exits;
  tp_Cell start;
  uint8_t ring; /* that is being read, from 1 */
  tp_Rect next; /* has the cells of the next one */
  uint64_t far; /* of the nearest exits; UINT64_MAX: none is found */
  uint8_t rings[SIDE * SIDE]; /* of the cells around the start */
} Hunt;

/* The ring of a cell of the square; 0: it is not reached. */
static uint8_t *ring_of(Hunt *h, tp_Cell c) {
  return &h->rings[tp_wayout_index(h->start, c)];
}

/* The cell belongs to the ring after the one that is being read. */
static void reach(Hunt *h, tp_Cell to) {
  uint8_t *ring = ring_of(h, to);
  if (*ring > 0) return;
  *ring = (uint8_t)(h->ring + 1);
  h->next = tp_rect_join(h->next, (tp_Rect){to.x, to.y, 1, 1});
}

/* How far an exit of the ring that is being read is from the start. */
static uint64_t far_of(const Hunt *h, tp_Cell exit) {
  if (h->ring == 1) return 0;
  return tp_straight_apart(h->navmap->grid->stagger, exit, h->start);
}

/* A step of the ring to a free cell: is that one of the nearest exits so far?
 */
static void leave(Hunt *h, tp_Cell to) {
  const tp_Exits *e = h->exits;
  const uint64_t far = far_of(h, to);
  if (far > h->far || *ring_of(h, to) == EXIT) return;
  if (e->rest(e->context, to) == TP_FAR) return;
  if (e->leads && !e->leads(e->context, to)) return;
  *ring_of(h, to) = EXIT;
  h->far = far;
}

static void expand(Hunt *h, tp_Cell at) {
  const tp_Exits *e = h->exits;
  unsigned steps = tp_wayout_steps(h->navmap, at);
  for (; steps; steps &= steps - 1) {
    const tp_Cell to = tp_beside(at, tp_lowest(steps));
    if (e->avoids && e->avoids(e->context, to)) continue;
    if (tp_mask_has(h->navmap->mask, to.x, to.y)) {
      leave(h, to);
    } else {
      reach(h, to);
    }
  }
}

static void read_ring(Hunt *h, tp_Rect box) {
  for (tp_Cell c = tp_rect_first(box); tp_rect_wrap(box, &c); c.x++) {
    if (*ring_of(h, c) != h->ring) continue;
    expand(h, c);
    tp_navmap_add_work(h->navmap, TP_DIRECTIONS);
  }
}

/* ---- the ways ------------------------------------------------------------ */

/* Of two steps into a cell, is the first one better? */
static bool is_better(const Hunt *h, tp_Cell to, int one, int other) {
  const tp_Cell a = tp_beside(to, tp_opposite(one)),
                b = tp_beside(to, tp_opposite(other));
  const int32_t by_x = abs(a.x - h->start.x) - abs(b.x - h->start.x);
  const int32_t by_y = abs(a.y - h->start.y) - abs(b.y - h->start.y);
  return by_x != 0 ? by_x < 0 : by_y < 0;
}

/* The best step into a cell from a ring that has one. */
static int step_from(Hunt *h, uint32_t ring, tp_Cell to) {
  const tp_Rect square = {h->start.x - REACH, h->start.y - REACH, SIDE, SIDE};
  int best = -1;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    const tp_Cell from = tp_beside(to, tp_opposite(d));
    if (!tp_rect_has(square, from.x, from.y)) continue;
    if (*ring_of(h, from) != ring) continue;
    if (!(tp_wayout_steps(h->navmap, from) >> d & 1)) continue;
    if (best < 0 || is_better(h, to, d, best)) best = d;
  }
  return best;
}

/* Notes the way to an exit, as far back as it is not known. */
static void trace(Hunt *h, tp_WayOut *way, tp_Cell at) {
  uint8_t exit = TP_IS_EXIT;
  for (uint32_t ring = way->length; ring > 0; ring--) {
    uint8_t *step = &way->cell[tp_wayout_index(way->start, at)];
    if (*step) return;
    const int d = step_from(h, ring, at);
    *step = (uint8_t)(d + 1 + exit);
    exit = 0;
    at = tp_beside(at, tp_opposite(d));
  }
}

/* Notes the ways to the nearest exits, and chooses the best one. */
static void take_exits(Hunt *h, tp_WayOut *way) {
  const tp_Exits *e = h->exits;
  uint64_t best = TP_FAR;
  way->length = h->ring;
  way->exits = 0;
  const tp_Rect box = tp_wayout_box(way);
  for (tp_Cell c = tp_rect_first(box); tp_rect_wrap(box, &c); c.x++) {
    if (*ring_of(h, c) != EXIT || far_of(h, c) > h->far) continue;
    trace(h, way, c);
    way->exits++;
    const uint64_t out =
        e->factor ? e->factor * tp_wayout_cost(way, h->navmap, c) : 0;
    const uint64_t cost = out + e->rest(e->context, c);
    if (cost < best) way->exit = c;
    best = cost < best ? cost : best;
  }
}

bool tp_wayout_find(const tp_Navmap *nav, tp_Cell start, const tp_Exits *exits,
                    tp_WayOut *way) {
  Hunt h = {nav, exits, .start = start, .far = UINT64_MAX};
  way->start = start;
  way->length = 0;
  reach(&h, start);
  while (h.far == UINT64_MAX && h.ring < TP_WAYOUT_MOST && h.next.w > 0) {
    const tp_Rect box = h.next;
    h.next = (tp_Rect){0, 0, 0, 0};
    h.ring++;
    read_ring(&h, box);
  }
  if (h.far == UINT64_MAX) return false;
  memset(way->cell, 0, sizeof way->cell);
  take_exits(&h, way);
  return true;
}

int tp_wayout_first(const tp_WayOut *way) {
  tp_Cell at = way->exit;
  int d = -1;
  for (uint32_t i = 0; i < way->length; i++) {
    d = tp_wayout_step(way, at);
    at = tp_beside(at, tp_opposite(d));
  }
  return d;
}

uint64_t tp_wayout_cost(const tp_WayOut *way, const tp_Navmap *nav,
                        tp_Cell at) {
  const int class = tp_costs_dearest(&nav->costs);
  uint64_t cost = 0;
  for (uint32_t i = 0; i < way->length; i++) {
    const int d = tp_wayout_step(way, at);
    cost += nav->costs.step[tp_is_diagonal(d)][class];
    at = tp_beside(at, tp_opposite(d));
  }
  return cost;
}
