/* spatialhash.h - a spatial hash of the agents of a swarm, to find those near a
 * point.
 *
 * Agents lie in buckets: squares of the world, one and a half times as wide as
 * the distance that they keep. The list of a bucket begins at a head in a hash
 * table. A look reads at most 20 agents of a list and reports at most 12: so a
 * thousand agents on one spot cost each other no more than a crowd does.
 *
 * 32 bytes an agent, and 8 to 16 for heads. A look takes some 15 ns if no agent
 * is near.
 */
#pragma once

#include "../map/grid.h"

enum { TP_SPATIALHASH_NEAR = 12 /* the most that are reported */ };

typedef struct tp_HashedAgent {
  tp_Place at;
  int32_t x, y;          /* `at` in parts of a bucket */
  uint32_t next, before; /* in its list */
} tp_HashedAgent;

typedef struct tp_SpatialHash {
  tp_HashedAgent *agent;
  uint32_t *head;   /* of lists */
  uint32_t mask;    /* of heads */
  double left, top; /* of the map */
  double apart;     /* in world units */
  double parts;     /* parts of a bucket in a world unit */
} tp_SpatialHash;

/* The agents near a point. Distances are squared, in parts. */
typedef struct tp_Near {
  int count;
  uint32_t who[TP_SPATIALHASH_NEAR];
  int64_t far[TP_SPATIALHASH_NEAR];
  int64_t least; /* also of agents that are not reported; INT64_MAX: none */
} tp_Near;

/* Bytes of the block for so many agents. */
TP_FUNC size_t tp_spatialhash_bytes(size_t n);

/* Makes an empty hash; `left` and `top` are set. Points of the map are at most
 * `span` from them, and `apart` is at most 4 times `span`. */
TP_FUNC void tp_spatialhash_init(tp_SpatialHash *p, void *block, size_t n,
                                 double apart, double span);

/* Adds an agent. */
TP_FUNC void tp_spatialhash_add(tp_SpatialHash *p, uint32_t number,
                                tp_Place at);

/* Moves an agent that was added. */
TP_FUNC void tp_spatialhash_move(tp_SpatialHash *p, uint32_t number,
                                 tp_Place at);

/* Finds the agents nearer to a point than `times` times `apart` (at most 1.5),
 * except one. */
TP_FUNC tp_Near tp_spatialhash_find(const tp_SpatialHash *p, uint32_t except,
                                    tp_Place at, double times);

/* `times` times `apart`, as a square in parts. */
TP_INLINE int64_t tp_spatialhash_square(const tp_SpatialHash *p, double times) {
  int64_t parts = (int64_t)(tp_product(times, p->apart) * p->parts);
  return parts * parts;
}
