/* tolls.h - what it costs one agent to take a link, and whether it may. */
#ifndef TP_TOLLS_H
#define TP_TOLLS_H

#include "navmap.h"

/* The cost of a passage that may not be taken. */
#define TP_NO_TOLL UINT64_MAX

/* The cost of taking a passage, in the costs' whole numbers: 0 is one. It is
 * TP_NO_TOLL where the profile forbids it, or where the agent cannot be at both
 * ends. The navmap is up to date. */
TP_FUNC uint64_t tp_navmap_toll(const tp_Navmap *navmap,
                                const tp_Passage *passage);

/* The same as the user counts, of a passage that may be taken. */
TP_FUNC double tp_navmap_real_toll(const tp_Navmap *navmap,
                                   const tp_Passage *passage);

/* The cost of one with that price, if the agent can be at both ends. */
TP_FUNC uint64_t tp_navmap_toll_at(const tp_Navmap *navmap, double price);

/* Its price for the agent; INFINITY: the profile forbids it. */
TP_FUNC double tp_navmap_price(const tp_Navmap *navmap,
                               const tp_Passage *passage);

/* Which names of links the profile forbids. */
TP_FUNC void tp_navmap_forbidden(const tp_Navmap *navmap,
                                 bool forbidden[TP_LINK_NAMES]);

/* What those cost that the profile does not forbid, wherever they lie. */
TP_FUNC tp_Tolls tp_navmap_tolls(const tp_Navmap *navmap);

/* Are there links of which the agent may take any? */
TP_INLINE bool tp_navmap_takes_links(const tp_Navmap *navmap) {
  return tp_links_are_there(navmap->grid->links) &&
         !navmap->profile.takes_no_links;
}

/* Are there cells in which the mask does not tell all: for thin walls, or for
 * links that the agent may take? */
TP_INLINE bool tp_navmap_has_pins(const tp_Navmap *navmap) {
  const tp_Edges *edges = navmap->grid->edges;
  return (edges && edges->ways > 0) || tp_navmap_takes_links(navmap);
}

/* The passages that leave a cell, and those that come to it; there are none
 * where it is not pinned. */
TP_INLINE tp_Passages tp_navmap_links_from(const tp_Navmap *navmap, int32_t x,
                                           int32_t y) {
  if (!tp_navmap_is_pinned(navmap, x, y)) return (tp_Passages){NULL, 0};
  return tp_links_from(navmap->grid->links, x, y);
}

TP_INLINE tp_Passages tp_navmap_links_to(const tp_Navmap *navmap, int32_t x,
                                         int32_t y) {
  if (!tp_navmap_is_pinned(navmap, x, y)) return (tp_Passages){NULL, 0};
  return tp_links_to(navmap->grid->links, x, y);
}

#endif
