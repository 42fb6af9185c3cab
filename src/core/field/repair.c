/* repair.c - after an edit, or with other sources, only the costs that changed
 * are worked out again (in the manner of Ramalingam and Reps 1996).
 *
 * Doubt: the cells that the edit touched and their neighbours, and the sources
 * that are gone. Lose: a cell's cost is held up by a source in it, or by a
 * neighbour whose cost and a step to it make no more than its own. One that
 * nothing holds up loses its cost, and the neighbours that cost just a step
 * more are doubted in turn. Cells are judged in the order of their costs, over
 * the same buckets as in a new field: what holds a cell up is cheaper than it
 * by a step at least, so it has been judged before, and each cell is judged
 * once. Mend: what was lost, or lies where the edit was, begins again with the
 * best that its other neighbours and its sources offer. From there costs spread
 * as in a new field.
 *
 * A cell that is judged and lost costs some six times as much as one in a new
 * field; one that only becomes cheaper costs the same. So a new field is begun
 * where many cells are doubted, and at once where many of the sources are gone,
 * whose cells are likely to be many. What was done until then is a tenth of
 * the new field.
 */
#include "repair.h"

#include <string.h>

#include "frontier.h"

/* A new field is begun where more than one in so many of the cells that one
 * settles is doubted, after an edit or where sources are gone, which mostly
 * costs more cells; or one in so many of the sources is gone. So many sources
 * take as long to look at as a cell; and so many cells to clear as one to
 * settle. */
enum { FEW = 12, FEW_IF_GONE = 24, FEW_SOURCES = 8, SOURCES = 4, CLEARED = 64 };

static uint64_t enough(const tp_Field *f) {
  uint64_t few = f->gone_count > 0 ? FEW_IF_GONE : FEW;
  return (f->reached + tp_field_cells(f) / CLEARED) / few;
}

static bool is_full(const tp_Field *f, const tp_Grid *g) {
  return f->area.w == g->width && f->area.h == g->height;
}

static bool same_sources(const tp_Field *f, const tp_Source *sources,
                         uint32_t count) {
  if (count != f->count) return false;
  for (uint32_t i = 0; i < count; i++) {
    const tp_Source *a = &sources[i], *b = &f->sources[i];
    if (a->x != b->x || a->y != b->y || a->cost != b->cost) return false;
  }
  return true;
}

bool tp_repair_begin(tp_Field *f, const tp_Navmap *nav,
                     const tp_Source *sources, uint32_t count) {
  const tp_Grid *g = nav->grid;
  uint64_t area = 0;
  bool moved = !same_sources(f, sources, count);
  if (f->status != TP_FOUND || f->forward || f->from) return false;
  if (f->scale != nav->costs.scale * (double)f->factor) return false;
  if (moved && !is_full(f, g)) return false;
  uint64_t largest = tp_field_bound(f, nav, sources, count);
  if (!f->wide && f->most >= UINT32_MAX && largest >= UINT32_MAX) return false;
  int n = tp_changes_since(&nav->changes, f->seen, f->rects);
  f->rect_count = 0;
  for (int i = 0; i < n; i++) {
    tp_Rect r = tp_rect_clip(tp_rect_grow(f->rects[i], 1), f->area);
    area += (uint64_t)tp_rect_area(r);
    if (r.w) f->rects[f->rect_count++] = r;
  }
  f->gone = f->sources;
  f->gone_count = moved ? f->count : 0;
  if (moved) area += (f->count + (uint64_t)count) / SOURCES;
  if (area > enough(f)) return false;
  f->sources = sources;
  f->count = count;
  f->revision = tp_grid_revision(g);
  f->seen = nav->changes.now;
  f->judged = f->lost = f->settled = 0;
  f->next = 0;
  f->phase = TP_FIELD_DOUBT;
  f->status = TP_RUNNING;
  return true;
}

/* ---- doubt -------------------------------------------------------------- */

/* Cells whose cost is not to be relied on are kept in a list of entries that no
 * bucket holds. */
static void keep_lost(tp_Field *f, tp_Buckets *list, tp_Cell at) {
  tp_buckets_insert(list, &f->first_lost, tp_pack_cell(at.x, at.y));
  list->live--;
  f->listed++;
}

static tp_Cell take_lost(tp_Field *f, const tp_Buckets *list) {
  tp_Entry entry = list->entry[f->first_lost];
  f->first_lost = entry.next;
  f->listed--;
  return tp_unpack_cell(entry.what);
}

static bool is_held(const tp_Field *f, const tp_Navmap *nav,
                    const tp_Source *s) {
  if (!tp_mask_can_enter(nav->mask, s->x, s->y)) return false;
  uint64_t cost = tp_field_cost(f, s->x, s->y);
  return cost != TP_FAR && cost >= s->cost;
}

/* Marks the cells that sources hold now, whatever else changes. */
static void hold(tp_Field *f, const tp_Navmap *nav) {
  for (uint32_t i = 0; i < f->count; i++) {
    const tp_Source *s = &f->sources[i];
    if (is_held(f, nav, s)) f->way[tp_field_index(f, s->x, s->y)] = TP_WAY_HELD;
  }
}

/* Is the cost of a source's cell its own? */
static bool counts(const tp_Field *f, const tp_Source *s) {
  return tp_field_cost(f, s->x, s->y) == s->cost;
}

/* Do most costs come from sources that are not among those that are gone? Only
 * the marks of their cells are written for that. */
static bool keeps_most(tp_Field *f, const tp_Navmap *nav) {
  uint32_t gone = 0;
  for (uint32_t i = 0; i < f->gone_count; i++) {
    const tp_Source *s = &f->gone[i];
    if (!counts(f, s)) continue;
    f->way[tp_field_index(f, s->x, s->y)] = TP_WAY_UNTOUCHED;
  }
  hold(f, nav);
  for (uint32_t i = 0; i < f->gone_count; i++) {
    const tp_Source *s = &f->gone[i];
    if (!counts(f, s)) continue;
    uint8_t *mark = &f->way[tp_field_index(f, s->x, s->y)];
    if (*mark != TP_WAY_UNTOUCHED) continue;
    *mark = TP_WAY_DOUBTED;
    gone++;
  }
  return gone <= f->gone_count / FEW_SOURCES;
}

/* Puts a cell among those that are judged in the order of their costs; once. */
static void doubt_cell(tp_Field *f, tp_Cell at) {
  size_t i = tp_field_index(f, at.x, at.y);
  uint64_t cost = tp_field_get(f, i);
  if (cost == TP_FAR || f->way[i] != TP_WAY_UNTOUCHED) return;
  f->way[i] = TP_WAY_DOUBTED;
  tp_heap_push(f->seeds, cost, 0, tp_pack_cell(at.x, at.y));
}

/* All at once: it is a small part of the map. */
static bool doubt(tp_Field *f, const tp_Navmap *nav) {
  uint64_t n = 0;
  for (int i = 0; i < f->rect_count; i++) {
    n += (uint64_t)f->rects[i].w * (uint64_t)f->rects[i].h;
  }
  uint32_t most = (uint32_t)n + f->gone_count;
  if (!tp_field_has_room(f, TP_FIELD_SEEDS, most)) return false;
  if (!tp_field_has_room(f, TP_FIELD_OPEN, (uint32_t)n)) return false;
  if (f->gone_count > 0 && !keeps_most(f, nav)) {
    tp_field_begin(f, nav, f->sources, f->count, f->most, false);
    return true;
  }
  memset(f->way, TP_WAY_UNTOUCHED, tp_field_cells(f));
  hold(f, nav);
  tp_bucketqueue_clear(f->open, 0);
  tp_heap_clear(f->seeds);
  tp_Buckets list = tp_buckets_of(f->open);
  f->first_lost = f->listed = 0;
  for (uint32_t i = 0; i < f->gone_count; i++) {
    const tp_Source *s = &f->gone[i];
    if (counts(f, s)) doubt_cell(f, (tp_Cell){s->x, s->y});
  }
  for (int i = 0; i < f->rect_count; i++) {
    tp_Rect r = f->rects[i];
    for (int32_t y = r.y; y < r.y + r.h; y++) {
      for (int32_t x = r.x; x < r.x + r.w; x++) {
        doubt_cell(f, (tp_Cell){x, y});
        keep_lost(f, &list, (tp_Cell){x, y});
      }
    }
  }
  tp_buckets_store(&list, f->open);
  f->phase = TP_FIELD_LOSE;
  return true;
}

/* ---- lose --------------------------------------------------------------- */

/* From a cell to its neighbours: in the field, on the ground, packed. */
typedef struct Offsets {
  ptrdiff_t cell[TP_DIRECTIONS], ground[TP_DIRECTIONS];
  uint32_t packed[TP_DIRECTIONS];
  bool may_leave; /* the area of the field is not all of the map */
} Offsets;

static Offsets offsets_of(const tp_Field *f, const tp_Grid *g) {
  Offsets to = {.may_leave = !is_full(f, g)};
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    to.cell[d] = (ptrdiff_t)tp_dy[d] * f->area.w + tp_dx[d];
    to.ground[d] = (ptrdiff_t)tp_dy[d] * g->width + tp_dx[d];
    to.packed[d] = ((uint32_t)tp_dy[d] << 16) + (uint32_t)tp_dx[d];
  }
  return to;
}

/* The steps from a cell that do not leave the area. */
TP_INLINE unsigned steps_from(const tp_Field *f, const tp_Navmap *nav,
                              tp_Cell at, const Offsets *to) {
  unsigned steps = nav->moves.legal[tp_mask_nine(nav->mask, at.x, at.y)];
  for (unsigned rest = to->may_leave ? steps : 0; rest; rest &= rest - 1) {
    int d = tp_lowest(rest);
    if (!tp_field_has(f, at.x + tp_dx[d], at.y + tp_dy[d])) steps &= ~(1u << d);
  }
  return steps;
}

static void lose_cell(tp_Field *f, tp_Buckets *list, tp_Cell at, size_t i) {
  f->lost++;
  f->way[i] = TP_WAY_LOST;
  tp_field_put(f, i, TP_FAR);
  keep_lost(f, list, at);
}

/* Is the cost of a cell right? Else it is lost, and what it may have held up is
 * doubted: what costs just a step more. Where another step led there before the
 * edit, all around is doubted anyway. */
TP_INLINE void judge(tp_Field *f, const tp_Navmap *nav, tp_Buckets *list,
                     const Offsets *to, tp_Cell at) {
  size_t here = tp_field_index(f, at.x, at.y);
  size_t ground = tp_grid_index(nav->grid, at.x, at.y);
  uint64_t cost = tp_field_get(f, here), factor = f->factor;
  bool is_free = tp_mask_has(nav->mask, at.x, at.y);
  unsigned dearer = 0;
  f->judged++;
  for (unsigned rest = is_free ? steps_from(f, nav, at, to) : 0; rest;
       rest &= rest - 1) {
    int d = tp_lowest(rest), kind = tp_is_diagonal(d);
    uint64_t there = tp_field_get(f, (size_t)((ptrdiff_t)here + to->cell[d]));
    if (there < cost) {
      size_t n = (size_t)((ptrdiff_t)ground + to->ground[d]);
      there += nav->costs.step[kind][nav->ground[n]] * factor;
      if (there <= cost) return;
    } else if (there ==
               cost + nav->costs.step[kind][nav->ground[ground]] * factor) {
      dearer |= 1u << d;
    }
  }
  lose_cell(f, list, at, here);
  for (; dearer; dearer &= dearer - 1) {
    int d = tp_lowest(dearer);
    size_t n = (size_t)((ptrdiff_t)here + to->cell[d]);
    if (f->way[n] != TP_WAY_UNTOUCHED) continue;
    f->way[n] = TP_WAY_DOUBTED;
    cost = tp_field_get(f, n);
    tp_frontier_add(f, list, cost, tp_pack_cell(at.x, at.y) + to->packed[d]);
  }
}

/* Is there room for what a cell adds? */
static bool fits(const tp_Field *f, const tp_Buckets *list) {
  return list->live + f->listed + 1 + TP_DIRECTIONS <= f->open->capacity &&
         f->seeds->live + TP_DIRECTIONS <= f->seeds->capacity;
}

static bool make_room(tp_Field *f) {
  return tp_field_has_room(f, TP_FIELD_SEEDS, TP_DIRECTIONS) &&
         tp_field_has_room(f, TP_FIELD_OPEN, f->listed + 1 + TP_DIRECTIONS);
}

static bool lose(tp_Field *f, const tp_Navmap *nav, uint64_t *budget) {
  const uint64_t most = enough(f);
  const Offsets to = offsets_of(f, nav->grid);
  tp_Buckets list = tp_buckets_of(f->open);
  while (*budget > 0 && f->judged <= most && fits(f, &list) &&
         !tp_frontier_is_empty(f, &list)) {
    judge(f, nav, &list, &to, tp_frontier_take(f, &list));
    --*budget;
  }
  tp_buckets_store(&list, f->open);
  if (tp_frontier_is_empty(f, &list)) {
    f->phase = TP_FIELD_MEND;
    f->next = 0;
  } else if (f->judged > most) {
    tp_field_begin(f, nav, f->sources, f->count, f->most, false);
  } else if (*budget > 0) {
    return make_room(f);
  }
  return true;
}

/* ---- mend --------------------------------------------------------------- */

static void offer_sources(tp_Field *f, const tp_Navmap *nav) {
  for (uint32_t i = 0; i < f->count; i++) {
    const tp_Source *s = &f->sources[i];
    if (!tp_mask_can_enter(nav->mask, s->x, s->y) || s->cost > f->most)
      continue;
    if (tp_field_cost(f, s->x, s->y) <= s->cost) continue;
    tp_field_sow(f, s->x, s->y, s->cost);
  }
}

/* A cell is mended while it still counts as lost for its neighbours: they
 * would only hear from it what they hear when costs spread. */
static bool mend(tp_Field *f, const tp_Navmap *nav, uint64_t *budget) {
  if (f->next == 0) {
    if (!tp_field_has_room(f, TP_FIELD_SEEDS, f->count)) return false;
    offer_sources(f, nav);
    f->next = 1;
  }
  const tp_Buckets list = tp_buckets_of(f->open);
  for (; *budget > 0 && f->listed > 0; --*budget) {
    if (!tp_field_has_room(f, TP_FIELD_SEEDS, 1)) return false;
    tp_Cell at = take_lost(f, &list);
    size_t i = tp_field_index(f, at.x, at.y);
    if (!tp_mask_has(nav->mask, at.x, at.y)) continue;
    uint64_t cost = tp_field_offer(f, nav, at);
    if (cost > f->most || cost >= tp_field_get(f, i)) continue;
    bool is_lost = f->way[i] == TP_WAY_LOST;
    tp_field_sow(f, at.x, at.y, cost);
    if (is_lost) f->way[i] = TP_WAY_LOST;
  }
  if (f->listed == 0) {
    tp_bucketqueue_clear(f->open, 0);
    f->phase = TP_FIELD_SPREAD;
  }
  return true;
}

bool tp_repair_run(tp_Field *f, const tp_Navmap *nav, uint64_t *budget) {
  switch (f->phase) {
    case TP_FIELD_DOUBT: return doubt(f, nav);
    case TP_FIELD_LOSE: return lose(f, nav, budget);
    default: return mend(f, nav, budget);
  }
}
