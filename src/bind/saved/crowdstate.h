/* crowdstate.h - what is saved of a crowd: a record of its time, and one of
 * each unit.
 *
 * A record has names and values (base/serialize.h).
 * lua/tilepath/plain/saved.lua writes the same, and
 * lua/tilepath/crowd/saved.lua reads it for both cores. All else follows from
 * the records, is made again or begins anew.
 */
#pragma once

#include "../../core/base/serialize.h"
#include "../field/field.h"
#include "../order/order.h"

/* No cell, no time; and no number. */
#define STATE_NONE  -1
#define STATE_BLANK HUGE_VAL

/* The members of a unit's record: FIELD(kind, name, low, high, usual, words);
 * OWN is the same for a member that is saved as the tp_Unit has it, and
 * BIT(bit, name) is one of its flags. They have the names that their sources
 * have, and options of orders those of games. What a game sets of a unit
 * follows: UNIT_SETTINGS. A cell is row * width + column. Times are relative to
 * the crowd's. */
#define UNIT_STATE(FIELD, BIT, OWN)                                            \
  FIELD(WHOLE, id, 1, BIND_MAX_WHOLE, 0, NULL)                                 \
  FIELD(WHOLE, wide, 1, UINT8_MAX, 1, NULL)                                    \
  FIELD(WHOLE, high, 1, UINT8_MAX, 1, NULL)                                    \
  STATE_PLACE(FIELD, cell)                                                     \
  /* if it was put off the middle of its cells */                              \
  FIELD(NUMBER, x, -DBL_MAX, DBL_MAX, STATE_BLANK, NULL)                       \
  FIELD(NUMBER, y, -DBL_MAX, DBL_MAX, STATE_BLANK, NULL)                       \
  FIELD(WHOLE, heading, 0, TP_DIRECTIONS - 1, STATE_NONE, NULL)                \
  /* its step */                                                               \
  STATE_PLACE(FIELD, from)                                                     \
  FIELD(WHOLE, finish, 0, UINT32_MAX, 0, NULL)                                 \
  FIELD(WHOLE, duration, 0, UINT32_MAX, 0, NULL)                               \
  /* its state. One that waits has no path, and is going else */               \
  FIELD(WORD, state, TP_IDLE, TP_BLOCKED, TP_IDLE, tp_unit_states)             \
  BIT(TP_UNIT_PAUSED, paused)                                                  \
  BIT(TP_UNIT_SEEKS_DETOUR, seeks_detour)                                      \
  STATE_FLAG(OWN, takes_any_detour)                                            \
  BIT(TP_UNIT_REFUSED, refused)                                                \
  BIT(TP_UNIT_AWAY, away)                                                      \
  BIT(TP_UNIT_REPORTED, reported)                                              \
  BIT(TP_UNIT_AT_POINT, at_point)                                              \
  BIT(TP_UNIT_STUCK, stuck)                                                    \
  BIT(TP_UNIT_LATE, late)                                                      \
  BIT(TP_UNIT_AWAITED, awaited)                                                \
  BIT(TP_UNIT_OUTSIDE, outside)                                                \
  BIT(TP_UNIT_LEAVES, leaves)                                                  \
  BIT(TP_UNIT_AT_LINK, at_link)                                                \
  FIELD(WHOLE, since, -BIND_MAX_WHOLE, 0, 0, NULL)                             \
  FIELD(WHOLE, progress_time, -BIND_MAX_WHOLE, 0, 0, NULL)                     \
  FIELD(WHOLE, retry_at, 0, BIND_MAX_WHOLE, 0, NULL)                           \
  FIELD(WHOLE, best, 0, BIND_MAX_WHOLE, STATE_NONE, NULL)                      \
  /* of a standing unit: its next look, unless others wake it */               \
  FIELD(WHOLE, wake, 0, BIND_MAX_WHOLE, STATE_NONE, NULL)                      \
  /* it has looked, and decides before time goes on */                         \
  STATE_FLAG(FIELD, decides)                                                   \
  /* its place among those that wait for a path */                             \
  FIELD(WHOLE, queued, 1, INT32_MAX, 0, NULL)                                  \
  /* at a point of its patrol */                                               \
  FIELD(WHOLE, rest_left, 0, BIND_MAX_WHOLE, 0, NULL)                          \
  /* the steps that the map allowed then */                                    \
  FIELD(WHOLE, steps, 0, UINT8_MAX, STATE_NONE, NULL)                          \
  /* a unit's number in the state */                                           \
  FIELD(WHOLE, last_blocker, 1, INT32_MAX, 0, NULL)                            \
  STATE_FLAG(OWN, is_rerouted)                                                 \
  OWN(WHOLE, backoff, 0, 7, 0, NULL)                                           \
  OWN(WHOLE, pushes, 0, 31, 0, NULL)                                           \
  OWN(WHOLE, failed_joint_plans, 0, TP_MOST_PLANS, 0, NULL)                    \
  /* its order */                                                              \
  FIELD(WORD, order, 0, STATE_ORDERS, 0, tp_state_order_names)                 \
  STATE_PLACE(FIELD, goal)                                                     \
  OWN(WHOLE, settle, 0, INT16_MAX, 0, NULL)                                    \
  STATE_FLAG(OWN, patrols)                                                     \
  FIELD(WHOLE, next, 1, INT32_MAX, 0, NULL)                                    \
  STATE_FLAG(FIELD, is_partial)                                                \
  STATE_FLAG(OWN, is_spare)                                                    \
  STATE_FLAG(OWN, has_choice)                                                  \
  /* of a group: along the field to the cells of its list */                   \
  STATE_FLAG(FIELD, by_field)                                                  \
  /* steps that it has gone on its path; is that cut, by an edit? */           \
  FIELD(WHOLE, walked, 0, INT32_MAX, 0, NULL)                                  \
  FIELD(WHOLE, cut, 1, 1, 0, NULL)                                             \
  /* and what it sees there */                                                 \
  STATE_PLACE(FIELD, window)                                                   \
  FIELD(WHOLE, window_w, 0, TP_WINDOW_CELLS, 0, NULL)                          \
  FIELD(WHOLE, window_h, 0, TP_WINDOW_CELLS, 0, NULL)                          \
  /* what is saved of the order as it is; both lists: in bind/crowd/crowd.h */ \
  ORDER_STATE(FIELD)                                                           \
  ORDER_GIVEN(FIELD)                                                           \
  /* its query: to a list, or there */                                         \
  FIELD(NUMBER, to_x, -DBL_MAX, DBL_MAX, STATE_BLANK, NULL)                    \
  FIELD(NUMBER, to_y, -DBL_MAX, DBL_MAX, STATE_BLANK, NULL)                    \
  STATE_FLAG(FIELD, in_world)                                                  \
  STATE_FLAG(FIELD, adjacent)                                                  \
  FIELD(NUMBER, within, 0, DBL_MAX, STATE_BLANK, NULL)                         \
  STATE_FLAG(FIELD, sight)                                                     \
  STATE_FLAG(FIELD, partial)                                                   \
  STATE_FLAG(FIELD, wait)                                                      \
  FIELD(WHOLE, max_nodes, 0, BIND_MAX_WHOLE, STATE_NONE, NULL)                 \
  OWN(WHOLE, avoid_price, 0, TP_NO_DETOUR, TP_NO_PRICE, NULL)                  \
  FIELD(WHOLE, goal_index, 1, INT32_MAX, 0, NULL)                              \
  /* its target: a unit's number; and the distance, with `within` */           \
  FIELD(WHOLE, target, 1, UINT32_MAX, 0, NULL)                                 \
  FIELD(NUMBER, min, 0, DBL_MAX, 0, NULL)                                      \
  STATE_FLAG(FIELD, trail)                                                     \
  FIELD(WORD, range, IN_RANGE, TOO_NEAR, IN_RANGE, tp_state_ranges)            \
  /* the last of the cells where it was when the path was chosen */            \
  STATE_PLACE(FIELD, seen)

/* For rows of a list that do not matter. */
#define STATE_SKIP(...)
#define STATE_FLAG(FIELD, name) FIELD(WORD, name, 0, 1, 0, tp_flag_words)
#define STATE_PLACE(FIELD, name) \
  FIELD(WHOLE, name, 0, UINT32_MAX, STATE_NONE, NULL)

/* The members of the crowd's record. */
#define CROWD_STATE(FIELD)                                                    \
  FIELD(WHOLE, additions, 0, BIND_MAX_WHOLE, 0, NULL)                         \
  FIELD(WORD, time_unit, BY_NOBODY, BY_TICKS, BY_NOBODY, tp_state_time_units) \
  FIELD(WHOLE, clock, 0, INT64_C(1) << 52, 0, NULL)                           \
  /* the fraction of its clock, in 2^-32, and the rest of that, in 2^-64 */   \
  FIELD(WHOLE, fraction, 0, UINT32_MAX, 0, NULL)                              \
  FIELD(WHOLE, fraction_low, 0, UINT32_MAX, 0, NULL)

/* Types of settings in a record. */
typedef int64_t State_int32_t, State_bool;
typedef double State_double;

#define STATE_SETTING_MEMBER(type, name, low, high, usual) State_##type name;

#define STATE_BIT_MEMBER(bit, name) STATE_FLAG(STATE_MEMBER, name)

typedef struct UnitState {
  UNIT_STATE(STATE_MEMBER, STATE_BIT_MEMBER, STATE_MEMBER)
  UNIT_SETTINGS(STATE_SETTING_MEMBER)
} UnitState;

typedef struct CrowdState {
  CROWD_STATE(STATE_MEMBER)
} CrowdState;

/* ---- records.c ----------------------------------------------------------- */

TP_FUNC const tp_Members tp_unit_members, tp_crowd_members;

#define STATE_ONE_MORE(name) +1
enum { STATE_ORDERS = 0 ORDER_KINDS(STATE_ONE_MORE) };

/* By UnitState.order; and the words of members. */
TP_FUNC const OrderKind *const tp_state_orders[STATE_ORDERS + 1];
TP_FUNC const char *const tp_state_order_names[STATE_ORDERS + 1];
TP_FUNC const char *const tp_state_ranges[TOO_NEAR + 1];
TP_FUNC const char *const tp_state_time_units[BY_TICKS + 1];

/* A record all of whose members have their usual values. */
TP_FUNC UnitState tp_state_usual(void);

/* Reads the text at index into a record; false if it is damaged. */
TP_FUNC bool tp_state_read(lua_State *L, int index, const tp_Members *members,
                           void *record);

TP_INLINE int64_t state_place(const tp_Grid *g, tp_Cell c) {
  const bool is_inside = tp_grid_contains(g, c.x, c.y);
  return is_inside ? (int64_t)tp_grid_index(g, c.x, c.y) : STATE_NONE;
}

/* The cell with an index inside. */
TP_INLINE tp_Cell state_cell(const tp_Grid *g, int64_t place) {
  return (tp_Cell){(int32_t)(place % g->width), (int32_t)(place / g->width)};
}

/* Is it the index of a cell? */
TP_INLINE bool state_is_cell(const tp_Grid *g, int64_t place) {
  return place >= 0 && place < (int64_t)tp_grid_cells(g);
}
