/* board.c - edits by the grid's own calls, and the same edits in the world. */
#include "board.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"

static void define_terrains(Board *b, const World *w, Random *r) {
  int first = random_below(r, WORLD_TERRAINS);
  b->id[0] = TP_OPEN;
  b->id[1] = TP_WALL;
  if (w->price[0] != 1) tp_grid_reprice(b->grid, TP_OPEN, w->price[0]);
  for (int i = 0; i < WORLD_TERRAINS; i++) {
    int t = (first + i) % WORLD_TERRAINS;
    char name[] = {'t', (char)('0' + t)};
    if (t < 2 || t >= w->terrains) continue;
    b->id[t] = tp_grid_define(b->grid, name, sizeof name, w->price[t]);
  }
}

static tp_Stagger stagger_of(const World *w) {
  static const tp_Stagger of[ORACLE_STAGGERS] = {
      [ORACLE_ODD_R] = {.rows = 1},
      [ORACLE_EVEN_R] = {.rows = 1, .even = 1},
      [ORACLE_ODD_Q] = {.columns = 1},
      [ORACLE_EVEN_Q] = {.columns = 1, .even = 1}};
  return of[w->stagger];
}

Board board_make(const World *w, Random *r) {
  Board b;
  b.grid = fuzz_allocate(tp_grid_bytes(w->width, w->height));
  tp_grid_init(b.grid, w->width, w->height);
  b.grid->stagger = stagger_of(w);
  b.grid->cell_side = 2.0 * w->half_side / ORACLE_UNIT;
  define_terrains(&b, w, r);
  for (int y = 0; y < w->height; y++) {
    for (int x = 0; x < w->width; x++) {
      int cell = y * w->width + x;
      tp_grid_set(b.grid, x, y, b.id[w->terrain[cell]]);
      if (w->closed[cell]) tp_grid_set_walkable(b.grid, x, y, false);
      const int left = w->shut_left[cell], top = w->shut_top[cell];
      const int slant = w->shut_slant[cell];
      if (left) board_wall(&b, w, x, y, BOARD_LEFT, left);
      if (top) board_wall(&b, w, x, y, BOARD_TOP, top);
      if (slant) board_wall(&b, w, x, y, BOARD_SLANT, slant);
      /* On two of seven sides, in all combinations with the others. */
      const int kind = (x * 5 + y * 3) % 7;
      if (w->has_names && kind == 1) board_decoy(&b, w, x, y, BOARD_LEFT, 3);
      if (w->has_names && kind > 4)
        board_decoy(&b, w, x, y, BOARD_TOP, kind - 4);
    }
  }
  for (int i = 0; i < w->links; i++) {
    WorldLink link = w->link[i];
    board_link(&b, &link);
  }
  return b;
}

void board_free(Board *b) {
  free(b->grid->fences);
  free(b->grid->links);
  free(b->grid);
}

/* ---- fences and links --------------------------------------------------- */

tp_Cell board_before(const World *w, int x, int y, BoardSide side) {
  const bool rows = w->stagger == ORACLE_ODD_R || w->stagger == ORACLE_EVEN_R;
  const tp_Cell one = {x - 1, rows ? y - 1 : y + 1};
  const tp_Cell other = {rows ? x + 1 : x - 1, y - 1};
  if (side == BOARD_TOP) return (tp_Cell){x, y - 1};
  if (side == BOARD_LEFT) return (tp_Cell){x - 1, y};
  return oracle_apart(w->stagger, x, y, one.x, one.y) == 1 ? one : other;
}

/* Sets the fence of a name on that side. */
static bool put_fence(Board *b, const World *w, int x, int y, BoardSide side,
                      const char *name, int closed) {
  tp_Grid *g = b->grid;
  const tp_Cell before = board_before(w, x, y, side);
  uint32_t needed = 0;
  if (!g->fences) {
    const uint32_t planes = w->has_names ? 3 : 0;
    if (closed == 0) return false;
    g->fences = fuzz_allocate(tp_fences_bytes(g->width, g->height, planes));
    tp_fences_init(g->fences, g->width, g->height, planes);
  }
  const int plane = tp_fences_name(g->fences, name, strlen(name), &needed);
  return tp_grid_set_side(g, (uint32_t)plane, before,
                          tp_direction(x - before.x, y - before.y),
                          closed & WORLD_SHUT_ON, closed & WORLD_SHUT_BACK);
}

/* With names each direction has a fence of its own. */
bool board_wall(Board *b, const World *w, int x, int y, BoardSide side,
                int closed) {
  if (!w->has_names) return put_fence(b, w, x, y, side, "", closed);
  const bool on = put_fence(b, w, x, y, side, "", closed & WORLD_SHUT_ON);
  return put_fence(b, w, x, y, side, "back", closed & WORLD_SHUT_BACK) || on;
}

void board_decoy(Board *b, const World *w, int x, int y, BoardSide side,
                 int closed) {
  const tp_Cell before = board_before(w, x, y, side);
  if (tp_grid_contains(b->grid, x, y) &&
      tp_grid_contains(b->grid, before.x, before.y)) {
    put_fence(b, w, x, y, side, BOARD_DECOY, closed);
  }
}

static void make_room(tp_Grid *g) {
  tp_Links *old = g->links;
  if (old && old->count < old->capacity) return;
  uint32_t capacity = old ? 2 * old->capacity : 2;
  g->links = fuzz_allocate(tp_links_bytes(capacity));
  tp_links_init(g->links, capacity);
  if (old) tp_links_take(g->links, old);
  free(old);
}

void board_link(Board *b, WorldLink *link) {
  tp_Grid *g = b->grid;
  const char name[] = {'l', (char)('0' + link->name)};
  make_room(g);
  tp_Link made = {.from = {link->from % g->width, link->from / g->width},
                  .to = {link->to % g->width, link->to / g->width},
                  .price = link->price,
                  .one_way = link->one_way};
  if (link->name > 0) {
    made.name = tp_links_add_name(g->links, name, sizeof name);
  }
  link->number = tp_grid_link(g, made);
}

bool board_unlink(Board *b, const WorldLink *link) {
  return tp_grid_unlink(b->grid, link->number);
}

/* ---- edits of cells ----------------------------------------------------- */

static bool change(World *w, int x, int y, int terrain, bool closed) {
  int cell = y * w->width + x;
  if (w->terrain[cell] == terrain && w->closed[cell] == closed) return false;
  w->terrain[cell] = (uint8_t)terrain;
  w->closed[cell] = closed;
  return true;
}

static int random_terrain(const World *w, Random *r) {
  return random_below(r, w->terrains);
}

static bool edit_cell(Board *b, World *w, Random *r) {
  int x = random_below(r, w->width), y = random_below(r, w->height);
  int t = random_terrain(w, r);
  tp_grid_set(b->grid, x, y, b->id[t]);
  return change(w, x, y, t, false);
}

void board_change(Board *b, World *w, int x, int y) {
  int t = w->terrain[y * w->width + x] == 0 ? 1 : 0;
  tp_grid_set(b->grid, x, y, b->id[t]);
  change(w, x, y, t, false);
}

static bool edit_door(Board *b, World *w, Random *r) {
  int x = random_below(r, w->width), y = random_below(r, w->height);
  int t = w->terrain[y * w->width + x];
  bool yes = random_chance(r, 0.5);
  tp_grid_set_walkable(b->grid, x, y, yes);
  if (yes) return change(w, x, y, isinf(w->price[t]) ? 0 : t, false);
  return change(w, x, y, t, true);
}

static tp_Rect random_rect(const World *w, Random *r) {
  int wide = 1 + random_below(r, random_chance(r, 0.1) ? w->width : 6);
  int high = 1 + random_below(r, random_chance(r, 0.1) ? w->height : 6);
  return (tp_Rect){random_below(r, w->width + 2) - 2,
                   random_below(r, w->height + 2) - 2, wide, high};
}

/* A whole row or column. */
static tp_Rect random_line(const World *w, Random *r) {
  if (random_chance(r, 0.5)) {
    return (tp_Rect){0, random_below(r, w->height), w->width, 1};
  }
  return (tp_Rect){random_below(r, w->width), 0, 1, w->height};
}

static bool fill(Board *b, World *w, tp_Rect rect, Random *r,
                 const char **wrong) {
  int t = random_terrain(w, r);
  size_t changed = 0, reported = tp_grid_fill(b->grid, rect, b->id[t]);
  for (int y = rect.y; y < rect.y + rect.h; y++) {
    for (int x = rect.x; x < rect.x + rect.w; x++) {
      if (x < 0 || y < 0 || x >= w->width || y >= w->height) continue;
      if (change(w, x, y, t, false)) changed++;
    }
  }
  if (changed != reported) *wrong = "fill miscounts the cells it changed";
  return changed > 0;
}

static bool edit_paste(Board *b, World *w, Random *r, const char **wrong) {
  uint8_t terrains[64];
  size_t changed = 0, n = 0;
  tp_Rect rect = {random_below(r, w->width), random_below(r, w->height),
                  1 + random_below(r, 8), 1 + random_below(r, 8)};
  if (rect.x + rect.w > w->width) rect.w = w->width - rect.x;
  if (rect.y + rect.h > w->height) rect.h = w->height - rect.y;
  for (int y = rect.y; y < rect.y + rect.h; y++) {
    for (int x = rect.x; x < rect.x + rect.w; x++) {
      int t = random_terrain(w, r);
      bool keep = random_chance(r, 0.3);
      terrains[n++] = keep ? TP_KEEP : (uint8_t)b->id[t];
      if (!keep && change(w, x, y, t, false)) changed++;
    }
  }
  if (tp_grid_paste(b->grid, rect, terrains) != changed) {
    *wrong = "paste miscounts the cells it changed";
  }
  return changed > 0;
}

static bool edit_price(Board *b, World *w, Random *r) {
  int t = random_terrain(w, r);
  bool as_open = random_chance(r, 0.5);
  double price = as_open ? w->price[0] : world_price(r);
  if (t == 1) return false;
  if (t > 1 && random_chance(r, 0.1)) price = INFINITY;
  bool changes = w->price[t] != price;
  w->price[t] = price;
  tp_grid_reprice(b->grid, b->id[t], price);
  return changes;
}

/* Compares what the grid counts with a new count. */
static const char *check_counts(const tp_Grid *g) {
  uint32_t count[256] = {0};
  for (int i = 0; i < g->width * g->height; i++) {
    count[g->cells[i]]++;
  }
  if (memcmp(count, g->cell_count, sizeof count) != 0) {
    return "the grid miscounts its cells";
  }
  return NULL;
}

const char *board_edit(Board *b, World *w, Random *r) {
  uint64_t before = tp_grid_revision(b->grid);
  const char *wrong = NULL;
  bool changed;
  switch (random_below(r, 9)) {
    case 0:
    case 1: changed = edit_cell(b, w, r); break;
    case 2:
    case 3: changed = edit_door(b, w, r); break;
    case 4:
    case 5: changed = fill(b, w, random_rect(w, r), r, &wrong); break;
    case 6: changed = fill(b, w, random_line(w, r), r, &wrong); break;
    case 7: changed = edit_paste(b, w, r, &wrong); break;
    default: changed = edit_price(b, w, r); break;
  }
  if (wrong) return wrong;
  if (tp_grid_revision(b->grid) != before + changed) {
    return changed ? "an edit did not raise the revision by one"
                   : "an edit that changed nothing raised the revision";
  }
  return check_counts(b->grid);
}
