/* judge_body.c - the clearance of a segment, cell by cell.
 *
 * A body meets a cell if their insides share a point. Both the cell and the
 * hull that the body sweeps are convex. So either the segment crosses the
 * square, or the nearest two points are a corner of the square or an end of the
 * segment. Each case is checked for each cell by itself, with the compiler's
 * whole numbers of 128 bits. Nothing that the library computed is used.
 */
#include "judge_body.h"

#include <math.h>

#include "core/ask/bodyclearance.h"
#include "core/ask/bodyplace.h"

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 Exact;
#else
typedef long double Exact; /* exact, except for hair-thin touches */
#endif

static const int64_t one = ORACLE_UNIT;

typedef struct Hull {
  int64_t x0, y0, x1, y1; /* the segment of the agent's middle */
  Exact rx, ry;
} Hull;

static Hull hull_of(const Body *b, const Sweep *s) {
  int64_t x = (b->wide - 1) * one / 2, y = (b->high - 1) * one / 2;
  return (Hull){s->from.x + x, s->from.y + y,    s->to.x + x,
                s->to.y + y,   body_radius_x(b), body_radius_y(b)};
}

/* Does a point lie inside the ellipse? (dx, dy) is its distance from the
 * middle. */
static bool is_in_ellipse(const Hull *h, int64_t dx, int64_t dy) {
  Exact x = (Exact)dx * h->ry, y = (Exact)dy * h->rx, r = h->rx * h->ry;
  return x * x + y * y < r * r;
}

static int64_t away(int64_t v, int64_t low) {
  return v < low ? low - v : v > low + one ? v - low - one : 0;
}

static bool is_near_end(const Hull *h, int64_t x, int64_t y, int64_t left,
                        int64_t top) {
  return is_in_ellipse(h, away(x, left), away(y, top));
}

/* The side of the segment's line on which the point lies (the sign), and how
 * far away (the size). */
static Exact turn(const Hull *h, int64_t x, int64_t y) {
  return (Exact)(h->x1 - h->x0) * (y - h->y0) -
         (Exact)(h->y1 - h->y0) * (x - h->x0);
}

static bool is_near_line(const Hull *h, int64_t x, int64_t y) {
  Exact dx = h->x1 - h->x0, dy = h->y1 - h->y0;
  Exact along =
      h->ry * h->ry * dx * (x - h->x0) + h->rx * h->rx * dy * (y - h->y0);
  Exact all = h->ry * h->ry * dx * dx + h->rx * h->rx * dy * dy;
  if (along < 0 || along > all) return false;
  Exact side = turn(h, x, y);
  return side * side < all;
}

static bool crosses(const Hull *h, int64_t left, int64_t top) {
  int64_t right = left + one, bottom = top + one;
  int over = 0, under = 0;
  if (h->x0 < left && h->x1 < left) return false;
  if (h->y0 < top && h->y1 < top) return false;
  if (h->x0 > right && h->x1 > right) return false;
  if (h->y0 > bottom && h->y1 > bottom) return false;
  for (int i = 0; i < 4; i++) {
    Exact side = turn(h, i % 2 ? right : left, i / 2 ? bottom : top);
    over += side > 0;
    under += side < 0;
  }
  return over < 4 && under < 4;
}

static bool meets(const Hull *h, int64_t left, int64_t top) {
  if (is_near_end(h, h->x0, h->y0, left, top)) return true;
  if (is_near_end(h, h->x1, h->y1, left, top)) return true;
  if (crosses(h, left, top)) return true;
  for (int i = 0; i < 4; i++) {
    if (is_near_line(h, left + i % 2 * one, top + i / 2 * one)) return true;
  }
  return false;
}

static bool is_blocked(const Trial *t, const double *price, const Sweep *s,
                       int x, int y) {
  const tp_Rect *r = &s->free;
  if (x >= r->x && x < r->x + r->w && y >= r->y && y < r->y + r->h) {
    return false;
  }
  if (!trial_is_inside(t, (tp_Cell){x, y})) return true;
  if (price) return price[trial_cell(t, (tp_Cell){x, y})] == INFINITY;
  return world_price_at(&t->world, x, y) == INFINITY;
}

static int64_t along(const Hull *h, int x, int y) {
  int64_t dx = h->x1 - h->x0, dy = h->y1 - h->y0;
  int64_t least = INT64_MAX;
  for (int i = 0; i < 4; i++) {
    int64_t at = dx * (x + i % 2) + dy * (y + i / 2);
    if (at < least) least = at;
  }
  return least;
}

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }

/* A first column or row that the hull may reach; last_of mirrors it. */
static int first_of(int64_t a, int64_t b, Exact radius) {
  return (int)((lesser(a, b) - (int64_t)radius) / one) - 1;
}

static int last_of(int64_t a, int64_t b, Exact radius) {
  return (int)((-lesser(-a, -b) + (int64_t)radius) / one) + 1;
}

/* ---- fences ------------------------------------------------------------- */

/* The left side of a cell, or its upper side; the body meets the cell behind
 * it. */
typedef struct Side {
  int x, y;
  bool is_left;
} Side;

static bool is_in(const tp_Rect *r, int x, int y) {
  return x >= r->x && x < r->x + r->w && y >= r->y && y < r->y + r->h;
}

/* Is the side closed to a body that moves along the segment? If the segment
 * runs parallel to the side, closed in either direction is enough. */
static bool is_closed(const Trial *t, const Sweep *s, const Hull *h,
                      Side side) {
  const World *w = &t->world;
  int before_x = side.x - side.is_left, before_y = side.y - !side.is_left;
  if (before_x < 0 || before_y < 0 || side.x < 0 || side.y < 0) return false;
  if (side.x >= w->width || side.y >= w->height) return false;
  if (is_in(&s->free, side.x, side.y) && is_in(&s->free, before_x, before_y)) {
    return false;
  }
  int cell = side.y * w->width + side.x;
  int closed = side.is_left ? w->shut_left[cell] : w->shut_top[cell];
  int64_t way = side.is_left ? h->x1 - h->x0 : h->y1 - h->y0;
  if (s->sides == SWEEP_BOTH_WAYS) return closed == 3;
  if (s->sides == SWEEP_EITHER_WAY || way == 0) return closed;
  return closed & (way > 0 ? WORLD_SHUT_ON : WORLD_SHUT_BACK);
}

/* Does the inside of the hull meet the side? The side is a segment without an
 * inside. Two segments cross if the ends of each lie on both sides of the
 * other. */
static bool meets_side(const Hull *h, Side side) {
  const int64_t x0 = side.x * one, y0 = side.y * one;
  const int64_t x1 = side.is_left ? x0 : x0 + one;
  const int64_t y1 = side.is_left ? y0 + one : y0;
  int64_t a = side.is_left ? h->x0 - x0 : h->y0 - y0;
  int64_t b = side.is_left ? h->x1 - x0 : h->y1 - y0;
  Exact c = turn(h, x0, y0), d = turn(h, x1, y1);
  for (int end = 0; end < 2; end++) {
    int64_t px = end ? h->x1 : h->x0, py = end ? h->y1 : h->y0;
    int64_t dx = px < x0 ? x0 - px : px > x1 ? px - x1 : 0;
    int64_t dy = py < y0 ? y0 - py : py > y1 ? py - y1 : 0;
    if (is_in_ellipse(h, dx, dy)) return true;
  }
  if (is_near_line(h, x0, y0) || is_near_line(h, x1, y1)) return true;
  return ((a < 0 && b > 0) || (a > 0 && b < 0)) &&
         ((c < 0 && d > 0) || (c > 0 && d < 0));
}

/* The first cell that is met: its first corner along the segment decides, then
 * the row from the top, then the column from the left. */
typedef struct Meeting {
  int64_t at;
  tp_Cell cell;
} Meeting;

static void note(Meeting *first, bool *passes, Meeting m) {
  const tp_Cell *old = &first->cell;
  bool is_before = m.at < first->at;
  if (m.at == first->at) {
    is_before = m.cell.y < old->y || (m.cell.y == old->y && m.cell.x < old->x);
  }
  if (*passes || is_before) *first = m;
  *passes = false;
}

static Meeting meeting_at(const Hull *h, Side side) {
  int64_t dx = h->x1 - h->x0, dy = h->y1 - h->y0;
  int64_t near = dx * side.x + dy * side.y;
  int64_t far = dx * (side.x + !side.is_left) + dy * (side.y + side.is_left);
  Meeting m = {near < far ? near : far, {side.x, side.y}};
  if (side.is_left && side.x * one <= h->x0) m.cell.x--;
  if (!side.is_left && side.y * one <= h->y0) m.cell.y--;
  return m;
}

/* Does a body with these prices, by cell, pass? NULL: the prices of the trial's
 * agents. */
static bool comes_along(const Trial *t, const Body *b, const double *price,
                        const Sweep *s, tp_Cell *first) {
  Hull h = hull_of(b, s);
  bool passes = true;
  Meeting met = {0, {0, 0}};
  if (b->radius == 0) return true;
  int last_x = last_of(h.x0, h.x1, h.rx), last_y = last_of(h.y0, h.y1, h.ry);
  for (int y = first_of(h.y0, h.y1, h.ry); y <= last_y; y++) {
    for (int x = first_of(h.x0, h.x1, h.rx); x <= last_x; x++) {
      if (is_blocked(t, price, s, x, y) && meets(&h, x * one, y * one)) {
        note(&met, &passes, (Meeting){along(&h, x, y), {x, y}});
      }
      for (int i = 0; t->world.has_fences && i < 2; i++) {
        Side side = {x, y, i == 0};
        if (is_closed(t, s, &h, side) && meets_side(&h, side)) {
          note(&met, &passes, meeting_at(&h, side));
        }
      }
      if (!passes && !first) return false;
    }
  }
  if (!passes) *first = met.cell;
  return passes;
}

bool judge_body_passes(const Trial *t, const Sweep *s, tp_Cell *first) {
  return comes_along(t, &t->body, NULL, s, first);
}

bool judge_other_passes(const Trial *t, const Body *b, const double *price,
                        const Sweep *s) {
  return comes_along(t, b, price, s, NULL);
}

/* ---- segments that just touch ------------------------------------------- */

/* The least whole number whose square is at least that. */
static int64_t least_root(Exact square) {
  int64_t low = 0, high = INT64_C(1) << 58;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if ((Exact)middle * middle < square) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/* Returns the greatest common divisor g of a and b; u is such that a * u = g
 * modulo b. */
static int64_t inverse(int64_t a, int64_t b, int64_t *u) {
  int64_t r = a, next = b, v = 1, next_v = 0;
  while (next != 0) {
    int64_t times = r / next, rest = r - times * next;
    int64_t after = v - times * next_v;
    r = next, next = rest;
    v = next_v, next_v = after;
  }
  *u = v;
  return r;
}

/* Draws a length between a hair and the whole map. */
static int64_t draw_length(Random *r, int cells) {
  switch (random_below(r, 4)) {
    case 0: return 1 + random_below(r, 12);
    case 1: return 1 + random_below(r, ORACLE_UNIT);
    case 2: return 1 + random_below(r, 8 * ORACLE_UNIT);
    default: return 1 + (int64_t)(random_unit(r) * cells * ORACLE_UNIT);
  }
}

/* a / b, rounded down. */
static Exact floor_of(Exact a, Exact b) {
  Exact times = (Exact)(int64_t)(a / b);
  return times * b > a ? times - 1 : times;
}

/* A segment that passes a corner at the distance of the tangent, or a unit of
 * the product more or less. The line itself hardly moves by such a unit. */
static bool draw_tangent(Trial *t, tp_Point corner, Sweep *s) {
  Random *r = &t->random;
  int64_t dx = draw_length(r, t->world.width);
  int64_t dy = draw_length(r, t->world.height), u;
  Exact rx = body_radius_x(&t->body), ry = body_radius_y(&t->body);
  if (inverse(dx, dy, &u) != 1) return false;
  Exact all = ry * ry * dx * dx + rx * rx * dy * dy;
  int64_t product = least_root(all) + random_below(r, 3) - 1;
  if (random_chance(r, 0.5)) product = -product;
  /* Solve dx y - dy x = product: find a y, then its x, then shift both along
   * the segment until the corner lies beside the segment. */
  Exact y = (Exact)u * product;
  y -= floor_of(y, dy) * dy;
  Exact x = (dx * y - product) / dy;
  Exact along = ry * ry * dx * x + rx * rx * dy * y;
  Exact times = floor_of(along, all);
  x -= times * dx;
  y -= times * dy;
  s->from = (tp_Point){corner.x - (int64_t)x, corner.y - (int64_t)y};
  s->to = (tp_Point){s->from.x + dx, s->from.y + dy};
  return true;
}

/* A segment whose end lies at such a distance from a corner that the corner is
 * barely inside the body, or barely outside. */
static bool draw_end(Trial *t, tp_Point corner, Sweep *s) {
  Random *r = &t->random;
  int64_t rx = body_radius_x(&t->body), ry = body_radius_y(&t->body);
  Hull h = {0, 0, 0, 0, rx, ry};
  int64_t dy = random_below(r, (int)ry), low = 0, high = rx;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (is_in_ellipse(&h, middle, dy)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  low -= random_below(r, 2);
  int64_t x = random_chance(r, 0.5) ? low : -low;
  int64_t y = random_chance(r, 0.5) ? dy : -dy;
  s->from = (tp_Point){corner.x + x, corner.y + y};
  int64_t far_x = random_chance(r, 0.2) ? 0 : draw_length(r, t->world.width);
  int64_t far_y = random_chance(r, 0.2) ? 0 : draw_length(r, t->world.height);
  s->to = (tp_Point){s->from.x + (x > 0 ? far_x : -far_x),
                     s->from.y + (y > 0 ? far_y : -far_y)};
  return true;
}

/* A segment along an axis, as far from a border as the body's radius, or next
 * to that. */
static bool draw_along(Trial *t, tp_Point corner, Sweep *s) {
  Random *r = &t->random;
  int64_t x = body_radius_x(&t->body), y = body_radius_y(&t->body);
  bool across = random_chance(r, 0.5);
  int64_t far = draw_length(r, across ? t->world.width : t->world.height);
  int64_t off = random_below(r, 3) - 1;
  if (random_chance(r, 0.5)) x = -x, y = -y;
  s->from = corner;
  if (across) {
    s->from.y += y + off;
  } else {
    s->from.x += x + off;
  }
  s->to = s->from;
  if (random_chance(r, 0.5)) far = -far;
  if (across) {
    s->to.x += far;
  } else {
    s->to.y += far;
  }
  return true;
}

/* Draws a segment with both ends on the map, in any of the four quadrants. */
static bool draw_sweep(Trial *t, Sweep *s) {
  Random *r = &t->random;
  const Body *b = &t->body;
  int64_t wide = t->world.width * one, high = t->world.height * one;
  tp_Point corner = {random_below(r, t->world.width + 1) * one,
                     random_below(r, t->world.height + 1) * one};
  bool is_drawn = false;
  switch (random_below(r, 3)) {
    case 0: is_drawn = draw_tangent(t, corner, s); break;
    case 1: is_drawn = draw_end(t, corner, s); break;
    default: is_drawn = draw_along(t, corner, s); break;
  }
  if (!is_drawn) return false;
  if (random_chance(r, 0.5)) {
    s->from.x = 2 * corner.x - s->from.x;
    s->to.x = 2 * corner.x - s->to.x;
  }
  int64_t x = (b->wide - 1) * one / 2, y = (b->high - 1) * one / 2;
  s->from.x -= x, s->to.x -= x;
  s->from.y -= y, s->to.y -= y;
  s->free = (tp_Rect){0, 0, 0, 0};
  s->sides = SWEEP_THAT_WAY;
  return s->from.x >= 0 && s->to.x >= 0 && s->from.y >= 0 && s->to.y >= 0 &&
         s->from.x < wide && s->to.x < wide && s->from.y < high &&
         s->to.y < high;
}

static bool expect_of(Trial *t, const Sweep *s, bool right, const char *what) {
  return trial_expect(
      t, right, "a body of %d, %d from %lld, %lld to %lld, %lld: %s",
      (int)body_radius_x(&t->body), (int)body_radius_y(&t->body),
      (long long)s->from.x, (long long)s->from.y, (long long)s->to.x,
      (long long)s->to.y, what);
}

static void judge_sweep(Trial *t, const Player *p, const Sweep *s) {
  const tp_Navmap *nav = &p->navmap;
  tp_Cell first = {0, 0};
  bool passes = judge_body_passes(t, s, &first);
  const Sweep turned_round = {s->to, s->from, s->free, s->sides};
  bool passes_back = judge_body_passes(t, &turned_round, NULL);
  bool said = tp_body_passes(nav, s->from, s->to);
  bool back = tp_body_passes(nav, s->to, s->from);
  if (!expect_of(t, s, said == passes, passes ? "passes" : "does not pass")) {
    return;
  }
  expect_of(t, s, back == passes_back, "differs from the way back");
  if (passes) return;
  tp_Cell reported = tp_body_first(nav, s->from, s->to);
  expect_of(t, s, tp_same_cell(reported, first), "meets another cell first");
}

/* A place near a point lies in the point's cell, the body can move to it from
 * the centre, and the place is the point itself if the body can reach that. */
static void judge_place(Trial *t, const Player *p) {
  Random *r = &t->random;
  tp_Cell cell = trial_choose_cell(t);
  tp_Point at = {cell.x * one + random_below(r, ORACLE_UNIT),
                 cell.y * one + random_below(r, ORACLE_UNIT)};
  if (!trial_is_free(t, cell)) return;
  Sweep there = {tp_center(cell.x, cell.y), at, {0, 0, 0, 0}, SWEEP_EITHER_WAY};
  bool passes = judge_body_passes(t, &there, NULL);
  there.to = tp_body_place(&p->navmap, at);
  bool is_same = there.to.x == at.x && there.to.y == at.y;
  expect_of(t, &there, is_same || !passes, "could end further on");
  expect_of(t, &there,
            tp_point_cell(there.to.x) == cell.x &&
                tp_point_cell(there.to.y) == cell.y,
            "ends in another cell");
  expect_of(t, &there, judge_body_passes(t, &there, NULL),
            "ends where it cannot go");
}

void judge_body(Trial *t, Player *p) {
  Sweep sweep;
  if (t->body.radius == 0) return;
  for (int n = 0; n < 5 && !t->wrong; n++) judge_place(t, p);
  for (int n = 0; n < 30 && !t->wrong; n++) {
    if (draw_sweep(t, &sweep)) judge_sweep(t, p, &sweep);
  }
}
