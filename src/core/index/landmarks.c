/* landmarks.c - places landmarks, and schedules the repair of their tables.
 *
 * The first landmark of a part of the map is its first cell in reading order;
 * each other one is the cell that is farthest from all before it (Goldberg and
 * Harrelson 2005). So landmarks lie at the ends of the map, and goals between
 * them. That depends on the map alone.
 *
 * A block: the tables, one after the other, 4 bytes a cell each; and a queue, a
 * byte a cell. A query reads a few of the tables, chosen by start and goal: so
 * a search over some thousand cells stays in the cache.
 */
#include "landmarks.h"
#include "landmarktable.h"

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
          tp_distances_reset(m, row);
        } else {
          tp_distances_seed(m, map, row);
        }
        tp_spend(budget, (uint64_t)(r.w / cells) + 1);
      }
    }
    if (!tp_distances_run(m, map, budget)) return false;
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
      tp_distances_begin(m, table);
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
    if (tp_distances_steps(map, (int32_t)(at % width), (int32_t)(at / width))) {
      break;
    }
  }
  tp_spend(budget, (at - first) / SEEDED + 1);
  p->next = at;
  return at < end;
}

static void begin_table(tp_Landmarks *m, int table) {
  m->placing.table = table;
  tp_distances_begin(m, table);
  tp_distances_add(m, m->placing.landmark);
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
