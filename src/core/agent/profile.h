/* profile.h - what the caller asked for one kind of agent, unchanged. */
#pragma once

#include "legalsteps.h"

typedef enum tp_HeuristicKind {
  TP_HEURISTIC_AUTO, /* by the diagonal rule and the step costs; never too
                        high */
  TP_HEURISTIC_OCTILE,
  TP_HEURISTIC_MANHATTAN,
  TP_HEURISTIC_CHEBYSHEV,
  TP_HEURISTIC_EUCLIDEAN,
  TP_HEURISTIC_ZERO,
  TP_HEURISTIC_USER /* the caller's own function */
} tp_HeuristicKind;

typedef enum tp_Algorithm {
  TP_AUTO,    /* the fastest that keeps the profile's promise */
  TP_JPS,     /* jump point search, on maps of one price */
  TP_ASTAR,   /* by the book: of equal f, the smallest h */
  TP_DIJKSTRA /* without an estimate */
} tp_Algorithm;

enum {
  TP_MAX_SIZE = 64, /* cells along a side of the largest agent */
  TP_MAX_AWAY = 15, /* cells that an agent may keep away from walls */
  TP_MAX_LINK_PRICES =
      32, /* names of links that one pays a price of its own for */
  TP_MAX_OPEN_FENCES = 15 /* names of fences that do not block one */
};

/* Does a terrain hide what is behind it from the agent? */
typedef enum tp_Sees { TP_AS_THE_GRID, TP_HIDES, TP_SEES_THROUGH } tp_Sees;

/* The cost of links with a name for the agent, times a straight step; INFINITY:
 * the agent takes none of them. */
typedef struct tp_LinkPrice {
  char name[TP_NAME_SIZE];
  double price;
} tp_LinkPrice;

typedef struct tp_Profile {
  tp_Diagonal diagonal;
  tp_HeuristicKind heuristic;
  tp_Algorithm algorithm;
  double weight;                 /* 1 .. 1024 */
  double straight_cost;          /* of a step onto a cell of price 1, */
  double diagonal_cost;          /* TP_MIN_PRICE .. TP_MAX_PRICE */
  double price[TP_MAX_TERRAINS]; /* the agent's own; INFINITY: never enters;
                                    NAN: the grid's */
  uint8_t sees[TP_MAX_TERRAINS]; /* tp_Sees */
  int32_t wide, high; /* cells that the agent covers, 1 .. TP_MAX_SIZE; its
                         position is its top left one */
  int32_t away;       /* 0 .. TP_MAX_AWAY: up to this distance from a wall
                         cells cost more, */
  double away_price;  /* by this much beside it, and by less further off */
  double radius;      /* of its body, world units; 0: it is a point */
  int32_t landmarks;  /* 0: none */
  bool takes_no_links;
  int32_t
      link_costs; /* the agent's own, by name; the others cost what they say */
  tp_LinkPrice link_cost[TP_MAX_LINK_PRICES];
  int32_t open_fences; /* number of names of fences that do not block the
                          agent; -1: no fence does */
  char open_fence[TP_MAX_OPEN_FENCES][TP_NAME_SIZE];
  int32_t radius_x, radius_y; /* the same in 1/65536 of a column and of a
                                 row, computed by a navmap */
} tp_Profile;
