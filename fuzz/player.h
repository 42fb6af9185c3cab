/* player.h - the library under test, behind an interface of plain numbers: a
 * board (its grid) that takes a world's cells and edits, and players (an agent
 * and its search) that answer questions on it.
 */
#ifndef PLAYER_H
#define PLAYER_H

#include "core/astar.h"
#include "core/sight.h"
#include "plant.h"
#include "world.h"

enum { PLAYER_MAX_PATH = WORLD_MAX_SIDE * WORLD_MAX_SIDE };

/* ---- board -------------------------------------------------------------- */

typedef struct Board {
  tp_Grid *grid;
  int id[WORLD_TERRAINS]; /* the grid's id of each terrain of the world */
} Board;

/* A grid with the world's cells, its terrains defined in random order. */
Board board_make(const World *w, Random *r);
void board_free(Board *b);

/* Changes world and grid alike, in one of the ways that a game may; returns
 * what is wrong with the grid's revision or counts after it, NULL if nothing.
 */
const char *board_edit(Board *b, World *w, Random *r);

/* Makes a wall of an open cell, and an open cell of any other. */
void board_change(Board *b, World *w, int x, int y);

/* ---- player ------------------------------------------------------------- */

typedef struct Player {
  tp_Agent agent;
  tp_Search search;
  const tp_Grid *grid;
  void *block[TP_SLOTS];
  const uint64_t *told; /* by cell: what its own heuristic answers */
  long asked, leave_at; /* the call at which that one jumps out    */
} Player;

void player_init(Player *p, const Board *b, const World *w,
                 const tp_Profile *profile);
void player_free(Player *p);

/* Brings the agent up to date. */
void player_catch_up(Player *p);

/* How to run a query: the answer must be the same. */
typedef struct Way {
  uint64_t slice; /* cells at a time; 0: all at once               */
  bool heap;      /* even where buckets would do                   */
  long leave_at;  /* the heuristic's call that jumps out, from 1   */
} Way;

typedef struct Answer {
  bool found, partial;
  tp_Reason reason; /* where not found      */
  double cost;
  uint64_t expanded;
  bool buckets; /* served the open list */
  size_t count; /* cells of the path    */
  int path[2 * PLAYER_MAX_PATH];
} Answer;

/* Uses up the numbers that tell one query's nodes from another's, but for one
 * or none. */
void player_wear_out(Player *p);

void player_find(Player *p, tp_Query query, Way way, Answer *answer);

/* Same path, cost and outcome? */
bool player_agree(const Answer *a, const Answer *b);

#endif
