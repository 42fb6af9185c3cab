/* landmarks.c - places landmarks, and makes and repairs their tables.
 *
 * The first landmark of a part of the map is its first cell in reading order;
 * each other one is the cell that is farthest from all before it (Goldberg and
 * Harrelson 2005). So landmarks lie at the ends of the map, and goals between
 * them. That depends on the map alone.
 *
 * A cell is put into the queue if a number beside it is too high. From there on
 * Dijkstra's algorithm lowers numbers, over buckets as wide as the cheapest
 * step (field/dijkstra.c says why). Some 20 ns for each lowered number. A full
 * queue leaves cells out. Then the numbers behind them are too high, and all
 * cells are examined once more (go_on_with_table).
 *
 * A block: the tables, one after the other, 4 bytes a cell each; and a queue, a
 * byte a cell. A query reads a few of the tables, chosen by start and goal: so
 * a search over some thousand cells stays in the cache.
 */
#include "landmarks.h"

/* The number of the cheapest step is at most that: then a table has numbers for
 * paths of two million such steps. */
enum { MOST_STEP = 1024 };

/* The size of the queue. No step may count more than its width: a smaller
 * number is always allowed. Buckets wider than the cheapest step would make
 * cells come too early again and again. */
enum { WINDOW = 4096, CELLS_A_CHUNK = 64, LEAST_CHUNKS = 128 };

/* A gap between two tables. Maps are often 512 or 1024 cells wide and high:
 * without the gap the numbers of one cell would share a few lines of the cache.
 */
enum { APART = 7 * 16 };

/* In a unit of work: cells examined, numbers reset, numbers cleared. */
enum { SEEDED = 4, RESET = 64, CLEARED = 256 };

/* If more than one cell in so many has changed, the tables are made anew. */
enum { MOST_CHANGED = 64 };

static size_t cells_of(const tp_Landmarks *m) {
  return (size_t)m->width * (size_t)m->height;
}

/* ---- the block ---------------------------------------------------------- */

static size_t align_to_64(size_t bytes) { return (bytes + 63) / 64 * 64; }

static uint32_t chunks_of(size_t cells) {
  return (uint32_t)(cells / CELLS_A_CHUNK) + LEAST_CHUNKS;
}

static size_t stride_of(size_t cells) {
  return align_to_64(cells * sizeof(uint32_t)) / sizeof(uint32_t) + APART;
}

static size_t queue_offset(size_t cells, int32_t landmarks) {
  return align_to_64(sizeof(tp_Landmarks)) +
         stride_of(cells) * 2 * (size_t)landmarks * sizeof(uint32_t);
}

size_t tp_landmarks_bytes(int32_t width, int32_t height, int32_t landmarks) {
  size_t cells = (size_t)width * (size_t)height;
  return queue_offset(cells, landmarks) +
         tp_buckets_bytes(WINDOW, chunks_of(cells));
}

void tp_landmarks_init(tp_Landmarks *m, int32_t width, int32_t height,
                       int32_t landmarks) {
  *m = (tp_Landmarks){.width = width,
                      .height = height,
                      .tables = 2 * landmarks,
                      .stride = stride_of((size_t)width * (size_t)height)};
  char *block = (char *)m;
  m->numbers = (uint32_t *)(void *)(block + align_to_64(sizeof *m));
  m->queue =
      (tp_BucketQueue *)(void *)(block + queue_offset(cells_of(m), landmarks));
  tp_buckets_init(m->queue, WINDOW, chunks_of(cells_of(m)));
}

/* ---- steps -------------------------------------------------------------- */

static uint64_t least_cost(const tp_LandmarkMap *map) {
  const uint64_t *least = map->costs->cheapest;
  return least[1] > 0 && least[1] < least[0] ? least[1] : least[0];
}

/* Converts step costs to numbers, rounded down. If one falls, or other terrains
 * may be entered, all tables must be made again. The agent's own log reports
 * the latter. */
static void take_steps(tp_Landmarks *m, const tp_LandmarkMap *map) {
  const double ratio = m->scale / map->costs->scale;
  const double least = tp_product((double)least_cost(map), ratio);
  bool falls = map->layer_costs && m->version < map->prices->enter_version;
  m->least = least < 1 ? 1 : least < MOST_STEP ? (uint32_t)least : MOST_STEP;
  const uint32_t most = m->least * (WINDOW / 2 - 1);
  for (int kind = 0; kind < 2; kind++) {
    for (int i = 0; i < TP_CLASSES; i++) {
      /* The least cost of a step onto a cell of the class; 0: there is none. */
      const uint64_t *costs = map->costs->step[kind];
      uint64_t cost = costs[i];
      if (map->layer_costs) {
        const int base = map->prices->rank[i] * (map->bands + 1);
        cost = map->prices->enter[i] ? costs[map->layer_costs->floor[base]] : 0;
      }
      const double exact = tp_product((double)cost, ratio);
      const uint32_t step = cost > 0 && exact < most ? (uint32_t)exact : most;
      falls |= step < m->step[kind][i];
      m->step[kind][i] = step;
    }
  }
  if (!falls) return;
  for (int i = 0; i < m->tables; i++) m->table[i].seen = 0;
  m->repair.sees = 0;
}

/* ---- one table ---------------------------------------------------------- */

/* The steps out of a cell, which are the steps into it reversed; none if the
 * cell is blocked. */
TP_INLINE unsigned steps_of(const tp_LandmarkMap *map, int32_t x, int32_t y) {
  unsigned neighborhood = tp_mask_neighborhood(map->mask, x, y);
  if (!(neighborhood >> tp_neighborhood_bit(0, 0) & 1)) return 0;
  return tp_steps(map->moves, (tp_Cell){x, y}, neighborhood);
}

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

/* Begins with a table; no repair is under way. */
static void begin_repair(tp_Landmarks *m, int table) {
  m->repair = (tp_TableRepair){.table = table};
  m->shift = 0;
  while (m->least >> m->shift > 1) m->shift++;
  tp_buckets_clear(m->queue, 0);
}

/* Puts a landmark into the table: its number is 0. */
static void add_landmark(tp_Landmarks *m, size_t cell) {
  const Terms t = {.shift = 0};
  const size_t width = (size_t)m->width;
  const int32_t x = (int32_t)(cell % width), y = (int32_t)(cell / width);
  tp_Buckets open = tp_buckets_of(m->queue);
  tp_distances_of(m, m->repair.table)[cell] = 0;
  put_cell(&open, &t, &m->repair, 0, tp_pack_cell(x, y));
  tp_buckets_store(&open, m->queue);
}

/* Resets the numbers of a row, except those of landmarks, from which the table
 * is made again. */
static void reset_row(tp_Landmarks *m, tp_Rect row) {
  const size_t first = (size_t)row.y * (size_t)m->width + (size_t)row.x;
  const int table = m->repair.table;
  uint32_t *number = &tp_distances_of(m, table)[first];
  for (int32_t x = 0; x < row.w; x++) {
    if (number[x] == 0) {
      add_landmark(m, first + (size_t)x);
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
  for (unsigned steps = steps_of(t->map, at.x, at.y); steps;
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

/* Puts the cells of a row into the queue if a number beside them is too high.
 */
static void seed_row(tp_Landmarks *m, const tp_LandmarkMap *map, tp_Rect row) {
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
    for (unsigned steps = steps_of(map, at.x, at.y); steps;
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

/* Lowers all numbers from there on. Is the queue empty, within the budget? */
static bool run_table(tp_Landmarks *m, const tp_LandmarkMap *map,
                      uint64_t *budget) {
  const bool is_from = m->repair.table % 2 == 0;
  return is_from ? lower_numbers(m, map, budget, true)
                 : lower_numbers(m, map, budget, false);
}

/* ---- repair ------------------------------------------------------------- */

/* Follows the log of changes. */
static void follow_log(tp_Landmarks *m, const tp_LandmarkMap *map) {
  tp_Rect rects[TP_CHANGES];
  if (m->version == map->now) return;
  const int count = tp_changelog_since(map->changes, m->version, rects);
  for (int i = 0; i < count; i++) {
    m->changed += (uint64_t)tp_rect_area(rects[i]);
  }
  take_steps(m, map);
  m->version = map->now;
}

/* Goes on with the table that is made or repaired. Is that done? Cells that did
 * not fit into the queue are found again. */
static bool go_on_with_table(tp_Landmarks *m, const tp_LandmarkMap *map,
                             uint64_t *budget) {
  tp_TableRepair *repair = &m->repair;
  for (;;) {
    const int cells = repair->resets ? RESET : SEEDED;
    for (; repair->at < repair->count; repair->at++, repair->row = 0) {
      /* The cells whose steps may have changed with those of the rectangle. */
      tp_Rect r = repair->rect[repair->at];
      r = (tp_Rect){r.x - map->left, r.y - map->above, r.w + map->left,
                    r.h + map->above};
      r = tp_rect_clip(tp_rect_grow(r, 1), map->changes->whole);
      for (; repair->row < r.h; repair->row++) {
        const tp_Rect row = {r.x, r.y + repair->row, r.w, 1};
        if (*budget == 0) return false;
        if (repair->resets) {
          reset_row(m, row);
        } else {
          seed_row(m, map, row);
        }
        tp_spend(budget, (uint64_t)(r.w / cells) + 1);
      }
    }
    if (!run_table(m, map, budget)) return false;
    if (!repair->is_queue_full) return true;
    tp_buckets_clear(m->queue, 0);
    repair->is_queue_full = repair->resets = false;
    repair->at = repair->row = 0;
    repair->count = 1;
    repair->rect[0] = map->changes->whole;
  }
}

/* Repairs a table, after the repair under way. Is it consistent, within the
 * budget? */
static bool repair_table(tp_Landmarks *m, const tp_LandmarkMap *map, int table,
                         uint64_t *budget) {
  while (m->repair.table >= 0 || !tp_landmarks_is_consistent(m, map, table)) {
    if (m->repair.table < 0) {
      tp_TableRepair *repair = &m->repair;
      const uint64_t seen = m->table[table].seen;
      begin_repair(m, table);
      repair->resets = seen < map->changes->all;
      repair->sees = map->now;
      repair->count = tp_changelog_since(map->changes, seen, repair->rect);
      m->table[table].seen = 0;
    }
    if (!go_on_with_table(m, map, budget)) return false;
    m->table[m->repair.table].seen = m->repair.sees;
    m->repair.table = -1;
  }
  return true;
}

/* ---- for a query -------------------------------------------------------- */

tp_BestTables tp_landmarks_best(const tp_Landmarks *m,
                                const tp_LandmarkMap *map, int kind,
                                bool is_any, size_t start, size_t goal) {
  tp_BestTables found = {{-1, -1}};
  int64_t most[2] = {INT64_MIN, INT64_MIN};
  for (int i = kind; i < m->tables; i += 2) {
    if (!is_any && !tp_landmarks_is_consistent(m, map, i)) continue;
    /* How much farther the goal is from the landmark than the start is; for a
     * table to a landmark, how much farther the start is. */
    const uint32_t *number = tp_distances_of(m, i);
    const int64_t farther = (int64_t)number[goal] - (int64_t)number[start];
    const int64_t own = i % 2 ? -farther : farther;
    if (own > most[0]) {
      found.table[1] = found.table[0];
      most[1] = most[0];
    }
    if (own > most[1]) {
      const int at = own > most[0] ? 0 : 1;
      found.table[at] = i;
      most[at] = own;
    }
  }
  return found;
}

bool tp_landmarks_repair(tp_Landmarks *m, const tp_LandmarkMap *map,
                         size_t start, size_t goal, uint64_t *budget) {
  if (!m->is_made) return true;
  follow_log(m, map);
  for (int kind = 0; kind < 2; kind++) {
    const tp_BestTables wanted =
        tp_landmarks_best(m, map, kind, true, start, goal);
    for (int k = 0; k < 2; k++) {
      const int table = wanted.table[k];
      if (table >= 0 && !tp_landmarks_is_consistent(m, map, table) &&
          !repair_table(m, map, table, budget)) {
        return false;
      }
    }
  }
  return true;
}

/* ---- making the tables -------------------------------------------------- */

/* Looks on for a cell that no landmark reaches and that has steps. */
static bool find_part(tp_Landmarks *m, const tp_LandmarkMap *map,
                      uint64_t *budget) {
  const uint32_t *number = tp_distances_of(m, 0);
  tp_Placing *p = &m->placing;
  const size_t width = (size_t)m->width;
  size_t end =
      *budget > cells_of(m) ? cells_of(m) : p->next + SEEDED * (size_t)*budget;
  size_t at = p->next, first = at;
  if (end > cells_of(m)) end = cells_of(m);
  for (; at < end; at++) {
    if (number[at] != TP_NO_DISTANCE) continue;
    if (steps_of(map, (int32_t)(at % width), (int32_t)(at / width))) {
      break;
    }
  }
  tp_spend(budget, (at - first) / SEEDED + 1);
  p->next = at;
  return at < end;
}

static void begin_table(tp_Landmarks *m, int table) {
  m->placing.table = table;
  begin_repair(m, table);
  add_landmark(m, m->placing.landmark);
}

/* Goes on with the tables of one part of the map. Are they done? */
static bool make_part(tp_Landmarks *m, const tp_LandmarkMap *map,
                      uint64_t *budget) {
  tp_Placing *p = &m->placing;
  for (;;) {
    if (!go_on_with_table(m, map, budget)) return false;
    if (p->table % 2) { /* the landmark has both tables */
      if (p->distance == 0 || p->table + 1 == m->tables) break;
      p->landmark = p->farthest;
      p->distance = 0;
    }
    begin_table(m, p->table + 1);
  }
  p->table = -1;
  return true;
}

static bool make_tables(tp_Landmarks *m, const tp_LandmarkMap *map,
                        uint64_t *budget) {
  tp_Placing *p = &m->placing;
  if (p->cleared == 0) {
    m->is_made = false;
    m->version = map->now;
    m->placing = (tp_Placing){.table = -1};
    const uint64_t least = least_cost(map);
    const double part =
        least > MOST_STEP ? (double)MOST_STEP / (double)least : 1;
    m->scale = tp_product(map->costs->scale, part);
    take_steps(m, map);
    for (int i = 0; i < m->tables; i++) {
      m->table[i].seen = map->now;
      m->table[i].version++;
    }
  }
  follow_log(m, map);
  const size_t all = m->stride * (size_t)m->tables;
  uint32_t *number = tp_distances_of(m, 0);
  size_t at = m->placing.cleared;
  while (*budget > 0 && at < all) {
    size_t end = all - at < CLEARED ? all : at + CLEARED;
    for (; at < end; at++) number[at] = TP_NO_DISTANCE;
    tp_spend(budget, 1);
  }
  m->placing.cleared = at;
  if (at < all) return false;
  while (p->table >= 0 || find_part(m, map, budget)) {
    if (p->table < 0) {
      p->landmark = (uint32_t)p->next;
      p->distance = 0;
      begin_table(m, 0);
    }
    if (!make_part(m, map, budget)) return false;
  }
  if (p->next < cells_of(m)) return false;
  p->cleared = 0;
  m->changed = 0;
  m->is_made = true;
  m->repair.table = -1;
  return true;
}

bool tp_landmarks_make(tp_Landmarks *m, const tp_LandmarkMap *map,
                       uint64_t *budget) {
  if (m->is_made) follow_log(m, map);
  if (m->changed > cells_of(m) / MOST_CHANGED) m->is_made = false;
  if (!m->is_made && !make_tables(m, map, budget)) return false;
  for (int i = 0; i < m->tables; i++) {
    if (!repair_table(m, map, i, budget)) return false;
  }
  return true;
}
