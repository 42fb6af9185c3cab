/* linkheuristic.c - lower bounds of the distance to a goal for paths that take
 * a link next.
 *
 * A path to a goal takes no link, and then costs at least the estimate. Or it
 * goes to the beginning of some link, takes the link, and goes on from its end.
 * The potential P of an edge is the link's cost plus the estimate at its end.
 * With potentials the estimate is
 *
 *     h(n) = min(direct(n), over all edges: distance(n, from) + P)
 *
 * and P = link cost + h(to). This is a system of equations, solved as in
 * Dijkstra's algorithm: the least P is final first.
 *
 * An edge is no short cut if its P is at least the estimate without it at its
 * beginning. As distances are a metric, it then lowers no estimate anywhere,
 * and no other edge's P. Among random links about half of the edges are short
 * cuts: the link ends. Only these lower others. An edge is dropped for good if
 * no later one can make it a short cut: later ones cost at least as much as the
 * last one.
 *
 * h is consistent: over a step it changes by at most a distance, and h(from) <=
 * P = link cost + h(to).
 *
 * If there are more than a few edges, the loop stops at the start's estimate:
 * those behind the start matter to few cells that a search will see. It also
 * stops if there are too many pairs or link ends. Every remaining edge then
 * costs at least the next one's P; `rest` stores it. The minimum of h and
 * `rest` is a lower bound, and consistent, too.
 *
 * Which edges cost less than the distance between their ends, whatever the
 * goal, is found once after an edit; no other can be a short cut. In a building
 * of many floors with many stairs all stairs are, as floors lie side by side on
 * the map. So there floors are laid upon each other: distances are those in the
 * plan. They are lower bounds, too, if no step leads from one floor to another.
 * Then few edges are short cuts, or none, and a search reads only the edges
 * that it meets. Few stairs stay short cuts, which lead to the goal's floor.
 */
#include "linkheuristic.h"

#include "heuristic.h"

/* The most pairs of a link end and an edge, some 8 ns each; and the number of
 * edges up to which all link ends are found, however far away. */
enum { MOST_PAIRS = 1 << 14, FEW_EDGES = 32 };

/* Does no step lead from a floor to another? */
static bool are_floors_apart(const tp_Mask *mask, const tp_Cell *shift) {
  for (int32_t x = 0; x + 1 < mask->width; x++) {
    if (tp_same_cell(shift[x], shift[x + 1])) continue;
    for (int32_t y = 0; y < mask->height; y++) {
      if (tp_mask_has(mask, x, y)) return false;
    }
  }
  return true;
}

/* Lists the edges that cost less than the distance between their ends. */
static void list_cuts(tp_SearchEdges *g, const tp_Heuristic *h, int layout) {
  g->cuts[layout] = 0;
  for (uint32_t i = 0; i < g->count; i++) {
    const tp_Edge *edge = &g->edge[i];
    const tp_Cell from = tp_heuristic_place(h, tp_unpack_cell(edge->from));
    const tp_Cell to = tp_heuristic_place(h, tp_unpack_cell(edge->to));
    if (edge->cost >= tp_heuristic_between(h, from, to)) continue;
    g->cut[layout][g->cuts[layout]++] = i;
  }
}

/* Finds the short cuts, unless the last search had the same metric. In the plan
 * there are no fewer than on the map if there is no plan. */
static void find_cuts(tp_SearchEdges *g, const tp_Heuristic *h,
                      const tp_Cell *shift) {
  tp_Heuristic on_plan = *h;
  if (g->has_cuts && g->metric.both == h->metric.both &&
      g->metric.along == h->metric.along && g->unit == h->unit)
    return;
  g->has_cuts = true;
  g->metric = h->metric;
  g->unit = h->unit;
  list_cuts(g, h, TP_ON_MAP);
  g->cuts[TP_ON_PLAN] = g->cuts[TP_ON_MAP];
  if (!shift || g->cuts[TP_ON_MAP] <= FEW_EDGES) return;
  if (!are_floors_apart(g->source.mask, shift)) return;
  on_plan.shift = shift;
  list_cuts(g, &on_plan, TP_ON_PLAN);
}

/* Lists the edges that may be short cuts, with their values before any link
 * end. Returns how many there are. */
static uint32_t list_leads(tp_SearchEdges *g, const tp_Heuristic *h) {
  const int layout = h->shift ? TP_ON_PLAN : TP_ON_MAP;
  uint64_t least = UINT64_MAX;
  uint32_t count = 0;
  for (uint32_t i = 0; i < g->cuts[layout]; i++) {
    const tp_Edge *edge = &g->edge[g->cut[layout][i]];
    const tp_Cell from = tp_heuristic_place(h, tp_unpack_cell(edge->from));
    const tp_Cell to = tp_heuristic_place(h, tp_unpack_cell(edge->to));
    tp_Lead *lead = &g->lead[i];
    *lead = (tp_Lead){from, to, edge->cost, 0, 0};
    lead->potential = edge->cost + tp_heuristic_direct(h, to.x, to.y);
    lead->bound = tp_heuristic_direct(h, from.x, from.y);
    if (lead->potential < least) least = lead->potential;
  }
  for (uint32_t i = 0; i < g->cuts[layout]; i++) {
    const tp_Lead *lead = &g->lead[i];
    /* It is certain that this is no short cut, as later ones cost no less. */
    const bool is_done =
        lead->potential >= lead->bound && lead->cost + least >= lead->bound;
    if (!is_done) g->lead[count++] = *lead;
  }
  return count;
}

/* Updates the other edges for a new link end: their ends may lead to it, or it
 * may be cheaper from their beginnings. Returns how many may still be short
 * cuts, and the next link end of those in `next`. The outcomes are
 * unpredictable, so there are no branches. */
static uint32_t follow(tp_Lead *lead, uint32_t count, const tp_Heuristic *heur,
                       tp_LinkEnd link_end, uint32_t *next) {
  const tp_Heuristic h = *heur; /* no store can change it */
  uint32_t left = 0, best = UINT32_MAX;
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < count; i++) {
    tp_Lead own = lead[i];
    uint64_t aside =
        tp_heuristic_between(&h, own.from, link_end.from) + link_end.potential;
    uint64_t rest = own.cost + tp_heuristic_between(&h, own.to, link_end.from) +
                    link_end.potential;
    own.bound = aside < own.bound ? aside : own.bound;
    own.potential = rest < own.potential ? rest : own.potential;
    bool cuts = own.potential < own.bound;
    bool is_kept = cuts | (own.cost + link_end.potential < own.bound);
    bool is_next = cuts & (own.potential < least);
    least = is_next ? own.potential : least;
    best = is_next ? left : best;
    lead[left] = own;
    left += is_kept;
  }
  *next = best < left ? best : left;
  return left;
}

void tp_heuristic_go_by(tp_Heuristic *h, tp_SearchEdges *g, tp_Cell start) {
  const tp_Cell *shift = g->source.navmap->grid->shift;
  g->link_ends = 0;
  g->rest = UINT64_MAX;
  h->edges = NULL;
  if (h->kind == TP_HEURISTIC_USER || h->kind == TP_HEURISTIC_ZERO) return;
  find_cuts(g, h, shift);
  if (!h->goals && g->cuts[TP_ON_MAP] > FEW_EDGES &&
      g->cuts[TP_ON_PLAN] <= FEW_EDGES) {
    h->shift = shift;
    h->home = shift[h->goal.x];
    h->plain = false;
    start = tp_heuristic_place(h, start);
  }
  uint32_t count = list_leads(g, h), next = UINT32_MAX;
  uint64_t pairs = 0, least = UINT64_MAX;
  uint64_t first = tp_heuristic_direct(h, start.x, start.y);
  /* The short cut with the least potential. */
  for (uint32_t i = 0; i < count; i++) {
    const tp_Lead *lead = &g->lead[i];
    if (lead->potential >= lead->bound || lead->potential >= least) continue;
    least = lead->potential;
    next = i;
  }
  while (next < count) {
    tp_LinkEnd link_end = {g->lead[next].from, g->lead[next].potential};
    bool is_far = link_end.potential > first && g->count > FEW_EDGES;
    if (is_far || g->link_ends == TP_MOST_LINKENDS || pairs >= MOST_PAIRS) {
      g->rest = link_end.potential;
      break;
    }
    g->link_end[g->link_ends++] = link_end;
    /* The estimate at the start with this link end, too. */
    uint64_t rest =
        tp_heuristic_between(h, start, link_end.from) + link_end.potential;
    if (rest < first) first = rest;
    g->lead[next] = g->lead[--count];
    pairs += count;
    count = follow(g->lead, count, h, link_end, &next);
  }
  if (g->link_ends == 0 && g->rest == UINT64_MAX) return;
  h->edges = g;
  h->plain = false;
}
