/* backtrace.c - reads the path and single nodes of A*, from the end back. */
#include "astar.h"

#include "openlist.h"
#include "starts.h"

bool tp_astar_next_leg(const tp_Search *s, tp_Cursor *c, tp_Leg *leg) {
  tp_Nodes *nodes = tp_astar_nodes(s);
  const uint64_t *node = tp_nodes_by_cell(nodes);
  size_t here = tp_astar_index(s, c->at);
  const uint64_t g = tp_node_g(&nodes->now, node[here]);
  if (tp_starts_has(&s->plan, c->at, g)) return false;
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
  } while (tp_node_came_by(node[here]) == d); /* at a start: TP_NO_DIRECTION */
  tp_leg_set(leg, d, length);
  tp_leg_go(leg, leg->length, TP_BACKWARDS, &c->at);
  return true;
}

/* The cell is its own parent at the start, and if the tie rule (tiebreaking.c)
 * has reset the predecessor. */
bool tp_astar_node_info(const tp_Search *s, tp_Cell cell, tp_NodeInfo *info) {
  tp_Nodes *nodes = tp_astar_nodes(s);
  if (!tp_node_is_ready(nodes, tp_astar_index(s, cell))) return false;
  uint64_t node = *tp_node_of(nodes, tp_astar_index(s, cell));
  if (!tp_node_is_known(&nodes->now, node)) return false;
  info->closed = node & TP_NODE_CLOSED;
  info->g = tp_node_g(&nodes->now, node);
  info->h = tp_astar_estimate(s, cell);
  info->parent = cell;
  if (tp_starts_has(&s->plan, cell, info->g)) return true;
  const int d = tp_node_came_by(node);
  if (d == TP_BY_LINK) {
    const tp_Edge *edge = tp_search_edges_taken(tp_search_edges(s), cell);
    info->parent = tp_unpack_cell(edge->from);
    return true;
  }
  const tp_Cell before = tp_beside(cell, tp_opposite(d));
  const uint64_t other = *tp_node_of(nodes, tp_astar_index(s, before));
  if (tp_node_is_known(&nodes->now, other)) info->parent = before;
  return true;
}

uint32_t tp_astar_reached(const tp_Search *s, uint32_t *cells) {
  tp_Nodes *nodes = tp_astar_nodes(s);
  const tp_Rect box = tp_starts_reached(&s->plan, s->expanded);
  uint32_t count = 0;
  for (int32_t y = box.y; y < box.y + box.h; y++) {
    if (!tp_node_is_ready(nodes, tp_astar_index(s, (tp_Cell){0, y}))) continue;
    for (int32_t x = box.x; x < box.x + box.w; x++) {
      const size_t i = tp_astar_index(s, (tp_Cell){x, y});
      if (!tp_node_is_known(&nodes->now, *tp_node_of(nodes, i))) continue;
      if (cells) cells[count] = tp_pack_cell(x, y);
      count++;
    }
  }
  return count;
}
