/* field.c - Dijkstra's algorithm (1959) from all sources at once, over buckets.
 *
 * Backwards the step from a settled cell to each neighbour costs the same: it
 * is the settled cell that is entered. Steps that need not be tried are left
 * out as in A* (pruning.h), here with the cell before among those that must be
 * of one terrain, for backwards it is one that is entered. So on open ground a
 * cell is reached about once, instead of eight times.
 *
 * A bucket is as wide as the cheapest step, rounded down to a power of two. So
 * no cell in it can be reached from another one in it, and none needs to come
 * before another (Denardo and Fox 1979): there are a few dozen buckets, which
 * stay in the cache, and what is settled next lies near what was settled last.
 *
 * Sources may differ in what they cost by more than the buckets span. So they
 * wait in a heap, and each begins when the frontier has come to its cost.
 *
 * Only costs are kept. The ways are read off them where somebody asks: so they
 * do not depend on the order in which cells were settled, and a repaired field
 * is the same as a fresh one, ties and all.
 *
 * 4 bytes a cell for costs (8 where they might not fit), 1 for ways; some 20 ns
 * a cell to build.
 */
#include "field.h"

#include <string.h>

#include "../search/successors.h"
#include "flee.h"
#include "frontier.h"
#include "repair.h"

enum {
  FIRST_CAPACITY = 1024,
  FIRST_SEEDS = 64,
  MIN_WINDOW = 64,
  MAX_WINDOW = 1 << 16
};

/* ---- begin -------------------------------------------------------------- */

static uint64_t cheapest_step(const tp_Navmap *nav) {
  uint64_t s = nav->costs.cheapest[0], d = nav->costs.cheapest[1];
  return nav->profile.diagonal == TP_NEVER || s < d ? s : d;
}

/* No cheapest way costs more: none enters a cell twice. */
static uint64_t bound(const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  const tp_Costs *c = &nav->costs;
  if (nav->ground != g->cells) return c->dearest * tp_grid_cells(g);
  bool four = nav->profile.diagonal == TP_NEVER;
  uint64_t sum = 0;
  for (int b = 0; b < TP_MAX_TERRAINS; b++) {
    if (!nav->prices.enter[b]) continue;
    uint64_t s = c->step[0][b], d = c->step[1][b];
    sum += (four || s > d ? s : d) * g->cell_count[b];
  }
  return sum;
}

uint64_t tp_field_finest(const tp_Navmap *nav) {
  uint64_t most = bound(nav), factor = UINT64_C(1) << 20;
  while (factor > 1 && most > (UINT64_C(1) << TP_COST_BITS) / factor) {
    factor /= 2;
  }
  return factor;
}

uint64_t tp_field_bound(const tp_Field *f, const tp_Navmap *nav,
                        const tp_Source *sources, uint32_t count) {
  uint64_t extra = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (sources[i].cost > extra) extra = sources[i].cost;
  }
  return bound(nav) * f->factor + extra;
}

/* The cells that are not too far by the number of steps alone. */
static tp_Rect near_enough(const tp_Field *f, const tp_Navmap *nav) {
  const tp_Grid *g = nav->grid;
  uint64_t least = cheapest_step(nav);
  uint64_t steps = least ? f->most / (least * f->factor) : 0;
  int32_t r = steps < TP_MAX_SIDE ? (int32_t)steps : TP_MAX_SIDE;
  tp_Cell low = {g->width - 1, g->height - 1}, high = {0, 0};
  for (uint32_t i = 0; i < f->count; i++) {
    int32_t x = f->sources[i].x, y = f->sources[i].y;
    if (x - r < low.x) low.x = x - r;
    if (y - r < low.y) low.y = y - r;
    if (x + r > high.x) high.x = x + r;
    if (y + r > high.y) high.y = y + r;
  }
  low = tp_grid_clamp(g, low);
  high = tp_grid_clamp(g, high);
  if (high.x < low.x || high.y < low.y) high = low;
  return (tp_Rect){low.x, low.y, high.x - low.x + 1, high.y - low.y + 1};
}

void tp_field_prepare(tp_Field *f, const tp_Navmap *nav, tp_Rect area,
                      uint64_t largest) {
  bool wide = largest >= UINT32_MAX;
  uint64_t least = cheapest_step(nav) * f->factor;
  uint32_t window = MIN_WINDOW;
  f->shift = least ? tp_bit_length(least) - 1 : 0;
  uint64_t span = (nav->costs.dearest * f->factor >> f->shift) + 2;
  uint64_t all = (largest >> f->shift) + 1;
  if (f->from && span < all && all <= MAX_WINDOW) span = all;
  while (window < span && window < MAX_WINDOW) window *= 2;
  size_t before = tp_field_cells(f);
  f->area = area;
  if (tp_field_cells(f) != before || wide != f->wide) f->cost = NULL;
  if (tp_field_cells(f) != before) f->way = NULL;
  if (window != f->window) f->open = NULL;
  f->wide = wide;
  f->window = window;
  f->by_heap = span > MAX_WINDOW;
  f->prunes = nav->profile.diagonal == TP_NEVER || nav->costs.orderly;
  f->scale = nav->costs.scale * (double)f->factor;
  f->revision = tp_grid_revision(nav->grid);
  f->seen = nav->changes.now;
  f->settled = f->reached = 0;
  f->next = 0;
  f->status = TP_RUNNING;
}

void tp_field_begin(tp_Field *f, const tp_Navmap *nav, const tp_Source *sources,
                    uint32_t count, uint64_t most, bool forward) {
  f->sources = sources;
  f->count = count;
  f->most = most;
  f->forward = forward;
  f->from = NULL;
  if (f->factor == 0) f->factor = 1;
  uint64_t largest = tp_field_bound(f, nav, sources, count);
  if (largest > most) largest = most;
  tp_field_prepare(f, nav, near_enough(f, nav), largest);
  f->phase = TP_FIELD_SOW;
}

void tp_field_update(tp_Field *f, const tp_Navmap *nav,
                     const tp_Source *sources, uint32_t count) {
  if (tp_repair_begin(f, nav, sources, count)) return;
  tp_field_begin(f, nav, sources, count, f->most, f->forward);
}

/* ---- blocks ------------------------------------------------------------- */

static bool want(tp_Field *f, tp_FieldSlot slot, size_t bytes) {
  f->need = (tp_Need){.bytes = bytes, .slot = slot};
  return false;
}

bool tp_field_has_room(tp_Field *f, tp_FieldSlot slot, uint32_t more) {
  const tp_BucketQueue *open = f->open;
  const tp_Heap *seeds = f->seeds;
  if (slot == TP_FIELD_SEEDS) {
    if (seeds && seeds->live + more <= seeds->capacity) return true;
    f->seeds_capacity = seeds ? 2 * seeds->capacity : FIRST_SEEDS;
    return want(f, slot, tp_heap_bytes(f->seeds_capacity));
  }
  if (open && open->live + more <= open->capacity) return true;
  f->open_capacity = open ? 2 * open->capacity : FIRST_CAPACITY;
  return want(f, slot, tp_bucketqueue_bytes(f->window, f->open_capacity));
}

static bool has_blocks(tp_Field *f) {
  size_t cells = tp_field_cells(f);
  if (!f->cost) return want(f, TP_FIELD_COSTS, cells * (f->wide ? 8 : 4));
  if (!f->way) return want(f, TP_FIELD_WAYS, cells);
  return tp_field_has_room(f, TP_FIELD_OPEN, 0) &&
         tp_field_has_room(f, TP_FIELD_SEEDS, 0);
}

static tp_BucketQueue *make_open(const tp_Field *f, void *block) {
  if (f->open) {
    tp_bucketqueue_move(block, f->open, f->open_capacity);
  } else {
    tp_bucketqueue_init(block, f->window, f->open_capacity);
  }
  return block;
}

static tp_Heap *make_seeds(const tp_Field *f, void *block) {
  if (f->seeds) {
    tp_heap_move(block, f->seeds, f->seeds_capacity);
  } else {
    tp_heap_init(block, f->seeds_capacity);
  }
  return block;
}

void tp_field_give(tp_Field *f, void *block) {
  switch ((tp_FieldSlot)f->need.slot) {
    case TP_FIELD_COSTS: f->cost = block; break;
    case TP_FIELD_WAYS: f->way = block; break;
    case TP_FIELD_OPEN: f->open = make_open(f, block); break;
    default: f->seeds = make_seeds(f, block); break;
  }
}

/* ---- sources ------------------------------------------------------------ */

void tp_field_sow(tp_Field *f, int32_t x, int32_t y, uint64_t cost) {
  size_t i = tp_field_index(f, x, y);
  tp_field_put(f, i, cost);
  f->way[i] = TP_WAY_SEED;
  tp_heap_push(f->seeds, cost, 0, tp_pack_cell(x, y));
}

static bool sow(tp_Field *f, const tp_Navmap *nav) {
  if (f->next == 0) {
    memset(f->cost, 0xff, tp_field_cells(f) * (f->wide ? 8 : 4));
    tp_bucketqueue_clear(f->open, 0);
    tp_heap_clear(f->seeds);
  }
  for (; f->next < f->count; f->next++) {
    const tp_Source *s = &f->sources[f->next];
    if (!tp_field_has_room(f, TP_FIELD_SEEDS, 1)) return false;
    if (!tp_mask_can_enter(nav->mask, s->x, s->y) || s->cost > f->most)
      continue;
    if (tp_field_cost(f, s->x, s->y) <= s->cost) continue;
    tp_field_sow(f, s->x, s->y, s->cost);
  }
  f->phase = TP_FIELD_SPREAD;
  return true;
}

/* ---- settling ----------------------------------------------------------- */

TP_INLINE unsigned onward(const tp_Field *f, const tp_Navmap *nav,
                          unsigned nine, tp_Cell at, size_t here, size_t ground,
                          const ptrdiff_t *over, const bool uniform,
                          const bool forward) {
  const bool prunes = f->prunes;
  int d = f->way[here] < TP_DIRECTIONS ? f->way[here] : TP_DIRECTIONS;
  if (forward)
    return tp_successors_onward(nav, nine, at, ground, d, uniform, prunes);
  size_t before = ground;
  if (d < TP_DIRECTIONS) before -= (size_t)over[d];
  return tp_successors_back(nav, nine, at, ground, before, d, uniform, prunes);
}

/* Notes a lower cost of a cell, and that it is to be settled at that cost. */
TP_INLINE void lower(tp_Field *f, tp_Buckets *list, size_t i, uint32_t what,
                     uint64_t cost, int direction, const bool wide) {
  if (wide) {
    ((uint64_t *)f->cost)[i] = cost;
  } else {
    ((uint32_t *)f->cost)[i] = (uint32_t)cost;
  }
  f->way[i] = (uint8_t)direction;
  tp_frontier_add(f, list, cost, what);
}

/* Is there room for what a cell adds? */
TP_INLINE bool has_room(tp_Field *f, const tp_Buckets *list) {
  if (f->by_heap && !tp_field_has_room(f, TP_FIELD_SEEDS, TP_DIRECTIONS)) {
    return false;
  }
  return list->live + TP_DIRECTIONS <= f->open->capacity;
}

TP_INLINE bool spread(tp_Field *f, const tp_Navmap *nav, uint64_t *budget,
                      const bool uniform, const bool forward, const bool wide) {
  const tp_Grid *g = nav->grid;
  const tp_Costs *costs = &nav->costs;
  const uint64_t factor = f->factor;
  const uint32_t *narrow = f->cost;
  const uint64_t *large = f->cost, most = f->most;
  /* Elsewhere a cell outside the area would cost more than `most`. */
  const bool may_leave = f->from != NULL;
  uint64_t step[2] = {costs->cheapest[0] * factor, costs->cheapest[1] * factor},
           settled = 0;
  ptrdiff_t offset[TP_DIRECTIONS], over[TP_DIRECTIONS];
  uint32_t move[TP_DIRECTIONS]; /* of a packed cell */
  tp_Buckets list = tp_buckets_of(f->open);
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    offset[d] = (ptrdiff_t)tp_dy[d] * f->area.w + tp_dx[d];
    over[d] = (ptrdiff_t)tp_dy[d] * g->width + tp_dx[d];
    move[d] = ((uint32_t)tp_dy[d] << 16) + (uint32_t)tp_dx[d];
  }
  while (settled < *budget && !tp_frontier_is_empty(f, &list)) {
    if (!has_room(f, &list)) break;
    tp_Cell at = tp_frontier_take(f, &list);
    size_t here = tp_field_index(f, at.x, at.y);
    uint64_t cost = wide ? large[here] : narrow[here];
    if (cost >> f->shift != list.key) continue;
    size_t ground = tp_grid_index(g, at.x, at.y);
    unsigned nine = tp_mask_nine(nav->mask, at.x, at.y);
    unsigned steps =
        onward(f, nav, nine, at, here, ground, over, uniform, forward);
    if (!uniform && !forward) {
      step[0] = costs->step[0][nav->ground[ground]] * factor;
      step[1] = costs->step[1][nav->ground[ground]] * factor;
    }
    settled++;
    for (; steps; steps &= steps - 1) {
      int d = tp_lowest(steps), kind = tp_is_diagonal(d);
      size_t next = (size_t)((ptrdiff_t)here + offset[d]);
      uint64_t reached = cost + step[kind];
      if (forward && !uniform) {
        size_t n = (size_t)((ptrdiff_t)ground + over[d]);
        reached = cost + costs->step[kind][nav->ground[n]] * factor;
      }
      if (reached > most) continue;
      if (may_leave && !tp_field_has(f, at.x + tp_dx[d], at.y + tp_dy[d])) {
        continue;
      }
      if ((wide ? large[next] : narrow[next]) <= reached) continue;
      lower(f, &list, next, tp_pack_cell(at.x, at.y) + move[d], reached, d,
            wide);
    }
  }
  *budget -= settled;
  f->settled += settled;
  tp_buckets_store(&list, f->open);
  if (*budget == 0) return true;
  if (tp_frontier_is_empty(f, &list)) {
    f->phase = TP_FIELD_DONE;
    return true;
  }
  return tp_field_has_room(f, TP_FIELD_OPEN, TP_DIRECTIONS) &&
         (!f->by_heap || tp_field_has_room(f, TP_FIELD_SEEDS, TP_DIRECTIONS));
}

static bool spread_uniform(tp_Field *f, const tp_Navmap *nav,
                           uint64_t *budget) {
  return spread(f, nav, budget, true, false, false);
}

static bool spread_priced(tp_Field *f, const tp_Navmap *nav, uint64_t *budget) {
  return spread(f, nav, budget, false, false, false);
}

static bool spread_any(tp_Field *f, const tp_Navmap *nav, uint64_t *budget) {
  return spread(f, nav, budget, nav->costs.uniform, f->forward, f->wide);
}

static bool spread_on(tp_Field *f, const tp_Navmap *nav, uint64_t *budget) {
  if (f->forward || f->wide) return spread_any(f, nav, budget);
  return nav->costs.uniform ? spread_uniform(f, nav, budget)
                            : spread_priced(f, nav, budget);
}

/* ---- run ---------------------------------------------------------------- */

static bool go_on(tp_Field *f, const tp_Navmap *nav, uint64_t *budget) {
  switch (f->phase) {
    case TP_FIELD_SOW: return sow(f, nav);
    case TP_FIELD_SPREAD: return spread_on(f, nav, budget);
    case TP_FIELD_TURN:
    case TP_FIELD_SELECT: return tp_flee_run(f, nav, budget);
    default: return tp_repair_run(f, nav, budget);
  }
}

/* How many cells the next new field would settle: as many as this one; but for
 * those that a repair has lost for good. */
static void count(tp_Field *f) {
  uint64_t gone = f->lost > f->settled ? f->lost - f->settled : 0;
  if (f->reached == 0) {
    f->reached = f->settled;
  } else {
    f->reached -= gone < f->reached ? gone : f->reached;
  }
}

tp_Status tp_field_run(tp_Field *f, const tp_Navmap *nav, uint64_t budget) {
  if (f->status == TP_FOUND) return f->status;
  while (budget > 0 && f->phase != TP_FIELD_DONE) {
    if (!has_blocks(f) || !go_on(f, nav, &budget)) return TP_NEEDS_ROOM;
  }
  if (f->phase != TP_FIELD_DONE) return TP_RUNNING;
  if (f->from) tp_flee_end(f);
  count(f);
  if (!f->forward) memset(f->way, 0, tp_field_cells(f));
  return f->status = TP_FOUND;
}

/* ---- what it tells ------------------------------------------------------ */

uint64_t tp_field_cost(const tp_Field *f, int32_t x, int32_t y) {
  if (!tp_field_has(f, x, y)) return TP_FAR;
  return tp_field_get(f, tp_field_index(f, x, y));
}

uint64_t tp_field_offer(const tp_Field *f, const tp_Navmap *nav, tp_Cell at) {
  const tp_Grid *g = nav->grid;
  unsigned steps = nav->moves.legal[tp_mask_nine(nav->mask, at.x, at.y)];
  size_t here = tp_grid_index(g, at.x, at.y);
  uint64_t least = TP_FAR;
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    int32_t x = at.x + tp_dx[d], y = at.y + tp_dy[d];
    if (!tp_field_has(f, x, y)) continue;
    size_t i = tp_field_index(f, x, y);
    uint64_t there = tp_field_get(f, i);
    if (there == TP_FAR || f->way[i] == TP_WAY_LOST) continue;
    there += tp_field_step(f, nav, here, tp_grid_index(g, x, y), d);
    if (there < least) least = there;
  }
  return least;
}

bool tp_field_holds(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                    uint64_t cost) {
  const tp_Grid *g = nav->grid;
  unsigned steps = nav->moves.legal[tp_mask_nine(nav->mask, at.x, at.y)];
  size_t here = tp_grid_index(g, at.x, at.y);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    int32_t x = at.x + tp_dx[d], y = at.y + tp_dy[d];
    uint64_t there = tp_field_cost(f, x, y);
    if (there >= cost) continue;
    there += tp_field_step(f, nav, here, tp_grid_index(g, x, y), d);
    if (there <= cost) return true;
  }
  return false;
}

/* Steps to neighbours of a lower cost, and of these the cheapest ones, if they
 * cost no more than `least`. */
static unsigned read_ways(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                          uint64_t cost, uint64_t least) {
  const tp_Grid *g = nav->grid;
  unsigned steps = nav->moves.legal[tp_mask_nine(nav->mask, at.x, at.y)],
           best = 0;
  size_t here = tp_grid_index(g, at.x, at.y);
  for (; steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    int32_t x = at.x + tp_dx[d], y = at.y + tp_dy[d];
    uint64_t there = tp_field_cost(f, x, y);
    if (there >= cost) continue;
    uint64_t by =
        there + tp_field_step(f, nav, here, tp_grid_index(g, x, y), d);
    if (by > least) continue;
    if (by < least) best = 0;
    best |= 1u << d;
    least = by;
  }
  return best;
}

unsigned tp_field_ways(const tp_Field *f, const tp_Navmap *nav, int32_t x,
                       int32_t y) {
  uint64_t cost = tp_field_cost(f, x, y);
  if (cost == TP_FAR) return 0;
  size_t i = tp_field_index(f, x, y);
  if (f->forward) {
    uint8_t way = f->way[i];
    return way < TP_DIRECTIONS ? 1u << tp_opposite(way) : 0;
  }
  if (f->seen != nav->changes.now) {
    if (!tp_mask_has(nav->mask, x, y)) return 0;
    return read_ways(f, nav, (tp_Cell){x, y}, cost, TP_FAR);
  }
  if (!f->way[i]) {
    f->way[i] = (uint8_t)read_ways(f, nav, (tp_Cell){x, y}, cost, cost);
  }
  return f->way[i];
}

int64_t tp_field_source(const tp_Field *f, int32_t x, int32_t y) {
  return tp_sources_find(f->sources, f->count, x, y);
}
