/* landmarks.h - tables of distances from and to a few landmarks: estimates that
 * know walls and prices (ALT, Goldberg and Harrelson 2005).
 *
 * A distance table has a number for each cell: the cost of a cheapest path from
 * a landmark to the cell, or from the cell to the landmark. For a path from v
 * to a goal, and a landmark L:
 *
 *     d(v, L) - d(goal, L)          <= d(v, goal)
 *     d(L, goal) - d(L, v)          <= d(v, goal)
 *
 * This holds for any numbers, as long as no step from u to v, of cost c, has
 *
 *     from[v] > from[u] + c         or         to[u] > to[v] + c
 *
 * Such a table is consistent. If steps become dearer, or fewer, a consistent
 * table stays so, but its estimates become weaker. If steps become cheaper, or
 * more, the table is repaired: its numbers are lowered from those steps on. If
 * all steps may have changed, the table is made again from its landmarks. Until
 * a repair is done no search may use the table.
 *
 * Each table follows the log of changes on its own, so a query repairs only the
 * tables that it uses. A table has a landmark in each connected part of the
 * map.
 */
#pragma once

#include "../agent/costs.h"
#include "../agent/layercosts.h"
#include "../agent/mask.h"
#include "../agent/prices.h"
#include "../base/bucketqueue.h"
#include "../base/changelog.h"
#include "../base/task.h"

/* The number of a cell that no landmark reaches; the largest number. */
#define TP_NO_DISTANCE ((uint32_t)INT32_MAX)

enum {
  TP_MOST_LANDMARKS = 16,
  TP_MOST_TABLES = 2 * TP_MOST_LANDMARKS,
  TP_LANDMARK_BYTES = 8, /* a cell, both ways */
  TP_MOST_LANDMARK_BYTES = 1 << 28
};

/* The source of all numbers: no step is fenced off, and there are no links. */
typedef struct tp_LandmarkMap {
  const tp_Mask *mask;
  const tp_LegalSteps *moves;
  const tp_Costs *costs;
  const uint8_t *class_of;     /* of each cell */
  const tp_ChangeLog *changes; /* the log of all those */
  /* Version of the log that all those are up to date with. */
  uint64_t now;
  int32_t left, above; /* a change of a cell affects so many columns before
                          it, and so many rows */
  /* If layers add to prices, the classes are the grid's terrains, and numbers
   * use the least price of each. NULL: the classes are the agent's. */
  const tp_LayerCosts *layer_costs;
  const tp_Prices *prices;
  int32_t bands; /* of each price; see costmap.h */
} tp_LandmarkMap;

typedef struct tp_DistanceTable {
  uint64_t seen;    /* version of the changes up to which it is consistent;
                       0: it must be made again, or is under repair */
  uint64_t version; /* grows whenever a number may have changed */
} tp_DistanceTable;

/* The repair of one table. */
typedef struct tp_TableRepair {
  int32_t table;      /* -1: no repair */
  bool resets;        /* the table is made again from its landmarks */
  bool is_queue_full; /* the queue was full, and some cells were left out */
  uint64_t sees;      /* version of the changes that it follows */
  int32_t at, row;    /* rectangle, and row of it, examined up to there */
  int32_t count;
  tp_Rect rect[TP_CHANGES];
} tp_TableRepair;

/* The progress of making the tables. */
typedef struct tp_Placing {
  size_t cleared; /* numbers */
  size_t next;    /* cell from which to look for more parts of the map */
  int32_t table;  /* of the current part; -1: none */
  uint32_t landmark, farthest, distance;
} tp_Placing;

typedef struct tp_Landmarks {
  int32_t width, height;
  int32_t tables; /* from landmark k: 2 k; to it: 2 k + 1 */
  bool is_made;
  uint64_t version; /* version of the changes that the steps are from */
  double scale;     /* of numbers, as tp_Costs has it */
  uint32_t step[2][TP_CLASSES];
  uint32_t least;   /* step */
  int shift;        /* a bucket holds numbers that differ in so many bits */
  uint64_t changed; /* cells that have changed since the tables were made */
  tp_Placing placing;
  tp_TableRepair repair;
  tp_DistanceTable table[TP_MOST_TABLES];
  size_t stride;     /* numbers from one table to the next */
  uint32_t *numbers; /* later in the same block, as the queue is */
  tp_BucketQueue *queue;
} tp_Landmarks;

TP_INLINE uint32_t *tp_distances_of(const tp_Landmarks *m, int table) {
  return m->numbers + (size_t)table * m->stride;
}

/* ---- all tables, and the best ones for a path --------------------------- */

TP_FUNC size_t tp_landmarks_bytes(int32_t width, int32_t height,
                                  int32_t landmarks);
TP_FUNC void tp_landmarks_init(tp_Landmarks *m, int32_t width, int32_t height,
                               int32_t landmarks);

/* Makes tables that are missing or too weak by now, and repairs the others. Is
 * it done, within the budget? */
TP_FUNC bool tp_landmarks_make(tp_Landmarks *m, const tp_LandmarkMap *map,
                               uint64_t *budget);

/* Repairs the best tables for a path from one cell to another. Are they
 * consistent, within the budget? True, too, if no table is made. */
TP_FUNC bool tp_landmarks_repair(tp_Landmarks *m, const tp_LandmarkMap *map,
                                 size_t start, size_t goal, uint64_t *budget);

/* Two tables, the better one first; -1: there is none. */
typedef struct tp_BestTables {
  int table[2];
} tp_BestTables;

/* The best consistent tables for a path, or of any, among those from landmarks
 * (kind 0) or to landmarks (kind 1). */
TP_FUNC tp_BestTables tp_landmarks_best(const tp_Landmarks *m,
                                        const tp_LandmarkMap *map, int kind,
                                        bool is_any, size_t start, size_t goal);

/* May a search use the table? */
TP_INLINE bool tp_landmarks_is_consistent(const tp_Landmarks *m,
                                          const tp_LandmarkMap *map,
                                          int table) {
  return m->is_made && m->table[table].seen == map->now;
}
