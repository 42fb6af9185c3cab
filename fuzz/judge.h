/* judge.h - what a trial holds, and what of it can be right or wrong.
 *
 * Each judge_* asks the library something and compares the answer with the
 * world and the oracle. The first mismatch ends the trial.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include "body.h"
#include "fielder.h"
#include "oracle.h"
#include "plant.h"
#include "player.h"
#include "trial.h"

enum { PLAYERS = 3, MAX_CELLS = WORLD_MAX_SIDE * WORLD_MAX_SIDE };

#if defined(__GNUC__)
#define PRINTF_LIKE(at, first) __attribute__((format(printf, at, first)))
#else
#define PRINTF_LIKE(at, first)
#endif

typedef struct Trial {
  uint64_t number;
  Tally *tally;
  Random random;
  bool jumpy; /* such as jump point search can serve                     */
  World world;
  Board board;
  OracleMap map;
  Body body; /* of all players */
  tp_Profile profile[PLAYERS];
  Player player[PLAYERS];
  Fielder fielder[PLAYERS];
  bool wrong;
  double promise; /* how near to the best cost a cheapest path is    */
  tp_Cell start, goal;
  double price[MAX_CELLS]; /* where the agent is, for the oracle     */
  double cost[MAX_CELLS];  /* from start, as the oracle has it       */
  double rest[MAX_CELLS];  /* to goal                                */
  uint64_t told[MAX_CELLS];
  Answer answer, other;
} Trial;

/* Notes a mismatch, the first of its trial, unless `right`. Returns `right`. */
PRINTF_LIKE(3, 4)
bool trial_expect(Trial *t, bool right, const char *format, ...);

/* Index of a cell; whether it is one of the map; and free for the agents. */
int trial_cell(const Trial *t, tp_Cell c);
bool trial_is_inside(const Trial *t, tp_Cell c);
bool trial_is_free(const Trial *t, tp_Cell c);

/* A cell, mostly a free one, at times none of the map. */
tp_Cell trial_choose_cell(Trial *t);

/* Equal but for the rounding of sums of the same things. */
bool judge_is_exact(double a, double b);

/* Mask, step costs and single steps against the world. */
void judge_agent(Trial *t, Player *p);

/* Masks, core, dead ends, jump points and regions after edits against those of
 * an agent that has seen none. */
void judge_structures(Trial *t, Player *p);

/* Is everything that the oracle reaches from the start connected with it, and
 * nothing else? */
void judge_regions(Trial *t, Player *p);

/* From start to goal: the answer, what the search tells of cells, the same in
 * other ways, and with a limit on nodes. */
void judge_query(Trial *t, Player *p);

/* The same, with `partial`. */
void judge_partial(Trial *t, Player *p);

/* A board made anew, and an agent that never saw an edit, answer alike. */
void judge_fresh(Trial *t, Player *p);

/* Each rule allows all that the next one does; without prices, there and back
 * cost the same. */
void judge_laws(Trial *t);

/* Would some shut cells cut the way from start to goal? */
void judge_closing(Trial *t, Player *p);

/* A field, brought up to date; and one forwards from the start. */
void judge_field(Trial *t, Player *p, Fielder *f);
void judge_reach(Trial *t, Player *p);

/* One of its own, over many small changes. */
void judge_repairs(Trial *t, Player *p);

/* Agents that move along a field. */
void judge_flow(Trial *t, Player *p, Fielder *f);

/* A random line. */
void judge_sight(Trial *t, Player *p);

/* All cells that see some cell, in one sweep. */
void judge_view(Trial *t, Player *p);

/* A query with a list of goals, a range, or a goal to stop beside. */
void judge_goals(Trial *t, Player *p);

/* The cell nearest to some place. */
void judge_nearest(Trial *t, Player *p);

/* ---- what judges of queries share --------------------------------------- */

/* Is the path legal, from the trial's start to that cell, and costs what it
 * says? */
void judge_path(Trial *t, const Answer *a, tp_Cell end);

/* The most that the profile allows a path to cost, over the cheapest. */
double judge_allowance(const Trial *t, const tp_Profile *p);

/* Do all cells that may be entered cost the same? */
bool judge_is_unpriced(const Trial *t);

/* Of a cell from a goal, at price 1. */
double judge_distance(const Trial *t, tp_Cell goal, int x, int y);

/* Is a field what a new one is, without having settled many cells more? */
void judge_as_new(Trial *t, Fielder *f, const tp_Navmap *nav);

/* Somewhere, at times with a cost of its own; and how many cells are settled at
 * a time. */
tp_Source judge_choose_source(Trial *t, const tp_Navmap *nav);
uint64_t judge_choose_slice(Trial *t);

/* The cell of the map that is nearest to one anywhere. */
tp_Cell trial_into_map(const Trial *t, tp_Cell c);

#endif
