/* orderlist.h - lists of orders (orderlist.c). */
#pragma once

#include "crowd.h"

/* The options that all orders take, and those that stay given with an order. */
typedef struct OrderOptions {
  bool queued, resume;
  OrderGiven given;
} OrderOptions;

/* Of a call without options. */
#define ORDER_USUAL                       \
  {                                       \
    .given = { ORDER_GIVEN(STATE_USUAL) } \
  }

/* The rows of calls whose records have them as a member `of_order`. */
#define ORDER_ROWS(Record, calls)                                \
  BIND_ROW("queued", calls, BIND_FLAG(Record, of_order.queued)), \
      BIND_ROW("resume", calls, BIND_FLAG(Record, of_order.resume))

/* Do they say that orderlist.lua takes the order? */
TP_INLINE bool order_is_listed(const OrderOptions *o) {
  return o->queued || o->resume;
}

/* Hands such an order to orderlist.lua: the first `args` values on the stack,
 * the unit at 1. Returns how many results it has pushed. */
TP_FUNC int tp_orderlist_give(lua_State *L, const char *function, int args);

/* Hands a patrol at random, or from area to area, to wander.lua, in the same
 * way. */
TP_FUNC int tp_orderlist_wander(lua_State *L, const char *function, int args);

/* Pushes what pathpoints.lua keeps of the path at an index, for a unit. */
TP_FUNC void tp_orderlist_push_points(lua_State *L, int unit, int path);

/* Lets the unit's order, along that path, keep it. */
TP_FUNC void tp_orderlist_keep_points(lua_State *L, int unit, int points);

/* Draws the next point of such a patrol, of the unit at an absolute index, which
 * may have come to the last one; and the number of its area. May run finalizers.
 * False: there is none. */
TP_FUNC bool tp_orderlist_draw(lua_State *L, int unit, bool is_reached,
                               tp_Cell *cell, uint32_t *area);

/* The most cells of a trail that a unit gets at once. */
enum { TRAIL_PIECE = 256 };

/* The cells of a leader, and the first of those that it leaves; how many cells a
 * unit stays behind it; has the unit just got the order? Does it ask for a way
 * around units that it does not push? */
typedef struct TrailPlaces {
  tp_Rect at;
  tp_Cell from;
  double within;
  bool is_new;
  bool seeks_detour;
} TrailPlaces;

/* Pushes two results of trail.lua for the unit at an absolute index, whose
 * leader is behind it: the cells to which it goes, and the number of that where
 * a link begins; or nil. May run finalizers. */
TP_FUNC void tp_orderlist_trail(lua_State *L, int unit,
                                const TrailPlaces *places);

/* Does the unit at an absolute index resume an interrupted order, which is not
 * refused? */
TP_FUNC bool tp_orderlist_is_resuming(lua_State *L, int unit);

/* In an update: the unit at an absolute index, whose order is over, begins the
 * next of its list. May run user code. */
TP_FUNC void tp_orderlist_go_on(lua_State *L, int unit);

/* Takes up the next order in the list of the unit at 1. */
TP_FUNC void tp_orderlist_next(lua_State *L);

/* Is the unit under way, or does it begin an order of its list with the next
 * update? */
TP_FUNC bool tp_orderlist_moves(const Unit *unit);

/* Drops the list of the unit at an absolute index. Makes no memory. */
TP_FUNC void tp_orderlist_drop(lua_State *L, int unit);
