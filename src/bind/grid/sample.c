/* sample.c - fills a grid by a function that is called for each cell.
 *
 * The answers are collected in a buffer, a byte a cell. They go into the grid
 * after the last call. So an error in the function leaves the grid as it was.
 */
#include "grid.h"

/* Calls the function at 2 for the cell. */
static uint8_t ask_cell(lua_State *L, tp_Grid *g, int32_t x, int32_t y) {
  tp_bind_ask_cell(L, g, (tp_Cell){x, y}, bind_locks(g, NULL));
  const int id = lua_isnil(L, -1) ? TP_KEEP : tp_bind_known_terrain(L, -1, g);
  if (id < 0) {
    tp_bind_refuse_answer(L, g, (tp_Cell){x, y},
                          "a terrain of the grid, true, false or nil");
  }
  lua_pop(L, 1);
  return (uint8_t)id;
}

static int sample(lua_State *L) {
  tp_Grid *g = tp_bind_self(L, BIND_GRID, "sample");
  tp_bind_check_idle(L, g, BIND_GRID, "sample");
  const tp_Rect rect = tp_bind_sampled(L, g);

  size_t cells = (size_t)rect.w * (size_t)rect.h;
  uint8_t *answers = tp_bind_new(L, cells), *answer = answers;
  for (tp_Cell c = tp_rect_first(rect); tp_rect_wrap(rect, &c); c.x++) {
    *answer++ = ask_cell(L, g, c.x, c.y);
  }
  tp_bind_check_idle(L, g, BIND_GRID, "sample");
  compat_push_whole(L, (double)tp_grid_paste(g, rect, answers));
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"sample", sample},
    {NULL, NULL},
};

const bind_Exports tp_sample_exports = {.kind = BIND_GRID, .methods = methods};
