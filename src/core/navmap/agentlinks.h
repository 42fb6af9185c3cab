/* agentlinks.h - the edges of one agent: irregular ways from a cell, which no
 * table of steps has. Only irregular cells have edges.
 *
 *     tp_EdgeIter it = tp_edges_from(navmap, at);
 *     while (tp_edges_next(&it)) it.edge ...
 *
 * The navmap is up to date. Links are the only source of edges: agentlinks.c
 * reads them, and maskpart.c marks their ends. All other files ask for edges.
 */
#pragma once

#include "navmap.h"

/* The cost of an edge that the profile forbids. */
#define TP_NO_COST UINT64_MAX

typedef struct tp_EdgeIter {
  tp_Edge edge; /* the current one, at the agent's price */
  bool closed;  /* set by the caller: includes edges with a blocked end, and
                   those that the profile forbids. The latter have cost
                   TP_NO_COST, and the price of the link itself */
  const tp_Navmap *navmap;
  const tp_Edge *next; /* of so many in the map's list */
  uint32_t left;
  /* The price that was looked up last. */
  bool is_known;
  uint32_t name;
  double listed, price;
  uint64_t cost;
} tp_EdgeIter;

/* The edges that leave a cell; those that lead to it; and all edges, in the
 * order of the cells that they leave. */
TP_FUNC tp_EdgeIter tp_edges_from(const tp_Navmap *navmap, tp_Cell at);
TP_FUNC tp_EdgeIter tp_edges_to(const tp_Navmap *navmap, tp_Cell at);
TP_FUNC tp_EdgeIter tp_edges_all(const tp_Navmap *navmap);

/* Goes on to the next edge; false: there is none. */
TP_FUNC bool tp_edges_next(tp_EdgeIter *it);

/* Finds the cheapest edge from cell to cell, of equal ones the first. False:
 * there is none. */
TP_FUNC bool tp_edges_between(const tp_Navmap *navmap, tp_Cell from, tp_Cell to,
                              tp_Edge *least);

/* An upper bound of the number of edges; 0: the agent takes none. */
TP_FUNC uint32_t tp_edges_most(const tp_Navmap *navmap);

/* The costs of all edges, whatever cells are blocked, in the agent's whole
 * numbers. */
typedef struct tp_EdgeSum {
  uint32_t count; /* of edges that the profile allows */
  uint32_t free;  /* of those without cost */
  uint64_t least; /* of the others; UINT64_MAX: there is none */
  uint64_t sum;   /* of all */
} tp_EdgeSum;

TP_FUNC tp_EdgeSum tp_edges_sum(const tp_Navmap *navmap);

/* The different costs of the edges that the profile allows, in the user's
 * numbers. The scale of whole numbers depends on these. */
TP_FUNC tp_LinkCosts tp_edges_costs(const tp_Navmap *navmap);

/* The cost of an edge in the user's numbers. */
TP_INLINE double tp_edge_real_cost(const tp_Navmap *navmap,
                                   const tp_Edge *edge) {
  return tp_product(edge->price, navmap->profile.straight_cost);
}

/* The seconds that a unit takes for an edge; 0: its cost tells. */
TP_INLINE double tp_edge_seconds(const tp_Navmap *navmap, const tp_Edge *edge) {
  return navmap->grid->links->link[edge->link].seconds;
}

/* The cost of an edge in units `factor` times as fine as the agent's. Each edge
 * of a path must cost something there: `least` or more. */
TP_INLINE uint64_t tp_edge_adds(const tp_Edge *edge, uint64_t factor,
                                uint64_t least) {
  const uint64_t cost = edge->cost * factor;
  return cost < least ? least : cost;
}

/* May there be edges? */
TP_INLINE bool tp_navmap_has_edges(const tp_Navmap *navmap) {
  return tp_links_are_there(navmap->grid->links) &&
         !navmap->profile.takes_no_links;
}

/* Does the mask not tell all about some cells, because of fences, stops or
 * edges? */
TP_INLINE bool tp_navmap_has_irregular(const tp_Navmap *navmap) {
  const tp_Fences *fences = tp_navmap_sides(navmap);
  return navmap->stops || (fences && fences->count > 0) ||
         tp_navmap_has_edges(navmap);
}
