/* watch.h - what must never be seen of a crowd in motion. The watch has its own
 * reading of walls, steps and places. It shares no code with src/core/crowd,
 * and takes from there only the steps of units: from where, to where, and when.
 */
#ifndef WATCH_H
#define WATCH_H

#include "../printf.h"
#include "../random.h"

enum { WATCH_UNITS = 32, WATCH_SIDE = 24 };

/* A unit as it is seen. It stands if `from` and the place are equal. */
typedef struct Seen {
  bool there;
  int w, h;
  int from_x, from_y, x, y;
  uint64_t begin, end;
  uint64_t least; /* the least duration of its step */
  uint64_t wake;
  int plan;           /* the plan that it follows; 0: none */
  int plan_x, plan_y; /* where its plan has it; x < 0: no plan */
} Seen;

typedef enum Rule { BOTH_FREE, ONE_FREE, ANY, STRAIGHT } Rule;

typedef struct Scene {
  uint64_t now, next; /* the next event */
  int width, height;
  Rule rule;
  int units;
  bool wall[WATCH_SIDE][WATCH_SIDE];
  uint32_t holder[WATCH_SIDE][WATCH_SIDE];
  bool is_held[WATCH_SIDE][WATCH_SIDE];    /* by the bits */
  uint32_t logged[WATCH_SIDE][WATCH_SIDE]; /* holders, by the log */
  uint32_t held;
  Seen seen[WATCH_UNITS + 1];
} Scene;

/* What is wrong with a scene after `before`; NULL if nothing is. `moved` marks
 * units that the game moved or took away in between. */
const char *watch_steps(const Scene *before, const Scene *scene,
                        const bool *moved);

/* The same for which unit holds which cell. */
const char *watch_cells(const Scene *scene);

#endif
