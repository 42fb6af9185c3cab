/* args.c - arguments that are numbers, words, or tables of options. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "bind.h"

/* ---- numbers ------------------------------------------------------------ */

bool tp_bind_is_whole(lua_State *L, int index) {
  return lua_type(L, index) == LUA_TNUMBER &&
         bind_is_whole_number(lua_tonumber(L, index));
}

bool tp_bind_is_finite(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  double value = lua_tonumber(L, index);
  return value - value == 0;
}

TP_NORETURN static void wrong_integer(lua_State *L, int arg,
                                      const char *function, const char *name,
                                      double min, double max) {
  if (min <= -BIND_MAX_WHOLE && max >= BIND_MAX_WHOLE) {
    tp_bind_wrong(L, arg, function, name, "a whole number");
  }
  arg = tp_bind_settle(L, arg);
  const char *low = tp_bind_show_number(L, min);
  if (max >= BIND_MAX_WHOLE) {
    lua_pushfstring(L, "a whole number of at least %s", low);
  } else {
    const char *high = tp_bind_show_number(L, max);
    lua_pushfstring(L, "a whole number from %s to %s", low, high);
  }
  tp_bind_wrong(L, arg, function, name, lua_tostring(L, -1));
}

double tp_bind_integer(lua_State *L, int arg, const char *function,
                       const char *name, double min, double max) {
  double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : 0.5;
  if (!bind_is_whole_number(value) || value < min || value > max) {
    wrong_integer(L, arg, function, name, min, max);
  }
  return value;
}

double tp_bind_number(lua_State *L, int arg, const char *function,
                      const char *name) {
  double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : NAN;
  if (value - value != 0) {
    tp_bind_wrong(L, arg, function, name, "a finite number");
  }
  return value;
}

double tp_bind_cost(lua_State *L, int arg, const char *function,
                    const char *name) {
  double cost = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : -1;
  if (!(cost >= 0)) {
    tp_bind_wrong(L, arg, function, name, "a number of at least 0");
  }
  return cost;
}

/* ---- words -------------------------------------------------------------- */

bool tp_bind_boolean(lua_State *L, int arg, const char *function,
                     const char *name) {
  if (lua_type(L, arg) != LUA_TBOOLEAN) {
    tp_bind_wrong(L, arg, function, name, "true or false");
  }
  return lua_toboolean(L, arg);
}

bool tp_bind_flag(lua_State *L, int arg, const char *function,
                  const char *name) {
  bool flag = false;
  if (!lua_istable(L, arg)) return false;
  lua_getfield(L, arg, name);
  if (!lua_isnil(L, -1)) flag = tp_bind_boolean(L, -1, function, name);
  lua_pop(L, 1);
  return flag;
}

const char *tp_bind_string(lua_State *L, int arg, const char *function,
                           const char *name, size_t *length) {
  if (lua_type(L, arg) != LUA_TSTRING) {
    tp_bind_wrong(L, arg, function, name, "a string");
  }
  return lua_tolstring(L, arg, length);
}

int tp_bind_word(lua_State *L, int index, const char *const words[]) {
  size_t length;
  if (lua_type(L, index) != LUA_TSTRING) return -1;
  const char *text = lua_tolstring(L, index, &length);
  for (int i = 0; words[i]; i++) {
    bool is_same = words[i][0] == text[0] && strlen(words[i]) == length &&
                   memcmp(words[i], text, length) == 0;
    if (is_same) return i;
  }
  return -1;
}

const char *const tp_bind_diagonal_names[TP_NEVER + 2] = {
    [TP_ONLY_IF_NO_OBSTACLES] = "only_if_no_obstacles",
    [TP_AT_LEAST_ONE_WALKABLE] = "at_least_one_walkable",
    [TP_ALWAYS] = "always",
    [TP_NEVER] = "never",
    NULL,
};

tp_Diagonal tp_bind_diagonal(lua_State *L, int arg, const char *function,
                             const char *name) {
  if (lua_isnoneornil(L, arg)) return TP_ONLY_IF_NO_OBSTACLES;
  if (lua_type(L, arg) == LUA_TBOOLEAN) {
    return lua_toboolean(L, arg) ? TP_ONLY_IF_NO_OBSTACLES : TP_NEVER;
  }
  int rule = tp_bind_word(L, arg, tp_bind_diagonal_names);
  if (rule < 0) {
    tp_bind_wrong(L, arg, function, name,
                  "'only_if_no_obstacles', 'at_least_one_walkable', 'always', "
                  "'never', true or false");
  }
  return (tp_Diagonal)rule;
}

/* ---- slips of the pen --------------------------------------------------- */

enum { LONGEST_WORD = 32 };

/* How many letters of a word are missing, too many or others than in another
 * one, neither of which is longer than that. Case does not count. */
static size_t slips(const char *word, const char *other) {
  const size_t length = strlen(other);
  size_t count[LONGEST_WORD + 1];
  for (size_t i = 0; i <= length; i++) count[i] = i;
  for (; *word; word++) {
    size_t before = count[0]++;
    for (size_t i = 1; i <= length; i++) {
      const bool is_same =
          tolower((unsigned char)*word) == tolower((unsigned char)other[i - 1]);
      const size_t changed = before + !is_same;
      before = count[i];
      count[i] = (count[i - 1] < before ? count[i - 1] : before) + 1;
      if (changed < count[i]) count[i] = changed;
    }
  }
  return count[length];
}

/* Few enough for the other word to be meant. */
static bool is_meant(const char *word, const char *other) {
  const size_t most = strlen(word) / 3;
  if (strlen(word) > LONGEST_WORD || strlen(other) > LONGEST_WORD) return false;
  return slips(word, other) <= (most < 2 ? most : 2);
}

/* word, list of words -> the first of them that may be meant, or nil */
int tp_bind_meant(lua_State *L) {
  const char *word = lua_tostring(L, 1);
  for (int i = 1;; i++) {
    lua_rawgeti(L, 2, i);
    if (lua_isnil(L, -1) || is_meant(word, lua_tostring(L, -1))) return 1;
    lua_pop(L, 1);
  }
}

/* ---- tables of options -------------------------------------------------- */

/* Is the string on the top before the one below it, byte by byte? */
static bool is_before(lua_State *L) {
  size_t length, other_length;
  const char *text = lua_tolstring(L, -1, &length);
  const char *other = lua_tolstring(L, -2, &other_length);
  size_t common = length < other_length ? length : other_length;
  int order = memcmp(text, other, common);
  return order < 0 || (order == 0 && length < other_length);
}

/* Is the key on the top to be told of rather than the one below it? Numbers
 * before strings, each kind in order, as the Lua files have it. */
static bool comes_first(lua_State *L) {
  int type = lua_type(L, -1), other = lua_type(L, -2);
  if (type == LUA_TNUMBER && other == LUA_TNUMBER) {
    return lua_tonumber(L, -1) < lua_tonumber(L, -2);
  }
  if (type == LUA_TSTRING && other == LUA_TSTRING) {
    return is_before(L);
  }
  return type == LUA_TNUMBER || (type == LUA_TSTRING && other != LUA_TNUMBER);
}

static void refuse_option(lua_State *L, int option, const char *function,
                          const char *const names[]) {
  const char *shown = tp_bind_show(L, option);
  const bool is_word = lua_type(L, option) == LUA_TSTRING;
  for (int i = 0; is_word && names[i]; i++) {
    if (!is_meant(lua_tostring(L, option), names[i])) continue;
    tp_bind_error(L, "%s: unknown option %s (did you mean '%s'?)", function,
                  shown, names[i]);
  }
  tp_bind_error(L, "%s: unknown option %s", function, shown);
}

bool tp_bind_options(lua_State *L, int arg, const char *function,
                     const char *name, const char *const names[]) {
  if (lua_isnoneornil(L, arg)) return false;
  if (!lua_istable(L, arg)) tp_bind_wrong(L, arg, function, name, "a table");
  lua_pushnil(L);
  int unknown = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1)) {
    if (tp_bind_word(L, -2, names) >= 0) continue;
    lua_pushvalue(L, unknown);
    lua_pushvalue(L, -3);
    if (lua_isnil(L, unknown) || comes_first(L)) lua_replace(L, unknown);
    lua_settop(L, unknown + 2);
  }
  if (!lua_isnil(L, unknown)) refuse_option(L, unknown, function, names);
  lua_settop(L, unknown - 1);
  return true;
}
