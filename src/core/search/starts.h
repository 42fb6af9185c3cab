/* starts.h - where a search begins: at its start; or, if that is blocked, at
 * the exits of its ways out (escape.h), each at the cost of its way.
 *
 *     for (tp_Starts s = tp_starts_of(plan); tp_starts_next(&s);)
 */
#pragma once

#include "query.h"

/* A start of a plan, with its cost. */
typedef struct tp_Starts {
  const tp_QueryPlan *plan;
  tp_Rect box; /* contains all starts */
  tp_Cell next, at;
  uint64_t cost;
} tp_Starts;

TP_INLINE tp_Starts tp_starts_of(const tp_QueryPlan *plan) {
  const tp_Query *q = &plan->query;
  const tp_Rect one = {q->start.x, q->start.y, 1, 1};
  const tp_Rect box = q->out ? tp_wayout_box(q->out) : one;
  return (tp_Starts){plan, box, tp_rect_first(box), q->start, 0};
}

/* Goes on to the next one, in reading order; false: there is none. */
TP_INLINE bool tp_starts_next(tp_Starts *s) {
  const tp_WayOut *out = s->plan->query.out;
  while (tp_rect_wrap(s->box, &s->next)) {
    s->at = s->next;
    s->next.x++;
    if (!out) return true;
    if (!tp_wayout_is_exit(out, s->at)) continue;
    s->cost = tp_wayout_cost(out, s->plan->navmap, s->at);
    return true;
  }
  return false;
}

TP_INLINE uint32_t tp_starts_count(const tp_QueryPlan *plan) {
  return plan->query.out ? plan->query.out->exits : 1;
}

/* Does a path of that cost begin in the cell? */
TP_INLINE bool tp_starts_has(const tp_QueryPlan *plan, tp_Cell at,
                             uint64_t cost) {
  const tp_WayOut *out = plan->query.out;
  if (!out) return tp_same_cell(at, plan->query.start);
  return tp_wayout_is_exit(out, at) &&
         tp_wayout_cost(out, plan->navmap, at) == cost;
}

/* The cells that a search may have reached with so many expansions: each leads
 * one cell further, except by links. */
TP_INLINE tp_Rect tp_starts_reached(const tp_QueryPlan *plan,
                                    uint64_t expanded) {
  const tp_Rect all = plan->navmap->grid->changes.whole;
  const tp_Rect one = {plan->query.start.x, plan->query.start.y, 1, 1};
  const tp_WayOut *out = plan->query.out;
  const int32_t apart = out ? 2 * (int32_t)out->length : 0; /* two starts */
  if (plan->has_edges || expanded >= TP_MAX_SIDE) return all;
  return tp_rect_clip(tp_rect_grow(one, (int32_t)expanded + apart), all);
}

/* The most by which the f of two starts differ, if an estimate changes by at
 * most so much over a step. */
TP_INLINE uint64_t tp_starts_span(const tp_QueryPlan *plan, uint64_t change) {
  const tp_WayOut *out = plan->query.out;
  uint64_t least = UINT64_MAX, most = 0;
  if (!out) return 0;
  for (tp_Starts s = tp_starts_of(plan); tp_starts_next(&s);) {
    if (s.cost < least) least = s.cost;
    if (s.cost > most) most = s.cost;
  }
  return most - least + 2 * out->length * change;
}

/* The regions that the start can reach, or one of several; none if it is
 * blocked (an empty list, as without a list all regions belong to the set).
 * Regions and the region graph are up to date. */
TP_INLINE tp_RegionSet tp_starts_regions(const tp_QueryPlan *plan,
                                         tp_GroupSet *groups) {
  const tp_Navmap *nav = plan->navmap;
  const tp_Cell start = plan->query.start;
  uint32_t *list = groups->start_region, count = 0;
  if (!tp_mask_can_enter(nav->mask, start.x, start.y)) {
    return (tp_RegionSet){list, 0, NULL};
  }
  for (tp_Starts s = tp_starts_of(plan); tp_starts_next(&s);) {
    const uint32_t region = tp_navmap_region(nav, s.at.x, s.at.y);
    const uint32_t place = tp_region_place(list, count, region);
    if (place < count) continue;
    uint32_t i = count++;
    for (; i > 0 && list[i - 1] > region; i--) list[i] = list[i - 1];
    list[i] = region;
  }
  return tp_navmap_linked(nav, (tp_RegionSet){list, count, NULL}, false,
                          groups);
}
