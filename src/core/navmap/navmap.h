/* navmap.h - one kind of agent on one grid: its profile and all that follows
 * from it, brought up to date with the grid before each question. */
#ifndef TP_NAVMAP_H
#define TP_NAVMAP_H

#include "../agent/costmap.h"
#include "../agent/costs.h"
#include "../index/jump/planes.h"
#include "../index/regions.h"
#include "../index/twocore.h"

typedef struct tp_Agent {
  tp_Profile profile;
  tp_Moves moves;
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
  tp_Ground *own_ground; /* NULL where terrains are classes                  */
  const uint8_t *ground; /* class of each cell, by which `costs` price it    */
  /* NULL until handed over; for algorithms that use them. */
  tp_DeadEnds *dead_ends;
  tp_Mask *core;   /* the mask without its dead ends             */
  tp_Jumps *jumps; /* of the core                              */
  tp_Onward onward;
  uint64_t core_revision;  /* that dead ends and core agree with       */
  tp_Changes core_changes; /* of the core, since the jumps were read */
  uint64_t costs_revision; /* of the grid, when a step last came to cost more
                              or less                                        */
  uint64_t enter_revision; /* at which other terrains came to block the agent */
  uint64_t revision; /* of the grid that all this agrees with              */
  bool is_fresh;     /* nothing was read from the grid yet                 */
} tp_Agent;

TP_FUNC void tp_agent_init(tp_Agent *agent, const tp_Profile *profile);

/* Hands over blocks of tp_mask_bytes and tp_regions_bytes for the grid. */
TP_FUNC void tp_agent_attach(tp_Agent *agent, const tp_Grid *grid, void *mask,
                             void *regions);

/* Is the agent larger than a cell; and is there more to the price of a cell
 * than its terrain? Then it wants blocks of tp_mask_bytes and tp_ground_bytes,
 * besides. */
TP_FUNC bool tp_agent_is_large(const tp_Agent *agent);
TP_FUNC bool tp_agent_wants_ground(const tp_Agent *agent, const tp_Grid *grid);

TP_FUNC void tp_agent_attach_cells(tp_Agent *agent, const tp_Grid *grid,
                                   void *cells);
TP_FUNC void tp_agent_attach_ground(tp_Agent *agent, const tp_Grid *grid,
                                    void *ground);

/* Can the profile make use of the core; and can jump point search serve it on
 * the map as it is? The agent has caught up. */
TP_FUNC bool tp_agent_wants_core(const tp_Agent *agent);
TP_FUNC bool tp_agent_wants_jumps(const tp_Agent *agent);

/* Hands over blocks of tp_dead_ends_bytes and tp_mask_bytes; and of
 * tp_jumps_bytes. */
TP_FUNC void tp_agent_attach_core(tp_Agent *agent, const tp_Grid *grid,
                                  void *dead_ends, void *core);
TP_FUNC void tp_agent_attach_jumps(tp_Agent *agent, const tp_Grid *grid,
                                   void *jumps);

/* Brings dead ends and core up to date. The agent has caught up. */
TP_FUNC void tp_agent_read_core(tp_Agent *agent, const tp_Grid *grid);

/* How many jump points there are at least, as far as that is known without
 * finding them. */
TP_FUNC uint64_t tp_agent_least_points(const tp_Agent *agent);

/* Brings the jump points, which were handed over, up to date with the core. */
TP_FUNC void tp_agent_read_jumps(tp_Agent *agent);

TP_INLINE bool tp_agent_has_core(const tp_Agent *a, const tp_Grid *g) {
  return a->core && a->core_revision == g->revision;
}

/* The cells that the agent is said to be in where some cell of the rectangle
 * is under it, clipped to the grid. */
TP_FUNC tp_Rect tp_agent_above(const tp_Agent *agent, tp_Rect rect);

/* Brings mask, ground and costs up to date; notes where the regions are not.
 */
TP_FUNC void tp_agent_read(tp_Agent *agent, const tp_Grid *grid);

/* Rectangles of cells whose bit in the mask or class may have changed since a
 * revision of the grid; -1: any may have. The agent has caught up. */
TP_FUNC int tp_agent_changes(const tp_Agent *agent, const tp_Grid *grid,
                             uint64_t since, tp_Rect rects[TP_LOG_SIZE]);

TP_INLINE void tp_agent_catch_up(tp_Agent *agent, const tp_Grid *grid) {
  if (agent->revision != grid->revision || agent->is_fresh) {
    tp_agent_read(agent, grid);
  }
}

/* Is there a way from one enterable cell to another? The agent has caught up;
 * its regions do so here. */
TP_FUNC bool tp_agent_connects(tp_Agent *agent, tp_Cell from, tp_Cell to);

/* Is a step from the cell, which may be entered, in that direction legal? */
TP_INLINE bool tp_agent_can_step(const tp_Agent *agent, int32_t x, int32_t y,
                                 int direction) {
  unsigned nine = tp_mask_nine(agent->mask, x, y);
  return agent->moves.legal[nine] >> direction & 1;
}

#endif
