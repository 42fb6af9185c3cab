/* costpart.h - the parts that tell what steps cost the agent. */
#pragma once

#include "navmap.h"

/* Before all parts, which depend on them: reads the agent's prices, if those of
 * the grid have changed. Parts made with other prices become stale. */
TP_FUNC void tp_part_read_prices(tp_Navmap *navmap);
