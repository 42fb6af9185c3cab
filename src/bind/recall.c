/* recall.c - what the units of a crowd in motion are about, as text, and again
 * from that.
 *
 * A line of whole numbers for each: its order, its step, what it has waited
 * for; the points of a patrol; the turns of the way that it found. So one that
 * is made from it goes on just as the other one: ids are kept, as they break
 * ties, and those that are free; and who waits for a way, in order. What can be
 * made again from that is: charts of whole maps, and windows on ways.
 *
 * Fields are the game's: whoever goes along one stands idle unless that is
 * given again.
 *
 * Invariant: reading trusts nothing. Whatever the numbers, what comes of them
 * stays inside the map and inside its blocks, and holds its cells. Cost: O(what
 * is written), and where one has a chart of the whole map, that again.
 */
#include "recall.h"

#include <math.h>
#include <string.h>

#include "../core/crowd/detour.h"
#include "field.h"
#include "ways.h"

static const uint64_t most[NUMBERS] = {
    [ERRAND] = ERRAND_MEMBER,
    [WISH] = TP_BLOCKED,
    [FLAGS] = 255,
    [PAUSES] = 7,
    [BUMPED] = UINT32_MAX,
    [HOME] = UINT32_MAX,
    [GOAL] = UINT32_MAX,
    [FROM] = UINT32_MAX,
    [BEGIN] = UINT64_MAX,
    [END] = UINT64_MAX >> 1,
    [SINCE] = UINT64_MAX,
    [BEST] = UINT64_MAX,
    [NEARER] = UINT64_MAX,
    [WAKE] = UINT64_MAX,
    [SETTLE] = INT16_MAX,
    [TOURS] = 1,
    [HEADING] = TP_DIRECTIONS,
    [PUT] = 1,
    [PUT_X] = UINT64_MAX,
    [PUT_Y] = UINT64_MAX,
    [REASON] = TP_STALE,
    [NEXT] = UINT32_MAX,
    [POINTS] = INT32_MAX,
    [PLANS] = UINT8_MAX,
    [RENEWED] = 1,
    [PUSHES] = 31,
    [LEADS] = LEADS_LAST,
};

/* ---- reading ------------------------------------------------------------ */

/* One that is to be as the text says. */
typedef struct Recalled {
  Unit *unit;
  uint64_t number[NUMBERS];
  Text text; /* of what follows the numbers */
} Recalled;

static bool is_inside(const Unit *u, uint64_t packed) {
  tp_Cell c = tp_unpack_cell((uint32_t)packed);
  return tp_grid_contains(u->crowd->grid, c.x, c.y);
}

/* Is it in a link? Such a step has no beginning. */
static bool is_in_link(const Unit *u, const uint64_t *n) {
  tp_Cell from = tp_unpack_cell((uint32_t)n[FROM]);
  return !tp_same_cell(from, u->cell) && n[BEGIN] == n[END];
}

/* May it have come from there to where it is, at the crowd's time? By a link it
 * may from anywhere: that may have gone since. */
static bool may_step(const Unit *u, const uint64_t *n) {
  tp_Cell from = tp_unpack_cell((uint32_t)n[FROM]);
  uint64_t now = u->crowd->march.motion->clock.whole;
  if (tp_same_cell(from, u->cell)) return true;
  if (is_in_link(u, n)) return n[END] > now && n[WAKE] == n[END];
  bool is_step =
      tp_apart(from.x, u->cell.x) <= 1 && tp_apart(from.y, u->cell.y) <= 1;
  return is_step && n[BEGIN] <= now && n[END] > now &&
         n[END] - n[BEGIN] <= UINT32_MAX && n[WAKE] == n[END];
}

/* Does it hold all that it stands on, and else only what it is leaving? */
static bool holds(const Unit *u, tp_Rect from) {
  const tp_Occupancy *o = u->crowd->occupancy;
  tp_Rect at = unit_footprint(u->finder, u->cell);
  tp_Rect r = tp_rect_join(at, from);
  tp_Rect map = {0, 0, u->crowd->grid->width, u->crowd->grid->height};
  if (!tp_rect_same(tp_rect_clip(r, map), r)) return false;
  if (!tp_rect_same(u->cells, r)) return false;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      bool is_held = tp_occupancy_at(o, x, y) == u->id;
      if (tp_rect_has(at, x, y) ? !is_held
                                : is_held && !tp_rect_has(from, x, y)) {
        return false;
      }
    }
  }
  return true;
}

/* Does it hold where it is, and can it hold where the link begins, too? */
static bool holds_end(const Unit *u, tp_Rect from) {
  const tp_Occupancy *o = u->crowd->occupancy;
  tp_Rect at = unit_footprint(u->finder, u->cell);
  tp_Rect map = {0, 0, u->crowd->grid->width, u->crowd->grid->height};
  return tp_rect_same(tp_rect_clip(from, map), from) && holds(u, at) &&
         tp_rect_is_empty(tp_rect_clip(from, at)) &&
         tp_occupancy_is_free(o, from, 0);
}

static bool is_finite(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return isfinite(value);
}

/* Does it go round those that are paused? */
static bool is_round(const uint64_t *n) {
  return n[LEADS] == LEADS_ROUND || n[LEADS] == LEADS_ROUND_LATE;
}

/* Its shared chart, if it has one: that leads to its goal, or it waits. */
static bool fits_chart(const Unit *u, const uint64_t *n) {
  if (!u->way.chart || n[LEADS] == LEADS_NOWHERE) return true;
  return n[LEADS] == LEADS_OVER_MAP &&
         tp_recall_shares(u, tp_unpack_cell((uint32_t)n[GOAL]));
}

static bool fits(const Recalled *r) {
  const uint64_t *n = r->number;
  const Unit *u = r->unit;
  bool is_patrol = n[ERRAND] == ERRAND_PATROL;
  bool has_goal = n[GOAL] != UINT32_MAX;
  bool is_led = n[ERRAND] == ERRAND_FIELD;
  bool is_known = n[ERRAND] != ERRAND_GROUP;
  if (r->text.is_wrong || !is_known || n[FLAGS] & ~(uint64_t)KEPT_FLAGS) {
    return false;
  }
  bool goes_round = n[FLAGS] & TP_MOVER_ROUND;
  if (goes_round && tp_grid_cells(u->crowd->grid) > TP_CHART_CELLS) {
    return false;
  }
  if ((is_round(n) && !goes_round) || !fits_chart(u, n)) return false;
  if ((n[ERRAND] == ERRAND_NONE) != (n[WISH] == TP_IDLE)) return false;
  if (is_patrol ? n[NEXT] >= n[POINTS] : n[POINTS] > 0) return false;
  if (n[TOURS] && !is_patrol) return false;
  bool needs_none = is_led || (is_patrol && n[WISH] == TP_WAITING);
  if (!has_goal && !needs_none) return false;
  if (is_led && n[LEADS] != LEADS_NOWHERE) return false;
  if (n[LEADS] != LEADS_NOWHERE && !has_goal) return false;
  if (has_goal && !is_inside(u, n[GOAL])) return false;
  if (!is_inside(u, n[HOME]) || !is_inside(u, n[FROM])) return false;
  if (!is_finite(n[PUT_X]) || !is_finite(n[PUT_Y])) return false;
  tp_Cell cell = tp_unpack_cell((uint32_t)n[FROM]);
  tp_Rect from = unit_footprint(u->finder, cell);
  if (!may_step(u, n)) return false;
  return is_in_link(u, n) ? holds_end(u, from) : holds(u, from);
}

/* ---- what follows: points, turns ---------------------------------------- */

static tp_Cell *push_points(lua_State *L, Recalled *r) {
  const tp_Grid *g = r->unit->crowd->grid;
  uint64_t count = r->number[POINTS];
  Text check = r->text;
  for (uint64_t i = 0; i < count && !check.is_wrong; i++) {
    recall_read(&check, (uint64_t)g->width - 1);
    recall_read(&check, (uint64_t)g->height - 1);
  }
  if (check.is_wrong) count = 0;
  tp_Cell *point = tp_bind_new(L, (size_t)count * sizeof *point);
  for (uint64_t i = 0; i < count; i++) {
    point[i].x = (int32_t)recall_read(&r->text, INT32_MAX);
    point[i].y = (int32_t)recall_read(&r->text, INT32_MAX);
  }
  r->text = check;
  return point;
}

/* Is it a turn that leads straight on to the one before it, or by a link? */
static bool follows(const tp_Turn *turn, const tp_Turn *last) {
  int32_t dx = turn->x - last->x, dy = turn->y - last->y;
  int32_t wide = dx < 0 ? -dx : dx, high = dy < 0 ? -dy : dy;
  int32_t length = tp_greater(wide, high);
  bool is_straight = dx == 0 || dy == 0 || wide == high;
  if (last->by_link) is_straight = true;
  uint32_t steps = last->by_link ? 1 : (uint32_t)length;
  return is_straight && length > 0 && turn->cost >= last->cost &&
         turn->steps == last->steps + steps;
}

static tp_Turn read_turn(Text *t, const tp_Grid *g) {
  tp_Turn turn;
  turn.cost = recall_read(t, UINT64_MAX >> 1);
  uint64_t x = recall_read(t, RECALL_BY_LINK | ((uint64_t)g->width - 1));
  turn.by_link = (x & RECALL_BY_LINK) != 0;
  x &= ~RECALL_BY_LINK;
  if (x >= (uint64_t)g->width) t->is_wrong = true;
  turn.x = (int16_t)x;
  turn.y = (int16_t)recall_read(t, (uint64_t)g->height - 1);
  turn.steps = recall_read(t, INT32_MAX) & INT32_MAX;
  return turn;
}

static bool check_turns(Text t, const tp_Grid *g, uint64_t count) {
  tp_Turn last = read_turn(&t, g);
  if (last.cost != 0 || last.steps != 0) return false;
  for (uint64_t i = 1; i < count && !t.is_wrong; i++) {
    tp_Turn turn = read_turn(&t, g);
    if (!follows(&turn, &last)) return false;
    last = turn;
  }
  return !t.is_wrong && *t.at == '\0';
}

/* Pushes a trail; NULL: it is none. */
static tp_Trail *push_trail(lua_State *L, Recalled *r, tp_Rect *area) {
  const Unit *u = r->unit;
  const tp_Grid *g = u->crowd->grid;
  uint64_t head[TRAIL_NUMBERS];
  for (int i = 0; i < TRAIL_NUMBERS; i++) {
    head[i] = recall_read(&r->text, INT32_MAX / 2);
  }
  const tp_Rect map = {0, 0, g->width, g->height};
  *area = (tp_Rect){(int32_t)head[3], (int32_t)head[4], (int32_t)head[5],
                    (int32_t)head[6]};
  bool fits_in = tp_rect_same(tp_rect_clip(*area, map), *area) &&
                 tp_rect_area(*area) <= TP_GUIDE_WINDOW;
  bool is_one =
      head[0] > 0 && !r->text.is_wrong && check_turns(r->text, g, head[0]);
  if (!is_one || (!tp_rect_is_empty(*area) && !fits_in)) return NULL;
  uint32_t count = (uint32_t)head[0];
  tp_Trail *t = tp_bind_new(L, tp_trail_bytes(count));
  *t = (tp_Trail){.room = count, .count = count};
  for (uint32_t i = 0; i < count; i++) t->turn[i] = read_turn(&r->text, g);
  t->ahead = (uint32_t)head[1];
  t->steps = (uint32_t)head[2];
  bool is_astray = r->number[LEADS] == LEADS_ASTRAY;
  t->seen = is_astray ? 0 : u->finder->navmap.changes.now;
  uint32_t behind = t->ahead + 1 < count ? t->ahead + 1 : count - 1;
  bool is_on = t->ahead < count && t->steps >= t->turn[t->ahead].steps &&
               t->steps <= t->turn[behind].steps;
  return is_on ? t : NULL;
}

/* Gives it its trail, and the window on that. */
static bool lead_along(lua_State *L, Recalled *r) {
  Unit *u = r->unit;
  tp_Rect area;
  int top = lua_gettop(L);
  const tp_Trail *made = push_trail(L, r, &area);
  if (!made) return false;
  tp_Chart *chart = tp_bind_new(L, tp_chart_bytes(TP_GUIDE_WINDOW));
  tp_chart_init(chart, TP_GUIDE_WINDOW);
  chart->trail = bind_known(L, top + 1);
  if (!tp_rect_is_empty(area)) {
    tp_guide_show(chart, &u->finder->navmap, area,
                  u->crowd->march.motion->scratch);
  }
  tp_bind_keep(L, 1, UNIT_TRAIL, top + 1);
  tp_bind_keep(L, 1, UNIT_CHART, top + 2);
  lua_settop(L, top);
  u->way.chart = chart;
  return true;
}

/* ---- a unit ------------------------------------------------------------- */

static void set_mover(const Recalled *r) {
  const uint64_t *n = r->number;
  Unit *u = r->unit;
  tp_Motion *motion = u->crowd->march.motion;
  tp_Mover *m = tp_motion_mover(motion, u->id);
  m->wish = (uint8_t)n[WISH];
  m->flags = (uint8_t)(TP_MOVER_THERE | n[FLAGS]);
  m->pauses = (uint8_t)n[PAUSES];
  m->bumped = (uint32_t)n[BUMPED];
  m->guide.goal = (tp_Cell){-1, -1};
  if (n[GOAL] != UINT32_MAX) m->guide.goal = tp_unpack_cell((uint32_t)n[GOAL]);
  m->guide.chart = n[LEADS] == LEADS_NOWHERE ? NULL : u->way.chart;
  m->stride.from = (uint32_t)n[FROM];
  m->stride.end = n[END];
  m->stride.lasts = (uint32_t)(n[END] - n[BEGIN]);
  m->fare = (tp_Fare){n[SINCE], n[BEST], n[NEARER]};
  m->settle = (uint16_t)n[SETTLE];
  m->plans = (uint8_t)n[PLANS];
  m->renewed = n[RENEWED] & 1;
  m->pushes = n[PUSHES] & 31;
  m->tours = n[TOURS] != 0;
  m->put = n[PUT] != 0;
  m->heading = u->heading = (uint8_t)n[HEADING];
  if (is_in_link(u, n)) {
    tp_Rect from = tp_mover_under(m, m->stride.from);
    tp_occupancy_hold(u->crowd->occupancy, from, u->id);
  }
  tp_motion_wake_at(motion, u->id, n[WAKE]);
  u->orders.errand = (Errand)n[ERRAND];
  u->orders.reason = (tp_Reason)n[REASON];
  u->orders.next = (uint32_t)n[NEXT];
  if (tp_mover_stands(m)) return;
  memcpy(&u->put_x, &n[PUT_X], sizeof u->put_x);
  memcpy(&u->put_y, &n[PUT_Y], sizeof u->put_y);
}

/* Of one that goes along a field which is not given its step is kept, and that
 * it is paused. */
static void drop_order(Recalled *r) {
  uint64_t *n = r->number;
  const Unit *u = r->unit;
  bool stands = n[FROM] == tp_pack_cell(u->cell.x, u->cell.y);
  n[ERRAND] = ERRAND_NONE;
  n[WISH] = TP_IDLE;
  n[FLAGS] &= TP_MOVER_PAUSED;
  n[HOME] = n[GOAL] = tp_pack_cell(u->cell.x, u->cell.y);
  n[SETTLE] = n[TOURS] = n[PAUSES] = n[BUMPED] = 0;
  n[WAKE] = stands ? TP_NEVER : n[END];
}

/* Has it go on along the field at 3, if that is one for it. */
static void take_field(lua_State *L, Unit *u) {
  Field *f = bind_known(L, 3);
  u->orders.field = f;
  tp_motion_mover(u->crowd->march.motion, u->id)->guide.field = &f->field;
  tp_bind_keep(L, 1, UNIT_WAY, 3);
}

static bool is_field_for(lua_State *L, const Unit *u) {
  Field *f = tp_bind_test(L, 3, BIND_FIELD);
  if (!f || f->finder->grid != u->crowd->grid) return false;
  const tp_Profile *own = &u->finder->navmap.profile;
  const tp_Profile *its = &f->finder->navmap.profile;
  return own->wide == its->wide && own->high == its->high && field_is_done(f);
}

/* Gives it a chart of the whole map, if it had one. */
static void lead_over_map(lua_State *L, const Recalled *r) {
  const uint64_t *n = r->number;
  const tp_Cell goal = tp_unpack_cell((uint32_t)n[GOAL]);
  tp_Chart *const *chart = &r->unit->way.chart;
  if (n[LEADS] == LEADS_OVER_MAP) {
    if (!*chart) tp_recall_show_shared(L, 1, goal);
  } else if (is_round(n)) {
    bool is_late = n[LEADS] == LEADS_ROUND_LATE;
    tp_recall_show_own(L, 1, goal, CHART_UNKNOWN);
    (*chart)->round = is_late ? TP_DETOUR_DUE - 1 : TP_DETOUR_DUE;
  } else if (n[LEADS] >= LEADS_ALONE) {
    tp_recall_show_own(L, 1, goal, (ChartKnown)(n[LEADS] - LEADS_ALONE));
  }
}

/* core.recall(unit, text [, field]) -> was it such a one? Its crowd is in
 * motion, and nobody has it yet. */
static int recall(lua_State *L) {
  Recalled r = {.unit = tp_bind_object(L, 1, BIND_UNIT, "crowd", "unit")};
  Unit *u = r.unit;
  Crowd *c = u->crowd;
  lua_settop(L, 3);
  size_t length;
  r.text.at = lua_tolstring(L, 2, &length);
  for (int i = 0; i < NUMBERS; i++) {
    r.number[i] = recall_read(&r.text, most[i]);
  }
  if (!fits(&r)) return 0;
  bool is_led = r.number[ERRAND] == ERRAND_FIELD;
  bool has_field = is_led && is_field_for(L, u);
  if (is_led && !has_field) drop_order(&r);
  tp_bind_push_kept(L, 1, UNIT_FINDER);
  tp_finder_catch_up(L, 4, u->finder, "crowd");
  const tp_Cell *point = push_points(L, &r);
  if (r.text.is_wrong) return 0;
  bool is_along =
      r.number[LEADS] == LEADS_ALONG || r.number[LEADS] == LEADS_ASTRAY;
  if (is_along && !lead_along(L, &r)) return 0;
  if (*r.text.at != '\0') return 0;
  lead_over_map(L, &r);
  if (r.number[POINTS] > 0) {
    tp_bind_keep(L, 1, UNIT_POINTS, 5);
    u->orders.point = point;
    u->orders.points = (uint32_t)r.number[POINTS];
  }
  if (!u->orders.is_admitted) {
    tp_motion_admit(c->march.motion, u->id, &u->finder->navmap, u->cell,
                    tp_unit_durations(u));
    tp_motion_set_priority(c->march.motion, u->id, (int16_t)u->gait.priority);
    u->orders.is_admitted = true;
  }
  set_mover(&r);
  if (has_field) take_field(L, u);
  lua_pushboolean(L, 1);
  return 1;
}

static const luaL_Reg functions[] = {
    {"recall", recall},
    {NULL, NULL},
};

void tp_bind_open_recall(lua_State *L) {
  tp_bind_functions(L, BIND_CORE, functions);
}
