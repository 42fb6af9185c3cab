/* avoid.h - who is in the way of a query: its options `avoid`, `except` and
 * `avoid_cost`, and the navmap of the agent among those.
 *
 *     tp_avoid_check(L, &avoid, ...);      the options, when they are read
 *     tp_avoid_open(L, owner, slot);       makes a handle
 *     nav = tp_avoid_aim(L, &avoid, &call);   right before the question
 *     tp_avoid_prepare(L, &call, nav, parts, budget);
 */
#ifndef BIND_AVOID_H
#define BIND_AVOID_H

#include "../../core/navmap/navmap.h"
#include "crowd.h"

/* The options, as they stand on the stack. */
typedef struct Avoid {
  int avoid;   /* where a crowd or a list stands; 0: nobody is in the way */
  int except;  /* where a unit or a list of them stands; 0: none          */
  double cost; /* of stepping onto others; 0: they block                  */
} Avoid;

/* A handle that is made for the first question with `avoid`, and kept in a slot
 * of the object that asks: a pathfinder, a search, a queue or a field. Of the
 * agents among others the first is one that they block, the second one that
 * pays. */
typedef struct Others {
  tp_Avoided *avoided; /* blocks, here and below; NULL: not yet */
  tp_Navmap *overlay[2];
  uint64_t shape; /* of the grid, that these are for */
  tp_Rect *rect;  /* working space, with room for so many */
  tp_Excepted *except;
  uint32_t rect_room, except_room;
} Others;

/* Slots of the handle. Blocks of the navmaps stand at OTHERS_PARTS + tp_Part.
 */
enum {
  OTHERS_AVOIDED = 1,
  OTHERS_RECTS,
  OTHERS_EXCEPTED,
  OTHERS_OVERLAY,
  OTHERS_PARTS = OTHERS_OVERLAY + 2,
  OTHERS_SLOTS = OTHERS_PARTS + 2 * TP_PARTS - 1
};

/* The call that asks. */
typedef struct AvoidCall {
  const char *function; /* that the user called                           */
  Finder *finder;       /* the agent without others                       */
  tp_Search *search;    /* that runs among others; NULL: there is none    */
  int others;           /* where the handle stands                        */
  bind_Marks marks;     /* of what must stay as it is, the grid among it  */
  tp_Rect start;        /* cells that do not count, whoever stands there  */
} AvoidCall;

/* What a value of each option must be. */
#define AVOID_WHAT "a crowd, or a list of crowds, { x, y } and { x, y, w, h }"

#define AVOID_WHAT_EXCEPT "a unit or a list of units"
#define AVOID_WHAT_COST   "a number from 1/1024 to 1024"

/* Could the value on the top be one of `avoid`, of `except`? What lists hold is
 * not looked at. And takes the number on the top: false where it is none for
 * `avoid_cost`. */
TP_FUNC bool tp_avoid_is_who(lua_State *L);
TP_FUNC bool tp_avoid_is_except(lua_State *L);
TP_FUNC bool tp_avoid_read_cost(lua_State *L, double *cost);

/* Is there any of these options? */
TP_INLINE bool avoid_is_given(const Avoid *avoid) {
  return avoid->avoid || avoid->except || avoid->cost > 0;
}

/* Raises where there is something wrong with the options, of which there are
 * some, whose values have passed the above. */
TP_FUNC void tp_avoid_check(lua_State *L, const Avoid *avoid,
                            const Finder *finder, const char *function);

/* Their names; with those a list of all options of a call begins. */
#define AVOID_NAMES "avoid", "avoid_cost", "except"

/* Reads the options from a table at arg that may be absent, and may have other
 * options of the list besides, and checks them. What they name stays on the
 * stack. `names` is NULL where there are no others. */
TP_FUNC Avoid tp_avoid_read_table(lua_State *L, int arg, const Finder *finder,
                                  const char *function,
                                  const char *const names[]);

TP_INLINE Avoid avoid_read(lua_State *L, int arg, const Finder *finder,
                           const char *function, const char *const names[]) {
  if (lua_isnoneornil(L, arg)) return (Avoid){0, 0, 0};
  return tp_avoid_read_table(L, arg, finder, function, names);
}

/* Pushes the handle in that slot of its owner, which is made where it lacks: it
 * may run finalizers. Returns where it stands. */
TP_FUNC int tp_avoid_open(lua_State *L, int owner, int slot);

/* The agent among those who stand there now. What they do later it does not
 * know. */
TP_FUNC tp_Navmap *tp_avoid_aim(lua_State *L, const Avoid *avoid,
                                const AvoidCall *call);

/* Brings parts of it up to date with the map, and with what it was aimed at: up
 * to so many units of work, by which the budget is lowered. Are they? NULL: in
 * one go. */
TP_FUNC bool tp_avoid_prepare(lua_State *L, const AvoidCall *call,
                              tp_Navmap *overlay, unsigned parts,
                              uint64_t *budget);

/* Keeps copies of what the options name in a slot of the handle and the one
 * behind it. And pushes those, and tells where. */
TP_FUNC void tp_avoid_keep(lua_State *L, const Avoid *avoid, int handle,
                           int slot);
TP_FUNC Avoid tp_avoid_kept(lua_State *L, int handle, int slot, double cost);

/* For a question that is answered at once: the navmap of the pathfinder at 1,
 * or of its agent among others, with its map up to date. Others are where they
 * are when nothing more can fail; nobody who stands in the cells under an agent
 * in `start` (NULL: it is nowhere) counts. Raises where the pathfinder is busy
 * and would have to be asked about others. */
TP_FUNC tp_Navmap *tp_avoid_ask(lua_State *L, const Avoid *avoid,
                                Finder *finder, const char *function,
                                const tp_Cell *start);

TP_INLINE tp_Navmap *avoid_navmap(lua_State *L, const Avoid *avoid,
                                  Finder *finder, const char *function,
                                  const tp_Cell *start) {
  if (avoid->avoid) return tp_avoid_ask(L, avoid, finder, function, start);
  tp_finder_catch_up(L, 1, finder, function);
  return &finder->navmap;
}

#endif
