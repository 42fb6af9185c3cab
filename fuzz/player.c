/* player.c - drives the library as its contract says: blocks of the size it
 * asks for, filled with junk so that whatever it reads unwritten shows.
 */
#include "player.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t bytes) {
  void *block = bytes > 0 ? malloc(bytes) : NULL;
  if (!block) {
    fputs("out of memory\n", stderr);
    exit(2);
  }
  return memset(block, 0xa5, bytes);
}

/* ---- board -------------------------------------------------------------- */

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

Board board_make(const World *w, Random *r) {
  Board b;
  b.grid = allocate(tp_grid_bytes(w->width, w->height));
  tp_grid_init(b.grid, w->width, w->height);
  define_terrains(&b, w, r);
  for (int y = 0; y < w->height; y++) {
    for (int x = 0; x < w->width; x++) {
      int cell = y * w->width + x;
      tp_grid_set(b.grid, x, y, b.id[w->terrain[cell]]);
      if (w->closed[cell]) tp_grid_set_walkable(b.grid, x, y, false);
    }
  }
  return b;
}

void board_free(Board *b) { free(b->grid); }

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

static bool edit_silently(Board *b, World *w, Random *r) {
  int x = random_below(r, w->width), y = random_below(r, w->height);
  int t = random_terrain(w, r);
  b->grid->cells[tp_grid_index(b->grid, x, y)] = (uint8_t)b->id[t];
  change(w, x, y, t, false);
  return false;
}

static bool edit_door(Board *b, World *w, Random *r) {
  int x = random_below(r, w->width), y = random_below(r, w->height);
  int t = w->terrain[y * w->width + x];
  bool yes = random_chance(r, 0.5);
  tp_grid_set_walkable(b->grid, x, y, yes);
  if (yes) return change(w, x, y, isinf(w->price[t]) ? 0 : t, false);
  return t != 1 && change(w, x, y, t, true);
}

static tp_Rect random_rect(const World *w, Random *r) {
  int wide = 1 + random_below(r, random_chance(r, 0.1) ? w->width : 6);
  int high = 1 + random_below(r, random_chance(r, 0.1) ? w->height : 6);
  return (tp_Rect){random_below(r, w->width + 2) - 2,
                   random_below(r, w->height + 2) - 2, wide, high};
}

static bool edit_rect(Board *b, World *w, Random *r, const char **wrong) {
  tp_Rect rect = random_rect(w, r);
  int t = random_terrain(w, r);
  size_t changed = 0, told = tp_grid_fill(b->grid, rect, b->id[t]);
  for (int y = rect.y; y < rect.y + rect.h; y++) {
    for (int x = rect.x; x < rect.x + rect.w; x++) {
      if (x < 0 || y < 0 || x >= w->width || y >= w->height) continue;
      if (change(w, x, y, t, false)) changed++;
    }
  }
  if (changed != told) *wrong = "fill miscounts the cells it changed";
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
  double price = world_price(r);
  if (t == 1) return false;
  if (t > 1 && random_chance(r, 0.1)) price = INFINITY;
  bool changes = w->price[t] != price;
  w->price[t] = price;
  if (planted == PLANT_REPRICE) return false;
  tp_grid_reprice(b->grid, b->id[t], price);
  return changes;
}

/* What the grid counts, counted anew. */
static const char *check_counts(const tp_Grid *g) {
  uint32_t count[256] = {0};
  uint64_t used[2] = {0, 0};
  for (int i = 0; i < g->width * g->height; i++) {
    uint8_t cell = g->cells[i];
    count[cell]++;
    if (cell < TP_CLOSED) used[cell >> 6] |= UINT64_C(1) << (cell & 63);
  }
  if (memcmp(count, g->cell_count, sizeof count) != 0) {
    return "the grid miscounts its cells";
  }
  if (memcmp(used, g->used, sizeof used) != 0) {
    return "the grid is wrong about the terrains in use";
  }
  return NULL;
}

const char *board_edit(Board *b, World *w, Random *r) {
  uint64_t before = b->grid->revision;
  const char *wrong = NULL;
  bool changed;
  if (planted == PLANT_EDIT && random_chance(r, 0.3)) {
    edit_silently(b, w, r);
    return NULL;
  }
  switch (random_below(r, 8)) {
    case 0:
    case 1: changed = edit_cell(b, w, r); break;
    case 2:
    case 3: changed = edit_door(b, w, r); break;
    case 4:
    case 5: changed = edit_rect(b, w, r, &wrong); break;
    case 6: changed = edit_paste(b, w, r, &wrong); break;
    default: changed = edit_price(b, w, r); break;
  }
  if (wrong) return wrong;
  if (b->grid->revision != before + changed) {
    return changed ? "an edit did not raise the revision by one"
                   : "an edit that changed nothing raised the revision";
  }
  return planted == PLANT_EDIT ? NULL : check_counts(b->grid);
}

/* ---- player ------------------------------------------------------------- */

static void take_prices(tp_Profile *profile, const Board *b, const World *w) {
  for (int id = 0; id < TP_MAX_TERRAINS; id++) profile->price[id] = NAN;
  if (planted == PLANT_PRICE) return;
  for (int t = 0; t < w->terrains; t++) profile->price[b->id[t]] = w->own[t];
}

void player_init(Player *p, const Board *b, const World *w,
                 const tp_Profile *asked) {
  tp_Profile profile = *asked;
  take_prices(&profile, b, w);
  memset(p, 0, sizeof *p);
  p->grid = b->grid;
  tp_agent_init(&p->agent, &profile);
  if (planted == PLANT_CORNER) tp_moves_init(&p->agent.moves, TP_ALWAYS);
  tp_agent_attach(&p->agent, b->grid,
                  allocate(tp_mask_bytes(w->width, w->height)),
                  allocate(tp_regions_bytes(w->width, w->height)));
}

void player_free(Player *p) {
  free(p->agent.mask);
  free(p->agent.regions);
  free(p->agent.jumps);
  free(p->agent.dead_ends);
  free(p->agent.core);
  for (int slot = 0; slot < TP_SLOTS; slot++) free(p->block[slot]);
}

void player_catch_up(Player *p) {
  size_t bytes = tp_regions_bytes(p->grid->width, p->grid->height);
  tp_Regions *stale = NULL;
  if (planted == PLANT_REGION && !p->agent.is_fresh) {
    tp_regions_update(p->agent.regions, p->agent.mask);
    stale = allocate(bytes);
    memcpy(stale, p->agent.regions, bytes);
  }
  tp_agent_catch_up(&p->agent, p->grid);
  if (stale) {
    memcpy(p->agent.regions, stale, bytes);
    free(stale);
  }
  if (tp_agent_wants_core(&p->agent)) {
    int32_t w = p->grid->width, h = p->grid->height;
    if (!p->agent.core) {
      tp_agent_attach_core(&p->agent, p->grid,
                           allocate(tp_dead_ends_bytes(w, h)),
                           allocate(tp_mask_bytes(w, h)));
    }
    if (!p->agent.jumps && tp_agent_wants_jumps(&p->agent)) {
      tp_agent_attach_jumps(&p->agent, p->grid, allocate(tp_jumps_bytes(w, h)));
    }
    tp_agent_read_core(&p->agent, p->grid);
  }
  if (planted == PLANT_MASK) {
    p->agent.mask->words[(size_t)p->agent.mask->stride + 1] ^= 1;
  }
}

/* ---- queries ------------------------------------------------------------ */

static jmp_buf way_out;

static uint64_t tell(void *context, int32_t x, int32_t y) {
  Player *p = context;
  if (++p->asked == p->leave_at) longjmp(way_out, 1);
  return p->told[(size_t)y * (size_t)p->grid->width + (size_t)x];
}

static void give_room(Player *p) {
  tp_Slot slot = p->search.need;
  void *block = allocate(p->search.need_bytes);
  tp_search_give(&p->search, p->grid, block);
  free(p->block[slot]);
  p->block[slot] = block;
}

/* Runs to the end; a jump out of the heuristic ends up in the same loop. */
static void run(Player *p, uint64_t slice) {
  tp_Search *s = &p->search;
  bool jumped = setjmp(way_out) != 0;
  if (jumped && planted == PLANT_JUMP && s->nodes) s->expanded++;
  for (;;) {
    tp_Status status =
        tp_search_run(s, &p->agent, p->grid, slice ? slice : UINT64_MAX);
    if (status == TP_NEEDS_ROOM) {
      give_room(p);
    } else if (status != TP_RUNNING) {
      return;
    } else if (planted == PLANT_SLICE) {
      s->heuristic.goal.x ^= 1;
    } else if (planted == PLANT_ORDER && s->open->window == 0) {
      s->open->used = 0;
    }
  }
}

static void corrupt(Answer *a) {
  if (planted == PLANT_COST) a->cost *= 1.00001;
  if (planted == PLANT_STEP && a->count > 2) {
    size_t middle = a->count / 2, after = --a->count - middle;
    memmove(&a->path[2 * middle], &a->path[2 * middle + 2],
            after * 2 * sizeof a->path[0]);
  }
  if (planted == PLANT_NEAREST && a->partial && a->count > 1) a->count--;
  if (planted == PLANT_REASON && a->reason == TP_GOAL_BLOCKED) {
    a->reason = TP_UNREACHABLE;
  }
}

static void read_path(const Player *p, Answer *a) {
  const tp_Search *s = &p->search;
  tp_Trail trail = tp_search_trail(s);
  tp_Cell at = trail.at;
  tp_Leg leg;
  a->count = 1;
  while (tp_search_leg(s, p->grid, &trail, &leg)) {
    a->count += (size_t)leg.length;
  }
  a->cost = tp_search_cost(s, &p->agent, p->grid);
  trail = tp_search_trail(s);
  leg.length = 0;
  for (size_t i = a->count; i-- > 0;) {
    a->path[2 * i] = at.x;
    a->path[2 * i + 1] = at.y;
    if (i == 0) break;
    if (leg.length == 0) tp_search_leg(s, p->grid, &trail, &leg);
    at.x -= tp_dx[leg.direction];
    at.y -= tp_dy[leg.direction];
    leg.length--;
  }
}

/* As if a million queries had been asked: older stamps are the greater ones. */
void player_wear_out(Player *p) {
  if (p->search.nodes) p->search.nodes->now.stamp &= 1;
  if (p->search.jump_nodes) p->search.jump_nodes->now.stamp &= 1;
}

void player_find(Player *p, tp_Query query, Way way, Answer *a) {
  tp_Search *s = &p->search;
  p->asked = 0;
  p->leave_at = way.leave_at;
  s->ask = tell;
  s->ask_context = p;
  if (planted == PLANT_BUDGET && query.max_nodes < UINT64_MAX) {
    query.max_nodes++;
  }
  tp_search_begin(s, &p->agent, p->grid, query);
  if (way.heap && s->algorithm != TP_JPS) s->window = 0;
  if (planted == PLANT_ESTIMATE) {
    s->heuristic.both *= 3;
    s->heuristic.along *= 3;
    s->heuristic.monotone = false;
    s->window = 0;
  }
  run(p, way.slice);
  a->found = s->status == TP_FOUND;
  a->partial = s->is_partial;
  a->reason = a->found ? TP_NO_REASON : s->reason;
  a->expanded = s->expanded;
  a->buckets = s->window > 0;
  a->count = 0;
  a->cost = 0;
  if (a->found) read_path(p, a);
  corrupt(a);
}

bool player_agree(const Answer *a, const Answer *b) {
  return a->found == b->found && a->reason == b->reason &&
         a->partial == b->partial && a->cost == b->cost &&
         a->count == b->count && a->expanded == b->expanded &&
         memcmp(a->path, b->path, 2 * a->count * sizeof a->path[0]) == 0;
}
