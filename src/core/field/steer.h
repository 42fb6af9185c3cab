/* steer.h - where an agent of a field goes from a point, and which borders of
 * cells it may cross: in the open (steer.c), past walls if its body has a
 * radius (bodyflow.c), and out of a cell that it may not be in (wayout.c). */
#ifndef TP_STEER_H
#define TP_STEER_H

#include "heading.h"
#include "position.h"

enum { TP_STEER_BITS = 16 }; /* of a fraction of a cell */

/* In cells: how long a step of an agent is at most, so that it follows curves.
 */
#define TP_STEER_LONGEST 0.25

/* Of steps that are as cheap as each other, the one that is taken: E, S, W, N,
 * SE, SW, NW, NE, whichever comes first. So where a diagonal step costs no more
 * than a straight one, a way does not swing to and fro. There is one. */
TP_INLINE int tp_steer_step(unsigned ways) { return tp_lowest(ways); }

/* The same in a cell, which may be a hexagon: there the first as one turns. So
 * ways do not depend on which rows are shoved. */
TP_INLINE int tp_steer_step_from(tp_Stagger s, tp_Cell c, unsigned ways) {
  if (!tp_is_hexagonal(s)) return tp_steer_step(ways);
  for (int turn = 0;; turn++) {
    const int d = tp_hexagon_step(s, tp_is_shoved(s, c), turn);
    if (ways >> d & 1) return d;
  }
}

TP_INLINE bool tp_steer_can_enter(const tp_Flow *w, tp_Cell c) {
  return tp_mask_can_enter(w->navmap->mask, c.x, c.y);
}

/* The steps on from a cell, where there are any. */
TP_INLINE unsigned tp_steer_ways(const tp_Flow *w, tp_Cell c) {
  tp_Field *f = w->field;
  if (!tp_field_has(f, c.x, c.y)) return 0;
  unsigned known = w->known ? w->known[tp_field_index(f, c.x, c.y)] : 0;
  if (known) return known;
  if (!tp_mask_has(w->navmap->mask, c.x, c.y)) return 0;
  return tp_field_ways(f, w->navmap, c.x, c.y);
}

/* Is the agent's body to be looked after in a cell (bodyflow.c)? Where all
 * cells around may be entered, too, and no thin wall stands between any of
 * them, no step from it comes near a wall. */
TP_INLINE bool tp_steer_is_tight(const tp_Flow *w, tp_Cell c) {
  const tp_Navmap *nav = w->navmap;
  if (!w->has_radius) return false;
  return tp_mask_nine(nav->mask, c.x, c.y) != 511 ||
         (nav->walls && tp_navmap_is_odd(nav, c.x, c.y));
}

/* May one come past a corner by either side: are the two cells beside it free,
 * and is no thin wall in the way? */
TP_FUNC bool tp_steer_has_sides(const tp_Flow *w, tp_Cell c, int diagonal);

/* Does a thin wall shut off a straight step from a cell of the map? */
TP_INLINE bool tp_steer_is_walled(const tp_Flow *w, tp_Cell c, int d) {
  const tp_Navmap *nav = w->navmap;
  return nav->walls && tp_navmap_walled(nav, c.x, c.y) >> d & 1;
}

/* From the top left corner of the cell to the point. */
TP_INLINE tp_Vector tp_steer_fraction(const tp_Position *s) {
  const double one = 1 << TP_STEER_BITS;
  return (tp_Vector){(int64_t)((s->x - s->cell.x) * one),
                     (int64_t)((s->y - s->cell.y) * one)};
}

/* To the middle of a cell of which the point lies at that fraction. */
TP_INLINE tp_Vector tp_steer_to_middle(tp_Vector from) {
  const int64_t half = 1 << (TP_STEER_BITS - 1);
  return (tp_Vector){half - from.x, half - from.y};
}

/* World units for a cell's length in a direction (of length 1). */
TP_INLINE double tp_steer_scale(const tp_Flow *w, double dx, double dy) {
  double wide = w->grid->cell_width, high = w->grid->cell_height;
  if (wide == high) return wide;
  return sqrt(tp_product(dx * wide, dx * wide) +
              tp_product(dy * high, dy * high));
}

/* Where to go from a position in a cell with these ways on; and whether that is
 * not straight to the aim. */
TP_FUNC tp_Heading tp_steer_heading(const tp_Flow *w, const tp_Position *s,
                                    unsigned ways, bool *is_blend);

/* May an agent go over to a cell beside its own, from which that step is its
 * way on? */
TP_FUNC bool tp_steer_may_cross(const tp_Flow *w, tp_Cell from, tp_Cell to,
                                int way);

/* Goes on, for a step and for no more than *left world units, which it spends.
 * False where that is not allowed. */
TP_FUNC bool tp_steer_go(const tp_Flow *w, tp_Position *s, tp_Heading by,
                         int way, double *left);

/* Goes to the corner that lies on a diagonal way, and past it. */
TP_FUNC void tp_steer_by_corner(const tp_Flow *w, tp_Position *s, int way,
                                double *left);

/* Moves a position in a cell with these ways on until it has gone *left world
 * units, which it spends, or has come to a cell without any, or to one where
 * its body is to be looked after. Returns the ways on from its cell, or others
 * where all is spent. */
TP_FUNC unsigned tp_steer_move(const tp_Flow *w, tp_Position *s, unsigned ways,
                               double *left);

/* ---- bodyflow.c: a body past walls, no nearer to them than its radius ---- */

/* Where the agent goes from a position in a cell that is tight for it
 * (tp_steer_is_tight). The cell has these ways on, or has none, but the goal;
 * then not from its very centre. */
TP_FUNC tp_Heading tp_bodyflow_heading(const tp_Flow *w, const tp_Position *s,
                                       unsigned ways);

/* Moves it from a position in any cell with these ways on, until it has gone
 * *left world units, which it spends, or has come to a cell without any.
 * Returns the ways on from its cell, or others where all is spent. */
TP_FUNC unsigned tp_bodyflow_move(const tp_Flow *w, tp_Position *s,
                                  unsigned ways, double *left);

/* Moves it in the cell of its goal to where it passes straight to the centre,
 * by *left world units at most, of which it spends as many as that takes; and
 * writes where that is, unless it was there. */
TP_FUNC void tp_bodyflow_arrive(const tp_Flow *w, tp_Position *s, double *left,
                                double *x, double *y);

/* May its body go straight from a position to another one, in the same cell or
 * one beside it, and on from there? Both are as they would be read. */
TP_FUNC bool tp_bodyflow_may_shift(const tp_Flow *w, const tp_Position *from,
                                   const tp_Position *to);

/* ---- wayout.c: straight to the nearest cell from which a way leads on ----- */

enum { TP_WAYOUT_STEPS = 128 }; /* cells farther off are not looked at */

/* The way out from a cell of the grid that may not be entered, such as one that
 * a building was put on: of the cells that may, and from which a way leads on
 * or that have a source in them, the one that is the fewest steps away,
 * whatever is in between (diagonal ones, too, unless the rule is "never"). Of
 * several the one from which all is cheapest where steps out cost as the
 * dearest price does; and of those the first in reading order. False: there is
 * none so near. (A query goes out step by step: search/escape.h.) */
TP_FUNC bool tp_wayout_find(const tp_Flow *w, tp_Cell from, tp_Cell *out);

/* From a position in such a cell to the middle of its way out, in cells; false
 * where it has none. */
TP_FUNC bool tp_wayout_aim(const tp_Flow *w, const tp_Position *s, double *dx,
                           double *dy);

/* Moves a position in such a cell straight that way, until it is in the first
 * cell that may be entered or has gone *left world units, which it spends, and
 * writes where that is. False where there is no way out. */
TP_FUNC bool tp_wayout_go(const tp_Flow *w, tp_Position *s, double *left,
                          double *x, double *y);

#endif
