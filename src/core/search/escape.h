/* escape.h - the way out for an agent that stands in a blocked cell: over the
 * fewest blocked cells to an exit, a cell that may be entered and from which a
 * way leads to a goal. The query goes on from the exit as any other.
 *
 *     reason = tp_escape_begin(escape, navmap, query);
 *     while (tp_escape_run(escape, navmap, query, &budget) == TP_NEEDS_ROOM)
 *       tp_escape_give(escape, navmap, a block of escape->need.bytes bytes);
 */
#ifndef TP_ESCAPE_H
#define TP_ESCAPE_H

#include "query.h"
#include "route.h"

typedef enum tp_EscapeSlot {
  TP_ESCAPE_NODES, /* by cell; free again once the exit is known      */
  TP_ESCAPE_LISTS, /* of cells; then of the turns of the way out      */
  TP_ESCAPE_SLOTS
} tp_EscapeSlot;

typedef struct tp_Escape {
  tp_Cell start, exit;
  uint32_t length; /* steps from the start to the exit; 0: no exit (yet)     */
  uint32_t turns;  /* cells between those two in which the direction changes */
  uint64_t cost;   /* of the way out, in the costs' whole numbers            */
  uint64_t looked; /* blocked cells that were looked at                      */
  uint32_t cells, exits;        /* that are known                             */
  uint32_t level, level_exits;  /* of these, in levels that are complete      */
  uint32_t at;                  /* the place of the cell to be looked at      */
  uint32_t tried;               /* so many exits lead to no goal              */
  uint32_t regions;             /* in which goals have ends                   */
  uint64_t numbering;           /* by which these are numbered                */
  uint32_t room;                /* for cells, as many exits, and regions      */
  bool has_regions;             /* are these known?                           */
  bool any;                     /* any exit will do                           */
  uint8_t steps;                /* directions in which one may leave a cell   */
  uint8_t step[TP_DIRECTIONS];  /* these, those towards the goal first        */
  void *block[TP_ESCAPE_SLOTS]; /* the caller's                               */
  tp_Need need;
} tp_Escape;

/* Does the query ask for a way out, and need one? */
TP_FUNC bool tp_escape_is_needed(const tp_Navmap *navmap,
                                 const tp_Query *query);

/* Begins, for a query that needs it. Blocks stay from one way out to the next.
 * `any`: any exit will do, wherever it leads. Else regions and the region graph
 * are up to date, here and in each run, and goals may be put in another order.
 *
 * Returns why no exit can lead to a goal, as far as that is known without a
 * search; for a partial query any exit will do then. TP_START_BLOCKED: there is
 * none. A query with `one_step` needs no run: its exit is known. */
TP_FUNC tp_Reason tp_escape_begin(tp_Escape *escape, const tp_Navmap *navmap,
                                  const tp_Query *query, bool any);

/* Fills up to so many cells of its store before the first run, by which `cells`
 * is lowered: TP_RUNNING until that is done (TP_FOUND), or TP_NEEDS_ROOM. */
TP_FUNC tp_Status tp_escape_clean(tp_Escape *escape, const tp_Navmap *navmap,
                                  uint64_t *cells);

/* Goes on to the exit: TP_FOUND, or TP_FAILED if there is none. Lowers the
 * budget by the cells that it looks at. */
TP_FUNC tp_Status tp_escape_run(tp_Escape *escape, const tp_Navmap *navmap,
                                const tp_Query *query, uint64_t *budget);

/* Takes over the block that was needed. */
TP_FUNC void tp_escape_give(tp_Escape *escape, const tp_Navmap *navmap,
                            void *block);

/* A leg of the way out, backwards: from the exit, or from the end of the leg
 * before, at which `b` is. False at the start, and if there is no way out. */
TP_FUNC bool tp_escape_leg(const tp_Escape *escape, tp_Backtrace *b,
                           tp_Leg *leg);

#endif
