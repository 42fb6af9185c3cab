/* graph.c - a graph in arrays: each node has a list of the arcs that
 * leave it, and one of those that come to it. A table finds a region's node
 * (open addressing, half full at most).
 *
 * After an edit the graph is made anew. What takes longer is to look up the
 * regions of all ends: these are kept, and only those looked up again that lie
 * in tiles or blocks that regions have gone through since.
 */
#include "graph.h"

#include <string.h>

enum { LEAST_ROOM = 32, NODES = 2, TABLE = 4 };

/* Items for each that there is room for: 32 bits each, but for two. */
typedef struct Arrays {
  tp_LinkEnds *link;
  tp_OneWayStep *step;
  /* Numbers of arcs from 1; 0: there is none, or none behind it. */
  uint32_t *end[2];   /* the node to which an arc leads, and whence */
  uint32_t *next[2];  /* from the same node, and to the same            */
  uint32_t *first[2]; /* of each node                                   */
  uint32_t *region;   /* of each node                                   */
  uint32_t *queue;
  uint32_t *is_met; /* of each node: have arcs led there?        */
  uint32_t *node;   /* in the table: a node's number from 1           */
} Arrays;

static uint32_t *take(uint32_t **at, size_t count) {
  uint32_t *taken = *at;
  *at += count;
  return taken;
}

static Arrays arrays_of(const tp_Graph *c) {
  const size_t room = c->room, nodes = NODES * room;
  Arrays a;
  a.link = (tp_LinkEnds *)(uintptr_t)(c + 1);
  a.step = (tp_OneWayStep *)(void *)(a.link + room);
  uint32_t *at = (uint32_t *)(void *)(a.step + room);
  for (int k = 0; k < 2; k++) {
    a.end[k] = take(&at, room);
    a.next[k] = take(&at, room);
    a.first[k] = take(&at, nodes);
  }
  a.region = take(&at, nodes);
  a.queue = take(&at, nodes);
  a.is_met = take(&at, nodes);
  a.node = take(&at, TABLE * room);
  return a;
}

enum {
  EACH = sizeof(tp_LinkEnds) + sizeof(tp_OneWayStep) +
         (4 + 5 * NODES + TABLE) * sizeof(uint32_t),
  ALL = sizeof(tp_Graph)
};

uint32_t tp_graph_room(uint32_t count) {
  uint32_t room = LEAST_ROOM;
  while (room < count) room *= 2;
  return room;
}

size_t tp_graph_bytes(uint32_t room) { return ALL + (size_t)room * EACH; }

void tp_graph_init(tp_Graph *c, size_t bytes, tp_Rect whole) {
  memset(c, 0, sizeof *c);
  tp_changes_init(&c->touched, whole.w, whole.h);
  c->room = (uint32_t)((bytes - ALL) / EACH);
  tp_graph_begin(c);
}

tp_OneWayStep *tp_graph_steps(tp_Graph *c) { return arrays_of(c).step; }

tp_LinkEnds *tp_graph_links(tp_Graph *c) { return arrays_of(c).link; }

/* ---- making it ---------------------------------------------------------- */

void tp_graph_begin(tp_Graph *c) {
  const Arrays a = arrays_of(c);
  c->count = c->nodes = 0;
  c->is_followed = false;
  memset(a.node, 0, TABLE * (size_t)c->room * sizeof *a.node);
}

/* The place in the table of a region, or where it would stand. The room is a
 * power of two. */
static uint32_t *find(const tp_Graph *c, const Arrays *a, uint32_t region) {
  const uint32_t last = TABLE * c->room - 1;
  uint32_t at = region * UINT32_C(0x9e3779b1);
  for (at ^= at >> 15;; at++) {
    uint32_t *node = &a->node[at & last];
    if (*node == 0 || a->region[*node - 1] == region) return node;
  }
}

static uint32_t node_of(tp_Graph *c, const Arrays *a, uint32_t region) {
  uint32_t *node = find(c, a, region);
  if (*node == 0) {
    a->region[c->nodes] = region;
    a->first[0][c->nodes] = a->first[1][c->nodes] = 0;
    *node = ++c->nodes;
  }
  return *node - 1;
}

/* An arc between two nodes, in the lists of both. */
static void add(tp_Graph *c, const Arrays *a, uint32_t from, uint32_t to) {
  const uint32_t node[2] = {from, to};
  TP_ASSERT(c->count < c->room);
  for (int k = 0; k < 2; k++) {
    a->end[k][c->count] = node[1 - k];
    a->next[k][c->count] = a->first[k][node[k]];
    a->first[k][node[k]] = c->count + 1;
  }
  c->count++;
}

void tp_graph_add(tp_Graph *c, uint32_t from, uint32_t to, bool back) {
  const Arrays a = arrays_of(c);
  const uint32_t one = node_of(c, &a, from), other = node_of(c, &a, to);
  add(c, &a, one, other);
  if (back) add(c, &a, other, one);
}

/* ---- following ---------------------------------------------------------- */

void tp_graph_follow(tp_Graph *c, const uint32_t *regions, uint32_t count,
                     bool backwards) {
  const Arrays a = arrays_of(c);
  uint32_t queued = 0;
  if (c->is_followed && count == 1 && c->followed == regions[0] &&
      c->backwards == backwards) {
    return;
  }
  c->is_followed = count == 1;
  c->followed = count > 0 ? regions[0] : 0;
  c->backwards = backwards;
  memset(a.is_met, 0, c->nodes * sizeof *a.is_met);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t node = *find(c, &a, regions[i]);
    if (node == 0 || a.is_met[node - 1]) continue;
    a.is_met[node - 1] = 1;
    a.queue[queued++] = node - 1;
  }
  for (uint32_t i = 0; i < queued; i++) {
    uint32_t k = a.first[backwards][a.queue[i]];
    for (; k > 0; k = a.next[backwards][k - 1]) {
      uint32_t node = a.end[backwards][k - 1];
      if (a.is_met[node]) continue;
      a.is_met[node] = 1;
      a.queue[queued++] = node;
    }
  }
}

bool tp_graph_lead(const tp_Graph *c, uint32_t region) {
  const Arrays a = arrays_of(c);
  uint32_t node = *find(c, &a, region);
  return node != 0 && a.is_met[node - 1];
}
