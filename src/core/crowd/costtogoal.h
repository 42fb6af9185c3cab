/* costtogoal.h - the cost from a cell to a mover's goal: all that a round knows of
 * the mover's path.
 *
 * A trail of the mover's own comes first. Without a trail a field counts, which
 * many movers may share. Without either the cost is an estimate in a straight
 * line.
 */
#pragma once

#include "unitpath.h"

typedef struct TP_STATE tp_Guide {
  const tp_Field *field; /* finished; NULL: none. Made for the mover's
                            navmap, or for one that may enter the same cells */
  tp_Trail *trail;       /* NULL: none. Its costs are those of the navmap */
  tp_Cell goal; /* x < 0: any end of the field; for an idle mover its home */
} tp_Guide;

TP_INLINE bool tp_guide_has_goal(const tp_Guide *g) { return g->goal.x >= 0; }

/* Has the guide a path over the map, not just the straight line? */
TP_INLINE bool tp_guide_leads(const tp_Guide *g) {
  return g->field != NULL || g->trail != NULL;
}

/* The units of the guide's costs in one unit of the navmap's step costs. */
TP_INLINE uint64_t tp_guide_factor(const tp_Guide *g) {
  return g->field && !g->trail ? g->field->asked.factor : 1;
}

/* The cost from a cell of the map. TP_FAR if no path is known; 0 everywhere if
 * the guide neither leads nor has a goal. Allocates and changes nothing. For a
 * trail, outside of its window, the cost is exact on the trail near the mover;
 * elsewhere it assumes a straight line to one of the trail's turns. */
TP_FUNC uint64_t tp_guide_cost(const tp_Guide *g, const tp_Navmap *nav,
                               tp_Cell c);

/* The steps that a mover may choose from a cell of the map: those that the map
 * allows. From a blocked cell the next one of its way out: along its trail; else
 * to a cell from which the field leads on, or to any. Such a way may end by all
 * steps to free cells. */
TP_FUNC unsigned tp_guide_choices(const tp_Guide *g, const tp_Navmap *nav,
                                  tp_Cell at);

/* Is the cell the goal, and not just passed by a given path? */
TP_FUNC bool tp_guide_is_goal(const tp_Guide *g, tp_Cell c);

/* Is the cell an end of the guide? */
TP_FUNC bool tp_guide_is_end(const tp_Guide *g, const tp_Navmap *nav,
                             tp_Cell c);

/* Does the path go on from the cell by an edge that costs no more than going on
 * by steps? Of several edges the cheapest counts, of equal ones the first.
 * `best` may be NULL. */
TP_FUNC bool tp_guide_edge(const tp_Guide *g, const tp_Navmap *nav, tp_Cell at,
                           tp_Edge *best);

/* The cost by an edge that the mover may take, in the units of
 * tp_guide_cost. */
TP_FUNC uint64_t tp_guide_edge_cost(const tp_Guide *g, const tp_Navmap *nav,
                                    const tp_Edge *edge);

/* The next cell of the trail, if the mover is on the trail and may go there by
 * one step or link. If that cell is free, no other has to be looked at. False:
 * there is none. */
TP_FUNC bool tp_guide_next(const tp_Guide *g, const tp_Navmap *nav, tp_Cell at,
                           tp_Cell *next);

/* How well a guide serves a mover in a cell. */
typedef enum tp_Service {
  TP_GUIDE_SERVES,
  TP_GUIDE_LAGS,  /* its window must be made, or renewed */
  TP_GUIDE_ASTRAY /* another path is needed */
} tp_Service;

/* `is_hindered`: the next cell of the trail is taken, so the mover needs the
 * costs around. The navmap must be up to date. Notes how far the mover has
 * come, and up to which change of the map the guide is valid. */
TP_FUNC tp_Service tp_guide_service(tp_Guide *g, const tp_Navmap *nav,
                                    tp_Cell at, bool is_hindered);

/* Renews the window of a guide that lags, in working space of
 * tp_trail_scratch_bytes. Returns how well it serves then. */
TP_FUNC tp_Service tp_guide_refresh(tp_Guide *g, const tp_Navmap *nav,
                                    tp_Cell at, void *scratch);

/* The map was edited: updates a window that shows the place. So an edit that is
 * undone leaves the window as it was. */
TP_FUNC void tp_guide_note_edit(tp_Guide *g, const tp_Navmap *nav,
                                void *scratch);

/* The rest of a mover's path: steps to the trail, if other movers have pushed
 * it off, then along the trail. */
typedef struct tp_Rest {
  const tp_Trail *trail; /* NULL: none, the mover is at its goal */
  const tp_Navmap *navmap;
  tp_Cell joins;  /* the cell where the path meets the trail */
  uint32_t legs;  /* legs from there to the end */
  uint32_t steps; /* steps until there, with their directions */
  bool is_shut;   /* the mover's cell is blocked */
  uint8_t direction[TP_WINDOW_CELLS];
} tp_Rest;

/* Finds the rest of the path from a cell, on the map as it is now, in working
 * space as for tp_guide_refresh. Returns false if it leads nowhere, or if the
 * mover must ask for another path. The guide stays unchanged. */
TP_FUNC bool tp_guide_rest(const tp_Guide *g, const tp_Navmap *nav, tp_Cell at,
                           void *scratch, tp_Rest *rest);

/* The rest as a route. Routes are walked from the end; this one points to
 * `rest`. */
TP_FUNC tp_Route tp_rest_route(const tp_Guide *g, const tp_Rest *rest);

/* The number of steps left on the trail, which must exist, from `joins`: the
 * trail's cell nearest to the mover. Changes nothing. */
TP_FUNC tp_StepCount tp_guide_steps(const tp_Guide *g, tp_Stagger stagger,
                                    tp_Cell at, tp_Cell *joins);
