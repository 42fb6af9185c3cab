/* backtrace.c - reads the path and single nodes of A*, from the end back. */
#include "astar.h"

#include "openlist.h"

bool tp_astar_next_leg(const tp_Search *s, tp_Cursor *c, tp_Leg *leg) {
  const uint64_t *node = tp_astar_nodes(s)->node;
  size_t here = tp_astar_index(s, c->at),
         first = tp_astar_index(s, s->plan.query.start);
  int d = tp_node_came_by(node[here]);
  if (d == TP_BY_LINK) {
    tp_leg_set(leg, d, 1);
    leg->edge = *tp_search_edges_taken(tp_search_edges(s), c->at);
    c->at = tp_unpack_cell(leg->edge.from);
    return true;
  }
  size_t step = (size_t)tp_offset(d, s->plan.navmap->grid->width);
  int32_t length = 0;
  do {
    here -= step;
    length++;
  } while (here != first && tp_node_came_by(node[here]) == d);
  tp_leg_set(leg, d, length);
  tp_leg_go(leg, leg->length, TP_BACKWARDS, &c->at);
  return true;
}

/* The cell is its own parent at the start, and if the tie rule (tiebreaking.c)
 * has reset the predecessor. */
bool tp_astar_node_info(const tp_Search *s, tp_Cell cell, tp_NodeInfo *info) {
  const tp_Nodes *nodes = tp_astar_nodes(s);
  uint64_t node = nodes->node[tp_astar_index(s, cell)];
  if (!tp_node_is_known(&nodes->now, node)) return false;
  info->closed = node & TP_NODE_CLOSED;
  info->g = tp_node_g(&nodes->now, node);
  info->h = tp_astar_estimate(s, cell);
  info->parent = cell;
  if (tp_same_cell(cell, s->plan.query.start)) return true;
  const int d = tp_node_came_by(node);
  if (d == TP_BY_LINK) {
    const tp_Edge *edge = tp_search_edges_taken(tp_search_edges(s), cell);
    info->parent = tp_unpack_cell(edge->from);
    return true;
  }
  const tp_Cell before = tp_beside(cell, tp_opposite(d));
  const uint64_t other = nodes->node[tp_astar_index(s, before)];
  if (tp_node_is_known(&nodes->now, other)) info->parent = before;
  return true;
}
