/* gates.c - copies of passages, found by the cells at both ends by bisection.
 *
 * Two ways of the same cost may come to a cell by two gates, and gates may cost
 * nothing: which one a way has taken cannot be told from costs. So it is noted.
 */
#include "gates.h"

size_t tp_gates_bytes(const tp_Navmap *nav) {
  const tp_Links *links = nav->grid->links;
  if (!tp_navmap_takes_links(nav)) return 0;
  return sizeof(tp_Gates) +
         links->passages *
             (sizeof(tp_Gate) + sizeof(tp_Lead) + 2 * sizeof(uint32_t));
}

static bool may_enter(const tp_Mask *mask, uint32_t cell) {
  tp_Cell at = tp_unpack_cell(cell);
  return tp_mask_has(mask, at.x, at.y);
}

/* All that links lead to, whether they may be taken or not. */
static void list_ends(tp_Gates *g, const tp_Links *links) {
  const tp_Passage *in = tp_links_in(links);
  g->ends = links->passages;
  for (uint32_t i = 0; i < g->ends; i++) {
    g->to[i] = in[i].to;
    g->taken[i] = TP_NO_GATE;
  }
}

static void add(tp_Gates *g, tp_Passage passage, uint64_t toll) {
  passage.name = 0;
  g->gate[g->count++] = (tp_Gate){passage, toll};
}

/* How many of the gates that leave one cell stand last. */
static uint32_t row_of(const tp_Gates *g, uint32_t before) {
  bool is_beside = g->count > 1 && g->gate[g->count - 2].passage.from ==
                                       g->gate[g->count - 1].passage.from;
  return is_beside ? before + 1 : 1;
}

/* The agent's own price takes the place of the one that was asked. Most links
 * have the name and the price of the one before. */
void tp_gates_init(tp_Gates *g, const tp_Navmap *nav, const tp_Mask *mask) {
  const tp_Links *links = nav->grid->links;
  const tp_Passage *out = tp_links_out(links), *like = NULL;
  double price = 0;
  uint64_t toll = 0;
  uint32_t row = 0;
  g->count = g->most = g->guides = 0;
  g->rest = UINT64_MAX;
  g->lead = (tp_Lead *)(void *)&g->gate[links->passages];
  g->to = (uint32_t *)(void *)&g->lead[links->passages];
  g->taken = g->to + links->passages;
  for (uint32_t i = 0; i < links->passages; i++) {
    tp_Passage passage = out[i];
    if (!like || like->name != passage.name || like->price != passage.price) {
      like = &out[i];
      price = tp_navmap_price(nav, like);
      toll = tp_navmap_toll_at(nav, price);
    }
    if (toll == TP_NO_TOLL || !may_enter(mask, passage.from) ||
        !may_enter(mask, passage.to)) {
      continue;
    }
    passage.price = price;
    add(g, passage, toll);
    row = row_of(g, row);
    if (row > g->most) g->most = row;
  }
  list_ends(g, links);
}

tp_GateRange tp_gates_from(const tp_Gates *g, tp_Cell at) {
  const uint32_t cell = tp_pack_cell(at.x, at.y);
  uint32_t low = 0, high = g->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (g->gate[middle].passage.from < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  while (high < g->count && g->gate[high].passage.from == cell) high++;
  return (tp_GateRange){low, high - low};
}

/* The first place of a cell among the ends; there is one. */
static uint32_t place_of(const tp_Gates *g, uint32_t cell) {
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

void tp_gates_take(tp_Gates *g, uint32_t gate) {
  g->taken[place_of(g, g->gate[gate].passage.to)] = gate;
}

const tp_Passage *tp_gates_taken(const tp_Gates *g, tp_Cell at) {
  uint32_t gate = g->taken[place_of(g, tp_pack_cell(at.x, at.y))];
  TP_ASSERT(gate != TP_NO_GATE);
  return &g->gate[gate].passage;
}
