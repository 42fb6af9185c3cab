/* regiongraph.c - the strongly connected components of the regions (Tarjan
 * 1972), and the arcs between them in an order that one pass can follow.
 *
 * Tarjan's algorithm completes a component, here a group, after all groups to
 * which its arcs lead. Arcs between groups are listed as their groups are
 * completed. So an arc comes after all arcs that leave its end: read backwards,
 * the list follows arcs; read forwards, it follows them back.
 *
 * Two-way arcs, which are most of them, join regions before that. 124 bytes an
 * arc.
 */
#include "regiongraph.h"

#include <string.h>

/* Nodes and hops are numbered from 1. */
enum { LEAST_ROOM = 32, NONE = 0 };

typedef struct tp_GraphNode Node;

struct tp_GraphNode {
  uint32_t region, group;
  uint32_t root;  /* a node of the same group that stands for it */
  uint32_t first; /* of its hops */
  /* Of roots, while groups are found: the next hop to follow, the node from
   * which this one was found, its number in that order, and the earliest node
   * without a group that can be reached from here. */
  uint32_t at, up, found, low;
  uint32_t waiting; /* independent of this node: a stack of roots without a
                       group */
};

typedef struct tp_GraphHop Hop;

struct tp_GraphHop {
  uint32_t to, next; /* a node; another hop from the same one */
};

typedef struct tp_GraphJoin Join;

struct tp_GraphJoin {
  uint32_t from, to; /* groups */
};

/* For each arc: nodes, and places in the table, half of which stay free. */
enum { NODES = 2, PLACES = 4 };

enum {
  EACH = sizeof(tp_Arc) + NODES * sizeof(Node) + sizeof(Hop) + sizeof(Join) +
         PLACES * sizeof(uint32_t)
};

size_t tp_graph_bytes(uint32_t arcs) {
  uint32_t room = LEAST_ROOM;
  while (room < arcs) room *= 2;
  return sizeof(tp_Graph) + (size_t)room * EACH;
}

void tp_graph_init(tp_Graph *g, size_t bytes, tp_Rect whole) {
  const size_t room = (bytes - sizeof *g) / EACH;
  memset(g, 0, sizeof *g);
  tp_changelog_init(&g->touched, whole.w, whole.h);
  g->room = (uint32_t)room;
  g->arc = (tp_Arc *)(void *)(g + 1);
  g->node = (Node *)(void *)(g->arc + room);
  g->hop = (Hop *)(void *)(g->node + NODES * room);
  g->join = (Join *)(void *)(g->hop + room);
  g->table = (uint32_t *)(void *)(g->join + room);
  tp_graph_update(g);
}

/* ---- regions ------------------------------------------------------------ */

/* The place of a region in the table, or the free place where it belongs. The
 * size of the table is a power of two. */
static uint32_t *find_place(const tp_Graph *g, uint32_t region) {
  const uint32_t last = PLACES * g->room - 1;
  uint32_t at = region * UINT32_C(0x9e3779b1);
  for (at ^= at >> 15;; at++) {
    uint32_t *node = &g->table[at & last];
    if (*node == NONE || g->node[*node - 1].region == region) return node;
  }
}

static uint32_t node_for(tp_Graph *g, uint32_t region) {
  uint32_t *node = find_place(g, region);
  if (*node == NONE) {
    g->node[g->regions] = (Node){.region = region, .root = g->regions + 1};
    *node = ++g->regions;
  }
  return *node;
}

/* The root of the nodes joined by two-way arcs (union-find with path halving).
 */
static uint32_t root_of(tp_Graph *g, uint32_t i) {
  for (;;) {
    uint32_t *root = &g->node[i - 1].root;
    if (*root == i) return i;
    *root = g->node[*root - 1].root;
    i = *root;
  }
}

static void take_arcs(tp_Graph *g, bool is_both) {
  for (uint32_t i = 0; i < g->arcs; i++) {
    const tp_Arc *arc = &g->arc[i];
    const bool joins = arc->home != arc->goal && arc->home != TP_NO_REGION;
    if (!joins || arc->is_both != is_both) continue;
    const uint32_t home = root_of(g, node_for(g, arc->home));
    const uint32_t goal = root_of(g, node_for(g, arc->goal));
    Node *node = &g->node[home - 1];
    if (is_both) {
      g->node[goal - 1].root = home;
    } else {
      g->hop[g->hops] = (Hop){goal, node->first};
      node->first = node->at = ++g->hops;
    }
  }
}

/* ---- groups ------------------------------------------------------------- */

typedef struct Walk {
  tp_Graph *graph;
  uint32_t found, waiting; /* nodes found so far; those without a group */
} Walk;

static void enter_node(Walk *w, uint32_t i, uint32_t from) {
  Node *node = &w->graph->node[i - 1];
  node->found = node->low = ++w->found;
  node->up = from;
  w->graph->node[w->waiting++].waiting = i;
}

/* The nodes on the stack from `first` on are a group. Lists its joins. */
static void close_group(Walk *w, uint32_t first) {
  tp_Graph *g = w->graph;
  const uint32_t end = w->waiting;
  g->groups++;
  do {
    const uint32_t i = g->node[--w->waiting].waiting;
    g->node[i - 1].group = g->groups;
  } while (g->node[w->waiting].waiting != first);
  for (uint32_t k = w->waiting; k < end; k++) {
    const Node *node = &g->node[g->node[k].waiting - 1];
    for (uint32_t i = node->first; i != NONE; i = g->hop[i - 1].next) {
      const uint32_t to = g->node[g->hop[i - 1].to - 1].group;
      if (to != node->group) g->join[g->joins++] = (Join){node->group, to};
    }
  }
}

/* Follows the next hop of a node. Returns the node to go on with: if all hops
 * are followed, the node before it. */
static uint32_t follow_hop(Walk *w, uint32_t i) {
  Node *node = &w->graph->node[i - 1];
  if (node->at == NONE) {
    const uint32_t up = node->up;
    if (node->low == node->found) close_group(w, i);
    if (up == NONE) return NONE;
    Node *before = &w->graph->node[up - 1];
    if (node->low < before->low) before->low = node->low;
    return up;
  }
  const Hop hop = w->graph->hop[node->at - 1];
  const Node *to = &w->graph->node[hop.to - 1];
  node->at = hop.next;
  if (to->found == 0) {
    enter_node(w, hop.to, i);
    return hop.to;
  }
  if (to->group == NONE && to->found < node->low) node->low = to->found;
  return i;
}

void tp_graph_update(tp_Graph *g) {
  Walk w = {.graph = g};
  g->regions = g->hops = g->groups = g->joins = 0;
  g->shift = 0;
  memset(g->table, 0, PLACES * (size_t)g->room * sizeof *g->table);
  take_arcs(g, true);
  take_arcs(g, false);
  for (uint32_t i = 1; i <= g->regions; i++) {
    const uint32_t root = root_of(g, i);
    if (g->node[root - 1].found == 0) {
      enter_node(&w, root, NONE);
      for (uint32_t at = root; at != NONE;) at = follow_hop(&w, at);
    }
    g->node[i - 1].group = g->node[root - 1].group;
  }
  while (g->groups >> g->shift >= TP_GROUP_BITS) g->shift++;
}

/* ---- following ---------------------------------------------------------- */

static bool has_group(const tp_GroupSet *set, uint32_t group) {
  const uint32_t bit = group >> set->graph->shift;
  return set->group[bit / 64] >> (bit % 64) & 1;
}

static void put_group(tp_GroupSet *set, uint32_t group) {
  const uint32_t bit = group >> set->graph->shift;
  set->group[bit / 64] |= UINT64_C(1) << (bit % 64);
}

uint32_t tp_graph_group(const tp_Graph *g, uint32_t region) {
  const uint32_t node = *find_place(g, region);
  return node == NONE ? NONE : g->node[node - 1].group;
}

void tp_graph_follow(const tp_Graph *g, const uint32_t *regions, uint32_t count,
                     bool backwards, tp_GroupSet *set) {
  const uint32_t words = (g->groups >> g->shift) / 64 + 1;
  bool is_known = false;
  set->graph = g;
  memset(set->group, 0, words * sizeof *set->group);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t group = tp_graph_group(g, regions[i]);
    if (group == NONE) continue;
    put_group(set, group);
    is_known = true;
  }
  if (!is_known) return;
  for (uint32_t i = 0; backwards && i < g->joins; i++) {
    if (has_group(set, g->join[i].to)) put_group(set, g->join[i].from);
  }
  for (uint32_t i = g->joins; !backwards && i > 0; i--) {
    if (has_group(set, g->join[i - 1].from)) put_group(set, g->join[i - 1].to);
  }
}

bool tp_graph_has(const tp_Graph *g, uint32_t region) {
  return tp_graph_group(g, region) != NONE;
}

bool tp_groupset_has(const tp_GroupSet *set, uint32_t region) {
  const uint32_t group = tp_graph_group(set->graph, region);
  return group != NONE && has_group(set, group);
}
