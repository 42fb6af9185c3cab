/* odd.h - the parts of a navmap that tell of thin walls and links: walls, and
 * odd cells. Of an agent among others they are the base's.
 */
#ifndef TP_ODD_H
#define TP_ODD_H

#include "navmap.h"

TP_FUNC const tp_PartRow tp_part_walls, tp_part_odd;

#endif
