/* edges.h - what links add to the costs of a field. */
#ifndef TP_FIELD_EDGES_H
#define TP_FIELD_EDGES_H

#include "../navmap/edges.h"

/* What an agent may have to pay for links, wherever it may be, in its own whole
 * numbers. */
typedef struct tp_EdgeSum {
  uint32_t count; /* of edges that its profile lets it take */
  uint32_t free;  /* of those that cost nothing                */
  uint64_t least; /* of the others; UINT64_MAX: there is none  */
  uint64_t sum;   /* of all                                    */
} tp_EdgeSum;

TP_FUNC tp_EdgeSum tp_edge_sum(const tp_Navmap *nav);

/* What an edge adds to the costs of a field so many times as fine as the
 * agent's; TP_NO_COST, which is TP_FAR: it may not be taken. One that costs
 * nothing adds 1, below the bits that are read (tp_field_hops). */
TP_INLINE uint64_t tp_field_edge_cost(uint64_t factor, const tp_Navmap *nav,
                                      const tp_Edge *edge) {
  uint64_t link_cost = tp_edge_cost(nav, edge);
  if (link_cost == TP_NO_COST) return TP_NO_COST;
  return link_cost ? link_cost * factor : 1;
}

/* The edges by which costs come on from a cell: backwards those that end
 * there, forwards those that leave it. And where they come to. */
TP_INLINE tp_EdgeRange tp_field_edges_from(bool forward, const tp_Navmap *nav,
                                           tp_Cell c) {
  return forward ? tp_navmap_links_from(nav, c.x, c.y)
                 : tp_navmap_links_to(nav, c.x, c.y);
}

TP_INLINE tp_Cell tp_field_edge_end(bool forward, const tp_Edge *edge) {
  return tp_unpack_cell(forward ? edge->to : edge->from);
}

#endif
