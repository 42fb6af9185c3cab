/* body.h - places between the cells, and whether the body of an agent, a circle
 * in the world, comes past walls there. */
#ifndef TP_BODY_H
#define TP_BODY_H

#include "../navmap/navmap.h"

/* A point inside the grid, in 1/65536 of a cell; 0, 0 is the top left corner.
 * A segment's products then stay below 2^62. */
typedef struct tp_Point {
  int64_t x, y;
} tp_Point;

enum { TP_POINT_BITS = 16 };

/* Centre of a cell. */
TP_INLINE tp_Point tp_center(int32_t x, int32_t y) {
  const int64_t one = INT64_C(1) << TP_POINT_BITS;
  return (tp_Point){x * one + one / 2, y * one + one / 2};
}

/* The column, or row, of a place along an axis; of a border, the next one. */
TP_INLINE int32_t tp_point_cell(int64_t v) {
  const int64_t one = INT64_C(1) << TP_POINT_BITS;
  return (int32_t)(v >= 0 ? v / one : -((-v + one - 1) / one));
}

/* Has the agent a body? Without one it is a point, and fits and passes
 * anywhere. */
TP_INLINE bool tp_body_is_there(const tp_Navmap *navmap) {
  return navmap->profile.radius_x > 0;
}

/* Does no blocked cell of the map (outside of it all are), and no thin wall,
 * come nearer to the middle of the agent than its radius, at any point of a
 * segment? A side that is shut one way is in the way of who moves that way, or
 * along it. Points are as sight has them, of the agent's top left cell. What
 * the mask says is not asked. But for such sides, symmetric. The agent is up to
 * date, here and below. */
TP_FUNC bool tp_body_passes(const tp_Navmap *navmap, tp_Point from,
                            tp_Point to);

/* The same from centre to centre of two cells, where nothing is in the way that
 * the agent covers as it stands on the second one, if it may not be there. Adds
 * to `steps` what it took, some nanoseconds each. */
TP_FUNC bool tp_body_sees(const tp_Navmap *navmap, tp_Cell from, tp_Cell goal,
                          uint64_t *steps);

/* Where it does not pass: the first cell of the map in its way. That is the one
 * whose nearest corner comes first along the line, as it runs in cells; of
 * several the one furthest up, and of these furthest left. */
TP_FUNC tp_Cell tp_body_first(const tp_Navmap *navmap, tp_Point from,
                              tp_Point to);

/* A place in the cell of a point, which may be entered, where the body fits and
 * to which it can go straight from the cell's centre: the point, if it is one,
 * and else one near it. */
TP_FUNC tp_Point tp_body_place(const tp_Navmap *navmap, tp_Point at);

#endif
