/* bitplane.c - planes side by side, and turned. Each cell is looked up in both
 * layouts, and all bits around the lines must be ones.
 */
#include "core/base/bitplane.h"

#include <string.h>

#include "unit.h"

/* A plane by rows, a plane by columns, and what lies behind them. */
typedef struct Planes {
  tp_Bitplane rows, columns;
  int32_t width, height;
  uint64_t *words, *before; /* `before`: before the plane was turned */
  uint64_t end;
} Planes;

static bool bit_of(const uint64_t *words, tp_Bitplane plane, size_t line,
                   size_t bit) {
  size_t at = tp_bitplane_line(plane, line) + bit;
  return words[plane.at + at / 64] >> (at % 64) & 1;
}

static Planes draw(Unit *u) {
  Random *r = &u->random;
  double part = random_unit(r);
  Planes p = {.width = unit_draw_side(u, 200),
              .height = unit_draw_side(u, 200)};
  uint64_t at = (uint64_t)random_below(r, 4);
  at = tp_bitplane_place(&p.rows, at, p.height, p.width);
  p.end = tp_bitplane_place(&p.columns, at, p.width, p.height);
  p.words = unit_allocate(u, (size_t)p.end * sizeof *p.words);
  p.before = unit_allocate(u, (size_t)p.end * sizeof *p.words);
  memset(p.words, 0xff, (size_t)p.end * sizeof *p.words);
  for (int32_t y = 0; y < p.height; y++) {
    uint64_t *line = tp_bitplane_words(p.words, p.rows, y);
    for (int32_t x = 0; x < p.width; x++) {
      if (random_chance(r, part)) line[x / 64] ^= UINT64_C(1) << (x % 64);
    }
  }
  memcpy(p.before, p.words, (size_t)p.end * sizeof *p.words);
  return p;
}

/* All bits of a line except that many are ones. */
static void judge_ones(Unit *u, const Planes *p, tp_Bitplane plane,
                       int32_t lines, int32_t length) {
  uint64_t end = plane.at + (uint64_t)lines * plane.stride + 1;
  uint64_t all = 0, within = 0;
  for (uint64_t i = plane.at; i < end; i++) {
    for (uint64_t word = ~p->words[i]; word; word &= word - 1) all++;
  }
  for (int32_t line = 0; line < lines; line++) {
    for (int32_t i = 0; i < length; i++) {
      within += !bit_of(p->words, plane, (size_t)line, (size_t)i);
    }
  }
  unit_expect(u, (plane.stride - 1) * 64 < (uint32_t)length + 64,
              "a line of %d bits takes %u words", (int)length,
              (unsigned)plane.stride);
  unit_expect(u, all == within, "%llu bits around the lines are no ones",
              (unsigned long long)(all - within));
}

static void judge_turn(Unit *u, Planes *p) {
  tp_bitplane_turn(p->words, p->rows, p->columns, p->width, p->height);
  for (int32_t y = 0; y < p->height; y++) {
    for (int32_t x = 0; x < p->width; x++) {
      bool was = bit_of(p->before, p->rows, (size_t)y, (size_t)x);
      bool is = bit_of(p->words, p->columns, (size_t)x, (size_t)y);
      unit_expect(u, is == was, "%d, %d of %d x %d is wrong by columns", (int)x,
                  (int)y, (int)p->width, (int)p->height);
    }
  }
  size_t rows = (size_t)p->height * p->rows.stride + 1;
  unit_expect(u,
              memcmp(&p->words[p->rows.at], &p->before[p->rows.at],
                     rows * sizeof *p->words) == 0,
              "turning changes what is turned");
  judge_ones(u, p, p->columns, p->width, p->height);
}

/* The line by its definition, not by the tool's arithmetic. */
static int32_t diagonal_of(const Planes *p, int32_t x, int32_t y, bool falls) {
  int32_t line = (falls ? x - y : x + y) % p->height;
  return line < 0 ? line + p->height : line;
}

static void judge_skew(Unit *u, Planes *p, bool falls) {
  size_t height = (size_t)p->height;
  uint64_t *scratch = unit_allocate(u, 2 * height * sizeof *scratch);
  tp_bitplane_skew(p->words, p->rows, p->height, falls, scratch);
  for (int32_t y = 0; y < p->height; y++) {
    for (int32_t x = 0; x < p->width; x++) {
      int32_t line = diagonal_of(p, x, y, falls);
      bool was = bit_of(p->before, p->rows, (size_t)y, (size_t)x);
      bool is = bit_of(p->words, p->rows, (size_t)line, (size_t)x);
      unit_expect(u, is == was, "%d, %d of %d x %d is wrong by diagonals",
                  (int)x, (int)y, (int)p->width, (int)p->height);
      unit_expect(u,
                  tp_bitplane_diagonal((size_t)x % height, (size_t)y, height,
                                       falls) == (size_t)line,
                  "%d, %d is in diagonal %d of %zu", (int)x, (int)y, (int)line,
                  height);
    }
  }
  judge_ones(u, p, p->rows, p->height, p->width);
}

void unit_bitplane(Unit *u) {
  Planes p = draw(u);
  if (random_chance(&u->random, 0.4)) {
    judge_turn(u, &p);
  } else {
    judge_skew(u, &p, random_chance(&u->random, 0.5));
  }
}
