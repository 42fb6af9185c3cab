/* avoided_units.c - marks, at each query, the cells on which units stand, from
 * a list of rectangles.
 */
#include "avoided_units.h"

#include <stdlib.h>
#include <string.h>

#include "allocate.h"

static tp_Rect whole_of(const World *w) {
  return (tp_Rect){0, 0, w->width, w->height};
}

static tp_Rect draw_rect(const World *w, Random *r, int most) {
  tp_Rect rect = {random_below(r, w->width), random_below(r, w->height),
                  1 + random_below(r, most), 1 + random_below(r, most)};
  return tp_rect_clip(rect, whole_of(w));
}

/* ---- the crowds --------------------------------------------------------- */

static void move(Others *o, const World *w, Random *r, Stander *unit) {
  tp_Rect to = unit->at;
  if (tp_rect_is_empty(to) || random_chance(r, 0.1)) {
    to = draw_rect(w, r, random_chance(r, 0.2) ? 4 : 1);
  } else {
    to.x += random_below(r, 3) - 1;
    to.y += random_below(r, 3) - 1;
  }
  if (!tp_rect_same(to, tp_rect_clip(to, whole_of(w)))) return;
  if (tp_occupancy_move(o->crowd[unit->crowd], unit->at, to, unit->who)) {
    unit->at = to;
  }
}

static void leave(Others *o, Stander *unit) {
  if (tp_rect_is_empty(unit->at)) return;
  tp_occupancy_release(o->crowd[unit->crowd], unit->at, unit->who);
  unit->at = (tp_Rect){0, 0, 0, 0};
}

void others_make(Others *o, const World *w, Random *r) {
  int cells = w->width * w->height;
  memset(o, 0, sizeof *o);
  for (int c = 0; c < OTHERS_CROWDS; c++) {
    o->crowd[c] = fuzz_allocate(tp_occupancy_bytes(w->width, w->height));
    tp_occupancy_init(o->crowd[c], w->width, w->height, (uint64_t)c + 1);
  }
  o->avoided = fuzz_allocate(tp_avoided_bytes(w->width, w->height));
  tp_avoided_init(o->avoided, w->width, w->height);
  o->count = 1 + cells / (4 + random_below(r, 40));
  if (o->count > OTHERS_UNITS) o->count = OTHERS_UNITS;
  for (int i = 0; i < o->count; i++) {
    o->unit[i] = (Stander){.crowd = random_below(r, OTHERS_CROWDS),
                           .who = 1 + (uint32_t)i};
    move(o, w, r, &o->unit[i]);
  }
}

void others_free(Others *o) {
  for (int c = 0; c < OTHERS_CROWDS; c++) free(o->crowd[c]);
  free(o->avoided);
}

void others_move(Others *o, const World *w, Random *r) {
  bool is_vast = w->width > WORLD_MAX_SIDE && w->height > WORLD_MAX_SIDE;
  int moves = random_below(r, 6);
  if (random_chance(r, is_vast ? 0.7 : 0.2)) {
    moves = 1 + random_below(r, o->count);
  }
  while (moves-- > 0) {
    Stander *unit = &o->unit[random_below(r, o->count)];
    if (random_chance(r, 0.05)) {
      leave(o, unit);
    } else {
      move(o, w, r, unit);
    }
  }
}

/* ---- aims --------------------------------------------------------------- */

static void choose_crowds(Others *o, Random *r) {
  int first = random_below(r, OTHERS_CROWDS);
  o->obstacles.crowds = 1 + (uint32_t)random_below(r, OTHERS_CROWDS);
  for (uint32_t c = 0; c < o->obstacles.crowds; c++) {
    o->obstacles.crowd[c] = o->crowd[(first + (int)c) % OTHERS_CROWDS];
  }
}

static void choose_presence(Others *o, const World *w, Random *r) {
  tp_Obstacles *p = &o->obstacles;
  if (p->crowds == 0 || random_chance(r, 0.1)) choose_crowds(o, r);
  if (random_chance(r, 0.2)) {
    p->rects = 0;
    if (random_chance(r, 0.5)) {
      p->rects =
          (uint32_t)random_below(r, random_chance(r, 0.7) ? 3 : OTHERS_PLACES);
    }
    for (uint32_t i = 0; i < p->rects; i++) o->rect[i] = draw_rect(w, r, 3);
  }
  if (random_chance(r, 0.3)) {
    p->excepted =
        (uint32_t)random_below(r, random_chance(r, 0.7) ? 3 : OTHERS_PLACES);
    for (uint32_t i = 0; i < p->excepted; i++) {
      o->excepted[i] = random_below(r, o->count);
    }
  }
  for (uint32_t i = 0; i < p->excepted; i++) {
    const Stander *unit = &o->unit[o->excepted[i]];
    o->except[i] = (tp_Excepted){o->crowd[unit->crowd], unit->at, unit->who};
  }
  p->rect = o->rect;
  p->except = o->except;
}

static void paint(World *w, tp_Rect rect, bool value) {
  rect = tp_rect_clip(rect, whole_of(w));
  for (int y = rect.y; y < rect.y + rect.h; y++) {
    for (int x = rect.x; x < rect.x + rect.w; x++) {
      w->stood[y * w->width + x] = value;
    }
  }
}

static bool is_avoided(const Others *o, int i) {
  const tp_Obstacles *p = &o->obstacles;
  bool is_asked = false;
  for (uint32_t c = 0; c < p->crowds; c++) {
    is_asked = is_asked || p->crowd[c] == o->crowd[o->unit[i].crowd];
  }
  for (uint32_t k = 0; k < p->excepted; k++) {
    is_asked = is_asked && o->excepted[k] != i;
  }
  return is_asked;
}

static void tell_world(const Others *o, World *w) {
  memset(w->stood, 0, (size_t)w->width * (size_t)w->height * sizeof *w->stood);
  for (int i = 0; i < o->count; i++) {
    if (is_avoided(o, i)) paint(w, o->unit[i].at, true);
  }
  for (uint32_t i = 0; i < o->obstacles.rects; i++) paint(w, o->rect[i], true);
  paint(w, o->obstacles.start, false);
}

void others_aim(Others *o, World *w, Random *r, tp_Rect start) {
  choose_presence(o, w, r);
  o->obstacles.start = start;
  tell_world(o, w);
  tp_avoided_update(o->avoided, &o->obstacles);
}
