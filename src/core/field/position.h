/* position.h - the points at which agents of a field are: read from the world,
 * where games keep them, worked with as cells with fractions, and written back.
 *
 *     world 100  ---->  cells 3.125: column 3, an eighth of its width in
 *
 *     (100 - origin) / cell width - half of the columns that the agent covers
 *     besides its first one
 *
 * A place that is written is rounded, at times to a float. It must not come to
 * lie in another cell by that, one that may be blocked: so each is looked at as
 * it would be read again. */
#ifndef TP_POSITION_H
#define TP_POSITION_H

#include <math.h>

#include "field.h"

/* What a flow is read from: a field that is done, of costs to its sources. The
 * agent has caught up with the grid; where the field is older, it leads along
 * its old costs, as far as the map still allows. */
typedef struct tp_Flow {
  tp_Field *field;
  const tp_Navmap *navmap;
  const tp_Grid *grid;
  const uint8_t *known;  /* ways by cell as far as they have been read, as
                           tp_field_ways gives them; NULL: never            */
  double half_x, half_y; /* from the middle of an agent's first cell to its
                            own, in cells, less those before the origin      */
  bool narrow;           /* places are kept as floats, and rounded to such   */
  bool has_radius;       /* the agent's body has a radius                    */
  bool *took_link; /* is set where an agent takes one; NULL: nobody asks */
} tp_Flow;

/* A point as column and row with fractions, of the middle of the first cell. */
typedef struct tp_Position {
  double x, y;
  tp_Cell cell;
} tp_Position;

/* In cells: how far inside its cell an agent is put where rounding would put it
 * into another one. */
#define TP_POSITION_INSIDE (1.0 / 1024)

TP_INLINE double tp_position_column(const tp_Flow *w, double x) {
  return (x - w->grid->origin_x) / w->grid->cell_width - w->half_x;
}

TP_INLINE double tp_position_row(const tp_Flow *w, double y) {
  return (y - w->grid->origin_y) / w->grid->cell_height - w->half_y;
}

TP_INLINE double tp_position_world_x(const tp_Flow *w, double column) {
  return w->grid->origin_x +
         tp_product(column + w->half_x, w->grid->cell_width);
}

TP_INLINE double tp_position_world_y(const tp_Flow *w, double row) {
  return w->grid->origin_y + tp_product(row + w->half_y, w->grid->cell_height);
}

/* Sets the cell; false where it is none of the grid. */
TP_INLINE bool tp_position_find_cell(const tp_Flow *w, tp_Position *s) {
  if (!(s->x >= 0 && s->x < w->grid->width)) return false;
  if (!(s->y >= 0 && s->y < w->grid->height)) return false;
  s->cell = (tp_Cell){(int32_t)s->x, (int32_t)s->y};
  return true;
}

TP_INLINE bool tp_position_is_in(const tp_Position *s, tp_Cell c) {
  double right = s->x - c.x, down = s->y - c.y;
  return right >= 0 && right < 1 && down >= 0 && down < 1;
}

/* The nearest that a coordinate comes to that in the inside of a cell. */
TP_INLINE double tp_position_within(double v, int32_t cell) {
  return fmin(fmax(v, cell + TP_POSITION_INSIDE),
              cell + (1 - TP_POSITION_INSIDE));
}

/* World units of a vector that counts in cells. */
TP_INLINE double tp_position_length(const tp_Flow *w, double dx, double dy) {
  double right = tp_product(dx, w->grid->cell_width);
  double down = tp_product(dy, w->grid->cell_height);
  return sqrt(tp_product(right, right) + tp_product(down, down));
}

/* ---- as they are kept --------------------------------------------------- */

TP_INLINE double tp_position_rounded(const tp_Flow *w, double v) {
  volatile float f = (float)v;
  return w->narrow ? (double)f : v;
}

/* Far enough from the border of its cell for any rounding? */
TP_INLINE bool tp_position_is_inner(const tp_Flow *w, const tp_Position *s,
                                    double x, double y) {
  double right = s->x - s->cell.x, down = s->y - s->cell.y;
  double most = w->narrow ? 4096 : 1e9; /* in cells: rounding is far below */
  const double inside = TP_POSITION_INSIDE;
  return right > inside && right < 1 - inside && down > inside &&
         down < 1 - inside && fabs(x) < w->grid->cell_width * most &&
         fabs(y) < w->grid->cell_height * most;
}

/* Writes where the position is; false where rounding moves it into another
 * cell. */
TP_INLINE bool tp_position_put(const tp_Flow *w, const tp_Position *s,
                               double *x, double *y) {
  double to_x = tp_position_rounded(w, tp_position_world_x(w, s->x));
  double to_y = tp_position_rounded(w, tp_position_world_y(w, s->y));
  if (!tp_position_is_inner(w, s, to_x, to_y)) {
    tp_Position is = {
        tp_position_column(w, to_x), tp_position_row(w, to_y), {0, 0}};
    if (!tp_position_find_cell(w, &is) || !tp_same_cell(is.cell, s->cell))
      return false;
  }
  *x = to_x;
  *y = to_y;
  return true;
}

TP_INLINE void tp_position_settle(const tp_Flow *w, tp_Position *s, double *x,
                                  double *y) {
  if (tp_position_put(w, s, x, y)) return;
  s->x = tp_position_within(s->x, s->cell.x);
  s->y = tp_position_within(s->y, s->cell.y);
  tp_position_put(w, s, x, y);
}

#endif
