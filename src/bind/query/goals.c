/* goals.c - the goals of a list for the core: rectangles of cells, most of a
 * single cell.
 */
#include "goals.h"

#include <math.h>

/* ---- their cells -------------------------------------------------------- */

tp_Rect tp_goal_cells(const tp_Grid *grid, Goal goal) {
  return tp_goals_rect(
      grid, tp_bind_cell_at(grid, goal.x, goal.y),
      tp_bind_cell_at(grid, goal.x + goal.w - 1, goal.y + goal.h - 1));
}

/* The last cell of a stretch from cell `first` to the coordinate `end`, which
 * is excluded. */
static double last_before(double end, double first) {
  return fmax(ceil(end) - 1, first);
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
  bool of_map = o->kind == TP_GOAL_SIDES;
  if (!o->in_world) return tp_goal_cells(f->grid, goal);
  const tp_Place at = place_of(f, goal.x, goal.y, of_map);
  const tp_Place end = place_of(f, goal.x + goal.w, goal.y + goal.h, of_map);
  const double x = floor(at.x), y = floor(at.y);
  return tp_goals_rect(
      f->grid, tp_bind_tame_cell(x, y),
      tp_bind_tame_cell(last_before(end.x, x), last_before(end.y, y)));
}

/* ---- by terrain ---------------------------------------------------------- */

int tp_goals_terrain(lua_State *L, int arg, const tp_Grid *grid,
                     const char *function) {
  static const char *const names[] = {"terrain", NULL};
  int terrain = 0;
  lua_pushstring(L, names[0]);
  lua_rawget(L, arg);
  if (!lua_isnil(L, -1)) {
    tp_bind_options(L, arg, function, "goals", names);
    terrain = 1 + tp_bind_terrain(L, lua_gettop(L), grid, function, names[0]);
  }
  lua_pop(L, 1);
  return terrain;
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

/* ---- for a query -------------------------------------------------------- */

void tp_goals_fill(const Finder *f, const QueryOptions *o, QueryGoals *goals) {
  for (uint32_t i = 0; i < goals->list.count; i++) {
    const Goal given = goals_get(&goals->list, i);
    tp_Goal *goal = &goals->set->goal[i];
    goal->rect = tp_goal_rect(f, o, given);
    goal->asked = given.cost;
  }
}
