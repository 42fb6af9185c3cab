/* within.h - which cells lie within range of any of many, row by row. */
#ifndef TP_WITHIN_H
#define TP_WITHIN_H

#include "../base/bits.h"

typedef struct tp_Within {
  int32_t width;
  int32_t rows;  /* from the first to the one that comes next              */
  int32_t far;   /* rows from here on are out of range                     */
  int32_t *last; /* by column: the last row with a source in it            */
  int32_t *half; /* by rows away: how many columns further is within range */
} tp_Within;

/* Words of working space. */
TP_FUNC size_t tp_within_words(int32_t width, int32_t height);

/* For that range, squared. */
TP_FUNC void tp_within_start(tp_Within *within, int32_t width, int32_t height,
                             uint64_t range, uint64_t *work);

/* The next row, with the sources that lie in it: adds the cells of it that are
 * within range of a source of this row or of any before it. */
TP_FUNC void tp_within_row(tp_Within *within, const uint64_t *sources,
                           uint64_t *near);

#endif
