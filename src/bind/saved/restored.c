/* restored.c - reads a crowd's state for crowd:restore, and checks it.
 *
 * Each record is checked alone, then against the others. The crowd's current
 * units are looked up, and do not change.
 *
 * Cost: O(units, and numbers of their orders).
 */
#include "state.h"

#include <math.h>
#include <string.h>

/* Refuses object i, from 0, of a table that the game gave. */
static bool refuse(Loading *l, const char *table, uint32_t i,
                   const char *what) {
  l->refusal = table;
  l->number = (int)i + 1;
  l->what = what;
  return false;
}

/* ---- reading ------------------------------------------------------------- */

/* A text of a unit, which the table keeps alive; "" if there is none. */
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
  if (!tp_state_read_crowd(text, length, &l->s)) return false;
  if (tp_rect_same(l->s.map, bind_map(l->grid))) return true;
  l->refusal = "size";
  return false;
}

static bool is_inside(const Loading *l, uint32_t place) {
  return place < tp_grid_cells(l->grid);
}

static bool is_known(const Loading *l, uint32_t place) {
  return place == STATE_NOWHERE || is_inside(l, place);
}

static bool lies_inside(const Loading *l, tp_Rect r) {
  const tp_Rect map = {0, 0, l->grid->width, l->grid->height};
  return tp_rect_same(tp_rect_clip(r, map), r);
}

/* Is the coordinate in the cell, or on its border? */
static bool is_cell_of(double place, int32_t cell) {
  const double rounding = 1e-4;
  double border = floor(place + 0.5);
  bool is_on_border = fabs(place - border) <= rounding;
  return cell == tp_bind_tame_cell(floor(place), 0).x ||
         (is_on_border && (cell == border || cell == border - 1));
}

/* Is the position that it was put to in its cell, or, during a step, in the
 * cell where the step began? */
static bool is_placed(const Loading *l, const Restored *r) {
  const UnitState *s = &r->s;
  if (!s->is_off) return true;
  tp_Cell at = s->from == STATE_NOWHERE ? r->at : state_cell(l->grid, s->from);
  const tp_Place place = tp_finder_place(r->finder, s->x, s->y);
  return is_cell_of(place.x, at.x) && is_cell_of(place.y, at.y);
}

/* Is its step valid: a started step to a neighbour, or a link? */
static bool is_step(const Loading *l, const Restored *r) {
  const UnitState *s = &r->s;
  if (s->from == STATE_NOWHERE) return true;
  tp_Cell from = state_cell(l->grid, s->from);
  tp_Rect before = restored_cells(r, from);
  if (tp_same_cell(from, r->at) || !lies_inside(l, before)) return false;
  if (s->lasts == 0) return true; /* a link */
  return tp_steps_apart(l->grid->stagger, from, r->at) == 1 &&
         s->end <= s->lasts;
}

/* Is its order consistent? */
static bool is_order(const UnitState *s) {
  bool has_goal = s->goal != STATE_NOWHERE;
  bool is_patrol = s->errand == ERRAND_PATROL;
  if (s->flags & ~STATE_FLAGS) return false;
  if ((s->errand == ERRAND_NONE) != (s->state == TP_IDLE)) return false;
  if (s->state == TP_WAITING) return false;
  if (s->state == TP_SETTLED && s->settle == 0) return false;
  if (s->state == TP_ARRIVED && s->errand == ERRAND_PATH &&
      !(s->flags & TP_MOVER_AWAY) && s->cell != s->goal) {
    return false;
  }
  if ((s->errand == ERRAND_KEEP) != (s->target > 0)) return false;
  if ((s->kind == TP_GOAL_RANGE) != (s->within >= 0)) return false;
  if (s->errand == ERRAND_FIELD) return !has_goal;
  return has_goal || (is_patrol && s->state == TP_GOING);
}

static bool is_heading(const Loading *l, uint8_t heading) {
  const bool is_hexagonal = tp_is_hexagonal(l->grid->stagger);
  return heading == TP_DIRECTIONS || !is_hexagonal ||
         heading < TP_SIDES_OF_HEXAGON;
}

static bool is_unit(const Loading *l, Restored *r) {
  const UnitState *s = &r->s;
  if (!is_heading(l, s->heading)) return false;
  if (!is_inside(l, s->cell) || !is_known(l, s->from) ||
      !is_known(l, s->goal)) {
    return false;
  }
  r->at = state_cell(l->grid, s->cell);
  if (!lies_inside(l, restored_cells(r, r->at)) || !is_placed(l, r)) {
    return false;
  }
  return !s->moves || (is_step(l, r) && is_order(s));
}

/* Finds the crowd's unit with that arrival, if there is one. Both lists are
 * sorted by arrival. */
static void take_unit(Loading *l, Restored *r, uint32_t i) {
  while (l->next && l->next->arrival < r->s.arrival) l->next = l->next->after;
  bool is_there = l->next && l->next->arrival == r->s.arrival;
  r->is_new = !is_there;
  r->unit = NULL;
  if (!is_there) return;
  r->unit = l->next;
  tp_crowd_push_unit(l->L, RESTORE_CROWD, r->unit->id);
  lua_rawseti(l->L, UNITS, (int)i + 1);
}

/* Its pathfinder: a given one, or its own. */
static bool take_finder(Loading *l, Restored *r, uint32_t i) {
  lua_State *L = l->L;
  lua_rawgeti(L, GIVEN_FINDERS, (int)i + 1);
  r->finder = tp_bind_test(L, -1, BIND_PATHFINDER);
  lua_pop(L, 1);
  r->is_given = r->finder != NULL;
  if (!r->finder && r->unit) r->finder = r->unit->finder;
  if (!r->finder)
    return refuse(l, "finders", i, "a pathfinder (give { finders = })");
  lua_rawgeti(L, r->is_given ? GIVEN_FINDERS : UNITS, (int)i + 1);
  if (!r->is_given) tp_bind_push_kept(L, TOP + 1, UNIT_FINDER);
  lua_rawseti(L, UNITS_FINDERS, (int)i + 1);
  lua_settop(L, TOP);
  const tp_Profile *p = &r->finder->navmap.profile;
  if (p->heuristic == TP_HEURISTIC_USER) {
    return refuse(l, "finders", i,
                  "a pathfinder without a function as heuristic");
  }
  if (p->wide == r->s.wide && p->high == r->s.high) return true;
  return refuse(l, "finders", i, "a pathfinder of the unit's size");
}

static bool take_field(Loading *l, Restored *r, uint32_t i) {
  lua_State *L = l->L;
  if (!r->s.moves || r->s.errand != ERRAND_FIELD) return true;
  lua_rawgeti(L, GIVEN_FIELDS, (int)i + 1);
  r->field = tp_bind_test(L, -1, BIND_FIELD);
  lua_pop(L, 1);
  if (!r->field)
    return refuse(l, "fields", i, "the field that the unit follows");
  tp_field_look(r->field); /* its grid may have been resized */
  const tp_Profile *p = &r->field->finder->navmap.profile;
  bool fits = p->wide == r->s.wide && p->high == r->s.high &&
              r->field->finder->grid == l->grid && field_is_done(r->field);
  return fits || refuse(l, "fields", i,
                        "a field on the crowd's grid, for units of this size");
}

/* Another unit of the state, or a given target. These are numbered as units
 * name them. */
static bool take_target(Loading *l, const Restored *r, uint32_t i) {
  lua_State *L = l->L;
  const uint32_t target = r->s.target;
  if (!r->s.moves || target == 0) return true;
  const uint32_t next = l->count + l->others + 1;
  if (target > next || target == i + 1) return false;
  if (target <= l->count) return true;
  l->others += target == next;
  lua_rawgeti(L, GIVEN_TARGETS, (int)(target - l->count));
  const bool is_given = lua_istable(L, -1) || lua_type(L, -1) == LUA_TUSERDATA;
  lua_pop(L, 1);
  return is_given || refuse(l, "targets", target - l->count - 1,
                            "a table or a userdata with x and y (give "
                            "{ targets = })");
}

/* The number of numbers, separated by single spaces; -1 if the text is anything
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

static bool is_place(const Loading *l, double value) {
  return value >= 0 && floor(value) == value &&
         value < (double)tp_grid_cells(l->grid);
}

/* Are the numbers cells of a path to its goal? Each is followed by 1 if a link
 * leads there; or by 0 after a straight run, which is as long as it can be. */
static bool are_turns(const Loading *l, const Restored *r) {
  const char *text = r->list;
  uint32_t at = r->s.goal;
  int before = -1;
  for (uint32_t i = 0; i < r->numbers; i += 2) {
    const double place = restored_next(&text), mark = restored_next(&text);
    const bool by_link = mark == 1;
    if (!is_place(l, place) || (mark != 0 && !by_link)) return false;
    if (i == 0 && by_link) return false;
    const tp_Cell from = state_cell(l->grid, at);
    at = (uint32_t)place;
    int run = i == 0 || by_link ? -1 : state_run(from, state_cell(l->grid, at));
    if (i > 0 && !by_link && (run < 0 || run == before)) return false;
    before = run;
  }
  return at == r->s.goal;
}

/* Are the numbers valid? They are goals, as a query takes them; or cells. */
static bool are_numbers(const Loading *l, const Restored *r) {
  const char *text = r->list;
  if (r->s.errand == ERRAND_PATH) return are_turns(l, r);
  for (uint32_t i = 0; i < r->numbers; i++) {
    double value = restored_next(&text);
    const bool is_goal = r->s.errand == ERRAND_GOAL;
    if (!is_goal && !is_place(l, value)) return false;
    if (is_goal && i % GOAL_NUMBERS >= 2 && value < 0) return false;
  }
  return true;
}

/* Does the order's list have a valid number of numbers? */
static bool fits_order(const UnitState *s, uint32_t count) {
  if (!s->moves) return count == 0;
  switch (s->errand) {
    case ERRAND_PATROL: return count > s->next;
    case ERRAND_PATH: return count % 2 == 0;
    default: break;
  }
  if (s->asks != STATE_LIST) return count == 0;
  return count > 0 && count % GOAL_NUMBERS == 0 &&
         s->chosen <= count / GOAL_NUMBERS;
}

static bool read_list(Loading *l, Restored *r, uint32_t i) {
  size_t length;
  r->list = text_of(l, LIST_TEXTS, i, &length);
  int64_t count = strlen(r->list) == length ? count_numbers(r->list) : -1;
  r->numbers = (uint32_t)count;
  return count >= 0 && count <= INT32_MAX &&
         fits_order(&r->s, (uint32_t)count) && are_numbers(l, r);
}

static bool read_unit(Loading *l, uint32_t i) {
  Restored *r = &l->one[i];
  size_t length;
  const char *text = text_of(l, UNIT_TEXTS, i, &length);
  r->s.moves = l->s.moves;
  if (!tp_state_read_unit(text, length, &r->s)) return false;
  uint64_t before = i > 0 ? l->one[i - 1].s.arrival : 0;
  if (r->s.arrival <= before || r->s.arrival > l->s.additions) return false;
  if (r->s.bumped > l->count) return false;
  take_unit(l, r, i);
  if (!take_finder(l, r, i) || !is_unit(l, r)) return false;
  l->sides += tp_mover_sides(r->s.wide, r->s.high);
  return take_field(l, r, i) && take_target(l, r, i) && read_list(l, r, i);
}

/* ---- checking ------------------------------------------------------------ */

/* Takes the rectangle's cells; false if one is already taken. */
static bool take_cells(Loading *l, tp_Rect r) {
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    for (int32_t x = r.x; x < r.x + r.w; x++) {
      size_t i = tp_grid_index(l->grid, x, y);
      uint64_t bit = UINT64_C(1) << (i & 63);
      if (l->taken[i >> 6] & bit) return false;
      l->taken[i >> 6] |= bit;
    }
  }
  return true;
}

/* Takes the cells where its link begins, except those also at its end. */
static bool take_left(Loading *l, const Restored *r) {
  const tp_Rect at = restored_cells(r, r->at);
  const tp_Rect from = restored_cells(r, state_cell(l->grid, r->s.from));
  for (int32_t y = from.y; y < from.y + from.h; y++) {
    for (int32_t x = from.x; x < from.x + from.w; x++) {
      if (tp_rect_has(at, x, y)) continue;
      if (!take_cells(l, (tp_Rect){x, y, 1, 1})) return false;
    }
  }
  return true;
}

static bool are_apart(Loading *l) {
  for (uint32_t i = 0; i < l->count; i++) {
    const Restored *r = &l->one[i];
    if (!take_cells(l, restored_cells(r, r->at))) return false;
  }
  for (uint32_t i = 0; i < l->count; i++) {
    const Restored *r = &l->one[i];
    bool is_link = r->s.moves && r->s.from != STATE_NOWHERE && !r->s.lasts;
    if (is_link && !take_left(l, r)) return false;
  }
  return true;
}

/* Reads the whole state. Makes no memory. */
bool tp_restored_read(Loading *l) {
  l->next = l->crowd->first;
  l->sides = l->others = 0;
  l->refusal = "damaged";
  if (!read_crowd(l)) return false;
  for (uint32_t i = 0; i < l->count; i++) {
    if (!read_unit(l, i)) return false;
  }
  memset(l->taken, 0, restored_taken_bytes(l->grid));
  return are_apart(l);
}
