/* goals.h - what a search is for, where that is not just one cell: the cheapest
 * of a list, a cell within reach of one, or one beside it.
 *
 * A goal is what is asked for: a rectangle of cells, mostly of one. An end is a
 * cell in which a search may end: one of the goal's, one in range of these or
 * beside them, or the one nearest to them. The incumbent is the cheapest end
 * found so far. A root is the cell of the 2-core from which a goal, or the
 * start, hangs by a tree (goalroots.h).
 */
#ifndef TP_GOALS_H
#define TP_GOALS_H

#include "../agent/metric.h"
#include "../ask/view.h"
#include "../base/order.h"

/* Which cells are ends. */
typedef enum tp_GoalKind {
  TP_GOAL_CELLS, /* cells of the goals                                    */
  TP_GOAL_RANGE, /* cells whose centre is within range of a goal's;
                    hexagons: cells within so many steps of it            */
  TP_GOAL_SIDES  /* cells from which a step leads to a goal's, or would if
                    that could be entered; of large agents, whose goals
                    are cells of the map, those where they touch one      */
} tp_GoalKind;

typedef struct tp_Goal {
  tp_Rect rect;   /* the cells that it covers (tp_goals_rect)             */
  tp_Cell at;     /* where a search looks for the first of as many: there,
                     at its root, or in the cell of the map that is nearest
                     to it                                                */
  double asked;   /* cost of it, beside that of the way; at least 0       */
  uint64_t extra; /* the same in whole numbers, less the least of all     */
  uint64_t tie;   /* of goals at the same cost in whole numbers, the one
                     with the least comes first: what rounding left, then
                     the place in the list                                */
  uint32_t index; /* in the list                                          */
} tp_Goal;

/* In a block of tp_goals_bytes: the goals, then working space: a list of them
 * in some order, and more; then TP_MOST_ENDS goals that are ends of these. */
typedef struct tp_Goals {
  tp_GoalKind kind;
  struct tp_Goals *of; /* whose ends these are (jump/rim.c), and then `range` is
                          that of tp_goals_within; NULL: nobody's         */
  uint32_t given;      /* goals listed                                        */
  uint32_t count;      /* goals left, which stand in front                    */
  int32_t width, height; /* of the map                                    */
  tp_Stagger stagger;    /* of its cells                                  */
  const tp_Navmap *eyes; /* within range, and where this agent may be and
                            sees a cell at the goal's rim, or is inside;
                            NULL: whether it does or not                  */
  uint64_t range;        /* squared                                       */
  bool is_near; /* no end can be come to: ends are, whatever the kind, the
                       cells that are `far` from a goal by the metric     */
  tp_Metric metric;
  uint64_t far;
  uint64_t first_tie; /* the least of the goals left                   */
  tp_Rect box;        /* in which the goals left lie                          */
  int32_t margin;     /* ends lie no further from them, along either axis     */
  uint64_t cells;     /* around all goals left, as far as that                */
  tp_Rect near;       /* in which their ends lie                              */
  tp_Ranked *list;    /* in the working space                                 */
  tp_Goal goal[];
} tp_Goals;

/* The cheapest end found so far. */
typedef struct tp_Incumbent {
  tp_Cell end;
  uint32_t goal; /* its place among the goals                             */
  uint64_t cost; /* of the way there, with the goal's extra cost; TP_NO_END
                    where no end was found yet                            */
  uint64_t tie;  /* the goal's                                            */
} tp_Incumbent;

#define TP_NO_END  UINT64_MAX
#define TP_NO_CELL ((tp_Cell){-1, -1})

/* So many cells may be looked at one by one whether they are ends; and so many
 * ends may be goals themselves. */
enum { TP_FEW_ENDS = 1024, TP_MOST_ENDS = 128 };

/* Does an end at that cost, for a goal of that tie, come before it? */
TP_INLINE bool tp_incumbent_loses(const tp_Incumbent *i, uint64_t cost,
                                  uint64_t tie) {
  return cost < i->cost || (cost == i->cost && tie < i->tie);
}

/* Does an end that costs as much, for a goal of that tie, come before it, if
 * ends of one goal come in reading order? */
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

/* For that many goals on the grid, of which the caller sets `rect` and `asked`,
 * in his order. */
TP_FUNC void tp_goals_init(tp_Goals *goals, uint32_t count, tp_GoalKind kind,
                           const tp_Grid *grid);

/* That many goals have been listed: the working space begins behind them. */
TP_FUNC void tp_goals_give(tp_Goals *goals, uint32_t count);

/* The rectangle from one cell, anywhere, to another: the part that lies on the
 * map; or, if none does, what lies nearest to that. */
TP_FUNC tp_Rect tp_goals_rect(const tp_Grid *grid, tp_Cell first, tp_Cell last);

/* Finds where the goals left lie, and their ends: to be called where these have
 * become others, or have moved. */
TP_FUNC void tp_goals_move(tp_Goals *goals);

/* Takes all goals back, each moved to the nearest cell of the map, at no extra
 * cost. Where none was left they stand in the caller's order. */
TP_FUNC void tp_goals_take_all(tp_Goals *goals, const tp_Grid *grid);

/* Makes the cells that are no farther from a goal than that the ends. */
TP_FUNC void tp_goals_come_near(tp_Goals *goals, tp_Metric metric,
                                uint64_t far);

/* The square of a range around one goal in which its ends lie; 0: of none. */
TP_FUNC uint64_t tp_goals_within(const tp_Goals *goals, const tp_Profile *p);

/* How many columns away a cell still may be an end that is so many rows away,
 * which are no more than the margin. Of hexagons some of those may be none. */
TP_FUNC int32_t tp_goals_reach(const tp_Goals *goals, int32_t rows);

/* Is a cell, which may be entered, an end of a goal of those cells? Adds to
 * `steps` what it took to tell, some nanoseconds each. */
TP_FUNC bool tp_goal_ends_at(const tp_Goals *goals, const tp_Navmap *navmap,
                             tp_Rect goal, int32_t x, int32_t y,
                             uint64_t *steps);

/* Where a search looks for it. */
TP_INLINE tp_Rect tp_goal_at(const tp_Goal *goal) {
  return (tp_Rect){goal->at.x, goal->at.y, goal->rect.w, goal->rect.h};
}

/* Are the goals left single cells, and their own ends? */
TP_INLINE bool tp_goals_are_cells(const tp_Goals *g) {
  return g->kind == TP_GOAL_CELLS && g->cells == g->count;
}

/* The cells around a goal among which its ends are. */
TP_INLINE tp_Rect tp_goals_around(const tp_Goals *g, const tp_Goal *goal) {
  const tp_Rect map = {0, 0, g->width, g->height};
  return tp_rect_clip(tp_rect_grow(tp_goal_at(goal), g->margin), map);
}

/* Are the cells around all goals so few that each can be looked at? */
TP_INLINE bool tp_goals_have_few_ends(const tp_Goals *g) {
  return g->cells <= TP_FEW_ENDS;
}

/* ---- the ends of a goal, row by row ------------------------------------- */

/* Start it, then take row after row until there is none:
 *
 *     tp_rows_start(&rows, goals, navmap, goal);
 *     while (tp_rows_next(&rows)) use(rows.end, rows.y, rows.first_word ...);
 *
 * It may be left between two rows, and goes on from there as long as the agents
 * stay as they are, and no other is started for these goals. Rows come in
 * reading order, but those that are seen in any, and more than once. */
typedef struct tp_Rows {
  const tp_Goals *goals;
  const tp_Navmap *navmap;
  tp_Rect goal;
  uint64_t range; /* as the goals say; the caller may lower it             */
  int32_t bottom;
  tp_Cell rim;    /* the cell of it whose view is taken                    */
  uint64_t steps; /* of work done so far, some nanoseconds each            */
  tp_View view;
  /* The row that was taken: cells that may be entered, a bit each. They are
   * ends, if no body has to see the goal. */
  int32_t y, first_word, last_word;
  uint64_t *end; /* by word of the row, from word 0 on                     */
} tp_Rows;

TP_FUNC void tp_rows_start(tp_Rows *rows, const tp_Goals *goals,
                           const tp_Navmap *navmap, const tp_Goal *goal);
TP_FUNC bool tp_rows_next(tp_Rows *rows);

/* Of the cells `among` a word of the row that was taken, the ends. What is seen
 * is in `end` as a point sees it; this asks for the body's line, too. */
TP_FUNC uint64_t tp_rows_ends(tp_Rows *rows, int32_t word, uint64_t among);

/* ---- a list of them in some order --------------------------------------- */

TP_FUNC tp_Ranked *tp_goals_list(const tp_Goals *goals);
TP_FUNC tp_Ranked *tp_goals_spare(const tp_Goals *goals); /* as long */

/* Of those that are left, by their ties. */
TP_FUNC tp_Ranked *tp_goals_list_by_tie(const tp_Goals *goals);

/* Working space, which no call about goals touches: see tp_goals_bytes. And
 * room for goals that are never put in order: they have none to work in. */
TP_FUNC uint64_t *tp_goals_work(const tp_Goals *goals);
TP_FUNC tp_Goals *tp_goals_ends(const tp_Goals *goals);

#endif
