/* applied.c - changes a crowd to a state that was read (restore.c): all units
 * leave the crowd, then the units of the state enter it.
 *
 * Makes no memory, so it cannot fail.
 */
#include "../../core/crowd/plans.h"
#include "../order/order.h"
#include "state.h"

/* Takes a unit of the state off its cells, and ends its order. The block of its
 * trail stays for its next path. */
static void lift(lua_State *L, int unit) {
  static const int slots[] = {UNIT_WAY, UNIT_POINTS, UNIT_QUERY};
  Unit *u = bind_known(L, unit);
  tp_Trail *trail = u->way.trail;
  tp_crowd_expel(u);
  u->way.trail = trail;
  tp_occupancy_release(u->crowd->occupancy, u->cells, u->id);
  u->orders = (Orders){.errand = ERRAND_NONE};
  for (int i = 0; i < 3; i++) {
    lua_pushnil(L);
    tp_bind_keep(L, unit, slots[i], lua_gettop(L));
    lua_pop(L, 1);
  }
}

/* Takes all units out. Units that are not in the state are removed. */
static void empty(const Loading *l) {
  lua_State *L = l->L;
  Crowd *c = l->crowd;
  const uint64_t mark = ++c->marks;
  for (uint32_t i = 0; i < l->count; i++) l->one[i].unit->mark = mark;
  tp_bind_push_kept(L, RESTORE_CROWD, CROWD_LIST);
  const int list = lua_gettop(L), unit = list + 1;
  for (Unit *u = c->first, *after; u; u = after) {
    after = u->after;
    lua_rawgeti(L, list, (int)u->id);
    if (u->mark == mark) {
      lift(L, unit);
    } else {
      tp_crowd_dismiss(L, unit);
    }
    lua_settop(L, list);
  }
  for (uint32_t id = 1; id <= c->last_id; id++) {
    lua_pushnumber(L, 0);
    lua_rawseti(L, list, (int)id);
  }
  lua_pop(L, 1);
  if (c->march.motion) tp_motion_clear(c->march.motion);
  tp_ways_begin_anew(c);
}

static void set_crowd(const Loading *l) {
  Crowd *c = l->crowd;
  March *march = &c->march;
  c->units = c->last_id = l->count;
  c->free_id = 0;
  c->additions = l->s.additions;
  c->first = c->final = NULL;
  march->by = (Reckoning)l->s.by;
  march->revision = 0;
  march->seen = UINT64_MAX; /* all are told at the next update */
  march->asking = 0;
  march->is_torn = false;
  march->recovers = true;
  if (!march->motion) return;
  tp_Motion *m = march->motion;
  m->clock = (tp_Clock){l->s.whole, l->s.fraction};
  m->now = l->s.whole + (l->s.fraction > 0);
  m->by_beats = march->by == BY_BEATS;
}

/* Adds the unit at the end of the list. */
static void enlist(const Loading *l, const Restored *r, uint32_t i) {
  lua_State *L = l->L;
  Crowd *c = l->crowd;
  Unit *u = r->unit;
  lua_rawgeti(L, UNITS, (int)i + 1);
  int unit = lua_gettop(L);
  tp_bind_push_kept(L, RESTORE_CROWD, CROWD_LIST);
  lua_pushvalue(L, unit);
  lua_rawseti(L, -2, (int)i + 1);
  if (r->is_new) {
    *u = (Unit){.finder = r->finder};
    tp_bind_keep(L, unit, UNIT_CROWD, RESTORE_CROWD);
  }
  lua_rawgeti(L, GIVEN_FINDERS, (int)i + 1);
  if (lua_isuserdata(L, -1)) tp_bind_keep(L, unit, UNIT_FINDER, unit + 2);
  lua_settop(L, unit);
  if (r->is_new) tp_bind_adopt(L, BIND_UNIT);
  lua_settop(L, TOP);
  u->crowd = c;
  u->finder = r->finder;
  u->id = i + 1;
  u->arrival = r->s.arrival;
  u->before = c->final;
  u->after = NULL;
  *(c->final ? &c->final->after : &c->first) = u;
  c->final = u;
}

/* Sets its gait and its place. */
static void place(const Loading *l, const Restored *r) {
  const UnitState *s = &r->s;
  Unit *u = r->unit;
  u->gait = tp_unit_gait(l->grid);
  if (s->speed > 0) u->gait.speed = s->speed;
  u->gait.pace = s->pace;
  u->gait.priority = s->priority;
  u->gait.yields = !s->firm;
  u->heading = s->heading;
  u->cell = r->at;
  const tp_Place middle = tp_finder_middle(u->finder, r->at.x, r->at.y);
  u->x = s->is_off ? s->x : middle.x;
  u->y = s->is_off ? s->y : middle.y;
  u->cells = restored_cells(r, r->at);
}

/* Time since the start of its step; 0 for a link, whose cells no other unit may
 * take. */
static uint64_t begun(const UnitState *s) {
  return s->lasts > 0 ? s->lasts - s->end : 0;
}

/* Holds a cell that the unit is leaving, unless another unit stands there or
 * began to leave it later. */
static void hold_left(const Loading *l, const Restored *r, uint32_t id,
                      tp_Cell c) {
  tp_Occupancy *o = l->crowd->occupancy;
  const tp_Rect cell = {c.x, c.y, 1, 1};
  uint32_t holder = tp_occupancy_at(o, c.x, c.y);
  if (holder == id) return;
  if (holder > 0) {
    const Restored *other = &l->one[holder - 1];
    bool is_left = !tp_rect_has(restored_cells(other, other->at), c.x, c.y);
    bool is_link = r->s.lasts == 0;
    if (!is_left || (!is_link && begun(&other->s) <= begun(&r->s))) return;
    tp_occupancy_release(o, cell, holder);
  }
  tp_occupancy_hold(o, cell, id);
}

static void hold_from(const Loading *l, const Restored *r, uint32_t id) {
  tp_Rect from = restored_cells(r, state_cell(l->grid, r->s.from));
  for (int32_t y = from.y; y < from.y + from.h; y++) {
    for (int32_t x = from.x; x < from.x + from.w; x++) {
      hold_left(l, r, id, (tp_Cell){x, y});
    }
  }
}

/* Each unit holds the cells at its place, then free cells that it is leaving.
 * If two units are leaving a cell, the later one holds it. */
static void hold_all(const Loading *l) {
  for (uint32_t i = 0; i < l->count; i++) {
    tp_occupancy_hold(l->crowd->occupancy, l->one[i].unit->cells, i + 1);
  }
  for (uint32_t i = 0; i < l->count; i++) {
    const Restored *r = &l->one[i];
    if (r->s.from != STATE_NOWHERE) hold_from(l, r, i + 1);
  }
}

/* The time of its next decision. */
static uint64_t waking(const tp_Mover *m, uint64_t now) {
  if (!tp_mover_stands(m)) return m->stride.end;
  if (m->asks) return now;
  if (m->state == TP_BLOCKED) return m->progress.nearer;
  bool rests = m->state != TP_GOING && !(m->flags & TP_MOVER_AWAY);
  return rests ? TP_NO_TIME : now;
}

static void set_mover(const Loading *l, const Restored *r) {
  const UnitState *s = &r->s;
  Unit *u = r->unit;
  tp_Motion *motion = l->crowd->march.motion;
  tp_Mover *m = tp_motion_mover(motion, u->id);
  const uint64_t now = motion->now;
  if (s->from != STATE_NOWHERE) {
    tp_Cell from = state_cell(l->grid, s->from);
    m->stride =
        (tp_Stride){now + s->end, s->lasts, tp_pack_cell(from.x, from.y)};
    m->put = s->is_off;
  }
  m->state = s->state & 7;
  m->flags = TP_MOVER_THERE | s->flags;
  m->pauses = s->pauses & 7;
  m->pushes = s->pushes & 31;
  m->plans = s->plans & TP_MOST_PLANS;
  m->renewed = s->renewed & 1;
  m->loops = s->loops & 1;
  m->asks = s->errand == ERRAND_KEEP;
  m->bumped = s->bumped;
  m->steps = s->steps;
  m->settle = s->settle;
  m->progress.since = now - s->since;
  m->progress.best = s->best - 1;
  m->progress.nearer = now - s->nearer;
  if (s->state == TP_BLOCKED) m->progress.nearer = now + s->retry;
  m->guide = (tp_Guide){.trail = r->trail, .goal = {-1, -1}};
  if (r->field) m->guide.field = &r->field->field;
  if (s->goal != STATE_NOWHERE) m->guide.goal = state_cell(l->grid, s->goal);
  tp_motion_wake_at(motion, u->id, waking(m, now));
}

/* Keeps an item of a table in a slot of the unit. */
static void keep_for(const Loading *l, uint32_t i, int slot, int table,
                     int item) {
  lua_State *L = l->L;
  lua_rawgeti(L, UNITS, (int)i + 1);
  lua_rawgeti(L, table, item);
  tp_bind_keep(L, TOP + 1, slot, TOP + 2);
  lua_settop(L, TOP);
}

static void set_order(const Loading *l, const Restored *r, uint32_t i) {
  const UnitState *s = &r->s;
  const int block = (int)i * A_UNIT;
  Unit *u = r->unit;
  u->orders.errand = (Errand)s->errand;
  u->orders.reason = (tp_Reason)s->reason;
  if (r->field) {
    u->orders.field = r->field;
    keep_for(l, i, UNIT_WAY, GIVEN_FIELDS, (int)i + 1);
  }
  if (r->point) {
    u->orders.point = r->point;
    u->orders.points = r->numbers;
    u->orders.next = s->next;
    keep_for(l, i, UNIT_POINTS, MADE, block + ORDER_BLOCK);
  }
  if (r->keep) {
    const bool is_own = s->target <= l->count;
    const uint32_t place = is_own ? s->target : s->target - l->count;
    u->orders.keep = r->keep;
    keep_for(l, i, UNIT_POINTS, MADE, block + ORDER_BLOCK);
    keep_for(l, i, UNIT_WAY, is_own ? UNITS : GIVEN_TARGETS, (int)place);
  }
  if (r->query) {
    u->way.query = r->query;
    keep_for(l, i, UNIT_QUERY, MADE, block + ORDER_BLOCK);
  }
  if (r->trail) {
    u->way.trail = r->trail;
    keep_for(l, i, UNIT_TRAIL, MADE, block + TRAIL_BLOCK);
  }
  u->way.number++;
  u->way.goal = s->chosen;
  u->way.is_partial = s->is_short;
  u->is_lost = s->state == TP_GOING;
}

void tp_restored_apply(const Loading *l) {
  l->crowd->restores++;
  empty(l);
  set_crowd(l);
  for (uint32_t i = 0; i < l->count; i++) {
    enlist(l, &l->one[i], i);
    place(l, &l->one[i]);
  }
  hold_all(l);
  for (uint32_t i = 0; i < l->count; i++) tp_crowd_admit(l->one[i].unit);
  for (uint32_t i = 0; l->s.moves && i < l->count; i++) {
    set_mover(l, &l->one[i]);
    set_order(l, &l->one[i], i);
  }
}
