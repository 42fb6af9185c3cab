/* navmap.h - one kind of agent on one grid: its profile and all that follows
 * from it, brought up to date with the grid before each question. */
#ifndef TP_NAVMAP_H
#define TP_NAVMAP_H

#include "../agent/costmap.h"
#include "../agent/costs.h"
#include "../index/jump/planes.h"
#include "../index/regions.h"
#include "../index/twocore.h"

typedef struct tp_Navmap {
  const tp_Grid *grid; /* the caller's, which outlives it */
  tp_Profile profile;
  tp_Topology moves;
  tp_Prices prices;
  tp_Classes classes;
  uint64_t used[2]; /* terrains that the classes in use were found from     */
  tp_Costs costs;
  /* Blocks of the caller's, which must have given them before the agent is
   * asked to catch up. A cell that the agent is in is always its top left one:
   * where it is larger, the mask says where all of it fits. */
  tp_Mask *mask;
  tp_Regions *regions;
  tp_Mask *cells;        /* which single cells may be entered; NULL where the
                            mask says it                                     */
  tp_Costmap *costmap;   /* NULL where terrains are classes                  */
  const uint8_t *ground; /* class of each cell, by which `costs` price it    */
  /* NULL until handed over; for algorithms that use them. */
  tp_Twocore *twocore;
  tp_Mask *core;        /* the mask without its dead ends             */
  tp_JumpPlanes *jumps; /* of the core                              */
  tp_Pruning pruning;
  uint64_t core_revision;      /* that dead ends and core agree with       */
  tp_CoreChanges core_changes; /* of the core, since the jumps were read */
  uint64_t costs_revision; /* of the grid, when a step last came to cost more
                              or less                                        */
  uint64_t enter_revision; /* at which other terrains came to block the agent */
  uint64_t revision; /* of the grid that all this agrees with              */
  bool is_fresh;     /* nothing was read from the grid yet                 */
} tp_Navmap;

TP_FUNC void tp_navmap_init(tp_Navmap *navmap, const tp_Grid *grid,
                            const tp_Profile *profile);

/* Hands over blocks of tp_mask_bytes and tp_regions_bytes for the grid. */
TP_FUNC void tp_navmap_attach(tp_Navmap *navmap, void *mask, void *regions);

/* Is the agent larger than a cell; and is there more to the price of a cell
 * than its terrain? Then it wants blocks of tp_mask_bytes and tp_costmap_bytes,
 * besides. */
TP_FUNC bool tp_navmap_is_large(const tp_Navmap *navmap);
TP_FUNC bool tp_navmap_wants_costmap(const tp_Navmap *navmap);

TP_FUNC void tp_navmap_attach_cells(tp_Navmap *navmap, void *cells);
TP_FUNC void tp_navmap_attach_costmap(tp_Navmap *navmap, void *ground);

/* Can the profile make use of the core; and can jump point search serve it on
 * the map as it is? The agent has caught up. */
TP_FUNC bool tp_navmap_wants_core(const tp_Navmap *navmap);
TP_FUNC bool tp_navmap_wants_jumps(const tp_Navmap *navmap);

/* Hands over blocks of tp_twocore_bytes and tp_mask_bytes; and of
 * tp_jump_planes_bytes. */
TP_FUNC void tp_navmap_attach_core(tp_Navmap *navmap, void *twocore,
                                   void *core);
TP_FUNC void tp_navmap_attach_jumps(tp_Navmap *navmap, void *jumps);

/* Brings dead ends and core up to date. The agent has caught up. */
TP_FUNC void tp_navmap_read_core(tp_Navmap *navmap);

/* How many jump points there are at least, as far as that is known without
 * finding them. */
TP_FUNC uint64_t tp_navmap_least_points(const tp_Navmap *navmap);

/* Brings the jump points, which were handed over, up to date with the core. */
TP_FUNC void tp_navmap_read_jumps(tp_Navmap *navmap);

TP_INLINE bool tp_navmap_has_core(const tp_Navmap *nav) {
  return nav->core && nav->core_revision == tp_grid_revision(nav->grid);
}

/* Are the jump points, which were handed over, up to date with the core? */
TP_INLINE bool tp_navmap_has_jumps(const tp_Navmap *nav) {
  return nav->core_changes.count == 0;
}

/* The cells that the agent is said to be in where some cell of the rectangle
 * is under it, clipped to the grid. */
TP_FUNC tp_Rect tp_navmap_above(const tp_Navmap *navmap, tp_Rect rect);

/* Brings mask, ground and costs up to date; notes where the regions are not.
 */
TP_FUNC void tp_navmap_read(tp_Navmap *navmap);

/* Rectangles of cells whose bit in the mask or class may have changed since a
 * revision of the grid; -1: any may have. The agent has caught up. */
TP_FUNC int tp_navmap_changes(const tp_Navmap *navmap, uint64_t since,
                              tp_Rect rects[TP_CHANGES]);

TP_INLINE void tp_navmap_catch_up(tp_Navmap *navmap) {
  if (navmap->revision != tp_grid_revision(navmap->grid) || navmap->is_fresh) {
    tp_navmap_read(navmap);
  }
}

/* Is there a way from one enterable cell to another? The agent has caught up;
 * its regions do so here. */
TP_FUNC bool tp_navmap_connects(tp_Navmap *navmap, tp_Cell from, tp_Cell to);

/* Is a step from the cell, which may be entered, in that direction legal? */
TP_INLINE bool tp_navmap_can_step(const tp_Navmap *navmap, int32_t x, int32_t y,
                                  int direction) {
  unsigned nine = tp_mask_nine(navmap->mask, x, y);
  return navmap->moves.legal[nine] >> direction & 1;
}

#endif
