/* lacam.h - a search over configurations. A configuration is the cells of all
 * units of a cluster at one time; a round leads from each to the next.
 */
#pragma once

#include "../base/mergesort.h"
#include "pibt.h"

typedef enum tp_LacamStatus {
  TP_LACAM_FOUND,
  TP_LACAM_FAILED,     /* no solution, or the limit is reached */
  TP_LACAM_NEEDS_ROOM, /* of more words: give them, and go on */
  TP_LACAM_LATER       /* the budget is used up: go on with a new one */
} tp_LacamStatus;

#define TP_NO_NODE UINT32_MAX

/* A search under way, in a list of words that may move. */
typedef struct tp_Lacam {
  uint32_t members, nodes;
  bool is_thorough;       /* first tries what one member alone can do */
  uint32_t closed;        /* a node with so many tries is closed for now */
  uint32_t now, top;      /* current node; no node after `top` is open.
                             TP_NO_NODE: all configurations were looked at */
  uint32_t best, arrived; /* the node with most members at their goals; their
                             number */
  uint32_t began;         /* so many were at their goals at the beginning */
  uint64_t spent, limit;  /* in decisions */
  tp_LacamStatus ended;   /* how the search ended; TP_LACAM_LATER: it goes on */
  uint32_t to, from;      /* then: its plan is short from `to` on, and `from` is
                             the last node that was tried before it, */
  uint32_t looks;         /* the last of so many */
  uint32_t *words;
  size_t room;              /* number of words */
  const uint32_t *id;       /* of the members */
  tp_Ranked *order, *spare; /* working lists of that length */
} tp_Lacam;

/* The least number of words for a search. */
TP_FUNC size_t tp_lacam_words(uint32_t members);

/* Begins with the members where they stand. The caller sets l->id, order,
 * spare, members, words, room, limit and is_thorough. */
TP_FUNC void tp_lacam_begin(tp_Lacam *l, const tp_Round *r);

/* Goes on with the search, which then shortens its plan. Both are paid from the
 * budget, 4 for each decision. The members must stand where they stood at the
 * beginning, and be the round's group. room.forced must be TP_ANYWHERE for each
 * member, and is so afterwards. */
TP_FUNC tp_LacamStatus tp_lacam_run(tp_Lacam *l, tp_Round *r, uint64_t *budget);

/* The number of steps to a node; and the members' cells after so many of
 * them. */
TP_FUNC uint32_t tp_lacam_steps(const tp_Lacam *l, uint32_t node);
TP_FUNC const uint32_t *tp_lacam_cells(const tp_Lacam *l, uint32_t node,
                                       uint32_t step);
