/* agentlinks.c - regions and the region graph of a map with links and fences.
 * They follow random edits, at times in slices. They are compared with a flood
 * fill by single steps.
 */
#include <math.h>
#include <string.h>

#include "core/map/fences.h"
#include "core/navmap/agentlinks.h"
#include "core/navmap/connectivity.h"
#include "unit.h"

enum { SIDE = 140, ROUNDS = 12, LINKS = 64 };

typedef struct Edges {
  Unit *unit;
  tp_Grid *grid;
  tp_Profile profile;
  tp_Navmap nav;
  uint32_t part[SIDE * SIDE]; /* by the plain fill; 0: blocked */
  uint32_t queue[SIDE * SIDE];
  bool met[SIDE * SIDE];
} Edges;

static int32_t draw_near(Random *r, int32_t size) {
  int32_t at = random_below(r, size);
  return random_chance(r, 0.3) ? at / 32 * 32 : at;
}

/* ---- edits -------------------------------------------------------------- */

static void edit_side(Edges *g) {
  Random *r = &g->unit->random;
  int d = random_below(r, 4), kind = random_below(r, 5);
  tp_Cell at = {draw_near(r, g->grid->width), draw_near(r, g->grid->height)};
  if (!tp_grid_contains(g->grid, at.x + tp_dx[d], at.y + tp_dy[d])) return;
  tp_grid_set_side(g->grid, at, d, kind < 3, kind == 0 || kind == 1);
}

static void edit_line(Edges *g) {
  Random *r = &g->unit->random;
  int d = random_below(r, 2), length = random_below(r, 60);
  tp_Cell at = {draw_near(r, g->grid->width), draw_near(r, g->grid->height)};
  bool closed = random_chance(r, 0.7), back = random_chance(r, 0.8) && closed;
  for (int i = 0; i < length; i++) {
    if (!tp_grid_contains(g->grid, at.x + 1, at.y + 1)) return;
    tp_grid_set_side(g->grid, at, d, closed, back);
    at.x += d == TP_S;
    at.y += d == TP_E;
  }
}

static void edit_cell(Edges *g) {
  Random *r = &g->unit->random;
  int32_t x = draw_near(r, g->grid->width), y = draw_near(r, g->grid->height);
  tp_grid_set_walkable(g->grid, x, y, random_chance(r, 0.6));
}

static void edit_link(Edges *g) {
  Random *r = &g->unit->random;
  tp_Links *links = g->grid->links;
  tp_Link link = {.price = 1, .one_way = random_chance(r, 0.5)};
  link.from =
      (tp_Cell){draw_near(r, g->grid->width), draw_near(r, g->grid->height)};
  link.to =
      (tp_Cell){draw_near(r, g->grid->width), draw_near(r, g->grid->height)};
  if (links->count > 0 && random_chance(r, 0.4)) {
    int k = random_below(r, (int)links->count);
    tp_grid_unlink(g->grid, links->link[k].number);
  } else if (links->count < links->capacity &&
             !tp_same_cell(link.from, link.to)) {
    tp_grid_link(g->grid, link);
  }
}

static void edit(Edges *g) {
  int kind = random_below(&g->unit->random, 8);
  if (kind < 3) {
    edit_cell(g);
  } else if (kind == 3) {
    if (g->grid->links) edit_link(g);
  } else if (g->grid->fences) {
    kind == 4 ? edit_line(g) : edit_side(g);
  }
}

/* ---- the plain fill ----------------------------------------------------- */

static uint32_t index_of(const Edges *g, tp_Cell c) {
  return (uint32_t)(c.y * g->grid->width + c.x);
}

static tp_Cell cell_of(const Edges *g, uint32_t i) {
  return (tp_Cell){(int32_t)i % g->grid->width, (int32_t)i / g->grid->width};
}

/* The steps from the cell, or only those that lead both ways. */
static unsigned steps_of(const tp_Navmap *nav, tp_Cell c, bool both_ways) {
  unsigned steps = tp_navmap_steps(nav, c.x, c.y);
  return both_ways ? steps & tp_navmap_steps_into(nav, c.x, c.y) : steps;
}

static void fill_part(Edges *g, const tp_Navmap *nav, uint32_t first) {
  uint32_t count = 0;
  g->queue[count++] = first;
  g->part[first] = first + 1;
  for (uint32_t i = 0; i < count; i++) {
    tp_Cell c = cell_of(g, g->queue[i]);
    for (unsigned s = steps_of(nav, c, true); s; s &= s - 1) {
      int d = tp_lowest(s);
      uint32_t n = index_of(g, (tp_Cell){c.x + tp_dx[d], c.y + tp_dy[d]});
      if (g->part[n]) continue;
      g->part[n] = first + 1;
      g->queue[count++] = n;
    }
  }
}

static void meet(Edges *g, tp_Cell c, uint32_t *count) {
  uint32_t n = index_of(g, c);
  if (g->met[n]) return;
  g->met[n] = true;
  g->queue[(*count)++] = n;
}

/* Marks the cells that can be reached from a cell. */
static void follow(Edges *g, const tp_Navmap *nav, tp_Cell from) {
  uint32_t count = 0;
  memset(g->met, 0, sizeof g->met);
  meet(g, from, &count);
  for (uint32_t i = 0; i < count; i++) {
    tp_Cell c = cell_of(g, g->queue[i]);
    for (unsigned s = steps_of(nav, c, false); s; s &= s - 1) {
      int d = tp_lowest(s);
      meet(g, (tp_Cell){c.x + tp_dx[d], c.y + tp_dy[d]}, &count);
    }
    for (tp_EdgeIter it = tp_edges_from(nav, c); tp_edges_next(&it);) {
      meet(g, tp_unpack_cell(it.edge.to), &count);
    }
  }
}

/* ---- what is judged ----------------------------------------------------- */

static void prepare(Edges *g, tp_Navmap *nav, unsigned parts) {
  while (tp_navmap_prepare(nav, parts) == TP_NEEDS_ROOM) {
    tp_navmap_give(nav, unit_allocate(g->unit, nav->need.bytes));
  }
}

static void judge_regions(Edges *g, tp_Navmap *nav) {
  const uint32_t cells = (uint32_t)tp_grid_cells(g->grid);
  static uint32_t region[SIDE * SIDE];
  memset(g->part, 0, sizeof g->part);
  for (uint32_t i = 0; i < cells; i++) {
    tp_Cell c = cell_of(g, i);
    if (!tp_mask_has(nav->mask, c.x, c.y)) continue;
    if (!g->part[i]) fill_part(g, nav, i);
    region[i] = tp_navmap_region(nav, c.x, c.y);
    uint32_t first = g->part[i] - 1;
    unit_expect(g->unit, region[i] == region[first],
                "%d, %d is apart from a cell that it is connected with",
                (int)c.x, (int)c.y);
    for (uint32_t k = 0; first == i && k < i; k++) {
      if (g->part[k] != k + 1) continue;
      unit_expect(g->unit, region[k] != region[i],
                  "%d, %d has the region of another part", (int)c.x, (int)c.y);
    }
  }
}

static void judge_ways(Edges *g, tp_Navmap *nav) {
  Random *r = &g->unit->random;
  const uint32_t cells = (uint32_t)tp_grid_cells(g->grid);
  tp_Cell from = cell_of(g, (uint32_t)random_below(r, (int)cells));
  if (!tp_mask_has(nav->mask, from.x, from.y)) return;
  follow(g, nav, from);
  for (uint32_t i = 0; i < cells; i++) {
    tp_Cell c = cell_of(g, i);
    if (!tp_mask_has(nav->mask, c.x, c.y)) continue;
    unit_expect(g->unit, tp_navmap_connects(nav, from, c) == g->met[i],
                "%d, %d: is there a way there from %d, %d?", (int)c.x, (int)c.y,
                (int)from.x, (int)from.y);
  }
}

static void judge(Edges *g) {
  tp_Navmap *nav = &g->nav;
  prepare(g, nav, TP_MAP);
  prepare(g, nav, TP_CONNECTED);
  judge_regions(g, nav);
  judge_ways(g, nav);
}

/* ---- a round ------------------------------------------------------------ */

static void add_parts(Edges *g) {
  Random *r = &g->unit->random;
  tp_Grid *grid = g->grid;
  if (!grid->fences && random_chance(r, 0.4)) {
    tp_Fences *e =
        unit_allocate(g->unit, tp_fences_bytes(grid->width, grid->height));
    tp_fences_init(e, grid->width, grid->height);
    grid->fences = e;
  }
  if (!grid->links && random_chance(r, 0.4)) {
    tp_Links *l = unit_allocate(g->unit, tp_links_bytes(LINKS));
    tp_links_init(l, LINKS);
    grid->links = l;
  }
}

/* Updates some parts between edits. */
static void follow_some(Edges *g) {
  unsigned parts = TP_REGIONS;
  if (random_chance(&g->unit->random, 0.3)) parts = TP_CONNECTED;
  while (tp_navmap_prepare(&g->nav, parts) == TP_NEEDS_ROOM) {
    tp_navmap_give(&g->nav, unit_allocate(g->unit, g->nav.need.bytes));
  }
}

void unit_edges(Unit *u) {
  static Edges g;
  Random *r = &u->random;
  memset(&g, 0, sizeof g);
  int32_t width = unit_draw_side(u, SIDE), height = unit_draw_side(u, SIDE);
  g.unit = u;
  g.grid = unit_allocate(u, tp_grid_bytes(width, height));
  tp_grid_init(g.grid, width, height);
  for (int i = 0; i < TP_MAX_TERRAINS; i++) g.profile.price[i] = NAN;
  g.profile.diagonal = (tp_Diagonal)random_below(r, 4);
  g.profile.wide = g.profile.high = random_chance(r, 0.3) ? 2 : 1;
  g.profile.straight_cost = g.profile.weight = 1;
  g.profile.diagonal_cost = 1.5;
  tp_navmap_init(&g.nav, g.grid, &g.profile, NULL);
  double open = random_below(r, 10) / 10.0;
  for (int32_t i = 0; i < width * height; i++) {
    if (random_chance(r, open)) continue;
    tp_grid_set_walkable(g.grid, i % width, i / width, false);
  }
  for (int i = 0; i < ROUNDS && !u->wrong; i++) {
    int edits = random_below(r, 1 + random_below(r, 20));
    add_parts(&g);
    for (int k = 0; k < edits; k++) {
      edit(&g);
      if (random_chance(r, 0.1)) follow_some(&g);
    }
    judge(&g);
  }
}
