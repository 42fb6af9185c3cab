/* fielder.c - gives a field its blocks, filled with junk. */
#include "fielder.h"

#include <stdlib.h>

#include "board.h"

void fielder_finish(Fielder *f, const tp_Navmap *nav, uint64_t slice) {
  for (;;) {
    tp_Status status = tp_field_run(&f->build, nav, slice);
    if (status == TP_FOUND) return;
    if (status != TP_NEEDS_ROOM) continue;
    int slot = f->build.need.slot;
    void *block = board_allocate(f->build.need.bytes);
    tp_field_give(&f->build, block);
    free(f->block[slot]);
    f->block[slot] = block;
  }
}

void fielder_free(Fielder *f) {
  for (int slot = 0; slot < TP_FIELD_SLOTS; slot++) free(f->block[slot]);
  *f = (Fielder){0};
}
