/* avoid.h - the units and places that a query avoids: its options `avoid`,
 * `except` and `avoid_price`, and for moves `stops` and `pass`; and the
 * overlay, the navmap of the agent among them.
 *
 *     tp_avoid_check(L, &avoid, ...);      when the options are read
 *     tp_avoid_push_handle(L, owner, slot);       makes a handle
 *     nav = tp_avoid_update_overlay(L, &avoid, &call);   right before the query
 *     tp_avoid_prepare(L, &call, nav, parts);
 */
#pragma once

#include "../../core/navmap/navmap.h"
#include "../kit/options.h"
#include "crowd.h"

/* The options: stack indices, and the price. */
typedef struct Avoid {
  int avoid;  /* a crowd, a unit or a list; 0: the query avoids nothing */
  int except; /* a unit or a list of units; 0: none */
  double avoid_price; /* of the others' cells; 0: they are blocked */
  /* Like `avoid`: a move ends beside these units and in these cells. */
  int stops;
  int pass; /* like `avoid`: a move may pass these cells, but not end there */
} Avoid;

/* Sets of overlays: others' cells cost, or are blocked; with `stops`. */
enum { WITH_COST = 1, WITH_STOPS = 2, OVERLAYS = 4 };

enum { STOPS, PASS, MARKS, ZONES };

/* A handle that is made for the first query with `avoid`. A slot of the object
 * that runs the query keeps it: a pathfinder, a search, a queue or a field. */
typedef struct Others {
  tp_Avoided *avoided; /* blocks of its slots; NULL: not yet made */
  tp_Navmap *overlay[OVERLAYS];
  tp_Mask *zone[ZONES]; /* `stops`, `pass`, and working space */
  uint64_t shape;       /* of the grid, to which these belong */
  tp_Rect *rect;        /* working space; its room is below */
  tp_Excepted *except;
  uint32_t rect_room, except_room;
  uint32_t left; /* of a query that leaves: the first rectangles, which are no
                    walls for it */
} Others;

/* Slots of the handle. Blocks of the navmaps are at OTHERS_PARTS + tp_Part. */
enum {
  OTHERS_AVOIDED = 1,
  OTHERS_RECTS,
  OTHERS_EXCEPTED,
  OTHERS_ZONE,
  OTHERS_OVERLAY = OTHERS_ZONE + ZONES,
  OTHERS_PARTS = OTHERS_OVERLAY + OVERLAYS,
  OTHERS_SLOTS = OTHERS_PARTS + OVERLAYS * TP_PARTS - 1
};

/* The call that runs the query. */
typedef struct AvoidCall {
  const char *function; /* that the user called */
  Finder *finder;       /* the agent without others */
  tp_Search *search;    /* that uses the overlay; NULL: none */
  int others;           /* stack index of the handle */
  bind_Locks locks;     /* of objects that must not change, also of the grid */
  tp_Rect start;        /* cells in which others do not count */
  bool leaves;          /* listed cells around the start are no walls */
} AvoidCall;

/* A crowd, a unit, or a list of crowds, units and places; a unit, or a list of
 * units. The items of lists are checked later. */
TP_FUNC const bind_OptionKind tp_avoid_others, tp_avoid_units;

/* The rows of calls whose records have a member `avoid`, and those of moves. */
#define AVOID_ROWS(Record, calls)                                              \
  AVOID_ROW(Record, "avoid", avoid, tp_avoid_others, calls),                   \
      BIND_ROW(                                                                \
          "avoid_price", calls,                                                \
          BIND_NUMBER(Record, avoid.avoid_price, TP_MIN_PRICE, TP_MAX_PRICE)), \
      AVOID_ROW(Record, "except", except, tp_avoid_units, calls)
#define MOVE_ROWS(Record, calls)                           \
  AVOID_ROW(Record, "pass", pass, tp_avoid_others, calls), \
      AVOID_ROW(Record, "stops", stops, tp_avoid_others, calls)
#define AVOID_ROW(Record, name, member, kind, calls) \
  BIND_ROW(name, calls, BIND_VALUE(Record, avoid.member, kind))

/* To be called when the table is read. Checks the options together, and the
 * items of lists; raises on a mistake. Options of moves alone avoid an empty
 * list, which is pushed. */
TP_FUNC void tp_avoid_check(lua_State *L, Avoid *avoid, const Finder *finder,
                            const char *function);

/* Pushes the handle in that slot of its owner, or makes it; that may run
 * finalizers. Returns its stack index. */
TP_FUNC int tp_avoid_push_handle(lua_State *L, int owner, int slot);

/* The overlay, with the others at their current places. Later moves do not
 * change it. */
TP_FUNC tp_Navmap *tp_avoid_update_overlay(lua_State *L, const Avoid *avoid,
                                           const AvoidCall *call);

/* Updates parts of the overlay. */
TP_FUNC void tp_avoid_prepare(lua_State *L, const AvoidCall *call,
                              tp_Navmap *overlay, unsigned parts);

/* Keep stores copies of the options' values in a slot of the handle and the
 * next slots. Kept pushes them, and returns their stack indices. */
enum { AVOID_SLOTS = 4 };
TP_FUNC void tp_avoid_keep(lua_State *L, const Avoid *avoid, int handle,
                           int slot);
TP_FUNC Avoid tp_avoid_kept(lua_State *L, int handle, int slot, double cost);

/* For a query that is answered at once: the navmap of the pathfinder at 1, or
 * its overlay, with an updated map. The others' places are read after all
 * memory was made. Units in the cells of an agent at `start` (NULL: none) do
 * not count. Raises if the pathfinder is busy and an overlay is needed. */
TP_FUNC tp_Navmap *tp_avoid_navmap(lua_State *L, const Avoid *avoid,
                                   Finder *finder, const char *function,
                                   const tp_Cell *start);

/* The same for an agent that leaves the listed cells in which it starts: these
 * rectangles, and those that they touch, are no walls. Pushes a handle that
 * keeps them: (*others)->rect, the first (*others)->left. NULL: none. */
TP_FUNC tp_Navmap *tp_avoid_leave(lua_State *L, const Avoid *avoid,
                                  Finder *finder, const char *function,
                                  const tp_Cell *start, const Others **others);
