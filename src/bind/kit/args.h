/* args.h - what a function of the library is called with: what it carries, and
 * its arguments; and how it says that those are wrong.
 *
 * Every C function of the library carries the metatables as its first
 * upvalues, so that telling a grid from anything else is one comparison of
 * pointers and no look-up; after them the functions that allocate, because to
 * push one allocates too on 5.1, the coroutines that have called, and words,
 * because to push a string may run the collector.
 */
#ifndef BIND_ARGS_H
#define BIND_ARGS_H

#include "../../core/base/base.h"
#include "compat.h"

#if defined(__GNUC__)
#define BIND_FORMAT(n) __attribute__((format(printf, n, n + 1)))
#else
#define BIND_FORMAT(n)
#endif

/* ---- what a function carries -------------------------------------------- */

/* A kind is the upvalue that holds its metatable and, while the module is
 * opened, that metatable's place on the stack. */
typedef enum bind_Kind {
  BIND_GRID = 1,
  BIND_PATHFINDER,
  BIND_SEARCH,
  BIND_FIELD,
  BIND_REACH,
  BIND_VIEW,
  BIND_CROWD,
  BIND_UNIT,
  BIND_QUEUE,
  BIND_TICKET,
  BIND_PATH,
  BIND_LAYER,
  BIND_KINDS = BIND_LAYER
} bind_Kind;

/* The upvalues after the metatables, and how many there are. */
enum {
  BIND_MAKE_BLOCK = BIND_KINDS + 1,
  BIND_MAKE_TABLE,
  BIND_GET,
  BIND_THREADS, /* the coroutines that have called */
  BIND_MEMBERS, /* of each kind a table: methods, numbers of properties */
  BIND_COST,    /* words: fields of a path       */
  BIND_UNITS,
  BIND_PARTIAL,
  BIND_GOAL,
  BIND_ESCAPE,
  BIND_LINKS,
  BIND_CELLS, /* and its units          */
  BIND_WORLD,
  BIND_WIDTH, /* fields of a goal */
  BIND_HEIGHT,
  BIND_CDATA, /* key in a field's metatable: asks for an array's address */
  BIND_UPVALUES = BIND_CDATA
};

/* While the module is opened: place of the table that it returns. */
enum { BIND_CORE = BIND_UPVALUES + 1 };

/* What one of ours is called; or the name of a value's type. */
TP_FUNC const char *const tp_bind_nouns[BIND_KINDS + 1];
TP_FUNC const char *tp_bind_noun(lua_State *L, int index);

/* ---- what is wrong ------------------------------------------------------ */

/* Raises the message with the place of the nearest Lua function that called.
 * Format: %s and %d. Typed for `return tp_bind_error(...)`. */
TP_FUNC TP_NORETURN int tp_bind_error(lua_State *L, const char *format, ...)
    BIND_FORMAT(2);

/* Raises "<function>: <name> must be <what>, got <value>". An absent argument
 * is shown as nil; so nothing may have been pushed in its place. */
TP_FUNC TP_NORETURN int tp_bind_wrong(lua_State *L, int arg,
                                      const char *function, const char *name,
                                      const char *what);

/* Pushes nil and the reason why a call has no answer. Returns 2. */
TP_FUNC int tp_bind_push_no(lua_State *L, const char *reason);

/* Gives an absent argument its place, before anything is pushed there. Returns
 * that place, counted from the first. */
TP_FUNC int tp_bind_settle(lua_State *L, int arg);

/* Pushes (and returns) a value as errors show it: 'abc', 1.5, grid, table. */
TP_FUNC const char *tp_bind_show(lua_State *L, int index);

/* Pushes a whole or broken number as errors show it. */
TP_FUNC const char *tp_bind_show_number(lua_State *L, double value);

/* ---- arguments ---------------------------------------------------------- */

/* Each raises as tp_bind_wrong does. `function` is the name of the called
 * function, `name` that of the argument. An absent argument is wrong, too;
 * optional ones are the caller's to ask for with lua_isnoneornil. */

/* Whole numbers lie strictly between -2^53 and 2^53, where a double tells each
 * from the next. */
#define BIND_MAX_WHOLE 9007199254740991.0

/* Is that one of them? NAN fails every comparison; what is in range fits 64
 * bits. */
TP_INLINE bool bind_is_whole_number(double value) {
  return value >= -BIND_MAX_WHOLE && value <= BIND_MAX_WHOLE &&
         (double)(int64_t)value == value;
}

/* Is the value at index a finite number; a whole one? */
TP_FUNC bool tp_bind_is_finite(lua_State *L, int index);
TP_FUNC bool tp_bind_is_whole(lua_State *L, int index);

TP_FUNC double tp_bind_integer(lua_State *L, int arg, const char *function,
                               const char *name, double min, double max);
/* Any finite number. */
TP_FUNC double tp_bind_number(lua_State *L, int arg, const char *function,
                              const char *name);
TP_FUNC bool tp_bind_boolean(lua_State *L, int arg, const char *function,
                             const char *name);
/* Is that option of the table at arg true? False without it, or a table. */
TP_FUNC bool tp_bind_flag(lua_State *L, int arg, const char *function,
                          const char *name);
TP_FUNC const char *tp_bind_string(lua_State *L, int arg, const char *function,
                                   const char *name, size_t *length);
/* Which of the words (the list ends with NULL) is the string at index; -1: none
 * of them, or it is no string. Only so does the binding compare strings of Lua
 * with its own: those may hold zero bytes, at which C's comparisons stop. */
TP_FUNC int tp_bind_word(lua_State *L, int index, const char *const words[]);
/* Is one string of Lua before the other, byte by byte? */
TP_FUNC bool tp_bind_is_before(lua_State *L, int index, int other_index);
/* core.meant(word, list of words) -> the nearest that may be meant, or nil */
TP_FUNC int tp_bind_meant(lua_State *L);

/* A number of at least 0; math.huge is one. */
TP_FUNC double tp_bind_cost(lua_State *L, int arg, const char *function,
                            const char *name);
/* Is there a table of options at arg? Raises where there is anything else, or
 * an option of another name than those (which end with NULL). */
TP_FUNC bool tp_bind_options(lua_State *L, int arg, const char *function,
                             const char *name, const char *const names[]);

#endif
