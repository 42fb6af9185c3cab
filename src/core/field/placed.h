/* placed.h - agents that have their places for now, and who of them is near a
 * point.
 *
 * They are found by bins, squares of the world a little wider than agents are
 * to be apart: whoever is nearer than that lies in one of 3 x 3 of them. A list
 * begins at a head in a hash table, in which three bins that lie side by side
 * have heads side by side. Those that are apart from each other are four in a
 * bin at most; so no more than some of each list are looked at, and a
 * thousand on one spot cost each other no more than a crowd does.
 *
 * 40 bytes an agent and 8 to 16 for heads; a look takes some 15 ns where nobody
 * is near.
 */
#ifndef TP_PLACED_H
#define TP_PLACED_H

#include "../base/base.h"

#define TP_NOBODY UINT32_MAX

enum {
  TP_PLACED_LOOKS = 20, /* at so many of a list */
  TP_PLACED_NEAR = 8    /* so many are told     */
};

typedef struct tp_Place {
  double world_x, world_y;
  int32_t x, y;          /* the same in parts of a bin                     */
  uint32_t next, before; /* in its list                                    */
  uint32_t root; /* the one at the goal whose pile it rests against, or waits
                    behind; TP_NOBODY: not known in this call                 */
  uint32_t has_moved : 1;   /* in this call: or has been found to stand    */
  uint32_t has_arrived : 1; /* in this call                                */
  uint32_t is_fixed : 1;    /* in this call: has pressed, or has been pushed */
  uint32_t pile : 29;       /* of a root: so many have arrived there       */
} tp_Place;

typedef struct tp_Placed {
  tp_Place *place; /* by agent               */
  uint32_t *head;  /* of lists; TP_NOBODY ends one */
  uint64_t *used;  /* a bit for some bins each, fewer than a head has:
                      somebody was in one of them                */
  uint32_t mask;
  double left, top; /* of the map                                            */
  double apart;     /* in world units                                        */
  double parts;     /* of a bin's side, that make a world unit               */
  int64_t near;     /* nearer than apart is whose squared distance is less,  */
  int64_t touching; /* in parts, and who lies in one pile touches: the same  */
} tp_Placed;

/* Who is nearer than apart. */
typedef struct tp_Near {
  uint32_t count;
  uint32_t who[TP_PLACED_NEAR];
  uint32_t moved; /* how many of all have moved in this call           */
  int64_t least;  /* squared distance to the nearest, in parts; INT64_MAX */
  int64_t least_moved; /* to the nearest of those that have moved            */
  bool is_unsettled; /* one of those that have moved has not arrived         */
} tp_Near;

/* How many heads there are for so many agents: a power of two. */
TP_INLINE size_t tp_placed_heads(size_t n) {
  size_t heads = 64;
  while (heads < 2 * n) heads *= 2;
  return heads;
}

enum { TP_PLACED_BITS = 4 }; /* bits for each head */

/* With nobody in it. A point of the map is `span` away from its left and top
 * border at most. */
TP_FUNC void tp_placed_init(tp_Placed *p, size_t n, double apart, double span);

/* An agent that is not in a list, whose place is not set. */
TP_FUNC void tp_placed_add(tp_Placed *p, uint32_t agent, double x, double y);

/* It has moved there. */
TP_FUNC void tp_placed_move(tp_Placed *p, uint32_t agent, double x, double y);

/* Who is near a point, but for the agent itself. */
TP_FUNC void tp_placed_look(const tp_Placed *p, uint32_t agent, double x,
                            double y, tp_Near *near);

/* The root of one who has arrived, and has one, an eighth farther away than
 * apart at most; TP_NOBODY where there is none. */
TP_FUNC uint32_t tp_placed_touches(const tp_Placed *p, double x, double y);

/* Gives that root to all those who have arrived, have none, and are as near to
 * an agent; writes who they are, and returns how many. */
TP_FUNC size_t tp_placed_spread(tp_Placed *p, uint32_t agent, uint32_t root,
                                uint32_t *who);

#endif
