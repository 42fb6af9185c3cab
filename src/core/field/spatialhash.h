/* spatialhash.h - a spatial hash of the agents of a swarm: which of them are
 * near a point.
 *
 * They lie in bins, squares of the world one and a half times as wide as they
 * keep apart. A bin's list begins at a head in a hash table. A look reads 20
 * agents of a list at most, and tells 12: so a thousand on one spot cost each
 * other no more than a crowd does.
 *
 * 32 bytes an agent and 8 to 16 for heads; a look takes some 15 ns if nobody is
 * near.
 */
#ifndef TP_SPATIALHASH_H
#define TP_SPATIALHASH_H

#include "../map/grid.h"

enum { TP_SPATIALHASH_NEAR = 12 /* so many are told */ };

typedef struct tp_HashedAgent {
  tp_Place at;
  int32_t x, y;          /* the same in parts of a bin */
  uint32_t next, before; /* in its list                */
} tp_HashedAgent;

typedef struct tp_SpatialHash {
  tp_HashedAgent *agent;
  uint32_t *head;   /* of lists                    */
  uint32_t mask;    /* of heads                    */
  double left, top; /* of the map                  */
  double apart;     /* in world units              */
  double parts;     /* of a bin, in a world unit   */
} tp_SpatialHash;

/* The agents near a point. Distances are squares of parts. */
typedef struct tp_Near {
  int count;
  uint32_t who[TP_SPATIALHASH_NEAR];
  int64_t far[TP_SPATIALHASH_NEAR];
  int64_t least; /* also of those that are not told; INT64_MAX: nobody */
} tp_Near;

/* Bytes of the block for so many. */
TP_FUNC size_t tp_spatialhash_bytes(size_t n);

/* With nobody in it; `left` and `top` are set. A point of the map is `span`
 * from them at most, and `apart` 4 times that. */
TP_FUNC void tp_spatialhash_init(tp_SpatialHash *p, void *block, size_t n,
                                 double apart, double span);

/* Puts an agent in. */
TP_FUNC void tp_spatialhash_add(tp_SpatialHash *p, uint32_t number,
                                tp_Place at);

/* Moves an agent that is in. */
TP_FUNC void tp_spatialhash_move(tp_SpatialHash *p, uint32_t number,
                                 tp_Place at);

/* The agents nearer to a point than so many times `apart` (1.5 at most), except
 * one. */
TP_FUNC tp_Near tp_spatialhash_find(const tp_SpatialHash *p, uint32_t except,
                                    tp_Place at, double times);

/* So many times `apart`, as a square of parts. */
TP_INLINE int64_t tp_spatialhash_square(const tp_SpatialHash *p, double times) {
  int64_t parts = (int64_t)(tp_product(times, p->apart) * p->parts);
  return parts * parts;
}

#endif
