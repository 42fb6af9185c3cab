/* differential.c - random queries; the oracle judges each answer.
 *
 *     differential [--queries N] [--seed S] [--shape squares | hexagons]
 *
 * Trials are numbered from the seed on (unless given, that of seed.h) until N
 * queries have been asked. A mismatch prints the command that plays its trial
 * again. A number names a trial of squares and a trial of hexagons; unless a
 * shape is given, each second number plays both. Exits with 0 if all is right.
 * Last line: `N passed, M failed`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "replay.h"
#include "seed.h"

static bool with_squares = true, with_hexagons = true;

/* If hexagons alone are asked for, each number has a trial. */
static bool has_trial(uint64_t number, bool hexagonal) {
  if (!hexagonal) return with_squares;
  return with_hexagons && (!with_squares || number % 2 == 1);
}

enum { MOST_FAILURES = 10 };

static int judge(uint64_t seed, long queries) {
  Tally t = {0, 0};
  for (uint64_t k = 2 * seed; t.queries < queries; k++) {
    const uint64_t n = k / 2;
    const bool hexagonal = k % 2;
    if (!has_trial(n, hexagonal)) continue;
    replay_note("--seed %llu --queries 1 --shape %s", (unsigned long long)n,
                hexagonal ? "hexagons" : "squares");
    play_trial(n, hexagonal, &t);
    if (t.failed >= MOST_FAILURES) break;
  }
  printf("%ld passed, %ld failed\n", t.queries - t.failed, t.failed);
  return t.failed > 0;
}

static int usage(void) {
  fputs(
      "usage: differential [--queries N] [--seed S] "
      "[--shape squares | hexagons]\n",
      stderr);
  return 2;
}

int main(int argc, char **argv) {
  uint64_t seed = SEED;
  long queries = 20000;
  for (int i = 1; i + 1 < argc; i += 2) {
    const char *value = argv[i + 1];
    if (strcmp(argv[i], "--queries") == 0) {
      queries = strtol(value, NULL, 10);
    } else if (strcmp(argv[i], "--seed") == 0) {
      seed = strtoull(value, NULL, 10);
    } else if (strcmp(argv[i], "--shape") == 0) {
      with_squares = strcmp(value, "hexagons") != 0;
      with_hexagons = strcmp(value, "squares") != 0;
    } else {
      return usage();
    }
  }
  if (argc % 2 == 0) return usage();
  replay_begin(argv[0]);
  printf("differential: seed %llu\n", (unsigned long long)seed);
  return judge(seed, queries);
}
