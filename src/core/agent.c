/* agent.c - keeps what one agent knows of a grid up to date.
 *
 * Nothing is done when a cell changes: the grid only counts its revisions.
 * Here, at the next question, the dirty rectangles since the last one are read
 * again, or the whole map where the grid's log does not reach back so far or
 * the agent may enter other terrains than before.
 */
#include "agent.h"

#include <string.h>

void tp_agent_init(tp_Agent *a, const tp_Profile *profile) {
  memset(a, 0, sizeof *a);
  a->profile = *profile;
  tp_moves_init(&a->moves, profile->diagonal);
  a->is_fresh = true;
}

void tp_agent_attach(tp_Agent *a, const tp_Grid *g, void *mask,
                     void *regions) {
  a->mask = mask;
  a->regions = regions;
  tp_mask_init(a->mask, g->width, g->height);
  tp_regions_init(a->regions, g->width, g->height,
                  a->profile.diagonal == TP_ALWAYS);
  a->is_fresh = true;
}

/* Derives the costs again where they are old. Do other terrains than before
 * block the agent? */
static bool read_costs(tp_Agent *a, const tp_Grid *g) {
  bool enter[256];
  if (!a->is_fresh && !tp_costs_are_old(&a->costs, g)) return false;
  memcpy(enter, a->costs.enter, sizeof enter);
  tp_costs_derive(&a->costs, g, &a->profile);
  return memcmp(enter, a->costs.enter, sizeof enter) != 0;
}

void tp_agent_read(tp_Agent *a, const tp_Grid *g) {
  tp_Rect rects[TP_LOG_SIZE] = {{0, 0, g->width, g->height}};
  int n = 1;
  bool all = read_costs(a, g) || a->is_fresh;
  if (!all) n = tp_grid_changes(g, a->revision, rects);
  if (n < 0) {
    rects[0] = (tp_Rect){0, 0, g->width, g->height};
    n = 1;
  }
  for (int i = 0; i < n; i++) {
    tp_mask_read(a->mask, g, a->costs.enter, rects[i]);
    tp_regions_spoil(a->regions, rects[i]);
  }
  a->revision = g->revision;
  a->is_fresh = false;
}

bool tp_agent_connects(tp_Agent *a, tp_Cell from, tp_Cell to) {
  tp_regions_update(a->regions, a->mask);
  return tp_regions_of(a->regions, a->mask, from.x, from.y) ==
         tp_regions_of(a->regions, a->mask, to.x, to.y);
}
