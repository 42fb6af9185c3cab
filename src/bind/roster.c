/* roster.c - a crowd's state as a plain table, and units again from one.
 *
 * The table is flat, its keys are strings with the unit's number behind, its
 * values numbers and strings: every way to write tables down takes it. A unit
 * that holds just the cells under it needs no more than its place; of any other
 * one it is written down which cells of which rectangle it holds.
 *
 * To write keys runs the collector, and that finalizers, which may move and
 * remove units. So all is copied first, in one go, and then written.
 *
 * Invariant: what a state says is checked here as far as it has to do with the
 * crowd and the pathfinder; that it consists of numbers and strings, by
 * lua/tilepath/crowd.lua.
 */
#include <math.h>
#include <string.h>

#include "crowd.h"

/* ---- writing ------------------------------------------------------------ */

/* What is kept of a unit. */
typedef struct Record {
  double x, y;
  tp_Rect under; /* also beyond the edge */
  tp_Rect cells;
  bool is_plain;      /* it holds all under it, inside, and nothing else */
  const char *held;   /* else: a letter a cell of `cells`                */
  const char *motion; /* what it is about; NULL: nobody ever moved it  */
  uint32_t id;
  Gait gait;
} Record;

static bool is_plain(const Unit *unit) {
  const tp_Occupancy *o = unit->crowd->occupancy;
  tp_Rect r = unit->cells;
  if (!tp_rect_same(r, tp_unit_under(unit))) return false;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      if (tp_occupancy_at(o, x, y) != unit->id) return false;
    }
  }
  return true;
}

static size_t bytes_of(const Crowd *crowd) {
  /* The clock; ids that are free, and those that wait. Then the rest. */
  size_t bytes = (3 + 2 * (size_t)crowd->last_id + 2) * RECALL_DIGITS +
                 tp_recall_plans_bytes(crowd) + tp_recall_ways_bytes(crowd) +
                 RECALL_SEARCH_BYTES + RECALL_EDITS_BYTES;
  for (Unit *u = crowd->first; u; u = u->after) {
    tp_unit_look(u);
    bytes += sizeof(Record) + tp_recall_bytes(u);
    if (!is_plain(u)) bytes += (size_t)tp_rect_area(u->cells);
  }
  return bytes;
}

static char *write_held(const Unit *unit, char *letter) {
  const tp_Occupancy *o = unit->crowd->occupancy;
  tp_Rect r = unit->cells;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      *letter++ = tp_occupancy_at(o, x, y) == unit->id ? '1' : '0';
    }
  }
  return letter;
}

/* One that is on its way to a cell is written down as if it were there: it
 * holds that alone. */
static void end_step(const Unit *u, Record *record) {
  if (!u->orders.is_admitted) return;
  const tp_Mover *m = tp_motion_mover(u->crowd->march.motion, u->id);
  if (!tp_mover_is_under_way(m, u->crowd->march.motion->clock.whole)) return;
  record->x = tp_finder_world_x(u->finder, u->cell.x);
  record->y = tp_finder_world_y(u->finder, u->cell.y);
}

static char *copy_all(const Crowd *crowd, Record *record) {
  char *letters = (char *)(record + crowd->units);
  for (Unit *u = crowd->first; u; u = u->after, record++) {
    tp_unit_look(u);
    *record = (Record){.x = u->x,
                       .y = u->y,
                       .under = unit_footprint(u->finder, u->cell),
                       .cells = u->cells,
                       .is_plain = is_plain(u),
                       .gait = u->gait,
                       .id = u->id,
                       .held = letters};
    end_step(u, record);
    if (!record->is_plain) letters = write_held(u, letters);
    if (!tp_recall_says(u)) continue;
    record->motion = letters;
    letters = tp_recall_write(u, letters);
  }
  return letters;
}

/* Pushes a key. */
static void push_key(lua_State *L, const char *name, int i) {
  lua_pushfstring(L, "%s%d", name, i);
}

static void write_whole(lua_State *L, const char *name, int i, double value) {
  push_key(L, name, i);
  compat_push_whole(L, value);
  lua_rawset(L, -3);
}

static void write_number(lua_State *L, const char *name, int i, double value) {
  push_key(L, name, i);
  lua_pushnumber(L, value);
  lua_rawset(L, -3);
}

static void write_record(lua_State *L, const tp_Grid *g, const Record *r,
                         int i) {
  write_number(L, "x", i, r->x);
  write_number(L, "y", i, r->y);
  write_whole(L, "cell_x", i, bind_to_user(r->under.x, g->base_x));
  write_whole(L, "cell_y", i, bind_to_user(r->under.y, g->base_y));
  write_whole(L, "wide", i, r->under.w);
  write_whole(L, "high", i, r->under.h);
  const Gait usual = tp_unit_gait(g);
  if (r->gait.speed != usual.speed) write_number(L, "speed", i, r->gait.speed);
  if (r->gait.pace != usual.pace) write_whole(L, "pace", i, r->gait.pace);
  if (r->gait.priority != usual.priority) {
    write_whole(L, "priority", i, r->gait.priority);
  }
  if (r->id != (uint32_t)i) write_whole(L, "id", i, r->id);
  if (r->motion) {
    push_key(L, "motion", i);
    lua_pushstring(L, r->motion);
    lua_rawset(L, -3);
  }
  if (r->is_plain) return;
  write_whole(L, "left", i, bind_to_user(r->cells.x, g->base_x));
  write_whole(L, "top", i, bind_to_user(r->cells.y, g->base_y));
  write_whole(L, "w", i, r->cells.w);
  write_whole(L, "h", i, r->cells.h);
  push_key(L, "held", i);
  lua_pushlstring(L, r->held, (size_t)tp_rect_area(r->cells));
  lua_rawset(L, -3);
}

/* What is told of the crowd; NULL: nothing. */
typedef struct Texts {
  const char *clock, *queue, *free, *plans, *ways, *search, *edits;
} Texts;

/* Whom an update that failed was serving, who comes first in the next one; 0:
 * nobody. */
static uint32_t is_served(const Crowd *c) {
  uint32_t id = c->march.asking;
  if (id == 0) return 0;
  const tp_Mover *mover = tp_motion_mover(c->march.motion, id);
  bool waits = mover->wish == TP_WAITING || mover->wish == TP_BLOCKED;
  bool is_there = mover->flags & TP_MOVER_THERE;
  return is_there && waits && !(mover->flags & TP_MOVER_QUEUED) ? id : 0;
}

/* Those who wait for a way, in order. */
static char *write_queue(const Crowd *c, char *text) {
  const tp_Motion *m = c->march.motion;
  const tp_Waiting *w = &m->waiting;
  if (is_served(c) != 0) text = tp_recall_number(text, is_served(c));
  for (uint32_t i = 0; i < w->count; i++) {
    uint32_t id = w->id[((uint64_t)w->first + i) % m->movers];
    text = tp_recall_number(text, id);
  }
  text[-1] = '\0';
  return text;
}

/* Ids that are free, the next one first. Makes no memory. */
static char *write_free(lua_State *L, const Crowd *c, char *text) {
  tp_bind_push_kept(L, 1, CROWD_LIST);
  for (uint32_t id = c->free_id; id != 0;) {
    text = tp_recall_number(text, id);
    lua_rawgeti(L, -1, (int)id);
    id = (uint32_t)lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  text[-1] = '\0';
  return text;
}

static bool says_anything(const Crowd *c) {
  if (c->march.by != BY_NOBODY) return true;
  const Unit *u = c->first;
  while (u && !tp_recall_says(u)) u = u->after;
  return u != NULL;
}

static Texts copy_texts(lua_State *L, const Crowd *c, char *text) {
  const tp_Motion *m = c->march.motion;
  Texts t = {NULL, NULL, NULL, NULL, NULL, NULL, NULL};
  if (m && says_anything(c)) {
    t.clock = text;
    text = tp_recall_write_clock(c, text);
  }
  if (m && (m->waiting.count > 0 || is_served(c) != 0)) {
    t.queue = text;
    text = write_queue(c, text);
  }
  if (m && m->plans) {
    t.plans = text;
    text = tp_recall_write_plans(c, text);
  }
  if (t.clock && c->march.ways) {
    t.ways = text;
    text = tp_recall_write_ways(c, text);
  }
  if (t.clock) {
    char *search = text, *edits = tp_recall_write_search(c, search);
    if (edits > search) t.search = search;
    text = tp_recall_write_edits(c, edits);
    if (text > edits) t.edits = edits;
  }
  if (c->free_id != 0) {
    t.free = text;
    write_free(L, c, text);
  }
  return t;
}

static void write_text(lua_State *L, const char *name, const char *text) {
  if (!text) return;
  lua_pushstring(L, name);
  lua_pushstring(L, text);
  lua_rawset(L, -3);
}

/* One whose pathfinder does not know the map as it is, and may: else one would
 * have to say of charts and ways that they may lag. NULL: there is none. */
static const Unit *find_late(const Crowd *c) {
  const Unit *u = c->march.motion ? c->first : NULL;
  while (u && (tp_finder_is_current(u->finder) || tp_bind_is_busy(u->finder))) {
    u = u->after;
  }
  return u;
}

/* As long as finalizers leave off editing. */
static void catch_up(lua_State *L, const Crowd *c) {
  const Unit *u;
  for (uint32_t n = c->units; n > 0 && (u = find_late(c)) != NULL; n--) {
    tp_crowd_push_unit(L, 1, u->id);
    tp_bind_push_kept(L, lua_gettop(L), UNIT_FINDER);
    tp_finder_catch_up(L, lua_gettop(L), u->finder, "state");
    lua_settop(L, 1);
  }
}

/* Each time that there was not room enough it makes room for more than there
 * was need of, so that finalizers that add units do not keep it from ending. */
int tp_crowd_state(lua_State *L) {
  enum { FORMAT = 2, MOST_TIMES = 8 };
  const Crowd *crowd = tp_bind_self(L, BIND_CROWD, "state");
  size_t room = 0, needed;
  Record *records;
  lua_settop(L, 1);
  for (int times = 1;; times++) {
    catch_up(L, crowd);
    needed = bytes_of(crowd);
    room = times == 1 ? needed : 2 * needed;
    records = tp_bind_new(L, room);
    needed = bytes_of(crowd);
    bool is_late = find_late(crowd) && times < MOST_TIMES;
    if (needed <= room && !is_late) break;
    lua_settop(L, 1);
  }
  int count = (int)crowd->units;
  Texts texts = copy_texts(L, crowd, copy_all(crowd, records));
  lua_newtable(L);
  lua_pushliteral(L, "format");
  compat_push_whole(L, FORMAT);
  lua_rawset(L, -3);
  lua_pushliteral(L, "count");
  compat_push_whole(L, count);
  lua_rawset(L, -3);
  write_text(L, "clock", texts.clock);
  write_text(L, "queue", texts.queue);
  write_text(L, "free", texts.free);
  write_text(L, "plans", texts.plans);
  write_text(L, "ways", texts.ways);
  write_text(L, "search", texts.search);
  write_text(L, "edits", texts.edits);
  for (int i = 0; i < count; i++) {
    write_record(L, crowd->grid, &records[i], i + 1);
  }
  return 1;
}

/* ---- reading ------------------------------------------------------------ */

/* Where the arguments stand. */
enum {
  CROWD = 1,
  FINDER,
  X,
  Y,
  CELL_X,
  CELL_Y,
  LEFT,
  TOP,
  WIDE,
  HIGH,
  HELD,
  ID
};

/* Is that the cell of a place, whose number may have been rounded when it was
 * written down? */
static bool is_cell_of(double place, int32_t cell) {
  const double rounding = 1e-4;
  double border = floor(place + 0.5);
  double by = fabs(place - border) <= rounding ? 1 : 0;
  return cell == tp_bind_tame_cell(floor(place), 0).x ||
         (by > 0 && (cell == border || cell == border - 1));
}

/* The rectangle of what it held; false where it is none inside. */
static bool take_cells(lua_State *L, const tp_Grid *g, tp_Rect *cells) {
  double x = bind_to_core(lua_tonumber(L, LEFT), g->base_x);
  double y = bind_to_core(lua_tonumber(L, TOP), g->base_y);
  double w = lua_tonumber(L, WIDE), h = lua_tonumber(L, HIGH);
  bool is_inside = x >= 0 && y >= 0 && w >= 0 && h >= 0 && x + w <= g->width &&
                   y + h <= g->height;
  if (!is_inside) return false;
  *cells = (tp_Rect){(int32_t)x, (int32_t)y, (int32_t)w, (int32_t)h};
  return true;
}

/* Are that the letters of a rectangle, and is each cell free that they have? */
static bool may_hold(const tp_Occupancy *o, tp_Rect r, const char *letter,
                     size_t length) {
  if (length != (size_t)tp_rect_area(r)) return false;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++, letter++) {
      if (*letter == '0') continue;
      if (*letter != '1' || tp_occupancy_at(o, x, y) != 0) return false;
    }
  }
  return true;
}

static void hold_again(tp_Occupancy *o, const Unit *unit, const char *letter) {
  tp_Rect r = unit->cells;
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++, letter++) {
      tp_Rect cell = {x, y, 1, 1};
      if (*letter == '1') tp_occupancy_hold(o, cell, unit->id);
    }
  }
}

/* What of it is wrong; NULL: nothing. */
static const char *take_unit(lua_State *L, const Crowd *crowd, Unit *unit) {
  const tp_Grid *g = crowd->grid;
  unit->x = lua_tonumber(L, X);
  unit->y = lua_tonumber(L, Y);
  unit->cell =
      tp_bind_cell_at(g, lua_tonumber(L, CELL_X), lua_tonumber(L, CELL_Y));
  if (!is_cell_of(tp_finder_column(unit->finder, unit->x), unit->cell.x)) {
    return "cell_x";
  }
  if (!is_cell_of(tp_finder_row(unit->finder, unit->y), unit->cell.y)) {
    return "cell_y";
  }
  unit->cells = tp_unit_under(unit);
  if (lua_isnil(L, HELD)) {
    bool is_free = tp_occupancy_is_free(crowd->occupancy, unit->cells, 0);
    return is_free ? NULL : "cell_x";
  }
  if (!take_cells(L, g, &unit->cells)) return "left";
  size_t length;
  const char *held = lua_tolstring(L, HELD, &length);
  bool may = may_hold(crowd->occupancy, unit->cells, held, length);
  return may ? NULL : "held";
}

/* core.restore(crowd, finder, x, y, cell_x, cell_y, left, top, w, h, held, id)
 * -> unit | nil, name of what is wrong. Each is what it is in a state. */
static int restore(lua_State *L) {
  Crowd *crowd = tp_bind_object(L, CROWD, BIND_CROWD, "crowd", "crowd");
  Finder *f = tp_bind_object(L, FINDER, BIND_PATHFINDER, "crowd", "finder");
  lua_settop(L, ID);
  Unit *unit = tp_bind_new_handle(L, sizeof *unit, UNIT_SLOTS);
  int handle = lua_gettop(L);
  unit->finder = f;
  unit->gait = tp_unit_gait(crowd->grid);
  unit->heading = TP_DIRECTIONS;
  tp_bind_keep(L, handle, UNIT_CROWD, CROWD);
  tp_bind_keep(L, handle, UNIT_FINDER, FINDER);
  const char *wrong = take_unit(L, crowd, unit);
  if (wrong) return tp_bind_push_no(L, wrong);
  tp_bind_adopt(L, BIND_UNIT);
  crowd->free_id = (uint32_t)lua_tonumber(L, ID);
  tp_crowd_enlist(L, CROWD, handle);
  if (lua_isnil(L, HELD)) {
    tp_occupancy_hold(crowd->occupancy, unit->cells, unit->id);
  } else {
    hold_again(crowd->occupancy, unit, lua_tostring(L, HELD));
    unit->overlaps = true;
  }
  return 1;
}

static const luaL_Reg functions[] = {
    {"restore", restore},
    {NULL, NULL},
};

void tp_bind_open_roster(lua_State *L) {
  tp_bind_functions(L, BIND_CORE, functions);
}
