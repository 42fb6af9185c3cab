/* options.h - tables of options: each option is a row, which one reader reads.
 *
 *     enum { FIND = 1, GO = 2, HERO_GO = 4 };                      calls
 *
 *     static const bind_Option rows[] = {
 *         {"escape", FIND | HERO_GO, BIND_FLAG(Args, escape)},
 *         {"max_nodes", FIND | GO, BIND_WHOLE(Args, max_nodes, 0, BIND_ANY)},
 *     };
 *
 *     static const bind_OptionCall calls[] = {
 *         {"finder:find", "query", BIND_ROWS(rows), FIND},
 *         {"unit:go", "query", BIND_ROWS(rows), GO, HERO_GO},
 *     };
 *
 *     Args args = {.max_nodes = UINT64_MAX};                       defaults
 *     tp_options_read(L, 6, "find", &calls[0], &args);
 *
 * A row says all about an option: its name, the kind and the bounds of its
 * value, the member of the call's record that gets it, and the calls that take
 * it. The record's default is the option's.
 */
#pragma once

#include <float.h>

#include "args.h"

typedef struct bind_Option bind_Option;

/* What a value must be, and how it is stored. */
typedef struct bind_OptionKind {
  const char *name; /* for core.options */
  const char *what; /* for errors; NULL: made from the bounds */
  int type;         /* of a value in Lua, if `read` is NULL */
  /* Reads the value on the top into the member; false if it is wrong: then the
   * setting of a unit keeps what it was. Makes no memory, so that no finalizer
   * changes the table meanwhile. */
  bool (*read)(lua_State *L, const bind_Option *row, void *member);
  /* Pushes the default in that member. NULL: there is none. */
  void (*push)(lua_State *L, const bind_Option *row, const void *member);
  bool keeps; /* the value stays on the stack; the member is its index, or 0 */
  /* Raises about the value at index; NULL: by `what`. */
  void (*refuse)(lua_State *L, int index, const char *function,
                 const bind_Option *row, const void *member);
} bind_OptionKind;

struct bind_Option {
  const char *name;
  unsigned calls; /* bits: the calls that take it, and those of followers */
  const bind_OptionKind *kind;
  size_t member, size; /* in the record; 0: the value is only checked */
  double low, high;    /* bounds of a number */
};

/* For a macro with several rows. */
#define BIND_ROW(name, calls, ...) \
  { name, calls, __VA_ARGS__ }

/* The bound of numbers above 0; and bounds that are none: of whole numbers; of
 * finite numbers. */
#define BIND_ABOVE_0 DBL_TRUE_MIN
#define BIND_ANY     BIND_MAX_WHOLE
#define BIND_FINITE  DBL_MAX

/* What follows in a row: the kind of the value, its member, its bounds. */
#define BIND_MEMBER(Record, member) \
  offsetof(Record, member), sizeof(((Record *)0)->member)
#define BIND_FLAG(Record, member) \
  &tp_option_flag, BIND_MEMBER(Record, member), 0, 0
#define BIND_WHOLE(Record, member, low, high) \
  &tp_option_whole, BIND_MEMBER(Record, member), low, high
#define BIND_NUMBER(Record, member, low, high) \
  &tp_option_number, BIND_MEMBER(Record, member), low, high
#define BIND_VALUE(Record, member, kind) \
  &kind, BIND_MEMBER(Record, member), 0, 0
/* Of a value that is only checked, as another reader takes it. */
#define BIND_CHECKED(kind, low, high) &kind, 0, 0, low, high
/* Of an option that only followers take. */
#define BIND_OF_FOLLOWERS NULL, 0, 0, 0, 0

TP_FUNC const bind_OptionKind tp_option_flag, /* bool */
    tp_option_whole,  /* uint16_t, int32_t or uint64_t */
    tp_option_number, /* double; with an infinite bound, infinite numbers, too */
    /* int: the index on the stack, or 0 */
    tp_option_function, tp_option_table, tp_option_name;

/* A call, or several that take the same options. */
typedef struct bind_OptionCall {
  const char *name;     /* for core.options: "unit:go" */
  const char *argument; /* the table, for errors: "query" */
  const bind_Option *rows;
  int count;
  unsigned takes;
  /* The same call of followers: "a unit does not take 'x' (a follower does)".
   */
  unsigned of_followers;
} bind_OptionCall;

#define BIND_ROWS(rows) rows, (int)(sizeof(rows) / sizeof *(rows))

/* Reads the table at arg, which may be absent, into the record. Reads each
 * value once. Of several mistakes the first by key is reported
 * (tp_bind_note_key). Kept values are pushed. */
TP_FUNC void tp_options_read(lua_State *L, int arg, const char *function,
                             const bind_OptionCall *call, void *record);

/* The same for the value at index alone, and that row. */
TP_FUNC void tp_options_take(lua_State *L, int index, const char *function,
                             const bind_Option *row, void *record);

/* Pushes the record's value of that row. */
TP_FUNC void tp_options_push(lua_State *L, const bind_Option *row,
                             const void *record);

/* Adds the options of the call, with the defaults in the record, to the table
 * on the top: the rows of core.options. */
TP_FUNC void tp_options_list(lua_State *L, const bind_OptionCall *call,
                             const void *record);
