/* positions.h - the positions of agents: read from world coordinates, where
 * games keep them, used as cells with fractions, and written back.
 *
 *     world 100  ---->  cells 3.125: column 3, an eighth of its width in
 *
 *     (100 - origin) / cell width - half of the columns that the agent covers
 *     besides its first one
 *
 * A written place is rounded. Rounding must not move it into another cell,
 * which may be blocked. So each place is checked as it would be read again.
 */
#pragma once

#include <math.h>

#include "field.h"

/* The data for a flow: a finished backward field. The agent must be up to date
 * with the grid. An older field leads along its old costs, as far as the map
 * still allows. */
typedef struct tp_Flow {
  tp_Field *field;
  const tp_Navmap *navmap;
  const tp_Grid *grid;
  /* Ways recorded so far by cell, as from tp_field_directions; NULL: none. */
  const uint8_t *known;
  double half_x, half_y; /* from the middle of an agent's first cell to its
                            own middle, in cells, minus the cells before the
                            origin */
  bool has_radius;       /* the agent's body has a radius */
  bool *took_link; /* is set when an agent takes a link; NULL: not needed */
} tp_Flow;

/* Column and row, with fractions, of the middle of the first cell. */
typedef struct tp_Position {
  double x, y;
  tp_Cell cell;
} tp_Position;

/* In cells: if rounding would move an agent into another cell, it is put this
 * far inside its own. */
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

/* Sets the cell; false: outside of the grid. */
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

/* The nearest coordinate inside the cell. */
TP_INLINE double tp_position_within(double v, int32_t cell) {
  return fmin(fmax(v, cell + TP_POSITION_INSIDE),
              cell + (1 - TP_POSITION_INSIDE));
}

/* ---- places as they are kept -------------------------------------------- */

/* Writes the place of a position; false if rounding moves it into another
 * cell. */
TP_INLINE bool tp_position_store(const tp_Flow *w, const tp_Position *s,
                                 double *x, double *y) {
  double to_x = tp_position_world_x(w, s->x);
  double to_y = tp_position_world_y(w, s->y);
  const tp_Position is = {
      tp_position_column(w, to_x), tp_position_row(w, to_y), {0, 0}};
  if (!tp_position_is_in(&is, s->cell)) return false;
  *x = to_x;
  *y = to_y;
  return true;
}

TP_INLINE void tp_position_settle(const tp_Flow *w, tp_Position *s, double *x,
                                  double *y) {
  if (tp_position_store(w, s, x, y)) return;
  s->x = tp_position_within(s->x, s->cell.x);
  s->y = tp_position_within(s->y, s->cell.y);
  tp_position_store(w, s, x, y);
}
