/* openlist.h - the queue that all algorithms share; and the nodes of A*. */
#pragma once

#include "../base/bucketqueue.h"
#include "../base/heap.h"
#include "algorithm.h"
#include "nodes.h"

TP_INLINE tp_Nodes *tp_astar_nodes(const tp_Search *s) {
  return tp_search_block(s, TP_SLOT_NODES);
}

/* Values of the caller's heuristic, by cell. */
TP_INLINE uint64_t *tp_astar_estimates(const tp_Search *s) {
  return tp_search_block(s, TP_SLOT_ESTIMATES);
}

TP_INLINE size_t tp_astar_index(const tp_Search *s, tp_Cell c) {
  return tp_grid_index(s->plan.navmap->grid, c.x, c.y);
}

/* The estimate of a cell whose node is known. */
TP_INLINE uint64_t tp_astar_estimate(const tp_Search *s, tp_Cell at) {
  const tp_Heuristic *h = &s->plan.heuristic;
  return h->kind == TP_HEURISTIC_USER
             ? tp_astar_estimates(s)[tp_astar_index(s, at)]
             : tp_estimate(h, at.x, at.y);
}

/* The number of buckets of a queue: at least `reach`, unless that is more than
 * TP_MOST_WINDOW. */
enum { TP_MOST_WINDOW = 1 << 16 };
TP_FUNC uint32_t tp_openlist_window(uint64_t reach);

/* For any algorithm: checks that there is a queue for the plan, so that a
 * search can begin. TP_FOUND, or TP_NEEDS_ROOM. */
TP_FUNC tp_Status tp_openlist_make_room(tp_Search *s);

/* Empties the queue; the first key to come is at least `key`. */
TP_FUNC void tp_openlist_clear(tp_Search *s, uint64_t key);

/* Puts a start into the buckets. */
TP_FUNC void tp_openlist_start(tp_Search *s, uint64_t key, uint32_t start);

/* Asks for a queue with more room. Returns TP_NEEDS_ROOM. */
TP_FUNC tp_Status tp_openlist_grow(tp_Search *s);

/* As in rows of algorithm.h. */
TP_FUNC void tp_openlist_take(tp_Search *s, tp_Slot slot, const void *old);
TP_FUNC tp_Status tp_astar_allocate(tp_Search *s, uint64_t budget);

/* Makes the nodes ready up to so many steps from the starts, or, with links,
 * all. False: a larger block is needed. */
TP_FUNC bool tp_astar_make_ready(tp_Search *s, uint64_t steps);

/* Before loops of A*: makes all nodes ready if the budget may be enough to come
 * to all. Otherwise rows become ready when the search comes to them. False: a
 * larger block is needed. */
TP_FUNC bool tp_astar_plan_rows(tp_Search *s, uint64_t budget);

/* After a loop of A* that needs room, for nodes or in its queue: is there room
 * now? Otherwise a larger block is needed. */
TP_FUNC bool tp_astar_make_room(tp_Search *s);

/* In the loop: the cell to expand next is not inner. */
TP_INLINE tp_Status tp_astar_ask(tp_Search *s, tp_Cell at) {
  tp_Nodes *nodes = tp_astar_nodes(s);
  nodes->asks = true;
  nodes->row = at.y;
  return TP_NEEDS_ROOM;
}

/* Resets all nodes, except for those of the starts, which are still to be
 * inserted into the queue. This is empty, and takes no key below `key`. */
TP_FUNC void tp_astar_begin(tp_Search *s, uint64_t key);
