/* bits_portable.c - the same for a compiler that the core does not know: with
 * the forms that need no builtins.
 */
#include <stdio.h>
#include <stdlib.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unit.h"

#undef __GNUC__
#define unit_bits unit_bits_portable

#include "bits.c"
