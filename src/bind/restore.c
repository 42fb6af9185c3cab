/* restore.c - a crowd as a state says (state.c), in place of what it was.
 *
 *     find      the texts, and room for what they say
 *     read      each record into a block, and check it, alone and against the
 *               others; nothing is believed. The units that are there now
 *     get       what units need: handles, blocks for their orders, room to move
 *     apply     all leave the crowd; then all enter it, as the state says
 *
 * To find and to get makes memory. That runs finalizers, which may move and
 * remove units: so none is looked at before all texts are found, and if the
 * crowd is another one when all is got, it is done again. To read and to apply
 * makes none: an error leaves the crowd as it was.
 *
 * What follows does not depend on what the crowd was before, nor on how its
 * pathfinders have lived: ways are found again, in slices (march.c).
 *
 * Cost: O(units before and after, and numbers of their orders).
 */
#include <math.h>
#include <string.h>

#include "../core/crowd/plans.h"
#include "field.h"
#include "points.h"
#include "state.h"

static const char name[] = "restore";

/* Where things stand on the stack. UNITS has the units, UNITS_FINDERS their
 * pathfinders; MADE what their orders need, three for each. */
enum {
  CROWD = 1,
  COUNT,
  CROWD_TEXT,
  EVENTS,
  UNIT_TEXTS,
  LIST_TEXTS,
  HELD_TEXTS,
  GIVEN_FINDERS,
  GIVEN_FIELDS,
  GIVEN_EYES,
  UNITS,
  UNITS_FINDERS,
  MADE,
  RECORDS,
  TAKEN,
  TOP = TAKEN
};

enum { ORDER_BLOCK = 1, TRAIL_BLOCK, CHART_BLOCK, A_UNIT = CHART_BLOCK };

/* A unit as it is to be. */
typedef struct Restored {
  UnitState s;
  const char *list, *held;
  Unit *unit;
  Finder *finder;
  Field *field;
  tp_Cell at;
  tp_Rect holds; /* of what `held` says                */
  WayQuery *query;
  tp_Cell *point; /* of a patrol */
  uint32_t numbers;
  tp_Chart *chart;       /* with the trail of a path */
  bool is_new, is_given; /* its handle; its pathfinder */
} Restored;

typedef struct Loading {
  lua_State *L;
  Crowd *crowd;
  const tp_Grid *grid;
  CrowdState s;
  Restored *one;
  Unit *next; /* of the crowd, that is not looked at yet */
  uint32_t count, sides;
  uint32_t happened; /* events                            */
  const char *events;
  uint64_t *taken; /* a bit a cell                      */
  const char *key; /* what is wrong, and how it must be */
  int number;
  const char *what;
} Loading;

static bool refuse(Loading *l, const char *key, uint32_t i, const char *what) {
  l->key = key;
  l->number = (int)i + 1;
  l->what = what;
  return false;
}

/* ---- reading ------------------------------------------------------------- */

/* The text of a unit, which the table keeps; "": there is none. */
static const char *text_of(const Loading *l, int table, uint32_t i,
                           size_t *length) {
  lua_rawgeti(l->L, table, (int)i + 1);
  const char *text = lua_tolstring(l->L, -1, length);
  lua_pop(l->L, 1);
  if (!text) *length = 0;
  return text ? text : "";
}

static bool read_crowd(Loading *l) {
  size_t length;
  const char *text = lua_tolstring(l->L, CROWD_TEXT, &length);
  const char *end =
      tp_record_read(text, tp_crowd_members, CROWD_MEMBERS, &l->s);
  l->key = "crowd";
  l->what = "a record that crowd:state() wrote";
  return end == text + length;
}

static bool is_inside(const Loading *l, uint32_t place) {
  return place < tp_grid_cells(l->grid);
}

static bool is_known(const Loading *l, uint32_t place) {
  return place == STATE_NOWHERE || is_inside(l, place);
}

static tp_Rect rect_in(const Restored *r, tp_Cell c) {
  return (tp_Rect){c.x, c.y, r->s.wide, r->s.high};
}

static bool lies_inside(const Loading *l, tp_Rect r) {
  const tp_Rect map = {0, 0, l->grid->width, l->grid->height};
  return tp_rect_same(tp_rect_clip(r, map), r);
}

/* Is the cell that of a place, or beside it if the place is on its border? */
static bool is_cell_of(double place, int32_t cell) {
  const double rounding = 1e-4;
  double border = floor(place + 0.5);
  bool is_on_border = fabs(place - border) <= rounding;
  return cell == tp_bind_tame_cell(floor(place), 0).x ||
         (is_on_border && (cell == border || cell == border - 1));
}

/* Where it was put: from there its step leads, if one is under way. */
static bool is_placed(const Loading *l, Restored *r) {
  const UnitState *s = &r->s;
  if (!s->is_off) return s->cell != STATE_NOWHERE;
  if (s->cell == STATE_NOWHERE) {
    r->at = tp_finder_cell_at(r->finder, s->x, s->y);
    return !s->moves;
  }
  tp_Cell at = s->from == STATE_NOWHERE ? r->at : state_cell(l->grid, s->from);
  return is_cell_of(tp_finder_column(r->finder, s->x), at.x) &&
         is_cell_of(tp_finder_row(r->finder, s->y), at.y);
}

/* Is its step one to a cell beside, that has begun, or by a link? */
static bool is_step(const Loading *l, const Restored *r) {
  const UnitState *s = &r->s;
  if (s->from == STATE_NOWHERE) return s->end == 0 && s->lasts == 0;
  tp_Cell from = state_cell(l->grid, s->from);
  tp_Rect before = rect_in(r, from);
  if (tp_same_cell(from, r->at) || !lies_inside(l, before)) return false;
  if (s->lasts == 0) {
    return tp_rect_is_empty(tp_rect_clip(before, rect_in(r, r->at)));
  }
  return tp_apart(from.x, r->at.x) <= 1 && tp_apart(from.y, r->at.y) <= 1 &&
         s->end <= s->lasts;
}

/* Does its order have what it needs? */
static bool is_order(const UnitState *s) {
  bool has_goal = s->goal != STATE_NOWHERE;
  bool is_patrol = s->errand == ERRAND_PATROL;
  if (s->errand == ERRAND_GROUP || s->flags & ~STATE_FLAGS) return false;
  if ((s->errand == ERRAND_NONE) != (s->wish == TP_IDLE)) return false;
  if (s->wish == TP_WAITING || (s->tours && !is_patrol)) return false;
  if (s->asks && s->errand != ERRAND_GOAL) return false;
  if (s->errand == ERRAND_FIELD) return !has_goal;
  return has_goal || (is_patrol && s->wish == TP_GOING);
}

static bool is_query(const UnitState *s) {
  bool has_range = s->kind == TP_GOAL_RANGE;
  if (!s->asks) return !s->eyes;
  return has_range == (s->range >= 0) && (has_range || !s->sight) &&
         (s->sight || !s->eyes);
}

static bool is_unit(const Loading *l, Restored *r) {
  const UnitState *s = &r->s;
  if (!is_known(l, s->cell) || !is_known(l, s->from) || !is_known(l, s->goal)) {
    return false;
  }
  if (s->cell != STATE_NOWHERE) r->at = state_cell(l->grid, s->cell);
  if (!is_placed(l, r)) return false;
  if (!s->moves) return true;
  return l->s.moves && lies_inside(l, rect_in(r, r->at)) && is_step(l, r) &&
         is_order(s) && is_query(s);
}

/* Takes the unit that was added then, unless there is none any more. Both lists
 * are in the order of that. */
static void take_unit(Loading *l, Restored *r, uint32_t i) {
  while (l->next && l->next->arrival < r->s.arrival) l->next = l->next->after;
  bool is_there = l->next && l->next->arrival == r->s.arrival;
  r->is_new = !is_there;
  r->unit = NULL;
  if (!is_there) return;
  r->unit = l->next;
  tp_crowd_push_unit(l->L, CROWD, r->unit->id);
  lua_rawseti(l->L, UNITS, (int)i + 1);
}

/* Its pathfinder: one that is given, or its own. */
static bool take_finder(Loading *l, Restored *r, uint32_t i) {
  lua_State *L = l->L;
  lua_rawgeti(L, GIVEN_FINDERS, (int)i + 1);
  r->finder = tp_bind_test(L, -1, BIND_PATHFINDER);
  lua_pop(L, 1);
  r->is_given = r->finder != NULL;
  if (!r->finder && r->unit) r->finder = r->unit->finder;
  if (!r->finder) return refuse(l, "finders", i, "a pathfinder");
  lua_rawgeti(L, r->is_given ? GIVEN_FINDERS : UNITS, (int)i + 1);
  if (!r->is_given) tp_bind_push_kept(L, TOP + 1, UNIT_FINDER);
  lua_rawseti(L, UNITS_FINDERS, (int)i + 1);
  lua_settop(L, TOP);
  const tp_Profile *p = &r->finder->navmap.profile;
  if (p->wide == r->s.wide && p->high == r->s.high) return true;
  return refuse(l, "finders", i, "a pathfinder of the unit's size");
}

static bool take_field(Loading *l, Restored *r, uint32_t i) {
  lua_State *L = l->L;
  if (!r->s.moves || r->s.errand != ERRAND_FIELD) return true;
  lua_rawgeti(L, GIVEN_FIELDS, (int)i + 1);
  r->field = tp_bind_test(L, -1, BIND_FIELD);
  lua_pop(L, 1);
  if (!r->field) return refuse(l, "fields", i, "the field that it follows");
  const tp_Profile *p = &r->field->finder->navmap.profile;
  bool fits = p->wide == r->s.wide && p->high == r->s.high &&
              r->field->finder->grid == l->grid && field_is_done(r->field);
  return fits || refuse(l, "fields", i,
                        "a field on the crowd's grid, for units of its size");
}

static bool take_eyes(Loading *l, const Restored *r, uint32_t i) {
  lua_State *L = l->L;
  if (!r->s.moves || !r->s.eyes) return true;
  lua_rawgeti(L, GIVEN_EYES, (int)i + 1);
  const Finder *eyes = tp_bind_test(L, -1, BIND_PATHFINDER);
  lua_pop(L, 1);
  return (eyes && eyes->grid == l->grid) ||
         refuse(l, "eyes", i, "the pathfinder of its range_sight");
}

/* Numbers with a space between two of them; how many. -1: it is something
 * else. */
static int64_t count_numbers(const char *text) {
  int64_t count = 0;
  double value;
  while (*text) {
    text = tp_text_read(text, &value);
    if (!text) return -1;
    count++;
    if (*text == ' ' && text[1]) {
      text++;
    } else if (*text) {
      return -1;
    }
  }
  return count;
}

static double next_number(const char **text) {
  double value = 0;
  *text = tp_text_read(*text, &value);
  if (**text == ' ') ++*text;
  return value;
}

static bool is_place(const Loading *l, double value) {
  return value >= 0 && floor(value) == value &&
         value < (double)tp_grid_cells(l->grid);
}

/* Of goals, numbers as a query takes them; else places, of a path with 1 behind
 * one to which a link leads. */
static bool are_numbers(const Loading *l, const Restored *r) {
  const char *text = r->list;
  for (uint32_t i = 0; i < r->numbers; i++) {
    double value = next_number(&text);
    bool is_right;
    if (r->s.errand == ERRAND_GOAL) {
      is_right = i % GOAL_NUMBERS < 2 || value >= 0;
    } else if (r->s.errand == ERRAND_PATH && i % 2 == 1) {
      is_right = value == 0 || (value == 1 && i > 1);
    } else {
      is_right = is_place(l, value);
    }
    if (!is_right) return false;
  }
  return true;
}

/* How many numbers a list of the order may have. */
static bool fits_order(const UnitState *s, uint32_t count) {
  if (!s->moves) return count == 0;
  switch (s->errand) {
    case ERRAND_PATROL: return count > s->next;
    case ERRAND_PATH: return count % 2 == 0;
    default: break;
  }
  return s->asks == STATE_LIST ? count > 0 && count % GOAL_NUMBERS == 0
                               : count == 0;
}

static bool read_list(Loading *l, Restored *r, uint32_t i) {
  size_t length;
  r->list = text_of(l, LIST_TEXTS, i, &length);
  int64_t count = strlen(r->list) == length ? count_numbers(r->list) : -1;
  r->numbers = (uint32_t)count;
  bool is_right = count >= 0 && count <= INT32_MAX &&
                  fits_order(&r->s, (uint32_t)count) && are_numbers(l, r);
  return is_right || refuse(l, "list", i, "the numbers of its order");
}

static bool are_letters(const char *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (text[i] != STATE_HELD && text[i] != STATE_FREE) return false;
  }
  return true;
}

/* A rectangle inside, and a letter for each of its cells. */
static bool read_held(Loading *l, Restored *r, uint32_t i) {
  size_t length;
  const char *text = text_of(l, HELD_TEXTS, i, &length), *letter = text;
  double side[4];
  bool is_right = true;
  r->held = NULL;
  r->holds = tp_rect_clip(rect_in(r, r->at),
                          (tp_Rect){0, 0, l->grid->width, l->grid->height});
  if (length == 0) return true;
  for (int k = 0; k < 4 && is_right; k++) {
    letter = tp_text_read(letter, &side[k]);
    is_right = letter && *letter++ == ' ' && side[k] >= 0 &&
               side[k] <= TP_MAX_SIDE && floor(side[k]) == side[k];
  }
  if (is_right) {
    r->holds = (tp_Rect){(int32_t)side[0], (int32_t)side[1], (int32_t)side[2],
                         (int32_t)side[3]};
    r->held = letter;
    size_t letters = length - (size_t)(letter - text);
    is_right = lies_inside(l, r->holds) && !r->s.moves &&
               letters == (size_t)tp_rect_area(r->holds) &&
               are_letters(letter, letters);
  }
  return is_right || refuse(l, "held", i,
                            "a rectangle inside, and 0 or 1 for "
                            "each of its cells");
}

static bool read_unit(Loading *l, uint32_t i) {
  static const char what[] = "a record that crowd:state() wrote";
  Restored *r = &l->one[i];
  size_t length;
  const char *text = text_of(l, UNIT_TEXTS, i, &length);
  const char *end = tp_record_read(text, tp_unit_members, UNIT_MEMBERS, &r->s);
  if (end != text + length) return refuse(l, "unit", i, what);
  take_unit(l, r, i);
  if (!take_finder(l, r, i)) return false;
  uint64_t before = i > 0 ? l->one[i - 1].s.arrival : 0;
  bool is_next = r->s.arrival > before && r->s.arrival <= l->s.additions &&
                 r->s.bumped <= l->count;
  if (!is_next || !is_unit(l, r)) return refuse(l, "unit", i, what);
  l->sides += tp_mover_sides(r->s.wide, r->s.high);
  bool is_right = take_field(l, r, i) && take_eyes(l, r, i) &&
                  read_list(l, r, i) && read_held(l, r, i);
  if (r->unit && r->unit->is_led) r->s.moves = 0; /* its follower moves it */
  return is_right;
}

static size_t taken_bytes(const tp_Grid *g) {
  return (tp_grid_cells(g) + 63) / 64 * sizeof(uint64_t);
}

/* ---- checking ------------------------------------------------------------ */

/* Takes those cells of a rectangle that have a letter; false: one is taken. */
static bool take_cells(Loading *l, tp_Rect r, const char *letter) {
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      if (letter && *letter++ == STATE_FREE) continue;
      size_t i = tp_grid_index(l->grid, x, y);
      uint64_t bit = UINT64_C(1) << (i & 63);
      if (l->taken[i >> 6] & bit) return false;
      l->taken[i >> 6] |= bit;
    }
  }
  return true;
}

/* Nobody shares a cell; of those that are being left one may be taken over. */
static bool are_apart(Loading *l) {
  for (uint32_t i = 0; i < l->count; i++) {
    const Restored *r = &l->one[i];
    bool is_free = r->s.moves ? take_cells(l, rect_in(r, r->at), NULL)
                              : !r->held || take_cells(l, r->holds, r->held);
    if (!is_free) return refuse(l, "unit", i, "where no other unit stands");
  }
  for (uint32_t i = 0; i < l->count; i++) {
    const Restored *r = &l->one[i];
    bool is_link = r->s.moves && r->s.from != STATE_NOWHERE && !r->s.lasts;
    tp_Cell from = is_link ? state_cell(l->grid, r->s.from) : r->at;
    if (!is_link || take_cells(l, rect_in(r, from), NULL)) continue;
    return refuse(l, "unit", i, "where no other unit stands");
  }
  return true;
}

/* Of four numbers each: a unit, what happened, a reason, another unit. */
static bool read_events(Loading *l) {
  size_t length;
  const char *text = lua_tolstring(l->L, EVENTS, &length);
  const double most[] = {l->count, TP_WAS_PUSHED, TP_STALE, l->count};
  int64_t count = strlen(text) == length ? count_numbers(text) : -1;
  bool is_right = count >= 0 && count % 4 == 0 && (count == 0 || l->s.moves);
  l->events = text;
  l->happened = (uint32_t)(count / 4);
  for (int64_t i = 0; i < count && is_right; i++) {
    double value = next_number(&text);
    is_right =
        value >= (i % 4 == 0) && value <= most[i % 4] && floor(value) == value;
  }
  l->key = "events";
  l->what = "what crowd:state() wrote";
  return is_right;
}

/* All that a state says. Makes no memory. */
static bool read_all(Loading *l) {
  l->next = l->crowd->first;
  l->sides = 0;
  if (!read_crowd(l) || !read_events(l)) return false;
  for (uint32_t i = 0; i < l->count; i++) {
    if (!read_unit(l, i)) return false;
  }
  memset(l->taken, 0, taken_bytes(l->grid));
  return are_apart(l);
}

/* ---- getting ------------------------------------------------------------- */

/* Keeps the value on the top for a unit. */
static void keep(const Loading *l, uint32_t i, int block) {
  lua_rawseti(l->L, MADE, (int)i * A_UNIT + block);
}

/* A handle for one that is not in the crowd. */
static void get_handle(const Loading *l, Restored *r, uint32_t i) {
  lua_State *L = l->L;
  if (!r->is_new) return;
  r->unit = tp_bind_new_handle(L, sizeof *r->unit, UNIT_SLOTS);
  lua_rawseti(L, UNITS, (int)i + 1);
}

/* What it was asked, as `unit:go` keeps it (planned.c). */
static void get_query(const Loading *l, Restored *r, uint32_t i) {
  const UnitState *s = &r->s;
  size_t numbers = r->numbers;
  WayQuery *w = tp_bind_new(l->L, sizeof *w + numbers * sizeof *w->list.number);
  const char *text = r->list;
  *w = (WayQuery){.is_list = s->asks == STATE_LIST, .has_eyes = s->eyes != 0};
  w->query.max_nodes = s->limit > 0 ? s->limit : UINT64_MAX;
  w->query.partial = s->partial != 0;
  w->options.in_world = true;
  w->options.kind = (tp_GoalKind)s->kind;
  w->options.sight = s->sight != 0;
  w->options.range = s->range;
  w->options.to[0] = s->to_x;
  w->options.to[1] = s->to_y;
  const Goal goal = {.x = s->to_x, .y = s->to_y};
  if (!w->is_list) w->query.goal = tp_goal_cell(r->finder, &w->options, goal);
  w->list.number = (double *)(void *)(w + 1);
  w->list.room = numbers;
  w->list.count = (uint32_t)(numbers / GOAL_NUMBERS);
  for (size_t k = 0; k < numbers; k++) {
    w->list.number[k] = next_number(&text);
  }
  r->query = w;
  keep(l, i, ORDER_BLOCK);
}

static void get_points(const Loading *l, Restored *r, uint32_t i) {
  const char *text = r->list;
  r->point = tp_bind_new(l->L, r->numbers * sizeof *r->point);
  for (uint32_t k = 0; k < r->numbers; k++) {
    r->point[k] = state_cell(l->grid, (uint32_t)next_number(&text));
  }
  keep(l, i, ORDER_BLOCK);
}

/* A path is a trail again, if it can still be walked; else the unit looks for
 * a way to its end. */
static void get_path(const Loading *l, Restored *r, uint32_t i) {
  lua_State *L = l->L;
  const char *text = r->list;
  uint32_t count = r->numbers / 2, links = 0;
  int top = lua_gettop(L);
  tp_Cell *cell = tp_bind_new(L, count * (sizeof *cell + sizeof(uint32_t)));
  uint32_t *link = (uint32_t *)(void *)(cell + count);
  for (uint32_t k = 0; k < count; k++) {
    cell[k] = state_cell(l->grid, (uint32_t)next_number(&text));
    if (next_number(&text) > 0) link[links++] = k;
  }
  lua_rawgeti(L, UNITS_FINDERS, (int)i + 1);
  tp_finder_catch_up(L, lua_gettop(L), r->finder, name);
  const KnownWay way = {cell, link, count, links};
  r->chart = tp_points_push_trail(L, r->finder, &way);
  if (r->chart) {
    keep(l, i, CHART_BLOCK);
    keep(l, i, TRAIL_BLOCK);
  }
  lua_settop(L, top);
}

static void get_order(const Loading *l, Restored *r, uint32_t i) {
  if (!r->s.moves) return;
  if (r->s.asks) get_query(l, r, i);
  if (r->s.errand == ERRAND_PATROL) get_points(l, r, i);
  if (r->s.errand == ERRAND_PATH && r->numbers > 0) get_path(l, r, i);
}

/* The list of the crowd's units will not grow any more. */
static void get_list(const Loading *l) {
  lua_State *L = l->L;
  tp_bind_push_kept(L, CROWD, CROWD_LIST);
  for (uint32_t id = l->crowd->last_id + 1; id <= l->count; id++) {
    lua_pushnumber(L, 0);
    lua_rawseti(L, -2, (int)id);
  }
  lua_pop(L, 1);
}

/* Room for events that nobody has read. */
static void get_events(const Loading *l) {
  if (l->happened == 0) return;
  tp_bind_new(l->L, tp_events_bytes(l->happened));
  lua_rawseti(l->L, MADE, 0);
}

static void get_all(const Loading *l) {
  lua_State *L = l->L;
  for (uint32_t i = 0; i < l->count; i++) {
    get_handle(l, &l->one[i], i);
    get_order(l, &l->one[i], i);
  }
  get_list(l);
  get_events(l);
  if (l->s.moves || l->crowd->march.motion) {
    tp_crowd_set_out(L, CROWD);
    tp_crowd_make_room_for(L, CROWD, l->count, l->sides);
  }
}

/* ---- applying ------------------------------------------------------------ */

/* A unit that comes back is nowhere, with no order; a chart of its own stays,
 * for its next way. */
static void lift(lua_State *L, int unit) {
  static const int slots[] = {UNIT_WAY, UNIT_POINTS, UNIT_QUERY, UNIT_EYES};
  Unit *u = bind_known(L, unit);
  tp_Chart *own = tp_ways_own_chart(u);
  tp_crowd_expel(u);
  u->way.chart = own;
  tp_occupancy_release(u->crowd->occupancy, u->cells, u->id);
  u->orders = (Orders){.errand = ERRAND_NONE};
  for (int i = 0; i < 4; i++) {
    lua_pushnil(L);
    tp_bind_keep(L, unit, slots[i], lua_gettop(L));
    lua_pop(L, 1);
  }
}

/* Takes all units out; those that do not come back are removed. */
static void empty(const Loading *l) {
  lua_State *L = l->L;
  Crowd *c = l->crowd;
  const uint64_t mark = ++c->marks;
  for (uint32_t i = 0; i < l->count; i++) l->one[i].unit->mark = mark;
  tp_bind_push_kept(L, CROWD, CROWD_LIST);
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
  march->seen = UINT64_MAX; /* all are told in the next update */
  march->unread = march->asking = 0;
  march->is_torn = false;
  march->recovers = true;
  if (!march->motion) return;
  tp_Motion *m = march->motion;
  m->clock = (tp_Clock){l->s.whole, l->s.fraction};
  m->now = l->s.whole + (l->s.fraction > 0);
  m->by_beats = march->by == BY_BEATS;
}

/* Puts the unit into the list, as the next one. */
static void enlist(const Loading *l, const Restored *r, uint32_t i) {
  lua_State *L = l->L;
  Crowd *c = l->crowd;
  Unit *u = r->unit;
  lua_rawgeti(L, UNITS, (int)i + 1);
  int unit = lua_gettop(L);
  tp_bind_push_kept(L, CROWD, CROWD_LIST);
  lua_pushvalue(L, unit);
  lua_rawseti(L, -2, (int)i + 1);
  if (r->is_new) {
    *u = (Unit){.finder = r->finder};
    tp_bind_keep(L, unit, UNIT_CROWD, CROWD);
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

/* Where it stands. */
static void place(const Loading *l, const Restored *r) {
  const UnitState *s = &r->s;
  Unit *u = r->unit;
  u->gait = tp_unit_gait(l->grid);
  if (s->speed > 0) u->gait.speed = s->speed;
  u->gait.pace = s->pace;
  u->gait.priority = s->priority;
  u->heading = s->heading;
  u->cell = r->at;
  u->x = s->is_off ? s->x : tp_finder_world_x(u->finder, r->at.x);
  u->y = s->is_off ? s->y : tp_finder_world_y(u->finder, r->at.y);
  u->cells = s->moves ? rect_in(r, r->at) : r->holds;
  u->overlaps = false;
}

static void hold(const Loading *l, tp_Rect cells, const char *letter,
                 uint32_t id) {
  tp_Occupancy *o = l->crowd->occupancy;
  if (!letter) {
    tp_occupancy_hold(o, cells, id);
    return;
  }
  for (int32_t y = cells.y; y < cells.y + cells.h; y++) {
    for (int32_t x = cells.x; x < cells.x + cells.w; x++, letter++) {
      if (*letter != STATE_FREE)
        tp_occupancy_hold(o, (tp_Rect){x, y, 1, 1}, id);
    }
  }
}

/* When its step began, ago; the one by a link is nobody else's to leave. */
static uint64_t begun(const UnitState *s) {
  return s->lasts > 0 ? s->lasts - s->end : 0;
}

/* Holds a cell that it is leaving, unless somebody stands there, or left it
 * later. */
static void hold_left(const Loading *l, const Restored *r, uint32_t id,
                      tp_Cell c) {
  tp_Occupancy *o = l->crowd->occupancy;
  const tp_Rect cell = {c.x, c.y, 1, 1};
  uint32_t holder = tp_occupancy_at(o, c.x, c.y);
  if (holder == id) return;
  if (holder > 0) {
    const Restored *other = &l->one[holder - 1];
    bool is_left =
        other->s.moves && !tp_rect_has(rect_in(other, other->at), c.x, c.y);
    bool is_link = r->s.lasts == 0;
    if (!is_left || (!is_link && begun(&other->s) <= begun(&r->s))) return;
    tp_occupancy_release(o, cell, holder);
  }
  tp_occupancy_hold(o, cell, id);
}

static void hold_from(const Loading *l, const Restored *r, uint32_t id) {
  tp_Rect from = rect_in(r, state_cell(l->grid, r->s.from));
  for (int32_t y = from.y; y < from.y + from.h; y++) {
    for (int32_t x = from.x; x < from.x + from.w; x++) {
      hold_left(l, r, id, (tp_Cell){x, y});
    }
  }
}

/* Each holds the cells where it is, and then what is left of those that it is
 * leaving: a cell that two are leaving is held by the second one. */
static void hold_all(const Loading *l) {
  for (uint32_t i = 0; i < l->count; i++) {
    const Restored *r = &l->one[i];
    if (r->s.moves || r->held) hold(l, r->unit->cells, r->held, i + 1);
  }
  for (uint32_t i = 0; i < l->count; i++) {
    const Restored *r = &l->one[i];
    if (!r->s.moves || r->s.from == STATE_NOWHERE) continue;
    hold_from(l, r, i + 1);
  }
  for (uint32_t i = 0; i < l->count; i++) {
    const Restored *r = &l->one[i];
    if (!r->s.moves && !r->held) hold(l, r->holds, NULL, i + 1);
    r->unit->overlaps = r->held != NULL;
  }
}

/* When it decides next. */
static uint64_t waking(const tp_Mover *m, uint64_t now) {
  if (!tp_mover_stands(m)) return m->stride.end;
  if (m->wish == TP_BLOCKED) return m->fare.nearer;
  bool rests = m->wish != TP_GOING && !(m->flags & TP_MOVER_AWAY);
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
  m->wish = s->wish & 7;
  m->flags = TP_MOVER_THERE | s->flags;
  m->pauses = s->pauses & 7;
  m->pushes = s->pushes & 31;
  m->plans = s->plans;
  m->renewed = s->renewed & 1;
  m->tours = s->tours & 1;
  m->bumped = s->bumped;
  m->steps = s->steps;
  m->settle = s->settle;
  m->fare.since = now - s->since;
  m->fare.best = s->best - 1;
  m->fare.nearer = now - s->nearer;
  if (s->wish == TP_BLOCKED) m->fare.nearer = now + s->retry;
  m->guide = (tp_Guide){.chart = r->chart, .goal = {-1, -1}};
  if (r->field) m->guide.field = &r->field->field;
  if (s->goal != STATE_NOWHERE) m->guide.goal = state_cell(l->grid, s->goal);
  tp_motion_wake_at(motion, u->id, waking(m, now));
}

/* Keeps what a table has for a unit in a slot of its own. */
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
  if (r->query) {
    u->way.query = r->query;
    keep_for(l, i, UNIT_QUERY, MADE, block + ORDER_BLOCK);
  }
  if (s->eyes) keep_for(l, i, UNIT_EYES, GIVEN_EYES, (int)i + 1);
  if (r->chart) {
    u->way.chart = r->chart;
    keep_for(l, i, UNIT_CHART, MADE, block + CHART_BLOCK);
    keep_for(l, i, UNIT_TRAIL, MADE, block + TRAIL_BLOCK);
  }
  u->way.number++;
  u->is_lost = s->wish == TP_GOING;
}

static void set_events(const Loading *l) {
  lua_State *L = l->L;
  tp_Motion *m = l->crowd->march.motion;
  const char *text = l->events;
  if (l->happened == 0) return;
  lua_rawgeti(L, MADE, 0);
  m->want = (tp_Want){tp_events_bytes(l->happened), 0, TP_SLOT_EVENTS};
  m->events = NULL;
  tp_motion_give(m, bind_known(L, -1));
  m->want = (tp_Want){0}; /* it may want more */
  tp_bind_keep(L, CROWD, CROWD_MOTION + TP_SLOT_EVENTS, -1);
  lua_pop(L, 1);
  for (uint32_t i = 0; i < l->happened; i++) {
    uint32_t number[4];
    for (int k = 0; k < 4; k++) number[k] = (uint32_t)next_number(&text);
    tp_events_add(m->events,
                  (tp_Event){number[0], number[3], (uint16_t)number[1],
                             (uint16_t)number[2]});
  }
}

/* Makes no memory. */
static void apply(const Loading *l) {
  l->crowd->restores++;
  empty(l);
  set_crowd(l);
  for (uint32_t i = 0; i < l->count; i++) {
    enlist(l, &l->one[i], i);
    place(l, &l->one[i]);
  }
  hold_all(l);
  for (uint32_t i = 0; i < l->count; i++) tp_crowd_admit(l->one[i].unit);
  for (uint32_t i = 0; i < l->count; i++) {
    const Restored *r = &l->one[i];
    if (!r->s.moves || !r->unit->orders.is_admitted) continue;
    set_mover(l, r);
    set_order(l, r, i);
  }
  set_events(l);
}

/* ---- what Lua calls ------------------------------------------------------ */

/* Is the crowd as it was read, whatever finalizers have done? */
static bool stands(const Loading *l, uint64_t additions, uint32_t units,
                   uint64_t restores) {
  const Crowd *c = l->crowd;
  bool is_same =
      c->additions == additions && c->units == units && c->restores == restores;
  for (uint32_t i = 0; i < l->count && is_same; i++) {
    const Restored *r = &l->one[i];
    if (r->is_new) continue;
    is_same = r->unit->crowd == l->crowd &&
              (r->unit->finder == r->finder || r->is_given);
  }
  return is_same;
}

static Loading begin(lua_State *L, Crowd *c) {
  Loading l = {.L = L, .crowd = c, .grid = c->grid};
  lua_settop(L, TOP);
  l.count = (uint32_t)lua_tonumber(L, COUNT);
  l.one = tp_bind_new(L, l.count * sizeof *l.one);
  lua_replace(L, RECORDS);
  memset(l.one, 0, l.count * sizeof *l.one);
  l.taken = tp_bind_new(L, taken_bytes(l.grid));
  lua_replace(L, TAKEN);
  for (int table = UNITS; table <= UNITS_FINDERS; table++) {
    lua_createtable(L, (int)l.count, 0);
    lua_replace(L, table);
  }
  lua_newtable(L);
  lua_replace(L, MADE);
  return l;
}

/* core.restore(crowd, count, crowd's text, events, texts of units, lists, held,
 * finders, fields, eyes) -> true | nil, key, number behind it, how it must be.
 * Tables are the caller's own; what they have is strings, or objects. */
static int restore(lua_State *L) {
  enum { MOST_TIMES = 8 };
  Crowd *c = tp_bind_object(L, CROWD, BIND_CROWD, name, "crowd");
  tp_bind_check_idle(L, c, BIND_CROWD, name);
  for (int times = 0; times < MOST_TIMES; times++) {
    Loading l = begin(L, c);
    const uint64_t additions = c->additions;
    const uint32_t units = c->units;
    const uint64_t restores = c->restores;
    if (!read_all(&l)) {
      lua_pushnil(L);
      lua_pushstring(L, l.key);
      lua_pushinteger(L, l.number);
      lua_pushstring(L, l.what);
      return 4;
    }
    get_all(&l);
    if (!stands(&l, additions, units, restores)) continue;
    apply(&l);
    lua_pushboolean(L, 1);
    return 1;
  }
  return tp_bind_error(L, "%s: the crowd was changed meanwhile", name);
}

static const luaL_Reg functions[] = {
    {"restore", restore},
    {NULL, NULL},
};

void tp_bind_open_restore(lua_State *L) {
  tp_bind_functions(L, BIND_CORE, functions);
}
