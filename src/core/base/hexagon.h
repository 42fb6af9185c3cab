/* hexagon.h - hexagons in staggered rows or columns.
 *
 * Cells stay columns and rows. Every second row (`r`, pointy tops) is shoved:
 * shifted half a cell to the right; or every second column (`q`, flat tops)
 * half a cell downwards. So a cell has six of the eight neighbours of a square,
 * depending on its parity:
 *
 *      odd-r                            odd-q
 *        a b c       row 0                a   c       b is in column 1, and
 *         d e f      row 1                  b         below a and c by half a
 *        g h i       row 2                d   f       cell
 *                                           e
 *     e (shoved): W E, N NE, S SE       b (shoved): N S, W SW, E SE
 *     b (not):    W E, NW N, SW S       d (not):    N S, NW W, NE E
 *
 * The steps of a cell keep the names of a square's steps, so the opposite of
 * each leads back. In order of angle, a step has a number from 0 to 5,
 * clockwise from the east: E SE SW W NW NE with pointy tops, SE S SW NW N NE
 * with flat ones.
 *
 * Squares are the stagger without shoved rows or columns.
 */
#pragma once

#include "base.h"

typedef struct tp_Stagger {
  uint8_t rows;    /* 1: every second row is shoved */
  uint8_t columns; /* 1: every second column is */
  uint8_t even;    /* 1: those with even numbers, 0: with odd ones */
} tp_Stagger;

enum { TP_SIDES_OF_HEXAGON = 6 };

TP_INLINE bool tp_is_hexagonal(tp_Stagger s) { return s.rows | s.columns; }

/* 1 for a cell of a shoved row or column, otherwise 0. Squares: 0. */
TP_INLINE unsigned tp_is_shoved(tp_Stagger s, tp_Cell at) {
  const unsigned along = (unsigned)at.x & s.columns,
                 down = (unsigned)at.y & s.rows;
  return along ^ down ^ s.even;
}

/* The neighbours of a hexagon, a bit for each direction. */
TP_INLINE unsigned tp_hexagon_steps(tp_Stagger s, unsigned shoved) {
  const unsigned straight = 1u << TP_E | 1u << TP_S | 1u << TP_W | 1u << TP_N;
  const unsigned east = 1u << TP_NE | 1u << TP_SE;
  const unsigned west = 1u << TP_NW | 1u << TP_SW;
  const unsigned above = 1u << TP_NW | 1u << TP_NE;
  const unsigned below = 1u << TP_SW | 1u << TP_SE;
  if (s.rows) return straight | (shoved ? east : west);
  return straight | (shoved ? below : above);
}

/* ---- cube coordinates ---------------------------------------------------- */

/* Three axes, 120 degrees apart: q + r + s = 0. A step changes two of them by
 * one. `q` counts columns to the right, `r` rows downwards. */
typedef struct tp_Cube {
  int32_t q, r;
} tp_Cube;

/* The cell 0, 0 is the cube 0, 0, whatever the stagger. */
TP_INLINE tp_Cube tp_cube_of(tp_Stagger s, tp_Cell c) {
  const int32_t shoved = (int32_t)tp_is_shoved(s, c);
  if (s.rows) return (tp_Cube){(2 * c.x + shoved - c.y - s.even) / 2, c.y};
  return (tp_Cube){c.x, (2 * c.y + shoved - c.x - s.even) / 2};
}

TP_INLINE tp_Cell tp_cell_of_cube(tp_Stagger s, tp_Cube cube) {
  tp_Cell c = {cube.q, cube.r};
  const int32_t shoved = (int32_t)tp_is_shoved(s, c);
  if (s.rows) {
    c.x = (2 * cube.q + cube.r + s.even - shoved) / 2;
  } else {
    c.y = (2 * cube.r + cube.q + s.even - shoved) / 2;
  }
  return c;
}

/* The steps from one hexagon to another. Counted in half cells along the shoved
 * rows (or columns), each step across leads one half aside without cost. */
TP_INLINE uint32_t tp_hexagons_apart(tp_Stagger s, tp_Cell a, tp_Cell b) {
  const int64_t shoved =
      (int64_t)tp_is_shoved(s, b) - (int64_t)tp_is_shoved(s, a);
  const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
  const int64_t halves = 2 * (s.rows ? dx : dy) + shoved;
  const int64_t lines = s.rows ? dy : dx;
  const int64_t aside = halves < 0 ? -halves : halves;
  const int64_t across = lines < 0 ? -lines : lines;
  return (uint32_t)(across + (aside > across ? (aside - across) / 2 : 0));
}

/* ---- directions in order of angle --------------------------------------- */

/* The step with a number from 0 to 5, and the number of a step. */
TP_FUNC int tp_hexagon_step(tp_Stagger s, unsigned shoved, int turn);
TP_FUNC int tp_hexagon_turn(tp_Stagger s, unsigned shoved, int step);
