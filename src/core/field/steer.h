/* steer.h - the direction of an agent of a field at a point, and the borders of
 * cells that it may cross: in the open (steer.c), and past walls for a body
 * with a radius (bodyflow.c).
 */
#pragma once

#include "bodyflow.h"
#include "directions.h"
#include "positions.h"

enum { TP_STEER_BITS = 16 }; /* bits of a fraction of a cell */

/* In cells: the longest step of an agent. Short steps follow curves. */
#define TP_STEER_LONGEST 0.25

/* Of equally cheap steps the first of E, S, W, N, SE, SW, NW, NE is taken. So
 * if diagonal steps cost no more than straight ones, a path does not zigzag.
 * The set must not be empty. */
TP_INLINE int tp_steer_step(unsigned directions) {
  return tp_lowest(directions);
}

/* The same for a cell of squares or hexagons. Of hexagons the first direction
 * clockwise is taken, so paths do not depend on which rows are shoved. */
TP_INLINE int tp_steer_step_from(tp_Stagger s, tp_Cell c, unsigned directions) {
  if (!tp_is_hexagonal(s)) return tp_steer_step(directions);
  for (int turn = 0;; turn++) {
    const int d = tp_hexagon_step(s, tp_is_shoved(s, c), turn);
    if (directions >> d & 1) return d;
  }
}

TP_INLINE bool tp_steer_can_enter(const tp_Flow *w, tp_Cell c) {
  return tp_mask_can_enter(w->navmap->mask, c.x, c.y);
}

/* The steps on from a cell; 0: none. */
TP_INLINE unsigned tp_steer_directions(const tp_Flow *w, tp_Cell c) {
  tp_Field *f = w->field;
  if (!tp_field_has(f, c.x, c.y)) return 0;
  unsigned known = w->known ? w->known[tp_field_index(f, c.x, c.y)] : 0;
  if (known) return known;
  if (!tp_mask_has(w->navmap->mask, c.x, c.y)) return 0;
  return tp_field_directions(f, w->navmap, c.x, c.y);
}

/* Must the agent's body be checked in this cell (bodyflow.c)? If all cells
 * around may be entered, and no fence stands between them, no step from
 * here comes near a wall. */
TP_INLINE bool tp_steer_is_tight(const tp_Flow *w, tp_Cell c) {
  const tp_Navmap *nav = w->navmap;
  if (!w->has_radius) return false;
  return tp_mask_neighborhood(nav->mask, c.x, c.y) != 511 ||
         (nav->fences && tp_navmap_is_irregular(nav, c.x, c.y));
}

/* Does a fence block a straight step from a cell of the map? */
TP_INLINE bool tp_steer_is_fenced(const tp_Flow *w, tp_Cell c, int d) {
  const tp_Navmap *nav = w->navmap;
  return nav->fences && tp_navmap_fenced(nav, c.x, c.y) >> d & 1;
}

/* May an agent pass a corner on both sides: are the two cells beside the
 * diagonal free, without fences? */
TP_INLINE bool tp_steer_has_sides(const tp_Flow *w, tp_Cell c, int diagonal) {
  const int by_x = tp_side_x(diagonal), by_y = tp_side_y(diagonal);
  const tp_Cell across = tp_beside(c, by_x);
  const tp_Cell along = tp_beside(c, by_y);
  if (!tp_steer_can_enter(w, across) || !tp_steer_can_enter(w, along)) {
    return false;
  }
  return !w->navmap->fences ||
         (!tp_steer_is_fenced(w, c, by_x) && !tp_steer_is_fenced(w, c, by_y) &&
          !tp_steer_is_fenced(w, across, by_y) &&
          !tp_steer_is_fenced(w, along, by_x));
}

/* The vector from the cell's top left corner to the point. */
TP_INLINE tp_Vector tp_steer_fraction(const tp_Position *s) {
  const double one = 1 << TP_STEER_BITS;
  return (tp_Vector){(int64_t)((s->x - s->cell.x) * one),
                     (int64_t)((s->y - s->cell.y) * one)};
}

/* From a point at that fraction to the middle of its cell. */
TP_INLINE tp_Vector tp_steer_to_middle(tp_Vector from) {
  const int64_t half = 1 << (TP_STEER_BITS - 1);
  return (tp_Vector){half - from.x, half - from.y};
}

/* World units of one cell's length in a direction (of length 1). */
TP_INLINE double tp_steer_scale(const tp_Flow *w, double dx, double dy) {
  double wide = w->grid->cell_width, high = w->grid->cell_height;
  if (wide == high) return wide;
  return tp_length(dx * wide, dy * high);
}

/* The heading from a position in a cell with these ways on. *is_blend: it does
 * not lead straight to the aim. */
TP_FUNC tp_Heading tp_steer_heading(const tp_Flow *w, const tp_Position *s,
                                    unsigned directions, bool *is_blend);

/* May an agent go over to a cell beside its own? `way` is the best step from
 * its own cell. */
TP_FUNC bool tp_steer_may_cross(const tp_Flow *w, tp_Cell from, tp_Cell to,
                                int direction);

/* Goes one step, at most *left world units, which are subtracted. False: not
 * allowed. */
TP_INLINE bool tp_steer_go(const tp_Flow *w, tp_Position *s, tp_Heading by,
                           int direction, double *left) {
  double scale = tp_steer_scale(w, by.x, by.y), step = *left / scale;
  bool is_last = step <= TP_STEER_LONGEST;
  if (!is_last) step = TP_STEER_LONGEST;
  tp_Position to = {
      s->x + tp_product(by.x, step), s->y + tp_product(by.y, step), {0, 0}};
  if (tp_position_is_in(&to, s->cell)) {
    to.cell = s->cell;
  } else if (!tp_position_find_cell(w, &to) ||
             !tp_steer_may_cross(w, s->cell, to.cell, direction)) {
    return false;
  }
  *left = is_last ? 0 : *left - tp_product(step, scale);
  *s = to;
  return true;
}

/* Goes to the corner on a diagonal way, and past it. */
TP_FUNC void tp_steer_by_corner(const tp_Flow *w, tp_Position *s, int direction,
                                double *left);

/* Moves a position in a cell with these ways on. The motion ends if *left world
 * units are used up, if a cell has no ways on, or if a cell is tight. Returns
 * the ways on from its cell, or any others if *left is 0. */
TP_FUNC unsigned tp_steer_move(const tp_Flow *w, tp_Position *s,
                               unsigned directions, double *left);
