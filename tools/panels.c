/* panels.c - one small map as the core sees it, in six panels, for
 * docs/tour.md: what the panels show is asked of the core, so that they cannot
 * say anything else (`tools/check panels` compares them with the text).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../src/core/search/search.h"

enum { WIDTH = 21, HEIGHT = 11, PANELS = 6, ACROSS = 3, GAP = 4 };

static const char *const map[HEIGHT] = {
    "..........#..........", ".####.###.#.....###..", ".#..#.#.#.#.....#.#..",
    ".#..#.#.#.......###..", ".#..#.#.#.#..........", ".##.#.###.####.######",
    "....#.....#..........", "#.###.....#..~~~~~...", "....#.....#..~~~~~...",
    ".##.#.....####.######", "....#................",
};

static const tp_Cell start = {2, 3}, goal = {20, 8}, ray_from = {11, 4};

typedef char Panel[HEIGHT][WIDTH + 1];

static const char *const titles[PANELS] = {
    "cells", "mask", "regions", "2-core o, and trees", "jump points, ray",
    "a path"};

static void *take(size_t bytes) {
  void *block = calloc(1, bytes);
  if (!block) exit(1);
  return block;
}

static tp_Grid *make_grid(void) {
  tp_Grid *grid = take(tp_grid_bytes(WIDTH, HEIGHT));
  tp_grid_init(grid, WIDTH, HEIGHT);
  int water = tp_grid_define(grid, "water", 5, 1);
  for (int32_t y = 0; y < HEIGHT; y++) {
    for (int32_t x = 0; x < WIDTH; x++) {
      char c = map[y][x];
      if (c != '.') tp_grid_set(grid, x, y, c == '#' ? TP_WALL : water);
    }
  }
  return grid;
}

static void make_navmap(tp_Navmap *navmap, const tp_Grid *grid) {
  tp_Profile profile = {.algorithm = TP_JPS,
                        .weight = 1,
                        .straight_cost = 1,
                        .diagonal_cost = 1.4142135623730951,
                        .wide = 1,
                        .high = 1};
  for (int t = 0; t < TP_MAX_TERRAINS; t++) {
    profile.price[t] = t == TP_WALL ? (double)INFINITY : 1;
  }
  tp_navmap_init(navmap, grid, &profile);
  while (tp_navmap_prepare(navmap, TP_JUMPS | TP_REGIONS) == TP_NEEDS_ROOM) {
    tp_navmap_give(navmap, take(navmap->need.bytes));
  }
}

/* A letter for each region, in the order in which they come. */
static char letter_of(uint32_t region) {
  static uint32_t known[26];
  int i = 0;
  while (known[i] != 0 && known[i] != region + 1) i++;
  known[i] = region + 1;
  return (char)('a' + i);
}

static char tree_of(const tp_Navmap *navmap, int32_t x, int32_t y) {
  int way = tp_twocore_way_out(navmap->twocore, x, y);
  if (tp_mask_has(tp_twocore_core(navmap->twocore), x, y)) return 'o';
  return way < 0 ? '+' : ">v<^\\//\\"[way];
}

static bool is_jump_point(const tp_JumpPlanes *j, int32_t x, int32_t y) {
  const uint64_t *words = &j->words[j->numbering.plane.at];
  size_t bit = tp_bitplane_line(j->numbering.plane, (size_t)y) + (size_t)x;
  return words[bit >> 6] >> (bit & 63) & 1;
}

static void draw_cells(const tp_Navmap *navmap, Panel panel[PANELS]) {
  for (int32_t y = 0; y < HEIGHT; y++) {
    for (int32_t x = 0; x < WIDTH; x++) {
      bool is_free = tp_mask_has(navmap->mask, x, y);
      for (int i = 0; i < PANELS; i++) panel[i][y][x] = is_free ? '.' : '#';
      panel[0][y][x] = map[y][x];
      panel[1][y][x] = is_free ? '1' : '0';
      if (!is_free) continue;
      panel[2][y][x] =
          letter_of(tp_regions_of(navmap->regions, navmap->mask, x, y));
      panel[3][y][x] = tree_of(navmap, x, y);
      if (is_jump_point(navmap->jumps, x, y)) panel[4][y][x] = 'j';
    }
  }
}

/* From one cell to the south-east, as far as jump point search goes before it
 * has to look to the sides. */
static void draw_ray(const tp_Navmap *navmap, Panel panel) {
  int32_t steps =
      tp_jump_planes_scan_end(navmap->jumps, ray_from.x, ray_from.y, TP_NE);
  for (int32_t i = 0; i < steps; i++) {
    panel[ray_from.y - i][ray_from.x + i] = i == 0 ? 'x' : '*';
  }
}

static void draw_path(tp_Navmap *navmap, Panel panel) {
  static tp_Search search;
  tp_search_begin(
      &search, navmap,
      (tp_Query){.start = start, .goal = goal, .max_nodes = UINT64_MAX});
  while (tp_search_run(&search, UINT64_MAX) == TP_NEEDS_ROOM) {
    tp_search_give(&search, take(search.need.bytes));
  }
  if (search.status != TP_FOUND) exit(1);
  const tp_Route route = tp_search_route(&search);
  tp_Walk walk = tp_walk_along(&route);
  do panel[walk.at.y][walk.at.x] = '*';
  while (tp_walk_step(&walk));
  panel[start.y][start.x] = 'S';
  panel[goal.y][goal.x] = 'G';
}

int main(void) {
  static Panel panel[PANELS];
  static tp_Navmap navmap;
  make_navmap(&navmap, make_grid());
  draw_cells(&navmap, panel);
  draw_ray(&navmap, panel[4]);
  draw_path(&navmap, panel[5]);
  for (int first = 0; first < PANELS; first += ACROSS) {
    for (int row = -1; row < HEIGHT; row++) {
      for (int i = first; i < first + ACROSS; i++) {
        const char *line = row < 0 ? titles[i] : panel[i][row];
        int width = i + 1 < first + ACROSS ? WIDTH + GAP : 0;
        printf("%*s%-*s", i == first ? 4 : 0, "", width, line);
      }
      putchar('\n');
    }
    if (first + ACROSS < PANELS) putchar('\n');
  }
  return 0;
}
