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
