/* neighborhood.h - the 3 x 3 cells around one, as bits; and constant tables of
 * all 512 such neighbourhoods.
 *
 *     0 1 2      NW N NE
 *     3 4 5      W  .  E
 *     6 7 8      SW S SE
 *
 * Bit tp_neighborhood_bit(dx, dy) is set if the cell at that offset is free. As
 * an octal number, a neighbourhood has a digit for each row. */
#pragma once

#include "../base/base.h"

TP_INLINE int tp_neighborhood_bit(int dx, int dy) {
  return (dy + 1) * 3 + dx + 1;
}

TP_INLINE int tp_neighborhood_of(int direction) {
  return tp_neighborhood_bit(tp_dx[direction], tp_dy[direction]);
}

/* A set of steps, bit d for direction d, for each neighbourhood. */
typedef uint8_t tp_NeighborhoodTable[512];

/* An initializer of such a table: FORM(nine, ...) for each neighbourhood. For a
 * linter, which would take minutes, eight of them are enough. */
#ifdef __clang_analyzer__
#define TP_NEIGHBORHOOD_TABLE(FORM, ...) \
  { TP_NEIGHBORHOOD_ROW(FORM, 0, 0, __VA_ARGS__) }
#else
#define TP_NEIGHBORHOOD_TABLE(FORM, ...)            \
  {                                                 \
    TP_NEIGHBORHOOD_ROWS(FORM, 0, __VA_ARGS__),     \
        TP_NEIGHBORHOOD_ROWS(FORM, 1, __VA_ARGS__), \
        TP_NEIGHBORHOOD_ROWS(FORM, 2, __VA_ARGS__), \
        TP_NEIGHBORHOOD_ROWS(FORM, 3, __VA_ARGS__), \
        TP_NEIGHBORHOOD_ROWS(FORM, 4, __VA_ARGS__), \
        TP_NEIGHBORHOOD_ROWS(FORM, 5, __VA_ARGS__), \
        TP_NEIGHBORHOOD_ROWS(FORM, 6, __VA_ARGS__), \
        TP_NEIGHBORHOOD_ROWS(FORM, 7, __VA_ARGS__)  \
  }
#endif
#define TP_NEIGHBORHOOD_ROWS(FORM, a, ...)          \
  TP_NEIGHBORHOOD_ROW(FORM, a, 0, __VA_ARGS__),     \
      TP_NEIGHBORHOOD_ROW(FORM, a, 1, __VA_ARGS__), \
      TP_NEIGHBORHOOD_ROW(FORM, a, 2, __VA_ARGS__), \
      TP_NEIGHBORHOOD_ROW(FORM, a, 3, __VA_ARGS__), \
      TP_NEIGHBORHOOD_ROW(FORM, a, 4, __VA_ARGS__), \
      TP_NEIGHBORHOOD_ROW(FORM, a, 5, __VA_ARGS__), \
      TP_NEIGHBORHOOD_ROW(FORM, a, 6, __VA_ARGS__), \
      TP_NEIGHBORHOOD_ROW(FORM, a, 7, __VA_ARGS__)
#define TP_NEIGHBORHOOD_ROW(FORM, a, b, ...)                        \
  FORM(0##a##b##0, __VA_ARGS__), FORM(0##a##b##1, __VA_ARGS__),     \
      FORM(0##a##b##2, __VA_ARGS__), FORM(0##a##b##3, __VA_ARGS__), \
      FORM(0##a##b##4, __VA_ARGS__), FORM(0##a##b##5, __VA_ARGS__), \
      FORM(0##a##b##6, __VA_ARGS__), FORM(0##a##b##7, __VA_ARGS__)

/* The bit of the neighbour in a direction, for a FORM. */
enum {
  TP_NEIGHBORHOOD_NW,
  TP_NEIGHBORHOOD_N,
  TP_NEIGHBORHOOD_NE,
  TP_NEIGHBORHOOD_W,
  TP_NEIGHBORHOOD_E = 5,
  TP_NEIGHBORHOOD_SW,
  TP_NEIGHBORHOOD_S,
  TP_NEIGHBORHOOD_SE
};
