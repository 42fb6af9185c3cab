/* crowd.h - crowds and their units, for all that asks who stands where. */
#ifndef BIND_CROWD_H
#define BIND_CROWD_H

#include "../core/agent/avoided.h"
#include "finder.h"

typedef struct Unit Unit;

/* Who stands where on one grid, which a slot keeps alive. */
typedef struct Crowd {
  tp_Grid *grid;
  tp_Occupancy *occupancy; /* a block */
  uint32_t units;
  uint32_t last_id;    /* the highest one that was ever given            */
  uint32_t free_id;    /* one that may be given again; 0: none           */
  uint64_t additions;  /* since it was made                              */
  uint64_t marks;      /* numbers for units to be marked with            */
  Unit *first, *final; /* all of them, in the order in which they came   */
} Crowd;

/* One that stands there, whose crowd and pathfinder slots keep alive. */
struct Unit {
  Crowd *crowd; /* NULL: it was removed */
  Finder *finder;
  uint32_t id;      /* by which the crowd's occupancy knows it              */
  tp_Rect cells;    /* all that it holds lies there, inside                 */
  tp_Cell cell;     /* the one that it is in, which may lie anywhere        */
  double x, y;      /* in the world: the middle of its body                 */
  uint64_t arrival; /* grows from one that is added to the next             */
  uint64_t mark;    /* the last that it was marked with                     */
  Unit *before, *after; /* in the crowd's list; NULL: none                  */
  bool is_led;          /* by a follower, which alone moves it              */
  bool overlaps;        /* others may hold cells that are under it          */
};

/* Slots of both handles. The list has a crowd's units by their ids, and in the
 * places of ids that are free the next free one. */
enum {
  CROWD_OCCUPANCY = 1,
  CROWD_GRID,
  CROWD_LIST,
  CROWD_SLOTS = CROWD_LIST,
  UNIT_CROWD = 1,
  UNIT_FINDER,
  UNIT_FIELDS, /* the game's own; nil until there are some */
  UNIT_SLOTS = UNIT_FIELDS
};

/* For a query that does not count it; of one that was not removed. */
TP_INLINE tp_Excepted unit_excepted(const Unit *unit) {
  return (tp_Excepted){unit->crowd->occupancy, unit->cells, unit->id};
}

/* ---- crowd.c ------------------------------------------------------------ */

/* Puts the unit at an absolute index, whose slots and fields are set, into the
 * list of the crowd at another. Runs no finalizers; an error (no memory) leaves
 * all as it was. */
TP_FUNC void crowd_enlist(lua_State *L, int crowd, int unit);

/* Takes the unit at an absolute index out of its crowd, with all that it holds.
 * Allocates nothing. */
TP_FUNC void crowd_dismiss(lua_State *L, int unit);

/* Pushes the unit of that id of the crowd at index; nil for 0. */
TP_FUNC void crowd_push_unit(lua_State *L, int crowd, uint32_t id);

/* ---- unit.c ------------------------------------------------------------- */

/* The cells under an agent that is in one. */
TP_INLINE tp_Rect unit_footprint(const Finder *f, tp_Cell c) {
  const tp_Profile *p = &f->navmap.profile;
  return (tp_Rect){c.x, c.y, p->wide, p->high};
}

/* Why may one not stand in the cell? NULL: it may. The pathfinder knows the
 * grid as it is. What `id` holds is free for it. */
TP_FUNC const char *unit_refusal(const Crowd *crowd, const Finder *f,
                                 tp_Cell cell, uint32_t id);

/* For calls on one that was removed. */
TP_FUNC TP_NORETURN void unit_refuse_removed(lua_State *L,
                                             const char *function);

/* Is the string at index the name of a method (from 1) or of a property (after
 * them)? 0: no. */
TP_FUNC int unit_member(lua_State *L, int index);

/* ---- stand.c ------------------------------------------------------------ */

/* The cells under it, as far as they lie inside. */
TP_FUNC tp_Rect unit_under(const Unit *unit);

/* ---- roster.c ----------------------------------------------------------- */

/* crowd:state() */
TP_FUNC int crowd_state(lua_State *L);

#endif
