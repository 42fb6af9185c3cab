/* navmap.h - a map and an agent of the library, for programs that measure its
 * core.
 */
#ifndef BENCH_AGENT_H
#define BENCH_AGENT_H

#include <math.h>

#include "core/navmap/navmap.h"
#include "movingai.h"

static tp_Grid *read_grid(const Map *map) {
  tp_Grid *grid = take(tp_grid_bytes(map->width, map->height));
  tp_grid_init(grid, map->width, map->height);
  for (int price = 2; price <= 6; price++) {
    char name[2] = {(char)('0' + price), 0};
    tp_grid_define(grid, name, 1, price);
  }
  size_t i = 0;
  for (int y = 0; y < map->height; y++) {
    for (int x = 0; x < map->width; x++, i++) {
      int price = map->price[i];
      int terrain = price == 1 ? TP_OPEN : price; /* ids 2 .. 6: see above */
      tp_grid_set(grid, x, y, map->free_cell[i] ? terrain : TP_WALL);
    }
  }
  return grid;
}

/* Fills it in place: a navmap points into itself, so it cannot be copied. */
static void make_agent(tp_Navmap *navmap, const tp_Grid *grid,
                       tp_Diagonal rule) {
  tp_Profile profile = {.diagonal = rule,
                        .heuristic = TP_HEURISTIC_AUTO,
                        .algorithm = TP_AUTO,
                        .weight = 1,
                        .straight_cost = 1,
                        .diagonal_cost = 1.4142135623730951,
                        .wide = 1,
                        .high = 1};
  for (int t = 0; t < TP_MAX_TERRAINS; t++) profile.price[t] = NAN;
  tp_navmap_init(navmap, grid, &profile, NULL);
}

static void prepare(tp_Navmap *navmap, unsigned parts) {
  while (tp_navmap_prepare(navmap, parts) == TP_NEEDS_ROOM) {
    tp_navmap_give(navmap, take(navmap->need.bytes));
  }
}

#endif
