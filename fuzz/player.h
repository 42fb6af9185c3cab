/* player.h - the library under test, behind an interface of plain numbers: an
 * agent and its search, which answer queries on a board.
 */
#ifndef PLAYER_H
#define PLAYER_H

#include "board.h"
#include "core/ask/sight.h"
#include "core/search/search.h"

typedef struct Player {
  tp_Navmap navmap;
  tp_Search search;
  const tp_Grid *grid;
  const uint64_t *reported; /* by cell: what its own heuristic returns */
  long asked, leave_at;     /* the call that jumps out of that heuristic */
  struct Player *alone; /* the same agent without other units; NULL: this one */
  bool is_poor;         /* its jump store is as short as on a far larger map */
} Player;

/* Takes the layers of the agent's profile. Call it before the agent answers
 * anything. */
void player_take_layers(Player *p, tp_Layer *const layer[],
                        const double weight[], int layers, double least);

void player_init(Player *p, const Board *b, const World *w,
                 const tp_Profile *profile);
/* Makes the same agent among other units. `alone` must be up to date. */
void player_join(Player *p, Player *alone, const tp_Avoided *avoided,
                 double raise);

/* Makes the same agent on the same board; the new one has seen nothing of it.
 */
void player_renew(Player *fresh, const Player *p);

void player_free(Player *p);

/* Updates the agent. */
void player_catch_up(Player *p);

/* Updates some parts of the agent. */
void player_catch_up_some(Player *p, Random *r);

/* Makes the landmarks in slices; false if the library reported its progress
 * wrong. */
bool player_make_landmarks(Player *p, Random *r);

/* How to run a query. The answer must not depend on it. */
typedef struct Way {
  uint64_t slice; /* cells at a time; 0: all at once */
  bool heap;      /* use a heap even if buckets would do */
  long leave_at;  /* the call of the heuristic that jumps out, from 1 */
  uint64_t notes; /* units of work on notes of ends, at the start */
  bool blind;     /* no estimate; it must not change the path */
} Way;

/* The open list that the search used. */
typedef enum Means { BY_NOTHING, BY_JUMPS, BY_BINS, BY_BUCKETS, BY_HEAP } Means;

typedef struct Answer {
  bool found, partial;
  tp_Reason reason; /* if not found */
  double cost;
  uint64_t expanded;
  bool by_alt; /* by landmarks, on which the number of expanded cells depends */
  uint64_t goal; /* index in the list, from 0 */
  Means means;
  size_t blocked; /* blocked cells at its begin */
  size_t count;   /* cells of the path */
  int path[2 * WORLD_MAX_CELLS];
  bool linked[WORLD_MAX_CELLS]; /* does a link lead to this cell? */
} Answer;

/* Uses up the versions that tell the nodes of a query from older ones, except
 * for one or none. */
void player_wear_out(Player *p);

void player_find(Player *p, tp_Query query, Way way, Answer *answer);

/* The same in pieces, between edits of the world: begin; run a slice; follow
 * edits; and read the answer. */
void player_begin(Player *p, tp_Query query);
void player_go_on(Player *p, uint64_t slice);
void player_follow(Player *p);
void player_answer(const Player *p, Answer *answer);

/* Reads a path of `count` cells that is walked from its end. */
void player_read_walk(tp_Walk walk, Answer *answer, size_t count);

/* Do two answers have the same path, cost and outcome? */
bool player_agree(const Answer *a, const Answer *b);

#endif
