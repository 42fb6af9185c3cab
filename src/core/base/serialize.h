/* serialize.h - numbers, and structs by a list of their members, as text.
 *
 * A number that is not whole is written as a whole one times a power of two, so
 * that it is exact and the same in every locale: 3^-1 is 1.5.
 *
 * A record has names and values. It leaves out each member with its usual
 * value: "cell 17 x 3^-1 away true".
 */
#pragma once

#include "base.h"

typedef enum tp_MemberKind {
  TP_WHOLE,  /* an int64_t from -2^53 to 2^53 */
  TP_NUMBER, /* a double */
  TP_WORD    /* an int64_t: the place of a word in a list */
} tp_MemberKind;

/* A member of a struct. */
typedef struct tp_Member {
  const char *name; /* shorter than TP_WORD_TEXT, like all words */
  size_t at;        /* in the struct */
  tp_MemberKind kind;
  double low, high, usual;
  const char *const *words; /* of a TP_WORD; NULL: that place has none */
} tp_Member;

/* All members of a record, in its order. */
typedef struct tp_Members {
  const tp_Member *member;
  size_t count;
} tp_Members;

/* The most characters of a number, and of a member. */
enum {
  TP_NUMBER_TEXT = 26,
  TP_WORD_TEXT = 24,
  TP_MEMBER_TEXT = TP_WORD_TEXT + TP_NUMBER_TEXT + 2
};

/* The words of a flag. */
TP_FUNC const char *const tp_flag_words[2];

/* Writes a finite number; returns the end. */
TP_FUNC char *tp_text_write(char *out, double value);

/* Writes a record; returns its end. Room: TP_MEMBER_TEXT a member. Each number
 * is finite or the usual one. */
TP_FUNC char *tp_serialize_write(char *out, const tp_Members *members,
                                 const void *record);

/* Reads a record of `length` characters, with its members in any order. False
 * if the text is none that a writer writes: a name is unknown or comes twice, a
 * value is the usual one or out of bounds. Then the record has any values. */
TP_FUNC bool tp_serialize_read(const char *text, size_t length,
                               const tp_Members *members, void *record);

/* The value of a member, and its place in the struct. */
TP_INLINE double tp_member_value(const tp_Member *m, const void *record) {
  const void *at = (const char *)record + m->at;
  return m->kind == TP_NUMBER ? *(const double *)at
                              : (double)*(const int64_t *)at;
}

TP_INLINE void tp_member_set(const tp_Member *m, void *record, double value) {
  void *at = (char *)record + m->at;
  if (m->kind == TP_NUMBER) {
    *(double *)at = value;
  } else {
    *(int64_t *)at = (int64_t)value;
  }
}
