/* unit.c - plays the tests of the core's tools.
 *
 *     unit [--seed S] [--only NAME] [--rounds N]
 *
 * The rounds of a tool have the seeds S, S + 1, ... (unless given, S is that of
 * seed.h); its name gives it numbers of its own. The first wrong round ends
 * them, and the command that plays it again is printed. Exits with 0 if all is
 * right. Last line: `N passed, M failed`, over rounds.
 */
#include "unit.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../replay.h"
#include "../seed.h"

typedef struct Tool {
  const char *name;
  void (*play)(Unit *u);
  long rounds;
} Tool;

/* Each tool gets as many rounds as take some tenths of a second. */
static const Tool tools[] = {
    {"base", unit_base, 1},
    {"bits", unit_bits, 10000},
    {"bits_portable", unit_bits_portable, 10000},
    {"bucketqueue", unit_bucketqueue, 1000},
    {"changelog", unit_changelog, 50},
    {"heapsort", unit_heapsort, 10000},
    {"mergesort", unit_mergesort, 10000},
    {"obstacles", unit_obstacles, 500},
    {"rect", unit_rect, 2000},
    {"serialize", unit_serialize, 5000},
    {"u128", unit_u128, 5000},
    {"versions", unit_versions, 5000},
};

bool unit_expect(Unit *u, bool right, const char *format, ...) {
  va_list arguments;
  if (right || u->wrong) return right;
  u->wrong = true;
  printf("%s: ", u->name);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n%s\n", replay_line());
  return false;
}

void *unit_allocate(Unit *u, size_t bytes) {
  void *block = malloc(bytes > 0 ? bytes : 1);
  if (!block || u->blocks == UNIT_BLOCKS) {
    fputs("out of memory\n", stderr);
    exit(2);
  }
  u->block[u->blocks++] = block;
  return memset(block, 0xa5, bytes);
}

int unit_draw_side(Unit *u, int most) {
  static const int edges[] = {1, 2, 63, 64, 65, 127, 128, 129};
  Random *r = &u->random;
  int side = 1 + random_below(r, random_chance(r, 0.1) ? most : 20);
  if (random_chance(r, 0.3)) side = edges[random_below(r, 8)];
  return side < most ? side : most;
}

/* Returns whether the round was right. */
static bool play(const Tool *tool, uint64_t seed) {
  Unit u = {.name = tool->name,
            .seed = seed,
            .random = random_named(seed, tool->name)};
  replay_note("--only %s --rounds 1 --seed %llu", tool->name,
              (unsigned long long)seed);
  tool->play(&u);
  while (u.blocks > 0) free(u.block[--u.blocks]);
  return !u.wrong;
}

static int usage(void) {
  fputs("usage: unit [--seed S] [--only NAME] [--rounds N]\n", stderr);
  return 2;
}

int main(int argc, char **argv) {
  uint64_t seed = SEED;
  long rounds = 0, passed = 0, failed = 0;
  const char *only = NULL;
  for (int i = 1; i + 1 < argc; i += 2) {
    const char *value = argv[i + 1];
    if (strcmp(argv[i], "--seed") == 0) {
      seed = strtoull(value, NULL, 10);
    } else if (strcmp(argv[i], "--only") == 0) {
      only = value;
    } else if (strcmp(argv[i], "--rounds") == 0) {
      rounds = strtol(value, NULL, 10);
    } else {
      return usage();
    }
  }
  if (argc % 2 == 0) return usage();
  replay_begin(argv[0]);
  printf("unit: seed %llu\n", (unsigned long long)seed);
  for (size_t i = 0; i < sizeof tools / sizeof tools[0]; i++) {
    const Tool *tool = &tools[i];
    long most = rounds > 0 ? rounds : tool->rounds, n = 0;
    if (only && strcmp(only, tool->name) != 0) continue;
    while (n < most && play(tool, seed + (uint64_t)n)) n++;
    printf("%s: %ld rounds\n", tool->name, n);
    passed += n;
    failed += n < most;
  }
  printf("%ld passed, %ld failed\n", passed, failed);
  return failed > 0 || passed == 0;
}
