/* costmap.h - the price class of each cell for an agent, if the cell's own
 * terrain does not tell. */
#pragma once

#include "costs.h"
#include "layercosts.h"
#include "mask.h"
#include "prices.h"

/* The class of a blocked cell. */
enum { TP_NO_CLASS = TP_CLASSES - 1 };

/* A class is a price (that of the dearest cell that the agent covers) and a
 * band of nearness to walls, which raises it. Classes are numbered by price
 * first: rank x (bands + 1) + band; band 0 is far from walls. With layers these
 * are the bases, to which they add (layercosts.h). */
typedef struct tp_Costmap {
  int32_t width, height;
  int32_t bands;
  uint8_t band[TP_MAX_AWAY + 1]; /* of each level of nearness */
  uint32_t count[TP_CLASSES];    /* cells by class */
  uint8_t cells[];               /* class of each, row by row */
} tp_Costmap;

/* A byte a cell. */
TP_FUNC size_t tp_costmap_bytes(int32_t width, int32_t height);
TP_FUNC void tp_costmap_init(tp_Costmap *map, int32_t width, int32_t height);

/* Sets the class of a cell. */
TP_INLINE void tp_costmap_set(tp_Costmap *map, size_t index, int class) {
  int before = map->cells[index];
  if (before == class) return;
  map->count[before]--;
  map->count[class]++;
  map->cells[index] = (uint8_t) class;
}

/* The source of the classes. */
typedef struct tp_CostmapFrom {
  const tp_Grid *grid;
  const tp_Mask *mask;  /* where the agent may be */
  const tp_Mask *cells; /* of a large agent: the free single cells */
  const tp_Prices *prices;
  const tp_Profile *profile;
  const tp_LayerCosts *layer_costs; /* NULL: nothing adds to prices */
  /* The single cells where units are in the way; NULL: none are. */
  const tp_Mask *occupied;
} tp_CostmapFrom;

/* Divides the classes anew among the prices: a band for each cell of distance,
 * or fewer if a byte is too small. All cells must be read again. */
TP_FUNC void tp_costmap_divide(tp_Costmap *map, const tp_CostmapFrom *from);

/* The same for layer costs, after that: have the classes changed? */
TP_FUNC bool tp_costmap_divide_layers(tp_LayerCosts *layer_costs,
                                      const tp_Prices *prices,
                                      const tp_Profile *profile);

/* Finds the classes of the cells of a rectangle, which lies inside. */
TP_FUNC void tp_costmap_read(tp_Costmap *map, const tp_CostmapFrom *from,
                             tp_Rect rect);

/* The prices of the classes, and which are in use. With layer costs, all
 * classes that cells of the map may have are known. As soon as layers add to
 * any cell, all of these are in use; those below all bases only if layers bring
 * some cell below these. As soon as a unit is in the way anywhere, the raised
 * prices of all those in use are in use, too. Otherwise whole numbers of costs
 * would change with each number of a layer, and with each step of a unit. */
TP_FUNC void tp_costmap_notify(const tp_Costmap *map,
                               const tp_CostmapFrom *from, tp_Classes *classes);
