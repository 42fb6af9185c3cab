/* obstacles.c - where units stand that must be avoided, compared with a look at
 * every cell; and whether a user learns of each change, and of no more than was
 * looked at.
 */
#include "core/agent/obstacles.h"

#include <string.h>

#include "unit.h"

enum { SIDE = 130, CROWDS = 5, UNITS = 9, PLACES = 30, AIMS = 12 };

typedef struct Scene {
  int32_t width, height;
  tp_Occupancy *crowd[CROWDS];
  tp_Rect at[CROWDS][UNITS + 1]; /* of each unit, from 1 */
  tp_Rect rect[PLACES];
  tp_Excepted except[PLACES];
  tp_Obstacles obstacles;
  bool before[SIDE * SIDE];
} Scene;

static tp_Rect whole_of(const Scene *s) {
  return (tp_Rect){0, 0, s->width, s->height};
}

static tp_Rect draw_rect(Unit *u, const Scene *s, int32_t most) {
  Random *r = &u->random;
  int32_t x = random_below(r, s->width), y = random_below(r, s->height);
  return tp_rect_clip(
      (tp_Rect){x, y, 1 + random_below(r, most), 1 + random_below(r, most)},
      whole_of(s));
}

static void move_one(Unit *u, Scene *s) {
  Random *r = &u->random;
  int c = random_below(r, CROWDS), who = 1 + random_below(r, UNITS);
  tp_Rect to = draw_rect(u, s, 3), *at = &s->at[c][who];
  if (!tp_rect_is_empty(*at) && random_chance(r, 0.7)) {
    to = *at;
    to.x += random_below(r, 3) - 1;
    to.y += random_below(r, 3) - 1;
    if (!tp_rect_same(to, tp_rect_clip(to, whole_of(s)))) return;
  }
  if (tp_occupancy_move(s->crowd[c], *at, to, (uint32_t)who)) *at = to;
}

static void found(Unit *u, Scene *s, int c) {
  s->crowd[c] = unit_allocate(u, tp_occupancy_bytes(s->width, s->height));
  tp_occupancy_init(s->crowd[c], s->width, s->height, (uint64_t)c + 7);
}

/* The same as before, or other crowds, rectangles and exceptions. Often there
 * are more of these than there is room for. */
static void draw_presence(Unit *u, Scene *s) {
  Random *r = &u->random;
  tp_Obstacles *p = &s->obstacles;
  if (random_chance(r, 0.3)) {
    p->crowds = (uint32_t)random_below(r, CROWDS + 1);
    int first = random_below(r, CROWDS);
    for (uint32_t c = 0; c < p->crowds; c++) {
      p->crowd[c] = s->crowd[((uint32_t)first + c) % CROWDS];
    }
  }
  if (random_chance(r, 0.4)) {
    p->rects = (uint32_t)random_below(r, random_chance(r, 0.5) ? 3 : PLACES);
    for (uint32_t i = 0; i < p->rects; i++) s->rect[i] = draw_rect(u, s, 4);
  }
  if (random_chance(r, 0.6)) {
    p->excepted = (uint32_t)random_below(r, random_chance(r, 0.5) ? 3 : PLACES);
  }
  for (uint32_t i = 0; i < p->excepted; i++) {
    int c = random_below(r, CROWDS), who = 1 + random_below(r, UNITS);
    s->except[i] = (tp_Excepted){s->crowd[c], s->at[c][who], (uint32_t)who};
  }
  p->start = draw_rect(u, s, 3);
  p->start.x -= random_below(r, 4);
  p->start.y -= random_below(r, 4);
  if (random_chance(r, 0.2)) p->start = (tp_Rect){-70, -70, 3, 3};
  if (random_chance(r, 0.2)) p->start = (tp_Rect){0, 0, 0, 0};
  p->rect = s->rect;
  p->except = s->except;
}

static bool is_excepted(const tp_Obstacles *p, const tp_Occupancy *crowd,
                        uint32_t who) {
  for (uint32_t i = 0; i < p->excepted; i++) {
    if (p->except[i].crowd == crowd && p->except[i].who == who) return true;
  }
  return false;
}

static bool is_stood_on(const tp_Obstacles *p, int32_t x, int32_t y) {
  bool is = false;
  for (uint32_t c = 0; c < p->crowds; c++) {
    uint32_t who = tp_occupancy_at(p->crowd[c], x, y);
    is = is || (who != 0 && !is_excepted(p, p->crowd[c], who));
  }
  for (uint32_t i = 0; i < p->rects; i++) {
    is = is || tp_rect_has(p->rect[i], x, y);
  }
  return is && !tp_rect_has(p->start, x, y);
}

static void judge(Unit *u, Scene *s, const tp_Avoided *a, uint64_t seen) {
  const tp_Mask *mask = tp_avoided_mask(a);
  tp_Rect rects[TP_CHANGES];
  int count = tp_changelog_since(&mask->changes, seen, rects);
  for (int32_t y = 0; y < s->height && !u->wrong; y++) {
    for (int32_t x = 0; x < s->width; x++) {
      bool is = is_stood_on(&s->obstacles, x, y), reported = false;
      bool *before = &s->before[y * s->width + x];
      unit_expect(u, tp_mask_has(mask, x, y) == is, "%d, %d is%s avoided",
                  (int)x, (int)y, is ? " not" : "");
      for (int i = 0; i < count; i++) reported |= tp_rect_has(rects[i], x, y);
      unit_expect(u, reported || is == *before,
                  "%d, %d has changed, and nobody is told", (int)x, (int)y);
      *before = is;
    }
  }
  tp_Rect with_border = tp_rect_grow(mask->changes.whole, 1);
  for (int32_t i = 0; i < with_border.w * with_border.h; i++) {
    int32_t x = with_border.x + i % with_border.w;
    int32_t y = with_border.y + i / with_border.w;
    bool out = !tp_rect_has(mask->changes.whole, x, y);
    unit_expect(u, !out || !tp_mask_has(mask, x, y), "a border is avoided");
  }
}

void unit_obstacles(Unit *u) {
  static Scene scene;
  Random *r = &u->random;
  Scene *s = &scene;
  memset(s, 0, sizeof *s);
  s->width = unit_draw_side(u, SIDE);
  s->height = unit_draw_side(u, SIDE);
  for (int c = 0; c < CROWDS; c++) found(u, s, c);
  tp_Avoided *a = unit_allocate(u, tp_avoided_bytes(s->width, s->height));
  tp_avoided_init(a, s->width, s->height);
  for (int n = 0; n < AIMS && !u->wrong; n++) {
    int moves = random_below(r, random_chance(r, 0.3) ? 3 * TP_CHANGES : 8);
    while (moves-- > 0) move_one(u, s);
    draw_presence(u, s);
    uint64_t seen = tp_avoided_mask(a)->changes.now;
    tp_avoided_update(a, &s->obstacles);
    judge(u, s, a, seen);
    seen = tp_avoided_mask(a)->changes.now;
    tp_avoided_update(a, &s->obstacles);
    unit_expect(u, tp_avoided_mask(a)->changes.now == seen,
                "nothing has changed, and somebody is told");
  }
}
