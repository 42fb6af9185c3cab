/* serialize.c - see serialize.h. O(members). */
#include "serialize.h"

#include <math.h>
#include <string.h>

/* Whole numbers below 2^53 are exact as doubles. */
static const double most_whole = 9007199254740992.0;

const char *const tp_flag_words[2] = {"false", "true"};

static char *write_whole(char *out, double whole) {
  char digit[20];
  int n = 0;
  uint64_t value = (uint64_t)fabs(whole);
  if (whole < 0) *out++ = '-';
  do digit[n++] = (char)('0' + value % 10);
  while (value /= 10);
  while (n > 0) *out++ = digit[--n];
  return out;
}

char *tp_text_write(char *out, double value) {
  int power = 0;
  if (fabs(value) < most_whole && floor(value) == value) {
    return write_whole(out, value);
  }
  double whole = value;
  while (floor(whole) != whole) {
    whole *= 2;
    power--;
  }
  while (floor(whole / 2) == whole / 2) {
    whole /= 2;
    power++;
  }
  out = write_whole(out, whole);
  *out++ = '^';
  return write_whole(out, power);
}

static char *write_word(char *out, const char *word) {
  TP_ASSERT(strlen(word) < TP_WORD_TEXT);
  while (*word) *out++ = *word++;
  return out;
}

char *tp_serialize_write(char *out, const tp_Members *members,
                         const void *record) {
  const char *first = out;
  const tp_Member *m = members->member;
  for (const tp_Member *end = m + members->count; m < end; m++) {
    const double value = tp_member_value(m, record);
    if (value == m->usual) continue;
    if (out > first) *out++ = ' ';
    out = write_word(out, m->name);
    *out++ = ' ';
    out = m->kind == TP_WORD ? write_word(out, m->words[(int)value])
                             : tp_text_write(out, value);
  }
  return out;
}
