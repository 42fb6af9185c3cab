/* build.h - the making of a field: what it takes while a field is made, and is
 * of no use once it is done. It may be dropped then, or lie idle until the next
 * update, which then wants no new memory. run.h says how one is used; below
 * that stand the phases that it runs, each in the file of its name.
 */
#ifndef TP_BUILD_H
#define TP_BUILD_H

#include <string.h>

#include "field.h"
#include "frontier.h"

typedef enum tp_FieldSlot {
  TP_FIELD_COSTS,   /* of each cell; the field's                */
  TP_FIELD_WAYS,    /* a byte a cell; the field's               */
  TP_FIELD_BUCKETS, /* cells of the frontier                    */
  TP_FIELD_SEEDS,   /* a heap of cells that begin by themselves */
  TP_FIELD_LIST,    /* a tp_CellList                            */
  TP_FIELD_SLOTS
} tp_FieldSlot;

/* Cells to come back to, by their numbers. */
typedef struct tp_Listed {
  uint32_t cell;
  bool lost;       /* a repair: nothing holds its cost up         */
  uint8_t leaning; /* then the steps to neighbours that may lean on it */
} tp_Listed;

typedef struct tp_CellList {
  uint32_t capacity, count;
  tp_Listed entry[];
} tp_CellList;

/* How much there is and was to do, in cells. */
typedef struct tp_FieldWork {
  uint64_t settled; /* since it was begun            */
  uint64_t reached; /* that a new field would settle */
  uint64_t lost;    /* in the repair under way       */
} tp_FieldWork;

/* What has changed since a field was done. */
typedef struct tp_Repair {
  tp_Sources gone; /* the old list; empty where the sources are the same */
  int count;
  tp_Rect rects[TP_CHANGES];
} tp_Repair;

/* What a field flees by. */
typedef struct tp_Flight {
  const tp_Field *from; /* NULL: by none                 */
  uint32_t strength;    /* in parts of TP_STRENGTH       */
  uint64_t peak;        /* the largest cost of that one  */
} tp_Flight;

enum { TP_STRENGTH = 1024 };

/* A phase goes on for up to *budget cells. TP_FOUND: it is over; TP_RUNNING:
 * the budget is; TP_FAILED: a new field would be less work. */
typedef struct tp_FieldBuild tp_FieldBuild;
typedef tp_Status tp_Phase(tp_FieldBuild *b, const tp_Navmap *nav,
                           uint64_t *budget);

struct tp_FieldBuild {
  tp_Field *field;
  tp_Phase *const *phase; /* the one under way, and those after it; then NULL */
  tp_Need need;
  void *block[TP_FIELD_SLOTS]; /* as given; NULL: there is none, or none that
                                  fits                                       */
  uint32_t capacity;           /* of the list that is needed                 */
  tp_Span span;
  uint64_t inverse; /* of the area's width: see tp_build_cell              */
  bool prunes;      /* steps that need not be tried are left out           */
  bool may_leave;   /* the area, whatever `most` says: each step asks       */
  bool forgets;     /* there are ways that were noted before it began      */
  size_t next;      /* of what the phase goes through one by one           */
  tp_FieldWork work;
  tp_Repair repair;
  tp_Flight flight;
};

/* Takes the block that was needed. The one before in that slot is done with
 * afterwards. */
TP_FUNC void tp_field_give(tp_FieldBuild *b, void *block);

/* ---- for its phases ----------------------------------------------------- */

/* Takes over what the agent is like now, for a field of that area with no cost
 * above `largest`. Blocks that no longer fit are asked for anew. */
TP_FUNC void tp_build_prepare(tp_FieldBuild *b, const tp_Navmap *nav,
                              tp_Rect area, uint64_t largest);

/* Takes over what edges there are now. */
TP_FUNC void tp_build_meet_edges(tp_FieldBuild *b, const tp_Navmap *nav);

/* Is there all that any phase wants? The list is wanted by some. */
TP_FUNC bool tp_build_has_blocks(tp_FieldBuild *b);

/* Asks for room for so many more; false where there is none yet. */
TP_FUNC bool tp_build_has_room(tp_FieldBuild *b, tp_FieldSlot slot,
                               uint32_t more);

/* The same for what a cell adds to the frontier. */
TP_FUNC bool tp_build_has_room_around(tp_FieldBuild *b);

/* Empties the frontier, and the list. */
TP_FUNC void tp_build_clear(tp_FieldBuild *b);

TP_INLINE tp_Frontier tp_build_frontier(tp_FieldBuild *b) {
  return tp_frontier_of(b->block[TP_FIELD_BUCKETS], b->block[TP_FIELD_SEEDS],
                        b->span);
}

TP_INLINE tp_CellList *tp_build_list(tp_FieldBuild *b) {
  return b->block[TP_FIELD_LIST];
}

/* There is room for it. */
TP_INLINE void tp_build_note(tp_FieldBuild *b, tp_Listed listed) {
  tp_CellList *list = tp_build_list(b);
  list->entry[list->count++] = listed;
}

/* Puts a cell among those that begin by themselves. There is room for it. */
TP_INLINE void tp_build_seed(tp_FieldBuild *b, size_t cell, uint64_t cost) {
  tp_frontier_seed(b->block[TP_FIELD_SEEDS], cost,
                   tp_entry_of(cell, TP_DIRECTIONS));
}

/* What tp_field_cell says, without a division: the row is the number times
 * 2^43 / width, rounded up, over 2^43. That is too large by less than one part
 * of the width, as a number is below 2^28 and a width below 2^15; and no
 * product is above 2^59, as there are less than 2^15 rows. */
enum { TP_INVERSE_BITS = 43 };

TP_INLINE tp_Cell tp_build_cell(const tp_FieldBuild *b, size_t i) {
  const tp_Rect *area = &b->field->area;
  int32_t row = (int32_t)((uint64_t)i * b->inverse >> TP_INVERSE_BITS);
  return (tp_Cell){area->x + (int32_t)i - row * area->w, area->y + row};
}

/* Forgets the ways that are noted of a cell, and those of the cells around it,
 * which may lead to it. Next to the end of a row that is also a cell of another
 * row: it is read again. */
TP_INLINE void tp_build_forget(tp_FieldBuild *b, size_t i) {
  uint8_t *middle = &b->field->ways[i];
  const size_t wide = (size_t)b->field->area.w;
  memset(middle - wide - 1, 0, 3);
  memset(middle - 1, 0, 3);
  memset(middle + wide - 1, 0, 3);
}

/* ---- seed.c: a new field; how far it reaches, where its costs begin ------- */

/* The cells that such a field may tell of. */
TP_FUNC tp_Rect tp_seed_area(const tp_FieldQuery *asked, const tp_Navmap *nav);

/* Begins one of what is asked of the field. */
TP_FUNC void tp_seed_begin(tp_FieldBuild *b, const tp_Navmap *nav);

/* Nothing is known; the sources are put in, where nothing offers as little. */
TP_FUNC tp_Phase tp_seed_clear, tp_seed_sources;

/* ---- propagate.c, sweep.c: from the frontier to all cells behind it ------- */

/* Settles cells, until there are none left. */
TP_FUNC tp_Phase tp_propagate;

/* The same run by run, which is faster. Where a field runs forwards, has wide
 * costs or too fine ones, may have links in it, or is one of hexagons, it is
 * tp_propagate. */
TP_FUNC tp_Phase tp_sweep;

/* ---- repair.c: a field made right again, where that is less than a new one  */

/* Begins to, after edits or for other sources, with a field without flight;
 * false, with nothing changed, where building anew is cheaper. */
TP_FUNC bool tp_repair_begin(tp_FieldBuild *b, const tp_Navmap *nav,
                             const tp_FieldQuery *query);

/* tp_sweep comes last. */
TP_FUNC tp_Phase tp_repair_affected, tp_repair_invalidate, tp_repair_sources,
    tp_repair_reseed;

/* ---- flee.c: a field whose ways lead away from the sources of another ----- */

/* Begins one; see tp_field_flee. */
TP_FUNC void tp_flee_begin(tp_FieldBuild *b, const tp_Navmap *nav,
                           const tp_Field *from, uint32_t strength);

/* They come after tp_seed_clear; tp_sweep comes before the last. */
TP_FUNC tp_Phase tp_flee_turn, tp_flee_select, tp_flee_start, tp_flee_close;

#endif
