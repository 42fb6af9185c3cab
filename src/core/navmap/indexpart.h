/* indexpart.h - the parts made from the mask and from irregular cells alone. */
#pragma once

#include "navmap.h"

/* A lower bound of the number of jump points, without finding them. There is
 * room for them. */
TP_FUNC uint64_t tp_navmap_least_points(const tp_Navmap *navmap);
