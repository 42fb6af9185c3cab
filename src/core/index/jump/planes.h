/* planes.h - where jump point search has to stop, as bits along every line. */
#ifndef TP_INDEX_JUMP_PLANES_H
#define TP_INDEX_JUMP_PLANES_H

#include "../../agent/mask.h"
#include "../../agent/pruning.h"
#include "../../base/numbering.h"
#include "../../base/versions.h"

/* A jump point of direction d is a cell where a path that came in by d may
 * have to turn: tp_Onward has more than the natural steps there.
 */
typedef struct tp_Jumps {
  int32_t width, height;
  tp_Diagonal rule;
  /* E, W by rows; S, N by columns: jump points of the direction, and walls. */
  tp_Plane stop[4];
  /* Of rays - the diagonals, or S and N on 4-way maps: where one has a jump
   * point to one of its two sides; and where it may not go on or is at a jump
   * point itself (on 4-way maps, the cell before `stop`). */
  tp_Plane ray[TP_DIRECTIONS], end[TP_DIRECTIONS];
  /* By rows: is there a jump point of the direction before the next wall? */
  tp_Plane hit[4];
  tp_Points points; /* of all directions together            */
  tp_Ages ages;     /* of all that is said about a cell here */
  /* For building: by rows, the jump points of each straight direction, in the
   * place of planes that are made later; and other working space. */
  tp_Plane straight[4];
  uint64_t scratch_at;
  uint64_t words[];
} tp_Jumps;

/* About 2.7 bytes a cell; 2.1 on 4-way maps. */
TP_FUNC size_t tp_jumps_bytes(int32_t width, int32_t height, tp_Diagonal rule);

TP_FUNC void tp_jumps_init(tp_Jumps *j, int32_t width, int32_t height,
                           tp_Diagonal rule);

/* Finds everything anew. */
TP_FUNC void tp_jumps_build(tp_Jumps *j, const tp_Mask *mask);

/* Cells of the rectangles (which lie inside) may have changed. */
TP_FUNC void tp_jumps_repair(tp_Jumps *j, const tp_Mask *mask,
                             const tp_Onward *onward, const tp_Rect *rects,
                             int count);

/* The number of a jump point; it keeps it where `points.are_fixed`. */
TP_INLINE uint32_t tp_jumps_number(const tp_Jumps *j, int32_t x, int32_t y) {
  return tp_points_number(j->words, &j->points, x, y);
}

/* Is there a jump point of straight direction d before the next wall? */
TP_INLINE bool tp_jumps_hits(const tp_Jumps *j, int32_t x, int32_t y, int d) {
  size_t word = (size_t)y * j->points.plane.stride + (size_t)(x >> 6) + 1;
  return j->words[j->hit[d].at + word] >> (x & 63) & 1;
}

/* The line of diagonal direction d through a cell. */
TP_INLINE size_t tp_jumps_diagonal(const tp_Jumps *j, int32_t x, int32_t y,
                                   int d) {
  uint32_t height = (uint32_t)j->height;
  return tp_plane_diagonal((uint32_t)x % height, (uint32_t)y, height,
                           tp_dx[d] == tp_dy[d]);
}

/* How far it is from bit `at` of a line to the next one in the plane. */
TP_INLINE int32_t tp_jumps_scan(const tp_Jumps *j, tp_Plane plane, size_t line,
                                int32_t at, bool forwards) {
  const uint64_t *words = &j->words[plane.at];
  size_t from = tp_plane_line(plane, line) + (size_t)at;
  return (int32_t)(forwards ? tp_next_one(words, from + 1) - from
                            : from - tp_last_one(words, from - 1));
}

/* How far to the next jump point or wall in a straight direction. */
TP_INLINE int32_t tp_jumps_scan_straight(const tp_Jumps *j, int32_t x,
                                         int32_t y, const int d) {
  const bool across = tp_dy[d] == 0;
  return tp_jumps_scan(j, j->stop[d], (size_t)(across ? y : x), across ? x : y,
                       tp_dx[d] + tp_dy[d] > 0);
}

/* How far to where a diagonal ends. */
TP_INLINE int32_t tp_jumps_scan_end(const tp_Jumps *j, int32_t x, int32_t y,
                                    const int d) {
  return tp_jumps_scan(j, j->end[d], tp_jumps_diagonal(j, x, y, d), x,
                       tp_dx[d] > 0);
}

#endif
