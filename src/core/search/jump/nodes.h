/* nodes.h - what jump point search knows of each jump point: 24 bytes a
 * jump point, 24 for each list of jumps that it has looked up, 8 for each jump.
 * A game map of 512 x 512 cells has a few thousand jump points, which stay in
 * the cache. */
#ifndef TP_SEARCH_JUMP_NODES_H
#define TP_SEARCH_JUMP_NODES_H

#include "../../index/jump/successors.h"
#include "../nodes.h"

typedef struct tp_JumpNode {
  uint64_t key; /* as in nodes.h                                         */
  uint32_t parent;
  uint16_t x, y;
  uint32_t list; /* where in the store its lists begin, one for each set
                     of steps with which it was expanded; TP_NO_LIST      */
  uint32_t age;  /* of the store at that time                            */
} tp_JumpNode;

/* Jumps are a matter of the map alone, so they are kept from query to query,
 * and over edits elsewhere. A store that is full makes a new age: all are
 * forgotten. */
typedef struct tp_JumpNodes {
  tp_Stamp now;
  uint32_t points; /* jump points that there is room for      */
  uint32_t places; /* places that there is room for           */
  uint32_t room;   /* for lists, counted in jumps             */
  uint32_t used;
  uint32_t age;
  uint32_t padding;
  tp_JumpNode node[]; /* then the lists                         */
} tp_JumpNodes;

/* Bytes for that many jump points, and some more that edits may bring, with
 * room for four jumps each, and for at least `jumps` in all. */
TP_FUNC size_t tp_jump_nodes_bytes(uint32_t points, uint32_t jumps);
TP_FUNC void tp_jump_nodes_init(tp_JumpNodes *nodes, uint32_t points,
                                uint32_t jumps);

/* Begins a query. */
TP_FUNC void tp_jump_nodes_renew(tp_JumpNodes *nodes, int cost_bits);

/* Forgets all jumps. */
TP_FUNC void tp_jump_nodes_forget(tp_JumpNodes *nodes);

#define TP_NO_LIST UINT32_MAX

/* The list that begins at that place of the store. */
TP_INLINE tp_JumpList *tp_jump_list(tp_JumpNodes *n, uint32_t at) {
  tp_JumpTo *store =
      (tp_JumpTo *)&n->node[TP_FIRST_POINT + n->points + n->places];
  return (tp_JumpList *)(store + at);
}

#endif
