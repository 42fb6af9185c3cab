/* nodes.c - the node store; see nodes.h for the layout and why. */
#include "nodes.h"

#include <string.h>

#include "costs.h"

enum { SHORT_BITS = 40 };

size_t tp_nodes_bytes(size_t cells) {
  return offsetof(tp_Nodes, node) + cells * sizeof(uint64_t);
}

/* All ones is older than any stamp in use. */
static void forget(tp_Nodes *n, int bits) {
  memset(n->node, 0xff, n->cells * sizeof n->node[0]);
  n->g_bits = bits;
  n->stamp = (UINT64_C(1) << (64 - TP_NODE_LOW_BITS - bits)) - 1;
}

void tp_nodes_init(tp_Nodes *n, size_t cells) {
  n->cells = cells;
  n->padding = 0;
  forget(n, SHORT_BITS);
}

void tp_nodes_renew(tp_Nodes *n, int cost_bits) {
  int bits = cost_bits <= SHORT_BITS ? SHORT_BITS : TP_COST_BITS;
  if (bits != n->g_bits || n->stamp == 0) forget(n, bits);
  n->stamp--;
}
