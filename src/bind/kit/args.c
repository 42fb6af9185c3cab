/* args.c - arguments that are numbers or words; names of options; and the
 * errors for wrong arguments.
 *
 * Invariant: an error names the caller's mistake, has the caller's line, and is
 * raised before any change.
 */
#include "args.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

const char *const tp_bind_nouns[BIND_KINDS + 1] = {
    [BIND_GRID] = "grid",     [BIND_PATHFINDER] = "pathfinder",
    [BIND_SEARCH] = "search", [BIND_FIELD] = "field",
    [BIND_REACH] = "reach",   [BIND_VIEW] = "view",
    [BIND_CROWD] = "crowd",   [BIND_UNIT] = "unit",
    [BIND_PATH] = "path",     [BIND_LAYER] = "layer",
};

/* Is the text, which may contain zero bytes, that word? */
static bool text_is(const char *text, size_t length, const char *word) {
  return *text == *word && length == strlen(word) &&
         memcmp(text, word, length) == 0;
}

static bool are_equal(const char *word, const char *other) {
  return text_is(word, strlen(word), other);
}

/* The noun of an object of the library, a userdata of the core or a table of
 * the Lua files; for other values the name of the type. */
static const char *noun_of(lua_State *L, int index) {
  static const char *const nouns[][2] = {
      {"tilepath.Path", "path"},       {"tilepath.Follower", "follower"},
      {"tilepath.Picture", "picture"}, {"tilepath.Queue", "queue"},
      {"tilepath.Ticket", "ticket"},   {NULL, NULL}};
  static const char another[] =
      "one of another copy of tilepath (it was loaded twice)";
  const int type = lua_type(L, index);
  const char *noun = lua_typename(L, type);
  if (!lua_getmetatable(L, index)) return noun;
  if (type == LUA_TTABLE) {
    lua_pushliteral(L, "__name");
    lua_rawget(L, -2);
    const char *name = lua_tostring(L, -1);
    for (int i = 0; name && nouns[i][0]; i++) {
      if (are_equal(name, nouns[i][0])) noun = nouns[i][1];
    }
    lua_pop(L, 1);
  }
  if (type == LUA_TUSERDATA) {
    lua_pushliteral(L, "__name");
    lua_rawget(L, -2);
    size_t length = 0;
    const char *name = lua_tolstring(L, -1, &length);
    const size_t prefix = sizeof "tilepath." - 1;
    if (length > prefix && text_is(name, prefix, "tilepath.")) noun = another;
    lua_pop(L, 1);
  }
  for (int kind = 1; type == LUA_TUSERDATA && kind <= BIND_KINDS; kind++) {
    if (bind_is_kind(L, (bind_Kind)kind)) noun = tp_bind_nouns[kind];
  }
  lua_pop(L, 1);
  return noun;
}

bool tp_bind_is_table_of(lua_State *L, int index, const char *noun) {
  return lua_istable(L, index) && are_equal(noun_of(L, index), noun);
}

/* A string that is pushed for the key could run the collector. */
bool tp_bind_is_callable(lua_State *L, int index) {
  if (lua_isfunction(L, index)) return true;
  if (!lua_istable(L, index)) return false;
  const int top = lua_gettop(L);
  bool is_callable = false;
  if (!lua_getmetatable(L, index)) return false;
  for (lua_pushnil(L); !is_callable && lua_next(L, top + 1);) {
    is_callable = lua_type(L, -2) == LUA_TSTRING && lua_isfunction(L, -1) &&
                  are_equal(lua_tostring(L, -2), "__call");
    lua_pop(L, 1);
  }
  lua_settop(L, top);
  return is_callable;
}

/* ---- errors ------------------------------------------------------------- */

/* Is the function in one of the library's own Lua files? Those files store the
 * beginning of their chunk names, with slashes, in the grid's metatable; of one
 * file that is its name, and tilepath_extras.lua stands beside it. Windows
 * writes the same folder with / or with \. */
static bool is_own(lua_State *L, const lua_Debug *at) {
  static const char extras[] = "_extras";
  const char *source = at->source;
  bind_push(L, BIND_GRID);
  lua_pushliteral(L, "__folder");
  lua_rawget(L, -2);
  const char *folder = lua_tostring(L, -1);
  bool is_one = folder != NULL;
  for (; is_one && *folder; folder++, source++) {
    if (*folder == '.' && strlen(source) >= sizeof extras - 1 &&
        memcmp(source, extras, sizeof extras - 1) == 0) {
      source += sizeof extras - 1;
    }
    is_one = (*source == '\\' ? '/' : *source) == *folder;
  }
  lua_pop(L, 2);
  return is_one;
}

int tp_bind_error(lua_State *L, const char *format, ...) {
  va_list arguments;
  lua_Debug at;
  bool has_place = false;
  luaL_checkstack(L, 4, NULL);
  /* Tail calls and C functions such as pcall have no line, and the library's
   * own lines do not help: the user's mistake is in the nearest other function.
   */
  for (int level = 1; !has_place && lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    has_place = at.currentline > 0 && !is_own(L, &at);
  }
  if (has_place) {
    lua_pushfstring(L, "%s:%d: ", at.short_src, at.currentline);
  } else {
    lua_pushliteral(L, "");
  }
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  lua_concat(L, 2);
  lua_error(L);
  for (;;) abort(); /* not reached; Lua's header does not say so */
}

/* Not Lua's own form: 5.3 writes 3.0, and the C libraries differ in how they
 * spell nan. */
const char *tp_bind_show_number(lua_State *L, double value) {
  char text[32];
  if (value != value) {
    lua_pushliteral(L, "nan");
  } else if (value - value != 0) {
    lua_pushstring(L, value > 0 ? "inf" : "-inf");
  } else {
    snprintf(text, sizeof text, "%.14g", value);
    lua_pushstring(L, text);
  }
  return lua_tostring(L, -1);
}

/* Quoted; cut after 40 bytes, control characters as \ddd. */
static const char *show_string(lua_State *L, int index) {
  enum { LONGEST = 40 };
  char text[4 * LONGEST + 1], *end = text;
  size_t length;
  const char *s = lua_tolstring(L, index, &length);
  for (size_t i = 0; i < length && i < LONGEST; i++) {
    unsigned char c = (unsigned char)s[i];
    bool control = c < ' ' || c == 127;
    end += snprintf(end, 5, control ? "\\%d" : "%c", c);
  }
  *end = 0;
  lua_pushfstring(L, length > LONGEST ? "'%s...'" : "'%s'", text);
  return lua_tostring(L, -1);
}
const char *tp_bind_show(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNUMBER: return tp_bind_show_number(L, lua_tonumber(L, index));
    case LUA_TSTRING: return show_string(L, index);
    case LUA_TNONE: lua_pushliteral(L, "nil"); break;
    case LUA_TBOOLEAN:
      lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
      break;
    default: lua_pushstring(L, noun_of(L, index));
  }
  return lua_tostring(L, -1);
}

/* Is it that letter, or with a number: y, y1, y2? */
static bool is_axis(const char *name, char axis) {
  if (*name++ != axis) return false;
  name += *name == '1' || *name == '2';
  return *name == 0;
}

/* Is it the name of the second of two coordinates: y, y1, wy2? */
static bool is_second(const char *name) {
  return is_axis(name + (*name == 'w'), 'y');
}

/* Is it the name of a cell's coordinate: x, y, x1, y2? */
static bool is_coordinate(const char *name) {
  return is_axis(name, 'x') || is_axis(name, 'y');
}

/* The hint behind the message of a common mistake; or "". */
static const char *hint_for(lua_State *L, int arg, const char *function,
                            const char *name, const char *what) {
  const int type = lua_type(L, arg);
  const bool is_absent = type <= LUA_TNIL;
  if (is_second(name) && !is_absent && !lua_isnumber(L, arg)) {
    return " (a call before another argument gives one value)";
  }
  if (are_equal(name, "goals[1]") && type == LUA_TNUMBER) {
    return " (a list of goals: { { 5, 5 } })";
  }
  const bool is_list = *what == '{' || are_equal(name, "avoid[1]");
  const size_t length = strlen(name);
  if (length > 3 && are_equal(name + length - 3, "[1]") && is_list &&
      type == LUA_TNUMBER) {
    return " (a list of lists: { { ... } })";
  }
  if (are_equal(function, "fence") && are_equal(name, "x2") && is_absent) {
    return " (a wall in a cell: grid:set(x, y, 'wall'))";
  }
  if ((are_equal(function, "go") || are_equal(function, "go_cell")) &&
      are_equal(name, "query") && type == LUA_TNUMBER) {
    return " (an area is a list: { { x, y, w, h } })";
  }
  if (are_equal(what, "a whole number") && is_coordinate(name) &&
      tp_bind_is_finite(L, arg) && fmod(lua_tonumber(L, arg), 1) != 0) {
    return " (a cell: grid:to_cell makes one of a place in the world)";
  }
  return "";
}

int tp_bind_wrong(lua_State *L, int arg, const char *function, const char *name,
                  const char *what) {
  const char *more = hint_for(L, arg, function, name, what);
  const char *got = tp_bind_show(L, arg);
  /* Raises at once; the loop is for compilers that do not know that the call
   * does not return. */
  for (;;) {
    tp_bind_error(L, "%s: %s must be %s, got %s%s", function, name, what, got,
                  more);
  }
}

int tp_bind_push_no(lua_State *L, const char *reason) {
  lua_pushnil(L);
  lua_pushstring(L, reason);
  return 2;
}

int tp_bind_push_yes(lua_State *L) {
  lua_pushboolean(L, 1);
  return 1;
}

int tp_bind_ensure_arg(lua_State *L, int arg) {
  if (arg < 0) return lua_gettop(L) + 1 + arg;
  if (lua_gettop(L) < arg) lua_settop(L, arg);
  return arg;
}

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

double tp_bind_integer(lua_State *L, int arg, const char *function,
                       const char *name, double min, double max) {
  double value = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : 0.5;
  if (!bind_is_whole_number(value) || value < min || value > max) {
    if (min <= -BIND_MAX_WHOLE && max >= BIND_MAX_WHOLE) {
      tp_bind_wrong(L, arg, function, name, "a whole number");
    }
    arg = tp_bind_ensure_arg(L, arg);
    const char *low = tp_bind_show_number(L, min);
    if (max >= BIND_MAX_WHOLE) {
      lua_pushfstring(L, "a whole number of at least %s", low);
    } else {
      const char *high = tp_bind_show_number(L, max);
      lua_pushfstring(L, "a whole number from %s to %s", low, high);
    }
    tp_bind_wrong(L, arg, function, name, lua_tostring(L, -1));
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
    if (text_is(text, length, words[i])) return i;
  }
  return -1;
}

/* ---- misspelt words ----------------------------------------------------- */

enum { LONGEST_WORD = 32 };

/* The edit distance of two words: the number of letters to insert, delete or
 * replace. Neither word is longer than LONGEST_WORD. Case does not count. */
static size_t count_slips(const char *word, const char *other) {
  const size_t length = strlen(other);
  size_t count[LONGEST_WORD + 1];
  for (size_t i = 0; i <= length; i++) count[i] = i;
  for (; *word; word++) {
    size_t before = count[0]++;
    for (size_t i = 1; i <= length; i++) {
      const bool is_equal =
          tolower((unsigned char)*word) == tolower((unsigned char)other[i - 1]);
      const size_t changed = before + !is_equal;
      before = count[i];
      count[i] = (count[i - 1] < before ? count[i - 1] : before) + 1;
      if (changed < count[i]) count[i] = changed;
    }
  }
  return count[length];
}

/* The smallest distance at which another word is no longer similar. */
static size_t too_many(const char *word) {
  const size_t most = strlen(word) / 3;
  return (most < 2 ? most : 2) + 1;
}

/* Is the distance between the words below *least? If so, *least becomes it. */
static bool is_nearer(const char *word, const char *other, size_t *least) {
  if (strlen(word) > LONGEST_WORD || strlen(other) > LONGEST_WORD) return false;
  const size_t count = count_slips(word, other);
  if (count >= *least) return false;
  *least = count;
  return true;
}

/* word, list of words -> the most similar word of the list, or nil */
int tp_bind_meant(lua_State *L) {
  const char *word = lua_tostring(L, 1);
  size_t least = too_many(word);
  lua_settop(L, 2);
  lua_pushnil(L);
  for (int i = 1;; i++) {
    lua_rawgeti(L, 2, i);
    if (lua_isnil(L, -1)) break;
    if (is_nearer(word, lua_tostring(L, -1), &least)) {
      lua_pushvalue(L, -1);
      lua_replace(L, 3);
    }
    lua_pop(L, 1);
  }
  lua_settop(L, 3);
  return 1;
}

/* ---- names of options --------------------------------------------------- */

/* Is the key on the top to be reported before the key below it? Numbers come
 * before strings, each kind in order, then false, as in the Lua files. */
static bool comes_first(lua_State *L) {
  int type = lua_type(L, -1), other = lua_type(L, -2);
  if (type == LUA_TNUMBER && other == LUA_TNUMBER) {
    return lua_tonumber(L, -1) < lua_tonumber(L, -2);
  }
  if (type == LUA_TSTRING && other == LUA_TSTRING) {
    size_t length, other_length;
    const char *text = lua_tolstring(L, -1, &length);
    const char *other_text = lua_tolstring(L, -2, &other_length);
    size_t common = length < other_length ? length : other_length;
    int order = memcmp(text, other_text, common);
    return order < 0 || (order == 0 && length < other_length);
  }
  if (other == LUA_TNUMBER || type == LUA_TNUMBER) return type == LUA_TNUMBER;
  if (other == LUA_TSTRING || type == LUA_TSTRING) return type == LUA_TSTRING;
  return type == LUA_TBOOLEAN && !lua_toboolean(L, -1);
}

void tp_bind_note_key(lua_State *L, int first) {
  const int key = lua_gettop(L) - 1;
  lua_pushvalue(L, first);
  lua_pushvalue(L, key);
  if (lua_isnil(L, first) || comes_first(L)) lua_replace(L, first);
  lua_settop(L, key + 1);
}

static bool is_less(const char *word, const char *other) {
  const size_t length = strlen(word), other_length = strlen(other);
  const size_t common = length < other_length ? length : other_length;
  return memcmp(word, other, common + 1) < 0;
}

/* The words, in order. */
static const char *list_words(lua_State *L, const char *const words[]) {
  const char *last = "", *next;
  lua_pushliteral(L, "");
  do {
    next = NULL;
    for (int i = 0; words[i]; i++) {
      if (is_less(last, words[i]) && (!next || is_less(words[i], next))) {
        next = words[i];
      }
    }
    if (next) lua_pushfstring(L, "%s%s", *last ? ", " : "", next);
    if (next) lua_concat(L, 2);
    last = next;
  } while (next);
  return lua_tostring(L, -1);
}

void tp_bind_unknown(lua_State *L, int key, const char *function,
                     const char *const names[]) {
  const char *shown = tp_bind_show(L, key);
  const bool is_word = lua_type(L, key) == LUA_TSTRING;
  const char *word = is_word ? lua_tostring(L, key) : "", *meant = NULL;
  size_t least = too_many(word);
  for (int i = 0; is_word && names[i]; i++) {
    if (is_nearer(word, names[i], &least)) meant = names[i];
  }
  if (meant) {
    tp_bind_error(L, "%s: unknown option %s (did you mean '%s'?)", function,
                  shown, meant);
  }
  tp_bind_error(L, "%s: unknown option %s (options: %s)", function, shown,
                list_words(L, names));
}
