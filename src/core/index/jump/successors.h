/* successors.h - where one gets from a cell by jumps. */
#ifndef TP_INDEX_JUMP_SUCCESSORS_H
#define TP_INDEX_JUMP_SUCCESSORS_H

#include "planes.h"

/* The start and the goal of a search have nodes of their own; jump point i has
 * node TP_FIRST_POINT + i. After those come nodes for places on the way along a
 * ray, taken one by one as a query needs them. */
enum { TP_START_NODE, TP_GOAL_NODE, TP_FIRST_POINT };

/* To a jump point, or, with TP_START_NODE for its node, to a place on a ray. */
typedef struct tp_JumpTo {
  uint32_t what; /* node * 8 + the direction by which one comes there */
  uint16_t x, y;
} tp_JumpTo;

/* All jumps from a cell from which those steps lead on. */
typedef struct tp_JumpList {
  uint64_t seen; /* version of the planes of which it holds for certain   */
  tp_Box read;   /* cells on which it depends                             */
  uint32_t next; /* of another list of the cell, for who keeps several    */
  uint32_t count : 24;
  uint32_t steps : 8;
  tp_JumpTo jump[];
} tp_JumpList;

enum { TP_LIST_HEAD = sizeof(tp_JumpList) / sizeof(tp_JumpTo) };

/* What it is made from. */
typedef struct tp_JumpMap {
  const tp_JumpPlanes *jumps;
  const tp_Mask *mask;
  const tp_Pruning *pruning;
} tp_JumpMap;

/* Room that a list takes at most, head and all, counted in jumps: two at each
 * cell of a ray, in each direction. */
TP_FUNC uint32_t tp_jump_list_most(const tp_JumpPlanes *jumps);

/* Makes the list of a cell from which those steps lead on. Unless `whole`, a
 * ray with very many jumps is cut short by a place. */
TP_FUNC void tp_jump_list_make(tp_JumpList *list, const tp_JumpMap *map,
                               tp_Cell from, unsigned steps, bool whole);

/* Would it be the same if it were made now? Notes that, too. */
TP_INLINE bool tp_jump_list_is_valid(tp_JumpList *list,
                                     const tp_JumpPlanes *j) {
  if (list->seen == j->versions.now) return true;
  if (!tp_versions_stood(j->words, &j->versions, list->read, list->seen))
    return false;
  list->seen = j->versions.now;
  return true;
}

#endif
