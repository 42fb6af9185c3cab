/* allocate.c - see allocate.h. */
#include "allocate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *fuzz_allocate(size_t bytes) {
  void *block = bytes > 0 ? malloc(bytes) : NULL;
  if (!block) {
    fputs("out of memory\n", stderr);
    exit(2);
  }
  return memset(block, 0xa5, bytes);
}

void fuzz_give(tp_Navmap *nav) {
  void *old = nav->part[nav->need.slot].block;
  tp_navmap_give(nav, fuzz_allocate(nav->need.bytes));
  free(old);
}
