/* state.h - what is saved of a crowd, and what is made again.
 *
 * Each member of a struct that is marked TP_STATE stands in this list; a check
 * compares it with the structs.
 *
 *   tp_Mover  saved   stride progress at bumped priority settle firm plans wide
 *                     high wish put flags steps tours heading renewed pauses
 *                     pushes
 *             again   navmap guide wake lasts before after to choice group
 *                     asks
 *   tp_Stride saved   end lasts from
 *   tp_Progress   saved   since best nearer
 *   tp_Guide  saved   field goal
 *             again   trail
 *   tp_Clock  saved   whole fraction
 *   tp_Motion saved   events clock
 *             again   occupancy scratch now pending round agenda moment
 *                     waiting want movers sides used_sides last_id present
 *                     by_beats tells_moves
 *             dropped plans plans_refused
 *   tp_Event  saved   unit other what reason
 *   Crowd     saved   march units additions first
 *             again   grid occupancy last_id free_id marks restores final
 *   March     saved   motion by
 *             again   nodes searches ways revision seen points unread left
 *                     recovers tells_moves ground
 *             dropped is_torn before asking served number
 *   Unit      saved   finder x y heading orders cell cells put_x put_y gait
 *                     way arrival
 *             again   crowd before after id is_led overlaps is_lost mark
 *   Orders    saved   errand reason field point points next keep
 *             again   is_admitted
 *   UnitWay   saved   query goal is_partial
 *             again   trail number
 *   Gait      saved   speed pace priority yields
 *   WayQuery  saved   query options list is_list has_eyes
 *   Keep      saved   least most sight eyes
 *             again   seen lack query goal
 *
 * "again": follows from the rest, or is found again. "dropped": begins anew.
 */
#ifndef BIND_STATE_H
#define BIND_STATE_H

#include "../../core/base/record.h"
#include "../order/ways.h"

/* What an order asks (UnitState.asks). */
enum { STATE_GOAL = 1, STATE_LIST };

/* No cell. */
#define STATE_NOWHERE UINT32_MAX

/* A unit. Cells are row * width + column; times count from the crowd's time. */
typedef struct UnitState {
  uint64_t arrival; /* by which it is known                   */
  uint64_t end;     /* of its step, ahead                     */
  uint64_t since;   /* of tp_Progress, ago                        */
  uint64_t best;    /* 1 more than of tp_Progress; 0: unknown     */
  uint64_t nearer;  /* ago                                    */
  uint64_t retry;   /* of one that is blocked, ahead          */
  uint64_t limit;   /* max_nodes; 0: none                     */
  double x, y;      /* if it is off the middle of its cells   */
  double speed;     /* 0: the usual one                       */
  double range;     /* of its order                           */
  double to_x, to_y;
  double least, most; /* of one that keeps a distance from its target */
  uint32_t cell, from, lasts, goal, next;
  uint32_t chosen; /* goal of its list, from 1          */
  uint32_t bumped; /* its place in the state; 0: nobody */
  uint32_t target; /* a place in the state, or behind those in the list of
                      others that it comes with; 0: none */
  int32_t pace, priority;
  uint16_t settle;
  uint8_t wide, high, is_off, heading, steps, firm;
  uint8_t moves; /* the crowd moves it: what follows is there, too */
  uint8_t wish, flags, pauses, pushes, plans, renewed, tours, errand, reason;
  uint8_t asks; /* its order is a query, to a goal or a list: what follows is
                   there, too                                        */
  uint8_t kind, sight, eyes, partial, is_short;
} UnitState;

/* A crowd. */
typedef struct CrowdState {
  uint64_t whole, fraction; /* of its clock */
  uint64_t additions;
  uint8_t moves, by;
} CrowdState;

enum {
  UNIT_MEMBERS = 48,
  CROWD_MEMBERS = 5,
  STATE_FORMAT = 3,
  STATE_FLAGS = TP_MOVER_PAUSED | TP_MOVER_REFUSED | TP_MOVER_AWAY |
                TP_MOVER_TOLD | TP_MOVER_STUCK
};

TP_FUNC const tp_Member tp_unit_members[UNIT_MEMBERS];
TP_FUNC const tp_Member tp_crowd_members[CROWD_MEMBERS];

/* Letters of cells that a unit holds. */
enum { STATE_HELD = '1', STATE_FREE = '0' };

TP_INLINE uint32_t state_place(const tp_Grid *g, tp_Cell c) {
  bool is_inside = tp_grid_contains(g, c.x, c.y);
  return is_inside ? (uint32_t)tp_grid_index(g, c.x, c.y) : STATE_NOWHERE;
}

/* The cell of a place inside. */
TP_INLINE tp_Cell state_cell(const tp_Grid *g, uint32_t place) {
  uint32_t width = (uint32_t)g->width;
  return (tp_Cell){(int32_t)(place % width), (int32_t)(place / width)};
}

#endif
