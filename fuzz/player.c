/* player.c - drives the library as its contract says. Its blocks have the size
 * that it asks for, and are filled with junk, so that a read of unwritten bytes
 * shows.
 */
#include "player.h"

#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "core/base/bucketqueue.h"
#include "core/base/heap.h"
#include "core/navmap/landmarkpart.h"
#include "core/navmap/navmap.h"
#include "core/search/astar.h"
#include "core/search/jump/jumpnodes.h"
#include "core/search/nodes.h"
#include "core/search/starts.h"

/* ---- the agent ---------------------------------------------------------- */

static void take_prices(tp_Profile *profile, const Board *b, const World *w) {
  for (int id = 0; id < TP_MAX_TERRAINS; id++) profile->price[id] = NAN;
  for (int t = 0; t < w->terrains; t++) profile->price[b->id[t]] = w->own[t];
}

static void take_link_costs(tp_Profile *profile, const World *w) {
  profile->takes_no_links = w->takes_no_links;
  profile->link_costs = 0;
  for (int n = 1; n < WORLD_NAMES; n++) {
    if (isnan(w->own_link_cost[n])) continue;
    tp_LinkPrice *link_cost = &profile->link_cost[profile->link_costs++];
    *link_cost = (tp_LinkPrice){.price = w->own_link_cost[n]};
    link_cost->name[0] = 'l';
    link_cost->name[1] = (char)('0' + n);
  }
}

static void take_fences(tp_Profile *profile, const World *w) {
  profile->open_fences = w->has_names ? 1 : 0;
  memcpy(profile->open_fence[0], BOARD_DECOY, sizeof BOARD_DECOY);
}

void player_init(Player *p, const Board *b, const World *w,
                 const tp_Profile *asked) {
  tp_Profile profile = *asked;
  take_prices(&profile, b, w);
  take_link_costs(&profile, w);
  take_fences(&profile, w);
  memset(p, 0, sizeof *p);
  p->grid = b->grid;
  tp_navmap_init(&p->navmap, p->grid, &profile, NULL);
}

static tp_LayerCosts *new_layering(const Player *p) {
  tp_LayerCosts *layer_costs = fuzz_allocate(sizeof *layer_costs);
  tp_layercosts_init(layer_costs, p->grid->width, p->grid->height);
  return layer_costs;
}

void player_take_layers(Player *p, tp_Layer *const layer[],
                        const double weight[], int layers, double least) {
  if (layers == 0) return;
  tp_LayerCosts *layer_costs = new_layering(p);
  layer_costs->least = least;
  for (int i = 0; i < layers; i++) {
    tp_layercosts_add(layer_costs, layer[i], weight[i]);
  }
  p->navmap.layers = p->navmap.layer_costs = layer_costs;
}

void player_join(Player *p, Player *alone, const tp_Avoided *avoided,
                 double raise) {
  memset(p, 0, sizeof *p);
  p->grid = alone->grid;
  p->alone = alone;
  p->is_poor = alone->is_poor; /* they may swap their searches */
  tp_navmap_init_overlay(&p->navmap, &alone->navmap, avoided, raise, NULL);
}

void player_renew(Player *fresh, const Player *p) {
  if (p->alone) {
    player_join(fresh, p->alone, p->navmap.avoided, p->navmap.raise);
    return;
  }
  memset(fresh, 0, sizeof *fresh);
  fresh->grid = p->grid;
  tp_navmap_init(&fresh->navmap, p->grid, &p->navmap.profile, NULL);
  const tp_LayerCosts *old = p->navmap.layer_costs;
  if (!old) return;
  tp_LayerCosts *layer_costs = new_layering(fresh);
  layer_costs->least = old->least;
  for (int i = 0; i < old->layers; i++) {
    tp_layercosts_add(layer_costs, old->layer[i].layer, old->layer[i].weight);
  }
  fresh->navmap.layers = fresh->navmap.layer_costs = layer_costs;
}

void player_free(Player *p) {
  for (int part = 0; part < TP_PARTS; part++) free(p->navmap.part[part].block);
  if (!p->alone) free(p->navmap.layer_costs);
  for (int slot = 0; slot < TP_SLOTS; slot++)
    free(tp_search_block(&p->search, slot));
}

static void prepare(tp_Navmap *nav, unsigned parts) {
  while (tp_navmap_prepare(nav, parts) == TP_NEEDS_ROOM) fuzz_give(nav);
}

void player_catch_up(Player *p) {
  tp_Navmap *nav = &p->navmap;
  if (p->alone) player_catch_up(p->alone);
  prepare(nav, TP_MAP);
  prepare(nav, TP_QUERY_PARTS);
}

/* ---- some parts, and landmarks ------------------------------------------ */

/* A slice: mostly a few units of work, now and then very many. */
static uint64_t choose_budget(Random *r) {
  return (uint64_t)random_below(r, 1 << random_below(r, 20));
}

void player_catch_up_some(Player *p, Random *r) {
  static const unsigned sets[] = {
      TP_MAP,       TP_REGIONS,   TP_JUMPS,    TP_JUMPS | TP_REGIONS,
      TP_LANDMARKS, TP_LANDMARKS, TP_LANDMARKS};
  unsigned parts = sets[random_below(r, 7)];
  uint64_t budget = random_chance(r, 0.15) ? UINT64_MAX : choose_budget(r);
  prepare(&p->navmap, parts);
  if (parts == TP_LANDMARKS) tp_landmarkpart_make(&p->navmap, &budget);
}

/* However small the slices, the work ends, and each slice but the last is used
 * up. */
bool player_make_landmarks(Player *p, Random *r) {
  const uint64_t slice = 1 + choose_budget(r);
  size_t cells = (size_t)p->grid->width * (size_t)p->grid->height;
  prepare(&p->navmap, TP_LANDMARKS);
  for (uint64_t units = 0; units < 256 * cells + 100000; units += slice) {
    uint64_t budget = slice;
    if (tp_landmarkpart_make(&p->navmap, &budget)) return true;
    if (budget > 0) return false;
  }
  return false;
}

/* ---- queries ------------------------------------------------------------ */

static jmp_buf way_out;

static uint64_t tell(void *context, int32_t x, int32_t y) {
  Player *p = context;
  if (++p->asked == p->leave_at) longjmp(way_out, 1);
  return p->reported[(size_t)y * (size_t)p->grid->width + (size_t)x];
}

/* So few that queues must grow even on small maps. */
enum { POOR_CHUNKS = 2 };

static void give_room(Player *p) {
  tp_Search *s = &p->search;
  int slot = s->need.slot;
  void *old = tp_search_block(s, slot);
  tp_search_give(s, fuzz_allocate(s->need.bytes));
  free(old);
  if (slot == TP_SLOT_JUMP_NODES && p->is_poor) {
    tp_JumpNodes *nodes = tp_search_block(s, slot);
    nodes->places = 6;
    nodes->room = 2 * tp_jump_list_most(p->navmap.jumps);
  }
  if (slot == TP_SLOT_BUCKETS && p->is_poor && !s->has_begun) {
    tp_BucketQueue *queue = tp_search_block(s, slot);
    const uint32_t starts = tp_starts_count(&s->plan);
    queue->capacity = starts > POOR_CHUNKS ? starts : POOR_CHUNKS;
  }
}

/* Runs the search to its end. A jump out of the heuristic returns into the same
 * loop. */
static void run(Player *p, uint64_t slice) {
  tp_Search *s = &p->search;
  (void)setjmp(way_out);
  for (;;) {
    tp_Status status = tp_search_run(s, slice ? slice : UINT64_MAX);
    if (status == TP_NEEDS_ROOM) {
      give_room(p);
      continue;
    }
    if (status != TP_RUNNING) return;
    if (slice == 0) {
      tp_search_fail(s, TP_CANCELLED);
      return;
    }
  }
}

static size_t cells_of(const Player *p) {
  return (size_t)p->grid->width * (size_t)p->grid->height;
}

/* Do predecessors lead from the goal back to the start, jump point by jump
 * point? A node in a wrong place would break that. */
static bool leads_back(const tp_Search *s) {
  if (!s->has_begun || s->plan.algorithm != TP_JPS) return true;
  if (s->plan.kind == TP_PLAN_STANDING) return true;
  const tp_Query *q = &s->plan.query;
  if (!q->out && tp_same_cell(q->start, q->goal)) return true;
  const tp_JumpNodes *n = tp_search_block(s, TP_SLOT_JUMP_NODES);
  uint32_t steps = TP_FIRST_POINT + n->points + n->places;
  for (uint32_t i = TP_GOAL_NODE; n->node[i].parent != i; steps--) {
    const tp_JumpNode *node = &n->node[i], *parent = &n->node[node->parent];
    if (steps == 0) return false;
    /* With links, a cell may have two nodes: one for links, one for scans. A
     * goal may be one of several starts. */
    if (node->x == parent->x && node->y == parent->y && !s->plan.has_edges &&
        !q->out) {
      return false;
    }
    i = node->parent;
  }
  return true;
}

void player_read_walk(tp_Walk walk, Answer *a, size_t count) {
  for (;;) {
    a->path[2 * --count] = walk.at.x;
    a->path[2 * count + 1] = walk.at.y;
    a->linked[count] = false;
    if (!tp_walk_step(&walk)) return;
    a->linked[count] = walk.by_link;
  }
}

/* Reads the path, but reads none that has more cells than the map. */
static void read_path(const Player *p, Answer *a) {
  if (!leads_back(&p->search)) return;
  const tp_Path path = tp_search_path(&p->search);
  size_t count = 1;
  for (tp_Walk walk = tp_walk_along(&path); tp_walk_step(&walk);) {
    if (++count > cells_of(p)) return;
  }
  tp_Walk walk = tp_walk_along(&path);
  a->count = count;
  a->cost = tp_path_measure(&path).cost;
  a->blocked = tp_path_measure(&path).blocked;
  player_read_walk(walk, a, count);
}

/* Ages the search as a million queries would, with enough edits between them to
 * use up the versions. */
void player_wear_out(Player *p) {
  tp_Nodes *nodes = tp_search_block(&p->search, TP_SLOT_NODES);
  tp_JumpNodes *jump_nodes = tp_search_block(&p->search, TP_SLOT_JUMP_NODES);
  if (nodes && nodes->now.version > 2) {
    nodes->now.version = 1 + (nodes->now.version & 1);
  }
  if (!jump_nodes) return;
  jump_nodes->now.version &= 1;
  jump_nodes->version = UINT32_MAX;
}

static Means means_of(const tp_Search *s) {
  if (!s->has_begun) return BY_NOTHING;
  if (s->plan.algorithm == TP_JPS) return BY_JUMPS;
  if (s->plan.ops == &tp_priced) return BY_BINS;
  return s->plan.window > 0 ? BY_BUCKETS : BY_HEAP;
}

/* Field by field, since the room for the longest path takes megabytes. */
static void begin_answer(const tp_Search *s, Answer *a) {
  a->found = s->status == TP_FOUND;
  a->partial = tp_search_is_partial(s);
  a->reason = a->found ? TP_NO_REASON : s->reason;
  a->cost = 0;
  a->expanded = s->expanded;
  a->by_alt = s->plan.alt.is_on;
  a->goal = 0;
  a->means = means_of(s);
  a->blocked = a->count = 0;
}

void player_find(Player *p, tp_Query query, Way way, Answer *a) {
  tp_Search *s = &p->search;
  p->asked = 0;
  p->leave_at = way.leave_at;
  s->user = (tp_Estimator){tell, p};
  tp_search_begin(s, &p->navmap, query);
  tp_search_prepare(s, NULL);
  tp_QueryPlan *plan = &s->plan;
  if (way.heap && plan->algorithm != TP_JPS) plan->window = 0;
  if (way.blind) {
    plan->heuristic.metric = (tp_Metric){0};
    plan->alt.is_on = false;
  }
  s->ends.tested = way.notes;
  run(p, way.slice);
  begin_answer(s, a);
  if (a->found && query.goals) {
    a->goal = query.goals->goal[s->ends.best.goal].index;
  }
  if (a->found) read_path(p, a);
}

/* ---- between edits ------------------------------------------------------ */

void player_begin(Player *p, tp_Query query) {
  tp_search_begin(&p->search, &p->navmap, query);
}

/* Expands exactly that many cells, however often the search needs room. */
void player_go_on(Player *p, uint64_t slice) {
  tp_Search *s = &p->search;
  const uint64_t most = UINT64_MAX - s->expanded;
  const uint64_t end = s->expanded + (slice < most ? slice : most);
  while (s->status == TP_RUNNING && s->expanded < end) {
    if (tp_search_run(s, end - s->expanded) == TP_NEEDS_ROOM) give_room(p);
  }
}

void player_follow(Player *p) {
  tp_Search *s = &p->search;
  prepare(&p->navmap, tp_search_parts(s));
}

void player_answer(const Player *p, Answer *a) {
  const tp_Search *s = &p->search;
  begin_answer(s, a);
  if (a->found) read_path(p, a);
}

bool player_agree(const Answer *a, const Answer *b) {
  return a->found == b->found && a->reason == b->reason &&
         a->partial == b->partial && a->cost == b->cost &&
         a->count == b->count && a->blocked == b->blocked &&
         (a->expanded == b->expanded || a->by_alt || b->by_alt) &&
         a->goal == b->goal && memcmp(a->linked, b->linked, a->count) == 0 &&
         memcmp(a->path, b->path, 2 * a->count * sizeof a->path[0]) == 0;
}
