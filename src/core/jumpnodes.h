/* jumpnodes.h - what jump point search knows of each jump point: 24 bytes a
 * jump point, and 8 for each jump from one to another that it has looked up.
 * A game map of 512 x 512 cells has a few thousand jump points, which stay in
 * the cache. */
#ifndef TP_JUMPNODES_H
#define TP_JUMPNODES_H

#include "nodes.h"

typedef struct tp_JumpNode {
  uint64_t key; /* as in nodes.h                                         */
  uint32_t parent;
  uint16_t x, y;
  uint32_t jumps; /* where in the store its jumps begin,                 */
  uint32_t tag;   /* and of which age and direction they are             */
} tp_JumpNode;

/* From a node that was entered in one direction to the next jump points. */
typedef struct tp_JumpTo {
  uint32_t what; /* node * 8 + the direction by which one comes there */
  uint16_t x, y;
} tp_JumpTo;

/* The start and the goal have nodes of their own; jump point i has node
 * TP_FIRST_POINT + i. After those come nodes for places on the way along a
 * ray, taken one by one as a query needs them. */
enum { TP_START_NODE, TP_GOAL_NODE, TP_FIRST_POINT };

/* Jumps are a matter of the map alone, so they are kept from query to query.
 * An edit, or a store that is full, makes a new age: all are forgotten. */
typedef struct tp_JumpNodes {
  tp_Stamp now;
  uint64_t revision; /* of the grid to which the jumps belong    */
  uint32_t points;   /* jump points that there is room for       */
  uint32_t places;   /* places that there is room for            */
  uint32_t room;     /* jumps that there is room for             */
  uint32_t used;
  uint32_t age;
  tp_JumpNode node[]; /* then the jumps                          */
} tp_JumpNodes;

/* Bytes for that many jump points, and some more that edits may bring, with
 * room for four jumps each, and for at least `jumps` in all. */
TP_FUNC size_t tp_jump_nodes_bytes(uint32_t points, uint32_t jumps);
TP_FUNC void tp_jump_nodes_init(tp_JumpNodes *nodes, uint32_t points,
                                uint32_t jumps);

/* Begins a query on the grid as of that revision. */
TP_FUNC void tp_jump_nodes_renew(tp_JumpNodes *nodes, int cost_bits,
                                 uint64_t revision);

/* Forgets all jumps. */
TP_FUNC void tp_jump_nodes_forget(tp_JumpNodes *nodes);

TP_INLINE tp_JumpTo *tp_jump_store(tp_JumpNodes *n) {
  return (tp_JumpTo *)&n->node[TP_FIRST_POINT + n->points + n->places];
}

#endif
