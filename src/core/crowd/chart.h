/* chart.h - what it costs to go from each cell of a rectangle to where a mover
 * wants to go: a small table, made from cells of which that is known.
 */
#ifndef TP_CHART_H
#define TP_CHART_H

#include "../field/field.h"

enum {
  TP_CHART_CELLS = 16384, /* the most that one may have          */
  TP_CHART_A_UNIT = 32    /* cells that take as long as to expand a node     */
};

/* A cell of the rectangle from which it costs that much; it may lie in a wall,
 * and then counts for nothing. */
typedef struct tp_ChartSeed {
  uint64_t cost;
  tp_Cell cell;
} tp_ChartSeed;

/* The way that one was made along: see trail.h. */
typedef struct tp_Trail tp_Trail;

/* In a block of tp_chart_bytes. Costs are those of the navmap, less `base`, in
 * 32 bits: so rounded down where the dearest cell would need more. */
typedef struct tp_Chart {
  tp_Rect area;    /* empty: nothing is known        */
  uint32_t room;   /* for so many cells              */
  int32_t shift;   /* bits that costs have lost      */
  uint64_t base;   /* the least of them              */
  uint64_t seen;   /* of the navmap's changes        */
  uint64_t round;  /* of the crowd's `fixed`, if some cells count as shut */
  tp_Trail *trail; /* its mover's; NULL: it is of all the map */
  uint32_t cost[];
} tp_Chart;

/* What a link counts, which costs that much: never nothing, so that a way falls
 * by each. */
TP_INLINE uint64_t tp_chart_toll(const tp_Navmap *navmap, uint64_t toll) {
  uint64_t least = navmap->costs.cheapest[0] / 8;
  if (least == 0) least = 1;
  return toll < least ? least : toll;
}

/* The same of the cheapest link from one cell to the other; 0: there is none.
 */
TP_FUNC uint64_t tp_chart_least_toll(const tp_Navmap *navmap, tp_Cell from,
                                     tp_Cell to);

/* Bytes of one for so many cells, and of working space for any of as many,
 * which nobody else relies on. */
TP_FUNC size_t tp_chart_bytes(uint32_t cells);
TP_FUNC size_t tp_chart_scratch_bytes(uint32_t cells);

/* One of which nothing is known. */
TP_FUNC void tp_chart_init(tp_Chart *chart, uint32_t cells);

/* Fills it for a rectangle of the map, for whose cells there is room: from each
 * cell the cheapest way through the rectangle to a seed, with what it costs
 * from there. The seeds come in rising order of their costs. The navmap's map
 * is up to date. Returns how many units of work that was. */
TP_FUNC uint64_t tp_chart_make(tp_Chart *chart, const tp_Navmap *navmap,
                               tp_Rect area, const tp_ChartSeed *seeds,
                               uint32_t count, void *scratch);

/* Which cells its mover shall not enter, though the map allows it. */
typedef struct tp_Shut {
  bool (*is_shut)(const void *context, tp_Cell c);
  const void *context;
} tp_Shut;

/* Fills it for the whole map, for whose cells there is room: to the goal, and
 * round cells that are shut. */
TP_FUNC void tp_chart_make_round(tp_Chart *chart, const tp_Navmap *navmap,
                                 tp_Cell goal, const tp_Shut *shut,
                                 void *scratch);

/* Is all of the rectangle, which lies inside, ground of one price, so that ways
 * are as the crow flies, and 32 bits enough for what they cost? */
TP_FUNC bool tp_chart_is_open(const tp_Navmap *navmap, tp_Rect area);

/* The same as tp_chart_make of such a rectangle, if from no seed it costs less
 * than by way of the first one. */
TP_FUNC void tp_chart_make_open(tp_Chart *chart, const tp_Navmap *navmap,
                                tp_Rect area, const tp_ChartSeed *first);

/* What it costs from a cell, anywhere; TP_FAR where there is no way, and
 * outside. */
TP_INLINE uint64_t tp_chart_cost(const tp_Chart *c, int32_t x, int32_t y) {
  if (!tp_rect_has(c->area, x, y)) return TP_FAR;
  size_t i =
      (size_t)(y - c->area.y) * (size_t)c->area.w + (size_t)(x - c->area.x);
  uint32_t cost = c->cost[i];
  return cost == UINT32_MAX ? TP_FAR : c->base + ((uint64_t)cost << c->shift);
}

#endif
