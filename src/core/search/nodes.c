/* nodes.c - the node stores; see nodes.h and jump/nodes.h for their layout. */
#include "jump/nodes.h"

#include <string.h>

#include "../agent/costs.h"

enum { SHORT_BITS = 40 };

size_t tp_nodes_bytes(size_t cells) {
  return offsetof(tp_Nodes, node) + cells * sizeof(uint64_t);
}

bool tp_stamp_renew(tp_Stamp *now, int cost_bits) {
  int bits = cost_bits <= SHORT_BITS ? SHORT_BITS : TP_COST_BITS;
  bool goes_on = bits == now->g_bits && now->stamp > 0;
  if (!goes_on) {
    now->g_bits = bits;
    now->stamp = (UINT64_C(1) << (64 - TP_NODE_LOW_BITS - bits)) - 1;
  }
  now->stamp--;
  return goes_on;
}

void tp_nodes_init(tp_Nodes *n, size_t cells) {
  n->now = (tp_Stamp){0, 0, 0};
  n->cells = cells;
}

/* All ones is older than any stamp in use. */
void tp_nodes_renew(tp_Nodes *n, int cost_bits) {
  if (tp_stamp_renew(&n->now, cost_bits)) return;
  memset(n->node, 0xff, n->cells * sizeof n->node[0]);
}

/* ---- jump points -------------------------------------------------------- */

static uint32_t with_spare(uint32_t points) { return points + points / 8 + 64; }

enum { PLACES = 1024 };

static uint32_t room(uint32_t points, uint32_t jumps) {
  uint32_t usual = 4 * with_spare(points);
  return usual > jumps ? usual : jumps;
}

size_t tp_jump_nodes_bytes(uint32_t points, uint32_t jumps) {
  size_t nodes = TP_FIRST_POINT + (size_t)with_spare(points) + PLACES;
  return offsetof(tp_JumpNodes, node) + nodes * sizeof(tp_JumpNode) +
         (size_t)room(points, jumps) * sizeof(tp_JumpTo);
}

void tp_jump_nodes_init(tp_JumpNodes *n, uint32_t points, uint32_t jumps) {
  memset(n, 0, offsetof(tp_JumpNodes, node));
  n->points = with_spare(points);
  n->places = PLACES;
  n->room = room(points, jumps);
}

void tp_jump_nodes_forget(tp_JumpNodes *n) {
  const uint32_t last = UINT32_MAX;
  n->used = 0;
  if (n->age == last) {
    for (uint32_t i = 0; i < TP_FIRST_POINT + n->points; i++) {
      n->node[i].age = 0;
    }
    n->age = 0;
  }
  n->age++;
}

void tp_jump_nodes_renew(tp_JumpNodes *n, int cost_bits) {
  bool goes_on = tp_stamp_renew(&n->now, cost_bits);
  for (uint32_t i = 0; !goes_on && i < TP_FIRST_POINT + n->points; i++) {
    n->node[i].key = UINT64_MAX;
    if (n->age == 0) n->node[i].age = 0;
  }
  if (n->age == 0) tp_jump_nodes_forget(n);
}
