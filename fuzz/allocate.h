/* allocate.h - the blocks that the library is given in trials. */
#ifndef ALLOCATE_H
#define ALLOCATE_H

#include "core/navmap/navmap.h"

#include "core/navmap/navmap.h"

/* Memory for the library, filled with junk so that whatever it reads unwritten
 * shows. Where there is none, the program ends. */
void *fuzz_allocate(size_t bytes);

/* Gives the part that needs room a block in place of the one that it has. */
void fuzz_give(tp_Navmap *nav);

#endif
