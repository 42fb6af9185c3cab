/* navmap.h - one kind of agent on one grid: its profile and all that follows
 * from it, brought up to date with the grid before each question.
 *
 *     while (tp_navmap_prepare(navmap, parts) == TP_NEEDS_ROOM)
 *       tp_navmap_give(navmap, a block of navmap->need.bytes bytes);
 *
 * A navmap holds addresses of blocks that the caller owns, and which stay where
 * they are from then on. A cell that the agent is in is always its top left
 * one: where it is larger, the mask says where all of it fits.
 */
#ifndef TP_NAVMAP_H
#define TP_NAVMAP_H

#include "../agent/avoided.h"
#include "../agent/costmap.h"
#include "../agent/costs.h"
#include "../agent/walls.h"
#include "../base/status.h"
#include "../base/work.h"
#include "../index/graph.h"
#include "../index/jump/planes.h"
#include "../index/landmarks.h"
#include "../index/regions.h"
#include "../index/twocore.h"
#include "../map/links.h"

/* What follows from the grid, each part after those that it is made from. */
typedef enum tp_Part {
  TP_PART_CELLS,   /* which single cells may be entered: of a large agent    */
  TP_PART_MASK,    /* where the agent may be                                 */
  TP_PART_COSTMAP, /* of an agent to whom cells of one terrain differ        */
  TP_PART_WALLS, /* which steps are walled off: of maps with thin walls        */
  TP_PART_ODD,   /* odd cells: of maps with those, or with links        */
  TP_PART_REGIONS,
  TP_PART_GRAPH, /* of maps with links, or with thin walls shut one way  */
  TP_PART_COSTS, /* in no block                                              */
  TP_PART_TWOCORE,
  TP_PART_JUMPS,
  TP_PART_LANDMARKS, /* of agents that ask for them                         */
  TP_PARTS
} tp_Part;

/* What may be asked for: sets of parts, each with all that it follows from. */
enum {
  TP_MAP = 1 << TP_PART_CELLS | 1 << TP_PART_MASK | 1 << TP_PART_COSTMAP |
           1 << TP_PART_WALLS | 1 << TP_PART_ODD | 1 << TP_PART_COSTS,
  TP_REGIONS = TP_MAP | 1 << TP_PART_REGIONS,
  TP_CONNECTED = TP_REGIONS | 1 << TP_PART_GRAPH,
  TP_CORE = TP_MAP | 1 << TP_PART_TWOCORE,
  TP_JUMPS = TP_CORE | 1 << TP_PART_JUMPS,
  TP_LANDMARKS = TP_MAP | 1 << TP_PART_LANDMARKS
};

/* How far a part is up to date. */
typedef struct tp_PartState {
  void *block;        /* the caller's; NULL until handed over                 */
  uint64_t seen;      /* version of the log that it follows; 0: nothing yet   */
  uint64_t also_seen; /* of a second log, where it follows two                */
} tp_PartState;

/* A part that is being made. It has seen nothing until that is done; and then
 * what there was when it was begun. */
typedef struct tp_Task {
  bool is_open;
  int part;
  uint64_t sees, also_sees;
  tp_Work work;
} tp_Task;

typedef struct tp_Navmap {
  const tp_Grid *grid; /* the caller's, which outlives it */
  uint64_t shape;      /* of the grid, that all of this is for */
  /* Others that the agent is among: an overlay of its map alone, from which
     they take cells, or in which they raise prices. NULL: it is alone. */
  const struct tp_Navmap *base;
  const tp_Avoided *avoided;
  double raise; /* of the price where they stand; 0: none may enter there */
  tp_Profile profile;
  tp_Topology moves;
  tp_Pruning pruning;
  tp_Prices prices;
  tp_Costs costs;
  tp_Layering *layering; /* the caller's; NULL: no layer adds to prices */
  uint64_t ways_seen;    /* version of the grid's `ways` that costs know */
  /* The parts' blocks. */
  tp_Mask *cells, *mask;
  tp_Costmap *costmap;
  tp_Walls *walls; /* NULL: no step is walled off */
  /* A cell is odd where the mask around it does not tell all: it is an end
     of a link, or a thin wall stands among the 3 x 3 cells around (of a large
     agent: among what it covers there). No tree takes it in, no step from it is
     pruned, jumps stop there. NULL: no cell is. Its log has all that changes
     about links and walls, even where no bit does. */
  tp_Mask *odd;
  tp_Regions *regions;
  uint64_t renumbered; /* how often there was another block for those   */
  tp_Graph *graph;     /* NULL: none as yet */
  tp_Twocore *twocore;
  tp_JumpPlanes *jumps;
  tp_Landmarks *landmarks;
  tp_PartState part[TP_PARTS];
  tp_Task task;
  tp_Need need; /* the slot is a part */
  /* Of cells whose bit in the mask or whose class has changed; of all where
   * steps have come to cost more or less. */
  tp_Changes changes;
  /* Looks that all work for the agent has taken, counted in its own; of an
   * agent among others in the base's. */
  uint64_t looks, *work;
} tp_Navmap;

/* Counts work that was done, when it is over: looks at a cell, a goal, a link;
 * and units (base/work.h), of so many looks. A node that is expanded is one. */
enum { TP_LOOKS_A_UNIT = 16 };

TP_INLINE void tp_navmap_look(const tp_Navmap *nav, uint64_t looks) {
  *nav->work += looks;
}

TP_INLINE void tp_navmap_count(const tp_Navmap *nav, uint64_t units) {
  *nav->work += units * TP_LOOKS_A_UNIT;
}

/* Of an agent that is alone on its grid. Layers of that add to its prices, if
 * there is a layering; NULL: none do. */
TP_FUNC void tp_navmap_init(tp_Navmap *navmap, const tp_Grid *grid,
                            const tp_Profile *profile, tp_Layering *layering);

/* Of the same agent among others: all that takes a navmap takes this one.
 * `raise`: of the price of each step onto cells where somebody stands, as a
 * terrain's price is counted; 0: there are no such steps. Before each question
 *
 *     tp_navmap_prepare(base, TP_REGIONS), and room where it is needed;
 *     tp_avoided_aim(avoided, presence);
 *     tp_navmap_prepare(overlay, parts), and room where it is needed
 *
 * in this order. Where no goals are refused (fields, sight) TP_MAP of the base
 * will do. If the grid gets another size, this is called again. `base` and
 * `avoided` outlive it. */
TP_FUNC void tp_navmap_init_overlay(tp_Navmap *overlay, const tp_Navmap *base,
                                    const tp_Avoided *avoided, double raise);

/* Brings the parts of a set up to date with the grid, as far as the agent can
 * make use of them: TP_FOUND, or TP_NEEDS_ROOM. With TP_MAP there is then room
 * for the regions, too, and with TP_CORE for the jump points: these may be
 * asked for where no room can be made, and cost time only then. */
TP_FUNC tp_Status tp_navmap_prepare(tp_Navmap *navmap, unsigned parts);

/* The same in slices: does about `*budget` units of work (base/work.h), which
 * it lowers by what was done, and returns TP_RUNNING where that is spent.
 * Whoever calls tp_navmap_prepare in between is not concerned: what was begun
 * is finished there, or let be. Where others have moved here and there, one cell
 * in a thousand at most, all that is followed at once, whatever the budget.
 *
 * Where cells change between slices, what was begun is finished first, as of
 * when that was, and then follows the rest: so no edit makes it start again.
 * Only jump points do, where somebody else has brought the 2-core up to date
 * meanwhile. But it never comes to an end where each pause brings more changes
 * than a slice is good for: who is not done after some slices calls
 * tp_navmap_prepare. */
TP_FUNC tp_Status tp_navmap_prepare_some(tp_Navmap *navmap, unsigned parts,
                                         uint64_t *budget);

/* Hands over the block that was needed. The part's old block, if any, is done
 * with afterwards. */
TP_FUNC void tp_navmap_give(tp_Navmap *navmap, void *block);

/* Would there be nothing to prepare? */
TP_FUNC bool tp_navmap_is_ready(const tp_Navmap *navmap, unsigned parts);

/* The same for TP_MAP, in no time; of an agent that is alone. */
TP_INLINE bool tp_navmap_is_current(const tp_Navmap *navmap) {
  const tp_PartState *costs = &navmap->part[TP_PART_COSTS];
  const tp_Layering *layering = navmap->layering;
  return costs->seen == navmap->grid->changes.now &&
         (!layering || (costs->also_seen == layering->changes.now &&
                        tp_layering_is_current(layering)));
}

/* What the cheapest step costs that the agent may take; 0: there is none, or it
 * costs nothing. */
TP_INLINE uint64_t tp_navmap_least_step(const tp_Navmap *navmap) {
  const uint64_t straight = navmap->costs.cheapest[0],
                 diagonal = navmap->costs.cheapest[1];
  bool four = tp_is_four(navmap->profile.diagonal);
  return four || straight < diagonal ? straight : diagonal;
}

/* Does the agent pay for turning? */
TP_INLINE bool tp_navmap_turns(const tp_Navmap *navmap) {
  return navmap->profile.turn_cost > 0;
}

/* Grows with each edit of the grid or of the agent's layers, and with each
 * change of who is avoided: what was begun at another one is stale. */
TP_INLINE uint64_t tp_navmap_revision(const tp_Navmap *navmap) {
  uint64_t revision = tp_grid_revision(navmap->grid);
  if (navmap->layering) revision += tp_layering_revision(navmap->layering);
  if (!navmap->avoided) return revision;
  return revision + tp_avoided_mask(navmap->avoided)->changes.now;
}

/* Can the agent make use of a part, and is there room for it? With a map that
 * is up to date. */
TP_FUNC bool tp_navmap_may_have(const tp_Navmap *navmap, tp_Part part);

/* And is it up to date? */
TP_FUNC bool tp_navmap_has(const tp_Navmap *navmap, tp_Part part);

/* Is there the part, and is that the log which it follows first? */
TP_FUNC bool tp_navmap_follows(const tp_Navmap *navmap, tp_Part part,
                               const tp_Changes *log);

/* The bytes of the block of a part. */
TP_FUNC size_t tp_navmap_bytes(const tp_Navmap *navmap, tp_Part part);

/* How many jump points there are at least, as far as that is known without
 * finding them. There is room for them. */
TP_FUNC uint64_t tp_navmap_least_points(const tp_Navmap *navmap);

/* The cells that the agent is said to be in where some cell of the rectangle
 * is under it, clipped to the grid. */
TP_FUNC tp_Rect tp_navmap_above(const tp_Navmap *navmap, tp_Rect rect);

/* Is there a way from one enterable cell to another? With TP_CONNECTED, as
 * below. */
TP_FUNC bool tp_navmap_connects(const tp_Navmap *navmap, tp_Cell from,
                                tp_Cell to);

/* The regions to which there are ways from some, or from which there are ways
 * to them: those themselves, too. The set holds as long as the reach, which is
 * the caller's, and the navmap. */
TP_FUNC tp_RegionSet tp_navmap_beyond(const tp_Navmap *navmap,
                                      tp_RegionSet from, tp_Reach *reach);
TP_FUNC tp_RegionSet tp_navmap_behind(const tp_Navmap *navmap, tp_RegionSet to,
                                      tp_Reach *reach);

/* The first of these of an enterable cell's region. */
TP_FUNC tp_RegionSet tp_navmap_home(const tp_Navmap *navmap, tp_Cell from,
                                    tp_Reach *reach);

/* Are these regions all that can be come to? If not, some may be more. */
TP_FUNC bool tp_navmap_tells_reach(const tp_Navmap *navmap);

/* Grows whenever regions may get other numbers. */
TP_INLINE uint64_t tp_navmap_numbering(const tp_Navmap *navmap) {
  uint64_t now = navmap->mask->changes.now + navmap->renumbered;
  return navmap->odd ? now + navmap->odd->changes.now : now;
}

/* The region of an enterable cell; they are up to date. */
TP_INLINE uint32_t tp_navmap_region(const tp_Navmap *navmap, int32_t x,
                                    int32_t y) {
  return tp_regions_of(navmap->regions, navmap->mask, x, y);
}

/* The first cell of a row behind x that is not connected with x by steps along
 * the row; `end` where none comes before. */
TP_FUNC int32_t tp_navmap_row_end(const tp_Navmap *navmap, int32_t y, int32_t x,
                                  int32_t end);

/* The steps out of a cell that thin walls shut off, and those into it, each as
 * the direction in which the neighbour lies. There are walls. */
TP_INLINE unsigned tp_navmap_walled(const tp_Navmap *navmap, int32_t x,
                                    int32_t y) {
  return tp_walls_out(navmap->walls)[tp_grid_index(navmap->grid, x, y)];
}

TP_INLINE unsigned tp_navmap_walled_into(const tp_Navmap *navmap, int32_t x,
                                         int32_t y) {
  return tp_walls_in(navmap->walls)[tp_grid_index(navmap->grid, x, y)];
}

/* The steps out of a cell that are legal on a mask, as a set of directions; out
 * of a cell that the mask lacks, any to a cell that it has. */
TP_INLINE unsigned tp_navmap_steps_on(const tp_Navmap *navmap,
                                      const tp_Mask *mask, tp_Cell at) {
  const unsigned nine = tp_mask_nine(mask, at.x, at.y);
  const unsigned steps = tp_steps(&navmap->moves, at, nine);
  return navmap->walls ? steps & ~tp_navmap_walled(navmap, at.x, at.y) : steps;
}

TP_INLINE unsigned tp_navmap_steps(const tp_Navmap *navmap, int32_t x,
                                   int32_t y) {
  return tp_navmap_steps_on(navmap, navmap->mask, (tp_Cell){x, y});
}

/* Those by which one comes to it from its neighbours, each as the direction in
 * which that lies. */
TP_INLINE unsigned tp_navmap_steps_into(const tp_Navmap *navmap, int32_t x,
                                        int32_t y) {
  const unsigned nine = tp_mask_nine(navmap->mask, x, y);
  const unsigned steps = tp_steps(&navmap->moves, (tp_Cell){x, y}, nine);
  return navmap->walls ? steps & ~tp_navmap_walled_into(navmap, x, y) : steps;
}

TP_INLINE bool tp_navmap_is_odd(const tp_Navmap *navmap, int32_t x, int32_t y) {
  return navmap->odd && tp_mask_has(navmap->odd, x, y);
}

/* Is a step from the cell, which may be entered, in that direction legal? */
TP_INLINE bool tp_navmap_can_step(const tp_Navmap *navmap, int32_t x, int32_t y,
                                  int direction) {
  return tp_navmap_steps(navmap, x, y) >> direction & 1;
}

/* ---- landmarks -----------------------------------------------------------
 *
 * As a part of agents that ask for them, on maps without links and thin walls.
 * Unlike other parts they need not be up to date: a search asks the tables that
 * are consistent, and goes without if none is. If layers add to prices,
 * landmarks know the prices of terrains alone: they tell too little then, never
 * too much, and a layer that changes gives them no work. */

/* What the landmarks of a navmap follow from. */
TP_FUNC tp_LandmarkMap tp_landmarked_map(const tp_Navmap *navmap);

/* Repairs the tables that tell most of the way from one cell to another: for an
 * agent among others those of the agent alone, as below. Are they consistent,
 * within the budget, or is there nothing to be repaired (as when a cell lies
 * outside)? NULL: for at most as long as a search without landmarks takes, and
 * that will do. The map is up to date. */
TP_FUNC bool tp_landmarked_repair(const tp_Navmap *navmap, tp_Cell start,
                                  tp_Cell goal, uint64_t *budget);

/* Have they been made, if the agent wants them? Tables may be under repair. The
 * map is up to date. */
TP_FUNC bool tp_landmarked_are_made(const tp_Navmap *navmap);

/* Is a table consistent? */
TP_FUNC bool tp_landmarked_is_consistent(const tp_Navmap *navmap, int table);

/* Of the tables that are consistent those that tell most of a way: first two
 * that lead to landmarks, then two that lead from them. NULL: no table is
 * consistent, or none is of use. For an agent among others they are those of
 * the agent alone: others only make steps dearer. Both cells lie inside. */
enum { TP_TABLES_ASKED = 4 };
TP_FUNC const tp_Landmarks *tp_landmarked_choose(const tp_Navmap *navmap,
                                                 tp_Cell start, tp_Cell goal,
                                                 int table[TP_TABLES_ASKED]);

#endif
