/* crowd.h - the types of crowds and units. Functions stand in membership.h
 * (units that join and leave, their places), unit.h and destinations.h.
 */
#pragma once

#include "../../core/agent/obstacles.h"
#include "../../core/crowd/simulation.h"
#include "unitsettings.h"

typedef struct Unit Unit;
struct Field;
struct UnitSearcher;
struct UnitQuery;
struct Keep;

/* The unit of the crowd's time, set by its first update. */
typedef enum Reckoning { BY_NOBODY, BY_SECONDS, BY_TICKS } Reckoning;

/* The motion of a crowd. */
typedef struct Motion {
  tp_Sim *sim; /* a block; NULL: no unit has had an order */
  /* budget of searches per update; UINT64_MAX: none; 0: as usual (update.c) */
  uint64_t nodes;
  uint64_t searches; /* for paths, since the crowd was made */
  /* plans paths (unitsearch.h), in a slot; NULL: not yet */
  struct UnitSearcher *searcher;
  /* tp_grid_age + 1 to which all its pathfinders are updated; 0: none yet */
  uint64_t revision;
  uint64_t seen;        /* the same, of what was reported to all units */
  uint64_t seen_builds; /* field_builds of the grid that all units know of */
  bool may_follow;      /* units may go along fields */
  bool tells_moves;     /* each step is an event */
  bool minds_traffic;   /* paths avoid crowded cells */
  /* a block of 256 numbers, as in tp_Round; NULL: all ground is alike */
  uint32_t *ground;
  Reckoning by;
  /* an update has begun and not ended: it runs, or has failed */
  bool is_torn;
  tp_Clock before;       /* the time before that update */
  uint64_t left;         /* units of work left for this update */
  bool has_limit;        /* it began with a limited budget */
  uint32_t asking_id;    /* unit that the simulation asks for; 0: none */
  uint32_t giving_id;    /* unit that begins the next order of its list: it gets
                            one, though the crowd is busy; 0: none */
  uint32_t searching_id; /* unit whose search runs, over updates; 0: none */
  uint64_t asking_order; /* the order of the asking one */
  /* restored, and units still plan paths: updates search little at once */
  bool recovers;
} Motion;

/* The path of a unit (unitsearch.c). Blocks are in slots of its own. */
typedef struct UnitSearch {
  tp_UnitPath *unit_path;  /* NULL: none */
  struct UnitQuery *query; /* the query; NULL: only a goal */
  uint64_t order_number;   /* grows from order to order */
  uint64_t revision;       /* tp_navmap_revision, as it was planned last */
  uint32_t goal;   /* the chosen goal of a list; 0: no list, or no path yet */
  bool is_partial; /* it ends before the goal */
  bool has_goal;   /* restored: its goal is known, its path not yet */
} UnitSearch;

/* The units on a grid, which a slot keeps alive. */
typedef struct Crowd {
  Motion motion;
  tp_Grid *grid;
  tp_Occupancy *occupancy; /* a block */
  uint32_t units;
  uint32_t last_id;   /* the highest id so far */
  uint32_t free_id;   /* a free id below that; 0: none */
  uint64_t additions; /* since the crowd was made */
  uint64_t last_mark; /* numbers for marks of units */
  /* it is made from a state: walls and paths do not matter to the places and
   * orders of its units */
  bool is_restored;
  bool has_lists;      /* of orders, or patrols at random: it has had some */
  Unit *first, *final; /* all units, in the order of their addition */
} Crowd;

/* Serves TP_SIM_NEEDS_PATH for the unit with that id, of the crowd at an
 * absolute index. Subtracts its work from *budget. May run user code. */
typedef void OrderServe(lua_State *L, int crowd, uint32_t id, uint64_t *budget);

/* What tells a kind of orders from others. Each kind is a row in its file in
 * the room of orders; order.h lists them. What a row leaves out is as with
 * unit:go. */
typedef struct OrderKind {
  OrderServe *serve;
  /* The number of its goal that the game sees, from 1; 0: none. */
  uint32_t (*goal_index)(const Unit *unit);
  /* Why the unit, which has arrived, is not where it was to go; NULL: it is. */
  const char *(*reason)(const Unit *unit);
  /* Before the unit gets another goal, or none. */
  void (*leave)(const Unit *unit);
  /* Before an update: has what the unit on top of the stack goes to changed
   * since it looked? Leaves values behind. May run user code. */
  bool (*has_moved)(lua_State *L, int unit);
  /* Does the rectangle cut off what the order needs, besides the unit's goal?
   * The grid gets that size. */
  bool (*is_cut)(const Unit *unit, tp_Rect to);
  /* The grid got that size: moves the order's cells. */
  void (*move)(Unit *unit, tp_Rect to);
  bool finds_goal;   /* its goal is known once there is a path */
  bool has_target;   /* in the slot UNIT_LEADER. It outlasts a goal that is cut
                        off */
  bool goes_alone;   /* without what it follows, a unit goes on to its goal: so
                        it may be loaded with an order to a cell */
  bool is_endless;   /* the remaining distance is infinite; while the unit waits
                        it may have no goal */
  bool needs_size;   /* it ends if the unit gets another size */
  bool renews_field; /* its field is the library's, and is computed anew when
                        the map changes */
} OrderKind;

/* What is saved of an order as it is, in the form of UNIT_STATE
 * (saved/crowdstate.h), which includes these rows. A new order has the usual
 * values. lua/tilepath/plain/saved.lua has the other list (of_order). */
#define ORDER_STATE(FIELD)                    \
  /* why the last search for a path failed */ \
  FIELD(WORD, reason, TP_NO_REASON, TP_STALE, TP_NO_REASON, tp_finder_reasons)

/* The same of the options that stay given with an order. An order that differs
 * in one of them is another order. The other list is GIVEN of
 * lua/tilepath/options.lua. */
#define ORDER_GIVEN(FIELD)                                     \
  /* of a patrol: time at each point; < 0: that of the unit */ \
  FIELD(NUMBER, patrol_rest, 0, DBL_MAX, -1, NULL)             \
  /* of a patrol: the point where it began, from 1 */          \
  FIELD(WHOLE, patrol_first, 1, INT32_MAX, 1, NULL)

/* Types of members by their kinds. */
typedef int64_t State_WHOLE, State_WORD;
typedef double State_NUMBER;

#define STATE_MEMBER(kind, name, low, high, usual, words) State_##kind name;
#define STATE_USUAL(kind, name, low, high, usual, words)  .name = (usual),

typedef struct OrderState {
  ORDER_STATE(STATE_MEMBER)
} OrderState;

typedef struct OrderGiven {
  ORDER_GIVEN(STATE_MEMBER)
} OrderGiven;

typedef struct Orders {
  bool is_admitted;      /* the simulation has its tp_Unit */
  const OrderKind *kind; /* NULL: no order */
  OrderState state;
  OrderGiven given;
  struct Field *field; /* that it follows; kept in a slot */
  uint64_t stamp; /* of the field at the last update; 0: the grid was resized */
  tp_Cell *point; /* of a patrol; a block */
  uint32_t points; /* number of points */
  uint32_t next;   /* the current point, from 0 */
  uint32_t area;   /* its next point was drawn there; 0: none was */
  bool has_points; /* of a path, in the slot UNIT_WANDER */
  bool has_trail;  /* of its target, in the same slot */
  /* of chase, flee, keep and follow of a body (keepdistance.c); a block in the
   * slot UNIT_POINTS */
  struct Keep *keep;
  /* of a unit of a group that got no cell at its goals: these, in the slot
   * UNIT_QUERY */
  struct UnitQuery *ends;
} Orders;

/* A unit. Slots keep its crowd and its pathfinder alive. The fields that each
 * frame reads come first. */
struct Unit {
  Crowd *crowd; /* NULL: it was removed */
  Finder *finder;
  Unit *before, *after; /* in the crowd's list; NULL: none */
  double x, y;          /* in the world: the middle of its cells */
  uint32_t id;          /* its number in the crowd's occupancy */
  uint8_t heading;      /* direction it faces; TP_NO_DIRECTION: unknown */
  bool asks_at_links;   /* the game says if it may take a link */
  bool has_list;        /* of orders, in a slot */
  bool is_lost;         /* restored, with an order that has no path yet */
  Orders orders;
  tp_Cell cell; /* its cell, which may lie outside */
  /* contains all cells that it holds, except at the start of a link that it is
   * in */
  tp_Rect cells;
  /* where it was last placed, while its tp_Unit has `is_placed` */
  double placed_x, placed_y;
  Settings settings;
  UnitSearch search;
  uint64_t arrival; /* grows with each addition */
  uint64_t mark;    /* the last mark it was given */
};

/* Slots of both handles. The crowd's list has the units by id. At a free id it
 * has the next free id. */
enum {
  CROWD_OCCUPANCY = 1,
  CROWD_GRID,
  CROWD_LIST,
  CROWD_SEARCHER, /* plans its paths (unitsearch.h) */
  CROWD_GROUND,   /* Motion.ground */
  CROWD_MOTION,   /* first of the blocks of the motion */
  CROWD_SLOTS = CROWD_MOTION + TP_SIM_SLOTS - 1,
  UNIT_CROWD = 1,
  UNIT_FINDER,
  UNIT_FIELDS, /* the game's own fields; nil until there are some */
  UNIT_LEADER, /* the field that it follows, or its target */
  UNIT_POINTS,
  UNIT_PATH, /* its path (unitpath.c) */
  UNIT_QUERY,
  UNIT_LIST,   /* the orders that wait (orderlist.c) */
  UNIT_WANDER, /* of a patrol at random (wander.lua), of a path
                  (pathpoints.lua), or a trail (trail.lua) */
  UNIT_SLOTS = UNIT_WANDER
};
