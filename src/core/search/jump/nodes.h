/* nodes.h - what jump point search knows of each jump point: 24 bytes a
 * jump point. Behind the nodes stands what is kept from query to query
 * (cache.h). A game map of 512 x 512 cells has a few thousand jump points,
 * which stay in the cache. */
#ifndef TP_SEARCH_JUMP_NODES_H
#define TP_SEARCH_JUMP_NODES_H

#include "../../index/jump/successors.h"
#include "../nodes.h"

typedef struct tp_JumpNode {
  uint64_t key; /* as in nodes.h                                         */
  uint32_t parent;
  uint16_t x, y;
  uint32_t list;    /* where its lists begin, one for each set of steps with
                    which it was expanded; TP_NO_LIST                     */
  uint32_t version; /* of the lists, when it was given one                */
} tp_JumpNode;

/* In a block of tp_jump_nodes_bytes. Nodes for places on rays are taken one by
 * one as a query needs them. Where they run out, rays are followed to their
 * ends for the rest of the query. */
typedef struct tp_JumpNodes {
  tp_NodeVersion now;
  uint32_t points;     /* jump points that there is room for          */
  uint32_t places;     /* places that there is room for               */
  uint32_t next_place; /* the node of the one that is taken next      */
  bool whole_rays;     /* places have run out                         */
  uint32_t room;       /* for lists, counted in jumps                 */
  uint32_t used;
  uint32_t version;   /* of all lists; those of others are forgotten */
  tp_JumpNode node[]; /* then the lists                              */
} tp_JumpNodes;

/* Bytes for that many jump points, and some more that edits may bring, with
 * room for four jumps each, and for at least `jumps` in all. */
TP_FUNC size_t tp_jump_nodes_bytes(uint32_t points, uint32_t jumps);
TP_FUNC void tp_jump_nodes_init(tp_JumpNodes *nodes, uint32_t points,
                                uint32_t jumps);

/* Begins a query. */
TP_FUNC void tp_jump_nodes_renew(tp_JumpNodes *nodes, int cost_bits);

TP_INLINE bool tp_jump_node_is_place(const tp_JumpNodes *n, uint32_t i) {
  return i >= TP_FIRST_POINT + n->points;
}

TP_INLINE bool tp_jump_node_is_point(const tp_JumpNodes *n, uint32_t i) {
  return i >= TP_FIRST_POINT && !tp_jump_node_is_place(n, i);
}

#endif
