/* fieldsources.c - the goals of a field for the core: sorted cells with
 * whole-number costs, and the unit of these costs.
 */
#include <math.h>

#include "field.h"

/* Step costs are exact to 4e-7. With this, a cell that costs exactly `most` is
 * not too far. */
static const double slack = 1 + 5e-7;

/* Greater costs, in units whose last bits count links, are all cut to this. */
static double most_units(int hops) {
  return ldexp(1, hops < 9 ? 53 + hops : TP_FIELD_BITS);
}

/* The unit of costs: `factor` times as fine as the agent's unit. Its last
 * `hops` bits count links. */
typedef struct Scale {
  uint64_t factor;
  int hops;
} Scale;

static double scaled(const Field *f, uint64_t factor, double cost) {
  return cost * f->navmap->costs.scale * (double)factor;
}

/* Does rounding to whole numbers keep the cost as exact as the steps' costs? */
static bool is_fine(double cost, double scale) {
  double exact = tp_product(cost, scale);
  return fabs(exact - floor(exact + 0.5)) <= tp_product(4e-7, exact);
}

/* Chooses a unit in which the goals' extra costs are exact, as far as the
 * dearest of them still fits. */
static Scale choose_unit(const Field *f, const bind_Numbers *goals) {
  const tp_Navmap *nav = f->navmap;
  const int hops = tp_field_hops(nav);
  uint64_t factor = UINT64_C(1) << hops, finest = tp_field_finest(nav);
  double dearest = 0;
  for (uint32_t i = 0; i < goals->count; i++) {
    dearest = fmax(dearest, goals_get(goals, i).cost);
  }
  while (finest > factor && scaled(f, finest, dearest) > most_units(hops)) {
    finest /= 2;
  }
  for (uint32_t i = 0; i < goals->count; i++) {
    double cost = goals_get(goals, i).cost;
    while (factor < finest &&
           !is_fine(cost, nav->costs.scale * (double)(factor >> hops))) {
      factor *= 2;
    }
  }
  return (Scale){factor, hops};
}

/* The limit for max_cost, with any number of free links. */
static uint64_t limit_of(const Field *f, Scale unit) {
  if (isinf(f->most)) return TP_FAR;
  double most = scaled(f, unit.factor, f->most) * slack;
  most = fmin(most, most_units(unit.hops));
  return (uint64_t)most | ((UINT64_C(1) << unit.hops) - 1);
}

/* The rectangles of a goal: its own, or with `adjacent` the four sides of the
 * frame of cells around it in which the agent touches it. */
enum { SIDES = 4 };

static int rects_of(const Field *f, tp_Rect r, tp_Rect rect[SIDES]) {
  const tp_Grid *g = f->finder->grid;
  const tp_Profile *p = &f->finder->navmap.profile;
  const tp_Rect map = {0, 0, g->width, g->height};
  const int32_t x = r.x - p->wide, y = r.y - p->high;
  const int32_t w = p->wide + r.w + 1, h = p->high + r.h - 1;
  if (!f->adjacent) {
    rect[0] = tp_rect_clip(r, map);
    return 1;
  }
  rect[0] = (tp_Rect){x, y, w, 1};
  rect[1] = (tp_Rect){x, r.y + r.h, w, 1};
  rect[2] = (tp_Rect){x, y + 1, 1, h};
  rect[3] = (tp_Rect){r.x + r.w, y + 1, 1, h};
  const bool is_inside = tp_grid_contains(g, r.x, r.y);
  for (int i = 0; i < SIDES; i++) {
    rect[i] = is_inside ? tp_rect_clip(rect[i], map) : (tp_Rect){0};
  }
  return SIDES;
}

/* Makes the other list of sources from those goals. The current list stays
 * until then: a repair may still need it. */
static void list_sources(lua_State *L, int handle, Field *f,
                         const bind_Numbers *goals, Scale unit) {
  const uint64_t most = INT32_MAX / sizeof(tp_Source);
  const int other = 1 - f->sources_now;
  Sources *s = &f->sources[other];
  const uint32_t rects_each = f->adjacent ? SIDES : 1;
  const uint32_t all = goals->count * rects_each;
  tp_Covered cover = {0};
  tp_Rect rect[SIDES];
  for (uint32_t i = 0; i < goals->count; i++) {
    const tp_Rect of = tp_goal_cells(f->finder->grid, goals_get(goals, i));
    const int n = rects_of(f, of, rect);
    for (int k = 0; k < n; k++) tp_covered_add(&cover, rect[k]);
  }
  if (cover.sources > most) tp_bind_error(L, "not enough memory");
  const size_t bytes = (size_t)cover.sources * sizeof(tp_Source) +
                       all * sizeof(tp_SourceRect) +
                       cover.words * sizeof(uint64_t);
  if (bytes > s->room) {
    bind_BlockSlot slot = {handle, FIELD_SOURCES + other, field_locks(f)};
    s->source = tp_bind_block(L, slot, bytes);
    lua_pop(L, 1);
    s->room = bytes;
  }
  tp_SourceRect *rects = (tp_SourceRect *)(void *)(s->source + cover.sources);
  for (uint32_t i = 0; i < goals->count; i++) {
    const Goal goal = goals_get(goals, i);
    const double units = scaled(f, unit.factor >> unit.hops, goal.cost);
    const double cap = ldexp(most_units(unit.hops), -unit.hops);
    const uint64_t cost = (uint64_t)fmin(floor(units + 0.5), cap) << unit.hops;
    const tp_Rect of = tp_goal_cells(f->finder->grid, goal);
    const tp_Rect beside = f->adjacent ? of : (tp_Rect){0};
    const int n = rects_of(f, of, rect);
    for (int k = 0; k < n; k++) {
      rects[i * rects_each + (uint32_t)k] =
          (tp_SourceRect){rect[k], beside, i, cost};
    }
  }
  uint64_t *words = (uint64_t *)(void *)(rects + all);
  s->count = tp_sources_cover(f->navmap, s->source, rects, all, cover, words);
  tp_navmap_add_work(f->navmap, cover.words + s->count);
}

/* Are the sources made from the same goals, in the same unit? Which cells are
 * beside a goal changes with the map. */
static bool has_sources(const Field *f, int goals, Scale unit) {
  return f->build.field && goals == f->goals_now && !f->adjacent &&
         f->field.scale == scaled(f, unit.factor, 1) &&
         f->field.asked.factor == unit.factor &&
         f->field.asked.hops == unit.hops;
}

tp_FieldQuery tp_field_query(lua_State *L, int handle, Field *f, int goals) {
  const Scale unit = choose_unit(f, &f->goals[goals]);
  if (!has_sources(f, goals, unit)) {
    list_sources(L, handle, f, &f->goals[goals], unit);
    f->goals_now = goals;
    f->sources_now = 1 - f->sources_now;
  }
  const Sources *s = &f->sources[f->sources_now];
  return (tp_FieldQuery){.sources = {s->source, s->count, f->navmap->work},
                         .most = limit_of(f, unit),
                         .factor = unit.factor,
                         .hops = unit.hops};
}
