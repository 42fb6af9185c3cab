/* edges.h - what it costs one agent to take a link, and whether it may. */
#ifndef TP_NAVMAP_EDGES_H
#define TP_NAVMAP_EDGES_H

#include "navmap.h"

/* The cost of an edge that may not be taken. */
#define TP_NO_COST UINT64_MAX

/* The cost of taking an edge, in the costs' whole numbers: 0 is one. It is
 * TP_NO_COST where the profile forbids it, or where the agent cannot be at both
 * ends. The navmap is up to date. */
TP_FUNC uint64_t tp_edge_cost(const tp_Navmap *navmap, const tp_Edge *edge);

/* The same as the user counts, of an edge that may be taken. */
TP_FUNC double tp_edge_real_cost(const tp_Navmap *navmap, const tp_Edge *edge);

/* The cost of one with that price, if the agent can be at both ends. */
TP_FUNC uint64_t tp_edge_cost_at(const tp_Navmap *navmap, double price);

/* Its price for the agent; INFINITY: the profile forbids it. */
TP_FUNC double tp_navmap_price(const tp_Navmap *navmap, const tp_Edge *edge);

/* Which names of links the profile forbids. */
TP_FUNC void tp_navmap_forbidden(const tp_Navmap *navmap,
                                 bool forbidden[TP_LINK_NAMES]);

/* What those cost that the profile does not forbid, wherever they lie. */
TP_FUNC tp_LinkCosts tp_navmap_link_costs(const tp_Navmap *navmap);

/* Are there links of which the agent may take any? */
TP_INLINE bool tp_navmap_takes_links(const tp_Navmap *navmap) {
  return tp_links_are_there(navmap->grid->links) &&
         !navmap->profile.takes_no_links;
}

/* Are there cells in which the mask does not tell all: for thin walls, or for
 * links that the agent may take? */
TP_INLINE bool tp_navmap_has_odd(const tp_Navmap *navmap) {
  const tp_Sides *sides = navmap->grid->sides;
  return (sides && sides->ways > 0) || tp_navmap_takes_links(navmap);
}

/* The edges that leave a cell, and those that come to it; there are none
 * where it is not odd. */
TP_INLINE tp_EdgeRange tp_navmap_links_from(const tp_Navmap *navmap, int32_t x,
                                            int32_t y) {
  if (!tp_navmap_is_odd(navmap, x, y)) return (tp_EdgeRange){NULL, 0};
  return tp_links_from(navmap->grid->links, x, y);
}

TP_INLINE tp_EdgeRange tp_navmap_links_to(const tp_Navmap *navmap, int32_t x,
                                          int32_t y) {
  if (!tp_navmap_is_odd(navmap, x, y)) return (tp_EdgeRange){NULL, 0};
  return tp_links_to(navmap->grid->links, x, y);
}

#endif
