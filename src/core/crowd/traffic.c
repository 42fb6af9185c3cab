/* traffic.c - counts the paths that lead through each cell: two dozen steps of
 * each path are signal enough.
 *
 * A cell is crowded if more paths than usual lead through it. Each one above
 * that costs a part of a step. So most cells cost what they did, and the
 * estimates of a search stay good.
 *
 * All paths are counted when a unit asks for a path, and the last count is some
 * of its steps old. In between only new paths are added. The counts follow from
 * paths and time, so nothing is saved.
 *
 * Cost: O(cells + units) for a count, O(cells) for another navmap.
 */
#include "traffic.h"

#include <string.h>

enum {
  AHEAD = 24,   /* steps of each path that count */
  DURATION = 8, /* steps of a unit for which a count is good enough */
  LEVELS = 16,  /* of crowded cells */
  SHARE = 4,    /* a path above the usual costs this part of a step */
  SPARSE = 64   /* cells for each unit: then nothing is counted */
};

size_t tp_traffic_bytes(size_t cells) { return sizeof(tp_Traffic) + 2 * cells; }

/* Adds the next steps of a path, and prices their cells anew. Usual are one and
 * a half times as many paths as lead through a cell on the mean, if any does;
 * the classes of a cell are in the order of its levels, so one more path is the
 * next class. */
void tp_traffic_add(tp_Traffic *t, const tp_UnitPath *path) {
  const int32_t before = t->usual;
  for (uint32_t i = 1; t->cells > 0 && i <= AHEAD && i <= path->steps; i++) {
    const tp_Cell c = tp_unitpath_ahead(path, i);
    const size_t at = (size_t)c.y * (size_t)t->width + (size_t)c.x;
    if (t->paths[at] == UINT8_MAX) continue;
    t->passed += t->paths[at] == 0;
    const int32_t paths = ++t->paths[at], level = paths - t->usual;
    if (level > 0 && level < t->levels) t->paths[t->cells + at]++;
    t->sum++;
    if (paths > t->most) t->most = paths;
  }
  if (t->passed > 0) t->usual = (int32_t)(t->sum * 3 / (2 * t->passed));
  if (t->usual != before) t->navmap = NULL;
}

static void count(tp_Traffic *t, const tp_Sim *sim) {
  const tp_Rect map = tp_sim_map(sim);
  *t = (tp_Traffic){
      .counted = sim->now, .width = map.w, .cells = (size_t)tp_rect_area(map)};
  memset(t->paths, 0, 2 * t->cells);
  for (uint32_t id = 1; id <= sim->last_id; id++) {
    const tp_Unit *unit = tp_sim_unit(sim, id);
    const tp_UnitPath *path = unit->to_goal.unit_path;
    if (!(unit->flags & TP_UNIT_THERE) || unit->state != TP_GOING) continue;
    if (path) tp_traffic_add(t, path);
  }
}

/* A class of the navmap becomes a class for each level. If a byte is too small
 * for all of these, there are fewer levels. */
static void price(tp_Traffic *t, const tp_Navmap *nav) {
  const tp_Costs *own = &nav->costs;
  const tp_ClassSet *used = &own->classes.used;
  const uint64_t extra = own->cheapest[0] / SHARE;
  uint8_t *class_of = t->paths + t->cells, first[TP_CLASSES] = {0};
  int classes = 0, next = 0;
  for (int i = 0; i < TP_CLASSES; i++) classes += tp_class_is_in(used, i);
  t->levels = tp_lesser(LEVELS, TP_CLASSES / tp_greater(classes, 1));
  t->costs = *own;
  t->costs.class_of = class_of;
  t->costs.dearest += extra * (uint64_t)(t->levels - 1);
  t->costs.bits += tp_bit_length(LEVELS / SHARE);
  t->costs.uniform = t->costs.orderly = false;
  for (int i = tp_class_from(used, 0); i < TP_CLASSES;
       i = tp_class_from(used, i + 1)) {
    first[i] = (uint8_t)next;
    for (int level = 0; level < t->levels; level++, next++) {
      const uint64_t more = extra * (uint64_t)level;
      t->costs.step[0][next] = own->step[0][i] + more;
      t->costs.step[1][next] = own->step[1][i] + more;
    }
  }
  for (size_t i = 0; i < t->cells; i++) {
    const int32_t over = tp_greater(t->paths[i] - t->usual, 0);
    const int32_t level = tp_lesser(over, t->levels - 1);
    class_of[i] = (uint8_t)(first[own->class_of[i]] + level);
  }
  t->navmap = nav;
  t->revision = tp_navmap_revision(nav);
}

const tp_Costs *tp_traffic_costs(tp_Traffic *t, const tp_Sim *sim,
                                 uint32_t id) {
  const tp_Unit *unit = tp_sim_unit(sim, id);
  const tp_Navmap *nav = unit->navmap;
  if ((uint64_t)sim->present * SPARSE < tp_grid_cells(nav->grid)) return NULL;
  const uint64_t duration = (uint64_t)DURATION * unit->durations.x;
  if (t->cells == 0 || sim->now - t->counted >= duration) count(t, sim);
  if (t->most <= t->usual) return NULL;
  if (t->navmap != nav || t->revision != tp_navmap_revision(nav)) price(t, nav);
  return t->costs.bits <= TP_COST_BITS ? &t->costs : NULL;
}
