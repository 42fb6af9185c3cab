/* crowdstate.h - what is saved of a crowd, and what is made again.
 *
 * Each member of a struct that is marked TP_STATE stands in this list; a check
 * compares it with the structs.
 *
 *   tp_Unit   saved   step progress at last_blocker priority settle
 *                     avoid_price
 *                     yields failed_joint_plans wide high state is_placed
 *                     flags steps patrols heading is_rerouted backoff pushes
 *                     is_path_short
 *             again   navmap to_goal wake durations slot to decision group held
 *                     asks_each_step takes_any_detour
 *   tp_Step   saved   end duration from
 *   tp_Progress saved since best time
 *   tp_CostToGoal saved field goal unit_path
 *   tp_Clock  saved   whole fraction
 *   tp_Sim    saved   clock
 *             again   occupancy scratch now round timers moment
 *                     waiting want unit_room entered_room used_entered last_id
 *                     present by_ticks tells_moves
 *             dropped events plans plans_refused
 *   Crowd     saved   motion units additions first
 *             again   grid occupancy last_id free_id last_mark final
 *             dropped is_restored
 *   Motion    saved   sim by
 *             again   nodes searches searcher revision seen left
 *                     recovers tells_moves minds_traffic ground
 *             dropped is_torn before asking_id searching_id asking_order
 *   Unit      saved   finder x y heading orders cell cells placed_x placed_y
 *                     settings search arrival
 *             again   crowd before after id is_lost asks_at_links mark
 *   Orders    saved   kind reason field point points next keep is_spare
 *             again   is_admitted cost
 *   UnitSearch saved  query goal is_partial unit_path
 *             again   order_number
 *   UnitQuery saved   query options list is_list
 *   Keep      saved   least most sight
 *             again   seen looked distance query goal
 *
 * "again": follows from the rest, or is found again. "dropped": begins anew.
 */
#pragma once

#include "../../core/base/serialize.h"
#include "../field/field.h"
#include "../order/unitsearch.h"

/* The query of an order (UnitState.asks). */
enum { STATE_GOAL = 1, STATE_LIST };

/* No cell. */
#define STATE_NOWHERE UINT32_MAX

/* A unit. A cell is row * width + column. Times are relative to the crowd's
 * time. A member that its tp_Unit does not use has its usual value, so that it
 * is not written. The state of a crowd that was loaded is compared with the
 * text, so a text with such a member is refused. */
typedef struct UnitState {
  uint64_t arrival; /* identifies the unit */
  uint64_t end;     /* of its step: time left */
  uint64_t since;   /* of tp_Progress: time since */
  uint64_t best;    /* of tp_Progress, plus 1; 0: unknown */
  uint64_t nearer;  /* time since */
  uint64_t retry;   /* of a blocked unit: time left */
  uint64_t limit;   /* max_nodes plus 1; 0: none */
  double x, y;      /* if it is off the middle of its cells */
  double speed;     /* 0: the default */
  double within;    /* of its query */
  double to_x, to_y;
  double least, most; /* of a unit that keeps a distance */
  uint32_t cell, from, duration, goal, next;
  uint32_t chosen; /* goal of its list, from 1 */
  uint32_t bumped; /* a unit's number in the state; 0: none */
  uint32_t target; /* a unit's number in the state; 0: none of this crowd */
  int32_t pace, priority;
  uint16_t settle, avoid_price;
  uint8_t wide, high, is_off, heading, steps, is_immovable;
  /* Of a unit whose crowd is in motion: */
  uint8_t state, flags, pauses, pushes, plans, renewed, loops, order, reason,
      is_short;
  uint8_t asks; /* its order is a query, to a goal or a list: the members
                   below are used */
  uint8_t in_cells, kind, sight, partial, waits;
} UnitState;

/* A crowd. */
typedef struct CrowdState {
  uint64_t whole, fraction; /* of its clock */
  uint64_t additions;
  uint8_t moves, by;
} CrowdState;

enum {
  UNIT_MEMBERS = 49,
  STATE_LENGTH = UNIT_MEMBERS * (TP_NUMBER_TEXT + 1), /* of a record */
  STATE_FLAGS = TP_UNIT_PAUSED | TP_UNIT_REFUSED | TP_UNIT_AWAY |
                TP_UNIT_REPORTED | TP_UNIT_STUCK,
  STATE_AWAITED = 4 /* TP_UNIT_AWAITED in a state */
};

TP_FUNC const tp_Members tp_unit_members, tp_crowd_members;

TP_INLINE uint32_t state_place(const tp_Grid *g, tp_Cell c) {
  bool is_inside = tp_grid_contains(g, c.x, c.y);
  return is_inside ? (uint32_t)tp_grid_index(g, c.x, c.y) : STATE_NOWHERE;
}

/* The cell with an index inside. */
TP_INLINE tp_Cell state_cell(const tp_Grid *g, uint32_t place) {
  uint32_t width = (uint32_t)g->width;
  return (tp_Cell){(int32_t)(place % width), (int32_t)(place / width)};
}

/* The direction of a straight run of steps; -1: it is none. */
TP_INLINE int state_run(tp_Cell from, tp_Cell to) {
  const int32_t dx = to.x - from.x, dy = to.y - from.y;
  if (dx != 0 && dy != 0 && dx != dy && dx != -dy) return -1;
  if (dx == 0 && dy == 0) return -1;
  return tp_direction((dx > 0) - (dx < 0), (dy > 0) - (dy < 0));
}
