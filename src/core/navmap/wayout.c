/* wayout.c - a breadth-first search over blocked cells, ring by ring: the cells
 * of a ring are as many steps from the start. The first ring that steps onto an
 * exit is the last one. Free cells that are no exits are not passed, so no
 * agent walks through walls from one free place to another.
 *
 * The search notes the rings alone; the way is read from them, backwards from
 * the exit. So it does not depend on the order in which a ring is read. Of
 * several steps into a cell, the one from the cell counts whose column is
 * nearest to the start's, then whose row is. So a way out over open ground
 * leads straight, then diagonally.
 *
 * Cost: in proportion to the blocked cells that are nearer than the exit, and,
 * with a nanosecond each, to the cells of a box around them for each ring.
 */
#include "wayout.h"

#include <stdlib.h>

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

/* Cells to each side of the start, and on a side of the square around it. */
enum { REACH = TP_WAYOUT_MOST, SIDE = 2 * REACH + 1 };

_Static_assert(REACH < UINT8_MAX, "a byte holds each ring");

typedef struct Hunt {
  const tp_Navmap *navmap;
  const tp_Exits *exits;
  tp_Cell start;
  uint8_t ring; /* that is being read, from 1 */
  tp_Rect next; /* has the cells of the next one */
  tp_Cell exit; /* the best one so far; x < 0: none is found */
  uint64_t far, rest;
  uint8_t rings[SIDE * SIDE]; /* of the cells around the start */
} Hunt;

/* The ring of a cell of the square; 0: it is not reached. */
static uint8_t *ring_of(Hunt *h, int32_t x, int32_t y) {
  return &h->rings[(y - h->start.y + REACH) * SIDE + x - h->start.x + REACH];
}

/* The cell belongs to the ring after the one that is being read. */
static void reach(Hunt *h, tp_Cell to) {
  uint8_t *ring = ring_of(h, to.x, to.y);
  if (*ring > 0) return;
  *ring = (uint8_t)(h->ring + 1);
  h->next = tp_rect_join(h->next, (tp_Rect){to.x, to.y, 1, 1});
}

/* A step of the ring to a free cell: is that the best exit so far? */
static void leave(Hunt *h, tp_Cell to) {
  const tp_Exits *e = h->exits;
  const tp_Grid *g = h->navmap->grid;
  const uint64_t far = tp_straight_apart(g->stagger, to, h->start);
  if (far > h->far) return;
  const uint64_t rest = e->rest(e->context, to);
  if (rest == TP_FAR || (far == h->far && rest > h->rest)) return;
  if (far == h->far && rest == h->rest &&
      tp_grid_index(g, to.x, to.y) >= tp_grid_index(g, h->exit.x, h->exit.y)) {
    return;
  }
  if (e->leads && !e->leads(e->context, to)) return;
  h->exit = to;
  h->far = far;
  h->rest = rest;
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
    if (*ring_of(h, c.x, c.y) != h->ring) continue;
    expand(h, c);
    tp_navmap_add_work(h->navmap, TP_DIRECTIONS);
  }
}

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
    if (*ring_of(h, from.x, from.y) != ring) continue;
    if (!(tp_wayout_steps(h->navmap, from) >> d & 1)) continue;
    if (best < 0 || is_better(h, to, d, best)) best = d;
  }
  return best;
}

bool tp_wayout_find(const tp_Navmap *nav, tp_Cell start, const tp_Exits *exits,
                    tp_WayOut *way) {
  Hunt h = {nav, exits, .start = start, .exit = {-1, -1}, .far = UINT64_MAX};
  way->length = 0;
  reach(&h, start);
  while (h.exit.x < 0 && h.ring < TP_WAYOUT_MOST && h.next.w > 0) {
    const tp_Rect box = h.next;
    h.next = (tp_Rect){0, 0, 0, 0};
    h.ring++;
    read_ring(&h, box);
  }
  way->exit = h.exit;
  tp_Cell at = h.exit;
  if (h.exit.x >= 0) way->length = h.ring;
  for (uint32_t ring = way->length; ring > 0; ring--) {
    const int d = step_from(&h, ring, at);
    way->step[ring - 1] = (uint8_t)d;
    at = tp_beside(at, tp_opposite(d));
  }
  return way->length > 0;
}
