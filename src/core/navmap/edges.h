/* edges.h - the irregular ways on from a cell (edges), as one agent may take
 * them: those that no table of steps tells. There are some at odd cells alone.
 *
 *     tp_EdgeIter it = tp_edges_from(navmap, at);
 *     while (tp_edges_next(&it)) it.edge ...
 *
 * The navmap is up to date. Links are the only source of edges so far: edges.c
 * reads them, and cells.c marks their ends. All other files ask for edges.
 */
#ifndef TP_NAVMAP_EDGES_H
#define TP_NAVMAP_EDGES_H

#include "navmap.h"

/* The cost of an edge that the profile forbids. */
#define TP_NO_COST UINT64_MAX

typedef struct tp_EdgeIter {
  tp_Edge edge; /* the one that it has come to, at the agent's price */
  bool closed;  /* set by the caller: edges, too, of which an end is closed, or
                   that the profile forbids. Of those the cost is TP_NO_COST,
                   and the price the link's own. */
  const tp_Navmap *navmap;
  const tp_Edge *next; /* of so many in the map's list */
  uint32_t left;
  /* Of the price that was looked up last. */
  bool is_known;
  uint32_t name;
  double listed, price;
  uint64_t cost;
} tp_EdgeIter;

/* The edges that leave a cell, and those that come to it; and all there are, in
 * the order of the cells that they leave. */
TP_FUNC tp_EdgeIter tp_edges_from(const tp_Navmap *navmap, tp_Cell at);
TP_FUNC tp_EdgeIter tp_edges_to(const tp_Navmap *navmap, tp_Cell at);
TP_FUNC tp_EdgeIter tp_edges_all(const tp_Navmap *navmap);

/* Goes on to the next edge; false: there is none. */
TP_FUNC bool tp_edges_next(tp_EdgeIter *it);

/* Finds the cheapest edge from cell to cell, of equal ones the first. False:
 * there is none. */
TP_FUNC bool tp_edges_between(const tp_Navmap *navmap, tp_Cell from, tp_Cell to,
                              tp_Edge *least);

/* No more edges are told by tp_edges_all; 0: the agent takes none. */
TP_FUNC uint32_t tp_edges_most(const tp_Navmap *navmap);

/* What an agent may have to pay for edges, whatever cells are closed, in its
 * own whole numbers. */
typedef struct tp_EdgeSum {
  uint32_t count; /* of edges that its profile lets it take */
  uint32_t free;  /* of those that cost nothing                */
  uint64_t least; /* of the others; UINT64_MAX: there is none  */
  uint64_t sum;   /* of all                                    */
} tp_EdgeSum;

TP_FUNC tp_EdgeSum tp_edges_sum(const tp_Navmap *navmap);

/* Different costs of the edges that the profile does not forbid, as the user
 * counts; by these the whole numbers of costs are chosen. */
TP_FUNC tp_LinkCosts tp_edges_costs(const tp_Navmap *navmap);

/* What an edge costs as the user counts. */
TP_INLINE double tp_edge_real_cost(const tp_Navmap *navmap,
                                   const tp_Edge *edge) {
  return tp_product(edge->price, navmap->profile.straight_cost);
}

/* How long a unit takes for an edge; 0: its cost says that. */
TP_INLINE double tp_edge_seconds(const tp_Navmap *navmap, const tp_Edge *edge) {
  return navmap->grid->links->link[edge->link].seconds;
}

/* What an edge adds to costs that are `factor` times as fine as the agent's and
 * have to fall by each edge of a way: `least` or more. */
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

/* Are there cells in which the mask does not tell all: because of thin walls,
 * or of edges? */
TP_INLINE bool tp_navmap_has_odd(const tp_Navmap *navmap) {
  const tp_Sides *sides = navmap->grid->sides;
  return (sides && sides->ways > 0) || tp_navmap_has_edges(navmap);
}

#endif
