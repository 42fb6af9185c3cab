/* opening.c - Dijkstra's algorithm (1959) over all cells, closed or not. It
 * counts the things that are closed on each step; of equal counts the cost
 * decides.
 *
 * A legal step opens nothing. Any other step is straight: if a diagonal step is
 * legal once its side cells are open, two straight steps lead to the same cell.
 * Only rules that cut corners have diagonal steps that open things, for an
 * agent of one cell: the end, and the sides of the way round that has fewer.
 *
 *     # # b      from A to b over two closed cells; by a rule that cuts corners
 *     # # #      over one
 *     A # #
 *
 * So the number of things is minimal for an agent of one cell. (By the rule
 * "at_least_one_walkable" an opened cell may let a later step pass a fence:
 * this is not found.) For a large agent a thing counts each time that the agent
 * comes to cover it.
 *
 * 24 bytes a cell, and 24 for each entry of the queue.
 */
#include "opening.h"

#include <math.h>
#include <string.h>

#include "../navmap/edges.h"

static tp_OpeningNode *node_of(const tp_Opening *o, tp_Cell c) {
  return &o->node[tp_grid_index(o->navmap->grid, c.x, c.y)];
}

/* The edges that leave a cell, whatever is closed. */
static tp_EdgeIter edges_from(const tp_Navmap *nav, tp_Cell at) {
  tp_EdgeIter it = tp_edges_from(nav, at);
  it.closed = true;
  return it;
}

/* ---- closed things of a step ----------------------------------------- */

/* Counts things, and lists them if there is a list. */
typedef struct Count {
  const tp_Navmap *navmap;
  tp_Closed *list;
  uint32_t count;
} Count;

static void note_closed(Count *c, tp_Cell at, tp_Cell to, uint64_t link) {
  if (c->list) c->list[c->count] = (tp_Closed){at, to, link};
  c->count++;
}

static void note_side(Count *c, tp_Cell at, int d) {
  const tp_Sides *e = c->navmap->grid->sides;
  if (tp_sides_are_shut(e, at.x, at.y, d)) {
    note_closed(c, at, tp_beside(at, d), 0);
  }
}

/* The sides of a cell to others that the agent covers; each side between two
 * cells in front once. */
static void note_inside(Count *c, tp_Cell at, tp_Rect now, tp_Rect front) {
  const tp_Sides *e = c->navmap->grid->sides;
  for (int d = TP_E; e && d < TP_SE; d++) {
    const tp_Cell to = tp_beside(at, d);
    const bool is_once = d <= TP_S || !tp_rect_has(front, to.x, to.y);
    if (is_once && tp_rect_has(now, to.x, to.y) &&
        tp_sides_are_fenced(e, at.x, at.y, d)) {
      note_closed(c, at, to, 0);
    }
  }
}

/* The things that an agent comes to cover in a cell. After a straight step (-1:
 * another way) only the cells in front, and the sides between: these are inside
 * the covered area, unless that is one cell deep. */
static void note_cover(Count *c, tp_Cell to, int d) {
  const tp_Navmap *nav = c->navmap;
  const tp_Mask *cells = nav->cells ? nav->cells : nav->mask;
  const tp_Rect now = {to.x, to.y, nav->profile.wide, nav->profile.high};
  const bool is_across = d >= 0 && tp_is_across(d);
  const bool is_along = d >= 0 && !is_across;
  tp_Rect front = now;
  if (d == TP_E) front.x += now.w - 1;
  if (d == TP_S) front.y += now.h - 1;
  if (is_across) front.w = 1;
  if (is_along) front.h = 1;
  for (int32_t i = 0; i < front.w * front.h; i++) {
    const tp_Cell at = {front.x + i % front.w, front.y + i / front.w};
    if (!tp_mask_has(cells, at.x, at.y)) note_closed(c, at, at, 0);
    note_inside(c, at, now, front);
    if ((is_across && now.w == 1) || (is_along && now.h == 1)) {
      note_side(c, tp_beside(at, tp_opposite(d)), d);
    }
  }
}

static void note_way_round(Count *c, tp_Cell from, int first, int then) {
  note_side(c, from, first);
  note_side(c, tp_beside(from, first), then);
}

static bool is_legal(const tp_Navmap *nav, tp_Cell from, int d) {
  return tp_mask_has(nav->mask, from.x, from.y) &&
         tp_navmap_can_step(nav, from.x, from.y, d);
}

/* Is a step a diagonal one that may have to open cells beside it? No step on
 * hexagons is. */
static bool is_slanted(const tp_Navmap *nav, int d) {
  return tp_is_diagonal(d) && nav->profile.diagonal != TP_HEXAGONS;
}

/* `edge`: the edge of a way that is no step. */
static void note_step(Count *c, tp_Cell from, tp_Cell to, int32_t by,
                      const tp_Edge *edge) {
  const tp_Navmap *nav = c->navmap;
  const bool is_step = by >= 0 && by < TP_DIRECTIONS;
  const bool is_diagonal = is_step && is_slanted(nav, by);
  if (is_step && is_legal(nav, from, by)) return;
  if (by >= TP_DIRECTIONS) {
    const tp_Link *links = nav->grid->links->link;
    if (edge->cost == TP_NO_COST) {
      note_closed(c, from, to, links[edge->link].number);
    }
  }
  note_cover(c, to, is_step && !is_diagonal ? by : -1);
  if (is_diagonal) {
    const int x = tp_side_x(by), y = tp_side_y(by);
    Count by_x = {c->navmap, NULL, 0}, by_y = by_x;
    note_way_round(&by_x, from, x, y);
    note_way_round(&by_y, from, y, x);
    const bool is_by_x = by_x.count <= by_y.count;
    note_way_round(c, from, is_by_x ? x : y, is_by_x ? y : x);
  }
}

/* ---- the search ---------------------------------------------------------- */

/* The price of a closed cell once it is open, by its terrain and by layers. A
 * terrain that the agent may not enter gets the price 1. */
static double price_of_closed(const tp_Navmap *nav, tp_Cell to) {
  const tp_Grid *g = nav->grid;
  const tp_Prices *prices = &nav->prices;
  const tp_Layering *l = nav->layering;
  const tp_Rect under = {to.x, to.y, nav->profile.wide, nav->profile.high};
  double price = 0, walled = 0;
  int rank = 0;
  for (int32_t i = 0; i < under.w * under.h; i++) {
    const int32_t x = under.x + i % under.w, y = under.y + i / under.w;
    const int terrain = g->cells[tp_grid_index(g, x, y)] & ~TP_CLOSED;
    if (!prices->enter[terrain]) {
      walled = 1;
    } else if (prices->terrain[terrain] >= price) {
      price = prices->terrain[terrain];
      rank = prices->rank[terrain];
    }
  }
  if (l && walled == 0) {
    int32_t sum = 0;
    for (int i = 0; i < l->layers; i++) {
      /* The largest number of the layer under the agent. */
      uint8_t most = 0;
      for (int32_t k = 0; k < under.w * under.h; k++) {
        const int32_t x = under.x + k % under.w, y = under.y + k / under.w;
        const uint8_t *cells = l->layer[i].layer->cells;
        const uint8_t number = cells[tp_grid_index(g, x, y)];
        if (number > most) most = number;
      }
      sum += l->adds[i][most];
    }
    const int base = rank * (nav->costmap->bands + 1);
    price = l->price[tp_layering_class(l, base, sum)];
  }
  return fmax(price, walled);
}

/* In the user's numbers, as the scale of the whole numbers knows only open
 * cells. */
static double cost_of(const tp_Navmap *nav, tp_Cell to, int32_t by,
                      const tp_Edge *edge) {
  const tp_Profile *p = &nav->profile;
  if (by < 0) return 0;
  if (by >= TP_DIRECTIONS) return tp_edge_real_cost(nav, edge);
  const bool is_diagonal = tp_is_diagonal(by);
  if (!tp_mask_has(nav->mask, to.x, to.y)) {
    return tp_product(price_of_closed(nav, to),
                      is_diagonal ? p->diagonal_cost : p->straight_cost);
  }
  const size_t i = tp_grid_index(nav->grid, to.x, to.y);
  return nav->costs.real[is_diagonal][nav->costs.class_of[i]];
}

bool tp_opening_fits(const tp_Navmap *nav, tp_Cell c) {
  return c.x >= 0 && c.x + nav->profile.wide <= nav->grid->width && c.y >= 0 &&
         c.y + nav->profile.high <= nav->grid->height;
}

/* May a diagonal step open something? */
static bool may_open(const tp_Navmap *nav, tp_Cell at, int d) {
  const tp_Diagonal rule = nav->profile.diagonal;
  const tp_Cell to = tp_beside(at, d);
  const bool x = tp_mask_has(nav->mask, to.x, at.y);
  const bool y = tp_mask_has(nav->mask, at.x, to.y);
  return !nav->cells && tp_cuts_corners(rule) && tp_may_cut(rule, x, y);
}

static void reach_cell(tp_Opening *o, tp_Cell from, tp_Cell to, int32_t by,
                       const tp_Edge *edge) {
  Count c = {o->navmap, NULL, 0};
  if (!tp_opening_fits(o->navmap, to)) return;
  note_step(&c, from, to, by, edge);
  tp_OpeningNode *node = node_of(o, to);
  tp_OpeningNode way = {.key = 0};
  if (by >= 0) way = *node_of(o, from);
  way.from = tp_pack_cell(from.x, from.y);
  way.by = by;
  way.key += c.count;
  /* Costs, which are at least 0, sort like their bits. */
  double cost;
  memcpy(&cost, &way.tie, sizeof cost);
  cost += cost_of(o->navmap, to, by, edge);
  memcpy(&way.tie, &cost, sizeof cost);
  if (way.key > node->key || (way.key == node->key && way.tie >= node->tie)) {
    return;
  }
  *node = way;
  tp_heap_push(o->heap, way.key, way.tie, tp_pack_cell(to.x, to.y));
}

void tp_opening_begin(tp_Opening *o) {
  memset(o->node, 0xff, tp_grid_cells(o->navmap->grid) * sizeof *o->node);
  tp_heap_clear(o->heap);
  reach_cell(o, o->start, o->start, -1, NULL);
}

tp_Status tp_opening_run(tp_Opening *o) {
  tp_Heap *heap = o->heap;
  for (;;) {
    const tp_HeapEntry first = *tp_heap_first(heap);
    const tp_Cell at = tp_unpack_cell(first.what);
    const tp_OpeningNode *node = node_of(o, at);
    const bool is_best = first.key == node->key && first.tie == node->tie;
    if (is_best && tp_same_cell(at, o->goal)) return TP_FOUND;
    uint32_t more = TP_DIRECTIONS;
    for (tp_EdgeIter it = edges_from(o->navmap, at); tp_edges_next(&it);) {
      more++;
    }
    if (heap->live + more > heap->capacity) {
      return TP_NEEDS_ROOM;
    }
    tp_heap_pop(heap);
    if (!is_best) continue;
    tp_navmap_count(o->navmap, 1);
    const tp_Navmap *nav = o->navmap;
    const tp_Stagger s = nav->moves.stagger;
    unsigned steps = (1u << TP_DIRECTIONS) - 1;
    if (tp_is_hexagonal(s)) steps = tp_hexagon_steps(s, tp_is_shoved(s, at));
    for (; steps; steps &= steps - 1) {
      const int d = tp_lowest(steps);
      const tp_Cell to = tp_beside(at, d);
      if (!is_slanted(nav, d) || is_legal(nav, at, d) || may_open(nav, at, d)) {
        reach_cell(o, at, to, d, NULL);
      }
    }
    tp_EdgeIter edges = edges_from(nav, at);
    for (int32_t by = TP_DIRECTIONS; tp_edges_next(&edges); by++) {
      reach_cell(o, at, tp_unpack_cell(edges.edge.to), by, &edges.edge);
    }
  }
}

uint32_t tp_opening_back(const tp_Opening *o, tp_Cell *cell, tp_Closed *list,
                         double *cost) {
  const tp_OpeningNode *node = node_of(o, *cell);
  const tp_Cell from = tp_unpack_cell(node->from);
  tp_Edge edge = {0};
  Count c = {o->navmap, list, 0};
  if (node->by >= TP_DIRECTIONS) {
    int32_t by = node->by;
    tp_EdgeIter it = edges_from(o->navmap, from);
    while (tp_edges_next(&it) && by-- > TP_DIRECTIONS) continue;
    edge = it.edge;
  }
  note_step(&c, from, *cell, node->by, &edge);
  *cost += cost_of(o->navmap, *cell, node->by, &edge);
  *cell = node->by < 0 ? (tp_Cell){-1, -1} : from;
  return c.count;
}
