/* edges.h - the links that a search may take, as it found them when it began.
 *
 * An edge is an edge that the agent may take. A copy of each lives in a block
 * of the search: the way back is read from there, whatever the map has come to
 * be by then. For what lies behind an edge see potentials.h.
 */
#ifndef TP_SEARCH_EDGES_H
#define TP_SEARCH_EDGES_H

#include "../navmap/edges.h"

/* Of no edge: none that leads to the cell has been taken. */
#define TP_NO_EDGE UINT32_MAX

typedef struct tp_SearchEdge {
  tp_Edge edge; /* whose price is the agent's; it has no name      */
  uint64_t link_cost;
} tp_SearchEdge;

/* One that estimates go by. */
typedef struct tp_EdgeGuide {
  tp_Cell at;         /* where it begins                                  */
  uint64_t potential; /* what it costs at least to be at a goal, from
                         there, for who takes it next                     */
} tp_EdgeGuide;

/* One that may come to be a guide. */
typedef struct tp_Lead {
  tp_Cell from, to;
  uint64_t link_cost, potential;
  uint64_t bound; /* the estimate where it begins, without it */
} tp_Lead;

enum { TP_MOST_GUIDES = 128 };

/* In a block of tp_search_edges_bytes. */
typedef struct tp_Edges {
  uint32_t count;
  uint32_t most; /* edges that leave one cell                             */
  uint32_t ends; /* cells in the list `to`                                */
  uint32_t guides;
  uint64_t rest;   /* no more than going by any other costs from anywhere;
                      UINT64_MAX: the guides tell all                       */
  uint32_t *to;    /* cells that links lead to, rising; some more than once */
  uint32_t *taken; /* beside the first of each: the edge by which it was
                      come to last                                          */
  tp_Lead *lead;   /* room for finding the guides                           */
  tp_EdgeGuide
      guide[TP_MOST_GUIDES]; /* by their potentials, rising            */
  tp_SearchEdge edge[];      /* by the cells that they leave           */
} tp_Edges;

/* Some of them, one behind the other. */
typedef struct tp_EdgeSpan {
  uint32_t first, count;
} tp_EdgeSpan;

/* The bytes that it takes; 0: there is nothing to take. */
TP_FUNC size_t tp_search_edges_bytes(const tp_Navmap *navmap);

/* Finds all that the agent may take between cells of a mask. */
TP_FUNC void tp_search_edges_init(tp_Edges *edges, const tp_Navmap *navmap,
                                  const tp_Mask *mask);

/* Those that leave a cell. */
TP_FUNC tp_EdgeSpan tp_search_edges_from(const tp_Edges *edges, tp_Cell at);

/* Notes that edge as the one by which the cell at its end is come to. */
TP_FUNC void tp_search_edges_take(tp_Edges *edges, uint32_t edge);

/* The one that was noted last of those that lead to a cell, as some was. */
TP_FUNC const tp_Edge *tp_search_edges_taken(const tp_Edges *edges, tp_Cell at);

#endif
