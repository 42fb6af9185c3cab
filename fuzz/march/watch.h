/* watch.h - what may never be seen of a crowd in motion, by its own reading of
 * walls, steps and places: it shares nothing with src/core/crowd, and takes
 * from there only who goes from where to where, and when.
 */
#ifndef WATCH_H
#define WATCH_H

#include "../printf.h"
#include "../random.h"

enum { WATCH_UNITS = 32, WATCH_SIDE = 24 };

/* One unit as it is seen. It stands where from and at are the same. */
typedef struct Seen {
  bool there;
  int w, h;
  int from_x, from_y, x, y;
  uint64_t begin, end;
  uint64_t least; /* that its step may take */
  uint64_t wake;
  int plan;           /* whose it is; 0: none's */
  int plan_x, plan_y; /* where a plan has it; x < 0: none has */
} Seen;

typedef enum Rule { BOTH_FREE, ONE_FREE, ANY, STRAIGHT } Rule;

typedef struct Scene {
  uint64_t now, next; /* when something happens again */
  int width, height;
  Rule rule;
  int units;
  bool wall[WATCH_SIDE][WATCH_SIDE];
  uint32_t holder[WATCH_SIDE][WATCH_SIDE];
  bool is_held[WATCH_SIDE][WATCH_SIDE]; /* by the bits                      */
  uint32_t logged[WATCH_SIDE]
                 [WATCH_SIDE]; /* holders, as the log tells of them */
  uint32_t held;
  Seen seen[WATCH_UNITS + 1];
} Scene;

/* What is wrong with a scene, where `before` was the last one; NULL: nothing.
 * `moved` units were put elsewhere or taken away by the game in between. */
const char *watch_steps(const Scene *before, const Scene *scene,
                        const bool *moved);

/* The same with who holds which cell. */
const char *watch_cells(const Scene *scene);

#endif
