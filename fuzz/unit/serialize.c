/* serialize.c - records keep all their bits as text. A record that is cut off,
 * changed or out of range is refused, or is a valid one.
 */
#include "core/base/serialize.h"

#include <math.h>
#include <string.h>

#include "unit.h"

typedef struct Sample {
  uint8_t small;
  uint16_t middle;
  uint32_t large;
  uint64_t whole;
  int32_t sign;
  double number;
} Sample;

#define OF(letter, name, width, high) \
  { letter, offsetof(Sample, name), width, 0, high, 0 }
#define FROM(letter, name, width, low, high, usual) \
  { letter, offsetof(Sample, name), width, low, high, usual }

enum { MEMBERS = 6, TEXT = MEMBERS * (TP_NUMBER_TEXT + 1) + 1 };

static const tp_Member members[MEMBERS] = {
    FROM("a", small, TP_U8, 3, 200, 7),
    OF("b", middle, TP_U16, 65535),
    OF("c", large, TP_U32, 4294967295.0),
    OF("d", whole, TP_U64, 18446744073709551616.0),
    FROM("e", sign, TP_I32, -1e9, 1e9, -5),
    FROM("f", number, TP_F64, -DBL_MAX, DBL_MAX, 0),
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

static Sample draw(Random *r) {
  Sample s;
  memset(&s, 0, sizeof s);
  s.small = (uint8_t)(3 + random_below(r, 198));
  s.middle = (uint16_t)random_bits(r);
  s.large = (uint32_t)random_bits(r);
  s.whole = random_bits(r) >> random_below(r, 64);
  s.sign = random_below(r, 2000000000) - 1000000000;
  s.number = draw_number(r);
  if (random_chance(r, 0.3)) s.small = 7;
  if (random_chance(r, 0.3)) s.sign = -5;
  if (random_chance(r, 0.3)) s.middle = 0;
  return s;
}

static bool is_same(const Sample *a, const Sample *b) {
  return a->small == b->small && a->middle == b->middle &&
         a->large == b->large && a->whole == b->whole && a->sign == b->sign &&
         a->number == b->number;
}

static bool is_in_range(const Sample *s) {
  return s->small >= 3 && s->small <= 200 && s->sign >= -1000000000 &&
         s->sign <= 1000000000 && isfinite(s->number);
}

static void judge_text(Unit *u, const Sample *s) {
  Random *r = &u->random;
  char text[TEXT];
  Sample back;
  char *end = tp_serialize_write(text, &all, s);
  *end = '\0';
  unit_expect(u, end - text < TEXT, "a text is longer than its room");
  bool is_read = tp_serialize_read(text, &all, &back);
  unit_expect(u, is_read && is_same(s, &back), "'%s' is another record", text);
  if (end == text) return;
  static const char letters[] = "abcdef0123456789^-x";
  text[random_below(r, (int32_t)(end - text))] =
      letters[random_below(r, (int32_t)sizeof letters)];
  if (!tp_serialize_read(text, &all, &back)) return;
  unit_expect(u, is_in_range(&back), "'%s' is read as out of its range", text);
}

void unit_serialize(Unit *u) {
  const Sample s = draw(&u->random);
  judge_text(u, &s);
}
