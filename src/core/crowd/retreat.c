/* retreat.c - a breadth-first search over the cells around a mover, among those
 * that are no nearer to what it flees from.
 *
 * Steps are counted, not prices: whoever flees is in a hurry. Links are not
 * taken. Some 20 us if all of the square is open and none of it far enough.
 */
#include "retreat.h"

#include <string.h>

#include "../base/bits.h"

enum { CELLS = TP_RETREAT_SIDE * TP_RETREAT_SIDE, NOT_SEEN = UINT8_MAX };

typedef struct Board {
  const tp_Motion *motion;
  const tp_Mover *mover;
  uint32_t id;
  tp_Rect area;
  uint8_t by[CELLS];     /* the direction it was come to by */
  uint16_t queue[CELLS]; /* cells, in the order they were come to */
} Board;

static tp_Cell cell_of(const Board *b, uint32_t place) {
  return (tp_Cell){b->area.x + (int32_t)(place % TP_RETREAT_SIDE),
                   b->area.y + (int32_t)(place / TP_RETREAT_SIDE)};
}

static uint32_t place_of(const Board *b, tp_Cell c) {
  return (uint32_t)(c.y - b->area.y) * TP_RETREAT_SIDE +
         (uint32_t)(c.x - b->area.x);
}

/* Who stands under it there: nobody else, somebody, or whom the game alone
 * moves. */
typedef enum Stander { NOBODY, SOMEBODY, A_WALL } Stander;

static Stander stander_at(const Board *b, tp_Cell c) {
  const tp_Rect under = tp_mover_under(b->mover, tp_pack_cell(c.x, c.y));
  Stander found = NOBODY;
  for (int32_t y = under.y; y < under.y + under.h; y++) {
    for (int32_t x = under.x; x < under.x + under.w; x++) {
      const uint32_t id = tp_occupancy_at(b->motion->occupancy, x, y);
      if (id == 0 || id == b->id) continue;
      const bool is_known = id <= b->motion->movers;
      const tp_Mover *other = is_known ? tp_motion_mover(b->motion, id) : NULL;
      const bool is_there = other && other->flags & TP_MOVER_THERE;
      if (!is_there || tp_mover_is_wall(other)) return A_WALL;
      found = SOMEBODY;
    }
  }
  return found;
}

/* From the last cell back, and then turned round. */
static void write_way(const Board *b, uint32_t last, tp_Retreat *retreat) {
  const tp_Cell start = tp_mover_cell(b->mover);
  uint32_t count = 0;
  for (tp_Cell c = cell_of(b, last);;) {
    retreat->cell[count++] = c;
    if (tp_same_cell(c, start)) break;
    const uint8_t by = b->by[place_of(b, c)];
    c = (tp_Cell){c.x - tp_dx[by], c.y - tp_dy[by]};
  }
  for (uint32_t i = 0, k = count - 1; i < k; i++, k--) {
    const tp_Cell one = retreat->cell[i];
    retreat->cell[i] = retreat->cell[k];
    retreat->cell[k] = one;
  }
  retreat->count = count;
}

/* Takes the steps from a cell. `best` is the furthest so far where nobody
 * stands, and `far` its square. */
static uint32_t go_on(Board *b, tp_Rect from, uint64_t here, tp_Cell at,
                      uint32_t count, uint32_t *best, uint64_t *far) {
  unsigned steps = tp_navmap_steps(b->mover->navmap, at.x, at.y);
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    const tp_Cell to = {at.x + tp_dx[d], at.y + tp_dy[d]};
    const uint64_t square = tp_retreat_square(to, from);
    if (!tp_rect_has(b->area, to.x, to.y) || square < here) continue;
    const uint32_t place = place_of(b, to);
    if (b->by[place] != NOT_SEEN) continue;
    const Stander stander = stander_at(b, to);
    if (stander == A_WALL) continue;
    b->by[place] = (uint8_t)d;
    b->queue[count++] = (uint16_t)place;
    if (stander != NOBODY || square <= *far) continue;
    *far = square;
    *best = place;
  }
  return count;
}

void tp_retreat_find(const tp_Motion *m, uint32_t id, tp_Rect from,
                     double enough, tp_Retreat *retreat) {
  const tp_Mover *mover = tp_motion_mover(m, id);
  const tp_Cell start = tp_mover_cell(mover);
  const uint64_t here = tp_retreat_square(start, from);
  Board b = {.motion = m, .mover = mover, .id = id};
  b.area = (tp_Rect){start.x - TP_RETREAT_REACH, start.y - TP_RETREAT_REACH,
                     TP_RETREAT_SIDE, TP_RETREAT_SIDE};
  memset(b.by, NOT_SEEN, sizeof b.by);
  uint32_t count = 0, next = 0, best = place_of(&b, start);
  uint64_t far = here;
  b.by[best] = TP_DIRECTIONS;
  b.queue[count++] = (uint16_t)best;
  while (next < count && (double)far < enough) {
    for (uint32_t end = count; next < end; next++) {
      const tp_Cell at = cell_of(&b, b.queue[next]);
      count = go_on(&b, from, here, at, count, &best, &far);
    }
  }
  write_way(&b, best, retreat);
}
