/* wayout.c - a breadth-first search over blocked cells, ring by ring: the cells
 * of a ring are as many steps from the start. The first ring that steps onto an
 * exit is the last one. Free cells that are no exits are not passed, so no
 * agent walks through walls from one free place to another.
 *
 * The result depends on the rings alone, not on the order in which a ring is
 * read. Of several steps into a cell, the one from the cell counts whose column
 * is nearest to the start's, then whose row is. So a way out over open ground
 * leads straight, then diagonally.
 *
 * Invariant: bits are set only in the cells of `touched`, which are cleared
 * before the next search. The way is copied from the bits: an edit does not
 * change it.
 *
 * Cost: in proportion to the blocked cells that are nearer than the exit. Six
 * bits a cell, in a block of the agent alone, which its overlays use, too.
 */
#include "wayout.h"

#include <stdlib.h>
#include <string.h>

#include "../agent/metric.h"
#include "parts.h"

/* The bits of a cell. They stand in one word for each plane, and the words of
 * the same cells are neighbours. */
enum {
  BY,       /* three bits: the direction of the step into the cell */
  SEEN = 3, /* reached */
  RING,     /* belongs to the ring that is being read */
  NEXT,     /* to the next one */
  PLANES
};

struct tp_Rings {
  int32_t stride; /* words of a row */
  tp_Rect touched;
  uint64_t word[];
};

/* ---- the block ----------------------------------------------------------- */

static size_t words_of(const tp_Navmap *nav) {
  const size_t stride = ((size_t)nav->grid->width + 63) / 64;
  return stride * (size_t)nav->grid->height * PLANES;
}

static size_t rings_bytes(const tp_Navmap *nav) {
  return offsetof(tp_Rings, word) + words_of(nav) * sizeof(uint64_t);
}

static void init_rings(tp_Navmap *nav, void *block) {
  memset(block, 0, rings_bytes(nav));
  nav->rings = block;
  nav->rings->stride = (nav->grid->width + 63) / 64;
}

static bool wants_rings(const tp_Navmap *nav) { return nav->escapes; }

static const tp_Changes *of_grid(const tp_Navmap *nav) {
  return &nav->grid->changes;
}

const tp_PartRow tp_part_rings = {
    .room = TP_MAP,
    .wanted = wants_rings,
    .follows = of_grid,
    .bytes = rings_bytes,
    .init = init_rings,
};

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

/* Is a side shut, in either direction, between a cell that the agent covers in
 * the rectangle and the next one there, unless `had` has both? */
static bool adds_side(const tp_Navmap *nav, tp_Rect covers, tp_Rect had,
                      tp_Cell c, int d) {
  const tp_Cell next = tp_beside(c, d);
  if (!tp_rect_has(covers, next.x, next.y)) return false;
  if (tp_rect_has(had, c.x, c.y) && tp_rect_has(had, next.x, next.y)) {
    return false;
  }
  return tp_sides_are_fenced(nav->grid->sides, c.x, c.y, d);
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
      if (is_outside(g, x, y) && !tp_rect_has(had, x, y)) return false;
      if (!g->sides) continue;
      if (adds_side(nav, covers, had, c, TP_E)) return false;
      if (adds_side(nav, covers, had, c, TP_S)) return false;
    }
  }
  return true;
}

unsigned tp_wayout_steps(const tp_Navmap *navmap, tp_Cell at) {
  const tp_Navmap *nav = tp_navmap_alone(navmap);
  unsigned nine = 1u << tp_nine_bit(0, 0);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    if (is_open(nav, at, tp_beside(at, d))) nine |= 1u << tp_nine_of(d);
  }
  const unsigned steps = tp_steps(&nav->moves, at, nine);
  return nav->fences ? steps & ~tp_navmap_fenced(nav, at.x, at.y) : steps;
}

/* ---- rings --------------------------------------------------------------- */

typedef struct Hunt {
  const tp_Navmap *navmap;
  tp_Rings *rings;
  const tp_Exits *exits;
  tp_Cell start, exit;
  uint64_t far, rest; /* of the exit */
  int by;             /* the step onto the exit; -1: none is found */
  tp_Rect ring, next;
} Hunt;

static uint64_t *words_at(tp_Rings *r, tp_Cell c) {
  return &r->word[((size_t)c.y * (size_t)r->stride + (size_t)(c.x >> 6)) *
                  PLANES];
}

static bool has_bit(tp_Rings *r, tp_Cell c, int plane) {
  return words_at(r, c)[plane] >> (c.x & 63) & 1;
}

static int direction_into(tp_Rings *r, tp_Cell c) {
  int d = 0;
  for (int k = 0; k < 3; k++) d |= (int)has_bit(r, c, BY + k) << k;
  return d;
}

static void put_direction(tp_Rings *r, tp_Cell c, int d) {
  const uint64_t bit = UINT64_C(1) << (c.x & 63);
  uint64_t *word = words_at(r, c);
  for (int k = 0; k < 3; k++) {
    word[BY + k] = d >> k & 1 ? word[BY + k] | bit : word[BY + k] & ~bit;
  }
}

/* Of two steps into a cell, is the first one better? */
static bool is_better(const Hunt *h, tp_Cell to, int one, int other) {
  const tp_Cell a = tp_beside(to, tp_opposite(one)),
                b = tp_beside(to, tp_opposite(other));
  const int32_t by_x = abs(a.x - h->start.x) - abs(b.x - h->start.x);
  const int32_t by_y = abs(a.y - h->start.y) - abs(b.y - h->start.y);
  return by_x != 0 ? by_x < 0 : by_y != 0 ? by_y < 0 : one < other;
}

/* A step of the ring to a blocked cell. */
static void reach(Hunt *h, tp_Cell to, int d) {
  tp_Rings *r = h->rings;
  if (!has_bit(r, to, SEEN)) {
    const uint64_t bit = UINT64_C(1) << (to.x & 63);
    words_at(r, to)[SEEN] |= bit;
    words_at(r, to)[NEXT] |= bit;
    put_direction(r, to, d);
    h->next = tp_rect_join(h->next, (tp_Rect){to.x, to.y, 1, 1});
    r->touched = tp_rect_join(r->touched, h->next);
  } else if (has_bit(r, to, NEXT) &&
             is_better(h, to, d, direction_into(r, to))) {
    put_direction(r, to, d);
  }
}

/* How far a cell is from the start in a straight line. */
static uint64_t far_from(const Hunt *h, tp_Cell c) {
  const tp_Stagger stagger = h->navmap->moves.stagger;
  const uint64_t dx = tp_apart(c.x, h->start.x), dy = tp_apart(c.y, h->start.y);
  if (!tp_is_hexagonal(stagger)) return dx * dx + dy * dy;
  return tp_steps_apart(stagger, c, h->start);
}

/* A step of the ring to a free cell: is that the best exit so far? */
static void leave(Hunt *h, tp_Cell to, int d) {
  const tp_Exits *e = h->exits;
  const bool has_exit = h->by >= 0;
  if (has_exit && tp_same_cell(to, h->exit)) {
    if (is_better(h, to, d, h->by)) h->by = d;
    return;
  }
  const uint64_t far = far_from(h, to);
  if (has_exit && far > h->far) return;
  const uint64_t rest = e->rest(e->context, to);
  if (has_exit && far == h->far) {
    const bool is_before =
        to.y < h->exit.y || (to.y == h->exit.y && to.x < h->exit.x);
    if (rest > h->rest || (rest == h->rest && !is_before)) return;
  }
  if (e->leads && !e->leads(e->context, to)) return;
  h->exit = to;
  h->far = far;
  h->rest = rest;
  h->by = d;
}

static void expand(Hunt *h, tp_Cell at) {
  const tp_Exits *e = h->exits;
  unsigned steps = tp_wayout_steps(h->navmap, at);
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    const tp_Cell to = tp_beside(at, d);
    if (e->avoids && e->avoids(e->context, to)) continue;
    if (tp_mask_has(h->navmap->mask, to.x, to.y)) {
      leave(h, to, d);
    } else {
      reach(h, to, d);
    }
  }
}

/* Reads the ring, and removes its bits. */
static void read_ring(Hunt *h) {
  const tp_Rect box = h->ring;
  for (int32_t y = box.y; y < box.y + box.h; y++) {
    for (int32_t x = box.x & ~63; x < box.x + box.w; x += 64) {
      uint64_t *word = words_at(h->rings, (tp_Cell){x, y});
      for (uint64_t row = word[RING]; row; row &= row - 1) {
        expand(h, (tp_Cell){x + tp_lowest(row), y});
        tp_navmap_look(h->navmap, TP_DIRECTIONS);
      }
      word[RING] = 0;
    }
  }
}

/* The next ring takes the place of the one that was read. */
static void go_on(Hunt *h) {
  const tp_Rect box = h->ring = h->next;
  tp_Rings *r = h->rings;
  h->next = (tp_Rect){0, 0, 0, 0};
  for (int32_t y = box.y; y < box.y + box.h; y++) {
    for (int32_t x = box.x & ~63; x < box.x + box.w; x += 64) {
      uint64_t *word = words_at(r, (tp_Cell){x, y});
      word[RING] = word[NEXT];
      word[NEXT] = 0;
    }
  }
}

static void clear(tp_Rings *r) {
  const tp_Rect box = r->touched;
  const int32_t first = box.x & ~63, last = (box.x + box.w - 1) >> 6;
  for (int32_t y = box.y; y < box.y + box.h; y++) {
    const size_t words = (size_t)(last - (first >> 6) + 1) * PLANES;
    memset(words_at(r, (tp_Cell){first, y}), 0, words * sizeof(uint64_t));
  }
  r->touched = (tp_Rect){0, 0, 0, 0};
}

bool tp_wayout_find(const tp_Navmap *nav, tp_Cell start, uint32_t most,
                    const tp_Exits *exits, tp_WayOut *way) {
  Hunt h = {.navmap = nav,
            .rings = tp_navmap_alone(nav)->rings,
            .exits = exits,
            .start = start,
            .by = -1};
  uint32_t length = 0;
  way->start = start;
  way->length = 0;
  if (!h.rings) return false;
  clear(h.rings);
  reach(&h, start, 0);
  while (h.by < 0 && length < most && h.next.w > 0) {
    go_on(&h);
    read_ring(&h);
    length++;
  }
  if (h.by < 0) return false;
  way->exit = h.exit;
  way->length = length;
  tp_Cell at = h.exit;
  for (int d = h.by; length-- > 0; d = direction_into(h.rings, at)) {
    way->step[length] = (uint8_t)d;
    at = tp_beside(at, tp_opposite(d));
  }
  return true;
}
