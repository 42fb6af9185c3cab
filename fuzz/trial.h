/* trial.h - what a random trial holds: a world, some kinds of agent that differ
 * only in how they search, and what is asked of them. The first mismatch ends
 * it.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include <stdio.h>

#include "body.h"
#include "fielder.h"
#include "oracle.h"
#include "others.h"
#include "player.h"
#include "printf.h"

/* Of blocks that the regions of a map are made of, each twice as wide as those
 * of the last one: from 32 cells on, up to one for the whole map. */
enum { MOST_LEVELS = 11 };

/* Results over all trials of a run. */
typedef struct Tally {
  long queries; /* paths asked for                             */
  long failed;  /* trials in which something was wrong         */
  long found, refused, partial, sights, edits;
  long by[BY_HEAP + 1]; /* found, by what means                       */
  long fields;
  long standing, stale;         /* searches after edits                       */
  long by_alt;                  /* begun by landmarks, before edits */
  long walks;                   /* of agents along a field                    */
  long among;                   /* turns of agents among others              */
  long structures;              /* compared with new ones                     */
  long levels[MOST_LEVELS + 1]; /* trials whose regions have so many     */
  FILE *report; /* where a mismatch is described; NULL: nowhere */
} Tally;

enum { PLAYERS = 3, MAX_CELLS = WORLD_MAX_CELLS, MOST_TRIAL_LAYERS = 3 };

typedef struct Trial {
  uint64_t number;
  Tally *tally;
  Random random;
  bool jumpy;    /* such as jump point search can serve                     */
  bool has_ways; /* thin walls or links, or may come to have some            */
  Random ways;   /* whatever is drawn of these                               */
  int layers;    /* that add to prices; 0: mostly                           */
  Random layering; /* whatever is drawn of these                            */
  tp_Layer *layer[MOST_TRIAL_LAYERS];
  double weight[MOST_TRIAL_LAYERS]; /* below 0: it attracts            */
  double least; /* price that the latter lead to, at worst            */
  uint8_t number_of[MOST_TRIAL_LAYERS][MAX_CELLS];
  double dearest_layered; /* price that some cell may have; and that among */
  double dearest_among;   /* others                                       */
  bool vast; /* of a world so large that little is asked                */
  bool tiny; /* of a world of some cells: searches between edits        */
  World world;
  Board board;
  OracleMap map;
  OracleSides sides;
  OracleLink link[2 * WORLD_LINKS];
  double turn_cost; /* times a straight step; 0: mostly */
  Body body;        /* of all players */
  tp_Profile profile[PLAYERS];
  Player player[PLAYERS];
  Fielder fielder[PLAYERS];
  Others others; /* who stands in their way, now and then              */
  Player among[PLAYERS];
  Fielder fielder_among[PLAYERS];
  bool wrong;
  double promise; /* how near to the best cost a cheapest path is    */
  double cheapest, dearest_alone; /* prices that an agent alone may pay  */
  tp_Cell start, goal;
  double price[MAX_CELLS]; /* where the agent is, for the oracle     */
  double cost[MAX_CELLS];  /* from start, as the oracle has it       */
  /* The same of an agent alone, while others are in its way. */
  double price_alone[MAX_CELLS], cost_alone[MAX_CELLS];
  bool escape; /* queries ask for a way out of a blocked start           */
  tp_Cell kept_start;     /* meanwhile                                        */
  double dearest;         /* price of a step on the way out                   */
  int blocked[MAX_CELLS]; /* on the way out to each cell, and what all of     */
  double out[MAX_CELLS];  /* the way there costs                              */
  double rest[MAX_CELLS]; /* to goal                                */
  uint64_t told[MAX_CELLS];
  Answer answer, other;
} Trial;

/* Notes a mismatch, the first of its trial, unless `right`. Returns `right`. */
PRINTF_LIKE(3, 4)
bool trial_expect(Trial *t, bool right, const char *format, ...);

/* A board with the trial's world as it is now, in cells of the trial's size. */
Board trial_make_board(Trial *t);

/* Are the cells hexagons? And how many steps are they apart then? */
bool trial_is_hexagonal(const Trial *t);
int64_t trial_steps(const Trial *t, tp_Cell a, tp_Cell b);

/* Index of a cell; whether it is one of the map; and free for the agents. */
int trial_cell(const Trial *t, tp_Cell c);
bool trial_is_inside(const Trial *t, tp_Cell c);
bool trial_is_free(const Trial *t, tp_Cell c);

/* Tells the oracle of the world's thin walls, and of its links as the agents
 * may take them. */
void trial_map_ways(Trial *t);

/* How the agent faces at the start, as the library counts. */
int trial_facing(const Trial *t);

/* Does a link lead from one cell to the other? */
bool trial_has_link(const Trial *t, tp_Cell from, tp_Cell to);

/* Is the start blocked, and do queries ask for a way out? */
bool trial_escapes(const Trial *t);

/* Why no goal of these can be entered: the reason given, or because of others,
 * or since the agent alone would not come there. */
tp_Reason trial_blame(Trial *t, const tp_Cell *goals, int count,
                      tp_Reason reason);

/* A cell, mostly a free one, at times none of the map. */
tp_Cell trial_choose_cell(Trial *t);

/* The cell of the map that is nearest to one anywhere. */
tp_Cell trial_into_map(const Trial *t, tp_Cell c);

/* A source somewhere, at times with a cost of its own; and how many cells of a
 * field are settled at a time. */
tp_Source trial_choose_source(Trial *t, const tp_Navmap *nav);
uint64_t trial_choose_slice(Trial *t);

/* Its cost, made one that a field may have that counts free links. */
void trial_round_source(tp_Source *source, const tp_Navmap *nav);

#endif
