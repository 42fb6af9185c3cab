/* serialize.c - see serialize.h. O(members); a text in another order than that
 * of the writer is read in O(members) a word. */
#include "serialize.h"

#include <math.h>
#include <string.h>

/* Whole numbers below 2^53 are exact as doubles. */
static const double most_whole = 9007199254740992.0;

const char *const tp_flag_words[2] = {"false", "true"};

/* ---- writing ------------------------------------------------------------- */

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

/* ---- reading ------------------------------------------------------------- */

/* A word of a text. */
typedef struct Word {
  const char *at, *end;
} Word;

/* Takes the word at *at, and the space behind it. An empty one is none. */
static Word take_word(const char **at, const char *end) {
  Word word = {*at, *at};
  while (word.end < end && *word.end != ' ') word.end++;
  *at = word.end < end ? word.end + 1 : end;
  return word;
}

static bool is_word(Word word, const char *name) {
  const size_t length = (size_t)(word.end - word.at);
  return *word.at == *name && strlen(name) == length &&
         memcmp(word.at, name, length) == 0;
}

/* Reads a whole number of at most 16 digits; NAN: there is none. Returns its
 * end. */
static const char *read_whole(const char *at, const char *end, double *value) {
  enum { MOST_DIGITS = 16 };
  const bool is_negative = at < end && *at == '-';
  const char *first = at += is_negative;
  uint64_t sum = 0;
  while (at < end && *at >= '0' && *at <= '9' && at - first < MOST_DIGITS) {
    sum = 10 * sum + (uint64_t)(*at++ - '0');
  }
  *value = at == first ? NAN : is_negative ? -(double)sum : (double)sum;
  return at;
}

/* The number that a word says; NAN: none. */
static double number_of(Word word) {
  enum { MOST_POWER = 1100 }; /* of a double */
  double whole, power;
  const char *at = read_whole(word.at, word.end, &whole);
  if (at == word.end) return whole;
  if (*at++ != '^') return NAN;
  at = read_whole(at, word.end, &power);
  if (at < word.end || !(fabs(power) <= MOST_POWER)) return NAN;
  for (int n = (int)power; n > 0; n--) whole *= 2;
  for (int n = (int)power; n < 0; n++) whole /= 2;
  return whole;
}

/* The value of a member that a word says; NAN: none. */
static double value_of(const tp_Member *m, Word word) {
  if (m->kind != TP_WORD) return number_of(word);
  for (int i = (int)m->low; i <= (int)m->high; i++) {
    if (m->words[i] && is_word(word, m->words[i])) return i;
  }
  return NAN;
}

/* The member of that name, looked for from m on; NULL: there is none. */
static const tp_Member *find_member(const tp_Members *members,
                                    const tp_Member *m, Word name) {
  const tp_Member *end = members->member + members->count;
  for (size_t i = 0; i < members->count; i++, m++) {
    if (m == end) m = members->member;
    if (is_word(name, m->name)) return m;
  }
  return NULL;
}

bool tp_serialize_read(const char *text, size_t length,
                       const tp_Members *members, void *record) {
  const char *at = text, *end = text + length;
  const tp_Member *next = members->member;
  for (size_t i = 0; i < members->count; i++) {
    tp_member_set(&members->member[i], record, members->member[i].usual);
  }
  if (length > 0 && end[-1] == ' ') return false;
  while (at < end) {
    const Word name = take_word(&at, end), word = take_word(&at, end);
    if (name.at == name.end || word.at == word.end) return false;
    const tp_Member *m = find_member(members, next, name);
    if (!m || tp_member_value(m, record) != m->usual) return false;
    const double value = value_of(m, word);
    const bool fits = value >= m->low && value <= m->high &&
                      (m->kind == TP_NUMBER || floor(value) == value);
    if (!fits || value == m->usual) return false;
    tp_member_set(m, record, value);
    next = m + 1;
  }
  return true;
}
