/* listargs.c - lists in arguments: see listargs.h.
 *
 * To read a list runs no user code, but to make room for it may. Then another
 * call may read its own list into the same block, and the user may change this
 * list. So after room was made, a list is read again from its beginning.
 */
#include "listargs.h"

#include <math.h>
#include <string.h>

/* ---- lists -------------------------------------------------------------- */

/* The numbers of an item by their places; a cost is always a field. */
enum { W = 3, H = 4, NUMBERS_BY_PLACE = 4, COST = 5, BESIDE = 6 };

/* The constant with the name of number `k`. */
static int field_of(int k) { return k == COST ? BIND_COST : BIND_X + k - 1; }

/* Pushes the name of item `i` (0: the whole list). Names are made only for
 * messages, because they are garbage. */
static const char *push_name(lua_State *L, const bind_List *list, int i) {
  lua_pushstring(L, list->name);
  if (i > 0) {
    lua_pushfstring(L, "[%d]", i);
    lua_concat(L, 2);
  }
  return lua_tostring(L, -1);
}

/* Raises an error about the value on the top. */
TP_NORETURN static void refuse_item(lua_State *L, const bind_List *list, int i,
                                    const char *what) {
  int value = lua_gettop(L);
  tp_bind_wrong(L, value, list->function, push_name(L, list, i), what);
}

/* What number `k` of an item must be. */
static const char *what_is_wanted(const bind_List *list, int k) {
  const bool is_place = k <= list->numbers, is_side = k <= NUMBERS_BY_PLACE;
  if (is_place) return list->broken ? "a finite number" : "a whole number";
  if (is_side && !list->broken) return "a whole number of at least 1";
  return "a finite number of at least 0";
}

/* The same about number `k` of item `i`, which may be a field. */
TP_NORETURN static void refuse_number(lua_State *L, const bind_List *list,
                                      int i, int k, bool is_field) {
  const char *got = tp_bind_show(L, lua_gettop(L));
  const char *name = push_name(L, list, i);
  if (is_field) {
    bind_push(L, field_of(k));
    lua_pushfstring(L, ".%s", lua_tostring(L, -1));
  } else {
    lua_pushfstring(L, "[%d]", k);
  }
  tp_bind_error(L, "%s: %s%s must be %s, got %s (each is %s)", list->function,
                name, lua_tostring(L, -1), what_is_wanted(list, k), got,
                list->item);
}

/* Pushes number `k` of the item, without metamethods. Is it a field? */
static bool push_number(lua_State *L, const bind_List *list, int item, int k) {
  if (k <= NUMBERS_BY_PLACE) {
    lua_rawgeti(L, item, k);
    if (list->numbers > 2 || !lua_isnil(L, -1)) return false;
    lua_pop(L, 1);
  }
  bind_push(L, field_of(k));
  lua_rawget(L, item);
  return k == COST || !lua_isnil(L, -1);
}

uint32_t tp_bind_list_count(lua_State *L, const bind_List *list) {
  const size_t most = INT32_MAX / (4 * sizeof(double));
  luaL_checkstack(L, 16, NULL);
  if (!lua_istable(L, list->at)) {
    lua_pushvalue(L, list->at);
    refuse_item(L, list, 0, "a table");
  }
  size_t count = compat_raw_length(L, list->at);
  const bool is_item = count == 0 && push_number(L, list, list->at, 1);
  if (is_item || (count == 0 && !list->may_be_empty)) {
    const char *single =
        list->single ? list->single : "a list: { { x =, y = } }";
    tp_bind_error(L, "%s: %s must be one or more %s, got none%s%s%s",
                  list->function, push_name(L, list, 0), list->item,
                  is_item ? " (" : "", is_item ? single : "",
                  is_item ? ")" : "");
  }
  if (count == 0) lua_pop(L, 1);
  if (count > most) tp_bind_error(L, "not enough memory");
  return (uint32_t)count;
}

static bool is_right(const bind_List *list, int k, double number) {
  const double least = list->broken ? 0 : 1;
  if (k == COST) return number >= 0;
  if (k > list->numbers && !(number >= least)) return false;
  return list->broken ? number == number : bind_is_whole_number(number);
}

/* How many numbers an item has. */
static size_t count_numbers(const bind_List *list) {
  return list->costs ? COST : list->sized ? NUMBERS_BY_PLACE : list->numbers;
}

/* Words that games write into an item for one of its fields, and its number
 * (0: none). An item may have other fields. */
static const char *const words[] = {"beside", "besides", "cost", "h",
                                    "height", "price",   "w",    "wait",
                                    "width",  "x",       "y",    NULL};
static const int number_of[] = {BESIDE, BESIDE, COST, H, H, COST,
                                W,      0,      W,    1, 2};

enum { WORDS = sizeof number_of / sizeof *number_of };

/* The place in the list of words of the field that words[n] may mean; -1: the
 * list takes none. */
static int meant_by(const bind_List *list, int n) {
  static const int names[] = {[W] = 6, [H] = 3, [COST] = 2, [BESIDE] = 0};
  const int k = number_of[n];
  if (k == 0) return -1;
  if (k < W) return n;
  if (k == BESIDE && !list->may_stop) return -1;
  return (k == COST ? list->costs : list->sized) ? names[k] : -1;
}

/* Would words[n] be ignored in an item? It is no name of the list's, or the
 * number is given by its place, too. */
static bool is_ignored(lua_State *L, const bind_List *list, int item, int n) {
  const int k = number_of[n];
  if (meant_by(list, n) != n) return true;
  if (k >= COST || list->numbers > 2) return false;
  lua_rawgeti(L, item, k);
  const bool is_twice = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return is_twice;
}

/* Raises about a key of item `i` that would be ignored. */
TP_NORETURN static void refuse_key(lua_State *L, const bind_List *list, int i,
                                   const char *key, const char *meant) {
  if (meant) lua_pushfstring(L, "did you mean '%s'?", meant);
  if (!meant) lua_pushfstring(L, "each is %s", list->item);
  const char *hint = lua_tostring(L, -1);
  tp_bind_error(L, "%s: %s%s must be left out (%s)", list->function,
                push_name(L, list, i), key, hint);
}

/* Raises if item `i`, on the top, has numbers behind its last one, a field
 * under a wrong name, or a number twice. Of several the first is reported, in
 * whatever order the VM keeps the keys. */
static void check_keys(lua_State *L, const bind_List *list, int i) {
  const int item = lua_gettop(L);
  const int last = list->sized ? NUMBERS_BY_PLACE : list->numbers;
  double behind = NAN;
  int first = WORDS;
  for (lua_pushnil(L); lua_next(L, item); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TNUMBER) {
      const double k = lua_tonumber(L, -2);
      const bool is_one = k >= 1 && k <= last && k == floor(k);
      if (!is_one && !(k >= behind)) behind = k;
    } else if (lua_type(L, -2) == LUA_TSTRING) {
      const int n = tp_bind_word(L, -2, words);
      if (n >= 0 && n < first && is_ignored(L, list, item, n)) first = n;
    }
  }
  if (behind == behind) {
    lua_pushnumber(L, behind);
    lua_pushfstring(L, "[%s]", tp_bind_show(L, lua_gettop(L)));
    refuse_key(L, list, i, lua_tostring(L, -1), NULL);
  } else if (first < WORDS) {
    const int meant = meant_by(list, first);
    lua_pushfstring(L, ".%s", words[first]);
    refuse_key(L, list, i, lua_tostring(L, -1),
               meant < 0 || meant == first ? NULL : words[meant]);
  }
}

void tp_bind_list_take(lua_State *L, const bind_List *list, int i,
                       double *number) {
  const int last = (int)count_numbers(list);
  lua_rawgeti(L, list->at, i);
  int item = lua_gettop(L);
  bool is_field = false;
  if (!lua_istable(L, item) ||
      (!list->broken && tp_bind_is_table_of(L, item, "follower"))) {
    refuse_item(L, list, i, list->item);
  }
  check_keys(L, list, i);
  for (int k = 1; k <= last; k++, number++) {
    is_field = push_number(L, list, item, k);
    double value = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
    *number = value - value == 0 ? value : NAN;
    if (is_right(list, k, *number)) continue;
    bool may_lack = k > list->numbers && lua_isnil(L, -1);
    if (may_lack && k != COST) {
      is_field = push_number(L, list, item, W + H - k);
      may_lack = lua_isnil(L, -1);
      lua_pop(L, 1);
    }
    if (!may_lack) refuse_number(L, list, i, k, is_field);
    *number = k == COST || list->broken ? 0 : 1;
  }
  lua_settop(L, item - 1);
}

bool tp_bind_list_read(lua_State *L, const bind_List *list, bind_Numbers *into,
                       bind_BlockSlot slot) {
  enum { FIRST_ROOM = 64 };
  const size_t each = count_numbers(list);
  uint32_t count = tp_bind_list_count(L, list);
  uint32_t room = (uint32_t)(into->room / each);
  into->count = count;
  for (uint32_t i = 0; i < count && i < room; i++) {
    tp_bind_list_take(L, list, (int)i + 1, into->number + i * each);
  }
  if (count <= room) return true;
  tp_bind_reserve(L, into, slot, into->room ? 2 * into->room : FIRST_ROOM);
  return false;
}

void tp_bind_reserve(lua_State *L, bind_Numbers *numbers, bind_BlockSlot slot,
                     size_t room) {
  if (room <= numbers->room) return;
  numbers->number = tp_bind_block(L, slot, room * sizeof(double));
  numbers->room = room;
  lua_pop(L, 1);
}

/* ---- lists of numbers --------------------------------------------------- */

bind_List tp_bind_numbers(lua_State *L, int arg, const char *function,
                          const char *name) {
  if (!lua_istable(L, arg)) tp_bind_wrong(L, arg, function, name, "a table");
  return (bind_List){.at = arg, .function = function, .name = name};
}

double tp_bind_list_number(lua_State *L, const bind_List *list, int i) {
  lua_rawgeti(L, list->at, i);
  double number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : NAN;
  if (number - number != 0) refuse_item(L, list, i, "a finite number");
  lua_pop(L, 1);
  return number;
}

void tp_bind_list_set(lua_State *L, const bind_List *list, int i,
                      double value) {
  lua_pushnumber(L, value);
  lua_rawseti(L, list->at, i);
}
