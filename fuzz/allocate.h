/* allocate.h - the blocks that the library is given in trials. */
#ifndef ALLOCATE_H
#define ALLOCATE_H

#include <stddef.h>

/* Memory for the library, filled with junk so that whatever it reads unwritten
 * shows. Where there is none, the program ends. */
void *fuzz_allocate(size_t bytes);

#endif
