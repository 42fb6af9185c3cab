/* fares.h - what links add to the costs of a field. */
#ifndef TP_FARES_H
#define TP_FARES_H

#include "../navmap/tolls.h"

/* What an agent may have to pay for links, wherever it may be, in its own whole
 * numbers. */
typedef struct tp_Fares {
  uint32_t count; /* of passages that its profile lets it take */
  uint32_t free;  /* of those that cost nothing                */
  uint64_t least; /* of the others; UINT64_MAX: there is none  */
  uint64_t sum;   /* of all                                    */
} tp_Fares;

TP_FUNC tp_Fares tp_fares_of(const tp_Navmap *nav);

/* What a passage adds to the costs of a field so many times as fine as the
 * agent's; TP_NO_TOLL, which is TP_FAR: it may not be taken. One that costs
 * nothing adds 1, below the bits that are read (tp_field_hops). */
TP_INLINE uint64_t tp_fare(uint64_t factor, const tp_Navmap *nav,
                           const tp_Passage *passage) {
  uint64_t toll = tp_navmap_toll(nav, passage);
  if (toll == TP_NO_TOLL) return TP_NO_TOLL;
  return toll ? toll * factor : 1;
}

/* The passages by which costs come on from a cell: backwards those that end
 * there, forwards those that leave it. And where they come to. */
TP_INLINE tp_Passages tp_fares_from(bool forward, const tp_Navmap *nav,
                                    tp_Cell c) {
  return forward ? tp_navmap_links_from(nav, c.x, c.y)
                 : tp_navmap_links_to(nav, c.x, c.y);
}

TP_INLINE tp_Cell tp_fare_end(bool forward, const tp_Passage *passage) {
  return tp_unpack_cell(forward ? passage->to : passage->from);
}

#endif
