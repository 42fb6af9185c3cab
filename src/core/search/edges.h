/* edges.h - the edges that a search may take, as it found them when it began.
 *
 * A copy of each lives in a block of the search: the way back is read from
 * there, whatever the map has come to be by then. For what lies behind an edge
 * see potentials.c.
 */
#ifndef TP_SEARCH_EDGES_H
#define TP_SEARCH_EDGES_H

#include "../navmap/edges.h"

/* An edge that estimates go by. */
typedef struct tp_EdgeGuide {
  tp_Cell at;         /* where it begins                                  */
  uint64_t potential; /* what it costs at least to be at a goal, from
                         there, for who takes it next                     */
} tp_EdgeGuide;

/* An edge that may come to be a guide. */
typedef struct tp_Lead {
  tp_Cell from, to;
  uint64_t cost, potential;
  uint64_t bound; /* the estimate where it begins, without it */
} tp_Lead;

enum { TP_MOST_GUIDES = 128 };

/* In a block of tp_search_edges_bytes. */
typedef struct tp_SearchEdges {
  uint32_t count;
  uint32_t most; /* edges that leave one cell                             */
  uint32_t guides;
  int32_t bits;    /* `taken` has so many slots: 2^bits                     */
  uint64_t rest;   /* no more than going by any other costs from anywhere;
                      UINT64_MAX: the guides tell all                       */
  uint32_t *taken; /* a hash table by cells: the edge by which a cell was
                      come to last                                          */
  tp_Lead *lead;   /* room for finding the guides                           */
  tp_EdgeGuide guide[TP_MOST_GUIDES]; /* by their potentials, rising        */
  tp_Edge edge[]; /* by the cells that they leave; then one that leaves none */
} tp_SearchEdges;

/* The bytes that it takes; 0: there is nothing to take. */
TP_FUNC size_t tp_search_edges_bytes(const tp_Navmap *navmap);

/* Finds all that the agent may take between cells of a mask. */
TP_FUNC void tp_search_edges_init(tp_SearchEdges *edges,
                                  const tp_Navmap *navmap, const tp_Mask *mask);

/* The first edge that leaves a cell. Others follow, as long as their `from` is
 * that cell; if that of the first is not, none leaves it. */
TP_FUNC const tp_Edge *tp_search_edges_from(const tp_SearchEdges *edges,
                                            uint32_t cell);

/* Notes an edge as the one by which the cell at its end is come to. */
TP_FUNC void tp_search_edges_take(tp_SearchEdges *edges, const tp_Edge *edge);

/* The edge that was noted last of those that lead to a cell; one was. */
TP_FUNC const tp_Edge *tp_search_edges_taken(const tp_SearchEdges *edges,
                                             tp_Cell at);

#endif
