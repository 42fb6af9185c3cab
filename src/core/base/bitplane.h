/* bitplane.h - a bit for each cell of a map, stored along its rows, its columns
 * or its diagonals. */
#pragma once

#include "base.h"

/* Lines of 64-bit words; the next cell on a line is the next bit. A word of
 * ones comes before the first line and after each, and a line is filled up with
 * ones: a scan along it for the next one stops there.
 *
 *     by rows       bit x of line y
 *     by columns    bit y of line x
 *     by diagonals  bit x of line (x - y) mod height, or (x + y) mod height:
 *                   each line consists of parts of a few diagonals, and the
 *                   user provides a one where a diagonal ends at the edge
 *
 * All planes of a block count from the same first word. */
typedef struct tp_Bitplane {
  uint64_t at;     /* its first word */
  uint32_t stride; /* words from line to line */
  uint32_t padding;
} tp_Bitplane;

/* Places a plane from that word on; returns its end. */
TP_FUNC uint64_t tp_bitplane_place(tp_Bitplane *plane, uint64_t at,
                                   int32_t lines, int32_t length);

/* The first bit of a line, counted from the plane's first word. */
TP_INLINE size_t tp_bitplane_line(tp_Bitplane plane, size_t line) {
  return (line * plane.stride + 1) * 64;
}

/* The words of a line. */
TP_INLINE uint64_t *tp_bitplane_words(uint64_t *words, tp_Bitplane plane,
                                      int32_t line) {
  return &words[plane.at + (size_t)line * plane.stride + 1];
}

/* In a plane by diagonals that fall (SE, NW) or rise: the line of a cell in row
 * y, and in a column with that rest modulo height. */
TP_INLINE size_t tp_bitplane_diagonal(size_t rest, size_t y, size_t height,
                                      bool falls) {
  size_t line = rest + (falls ? height - y : y);
  return line < height ? line : line - height;
}

/* Copies a plane by rows to one by columns. */
TP_FUNC void tp_bitplane_turn(uint64_t *words, tp_Bitplane rows,
                              tp_Bitplane columns, int32_t width,
                              int32_t height);

/* Turns a plane by rows into one by diagonals; scratch: 2 * height words. */
TP_FUNC void tp_bitplane_skew(uint64_t *words, tp_Bitplane plane,
                              int32_t height, bool falls, uint64_t *scratch);
