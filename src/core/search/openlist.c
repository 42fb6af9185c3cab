/* openlist.c - how large the queue of A* is, and what becomes of what it holds
 * when it takes another block.
 */
#include "openlist.h"

#include "nearby.h"

enum {
  FIRST_CAPACITY = 256,
  MIN_WINDOW = 64,
  CHEAP_WINDOW = 4096,
  MAX_WINDOW = 1 << 16
};

/* Buckets where f rises only, by less than a number of them that is small or
 * no more than the map has cells. */
static uint32_t window_for(const tp_Heuristic *h, const tp_Navmap *nav) {
  uint64_t reach = nav->costs.dearest + h->drop + 1;
  uint32_t window = MIN_WINDOW;
  if (!h->monotone || h->kind == TP_HEURISTIC_USER) return 0;
  if (reach > MAX_WINDOW) return 0;
  if (reach > CHEAP_WINDOW && reach > tp_grid_cells(nav->grid)) return 0;
  while (window < reach) window *= 2;
  return window;
}

/* One queue for queries that end at their goal and for those that end near it:
 * they may come by turns, and would each want a block of their own. */
uint32_t tp_openlist_window(const tp_Plan *plan) {
  const tp_Heuristic metric = tp_nearby_metric(plan);
  uint32_t own = window_for(&plan->heuristic, plan->navmap);
  uint32_t near = window_for(&metric, plan->navmap);
  if (plan->navmap->profile.algorithm == TP_ASTAR) return 0; /* by the book */
  if (own == 0 || (plan->kind == TP_PLAN_NEAREST && near == 0)) return 0;
  return near > own ? near : own;
}

/* How many entries a queue is to have that takes the place of one. */
static uint32_t capacity_after(const tp_Search *s, uint32_t old) {
  return s->has_begun && old ? 2 * old : FIRST_CAPACITY;
}

/* One that is in use keeps its window, which may be wider than it need be. */
static tp_Status need_buckets(tp_Search *s) {
  const tp_BucketQueue *old = tp_astar_buckets(s);
  uint32_t window = s->has_begun ? old->window : s->plan.window;
  uint32_t capacity = capacity_after(s, old ? old->capacity : 0);
  return tp_search_need(s, TP_SLOT_BUCKETS,
                        tp_bucketqueue_bytes(window, capacity));
}

static tp_Status need_heap(tp_Search *s) {
  const tp_Heap *old = tp_astar_heap(s);
  uint32_t capacity = capacity_after(s, old ? old->capacity : 0);
  return tp_search_need(s, TP_SLOT_HEAP, tp_heap_bytes(capacity));
}

static void take_buckets(tp_Search *s, const tp_BucketQueue *old) {
  uint32_t capacity = capacity_after(s, old ? old->capacity : 0);
  if (s->has_begun) {
    tp_bucketqueue_move(tp_astar_buckets(s), old, capacity);
  } else {
    tp_bucketqueue_init(tp_astar_buckets(s), s->plan.window, capacity);
  }
}

static void take_heap(tp_Search *s, const tp_Heap *old) {
  uint32_t capacity = capacity_after(s, old ? old->capacity : 0);
  if (s->has_begun) {
    tp_heap_move(tp_astar_heap(s), old, capacity);
  } else {
    tp_heap_init(tp_astar_heap(s), capacity);
  }
}

void tp_openlist_take(tp_Search *s, tp_Slot slot, const void *old) {
  size_t cells = tp_grid_cells(s->plan.navmap->grid);
  if (slot == TP_SLOT_NODES) tp_nodes_init(tp_astar_nodes(s), cells);
  if (slot == TP_SLOT_BUCKETS) take_buckets(s, old);
  if (slot == TP_SLOT_HEAP) take_heap(s, old);
}

tp_Status tp_openlist_make_room(tp_Search *s) {
  const tp_Plan *plan = &s->plan;
  size_t cells = tp_grid_cells(plan->navmap->grid);
  bool asks = plan->heuristic.kind == TP_HEURISTIC_USER;
  if (!tp_astar_nodes(s)) {
    return tp_search_need(s, TP_SLOT_NODES, tp_nodes_bytes(cells));
  }
  if (asks && !tp_astar_estimates(s)) {
    return tp_search_need(s, TP_SLOT_ESTIMATES, cells * sizeof(uint64_t));
  }
  if (plan->window == 0) {
    return tp_astar_heap(s) ? TP_RUNNING : need_heap(s);
  }
  const tp_BucketQueue *buckets = tp_astar_buckets(s);
  bool has_buckets = buckets && buckets->window >= plan->window;
  return has_buckets ? TP_RUNNING : need_buckets(s);
}

/* Beside an estimate, while the heap is tidied: the cell has its entry. No
 * estimate is as large. */
#define KEPT (UINT64_C(1) << 63)

/* By a consistent estimate these are a few. By the caller's own, if it jumps up
 * and down from cell to cell, they would be thousands of times as many as there
 * are cells. Of the entries of a cell the first one counts. */
bool tp_openlist_tidy(tp_Search *s, uint32_t most) {
  const tp_Nodes *nodes = tp_astar_nodes(s);
  tp_Heap *heap = tp_astar_heap(s);
  uint64_t *estimates = tp_astar_estimates(s);
  const uint32_t count = heap->live;
  uint32_t kept = 0;
  if (s->plan.heuristic.kind != TP_HEURISTIC_USER) return false;
  tp_heap_sort(heap);
  for (uint32_t i = 0; i < count; i++) {
    const tp_HeapEntry entry = heap->entry[i];
    const size_t n = tp_astar_index(s, tp_unpack_cell(entry.what));
    if (nodes->node[n] & TP_NODE_CLOSED || estimates[n] & KEPT) continue;
    estimates[n] |= KEPT;
    heap->entry[kept++] = entry;
  }
  for (uint32_t i = 0; i < kept; i++) {
    const tp_Cell at = tp_unpack_cell(heap->entry[i].what);
    estimates[tp_astar_index(s, at)] &= ~KEPT;
  }
  heap->live = kept;
  return kept <= heap->capacity / 2 && kept + most <= heap->capacity;
}

tp_Status tp_openlist_grow(tp_Search *s) {
  return s->plan.window == 0 ? need_heap(s) : need_buckets(s);
}
