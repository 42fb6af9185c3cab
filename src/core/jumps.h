/* jumps.h - where jump point search has to stop, as bits along every line. */
#ifndef TP_JUMPS_H
#define TP_JUMPS_H

#include "bits.h"
#include "mask.h"
#include "onward.h"
#include "planes.h"

/* A jump point of direction d is a cell where a path that came in by d may
 * have to turn: tp_Onward has more than the natural steps there.
 */
typedef struct tp_Jumps {
  int32_t width, height;
  tp_Diagonal rule;
  uint32_t count; /* jump points                                            */
  /* E, W by rows; S, N by columns: jump points of the direction, and walls. */
  tp_Plane stop[4];
  /* Of rays - the diagonals, or S and N on 4-way maps: where one has a jump
   * point to one of its two sides; and where it may not go on or is at a jump
   * point itself (on 4-way maps, the cell before `stop`). */
  tp_Plane ray[TP_DIRECTIONS], end[TP_DIRECTIONS];
  /* By rows: is there a jump point of the direction before the next wall? */
  tp_Plane hit[4];
  /* By rows: the jump points of all directions together; and before each
   * word, how many there are. Numbers the jump points from 0. */
  tp_Plane point;
  uint64_t rank_at;
  /* For building: by rows, the jump points of each straight direction, in the
   * place of planes that are made later; and other working space. */
  tp_Plane straight[4];
  uint64_t scratch_at;
  uint64_t words[];
} tp_Jumps;

/* About 2.2 bytes a cell; 1.6 on 4-way maps. */
TP_FUNC size_t tp_jumps_bytes(int32_t width, int32_t height, tp_Diagonal rule);

TP_FUNC void tp_jumps_init(tp_Jumps *j, int32_t width, int32_t height,
                           tp_Diagonal rule);

/* Finds everything anew. */
TP_FUNC void tp_jumps_build(tp_Jumps *j, const tp_Mask *mask);

/* Cells of the rectangles (which lie inside) may have changed. */
TP_FUNC void tp_jumps_repair(tp_Jumps *j, const tp_Mask *mask,
                             const tp_Onward *onward, const tp_Rect *rects,
                             int count);

/* Number of the jump points before (x, y) in reading order: of a jump point,
 * its own. */
TP_INLINE uint32_t tp_jumps_rank(const tp_Jumps *j, int32_t x, int32_t y) {
  size_t word = (size_t)y * j->point.stride + (size_t)(x >> 6) + 1;
  const uint32_t *rank = (const uint32_t *)(j->words + j->rank_at);
  uint64_t before = (UINT64_C(1) << (x & 63)) - 1;
  return rank[word] +
         (uint32_t)tp_popcount(j->words[j->point.at + word] & before);
}

/* Is there a jump point of straight direction d before the next wall? */
TP_INLINE bool tp_jumps_hits(const tp_Jumps *j, int32_t x, int32_t y, int d) {
  size_t word = (size_t)y * j->point.stride + (size_t)(x >> 6) + 1;
  return j->words[j->hit[d].at + word] >> (x & 63) & 1;
}

/* The line of diagonal direction d through a cell. */
TP_INLINE size_t tp_jumps_diagonal(const tp_Jumps *j, int32_t x, int32_t y,
                                   int d) {
  uint32_t height = (uint32_t)j->height;
  return tp_plane_diagonal((uint32_t)x % height, (uint32_t)y, height,
                           tp_dx[d] == tp_dy[d]);
}

#endif
