/* serialize.c - numbers keep all their bits as text, and records have the
 * members that are not usual. A text that the reader takes is one that a writer
 * writes, but for the order of its members and the form of its numbers.
 */
#include "core/base/serialize.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

typedef struct Sample {
  int64_t whole, word;
  double number;
} Sample;

static const char *const words[] = {NULL, "one", "two"};

enum { MEMBERS = 3, TEXT = 2 * MEMBERS * TP_MEMBER_TEXT };

static const tp_Member members[MEMBERS] = {
    {"whole", offsetof(Sample, whole), TP_WHOLE, -1e15, 1e15, -5, NULL},
    {"word", offsetof(Sample, word), TP_WORD, 0, 2, 0, words},
    {"number", offsetof(Sample, number), TP_NUMBER, -DBL_MAX, DBL_MAX, 7, NULL},
};

static const tp_Members all = {members, MEMBERS};

static double draw_number(Random *r) {
  uint64_t bits = random_bits(r);
  double number;
  memcpy(&number, &bits, sizeof number);
  if (random_chance(r, 0.3)) return random_below(r, 100) - 50;
  if (random_chance(r, 0.3)) return (random_below(r, 2000) - 1000) / 8.0;
  return isfinite(number) ? number : 0;
}

/* The number that a text says: a whole one, times a power of two. */
static double number_of(const char *text, char **end) {
  const double whole = (double)strtoll(text, end, 10);
  if (**end != '^') return whole;
  return ldexp(whole, (int)strtol(*end + 1, end, 10));
}

static void judge_record(Unit *u, const Sample *s) {
  char text[TEXT], again[TEXT];
  char *end = tp_serialize_write(text, &all, s), *at = text;
  *end = '\0';
  unit_expect(u, end - text < TEXT, "a text is longer than its room");
  Sample back = {-5, 0, 7};
  for (; *at; at += *at == ' ') {
    if (strncmp(at, "whole ", 6) == 0) {
      back.whole = (int64_t)number_of(at + 6, &at);
    } else if (strncmp(at, "word ", 5) == 0) {
      back.word = at[5] == 'o' ? 1 : 2;
      at += 8;
    } else if (strncmp(at, "number ", 7) == 0) {
      back.number = number_of(at + 7, &at);
    } else {
      unit_expect(u, false, "'%s' has another name", text);
      return;
    }
  }
  unit_expect(u,
              back.whole == s->whole && back.word == s->word &&
                  back.number == s->number,
              "'%s' is another record", text);
  end = tp_serialize_write(again, &all, &back);
  *end = '\0';
  unit_expect(u, strcmp(text, again) == 0, "'%s' is '%s'", text, again);
}

/* Reads a text, in a block of its length. */
static bool read(Unit *u, const char *text, size_t length, Sample *back) {
  char *block = unit_allocate(u, length + 1);
  memcpy(block, text, length);
  return tp_serialize_read(block, length, &all, back);
}

static bool is_same(const Sample *a, const Sample *b) {
  return a->whole == b->whole && a->word == b->word && a->number == b->number;
}

/* The words of a text with one letter changed, and with its members turned
 * round. */
static void judge_reading(Unit *u, const Sample *s) {
  static const char letters[] = " 0159-^ehlmnortuwb.";
  Random *r = &u->random;
  char text[TEXT], turned[TEXT];
  Sample back;
  char *end = tp_serialize_write(text, &all, s);
  const size_t length = (size_t)(end - text);
  *end = '\0';
  unit_expect(u, read(u, text, length, &back) && is_same(&back, s),
              "'%s' is read as another record", text);
  const char *last = strstr(text, " number ");
  if (last) {
    const size_t first = (size_t)(last - text);
    const size_t rest = length - first - 1;
    memcpy(turned, last + 1, rest);
    turned[rest] = ' ';
    memcpy(turned + rest + 1, text, first);
    unit_expect(u, read(u, turned, length, &back) && is_same(&back, s),
                "'%s' is not read in another order", text);
    memcpy(turned, text, length);
    memcpy(turned + length, last, rest + 1);
    unit_expect(u, !read(u, turned, length + rest + 1, &back),
                "'%s' is read with a member twice", text);
  }
  if (length == 0) return;
  char *letter = &text[random_below(r, (int)length)];
  *letter = letters[random_below(r, (int)sizeof letters - 1)];
  if (!read(u, text, length, &back)) return;
  end = tp_serialize_write(turned, &all, &back);
  Sample again;
  unit_expect(
      u,
      read(u, turned, (size_t)(end - turned), &again) && is_same(&back, &again),
      "'%s' is read, and is no record", text);
}

void unit_serialize(Unit *u) {
  Random *r = &u->random;
  Sample s = {random_below(r, 2000000000) - 1000000000, random_below(r, 3),
              draw_number(r)};
  if (random_chance(r, 0.3)) s.whole *= 1000000;
  if (random_chance(r, 0.2)) s.whole = -5;
  if (random_chance(r, 0.2)) s.number = 7;
  judge_record(u, &s);
  judge_reading(u, &s);
}
