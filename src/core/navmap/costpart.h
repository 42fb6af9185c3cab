/* costpart.h - the parts that tell what steps cost the agent. */
#pragma once

#include "navmap.h"

/* The price of a closed cell of the map once it is open, by its terrain and by
 * layers. A terrain that the agent may not enter gets the price 1. */
TP_FUNC double tp_navmap_price_once_open(const tp_Navmap *navmap, tp_Cell cell);

/* Before all parts, which depend on them: reads the agent's prices, if those of
 * the grid have changed. Parts made with other prices become stale. */
TP_FUNC void tp_part_read_prices(tp_Navmap *navmap);
