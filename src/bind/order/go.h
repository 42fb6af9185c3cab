/* go.h - units that go to a goal. */
#pragma once

#include "../../core/crowd/costtogoal.h"
#include "../query/queryargs.h"

/* The query for a path to a cell, for the pathfinder at that index. */
TP_FUNC QueryArgs tp_order_queryargs(tp_Cell goal, int finder,
                                     const char *function);

/* Sets the price of units in the way of one that has just got an order, as it
 * was read; -1: none was given. */
TP_FUNC void tp_order_set_price(const struct Unit *unit, double avoid_price);

/* Has the unit, with an order, that `settle`, that price and the same other
 * options? */
TP_FUNC bool tp_order_has_settings(const struct Unit *unit, const QueryArgs *q);

/* Pushes a block with a query whose options were read, and reads its list of
 * goals; nil, and returns NULL, if it is no more than a cell. May run
 * finalizers. */
TP_FUNC struct UnitQuery *tp_order_push_query(lua_State *L, const QueryArgs *q);

/* Plans an order of the unit at an absolute index. `q` was read like the query
 * of find_world, except for its start; its pathfinder is at q->at. The options
 * about avoided units and `escape` are ignored. On success returns
 * TP_NO_REASON, and the cost to goal for tp_sim_order: a goal without a path.
 * If there are several goals, the goal may still change. Otherwise returns the
 * reason, and the unit's last order goes on. All memory is made before the unit
 * changes. If unit:go repeats the unit's order, sets q->is_repeated, and changes
 * nothing. */
TP_FUNC tp_Reason tp_order_plan(lua_State *L, int unit, QueryArgs *q,
                                tp_CostToGoal *to_goal);
