/* fielder.h - a field under test, and the blocks that it asks for. */
#ifndef FIELDER_H
#define FIELDER_H

#include "core/field/phases.h"
#include "world.h"

enum { FIELDER_SOURCES = 40 };

typedef struct Fielder {
  tp_Field field;
  tp_FieldBuild build;
  bool is_made;
  void *block[TP_FIELD_SLOTS];
  tp_Source sources[2][FIELDER_SOURCES]; /* the new and the old */
  int now;
  tp_Edge *came;
} Fielder;

/* Runs the field to its end, `slice` cells at a time. */
void fielder_finish(Fielder *f, const tp_Navmap *nav, uint64_t slice);

/* Lists the links by which a forward field reached its cells. */
void fielder_list_links(Fielder *f, const tp_Navmap *nav);
void fielder_free(Fielder *f);

#endif
