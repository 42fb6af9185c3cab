/* indexpart.h - the parts that depend only on the mask and on irregular cells.
 * */
#pragma once

#include "navmap.h"

/* A lower bound of the number of jump points, without finding them. There is
 * room for them. */
TP_FUNC uint64_t tp_navmap_least_points(const tp_Navmap *navmap);
