/* landmarks.h - where landmarks stand, and how lanes (lanes.h) are kept up to
 * date. */
#ifndef TP_LANDMARKS_H
#define TP_LANDMARKS_H

#include "lanes.h"

TP_FUNC size_t tp_landmarks_bytes(int32_t width, int32_t height,
                                  int32_t landmarks);
TP_FUNC void tp_landmarks_init(tp_Landmarks *m, int32_t width, int32_t height,
                               int32_t landmarks);

/* Takes notice of changes, and lowers numbers as far as that is of use to who
 * asks for the way from one cell to another, within the budget. */
TP_FUNC void tp_landmarks_serve(tp_Landmarks *m, const tp_LandmarkMap *map,
                                size_t start, size_t goal, uint64_t *budget);

/* Takes notice of changes, makes lanes that are not made, or have become loose,
 * and lowers all that is to be lowered. Is that done, within the budget? */
TP_FUNC bool tp_landmarks_make(tp_Landmarks *m, const tp_LandmarkMap *map,
                               uint64_t *budget);

/* May they be asked? */
TP_FUNC bool tp_landmarks_are_true(const tp_Landmarks *m,
                                   const tp_LandmarkMap *map);

/* The numbers of a lane that do not count as what they are. */
TP_FUNC tp_Band tp_landmarks_band(const tp_Landmarks *m, int lane);

/* Two lanes, that which tells most first; twice the same where there is one. */
typedef struct tp_BestLanes {
  int lane[2];
} tp_BestLanes;

/* Those that tell most of a way; of lanes that lead from landmarks (kind 0) or
 * to them (kind 1), with or without their bands. */
TP_FUNC tp_BestLanes tp_landmarks_best(const tp_Landmarks *m, int kind,
                                       bool has_bands, size_t start,
                                       size_t goal);

#endif
