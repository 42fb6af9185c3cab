/* directions.h - sets of directions as vectors, for motion between cells. Sums
 * are exact, as they are integers.
 */
#pragma once

#include <math.h>

#include "../base/bits.h"

typedef struct tp_Vector {
  int64_t x, y;
} tp_Vector;

/* A vector of length 1. */
typedef struct tp_Heading {
  double x, y;
} tp_Heading;

enum { TP_VECTOR_BITS = 14 }; /* bits of a unit vector in integers */

/* Unit vectors, clockwise from E by 22.5 degrees; as doubles, and times
 * 2^14. */
#define SIN_22 0.38268343236508977
#define COS_22 0.92387953251128674
#define COS_45 0.70710678118654752

static const tp_Heading tp_unit_headings[16] = {
    {1, 0},  {COS_22, SIN_22},   {COS_45, COS_45},   {SIN_22, COS_22},
    {0, 1},  {-SIN_22, COS_22},  {-COS_45, COS_45},  {-COS_22, SIN_22},
    {-1, 0}, {-COS_22, -SIN_22}, {-COS_45, -COS_45}, {-SIN_22, -COS_22},
    {0, -1}, {SIN_22, -COS_22},  {COS_45, -COS_45},  {COS_22, -SIN_22}};

#undef SIN_22
#undef COS_22
#undef COS_45

static const int16_t tp_unit_vectors[16][2] = {
    {16384, 0},  {15137, 6270},   {11585, 11585},   {6270, 15137},
    {0, 16384},  {-6270, 15137},  {-11585, 11585},  {-15137, 6270},
    {-16384, 0}, {-15137, -6270}, {-11585, -11585}, {-6270, -15137},
    {0, -16384}, {6270, -15137},  {11585, -11585},  {15137, -6270}};

/* The index of a set of directions in these tables: the first direction, or
 * half way to another one 45 degrees from it. The set must not be empty. */
TP_INLINE int tp_heading_place(unsigned directions) {
  static const uint8_t place[TP_DIRECTIONS] = {0, 4, 8, 12, 2, 6, 10, 14};
  static const uint8_t after[TP_DIRECTIONS] = {TP_SE, TP_SW, TP_NW, TP_NE,
                                               TP_S,  TP_W,  TP_N,  TP_E};
  static const uint8_t before[TP_DIRECTIONS] = {TP_NE, TP_SE, TP_SW, TP_NW,
                                                TP_E,  TP_S,  TP_W,  TP_N};
  int d = tp_lowest(directions);
  if (!(directions & (directions - 1))) return place[d];
  int turn =
      (int)(directions >> after[d] & 1) - (int)(directions >> before[d] & 1);
  return (place[d] + turn) & 15;
}

TP_INLINE tp_Heading tp_heading_of(tp_Vector v) {
  double length = sqrt((double)(v.x * v.x + v.y * v.y));
  return (tp_Heading){(double)v.x / length, (double)v.y / length};
}

/* Adds a multiple of the unit vector of a set of directions; nothing if it is
 * empty. */
TP_INLINE void tp_vector_add(tp_Vector *sum, unsigned directions,
                             int64_t weight) {
  if (!directions) return;
  const int16_t *v = tp_unit_vectors[tp_heading_place(directions)];
  sum->x += v[0] * weight;
  sum->y += v[1] * weight;
}

/* Is the angle between the vectors below some 75 degrees? Components are
 * integers below 2^53. */
TP_INLINE bool tp_leads_to(tp_Vector v, tp_Vector aim) {
  double along = (double)(v.x * aim.x + v.y * aim.y);
  double squares = (double)(v.x * v.x + v.y * v.y);
  double aims = (double)(aim.x * aim.x + aim.y * aim.y);
  return along > 0 && 16 * (along * along) >= squares * aims;
}
