/* options.c - see options.h. Time: the options times the rows. A row whose name
 * begins with another letter is passed over. */
#include "options.h"

#include <math.h>
#include <string.h>

/* ---- kinds -------------------------------------------------------------- */

static bool read_flag(lua_State *L, const bind_Option *row, void *member) {
  (void)row;
  if (lua_type(L, -1) != LUA_TBOOLEAN) return false;
  *(bool *)member = lua_toboolean(L, -1);
  return true;
}

static void push_flag(lua_State *L, const bind_Option *row,
                      const void *member) {
  (void)row;
  lua_pushboolean(L, *(const bool *)member);
}

static bool is_in_bounds(const bind_Option *row, double value) {
  return value >= row->low && value <= row->high; /* NAN is not */
}

static bool read_whole(lua_State *L, const bind_Option *row, void *member) {
  if (!tp_bind_is_whole(L, -1)) return false;
  const double value = lua_tonumber(L, -1);
  if (!is_in_bounds(row, value)) return false;
  if (row->size == sizeof(uint64_t)) *(uint64_t *)member = (uint64_t)value;
  if (row->size == sizeof(int32_t)) *(int32_t *)member = (int32_t)value;
  if (row->size == sizeof(uint16_t)) *(uint16_t *)member = (uint16_t)value;
  return true;
}

static bool read_number(lua_State *L, const bind_Option *row, void *member) {
  if (lua_type(L, -1) != LUA_TNUMBER) return false;
  const double value = lua_tonumber(L, -1);
  if (!is_in_bounds(row, value)) return false;
  if (row->size > 0) *(double *)member = value;
  return true;
}

/* A number outside the bounds stands for no default. */
static bool is_default(const bind_Option *row, double value) {
  return row->size > 0 && is_in_bounds(row, value) && !isinf(value);
}

static void push_whole(lua_State *L, const bind_Option *row,
                       const void *member) {
  double value = 0;
  if (row->size == sizeof(uint64_t)) value = (double)*(const uint64_t *)member;
  if (row->size == sizeof(int32_t)) value = *(const int32_t *)member;
  if (row->size == sizeof(uint16_t)) value = *(const uint16_t *)member;
  if (is_default(row, value)) {
    compat_push_whole(L, value);
  } else {
    lua_pushnil(L);
  }
}

static void push_number(lua_State *L, const bind_Option *row,
                        const void *member) {
  if (row->size > 0 && is_default(row, *(const double *)member)) {
    lua_pushnumber(L, (lua_Number) * (const double *)member);
  } else {
    lua_pushnil(L);
  }
}

static bool read_function(lua_State *L, const bind_Option *row, void *member) {
  (void)row;
  (void)member;
  return tp_bind_is_callable(L, -1);
}

static bool read_name(lua_State *L, const bind_Option *row, void *member) {
  size_t length;
  (void)row;
  (void)member;
  if (lua_type(L, -1) != LUA_TSTRING) return false;
  const char *name = lua_tolstring(L, -1, &length);
  return length > 0 && length < TP_NAME_SIZE && strlen(name) == length;
}

const bind_OptionKind tp_option_flag = {.name = "flag",
                                        .what = "true or false",
                                        .read = read_flag,
                                        .push = push_flag},
                      tp_option_whole = {.name = "whole",
                                         .read = read_whole,
                                         .push = push_whole},
                      tp_option_number = {.name = "number",
                                          .read = read_number,
                                          .push = push_number},
                      tp_option_function = {.name = "function",
                                            .what = "a function",
                                            .read = read_function,
                                            .keeps = true},
                      tp_option_table = {.name = "table",
                                         .what = "a table",
                                         .type = LUA_TTABLE,
                                         .keeps = true},
                      tp_option_name = {
                          .name = "string",
                          .what = "a string of 1 to 31 bytes, none zero",
                          .read = read_name,
                          .keeps = true};

/* ---- bounds in words ---------------------------------------------------- */

/* Is the bound none? */
static bool is_open(double bound) { return fabs(bound) >= BIND_ANY; }

static bool is_above_0(double low) { return low > 0 && low <= BIND_ABOVE_0; }

/* Pushes a bound: 0, 32767, 1/1024. */
static const char *show_bound(lua_State *L, double bound) {
  if (bound > 0 && bound < 1) {
    lua_pushfstring(L, "1/%d", (int)(1 / bound));
    return lua_tostring(L, -1);
  }
  return tp_bind_show_number(L, bound);
}

/* Pushes what a value of the option must be. */
static const char *show_what(lua_State *L, const bind_Option *row) {
  const char *noun = row->kind == &tp_option_whole ? "a whole number"
                     : row->high == BIND_FINITE    ? "a finite number"
                                                   : "a number";
  if (row->kind->what || is_open(row->low)) {
    lua_pushstring(L, row->kind->what ? row->kind->what : noun);
    return lua_tostring(L, -1);
  }
  const char *low = is_above_0(row->low) ? "" : show_bound(L, row->low);
  if (is_above_0(row->low)) {
    lua_pushfstring(L, "%s above 0", noun);
  } else if (is_open(row->high)) {
    lua_pushfstring(L, "%s of at least %s", noun, low);
  } else {
    lua_pushfstring(L, "%s from %s to %s", noun, low, show_bound(L, row->high));
  }
  return lua_tostring(L, -1);
}

/* ---- reading ------------------------------------------------------------ */

/* The row of the key at index among those of the calls; NULL: none. */
static const bind_Option *row_of(lua_State *L, int index,
                                 const bind_OptionCall *call, unsigned calls) {
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING) return NULL;
  const char *key = lua_tolstring(L, index, &length);
  for (int i = 0; i < call->count; i++) {
    const bind_Option *row = &call->rows[i];
    if (row->name[0] != key[0] || !(row->calls & calls)) continue;
    /* Lua's strings may hold zero bytes. */
    if (strlen(row->name) == length && memcmp(row->name, key, length) == 0) {
      return row;
    }
  }
  return NULL;
}

static void *member_of(void *record, const bind_Option *row) {
  return (char *)record + row->member;
}

static bool read_value(lua_State *L, const bind_Option *row, void *record) {
  const bind_OptionKind *kind = row->kind;
  if (!kind->read) return lua_type(L, -1) == kind->type;
  return kind->read(L, row, member_of(record, row));
}

/* Raises about the option at index, which the call does not take. */
TP_NORETURN static void refuse_name(lua_State *L, int index,
                                    const char *function,
                                    const bind_OptionCall *call) {
  enum { MOST = 32 };
  const char *names[MOST];
  int n = 0;
  const bind_Option *other = row_of(L, index, call, call->of_followers);
  if (other) {
    tp_bind_error(L, "%s: a unit does not take '%s' (a follower does)",
                  function, other->name);
  }
  for (int i = 0; i < call->count && n < MOST - 1; i++) {
    const bind_Option *row = &call->rows[i];
    if (row->calls & call->takes) names[n++] = row->name;
  }
  names[n] = NULL;
  tp_bind_unknown(L, index, function, names);
}

/* Raises about the value at index. */
TP_NORETURN static void refuse_value(lua_State *L, int index,
                                     const char *function,
                                     const bind_Option *row, void *record) {
  if (row->kind->refuse) {
    row->kind->refuse(L, index, function, row, member_of(record, row));
  }
  tp_bind_wrong(L, index, function, row->name, show_what(L, row));
}

/* Raises about the first mistake of the table. Until it is found nothing is
 * pushed that could run the collector, because a finalizer might change the
 * table. */
TP_NORETURN static void refuse(lua_State *L, int arg, const char *function,
                               const bind_OptionCall *call, void *record) {
  lua_pushnil(L);
  const int key = lua_gettop(L), value = key + 1;
  for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
    const bind_Option *row = row_of(L, -2, call, call->takes);
    if (!row || !read_value(L, row, record)) tp_bind_note_key(L, key);
  }
  if (lua_isnil(L, key)) {
    tp_bind_error(L, "%s: %s was changed meanwhile", function, call->argument);
  }
  const bind_Option *row = row_of(L, key, call, call->takes);
  if (!row) refuse_name(L, key, function, call);
  lua_pushvalue(L, key);
  lua_rawget(L, arg);
  refuse_value(L, value, function, row, record);
}

void tp_options_read(lua_State *L, int arg, const char *function,
                     const bind_OptionCall *call, void *record) {
  if (lua_isnoneornil(L, arg)) return;
  if (!tp_bind_is_table_of(L, arg, "table")) {
    tp_bind_wrong(L, arg, function, call->argument, "a table");
  }
  luaL_checkstack(L, 24, NULL);
  for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
    const bind_Option *row = row_of(L, -2, call, call->takes);
    if (!row || !read_value(L, row, record)) {
      refuse(L, arg, function, call, record);
    }
    if (!row->kind->keeps || row->size == 0) continue;
    lua_pushvalue(L, -1);
    lua_insert(L, -3); /* below the key */
    *(int *)member_of(record, row) = lua_gettop(L) - 2;
  }
}

void tp_options_take(lua_State *L, int index, const char *function,
                     const bind_Option *row, void *record) {
  lua_pushvalue(L, index);
  if (!read_value(L, row, record)) {
    refuse_value(L, index, function, row, record);
  }
  lua_pop(L, 1);
}

void tp_options_push(lua_State *L, const bind_Option *row, const void *record) {
  row->kind->push(L, row, (const char *)record + row->member);
}

/* ---- core.options ------------------------------------------------------- */

/* Sets the field of the table at index to the value on the top. */
static void set_field(lua_State *L, int table, const char *name) {
  lua_setfield(L, table, name);
  lua_settop(L, table);
}

static void set_bound(lua_State *L, int table, const char *name, double bound) {
  if (is_open(bound) || is_above_0(bound)) return;
  lua_pushnumber(L, (lua_Number)bound);
  set_field(L, table, name);
}

/* Pushes a table that describes the option. */
static void push_row(lua_State *L, const bind_Option *row, const void *record) {
  const bind_OptionKind *kind = row->kind;
  lua_newtable(L);
  const int table = lua_gettop(L);
  lua_pushstring(L, kind->name);
  set_field(L, table, "kind");
  show_what(L, row);
  set_field(L, table, "what");
  if (row->low < row->high) {
    set_bound(L, table, "low", row->low);
    set_bound(L, table, "high", row->high);
  }
  if (kind->push) {
    tp_options_push(L, row, record);
    set_field(L, table, "default");
  }
}

void tp_options_list(lua_State *L, const bind_OptionCall *call,
                     const void *record) {
  luaL_checkstack(L, 16, NULL);
  lua_newtable(L);
  for (int i = 0; i < call->count; i++) {
    const bind_Option *row = &call->rows[i];
    if (!(row->calls & call->takes)) continue;
    push_row(L, row, record);
    lua_setfield(L, -2, row->name);
  }
  lua_setfield(L, -2, call->name);
}
