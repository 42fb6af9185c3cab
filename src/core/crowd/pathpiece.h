/* pathpiece.h - a straight piece of a path, or a link. */
#pragma once

#include <stdlib.h>

#include "../navmap/navmap.h"

/* From a turn back to the one before it. */
typedef struct tp_Piece {
  tp_Cell from;   /* the end nearer to the goal */
  int32_t dx, dy; /* of one step, against the path */
  int32_t length;
  bool is_link;       /* one step, by dx, dy */
  uint64_t link_cost; /* of a link */
} tp_Piece;

TP_INLINE tp_Piece tp_piece_between(tp_Cell from, tp_Cell to) {
  int32_t dx = to.x - from.x, dy = to.y - from.y;
  int32_t length = tp_greater(abs(dx), abs(dy));
  return (tp_Piece){
      from, (dx > 0) - (dx < 0), (dy > 0) - (dy < 0), length, false, 0};
}

TP_INLINE tp_Cell tp_piece_cell(tp_Piece p, int32_t steps) {
  return (tp_Cell){p.from.x + p.dx * steps, p.from.y + p.dy * steps};
}

/* The number of steps between a cell and the piece's end; -1: the cell is not
 * on it. */
TP_INLINE int32_t tp_piece_place(tp_Piece p, tp_Cell c) {
  int32_t dx = c.x - p.from.x, dy = c.y - p.from.y;
  int32_t steps = tp_greater(abs(dx), abs(dy));
  if (p.is_link) {
    if (steps == 0) return 0;
    return dx == p.dx && dy == p.dy ? 1 : -1;
  }
  if (steps > p.length) return -1;
  return dx == p.dx * steps && dy == p.dy * steps ? steps : -1;
}

/* The cost of `steps` steps of the piece; `first` more steps follow them. */
TP_INLINE uint64_t tp_piece_cost(const tp_Navmap *nav, tp_Piece p,
                                 int32_t first, int32_t steps) {
  const tp_Costs *costs = &nav->costs;
  const uint64_t *step = costs->step[p.dx != 0 && p.dy != 0];
  uint64_t cost = 0;
  if (steps <= 0) return 0;
  if (p.is_link) return p.link_cost;
  if (costs->uniform) {
    return (uint64_t)steps * costs->cheapest[p.dx != 0 && p.dy != 0];
  }
  for (int32_t i = first; i < first + steps; i++) {
    tp_Cell c = tp_piece_cell(p, i);
    const bool is_free = tp_mask_has(nav->mask, c.x, c.y);
    const size_t cell = tp_grid_index(nav->grid, c.x, c.y);
    cost += step[is_free ? costs->class_of[cell] : tp_costs_dearest(costs)];
  }
  return cost;
}
