/* potentials.c - how far a goal is at least for who takes a link next.
 *
 * A way to a goal takes no link, and is then as long as the estimate says; or
 * it goes to the beginning of some link, takes it, and goes on from its end.
 * With the potential P of an edge, its link cost and the estimate at its end,
 * an estimate that knows of links is
 *
 *     h(n) = min(direct(n), over all edges: distance(n, from) + P)
 *
 * and P = link cost + h(to). That is a system of equations, solved as Dijkstra
 * does: the least P is known first.
 *
 * An edge whose P is no less than what the estimate is without it where it
 * begins is no short cut: as distances are a metric, the estimate without it is
 * no more anywhere. No estimate need go by it, and no other edge. Among links
 * by chance about half of the edges are left, the guides; and only a guide
 * lowers others. An edge is let be for good once nothing that is still to come
 * can make it a short cut: what comes costs no less than the last guide.
 *
 * h is consistent: over a step it changes by no more than a distance does, and
 * h(from) <= P = link cost + h(to).
 *
 * Where there are more than a few edges, that ends when it has come as far as
 * the start's estimate: guides behind the start tell of few cells that a search
 * will see. Whoever goes by an edge that is left then, or where pairs or guides
 * come to be too many, pays no less than the next guide's P. The least of that
 * and h is a lower bound, and consistent, too.
 *
 * What edges there are is found anew by each query, in some 10 ns each. So it
 * is never out of date.
 */
#include "heuristic.h"

/* Pairs of a guide and an edge that are looked at, some 8 ns each; and so few
 * edges that all their guides are found, however far away. */
enum { MOST_PAIRS = 1 << 14, FEW_EDGES = 32 };

/* Can it be no short cut any more, as others to come cost no less than that? */
static bool is_done(const tp_Lead *lead, uint64_t least) {
  return lead->potential >= lead->bound && lead->cost + least >= lead->bound;
}

static bool is_short_cut(const tp_Lead *lead) {
  return lead->potential < lead->bound;
}

/* Those that may yet be short cuts, with what is known of each without any
 * other. Returns how many there are. */
static uint32_t list_leads(tp_SearchEdges *g, const tp_Heuristic *h) {
  uint64_t least = UINT64_MAX;
  uint32_t count = 0;
  for (uint32_t i = 0; i < g->count; i++) {
    const tp_Edge *edge = &g->edge[i];
    const tp_Cell from = tp_unpack_cell(edge->from);
    const tp_Cell to = tp_unpack_cell(edge->to);
    tp_Lead *lead = &g->lead[i];
    *lead = (tp_Lead){from, to, edge->cost, 0, 0};
    lead->potential = edge->cost + tp_heuristic_direct(h, to.x, to.y);
    lead->bound = tp_heuristic_direct(h, from.x, from.y);
    if (lead->potential < least) least = lead->potential;
  }
  for (uint32_t i = 0; i < g->count; i++) {
    if (!is_done(&g->lead[i], least)) g->lead[count++] = g->lead[i];
  }
  return count;
}

/* The short cut that costs least; `count` where there is none. */
static uint32_t find_next(const tp_Lead *lead, uint32_t count) {
  uint32_t next = count;
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < count; i++) {
    if (!is_short_cut(&lead[i]) || lead[i].potential >= least) continue;
    least = lead[i].potential;
    next = i;
  }
  return next;
}

/* The others may be left for a guide, and may be taken before it. Returns how
 * many may still be short cuts, and the next one of those in `next`. Which do
 * cannot be foreseen, so there are no branches. */
static uint32_t follow(tp_Lead *lead, uint32_t count, const tp_Heuristic *heur,
                       tp_EdgeGuide guide, uint32_t *next) {
  const tp_Heuristic h = *heur; /* which no store can change */
  uint32_t left = 0, best = UINT32_MAX;
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < count; i++) {
    tp_Lead own = lead[i];
    uint64_t aside =
        tp_heuristic_between(&h, own.from, guide.at) + guide.potential;
    uint64_t way =
        own.cost + tp_heuristic_between(&h, own.to, guide.at) + guide.potential;
    own.bound = aside < own.bound ? aside : own.bound;
    own.potential = way < own.potential ? way : own.potential;
    bool cuts = own.potential < own.bound;
    bool lasts = cuts | (own.cost + guide.potential < own.bound);
    bool is_next = cuts & (own.potential < least);
    least = is_next ? own.potential : least;
    best = is_next ? left : best;
    lead[left] = own;
    left += lasts;
  }
  *next = best < left ? best : left;
  return left;
}

/* What the estimate at a start comes to with a guide more. */
static uint64_t with_guide(uint64_t estimate, const tp_Heuristic *h,
                           tp_EdgeGuide guide, tp_Cell start) {
  uint64_t way = tp_heuristic_between(h, start, guide.at) + guide.potential;
  return way < estimate ? way : estimate;
}

static void find_guides(tp_SearchEdges *g, const tp_Heuristic *h,
                        tp_Cell start) {
  uint32_t count = list_leads(g, h), next = find_next(g->lead, count);
  uint64_t pairs = 0;
  uint64_t first = tp_heuristic_direct(h, start.x, start.y);
  while (next < count) {
    tp_EdgeGuide guide = {g->lead[next].from, g->lead[next].potential};
    bool is_far = guide.potential > first && g->count > FEW_EDGES;
    if (is_far || g->guides == TP_MOST_GUIDES || pairs >= MOST_PAIRS) {
      g->rest = guide.potential;
      return;
    }
    g->guide[g->guides++] = guide;
    first = with_guide(first, h, guide, start);
    g->lead[next] = g->lead[--count];
    pairs += count;
    count = follow(g->lead, count, h, guide, &next);
  }
}

void tp_heuristic_go_by(tp_Heuristic *h, tp_SearchEdges *g, tp_Cell start) {
  g->guides = 0;
  g->rest = UINT64_MAX;
  h->edges = NULL;
  if (h->kind == TP_HEURISTIC_USER || h->kind == TP_HEURISTIC_ZERO) return;
  find_guides(g, h, start);
  if (g->guides == 0 && g->rest == UINT64_MAX) return;
  h->edges = g;
  h->plain = false;
}
