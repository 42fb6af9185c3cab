/* landmarktable.c - makes and repairs one distance table.
 *
 * A cell is put into the queue if a number beside it is too high. From there on
 * Dijkstra's algorithm lowers numbers, over buckets as wide as the cheapest
 * step (field/dijkstra.c says why). Some 20 ns for each lowered number.
 *
 * A full queue leaves cells out. Then the numbers behind them are too high, and
 * all cells are examined once more (landmarks.c).
 */
#include "landmarktable.h"

#include "landmarks.h"

/* Constants of a table. */
typedef struct Terms {
  const tp_LandmarkMap *map;
  uint32_t *number;
  const uint8_t *class_of;
  const uint32_t *step[2];
  tp_Offsets offsets;
  int shift;
} Terms;

static Terms terms_of(const tp_Landmarks *m, const tp_LandmarkMap *map) {
  return (Terms){.map = map,
                 .number = tp_distances_of(m, m->repair.table),
                 .class_of = map->class_of,
                 .step = {m->step[0], m->step[1]},
                 .offsets = tp_offsets(m->width),
                 .shift = m->shift};
}

/* A cell beyond the last bucket is put into the last one, and moved later. */
TP_INLINE void put_cell(tp_Buckets *open, const Terms *t,
                        tp_TableRepair *repair, uint32_t number,
                        uint32_t what) {
  if (tp_buckets_fit(open, 1)) {
    tp_buckets_push_clamped(open, number >> t->shift, what);
  } else {
    repair->is_queue_full = true;
  }
}

/* Is a cell farther from all landmarks so far than any other? */
TP_INLINE void look_how_far(tp_Landmarks *m, const Terms *t, size_t here) {
  const size_t pair = 2 * m->stride;
  const uint32_t *number = &t->number[here];
  uint32_t least = *number;
  for (int i = m->repair.table - 2; i >= 0; i -= 2) {
    number -= pair;
    if (*number < least) least = *number;
  }
  if (least <= m->placing.distance) return;
  m->placing.distance = least;
  m->placing.farthest = (uint32_t)here;
}

TP_INLINE bool lower_numbers(tp_Landmarks *m, const tp_LandmarkMap *map,
                             uint64_t *budget, const bool from) {
  const Terms terms = terms_of(m, map), *t = &terms;
  tp_Buckets open = tp_buckets_of(m->queue);
  uint64_t left = *budget;
  while (open.live && left > 0) {
    tp_buckets_turn(&open);
    uint32_t what = tp_buckets_take(&open);
    tp_Cell at = tp_unpack_cell(what);
    size_t here = (size_t)at.y * (size_t)m->width + (size_t)at.x;
    const uint32_t number = t->number[here];
    left--;
    if (number >> t->shift != open.key) { /* stale, or beyond the last bucket
                                             before */
      if (number >> t->shift > open.key) {
        put_cell(&open, t, &m->repair, number, what);
      }
      continue;
    }
    if (from && !m->is_made) look_how_far(m, t, here);
    const uint8_t class = t->class_of[here];
    for (unsigned steps = tp_distances_steps(map, at.x, at.y); steps;
         steps &= steps - 1) {
      const int d = tp_lowest(steps), kind = tp_is_diagonal(d);
      const size_t next = tp_index_beside(&t->offsets, here, d);
      const uint32_t step = t->step[kind][from ? t->class_of[next] : class];
      if (t->number[next] <= number + step) continue;
      t->number[next] = number + step;
      const tp_Cell to = tp_beside(at, d);
      put_cell(&open, t, &m->repair, number + step, tp_pack_cell(to.x, to.y));
    }
  }
  *budget = left;
  tp_buckets_store(&open, m->queue);
  return open.live == 0;
}

bool tp_distances_run(tp_Landmarks *m, const tp_LandmarkMap *map,
                      uint64_t *budget) {
  const bool is_from = m->repair.table % 2 == 0;
  return is_from ? lower_numbers(m, map, budget, true)
                 : lower_numbers(m, map, budget, false);
}

void tp_distances_begin(tp_Landmarks *m, int table) {
  m->repair = (tp_TableRepair){.table = table};
  m->shift = 0;
  while (m->least >> m->shift > 1) m->shift++;
  tp_buckets_clear(m->queue, 0);
}

void tp_distances_add(tp_Landmarks *m, size_t cell) {
  const Terms t = {.shift = 0};
  const size_t width = (size_t)m->width;
  const int32_t x = (int32_t)(cell % width), y = (int32_t)(cell / width);
  tp_Buckets open = tp_buckets_of(m->queue);
  tp_distances_of(m, m->repair.table)[cell] = 0;
  put_cell(&open, &t, &m->repair, 0, tp_pack_cell(x, y));
  tp_buckets_store(&open, m->queue);
}

void tp_distances_reset(tp_Landmarks *m, tp_Rect row) {
  const size_t first = (size_t)row.y * (size_t)m->width + (size_t)row.x;
  const int table = m->repair.table;
  uint32_t *number = &tp_distances_of(m, table)[first];
  for (int32_t x = 0; x < row.w; x++) {
    if (number[x] == 0) {
      tp_distances_add(m, first + (size_t)x);
    } else {
      number[x] = TP_NO_DISTANCE;
    }
  }
  m->table[table].version++;
}

/* Is a number beside the cell too high? */
TP_INLINE bool is_due(const Terms *t, tp_Cell at, size_t here,
                      const bool from) {
  const uint32_t number = t->number[here];
  for (unsigned steps = tp_distances_steps(t->map, at.x, at.y); steps;
       steps &= steps - 1) {
    int d = tp_lowest(steps);
    size_t next = tp_index_beside(&t->offsets, here, d);
    const uint8_t class = t->class_of[from ? next : here];
    if (t->number[next] > number + t->step[tp_is_diagonal(d)][class]) {
      return true;
    }
  }
  return false;
}

void tp_distances_seed(tp_Landmarks *m, const tp_LandmarkMap *map,
                       tp_Rect row) {
  const Terms terms = terms_of(m, map), *t = &terms;
  const int table = m->repair.table;
  const bool from = table % 2 == 0;
  tp_Buckets open = tp_buckets_of(m->queue);
  for (int32_t x = row.x; x < row.x + row.w; x++) {
    const size_t here = (size_t)row.y * (size_t)m->width + (size_t)x;
    const uint32_t number = t->number[here];
    if (!is_due(t, (tp_Cell){x, row.y}, here, from)) continue;
    put_cell(&open, t, &m->repair, number, tp_pack_cell(x, row.y));
    m->table[table].version++;
  }
  tp_buckets_store(&open, m->queue);
}
