/* openlist.c - the size of the queue of a search, and how entries move to
 * another block. */
#include "openlist.h"

#include "starts.h"

enum { FIRST_CAPACITY = 64, LEAST_WINDOW = 64 };

uint32_t tp_openlist_window(uint64_t reach) {
  uint32_t window = LEAST_WINDOW;
  while (window < reach && window < TP_MOST_WINDOW) window *= 2;
  return window;
}

/* Chunks, or entries of a heap; 0: there is no queue. */
static uint32_t capacity_of(const tp_Search *s, const void *queue) {
  const tp_Heap *heap = queue;
  const tp_BucketQueue *buckets = queue;
  if (!queue) return 0;
  return s->plan.window == 0 ? heap->capacity : buckets->capacity;
}

/* The capacity of the queue that replaces another one. */
static uint32_t capacity_after(const tp_Search *s, const void *old) {
  const uint32_t starts = tp_starts_count(&s->plan);
  if (s->has_begun && old) return 2 * capacity_of(s, old);
  return starts > FIRST_CAPACITY ? starts : FIRST_CAPACITY;
}

static size_t bytes_of(const tp_Search *s, uint32_t capacity) {
  const uint32_t window = s->plan.window;
  return window == 0 ? tp_heap_bytes(capacity)
                     : tp_buckets_bytes(window, capacity);
}

tp_Status tp_openlist_grow(tp_Search *s) {
  const tp_Slot slot = s->plan.window == 0 ? TP_SLOT_HEAP : TP_SLOT_BUCKETS;
  const uint32_t capacity = capacity_after(s, tp_search_block(s, slot));
  return tp_search_need(s, slot, bytes_of(s, capacity));
}

/* The block of another algorithm's queue is used again if it is as large. */
tp_Status tp_openlist_make_room(tp_Search *s) {
  const tp_Slot slot = s->plan.window == 0 ? TP_SLOT_HEAP : TP_SLOT_BUCKETS;
  const uint32_t capacity = capacity_of(s, tp_search_block(s, slot));
  const bool has_room = capacity >= tp_starts_count(&s->plan) &&
                        tp_search_bytes(s, slot) >= bytes_of(s, capacity);
  return has_room ? TP_FOUND : tp_openlist_grow(s);
}

void tp_openlist_take(tp_Search *s, tp_Slot slot, const void *old) {
  if (slot == TP_SLOT_NODES) {
    tp_nodes_init(tp_astar_nodes(s), tp_grid_cells(s->plan.navmap->grid));
  } else if (slot == TP_SLOT_BUCKETS && s->has_begun) {
    tp_buckets_move(tp_search_block(s, TP_SLOT_BUCKETS), old,
                    capacity_after(s, old));
  } else if (slot == TP_SLOT_BUCKETS) {
    tp_buckets_init(tp_search_block(s, TP_SLOT_BUCKETS), s->plan.window,
                    capacity_after(s, old));
  } else if (slot == TP_SLOT_HEAP && s->has_begun) {
    tp_heap_move(tp_search_block(s, TP_SLOT_HEAP), old, capacity_after(s, old));
  } else if (slot == TP_SLOT_HEAP) {
    tp_heap_init(tp_search_block(s, TP_SLOT_HEAP), capacity_after(s, old));
  }
}

void tp_openlist_clear(tp_Search *s, uint64_t key) {
  const uint32_t window = s->plan.window;
  tp_BucketQueue *queue = tp_search_block(s, TP_SLOT_BUCKETS);
  if (window == 0) {
    tp_heap_clear(tp_search_block(s, TP_SLOT_HEAP));
    return;
  }
  if (queue->window != window) tp_buckets_init(queue, window, queue->capacity);
  tp_buckets_clear(queue, key);
}

void tp_openlist_start(tp_Search *s, uint64_t key, uint32_t start) {
  tp_Buckets buckets = tp_buckets_of(tp_search_block(s, TP_SLOT_BUCKETS));
  tp_buckets_push(&buckets, key, start);
  tp_buckets_store(&buckets, tp_search_block(s, TP_SLOT_BUCKETS));
}

/* A mark on an estimate while the heap is tidied: the cell has its entry. No
 * estimate is as large. */
#define KEPT (UINT64_C(1) << 63)

/* Removes stale entries of the heap: cells that were closed since, or reached
 * more cheaply. Is half of the room free now, and enough for the successors of
 * a cell?
 *
 * With a consistent estimate stale entries are few. With the caller's own, if
 * it jumps from cell to cell, there may be thousands of times as many as cells.
 * Of the entries of a cell the first one counts. */
static bool tidy(tp_Search *s) {
  const tp_SearchEdges *edges = tp_search_edges(s);
  const uint32_t most = TP_DIRECTIONS + (edges ? edges->most : 0);
  const tp_Nodes *nodes = tp_astar_nodes(s);
  tp_Heap *heap = tp_search_block(s, TP_SLOT_HEAP);
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

/* ---- for A* ------------------------------------------------------------- */

static tp_Status make_nodes_room(tp_Search *s) {
  const size_t cells = tp_grid_cells(s->plan.navmap->grid);
  const tp_Nodes *nodes = tp_astar_nodes(s);
  bool asks = s->plan.heuristic.kind == TP_HEURISTIC_USER;
  if (!nodes || nodes->cells < cells) {
    return tp_search_need(s, TP_SLOT_NODES, tp_nodes_bytes(cells));
  }
  if (asks && !tp_astar_estimates(s)) {
    return tp_search_need(s, TP_SLOT_ESTIMATES, cells * sizeof(uint64_t));
  }
  return tp_openlist_make_room(s);
}

/* A search by slices resets all nodes beforehand, in slices, and one that may
 * take links at once; others reset the rows that they come to. */
tp_Status tp_astar_allocate(tp_Search *s) {
  const tp_Navmap *nav = s->plan.navmap;
  const uint64_t a_unit = (uint64_t)TP_RESET_A_LOOK * TP_WORK_A_UNIT;
  const uint64_t most =
      s->reset_budget > 0 ? s->reset_budget * a_unit : UINT64_MAX;
  if (make_nodes_room(s) == TP_NEEDS_ROOM) return TP_NEEDS_ROOM;
  tp_Nodes *nodes = tp_astar_nodes(s);
  tp_nodes_expire(nodes, s->plan.costs->bits);
  if (s->reset_budget == 0 && !s->plan.has_edges) return TP_FOUND;
  const uint64_t reset = tp_nodes_make_ready(nodes, 0, nodes->cells, most);
  tp_navmap_add_work(nav, reset / TP_RESET_A_LOOK);
  return reset < most ? TP_FOUND : TP_RUNNING;
}

static void make_rows_ready(tp_Search *s, tp_Rect rows) {
  const uint64_t width = (uint64_t)s->plan.navmap->grid->width;
  const uint64_t first = width * (uint64_t)rows.y;
  const uint64_t end = width * (uint64_t)(rows.y + rows.h);
  const uint64_t reset =
      tp_nodes_make_ready(tp_astar_nodes(s), first, end, UINT64_MAX);
  tp_navmap_add_work(s->plan.navmap, reset / TP_RESET_A_LOOK);
}

void tp_astar_make_ready(tp_Search *s, uint64_t steps) {
  const uint64_t far = steps < TP_MAX_SIDE ? steps : TP_MAX_SIDE;
  make_rows_ready(s, tp_starts_reached(&s->plan, far));
}

void tp_astar_plan_rows(tp_Search *s, uint64_t budget) {
  const tp_Grid *grid = s->plan.navmap->grid;
  if (budget < tp_grid_cells(grid)) return;
  make_rows_ready(s, grid->changes.whole);
}

bool tp_astar_make_room(tp_Search *s) {
  const tp_Rect whole = s->plan.navmap->grid->changes.whole;
  tp_Nodes *nodes = tp_astar_nodes(s);
  if (nodes->asks) {
    make_rows_ready(s, tp_rect_clip((tp_Rect){0, nodes->row - 2, 1, 5}, whole));
    nodes->asks = false;
    return true;
  }
  if (s->plan.window == 0 && tidy(s)) return true;
  tp_openlist_grow(s);
  return false;
}

void tp_astar_begin(tp_Search *s, uint64_t key) {
  tp_Nodes *nodes = tp_astar_nodes(s);
  tp_nodes_renew(nodes, s->plan.costs->bits);
  tp_openlist_clear(s, key);
  tp_astar_make_ready(s, 1);
  const uint64_t base = tp_node_base(&nodes->now);
  for (tp_Starts start = tp_starts_of(&s->plan); tp_starts_next(&start);) {
    nodes->node[tp_astar_index(s, start.at)] =
        tp_node_key(base, start.cost, TP_NO_DIRECTION);
  }
}
