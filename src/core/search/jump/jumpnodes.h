/* jumpnodes.h - the nodes of jump point search: 24 bytes a jump point. A game
 * map of 512 x 512 cells has a few thousand of them, which stay in the cache.
 * Behind the nodes are the lists of jumps of each one. Jumps depend on the map
 * alone, so they are kept from query to query, and over edits elsewhere. 24
 * bytes a list, 8 a jump.
 *
 * Nodes are made ready 64 at a time, before the first jump leads to one. So a
 * search that ends soon takes no time for the rest.
 */
#pragma once

#include "../../index/jump/jumpsuccessors.h"
#include "../nodes.h"

#define TP_NO_LIST UINT32_MAX

typedef struct tp_JumpNode {
  uint64_t key; /* as in nodes.h */
  uint32_t parent;
  uint16_t x, y;
  uint32_t list;    /* where its lists begin, one for each set of steps
                       with which it was expanded; or TP_NO_LIST */
  uint32_t version; /* of the lists, when it got its first */
} tp_JumpNode;

/* The room for lists grows if it was too small so many times. */
enum { TP_MOST_EMPTIED = 2 };

/* In a block of tp_jump_nodes_bytes. After some stops the rest of a ray waits
 * in the open list, as a place: a node for the cell of the ray where the scan
 * goes on. A query takes nodes for places one by one. When they run out, it
 * follows rays to their ends from then on. */
typedef struct tp_JumpNodes {
  tp_NodeVersion now;
  uint32_t points;     /* jump points that there is room for */
  uint32_t places;     /* places that there is room for */
  uint32_t next_place; /* the node of the place to take next */
  bool whole_rays;     /* places have run out */
  uint32_t room;       /* for lists, counted in jumps */
  uint32_t used;
  uint32_t emptied;   /* times that there was no room */
  uint32_t version;   /* of the lists; those with another are invalid */
  tp_JumpNode node[]; /* then a bit for each 64 nodes of points that are ready,
                         then the lists */
} tp_JumpNodes;

/* The bytes for a map's jump points, and for some more after edits. The block
 * before, or NULL, tells how much room lists need; is it for the queries of
 * many pathfinders? A search of its own expands most nodes once. */
TP_FUNC size_t tp_jump_nodes_bytes(const tp_JumpPlanes *jumps,
                                   const tp_JumpNodes *old, bool is_shared);

/* Should a larger block replace this one? */
TP_FUNC bool tp_jump_nodes_are_full(const tp_JumpNodes *nodes,
                                    const tp_JumpPlanes *jumps);

/* In a block of so many bytes. */
TP_FUNC void tp_jump_nodes_init(tp_JumpNodes *nodes, const tp_JumpPlanes *jumps,
                                size_t bytes);

/* Begins a query. */
TP_FUNC void tp_jump_nodes_renew(tp_JumpNodes *nodes, int cost_bits);

TP_INLINE bool tp_jump_node_is_place(const tp_JumpNodes *n, uint32_t i) {
  return i >= TP_FIRST_POINT + n->points;
}

TP_INLINE bool tp_jump_node_is_point(const tp_JumpNodes *n, uint32_t i) {
  return i >= TP_FIRST_POINT && !tp_jump_node_is_place(n, i);
}

/* The words of bits of so many nodes. */
TP_INLINE size_t tp_jump_ready_words(size_t nodes) { return nodes / 4096 + 1; }

/* They are behind the nodes. */
TP_INLINE size_t tp_jump_ready_first(const tp_JumpNodes *n) {
  return TP_FIRST_POINT + (size_t)n->points + n->places;
}

TP_INLINE uint64_t *tp_jump_ready_bits(tp_JumpNodes *n) {
  return (uint64_t *)&n->node[tp_jump_ready_first(n)];
}

TP_INLINE bool tp_jump_node_is_ready(const tp_JumpNodes *n, uint32_t i) {
  const uint64_t *bits = (const uint64_t *)&n->node[tp_jump_ready_first(n)];
  return bits[i / 4096] >> (i / 64 % 64) & 1;
}

/* Makes the nodes around a node ready, if they are not. */
TP_FUNC void tp_jump_nodes_make_ready(tp_JumpNodes *nodes, uint32_t i);

TP_INLINE void tp_jump_node_prepare(tp_JumpNodes *n, uint32_t i) {
  if (!tp_jump_node_is_ready(n, i)) tp_jump_nodes_make_ready(n, i);
}

/* ---- lists of jumps ----------------------------------------------------- */

/* The list at that place of the store. */
TP_INLINE tp_JumpList *tp_jump_list(tp_JumpNodes *n, uint32_t at) {
  tp_JumpTo *store =
      (tp_JumpTo *)(tp_jump_ready_bits(n) +
                    tp_jump_ready_words(TP_FIRST_POINT + n->points));
  return (tp_JumpList *)(store + at);
}

/* Invalidates all lists. */
TP_FUNC void tp_jump_cache_forget(tp_JumpNodes *nodes);

/* Finds the jumps of a node, and keeps the list if the node is a jump point.
 * The start and places are other cells in the next query. */
TP_FUNC const tp_JumpList *tp_jump_cache_make(tp_JumpNodes *nodes,
                                              const tp_JumpMap *map, uint32_t i,
                                              unsigned steps);

/* The list of a jump point for those steps, if it is known and valid. */
TP_INLINE const tp_JumpList *tp_jump_cache_known(tp_JumpNodes *n,
                                                 const tp_JumpMap *map,
                                                 tp_JumpNode *node,
                                                 unsigned steps) {
  if (node->version != n->version) return NULL;
  for (uint32_t *at = &node->list; *at != TP_NO_LIST;) {
    tp_JumpList *list = tp_jump_list(n, *at);
    if (list->steps == steps) {
      if (tp_jump_list_is_valid(list, map->jumps)) return list;
      *at = list->next;
      return NULL;
    }
    at = &list->next;
  }
  return NULL;
}

/* The jumps of a node by those steps, known already or found now. Valid until
 * the next call. A node may need a place on each of four rays. */
TP_INLINE const tp_JumpList *tp_jump_cache_list(tp_JumpNodes *n,
                                                const tp_JumpMap *map,
                                                uint32_t i, unsigned steps) {
  uint32_t end = TP_FIRST_POINT + n->points + n->places;
  if (!n->whole_rays && n->next_place + 4 > end) {
    /* Places have run out: lists that use some are invalid. */
    n->whole_rays = true;
    tp_jump_cache_forget(n);
  }
  if (tp_jump_node_is_point(n, i)) {
    const tp_JumpList *known = tp_jump_cache_known(n, map, &n->node[i], steps);
    if (known) return known;
  }
  return tp_jump_cache_make(n, map, i, steps);
}
