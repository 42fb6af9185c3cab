/* choose.c - see choose.h. */
#include "choose.h"

#include <math.h>

/* Each third trial is tiny. KINDS other trials in a row have a size rule each;
 * the last ones are very large. */
enum { KINDS = 24, FIRST_LONG = 20, FIRST_VAST = 22 };

/* Step costs that jump point search can serve. */
void choose_jumpy_costs(Trial *t, double *straight, double *diagonal) {
  static const double ratios[] = {1.4142135623730951, 1.4, 1, 2, 1.5, 1.9999};
  int n = (int)(sizeof ratios / sizeof ratios[0]);
  int i = random_below(&t->random, n + 2);
  double ratio = i < n ? ratios[i] : 1 + random_unit(&t->random);
  *straight = random_chance(&t->random, 0.6) ? 1 : world_price(&t->random);
  *diagonal = fmin(*straight * ratio, 1024);
  if (*diagonal < *straight) *diagonal = *straight;
}

void choose_costs(Trial *t, double *straight, double *diagonal) {
  static const double pairs[][2] = {{1, 1.4142135623730951},
                                    {10, 14},
                                    {1, 1.4},
                                    {1, 1},
                                    {1, 2},
                                    {1, 2.5},
                                    {1, 3},
                                    {3, 1},
                                    {1, 0.5},
                                    {0.1, 1.0 / 3},
                                    {5, 7},
                                    {2, 2},
                                    {7, 14},
                                    {1, 1.5},
                                    {1.0 / 3, 0.1},
                                    {2, 1.9},
                                    {1, 1.9999},
                                    {1024, 1.0 / 1024},
                                    {1.0 / 1024, 1024}};
  int n = (int)(sizeof pairs / sizeof pairs[0]);
  int i = random_below(&t->random, n + 12);
  if (i >= n && i < n + 6) i = 0;
  if (i >= n + 9) i = random_below(&t->random, n - 2);
  if (i < n) {
    *straight = pairs[i][0];
    *diagonal = pairs[i][1];
  } else {
    *straight = 0.1 + 10 * random_unit(&t->random);
    *diagonal = *straight * (0.5 + 2 * random_unit(&t->random));
  }
}

void choose_stagger(Trial *t) {
  Random stagger = random_named(t->number, "stagger");
  t->world.stagger =
      (OracleStagger)(1 + random_below(&stagger, ORACLE_STAGGERS - 1));
  t->world.half_side = ORACLE_UNIT / 4;
  if (random_chance(&stagger, 0.5)) {
    t->world.half_side = 64 + random_below(&stagger, ORACLE_UNIT / 2 - 128);
  }
}

/* Restricts the profile to what exists on hexagons. */
static void choose_hexagonal(tp_Profile *p) {
  p->weight = 1;
  p->landmarks = 0;
  if (p->heuristic != TP_HEURISTIC_ZERO) p->heuristic = TP_HEURISTIC_AUTO;
  if (p->algorithm == TP_JPS) p->algorithm = TP_AUTO;
}

void choose_profile(Trial *t, tp_Profile *p, double straight, double diagonal,
                    bool jumpy) {
  static const tp_Diagonal rules[] = {
      [ORACLE_BOTH_FREE] = TP_ONLY_IF_NO_OBSTACLES,
      [ORACLE_ONE_FREE] = TP_AT_LEAST_ONE_WALKABLE,
      [ORACLE_NOTHING] = TP_ALWAYS,
      [ORACLE_NO_DIAGONALS] = TP_NEVER};
  static const tp_HeuristicKind kinds[] = {
      TP_HEURISTIC_AUTO,      TP_HEURISTIC_AUTO, TP_HEURISTIC_OCTILE,
      TP_HEURISTIC_CHEBYSHEV, TP_HEURISTIC_ZERO, TP_HEURISTIC_EUCLIDEAN,
      TP_HEURISTIC_MANHATTAN, TP_HEURISTIC_USER};
  static const tp_Algorithm algorithms[] = {TP_AUTO, TP_JPS, TP_ASTAR,
                                            TP_DIJKSTRA};
  Random *r = &t->random;
  p->diagonal = rules[t->map.rule];
  p->straight_cost = straight;
  p->diagonal_cost = diagonal;
  p->wide = t->body.wide;
  p->high = t->body.high;
  p->away = t->body.away;
  p->away_price = t->body.away_price;
  p->radius = t->body.radius;
  p->landmarks = random_chance(r, 0.5) ? random_below(r, 5) : 0;
  if (jumpy) {
    p->heuristic = TP_HEURISTIC_AUTO;
    p->algorithm = random_chance(r, 0.5) ? TP_JPS : TP_AUTO;
    p->weight = 1;
    if (trial_is_hexagonal(t)) choose_hexagonal(p);
    return;
  }
  p->heuristic = kinds[random_below(r, sizeof kinds / sizeof *kinds)];
  p->algorithm = algorithms[random_below(r, 4)];
  p->weight = random_chance(r, 0.75) ? 1 : 1 + 3 * pow(random_unit(r), 4);
  if (t->vast && p->heuristic == TP_HEURISTIC_USER) {
    p->heuristic = TP_HEURISTIC_AUTO;
  }
  if (p->heuristic == TP_HEURISTIC_USER) p->weight = 1;
  if (trial_is_hexagonal(t)) choose_hexagonal(p);
  if (!t->tiny || trial_is_hexagonal(t)) return;
  p->landmarks = 1 + random_below(r, 3);
  p->heuristic = TP_HEURISTIC_AUTO;
  p->algorithm = TP_AUTO;
  p->weight = 1;
}

static int choose_side(Random *r, int most) {
  if (random_chance(r, 0.06)) return 1 + random_below(r, 3);
  if (random_chance(r, 0.75)) return 1 + random_below(r, most / 5);
  if (random_chance(r, 0.85)) return 1 + random_below(r, most / 2);
  return 1 + random_below(r, most);
}

/* Draws a length up to the next of `count` lengths, and above the one before
 * it. `turn` chooses the pair. Mostly one of the two ends is drawn. */
static int choose_between(Random *r, const int *lengths, int count, int turn) {
  int most = lengths[1 + turn % count], least = lengths[turn % count] + 1;
  if (random_chance(r, 0.4)) return most;
  if (random_chance(r, 0.4)) return least;
  return least + random_below(r, most - least);
}

/* A long and narrow world. From turn to turn it needs one more level of
 * regions. */
static void choose_long_size(Trial *t, int turn, int *width, int *height) {
  static const int lengths[] = {2048, 4096, 8192, 16384, WORLD_LENGTH};
  int length = choose_between(&t->random, lengths, 4, turn);
  int narrow = 1 + random_below(&t->random, WORLD_NARROW);
  bool across = random_chance(&t->random, 0.5);
  *width = across ? length : narrow;
  *height = across ? narrow : length;
}

/* The same for worlds that are nearly as wide as they are high. */
static void choose_vast_size(Trial *t, int turn, int *width, int *height) {
  static const int sides[] = {256, 512, 1024, WORLD_VAST_SIDE};
  int longer = choose_between(&t->random, sides, 3, turn);
  int shorter = longer / 3 + random_below(&t->random, longer - longer / 3);
  bool across = random_chance(&t->random, 0.5);
  *width = across ? longer : shorter;
  *height = across ? shorter : longer;
}

/* KINDS trials in a row meet each size at which words of 64 bits end. */
void choose_size(Trial *t, int *width, int *height) {
  static const int edges[] = {63, 64, 65, 127, 128, 129};
  uint64_t larger = t->number / 3 * 2 + t->number % 3;
  int n = (int)(larger % KINDS);
  *width = choose_side(&t->random, WORLD_MAX_SIDE);
  *height = choose_side(&t->random, WORLD_MAX_SIDE);
  if (n < 6) *width = edges[n];
  if (n >= 6 && n < 12) *height = edges[n - 6];
  if (n >= 12 && n < 18 && random_chance(&t->random, 0.2)) {
    *width = edges[n - 12];
    *height = edges[random_below(&t->random, 6)];
  }
  if (n == 19) {
    *width = 66 + random_below(&t->random, 80);
    *height = 66 + random_below(&t->random, 80);
  }
  if (t->jumpy && random_chance(&t->random, 0.05)) {
    *width = WORLD_MAX_SIDE - random_below(&t->random, 20);
    *height = WORLD_MAX_SIDE - random_below(&t->random, 20);
  }
  if (n == 18 && random_chance(&t->random, 0.1)) {
    *width = *height = WORLD_MAX_SIDE;
  }
  int turn = (int)(larger / KINDS % 12) * 2 + n % 2;
  t->tiny = t->number % 3 == 2;
  t->vast = n >= FIRST_LONG && !t->tiny;
  if (t->tiny) {
    *width = 1 + random_below(&t->random, 8);
    *height = 1 + random_below(&t->random, 8);
    t->jumpy = false; /* landmarks are for priced maps */
  } else if (n >= FIRST_VAST) {
    choose_vast_size(t, turn, width, height);
  } else if (n >= FIRST_LONG) {
    choose_long_size(t, turn, width, height);
  }
}
