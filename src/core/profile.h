/* profile.h - what one kind of agent asked for, unchanged. */
#ifndef TP_PROFILE_H
#define TP_PROFILE_H

#include "moves.h"

typedef enum tp_HeuristicKind {
  TP_HEURISTIC_AUTO, /* follows the rule and the step costs; never too high */
  TP_HEURISTIC_OCTILE,
  TP_HEURISTIC_MANHATTAN,
  TP_HEURISTIC_CHEBYSHEV,
  TP_HEURISTIC_EUCLIDEAN,
  TP_HEURISTIC_ZERO,
  TP_HEURISTIC_ASKED /* the caller's own function */
} tp_HeuristicKind;

typedef enum tp_Algorithm {
  TP_AUTO,    /* the fastest that keeps the profile's promise               */
  TP_JPS,     /* jump point search, on maps of one price                     */
  TP_ASTAR,   /* by the book: of equal f, the smallest h                    */
  TP_DIJKSTRA /* estimates nothing                                          */
} tp_Algorithm;

typedef struct tp_Profile {
  tp_Diagonal diagonal;
  tp_HeuristicKind heuristic;
  tp_Algorithm algorithm;
  double weight;        /* 1 .. 1024                                      */
  double straight_cost; /* of a step onto a cell of price 1,              */
  double diagonal_cost; /* TP_MIN_PRICE .. TP_MAX_PRICE                   */
  double price[TP_MAX_TERRAINS]; /* the agent's own; INFINITY: never enters;
                                    NAN: the grid's                        */
} tp_Profile;

#endif
