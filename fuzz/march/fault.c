/* fault.c - gives wrong steps to units that stand. The steps began at the
 * watch's last look, and are half done now.
 */
#include "fault.h"

typedef struct Place {
  Game *g;
  const Watched *w;
  uint32_t id; /* a unit of size 1 that still stands where it stood */
  tp_Cell at;
} Place;

static tp_Mover *mover_of(const Place *p, uint32_t id) {
  return tp_motion_mover(p->g->motion, id);
}

static bool is_inside(const Place *p, tp_Cell c) {
  return c.x >= 0 && c.y >= 0 && c.x < p->g->scene.width &&
         c.y < p->g->scene.height;
}

static bool is_wall(const Place *p, tp_Cell c) {
  return p->g->scene.wall[c.y][c.x];
}

static uint32_t holder(const Place *p, tp_Cell c) {
  if (!is_inside(p, c)) return 0;
  return tp_occupancy_at(p->g->occupancy, c.x, c.y);
}

static bool is_open(const Place *p, tp_Cell c) {
  return is_inside(p, c) && !is_wall(p, c) && holder(p, c) == 0;
}

/* Has the unit, of size 1, stood in its cell since the watch's last look? */
static bool stands(const Place *p, uint32_t id) {
  if (id == 0 || !game_has(p->g, id) || p->g->moved[id]) return false;
  const tp_Mover *m = mover_of(p, id);
  const Seen *was = &p->w->before.seen[id];
  tp_Cell c = tp_mover_cell(m);
  return m->wide == 1 && m->high == 1 && tp_mover_stands(m) && was->there &&
         was->x == c.x && was->y == c.y && was->from_x == c.x &&
         was->from_y == c.y && !is_wall(p, c);
}

static tp_Cell beside(tp_Cell c, int dx, int dy) {
  return (tp_Cell){c.x + dx, c.y + dy};
}

/* Sends the unit on a step that ends at that time. */
static void go(const Place *p, uint32_t id, tp_Cell to, uint64_t end) {
  tp_Mover *m = mover_of(p, id);
  uint32_t lasts = (uint32_t)(end - p->w->before.now);
  m->stride = (tp_Stride){end, lasts, m->at};
  m->at = tp_pack_cell(to.x, to.y);
  m->lasts = (tp_Durations){lasts, lasts, lasts};
  m->wake = end;
}

/* The end of a step that is half over, or two thirds over. */
static uint64_t half(const Place *p) {
  uint64_t now = p->g->motion->now;
  return now + (now - p->w->before.now);
}

static uint64_t two_thirds(const Place *p) {
  uint64_t now = p->g->motion->now;
  return now + (now - p->w->before.now) / 2;
}

/* ---- one of two, and of three ------------------------------------------- */

static bool overlap(const Place *p, int dx, int dy) {
  tp_Cell to = beside(p->at, dx, dy);
  if ((dx && dy) || !stands(p, holder(p, to))) return false;
  go(p, p->id, to, half(p));
  return true;
}

static bool through(const Place *p, int dx, int dy) {
  tp_Cell to = beside(p->at, dx, dy);
  uint32_t other = holder(p, to);
  if ((dx && dy) || !stands(p, other)) return false;
  go(p, p->id, to, half(p));
  go(p, other, p->at, half(p));
  return true;
}

static bool may_cut(const Place *p, int sides) {
  Rule rule = p->g->scene.rule;
  return rule == ANY || (rule == ONE_FREE && sides >= 1) ||
         (rule == BOTH_FREE && sides == 2);
}

static int free_sides(const Place *p, int dx, int dy) {
  return !is_wall(p, beside(p->at, dx, 0)) + !is_wall(p, beside(p->at, 0, dy));
}

static bool cross(const Place *p, int dx, int dy) {
  tp_Cell to = beside(p->at, dx, dy), his = beside(p->at, dx, 0);
  uint32_t other = holder(p, his);
  if (!dx || !dy || !is_open(p, to) || !stands(p, other)) return false;
  if (!is_open(p, beside(p->at, 0, dy)) || !may_cut(p, 2)) return false;
  go(p, p->id, to, half(p));
  go(p, other, beside(p->at, 0, dy), half(p));
  return true;
}

static bool squeeze(const Place *p, int dx, int dy) {
  tp_Cell to = beside(p->at, dx, dy);
  if (!dx || !dy || !is_open(p, to)) return false;
  if (!stands(p, holder(p, beside(p->at, dx, 0)))) return false;
  if (!stands(p, holder(p, beside(p->at, 0, dy)))) return false;
  go(p, p->id, to, half(p));
  return true;
}

static bool corner(const Place *p, int dx, int dy) {
  tp_Cell to = beside(p->at, dx, dy);
  if (!dx || !dy || !is_open(p, to) || is_wall(p, p->at)) return false;
  if (may_cut(p, free_sides(p, dx, dy))) return false;
  if (holder(p, beside(p->at, dx, 0)) && holder(p, beside(p->at, 0, dy))) {
    return false;
  }
  go(p, p->id, to, half(p));
  return true;
}

static bool wall(const Place *p, int dx, int dy) {
  tp_Cell to = beside(p->at, dx, dy);
  if ((dx && dy) || !is_inside(p, to) || !is_wall(p, to)) return false;
  if (is_wall(p, p->at) || holder(p, to)) return false;
  go(p, p->id, to, half(p));
  return true;
}

/* Follows a unit that goes straight on. */
static bool follow(const Place *p, int dx, int dy) {
  tp_Cell to = beside(p->at, dx, dy), on = beside(to, dx, dy);
  uint32_t other = holder(p, to);
  if ((dx && dy) || !stands(p, other) || !is_open(p, on)) return false;
  go(p, other, on, half(p) + 2);
  go(p, p->id, to, half(p));
  return true;
}

/* Enters the cell of a unit that leaves it towards the side. */
static bool tight(const Place *p, int dx, int dy) {
  tp_Cell to = beside(p->at, dx, dy), on = beside(to, -dx, 0);
  uint32_t other = holder(p, to);
  if (!dx || !dy || !stands(p, other) || !is_open(p, on)) return false;
  if (!may_cut(p, free_sides(p, dx, dy))) return false;
  go(p, other, on, two_thirds(p));
  go(p, p->id, to, two_thirds(p));
  return true;
}

static bool leap(const Place *p, int dx, int dy) {
  tp_Cell to = beside(p->at, dx, dy);
  tp_Mover *m = mover_of(p, p->id);
  if (!is_open(p, to)) return false;
  m->at = m->stride.from = tp_pack_cell(to.x, to.y);
  return true;
}

static bool plant_beside(const Place *p, Fault fault, int dx, int dy) {
  switch (fault) {
    case FAULT_OVERLAP: return overlap(p, dx, dy);
    case FAULT_THROUGH: return through(p, dx, dy);
    case FAULT_CROSS: return cross(p, dx, dy);
    case FAULT_SQUEEZE: return squeeze(p, dx, dy);
    case FAULT_CORNER: return corner(p, dx, dy);
    case FAULT_WALL: return wall(p, dx, dy);
    case FAULT_FOLLOW: return follow(p, dx, dy);
    case FAULT_TIGHT: return tight(p, dx, dy);
    case FAULT_LEAP: return leap(p, dx, dy);
    default: return false;
  }
}

static bool plant_in_standing(Game *g, Fault fault, const Watched *w) {
  Place p = {g, w, 0, {0, 0}};
  if (g->motion->now < w->before.now + 6) return false;
  for (uint32_t id = 1; id <= (uint32_t)g->scene.units; id++) {
    if (!stands(&p, id)) continue;
    p.id = id;
    p.at = tp_mover_cell(mover_of(&p, id));
    for (int d = 0; d < 9; d++) {
      if (d != 4 && plant_beside(&p, fault, d % 3 - 1, d / 3 - 1)) return true;
    }
  }
  return false;
}

/* ---- steps -------------------------------------------------------------- */

/* Does another unit enter a cell that this one leaves? A slow unit would then
 * be seen as an obstacle before it is seen as slow. */
static bool is_followed(Game *g, const Watched *w, uint32_t id) {
  const Place p = {.g = g, .w = w, .id = id};
  const tp_Mover *m = tp_motion_mover(g->motion, id);
  const tp_Cell from = tp_unpack_cell(m->stride.from);
  for (int32_t y = 0; y < m->high; y++) {
    for (int32_t x = 0; x < m->wide; x++) {
      uint32_t other = holder(&p, (tp_Cell){from.x + x, from.y + y});
      if (other != 0 && other != id) return true;
    }
  }
  return false;
}

/* Plants the fault in a step that began after the watch's last look. */
static bool plant_in_step(Game *g, Fault fault, const Watched *w) {
  for (uint32_t id = 1; id <= (uint32_t)g->scene.units; id++) {
    if (!game_has(g, id) || g->moved[id]) continue;
    tp_Mover *m = tp_motion_mover(g->motion, id);
    if (tp_mover_stands(m) || m->stride.end <= g->motion->now + 1) continue;
    if (fault == FAULT_WAKE) {
      m->wake++;
      return true;
    }
    if (tp_mover_began(m) < w->before.now || g->has_meddled) continue;
    uint32_t lasts = m->stride.lasts;
    uint64_t least = m->lasts.both; /* a straight step is not longer */
    if (fault == FAULT_PACE) {
      tp_Cell c = tp_mover_cell(m), from = tp_unpack_cell(m->stride.from);
      const int d = tp_direction(c.x - from.x, c.y - from.y);
      if (d < 0) continue; /* no step */
      least = tp_mover_lasts(m, d);
      if (lasts > least) continue;
      m->stride.end--;
      m->stride.lasts--;
    } else {
      if (lasts > least || is_followed(g, w, id)) continue;
      m->stride.end += least;
      m->stride.lasts += (uint32_t)least;
    }
    m->wake = m->stride.end;
    return true;
  }
  return false;
}

/* ---- cells -------------------------------------------------------------- */

static bool plant_in_log(Game *g, const Watched *w) {
  for (int y = 0; y < g->scene.height; y++) {
    for (int x = 0; x < g->scene.width; x++) {
      uint32_t is = tp_occupancy_at(g->occupancy, x, y);
      if (is == w->before.logged[y][x]) continue;
      *w->seen = g->occupancy->changes.now;
      return true;
    }
  }
  return false;
}

static bool plant_in_cell(Game *g, Fault fault) {
  int x = game_below(g, g->scene.width), y = game_below(g, g->scene.height);
  uint32_t *is =
      &tp_occupancy_reservations(g->occupancy)[y * g->scene.width + x];
  uint64_t *row = (uint64_t *)(uintptr_t)tp_occupancy_row(g->occupancy, y);
  switch (fault) {
    case FAULT_HOLDER:
      if (*is == 0) return false;
      *is = 0;
      return true;
    case FAULT_LEFT:
      if (*is != 0) return false;
      *is = 1;
      return true;
    case FAULT_BIT: row[x >> 6] ^= UINT64_C(1) << (x & 63); return true;
    default: g->occupancy->held++; return true;
  }
}

/* Skips a step of a plan in which some member moves. */
static bool plant_in_plan(Game *g) {
  tp_Plans *p = g->motion->plans;
  for (int i = 0; p && i < TP_PLANS_AT_ONCE; i++) {
    tp_LacamPlan *plan = &p->plan[i];
    if (plan->stage != TP_PLAN_FOLLOWED || plan->step >= plan->steps) continue;
    for (uint32_t k = 0; k < plan->members; k++) {
      uint32_t id = game_planned(p, plan, 0)[k];
      const tp_Mover *m = tp_motion_mover(g->motion, id);
      if (!game_has(g, id) || m->group != i + 1 || g->moved[id]) continue;
      if (game_planned(p, plan, plan->step + 2)[k] == m->at) continue;
      plan->step++;
      return true;
    }
  }
  return false;
}

bool fault_plant(Game *g, Fault fault, const Watched *w) {
  if (g->motion->by_ticks && fault != FAULT_PLAN) return false;
  switch (fault) {
    case FAULT_PACE:
    case FAULT_SLOW:
    case FAULT_WAKE: return plant_in_step(g, fault, w);
    case FAULT_HOLDER:
    case FAULT_LEFT:
    case FAULT_BIT:
    case FAULT_HELD: return plant_in_cell(g, fault);
    case FAULT_LOG: return plant_in_log(g, w);
    case FAULT_PLAN: return plant_in_plan(g);
    default: return plant_in_standing(g, fault, w);
  }
}
