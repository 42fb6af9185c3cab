/* search.h - one query: begin, run in slices, walk back.
 *
 *     tp_search_begin(s, agent, query);
 *     while (tp_search_run(s, agent, budget) == TP_NEEDS_ROOM)
 *       tp_search_give(s, a block of s->need.bytes bytes);
 *
 * A search holds addresses of blocks that the caller owns. It may be copied
 * nowhere else while it runs, and begun again as often as one likes.
 */
#ifndef TP_SEARCH_H
#define TP_SEARCH_H

#include "../base/bucketqueue.h"
#include "../base/heap.h"
#include "../base/status.h"
#include "cover.h"
#include "heuristic.h"
#include "jump/nodes.h"
#include "nodes.h"
#include "route.h"

/* The blocks of a search. */
typedef enum tp_Slot {
  TP_NODE_STORE, /* by cell                                     */
  TP_BUCKETS,    /* of cells                                    */
  TP_HEAP,       /* of cells                                    */
  TP_JUMP_STORE, /* by jump point                               */
  TP_JUMP_LIST,  /* of jump points                              */
  TP_ANSWERS,    /* of the caller's own heuristic               */
  TP_END_LEGS,   /* of a path that begins or ends in a dead end */
  TP_COVER,      /* of the cells in which a search may end      */
  TP_SLOTS
} tp_Slot;

typedef struct tp_Query {
  tp_Cell start, goal; /* anywhere                                            */
  uint64_t max_nodes;  /* expansions before the search fails with TP_BUDGET;
                          UINT64_MAX: no limit                                */
  bool partial;        /* rather than refuse, go to the reachable cell that is
                          nearest to the goal                                 */
  tp_Goals *goals;     /* the caller's, instead of `goal`; NULL: none         */
} tp_Query;

/* The caller's own heuristic: an estimate in whole numbers, below 2^62. It may
 * leave by a long jump: the search then stands as before the expansion. */
typedef uint64_t (*tp_Ask)(void *context, int32_t x, int32_t y);

typedef struct tp_Search {
  tp_Query query;
  tp_Status status;
  tp_Reason reason;
  tp_Algorithm algorithm; /* the one that runs: never TP_AUTO              */
  const tp_Mask *mask;    /* what it runs on: the agent's, or its core     */
  tp_Treeways ends;       /* what it runs between                          */
  tp_Heuristic heuristic; /* what guides it                                */
  tp_Heuristic distance;  /* what "near the goal" means to `partial`       */
  bool four;    /* no diagonal steps                                    */
  bool many;    /* many cells end it: query.goals, or those nearest     */
  bool nearest; /* ends at a cell as near to a goal as can be           */
  bool rooted;  /* goals are those of the core (goalroots.h)                */
  bool is_partial; /* the path ends elsewhere than asked                   */
  bool started;
  bool met;    /* `end` was closed, others at its cost may come        */
  tp_Cell end; /* where what was searched ends, once found             */
  uint64_t end_f, end_tie;
  uint32_t chosen; /* of query.goals: the one whose end that is        */
  /* Asking which cells end it: the steps that took since it was paid for, and
   * how many are enough to pay for noting that instead; UINT64_MAX: no number
   * is. Steps that it took to compare goals. */
  uint64_t asked, price, compared;
  bool is_noted;      /* in the cover                                  */
  uint32_t most_legs; /* outside of the core, to any of the goals      */
  uint32_t place;  /* jump point search: the next place on a ray to be taken */
  bool whole_rays; /* because there are none left                          */
  uint64_t expanded;
  uint64_t revision; /* of the grid when it began                          */
  uint32_t window;   /* buckets wanted; 0: a heap                          */
  uint32_t capacity; /* of the open list that is wanted                    */
  tp_Ask ask;
  void *ask_context;

  tp_Need need;
  uint32_t need_points, need_jumps; /* of a jump store: for how many       */
  tp_Nodes *nodes;
  tp_BucketQueue *buckets;
  tp_Heap *heap;
  tp_JumpNodes *jump_nodes;
  tp_BucketQueue *jump_list;
  uint64_t *answers; /* by cell, valid where the node is known             */
  tp_Leg *end_legs;
  size_t end_legs_room;
  void
      *cover; /* a tp_Cover, or a bit for each of the cells nearest to a goal */
  size_t cover_room;
} tp_Search;

/* Answers what can be told without a search: status is then TP_FOUND or
 * TP_FAILED. The agent has caught up with the grid. `ask` serves
 * TP_HEURISTIC_USER and may be NULL otherwise. */
TP_FUNC void tp_search_begin(tp_Search *s, tp_Navmap *navmap, tp_Query query);

/* Expands up to `budget` cells. */
TP_FUNC tp_Status tp_search_run(tp_Search *s, const tp_Navmap *navmap,
                                uint64_t budget);

/* Takes over the block that was needed; the one before it, if any, is free. */
TP_FUNC void tp_search_give(tp_Search *s, const tp_Grid *grid, void *block);

/* For the algorithms: says which block is wanted. Returns TP_NEEDS_ROOM. */
TP_FUNC tp_Status tp_search_need(tp_Search *s, tp_Slot slot, size_t bytes);

/* Ends a search that runs. */
TP_FUNC void tp_search_fail(tp_Search *s, tp_Reason reason);

/* The path that was found, walked from its end back to its start. */
TP_FUNC tp_Route tp_search_route(const tp_Search *s, const tp_Navmap *navmap);

/* Does the path that was found end in the very cell of its goal? */
TP_FUNC bool tp_search_ends_at_goal(const tp_Search *s);

/* What the search knows of one cell. */
typedef struct tp_NodeInfo {
  bool closed;
  uint64_t g, h;  /* in the costs' whole numbers */
  tp_Cell parent; /* itself at the start        */
} tp_NodeInfo;

/* False where the search has not been. The cell lies inside. */
TP_FUNC bool tp_search_node_info(const tp_Search *s, const tp_Navmap *navmap,
                                 tp_Cell cell, tp_NodeInfo *info);

#endif
