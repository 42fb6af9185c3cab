/* differential.c - random queries; the oracle judges each answer.
 *
 *     differential [--queries N] [--seed S] [--shape squares | hexagons]
 *                  [--plant NAME | all | list]
 *
 * Trials are numbered from the seed on (unless given, that of seed.h) until N
 * queries have been asked. A mismatch prints the command that plays its trial
 * again. A number names a trial of squares and a trial of hexagons; unless a
 * shape is given, each second number plays both.
 *
 * --plant plants a fault that must be caught. With a name, the run fails as it
 * would with that fault in the library. With `all`, each fault is planted in
 * turn, and the run fails if a fault goes uncaught. Exits with 0 if all is
 * right. Last line: `N passed, M failed`, over queries or faults.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "plant.h"
#include "play.h"
#include "replay.h"
#include "seed.h"

static const char *const plant_names[PLANT_COUNT] = {"none",
#define PLANT_NAME(id, name, what) name,
                                                     PLANTS(PLANT_NAME)
#undef PLANT_NAME
};

static const char *const plant_faults[PLANT_COUNT] = {"",
#define PLANT_FAULT(id, name, what) what,
                                                      PLANTS(PLANT_FAULT)
#undef PLANT_FAULT
};

static bool with_squares = true, with_hexagons = true;

/* If hexagons alone are asked for, each number has a trial. */
static bool has_trial(uint64_t number, bool hexagonal) {
  if (!hexagonal) return with_squares;
  return with_hexagons && (!with_squares || number % 2 == 1);
}

static Tally run(uint64_t seed, long queries, long failures, FILE *report) {
  Tally tally = {.report = report};
  for (uint64_t k = 2 * seed; tally.queries < queries; k++) {
    const uint64_t n = k / 2;
    const bool hexagonal = k % 2;
    if (!has_trial(n, hexagonal)) continue;
    replay_note("--seed %llu --queries 1 --shape %s%s%s", (unsigned long long)n,
                hexagonal ? "hexagons" : "squares", planted ? " --plant " : "",
                planted ? plant_names[planted] : "");
    play_trial(n, hexagonal, &tally);
    if (tally.failed >= failures) break;
  }
  return tally;
}

static int judge(uint64_t seed, long queries) {
  Tally t = run(seed, queries, 10, stdout);
  printf("%ld passed, %ld failed\n", t.queries - t.failed, t.failed);
  return t.failed > 0;
}

/* A fault may end the process: the core is then asked what its headers forbid,
 * and aborts. The handler jumps back to here, and the run goes on. */
static sigjmp_buf abandoned;

static void abandon(int number) {
  signal(number, abandon);
  siglongjmp(abandoned, 1);
}

static Tally run_planted(uint64_t seed, long queries) {
  static Tally tally; /* its address must not change over a jump */
  void (*handler)(int) = signal(SIGABRT, abandon);
  tally = (Tally){.failed = 1};
  if (sigsetjmp(abandoned, 1) == 0) tally = run(seed, queries, 1, NULL);
  signal(SIGABRT, handler);
  return tally;
}

/* Some faults show only once in five thousand queries. Each gets ten times as
 * many, so that no seed misses a fault. */
static int plant_all(uint64_t seed, long queries) {
  int caught = 0, missed = 0;
  for (int p = PLANT_NONE + 1; p < PLANT_COUNT; p++) {
    planted = (Plant)p;
    Tally t = run_planted(seed, 10 * queries);
    if (t.failed > 0)
      caught++;
    else
      missed++;
    printf("%s (%s): %s after %ld queries\n", plant_names[p], plant_faults[p],
           t.failed > 0 ? "caught" : "NOT caught", t.queries);
  }
  printf("%d passed, %d failed\n", caught, missed);
  return missed > 0;
}

static int usage(void) {
  fputs(
      "usage: differential [--queries N] [--seed S] "
      "[--shape squares | hexagons] [--plant NAME | all | list]\n",
      stderr);
  return 2;
}

static int list_plants(void) {
  for (int p = PLANT_NONE + 1; p < PLANT_COUNT; p++) {
    printf("%-10s %s\n", plant_names[p], plant_faults[p]);
  }
  return 0;
}

int main(int argc, char **argv) {
  uint64_t seed = SEED;
  long queries = 20000;
  const char *plant = NULL;
  for (int i = 1; i + 1 < argc; i += 2) {
    const char *value = argv[i + 1];
    if (strcmp(argv[i], "--queries") == 0) {
      queries = strtol(value, NULL, 10);
    } else if (strcmp(argv[i], "--seed") == 0) {
      seed = strtoull(value, NULL, 10);
    } else if (strcmp(argv[i], "--plant") == 0) {
      plant = value;
    } else if (strcmp(argv[i], "--shape") == 0) {
      with_squares = strcmp(value, "hexagons") != 0;
      with_hexagons = strcmp(value, "squares") != 0;
    } else {
      return usage();
    }
  }
  if (argc % 2 == 0) return usage();
  if (plant && strcmp(plant, "list") == 0) return list_plants();
  replay_begin(argv[0]);
  printf("differential: seed %llu\n", (unsigned long long)seed);
  if (plant && strcmp(plant, "all") == 0) return plant_all(seed, queries);
  for (int p = PLANT_NONE + 1; plant && p < PLANT_COUNT; p++) {
    if (strcmp(plant, plant_names[p]) == 0) planted = (Plant)p;
  }
  if (plant && planted == PLANT_NONE) return usage();
  return judge(seed, queries);
}
