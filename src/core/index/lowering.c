/* lowering.c - see lowering.h. Some 20 ns for each cell of a lane that is
 * lowered. */
#include "lowering.h"

/* A cell in the queue that has been put in out of order, and may have a number
 * below those whose turn it is; another one that has is out of date. */
static const uint32_t beside = UINT32_C(1) << 31;

/* What does not change in a lane. */
typedef struct Lane {
  const tp_LandmarkMap *map;
  uint32_t *label;
  const uint8_t *class_of;
  const uint32_t *step[2];
  ptrdiff_t offset[TP_DIRECTIONS];
  int shift;
  uint32_t capacity;
} Lane;

static Lane lane_of(const tp_Landmarks *m, const tp_LandmarkMap *map,
                    int lane) {
  Lane l = {.map = map,
            .label = tp_landmarks_lane(m, lane),
            .class_of = map->class_of,
            .step = {m->step[0], m->step[1]},
            .shift = m->shift,
            .capacity = tp_landmarks_queue(m)->capacity};
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    l.offset[d] = (ptrdiff_t)tp_dy[d] * m->width + tp_dx[d];
  }
  return l;
}

static bool is_from(int lane) { return lane % 2 == 0; }

/* Where the queue is full the cell is lost (landmarks.c). */
TP_INLINE void push(tp_Buckets *open, const Lane *l, tp_Lowered *lowered,
                    uint32_t label, uint32_t what) {
  uint64_t bucket = label >> l->shift;
  bool fits = open->live < l->capacity;
  if (bucket < open->key || !fits) {
    what |= beside;
    lowered->is_short |= !fits;
    if (label < lowered->low) lowered->low = label;
  }
  if (!fits) return;
  if (bucket > open->key + open->mask) {
    bucket = open->key + open->mask;
    what |= beside;
  }
  tp_buckets_push(open, bucket, what);
}

/* Lowers what lies around a cell. */
TP_INLINE void relax(const Lane *l, tp_Lowered *lowered, tp_Buckets *open,
                     tp_Cell at, size_t here, const bool from) {
  const uint32_t label = l->label[here];
  const uint8_t class = l->class_of[here];
  for (unsigned steps = tp_landmark_steps(l->map, at.x, at.y); steps;
       steps &= steps - 1) {
    int d = tp_lowest(steps), kind = tp_is_diagonal(d);
    size_t next = (size_t)((ptrdiff_t)here + l->offset[d]);
    uint32_t step = l->step[kind][from ? l->class_of[next] : class];
    if (l->label[next] <= label + step) continue;
    l->label[next] = label + step;
    push(open, l, lowered, label + step,
         tp_pack_cell(at.x + tp_dx[d], at.y + tp_dy[d]));
  }
}

/* Is a cell farther from all landmarks up to that of the lane than any so far?
 */
TP_INLINE void look_how_far(tp_Landmarks *m, const Lane *l, int lane,
                            size_t here) {
  const size_t pair = 2 * m->stride;
  const uint32_t *label = &l->label[here];
  uint32_t least = *label;
  for (int i = lane - 2; i >= 0; i -= 2) {
    label -= pair;
    if (*label < least) least = *label;
  }
  if (least <= m->placing.distance) return;
  m->placing.distance = least;
  m->placing.farthest = (uint32_t)here;
}

TP_INLINE bool run(tp_Landmarks *m, const tp_LandmarkMap *map, uint64_t *budget,
                   const bool from) {
  const int lane = m->lowered.lane;
  const Lane own = lane_of(m, map, lane), *l = &own;
  tp_Buckets open = tp_buckets_of(tp_landmarks_queue(m));
  uint64_t left = *budget;
  while (open.live && left > 0) {
    uint32_t what = tp_buckets_pop(&open);
    tp_Cell at = tp_unpack_cell(what & ~beside);
    size_t here = (size_t)at.y * (size_t)m->width + (size_t)at.x;
    left--;
    if (!(what & beside) && l->label[here] >> l->shift < open.key) continue;
    if (from && !m->is_made) look_how_far(m, l, lane, here);
    relax(l, &m->lowered, &open, at, here, from);
  }
  *budget = left;
  tp_buckets_store(&open, tp_landmarks_queue(m));
  return open.live == 0;
}

bool tp_lowering_run(tp_Landmarks *m, const tp_LandmarkMap *map,
                     uint64_t *budget) {
  return is_from(m->lowered.lane) ? run(m, map, budget, true)
                                  : run(m, map, budget, false);
}

uint32_t tp_lowering_low(const tp_Landmarks *m) {
  const tp_BucketQueue *queue = tp_landmarks_queue(m);
  const uint64_t next = queue->key << m->shift;
  const uint32_t low = m->lowered.low;
  return queue->live > 0 && next < low ? (uint32_t)next : low;
}

void tp_lowering_begin(tp_Landmarks *m, int lane, size_t cell) {
  tp_BucketQueue *queue = tp_landmarks_queue(m);
  const size_t width = (size_t)m->width;
  m->lowered = (tp_Lowered){.lane = lane, .low = TP_LANE_FAR};
  tp_landmarks_lane(m, lane)[cell] = 0;
  tp_bucketqueue_clear(queue, 0);
  tp_Buckets open = tp_buckets_of(queue);
  tp_buckets_push(
      &open, 0, tp_pack_cell((int32_t)(cell % width), (int32_t)(cell / width)));
  tp_buckets_store(&open, queue);
}

void tp_lowering_clear(tp_Landmarks *m, int lane, uint32_t low) {
  m->lowered = (tp_Lowered){.lane = lane, .low = TP_LANE_FAR};
  tp_bucketqueue_clear(tp_landmarks_queue(m), low >> m->shift);
}

/* The number of the far end of a step that has one too high, which is lowered;
 * false: none has. */
TP_INLINE bool lower(const Lane *l, size_t here, int d, const bool from,
                     uint32_t *label) {
  size_t next = (size_t)((ptrdiff_t)here + l->offset[d]);
  uint32_t step = l->step[tp_is_diagonal(d)][l->class_of[next]];
  size_t high = from ? next : here, low = from ? here : next;
  *label = l->label[low] + step;
  if (l->label[high] <= *label) return false;
  l->label[high] = *label;
  return true;
}

/* The first cell may have a number far above what was known of that. */
static void put_first(tp_Landmarks *m, tp_Buckets *open, uint64_t bucket) {
  tp_BucketQueue *queue = tp_landmarks_queue(m);
  const uint64_t half = queue->window / 2;
  if (bucket < open->key + half) return;
  tp_buckets_store(open, queue);
  tp_bucketqueue_clear(queue, bucket - half);
  *open = tp_buckets_of(queue);
}

void tp_lowering_seed(tp_Landmarks *m, const tp_LandmarkMap *map, tp_Rect row) {
  const Lane own = lane_of(m, map, m->lowered.lane), *l = &own;
  const bool from = is_from(m->lowered.lane);
  tp_Buckets open = tp_buckets_of(tp_landmarks_queue(m));
  for (int32_t x = row.x; x < row.x + row.w; x++) {
    unsigned steps = tp_landmark_steps(map, x, row.y);
    size_t here = (size_t)row.y * (size_t)m->width + (size_t)x;
    for (; steps; steps &= steps - 1) {
      int d = tp_lowest(steps);
      uint32_t label;
      if (!lower(l, here, d, from, &label)) continue;
      tp_Cell at = {from ? x + tp_dx[d] : x, from ? row.y + tp_dy[d] : row.y};
      if (open.live == 0) put_first(m, &open, label >> l->shift);
      push(&open, l, &m->lowered, label, tp_pack_cell(at.x, at.y));
    }
  }
  tp_buckets_store(&open, tp_landmarks_queue(m));
}
