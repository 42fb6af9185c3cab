/* linktable.c - copies of edges, sorted by the cells that they leave; found by
 * bisection.
 *
 * Two edges may lead to a cell at the same cost, and edges may cost nothing:
 * costs do not tell which edge a path has taken. So the search notes it, in a
 * hash table with linear probing that is at most half full.
 *
 * A search does not copy the edges again that the one before has copied. So if
 * nothing changes, it reads those that it meets.
 */
#include "linktable.h"

#include <string.h>

#define NO_EDGE UINT32_MAX

size_t tp_search_edges_bytes(const tp_Navmap *nav) {
  const uint32_t most = tp_edges_most(nav);
  const size_t slots = (size_t)1 << (tp_bit_length(most) + 1);
  if (most == 0) return 0;
  return sizeof(tp_SearchEdges) + (most + 1) * sizeof(tp_Edge) +
         most * sizeof(tp_Lead) +
         (slots + TP_LAYOUTS * (size_t)most) * sizeof(uint32_t);
}

void tp_search_edges_clear(tp_SearchEdges *g) {
  g->source = (tp_EdgeSource){.navmap = NULL};
}

/* Are they the same as in the search before? (An overlay changes as units
 * move.) */
static bool are_known(const tp_SearchEdges *g, const tp_EdgeSource *source) {
  const tp_EdgeSource *old = &g->source;
  return !source->navmap->base && old->navmap == source->navmap &&
         old->mask == source->mask && old->revision == source->revision &&
         old->costs == source->costs && old->low_bits == source->low_bits;
}

void tp_search_edges_init(tp_SearchEdges *g, const tp_Navmap *nav,
                          const tp_Mask *mask, int low_bits) {
  const tp_EdgeSource source = {nav, mask, tp_navmap_revision(nav),
                                nav->costs.version, low_bits};
  const uint32_t most = tp_edges_most(nav);
  const bool is_part = mask != nav->mask;
  uint32_t count = 0, first = 0;
  /* At least two slots for each edge, and one that stays free. */
  g->bits = tp_bit_length(most) + 1;
  g->lead = (tp_Lead *)(void *)&g->edge[most + 1];
  g->taken = (uint32_t *)(void *)&g->lead[most];
  memset(g->taken, 0xff, ((size_t)1 << g->bits) * sizeof *g->taken);
  if (are_known(g, &source)) return;
  g->source = source;
  g->has_cuts = false;
  g->most = 0;
  g->cut[TP_ON_MAP] = g->taken + ((size_t)1 << g->bits);
  g->cut[TP_ON_PLAN] = g->cut[TP_ON_MAP] + most;
  for (tp_EdgeIter it = tp_edges_all(nav); tp_edges_next(&it);) {
    const tp_Edge *edge = &it.edge;
    const tp_Cell from = tp_unpack_cell(edge->from);
    const tp_Cell to = tp_unpack_cell(edge->to);
    if (is_part && !tp_mask_has(mask, from.x, from.y)) continue;
    if (is_part && !tp_mask_has(mask, to.x, to.y)) continue;
    if (count > 0 && g->edge[first].from != edge->from) first = count;
    g->edge[count] = *edge;
    g->edge[count++].cost <<= low_bits;
    if (count - first > g->most) g->most = count - first;
  }
  g->count = count;
  g->edge[count] = (tp_Edge){.from = UINT32_MAX};
}

const tp_Edge *tp_search_edges_from(const tp_SearchEdges *g, uint32_t cell) {
  uint32_t low = 0, high = g->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (g->edge[middle].from < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return &g->edge[low];
}

/* The slot of a cell, or the free slot where it belongs. */
static uint32_t *slot_of(const tp_SearchEdges *g, uint32_t cell) {
  const uint32_t last = (UINT32_C(1) << g->bits) - 1;
  uint32_t i = (cell * UINT32_C(0x9e3779b1)) >> (32 - g->bits);
  while (g->taken[i] != NO_EDGE && g->edge[g->taken[i]].to != cell) {
    i = (i + 1) & last;
  }
  return &g->taken[i];
}

void tp_search_edges_take(tp_SearchEdges *g, const tp_Edge *edge) {
  *slot_of(g, edge->to) = (uint32_t)(edge - g->edge);
}

const tp_Edge *tp_search_edges_taken(const tp_SearchEdges *g, tp_Cell at) {
  const uint32_t edge = *slot_of(g, tp_pack_cell(at.x, at.y));
  TP_ASSERT(edge != NO_EDGE);
  return &g->edge[edge];
}
