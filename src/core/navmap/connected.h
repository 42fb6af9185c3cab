/* connected.h - the part of a navmap that tells how one comes from region to
 * region. */
#ifndef TP_CONNECTED_H
#define TP_CONNECTED_H

#include "navmap.h"

TP_FUNC const tp_PartRow tp_part_graph;

#endif
