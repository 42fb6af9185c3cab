/* finder.h - what the files about pathfinders and searches share. */
#ifndef BIND_FINDER_H
#define BIND_FINDER_H

#include "../../core/ask/census.h"
#include "../../core/ask/sight.h"
#include "../../core/search/search.h"
#include "../grid/grid.h"
#include "../kit/list.h"

/* What is told of the last query that came to its end. */
typedef struct Info {
  bool is_known; /* was there one? */
  tp_Algorithm algorithm;
  uint64_t expanded;
  double seconds;
} Info;

/* What is asked for besides the core's part. */
typedef struct QueryOptions {
  bool waypoints;        /* turning points only                            */
  bool in_world;         /* from and to are world points, the path as well */
  double from[2], to[2]; /* those, if so                                   */
  uint32_t goal;    /* of a list, from 1: the one that was chosen; 0: no list */
  bool is_wide;     /* that one covers a rectangle                            */
  tp_GoalKind kind; /* which cells end it                                     */
  bool sight;       /* with TP_GOAL_RANGE: and in sight of the goal           */
  double range;     /* in cells                                               */
} QueryOptions;

/* The goals of a query that ends in more cells than one: as they were given,
 * and for the core. Both are kept in slots of the handle. */
typedef struct QueryGoals {
  bind_Numbers list;
  tp_Goals *set;
  uint32_t room; /* of the set, in goals                    */
  int32_t width; /* of the map that the set has room for    */
  bool is_list;  /* `list` is what the last query was given */
} QueryGoals;

/* A question from the map that must be known first to its answer: see job.h. */
typedef struct Job {
  tp_Search run;
  QueryGoals goals;
  uint32_t restarts; /* so often it has had to begin, or wait, anew */
  uint64_t stood;    /* units in the way, as of this change; 0: none yet */
} Job;

/* A pathfinder. Its job serves `find`, one query after the other. */
typedef struct Finder {
  Info info;
  tp_Grid *grid; /* kept alive by a slot */
  tp_Navmap navmap;
  Job job;
  bind_Numbers cells, pairs; /* that would_block was given         */
  uint64_t *sweep;           /* working space of views; NULL: not yet,   */
  size_t sweep_words;        /* and how large that is                    */
  tp_Census *census;         /* of its regions; NULL: not yet            */
} Finder;

/* Slots of both handles. Those of a job come first: blocks of its search stand
 * at BLOCKS + tp_Slot. Those of a navmap stand at PARTS + tp_Part. */
enum {
  BLOCKS = 1,
  OWNER = BLOCKS + TP_SLOTS, /* the grid of a pathfinder, the pathfinder of
                                a search                                  */
  GOAL_LIST,
  GOAL_SET,
  OTHERS, /* units in the way                          */
  INTO,   /* a search's table to fill                  */
  EYES,   /* the pathfinder by whose eyes it sees      */
  PARTS = INTO,
  SHUT_CELLS = PARTS + TP_PARTS, /* lists of would_block */
  KEPT_PAIRS,
  SWEEP, /* working space of views  */
  CENSUS,
  HEURISTIC, /* the profile's function */
  LAYERS,    /* a tp_Layering that keeps the profile's layers */
  FINDER_SLOTS = LAYERS,
  SEARCH_SLOTS = EYES
};

/* Parts of a navmap: all that queries may have to make; and landmarks. */
enum {
  FINDER_PLAIN = TP_CONNECTED | TP_JUMPS,
  FINDER_ALL = FINDER_PLAIN | TP_LANDMARKS
};

/* Does it know the grid as it is? */
TP_FUNC bool tp_finder_is_current(const Finder *finder);

TP_INLINE bind_Marks finder_marks(Finder *f) { return bind_marks(f, f->grid); }

/* Brings the pathfinder at index up to date with its grid. */
TP_FUNC void tp_finder_catch_up(lua_State *L, int index, Finder *finder,
                                const char *function);

/* The same, and all of TP_QUERY_PARTS. */
TP_FUNC void tp_finder_get_ready(lua_State *L, int index, Finder *finder,
                                 const char *function);

/* Is there a way between two cells that may be entered? The map is up to date.
 */
TP_FUNC bool tp_finder_connects(Finder *finder, tp_Cell from, tp_Cell to);

/* Raises if the agent pays for turning, of what does not count that. */
TP_FUNC void tp_finder_refuse_turns(lua_State *L, const Finder *finder,
                                    const char *function);

/* The word for a reason. And pushes nil and that. */
TP_FUNC const char *tp_finder_reason(tp_Reason reason);
TP_FUNC int tp_finder_push_reason(lua_State *L, tp_Reason reason);

/* In the world an agent is where the middle of the cells under it is. Column
 * and row of that point, with their fractions, less what lies between the
 * middle of its top left cell and it: the place by which searches and sight go.
 * Of hexagons that is the middle of the cell. And the world's point where the
 * agent is in a cell. */
TP_FUNC tp_Place tp_finder_place(const Finder *finder, double world_x,
                                 double world_y);
TP_FUNC tp_Place tp_finder_middle(const Finder *finder, double column,
                                  double row);

/* The same as a point of the core, inside the cell that it is in; and for a
 * world point, if it lies inside the grid. */
TP_FUNC tp_Point tp_finder_fixed(double column, double row);
TP_FUNC bool tp_finder_point(const Finder *finder, const double world[2],
                             tp_Point *point);

/* What tp_bind_cell_around and tp_bind_world_cell are for the grid. */
TP_FUNC tp_Cell tp_finder_cell_at(const Finder *finder, double world_x,
                                  double world_y);
TP_FUNC tp_Cell tp_finder_world_cell(lua_State *L, int arg,
                                     const Finder *finder, const char *function,
                                     const char *name_x, const char *name_y);

/* ---- profile.c: an agent's profile as a table --------------------------- */

/* By tp_Algorithm; then NULL. */
TP_FUNC const char *const tp_profile_algorithm_names[TP_DIJKSTRA + 2];

/* Reads the complete profile at 2, for a grid. Pushes its heuristic, a name or
 * a function, and a tp_Layering of its layers, which keeps these; nil: it has
 * none. */
TP_FUNC void tp_profile_read(lua_State *L, const tp_Grid *grid,
                             tp_Profile *profile);

/* Pushes that of the pathfinder at 1, as a new table. */
TP_FUNC void tp_profile_push(lua_State *L, const Finder *finder);

#endif
