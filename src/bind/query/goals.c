/* goals.c - the goals of a list for the core: rectangles of cells, most of a
 * single cell.
 */
#include "goals.h"
#include "../finder/pathfinder.h"

#include <math.h>

/* ---- their cells -------------------------------------------------------- */

tp_Rect tp_goal_cells(const tp_Grid *grid, Goal goal) {
  return tp_goals_rect(
      grid, tp_bind_cell_at(grid, goal.x, goal.y),
      tp_bind_cell_at(grid, goal.x + goal.w - 1, goal.y + goal.h - 1));
}

/* Column and row of a world point: with regard to the agent's size, or of the
 * map. */
static tp_Place place_of(const Finder *f, double x, double y, bool of_map) {
  const tp_Grid *g = f->grid;
  if (!of_map || tp_is_hexagonal(g->stagger)) return tp_finder_place(f, x, y);
  return (tp_Place){(x - g->origin_x) / g->cell_width + g->first_x,
                    (y - g->origin_y) / g->cell_height + g->first_y};
}

/* For `adjacent` the goal's cells are cells of the map, however large
 * the agent is. */
tp_Rect tp_goal_rect(const Finder *f, const QueryOptions *o, Goal goal) {
  bool of_map = o->kind == TP_GOAL_ADJACENT;
  if (!o->in_world) return tp_goal_cells(f->grid, goal);
  const tp_Place at = place_of(f, goal.x, goal.y, of_map);
  const tp_Place end = place_of(f, goal.x + goal.w, goal.y + goal.h, of_map);
  const double x = floor(at.x), y = floor(at.y);
  return tp_goals_rect(
      f->grid, tp_bind_tame_cell(x, y),
      tp_bind_tame_cell(fmax(ceil(end.x) - 1, x), fmax(ceil(end.y) - 1, y)));
}

void tp_goals_set_ends(tp_Goals *ends, const Finder *f, const QueryOptions *o) {
  *ends = (tp_Goals){.kind = o->kind, .stagger = f->grid->stagger};
  if (o->sight) ends->eyes = finder_eyes(f);
  if (o->kind == TP_GOAL_WITHIN) ends->range = tp_bind_square(o->within);
}

uint32_t tp_goals_fill_terrain(const tp_Grid *g, int terrain, tp_Goal *goal,
                               uint32_t room) {
  uint32_t count = 0;
  for (int32_t y = 0; y < g->height; y++) {
    const uint8_t *cell = &g->cells[tp_grid_index(g, 0, y)];
    for (int32_t x = 0; x < g->width; x++) {
      const int32_t first = x;
      while (x < g->width && (cell[x] & ~TP_CLOSED) == terrain - 1) x++;
      if (x == first) continue;
      if (count < room) goal[count].rect = (tp_Rect){first, y, x - first, 1};
      count++;
    }
  }
  if (count == 0 && room > 0) goal[count].rect = (tp_Rect){-1, -1, 1, 1};
  return count > 0 ? count : 1;
}
