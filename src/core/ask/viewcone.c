/* viewcone.c - see viewcone.h.
 *
 * Sine and cosine come from their series, because C libraries differ in the
 * last bits: so a view has the same cells on every machine. An edge that goes
 * through the middle of a cell has the cell in it.
 */
#include "viewcone.h"

#include <math.h>

static const double pi = 3.141592653589793;

/* More than the rounding errors of all below. */
static const double slack = 1e-9;

/* The series at an eighth of the angle, which is doubled three times. */
static tp_Place direction(double angle) {
  const double turns = floor(angle / (2 * pi) + 0.5);
  const double a = (angle - tp_product(2 * pi, turns)) / 8;
  const double s = tp_product(a, a);
  double sine = 1, cosine = 1;
  for (int n = 12; n >= 2; n -= 2) {
    cosine = 1 - tp_product(s / (n * (n - 1)), cosine);
    sine = 1 - tp_product(s / (n * (n + 1)), sine);
  }
  sine = tp_product(a, sine);
  for (int i = 0; i < 3; i++) {
    const double both = tp_product(sine, cosine);
    cosine = tp_product(cosine, cosine) - tp_product(sine, sine);
    sine = 2 * both;
  }
  return (tp_Place){cosine, sine};
}

tp_ViewCone tp_viewcone(double angle, double cone) {
  const tp_Place to = direction(angle);
  return (tp_ViewCone){to.x, to.y, direction(cone / 2).x - slack};
}

void tp_viewcone_keep(const tp_ViewCone *cone, const tp_Grid *grid,
                      tp_Cell cell, tp_VisibleSet *visible) {
  const tp_Place from = tp_grid_middle(grid, cell.x, cell.y);
  tp_Cell c;
  for (size_t at = 0; tp_visibleset_next(visible, &at, &c);) {
    const tp_Place to = tp_grid_middle(grid, c.x, c.y);
    const double x = to.x - from.x, y = to.y - from.y;
    const double along = tp_product(x, cone->x) + tp_product(y, cone->y);
    if (along < tp_product(cone->least, tp_length(x, y))) {
      tp_visibleset_remove(visible, c);
    }
  }
}
