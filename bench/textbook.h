/* textbook.h - which steps are legal, for the two textbook searches, each with
 * one map and one rule.
 */
#ifndef TEXTBOOK_H
#define TEXTBOOK_H

#include "movingai.h"

static Map map;
static int rule;

#define DIAGONAL 1.4142135623730951

/* The possible steps of a cell; may_step says which are legal. */
typedef struct Steps {
  int count;
  int dx[8], dy[8];
  double cost[8];
} Steps;

static const Steps of_square = {
    8,
    {1, -1, 0, 0, 1, 1, -1, -1},
    {0, 0, 1, -1, 1, -1, 1, -1},
    {1, 1, 1, 1, DIAGONAL, DIAGONAL, DIAGONAL, DIAGONAL}};
static const Steps straight_alone = {
    4, {1, -1, 0, 0}, {0, 0, 1, -1}, {1, 1, 1, 1}};

static const Steps *steps_of_rule(void) {
  return rule == NO_DIAGONALS ? &straight_alone : &of_square;
}

static int is_free(int x, int y) {
  return x >= 0 && y >= 0 && x < map.width && y < map.height &&
         map.free_cell[y * map.width + x];
}

static int may_step(int x, int y, int dx, int dy) {
  if (!is_free(x + dx, y + dy)) return 0;
  if (dx == 0 || dy == 0 || rule == NOTHING) return 1;
  int a = is_free(x + dx, y), b = is_free(x, y + dy);
  return rule == BOTH_FREE ? a && b : a || b;
}

#endif
