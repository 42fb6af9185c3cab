/* viewcone.h - which of the cells that an agent sees lie in its cone of sight.
 */
#pragma once

#include "visibleset.h"

typedef struct tp_ViewCone {
  double x, y;  /* of length 1: where it faces */
  double least; /* the cosine of the angle from there to the edge */
} tp_ViewCone;

/* Faces an angle of at most 2^20 radians (0: right, pi / 2: down), with so many
 * radians, at most 2 pi, from edge to edge. */
TP_FUNC tp_ViewCone tp_viewcone(double angle, double cone);

/* Leaves the cells of the set whose middle lies in the cone of a cell, and that
 * cell. */
TP_FUNC void tp_viewcone_keep(const tp_ViewCone *cone, const tp_Grid *grid,
                              tp_Cell cell, tp_VisibleSet *visible);
