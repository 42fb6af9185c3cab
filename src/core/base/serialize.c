/* serialize.c - see serialize.h. O(members). */
#include "serialize.h"

#include <math.h>
#include <string.h>

/* Whole numbers below 2^53 are exact as doubles. */
static const double most_whole = 9007199254740992.0;

/* ---- members of a struct ------------------------------------------------- */

/* A member, as a whole number of 64 bits, or as a double. */
typedef struct Value {
  uint64_t whole; /* if it is whole and not negative */
  double number;  /* the same; rounded, from 2^53 on */
} Value;

static Value value_of(const tp_Member *m, const void *record) {
  const char *at = (const char *)record + m->at;
  Value v = {0, 0};
  uint16_t two;
  uint32_t four;
  int32_t whole;
  switch (m->width) {
    case TP_U8: v.whole = *(const uint8_t *)at; break;
    case TP_U16:
      memcpy(&two, at, sizeof two);
      v.whole = two;
      break;
    case TP_U32:
      memcpy(&four, at, sizeof four);
      v.whole = four;
      break;
    case TP_U64: memcpy(&v.whole, at, sizeof v.whole); break;
    case TP_I32: memcpy(&whole, at, sizeof whole); return (Value){0, whole};
    case TP_F64: memcpy(&v.number, at, sizeof v.number); return v;
  }
  v.number = (double)v.whole;
  return v;
}

static void set_value(const tp_Member *m, void *record, Value v) {
  char *at = (char *)record + m->at;
  uint16_t two = (uint16_t)v.whole;
  uint32_t four = (uint32_t)v.whole;
  switch (m->width) {
    case TP_U8: *(uint8_t *)at = (uint8_t)v.whole; break;
    case TP_U16: memcpy(at, &two, sizeof two); break;
    case TP_U32: memcpy(at, &four, sizeof four); break;
    case TP_U64: memcpy(at, &v.whole, sizeof v.whole); break;
    case TP_F64: memcpy(at, &v.number, sizeof v.number); break;
    case TP_I32: {
      int32_t whole = (int32_t)v.number;
      memcpy(at, &whole, sizeof whole);
    }
  }
}

/* ---- text ---------------------------------------------------------------- */

static char *write_whole(char *out, uint64_t value) {
  char digit[20];
  int n = 0;
  do digit[n++] = (char)('0' + value % 10);
  while (value /= 10);
  while (n > 0) *out++ = digit[--n];
  return out;
}

static char *write_signed(char *out, double whole) {
  if (whole < 0) *out++ = '-';
  return write_whole(out, (uint64_t)fabs(whole));
}

char *tp_text_write(char *out, double value) {
  int power = 0;
  if (fabs(value) < most_whole && floor(value) == value) {
    return write_signed(out, value);
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
  out = write_signed(out, whole);
  *out++ = '^';
  return write_signed(out, power);
}

static const char *read_whole(const char *in, uint64_t *value) {
  const char *first = in;
  *value = 0;
  for (; *in >= '0' && *in <= '9'; in++) {
    uint64_t digit = (uint64_t)(*in - '0');
    if (*value > (UINT64_MAX - digit) / 10) return NULL;
    *value = 10 * *value + digit;
  }
  return in > first ? in : NULL;
}

/* Only as it is written. */
static const char *read_number(const char *in, double *value) {
  char again[TP_NUMBER_TEXT];
  const char *first = in;
  const bool is_negative = *in == '-';
  uint64_t whole, power;
  in = read_whole(in + is_negative, &whole);
  if (!in || whole > (uint64_t)most_whole) return NULL;
  *value = is_negative ? -(double)whole : (double)whole;
  if (*in == '^') {
    const bool is_part = *++in == '-';
    in = read_whole(in + is_part, &power);
    if (!in || power > 1100) return NULL;
    for (uint64_t i = 0; i < power; i++) *value *= is_part ? 0.5 : 2;
    if (!isfinite(*value)) return NULL;
  }
  const size_t length = (size_t)(tp_text_write(again, *value) - again);
  const bool is_same =
      length == (size_t)(in - first) && memcmp(first, again, length) == 0;
  return is_same ? in : NULL;
}

char *tp_serialize_write(char *out, const tp_Members *members,
                         const void *record) {
  const tp_Member *m = members->member;
  for (const tp_Member *end = m + members->count; m < end; m++) {
    Value v = value_of(m, record);
    if (v.number == m->usual) continue;
    *out++ = *m->letter;
    bool is_whole = m->width != TP_I32 && m->width != TP_F64;
    out = is_whole ? write_whole(out, v.whole) : tp_text_write(out, v.number);
  }
  return out;
}

bool tp_serialize_read(const char *in, const tp_Members *members,
                       void *record) {
  const tp_Member *m = members->member;
  for (const tp_Member *end = m + members->count; m < end; m++) {
    Value v = {m->usual > 0 ? (uint64_t)m->usual : 0, m->usual};
    if (*in == *m->letter) {
      const bool is_whole = m->width != TP_I32 && m->width != TP_F64;
      in = is_whole ? read_whole(in + 1, &v.whole)
                    : read_number(in + 1, &v.number);
      if (is_whole) v.number = (double)v.whole;
      if (!in) return false;
      /* NAN is in no range. */
      if (!(v.number >= m->low && v.number <= m->high)) return false;
      if (m->width == TP_I32 && floor(v.number) != v.number) return false;
    }
    set_value(m, record, v);
  }
  return *in == '\0';
}
