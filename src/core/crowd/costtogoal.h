/* costtogoal.h - the cost from a cell to a unit's goal: all that a round knows
 * of the unit's path.
 *
 * A path of the unit's own comes first. Without a path a field counts, which
 * many units may share. Without either the cost is an estimate in a straight
 * line.
 */
#pragma once

#include "unitpath.h"

typedef struct tp_CostToGoal {
  /* Finished; NULL: none. Made for the unit's navmap, or for one that may enter
   * the same cells. */
  const tp_Field *field;
  tp_UnitPath *unit_path; /* NULL: none. Its costs are those of the navmap */
  tp_Cell goal; /* x < 0: any end of the field; for an idle unit its home */
} tp_CostToGoal;

TP_INLINE bool tp_costtogoal_has_goal(const tp_CostToGoal *g) {
  return g->goal.x >= 0;
}

/* Has the cost to goal a path over the map, not just the straight line? */
TP_INLINE bool tp_costtogoal_leads(const tp_CostToGoal *g) {
  return g->field != NULL || g->unit_path != NULL;
}

/* The units of tp_costtogoal_cost in one unit of the navmap's step costs. */
TP_INLINE uint64_t tp_costtogoal_factor(const tp_CostToGoal *g) {
  return g->field && !g->unit_path ? g->field->asked.factor : 1;
}

/* The cost from a cell of the map. TP_FAR if no path is known; 0 everywhere if
 * the cost to goal neither leads nor has a goal. Allocates and changes nothing.
 * For a path, outside of its window, the cost is exact on the path near the
 * unit; elsewhere it is an estimate, by which no step aside from the unit's
 * last place on the path is cheaper than the path. */
TP_FUNC uint64_t tp_costtogoal_cost(const tp_CostToGoal *g,
                                    const tp_Navmap *nav, tp_Cell c);

/* The steps that a unit may choose from a cell of the map: those that the map
 * allows. From a blocked cell the next one of its way out: along its path; else
 * to a cell from which the field leads on, or to any. Such a way may end by all
 * steps to free cells. */
TP_FUNC unsigned tp_costtogoal_choices(const tp_CostToGoal *g,
                                       const tp_Navmap *nav, tp_Cell at);

/* Is the cell the goal, and not just passed by a given path? */
TP_FUNC bool tp_costtogoal_is_goal(const tp_CostToGoal *g, tp_Cell c);

/* Is the cell an end of the cost to goal? (A wall may have been put there.) */
TP_FUNC bool tp_costtogoal_is_end(const tp_CostToGoal *g, tp_Cell c);

/* Does the path go on from the cell by an edge that costs no more than going on
 * by steps? Of several edges the cheapest counts, of equal ones the first.
 * `best` may be NULL. */
TP_FUNC bool tp_costtogoal_edge(const tp_CostToGoal *g, const tp_Navmap *nav,
                                tp_Cell at, tp_Edge *best);

/* The cost by an edge that the unit may take, in the units of
 * tp_costtogoal_cost. */
TP_FUNC uint64_t tp_costtogoal_edge_cost(const tp_CostToGoal *g,
                                         const tp_Navmap *nav,
                                         const tp_Edge *edge);

/* The next cell of the path, if the unit is on the path and may go there by
 * one step or link. If that cell is free, no other has to be looked at. False:
 * there is none. */
TP_FUNC bool tp_costtogoal_next(const tp_CostToGoal *g, const tp_Navmap *nav,
                                tp_Cell at, tp_Cell *next);

/* How well a cost to goal serves a unit in a cell. */
typedef enum tp_Service {
  TP_COSTTOGOAL_SERVES,
  TP_COSTTOGOAL_LAGS,  /* its window must be made, or renewed */
  TP_COSTTOGOAL_ASTRAY /* another path is needed */
} tp_Service;

/* `is_hindered`: the next cell of the path is taken, so the unit needs the
 * costs around. The navmap must be up to date. Notes how far the unit has
 * come, and up to which change of the map the cost to goal is valid. */
TP_FUNC tp_Service tp_costtogoal_service(tp_CostToGoal *g, const tp_Navmap *nav,
                                         tp_Cell at, bool is_hindered);

/* Renews the window of a cost to goal that lags, in working space of
 * tp_unitpath_scratch_bytes. Returns how well it serves then. */
TP_FUNC tp_Service tp_costtogoal_refresh(tp_CostToGoal *g, const tp_Navmap *nav,
                                         tp_Cell at, void *scratch);

/* The map was edited: updates a window that shows the place. So an edit that is
 * undone leaves the window as it was. */
TP_FUNC void tp_costtogoal_record_edit(tp_CostToGoal *g, const tp_Navmap *nav,
                                       void *scratch);

/* The rest of a unit's path: steps to the path, if other units have pushed
 * it off, then along the path. */
typedef struct tp_Rest {
  const tp_UnitPath *unit_path; /* NULL: none, the unit is at its goal */
  const tp_Navmap *navmap;
  tp_Cell joins;  /* where the way back joins the path */
  uint32_t legs;  /* legs from there to the end */
  uint32_t steps; /* steps until there, with their directions */
  bool is_closed; /* the unit's cell is blocked */
  uint8_t direction[TP_WINDOW_CELLS];
} tp_Rest;

/* Finds the rest of the path from a cell, on the map as it is now, in working
 * space as for tp_costtogoal_refresh. Returns false if it leads nowhere, or if
 * the unit must ask for another path. The cost to goal stays unchanged. */
TP_FUNC bool tp_costtogoal_rest(const tp_CostToGoal *g, const tp_Navmap *nav,
                                tp_Cell at, void *scratch, tp_Rest *rest);

/* The rest as a path. Paths are walked from the end; this one points to
 * `rest`. */
TP_FUNC tp_Path tp_rest_path(const tp_CostToGoal *g, const tp_Rest *rest);

/* The number of steps left on the path, which must exist, and of those to it. If
 * none lead to it, or the map has changed, those from `joins` count: the path's
 * cell nearest to the unit. Else that is the unit's own cell. Working space is
 * as for tp_costtogoal_refresh. Changes nothing. */
TP_FUNC tp_StepCount tp_costtogoal_steps(const tp_CostToGoal *g,
                                         const tp_Navmap *nav, tp_Cell at,
                                         void *scratch, tp_Cell *joins);
