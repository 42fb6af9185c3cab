/* goals.h - the goals of a search for more than one cell: the cheapest of a
 * list, a cell within range of a goal, or a cell beside one.
 *
 * A goal is what the caller asks for: a rectangle of cells, mostly of one. An
 * end is a cell in which a search may end: a cell of the goal, one in range of
 * it or beside it, or the one nearest to it. The incumbent is the cheapest end
 * found so far.
 */
#pragma once

#include "../agent/metric.h"
#include "../ask/fov.h"
#include "../base/mergesort.h"

/* The kinds of ends. */
typedef enum tp_GoalKind {
  TP_GOAL_CELLS, /* cells of the goals */
  /* Cells with their centre in range of a goal's; hexagons: cells within so
   * many steps of a goal. */
  TP_GOAL_WITHIN,
  /* Cells from which a step leads to a goal, or would if the goal were free;
   * for large agents, whose goals are cells of the map: cells where the agent
   * touches a goal. Cells on the goal itself are none. */
  TP_GOAL_ADJACENT
} tp_GoalKind;

typedef struct tp_Goal {
  tp_Rect rect; /* its cells (tp_goals_rect) */
  /* First cell of the same rectangle where a search looks for it: at `rect`, or
   * in the nearest cell of the map. */
  tp_Cell at;
  double extra_cost; /* extra cost, beside the path's; at least 0 */
  uint64_t extra;    /* as a whole number, less the least of all */
  /* Decides between goals at the same cost, the least first: the rounded-off
   * part, then the place in the list. */
  uint64_t tie;
  uint32_t index; /* place in the list */
} tp_Goal;

/* In a block of tp_goals_bytes: the goals; working space (a sorted list of
 * them, and more); then room for TP_MOST_ENDS ends as goals. */
typedef struct tp_Goals {
  tp_GoalKind kind;
  /* The goals whose ends these are (jump/jumpends.c): `range` is then that of
   * tp_goals_within; or NULL. */
  struct tp_Goals *origin;
  /* Each cell of a goal is a goal by itself, so TP_GOAL_ADJACENT may end on
   * another. */
  bool is_terrain;
  /* No goal can be reached: ends are cells within `least` of a goal, by
   * `metric` (nearestend.c). */
  bool is_near;
  tp_Metric metric;
  uint64_t least;
  uint32_t given;        /* goals listed */
  uint32_t count;        /* goals left, which come first */
  int32_t width, height; /* of the map */
  tp_Stagger stagger;    /* of the map's cells */
  const tp_Navmap *eyes; /* from an end this agent must see a cell of the
                            goal's border that is in range, or be inside the
                            goal; NULL: no sight is needed */
  const tp_Mask *held;   /* cells of goals that are no ends; NULL: none are */
  uint64_t range;        /* squared */
  uint64_t first_tie;    /* the least tie of the goals left */
  tp_Rect box;           /* contains the goals left */
  int32_t margin;        /* the largest distance of ends, along either axis */
  uint64_t cells;        /* around all goals left, within the margin */
  tp_Rect near;          /* contains their ends */
  tp_Ranked *list;       /* in the working space */
  size_t work;           /* words of it */
  tp_Goal goal[];
} tp_Goals;

/* The cheapest end found so far. */
typedef struct tp_Incumbent {
  tp_Cell end;
  uint32_t goal; /* its place among the goals */
  uint64_t cost; /* of the path, with the goal's extra cost;
                    TP_NO_END: no end was found yet */
  uint64_t tie;  /* the goal's */
} tp_Incumbent;

#define TP_NO_END  UINT64_MAX
#define TP_NO_CELL ((tp_Cell){-1, -1})

/* The most cells that may be tested one by one for ends; and the most ends that
 * may become goals themselves. */
enum { TP_FEW_ENDS = 1024, TP_MOST_ENDS = 128 };

/* Does an end at that cost, for a goal of that tie, precede the incumbent? */
TP_INLINE bool tp_incumbent_loses(const tp_Incumbent *i, uint64_t cost,
                                  uint64_t tie) {
  return cost < i->cost || (cost == i->cost && tie < i->tie);
}

/* Does an end at the same cost, for a goal of that tie, precede the incumbent,
 * if ends of one goal come in reading order? */
TP_INLINE bool tp_incumbent_yields(const tp_Incumbent *i, uint64_t tie,
                                   tp_Cell at) {
  if (tie != i->tie) return tie < i->tie;
  return at.y < i->end.y || (at.y == i->end.y && at.x < i->end.x);
}

TP_INLINE void tp_goals_swap(tp_Goal *a, tp_Goal *b) {
  tp_Goal old = *a;
  *a = *b;
  *b = old;
}

TP_FUNC size_t tp_goals_bytes(uint32_t count, const tp_Grid *grid);

/* For `count` goals on the grid. The caller sets `rect` and `extra_cost` of
 * each, in the caller's order. */
TP_FUNC void tp_goals_init(tp_Goals *goals, uint32_t count, tp_GoalKind kind,
                           const tp_Grid *grid);

/* Sets the number of goals listed: the working space begins behind them. */
TP_FUNC void tp_goals_give(tp_Goals *goals, uint32_t count);

/* The rectangle from any cell to another: the part on the map; if there is
 * none, the part of the rectangle nearest to the map. */
TP_FUNC tp_Rect tp_goals_rect(const tp_Grid *grid, tp_Cell first, tp_Cell last);

/* Recomputes where the goals left and their ends lie. Call it after the goals
 * left have changed or moved. */
TP_FUNC void tp_goals_move(tp_Goals *goals);

/* Puts all listed goals into the caller's order. */
TP_FUNC void tp_goals_reorder(tp_Goals *goals);

/* All listed goals count again, in the caller's order, each moved to the
 * nearest cell of the map, without extra cost. */
TP_FUNC void tp_goals_restore(tp_Goals *goals, const tp_Grid *grid);

/* The square of a range around one goal that contains its ends; 0: none does.
 */
TP_FUNC uint64_t tp_goals_within(const tp_Goals *goals, const tp_Profile *p);

/* The most columns between a goal and an end that is `rows` rows away, for at
 * most as many rows as the margin. On hexagons some of those cells may be no
 * ends. */
TP_FUNC int32_t tp_goals_reach(const tp_Goals *goals, int32_t rows);

/* Would a step from the cell lead to a cell of the goal, if that were free? A
 * large agent must touch one. `stood` (NULL: none): cells that are blocked
 * besides. */
TP_FUNC bool tp_goal_is_beside(const tp_Navmap *navmap, const tp_Mask *stood,
                               tp_Rect goal, int32_t x, int32_t y);

/* Is a free cell an end of a goal with those cells? Adds the work to `steps`,
 * some nanoseconds each. */
TP_FUNC bool tp_goal_ends_at(const tp_Goals *goals, const tp_Navmap *navmap,
                             tp_Rect goal, int32_t x, int32_t y,
                             uint64_t *steps);

/* Where a search looks for it. */
TP_INLINE tp_Rect tp_goal_at(const tp_Goal *goal) {
  return (tp_Rect){goal->at.x, goal->at.y, goal->rect.w, goal->rect.h};
}

/* Must an end see the goal? */
TP_INLINE bool tp_goals_need_sight(const tp_Goals *g) {
  return g->eyes && !g->is_near;
}

/* Are the goals left single cells, and their own ends? */
TP_INLINE bool tp_goals_are_cells(const tp_Goals *g) {
  return g->kind == TP_GOAL_CELLS && !g->is_near && g->cells == g->count;
}

/* The cells around a goal that contain its ends. */
TP_INLINE tp_Rect tp_goals_around(const tp_Goals *g, const tp_Goal *goal) {
  const tp_Rect map = {0, 0, g->width, g->height};
  return tp_rect_clip(tp_rect_grow(tp_goal_at(goal), g->margin), map);
}

/* Are the cells around all goals few enough to test each? */
TP_INLINE bool tp_goals_have_few_ends(const tp_Goals *g) {
  return g->cells <= TP_FEW_ENDS;
}

/* ---- the ends of a goal, row by row ------------------------------------- */

/* Start it, then take row after row until there is none:
 *
 *     tp_rows_start(&rows, goals, navmap, goal);
 *     while (tp_rows_next(&rows)) use(rows.end, rows.y, rows.first_word ...);
 *
 * The iteration can be suspended between two rows, if the agents do not change
 * and no other one is started for these goals. Rows come in reading order,
 * except those of views: they come in any order, and more than once. */
typedef struct tp_Rows {
  const tp_Goals *goals;
  const tp_Navmap *navmap;
  tp_Rect goal;
  uint64_t range; /* the goals'; the caller may lower it */
  int32_t bottom;
  tp_Cell border; /* the cell of the border whose view is taken */
  uint64_t steps; /* of work so far, some nanoseconds each */
  tp_Fov view;
  /* The current row: a bit for each free cell that is an end, unless the body
   * has to see the goal (tp_rows_ends). */
  int32_t y, first_word, last_word;
  uint64_t *end; /* words of the row, from word 0 on */
} tp_Rows;

TP_FUNC void tp_rows_start(tp_Rows *rows, const tp_Goals *goals,
                           const tp_Navmap *navmap, const tp_Goal *goal);
TP_FUNC bool tp_rows_next(tp_Rows *rows);

/* The ends among some cells of a word of the current row. `end` has what a
 * point sees; this also checks the body's line. */
TP_FUNC uint64_t tp_rows_ends(tp_Rows *rows, int32_t word, uint64_t among);

/* ---- sorted lists of goals ------------------------------------------- */

/* Working space as long as the list, for sorting it. */
TP_FUNC tp_Ranked *tp_goals_spare(const tp_Goals *goals);

/* The goals left, by their ties; by their extra costs, which are not below 0. */
TP_FUNC tp_Ranked *tp_goals_list_by_tie(const tp_Goals *goals);
TP_FUNC tp_Ranked *tp_goals_list_by_cost(const tp_Goals *goals);

/* Working space, which no call about goals uses: see tp_goals_bytes. And room
 * for ends as goals. They are never sorted, so they have no working space. */
TP_FUNC uint64_t *tp_goals_work(const tp_Goals *goals);
TP_FUNC tp_Goals *tp_goals_ends(const tp_Goals *goals);
