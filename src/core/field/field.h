/* field.h - a field: the cost from each cell to the cheapest of some sources,
 * and the steps that lead there. A forward field has the costs from the sources
 * to each cell. This file reads fields; phases.h makes them.
 */
#pragma once

#include "../base/task.h"
#include "../navmap/agentlinks.h"
#include "sources.h"

/* The most bits that a path's cost needs. */
enum { TP_FIELD_BITS = 62 };

/* What a field is asked for. Its unit is `factor` times as fine as the agent's;
 * the costs of sources and `most` are in it. The last `hops` bits of a cost
 * count the links on the path that cost nothing. So costs fall along those
 * links, too, and of paths that cost the same the one with fewest of them is
 * taken. The factor and the costs of sources are multiples of 2^hops. */
typedef struct tp_FieldQuery {
  tp_Sources sources; /* must stay unchanged until a field for the next list
                         is finished */
  uint64_t most;      /* cells above this cost are too far; TP_FAR: none is */
  uint64_t factor;    /* from 1 to tp_field_finest */
  int hops;           /* from tp_field_hops */
  bool forward;       /* costs from the sources, not to them */
  uint64_t turn;      /* a forward field by turns: the cost of one; or 0 */
  double points;      /* then: that cost before it was rounded */
  bool overdraws;     /* then: a step that costs more than is left takes that */
} tp_FieldQuery;

/* The caller owns the blocks of costs and directions. */
typedef struct tp_Field {
  tp_FieldQuery asked;
  tp_Status status; /* TP_FOUND: finished; else it must not be read yet */
  bool wide;        /* 64 bits a cell, not 32 */
  tp_Rect area;     /* the cells of the field; all others are too far */
  double scale;     /* the field's units in a cost of 1 */
  /* tp_navmap_revision (grid, layers, avoided units) with which the field
   * agrees. */
  uint64_t revision;
  uint64_t seen;        /* of the navmap's changes, likewise */
  const tp_Navmap *nav; /* the same navmap */
  void *cost;           /* by cell */
  /* By cell, as sets of directions: those that were asked for; in a forward
   * field the steps back to predecessors. 0: none recorded. */
  uint8_t *directions;
  bool has_directions; /* else the block of directions is undefined */
  /* In a forward field: the edges that reached cells (TP_CAME_BY_LINK), sorted
   * by the cells that they lead to. The caller owns the block. */
  tp_Edge *came;
  uint32_t edges;
} tp_Field;

/* In place of a step, in a forward field. */
enum { TP_CAME_BY_LINK = 0xff };

/* Begins to record directions. A field that is only asked for costs never
 * touches the block of directions. */
TP_FUNC void tp_field_record_directions(tp_Field *f);

/* The steps that begin a cheapest path from a cell, all of them, as a set of
 * directions. In a forward field: the step back to the predecessor. After an
 * edit: those that are still legal and lead to a cell that had a lower cost.
 * Empty at a source, and if there is no path. The result is recorded. */
TP_FUNC unsigned tp_field_directions(tp_Field *f, const tp_Navmap *nav,
                                     int32_t x, int32_t y);

/* Does a cheapest path go on from the cell by an edge, and not by steps? Of
 * several edges the first counts. In a forward field: the edge that reached the
 * cell. `edge` may be NULL. */
TP_FUNC bool tp_field_edge(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                           tp_Edge *edge);

/* For a cell from which no path goes on, by step or edge: is a source in it? */
TP_FUNC bool tp_field_is_end(const tp_Field *f, const tp_Navmap *nav, int32_t x,
                             int32_t y);

/* Do the paths of units end in the cell: is a source in it, or does the field
 * flee, and does it lead on neither by a step nor by an edge? */
TP_FUNC bool tp_field_ends_in(const tp_Field *f, tp_Cell at);

/* The index of the source in a cell, as tp_sources_find has it. */
TP_INLINE int64_t tp_field_source(const tp_Field *f, int32_t x, int32_t y) {
  return tp_sources_find(f->asked.sources, x, y);
}

/* The largest factor with which every cost of the map fits: a power of two, at
 * most 2^20 times 2^tp_field_hops. */
TP_FUNC uint64_t tp_field_finest(const tp_Navmap *nav);

/* The number of bits to count links that cost nothing: 0 if the map has
 * none. */
TP_FUNC int tp_field_hops(const tp_Navmap *nav);

/* A cost in the user's unit, or in turns. */
TP_INLINE double tp_field_real(const tp_Field *f, uint64_t cost) {
  const int hops = f->asked.hops;
  const uint64_t turn = f->asked.turn, whole = cost >> hops << hops;
  if (turn == 0 || f->asked.points == f->scale) return (double)whole / f->scale;
  return (double)(whole / turn) + (double)(whole % turn) / f->asked.points;
}

/* For a finished forward field: the number of edges that reached cells, and the
 * edges, in a block of the caller's. The agent must be unchanged since the
 * field was made. */
TP_FUNC uint32_t tp_field_count_edges(const tp_Field *f);
TP_FUNC void tp_field_list_edges(tp_Field *f, const tp_Navmap *nav,
                                 tp_Edge *block);

/* An upper bound of the costs of such a field. */
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

/* The number of cells; indices are less. */
TP_INLINE size_t tp_field_cells(const tp_Field *f) {
  return (size_t)f->area.w * (size_t)f->area.h;
}

TP_INLINE uint64_t tp_field_get(const tp_Field *f, size_t i) {
  if (f->wide) return ((const uint64_t *)f->cost)[i];
  uint32_t cost = ((const uint32_t *)f->cost)[i];
  return cost == UINT32_MAX ? TP_FAR : cost;
}

/* The cost of any cell; TP_FAR if there is no path. */
TP_INLINE uint64_t tp_field_cost(const tp_Field *f, int32_t x, int32_t y) {
  if (!tp_field_has(f, x, y)) return TP_FAR;
  return tp_field_get(f, tp_field_index(f, x, y));
}

TP_INLINE void tp_field_set(tp_Field *f, size_t i, uint64_t cost) {
  if (f->wide) {
    ((uint64_t *)f->cost)[i] = cost;
  } else {
    ((uint32_t *)f->cost)[i] = (uint32_t)cost; /* TP_FAR: all ones */
  }
}

/* ---- steps -------------------------------------------------------------- */

/* The cost of the step between a cell and its neighbour n in that direction. A
 * backward path enters n, a forward path enters the cell. */
TP_INLINE uint64_t tp_field_step(const tp_Field *f, const tp_Navmap *nav,
                                 size_t cell, size_t n, int direction) {
  size_t entered = f->asked.forward ? cell : n;
  return nav->costs
             .step[tp_is_diagonal(direction)][nav->costs.class_of[entered]] *
         f->asked.factor;
}

/* ---- turns -------------------------------------------------------------- */

/* The cost of a path of that cost that goes on by a step or an edge. By turns
 * it waits for the next one if too little of this one is left. What is dearer
 * than a turn takes a whole one. */
TP_INLINE uint64_t tp_field_after(const tp_FieldQuery *asked, uint64_t cost,
                                  uint64_t by) {
  const uint64_t turn = asked->turn;
  if (turn == 0) return cost + by;
  const uint64_t left = turn - (cost >> asked->hops << asked->hops) % turn;
  if (by <= left) return cost + by;
  if (asked->overdraws || left == turn) return cost + left;
  return cost + left + (by > turn ? turn : by);
}

/* The least that a step costs. One that overdraws may cost as little as is left
 * of a turn. */
TP_INLINE uint64_t tp_field_least_step(const tp_FieldQuery *asked,
                                       const tp_Navmap *nav) {
  if (asked->overdraws) return 1;
  const uint64_t least = tp_navmap_least_step(nav) * asked->factor;
  return asked->turn && asked->turn < least ? asked->turn : least;
}

/* ---- edges -------------------------------------------------------------- */

/* The cost that an edge adds in the field. An edge that costs nothing adds 1,
 * below the bits that are read (tp_field_hops). */
TP_INLINE uint64_t tp_field_edge_cost(const tp_Field *f, const tp_Edge *edge) {
  return tp_edge_adds(edge, f->asked.factor, 1);
}

/* The edges to relax from a cell: in a backward field those that end there, in
 * a forward field those that begin there. */
TP_INLINE tp_EdgeIter tp_field_edges(const tp_Field *f, const tp_Navmap *nav,
                                     tp_Cell at) {
  return f->asked.forward ? tp_edges_from(nav, at) : tp_edges_to(nav, at);
}

/* ---- offers ------------------------------------------------------------- */

/* The best that a cell gets through its neighbours and its edges: their cost
 * plus that of the step or edge. `steps` leads to the neighbours that offer
 * it. */
typedef struct tp_Offer {
  uint64_t cost;
  unsigned steps;
  bool by_edge; /* an edge offers it, and no step */
} tp_Offer;

/* The offer to a cell that may be entered. Only neighbours with costs less than
 * `below` count. If they offer more than `most`, the result is `most` without
 * steps and edge. *edge (unless NULL) is the edge that offers it. */
TP_FUNC tp_Offer tp_field_offer(const tp_Field *f, const tp_Navmap *nav,
                                tp_Cell at, uint64_t below, uint64_t most,
                                tp_Edge *edge);
