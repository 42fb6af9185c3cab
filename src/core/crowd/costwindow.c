/* costwindow.c - Dijkstra's algorithm (1959) over a rectangle of at most 256
 * cells, with a binary heap of the cells whose cost is not final.
 *
 * No step is pruned: the detour that would make a step needless may lead over a
 * seed, and a seed's cost is fixed, so nobody could take that detour.
 *
 * Cost: some 40 ns a cell; 16 bytes a cell, and 4 for the heap.
 */
#include "costwindow.h"

#include <stdlib.h>

#include "../agent/metric.h"
#include "../navmap/navmap.h"

typedef struct Node {
  uint64_t cost;
  uint32_t place; /* in the heap, from 1; 0: not there */
} Node;

typedef struct Making {
  const tp_Navmap *nav;
  tp_Rect area;
  uint32_t waiting; /* length of the heap */
  uint64_t last;    /* the highest cost so far */
  uint64_t work;    /* work so far (navmap.h) */
  Node node[TP_WINDOW_CELLS];
  uint32_t heap[TP_WINDOW_CELLS + 1]; /* cells; the first entry is not used */
} Making;

size_t tp_window_scratch_bytes(void) { return sizeof(Making); }

/* ---- the heap ------------------------------------------------------------ */

static void set_slot(Making *m, uint32_t place, uint32_t i) {
  m->heap[place] = i;
  m->node[i].place = place;
}

/* Moves a cell towards the top, from a place that is free for it. */
static void rise(Making *m, uint32_t place, uint32_t i) {
  for (; place > 1; place /= 2) {
    const uint32_t above = m->heap[place / 2];
    if (m->node[above].cost <= m->node[i].cost) break;
    set_slot(m, place, above);
  }
  set_slot(m, place, i);
}

static uint32_t take(Making *m) {
  const uint32_t first = m->heap[1], last = m->heap[m->waiting--];
  uint32_t place = 1;
  m->node[first].place = 0;
  if (m->waiting == 0) return first;
  for (uint32_t next; (next = 2 * place) <= m->waiting; place = next) {
    if (next < m->waiting &&
        m->node[m->heap[next + 1]].cost < m->node[m->heap[next]].cost) {
      next++;
    }
    if (m->node[m->heap[next]].cost >= m->node[last].cost) break;
    set_slot(m, place, m->heap[next]);
  }
  set_slot(m, place, last);
  return first;
}

/* ---- the search ---------------------------------------------------------- */

static uint32_t number_of(const Making *m, tp_Cell c) {
  TP_ASSERT(tp_rect_has(m->area, c.x, c.y));
  return (uint32_t)((c.y - m->area.y) * m->area.w + c.x - m->area.x);
}

static void offer(Making *m, tp_Cell c, uint64_t cost) {
  if (!tp_rect_has(m->area, c.x, c.y)) return;
  const uint32_t i = number_of(m, c);
  Node *node = &m->node[i];
  if (node->cost <= cost) return;
  node->cost = cost;
  rise(m, node->place ? node->place : ++m->waiting, i);
}

/* Offers a cost to each cell from which a step or an edge enters this one. */
static void expand(Making *m, tp_Cell at, uint64_t here) {
  const tp_Navmap *nav = m->nav;
  const tp_Costs *costs = &nav->costs;
  const uint8_t class = costs->class_of[tp_grid_index(nav->grid, at.x, at.y)];
  m->work += TP_WORK_A_UNIT;
  if (here > m->last) m->last = here;
  unsigned steps = tp_navmap_steps_into(nav, at.x, at.y);
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    offer(m, tp_beside(at, d), here + costs->step[tp_is_diagonal(d)][class]);
  }
  if (!tp_navmap_is_irregular(nav, at.x, at.y)) return;
  for (tp_EdgeIter it = tp_edges_to(nav, at); tp_edges_next(&it); m->work++) {
    offer(m, tp_unpack_cell(it.edge.from),
          here + tp_window_edge_cost(nav, &it.edge));
  }
}

static void search(Making *m, const tp_WindowSeed *seed, uint32_t count) {
  const tp_Rect area = m->area;
  for (int64_t i = tp_rect_area(area); i-- > 0;) {
    m->node[i] = (Node){.cost = TP_FAR};
  }
  /* No path lowers the cost of a seed. */
  for (uint32_t k = 0; k < count; k++) {
    m->node[number_of(m, seed[k].cell)].cost = 0;
  }
  for (uint32_t k = 0; k < count; k++) {
    const tp_Cell c = seed[k].cell;
    if (tp_mask_has(m->nav->mask, c.x, c.y)) expand(m, c, seed[k].cost);
  }
  while (m->waiting > 0) {
    const uint32_t i = take(m), w = (uint32_t)area.w;
    const tp_Cell at = {area.x + (int32_t)(i % w), area.y + (int32_t)(i / w)};
    expand(m, at, m->node[i].cost);
  }
  /* If a cell has several seeds, the first one is the cheapest. */
  for (uint32_t k = count; k-- > 0;) {
    const tp_Cell c = seed[k].cell;
    m->node[number_of(m, c)].cost =
        tp_mask_has(m->nav->mask, c.x, c.y) ? seed[k].cost : TP_FAR;
  }
}

void tp_window_make(tp_Window *w, const tp_Navmap *nav, tp_Rect area,
                    const tp_WindowSeed *seeds, uint32_t count, void *scratch) {
  TP_ASSERT(tp_rect_area(area) <= TP_WINDOW_CELLS);
  Making *m = scratch;
  m->nav = nav;
  m->area = area;
  m->waiting = 0;
  m->last = m->work = 0;
  search(m, seeds, count);
  tp_navmap_add_work(nav, m->work + (uint64_t)tp_rect_area(area));
  w->area = area;
  w->open.x = -1;
  w->base = count ? seeds->cost : 0;
  w->shift = 0;
  w->seen = nav->changes.now;
  uint64_t most = m->last > w->base ? m->last - w->base : 0;
  while (most >> w->shift >= UINT32_MAX) w->shift++;
  for (int64_t i = 0; i < tp_rect_area(area); i++) {
    const uint64_t cost = m->node[i].cost;
    w->cost[i] =
        cost == TP_FAR ? UINT32_MAX : (uint32_t)((cost - w->base) >> w->shift);
  }
}

/* ---- open ground --------------------------------------------------------- */

bool tp_window_is_open(const tp_Navmap *nav, tp_Rect area) {
  const tp_Costs *costs = &nav->costs;
  const int32_t end = area.x + area.w;
  if (!costs->uniform || !costs->orderly) return false;
  for (int32_t y = area.y; nav->irregular && y < area.y + area.h; y++) {
    if (tp_mask_next(nav->irregular, y, area.x, end) < end) return false;
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
