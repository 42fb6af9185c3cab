/* jumpplanes.h - the stops of jump point search, as bits along every line. */
#pragma once

#include "../../agent/jumppruning.h"
#include "../../agent/mask.h"
#include "../../base/cellset.h"
#include "../../base/changelog.h"

/* A jump point of direction d is a cell where a path that entered it by d may
 * have to turn: pruning leaves more than the natural steps there. A row with a
 * jump point j of direction E, and a diagonal that goes SE from s:
 *
 *     row        . . . . j . . # .         s . . . . .
 *     stop[E]    0 0 0 0 1 0 0 1 0         . \ . . . .
 *     ahead[E]   1 1 1 1 0 0 0 0 0         . . a - - j    branch[SE] is 1 at a
 *                                          . . . \ . .
 *                                          . . . . e #    end[SE] is 1 at e
 *                                          . . . . # #
 *
 * An irregular cell (navmap.h) is a jump point of every direction: it is in all
 * of stop and end, and has a number. So no jump passes one, and no jump goes
 * along a step that a fence bars, except the first step of a jump from an
 * irregular cell. */
typedef struct tp_JumpPlanes {
  int32_t width, height;
  tp_Diagonal rule;
  /* E, W by rows; S, N by columns: jump points of the direction, and walls. */
  tp_Bitplane stop[4];
  /* Rays are the diagonals, or S and N on 4-way maps. `branch`: the cells with
   * a jump point to one of the two sides. `end`: the cells where the ray must
   * stop, or which are jump points themselves. 4-way maps have no `end`: there
   * `stop` tells. */
  tp_Bitplane branch[TP_DIRECTIONS], end[TP_DIRECTIONS];
  /* By rows: is there a jump point of the direction before the next wall? */
  tp_Bitplane ahead[4];
  tp_CellSet cell_set;      /* of the jump points of all directions */
  tp_Versions versions;     /* of everything here, by cell */
  const tp_Mask *irregular; /* irregular cells of the map; NULL: none */
  /* For building: by rows, the jump points of each straight direction, in the
   * memory of planes that are made later; and other working space. */
  tp_Bitplane straight[4];
  uint64_t scratch_at;
  uint64_t words[];
} tp_JumpPlanes;

/* About 2.7 bytes a cell; 2.1 on 4-way maps. */
TP_FUNC size_t tp_jump_planes_bytes(int32_t width, int32_t height,
                                    tp_Diagonal rule);

TP_FUNC void tp_jump_planes_init(tp_JumpPlanes *j, int32_t width,
                                 int32_t height, tp_Diagonal rule);

/* Builds everything anew. */
TP_FUNC void tp_jump_planes_build(tp_JumpPlanes *j, const tp_Mask *mask);

TP_INLINE bool tp_jump_planes_is_point(const tp_JumpPlanes *j, int32_t x,
                                       int32_t y) {
  tp_Bitplane points = j->cell_set.plane;
  size_t word = (size_t)y * points.stride + (size_t)(x >> 6) + 1;
  return j->words[points.at + word] >> (x & 63) & 1;
}

/* Is a free cell irregular? */
TP_INLINE bool tp_jump_planes_is_irregular(const tp_JumpPlanes *j, int32_t x,
                                           int32_t y) {
  return j->irregular && tp_mask_has(j->irregular, x, y);
}

/* The number of a jump point, which is permanent if `cell_set.are_fixed`. */
TP_INLINE uint32_t tp_jump_planes_number(const tp_JumpPlanes *j, int32_t x,
                                         int32_t y) {
  return tp_cellset_number(j->words, &j->cell_set, x, y);
}

/* Is there a jump point of straight direction d before the next wall? */
TP_INLINE bool tp_jump_planes_is_ahead(const tp_JumpPlanes *j, int32_t x,
                                       int32_t y, int d) {
  size_t word = (size_t)y * j->cell_set.plane.stride + (size_t)(x >> 6) + 1;
  return j->words[j->ahead[d].at + word] >> (x & 63) & 1;
}

/* The line of diagonal direction d through a cell. */
TP_INLINE size_t tp_jump_planes_diagonal(const tp_JumpPlanes *j, int32_t x,
                                         int32_t y, int d) {
  uint32_t height = (uint32_t)j->height;
  return tp_bitplane_diagonal((uint32_t)x % height, (uint32_t)y, height,
                              tp_dx[d] == tp_dy[d]);
}

/* The distance from bit `at` of a line to the next one in the plane. */
TP_INLINE int32_t tp_jump_planes_scan(const tp_JumpPlanes *j, tp_Bitplane plane,
                                      size_t line, int32_t at, bool forwards) {
  const uint64_t *words = &j->words[plane.at];
  size_t from = tp_bitplane_line(plane, line) + (size_t)at;
  return (int32_t)(forwards ? tp_next_one(words, from + 1) - from
                            : from - tp_last_one(words, from - 1));
}

/* The distance to the next jump point or wall in a straight direction. */
TP_INLINE int32_t tp_jump_planes_scan_straight(const tp_JumpPlanes *j,
                                               int32_t x, int32_t y,
                                               const int d) {
  const bool across = tp_dy[d] == 0;
  return tp_jump_planes_scan(j, j->stop[d], (size_t)(across ? y : x),
                             across ? x : y, tp_dx[d] + tp_dy[d] > 0);
}

/* The distance to the end of a diagonal. */
TP_INLINE int32_t tp_jump_planes_scan_end(const tp_JumpPlanes *j, int32_t x,
                                          int32_t y, const int d) {
  return tp_jump_planes_scan(j, j->end[d], tp_jump_planes_diagonal(j, x, y, d),
                             x, tp_dx[d] > 0);
}
