/* crowd.h - crowds and their units, for all that asks who stands where. */
#ifndef BIND_CROWD_H
#define BIND_CROWD_H

#include "../../core/agent/avoided.h"
#include "../../core/crowd/motion.h"
#include "../finder/finder.h"

typedef struct Unit Unit;
struct Field;
struct Ways;
struct WayQuery;
struct Keep;

/* What its time is counted in: what it was first told. */
typedef enum Reckoning { BY_NOBODY, BY_SECONDS, BY_BEATS } Reckoning;

/* A crowd that moves. */
typedef struct TP_STATE March {
  tp_Motion *motion;   /* a block; NULL: nobody was ever ordered             */
  uint64_t nodes;      /* that an update may search; UINT64_MAX: any number  */
  uint64_t searches;   /* for ways, since it was made                        */
  struct Ways *ways;   /* who looks for them (ways.h), in a slot; NULL: nobody
                        yet                                                */
  uint64_t revision;   /* of the grid, that all its pathfinders know         */
  uint64_t seen;       /* version of the grid, of which all were told        */
  bind_Numbers points; /* of all, on their way into tables                 */
  uint32_t unread;     /* events that the loop that is on may yet read     */
  bool tells_moves;    /* each step is an event                            */
  uint32_t *ground;    /* a block of 256 numbers, as tp_Round has it; NULL:
                        all ground is alike                                */
  Reckoning by;
  bool is_torn;    /* an update has failed for lack of memory, and */
  tp_Clock before; /* this was its time then                       */
  uint64_t left;   /* units of work that this one may still do     */
  uint32_t asking; /* whose way is being looked for; 0: nobody's   */
  uint32_t served; /* the unit that `ways` searches for; 0: none    */
  uint64_t number; /* of the order that it is for                  */
  bool recovers;   /* restored, and its units still look for ways: an update
                      searches little at once                            */
} March;

/* How a unit finds its way (ways.c). Blocks in slots of its own. */
typedef struct TP_STATE UnitWay {
  tp_Trail *trail;        /* NULL: none                                   */
  struct WayQuery *query; /* what was asked; NULL: a goal, and no more    */
  uint64_t number;        /* grows from order to order                    */
  uint32_t goal; /* of the list asked for, to which it leads; 0: there is none,
                      or no way yet                                       */
  bool is_partial; /* it ends short of the goal                           */
} UnitWay;

/* Who stands where on one grid, which a slot keeps alive. */
typedef struct TP_STATE Crowd {
  March march;
  tp_Grid *grid;
  tp_Occupancy *occupancy; /* a block */
  uint32_t units;
  uint32_t last_id;    /* the highest one that was ever given            */
  uint32_t free_id;    /* one that may be given again; 0: none           */
  uint64_t additions;  /* since it was made                              */
  uint64_t marks;      /* numbers for units to be marked with            */
  uint64_t restores;   /* since it was made                              */
  Unit *first, *final; /* all of them, in the order in which they came   */
} Crowd;

/* How one walks. */
typedef struct TP_STATE Gait {
  double speed;     /* world units a second, where time is seconds; above 0  */
  int32_t pace;     /* beats a step, where it is beats; at least 1           */
  int32_t priority; /* the higher one goes first                             */
  bool yields;      /* makes way for others                                  */
} Gait;

/* Where one goes by its orders. */
typedef enum Errand {
  ERRAND_NONE,
  ERRAND_GOAL,   /* to a cell                                             */
  ERRAND_FIELD,  /* along a field, which a slot keeps                     */
  ERRAND_GROUP,  /* to a cell of its own, with others, along their field  */
  ERRAND_PATH,   /* to the end of a path, along it                        */
  ERRAND_PATROL, /* from point to point                                  */
  ERRAND_MEMBER, /* to a cell of its own among others', alone            */
  ERRAND_KEEP    /* as near to something that moves, or as far from it, as
                    it is told                                           */
} Errand;

typedef struct TP_STATE Orders {
  bool is_admitted; /* the crowd's motion knows it                        */
  Errand errand;
  tp_Reason reason;    /* why there was no way the last time                 */
  struct Field *field; /* that it goes along; kept in a slot                 */
  tp_Cell *point;      /* of a patrol; a block                           */
  uint32_t points;     /* so many; and                                   */
  uint32_t next;       /* the one that it goes to, from 0                */
  struct Keep *keep;   /* of ERRAND_KEEP (keep.c); a block in the same slot */
} Orders;

/* One that stands there, whose crowd and pathfinder slots keep alive. First
 * comes what all are asked for in each frame. */
struct TP_STATE Unit {
  Crowd *crowd; /* NULL: it was removed */
  Finder *finder;
  Unit *before, *after; /* in the crowd's list; NULL: none               */
  double x, y;          /* in the world: the middle of its body          */
  uint32_t id;          /* by which the crowd's occupancy knows it            */
  uint8_t heading;      /* in which it faces; TP_DIRECTIONS: nobody knows     */
  bool is_led;          /* by a follower, which alone moves it                */
  bool overlaps;        /* others may hold cells that are under it            */
  bool is_lost;         /* restored, with an order for which it has no way    */
  Orders orders;
  tp_Cell cell;  /* the one that it is in, which may lie anywhere        */
  tp_Rect cells; /* all that it holds lies there, inside; but for where a link
                    begins that it is in                                 */
  double put_x, put_y; /* where it was put last, while its motion says so */
  Gait gait;
  UnitWay way;
  uint64_t arrival; /* grows from one that is added to the next             */
  uint64_t mark;    /* the last that it was marked with                     */
};

/* Slots of both handles. The list has a crowd's units by their ids, and in the
 * places of ids that are free the next free one. */
enum {
  CROWD_OCCUPANCY = 1,
  CROWD_GRID,
  CROWD_LIST,
  CROWD_POINTS, /* room for places                     */
  CROWD_WAYS,   /* what serves it with ways (ways.h)   */
  CROWD_GROUND, /* March.ground                        */
  CROWD_MOTION, /* blocks, by their slots              */
  CROWD_SLOTS = CROWD_MOTION + TP_MOTION_SLOTS - 1,
  UNIT_CROWD = 1,
  UNIT_FINDER,
  UNIT_FIELDS, /* the game's own; nil until there are some */
  UNIT_WAY,    /* the field that it goes along, or its target */
  UNIT_POINTS,
  UNIT_TRAIL, /* its way, laid by trail.c                 */
  UNIT_QUERY,
  UNIT_EYES,
  UNIT_SLOTS = UNIT_EYES
};

/* ---- admission.c --------------------------------------------------------- */

/* Puts the unit at an absolute index, whose slots and fields are set, into the
 * list of the crowd at another. Runs no finalizers; an error (no memory) leaves
 * all as it was. */
TP_FUNC void tp_crowd_enlist(lua_State *L, int crowd, int unit);

/* Takes the unit at an absolute index out of its crowd, with all that it holds.
 * Allocates nothing. */
TP_FUNC void tp_crowd_dismiss(lua_State *L, int unit);

/* Pushes the unit of that id of the crowd at index; nil for 0. */
TP_FUNC void tp_crowd_push_unit(lua_State *L, int crowd, uint32_t id);

/* Has the crowd at an absolute index move its units. May run finalizers. */
TP_FUNC void tp_crowd_set_out(lua_State *L, int crowd);

/* The same for so many units, with sides that add up to so much. */
TP_FUNC void tp_crowd_make_room_for(lua_State *L, int crowd, uint32_t units,
                                    uint32_t sides);

/* Where it moves, makes room for one more unit with sides that add up to so
 * much. May run finalizers. */
TP_FUNC void tp_crowd_make_room(lua_State *L, int crowd, uint32_t sides);

/* Where its crowd moves, has it know the unit, which stands there, and for
 * which there is room; and no longer. What it held it then holds no more. */
TP_FUNC void tp_crowd_admit(Unit *unit);
TP_FUNC void tp_crowd_expel(Unit *unit);

/* Brings all that the unit tells of where it is up to date with the crowd's
 * time; or its x and y alone, which is cheaper. */
TP_FUNC void tp_unit_look(Unit *unit);
TP_FUNC void tp_unit_look_at_place(Unit *unit);

/* In which it faces, in radians. */
TP_FUNC double tp_unit_angle(const Unit *unit);

/* How long its steps last in its crowd's time. */
TP_FUNC tp_Durations tp_unit_durations(const Unit *unit);

/* The unit goes on with its order, but to another goal: the way that it has
 * goes, its room is kept; or goes itself, with what its slots keep. */
TP_FUNC void tp_unit_renew_way(Unit *unit);
TP_FUNC void tp_unit_leave_way(Unit *unit);

/* The unit at an absolute index has other orders, or none: what its slots keep
 * of the way of its last ones goes. The motion does not use its trail any more.
 * Makes no memory. */
TP_FUNC void tp_unit_forget_way(lua_State *L, int unit);

/* Is a unit still there, with the same order and pathfinder? To be asked after
 * all that may run finalizers. */
TP_INLINE bool unit_has_order(const Unit *u, const Crowd *crowd,
                              const Finder *finder, uint64_t number) {
  return u->crowd == crowd && u->orders.is_admitted && u->finder == finder &&
         u->way.number == number;
}

/* Does it hold all cells under it, and no others? */
TP_FUNC bool tp_unit_holds_under(const Unit *unit);

/* Tells those who wait near a rectangle that it is not as it was. */
TP_FUNC void tp_crowd_stir(const Crowd *crowd, tp_Rect rect);

/* For a query that does not count it; of one that was not removed. */
TP_INLINE tp_Excepted unit_excepted(Unit *unit) {
  tp_unit_look(unit);
  return (tp_Excepted){unit->crowd->occupancy, unit->cells, unit->id};
}

/* ---- report.c ----------------------------------------------------------- */

/* Pushes a new table of what the crowd at an absolute index has done. */
TP_FUNC void tp_crowd_push_info(lua_State *L, int crowd);

/* ---- unit.c ------------------------------------------------------------- */

/* The cells under an agent that is in one. */
TP_INLINE tp_Rect unit_footprint(const Finder *f, tp_Cell c) {
  const tp_Profile *p = &f->navmap.profile;
  return (tp_Rect){c.x, c.y, p->wide, p->high};
}

/* Those under a unit in that cell, as far as they lie inside. */
TP_INLINE tp_Rect unit_under(const Unit *u, tp_Cell c) {
  const tp_Grid *g = u->finder->grid;
  return tp_rect_clip(unit_footprint(u->finder, c),
                      (tp_Rect){0, 0, g->width, g->height});
}

/* Why may one not stand in the cell? NULL: it may. The pathfinder knows the
 * grid as it is. What `id` holds is free for it. */
TP_FUNC const char *tp_unit_refusal(const Crowd *crowd, const Finder *f,
                                    tp_Cell cell, uint32_t id);

/* The unit at 1, which was not removed; and one that the game may move. */
TP_FUNC Unit *tp_unit_placed(lua_State *L, const char *function);
TP_FUNC Unit *tp_unit_movable(lua_State *L, const char *function);

/* Brings the pathfinder of the unit at 1 up to date with the grid, and pushes
 * it. May run finalizers. */
TP_FUNC void tp_unit_catch_up(lua_State *L, const Unit *unit,
                              const char *function);

/* For calls on one that was removed. */
TP_FUNC TP_NORETURN void tp_unit_refuse_removed(lua_State *L,
                                                const char *function);

/* How one walks that says nothing about it. */
TP_FUNC Gait tp_unit_gait(const tp_Grid *grid);

/* How far a step leads in the world, as tp_Durations has it. */
typedef struct Strides {
  double x, y, both;
} Strides;

TP_FUNC Strides tp_unit_strides(const tp_Grid *grid);

/* The value at index for one of these; raises where it cannot be that. */
TP_FUNC double tp_unit_take_speed(lua_State *L, int index,
                                  const char *function);
TP_FUNC int32_t tp_unit_take_pace(lua_State *L, int index,
                                  const char *function);
TP_FUNC int32_t tp_unit_take_priority(lua_State *L, int index,
                                      const char *function);

/* ---- destinations.c: a cell of its own for each who wants to one place --- */

/* Does another unit of its crowd go to the cell, or rest in it? Of a large unit
 * all cells under it count. O(units), as all here. */
TP_FUNC bool tp_destinations_are_taken(const Unit *unit, tp_Cell cell);

/* What is looked for. */
typedef struct Destination {
  tp_Cell place;
  bool (*will_do)(const void *context, tp_Cell cell); /* NULL: any */
  const void *context;
} Destination;

/* The nearest cell to the place, within some, that will do, to which the unit
 * has a way, and that no other one goes to or rests in. Of equally near ones
 * the first, row by row. The pathfinder knows the map, and its regions; where
 * the unit is was looked at. False: there is none. */
TP_FUNC bool tp_destinations_find(const Unit *unit, const Destination *wanted,
                                  tp_Cell *found);

#endif
