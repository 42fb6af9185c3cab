/* fieldmemory.c - the memory blocks of a field that is being made.
 */
#include "fieldmemory.h"

enum {
  FIRST_CHUNKS = 256,
  FIRST_SEEDS = 64,
  FIRST_LIST = 64,
  MIN_WINDOW = 64,
  MAX_WINDOW = 1 << 16
};

/* ---- what it is like ---------------------------------------------------- */

void tp_build_meet_edges(tp_FieldBuild *b, const tp_Navmap *nav) {
  tp_Span *span = &b->span;
  span->sorts = false;
  span->beside = span->by_heap ? TP_DIRECTIONS : 0;
  if (!nav->irregular) return;
  const tp_EdgeSum sum = tp_edges_sum(nav);
  if (sum.count == 0) return;
  uint64_t width = UINT64_C(1) << span->shift;
  span->sorts = sum.free > 0 || sum.least * b->field->asked.factor < width;
  span->beside += sum.count + 1;
}

void tp_build_prepare(tp_FieldBuild *b, const tp_Navmap *nav, tp_Rect area,
                      uint64_t largest) {
  tp_Field *f = b->field;
  bool wide = largest >= UINT32_MAX;
  bool same_size = area.w == f->area.w && area.h == f->area.h;
  /* The width of a bucket is a power of two, at most the cheapest step. The
   * window covers the dearest step, by turns twice; for a flight all costs, as
   * its seeds may lie anywhere. */
  const bool by_turns = f->asked.turn > 0;
  uint64_t least = tp_field_least_step(&f->asked, nav);
  tp_Span span = {.window = MIN_WINDOW};
  span.shift = least ? tp_bit_length(least) - 1 : 0;
  const uint64_t dearest = nav->costs.dearest * f->asked.factor << by_turns;
  uint64_t step = (dearest >> span.shift) + 2;
  uint64_t all = (largest >> span.shift) + 1;
  if (b->flight.from && step < all && all <= MAX_WINDOW) step = all;
  span.by_heap = step > MAX_WINDOW;
  if (!span.by_heap) step += TP_SPAN_AHEAD;
  while (span.window < step && span.window < MAX_WINDOW) span.window *= 2;
  if (!same_size) b->block[TP_FIELD_DIRECTIONS] = NULL;
  if (!same_size || wide != f->wide) b->block[TP_FIELD_COSTS] = NULL;
  if (span.window != b->span.window) b->block[TP_FIELD_BUCKETS] = NULL;
  f->area = area;
  f->wide = wide;
  f->scale = by_turns ? (double)f->asked.turn
                      : nav->costs.scale * (double)f->asked.factor;
  f->revision = tp_navmap_revision(nav);
  f->seen = nav->changes.now;
  f->nav = nav;
  f->status = TP_RUNNING;
  b->span = span;
  tp_build_meet_edges(b, nav);
  b->inverse = ((UINT64_C(1) << TP_INVERSE_BITS) + (uint64_t)area.w - 1) /
               (uint64_t)area.w;
  b->prunes =
      !by_turns && (tp_is_four(nav->profile.diagonal) || nav->costs.orderly);
  b->may_leave = false;
  b->forgets = false;
  b->next = 0;
  b->work.settled = b->work.reached = 0;
}

/* ---- blocks ------------------------------------------------------------- */

static bool want_block(tp_FieldBuild *b, tp_FieldSlot slot, size_t bytes) {
  b->need = (tp_Need){.bytes = bytes, .slot = slot};
  return false;
}

bool tp_build_has_room(tp_FieldBuild *b, tp_FieldSlot slot, uint32_t more) {
  void *block = b->block[slot];
  if (slot == TP_FIELD_LIST) {
    const tp_CellList *list = block;
    uint64_t count = (block ? list->count : 0) + (uint64_t)more;
    if (block && count <= list->capacity) return true;
    for (b->capacity = FIRST_LIST; b->capacity < count;) b->capacity *= 2;
    return want_block(b, slot,
                      sizeof *list + b->capacity * sizeof *list->entry);
  }
  if (slot == TP_FIELD_SEEDS) {
    const tp_Heap *heap = block;
    if (heap && heap->live + more <= heap->capacity) return true;
    b->capacity = heap ? 2 * heap->capacity : FIRST_SEEDS;
    return want_block(b, slot, tp_heap_bytes(b->capacity));
  }
  const tp_BucketQueue *queue = block;
  const uint32_t chunks = tp_buckets_chunks_for(b->span.window, more);
  if (queue && queue->live + chunks <= queue->capacity) return true;
  b->capacity = queue ? 2 * queue->capacity : FIRST_CHUNKS;
  return want_block(b, slot, tp_buckets_bytes(b->span.window, b->capacity));
}

bool tp_build_has_blocks(tp_FieldBuild *b) {
  const tp_Field *f = b->field;
  size_t cells = tp_field_cells(f);
  if (!b->block[TP_FIELD_COSTS]) {
    return want_block(b, TP_FIELD_COSTS, cells * (f->wide ? 8 : 4));
  }
  if (!b->block[TP_FIELD_DIRECTIONS]) {
    /* They have a margin of a row and a cell on both sides, so that those
     * around any cell can be cleared without a check. */
    return want_block(b, TP_FIELD_DIRECTIONS,
                      cells + 2 * ((size_t)f->area.w + 1));
  }
  return tp_build_has_room(b, TP_FIELD_BUCKETS, 0) &&
         tp_build_has_room(b, TP_FIELD_SEEDS, 0);
}

void tp_field_give(tp_FieldBuild *b, void *block) {
  const tp_FieldSlot slot = (tp_FieldSlot)b->need.slot;
  const void *old = b->block[slot];
  if (slot == TP_FIELD_COSTS) {
    b->field->cost = block;
  } else if (slot == TP_FIELD_DIRECTIONS) {
    b->field->directions = (uint8_t *)block + b->field->area.w + 1;
  } else if (slot == TP_FIELD_BUCKETS) {
    if (old) tp_buckets_move(block, old, b->capacity);
    if (!old) tp_buckets_init(block, b->span.window, b->capacity);
  } else if (slot == TP_FIELD_SEEDS) {
    if (old) tp_heap_move(block, old, b->capacity);
    if (!old) tp_heap_init(block, b->capacity);
  } else {
    const tp_CellList *from = old;
    tp_CellList *list = block;
    list->capacity = b->capacity;
    list->count = from ? from->count : 0;
    if (from)
      memcpy(list->entry, from->entry, from->count * sizeof *from->entry);
  }
  b->block[slot] = block;
}

void tp_build_clear(tp_FieldBuild *b) {
  tp_buckets_clear(b->block[TP_FIELD_BUCKETS], 0);
  tp_heap_clear(b->block[TP_FIELD_SEEDS]);
  tp_CellList *list = b->block[TP_FIELD_LIST];
  if (list) list->count = 0;
}
