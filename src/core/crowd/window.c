/* window.c - Dijkstra's algorithm (1959) over a rectangle, with a queue inside
 * its nodes.
 *
 * The nodes of one bucket of costs form a ring, and a word has a bit for each
 * of 64 buckets (Dial 1969). A bucket is as wide as the cheapest step, rounded
 * down to a power of two. So a step never lowers a cost in its own bucket, and
 * the order within a bucket does not matter (Denardo and Fox 1979).
 *
 * An edge may cost only an eighth of that; then a node may be expanded again.
 * If there are edges, nodes are appended to their ring: so a node is expanded
 * at most eight times, however many edges there are. (At the front, which is a
 * twentieth faster, it can be thousands of times.) A node with a new cost moves
 * to another ring. So 16 bytes a cell are room for all.
 *
 * The 64 buckets are a span. Prices and edges may lead any number of buckets
 * beyond it. There a ring holds the nodes whose span differs from the current
 * one in the same highest bit, as in the radix heap (Ahuja, Mehlhorn, Orlin and
 * Tarjan 1990). At the end of a span, the first such ring is dealt out around
 * its cheapest node. So each node is dealt out at most once a bit, mostly once
 * or never. Wider buckets with repeated expansion took minutes for 64 x 64
 * cells.
 *
 * Around the rectangle stand nodes at a cost of 0, which no step can lower: so
 * no path leaves it. Needless steps are pruned:
 *
 * - On ground of one price as everywhere (agent/pruning.h): the detours that
 *   make a step needless lie between its ends, so inside the rectangle.
 * - On other ground and on hexagons such detours may lie outside. There the
 *   step back is pruned, and steps to cells beside the cell before, which
 *   enters them straight.
 * - From odd nodes all steps are tried that fences allow.
 *
 * On open ground of one price all costs are straight lines, and there is no
 * table.
 *
 * Cost: some 20 ns a cell on ground of one price, 30 on others; 4 bytes a cell.
 */
#include "window.h"

#include <stdlib.h>

#include "../agent/metric.h"
#include "../navmap/navmap.h"

typedef struct Node {
  uint64_t cost;
  uint16_t before, after; /* in its ring; 0: in no ring */
  uint16_t nine;          /* its neighbourhood, and ODD; 0: it may not be
                             entered */
  uint8_t class;
  uint8_t came_by;
} Node;

/* Numbers of nodes: 0 is none, then the heads of rings, then the rectangle with
 * its rim. The rim is longest if the rectangle is a line. */
enum {
  RINGS = 1,
  CELLS = RINGS + 2 * 64,
  MOST_NODES = CELLS + 3 * (TP_WINDOW_CELLS + 2)
};

enum { ODD = 1 << 9 };

_Static_assert(sizeof(Node) == 16 && MOST_NODES < 65536, "nodes are small");

typedef struct Making {
  const tp_Navmap *nav;
  tp_Rect area;
  Node *node;
  tp_Offsets beside;
  uint32_t stride;
  int shift;          /* a bucket holds costs that differ in these low bits
                         only */
  uint64_t span;      /* number of the current span: 64 buckets */
  uint64_t filled[2]; /* a bit a ring: for buckets, and for spans beyond */
  uint64_t last;      /* the highest cost so far */
  uint64_t looks;     /* work so far (navmap.h) */
} Making;

/* Flags for which the loop below is compiled separately. */
typedef struct Kind {
  bool uniform, prunes, odd;
} Kind;

size_t tp_window_scratch_bytes(void) { return MOST_NODES * sizeof(Node); }

/* ---- before -------------------------------------------------------------- */

/* Writes the nodes of a row, 62 at a time. */
static void write_row(const Making *m, Node *node, int32_t y) {
  const tp_Mask *mask = m->nav->mask;
  const uint64_t *row = tp_mask_row(mask, y);
  const uint8_t *class_of =
      m->nav->costs.class_of + tp_grid_index(m->nav->grid, m->area.x, y);
  const int32_t w = m->area.w;
  for (int32_t x = 0; x < w;) {
    int32_t from = m->area.x + x - 1, end = tp_lesser(w, x + 62);
    uint64_t above = tp_mask_window(row - mask->stride, from);
    uint64_t at = tp_mask_window(row, from);
    uint64_t below = tp_mask_window(row + mask->stride, from);
    for (; x < end; x++) {
      unsigned nine = (unsigned)(above & 7) | (unsigned)(at & 7) << 3 |
                      (unsigned)(below & 7) << 6;
      node[x] = (Node){.cost = TP_FAR,
                       .nine = (uint16_t)(at & 2 ? nine : 0),
                       .class = class_of[x]};
      above >>= 1;
      at >>= 1;
      below >>= 1;
    }
  }
}

static void write_nodes(const Making *m) {
  const tp_Rect area = m->area;
  Node *row = m->node + CELLS;
  const Node rim = {.cost = 0};
  for (uint32_t x = 0; x < m->stride; x++) row[x] = rim;
  for (int32_t y = 0; y < area.h; y++) {
    row += m->stride;
    row[0] = row[area.w + 1] = rim;
    write_row(m, row + 1, area.y + y);
  }
  row += m->stride;
  for (uint32_t x = 0; x < m->stride; x++) row[x] = rim;
  const tp_Mask *odd = m->nav->odd;
  for (int32_t y = 0; odd && y < area.h; y++) {
    row = m->node + CELLS + 1 + (size_t)(y + 1) * m->stride - area.x;
    int32_t x = area.x, end = area.x + area.w;
    while ((x = tp_mask_next(odd, area.y + y, x, end)) < end) {
      if (row[x].nine != 0) row[x].nine |= ODD;
      x++;
    }
  }
}

/* ---- the queue ----------------------------------------------------------- */

static uint64_t bit_of(unsigned ring) { return UINT64_C(1) << (ring & 63); }

TP_INLINE void leave_ring(Making *m, uint32_t i) {
  Node *node = m->node;
  uint16_t before = node[i].before, after = node[i].after;
  node[before].after = after;
  node[after].before = before;
  node[i].after = 0;
  if (before != after) return;
  const unsigned ring = (unsigned)after - RINGS;
  m->filled[ring >> 6] &= ~bit_of(ring);
}

/* Adds a node to its ring, at the front or at the end. Its cost lies in the
 * current bucket or later. */
TP_INLINE void join_ring(Making *m, uint32_t i, uint64_t cost,
                         const bool behind) {
  Node *node = m->node;
  const uint64_t bucket = cost >> m->shift, other = bucket >> 6 ^ m->span;
  TP_ASSERT(bucket >> 6 >= m->span);
  const unsigned ring =
      other ? 64 + (unsigned)tp_highest(other) : (unsigned)(bucket & 63);
  const uint16_t head = (uint16_t)(RINGS + ring);
  const bool is_first = !(m->filled[ring >> 6] & bit_of(ring));
  uint16_t before = head, after = head;
  if (!is_first && behind) before = node[head].before;
  if (!is_first && !behind) after = node[head].after;
  m->filled[ring >> 6] |= bit_of(ring);
  node[i].before = before;
  node[i].after = after;
  node[before].after = (uint16_t)i;
  node[after].before = (uint16_t)i;
}

/* The span is over: the next one is that of the cheapest node, which is in the
 * first ring beyond. */
static void turn_span(Making *m) {
  const unsigned ring = 64 + (unsigned)tp_lowest(m->filled[1]);
  const uint32_t head = RINGS + ring;
  const Node *node = m->node;
  uint64_t least = UINT64_MAX;
  uint32_t after, i = node[head].after;
  for (uint32_t k = i; k != head; k = node[k].after) {
    if (node[k].cost < least) least = node[k].cost;
    m->looks++;
  }
  m->span = least >> m->shift >> 6;
  m->filled[1] &= ~bit_of(ring);
  for (; i != head; i = after) {
    after = node[i].after;
    join_ring(m, i, node[i].cost, false);
  }
}

/* ---- the loop ------------------------------------------------------------ */

static tp_Cell cell_of(const Making *m, uint32_t i) {
  uint32_t place = i - CELLS;
  return (tp_Cell){m->area.x + (int32_t)(place % m->stride) - 1,
                   m->area.y + (int32_t)(place / m->stride) - 1};
}

/* The steps to try from a node. */
TP_INLINE unsigned steps_from(const Making *m, uint32_t i, const Kind is) {
  const tp_Navmap *nav = m->nav;
  const Node *n = &m->node[i];
  const tp_Cell at = cell_of(m, i);
  if (is.odd && n->nine & ODD) return tp_navmap_steps_into(nav, at.x, at.y);
  if (is.prunes && is.uniform) {
    return tp_pruning_steps(&nav->moves, at, n->came_by, n->nine);
  }
  unsigned steps = tp_steps(&nav->moves, at, n->nine);
  if (n->came_by == TP_DIRECTIONS) return steps;
  steps &= ~(1u << tp_opposite(n->came_by));
  return is.prunes ? steps & ~tp_pruning_aside(&nav->moves, at, n->came_by)
                   : steps;
}

/* The same for cells of the rectangle from which edges lead to the node. */
static void relax_edges(Making *m, uint32_t i, uint64_t here) {
  tp_EdgeIter it = tp_edges_to(m->nav, cell_of(m, i));
  for (; tp_edges_next(&it); m->looks++) {
    const tp_Cell from = tp_unpack_cell(it.edge.from);
    if (!tp_rect_has(m->area, from.x, from.y)) continue;
    const uint64_t cost = here + tp_window_edge_cost(m->nav, &it.edge);
    const uint32_t by = CELLS + (uint32_t)(from.y - m->area.y + 1) * m->stride +
                        (uint32_t)(from.x - m->area.x + 1);
    Node *next = &m->node[by];
    if (next->cost <= cost) continue;
    if (next->after) leave_ring(m, by);
    next->cost = cost;
    next->came_by = TP_DIRECTIONS;
    join_ring(m, by, cost, true);
  }
}

/* Expands a node, by steps and edges: each step enters the node's cell. */
TP_INLINE void expand(Making *m, uint32_t i, uint64_t here, const Kind is) {
  const tp_Costs *costs = &m->nav->costs;
  const uint8_t class = is.uniform ? 0 : m->node[i].class;
  const uint64_t step[2] = {
      is.uniform ? costs->cheapest[0] : costs->step[0][class],
      is.uniform ? costs->cheapest[1] : costs->step[1][class]};
  m->looks += TP_LOOKS_A_UNIT;
  if (here > m->last) m->last = here;
  for (unsigned steps = steps_from(m, i, is); steps; steps &= steps - 1) {
    int d = tp_lowest(steps);
    uint32_t by = (uint32_t)((ptrdiff_t)i + m->beside.to[d]);
    uint64_t cost = here + step[tp_is_diagonal(d)];
    Node *next = &m->node[by];
    if (next->cost <= cost) continue;
    if (next->after) leave_ring(m, by);
    next->cost = cost;
    next->came_by = (uint8_t)d;
    join_ring(m, by, cost, is.odd);
  }
  if (is.odd && m->node[i].nine & ODD) relax_edges(m, i, here);
}

static Node *node_of(const Making *m, tp_Cell c) {
  TP_ASSERT(tp_rect_has(m->area, c.x, c.y));
  uint32_t x = (uint32_t)(c.x - m->area.x) + 1;
  uint32_t y = (uint32_t)(c.y - m->area.y) + 1;
  return &m->node[CELLS + y * m->stride + x];
}

TP_INLINE void settle(Making *m, const tp_WindowSeed *seed, uint32_t count,
                      const Kind is) {
  for (uint32_t k = 0; k < count; k++) {
    Node *node = node_of(m, seed[k].cell);
    node->cost = 0;
    node->came_by = TP_DIRECTIONS;
  }
  for (uint32_t k = 0; k < count; k++) {
    const Node *node = node_of(m, seed[k].cell);
    if (node->nine == 0) continue;
    expand(m, (uint32_t)(node - m->node), seed[k].cost, is);
  }
  while (m->filled[0] | m->filled[1]) {
    if (m->filled[0] == 0) turn_span(m);
    uint32_t i = m->node[RINGS + tp_lowest(m->filled[0])].after;
    leave_ring(m, i);
    expand(m, i, m->node[i].cost, is);
  }
  /* If a cell has several seeds, the first one is the cheapest. */
  for (uint32_t k = count; k-- > 0;) {
    Node *node = node_of(m, seed[k].cell);
    node->cost = node->nine == 0 ? TP_FAR : seed[k].cost;
  }
}

/* With odd cells the pruning for ground of one price is not used. */
static void settle_all(Making *m, const tp_WindowSeed *seed, uint32_t count) {
  const tp_Costs *costs = &m->nav->costs;
  const bool prunes = costs->orderly;
  m->span = count ? seed->cost >> m->shift >> 6 : 0;
  if (m->nav->odd) {
    prunes ? settle(m, seed, count, (Kind){false, true, true})
           : settle(m, seed, count, (Kind){false, false, true});
  } else if (costs->uniform && !tp_is_hexagonal(m->nav->moves.stagger)) {
    prunes ? settle(m, seed, count, (Kind){true, true, false})
           : settle(m, seed, count, (Kind){true, false, false});
  } else {
    prunes ? settle(m, seed, count, (Kind){false, true, false})
           : settle(m, seed, count, (Kind){false, false, false});
  }
}

/* ---- and afterwards ------------------------------------------------------ */

void tp_window_make(tp_Window *w, const tp_Navmap *nav, tp_Rect area,
                    const tp_WindowSeed *seeds, uint32_t count, void *scratch) {
  TP_ASSERT(tp_rect_area(area) <= TP_WINDOW_CELLS);
  const tp_Costs *costs = &nav->costs;
  uint64_t least = costs->cheapest[0];
  Making m = {.nav = nav, .area = area, .node = scratch};
  m.stride = (uint32_t)area.w + 2;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    m.beside.to[d] = tp_offset(d, area.w + 2);
  }
  if (costs->cheapest[1] < least) least = costs->cheapest[1];
  while (least >> m.shift > 1) m.shift++;
  write_nodes(&m);
  settle_all(&m, seeds, count);
  tp_navmap_look(nav, m.looks + (uint64_t)tp_rect_area(area));
  w->area = area;
  w->open.x = -1;
  w->base = count ? seeds->cost : 0;
  w->shift = 0;
  w->seen = nav->changes.now;
  uint64_t most = m.last > w->base ? m.last - w->base : 0;
  while (most >> w->shift >= UINT32_MAX) w->shift++;
  const Node *row = m.node + CELLS + 1;
  uint32_t *cost = w->cost;
  for (int32_t y = 0; y < area.h; y++) {
    row += m.stride;
    for (int32_t x = 0; x < area.w; x++) {
      uint64_t more = row[x].cost - w->base;
      bool is_far = row[x].cost == TP_FAR;
      *cost++ = is_far ? UINT32_MAX : (uint32_t)(more >> w->shift);
    }
  }
}

/* ---- open ground --------------------------------------------------------- */

bool tp_window_is_open(const tp_Navmap *nav, tp_Rect area) {
  const tp_Costs *costs = &nav->costs;
  const int32_t end = area.x + area.w;
  if (!costs->uniform || !costs->orderly) return false;
  for (int32_t y = area.y; nav->odd && y < area.y + area.h; y++) {
    if (tp_mask_next(nav->odd, y, area.x, end) < end) return false;
  }
  for (int32_t y = area.y; y < area.y + area.h; y++) {
    if (tp_mask_run_end(nav->mask, y, area.x, end) < end) return false;
  }
  return true;
}

uint64_t tp_window_crow(const tp_Navmap *nav, tp_Cell a, tp_Cell b) {
  uint64_t dx = (uint64_t)abs(a.x - b.x), dy = (uint64_t)abs(a.y - b.y);
  uint64_t least = dx < dy ? dx : dy, most = dx < dy ? dy : dx;
  uint64_t straight = nav->costs.cheapest[0], both = nav->costs.cheapest[1];
  if (nav->profile.diagonal >= TP_NEVER) { /* no diagonal steps */
    if (tp_is_four(nav->profile.diagonal)) return straight * (dx + dy);
    return straight * tp_hexagons_apart(nav->moves.stagger, a, b);
  }
  if (both > 2 * straight) both = 2 * straight;
  if (straight > both) straight = both;
  return least * both + (most - least) * straight;
}
