/* trial.h - what a random trial holds: a world, some agents that differ only in
 * how they search, and what they are asked. The first mismatch ends the trial.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include "avoided_units.h"
#include "body.h"
#include "fielder.h"
#include "oracle.h"
#include "player.h"
#include "printf.h"

/* Results over all trials of a run. */
typedef struct Tally {
  long queries; /* paths asked for */
  long failed;  /* trials in which something was wrong */
} Tally;

enum { PLAYERS = 3, MAX_CELLS = WORLD_MAX_CELLS, MOST_TRIAL_LAYERS = 3 };

typedef struct Trial {
  uint64_t number;
  Tally *tally;
  Random random;
  bool jumpy;         /* jump point search can serve it */
  bool has_ways;      /* has or may get fences or links */
  Random ways;        /* draws all of these */
  int layers;         /* layers that add to prices; 0: mostly */
  Random layer_costs; /* draws all of these */
  tp_Layer *layer[MOST_TRIAL_LAYERS];
  double weight[MOST_TRIAL_LAYERS]; /* below 0: it attracts */
  double least;                     /* the least price, if layers attract */
  uint8_t number_of[MOST_TRIAL_LAYERS][MAX_CELLS];
  double dearest_layered; /* the greatest price of a cell; and that */
  double dearest_among;   /* among other units */
  bool vast;              /* of a world so large that little is asked */
  bool tiny; /* of a world of a few cells: searches between edits */
  World world;
  Board board;
  OracleMap map;
  OracleSides sides;
  OracleLink link[2 * WORLD_LINKS];
  Body body; /* of all players */
  tp_Profile profile[PLAYERS];
  Player player[PLAYERS];
  Fielder fielder[PLAYERS];
  Others others; /* at times these stand in the way */
  Player among[PLAYERS];
  Fielder fielder_among[PLAYERS];
  bool wrong;
  double promise;                 /* relative error of a cheapest path's cost */
  double cheapest, dearest_alone; /* prices of an agent alone */
  tp_Cell start, goal;
  double price[MAX_CELLS]; /* at each place of the agent, for the oracle */
  double cost[MAX_CELLS];  /* from start, by the oracle */
  /* The same for an agent alone, while other units are in its way. */
  double price_alone[MAX_CELLS], cost_alone[MAX_CELLS];
  bool escape;             /* queries ask for a way out of a blocked start */
  tp_Cell kept_start;      /* while the start is blocked */
  bool outside[MAX_CELLS]; /* closed walls: no way out leads over these */
  double dearest;          /* price of a step on the way out */
  double far[MAX_CELLS];   /* of the nearest exit that leads to each cell, */
  double out[MAX_CELLS];   /* and the distance of the cell if it is an exit */
  double rest[MAX_CELLS];  /* from each cell to goal */
  uint64_t reported[MAX_CELLS];
  Answer answer, other;
} Trial;

/* Unless `right`, notes a mismatch, if it is the first of its trial. Returns
 * `right`. */
PRINTF_LIKE(3, 4)
bool trial_expect(Trial *t, bool right, const char *format, ...);

/* A board with the present world, in cells of the trial's size. */
Board trial_make_board(Trial *t);

/* Are the cells hexagons? And the number of steps between two cells. */
bool trial_is_hexagonal(const Trial *t);
int64_t trial_steps(const Trial *t, tp_Cell a, tp_Cell b);

/* The index of a cell; is it on the map; is it free for the agents? */
int trial_cell(const Trial *t, tp_Cell c);
bool trial_is_inside(const Trial *t, tp_Cell c);
bool trial_is_free(const Trial *t, tp_Cell c);

/* Tells the oracle the world's fences, and its links at the agents' costs.
 */
void trial_map_ways(Trial *t);

/* Does a link lead from the one cell to the other? */
bool trial_has_link(const Trial *t, tp_Cell from, tp_Cell to);

/* Is the start blocked, and do queries ask for a way out? */
bool trial_escapes(const Trial *t);

/* Why none of these goals can be entered: `reason`; TP_GOAL_OCCUPIED if other
 * units stand there; or TP_UNREACHABLE if the agent could not come there even
 * alone. */
tp_Reason trial_blame(Trial *t, const tp_Cell *goals, int count,
                      tp_Reason reason);

/* A cell, mostly free, at times outside the map. */
tp_Cell trial_choose_cell(Trial *t);

/* The cell of the map that is nearest to a place. */
tp_Cell trial_into_map(const Trial *t, tp_Cell c);

/* A random source, at times with a cost of its own; and a slice: how many cells
 * of a field to settle at a time. */
tp_Source trial_choose_source(Trial *t, const tp_Navmap *nav);
uint64_t trial_choose_slice(Trial *t);

/* Rounds the source's cost to one that a field with free links may have. */
void trial_round_source(tp_Source *source, const tp_Navmap *nav);

#endif
