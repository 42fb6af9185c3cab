/* judge_repair.c - a field of many goals, kept over many small changes: goals
 * move, come or go, and cells are closed or opened. After each change the field
 * must equal a new one, for little work.
 */
#include "judges.h"

#include <math.h>
#include <string.h>

enum { CHANGES = 12 };

/* ---- judging ------------------------------------------------------------ */

static void judge_same(Trial *t, tp_Field *f, tp_Field *fresh,
                       const tp_Navmap *nav) {
  const tp_Grid *g = t->board.grid;
  for (int i = 0; i < g->width * g->height && !t->wrong; i++) {
    tp_Cell c = {i % g->width, i / g->width};
    uint64_t cost = tp_field_cost(f, c.x, c.y);
    uint64_t other = tp_field_cost(fresh, c.x, c.y);
    trial_expect(t, cost == other,
                 "field: repaired, %d, %d costs %llu, anew %llu", (int)c.x,
                 (int)c.y, (unsigned long long)cost, (unsigned long long)other);
    tp_Edge edge = {0}, anew = {0};
    bool by_edge = tp_field_edge(f, nav, c, &edge);
    trial_expect(t,
                 tp_field_directions(f, nav, c.x, c.y) ==
                         tp_field_directions(fresh, nav, c.x, c.y) &&
                     tp_field_edge(fresh, nav, c, &anew) == by_edge &&
                     edge.to == anew.to && edge.link == anew.link,
                 "field: repaired, %d, %d has other ways", (int)c.x, (int)c.y);
  }
}

void judge_as_new(Trial *t, Fielder *f, const tp_Navmap *nav) {
  Fielder fresh = {0};
  uint64_t settled = f->build.work.settled;
  tp_field_begin(&fresh.build, &fresh.field, nav, &f->field.asked);
  fielder_finish(&fresh, nav, trial_choose_slice(t));
  judge_same(t, &f->field, &fresh.field, nav);
  trial_expect(t, settled <= fresh.build.work.settled * 2,
               "field: repaired, %llu cells settled, anew %llu",
               (unsigned long long)settled,
               (unsigned long long)fresh.build.work.settled);
  fielder_free(&fresh);
}

/* A repair that is given up has cost little compared with a new field. A lost
 * cell costs a few times as much as a settled one. */
static void judge_work(Trial *t, const Fielder *f, uint64_t reached) {
  uint64_t most = (reached + tp_field_cells(&f->field) / 32) / 10 + 1;
  uint64_t lost = f->build.work.lost;
  trial_expect(t, lost <= most, "field: %llu cells lost, of %llu",
               (unsigned long long)lost, (unsigned long long)most);
}

/* ---- changing ----------------------------------------------------------- */

/* Fills the list that is not in use: some sources move by a cell or far away,
 * and one may come or go. Returns how many there are. */
static uint32_t move_sources(Trial *t, Fielder *f, const tp_Navmap *nav) {
  Random *r = &t->random;
  tp_Source *list = f->sources[!f->now];
  uint32_t count = f->field.asked.sources.count;
  memcpy(list, f->sources[f->now], count * sizeof *list);
  int moved = random_chance(r, 0.1) ? (int)count : random_below(r, 3);
  for (int i = 0; i < moved; i++) {
    tp_Source *s = &list[random_below(r, (int)count)];
    if (random_chance(r, 0.3)) {
      *s = trial_choose_source(t, nav);
    } else {
      s->x += random_below(r, 3) - 1;
      s->y += random_below(r, 3) - 1;
      if (random_chance(r, 0.2)) s->cost /= 2;
      trial_round_source(s, nav);
    }
  }
  if (random_chance(r, 0.1) && count < FIELDER_SOURCES) {
    list[count++] = trial_choose_source(t, nav);
  } else if (random_chance(r, 0.1) && count > 1) {
    list[random_below(r, (int)count)] = list[count - 1];
    count--;
  }
  for (uint32_t i = 0; i < count; i++) list[i].number = i;
  tp_sources_sort(list, count);
  return count;
}

/* Cells that are closed in the grid for a while. The world does not know of
 * them. */
typedef struct Doors {
  tp_Cell cell[CHANGES];
  int count;
} Doors;

static bool is_shut_by_none(const Doors *doors, tp_Cell c) {
  for (int i = 0; i < doors->count; i++) {
    if (tp_same_cell(doors->cell[i], c)) return false;
  }
  return true;
}

static void open(Trial *t, Doors *doors) {
  tp_Cell c = doors->cell[--doors->count];
  tp_grid_set_walkable(t->board.grid, c.x, c.y, true);
}

/* Is the cell open? Closing it and opening it again then restores it. */
static bool is_door(const World *w, tp_Cell c) {
  if (c.x < 0 || c.y < 0 || c.x >= w->width || c.y >= w->height) return false;
  int i = c.y * w->width + c.x, terrain = w->terrain[i];
  return terrain != 1 && w->price[terrain] < INFINITY && !w->closed[i];
}

static void close_or_open(Trial *t, Doors *doors) {
  tp_Cell c = trial_choose_cell(t);
  if (doors->count > 0 && random_chance(&t->random, 0.4)) {
    open(t, doors);
  } else if (is_door(&t->world, c) && is_shut_by_none(doors, c)) {
    tp_grid_set_walkable(t->board.grid, c.x, c.y, false);
    doors->cell[doors->count++] = c;
  }
}

static void begin(Trial *t, Fielder *f, const tp_Navmap *nav) {
  uint32_t count = 1 + (uint32_t)random_below(&t->random, FIELDER_SOURCES);
  for (uint32_t i = 0; i < count; i++) {
    f->sources[0][i] = trial_choose_source(t, nav);
    f->sources[0][i].number = i;
  }
  tp_sources_sort(f->sources[0], count);
  const int hops = tp_field_hops(nav);
  const tp_FieldQuery query = {.sources = {f->sources[0], count, NULL},
                               .most = TP_FAR,
                               .factor = UINT64_C(1) << hops,
                               .hops = hops};
  tp_field_begin(&f->build, &f->field, nav, &query);
  fielder_finish(f, nav, trial_choose_slice(t));
}

void judge_repairs(Trial *t, Player *p) {
  const tp_Navmap *nav = &p->navmap;
  Fielder f = {0};
  Doors doors = {.count = 0};
  begin(t, &f, nav);
  for (int n = 0; n < CHANGES && !t->wrong; n++) {
    tp_FieldQuery query = f.field.asked;
    uint64_t reached = f.build.work.reached;
    int kind = random_below(&t->random, 4);
    memcpy(f.sources[!f.now], f.sources[f.now], sizeof f.sources[0]);
    if (kind <= 2) query.sources.count = move_sources(t, &f, nav);
    if (kind >= 2) close_or_open(t, &doors);
    player_catch_up(p);
    f.build.work.lost = 0;
    query.sources.list = f.sources[!f.now];
    tp_field_update(&f.build, nav, &query);
    fielder_finish(&f, nav, trial_choose_slice(t));
    f.now = !f.now;
    judge_as_new(t, &f, nav);
    judge_work(t, &f, reached);
  }
  while (doors.count > 0) open(t, &doors);
  player_catch_up(p);
  fielder_free(&f);
}
