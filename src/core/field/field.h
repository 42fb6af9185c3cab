/* field.h - what it costs to walk from each cell to the cheapest of some goals,
 * and the steps that lead there; or, forwards, from a start to each cell.
 *
 *     tp_field_begin(f, agent, sources, count, most, false);
 *     while (tp_field_run(f, agent, budget) == TP_NEEDS_ROOM)
 *       tp_field_give(f, a block of f->need.bytes bytes);
 *
 * A field holds addresses of blocks that the caller owns, and that of the list
 * of sources, in order, which the caller keeps as it is until the next list is
 * done with.
 */
#ifndef TP_FIELD_H
#define TP_FIELD_H

#include "../base/bucketqueue.h"
#include "../base/heap.h"
#include "../base/status.h"
#include "sources.h"

typedef enum tp_FieldSlot {
  TP_FIELD_COSTS, /* of each cell                        */
  TP_FIELD_WAYS,  /* a byte a cell                       */
  TP_FIELD_OPEN,  /* buckets of cells                    */
  TP_FIELD_SEEDS, /* a heap of cells that others are not
                     reached from, but begin by themselves */
  TP_FIELD_SLOTS
} tp_FieldSlot;

/* What is done next. */
typedef enum tp_FieldPhase {
  TP_FIELD_SOW,    /* put the sources in                     */
  TP_FIELD_DOUBT,  /* note the cells that an edit touched    */
  TP_FIELD_LOSE,   /* forget costs that nothing holds up     */
  TP_FIELD_MEND,   /* begin again at the edge of what is lost */
  TP_FIELD_TURN,   /* a flight: costs turned round           */
  TP_FIELD_SELECT, /* a flight: cells that begin by themselves */
  TP_FIELD_SPREAD, /* settle cell by cell                    */
  TP_FIELD_DONE
} tp_FieldPhase;

typedef struct tp_Field tp_Field;
struct tp_Field {
  tp_Status status; /* TP_FOUND: done */
  tp_FieldPhase phase;
  tp_Need need;
  bool forward; /* costs from the sources, not to them           */
  bool wide;    /* 64 bits a cell, not 32                        */
  bool prunes;  /* steps that need not be tried are left out     */
  bool by_heap; /* costs are too fine for buckets                */
  tp_Rect area; /* the cells that it tells of; others are too far */
  uint64_t most;
  uint64_t factor;       /* its unit is so many times finer than the agent's */
  double scale;          /* of its costs                          */
  uint64_t revision;     /* of the grid, when it was begun        */
  uint64_t seen;         /* of the agent's changes, at that time  */
  uint64_t settled;      /* cells, since it was begun             */
  uint64_t reached;      /* cells that a new field would settle   */
  uint64_t judged, lost; /* cells, in the repair under way    */
  uint32_t first_lost, listed; /* its list of cells to mend   */
  const tp_Source *sources, *gone;
  uint32_t count, gone_count;
  size_t next; /* of what the phase goes through one by one */
  tp_Rect rects[TP_CHANGES];
  int rect_count;
  const tp_Field *from; /* a flight: what it flees by */
  uint32_t strength;    /* in parts of TP_STRENGTH    */
  uint64_t peak;        /* the largest cost there     */
  void *cost;
  uint8_t *way;
  tp_BucketQueue *open;
  tp_Heap *seeds;
  int shift; /* a bucket holds costs that differ in so many bits */
  uint32_t window, open_capacity, seeds_capacity;
};

enum { TP_STRENGTH = 1024 };

/* The cost of a cell from which there is no way. */
#define TP_FAR UINT64_MAX

/* How many times finer a field's unit is to be than the agent's, from its next
 * beginning or update on; its sources' costs and `most` count in it. */
TP_INLINE void tp_field_refine(tp_Field *f, uint64_t factor) {
  f->factor = factor;
}

/* The largest factor that leaves room for every cost of the map: a power of
 * two, 2^20 at most. */
TP_FUNC uint64_t tp_field_finest(const tp_Navmap *nav);

/* Begins a field of costs up to `most` (TP_FAR: all). The agent has caught up.
 */
TP_FUNC void tp_field_begin(tp_Field *f, const tp_Navmap *nav,
                            const tp_Source *sources, uint32_t count,
                            uint64_t most, bool forward);

/* Begins a field that leads away from the sources of another, which is done,
 * and stays so until this one is. */
TP_FUNC void tp_field_flee(tp_Field *f, const tp_Navmap *nav,
                           const tp_Field *from, uint32_t strength);

/* After edits, or with other sources: begins to repair what changed, or the
 * field anew. The agent has caught up. The old list of sources is wanted until
 * the field is done. Not for flights. */
TP_FUNC void tp_field_update(tp_Field *f, const tp_Navmap *nav,
                             const tp_Source *sources, uint32_t count);

/* Settles up to `budget` cells more. TP_FOUND: done. The grid is the one that
 * the field was begun or updated with. */
TP_FUNC tp_Status tp_field_run(tp_Field *f, const tp_Navmap *nav,
                               uint64_t budget);

/* Takes the block that was wanted. The one before in that slot is done with
 * afterwards. */
TP_FUNC void tp_field_give(tp_Field *f, void *block);

/* ---- what it tells, once it is done ------------------------------------- */

/* The cost of a cell, anywhere; TP_FAR where there is no way. */
TP_FUNC uint64_t tp_field_cost(const tp_Field *f, int32_t x, int32_t y);

/* The steps with which a cheapest way goes on from a cell: all of them, as a
 * set of directions. Forwards: the one step, turned round, by which it came.
 * After an edit those of them that are still legal and lead to a cell that had
 * a lower cost. Empty at a source, and where there is no way. */
TP_FUNC unsigned tp_field_ways(const tp_Field *f, const tp_Navmap *nav,
                               int32_t x, int32_t y);

/* The place in the list of the source in a cell, as tp_sources_find has it. */
TP_FUNC int64_t tp_field_source(const tp_Field *f, int32_t x, int32_t y);

/* ---- for its other files ------------------------------------------------ */

TP_INLINE bool tp_field_has(const tp_Field *f, int32_t x, int32_t y) {
  return (uint32_t)(x - f->area.x) < (uint32_t)f->area.w &&
         (uint32_t)(y - f->area.y) < (uint32_t)f->area.h;
}

TP_INLINE size_t tp_field_index(const tp_Field *f, int32_t x, int32_t y) {
  return (size_t)(y - f->area.y) * (size_t)f->area.w + (size_t)(x - f->area.x);
}

/* How many cells it tells of: indices are less. */
TP_INLINE size_t tp_field_cells(const tp_Field *f) {
  return (size_t)f->area.w * (size_t)f->area.h;
}

TP_INLINE uint64_t tp_field_get(const tp_Field *f, size_t i) {
  if (f->wide) return ((const uint64_t *)f->cost)[i];
  uint32_t cost = ((const uint32_t *)f->cost)[i];
  return cost == UINT32_MAX ? TP_FAR : cost;
}

TP_INLINE void tp_field_put(tp_Field *f, size_t i, uint64_t cost) {
  if (f->wide) {
    ((uint64_t *)f->cost)[i] = cost;
  } else {
    ((uint32_t *)f->cost)[i] = (uint32_t)cost; /* TP_FAR: all ones */
  }
}

/* What a way byte says while a field is made: the direction by which the cell
 * was reached, or one of these. */
enum {
  TP_WAY_SEED = TP_DIRECTIONS, /* by none                                */
  TP_WAY_UNTOUCHED = 0,        /* repair: nothing is known               */
  TP_WAY_DOUBTED = 0xfd,       /* repair: it is to be judged, or has been */
  TP_WAY_LOST = 0xfe,          /* repair: its cost is forgotten          */
  TP_WAY_HELD = 0xff           /* repair: a source is in it              */
};

/* Puts a cell into the heap of those that begin by themselves. */
TP_FUNC void tp_field_sow(tp_Field *f, int32_t x, int32_t y, uint64_t cost);

/* Asks for room for so many more; false where there is none yet. */
TP_FUNC bool tp_field_has_room(tp_Field *f, tp_FieldSlot slot, uint32_t more);

/* The cell with that index. */
TP_INLINE tp_Cell tp_field_cell(const tp_Field *f, size_t i) {
  size_t w = (size_t)f->area.w;
  return (tp_Cell){f->area.x + (int32_t)(i % w), f->area.y + (int32_t)(i / w)};
}

/* The cost of the step between a cell and its neighbour n in that direction, as
 * a way through the field takes it: backwards it enters n, forwards the cell.
 */
TP_INLINE uint64_t tp_field_step(const tp_Field *f, const tp_Navmap *nav,
                                 size_t cell, size_t n, int direction) {
  size_t entered = f->forward ? cell : n;
  return nav->costs.step[tp_is_diagonal(direction)][nav->ground[entered]] *
         f->factor;
}

/* The least cost that a neighbour which is not lost offers to a cell that may
 * be entered. */
TP_FUNC uint64_t tp_field_offer(const tp_Field *f, const tp_Navmap *nav,
                                tp_Cell at);

/* Does a neighbour offer as little as that to a cell that may be entered? */
TP_FUNC bool tp_field_holds(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                            uint64_t cost);

/* No cost in the field would be larger, if these were its sources. */
TP_FUNC uint64_t tp_field_bound(const tp_Field *f, const tp_Navmap *nav,
                                const tp_Source *sources, uint32_t count);

/* Takes over what the agent is like now. Blocks that no longer fit are asked
 * for anew. */
TP_FUNC void tp_field_prepare(tp_Field *f, const tp_Navmap *nav, tp_Rect area,
                              uint64_t largest);

#endif
