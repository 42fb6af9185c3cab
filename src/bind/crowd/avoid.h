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
#include "crowd.h"

/* The options: stack indices, and the cost. */
typedef struct Avoid {
  int avoid;   /* a crowd, a unit or a list; 0: the query avoids nothing */
  int except;  /* a unit or a list of units; 0: none */
  double cost; /* of the others' cells; 0: they are blocked */
  int stops;   /* like `avoid`: a move ends beside these units and in these
                  cells; 0: none */
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

/* What a value of each option must be, for errors. */
#define AVOID_WHAT \
  "a crowd, a unit, or a list of crowds, units, { x, y } and { x, y, w, h }"

#define AVOID_WHAT_EXCEPT "a unit or a list of units"
#define AVOID_WHAT_PRICE  "a number from 1/1024 to 1024"

/* Is any of these options given? */
TP_INLINE bool avoid_is_given(const Avoid *avoid) {
  return avoid->avoid || avoid->except || avoid->cost > 0;
}

/* Checks the options together, and the items of lists. At least one option is
 * given, and their values passed the functions above. Raises on a mistake. */
TP_FUNC void tp_avoid_check(lua_State *L, const Avoid *avoid,
                            const Finder *finder, const char *function);

/* Names of the options. A call's list of option names begins with these. Those
 * of moves may follow. */
#define AVOID_NAMES "avoid", "avoid_price", "except"
#define MOVE_NAMES  "pass", "stops"

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
