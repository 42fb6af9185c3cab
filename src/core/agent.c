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
  tp_onward_init(&a->onward, &a->moves, profile->diagonal);
  a->is_fresh = true;
}

void tp_agent_attach(tp_Agent *a, const tp_Grid *g, void *mask, void *regions) {
  a->mask = mask;
  a->regions = regions;
  a->ground = g->cells;
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
  if (all) a->enter_revision = g->revision;
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

/* ---- core and jump points ----------------------------------------------- */

/* More cells than this are read faster all at once than one by one. */
enum { MANY_CELLS = 256 };

static const uint64_t never = UINT64_MAX;

bool tp_agent_wants_core(const tp_Agent *a) {
  const tp_Profile *p = &a->profile;
  return (p->algorithm == TP_AUTO || p->algorithm == TP_JPS) &&
         p->heuristic != TP_HEURISTIC_ASKED;
}

bool tp_agent_wants_jumps(const tp_Agent *a) {
  const tp_Profile *p = &a->profile;
  bool four = p->diagonal == TP_NEVER;
  return tp_agent_wants_core(a) && a->costs.uniform &&
         (four || a->costs.orderly || tp_costs_are_tied(&a->costs)) &&
         p->weight == 1 &&
         (p->heuristic == TP_HEURISTIC_AUTO ||
          (p->heuristic == TP_HEURISTIC_OCTILE && !four));
}

void tp_agent_attach_core(tp_Agent *a, const tp_Grid *g, void *dead_ends,
                          void *core) {
  a->dead_ends = dead_ends;
  a->core = core;
  tp_dead_ends_init(a->dead_ends, g->width, g->height);
  tp_mask_init(a->core, g->width, g->height);
  a->core_revision = never;
}

void tp_agent_attach_jumps(tp_Agent *a, const tp_Grid *g, void *jumps) {
  a->jumps = jumps;
  tp_jumps_init(a->jumps, g->width, g->height, a->profile.diagonal);
  a->core_changes.count = -1;
}

/* Rectangles of cells that changed since the core was read; -1: all. */
static int changes_of_core(const tp_Agent *a, const tp_Grid *g,
                           tp_Rect rects[TP_LOG_SIZE]) {
  int64_t area = 0;
  if (a->core_revision == never) return -1;
  if (a->enter_revision > a->core_revision) return -1;
  int n = tp_grid_changes(g, a->core_revision, rects);
  for (int i = 0; i < n; i++) area += (int64_t)rects[i].w * rects[i].h;
  return area > MANY_CELLS ? -1 : n;
}

void tp_agent_read_core(tp_Agent *a, const tp_Grid *g) {
  tp_Rect rects[TP_LOG_SIZE];
  if (a->core_revision == g->revision) return;
  int n = changes_of_core(a, g, rects);
  if (n < 0) {
    tp_dead_ends_build(a->dead_ends, a->core, a->mask, &a->moves);
    a->core_changes.count = -1;
  } else {
    tp_dead_ends_repair(a->dead_ends, a->core, a->mask, &a->moves, rects, n,
                        &a->core_changes);
  }
  a->core_revision = g->revision;
}

void tp_agent_read_jumps(tp_Agent *a) {
  tp_Changes *changes = &a->core_changes;
  if (changes->count == 0) return;
  if (changes->count < 0) {
    tp_jumps_build(a->jumps, a->core);
  } else {
    tp_jumps_repair(a->jumps, a->core, &a->onward, changes->rects,
                    changes->count);
  }
  changes->count = 0;
  a->jumps_revision = a->core_revision;
}

/* ---- regions ------------------------------------------------------------ */

bool tp_agent_connects(tp_Agent *a, tp_Cell from, tp_Cell to) {
  tp_regions_update(a->regions, a->mask);
  return tp_regions_of(a->regions, a->mask, from.x, from.y) ==
         tp_regions_of(a->regions, a->mask, to.x, to.y);
}
