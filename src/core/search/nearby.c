/* nearby.c - as near to a goal as can be.
 *
 * Of a few goals each is asked in turn; of many, all at once: distances to the
 * nearest of them are found for whole rows (chamfer.h), which takes two passes
 * over the map. The cells with the least distance are noted, a bit a cell, as
 * the search would ask about every cell that it closes.
 */
#include "nearby.h"

#include <string.h>

#include "nearest.h"

enum { FEW = 4 };

static bool has_many(const tp_Search *s) {
  return s->query.goals && s->query.goals->count > FEW;
}

/* ---- how near one comes ------------------------------------------------- */

static uint64_t distance_to_each(const tp_Search *s, const tp_Navmap *nav,
                                 uint32_t region) {
  const tp_Goals *goals = s->query.goals;
  uint32_t count = goals ? goals->count : 1;
  uint64_t best = UINT64_MAX;
  tp_Cell cell;
  for (uint32_t k = 0; k < count; k++) {
    tp_Heuristic to = s->distance;
    if (goals) to.goal = goals->goal[k].at;
    to.goals = NULL;
    to.plain = true;
    tp_Near near = {to.goal, &to, true, region};
    best = tp_nearest(nav, &near, best, &cell);
  }
  return best;
}

static uint64_t distance_to_all(const tp_Search *s, const tp_Navmap *nav,
                                uint32_t region) {
  const tp_Mask *m = nav->mask;
  uint64_t best = UINT64_MAX;
  tp_Chamfer c;
  tp_goals_list_by_cell(s->query.goals);
  for (tp_chamfer_start(&c, s->query.goals, &s->distance);
       tp_chamfer_next(&c);) {
    for (int32_t x = 0; x < m->width; x++) {
      if (c.distance[x] >= best || !tp_mask_has(m, x, c.y)) continue;
      if (tp_regions_of(nav->regions, m, x, c.y) != region) continue;
      best = c.distance[x];
    }
  }
  return best;
}

uint64_t tp_nearby_distance(const tp_Search *s, const tp_Navmap *nav) {
  tp_Cell start = s->query.start;
  uint32_t region = tp_regions_of(nav->regions, nav->mask, start.x, start.y);
  return has_many(s) ? distance_to_all(s, nav, region)
                     : distance_to_each(s, nav, region);
}

/* ---- which cells do ----------------------------------------------------- */

static size_t words_of(const tp_Goals *goals) {
  return ((size_t)goals->width + 63) / 64;
}

bool tp_nearby_wants_notes(const tp_Search *s) {
  return s->nearest && has_many(s) && !s->is_noted;
}

size_t tp_nearby_bytes(const tp_Search *s) {
  const tp_Goals *goals = s->query.goals;
  return words_of(goals) * (size_t)goals->height * sizeof(uint64_t);
}

void tp_nearby_note(tp_Search *s) {
  const tp_Goals *goals = s->query.goals;
  uint64_t *noted = s->cover;
  tp_Chamfer c;
  memset(noted, 0, tp_nearby_bytes(s));
  for (tp_chamfer_start(&c, goals, &s->distance); tp_chamfer_next(&c);) {
    uint64_t *row = noted + (size_t)c.y * words_of(goals);
    for (int32_t x = 0; x < goals->width; x++) {
      if (c.distance[x] > s->heuristic.offset) continue;
      row[x >> 6] |= UINT64_C(1) << (x & 63);
    }
  }
  s->is_noted = true;
}

bool tp_nearby_ends_at(const tp_Search *s, tp_Cell at) {
  const tp_Goals *goals = s->query.goals;
  uint32_t k = 0;
  if (s->is_noted) {
    const uint64_t *noted = s->cover;
    size_t word = (size_t)at.y * words_of(goals) + (size_t)(at.x >> 6);
    return noted[word] >> (at.x & 63) & 1;
  }
  return tp_heuristic_nearest(&s->distance, at.x, at.y, &k) <=
         s->heuristic.offset;
}

uint32_t tp_nearby_goal(const tp_Search *s) {
  uint32_t k = 0;
  tp_heuristic_nearest(&s->distance, s->end.x, s->end.y, &k);
  return k;
}

/* ---- where the budget ends ---------------------------------------------- */

typedef struct Best {
  uint64_t distance, cost;
  tp_Cell cell;
} Best;

/* The cells in which an expanded one can lie: none is more steps away from the
 * start than others were expanded before it. */
static tp_Rect spread(const tp_Search *s, const tp_Grid *g) {
  const uint64_t far = TP_MAX_SIDE;
  int32_t steps = (int32_t)(s->expanded < far ? s->expanded : far);
  tp_Cell at = s->query.start;
  tp_Cell first = tp_grid_clamp(g, (tp_Cell){at.x - steps, at.y - steps});
  tp_Cell last = tp_grid_clamp(g, (tp_Cell){at.x + steps, at.y + steps});
  return (tp_Rect){first.x, first.y, last.x - first.x + 1,
                   last.y - first.y + 1};
}

/* Takes a cell that was expanded, where it is better than the best so far. */
static void take(const tp_Search *s, uint64_t node, uint64_t distance,
                 tp_Cell at, Best *best) {
  uint64_t cost = tp_node_g(&s->nodes->now, node);
  bool is_tie = distance == best->distance && cost == best->cost;
  bool is_earlier =
      at.y < best->cell.y || (at.y == best->cell.y && at.x < best->cell.x);
  bool is_better = distance < best->distance ||
                   (distance == best->distance && cost < best->cost);
  if (is_better || (is_tie && is_earlier)) *best = (Best){distance, cost, at};
}

/* In a row of the rectangle; distances by column, or NULL. */
static void take_row(const tp_Search *s, const tp_Grid *g, tp_Rect rect,
                     int32_t y, const uint64_t *distances, Best *best) {
  for (int32_t x = rect.x; x < rect.x + rect.w; x++) {
    uint64_t node = s->nodes->node[tp_grid_index(g, x, y)];
    uint32_t k = 0;
    if (!tp_node_is_known(&s->nodes->now, node)) continue;
    if (!(node & TP_NODE_CLOSED)) continue;
    uint64_t distance =
        distances ? distances[x] : tp_heuristic_nearest(&s->distance, x, y, &k);
    if (distance > best->distance) continue;
    take(s, node, distance, (tp_Cell){x, y}, best);
  }
}

void tp_nearby_settle(tp_Search *s, const tp_Grid *g) {
  Best best = {UINT64_MAX, UINT64_MAX, s->query.start};
  tp_Rect rect = spread(s, g);
  if (has_many(s)) {
    tp_Chamfer c;
    tp_goals_list_by_cell(s->query.goals);
    for (tp_chamfer_start(&c, s->query.goals, &s->distance);
         tp_chamfer_next(&c);) {
      if (c.y < rect.y || c.y >= rect.y + rect.h) continue;
      take_row(s, g, rect, c.y, c.distance, &best);
    }
  } else {
    for (int32_t y = rect.y; y < rect.y + rect.h; y++) {
      take_row(s, g, rect, y, NULL, &best);
    }
  }
  s->end = best.cell;
  s->chosen = tp_nearby_goal(s);
  s->is_partial = true;
  s->status = TP_FOUND;
}
