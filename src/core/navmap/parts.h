/* parts.h - what each part of a navmap is made from, and how. Another part is
 * another row here, and in the table of parts.c.
 *
 * An agent among others has the same parts: a row asks `base` where it makes a
 * difference what they are read from. Of the grid's own, links and thin walls,
 * an agent among others has the base's.
 */
#ifndef TP_PARTS_H
#define TP_PARTS_H

#include "navmap.h"

/* Pieces in which cells may be read: a unit of work each so many of them, of
 * rectangles of that size. */
typedef struct tp_Grain {
  int32_t cells;
  int32_t wide, high;
} tp_Grain;

/* No map is wider. */
enum { TP_WHOLE_ROWS = 1 << 16 };

/* What a part is: how it is made and brought up to date. It has `update` or
 * `go_on`. */
typedef struct tp_PartRow {
  unsigned room;                     /* is made for it with these parts */
  bool (*wanted)(const tp_Navmap *); /* NULL: always */
  /* The log of changes that it follows, and a second one: the navmap has it, or
   * not yet (it returns NULL). NULL: no part of that kind does. */
  const tp_Changes *(*follows)(const tp_Navmap *);
  const tp_Changes *(*also)(const tp_Navmap *);
  /* Reads cells again that may have changed, and which may change meanwhile;
   * `grain`: it may do so in pieces, one after the other. */
  void (*update)(tp_Navmap *, const tp_Rect *, int);
  tp_Grain grain;
  /* Or goes on until the budget, which it lowers, is spent. Is it done? */
  bool (*go_on)(tp_Navmap *, tp_Work *, uint64_t *budget);
  bool is_strict; /* what it follows is to stand still meanwhile */
  size_t (*bytes)(const tp_Navmap *); /* NULL: it needs no block */
  /* Is another block needed, in the place of the one that it has? NULL: never.
   * What was in there is made anew. */
  bool (*is_too_small)(const tp_Navmap *);
  void (*init)(tp_Navmap *, void *block);
} tp_PartRow;

/* In cells.c, costs.c, derived.c, connected.c, landmarks.c. */
TP_FUNC const tp_PartRow tp_part_cells, tp_part_mask, tp_part_walls,
    tp_part_odd;
TP_FUNC const tp_PartRow tp_part_costmap, tp_part_costs;
TP_FUNC const tp_PartRow tp_part_regions, tp_part_twocore, tp_part_jumps;
TP_FUNC const tp_PartRow tp_part_graph;
TP_FUNC const tp_PartRow tp_part_marks;

/* Before all parts, which depend on them: reads the agent's prices, where the
 * grid's have changed. What was made by other prices is to be made anew. */
TP_FUNC void tp_part_read_prices(tp_Navmap *navmap);

/* Where others stand, and the log of that; NULL: the agent is alone. */
TP_INLINE const tp_Mask *tp_part_stood(const tp_Navmap *navmap) {
  return navmap->avoided ? tp_avoided_mask(navmap->avoided) : NULL;
}

TP_INLINE const tp_Changes *tp_part_others(const tp_Navmap *navmap) {
  const tp_Mask *stood = tp_part_stood(navmap);
  return stood ? &stood->changes : NULL;
}

/* Which single cells may be entered. */
TP_INLINE tp_Mask *tp_part_single(const tp_Navmap *navmap) {
  return navmap->cells ? navmap->cells : navmap->mask;
}

#endif
