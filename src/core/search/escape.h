/* escape.h - the way out for an agent in a blocked cell: over the fewest
 * blocked cells to an exit, a free cell from which a path leads to a goal. The
 * query then goes on from the exit as any other.
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
  TP_ESCAPE_NODES, /* a node a cell; unused once the exit is known */
  TP_ESCAPE_LISTS, /* cells; later the turns of the way out */
  TP_ESCAPE_SLOTS
} tp_EscapeSlot;

typedef struct tp_Escape {
  tp_Cell start, exit;
  uint32_t length;       /* steps from start to exit; 0: no exit (yet) */
  uint32_t turns;        /* cells between the two where the direction changes */
  uint64_t cost;         /* of the way out, in the costs' whole numbers */
  uint64_t looked;       /* blocked cells expanded */
  uint32_t cells, exits; /* found so far */
  uint32_t level, level_exits; /* of these, in complete levels */
  uint32_t at;                 /* index of the cell to expand next */
  uint32_t tried;              /* exits known to lead to no goal */
  uint32_t regions;            /* regions in which goals have ends */
  uint64_t numbering;          /* the numbering of these regions */
  uint32_t room;    /* for cells, as many exits, and as many regions */
  bool has_regions; /* the regions are known */
  bool any;         /* any exit is accepted */
  uint8_t steps;    /* directions in which a step may leave a cell */
  uint8_t step[TP_DIRECTIONS];  /* these, those towards the goal first */
  void *block[TP_ESCAPE_SLOTS]; /* the caller's */
  tp_Need need;
} tp_Escape;

/* Does the query ask for a way out, and need one? */
TP_FUNC bool tp_escape_is_needed(const tp_Navmap *navmap,
                                 const tp_Query *query);

/* Begins, for a query that needs a way out. Blocks may be used again for the
 * next one. With `any` every exit is accepted, wherever it leads. Otherwise
 * regions and the region graph must be up to date, here and in each run, and
 * the order of goals may change.
 *
 * Returns the reason why no exit leads to a goal, as far as that is known
 * without a search; a partial query then accepts any exit. TP_START_BLOCKED:
 * there is no exit. A query with `one_step` needs no run: its exit is known
 * now. */
TP_FUNC tp_Reason tp_escape_begin(tp_Escape *escape, const tp_Navmap *navmap,
                                  const tp_Query *query, bool any);

/* Fills up to `cells` cells of the store before the first run, and lowers
 * `cells` by that number. Returns TP_FOUND when the store is clean, else
 * TP_RUNNING, or TP_NEEDS_ROOM. */
TP_FUNC tp_Status tp_escape_clean(tp_Escape *escape, const tp_Navmap *navmap,
                                  uint64_t *cells);

/* Searches for the exit: TP_FOUND, or TP_FAILED if there is none. Lowers the
 * budget by the number of expanded cells. */
TP_FUNC tp_Status tp_escape_run(tp_Escape *escape, const tp_Navmap *navmap,
                                const tp_Query *query, uint64_t *budget);

/* Hands over the block that was needed. */
TP_FUNC void tp_escape_give(tp_Escape *escape, const tp_Navmap *navmap,
                            void *block);

/* The next leg of the way out, backwards: from the exit, or from the end of the
 * leg before, which is the place of `b`. False at the start, and if there is no
 * way out. */
TP_FUNC bool tp_escape_leg(const tp_Escape *escape, tp_Backtrace *b,
                           tp_Leg *leg);

#endif
