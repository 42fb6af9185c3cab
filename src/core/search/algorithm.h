/* algorithm.h - what a search is made of, and what an algorithm is: a row of
 * functions that run it. Another one is another file, and a row of the table in
 * plan.c.
 *
 * An algorithm keeps its state in its blocks, whose slots are its own.
 */
#ifndef TP_ALGORITHM_H
#define TP_ALGORITHM_H

#include "edges.h"
#include "ends.h"
#include "escape.h"

/* The blocks of a search. */
typedef enum tp_Slot {
  TP_SLOT_NODES,      /* A*, and a way out: by cell                 */
  TP_SLOT_BINS,       /* all: open cells, or jump points            */
  TP_SLOT_HEAP,       /* A*: open cells, without bins               */
  TP_SLOT_ESTIMATES,  /* of the caller's own heuristic, by cell;
                         valid where the node is known              */
  TP_SLOT_JUMP_NODES, /* jump point search: by jump point           */
  TP_SLOT_LEGS,       /* all: of a path that begins or ends in a tree */
  TP_SLOT_EDGES,      /* all: the edges that it may take              */
  TP_SLOT_ENDS,       /* which cells are ends                       */
  TP_SLOT_OUT,        /* the queue of a way out, and its turns      */
  TP_SLOTS
} tp_Slot;

/* The caller's own heuristic: an estimate in whole numbers, below 2^62. It may
 * leave by a long jump: the search then stands as before the expansion. */
typedef struct tp_Estimator {
  uint64_t (*estimate)(void *context, int32_t x, int32_t y);
  void *context;
} tp_Estimator;

typedef struct tp_Search {
  tp_Navmap *navmap; /* the caller's                                    */
  tp_Plan plan;
  tp_Status status;
  tp_Reason reason;     /* where it has failed, or ends short              */
  bool is_ready;        /* its plan is all that it will be                 */
  bool has_begun;       /* its algorithm                                   */
  bool is_partial;      /* the query as it was asked                       */
  uint64_t expanded;    /* nodes                                           */
  uint64_t revision;    /* of the navmap, when it began                    */
  uint64_t shape;       /* of the grid, that its blocks are for            */
  uint64_t costs, ways; /* versions of the navmap's, and of the grid's   */
  uint64_t aside;       /* cost of the way through trees, on priced ground */
  tp_Ends ends;
  tp_Escape escape;       /* to the plan's start, from a blocked one    */
  tp_Estimator user;      /* the caller's; for TP_HEURISTIC_USER         */
  void *block[TP_SLOTS];  /* the caller's                                */
  size_t bytes[TP_SLOTS]; /* that each has                              */
  tp_Need need;
} tp_Search;

/* The edges that the search may take; NULL: none. */
TP_INLINE tp_SearchEdges *tp_search_edges(const tp_Search *s) {
  return s->plan.has_edges ? s->block[TP_SLOT_EDGES] : NULL;
}

/* Has the map changed since it began, as far as the agent is concerned? */
TP_INLINE bool tp_search_is_touched(const tp_Search *s) {
  return s->revision != tp_navmap_revision(s->navmap);
}

/* What the search knows of one cell. */
typedef struct tp_NodeInfo {
  bool closed;
  uint64_t g, h;  /* in the costs' whole numbers */
  tp_Cell parent; /* itself at the start        */
} tp_NodeInfo;

/* Can an algorithm serve a plan, of which kind and query are known?
 * TP_FITS_UNKNOWN: that depends on the jump points, which lag behind. */
typedef enum tp_Fit { TP_FITS_NOT, TP_FITS, TP_FITS_UNKNOWN } tp_Fit;

typedef struct tp_Row {
  tp_Algorithm name;
  tp_Fit (*fits)(const tp_Plan *plan);
  /* The bins of its queue; 0: it takes a heap. */
  uint32_t (*window)(const tp_Plan *plan);
  /* Fills up to so many cells of its store before that, by which `cells` is
   * lowered: TP_RUNNING until that is done (TP_FOUND), or TP_NEEDS_ROOM. NULL:
   * it has no such store. */
  tp_Status (*clean)(tp_Search *s, uint64_t *cells);
  /* Puts the start in: TP_RUNNING, or TP_NEEDS_ROOM. */
  tp_Status (*begin)(tp_Search *s);
  /* Expands up to `budget` nodes. */
  tp_Status (*run)(tp_Search *s, uint64_t budget);
  /* Makes one of its blocks ready that was given for `old`, which may be NULL.
   */
  void (*take)(tp_Search *s, tp_Slot slot, const void *old);
  /* As in tp_Route, between the plan's ends; not to be called at the first. */
  bool (*next_leg)(const tp_Search *s, tp_Backtrace *b, tp_Leg *leg);
  /* After an edit, when the navmap is up to date again: may it go on with what
   * it knows? NULL: always. */
  bool (*goes_on)(const tp_Search *s);
  /* False where the search has not been. */
  bool (*node_info)(const tp_Search *s, tp_Cell cell, tp_NodeInfo *info);
} tp_Row;

/* Says which block is wanted. Returns TP_NEEDS_ROOM. */
TP_INLINE tp_Status tp_search_need(tp_Search *s, tp_Slot slot, size_t bytes) {
  s->need = (tp_Need){.bytes = bytes, .slot = slot};
  return TP_NEEDS_ROOM;
}

#endif
