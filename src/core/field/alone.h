/* alone.h - which of many points have no other one near.
 *
 * Most agents of a swarm on a large map have not, and nothing else needs to be
 * known of them. Points lie in bins, squares as wide as near is: so whoever
 * is near lies in one of 3 x 3. A bit for some of them each says that nobody is
 * there, another one that it is a single one; both tables stay in the nearest
 * memory. Lists are looked at where that does not do.
 *
 * 16 bytes a point and 6 to 12 for tables; 10 ns to add one, 15 to ask.
 */
#ifndef TP_ALONE_H
#define TP_ALONE_H

#include "../base/base.h"

typedef struct tp_AlonePoint {
  int32_t x, y;  /* in parts of a bin     */
  uint32_t next; /* in its list           */
  uint32_t bin;  /* of as many as bits are */
} tp_AlonePoint;

typedef struct tp_Alone {
  tp_AlonePoint *point;
  uint32_t *head;
  uint64_t *some, *more; /* bits: somebody is in a bin; a second one is */
  uint32_t mask;         /* of heads                                   */
  double left, top;      /* of the map                                 */
  double parts;          /* for a world unit                           */
  int64_t near;          /* a square, in parts                         */
} tp_Alone;

/* Bytes of the block for so many. */
TP_FUNC size_t tp_alone_bytes(size_t n);

/* With nobody in it, for points that are `span` away from left and top at most.
 */
TP_FUNC void tp_alone_init(tp_Alone *a, void *block, size_t n, double near,
                           double span);

/* Each number once. */
TP_FUNC void tp_alone_add(tp_Alone *a, uint32_t number, double x, double y);

/* Is none of the others nearer to a point? Where many are on one spot it may
 * say no in any case. */
TP_FUNC bool tp_alone_is(const tp_Alone *a, uint32_t number, double x,
                         double y);

#endif
