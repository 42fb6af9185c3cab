/* fieldrepair.c - after an edit, or for other sources, only the costs that
 * changed are computed again (in the manner of Ramalingam and Reps 1996).
 *
 * - Affected: the cells of the edit, their neighbours, and the sources that are
 *   gone.
 * - Invalidate: a cell is supported if a neighbour's cost plus the step to it
 *   is at most its own cost, or if a source in it is. A cell without support is
 *   lost, and the neighbours that may have depended on it are checked again.
 *   The order does not matter: a cell that depends on another one is checked
 *   again when that one is lost.
 * - Reseed: lost cells, and cells of the edit, start again at the best offer of
 *   their other neighbours and sources. From there costs propagate as in a new
 *   field.
 *
 * A repair clears only what it touches: its time does not depend on the size of
 * the map.
 *
 * Cost: a lost cell takes some nine times as long as a cell of a new field,
 * twice that if all ground has one price. A cell that only becomes cheaper
 * takes as long as in a new field. So a new field is begun if many cells are
 * lost, and at once if many sources are gone, as their cells are likely to be
 * many. The work until then is a small part of a new field.
 */
#include "fieldrepair.h"

#include "startcosts.h"

/* A new field is begun if too many of its cells are lost: more than 1 / FEW
 * after an edit, or 1 / FEW_IF_GONE if sources are gone, which mostly costs
 * more cells; half as many if all ground has one price. The same if 1 /
 * FEW_SOURCES of the sources are gone. SOURCES sources take as long to look at
 * as one cell, and CLEARED cells take as long to clear as one to settle. */
enum { FEW = 12, FEW_IF_GONE = 24, FEW_SOURCES = 8, SOURCES = 4, CLEARED = 64 };

static uint64_t enough_lost(const tp_FieldBuild *b, const tp_Navmap *nav) {
  uint64_t few = b->repair.gone.count > 0 ? FEW_IF_GONE : FEW;
  if (nav->costs.uniform) few *= 2;
  return (b->work.reached + tp_field_cells(b->field) / CLEARED) / few;
}

static bool is_full(const tp_Field *f, const tp_Grid *g) {
  return f->area.w == g->width && f->area.h == g->height;
}

/* ---- begin -------------------------------------------------------------- */

/* Are the costs still in the same unit, and is there room for all? */
static bool can_stay(const tp_FieldBuild *b, const tp_Navmap *nav,
                     const tp_FieldQuery *query) {
  const tp_Field *f = b->field;
  if (f->status != TP_FOUND || f->asked.forward || b->flight.from) return false;
  if (f->scale != nav->costs.scale * (double)query->factor) return false;
  if (f->asked.most != query->most || query->forward) return false;
  if (f->asked.hops != query->hops) return false;
  if (!is_full(f, nav->grid) && nav->irregular) {
    const tp_Rect area = tp_seed_area(query, nav);
    if (area.w != f->area.w || area.h != f->area.h) return false;
  }
  return f->wide || query->most < UINT32_MAX ||
         tp_field_bound(query, nav) < UINT32_MAX;
}

bool tp_repair_begin(tp_FieldBuild *b, const tp_Navmap *nav,
                     const tp_FieldQuery *query) {
  tp_Field *f = b->field;
  const tp_Sources old = f->asked.sources, new = query->sources;
  if (!can_stay(b, nav, query)) return false;
  /* The cells that changed. */
  tp_Repair *r = &b->repair;
  uint64_t cells = 0;
  int n = tp_changelog_since(&nav->changes, f->seen, r->rects);
  r->count = 0;
  for (int i = 0; i < n; i++) {
    tp_Rect rect = tp_rect_clip(tp_rect_grow(r->rects[i], 1), f->area);
    cells += (uint64_t)tp_rect_area(rect);
    if (!tp_rect_is_empty(rect)) r->rects[r->count++] = rect;
  }
  b->repair.gone = (tp_Sources){0};
  if (!tp_sources_equal(old, new)) {
    if (!is_full(f, nav->grid) || old.count == 0) return false;
    b->repair.gone = old;
    tp_navmap_add_work(nav, old.count + (uint64_t) new.count);
    cells += (old.count + (uint64_t) new.count) / SOURCES;
  }
  if (cells > enough_lost(b, nav)) return false;
  f->asked = *query;
  f->revision = tp_navmap_revision(nav);
  f->seen = nav->changes.now;
  f->nav = nav;
  f->status = TP_RUNNING;
  b->work = (tp_FieldWork){.reached = b->work.reached};
  tp_build_meet_edges(b, nav);
  return true;
}

/* ---- affected ----------------------------------------------------------- */

/* Does a present source in the cell support its cost? */
static bool is_held(const tp_Field *f, const tp_Navmap *nav, tp_Cell at,
                    uint64_t cost) {
  if (!tp_mask_can_enter(nav->mask, at.x, at.y)) return false;
  int64_t i = tp_field_source(f, at.x, at.y);
  return i >= 0 && f->asked.sources.list[i].cost <= cost;
}

/* All in one call: it is a small part of the map. */
tp_Status tp_repair_affected(tp_FieldBuild *b, const tp_Navmap *nav,
                             uint64_t *budget) {
  const tp_Repair *r = &b->repair;
  tp_Field *f = b->field;
  uint32_t n = 0;
  (void)budget;
  for (int i = 0; i < r->count; i++) {
    n += (uint32_t)r->rects[i].w * (uint32_t)r->rects[i].h;
  }
  tp_build_clear(b);
  if (!tp_build_has_room(b, TP_FIELD_LIST, n + r->gone.count)) {
    return TP_NEEDS_ROOM;
  }
  /* The cells whose cost came from a source that is gone, and that no other
   * source supports. Of several sources in a cell the first counts. */
  for (uint32_t i = 0; i < r->gone.count; i++) {
    const tp_Source *s = &r->gone.list[i];
    tp_Cell at = {s->x, s->y};
    if (i > 0 && s[-1].x == s->x && s[-1].y == s->y) continue;
    if (tp_field_cost(f, s->x, s->y) != s->cost) continue;
    if (is_held(f, nav, at, s->cost)) continue;
    size_t cell = tp_field_index(f, s->x, s->y);
    tp_build_record(b, (tp_Listed){.cell = (uint32_t)cell});
  }
  const tp_CellList *list = b->block[TP_FIELD_LIST];
  if (list->count > r->gone.count / FEW_SOURCES) return TP_FAILED;
  for (int i = 0; i < r->count; i++) {
    const tp_Rect at = r->rects[i];
    for (tp_Cell c = tp_rect_first(at); tp_rect_wrap(at, &c); c.x++) {
      size_t cell = tp_field_index(f, c.x, c.y);
      tp_build_record(b, (tp_Listed){.cell = (uint32_t)cell});
      f->directions[cell] = 0;
    }
  }
  b->forgets = true;
  return TP_FOUND;
}

/* ---- invalidate --------------------------------------------------------- */

/* From a set of legal steps, those that do not leave the area. */
TP_INLINE unsigned steps_inside(const tp_Field *f, const tp_Navmap *nav,
                                tp_Cell at, unsigned steps) {
  if (is_full(f, nav->grid)) return steps;
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    const tp_Cell to = tp_beside(at, d);
    if (!tp_field_has(f, to.x, to.y)) steps &= ~(1u << d);
  }
  return steps;
}

/* Checks a cell. Without support it is recorded as lost, with the neighbours
 * that may depend on it. These cost a step more, or, if the edit made the step
 * cheaper, more than that. If another step led to one of them before the edit,
 * all cells around are affected anyway. */
TP_INLINE void judge_cell(tp_FieldBuild *b, const tp_Navmap *nav,
                          const tp_Offsets *to, size_t here) {
  const bool irregular = nav->irregular != NULL;
  const tp_Field *f = b->field;
  const uint64_t cost = tp_field_get(f, here), factor = f->asked.factor;
  tp_Cell at = tp_build_cell(b, here);
  size_t ground = tp_grid_index(nav->grid, at.x, at.y);
  const bool is_free = tp_mask_has(nav->mask, at.x, at.y);
  unsigned leaning = 0, out = 0, into = 0;
  if (cost == TP_FAR) return;
  if (is_free) {
    out = into = steps_inside(f, nav, at, tp_navmap_steps(nav, at.x, at.y));
    if (irregular)
      into = steps_inside(f, nav, at, tp_navmap_steps_into(nav, at.x, at.y));
  }
  for (unsigned rest = out | into; rest; rest &= rest - 1) {
    int d = tp_lowest(rest);
    const uint64_t *step = nav->costs.step[tp_is_diagonal(d)];
    uint64_t there = tp_field_get(f, tp_index_beside(to, here, d));
    if (there < cost) {
      if (irregular && !(out >> d & 1)) continue;
      const tp_Cell next = tp_beside(at, d);
      size_t n = tp_grid_index(nav->grid, next.x, next.y);
      if (there + step[nav->costs.class_of[n]] * factor <= cost) return;
    } else if (there >= cost + step[nav->costs.class_of[ground]] * factor &&
               there != TP_FAR && (!irregular || into >> d & 1)) {
      leaning |= 1u << d;
    }
  }
  if (is_held(f, nav, at, cost)) return;
  if (irregular && is_free &&
      tp_field_offer(f, nav, at, cost, cost, NULL).by_edge) {
    return; /* the cell at the other end of an edge supports it */
  }
  tp_build_record(b, (tp_Listed){(uint32_t)here, true, (uint8_t)leaning});
}

/* Clears the cost and the directions of a lost cell, and checks the cells that
 * may depend on it. */
TP_INLINE void lose_cell(tp_FieldBuild *b, const tp_Navmap *nav,
                         const tp_Offsets *to, tp_Listed cell) {
  tp_Field *f = b->field;
  if (tp_field_get(f, cell.cell) == TP_FAR) return;
  b->work.lost++;
  tp_field_set(f, cell.cell, TP_FAR);
  f->directions[cell.cell] = 0;
  for (unsigned rest = cell.leaning; rest; rest &= rest - 1) {
    size_t n = tp_index_beside(to, cell.cell, tp_lowest(rest));
    f->directions[n] = 0;
    judge_cell(b, nav, to, n);
  }
  if (!nav->irregular) return;
  /* The cells from which edges lead to it. Closed links count: they may have
   * been closed by the edit. */
  tp_EdgeIter it = tp_edges_to(nav, tp_build_cell(b, cell.cell));
  it.closed = true;
  while (tp_edges_next(&it)) {
    const tp_Cell from = tp_unpack_cell(it.edge.from);
    if (it.edge.cost == TP_NO_COST) continue;
    if (!tp_field_has(f, from.x, from.y)) continue;
    judge_cell(b, nav, to, tp_field_index(f, from.x, from.y));
  }
}

tp_Status tp_repair_invalidate(tp_FieldBuild *b, const tp_Navmap *nav,
                               uint64_t *budget) {
  const uint64_t most = enough_lost(b, nav);
  const tp_Offsets to = tp_offsets(b->field->area.w);
  const tp_CellList *list = b->block[TP_FIELD_LIST];
  const uint32_t more = TP_DIRECTIONS + (nav->irregular ? b->span.beside : 0);
  for (; b->next < list->count; b->next++, --*budget) {
    tp_Listed cell = list->entry[b->next];
    if (*budget == 0) return TP_RUNNING;
    if (b->work.lost > most) return TP_FAILED;
    if (!tp_build_has_room(b, TP_FIELD_LIST, more)) return TP_NEEDS_ROOM;
    if (cell.lost) {
      lose_cell(b, nav, &to, cell);
    } else {
      judge_cell(b, nav, &to, cell.cell);
    }
  }
  return TP_FOUND;
}

/* ---- reseed ------------------------------------------------------------- */

tp_Status tp_repair_sources(tp_FieldBuild *b, const tp_Navmap *nav,
                            uint64_t *budget) {
  bool are_new = b->repair.gone.count > 0;
  return are_new ? tp_seed_sources(b, nav, budget) : TP_FOUND;
}

/* Writes no costs: so the neighbours of a lost cell get their offers only when
 * costs propagate. */
tp_Status tp_repair_reseed(tp_FieldBuild *b, const tp_Navmap *nav,
                           uint64_t *budget) {
  const tp_Field *f = b->field;
  tp_CellList *list = b->block[TP_FIELD_LIST];
  for (; list->count > 0; --*budget) {
    if (*budget == 0) return TP_RUNNING;
    if (!tp_build_has_room(b, TP_FIELD_SEEDS, 1)) return TP_NEEDS_ROOM;
    size_t i = list->entry[--list->count].cell;
    tp_Cell at = tp_build_cell(b, i);
    if (!tp_mask_has(nav->mask, at.x, at.y)) continue;
    /* The best offer to the cell, by its neighbours or its source. */
    uint64_t cost = tp_field_offer(f, nav, at, TP_FAR, TP_FAR, NULL).cost;
    const int64_t source = tp_field_source(f, at.x, at.y);
    if (source >= 0 && f->asked.sources.list[source].cost < cost) {
      cost = f->asked.sources.list[source].cost;
    }
    if (cost > f->asked.most || cost >= tp_field_get(f, i)) continue;
    tp_build_seed(b, i, cost);
  }
  return TP_FOUND;
}
