/* prune.h - string pulling: the points of a path that stay when straight lines
 * replace its detours. */
#pragma once

#include "../navmap/navmap.h"
#include "line.h"

typedef struct tp_PathPoint {
  tp_Place place;
  tp_Point at;    /* on the map */
  bool is_inside; /* false: no line leads there, and `at` is not set */
  bool stays;     /* false at first */
  uint32_t from;  /* where the cheapest line to it begins */
  double cost;    /* up to it */
} tp_PathPoint;

typedef struct tp_Pruning {
  const tp_Navmap *navmap; /* ready */
  tp_PathPoint *points;
  double wide, high; /* distances of places in these units are in cells */
  double least;      /* price of a unit of length */
  bool is_uniform;   /* that is the price everywhere */
  bool is_whole; /* places are cells of the map, of which `wide` and `high` are
                    1 */
} tp_Pruning;

/* Marks which of the points first .. last stay. These two do. Returns by how
 * much the path became cheaper. */
TP_FUNC double tp_prune(const tp_Pruning *pruning, uint32_t first,
                        uint32_t last);
