/* search.h - one query: begin, run in slices, walk back.
 *
 *     tp_search_begin(s, agent, grid, query);
 *     while (tp_search_run(s, agent, grid, budget) == TP_NEEDS_ROOM)
 *       tp_search_give(s, a block of s->need_bytes bytes);
 *
 * A search holds addresses of blocks that the caller owns. It may be copied
 * nowhere else while it runs, and begun again as often as one likes.
 */
#ifndef TP_SEARCH_H
#define TP_SEARCH_H

#include "agent.h"
#include "nodes.h"
#include "open.h"

typedef enum tp_Status {
  TP_RUNNING,
  TP_FOUND,
  TP_FAILED,     /* see `reason`                                             */
  TP_NEEDS_ROOM  /* a block is wanted before the search can go on            */
} tp_Status;

/* The blocks of a search. */
typedef enum tp_Slot {
  TP_NODE_STORE,
  TP_OPEN_LIST,
  TP_ANSWERS, /* of the caller's own heuristic */
  TP_SLOTS
} tp_Slot;

typedef struct tp_Query {
  tp_Cell start, goal; /* anywhere                                            */
  uint64_t max_nodes;  /* expansions before the search fails with TP_BUDGET;
                          UINT64_MAX: no limit                                */
  bool partial;        /* rather than refuse, go to the reachable cell that is
                          nearest to the goal                                 */
} tp_Query;

/* The caller's own heuristic: an estimate in whole numbers, below 2^62. It may
 * leave by a long jump: the search then stands as before the expansion. */
typedef uint64_t (*tp_Ask)(void *context, int32_t x, int32_t y);

typedef struct tp_Search {
  tp_Query query;
  tp_Status status;
  tp_Reason reason;
  tp_Algorithm algorithm; /* the one that runs: never TP_AUTO              */
  tp_Heuristic heuristic; /* what guides it                                */
  tp_Heuristic distance;  /* what "near the goal" means to `partial`       */
  bool nearest;    /* the goal is every cell with an estimate of 0         */
  bool is_partial; /* the path ends elsewhere than asked                   */
  bool started;
  bool met;        /* `end` was closed, others at its cost may come        */
  tp_Cell end;     /* where the path ends, once found                      */
  uint64_t end_f;
  uint64_t expanded;
  uint64_t revision; /* of the grid when it began                          */
  uint32_t window;   /* buckets wanted; 0: a heap                          */
  tp_Ask ask;
  void *ask_context;

  tp_Slot need;      /* with TP_NEEDS_ROOM: which block is wanted,         */
  size_t need_bytes; /* and its size                                       */
  tp_Nodes *nodes;
  tp_Open *open;
  uint64_t *answers; /* by cell, valid where the node is known             */
} tp_Search;

/* Answers what can be told without a search: status is then TP_FOUND or
 * TP_FAILED. The agent has caught up with the grid. `ask` serves
 * TP_HEURISTIC_ASKED and may be NULL otherwise. */
TP_FUNC void tp_search_begin(tp_Search *s, tp_Agent *agent,
                             const tp_Grid *grid, tp_Query query);

/* Expands up to `budget` cells. */
TP_FUNC tp_Status tp_search_run(tp_Search *s, const tp_Agent *agent,
                                const tp_Grid *grid, uint64_t budget);

/* Takes over the block that was needed; the one before it, if any, is free. */
TP_FUNC void tp_search_give(tp_Search *s, const tp_Grid *grid, void *block);

/* Ends a search that runs. */
TP_FUNC void tp_search_fail(tp_Search *s, tp_Reason reason);

/* Of a search that found a path: number of its cells, both ends counted. */
TP_FUNC size_t tp_search_length(const tp_Search *s, const tp_Grid *grid);

/* Direction of the step that led to a cell of the path other than the start;
 * also for any known cell of a search that runs. */
TP_FUNC int tp_search_came_by(const tp_Search *s, const tp_Grid *grid,
                              tp_Cell cell);

/* Cost of the path, summed over its steps as the user counts them. */
TP_FUNC double tp_search_cost(const tp_Search *s, const tp_Agent *agent,
                              const tp_Grid *grid);

/* What the search knows of one cell. */
typedef struct tp_Look {
  bool closed;
  uint64_t g, h; /* in the costs' whole numbers */
  tp_Cell parent; /* itself at the start        */
} tp_Look;

/* False where the search has not been. x, y lie inside. */
TP_FUNC bool tp_search_look(const tp_Search *s, const tp_Grid *grid, int32_t x,
                            int32_t y, tp_Look *look);

#endif
