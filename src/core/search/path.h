/* path.h - a path from cell to cell, leg by leg. Its source may be a search
 * (from the end back to the start), a field (from a cell to its goal), or a
 * reach (from a cell back to its origin).
 *
 * Here is everything that walks along a path, or adds up its cost.
 */
#pragma once

#include "../navmap/navmap.h"

/* `length` steps, in the direction of travel, that entered their cells by the
 * same direction; or TP_BY_LINK, 1 and the edge. */
typedef struct tp_Leg {
  int32_t came_by, length;
  tp_Edge edge; /* of TP_BY_LINK, as it was when the leg was found */
} tp_Leg;

/* Writes a leg in place, all but its edge: a copy of a leg that was just made
 * would wait until its members are stored. */
TP_INLINE void tp_leg_set(tp_Leg *leg, int32_t came_by, int32_t length) {
  leg->came_by = came_by;
  leg->length = length;
}
/* The direction of a walk: along the path, or against it. */
typedef enum tp_Sense { TP_FORWARDS, TP_BACKWARDS } tp_Sense;

/* How far a walk has come, in either direction. */
typedef struct tp_Cursor {
  tp_Cell at;
  uint32_t node;    /* for sources that count by nodes: the next one; 0 at
                       first */
  uint32_t blocked; /* steps passed so far of a way out (escape.h): it is
                       the first part of a path, and walked backwards */
} tp_Cursor;

typedef struct tp_Path {
  const tp_Navmap *navmap;
  tp_Cursor first; /* where walks begin */
  tp_Sense sense;  /* their direction */
  const void *source;
  /* Goes on by one leg, of any length that suits the source; false at the end
   * of the path. Legs have the direction of travel, whatever the sense. */
  bool (*next_leg)(const void *source, tp_Cursor *c, tp_Leg *leg);
} tp_Path;

/* Walks so many steps along a leg, or all along its edge. */
TP_INLINE void tp_leg_go(const tp_Leg *leg, int32_t steps, tp_Sense sense,
                         tp_Cell *at) {
  const bool is_back = sense == TP_BACKWARDS;
  if (leg->came_by == TP_BY_LINK) {
    *at = tp_unpack_cell(is_back ? leg->edge.from : leg->edge.to);
    return;
  }
  *at = tp_ahead(*at, leg->came_by, is_back ? -steps : steps);
}

/* Walks one step. Returns the cell that this step of the path enters. */
TP_INLINE tp_Cell tp_leg_step(const tp_Leg *leg, tp_Sense sense, tp_Cell *at) {
  tp_Cell before = *at;
  tp_leg_go(leg, 1, sense, at);
  return sense == TP_BACKWARDS ? before : *at;
}

/* Is each step and link legal on the map as it is now? Then adds their cost in
 * whole numbers to `cost`. The costs must be those of the search. */
TP_FUNC bool tp_path_is_legal(const tp_Path *path, uint64_t *cost);

/* ---- walks -------------------------------------------------------------- */

typedef struct tp_Walk {
  const tp_Path *path;
  tp_Cell at;
  tp_Leg leg;      /* what is left of the current leg */
  tp_Cursor ahead; /* its end */
  bool by_link;    /* the last step was a link */
} tp_Walk;

TP_INLINE tp_Walk tp_walk_along(const tp_Path *path) {
  return (tp_Walk){.path = path, .at = path->first.at, .ahead = path->first};
}

/* Is a walk backwards in a cell of a way out? */
TP_INLINE bool tp_walk_is_out(const tp_Walk *w) {
  return w->ahead.blocked > (uint32_t)w->leg.length;
}

/* Goes on to the next cell; false at the end. */
TP_INLINE bool tp_walk_step(tp_Walk *w) {
  const tp_Path *p = w->path;
  if (w->leg.length == 0 && !p->next_leg(p->source, &w->ahead, &w->leg)) {
    w->by_link = false;
    return false;
  }
  tp_leg_step(&w->leg, p->sense, &w->at);
  w->by_link = w->leg.came_by == TP_BY_LINK;
  w->leg.length--;
  return true;
}

/* Goes on to the next turn, to the end, or to the first free cell after a way
 * out. False at the end. */
TP_FUNC bool tp_walk_turn(tp_Walk *w);

typedef struct tp_Measure {
  tp_Cell end;      /* of the walk */
  size_t cells;     /* with both ends */
  size_t links;     /* taken on the path */
  double cost;      /* of the path, in the user's numbers */
  uint32_t blocked; /* steps from blocked cells, with which it begins: each
                       at the dearest price */
} tp_Measure;

/* The cost is the sum over all steps and links. On a map of one price it is the
 * number of steps times their price, plus the sum over links. */
TP_FUNC tp_Measure tp_path_measure(const tp_Path *path);
