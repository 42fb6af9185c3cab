/* nodes.c - the store of jump points; see nodes.h for its layout. */
#include "nodes.h"

#include <string.h>

enum { PLACES = 1024 };

static uint32_t with_spare(uint32_t points) { return points + points / 8 + 64; }

static uint32_t room_for(uint32_t points, uint32_t jumps) {
  uint32_t usual = 4 * with_spare(points);
  return usual > jumps ? usual : jumps;
}

size_t tp_jump_nodes_bytes(uint32_t points, uint32_t jumps) {
  size_t nodes = TP_FIRST_POINT + (size_t)with_spare(points) + PLACES;
  return offsetof(tp_JumpNodes, node) + nodes * sizeof(tp_JumpNode) +
         (size_t)room_for(points, jumps) * sizeof(tp_JumpTo);
}

/* A node without lists is of no version. */
void tp_jump_nodes_init(tp_JumpNodes *n, uint32_t points, uint32_t jumps) {
  memset(n, 0, offsetof(tp_JumpNodes, node));
  n->points = with_spare(points);
  n->places = PLACES;
  n->room = room_for(points, jumps);
  n->version = 1;
  for (uint32_t i = 0; i < TP_FIRST_POINT + n->points; i++)
    n->node[i].version = 0;
}

void tp_jump_nodes_renew(tp_JumpNodes *n, int cost_bits) {
  n->next_place = TP_FIRST_POINT + n->points;
  if (tp_node_version_renew(&n->now, cost_bits)) return;
  for (uint32_t i = 0; i < TP_FIRST_POINT + n->points; i++) {
    n->node[i].key = UINT64_MAX;
  }
}
