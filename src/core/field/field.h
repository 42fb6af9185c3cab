/* field.h - what it costs to walk from each cell to the cheapest of some
 * sources, and the steps that lead there; or, forwards, from a source to each
 * cell. Here it is read; run.h makes it.
 */
#ifndef TP_FIELD_H
#define TP_FIELD_H

#include "../base/status.h"
#include "../navmap/edges.h"
#include "sources.h"

/* No way's cost needs more. */
enum { TP_FIELD_BITS = 62 };

/* The cost of a cell from which there is no way. */
#define TP_FAR UINT64_MAX

/* What is asked of a field. Its unit is `factor` times as fine as the agent's:
 * costs of sources and `most` count in it. Of each cost the last `hops` bits
 * count the links on the way that cost nothing: so a way by those falls, too,
 * and of ways that cost the same the one with the fewest of them is taken. The
 * factor is a multiple of 2^hops, and so are the costs of sources. */
typedef struct tp_FieldQuery {
  tp_Sources sources; /* kept as they are until the next list is done with */
  uint64_t most;      /* what costs more is too far; TP_FAR: nothing is    */
  uint64_t factor;    /* from 1 to tp_field_finest                         */
  int hops;           /* as tp_field_hops says                             */
  bool forward;       /* costs from the sources, not to them               */
} tp_FieldQuery;

/* Costs and ways are blocks of the caller's. */
typedef struct tp_Field {
  tp_FieldQuery asked;
  tp_Status status;  /* TP_FOUND: done; else there is nothing to read yet */
  bool wide;         /* 64 bits a cell, not 32                            */
  tp_Rect area;      /* the cells that it tells of; others are too far    */
  double scale;      /* of its costs: a cost of 1 is so many units        */
  uint64_t revision; /* of the grid, that it agrees with                  */
  uint64_t seen;     /* of the navmap's changes, likewise                 */
  void *cost;        /* by cell                                           */
  uint8_t *ways;     /* by cell, as sets of directions: ways that somebody
                        has asked for; forwards the one step, turned round,
                        by which it came. 0: none are known               */
  bool notes; /* ways are noted; else none are known, whatever is there   */
  /* Forwards, of the cells that edges have brought on (TP_CAME_BY_LINK): those
     edges, by the cells that they lead to. A block of the caller's. */
  tp_Edge *came;
  uint32_t edges;
} tp_Field;

/* In place of a step, in a field that runs forwards. */
enum { TP_CAME_BY_LINK = 0xff };

/* From here on ways are noted. A field of which costs alone are asked never
 * touches the memory of ways. */
TP_FUNC void tp_field_note_ways(tp_Field *f);

/* The cost of a cell, anywhere; TP_FAR where there is no way. */
TP_FUNC uint64_t tp_field_cost(const tp_Field *f, int32_t x, int32_t y);

/* The steps with which a cheapest way goes on from a cell: all of them, as a
 * set of directions. Forwards: the one step, turned round, by which it came.
 * After an edit those of them that are still legal and lead to a cell that had
 * a lower cost. Empty at a source, and where there is no way. They are noted
 * for who asks next. */
TP_FUNC unsigned tp_field_ways(tp_Field *f, const tp_Navmap *nav, int32_t x,
                               int32_t y);

/* Does a cheapest way go on from a cell by an edge, and not by steps? Of several
 * edges the first one. Forwards: the edge by which it came. `edge` may be NULL.
 */
TP_FUNC bool tp_field_edge(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                           tp_Edge *edge);

/* Does a cell from which no way leads on, by step or edge, have a source in it?
 */
TP_FUNC bool tp_field_is_end(const tp_Field *f, const tp_Navmap *nav, int32_t x,
                             int32_t y);

/* The place in the list of the source in a cell, as tp_sources_find has it. */
TP_INLINE int64_t tp_field_source(const tp_Field *f, int32_t x, int32_t y) {
  return tp_sources_find(f->asked.sources, x, y);
}

/* The largest factor that leaves room for every cost of the map: a power of
 * two, 2^20 at most besides the bits of tp_field_hops. */
TP_FUNC uint64_t tp_field_finest(const tp_Navmap *nav);

/* How many bits of its costs such a field needs to count links that cost
 * nothing: 0 on maps without such. */
TP_FUNC int tp_field_hops(const tp_Navmap *nav);

/* A cost as the user counts it. */
TP_INLINE double tp_field_real(const tp_Field *f, uint64_t cost) {
  int hops = f->asked.hops;
  return (double)(cost >> hops << hops) / f->scale;
}

/* Lists the edges by which cells of a field that runs forwards, and is done, have
 * come: how many there are, and the edges, in a block of the caller's. The agent
 * is still the one that it was made for. */
TP_FUNC uint32_t tp_field_count_edges(const tp_Field *f);
TP_FUNC void tp_field_list_edges(tp_Field *f, const tp_Navmap *nav,
                                 tp_Edge *block);

/* No cost in such a field would be larger. */
TP_FUNC uint64_t tp_field_bound(const tp_FieldQuery *query,
                                const tp_Navmap *nav);

/* ---- cells by number ---------------------------------------------------- */

TP_INLINE bool tp_field_has(const tp_Field *f, int32_t x, int32_t y) {
  return (uint32_t)(x - f->area.x) < (uint32_t)f->area.w &&
         (uint32_t)(y - f->area.y) < (uint32_t)f->area.h;
}

TP_INLINE size_t tp_field_index(const tp_Field *f, int32_t x, int32_t y) {
  return (size_t)(y - f->area.y) * (size_t)f->area.w + (size_t)(x - f->area.x);
}

TP_INLINE tp_Cell tp_field_cell(const tp_Field *f, size_t i) {
  size_t w = (size_t)f->area.w;
  return (tp_Cell){f->area.x + (int32_t)(i % w), f->area.y + (int32_t)(i / w)};
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

/* ---- steps -------------------------------------------------------------- */

/* The cost of the step between a cell and its neighbour n in that direction, as
 * a way through the field takes it: backwards it enters n, forwards the cell.
 */
TP_INLINE uint64_t tp_field_step(const tp_Field *f, const tp_Navmap *nav,
                                 size_t cell, size_t n, int direction) {
  size_t entered = f->asked.forward ? cell : n;
  return nav->costs
             .step[tp_is_diagonal(direction)][nav->costs.class_of[entered]] *
         f->asked.factor;
}

/* ---- edges -------------------------------------------------------------- */

/* What an edge adds to the field's costs. An edge that costs nothing adds 1,
 * below the bits that are read (tp_field_hops). */
TP_INLINE uint64_t tp_field_edge_cost(const tp_Field *f, const tp_Edge *edge) {
  return tp_edge_adds(edge, f->asked.factor, 1);
}

/* The edges by which costs come on from a cell: backwards those that end there,
 * forwards those that leave it. And where they come to. */
TP_INLINE tp_EdgeIter tp_field_edges(const tp_Field *f, const tp_Navmap *nav,
                                     tp_Cell at) {
  return f->asked.forward ? tp_edges_from(nav, at) : tp_edges_to(nav, at);
}

TP_INLINE tp_Cell tp_field_edge_end(const tp_Field *f, const tp_Edge *edge) {
  return tp_unpack_cell(f->asked.forward ? edge->to : edge->from);
}

/* ---- offers ------------------------------------------------------------- */

/* The least that neighbours offer to a cell that may be entered, and the cells
 * to which edges lead from there, each its own cost and that of the step or
 * edge to it; and the steps to those that offer it. */
typedef struct tp_Offer {
  uint64_t cost;
  unsigned steps;
  bool by_edge; /* an edge offers it, and no step */
} tp_Offer;

/* Of those that cost less than `below`, where they offer no more than `most`;
 * else no steps and no edge, at `most`. `edge`, unless NULL, is the one that
 * offers it. */
TP_FUNC tp_Offer tp_field_offer(const tp_Field *f, const tp_Navmap *nav,
                                tp_Cell at, uint64_t below, uint64_t most,
                                tp_Edge *edge);

#endif
