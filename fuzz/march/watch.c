/* watch.c - each rule by definition, for all pairs; see watch.h. */
#include "watch.h"

#include <math.h>
#include <stdlib.h>

static bool is_going(const Seen *s) {
  return s->from_x != s->x || s->from_y != s->y;
}

static bool covers(int x, int y, const Seen *s, int cx, int cy) {
  return cx >= x && cx < x + s->w && cy >= y && cy < y + s->h;
}

static bool is_at(const Seen *s, int cx, int cy) {
  return s->there && covers(s->x, s->y, s, cx, cy);
}

static bool has_left(const Seen *s, int cx, int cy) {
  return s->there && covers(s->from_x, s->from_y, s, cx, cy) &&
         !is_at(s, cx, cy);
}

static bool is_on_map(const Scene *c, const Seen *s, int x, int y) {
  return x >= 0 && y >= 0 && x + s->w <= c->width && y + s->h <= c->height;
}

static bool fits(const Scene *c, const Seen *s, int x, int y) {
  if (!is_on_map(c, s, x, y)) return false;
  for (int dy = 0; dy < s->h; dy++) {
    for (int dx = 0; dx < s->w; dx++) {
      if (c->wall[y + dy][x + dx]) return false;
    }
  }
  return true;
}

/* May a unit that comes from there be in a place? A unit under a wall may cross
 * walls on its way out. */
static bool may_be(const Scene *c, const Seen *s, int x, int y) {
  return fits(c, s, s->from_x, s->from_y) ? fits(c, s, x, y)
                                          : is_on_map(c, s, x, y);
}

/* ---- one unit ----------------------------------------------------------- */

static const char *step(const Scene *c, const Seen *s) {
  int dx = s->x - s->from_x, dy = s->y - s->from_y;
  if (abs(dx) > 1 || abs(dy) > 1) return "a leap";
  if (!may_be(c, s, s->x, s->y)) return "into a wall";
  if (s->end - s->begin < s->least) return "too fast";
  if (dx == 0 || dy == 0) return NULL;
  int sides = may_be(c, s, s->x, s->from_y) + may_be(c, s, s->from_x, s->y);
  int wanted = c->rule == BOTH_FREE ? 2 : c->rule == ONE_FREE ? 1 : 0;
  if (c->rule == STRAIGHT || sides < wanted) return "past a corner";
  return NULL;
}

/* Does a unit stand in the cell, both before and after? Of a unit that was
 * moved or resized this is not known. */
static bool stood(const Scene *before, const Scene *c, const bool *moved, int x,
                  int y) {
  for (int i = 1; i <= c->units; i++) {
    if (moved[i]) continue;
    if (is_at(&before->seen[i], x, y) && is_at(&c->seen[i], x, y)) return true;
  }
  return false;
}

static bool squeezes(const Scene *before, const Scene *c, const bool *moved,
                     const Seen *s) {
  int dx = s->x - s->from_x, dy = s->y - s->from_y;
  if (dx == 0 || dy == 0) return false;
  if (s->plan != 0 && s->w * s->h > 1) return false; /* half a cell */
  int ahead_x = dx > 0 ? s->from_x + s->w : s->from_x - 1;
  int behind_x = dx > 0 ? s->from_x : s->from_x + s->w - 1;
  int ahead_y = dy > 0 ? s->from_y + s->h : s->from_y - 1;
  int behind_y = dy > 0 ? s->from_y : s->from_y + s->h - 1;
  return stood(before, c, moved, ahead_x, behind_y) &&
         stood(before, c, moved, behind_x, ahead_y);
}

static const char *alone(const Scene *before, const Scene *c, int i,
                         const bool *moved) {
  const Seen *s = &c->seen[i], *was = &before->seen[i];
  if (!s->there) return NULL;
  if (is_going(s) && s->end < c->now) return "a step without an end";
  if (is_going(s) && s->wake != s->end) return "asleep on the way";
  if (moved[i] || !was->there) return NULL;
  if (s->plan_x >= 0 && (s->x != s->plan_x || s->y != s->plan_y)) {
    return "not as planned";
  }
  bool begins = is_going(s) && s->begin >= before->now &&
                !(is_going(was) && was->begin == s->begin);
  if (!begins) {
    return s->x != was->x || s->y != was->y ? "moved without a step" : NULL;
  }
  if (s->from_x != was->x || s->from_y != was->y) return "a step from nowhere";
  if (is_going(was) && was->end > s->begin) return "a step within a step";
  if (squeezes(before, c, moved, s)) return "squeezed";
  return step(c, s);
}

/* ---- two units ---------------------------------------------------------- */

static double place(const Seen *s, double now, int from, int to) {
  if (!is_going(s)) return to;
  double begin = (double)s->begin, end = (double)s->end;
  if (now >= end) return to;
  return from + (to - from) * (now - begin) / (end - begin);
}

/* The overlap of two units, along the axis on which it is smaller. */
static double overlap(const Seen *a, const Seen *b, double now) {
  double ax = place(a, now, a->from_x, a->x),
         ay = place(a, now, a->from_y, a->y);
  double bx = place(b, now, b->from_x, b->x),
         by = place(b, now, b->from_y, b->y);
  double x = fmin(ax + a->w, bx + b->w) - fmax(ax, bx);
  double y = fmin(ay + a->h, by + b->h) - fmax(ay, by);
  return fmin(x, y);
}

static bool meet(int ax, int ay, const Seen *a, int bx, int by, const Seen *b) {
  return ax < bx + b->w && bx < ax + a->w && ay < by + b->h && by < ay + a->h;
}

/* Do both take a diagonal of the same four cells at once? */
static bool cross(const Seen *a, const Seen *b) {
  if (a->w * a->h > 1 || b->w * b->h > 1) return false;
  if (!is_going(a) || !is_going(b)) return false;
  if (a->from_x == a->x || a->from_y == a->y) return false;
  if (b->from_x == b->x || b->from_y == b->y) return false;
  return a->from_x + a->x == b->from_x + b->x &&
         a->from_y + a->y == b->from_y + b->y;
}

static const char *together(const Scene *c, const Seen *a, const Seen *b) {
  (void)c;
  if (meet(a->x, a->y, a, b->x, b->y, b)) return "two in a cell";
  if (cross(a, b)) return "crossed";
  if (is_going(a) && meet(a->from_x, a->from_y, a, b->x, b->y, b)) {
    if (is_going(b) && b->end < a->end) return "there before it was left";
    if (!is_going(b)) return "stands where somebody leaves";
  }
  return NULL;
}

/* Is the step longer than the unit's own time? A step may be longer if the unit
 * takes over cells of a slower unit that began with it, or shares its plan. */
static bool is_late(const Scene *c, const Seen *s) {
  if (!is_going(s) || s->least == 0 || s->end - s->begin <= s->least) {
    return false;
  }
  for (int i = 1; i <= c->units; i++) {
    const Seen *o = &c->seen[i];
    if (!o->there || o == s || !is_going(o)) continue;
    if (o->begin != s->begin || o->end != s->end) continue;
    if (s->plan != 0 && s->plan == o->plan) return false;
    if (meet(s->x, s->y, s, o->from_x, o->from_y, o)) return false;
  }
  return true;
}

static const char *near(const Scene *c, const Seen *a, const Seen *b) {
  uint64_t until = c->next;
  if (is_going(a) && a->end < until) until = a->end;
  if (is_going(b) && b->end < until) until = b->end;
  if (until < c->now || until - c->now > UINT64_C(1) << 40) until = c->now;
  for (int phase = 0; phase <= 12; phase++) {
    double now = (double)c->now + (double)(until - c->now) * phase / 12;
    if (overlap(a, b, now) > 0.5 + 1e-6) return "tight";
  }
  return NULL;
}

typedef const char *Pairwise(const Scene *c, const Seen *a, const Seen *b);

static const char *watch_pairs(const Scene *c, Pairwise *look) {
  const char *wrong = NULL;
  for (int i = 1; i <= c->units && !wrong; i++) {
    for (int j = 1; j <= c->units && !wrong; j++) {
      if (i == j || !c->seen[i].there || !c->seen[j].there) continue;
      wrong = look(c, &c->seen[i], &c->seen[j]);
    }
  }
  return wrong;
}

const char *watch_steps(const Scene *before, const Scene *c,
                        const bool *moved) {
  const char *wrong = NULL;
  bool has_moved = false;
  for (int i = 1; i <= c->units && !wrong; i++) {
    wrong = alone(before, c, i, moved);
    has_moved |= moved[i];
  }
  if (!wrong) wrong = watch_pairs(c, together);
  if (!wrong) wrong = watch_pairs(c, near);
  for (int i = 1; i <= c->units && !wrong && !has_moved; i++) {
    if (is_late(c, &c->seen[i])) wrong = "too slow";
  }
  return wrong;
}

/* ---- cells -------------------------------------------------------------- */

static uint32_t holder_of(const Scene *c, int x, int y) {
  for (int i = 1; i <= c->units; i++) {
    if (is_at(&c->seen[i], x, y)) return (uint32_t)i;
  }
  for (int i = 1; i <= c->units; i++) {
    if (has_left(&c->seen[i], x, y)) return (uint32_t)i;
  }
  return 0;
}

const char *watch_cells(const Scene *c) {
  uint32_t held = 0;
  for (int y = 0; y < c->height; y++) {
    for (int x = 0; x < c->width; x++) {
      uint32_t holder = holder_of(c, x, y);
      held += holder != 0;
      if (c->holder[y][x] != holder) return "somebody else holds a cell";
      if (c->is_held[y][x] != (holder != 0)) return "a wrong bit";
      if (c->logged[y][x] != holder) return "not in the log";
    }
  }
  return held == c->held ? NULL : "a wrong count";
}
