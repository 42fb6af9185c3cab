/* fielder.h - a field under test, with the blocks that it asks for. */
#ifndef FIELDER_H
#define FIELDER_H

#include "core/field/run.h"
#include "world.h"

enum { FIELDER_SOURCES = 40 };

typedef struct Fielder {
  tp_Field field;
  tp_FieldBuild build;
  bool is_made;
  void *block[TP_FIELD_SLOTS];
  tp_Source sources[2][FIELDER_SOURCES]; /* now, and before by turns */
  int now;
  tp_Edge *came;
} Fielder;

/* Runs it to its end, so many cells at a time. */
void fielder_finish(Fielder *f, const tp_Navmap *nav, uint64_t slice);

/* By which links a field that runs forwards has come. */
void fielder_list_links(Fielder *f, const tp_Navmap *nav);
void fielder_free(Fielder *f);

#endif
