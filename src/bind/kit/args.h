/* args.h - the upvalues of each function of the library, its arguments, and the
 * errors about wrong arguments.
 *
 * Every C function of the library has two upvalues, which all of them share, so
 * that a function takes little memory:
 * - a userdata with the addresses of the metatables: to tell a grid from other
 *   values is one comparison of pointers and no look-up;
 * - a list of constants: the metatables; the functions that allocate, because to
 *   push a C function allocates, too, on 5.1; and words, because to push a string
 *   may run the collector.
 */
#pragma once

#include "../../core/base/base.h"
#include "compat.h"

#if defined(__GNUC__)
#define BIND_FORMAT(n) __attribute__((format(printf, n, n + 1)))
#else
#define BIND_FORMAT(n)
#endif

/* ---- the upvalues of a function ----------------------------------------- */

enum { BIND_STATE = 1, BIND_CONSTANTS, BIND_UPVALUES = BIND_CONSTANTS };

/* While the module is opened the upvalues are the first values on the stack.
 * Behind them are the table that it returns, and a table for each kind with the
 * methods and the numbers of the properties. */
enum { BIND_CORE = BIND_UPVALUES + 1, BIND_MEMBERS };

/* A kind is the number of its metatable among the constants. */
typedef enum bind_Kind {
  BIND_GRID = 1,
  BIND_PATHFINDER,
  BIND_SEARCH,
  BIND_FIELD,
  BIND_REACH,
  BIND_VIEW,
  BIND_CROWD,
  BIND_UNIT,
  BIND_PATH,
  BIND_LAYER,
  BIND_KINDS = BIND_LAYER
} bind_Kind;

/* The constants after the metatables. */
enum {
  BIND_MAKE_BLOCK = BIND_KINDS + 1,
  BIND_MAKE_TABLE,
  BIND_GET,
  BIND_COST, /* words: fields of a path */
  BIND_UNITS,
  BIND_PARTIAL,
  BIND_GOAL,
  BIND_ESCAPE,
  BIND_LINKS,
  BIND_CELLS, /* values of the field `units` */
  BIND_WORLD,
  BIND_X, /* fields of a point and of a rectangle */
  BIND_Y,
  BIND_WIDTH,
  BIND_HEIGHT,
  BIND_LAST = BIND_HEIGHT
};

/* Pushes a constant. Takes no memory. */
TP_INLINE void bind_push(lua_State *L, int constant) {
  lua_rawgeti(L, lua_upvalueindex(BIND_CONSTANTS), constant);
}

/* The nouns of the library's objects. */
TP_FUNC const char *const tp_bind_nouns[BIND_KINDS + 1];

/* Is it an object of the Lua files with that noun? */
TP_FUNC bool tp_bind_is_table_of(lua_State *L, int index, const char *noun);

/* Is the value at index a function, or a table that calls one, such as a spy of
 * busted? (A grid can be called, too, but is none.) Makes no memory. */
TP_FUNC bool tp_bind_is_callable(lua_State *L, int index);

/* ---- errors ------------------------------------------------------------- */

/* Raises the message. The place in front is the line of the nearest Lua
 * function that called. Format: %s and %d. Returns int for `return
 * tp_bind_error(...)`. */
TP_FUNC TP_NORETURN int tp_bind_error(lua_State *L, const char *format, ...)
    BIND_FORMAT(2);

/* Raises "<function>: <name> must be <what>, got <value>". An absent argument
 * is shown as nil, so nothing may have been pushed in its place. */
TP_FUNC TP_NORETURN int tp_bind_wrong(lua_State *L, int arg,
                                      const char *function, const char *name,
                                      const char *what);

/* Pushes nil and the reason why a call has no answer. Returns 2. */
TP_FUNC int tp_bind_push_no(lua_State *L, const char *reason);
/* Pushes true: the call has done it. Returns 1. */
TP_FUNC int tp_bind_push_yes(lua_State *L);

/* Makes an absent argument nil, so that pushed values do not take its place.
 * Returns its index from the bottom of the stack. */
TP_FUNC int tp_bind_ensure_arg(lua_State *L, int arg);

/* Pushes (and returns) a value as errors show it: 'abc', 1.5, grid, table. */
TP_FUNC const char *tp_bind_show(lua_State *L, int index);

/* Pushes a number, whole or not, as errors show it. */
TP_FUNC const char *tp_bind_show_number(lua_State *L, double value);

/* ---- arguments ---------------------------------------------------------- */

/* Each function raises as tp_bind_wrong does. `function` is the name of the
 * called function, `name` that of the argument. An absent argument is wrong,
 * too. For an optional argument the caller asks lua_isnoneornil first. */

/* Whole numbers lie strictly between -2^53 and 2^53: a double represents each
 * of them exactly. */
#define BIND_MAX_WHOLE 9007199254740991.0

/* Is the value a whole number? NAN fails every comparison; a number in the
 * range fits into 64 bits. */
TP_INLINE bool bind_is_whole_number(double value) {
  return value >= -BIND_MAX_WHOLE && value <= BIND_MAX_WHOLE &&
         (double)(int64_t)value == value;
}

/* Is the value at index a finite number; is it a whole number? */
TP_FUNC bool tp_bind_is_finite(lua_State *L, int index);
TP_FUNC bool tp_bind_is_whole(lua_State *L, int index);

TP_FUNC double tp_bind_integer(lua_State *L, int arg, const char *function,
                               const char *name, double min, double max);
/* Any whole number. */
TP_INLINE double bind_whole(lua_State *L, int arg, const char *function,
                            const char *name) {
  const double value =
      lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : 0.5;
  if (bind_is_whole_number(value)) return value;
  return tp_bind_integer(L, arg, function, name, -BIND_MAX_WHOLE,
                         BIND_MAX_WHOLE);
}
/* Units of work, from a Lua file of the library; an infinite number: all. */
TP_INLINE uint64_t bind_units(lua_State *L, int arg) {
  const double units = lua_tonumber(L, arg);
  return units < BIND_MAX_WHOLE ? (uint64_t)units : UINT64_MAX;
}

/* Any finite number. */
TP_FUNC double tp_bind_number(lua_State *L, int arg, const char *function,
                              const char *name);
TP_FUNC bool tp_bind_boolean(lua_State *L, int arg, const char *function,
                             const char *name);
/* Is that option true in the table at arg? False without the option, or without
 * a table. */
TP_FUNC bool tp_bind_flag(lua_State *L, int arg, const char *function,
                          const char *name);
TP_FUNC const char *tp_bind_string(lua_State *L, int arg, const char *function,
                                   const char *name, size_t *length);
/* The position of the string at index among the words (the list ends with
 * NULL); -1 if it is none of them, or no string. The binding compares Lua's
 * strings with its own words only by this function: Lua's strings may hold zero
 * bytes, where C's comparisons stop. */
TP_FUNC int tp_bind_word(lua_State *L, int index, const char *const words[]);

/* core.meant(word, list of words) -> the most similar word of the list, or nil
 * if none is similar */
TP_FUNC int tp_bind_meant(lua_State *L);

/* A number of at least 0; math.huge is allowed. */
TP_FUNC double tp_bind_cost(lua_State *L, int arg, const char *function,
                            const char *name);

/* In a loop over a table, with a wrong key and its value on the top: keeps the
 * wrong key that is to be reported at `first`, which is nil at the beginning.
 * It is the same in whatever order the VM keeps the keys. Makes no memory. */
TP_FUNC void tp_bind_note_key(lua_State *L, int first);

/* Raises about the key at index, which is none of the names of options. Names
 * the one that may be meant, or all (in order). The names end with NULL. */
TP_FUNC TP_NORETURN void tp_bind_unknown(lua_State *L, int key,
                                         const char *function,
                                         const char *const names[]);
