/* lacam.h - a search over configurations: where all movers of a cluster are at
 * once. From each one a round leads to the next.
 */
#ifndef TP_LACAM_H
#define TP_LACAM_H

#include "../base/order.h"
#include "pibt.h"

typedef enum tp_LacamStatus {
  TP_LACAM_FOUND,
  TP_LACAM_FAILED,     /* there is no way, or the limit is reached */
  TP_LACAM_NEEDS_ROOM, /* of more words: go on with them           */
  TP_LACAM_LATER       /* the budget is used up: go on with more   */
} tp_LacamStatus;

/* A search that is on, in a list of words that may move. */
typedef struct tp_Lacam {
  uint32_t members, nodes;
  uint32_t now, top;      /* the node it is at; no later one is open        */
  uint32_t best, arrived; /* the node where most are at their goals: so many */
  uint32_t began;         /* of so many at the beginning                   */
  uint64_t spent, limit;  /* decisions                                      */
  uint32_t *words;
  size_t room;              /* words */
  const uint32_t *id;       /* of members                                    */
  tp_Ranked *order, *spare; /* lists for as many                             */
} tp_Lacam;

/* Words with which a search may begin. */
TP_FUNC size_t tp_lacam_words(uint32_t members);

/* Begins with the members where they stand. j->id, order, spare, members,
 * words, room and limit are set. */
TP_FUNC void tp_lacam_begin(tp_Lacam *j, const tp_Round *r);

/* The words of a node, and how many they are. */
TP_FUNC uint32_t *tp_lacam_node(const tp_Lacam *j, uint32_t node);
TP_FUNC size_t tp_lacam_node_words(uint32_t members);

/* Goes on. The members stand where they stood at the beginning, and are the
 * round's group; room.forced is TP_ANYWHERE for each, now and afterwards. */
TP_FUNC tp_LacamStatus tp_lacam_run(tp_Lacam *j, tp_Round *r, uint64_t *budget);

/* Has it looked at all configurations? */
TP_FUNC bool tp_lacam_is_over(const tp_Lacam *j);

/* How many steps lead to a node, and who is where after so many of them. */
TP_FUNC uint32_t tp_lacam_steps(const tp_Lacam *j, uint32_t node);
TP_FUNC const uint32_t *tp_lacam_cells(const tp_Lacam *j, uint32_t node,
                                       uint32_t step);

/* Is the mover where it wants to be, in the cell? */
TP_FUNC bool tp_lacam_is_done(const tp_Mover *m, uint32_t cell);

#endif
