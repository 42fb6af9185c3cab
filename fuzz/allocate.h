/* allocate.h - memory for the library in trials. */
#ifndef ALLOCATE_H
#define ALLOCATE_H

#include "core/navmap/navmap.h"

#include "core/navmap/navmap.h"

/* Memory filled with junk, so that a read of unwritten bytes shows. Ends the
 * program if there is no memory. */
void *fuzz_allocate(size_t bytes);

/* Gives a larger block to the part that needs room, and frees its old block. */
void fuzz_give(tp_Navmap *nav);

#endif
