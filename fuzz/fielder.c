/* fielder.c - gives a field its blocks, filled with junk. */
#include "fielder.h"

#include <stdlib.h>

#include "allocate.h"

void fielder_finish(Fielder *f, const tp_Navmap *nav, uint64_t slice) {
  for (;;) {
    tp_Status status = tp_field_run(&f->build, nav, slice);
    if (status == TP_FOUND) return;
    if (status != TP_NEEDS_ROOM) continue;
    int slot = f->build.need.slot;
    void *block = fuzz_allocate(f->build.need.bytes);
    tp_field_give(&f->build, block);
    free(f->block[slot]);
    f->block[slot] = block;
  }
}

void fielder_list_links(Fielder *f, const tp_Navmap *nav) {
  uint32_t links = tp_field_count_edges(&f->field);
  if (links == 0) return;
  f->came = fuzz_allocate(links * sizeof *f->came);
  tp_field_list_edges(&f->field, nav, f->came);
}

void fielder_free(Fielder *f) {
  free(f->came);
  for (int slot = 0; slot < TP_FIELD_SLOTS; slot++) free(f->block[slot]);
  *f = (Fielder){0};
}
