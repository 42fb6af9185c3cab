/* landmarks.c - where landmarks are placed, and what becomes of their lanes
 * when cells change.
 *
 * The first landmark of a part of the map is its first cell, row by row; each
 * other one the cell that is farthest from all before it (Goldberg and
 * Harrelson 2005). So they stand at the ends of the map, and goals lie between
 * them. That depends on the map alone.
 *
 * A block: the lanes, one after the other, 4 bytes a cell each; and a queue, a
 * byte a cell. Whoever asks reads a few of the lanes, chosen by where start and
 * goal lie: a search over some thousand cells stays in the cache so.
 */
#include "landmarks.h"

#include "cheaper.h"
#include "lowering.h"
#include "patch.h"

/* The cheapest step counts as no more than that: then a lane has numbers for
 * ways of two million such steps. */
enum { MOST_STEP = 1024 };

/* The queue. No step counts as more than it is wide: less is always allowed,
 * and if buckets were wider than the cheapest step cells would come too early
 * again and again. */
enum { WINDOW = 4096, CELLS_AN_ENTRY = 8, LEAST_ENTRIES = 1024 };

/* So many cells that have changed get numbers by what is around them: it is as
 * if they had always been so, but for what lies behind them. So many are looked
 * at for how far numbers are too high; where there are more, all may be. */
enum { MOST_SETTLED = 1 << 8, MOST_CHECKED = 1 << 12 };

/* Numbers between two lanes that are of no cell. Maps are often 512 cells wide
 * and high, or 1024; what all lanes have of one cell would share a few lines of
 * the cache without them. */
enum { APART = 7 * 16 };

/* To a unit of work: cells that are looked at for one lane, numbers that are
 * cleared, lanes in which a cell is checked. */
enum { SEEDED = 4, CLEARED = 256, LANES_A_UNIT = 8 };

/* What gives a lane a slight band, no higher than so many of the dearest steps,
 * is lowered at once where a query asks the lane. What gives it a high one may
 * be a door, which is shut again: numbers that are lowered stay so. It waits
 * for so many queries. */
enum { SLIGHT = 2, PATIENCE = 16 };

/* One cell in so many may change before landmarks are made anew. */
enum { LOOSE = 64 };

static size_t cells_of(const tp_Landmarks *m) {
  return (size_t)m->width * (size_t)m->height;
}

static uint32_t all_lanes(const tp_Landmarks *m) {
  return (uint32_t)((UINT64_C(1) << m->lanes) - 1);
}

/* ---- the block ---------------------------------------------------------- */

static size_t align(size_t bytes) { return (bytes + 63) / 64 * 64; }

static uint32_t entries_of(size_t cells) {
  return (uint32_t)(cells / CELLS_AN_ENTRY) + LEAST_ENTRIES;
}

static size_t stride_of(size_t cells) {
  return align(cells * sizeof(uint32_t)) / sizeof(uint32_t) + APART;
}

static size_t queue_offset(size_t cells, int32_t landmarks) {
  return align(sizeof(tp_Landmarks)) +
         stride_of(cells) * 2 * (size_t)landmarks * sizeof(uint32_t);
}

size_t tp_landmarks_bytes(int32_t width, int32_t height, int32_t landmarks) {
  size_t cells = (size_t)width * (size_t)height;
  return queue_offset(cells, landmarks) +
         tp_bucketqueue_bytes(WINDOW, entries_of(cells));
}

void tp_landmarks_init(tp_Landmarks *m, int32_t width, int32_t height,
                       int32_t landmarks) {
  *m = (tp_Landmarks){.width = width,
                      .height = height,
                      .lanes = 2 * landmarks,
                      .stride = stride_of((size_t)width * (size_t)height)};
  m->label_at = align(sizeof *m);
  m->queue_at = queue_offset(cells_of(m), landmarks);
  tp_bucketqueue_init(tp_landmarks_queue(m), WINDOW, entries_of(cells_of(m)));
}

/* ---- costs -------------------------------------------------------------- */

/* Steps as lanes count them, rounded down. */
static void take_steps(tp_Landmarks *m, const tp_LandmarkMap *map) {
  const double ratio = m->scale / map->costs->scale;
  const uint32_t most = (uint32_t)(WINDOW - 2) << m->shift;
  for (int kind = 0; kind < 2; kind++) {
    const uint64_t *cost = map->costs->step[kind];
    for (int i = 0; i < TP_CLASSES; i++) {
      const uint64_t other = i < map->bases ? cost[map->level_of[i]] : cost[i];
      double step = (double)(other < cost[i] ? other : cost[i]);
      step = tp_product(step, ratio);
      m->step[kind][i] = step < most ? (uint32_t)step : most;
    }
  }
  double slight = tp_product((double)map->costs->dearest, SLIGHT * ratio);
  m->slight = slight < TP_LANE_FAR ? (uint32_t)slight : TP_LANE_FAR;
}

static uint64_t lesser_step(uint64_t a, uint64_t b) {
  return b > 0 && b < a ? b : a;
}

/* Without layers there may be cheaper ones than any that is on the map. */
static uint64_t least_step(const tp_LandmarkMap *map) {
  const tp_Costs *costs = map->costs;
  uint64_t least = lesser_step(costs->cheapest[0], costs->cheapest[1]);
  for (int i = 0; i < map->bases; i++) {
    least = lesser_step(least, costs->step[0][i]);
    least = lesser_step(least, costs->step[1][i]);
  }
  return least;
}

static void choose_scale(tp_Landmarks *m, const tp_LandmarkMap *map) {
  const tp_Costs *costs = map->costs;
  uint64_t least = least_step(map);
  double part = least > MOST_STEP ? (double)MOST_STEP / (double)least : 1;
  m->scale = tp_product(costs->scale, part);
  m->shift = 0;
  double step = tp_product((double)least, part);
  while ((uint64_t)step >> m->shift > 1) m->shift++;
  take_steps(m, map);
}

/* Has a step become so cheap that many of them fit into a bucket? */
static bool is_coarse(const tp_Landmarks *m, const tp_LandmarkMap *map) {
  double ratio = m->scale / map->costs->scale;
  return tp_product((double)least_step(map), ratio) * 4 <
         (double)(UINT32_C(1) << m->shift);
}

/* ---- after changes ------------------------------------------------------ */

tp_Band tp_landmarks_band(const tp_Landmarks *m, int lane) {
  const tp_Band band = m->band[lane];
  if (lane != m->lowered.lane) return band;
  const uint32_t low = tp_lowering_low(m);
  return (tp_Band){low < band.low ? low : band.low, TP_LANE_FAR};
}

/* All numbers of all lanes may be too high. */
static void doubt(tp_Landmarks *m, tp_Rect rect) {
  tp_Cheaper own = {.rect = rect, .lanes = all_lanes(m), .since = m->asked};
  for (int i = 0; i < m->lanes; i++) own.band[i] = (tp_Band){0, TP_LANE_FAR};
  tp_cheaper_add(m, &own);
}

/* The queue was too short for a lane: cells from some number on have been lost.
 * To find them again takes too long, so these count as that number from now on.
 */
static void note_lost(tp_Landmarks *m, int lane) {
  const tp_Lowered *l = &m->lowered;
  if (!l->is_short) return;
  if (l->low < m->lost[lane]) m->lost[lane] = l->low;
  m->version++;
  tp_cheaper_find_bands(m);
}

/* Finds out which are, after cells have changed. */
static void look_at(tp_Landmarks *m, const tp_LandmarkMap *map, tp_Rect cells,
                    tp_Rect around) {
  tp_Cheaper own = {.rect = around, .since = m->asked};
  if (tp_rect_area(cells) <= MOST_SETTLED) tp_patch_settle(m, map, cells);
  own.lanes = tp_patch_check(m, map, around, own.band);
  if (own.lanes) tp_cheaper_add(m, &own);
}

static void take_notice(tp_Landmarks *m, const tp_LandmarkMap *map,
                        uint64_t *budget) {
  const tp_Rect whole = {0, 0, m->width, m->height};
  tp_Rect rects[TP_CHANGES];
  if (m->seen == map->changes->now) return;
  int count = tp_changes_since(map->changes, m->seen, rects);
  m->seen = map->changes->now;
  if (is_coarse(m, map)) {
    m->is_made = false;
    m->version++;
    return;
  }
  /* Settling may raise numbers, which a search keeps copies of (tp_AimLane). */
  m->version++;
  take_steps(m, map);
  for (int i = 0; i < count; i++) {
    tp_Rect around = tp_rect_clip(tp_rect_grow(rects[i], 1), whole);
    int64_t area = tp_rect_area(around);
    m->loose += (uint64_t)tp_rect_area(rects[i]);
    tp_cheaper_forget(m, around);
    if (area > MOST_CHECKED) {
      doubt(m, around);
    } else {
      look_at(m, map, rects[i], around);
      tp_spend(budget, (uint64_t)area * (uint64_t)m->lanes / LANES_A_UNIT);
    }
  }
}

/* Is a lane to be lowered there now? */
static bool is_due(const tp_Landmarks *m, const tp_Cheaper *c, int lane) {
  if (!tp_cheaper_is_of(c, lane)) return false;
  const tp_Band band = c->band[lane];
  return band.high - band.low <= m->slight || m->asked - c->since >= PATIENCE;
}

static bool has_due(const tp_Landmarks *m, int lane) {
  for (int i = 0; i < m->count; i++) {
    if (is_due(m, &m->cheaper[i], lane)) return true;
  }
  return false;
}

/* Has all that is to be lowered in the lane put into the queue. */
static bool seed(tp_Landmarks *m, const tp_LandmarkMap *map, uint64_t *budget) {
  tp_Lowered *l = &m->lowered;
  for (; l->at < m->count; l->at++, l->row = 0) {
    tp_Cheaper *c = &m->cheaper[l->at];
    const tp_Rect r = c->rect;
    const bool is_wanted =
        l->row > 0 ||
        (l->is_hasty ? tp_cheaper_is_of(c, l->lane) : is_due(m, c, l->lane));
    if (!is_wanted) continue;
    for (; l->row < r.h; l->row++) {
      if (*budget == 0) return false;
      tp_lowering_seed(m, map, (tp_Rect){r.x, r.y + l->row, r.w, 1});
      tp_spend(budget, (uint64_t)r.w / SEEDED + 1);
    }
    c->lanes &= ~(UINT32_C(1) << l->lane);
  }
  l->is_complete = true;
  tp_cheaper_tidy(m);
  return true;
}

static void lower_lane(tp_Landmarks *m, int lane, bool is_hasty) {
  m->version++;
  tp_lowering_clear(m, lane, m->band[lane].low);
  m->lowered.is_hasty = is_hasty;
}

/* Goes on with the lane that is being lowered. Is that done? */
static bool lower_on(tp_Landmarks *m, const tp_LandmarkMap *map,
                     uint64_t *budget) {
  const tp_Lowered *l = &m->lowered;
  const int lane = l->lane;
  if (!l->is_complete && !seed(m, map, budget)) return false;
  if (!tp_lowering_run(m, map, budget)) return false;
  m->lowered.lane = -1;
  if (l->is_short) m->loose = cells_of(m);
  note_lost(m, lane);
  return true;
}

static bool lower_all(tp_Landmarks *m, const tp_LandmarkMap *map,
                      uint64_t *budget) {
  while (m->lowered.lane >= 0 || m->count > 0) {
    if (m->lowered.lane < 0) {
      lower_lane(m, tp_lowest(m->cheaper[0].lanes), true);
    }
    if (!lower_on(m, map, budget)) return false;
  }
  return true;
}

/* ---- for a query -------------------------------------------------------- */

/* By how much the goal lies farther from a landmark than the start, or the
 * start farther from one that a lane leads to. */
static int64_t worth(const tp_Landmarks *m, int lane, tp_Band band,
                     size_t start, size_t goal) {
  const uint32_t *label = tp_landmarks_lane(m, lane);
  int64_t a = tp_band_count(band, label[start]);
  int64_t b = tp_band_count(band, label[goal]);
  return lane % 2 ? a - b : b - a;
}

tp_BestLanes tp_landmarks_best(const tp_Landmarks *m, int kind, bool has_bands,
                               size_t start, size_t goal) {
  tp_BestLanes best = {{-1, -1}};
  int64_t most[2] = {INT64_MIN, INT64_MIN};
  for (int i = kind; i < m->lanes; i += 2) {
    const tp_Band band = has_bands ? tp_landmarks_band(m, i) : tp_no_band();
    const int64_t own = worth(m, i, band, start, goal);
    if (own > most[0]) {
      best.lane[1] = best.lane[0];
      most[1] = most[0];
    }
    if (own > most[1]) {
      const int at = own > most[0] ? 0 : 1;
      best.lane[at] = i;
      most[at] = own;
    }
  }
  if (best.lane[1] < 0) best.lane[1] = best.lane[0];
  return best;
}

/* How much more a lane would tell of a way if it had no band. */
static int64_t loss(const tp_Landmarks *m, int lane, size_t start,
                    size_t goal) {
  const tp_Band band = tp_landmarks_band(m, lane);
  return worth(m, lane, tp_no_band(), start, goal) -
         worth(m, lane, band, start, goal);
}

/* Of the best lanes for a way the one that loses most by its band, if that is
 * to be lowered now; -1: there is none. */
static int choose_lane(const tp_Landmarks *m, size_t start, size_t goal) {
  int chosen = -1;
  int64_t most = 0;
  for (int kind = 0; kind < 2; kind++) {
    const tp_BestLanes best = tp_landmarks_best(m, kind, false, start, goal);
    for (int k = 0; k < 2; k++) {
      int64_t own = loss(m, best.lane[k], start, goal);
      if (own <= most || !has_due(m, best.lane[k])) continue;
      most = own;
      chosen = best.lane[k];
    }
  }
  return chosen;
}

void tp_landmarks_serve(tp_Landmarks *m, const tp_LandmarkMap *map,
                        size_t start, size_t goal, uint64_t *budget) {
  if (!m->is_made) return;
  m->asked++;
  take_notice(m, map, budget);
  while (m->is_made && *budget > 0 && (m->lowered.lane >= 0 || m->count > 0)) {
    if (m->lowered.lane < 0) {
      int lane = choose_lane(m, start, goal);
      if (lane < 0) return;
      lower_lane(m, lane, false);
    }
    if (!lower_on(m, map, budget)) return;
  }
}

bool tp_landmarks_are_true(const tp_Landmarks *m, const tp_LandmarkMap *map) {
  return m->is_made && m->seen == map->changes->now;
}

/* ---- making them -------------------------------------------------------- */

static void begin(tp_Landmarks *m, const tp_LandmarkMap *map) {
  m->is_made = false;
  m->version++;
  m->seen = map->changes->now;
  m->loose = 0;
  m->count = 0;
  m->lowered = (tp_Lowered){.lane = -1};
  for (int i = 0; i < m->lanes; i++) m->lost[i] = TP_LANE_FAR;
  tp_cheaper_find_bands(m);
  m->placing = (tp_Placing){.lane = -1};
  choose_scale(m, map);
  tp_bucketqueue_clear(tp_landmarks_queue(m), 0);
}

static bool clear_labels(tp_Landmarks *m, uint64_t *budget) {
  const size_t all = m->stride * (size_t)m->lanes;
  uint32_t *label = tp_landmarks_lane(m, 0);
  size_t at = m->placing.cleared;
  while (at<all && * budget> 0) {
    size_t end = all - at < CLEARED ? all : at + CLEARED;
    for (; at < end; at++) label[at] = TP_LANE_FAR;
    tp_spend(budget, 1);
  }
  m->placing.cleared = at;
  return at == all;
}

/* Looks on for a cell that no landmark has a way to, and that has steps. */
static bool find_part(tp_Landmarks *m, const tp_LandmarkMap *map,
                      uint64_t *budget) {
  const uint32_t *label = tp_landmarks_lane(m, 0);
  tp_Placing *p = &m->placing;
  const size_t width = (size_t)m->width;
  size_t end =
      *budget > cells_of(m) ? cells_of(m) : p->next + SEEDED * (size_t)*budget;
  size_t at = p->next, first = at;
  if (end > cells_of(m)) end = cells_of(m);
  for (; at < end; at++) {
    int32_t x = (int32_t)(at % width), y = (int32_t)(at / width);
    if (label[at] != TP_LANE_FAR || !tp_mask_has(map->mask, x, y)) continue;
    if (map->moves->legal[tp_mask_nine(map->mask, x, y)]) break;
  }
  tp_spend(budget, (at - first) / SEEDED + 1);
  p->next = at;
  return at < end;
}

/* Goes on with the lanes of one part of the map. Are they done? */
static bool make_part(tp_Landmarks *m, const tp_LandmarkMap *map,
                      uint64_t *budget) {
  tp_Placing *p = &m->placing;
  while (p->lane < m->lanes) {
    if (!tp_lowering_run(m, map, budget)) return false;
    note_lost(m, p->lane);
    if (p->lane % 2) { /* it has its numbers both ways */
      if (p->distance == 0 || p->lane + 1 == m->lanes) break;
      p->landmark = p->farthest;
      p->distance = 0;
    }
    p->lane++;
    tp_lowering_begin(m, p->lane, p->landmark);
  }
  p->lane = -1;
  return true;
}

static bool make(tp_Landmarks *m, const tp_LandmarkMap *map, uint64_t *budget) {
  tp_Placing *p = &m->placing;
  if (p->cleared == 0) begin(m, map);
  if (!clear_labels(m, budget)) return false;
  while (p->lane >= 0 || find_part(m, map, budget)) {
    if (p->lane < 0) {
      p->lane = 0;
      p->landmark = (uint32_t)p->next;
      p->distance = 0;
      tp_lowering_begin(m, 0, p->landmark);
    }
    if (!make_part(m, map, budget)) return false;
  }
  if (p->next < cells_of(m)) return false;
  p->cleared = 0;
  m->is_made = true;
  m->lowered.lane = -1;
  return true;
}

bool tp_landmarks_make(tp_Landmarks *m, const tp_LandmarkMap *map,
                       uint64_t *budget) {
  if (m->is_made) take_notice(m, map, budget);
  if (m->loose > cells_of(m) / LOOSE) m->is_made = false;
  do { /* what has changed while they were made may spoil them */
    if (!m->is_made && !make(m, map, budget)) return false;
    take_notice(m, map, budget);
  } while (!m->is_made);
  return lower_all(m, map, budget);
}
