/* linktable.h - the edges that a search may take, as they were when it began.
 *
 * A block of the search has a copy of each: the path is read from there, even
 * if the map has changed. linkheuristic.c computes the estimates behind edges.
 */
#pragma once

#include "../navmap/agentlinks.h"

/* An edge that the estimates use. No other edge lowers an estimate. */
typedef struct tp_LinkEnd {
  tp_Cell from;       /* where the edge begins */
  uint64_t potential; /* lower bound of the cost to a goal from there,
                         if the path takes this edge next */
} tp_LinkEnd;

/* An edge that may become a link end. */
typedef struct tp_Lead {
  tp_Cell from, to;
  uint64_t cost, potential;
  uint64_t bound; /* the estimate at `from` without this edge */
} tp_Lead;

enum { TP_MOST_LINKENDS = 128 };

/* In a block of tp_search_edges_bytes. */
typedef struct tp_SearchEdges {
  uint32_t count;
  uint32_t most; /* edges that leave one cell */
  uint32_t link_ends;
  int32_t bits;    /* `taken` has 2^bits slots */
  uint64_t rest;   /* lower bound for a path by any other edge, from
                      anywhere; UINT64_MAX: there is none */
  uint32_t *taken; /* a hash table by cell: the edge by which the
                      search comes to the cell */
  tp_Lead *lead;   /* working space for choosing the link ends */
  tp_LinkEnd link_end[TP_MOST_LINKENDS]; /* by rising potential */
  tp_Edge edge[]; /* by the cell that they leave; then a sentinel */
} tp_SearchEdges;

/* The size of the block; 0: there are no edges. */
TP_FUNC size_t tp_search_edges_bytes(const tp_Navmap *navmap);

/* Collects all edges that the agent may take between cells of a mask. */
TP_FUNC void tp_search_edges_init(tp_SearchEdges *edges,
                                  const tp_Navmap *navmap, const tp_Mask *mask);

/* The first edge that leaves a cell; the others follow it. If the `from` of the
 * first is another cell, no edge leaves this cell. */
TP_FUNC const tp_Edge *tp_search_edges_from(const tp_SearchEdges *edges,
                                            uint32_t cell);

/* Notes an edge as the one by which its end was entered. */
TP_FUNC void tp_search_edges_take(tp_SearchEdges *edges, const tp_Edge *edge);

/* The edge that was recorded last for a cell; there must be one. */
TP_FUNC const tp_Edge *tp_search_edges_taken(const tp_SearchEdges *edges,
                                             tp_Cell at);
