/* player.h - the library under test, behind an interface of plain numbers: an
 * agent and its search, which answer questions on a board.
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
  const uint64_t *told; /* by cell: what its own heuristic answers */
  long asked, leave_at; /* the call at which that one jumps out    */
  struct Player *alone; /* the same agent as if nobody else were there; NULL:
                           that is this one                               */
  bool is_poor;         /* its jump store runs out as on a far larger map  */
} Player;

/* The layers of the agent's profile, by hand; before it is asked anything. */
void player_take_layers(Player *p, tp_Layer *const layer[],
                        const double weight[], int layers, double least);

void player_init(Player *p, const Board *b, const World *w,
                 const tp_Profile *profile);
/* The same agent as one that is up to date, among others. */
void player_join(Player *p, Player *alone, const tp_Avoided *avoided,
                 double raise);

/* The same kind of agent on the same board, which has seen nothing of it. */
void player_renew(Player *fresh, const Player *p);

void player_free(Player *p);

/* Brings the agent up to date. */
void player_catch_up(Player *p);

/* Does so a little; and as far as it goes: was that told of truly? */
void player_catch_up_some(Player *p, Random *r);
bool player_catch_up_in_slices(Player *p, Random *r);

/* How to run a query: the answer must be the same. */
typedef struct Way {
  uint64_t slice; /* cells at a time; 0: all at once               */
  bool heap;      /* even where buckets would do                   */
  long leave_at;  /* the heuristic's call that jumps out, from 1   */
  uint64_t notes; /* steps of work on which cells end a query, at the start */
  bool blind;     /* without an estimate: which way is found may not change */
} Way;

/* What served as open list. */
typedef enum Means {
  BY_NOTHING,
  BY_JUMPS,
  BY_BINS,
  BY_TURNS,
  BY_BUCKETS,
  BY_HEAP
} Means;

typedef struct Answer {
  bool found, partial;
  tp_Reason reason; /* where not found      */
  double cost;
  uint64_t expanded;
  bool by_alt;   /* by landmarks: how many were expanded hangs on these */
  uint64_t goal; /* of a list, from 0   */
  Means means;
  size_t blocked; /* that it begins with  */
  size_t count;   /* cells of the path    */
  int path[2 * WORLD_MAX_CELLS];
  bool linked[WORLD_MAX_CELLS]; /* does it come there by a link? */
} Answer;

/* Uses up the numbers that tell one query's nodes from another's, but for one
 * or none. */
void player_wear_out(Player *p);

void player_find(Player *p, tp_Query query, Way way, Answer *answer);

/* The same bit by bit, between edits of the world: a slice; what comes after
 * edits, before the next one; and what has come of it. */
void player_begin(Player *p, tp_Query query);
void player_go_on(Player *p, uint64_t slice);
void player_follow(Player *p);
void player_answer(const Player *p, Answer *answer);

/* Reads a path of so many cells that is walked from its end. */
void player_read_walk(tp_Walk walk, Answer *answer, size_t count);

/* Same path, cost and outcome? */
bool player_agree(const Answer *a, const Answer *b);

#endif
