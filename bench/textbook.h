/* textbook.h - which steps are legal, for the two textbook searches: each has
 * one map and one rule.
 */
#ifndef TEXTBOOK_H
#define TEXTBOOK_H

#include "movingai.h"

static Map map;
static int rule;

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
