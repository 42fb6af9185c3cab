/* finder.h - types and functions that pathfinders and searches share.
 */
#pragma once

#include "../../core/ask/sight.h"
#include "../../core/search/search.h"
#include "../grid/grid.h"
#include "../kit/listargs.h"
#include "../kit/taskrunner.h"

/* Results of the last query that has ended, for finder.info. */
typedef struct Info {
  bool is_known; /* has a query ended? */
  tp_Algorithm algorithm;
  uint64_t expanded;
  double seconds;
} Info;

/* Options of a query that the core does not know. */
typedef struct QueryOptions {
  bool in_world;         /* from, to and the path are world points */
  double from[2], to[2]; /* those points */
  uint32_t goal;         /* the chosen goal of a list, from 1; 0: no list */
  bool is_wide;          /* that goal covers a rectangle */
  tp_GoalKind kind;      /* the cells that end the query */
  bool sight;            /* with TP_GOAL_WITHIN: and in sight of the goal */
  bool waits;            /* of a unit: at the end of a partial path it waits */
  double within;         /* in cells */
} QueryOptions;

/* The goals of a query that may end in several cells: as the user gave them,
 * and for the core. Slots of the handle keep both. */
typedef struct QueryGoals {
  bind_Numbers list;
  tp_Goals *set;
  uint32_t room; /* of the set, in goals */
  size_t bytes;  /* of the set */
  bool is_list;  /* `list` belongs to the last query */
} QueryGoals;

/* A query that first prepares the map: see queryrun.h. */
typedef struct QueryRun {
  tp_Search search;
  QueryGoals goals;
  uint32_t restarts; /* times that it had to begin again */
} QueryRun;

/* A pathfinder. Its query run is that of `find`. */
typedef struct Finder {
  Info info;
  tp_Grid *grid;       /* kept alive by a slot */
  struct Finder *eyes; /* for sight, in a slot, too; NULL: its own */
  tp_Navmap navmap;
  QueryRun query_run;
  bind_Numbers cells, pairs; /* arguments of would_block */
  uint64_t overlay_updates; /* how often the overlay was made for other units */
  uint64_t *sweep;          /* working space of views; NULL: none yet */
  size_t sweep_words;       /* its size */
} Finder;

/* The first slots of each handle with a query run. The blocks of the search are
 * at RUN_BLOCKS + tp_Slot. */
enum {
  RUN_BLOCKS = 1,
  RUN_OWNER = RUN_BLOCKS + TP_SLOTS, /* its pathfinder; a pathfinder's grid */
  RUN_GOAL_LIST,
  RUN_GOAL_SET,
  RUN_OTHERS, /* units to avoid */
  RUN_SLOTS = RUN_OTHERS
};

/* The other slots of a pathfinder. The blocks of its navmap are at FINDER_PARTS
 * + tp_Part, except those of its walls. */
enum {
  FINDER_PARTS = RUN_SLOTS + 1,
  FINDER_CLOSED_CELLS = FINDER_PARTS + TP_PARTS, /* lists of would_block */
  FINDER_KEPT_PAIRS,
  FINDER_SWEEP,     /* working space of views */
  FINDER_PROFILE,   /* as it was given */
  FINDER_HEURISTIC, /* the profile's function */
  FINDER_LAYERS,    /* a tp_LayerCosts that keeps the profile's layers alive */
  FINDER_EYES,
  FINDER_WALLS, /* the parts that it shares with others */
  FINDER_SLOTS = FINDER_WALLS
};

/* The walls of a pathfinder, and the store of the searches of `find` of all that
 * share them. While one of these runs, the handle is locked. Its slots have the
 * parts at WALLS_PARTS + tp_Part, and the blocks of the store. */
typedef struct Walls {
  tp_Walls walls; /* first: navmaps have its address */
  tp_SearchStore store;
} Walls;

enum { WALLS_BLOCKS = WALLS_PARTS + TP_PARTS };
enum { WALLS_SLOTS = WALLS_BLOCKS + TP_SLOTS - 1 };

TP_INLINE Walls *finder_walls(const Finder *f) {
  return (Walls *)(void *)f->navmap.walls;
}

/* The slot of a view or a reach that keeps its pathfinder. */
enum { MAKER = 1 };

/* The parts of a navmap that queries may need. */
enum { FINDER_ALL = TP_CONNECTED | TP_JUMPS | TP_LANDMARKS };

TP_INLINE bind_Locks finder_locks(Finder *f) { return bind_locks(f, f->grid); }

/* The map that sight by the pathfinder's queries reads. */
TP_INLINE const tp_Navmap *finder_eyes(const Finder *f) {
  return f->eyes ? &f->eyes->navmap : &f->navmap;
}

/* The cells under an agent in a cell. */
TP_INLINE tp_Rect finder_footprint(const Finder *f, tp_Cell c) {
  const tp_Profile *p = &f->navmap.profile;
  return (tp_Rect){c.x, c.y, p->wide, p->high};
}

/* The words for reasons, which tp_finder_push_reason pushes. */
TP_FUNC const char *const tp_finder_reasons[TP_STALE + 2];

/* ---- profile.c: an agent's profile as a table --------------------------- */

/* By tp_Algorithm, then NULL. */
TP_FUNC const char *const tp_profile_algorithm_names[TP_DIJKSTRA + 2];
