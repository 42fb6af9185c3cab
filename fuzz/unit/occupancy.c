/* occupancy.c - which unit holds which cell, compared with a table; and its
 * log, compared with an earlier state of the table.
 */
#include "core/map/occupancy.h"

#include <string.h>

#include "unit.h"

enum { SIDE = 130, STEPS = 60, HOLDERS = 12 };

typedef struct Model {
  int32_t width, height;
  uint32_t occupant[SIDE * SIDE];
  uint32_t before[SIDE * SIDE]; /* at the last look */
  tp_Rect at[HOLDERS + 1];      /* all cells of a unit lie in its rectangle */
} Model;

static uint32_t *cell(Model *m, int32_t x, int32_t y) {
  return &m->occupant[y * m->width + x];
}

static tp_Rect draw_rect(Unit *u, const Model *m) {
  Random *r = &u->random;
  int32_t most = random_chance(r, 0.1) ? SIDE : 4;
  int32_t x = random_below(r, m->width), y = random_below(r, m->height);
  int32_t w = 1 + random_below(r, most), h = 1 + random_below(r, most);
  return (tp_Rect){x, y, tp_lesser(w, m->width - x),
                   tp_lesser(h, m->height - y)};
}

/* Gives all cells of an occupant in the rectangle, except those in `but`, to
 * another occupant. Returns how many there are. */
static int64_t give(Model *m, tp_Rect r, tp_Rect but, uint32_t from,
                    uint32_t to) {
  int64_t given = 0;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      if (*cell(m, x, y) != from || tp_rect_has(but, x, y)) continue;
      *cell(m, x, y) = to;
      given++;
    }
  }
  return given;
}

static bool is_free(Model *m, tp_Rect r, uint32_t who) {
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      if (*cell(m, x, y) != 0 && *cell(m, x, y) != who) return false;
    }
  }
  return true;
}

/* Moves a unit that holds exactly the cells of its place. */
static void move(Unit *u, tp_Occupancy *o, Model *m, uint32_t who) {
  const tp_Rect none = {0, 0, 0, 0};
  tp_Rect to = m->at[who];
  if (tp_rect_is_empty(to) || random_chance(&u->random, 0.2)) {
    to = draw_rect(u, m);
  } else {
    to.x += random_below(&u->random, 3) - 1;
    to.y += random_below(&u->random, 3) - 1;
    to = tp_rect_clip(to, (tp_Rect){0, 0, m->width, m->height});
    if (tp_rect_is_empty(to)) return;
  }
  bool may = is_free(m, to, who);
  bool moved = tp_occupancy_move(o, m->at[who], to, who);
  unit_expect(u, moved == may, "a move to %d, %d is%s one", (int)to.x,
              (int)to.y, may ? "" : " not");
  if (!may) return;
  give(m, m->at[who], to, who, 0);
  give(m, to, none, 0, who);
  m->at[who] = to;
}

static void hold_or_release(Unit *u, tp_Occupancy *o, Model *m, uint32_t who) {
  const tp_Rect none = {0, 0, 0, 0};
  tp_Rect rect = draw_rect(u, m);
  bool holds = random_chance(&u->random, 0.5);
  int64_t right =
      holds ? give(m, rect, none, 0, who) : give(m, rect, none, who, 0);
  int64_t given = holds ? tp_occupancy_hold(o, rect, who)
                        : tp_occupancy_release(o, rect, who);
  unit_expect(u, given == right, "%lld cells change hands, not %lld",
              (long long)given, (long long)right);
  m->at[who] = tp_rect_join(m->at[who], holds ? rect : none);
}

static void judge(Unit *u, const tp_Occupancy *o, Model *m) {
  uint32_t held = 0;
  for (int32_t y = 0; y < m->height; y++) {
    const uint64_t *row = tp_occupancy_row(o, y);
    for (int32_t x = 0; x < m->width; x++) {
      uint32_t who = *cell(m, x, y);
      held += who != 0;
      unit_expect(u, tp_occupancy_at(o, x, y) == who,
                  "%d, %d is held by %u, not %u", (int)x, (int)y,
                  (unsigned)tp_occupancy_at(o, x, y), (unsigned)who);
      unit_expect(u, (row[x >> 6] >> (x & 63) & 1) == (who != 0),
                  "the bit of %d, %d is wrong", (int)x, (int)y);
    }
    if (m->width % 64) {
      unit_expect(u, row[m->width / 64] >> (m->width % 64) == 0,
                  "a cell outside is held");
    }
  }
  unit_expect(u, o->held == held, "%u cells are held, not %u",
              (unsigned)o->held, (unsigned)held);
}

/* The log tells what has changed since the last look, and nothing if nothing
 * has. */
static void judge_log(Unit *u, const tp_Occupancy *o, const Model *m,
                      uint64_t seen) {
  tp_Rect rects[TP_CHANGES];
  int count = tp_changelog_since(&o->changes, seen, rects);
  for (int i = 0; i < m->width * m->height; i++) {
    bool reported = m->occupant[i] == m->before[i];
    for (int k = 0; k < count && !reported; k++) {
      reported = tp_rect_has(rects[k], i % m->width, i / m->width);
    }
    unit_expect(u, reported, "%d, %d changed hands, and nobody is told",
                i % m->width, i / m->width);
  }
}

void unit_occupancy(Unit *u) {
  static Model model;
  Random *r = &u->random;
  Model *m = &model;
  memset(m, 0, sizeof *m);
  m->width = unit_draw_side(u, SIDE);
  m->height = unit_draw_side(u, SIDE);
  tp_Occupancy *o = unit_allocate(u, tp_occupancy_bytes(m->width, m->height));
  tp_occupancy_init(o, m->width, m->height, u->seed);
  uint64_t seen = o->changes.now;
  unit_expect(u, o->id == u->seed, "it has another id");
  for (int n = 0; n < STEPS && !u->wrong; n++) {
    uint32_t who = 1 + (uint32_t)random_below(r, HOLDERS);
    tp_Rect rect = draw_rect(u, m);
    uint64_t before = o->changes.now;
    unit_expect(u, tp_occupancy_is_free(o, rect, who) == is_free(m, rect, who),
                "it is free, or is not");
    unit_expect(u, tp_occupancy_is_free(o, rect, 0) == is_free(m, rect, 0),
                "nobody is there, or somebody is");
    unit_expect(u, o->changes.now == before, "a question is a change");
    if (random_chance(r, 0.7)) {
      move(u, o, m, who);
    } else {
      hold_or_release(u, o, m, who);
    }
    if (random_chance(r, 0.3)) judge(u, o, m);
    if (random_chance(r, 0.3)) {
      judge_log(u, o, m, seen);
      memcpy(m->before, m->occupant, sizeof m->before);
      seen = o->changes.now;
    }
  }
  judge(u, o, m);
  judge_log(u, o, m, seen);
}
