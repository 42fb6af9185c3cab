/* prices.h - the price of each terrain for one agent, and where it may go. */
#pragma once

#include "../map/grid.h"
#include "profile.h"

typedef struct tp_Prices {
  bool enter[256];                 /* may a cell with this byte be entered? */
  bool hides[256];                 /* and does it hide what is behind it? */
  bool some_hide;                  /* does any? */
  double terrain[TP_MAX_TERRAINS]; /* INFINITY: impassable */
  int kinds;                       /* number of different prices of passable
                                      terrains, even those without cells */
  double kind[TP_MAX_TERRAINS];    /* cheapest first */
  uint8_t rank[256];               /* by byte: index in `kind`; 0 if blocked */
  uint64_t version;                /* of the grid's prices */
  uint64_t enter_version;          /* of the grid, when `enter` last changed,
                                      or later */
} tp_Prices;

/* The profile's own prices, and the grid's for other terrains. */
TP_FUNC void tp_prices_read(tp_Prices *prices, const tp_Grid *grid,
                            const tp_Profile *profile);
