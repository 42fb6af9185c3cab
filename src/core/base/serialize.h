/* serialize.h - structs as text, by a table of their members.
 *
 * A record leaves out each member with its usual value; the others are a letter
 * and a number: "a17g201s3^-1". A number that is not whole is written as a
 * whole one times a power of two, so that it is exact and the same in every
 * locale: 3^-1 is 1.5.
 *
 * Records are not trusted: a record is refused if a member is unknown, out of
 * range or not in the table's order.
 */
#pragma once

#include "base.h"

typedef enum tp_Width {
  TP_U8,
  TP_U16,
  TP_U32,
  TP_U64,
  TP_I32,
  TP_F64
} tp_Width;

typedef struct tp_Member {
  const char *letter; /* one */
  size_t at;          /* in the struct */
  tp_Width width;
  double low, high; /* of a TP_U64 below 2^53 as well; 2^64: any */
  double usual;
} tp_Member;

/* All members of a record, in its order. */
typedef struct tp_Members {
  const tp_Member *member;
  size_t count;
} tp_Members;

/* The most characters of a number. */
enum { TP_NUMBER_TEXT = 26 };

/* Writes a finite number; returns the end. */
TP_FUNC char *tp_text_write(char *out, double value);

/* Writes a record; returns its end. Room: TP_NUMBER_TEXT + 1 a member. */
TP_FUNC char *tp_serialize_write(char *out, const tp_Members *members,
                                 const void *record);

/* Is the whole text a record? Reads it. */
TP_FUNC bool tp_serialize_read(const char *in, const tp_Members *members,
                               void *record);
