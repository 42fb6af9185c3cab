/* edges.c - copies of edges, found by the cells at both ends by bisection.
 *
 * Two ways of the same cost may come to a cell by two edges, and edges may cost
 * nothing: which one a way has taken cannot be told from costs. So it is noted.
 */
#include "edges.h"

size_t tp_search_edges_bytes(const tp_Navmap *nav) {
  const tp_Links *links = nav->grid->links;
  if (!tp_navmap_takes_links(nav)) return 0;
  return sizeof(tp_Edges) +
         links->edges *
             (sizeof(tp_SearchEdge) + sizeof(tp_Lead) + 2 * sizeof(uint32_t));
}

static bool may_enter(const tp_Mask *mask, uint32_t cell) {
  tp_Cell at = tp_unpack_cell(cell);
  return tp_mask_has(mask, at.x, at.y);
}

/* All that links lead to, whether they may be taken or not. */
static void list_ends(tp_Edges *g, const tp_Links *links) {
  const tp_Edge *in = tp_links_in(links);
  g->ends = links->edges;
  for (uint32_t i = 0; i < g->ends; i++) {
    g->to[i] = in[i].to;
    g->taken[i] = TP_NO_EDGE;
  }
}

static void add(tp_Edges *g, tp_Edge edge, uint64_t link_cost) {
  edge.name = 0;
  g->edge[g->count++] = (tp_SearchEdge){edge, link_cost};
}

/* How many of the edges that leave one cell stand last. */
static uint32_t row_of(const tp_Edges *g, uint32_t before) {
  bool is_beside = g->count > 1 && g->edge[g->count - 2].edge.from ==
                                       g->edge[g->count - 1].edge.from;
  return is_beside ? before + 1 : 1;
}

/* The agent's own price takes the place of the one that was asked. Most links
 * have the name and the price of the one before. */
void tp_search_edges_init(tp_Edges *g, const tp_Navmap *nav,
                          const tp_Mask *mask) {
  const tp_Links *links = nav->grid->links;
  const tp_Edge *out = tp_links_out(links), *like = NULL;
  double price = 0;
  uint64_t link_cost = 0;
  uint32_t row = 0;
  g->count = g->most = g->guides = 0;
  g->rest = UINT64_MAX;
  g->lead = (tp_Lead *)(void *)&g->edge[links->edges];
  g->to = (uint32_t *)(void *)&g->lead[links->edges];
  g->taken = g->to + links->edges;
  for (uint32_t i = 0; i < links->edges; i++) {
    tp_Edge edge = out[i];
    if (!like || like->name != edge.name || like->price != edge.price) {
      like = &out[i];
      price = tp_navmap_price(nav, like);
      link_cost = tp_edge_cost_at(nav, price);
    }
    if (link_cost == TP_NO_COST || !may_enter(mask, edge.from) ||
        !may_enter(mask, edge.to)) {
      continue;
    }
    edge.price = price;
    add(g, edge, link_cost);
    row = row_of(g, row);
    if (row > g->most) g->most = row;
  }
  list_ends(g, links);
}

tp_EdgeSpan tp_search_edges_from(const tp_Edges *g, tp_Cell at) {
  const uint32_t cell = tp_pack_cell(at.x, at.y);
  uint32_t low = 0, high = g->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (g->edge[middle].edge.from < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  while (high < g->count && g->edge[high].edge.from == cell) high++;
  return (tp_EdgeSpan){low, high - low};
}

/* The first place of a cell among the ends; there is one. */
static uint32_t place_of(const tp_Edges *g, uint32_t cell) {
  uint32_t low = 0, high = g->ends;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (g->to[middle] < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  TP_ASSERT(low < g->ends && g->to[low] == cell);
  return low;
}

void tp_search_edges_take(tp_Edges *g, uint32_t edge) {
  g->taken[place_of(g, g->edge[edge].edge.to)] = edge;
}

const tp_Edge *tp_search_edges_taken(const tp_Edges *g, tp_Cell at) {
  uint32_t edge = g->taken[place_of(g, tp_pack_cell(at.x, at.y))];
  TP_ASSERT(edge != TP_NO_EDGE);
  return &g->edge[edge].edge;
}
