/* cellset.h - a set of cells of a map, each with a number. */
#pragma once

#include "bitplane.h"
#include "bits.h"

/* In a block of words, as planes are. A cell keeps its number as long as it is
 * in the set; after that another cell may get the number. If more cells are in
 * the set than there is room for, numbers are in reading order instead, and
 * change whenever the set does. */
typedef struct tp_CellSet {
  tp_Bitplane plane;  /* by rows: is the cell in the set? */
  uint64_t within_at; /* by word: cells in the same row before it */
  uint64_t row_at;    /* by row: where its numbers begin, or cells before it */
  uint64_t number_at; /* numbers, row by row, in order of columns */
  int32_t height;
  uint32_t room; /* for so many numbers */
  uint32_t count;
  uint32_t end;    /* greater than all numbers in use */
  uint64_t places; /* room that permanent numbers would need */
  bool are_fixed;  /* cells keep their numbers */
} tp_CellSet;

/* Places the set from that word on; returns its end. */
TP_FUNC uint64_t tp_cellset_place(tp_CellSet *cell_set, uint64_t at,
                                  int32_t width, int32_t height);

/* Numbers all cells anew, after the plane was written. */
TP_FUNC void tp_cellset_build(uint64_t *words, tp_CellSet *cell_set);

/* Adds a cell to the set, or removes it. May other cells have other numbers
 * then? */
TP_FUNC bool tp_cellset_set(uint64_t *words, tp_CellSet *cell_set, int32_t x,
                            int32_t y, bool yes);

/* The number of a cell of the set. */
TP_INLINE uint32_t tp_cellset_number(const uint64_t *words, const tp_CellSet *p,
                                     int32_t x, int32_t y) {
  const uint32_t *row = (const uint32_t *)&words[p->row_at];
  const uint32_t *number = (const uint32_t *)&words[p->number_at];
  const uint16_t *within = (const uint16_t *)&words[p->within_at];
  size_t word = (size_t)y * p->plane.stride + (size_t)(x >> 6) + 1;
  uint64_t sooner = (UINT64_C(1) << (x & 63)) - 1;
  TP_ASSERT(words[p->plane.at + word] >> (x & 63) & 1);
  uint32_t at = row[y] + within[word] +
                (uint32_t)tp_popcount(words[p->plane.at + word] & sooner);
  return p->are_fixed ? number[at] : at;
}
