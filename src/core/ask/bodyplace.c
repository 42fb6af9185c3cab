/* bodyplace.c - a place for a body near a wall. */
#include "bodyplace.h"

#include "bodyclearance.h"

static const int64_t one = INT64_C(1) << TP_POINT_BITS;

/* Is one of these cells blocked; or is a fence, closed in one direction or
 * both, along that side of the cells? */
static bool has_side(const tp_Navmap *nav, tp_Rect r, int d) {
  const tp_Fences *sides = nav->fences ? tp_navmap_sides(nav) : NULL;
  const tp_Mask *m = nav->cells ? nav->cells : nav->mask;
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    if (!tp_mask_can_enter(m, c.x, c.y)) return true;
    if (sides && tp_fences_are_closed_between(sides, c.x, c.y, d)) return true;
  }
  return false;
}

/* Moves a coordinate a radius away from walls on either side of the agent's
 * cells: `size` cells from `first` on. */
static int64_t off_walls(int64_t at, tp_Cell walls, int32_t first, int32_t size,
                         int64_t radius) {
  int64_t low = first * one + radius - (size - 1) * (one / 2);
  int64_t high = first * one + (size + 1) * (one / 2) - radius;
  if (walls.x && at < low) return low;
  return walls.y && at > high ? high : at;
}

/* A point between two others, `parts` / 65536 of the way from the first. */
static tp_Point between(tp_Point from, tp_Point to, int64_t parts) {
  return (tp_Point){from.x + (to.x - from.x) * parts / one,
                    from.y + (to.y - from.y) * parts / one};
}

/* At walls along the sides the point moves straight away from them; at corners
 * then along the line to the centre, by bisection. */
tp_Point tp_body_place(const tp_Navmap *nav, tp_Point at) {
  tp_Point centre = tp_center(tp_point_cell(at.x), tp_point_cell(at.y));
  int64_t far = 0;
  if (tp_body_returns(nav, centre, at)) return at;
  /* Straight away from walls along the sides. */
  const tp_Profile *p = &nav->profile;
  int32_t x = tp_point_cell(at.x), y = tp_point_cell(at.y);
  tp_Cell across = {has_side(nav, (tp_Rect){x - 1, y, 1, p->high}, TP_E),
                    has_side(nav, (tp_Rect){x + p->wide, y, 1, p->high}, TP_W)};
  tp_Cell down = {has_side(nav, (tp_Rect){x, y - 1, p->wide, 1}, TP_S),
                  has_side(nav, (tp_Rect){x, y + p->high, p->wide, 1}, TP_N)};
  at = (tp_Point){off_walls(at.x, across, x, p->wide, p->radius_x),
                  off_walls(at.y, down, y, p->high, p->radius_y)};
  if (tp_body_returns(nav, centre, at)) return at;
  for (int64_t step = one / 2; step > 0; step /= 2) {
    tp_Point place = between(centre, at, far + step);
    if (tp_body_returns(nav, centre, place)) far += step;
  }
  return between(centre, at, far);
}
