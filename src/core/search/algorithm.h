/* algorithm.h - the state of a search, and what an algorithm is: the functions
 * that run it. A new algorithm is a new file, and a row of the table in
 * queryplan.c.
 *
 * An algorithm keeps its state in the blocks of its own slots.
 */
#pragma once

#include "endcells.h"
#include "escape.h"
#include "linktable.h"

/* The blocks of a search. */
typedef enum tp_Slot {
  TP_SLOT_NODES,      /* A*: a node a cell */
  TP_SLOT_BUCKETS,    /* all: open cells or jump points, in buckets */
  TP_SLOT_HEAP,       /* A*: open cells, in a heap */
  TP_SLOT_ESTIMATES,  /* values of the caller's heuristic, by cell;
                         valid if the node is known */
  TP_SLOT_JUMP_NODES, /* jump point search: a node a jump point */
  TP_SLOT_EDGES,      /* all: the edges (of links: map/links.h) that the
                         search may take */
  TP_SLOT_ENDS,       /* which cells are ends */
  TP_SLOTS
} tp_Slot;

/* The caller's own heuristic: an estimate as a whole number, below 2^62. The
 * function may leave by a long jump: the search is then as it was before the
 * expansion. */
typedef struct tp_Estimator {
  uint64_t (*estimate)(void *context, int32_t x, int32_t y);
  void *context;
} tp_Estimator;

/* Blocks that are kept from search to search. All zero at first. */
typedef struct tp_SearchStore {
  void *block[TP_SLOTS];  /* the caller's */
  size_t bytes[TP_SLOTS]; /* of each block */
  uint64_t shape;         /* version of the grid's size that they fit */
  /* The last navmap: its address, or, if the store belongs to walls, its
   * number. */
  const tp_Navmap *navmap;
  uint64_t number;
} tp_SearchStore;

typedef struct tp_Search {
  tp_Navmap *navmap; /* the caller's */
  tp_QueryPlan plan;
  tp_Status status;
  tp_Reason reason;      /* why it failed, or why the path is partial */
  bool is_ready;         /* the plan is complete */
  bool has_begun;        /* the algorithm has begun */
  bool lacks_room;       /* its slice goes on when it has got a block */
  bool has_ended;        /* its loop has; the path is still to be chosen */
  bool asks_partial;     /* the query would take a partial path */
  uint64_t expanded;     /* nodes so far */
  uint64_t reset_budget; /* units of work that a slice spends to reset nodes,
                            when versions have run out; 0: any number */
  uint64_t revision;     /* of the navmap when the search began */
  uint64_t shape;        /* version of the grid's size */
  uint64_t costs, connections; /* versions: of the navmap, of the grid */
  tp_Rect rows; /* of the map, to which the block of nodes belongs that it needs
                 */
  tp_Ends ends;
  tp_WayOut out; /* from a blocked start to the plan's; its length is 0 if there
                    is none */
  tp_Estimator user; /* the caller's; for TP_HEURISTIC_USER */
  /* The caller's, for searches one after the other on navmaps of the same walls
   * (navmap.h); NULL: its own. */
  tp_SearchStore *shared;
  tp_SearchStore own;
  tp_Need need;
} tp_Search;

TP_INLINE void *tp_search_block(const tp_Search *s, int slot) {
  return s->shared ? s->shared->block[slot] : s->own.block[slot];
}

TP_INLINE size_t tp_search_bytes(const tp_Search *s, int slot) {
  return s->shared ? s->shared->bytes[slot] : s->own.bytes[slot];
}

/* The edges that the search may take; NULL: none. */
TP_INLINE tp_SearchEdges *tp_search_edges(const tp_Search *s) {
  return s->plan.has_edges ? tp_search_block(s, TP_SLOT_EDGES) : NULL;
}

/* Has the map changed for the agent since the search began? */
TP_INLINE bool tp_search_is_touched(const tp_Search *s) {
  return s->revision != tp_navmap_revision(s->navmap);
}

/* What the search knows of one cell. */
typedef struct tp_NodeInfo {
  bool closed;
  uint64_t g, h;  /* in the costs' whole numbers */
  tp_Cell parent; /* itself at the start */
} tp_NodeInfo;

typedef struct tp_AlgorithmOps {
  tp_Algorithm name;
  /* Can it run a plan whose kind and query are known? If so, prepares what the
   * choice needs. The last one of queryplan.c always can. */
  bool (*prepare)(const tp_QueryPlan *plan);
  /* The number of buckets of the queue; 0: the queue is a heap. */
  uint32_t (*window)(const tp_QueryPlan *plan);
  /* Makes room to expand up to `budget` nodes, and resets nodes if need be:
   * TP_FOUND, or TP_NEEDS_ROOM. TP_RUNNING: it goes on in the next slice. */
  tp_Status (*allocate)(tp_Search *s, uint64_t budget);
  /* Inserts the start. */
  void (*begin)(tp_Search *s);
  /* Expands up to `budget` nodes. */
  tp_Status (*run)(tp_Search *s, uint64_t budget);
  /* Makes the new block of a slot ready. `old` is the block before, or NULL. */
  void (*take)(tp_Search *s, tp_Slot slot, const void *old);
  /* The next leg, as in tp_Path; false at a start. */
  bool (*next_leg)(const tp_Search *s, tp_Cursor *c, tp_Leg *leg);
  /* After an edit, with the navmap up to date: is what the search knows still
   * valid? NULL: always. */
  bool (*goes_on)(const tp_Search *s);
  /* False if the search has not reached the cell. */
  bool (*node_info)(const tp_Search *s, tp_Cell cell, tp_NodeInfo *info);
  /* Lists the cells that it has reached, packed, in any order, and some perhaps
   * twice. Returns how many these are. NULL: writes nothing. */
  uint32_t (*reached)(const tp_Search *s, uint32_t *cells);
} tp_AlgorithmOps;

/* Notes which block is needed. Returns TP_NEEDS_ROOM. */
TP_INLINE tp_Status tp_search_need(tp_Search *s, tp_Slot slot, size_t bytes) {
  s->need = (tp_Need){.bytes = bytes, .slot = slot};
  return TP_NEEDS_ROOM;
}
