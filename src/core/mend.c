/* mend.c - after an edit only the costs that it changed are worked out again
 * (in the manner of Ramalingam and Reps 1996).
 *
 * Doubt: the cells that the edit touched and their neighbours, and the sources
 * that are gone. Lose: a cell's cost is held up by a source in it, or by a
 * neighbour whose cost and a step to it make no more than its own. One that
 * nothing holds up loses its cost, and its neighbours of a higher cost are
 * doubted in turn; in whatever order, since what holds a cell up is always
 * cheaper than the cell, so that none hold each other up in a ring. Mend: what
 * was lost, or only doubted, begins again with the best that its other
 * neighbours and its sources offer. From there costs spread as in a new field.
 *
 * The price is that of the cells lost, and some ten times higher for each of
 * them than in a new field; so where many are lost a new one is begun.
 */
#include "mend.h"

#include <string.h>

/* Where more than one cell in so many is doubted or lost, a new field is
 * cheaper. */
enum { FEW = 12 };

/* Both lists of a repair lie in the buckets' block, as two buckets. */
enum { DOUBTED, LOST };

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

/* A rectangle and the cells around it, as far as the field tells of them; its
 * width is 0 where it does of none. */
static tp_Rect grown(const tp_Field *f, tp_Rect r) {
  int32_t left = r.x - 1, top = r.y - 1;
  int32_t right = r.x + r.w + 1, bottom = r.y + r.h + 1;
  if (left < f->area.x) left = f->area.x;
  if (top < f->area.y) top = f->area.y;
  if (right > f->area.x + f->area.w) right = f->area.x + f->area.w;
  if (bottom > f->area.y + f->area.h) bottom = f->area.y + f->area.h;
  if (right <= left || bottom <= top) return (tp_Rect){left, top, 0, 0};
  return (tp_Rect){left, top, right - left, bottom - top};
}

bool tp_mend_begin(tp_Field *f, const tp_Agent *a, const tp_Grid *g,
                   const tp_Source *sources, uint32_t count) {
  uint64_t area = count;
  bool moved = !same_sources(f, sources, count);
  if (f->status != TP_FOUND || f->forward || f->from) return false;
  if (a->costs_revision > f->revision) return false;
  if (f->scale != a->costs.scale * (double)f->factor) return false;
  if (moved && !is_full(f, g)) return false;
  uint64_t largest = tp_field_bound(f, a, g, sources, count);
  if (!f->wide && f->most >= UINT32_MAX && largest >= UINT32_MAX) return false;
  int n = tp_agent_changes(a, g, f->revision, f->rects);
  if (n < 0) return false;
  f->rect_count = 0;
  for (int i = 0; i < n; i++) {
    tp_Rect r = grown(f, f->rects[i]);
    area += (uint64_t)r.w * (uint64_t)r.h;
    if (r.w) f->rects[f->rect_count++] = r;
  }
  if (moved) area += f->count;
  if (area * FEW > tp_field_cells(f)) return false;
  f->gone = f->sources;
  f->gone_count = moved ? f->count : 0;
  f->sources = sources;
  f->count = count;
  f->revision = g->revision;
  f->lost = f->settled = 0;
  f->next = 0;
  f->phase = TP_FIELD_DOUBT;
  f->status = TP_RUNNING;
  return true;
}

/* ---- doubt -------------------------------------------------------------- */

static void add(tp_Buckets *list, int bucket, tp_Cell cell) {
  list->f = 0;
  tp_buckets_add(list, (uint64_t)bucket, tp_pack_cell(cell.x, cell.y));
}

static bool is_held(const tp_Field *f, const tp_Agent *a, const tp_Source *s) {
  return tp_mask_can_enter(a->mask, s->x, s->y) &&
         tp_field_cost(f, s->x, s->y) == s->cost;
}

/* All at once: it is a small part of the map. */
static bool doubt(tp_Field *f, const tp_Agent *a) {
  uint64_t n = f->gone_count;
  for (int i = 0; i < f->rect_count; i++) {
    n += (uint64_t)f->rects[i].w * (uint64_t)f->rects[i].h;
  }
  if (!tp_field_has_room(f, TP_FIELD_OPEN, 2 * (uint32_t)n)) return false;
  memset(f->way, 0, tp_field_cells(f));
  for (uint32_t i = 0; i < f->count; i++) {
    const tp_Source *s = &f->sources[i];
    if (is_held(f, a, s)) f->way[tp_field_index(f, s->x, s->y)] = TP_WAY_HELD;
  }
  tp_open_clear(f->open, 0, false);
  tp_open_clear(f->seeds, 0, false);
  tp_Buckets list = tp_buckets_of(f->open);
  for (uint32_t i = 0; i < f->gone_count; i++) {
    const tp_Source *s = &f->gone[i];
    if (tp_field_has(f, s->x, s->y)) {
      add(&list, DOUBTED, (tp_Cell){s->x, s->y});
    }
  }
  for (int i = 0; i < f->rect_count; i++) {
    tp_Rect r = f->rects[i];
    for (int32_t y = r.y; y < r.y + r.h; y++) {
      for (int32_t x = r.x; x < r.x + r.w; x++) {
        add(&list, DOUBTED, (tp_Cell){x, y});
        add(&list, LOST, (tp_Cell){x, y});
      }
    }
  }
  tp_buckets_store(&list, f->open);
  f->phase = TP_FIELD_LOSE;
  return true;
}

/* ---- lose --------------------------------------------------------------- */

static bool is_held_up(const tp_Field *f, const tp_Agent *a, const tp_Grid *g,
                       tp_Cell at, size_t i, uint64_t cost) {
  if (!tp_mask_has(a->mask, at.x, at.y)) return false;
  return f->way[i] == TP_WAY_HELD || tp_field_offer(f, a, g, at) <= cost;
}

/* What a lost cell may have held up: of a higher cost, by a step at most. That
 * is the step of any price, since its own may have been another before. */
static void doubt_around(tp_Field *f, const tp_Agent *a, tp_Buckets *list,
                         tp_Cell at, uint64_t cost) {
  for (int d = 0; d < TP_DIRECTIONS; d++) {
    int32_t x = at.x + tp_dx[d], y = at.y + tp_dy[d];
    uint64_t there = tp_field_cost(f, x, y);
    if (there <= cost || there == TP_FAR) continue;
    if (there - cost > a->costs.dearest * f->factor) continue;
    add(list, DOUBTED, (tp_Cell){x, y});
  }
}

static bool has_list(const tp_Buckets *list, int bucket) {
  return list->filled[0] >> bucket & 1;
}

static tp_Cell take(tp_Buckets *list, int bucket) {
  list->f = (uint64_t)bucket;
  list->current = (uint32_t)bucket;
  return tp_unpack_cell(tp_buckets_pop(list, NULL));
}

static bool lose(tp_Field *f, const tp_Agent *a, const tp_Grid *g,
                 uint64_t *budget) {
  tp_Buckets list = tp_buckets_of(f->open);
  bool has_room = true;
  for (; *budget > 0 && has_list(&list, DOUBTED); --*budget) {
    if (list.live + 1 + TP_DIRECTIONS > f->open->capacity) {
      has_room = false;
      break;
    }
    tp_Cell at = take(&list, DOUBTED);
    size_t i = tp_field_index(f, at.x, at.y);
    uint64_t cost = tp_field_get(f, i);
    if (cost == TP_FAR || is_held_up(f, a, g, at, i, cost)) continue;
    add(&list, LOST, at);
    f->way[i] = TP_WAY_LOST;
    tp_field_put(f, i, TP_FAR);
    f->lost++;
    doubt_around(f, a, &list, at, cost);
  }
  bool is_done = !has_list(&list, DOUBTED);
  tp_buckets_store(&list, f->open);
  if (!has_room) return tp_field_has_room(f, TP_FIELD_OPEN, 1 + TP_DIRECTIONS);
  if (f->lost * FEW > tp_field_cells(f)) {
    tp_field_begin(f, a, g, f->sources, f->count, f->most, false);
  } else if (is_done) {
    f->phase = TP_FIELD_MEND;
    f->next = 0;
  }
  return true;
}

/* ---- mend --------------------------------------------------------------- */

static void offer_sources(tp_Field *f, const tp_Agent *a) {
  for (uint32_t i = 0; i < f->count; i++) {
    const tp_Source *s = &f->sources[i];
    if (!tp_mask_can_enter(a->mask, s->x, s->y) || s->cost > f->most) continue;
    if (tp_field_cost(f, s->x, s->y) <= s->cost) continue;
    tp_field_sow(f, s->x, s->y, s->cost);
  }
}

/* A cell is mended while it still counts as lost for its neighbours: they
 * would only hear from it what they hear when costs spread. */
static bool mend(tp_Field *f, const tp_Agent *a, const tp_Grid *g,
                 uint64_t *budget) {
  if (f->next == 0) {
    if (!tp_field_has_room(f, TP_FIELD_SEEDS, f->count)) return false;
    offer_sources(f, a);
    f->next = 1;
  }
  tp_Buckets list = tp_buckets_of(f->open);
  bool has_room = true;
  for (; *budget > 0 && has_list(&list, LOST); --*budget) {
    if (f->seeds->live == f->seeds->capacity) {
      has_room = false;
      break;
    }
    tp_Cell at = take(&list, LOST);
    size_t i = tp_field_index(f, at.x, at.y);
    if (!tp_mask_has(a->mask, at.x, at.y)) continue;
    uint64_t cost = tp_field_offer(f, a, g, at);
    if (cost > f->most || cost >= tp_field_get(f, i)) continue;
    bool is_lost = f->way[i] == TP_WAY_LOST;
    tp_field_sow(f, at.x, at.y, cost);
    if (is_lost) f->way[i] = TP_WAY_LOST;
  }
  bool is_done = !has_list(&list, LOST);
  tp_buckets_store(&list, f->open);
  if (!has_room) return tp_field_has_room(f, TP_FIELD_SEEDS, 1);
  if (is_done) {
    tp_open_clear(f->open, 0, false);
    f->phase = TP_FIELD_SPREAD;
  }
  return true;
}

bool tp_mend_run(tp_Field *f, const tp_Agent *a, const tp_Grid *g,
                 uint64_t *budget) {
  switch (f->phase) {
    case TP_FIELD_DOUBT: return doubt(f, a);
    case TP_FIELD_LOSE: return lose(f, a, g, budget);
    default: return mend(f, a, g, budget);
  }
}
