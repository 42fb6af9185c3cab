/* nodes.c - the store of cells; see nodes.h for its layout. */
#include "nodes.h"

#include <string.h>

#include "../agent/costs.h"

enum { SHORT_BITS = 40 };

size_t tp_nodes_bytes(size_t room) {
  return offsetof(tp_Nodes, node) + room * sizeof(uint64_t);
}

static int bits_of(int cost_bits) {
  return cost_bits <= SHORT_BITS ? SHORT_BITS : TP_COST_BITS;
}

static bool goes_on_with(const tp_NodeVersion *now, int bits) {
  return bits == now->g_bits && now->version > 1;
}

bool tp_node_version_renew(tp_NodeVersion *now, int cost_bits) {
  int bits = bits_of(cost_bits);
  bool goes_on = goes_on_with(now, bits);
  if (!goes_on) {
    now->g_bits = bits;
    now->version = (UINT64_C(1) << (64 - TP_NODE_LOW_BITS - bits)) - 1;
  }
  now->version--;
  return goes_on;
}

void tp_nodes_init(tp_Nodes *n, size_t cells, uint64_t from, uint64_t room) {
  n->now = (tp_NodeVersion){0, 0, 0};
  n->cells = cells;
  n->from = from;
  n->room = room;
  n->first = n->end = 0;
  n->has_expired = n->asks = false;
}

void tp_nodes_move(tp_Nodes *n, const tp_Nodes *old) {
  const uint64_t ready = old->end - old->first;
  n->now = old->now;
  n->first = old->first;
  n->end = old->end;
  n->has_expired = old->has_expired;
  if (ready == 0) return;
  memcpy(tp_node_of(n, n->first), &old->node[old->first - old->from],
         (size_t)ready * sizeof n->node[0]);
}

void tp_nodes_expire(tp_Nodes *n, int cost_bits) {
  if (n->has_expired || goes_on_with(&n->now, bits_of(cost_bits))) return;
  n->has_expired = true;
  n->first = n->end = 0;
}

/* All ones is an older version than any in use. */
static void set_ones(tp_Nodes *n, uint64_t first, uint64_t cells) {
  if (cells == 0) return;
  memset(tp_node_of(n, first), 0xff, (size_t)cells * sizeof n->node[0]);
}

uint64_t tp_nodes_make_ready(tp_Nodes *n, uint64_t first, uint64_t end,
                             uint64_t most) {
  if (n->first == n->end) n->first = n->end = first;
  uint64_t behind = end > n->end ? end - n->end : 0;
  if (behind > most) behind = most;
  set_ones(n, n->end, behind);
  n->end += behind;
  uint64_t before = first < n->first ? n->first - first : 0;
  if (before > most - behind) before = most - behind;
  n->first -= before;
  set_ones(n, n->first, before);
  return behind + before;
}

void tp_nodes_renew(tp_Nodes *n, int cost_bits) {
  tp_node_version_renew(&n->now, cost_bits);
  n->has_expired = false;
}
