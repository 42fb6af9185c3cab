/* game.h - a random small game: a map, its units, and what a player does to
 * them on their way.
 */
#ifndef GAME_H
#define GAME_H

#include "core/crowd/jointplans.h"
#include "core/crowd/simulation.h"
#include "core/field/phases.h"
#include "core/search/search.h"
#include "watch.h"

enum { MOST_UNITS = 24, MOST_SIDE = 20, NAVMAPS = 4 };

/* A field that many units of size 1 share. */
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
  tp_Trail *trail[MOST_UNITS + 1]; /* of a unit's own order */
  Scene scene; /* walls, rule and sides are set by the game */
  bool moved[WATCH_UNITS + 1];
  uint32_t asks[MOST_UNITS + 1]; /* asks for a path at that time */
  uint64_t asked_at[MOST_UNITS + 1];
  uint64_t steps; /* steps that the game has taken */
  bool is_endless;
  bool has_meddled;
  void *block[1 << 12];
  int blocks;
} Game;

/* Starts a new game. */
void game_start(Game *g, uint64_t seed);
void game_end(Game *g);

bool game_has(const Game *g, uint32_t id);
int game_below(Game *g, int n);

/* Does one of many things to some unit. Between two runs it may also edit the
 * map and take steps. */
void game_meddle(Game *g, bool edits);

/* Takes a step with the unit, between two runs. The unit's order ends. */
void game_step(Game *g, uint32_t id);

/* Gives an order to most units. */
void game_order_all(Game *g);

/* A line of a plan: line 0 has the ids of its members, each later line their
 * cells after a step. */
const uint32_t *game_planned(const tp_Plans *p, const tp_LacamPlan *plan,
                             uint32_t line);

/* The earliest time at which a mover wakes; TP_NO_TIME if none does. */
uint64_t game_next_wake(const tp_Motion *motion);

/* Advances time to the next event, or less far. */
void game_go_on(Game *g);

#endif
