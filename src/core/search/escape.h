/* escape.h - the way out for an agent whose start may not be entered: through
 * cells that may not be entered either, to the first that may.
 *
 *     tp_escape_begin(e, navmap, start);
 *     while ((status = tp_escape_run(e, &budget)) != TP_FAILED) ...
 *
 * Each TP_FOUND is a level: the exits that are so many steps away. Who likes
 * none of them goes on to the next one.
 */
#ifndef TP_ESCAPE_H
#define TP_ESCAPE_H

#include "../index/treeways.h"
#include "../navmap/navmap.h"

/* A cell that may be entered, beside one of the way out. */
typedef struct tp_Exit {
  tp_Cell at;
  uint32_t region;
  uint32_t steps;  /* from the start; so many blocked cells were walked over */
  uint64_t cost;   /* of these, in the costs' whole numbers                  */
  int32_t came_by; /* direction of the last of them */
  int32_t padding;
} tp_Exit;

typedef struct tp_Exits {
  const tp_Exit *list;
  uint32_t count;
  tp_RegionSet regions; /* in which they lie */
} tp_Exits;

typedef enum tp_EscapeSlot {
  TP_ESCAPE_NODES,   /* by cell                      */
  TP_ESCAPE_CELLS,   /* of the way out, level by level */
  TP_ESCAPE_EXITS,   /* likewise                     */
  TP_ESCAPE_REGIONS, /* of the exits of a level      */
  TP_ESCAPE_SLOTS
} tp_EscapeSlot;

typedef struct tp_Escape {
  tp_Navmap *navmap;
  uint64_t
      seen; /* numbering of the regions of the exits                        */
  tp_Cell start;
  bool has_begun;
  bool by_step;     /* by one that is legal                                */
  uint64_t step[2]; /* what a straight and a diagonal step costs           */
  uint32_t levels;  /* exits that are more steps away are not looked for   */
  uint32_t level;   /* steps from the start                                */
  uint32_t next;    /* cell to be looked at, of the level before this one, */
  uint32_t last;    /* which ends here; this one's cells follow            */
  uint32_t cells;   /* known                                               */
  uint32_t exits;   /* known                                               */
  void *block[TP_ESCAPE_SLOTS];   /* the caller's                          */
  uint32_t room[TP_ESCAPE_SLOTS]; /* that each has, in items               */
  tp_Need need;
} tp_Escape;

/* From a cell of the grid that may not be entered. The map is up to date, with
 * room for its regions. Blocks stay from one to the next. */
TP_FUNC void tp_escape_begin(tp_Escape *e, tp_Navmap *navmap, tp_Cell start);

/* From now on no exits are looked for but those to which a legal step leads. */
TP_FUNC void tp_escape_by_step(tp_Escape *e);

/* From now on no exits are looked for that cost more. */
TP_FUNC void tp_escape_limit(tp_Escape *e, uint64_t most);

/* Goes on to the next level that has exits; lowers the budget by the cells that
 * are looked at. TP_FAILED: there are no more. The regions are up to date then,
 * and all exits have theirs, whatever has shut cells for a while since. */
TP_FUNC tp_Status tp_escape_run(tp_Escape *e, uint64_t *budget);

/* Takes over the block that was needed. */
TP_FUNC void tp_escape_give(tp_Escape *e, void *block);

/* Those known so far stand in order of steps: number k; how many of them are no
 * more steps away; and some of them, with their regions. */
TP_FUNC const tp_Exit *tp_escape_exit(const tp_Escape *e, uint32_t k);
TP_FUNC uint32_t tp_escape_end(const tp_Escape *e, uint32_t steps);
TP_FUNC tp_Exits tp_escape_exits(const tp_Escape *e, uint32_t first,
                                 uint32_t end);

/* Of some of them puts those of some regions in front, or those of a region
 * without any before them, and says where they end. */
TP_FUNC uint32_t tp_escape_keep(tp_Escape *e, uint32_t first, uint32_t end,
                                tp_RegionSet regions);
TP_FUNC uint32_t tp_escape_keep_new(tp_Escape *e, uint32_t first, uint32_t end);

/* The cells that are known, but for exits, in order of steps; and by which step
 * one of them, or an exit, was come to. The start was by none. */
TP_FUNC tp_Cell tp_escape_cell(const tp_Escape *e, uint32_t k);
TP_FUNC int tp_escape_came_by(const tp_Escape *e, tp_Cell at);

/* The leg of the way out that leads to a cell of it, or to an exit; false at
 * the start. */
TP_FUNC bool tp_escape_leg(const tp_Escape *e, tp_Cell *at, tp_Leg *leg);

#endif
