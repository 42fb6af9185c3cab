/* nodes.h - what a search knows of each cell, eight bytes a cell.
 *
 *     version | g | code of the last step (4) | closed (1)
 *
 * The version counts down from query to query. So a node of an earlier query
 * compares greater than any of this one, and "unvisited, or reached at a higher
 * cost" is a single comparison. Nothing is reset between queries until the
 * versions run out. A search with a small budget has nodes only for the rows
 * that it comes to, and resets only these. No version is 0, so that no step
 * costs more than a node's number. The code is a direction, or TP_BY_LINK. g
 * has 40 bits if that is enough for any path of the map, which leaves half a
 * million queries between two resets, and TP_COST_BITS otherwise.
 */
#pragma once

#include "../base/base.h"

/* What is needed to read a node. */
typedef struct tp_NodeVersion {
  uint64_t version; /* of the current query */
  int32_t g_bits;
  int32_t padding;
} tp_NodeVersion;

typedef struct tp_Nodes {
  tp_NodeVersion now;
  uint64_t cells;      /* of the map */
  uint64_t from, room; /* the cells that have nodes: so many, from `from` on */
  uint64_t first, end; /* the cells from `first` to before `end` are ready: of
                          this version, or set to ones */
  int32_t row;         /* of the cell to expand next, if it is not inner */
  bool asks;           /* is it not? */
  bool has_expired;    /* the next query begins with the first version */
  uint64_t node[];     /* from the cell `from` on */
} tp_Nodes;

enum {
  TP_NODE_CLOSED = 1,
  TP_CAME_BY_BITS = 4,
  TP_NODE_LOW_BITS = 1 + TP_CAME_BY_BITS,
  TP_NODE_LOW = (1 << TP_NODE_LOW_BITS) - 1
};

/* The bytes for so many nodes. */
TP_FUNC size_t tp_nodes_bytes(size_t room);

/* For the cells from `from` on, of a map of so many. */
TP_FUNC void tp_nodes_init(tp_Nodes *nodes, size_t cells, uint64_t from,
                           uint64_t room);

/* Goes on as another store of the map, whose ready cells have nodes here. */
TP_FUNC void tp_nodes_move(tp_Nodes *nodes, const tp_Nodes *old);

/* The node of a cell. */
TP_INLINE uint64_t *tp_node_of(tp_Nodes *n, uint64_t cell) {
  return &n->node[cell - n->from];
}

/* All nodes, by cell index. */
TP_INLINE uint64_t *tp_nodes_by_cell(tp_Nodes *n) {
  const uintptr_t first = (uintptr_t)n->node;
  return (uint64_t *)(first - (uintptr_t)n->from * sizeof n->node[0]);
}

/* Before each query: if no version is left for path costs of `cost_bits`, no
 * cell is ready. */
TP_FUNC void tp_nodes_expire(tp_Nodes *nodes, int cost_bits);

/* Makes cells ready, from `first` to before `end` and those between these and
 * the ones that are, but no more than `most`. Returns their number:
 * TP_RESET_A_LOOK of them take as long as a look (base/task.h). */
TP_FUNC uint64_t tp_nodes_make_ready(tp_Nodes *nodes, uint64_t first,
                                     uint64_t end, uint64_t most);
enum { TP_RESET_A_LOOK = 4 };

TP_INLINE bool tp_node_is_ready(const tp_Nodes *nodes, uint64_t cell) {
  return cell >= nodes->first && cell < nodes->end;
}

/* Consecutive cells. */
typedef struct tp_CellRun {
  size_t first, count;
} tp_CellRun;

TP_INLINE bool tp_cellrun_has(tp_CellRun run, size_t cell) {
  return cell - run.first < run.count;
}

TP_INLINE bool tp_nodes_are_ready(const tp_Nodes *n) {
  return n->end - n->first == n->cells;
}

/* The ready cells without so many before and behind. */
TP_INLINE tp_CellRun tp_nodes_between(const tp_Nodes *n, uint64_t before,
                                      uint64_t behind) {
  const uint64_t ready = n->end - n->first, less = before + behind;
  return (tp_CellRun){(size_t)(n->first + before),
                      ready > less ? (size_t)(ready - less) : 0};
}

/* On a map of that width, the cells with nodes that are ready at all 8 indices
 * around. At the left and right edge of the map indices wrap. */
TP_INLINE tp_CellRun tp_nodes_within(const tp_Nodes *n, int32_t width) {
  const uint64_t border = (uint64_t)width + 1;
  return tp_nodes_between(n, border, border);
}

/* The cells whose neighbours are ready: the same, and those at the upper and
 * lower edge of the map. */
TP_INLINE tp_CellRun tp_nodes_inner(const tp_Nodes *n, int32_t width) {
  const uint64_t border = (uint64_t)width + 1;
  return tp_nodes_between(n, n->first > 0 ? border : 0,
                          n->end < n->cells ? border : 0);
}

/* Begins a query: no node is known. */
TP_FUNC void tp_nodes_renew(tp_Nodes *nodes, int cost_bits);

/* For any store of nodes: goes on to the next version. False if there is none:
 * then all nodes must be set to ones first. */
TP_FUNC bool tp_node_version_renew(tp_NodeVersion *now, int cost_bits);

/* The version, in its bits: a fresh node of cost 0. */
TP_INLINE uint64_t tp_node_base(const tp_NodeVersion *n) {
  return n->version << (n->g_bits + TP_NODE_LOW_BITS);
}

TP_INLINE uint64_t tp_node_key(uint64_t base, uint64_t g, int came_by) {
  return base + (g << TP_NODE_LOW_BITS) + ((uint64_t)came_by << 1);
}

/* Does a key reach its cell for the first time, or more cheaply? */
TP_INLINE bool tp_node_improves(uint64_t key, uint64_t node) {
  return (key | TP_NODE_LOW) < node;
}

TP_INLINE bool tp_node_is_known(const tp_NodeVersion *n, uint64_t node) {
  return node >> (n->g_bits + TP_NODE_LOW_BITS) == n->version;
}

TP_INLINE uint64_t tp_node_g(const tp_NodeVersion *n, uint64_t node) {
  return node >> TP_NODE_LOW_BITS & ((UINT64_C(1) << n->g_bits) - 1);
}

TP_INLINE int tp_node_came_by(uint64_t node) {
  return node >> 1 & ((1 << TP_CAME_BY_BITS) - 1);
}
