/* fieldmemory.h - the state while a field is made. It may be freed when the
 * field is finished, or be kept for the next update, which then needs no new
 * memory. phases.h says how to use it; below are its phases, each in the file
 * of its name.
 */
#pragma once

#include <string.h>

#include "field.h"
#include "fieldqueue.h"

typedef enum tp_FieldSlot {
  TP_FIELD_COSTS,      /* of each cell; the field's own */
  TP_FIELD_DIRECTIONS, /* a byte a cell; the field's own */
  TP_FIELD_BUCKETS,    /* cells of the open list */
  TP_FIELD_SEEDS,      /* a heap of cells that start at a cost of their own */
  TP_FIELD_LIST,       /* a tp_CellList */
  TP_FIELD_SLOTS
} tp_FieldSlot;

/* Cells to come back to, by index. */
typedef struct tp_Listed {
  uint32_t cell;
  bool lost;       /* in a repair: no neighbour supports its cost */
  uint8_t leaning; /* then: the steps to neighbours that may depend on it */
} tp_Listed;

typedef struct tp_CellList {
  uint32_t capacity, count;
  tp_Listed entry[];
} tp_CellList;

/* Work done and to do, in cells. */
typedef struct tp_FieldWork {
  uint64_t settled; /* since the beginning */
  uint64_t reached; /* by a new field, as an estimate */
  uint64_t lost;    /* in the present repair */
} tp_FieldWork;

/* The changes since a field was finished. */
typedef struct tp_Repair {
  tp_Sources gone; /* the old list; empty if the sources are the same */
  int count;
  tp_Rect rects[TP_CHANGES];
} tp_Repair;

/* How a flight is made (flee.c). */
typedef struct tp_Flight {
  const tp_Field *from; /* NULL: the field is no flight */
  uint32_t strength;    /* in units of 1/TP_STRENGTH */
  uint64_t peak;        /* the largest cost in `from` */
} tp_Flight;

enum { TP_STRENGTH = 1024 };

/* A phase works on up to *budget cells. TP_FOUND: it is over; TP_RUNNING: the
 * budget is used up; TP_FAILED: a new field is less work. */
typedef struct tp_FieldBuild tp_FieldBuild;
typedef tp_Status tp_Phase(tp_FieldBuild *b, const tp_Navmap *nav,
                           uint64_t *budget);

struct tp_FieldBuild {
  tp_Field *field;
  tp_Phase *const *phase; /* the present phase, the later ones, then NULL */
  tp_Need need;
  void *block[TP_FIELD_SLOTS]; /* as given; NULL: none, or none that fits */
  uint32_t capacity;           /* of the list that is needed */
  tp_Span span;
  uint64_t inverse; /* of the area's width: see tp_build_cell */
  bool prunes;      /* needless steps are not tried */
  bool may_leave;   /* steps may leave the area: each one is checked */
  bool forgets;     /* there are older directions, which must be cleared */
  size_t next;      /* of the items that a phase goes through */
  tp_FieldWork work;
  tp_Repair repair;
  tp_Flight flight;
};

/* Takes the block that was needed. The old block of that slot is free
 * afterwards. */
TP_FUNC void tp_field_give(tp_FieldBuild *b, void *block);

/* ---- for its phases ----------------------------------------------------- */

/* Reads the agent's present state, for a field of that area with no cost above
 * `largest`. Drops blocks that do not fit any more. */
TP_FUNC void tp_build_prepare(tp_FieldBuild *b, const tp_Navmap *nav,
                              tp_Rect area, uint64_t largest);

/* Reads the present edges. */
TP_FUNC void tp_build_meet_edges(tp_FieldBuild *b, const tp_Navmap *nav);

/* Are the blocks there that each phase needs? Some phases need the list,
 * too. */
TP_FUNC bool tp_build_has_blocks(tp_FieldBuild *b);

/* Is there room for so many more entries? If not, asks for a larger block. */
TP_FUNC bool tp_build_has_room(tp_FieldBuild *b, tp_FieldSlot slot,
                               uint32_t more);

/* Empties the open list and the cell list. */
TP_FUNC void tp_build_clear(tp_FieldBuild *b);

TP_INLINE tp_FieldQueue tp_build_frontier(tp_FieldBuild *b) {
  tp_BucketQueue *buckets = b->block[TP_FIELD_BUCKETS];
  return (tp_FieldQueue){tp_buckets_of(buckets), buckets,
                         b->block[TP_FIELD_SEEDS], b->span};
}

/* Appends to the list, which has room. */
TP_INLINE void tp_build_record(tp_FieldBuild *b, tp_Listed listed) {
  tp_CellList *list = b->block[TP_FIELD_LIST];
  list->entry[list->count++] = listed;
}

/* Adds a cell that starts at a cost of its own. There must be room. */
TP_INLINE void tp_build_seed(tp_FieldBuild *b, size_t cell, uint64_t cost) {
  tp_heap_push(b->block[TP_FIELD_SEEDS], cost, 0,
               tp_entry_of(cell, TP_NO_DIRECTION));
}

/* As tp_field_cell, without a division: the row is i times 2^43 / width,
 * rounded up, over 2^43. The error is less than 1 / width, as i is below 2^28
 * and the width below 2^15. No product exceeds 2^59, as there are less than
 * 2^15 rows. */
enum { TP_INVERSE_BITS = 43 };

TP_INLINE tp_Cell tp_build_cell(const tp_FieldBuild *b, size_t i) {
  const tp_Rect *area = &b->field->area;
  int32_t row = (int32_t)((uint64_t)i * b->inverse >> TP_INVERSE_BITS);
  return (tp_Cell){area->x + (int32_t)i - row * area->w, area->y + row};
}

/* Clears the directions of a cell and of the cells around it, which may lead to
 * it. At the end of a row this clears cells of other rows, too: their
 * directions are derived again. */
TP_INLINE void tp_build_forget(tp_FieldBuild *b, size_t i) {
  uint8_t *middle = &b->field->directions[i];
  const size_t wide = (size_t)b->field->area.w;
  memset(middle - wide - 1, 0, 3);
  memset(middle - 1, 0, 3);
  memset(middle + wide - 1, 0, 3);
}
