/* cellset.c - a set of numbered cells, compared with a list of its cells and
 * of the number that each had before.
 */
#include "core/base/cellset.h"

#include <string.h>

#include "unit.h"

enum { MOST = 140, PUTS = 150 };

typedef struct Set {
  int32_t width, height;
  bool has[MOST * MOST];
  uint32_t number[MOST * MOST]; /* of its cells */
  uint64_t *words;
  tp_Numbering numbering;
} Set;

static void draw(Unit *u, Set *s) {
  Random *r = &u->random;
  double part = random_chance(r, 0.7) ? 0.2 * random_unit(r) : random_unit(r);
  s->width = unit_draw_side(u, MOST);
  s->height = unit_draw_side(u, MOST);
  uint64_t at = (uint64_t)random_below(r, 4);
  uint64_t end = tp_numbering_place(&s->numbering, at, s->width, s->height);
  s->words = unit_allocate(u, (size_t)end * sizeof *s->words);
  memset(s->words, 0xff, (size_t)end * sizeof *s->words);
  for (int32_t y = 0; y < s->height; y++) {
    uint64_t *line = tp_bitplane_words(s->words, s->numbering.plane, y);
    memset(line, 0, (s->numbering.plane.stride - 1) * sizeof *line);
    for (int32_t x = 0; x < s->width; x++) {
      bool has = random_chance(r, part);
      s->has[y * s->width + x] = has;
      if (has) line[x / 64] |= UINT64_C(1) << (x % 64);
    }
  }
  tp_numbering_build(s->words, &s->numbering);
}

/* Each cell has a number of its own; unless numbers are fixed, they are in
 * order. `kept`: all numbers are those of before, except that of `cell`. */
static void judge(Unit *u, Set *s, bool kept, int32_t cell) {
  static bool taken[4 * MOST * MOST];
  const tp_Numbering *n = &s->numbering;
  uint32_t count = 0;
  memset(taken, 0, sizeof taken);
  for (int32_t i = 0; i < s->width * s->height; i++) {
    if (!s->has[i]) continue;
    int32_t x = i % s->width, y = i / s->width;
    uint32_t number = tp_numbering_number(s->words, n, x, y);
    bool is_own = number < n->end && number < sizeof taken && !taken[number];
    if (!unit_expect(u, is_own, "%d, %d has number %u of %u, or not alone",
                     (int)x, (int)y, (unsigned)number, (unsigned)n->end)) {
      return;
    }
    taken[number] = true;
    unit_expect(u, n->are_fixed || number == count,
                "%d, %d has number %u, not %u", (int)x, (int)y,
                (unsigned)number, (unsigned)count);
    unit_expect(u, !kept || i == cell || number == s->number[i],
                "%d, %d had number %u, and has %u", (int)x, (int)y,
                (unsigned)s->number[i], (unsigned)number);
    s->number[i] = number;
    count++;
  }
  unit_expect(u, n->count == count, "%u cells, not %u", (unsigned)count,
              (unsigned)n->count);
  unit_expect(u, n->end <= (n->are_fixed ? n->room : count),
              "numbers up to %u for %u cells", (unsigned)n->end,
              (unsigned)count);
}

/* Mostly near each other, so that rows fill up. */
static int32_t draw_cell(Unit *u, const Set *s, int32_t before) {
  Random *r = &u->random;
  if (random_chance(r, 0.7)) {
    int32_t y = before / s->width;
    return y * s->width + random_below(r, s->width);
  }
  return random_below(r, s->width * s->height);
}

void unit_cellset(Unit *u) {
  static Set set;
  Set *s = &set;
  int32_t cell = 0;
  double come = 0.3 + 0.7 * random_unit(&u->random);
  draw(u, s);
  judge(u, s, false, -1);
  for (int i = 0; i < PUTS && !u->wrong; i++) {
    bool yes = random_chance(&u->random, come);
    cell = draw_cell(u, s, cell);
    bool others_stay = !tp_numbering_put(s->words, &s->numbering,
                                         cell % s->width, cell / s->width, yes);
    bool is_new = s->has[cell] != yes;
    s->has[cell] = yes;
    bool kept = s->numbering.are_fixed && others_stay;
    judge(u, s, kept, is_new ? cell : -1);
  }
}
