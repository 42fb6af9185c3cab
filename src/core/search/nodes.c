/* nodes.c - the store of cells; see nodes.h for its layout. */
#include "nodes.h"

#include <string.h>

#include "../agent/costs.h"

enum { SHORT_BITS = 40 };

size_t tp_nodes_bytes(size_t cells) {
  return offsetof(tp_Nodes, node) + cells * sizeof(uint64_t);
}

bool tp_node_version_renew(tp_NodeVersion *now, int cost_bits) {
  int bits = cost_bits <= SHORT_BITS ? SHORT_BITS : TP_COST_BITS;
  bool goes_on = bits == now->g_bits && now->version > 0;
  if (!goes_on) {
    now->g_bits = bits;
    now->version = (UINT64_C(1) << (64 - TP_NODE_LOW_BITS - bits)) - 1;
  }
  now->version--;
  return goes_on;
}

void tp_nodes_init(tp_Nodes *n, size_t cells) {
  n->now = (tp_NodeVersion){0, 0, 0};
  n->cells = cells;
}

/* All ones is older than any version in use. */
void tp_nodes_renew(tp_Nodes *n, int cost_bits) {
  if (tp_node_version_renew(&n->now, cost_bits)) return;
  memset(n->node, 0xff, n->cells * sizeof n->node[0]);
}
