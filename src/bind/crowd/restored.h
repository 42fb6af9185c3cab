/* restored.h - what crowd:restore reads (restored.c) before it puts a crowd in
 * place of what it was (restore.c).
 */
#ifndef BIND_RESTORED_H
#define BIND_RESTORED_H

#include "../field/field.h"
#include "state.h"

/* Where things stand on the stack. UNITS has the units, UNITS_FINDERS their
 * pathfinders; MADE what their orders need, three for each. */
enum {
  RESTORE_CROWD = 1,
  COUNT,
  CROWD_TEXT,
  EVENTS,
  UNIT_TEXTS,
  LIST_TEXTS,
  HELD_TEXTS,
  GIVEN_FINDERS,
  GIVEN_FIELDS,
  GIVEN_EYES,
  GIVEN_TARGETS,
  UNITS,
  UNITS_FINDERS,
  MADE,
  RECORDS,
  TAKEN,
  TOP = TAKEN
};

/* A unit as it is to be. */
typedef struct Restored {
  UnitState s;
  const char *list, *held;
  Unit *unit;
  Finder *finder;
  Field *field;
  tp_Cell at;
  tp_Rect holds; /* of what `held` says                */
  WayQuery *query;
  Keep *keep;
  tp_Cell *point; /* of a patrol */
  uint32_t numbers;
  tp_Trail *trail;       /* of a path */
  bool is_new, is_given; /* its handle; its pathfinder */
} Restored;

typedef struct Loading {
  lua_State *L;
  Crowd *crowd;
  const tp_Grid *grid;
  CrowdState s;
  Restored *one;
  Unit *next; /* of the crowd, that is not looked at yet */
  uint32_t count, sides;
  uint32_t happened; /* events                            */
  const char *events;
  uint64_t *taken; /* a bit a cell                      */
  const char *key; /* what is wrong, and how it must be */
  int number;
  const char *what;
} Loading;

/* The cells that it has in that one. */
TP_INLINE tp_Rect restored_cells(const Restored *r, tp_Cell c) {
  return (tp_Rect){c.x, c.y, r->s.wide, r->s.high};
}

/* The next number of a list that was read. */
TP_INLINE double restored_next(const char **text) {
  double value = 0;
  *text = tp_text_read(*text, &value);
  if (**text == ' ') ++*text;
  return value;
}

/* Bytes of Loading.taken. */
TP_INLINE size_t restored_taken_bytes(const tp_Grid *g) {
  return (tp_grid_cells(g) + 63) / 64 * sizeof(uint64_t);
}

/* Reads all texts into the records, and checks them. Makes no memory. false:
 * `key`, `number` and `what` say what is wrong. */
TP_FUNC bool tp_restored_read(Loading *l);

#endif
