/* linktable.h - the edges that a search may take, as they were when it began.
 *
 * A block of the search has a copy of each: the path is read from there, even
 * if the map has changed. linkheuristic.c computes the estimates behind edges.
 */
#pragma once

#include "../agent/metric.h"
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

/* Where the edges come from. */
typedef struct tp_EdgeSource {
  const tp_Navmap *navmap;
  const tp_Mask *mask;
  uint64_t revision, costs; /* of the navmap */
  int32_t low_bits;         /* zeros behind each cost (jump/jumpcosts.h) */
} tp_EdgeSource;

/* Short cuts: edges that cost less than the distance between their ends, on the
 * map as it is, and with the floors of a building upon each other. */
enum { TP_ON_MAP, TP_ON_PLAN, TP_LAYOUTS };

/* In a block of tp_search_edges_bytes. Searches of the same map share what
 * comes before `link_ends`. */
typedef struct tp_SearchEdges {
  tp_EdgeSource source;
  uint32_t count;
  uint32_t most;                               /* edges that leave one cell */
  uint32_t *cut[TP_LAYOUTS], cuts[TP_LAYOUTS]; /* short cuts, by number */
  bool has_cuts; /* they are known for this metric */
  tp_Metric metric;
  uint64_t unit;
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

/* Marks a new block. */
TP_FUNC void tp_search_edges_clear(tp_SearchEdges *edges);

/* Collects all edges that the agent may take between cells of a mask, unless
 * the last search had the same. `low_bits`: as in the source. */
TP_FUNC void tp_search_edges_init(tp_SearchEdges *edges,
                                  const tp_Navmap *navmap, const tp_Mask *mask,
                                  int low_bits);

/* The first edge that leaves a cell; the others follow it. If the `from` of the
 * first is another cell, no edge leaves this cell. */
TP_FUNC const tp_Edge *tp_search_edges_from(const tp_SearchEdges *edges,
                                            uint32_t cell);

/* Notes an edge as the one by which its end was entered. */
TP_FUNC void tp_search_edges_take(tp_SearchEdges *edges, const tp_Edge *edge);

/* The edge that was recorded last for a cell; there must be one. */
TP_FUNC const tp_Edge *tp_search_edges_taken(const tp_SearchEdges *edges,
                                             tp_Cell at);
