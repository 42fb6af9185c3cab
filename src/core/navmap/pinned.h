/* pinned.h - the parts of a navmap that tell of thin walls and links: bars, and
 * pins. Of an agent among others they are the base's.
 */
#ifndef TP_PINNED_H
#define TP_PINNED_H

#include "navmap.h"

TP_FUNC const tp_PartRow tp_part_bars, tp_part_pins;

#endif
