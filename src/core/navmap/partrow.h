/* partrow.h - the sources of each part of a navmap, and the functions that make
 * it. A new part is a new row here, and in the table of navmap.c.
 *
 * An overlay has the same parts: a row reads from `base` where that makes a
 * difference. Links and fences of the grid are those of the base.
 */
#pragma once

#include "navmap.h"

/* The functions of a part: how it is made and brought up to date. */
typedef struct tp_PartRow {
  /* Its block is made with any of these parts: regions get theirs with TP_MAP,
   * but are updated only with TP_REGIONS. */
  unsigned block_with;
  bool (*wanted)(const tp_Navmap *); /* NULL: always */
  /* The log of changes that it follows, and a second one, which may return NULL
   * as long as the navmap has none. `second_log` is NULL if the part follows
   * one log.
   */
  const tp_ChangeLog *(*log)(const tp_Navmap *);
  const tp_ChangeLog *(*second_log)(const tp_Navmap *);
  /* Reads cells again that may have changed; all cells if `seen` is 0. NULL:
   * tp_landmarkpart_make does. */
  void (*update)(tp_Navmap *, const tp_Rect *, int);
  int32_t cells; /* that are read in a unit of work; 0: the work is little */
  size_t (*bytes)(const tp_Navmap *); /* NULL: it needs no block */
  /* Is another block needed in place of the old one? NULL: never. The contents
   * are made anew. */
  bool (*is_too_small)(const tp_Navmap *);
  void (*init)(tp_Navmap *, void *block);
} tp_PartRow;

/* In maskpart.c, costpart.c, indexpart.c, connectivitypart.c, landmarkpart.c */
TP_FUNC const tp_PartRow tp_part_sides, tp_part_cells, tp_part_mask,
    tp_part_clear, tp_part_ends, tp_part_fences, tp_part_irregular;
TP_FUNC const tp_PartRow tp_part_costmap, tp_part_costs;
TP_FUNC const tp_PartRow tp_part_regions, tp_part_jumps;
TP_FUNC const tp_PartRow tp_part_graph;
TP_FUNC const tp_PartRow tp_part_landmarks;

/* The cells where units stand, and their log; NULL: this is no overlay. */
TP_INLINE const tp_Mask *tp_part_occupied(const tp_Navmap *navmap) {
  return navmap->avoided ? tp_avoided_mask(navmap->avoided) : NULL;
}

TP_INLINE const tp_ChangeLog *tp_part_occupied_log(const tp_Navmap *navmap) {
  const tp_Mask *occupied = tp_part_occupied(navmap);
  return occupied ? &occupied->changes : NULL;
}

/* The logs of the mask, and of irregular cells; NULL: no cell is irregular. */
TP_INLINE const tp_ChangeLog *tp_part_mask_log(const tp_Navmap *navmap) {
  return &navmap->mask->changes;
}

TP_INLINE const tp_ChangeLog *tp_part_irregular_log(const tp_Navmap *navmap) {
  return navmap->irregular ? &navmap->irregular->changes : NULL;
}

/* The free single cells. */
TP_INLINE tp_Mask *tp_part_single(const tp_Navmap *navmap) {
  return navmap->cells ? navmap->cells : navmap->mask;
}
