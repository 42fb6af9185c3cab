/* game.h - a random small game: a map, its units, and what its player does to
 * them while they are on their way.
 */
#ifndef GAME_H
#define GAME_H

#include "core/crowd/motion.h"
#include "core/crowd/plans.h"
#include "core/field/run.h"
#include "core/search/search.h"
#include "watch.h"

enum { MOST_UNITS = 24, MOST_SIDE = 20, NAVMAPS = 4 };

/* One that many share: of units of size 1. */
typedef struct Shared {
  tp_Field field;
  tp_FieldBuild build;
  tp_Source goal;
} Shared;

typedef struct Game {
  Random random;
  tp_Grid *grid;
  tp_Occupancy *occupancy;
  tp_Motion *motion;
  tp_Navmap navmap[NAVMAPS];
  Shared shared;
  tp_Mask *mask;
  tp_Trail *trail[MOST_UNITS + 1];      /* of a unit's own */
  const tp_Navmap *led[MOST_UNITS + 1]; /* it is no mover, and led with that */
  tp_Cell led_at[MOST_UNITS + 1];
  Scene scene; /* walls, rule and sides are the game's affair  */
  bool moved[WATCH_UNITS + 1];
  uint32_t asks[MOST_UNITS + 1]; /* for a way, in one go, at one time */
  uint64_t asked_at[MOST_UNITS + 1];
  uint64_t steps; /* that the game has taken */
  bool is_endless;
  bool has_meddled;
  void *block[1 << 12];
  int blocks;
} Game;

/* A new one. */
void game_start(Game *g, uint64_t seed);
void game_end(Game *g);

bool game_has(const Game *g, uint32_t id);
int game_below(Game *g, int n);

/* Does one of many things to somebody; between two runs also to the map, and
 * takes steps. */
void game_meddle(Game *g, bool edits);

/* Takes a step with it, between two runs. Its order is over then. */
void game_step(Game *g, uint32_t id);

/* Most of them get an order. */
void game_order_all(Game *g);

/* The words of a plan: ids of its members, then for each step where they are.
 */
const uint32_t *game_planned(const tp_Plans *p, const tp_LacamPlan *plan,
                             uint32_t line);

/* Time goes on to the next thing that happens, or not so far. */
void game_go_on(Game *g);

#endif
