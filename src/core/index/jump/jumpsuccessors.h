/* jumpsuccessors.h - the jumps from a cell. */
#pragma once

#include "jumpplanes.h"

/* The start and the goal of a search have nodes of their own; jump point i has
 * node TP_FIRST_POINT + i. After those come nodes for places on rays, which a
 * query takes one by one: a jump to TP_NEW_PLACE takes the next. */
enum {
  TP_GOAL_NODE,
  TP_START_NODE,      /* the first of them */
  TP_START_NODES = 8, /* as many cells as lie beside another one */
  TP_FIRST_POINT = TP_START_NODE + TP_START_NODES
};
enum { TP_NEW_PLACE = TP_GOAL_NODE };

/* A jump to a jump point; or to a place, from which the rest of a ray is
 * scanned later. No jump leads to the start, whose number says so. */
typedef struct tp_JumpTo {
  uint32_t what; /* node * 8 + the direction of the last step */
  uint16_t x, y;
} tp_JumpTo;

/* All jumps from a cell by a set of steps. */
typedef struct tp_JumpList {
  uint64_t seen; /* version of the planes for which it is known to be valid */
  tp_Box read;   /* cells on which it depends */
  uint32_t next; /* another list of the same cell, for nodes with several */
  uint32_t count : 24;
  uint32_t steps : 8;
  tp_JumpTo jump[];
} tp_JumpList;

enum { TP_LIST_HEAD = sizeof(tp_JumpList) / sizeof(tp_JumpTo) };

/* The source of a list. */
typedef struct tp_JumpMap {
  const tp_JumpPlanes *jumps;
  const tp_Mask *mask;
  const tp_StepTable *table;
} tp_JumpMap;

/* The most room that a list takes, with its head, counted in jumps: two at each
 * cell of a ray, in each direction. */
TP_FUNC uint32_t tp_jump_list_most(const tp_JumpPlanes *jumps);

/* Makes the list of a cell for those steps. Unless `whole`, a place cuts a ray
 * with very many jumps short. */
TP_FUNC void tp_jump_list_make(tp_JumpList *list, const tp_JumpMap *map,
                               tp_Cell from, unsigned steps, bool whole);

/* Is the list still valid? Notes the version if it is. */
TP_INLINE bool tp_jump_list_is_valid(tp_JumpList *list,
                                     const tp_JumpPlanes *j) {
  if (list->seen == j->versions.now) return true;
  if (!tp_versions_are_unchanged(j->words, &j->versions, list->read,
                                 list->seen))
    return false;
  list->seen = j->versions.now;
  return true;
}
