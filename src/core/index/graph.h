/* graph.h - where one can come from one region into another, and perhaps
 * not back: by an edge, or by a step that a thin wall shuts on the way back. */
#ifndef TP_GRAPH_H
#define TP_GRAPH_H

#include "regions.h"

/* Of no cell: of one that may not be entered. */
#define TP_NO_REGION UINT32_MAX

/* A way from one cell to another (packed), or one to and fro; and the regions
 * of the two, or TP_NO_REGION if it may not be taken. */
typedef struct tp_Arc {
  uint32_t from, to;
  uint32_t home, goal;
  int8_t direction; /* of a step; -1: it is none */
  bool is_both;
} tp_Arc;

/* In one block: arcs, and a directed graph of groups. Two regions belong to one
 * group if each can be come to from the other. */
struct tp_Graph {
  tp_Changes touched; /* where cells may have come into other regions */
  uint64_t looked;    /* its version at which regions were looked up  */
  uint64_t listed;    /* version of what arcs were listed from        */
  uint32_t room;      /* for so many arcs                             */
  uint32_t arcs, regions, hops, groups, joins;
  int shift;                 /* 2^shift groups share a bit of a reach    */
  tp_Arc *arc;               /* the caller fills that                    */
  struct tp_GraphNode *node; /* regions that arcs join with others       */
  struct tp_GraphHop *hop;   /* one-way arcs, by what they leave         */
  struct tp_GraphJoin *join; /* arcs between groups                      */
  uint32_t *table;           /* regions' nodes, by a hash                */
};

/* Room for so many groups, a bit each. Of more several share a bit: then a
 * reach may have some that cannot be come to, and never lacks one that can. */
enum { TP_REACH_BITS = 1 << 16 };

/* Which groups can be come to from some regions, or from which these can. It is
 * the caller's, for one question, and need not be cleared. */
struct tp_Reach {
  const tp_Graph *graph;
  uint32_t home; /* the caller's: room for one region */
  uint64_t group[TP_REACH_BITS / 64];
};

/* The bytes of a block for so many arcs; and such a block, made ready. */
TP_FUNC size_t tp_graph_bytes(uint32_t arcs);
TP_FUNC void tp_graph_init(tp_Graph *g, size_t bytes, tp_Rect whole);

/* Finds the groups again after arcs have changed. O(arcs). */
TP_FUNC void tp_graph_update(tp_Graph *g);

/* Follows the arcs from some regions, or back from there. O(groups / 64 +
 * joins). Then the reach tells of which regions the answer is yes
 * (tp_reach_has). Those of the list themselves may not be known to it. */
TP_FUNC void tp_graph_follow(const tp_Graph *g, const uint32_t *regions,
                             uint32_t count, bool backwards, tp_Reach *reach);

#endif
