/* landmarks.h - where landmarks stand, when their tables (distances.h) are
 * repaired, and which of them tell most of a way. */
#ifndef TP_LANDMARKS_H
#define TP_LANDMARKS_H

#include "distances.h"

TP_FUNC size_t tp_landmarks_bytes(int32_t width, int32_t height,
                                  int32_t landmarks);
TP_FUNC void tp_landmarks_init(tp_Landmarks *m, int32_t width, int32_t height,
                               int32_t landmarks);

/* Makes tables that are not made, or tell too little by now, and repairs all of
 * them. Is that done, within the budget? */
TP_FUNC bool tp_landmarks_make(tp_Landmarks *m, const tp_LandmarkMap *map,
                               uint64_t *budget);

/* Repairs the tables that tell most of the way from one cell to another. Are
 * they right, within the budget? They are if none is made. */
TP_FUNC bool tp_landmarks_repair(tp_Landmarks *m, const tp_LandmarkMap *map,
                                 size_t start, size_t goal, uint64_t *budget);

/* Two tables, the one that tells most first; -1: there is none. */
typedef struct tp_BestTables {
  int table[2];
} tp_BestTables;

/* Those of the right ones that tell most of a way; of tables that lead from
 * landmarks (kind 0), or to landmarks (kind 1). */
TP_FUNC tp_BestTables tp_landmarks_best(const tp_Landmarks *m,
                                        const tp_LandmarkMap *map, int kind,
                                        size_t start, size_t goal);

/* May a table be asked? */
TP_INLINE bool tp_landmarks_is_right(const tp_Landmarks *m,
                                     const tp_LandmarkMap *map, int table) {
  return m->is_made && m->table[table].seen == map->now;
}

#endif
