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

/* In an even row, and in an odd one. */
static const Steps of_hexagon[] = {
    {6, {1, -1, 0, -1, 0, -1}, {0, 0, 1, 1, -1, -1}, {1, 1, 1, 1, 1, 1}},
    {6, {1, -1, 1, 0, 1, 0}, {0, 0, 1, 1, -1, -1}, {1, 1, 1, 1, 1, 1}}};

static const Steps *steps_of(int y) {
  if (rule == ODD_R) return &of_hexagon[y % 2];
  return rule == NO_DIAGONALS ? &straight_alone : &of_square;
}

static int is_free(int x, int y) {
  return x >= 0 && y >= 0 && x < map.width && y < map.height &&
         map.free_cell[y * map.width + x];
}

/* Fences: by cell, which of two sides are shut; NULL: none is. */
enum { SHUT_RIGHT = 1, SHUT_BELOW = 2 };
static uint8_t *shut_side;

/* Does a straight step from a cell cross a shut side? */
static int is_shut(int x, int y, int dx, int dy) {
  if (dx < 0) x--;
  if (dy < 0) y--;
  if (x < 0 || y < 0 || x >= map.width || y >= map.height) return 0;
  return shut_side[y * map.width + x] & (dx != 0 ? SHUT_RIGHT : SHUT_BELOW);
}

static int is_walled(int x, int y, int dx, int dy) {
  if (dx == 0 || dy == 0) return is_shut(x, y, dx, dy);
  int a = is_shut(x, y, dx, 0) || is_shut(x + dx, y, 0, dy);
  int b = is_shut(x, y, 0, dy) || is_shut(x, y + dy, dx, 0);
  return rule == BOTH_FREE ? a || b : a && b;
}

static int may_step(int x, int y, int dx, int dy) {
  if (!is_free(x + dx, y + dy)) return 0;
  if (shut_side && is_walled(x, y, dx, dy)) return 0;
  if (dx == 0 || dy == 0 || rule == NOTHING || rule == ODD_R) return 1;
  int a = is_free(x + dx, y), b = is_free(x, y + dy);
  return rule == BOTH_FREE ? a && b : a || b;
}

#endif
