/* costpart.h - the parts that tell what steps cost the agent. */
#pragma once

#include "navmap.h"

/* Reads the agent's prices if the grid's have changed, and marks parts made
 * with others as stale; to be called before any part is updated. */
TP_FUNC void tp_part_read_prices(tp_Navmap *navmap);
