/* navmap.h - one kind of agent on one grid: its profile and all data derived
 * from it, brought up to date with the grid before each question.
 *
 *     while (tp_navmap_prepare(navmap, parts) == TP_NEEDS_ROOM)
 *       tp_navmap_give(navmap, a block of navmap->need.bytes bytes);
 *
 * A navmap holds addresses of blocks that the caller owns; these must not move.
 * The position of an agent is its top left cell: if it is larger, the mask
 * tells where all of it fits.
 */
#pragma once

#include "../agent/costmap.h"
#include "../agent/costs.h"
#include "../agent/fencedsteps.h"
#include "../agent/obstacles.h"
#include "../base/task.h"
#include "../index/jump/jumpplanes.h"
#include "../index/landmarks.h"
#include "../index/regiongraph.h"
#include "../index/regions.h"
#include "../map/links.h"

/* The parts of a navmap; each comes after its sources. */
typedef enum tp_Part {
  TP_PART_SIDES,     /* closed sides: if some fences do not block it */
  TP_PART_CELLS,     /* free single cells: of a large agent */
  TP_PART_MASK,      /* where the agent may be */
  TP_PART_CLEAR,     /* and without ground that hides: if there is such */
  TP_PART_ENDS,      /* and where a path may end: of overlays with `passed` */
  TP_PART_COSTMAP,   /* if cells of one terrain differ in price */
  TP_PART_FENCES,    /* barred steps: of maps with fences */
  TP_PART_IRREGULAR, /* irregular cells: of maps with fences or links */
  TP_PART_REGIONS,
  TP_PART_GRAPH, /* of maps with links, or fences closed one way */
  TP_PART_COSTS, /* without a block */
  TP_PART_JUMPS,
  TP_PART_LANDMARKS, /* of agents that ask for them */
  TP_PARTS
} tp_Part;

/* Sets of parts, each with all its sources. */
enum {
  TP_MAP = 1 << TP_PART_SIDES | 1 << TP_PART_CELLS | 1 << TP_PART_MASK |
           1 << TP_PART_CLEAR | 1 << TP_PART_ENDS | 1 << TP_PART_COSTMAP |
           1 << TP_PART_FENCES | 1 << TP_PART_IRREGULAR | 1 << TP_PART_COSTS,
  TP_REGIONS = TP_MAP | 1 << TP_PART_REGIONS,
  TP_CONNECTED = TP_REGIONS | 1 << TP_PART_GRAPH,
  TP_JUMPS_BLOCK = 1 << TP_PARTS, /* the block of the jump points, not the
                                     points */
  TP_JUMPS = TP_MAP | TP_JUMPS_BLOCK | 1 << TP_PART_JUMPS,
  TP_LANDMARKS = TP_MAP | 1 << TP_PART_LANDMARKS,
  /* These follow from where the agent may be, not from what steps cost. */
  TP_WALLS = 1 << TP_PART_SIDES | 1 << TP_PART_CELLS | 1 << TP_PART_MASK |
             1 << TP_PART_FENCES | 1 << TP_PART_IRREGULAR |
             1 << TP_PART_REGIONS | 1 << TP_PART_GRAPH | 1 << TP_PART_JUMPS
};

/* How far a part is up to date. */
typedef struct tp_PartState {
  void *block;        /* the caller's; NULL until handed over */
  uint64_t seen;      /* version of the log that it follows; 0: none yet */
  uint64_t also_seen; /* of a second log, if it follows two */
} tp_PartState;

/* The parts TP_WALLS of all navmaps of a grid whose profiles have the same key.
 * Whichever navmap is prepared first brings them up to date for the others. At
 * first every member but `shape` is zero. */
typedef struct tp_Walls {
  uint64_t shape;    /* of the grid, for which all of this is */
  bool enter[256];   /* of the prices by which cells were read */
  uint64_t versions; /* of the regions: grows with each update */
  uint64_t blocks;   /* handed over so far */
  uint64_t navmaps;  /* that have joined */
  tp_PartState part[TP_PARTS];
} tp_Walls;

/* What of a profile decides about walls, as bytes. */
typedef struct tp_WallsKey {
  size_t size;
  char byte[TP_MAX_TERRAINS + 6 +
            TP_MAX_LINK_PRICES * (TP_NAME_SIZE + sizeof(double)) +
            TP_MAX_OPEN_FENCES * TP_NAME_SIZE];
} tp_WallsKey;

TP_FUNC void tp_walls_key(const tp_Profile *profile, tp_WallsKey *key);

typedef struct tp_Navmap {
  const tp_Grid *grid; /* the caller's, which outlives it */
  uint64_t shape;      /* of the grid, for which all of this is */
  /* The caller's, which outlive it; NULL: it has these parts alone. Others are
   * needed if the grid gets another size. Layers that close cells to the agent
   * need NULL: their log is the agent's. */
  tp_Walls *walls;
  uint64_t number; /* among all that have joined them */
  uint64_t blocks; /* of the walls, which it knows */
  unsigned known;  /* the parts of the walls that had a block then */
  /* For an overlay: the same agent without units. Units in the way block cells
   * of the overlay, or raise its prices. NULL: this is no overlay. */
  const struct tp_Navmap *base;
  const tp_Avoided *avoided;
  double raise; /* of the price where units stand; 0: they block */
  /* Also for an overlay: positions that a path enters only as its last, as if
   * one-way fences were around them; and those that it may pass, but where it
   * may not end. The caller's, or NULL. */
  const tp_Mask *stops, *passed;
  tp_Profile profile;
  tp_LegalSteps moves;
  tp_Prices prices;
  tp_Costs costs;
  tp_LayerCosts *layers;      /* the caller's; NULL: none */
  tp_LayerCosts *layer_costs; /* the same; NULL: no layer adds to prices */
  uint64_t connections_seen;  /* version of its `connections` that costs know */
  /* The parts' blocks. */
  tp_Fences *own_sides; /* NULL: the agent's are those of the grid */
  tp_Mask *cells, *mask, *clear, *ends;
  tp_Costmap *costmap;
  tp_FencedSteps *fences; /* NULL: no step is fenced off */
  /* A cell is irregular if the mask around it does not tell all: it is an end
   * of a link, or a fence is among the 3 x 3 cells around. For a large agent
   * the fence is among the cells that it covers there. No step from an
   * irregular cell is pruned, jumps stop there. NULL: no cell is irregular. The
   * log has all changes of links and fences, even if no bit changes. */
  tp_Mask *irregular;
  tp_Regions *regions;
  uint64_t regions_version; /* grows with each update of the regions */
  tp_Graph *graph;          /* NULL: none yet */
  tp_JumpPlanes *jumps;
  tp_Landmarks *landmarks;
  tp_PartState part[TP_PARTS];
  tp_Need need; /* the slot is a part */
  /* The cells whose bit in the mask or whose class has changed; all cells if
   * the cost of some step has changed. */
  tp_ChangeLog changes;
  /* All work for the agent, counted in `own_work`; for an overlay in that of
   * the base. */
  uint64_t own_work, *work;
} tp_Navmap;

/* Counts work after it is done, in looks or in units (base/task.h). An expanded
 * node is one unit; so are some cells of a part that is brought up to date. */
TP_INLINE void tp_navmap_add_work(const tp_Navmap *nav, uint64_t work) {
  *nav->work += work;
}

TP_INLINE void tp_navmap_add_units(const tp_Navmap *nav, uint64_t units) {
  *nav->work += units * TP_WORK_A_UNIT;
}

/* Prepares the navmap of an agent without units in its way. `layers` add to its
 * prices, or close cells to it; NULL: there are none. */
TP_FUNC void tp_navmap_init(tp_Navmap *navmap, const tp_Grid *grid,
                            const tp_Profile *profile, tp_LayerCosts *layers);

/* Gives it walls, as in the struct: when it is new, or before it is prepared for
 * another size of the grid. */
TP_FUNC void tp_navmap_join(tp_Navmap *navmap, tp_Walls *walls);

/* Prepares an overlay: the same agent with units in its way, in place of any
 * navmap. `raise`: added to the price of each step onto cells where units
 * stand, in the numbers of terrain prices; 0: units block. `stops`: as in the
 * struct; `passed` may be set before each question. Before each question
 * call
 *
 *     tp_navmap_prepare(base, TP_REGIONS), with room if needed;
 *     tp_avoided_update(avoided, obstacles);
 *     tp_navmap_prepare(overlay, parts), with room if needed
 *
 * in this order. If the question refuses no goals (fields, sight), TP_MAP of
 * the base is enough. Call this again if the grid gets another size. `base` and
 * `avoided` must outlive the overlay. */
TP_FUNC void tp_navmap_init_overlay(tp_Navmap *overlay, const tp_Navmap *base,
                                    const tp_Avoided *avoided, double raise,
                                    const tp_Mask *stops);

/* Brings the parts of a set up to date with the grid, as far as the agent can
 * use them: TP_FOUND, or TP_NEEDS_ROOM. With TP_MAP there is then room for the
 * regions, too, and with TP_JUMPS_BLOCK for the jump points: these can be
 * prepared later without new blocks. With TP_LANDMARKS there is room for these,
 * and tp_landmarkpart_make makes them. */
TP_FUNC tp_Status tp_navmap_prepare(tp_Navmap *navmap, unsigned parts);

/* Is the block that was needed still missing? Another navmap of the same walls
 * may have handed it over meanwhile. */
TP_FUNC bool tp_navmap_needs_block(tp_Navmap *navmap);

/* Does a part belong to walls that others share? */
TP_INLINE bool tp_navmap_shares(const tp_Navmap *navmap, int part) {
  return navmap->walls && TP_WALLS >> part & 1;
}

/* How far a part is up to date. */
TP_INLINE tp_PartState *tp_navmap_state(tp_Navmap *navmap, int part) {
  return tp_navmap_shares(navmap, part) ? &navmap->walls->part[part]
                                        : &navmap->part[part];
}

TP_INLINE const tp_PartState *tp_navmap_part(const tp_Navmap *navmap,
                                             int part) {
  return tp_navmap_shares(navmap, part) ? &navmap->walls->part[part]
                                        : &navmap->part[part];
}

/* The version of the regions. */
TP_INLINE uint64_t tp_navmap_regions_version(const tp_Navmap *navmap) {
  return navmap->walls ? navmap->walls->versions : navmap->regions_version;
}

/* Hands over the block that was needed. It replaces the part's old block, which
 * the caller may free. */
TP_FUNC void tp_navmap_give(tp_Navmap *navmap, void *block);

/* Is there nothing to prepare? */
TP_FUNC bool tp_navmap_is_ready(const tp_Navmap *navmap, unsigned parts);

/* The same for TP_MAP, in no time; not for overlays. Costs are its last part,
 * and follow the grid's own log. */
TP_INLINE bool tp_navmap_is_current(const tp_Navmap *navmap) {
  const tp_PartState *costs = &navmap->part[TP_PART_COSTS];
  const tp_LayerCosts *layers = navmap->layers;
  return costs->seen == navmap->grid->changes.now &&
         (!layers || (costs->also_seen == layers->changes.now &&
                      tp_layercosts_is_current(layers)));
}

/* The cost of the cheapest step that the agent may take; 0: there is none, or
 * it is free. */
TP_INLINE uint64_t tp_navmap_least_step(const tp_Navmap *navmap) {
  const uint64_t straight = navmap->costs.cheapest[0],
                 diagonal = navmap->costs.cheapest[1];
  bool four = tp_is_four(navmap->profile.diagonal);
  return four || straight < diagonal ? straight : diagonal;
}

/* Grows with each edit of the grid or of the agent's layers, and with each
 * change of the avoided cells: work that began at another revision is stale. */
TP_INLINE uint64_t tp_navmap_revision(const tp_Navmap *navmap) {
  uint64_t revision = tp_grid_revision(navmap->grid);
  if (navmap->layers) revision += tp_layercosts_revision(navmap->layers);
  if (navmap->stops) revision += navmap->stops->changes.now;
  if (navmap->passed) revision += navmap->passed->changes.now;
  if (!navmap->avoided) return revision;
  return revision + tp_avoided_mask(navmap->avoided)->changes.now;
}

/* Grows with each edit that may change where the agent can be: of the grid, and
 * of layers if one closes cells. */
TP_INLINE uint64_t tp_navmap_edits(const tp_Navmap *navmap) {
  const tp_LayerCosts *layers = navmap->layers;
  return tp_grid_revision(navmap->grid) +
         (layers && layers->closes ? tp_layercosts_revision(layers) : 0);
}

/* The cells that a line of sight may pass: of the cells where the agent may be
 * those whose ground does not hide. A line may end in any of them. A large
 * agent looks along the cells of its position. */
TP_INLINE const tp_Mask *tp_navmap_clear(const tp_Navmap *navmap) {
  return navmap->prices.some_hide ? navmap->clear : navmap->mask;
}

/* Where a path may end. */
TP_INLINE const tp_Mask *tp_navmap_ends(const tp_Navmap *navmap) {
  return navmap->passed ? navmap->ends : navmap->mask;
}

/* The agent alone, whose fences are those of the map. */
TP_INLINE const tp_Navmap *tp_navmap_alone(const tp_Navmap *navmap) {
  return navmap->base ? navmap->base : navmap;
}

/* The sides of cells that are closed to the agent; NULL: none. The map is up to
 * date. */
TP_INLINE const tp_Fences *tp_navmap_sides(const tp_Navmap *navmap) {
  if (navmap->profile.open_fences == 0) return navmap->grid->fences;
  if (navmap->profile.open_fences < 0) return NULL;
  const tp_Fences *own = tp_navmap_alone(navmap)->own_sides;
  return own ? own : navmap->grid->fences;
}

/* Can the agent use a part, and is there room for it? The map must be up to
 * date. */
TP_FUNC bool tp_navmap_may_have(const tp_Navmap *navmap, tp_Part part);

/* And is it up to date? */
TP_FUNC bool tp_navmap_has(const tp_Navmap *navmap, tp_Part part);

/* Restores the log of a mask that is as it was before. Parts that have followed
 * all of its changes are as they were, too: regions have the same numbers
 * again. */
TP_FUNC void tp_navmap_take_back(tp_Navmap *navmap, tp_ChangeLog *log,
                                 const tp_ChangeLog *before);

/* The bytes of the block of a part. */
TP_FUNC size_t tp_navmap_bytes(const tp_Navmap *navmap, tp_Part part);

/* The positions in which the agent covers some cell of the rectangle, clipped
 * to the grid. */
TP_INLINE tp_Rect tp_navmap_covering(const tp_Navmap *navmap, tp_Rect r) {
  int32_t left = navmap->profile.wide - 1, top = navmap->profile.high - 1;
  r = (tp_Rect){r.x - left, r.y - top, r.w + left, r.h + top};
  return tp_rect_clip(r, navmap->grid->changes.whole);
}

/* The region of a free cell; regions are up to date. */
TP_INLINE uint32_t tp_navmap_region(const tp_Navmap *navmap, int32_t x,
                                    int32_t y) {
  return tp_regions_of(navmap->regions, navmap->mask, x, y);
}

/* The steps out of a cell that fences bar, and those into it, each as the
 * direction of the neighbour. There must be fences. */
TP_INLINE unsigned tp_navmap_fenced(const tp_Navmap *navmap, int32_t x,
                                    int32_t y) {
  return tp_fencedsteps_out(navmap->fences)[tp_grid_index(navmap->grid, x, y)];
}

TP_INLINE unsigned tp_navmap_fenced_into(const tp_Navmap *navmap, int32_t x,
                                         int32_t y) {
  return tp_fencedsteps_in(navmap->fences)[tp_grid_index(navmap->grid, x, y)];
}

/* The legal steps out of a cell on a mask, as a set of directions. If the cell
 * itself is blocked there, the steps to free cells. */
TP_INLINE unsigned tp_navmap_steps_on(const tp_Navmap *navmap,
                                      const tp_Mask *mask, tp_Cell at) {
  const unsigned neighborhood = tp_mask_neighborhood(mask, at.x, at.y);
  const unsigned steps = tp_steps(&navmap->moves, at, neighborhood);
  return navmap->fences ? steps & ~tp_navmap_fenced(navmap, at.x, at.y) : steps;
}

TP_INLINE unsigned tp_navmap_steps(const tp_Navmap *navmap, int32_t x,
                                   int32_t y) {
  return tp_navmap_steps_on(navmap, navmap->mask, (tp_Cell){x, y});
}

/* The legal steps into a cell from its neighbours, each as the direction of the
 * neighbour. */
TP_INLINE unsigned tp_navmap_steps_into(const tp_Navmap *navmap, int32_t x,
                                        int32_t y) {
  const unsigned neighborhood = tp_mask_neighborhood(navmap->mask, x, y);
  const unsigned steps =
      tp_steps(&navmap->moves, (tp_Cell){x, y}, neighborhood);
  return navmap->fences ? steps & ~tp_navmap_fenced_into(navmap, x, y) : steps;
}

TP_INLINE bool tp_navmap_is_irregular(const tp_Navmap *navmap, int32_t x,
                                      int32_t y) {
  return navmap->irregular && tp_mask_has(navmap->irregular, x, y);
}

/* Does a path end in this position if it comes there? */
TP_INLINE bool tp_navmap_stops(const tp_Navmap *navmap, tp_Cell at) {
  return navmap->stops && tp_mask_has(navmap->stops, at.x, at.y);
}

/* Is a step in that direction from a free cell legal? */
TP_INLINE bool tp_navmap_can_step(const tp_Navmap *navmap, int32_t x, int32_t y,
                                  int direction) {
  return tp_navmap_steps(navmap, x, y) >> direction & 1;
}
