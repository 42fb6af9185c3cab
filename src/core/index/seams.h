/* seams.h - where the children of a block touch, and which of their components
 * are joined there.
 */
#ifndef TP_SEAMS_H
#define TP_SEAMS_H

#include "labels.h"

/* A block and its children: north-west, north-east, south-west, south-east.
 * While their components are joined, `up` of one is another one of the same
 * block, or itself: TP_NODE | child << 16 | component. Then it is the
 * component's number in the block, from 1. */
#define TP_NODE UINT32_C(0x80000000)

typedef struct tp_Block {
  tp_Diagonal rule;
  const tp_Walls *walls; /* NULL: none count                           */
  tp_Cell middle;        /* the first cell of the fourth child         */
  int32_t side;          /* of a child                                 */
  uint32_t *up[4];       /* by component; NULL where the map has ended */
  uint32_t shown[4];     /* so many components                         */
  tp_TileSides sides[4];
  uint32_t components;
  bool changed;
} tp_Block;

TP_INLINE uint32_t *tp_block_up(const tp_Block *b, uint32_t node) {
  return &b->up[node >> 16 & 3][(node & 0xffff) - 1];
}

/* Joins the children's components where they meet: then `up` of each is the
 * least of those with which it was joined. A child's sides are so long. */
TP_FUNC void tp_block_join(const tp_Block *b, uint32_t across, uint32_t down);

#endif
