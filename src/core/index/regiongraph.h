/* regiongraph.h - the directed graph of regions: ways that may have no way
 * back, which are edges, and steps that a fence bars in one direction. */
#pragma once

#include "regions.h"

/* The region of a blocked cell. */
#define TP_NO_REGION UINT32_MAX

/* A way from one cell to another (packed), or both ways; and their regions.
 * TP_NO_REGION: the way may not be taken. */
typedef struct tp_Arc {
  uint32_t from, to;
  uint32_t home, goal;
  int8_t direction; /* of a step; -1: an edge */
  bool is_both;
} tp_Arc;

/* In one block: arcs, and a directed graph of groups. A group (not of units)
 * is a strongly connected component of regions: each reaches each other. */
struct tp_Graph {
  tp_ChangeLog touched; /* where cells may have changed their region */
  uint64_t looked;      /* its version when regions were looked up */
  uint64_t listed;      /* version of the source of the arcs' list */
  uint32_t room;        /* for so many arcs */
  uint32_t arcs, regions, hops, groups, joins;
  int shift;                 /* 2^shift groups share a bit (below) */
  tp_Arc *arc;               /* filled by the caller */
  struct tp_GraphNode *node; /* regions with an arc to another region */
  struct tp_GraphHop *hop;   /* one-way arcs, by the node that they leave */
  struct tp_GraphJoin *join; /* arcs between groups */
  uint32_t *table;           /* the nodes of regions, by hash */
};

/* The bits of a set of groups, one a group. If there are more groups, several
 * share a bit: then a set may contain some that do not belong to it, but it
 * never lacks one that does. */
enum { TP_GROUP_BITS = 1 << 16 };

/* The most cells from which a search begins. */
enum { TP_MOST_STARTS = 192 };

/* The groups that arcs lead to from some regions, or from which these can be
 * reached. The caller provides it for one question; it need not be cleared. */
struct tp_GroupSet {
  const tp_Graph *graph;
  uint32_t start_region[TP_MOST_STARTS]; /* room for a tp_RegionSet */
  uint64_t group[TP_GROUP_BITS / 64];
};

/* The bytes of a block for so many arcs; and makes such a block ready. */
TP_FUNC size_t tp_graph_bytes(uint32_t arcs);
TP_FUNC void tp_graph_init(tp_Graph *g, size_t bytes, tp_Rect whole);

/* Finds the groups again after arcs have changed. O(arcs). */
TP_FUNC void tp_graph_update(tp_Graph *g);

/* The group of a region, from 1; 0: no arc joins it with another. */
TP_FUNC uint32_t tp_graph_group(const tp_Graph *g, uint32_t region);

/* Do arcs lead from a region, or to it? */
TP_FUNC bool tp_graph_has(const tp_Graph *g, uint32_t region);

/* Follows the arcs from some regions, or backwards. O(groups / 64 + joins).
 * Then tp_groupset_has tells which regions are in the groups reached: perhaps
 * not the given regions themselves. */
TP_FUNC void tp_graph_follow(const tp_Graph *g, const uint32_t *regions,
                             uint32_t count, bool backwards, tp_GroupSet *set);

/* Is a region in one of the groups? See tp_graph_follow for the first ones. */
TP_FUNC bool tp_groupset_has(const tp_GroupSet *set, uint32_t region);

TP_INLINE bool tp_region_is_in(tp_RegionSet set, uint32_t region) {
  if (!set.region) return true;
  if (tp_region_place(set.region, set.count, region) < set.count) return true;
  return set.beyond && tp_groupset_has(set.beyond, region);
}
