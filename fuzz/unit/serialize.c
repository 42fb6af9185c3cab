/* serialize.c - numbers keep all their bits as text, and records have the
 * members that are not usual.
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

enum { MEMBERS = 3, TEXT = MEMBERS * TP_MEMBER_TEXT + 1 };

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

void unit_serialize(Unit *u) {
  Random *r = &u->random;
  Sample s = {random_below(r, 2000000000) - 1000000000, random_below(r, 3),
              draw_number(r)};
  if (random_chance(r, 0.3)) s.whole *= 1000000;
  if (random_chance(r, 0.2)) s.whole = -5;
  if (random_chance(r, 0.2)) s.number = 7;
  judge_record(u, &s);
}
