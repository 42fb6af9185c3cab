/* jumptrace.c - reads the path along jumps and links, and single nodes. Places
 * on rays are nodes like any other. */
#include "jumpsearch.h"

#include "jumpcosts.h"
#include "jumpnodes.h"

#include "../starts.h"

static int32_t direction_of(int32_t dx, int32_t dy) {
  return tp_direction((dx > 0) - (dx < 0), (dy > 0) - (dy < 0));
}

/* From its parent, a jump goes diagonally (vertically) first, then straight; so
 * backwards, the straight part comes first. */
bool tp_jump_next_leg(const tp_Search *s, tp_Cursor *c, tp_Leg *leg) {
  const tp_JumpNodes *nodes = tp_search_block(s, TP_SLOT_JUMP_NODES);
  const tp_Query *q = &s->plan.query;
  if (!q->out && tp_same_cell(c->at, q->start)) return false;
  const tp_JumpNode *node = &nodes->node[c->node]; /* at first, the goal */
  const tp_JumpNode *parent = &nodes->node[node->parent];
  /* The goal is the end of a link, or a start; or see may_go_on. A start is its
   * own parent. */
  while (node != parent && parent->x == c->at.x && parent->y == c->at.y) {
    node = parent;
    parent = &nodes->node[node->parent];
  }
  if (node == parent) return false;
  if (tp_node_came_by(node->key) == TP_BY_LINK) {
    tp_leg_set(leg, TP_BY_LINK, 1);
    leg->edge = *tp_search_edges_taken(tp_search_edges(s), c->at);
    c->node = node->parent;
    tp_leg_go(leg, leg->length, TP_BACKWARDS, &c->at);
    return true;
  }
  int32_t dx = c->at.x - parent->x, dy = c->at.y - parent->y;
  int32_t wide = dx < 0 ? -dx : dx;
  int32_t high = dy < 0 ? -dy : dy;
  bool is_corner = wide > 0 && high > 0;
  if (tp_is_four(s->plan.navmap->profile.diagonal) && is_corner) {
    tp_leg_set(leg, direction_of(dx, 0), wide);
  } else if (is_corner && wide > high) {
    tp_leg_set(leg, direction_of(dx, 0), wide - high);
  } else if (is_corner && wide < high) {
    tp_leg_set(leg, direction_of(0, dy), high - wide);
  } else {
    tp_leg_set(leg, direction_of(dx, dy), wide > high ? wide : high);
    c->node = node->parent;
  }
  tp_leg_go(leg, leg->length, TP_BACKWARDS, &c->at);
  return true;
}

bool tp_jump_node_info(const tp_Search *s, tp_Cell cell, tp_NodeInfo *info) {
  const tp_Navmap *nav = s->plan.navmap;
  tp_Ranking ranking = tp_jump_ranking(&s->plan);
  const tp_JumpNodes *nodes = tp_search_block(s, TP_SLOT_JUMP_NODES);
  uint32_t found[TP_FIRST_POINT + 1], count = 0;
  for (; count < tp_starts_count(&s->plan); count++) {
    found[count] = TP_START_NODE + count;
  }
  found[count++] = TP_GOAL_NODE;
  bool are_made = tp_navmap_part(nav, TP_PART_JUMPS)->seen > 0;
  if (are_made && tp_jump_planes_is_point(nav->jumps, cell.x, cell.y)) {
    found[count++] =
        TP_FIRST_POINT + tp_jump_planes_number(nav->jumps, cell.x, cell.y);
  }
  for (uint32_t i = 0; i < count && found[i] < TP_FIRST_POINT + nodes->points;
       i++) {
    if (!tp_jump_node_is_ready(nodes, found[i])) continue;
    const tp_JumpNode *node = &nodes->node[found[i]];
    const tp_JumpNode *from = &nodes->node[node->parent];
    if (!tp_node_is_known(&nodes->now, node->key)) continue;
    if (node->x != cell.x || node->y != cell.y) continue;
    uint64_t cost = tp_node_g(&nodes->now, node->key);
    if (found[i] == TP_GOAL_NODE && ranking != TP_UNRANKED) {
      /* The goal's node includes an extra cost. */
      const tp_Metric steps = tp_jump_steps(nav, ranking);
      cost = tp_node_g(&nodes->now, from->key) +
             tp_metric_of_squares(steps, (tp_Cell){from->x, from->y}, cell);
    }
    info->closed = node->key & TP_NODE_CLOSED;
    info->g = tp_jump_plain(nav, cost, ranking);
    info->h = tp_jump_plain(
        nav, tp_estimate(&s->plan.heuristic, cell.x, cell.y), ranking);
    /* The parent is a jump point: places in between are passed. */
    uint32_t parent = node->parent;
    while (tp_jump_node_is_place(nodes, parent)) {
      parent = nodes->node[parent].parent;
    }
    from = &nodes->node[parent];
    info->parent = (tp_Cell){from->x, from->y};
    return true;
  }
  return false;
}

uint32_t tp_jump_reached(const tp_Search *s, uint32_t *cells) {
  const tp_JumpNodes *nodes = tp_search_block(s, TP_SLOT_JUMP_NODES);
  const uint32_t end = TP_FIRST_POINT + nodes->points;
  uint32_t count = 0;
  for (uint32_t first = 0; first < end; first += 64) {
    if (!tp_jump_node_is_ready(nodes, first)) continue;
    for (uint32_t i = first; i < first + 64 && i < end; i++) {
      const tp_JumpNode *node = &nodes->node[i];
      if (!tp_node_is_known(&nodes->now, node->key)) continue;
      if (cells) cells[count] = tp_pack_cell(node->x, node->y);
      count++;
    }
  }
  return count;
}
