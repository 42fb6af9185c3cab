/* unitedits.h - what the game does to units between two runs: puts, removes,
 * orders and pauses them.
 */
#pragma once

#include "simstate.h"

/* ---- units --------------------------------------------------------------- */

/* Makes a unit of that id. It stands in the cell, which lies inside the map.
 * The binding enters it into the occupancy. */
TP_FUNC void tp_sim_admit(tp_Sim *sim, uint32_t id, const tp_Navmap *navmap,
                          tp_Cell cell, tp_Durations durations);

/* Removes a unit. Its cells are released, also those at both ends of a step.
 * Units that wait beside them are woken. */
TP_FUNC void tp_sim_dismiss(tp_Sim *sim, uint32_t id);

/* May the unit be put there? All those cells must be free or its own, and no
 * other unit may still be leaving one of them. */
TP_FUNC bool tp_sim_may_place(const tp_Sim *sim, uint32_t id, tp_Rect to);

/* Puts the unit to another cell at once, and ends its step. Returns false,
 * without a change, if tp_sim_may_place says no. The navmap may be another one
 * with another agent size, if there is room for it (tp_unit_entered). The unit
 * keeps its order, and asks for a path of its own; the home of an idle unit is
 * the new cell. */
TP_FUNC bool tp_sim_place(tp_Sim *sim, uint32_t id, const tp_Navmap *navmap,
                          tp_Cell cell);

/* The game has done something between two runs: units that have looked at the
 * end of the last run look again before they decide. The calls of this file
 * that change anything see to that; call it if a goal outside has changed. */
TP_FUNC void tp_sim_look_anew(tp_Sim *sim);

/* ---- orders -------------------------------------------------------------- */

/* An order for a unit. If the cost to goal does not lead (costtogoal.h), the
 * unit waits for a path to to_goal.goal. */
typedef struct tp_Order {
  tp_CostToGoal to_goal;
  uint16_t settle; /* 0: only its goal will do */
  /* At each goal, or within `settle` of it, the unit reports that and asks for
   * the next goal: it has no cost to goal until then. */
  bool patrols;
  /* TP_SIM_NEEDS_PATH comes each time that it stands and decides (at rest once
   * in the time of a step). The caller may leave its cost to goal unchanged. */
  bool asks_each_step;
  bool hunts;      /* it comes near to a target that rests */
  bool is_endless; /* it ends only by tp_sim_end */
  /* TP_SIM_NEEDS_PATH comes in every eighth step's time while it is at its
   * goal. The caller may give it another one. */
  bool is_spare;
  /* The unit that it follows as a companion; 0: none. Itself: its leader is no
   * unit of the crowd. */
  uint32_t leader;
} tp_Order;

TP_FUNC void tp_sim_order(tp_Sim *sim, uint32_t id, const tp_Order *order);

/* The leader of a companion was removed: another unit may get its id. */
TP_FUNC void tp_sim_lose_leader(tp_Sim *sim, uint32_t id);

/* Does another order wait for the unit? Then TP_SIM_NEEDS_PATH comes when its
 * order is over, at the look that ends it: the caller calls tp_sim_order, or
 * this with false (tp_sim_is_due). */
TP_FUNC void tp_sim_set_next(tp_Sim *sim, uint32_t id, bool has_next);

/* Gives a unit that has orders another path, perhaps to another goal. Its
 * order goes on. Use it for a unit that waits, and for a goal that moves. */
TP_FUNC void tp_sim_give_cost_to_goal(tp_Sim *sim, uint32_t id,
                                      const tp_CostToGoal *to_goal);

/* The field along which the unit goes has changed: if the unit was at its end,
 * and is not any more, it sets out again. If it was refused, it asks again. */
TP_FUNC void tp_sim_record_field(tp_Sim *sim, uint32_t id);

/* No path leads to its goal: the unit is blocked, and asks again later. */
TP_FUNC void tp_sim_refuse(tp_Sim *sim, uint32_t id);

/* Ends the order. The cell where the unit stands, or to which it steps, is its
 * home. */
TP_FUNC void tp_sim_stop(tp_Sim *sim, uint32_t id);

/* As tp_sim_stop, with an event for the game. */
TP_FUNC void tp_sim_end(tp_Sim *sim, uint32_t id);

/* Says if the unit may take links, and lets it look again. */
TP_FUNC void tp_sim_set_permission(tp_Sim *sim, uint32_t id,
                                   tp_Permission permission);

/* A paused unit ends its step, stands, and cannot be pushed. */
TP_FUNC void tp_sim_set_paused(tp_Sim *sim, uint32_t id, bool paused);

/* Fills the mask, which has the map's size: the cells where the unit may be if
 * all paused units count as walls. */
TP_FUNC void tp_sim_close_paused(const tp_Sim *sim, uint32_t id, tp_Mask *mask);

/* A unit with a time to wake, as it waits or rests blocked, wakes now. */
TP_FUNC void tp_sim_look_again(tp_Sim *sim, uint32_t id);

/* The caller has put or removed a unit in the rectangle: units nearby that
 * wait, or rest blocked, look again. */
TP_FUNC void tp_sim_wake(tp_Sim *sim, tp_Rect rect);

/* The unit, under way or blocked, has no path any more, and looks for one. */
TP_FUNC void tp_sim_lose_path(tp_Sim *sim, uint32_t id);

/* The map has changed, and all navmaps are up to date. A unit that waits looks
 * again if it may take other steps than when it last looked. A unit that was
 * refused asks again; if it is refused again, nothing changes. If it is under
 * way, it asks at the end of its step, as without an edit. */
TP_FUNC void tp_sim_record_edit(tp_Sim *sim);
