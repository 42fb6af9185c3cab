/* player.c - drives the library as its contract says: blocks of the size it
 * asks for, filled with junk so that whatever it reads unwritten shows.
 */
#include "player.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "core/search/jump/search.h"
#include "plant.h"

/* ---- the agent ---------------------------------------------------------- */

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
  tp_navmap_init(&p->navmap, p->grid, &profile);
  if (planted == PLANT_AWAY && profile.away > 0) p->navmap.profile.away--;
  if (planted == PLANT_CORNER) tp_topology_init(&p->navmap.moves, TP_ALWAYS);
}

void player_renew(Player *fresh, const Player *p) {
  memset(fresh, 0, sizeof *fresh);
  fresh->grid = p->grid;
  tp_navmap_init(&fresh->navmap, p->grid, &p->navmap.profile);
  fresh->navmap.moves = p->navmap.moves;
}

void player_free(Player *p) {
  for (int part = 0; part < TP_PARTS; part++) free(p->navmap.part[part].block);
  for (int slot = 0; slot < TP_SLOTS; slot++) free(p->block[slot]);
}

static tp_Mask *copy_mask(const tp_Mask *mask) {
  size_t bytes = tp_mask_bytes(mask->width, mask->height);
  return memcpy(board_allocate(bytes), mask, bytes);
}

/* Takes back what has changed in cells that are as they were before. */
static void forget_beside(tp_Navmap *nav, tp_Mask *mask, tp_Mask *cells) {
  for (int32_t y = 0; y < mask->height; y++) {
    for (int32_t x = 0; x < mask->width; x++) {
      if (tp_mask_has(cells, x, y) != tp_mask_has(nav->cells, x, y)) continue;
      tp_mask_set(nav->mask, x, y, tp_mask_has(mask, x, y));
    }
  }
  free(mask);
  free(cells);
}

static void prepare(tp_Navmap *nav, unsigned parts) {
  while (tp_navmap_prepare(nav, parts) == TP_NEEDS_ROOM) {
    tp_navmap_give(nav, board_allocate(nav->need.bytes));
  }
}

void player_catch_up(Player *p) {
  tp_Navmap *nav = &p->navmap;
  bool is_new = nav->part[TP_PART_COSTS].seen == 0;
  bool forgets = planted == PLANT_BESIDE && nav->cells && !is_new;
  tp_Mask *mask = forgets ? copy_mask(nav->mask) : NULL;
  tp_Mask *cells = forgets ? copy_mask(nav->cells) : NULL;
  prepare(nav, TP_CORE);
  if (forgets) forget_beside(nav, mask, cells);
  if (planted != PLANT_REGION) return;
  if (is_new) prepare(nav, TP_REGIONS);
  nav->part[TP_PART_REGIONS].seen = nav->mask->changes.now;
}

/* ---- queries ------------------------------------------------------------ */

static jmp_buf way_out;

static uint64_t tell(void *context, int32_t x, int32_t y) {
  Player *p = context;
  if (++p->asked == p->leave_at) longjmp(way_out, 1);
  return p->told[(size_t)y * (size_t)p->grid->width + (size_t)x];
}

static void give_room(Player *p) {
  tp_Slot slot = (tp_Slot)p->search.need.slot;
  void *block = board_allocate(p->search.need.bytes);
  tp_search_give(&p->search, p->grid, block);
  if (slot == TP_JUMP_STORE && p->is_poor) {
    p->search.jump_nodes->places = 6;
    p->search.jump_nodes->room = 2 * tp_jump_list_most(p->navmap.jumps);
  }
  free(p->block[slot]);
  p->block[slot] = block;
}

/* Runs to the end; a jump out of the heuristic ends up in the same loop. */
static void run(Player *p, uint64_t slice) {
  tp_Search *s = &p->search;
  bool jumped = setjmp(way_out) != 0;
  if (jumped && planted == PLANT_JUMP && s->nodes) s->expanded++;
  for (;;) {
    tp_Status status = tp_search_run(s, &p->navmap, slice ? slice : UINT64_MAX);
    if (status == TP_NEEDS_ROOM) {
      give_room(p);
      continue;
    }
    if (status != TP_RUNNING) return;
    if (slice == 0) { /* all at once is to the end */
      tp_search_fail(s, TP_CANCELLED);
      return;
    }
    plant_in_notes(s);
    if (planted == PLANT_SLICE) {
      s->heuristic.goal.x ^= 1;
    } else if (planted == PLANT_ORDER && s->algorithm != TP_JPS &&
               s->open->window == 0) {
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

static size_t cells_of(const Player *p) {
  return (size_t)p->grid->width * (size_t)p->grid->height;
}

/* Does the way back from jump point to jump point come to the start? It would
 * not, were a node in a wrong place. */
static bool leads_back(const tp_Search *s) {
  if (!s->started || s->algorithm != TP_JPS) return true;
  if (tp_same_cell(s->ends.from, s->ends.to)) return true;
  const tp_JumpNodes *n = s->jump_nodes;
  uint32_t steps = TP_FIRST_POINT + n->points + n->places;
  for (uint32_t i = TP_GOAL_NODE; i != TP_START_NODE; steps--) {
    const tp_JumpNode *node = &n->node[i], *parent = &n->node[node->parent];
    if (steps == 0) return false;
    if (node->x == parent->x && node->y == parent->y) return false;
    i = node->parent;
  }
  return true;
}

/* No cells where there would be more than the map has. */
static void read_path(const Player *p, Answer *a) {
  const tp_Search *s = &p->search;
  if (!leads_back(s)) return;
  tp_Trail trail = tp_search_trail(s);
  tp_Cell at = trail.at;
  tp_Leg leg;
  a->count = 1;
  while (tp_search_leg(s, p->grid, &trail, &leg)) {
    a->count += (size_t)leg.length;
    if (a->count > cells_of(p)) {
      a->count = 0;
      return;
    }
  }
  a->cost = tp_search_cost(s, &p->navmap);
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

/* As if a million queries had been asked, and as many edits made between them
 * as ages have numbers. */
void player_wear_out(Player *p) {
  if (p->search.nodes) p->search.nodes->now.stamp &= 1;
  if (!p->search.jump_nodes) return;
  p->search.jump_nodes->now.stamp &= 1;
  p->search.jump_nodes->age = UINT32_MAX;
}

static Means means_of(const tp_Search *s) {
  if (!s->started) return BY_NOTHING;
  if (s->algorithm == TP_JPS) return BY_JUMPS;
  return s->window > 0 ? BY_BUCKETS : BY_HEAP;
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
  plant_in_search(s, &p->navmap, query.start);
  tp_search_begin(s, &p->navmap, query);
  if (way.heap && s->algorithm != TP_JPS) s->window = 0;
  if (planted == PLANT_ESTIMATE) {
    s->heuristic.both *= 3;
    s->heuristic.along *= 3;
    s->heuristic.monotone = false;
    if (s->algorithm != TP_JPS) s->window = 0;
  }
  if (way.notes && s->price < UINT64_MAX) s->asked = s->price + way.notes;
  if (query.goals) plant_in_goals(s);
  run(p, way.slice);
  a->found = s->status == TP_FOUND;
  a->partial = s->is_partial;
  a->reason = a->found ? TP_NO_REASON : s->reason;
  a->expanded = s->expanded;
  a->means = means_of(s);
  a->goal = a->found && query.goals ? query.goals->goal[s->chosen].index : 0;
  a->count = 0;
  a->cost = 0;
  if (a->found) read_path(p, a);
  corrupt(a);
}

bool player_agree(const Answer *a, const Answer *b) {
  return a->found == b->found && a->reason == b->reason &&
         a->partial == b->partial && a->cost == b->cost &&
         a->count == b->count && a->expanded == b->expanded &&
         a->goal == b->goal &&
         memcmp(a->path, b->path, 2 * a->count * sizeof a->path[0]) == 0;
}
