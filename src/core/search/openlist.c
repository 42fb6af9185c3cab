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

static void take_nodes(tp_Search *s, const tp_Nodes *old) {
  const tp_Grid *grid = s->plan.navmap->grid;
  const size_t from = tp_grid_index(grid, 0, s->rows.y);
  tp_Nodes *nodes = tp_astar_nodes(s);
  tp_nodes_init(nodes, tp_grid_cells(grid), from,
                (size_t)grid->width * (size_t)s->rows.h);
  if (old) tp_nodes_move(nodes, old);
}

void tp_openlist_take(tp_Search *s, tp_Slot slot, const void *old) {
  if (slot == TP_SLOT_NODES) {
    take_nodes(s, old);
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
  tp_Nodes *nodes = tp_astar_nodes(s);
  tp_Heap *heap = tp_search_block(s, TP_SLOT_HEAP);
  uint64_t *estimates = tp_astar_estimates(s);
  const uint32_t count = heap->live;
  uint32_t kept = 0;
  if (s->plan.heuristic.kind != TP_HEURISTIC_USER) return false;
  tp_heap_sort(heap);
  for (uint32_t i = 0; i < count; i++) {
    const tp_HeapEntry entry = heap->entry[i];
    const size_t n = tp_astar_index(s, tp_unpack_cell(entry.what));
    if (*tp_node_of(nodes, n) & TP_NODE_CLOSED || estimates[n] & KEPT) continue;
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

/* The rows of cells. */
static tp_Rect rows_of(const tp_Grid *grid, uint64_t first, uint64_t cells) {
  const uint64_t width = (uint64_t)grid->width;
  return (tp_Rect){0, (int32_t)(first / width), grid->width,
                   (int32_t)(cells / width)};
}

enum { FIRST_NODES = 1024 };

/* Is there room for the nodes of rows, and of all between these and the ready
 * ones? Otherwise asks for it, with as many rows around as there were. */
static bool has_room_for(tp_Search *s, tp_Rect rows) {
  const tp_Grid *grid = s->plan.navmap->grid;
  const tp_Nodes *nodes = tp_astar_nodes(s);
  int32_t least = FIRST_NODES / grid->width;
  if (nodes) {
    const tp_Rect own = rows_of(grid, nodes->from, nodes->room);
    if (rows.y >= own.y && rows.y + rows.h <= own.y + own.h) return true;
    least = 2 * own.h;
    rows = tp_rect_join(rows,
                        rows_of(grid, nodes->first, nodes->end - nodes->first));
  }
  if (rows.h < least) {
    rows.y -= (least - rows.h) / 2;
    rows.h = least;
  }
  s->rows = tp_rect_clip(rows, grid->changes.whole);
  tp_search_need(s, TP_SLOT_NODES,
                 tp_nodes_bytes((size_t)grid->width * (size_t)s->rows.h));
  return false;
}

static bool make_rows_ready(tp_Search *s, tp_Rect rows) {
  const uint64_t width = (uint64_t)s->plan.navmap->grid->width;
  const uint64_t first = width * (uint64_t)rows.y;
  const uint64_t end = width * (uint64_t)(rows.y + rows.h);
  if (!has_room_for(s, rows)) return false;
  const uint64_t reset =
      tp_nodes_make_ready(tp_astar_nodes(s), first, end, UINT64_MAX);
  tp_navmap_add_work(s->plan.navmap, reset / TP_RESET_A_LOOK);
  return true;
}

bool tp_astar_make_ready(tp_Search *s, uint64_t steps) {
  const uint64_t far = steps < TP_MAX_SIDE ? steps : TP_MAX_SIDE;
  return make_rows_ready(s, tp_starts_reached(&s->plan, far));
}

/* May it be enough to come to all cells? */
static bool is_for_all(const tp_Search *s, uint64_t budget) {
  return budget >= tp_grid_cells(s->plan.navmap->grid);
}

bool tp_astar_plan_rows(tp_Search *s, uint64_t budget) {
  return !is_for_all(s, budget) ||
         make_rows_ready(s, s->plan.navmap->grid->changes.whole);
}

bool tp_astar_make_room(tp_Search *s) {
  const tp_Rect whole = s->plan.navmap->grid->changes.whole;
  tp_Nodes *nodes = tp_astar_nodes(s);
  if (nodes->asks) {
    const tp_Rect around = {0, nodes->row - 2, whole.w, 5};
    nodes->asks = false;
    return make_rows_ready(s, tp_rect_clip(around, whole));
  }
  if (s->plan.window == 0 && tidy(s)) return true;
  tp_openlist_grow(s);
  return false;
}

/* A search by slices resets all nodes beforehand, in slices, and one that may
 * take links at once; others reset the rows that they come to. */
tp_Status tp_astar_allocate(tp_Search *s, uint64_t budget) {
  const tp_Navmap *nav = s->plan.navmap;
  const uint64_t a_unit = (uint64_t)TP_RESET_A_LOOK * TP_WORK_A_UNIT;
  const bool is_slice = s->reset_budget > 0;
  const uint64_t most = is_slice ? s->reset_budget * a_unit : UINT64_MAX;
  const bool resets_all = is_slice || s->plan.has_edges;
  const bool needs_all = resets_all || is_for_all(s, budget);
  if (!has_room_for(s, needs_all ? nav->grid->changes.whole
                                 : tp_starts_reached(&s->plan, 1))) {
    return TP_NEEDS_ROOM;
  }
  if (s->plan.heuristic.kind == TP_HEURISTIC_USER && !tp_astar_estimates(s)) {
    return tp_search_need(s, TP_SLOT_ESTIMATES,
                          tp_grid_cells(nav->grid) * sizeof(uint64_t));
  }
  if (tp_openlist_make_room(s) == TP_NEEDS_ROOM) return TP_NEEDS_ROOM;
  tp_Nodes *nodes = tp_astar_nodes(s);
  tp_nodes_expire(nodes, s->plan.costs->bits);
  if (!resets_all) return TP_FOUND;
  const uint64_t reset = tp_nodes_make_ready(nodes, 0, nodes->cells, most);
  tp_navmap_add_work(nav, reset / TP_RESET_A_LOOK);
  return reset < most ? TP_FOUND : TP_RUNNING;
}

void tp_astar_begin(tp_Search *s, uint64_t key) {
  tp_Nodes *nodes = tp_astar_nodes(s);
  tp_nodes_renew(nodes, s->plan.costs->bits);
  tp_openlist_clear(s, key);
  tp_astar_make_ready(s, 1);
  const uint64_t base = tp_node_base(&nodes->now);
  for (tp_Starts start = tp_starts_of(&s->plan); tp_starts_next(&start);) {
    *tp_node_of(nodes, tp_astar_index(s, start.at)) =
        tp_node_key(base, start.cost, TP_NO_DIRECTION);
  }
}
