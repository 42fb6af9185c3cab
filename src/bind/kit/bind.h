/* bind.h - the binding's kit: what the files of its methods share. Each section
 * below is a file of that name.
 *
 * Every C function of the library carries the metatables as its first
 * upvalues, so that telling a grid from anything else is one comparison of
 * pointers and no look-up; after them the functions that allocate, because to
 * push one allocates too on 5.1, the coroutines that have called, and words,
 * because to push a string may run the collector.
 *
 * The collector may run finalizers, and those may do what any code of the
 * user's may: edit, search, update, exchange what is in the tables that a call
 * was given. So between the look at something and its use stands nothing that
 * may run the collector (pushing a string or a closure, making anything,
 * calling a function), unless under the busy marks of all that is relied on;
 * and what a table holds is taken once.
 */
#ifndef BIND_H
#define BIND_H

#include "../../core/agent/topology.h"
#include "../../core/map/grid.h"
#include "compat.h"

#define BIND_VERSION "1.0.0-dev"

#if defined(__GNUC__)
#define BIND_FORMAT(n) __attribute__((format(printf, n, n + 1)))
#else
#define BIND_FORMAT(n)
#endif

/* ---- class.c: the kinds of object --------------------------------------- */

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
  BIND_THREADS, /* see tp_bind_push_threads */
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

/* What Lua sees of one file: NULL where there is nothing. Each file has the
 * table of its own methods, so no file names what another one does. The file
 * that has a kind's __index comes before others of that kind. Lists end with
 * NULL. */
typedef struct bind_Exports {
  bind_Kind kind; /* of the methods */
  const luaL_Reg *methods;
  const luaL_Reg *metamethods;   /* all but __index and __newindex */
  const char *const *properties; /* numbered from 1                */
  lua_CFunction index;           /* __index; asks tp_bind_member   */
  lua_CFunction newindex;        /* may ask tp_bind_member_or_key  */
  const luaL_Reg *functions;     /* of the module, for Lua files   */
} bind_Exports;

/* Those of all files, which module.c opens. */
TP_FUNC const bind_Exports tp_grid_exports, tp_cells_exports,
    tp_iterate_exports, tp_sample_exports, tp_links_exports, tp_walls_exports,
    tp_resize_exports, tp_layer_exports, tp_build_exports,
    tp_pathfinder_exports, tp_questions_exports, tp_sight_exports,
    tp_view_exports, tp_visible_exports, tp_wouldblock_exports,
    tp_prune_exports, tp_sketch_exports, tp_opening_exports, tp_find_exports,
    tp_search_exports, tp_find_search_exports, tp_field_exports,
    tp_find_field_exports, tp_reach_exports, tp_find_reach_exports,
    tp_ticket_exports, tp_queue_exports, tp_crowd_exports, tp_unit_exports,
    tp_stand_exports, tp_restore_exports;

/* Adds what a file has to the kind's metatable and to the table that the module
 * returns, while that is opened. */
TP_FUNC void tp_bind_open(lua_State *L, const bind_Exports *exports);

/* Pushes the table of a kind's methods, for those that are written in Lua. */
TP_FUNC void tp_bind_push_methods(lua_State *L, bind_Kind kind);

/* Pushes the upvalues after the metatables, while the module is opened. */
TP_FUNC void tp_bind_push_upvalues(lua_State *L);

/* For an __index function: looks up the key at 2. Returns the number of the
 * property of that name; or 0, with the method or nil pushed. The first pushes
 * it in place of the key, the second leaves all that there is. */
TP_FUNC int tp_bind_member(lua_State *L);
TP_FUNC int tp_bind_member_or_key(lua_State *L);

/* Gives the userdata on the top its metatable. */
TP_FUNC void tp_bind_adopt(lua_State *L, bind_Kind kind);

/* Pushes a table whose keys are the coroutines that have called a function of
 * the library with an object of its own. Keeps none but the last alive. */
TP_FUNC void tp_bind_push_threads(lua_State *L);

/* What one of ours is called; or the name of a value's type. */
TP_FUNC const char *const tp_bind_nouns[BIND_KINDS + 1];
TP_FUNC const char *tp_bind_noun(lua_State *L, int index);

/* The object at arg, NULL where it is not of that kind. */
TP_FUNC void *tp_bind_test(lua_State *L, int arg, bind_Kind kind);
/* The object at 1, for methods and metamethods. */
TP_FUNC void *tp_bind_self(lua_State *L, bind_Kind kind, const char *function);
TP_FUNC void *tp_bind_object(lua_State *L, int arg, bind_Kind kind,
                             const char *function, const char *name);

/* ---- error.c ------------------------------------------------------------ */

/* Raises the message with the place of the nearest Lua function that called.
 * Format: %s and %d. Typed for `return tp_bind_error(...)`. */
TP_FUNC TP_NORETURN int tp_bind_error(lua_State *L, const char *format, ...)
    BIND_FORMAT(2);

/* Raises "<function>: <name> must be <what>, got <value>". An absent argument
 * is shown as nil; so nothing may have been pushed in its place. */
TP_FUNC TP_NORETURN int tp_bind_wrong(lua_State *L, int arg,
                                      const char *function, const char *name,
                                      const char *what);

/* For what is no mistake: pushes nil and why there is no answer. Returns 2. */
TP_FUNC int tp_bind_push_no(lua_State *L, const char *reason);

/* Gives an absent argument its place, before anything is pushed there. Returns
 * that place, counted from the first. */
TP_FUNC int tp_bind_settle(lua_State *L, int arg);

/* Pushes (and returns) a value as errors show it: 'abc', 1.5, grid, table. */
TP_FUNC const char *tp_bind_show(lua_State *L, int index);

/* Pushes a whole or broken number as errors show it. */
TP_FUNC const char *tp_bind_show_number(lua_State *L, double value);

/* ---- args.c ------------------------------------------------------------- */

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
/* core.meant(word, list of words) -> the first that may be meant, or nil */
TP_FUNC int tp_bind_meant(lua_State *L);

/* A diagonal rule's name, true (the default rule), false ("never") or nothing
 * (the default rule). */
TP_FUNC tp_Diagonal tp_bind_diagonal(lua_State *L, int arg,
                                     const char *function, const char *name);
/* The four names, by tp_Diagonal, and NULL. */
TP_FUNC const char *const tp_bind_diagonal_names[TP_NEVER + 2];

/* A number of at least 0; math.huge is one. */
TP_FUNC double tp_bind_cost(lua_State *L, int arg, const char *function,
                            const char *name);
/* Is there a table of options at arg? Raises where there is anything else, or
 * an option of another name than those (which end with NULL). */
TP_FUNC bool tp_bind_options(lua_State *L, int arg, const char *function,
                             const char *name, const char *const names[]);

/* ---- cells.c ------------------------------------------------------------ */

/* Lua counts columns and rows from the grid's base, the core from 0. These
 * two translate, for one axis; nothing else does. */
TP_INLINE double bind_to_core(double user, int32_t base) { return user - base; }
TP_INLINE double bind_to_user(double core, int32_t base) { return core + base; }

/* Where a grid was, as the user counts, for what keeps cells of the core from
 * then on; and a cell of then as the core counts it now, and back. */
TP_INLINE tp_Rect bind_map(const tp_Grid *g) {
  return (tp_Rect){g->base_x, g->base_y, g->width, g->height};
}

TP_INLINE tp_Cell bind_now(const tp_Grid *g, tp_Rect then, tp_Cell c) {
  return (tp_Cell){c.x + then.x - g->base_x, c.y + then.y - g->base_y};
}

TP_INLINE tp_Cell bind_then(const tp_Grid *g, tp_Rect then, tp_Cell c) {
  return (tp_Cell){c.x + g->base_x - then.x, c.y + g->base_y - then.y};
}

/* The square of a range in cells, for the core: rounded down, but a range that
 * is itself a root is not missed by what rounding took from it. */
TP_FUNC uint64_t tp_bind_square(double range);

/* The cell at arg, arg + 1 (whole numbers), for the core. One far outside the
 * grid comes back as another one outside, on the same sides, at most 2^30
 * away. */
TP_FUNC tp_Cell tp_bind_cell(lua_State *L, int arg, const tp_Grid *grid,
                             const char *function, const char *name_x,
                             const char *name_y);

/* The same of two whole numbers, and of a world point. */
TP_FUNC tp_Cell tp_bind_cell_at(const tp_Grid *grid, double x, double y);
TP_FUNC tp_Cell tp_bind_cell_around(const tp_Grid *grid, double world_x,
                                    double world_y);

/* The same for the cell in which a world point at arg, arg + 1 lies. */
TP_FUNC tp_Cell tp_bind_world_cell(lua_State *L, int arg, const tp_Grid *grid,
                                   const char *function, const char *name_x,
                                   const char *name_y);

/* The same for a column and row of the core, whole numbers, wherever they lie.
 */
TP_FUNC tp_Cell tp_bind_tame_cell(double column, double row);

/* A column or row (whole number), for the core, however far outside; and pushes
 * one, the last that has a number where it lies beyond. */
TP_FUNC double tp_bind_place(lua_State *L, int arg, const char *function,
                             const char *name, int32_t base);
TP_FUNC void tp_bind_push_place(lua_State *L, double core, int32_t base);

/* Pushes x, y of a cell of the core. */
TP_INLINE void bind_push_cell(lua_State *L, const tp_Grid *grid, int32_t x,
                              int32_t y) {
  compat_push_whole(L, bind_to_user(x, grid->base_x));
  compat_push_whole(L, bind_to_user(y, grid->base_y));
}

/* Pushes the name of a cell's terrain and the price of entering it (math.huge
 * where it may not be entered). x, y lie inside. */
TP_FUNC void tp_bind_push_terrain(lua_State *L, const tp_Grid *grid, int32_t x,
                                  int32_t y);

/* The terrain that arg names; raises where the grid has none of that name. */
TP_FUNC int tp_bind_terrain(lua_State *L, int arg, const tp_Grid *grid,
                            const char *function, const char *name);

/* Slots of a layer. */
enum { LAYER_GRID = 1, LAYER_CELLS, LAYER_SLOTS = LAYER_CELLS };

/* Blocks of a grid, which most never have. */
enum {
  GRID_SIDES = 1,
  GRID_LINKS,
  GRID_CELLS,   /* of one that has had another size */
  GRID_LODGERS, /* see below                        */
  GRID_SLOTS = GRID_LODGERS
};

/* ---- resize.c ----------------------------------------------------------- */

/* What has a block as large as the grid at an index, and stands at another, is
 * told when that gets another size. May run finalizers. */
TP_FUNC void tp_bind_lodge(lua_State *L, int grid, int lodger);

/* The cells of a rectangle (x, y, w, h: whole numbers of the user's, the last
 * two at least 0) that lie on the grid; w or h is 0 where none do. */
TP_FUNC tp_Rect tp_bind_clip(const tp_Grid *grid, const double rect[4]);

/* The rectangle of cells at arg .. arg + 3 (x, y, w, h), clipped to the grid;
 * w or h is 0 where nothing is left. */
TP_FUNC tp_Rect tp_bind_rect(lua_State *L, int arg, const tp_Grid *grid,
                             const char *function);

/* ---- call.c ------------------------------------------------------------- */

/* What a call relies on, NULL for nothing: as long as the marks of these are
 * up, nobody may change them. */
typedef struct bind_Marks {
  void *of[3];
} bind_Marks;

TP_INLINE bind_Marks bind_marks(void *object, void *grid) {
  return (bind_Marks){{object, grid, NULL}};
}

/* Calls the function below its nargs arguments with the marks up, and takes
 * them down. Says whether it failed; then the error is on the top. */
TP_FUNC bool tp_bind_try(lua_State *L, int nargs, int nresults,
                         bind_Marks marks);

/* The same; an error is passed on. */
TP_FUNC void tp_bind_call(lua_State *L, int nargs, int nresults,
                          bind_Marks marks);

/* The C function in the upvalue BIND_GET: object, key -> value, by its
 * metamethods. */
TP_FUNC int tp_bind_get(lua_State *L);

/* Is an object's mark up? Raises "<function>: the <kind> is busy ..." where it
 * is. */
TP_FUNC bool tp_bind_is_busy(const void *object);
TP_FUNC void tp_bind_check_idle(lua_State *L, const void *object,
                                bind_Kind kind, const char *function);
TP_FUNC TP_NORETURN void tp_bind_refuse_busy(lua_State *L, bind_Kind kind,
                                             const char *function);

/* Is this call made, in whatever way and coroutine, by a function of the
 * library that knows one of its objects? */
TP_FUNC bool tp_bind_is_within(lua_State *L);

/* ---- block.c ------------------------------------------------------------ */

/* What stands before all that Lua holds for the library as userdata, out of
 * sight of the core and of the methods, which point behind it: two zero words
 * (a host that takes every userdata for its own {type, object} pair, as LOVE
 * does, then finds no type and raises, instead of following a stray pointer);
 * and how many calls are under way that rely on it. */
typedef struct bind_Head {
  uintptr_t zero[2];
  uint32_t busy;
  uint32_t unused; /* what follows is aligned as the head is */
  uint64_t given;  /* numbers that were given for it          */
} bind_Head;

#ifdef TP_CHECKED
/* Is called with each userdata that is made, so that fuzz/starve.c can count
 * those that are not freed. NULL at first. */
TP_FUNC void (*tp_bind_made)(const void *userdata);
#endif

/* A number from 1 that it has not given before: for what is made on a grid. */
TP_FUNC uint64_t tp_bind_unique_number(void *object);

/* The object in the userdata at index, of which it is known that it is one of
 * ours. */
TP_INLINE void *bind_known(lua_State *L, int index) {
  return (bind_Head *)lua_touserdata(L, index) + 1;
}

/* Pushes a userdata of `bytes` without a metatable, not set. The caller fills
 * it, then calls tp_bind_adopt. */
TP_FUNC void *tp_bind_new(lua_State *L, size_t bytes);

/* The same, all zero, and able to hold blocks 1 .. slots and other values. */
TP_FUNC void *tp_bind_new_handle(lua_State *L, size_t bytes, int slots);

/* Where a block lives: the slot of the handle at that (absolute) index; and
 * what relies on it that no block is made anew meanwhile. */
typedef struct bind_BlockSlot {
  int handle, number;
  bind_Marks marks;
} bind_BlockSlot;

/* Makes a block of `bytes` and stores it in the slot, with the marks up while
 * it allocates (which may run finalizers, and those anything). Returns it, not
 * filled. Pushes what the slot held before: it stays alive until the caller has
 * moved its contents and popped it. An error (no memory) leaves the slot as it
 * was, and is passed on. */
TP_FUNC void *tp_bind_block(lua_State *L, bind_BlockSlot slot, size_t bytes);

/* Stores the value at an index in the handle's slot; pushes what the slot
 * holds. For slots that keep other objects alive. */
TP_FUNC void tp_bind_keep(lua_State *L, int handle, int slot, int value);
TP_FUNC void tp_bind_push_kept(lua_State *L, int handle, int slot);

/* The C function in the upvalue BIND_MAKE_BLOCK. */
TP_FUNC int tp_bind_make_block(lua_State *L);

/* ---- list.c ------------------------------------------------------------- */

/* A list that a call is given: a table of items, each a table of so many
 * numbers. */
typedef struct bind_List {
  int at;               /* where it stands on the stack                     */
  const char *function; /* that it was given to                             */
  const char *name;     /* of the argument; a %d in it stands for `of`      */
  const char *item;     /* what an item must be: "{ x, y }"                 */
  int numbers;          /* of an item                                       */
  int rest;             /* the number in whose place a table may stand, and
                           ends the item; 0: none                           */
  int of;
  bool broken;       /* any finite numbers, not only whole ones             */
  bool extra;        /* one more may follow, of at least 0; 0 where it lacks */
  bool sized;        /* then fields w and h; 0 where they lack. A size of
                        cells is a whole number of at least 1, of `broken` any
                        of at least 0                                        */
  bool may_be_empty; /* else there is at least one item                     */
} bind_List;

/* Numbers in a block of their own, which is kept in a slot and serves the next
 * list, too: no garbage, unless one is longer than any before. */
typedef struct bind_Numbers {
  double *number;
  size_t room;
  uint32_t count; /* items of the list that was read */
} bind_Numbers;

/* Raises where it is no list. How many items there are, wrong ones among them.
 */
TP_FUNC uint32_t tp_bind_list_count(lua_State *L, const bind_List *list);

/* Pushes an item, from 1, and its numbers, which are whole, for a list of
 * nothing else; raises where it is none. Returns where the first stands.
 * Allocates nothing otherwise. */
TP_FUNC int tp_bind_list_push(lua_State *L, const bind_List *list, int i);

/* Reads an item, from 1; raises where it is none. Allocates nothing otherwise.
 * Its numbers, what is extra and its size come one after the other: so many. */
enum { BIND_MOST_NUMBERS = 5 };
TP_FUNC size_t tp_bind_list_numbers(const bind_List *list);
TP_FUNC void tp_bind_list_take(lua_State *L, const bind_List *list, int i,
                               double *number);

/* Reads the whole list, item by item, in one go: what was checked is what
 * stands in the block. Raises where anything is wrong with it. False where that
 * took more room: then it is to be read again, and so is all that was read
 * before it. */
TP_FUNC bool tp_bind_list_read(lua_State *L, const bind_List *list,
                               bind_Numbers *into, bind_BlockSlot slot);

/* The same of a list whose items are numbers themselves, one by one. */
TP_FUNC double tp_bind_list_number(lua_State *L, const bind_List *list, int i);

/* Makes room for so many numbers; those that were there are lost. */
TP_FUNC void tp_bind_reserve(lua_State *L, bind_Numbers *numbers,
                             bind_BlockSlot slot, size_t room);

/* ---- table.c ------------------------------------------------------------ */

/* Pushes a new table with room for so many array items and fields, with the
 * marks up while it allocates. */
TP_FUNC void tp_bind_new_table(lua_State *L, size_t items, int fields,
                               bind_Marks marks);

/* Gives the table at index, an absolute one, of whose array items it is known
 * that it has so many, room for `items` of them, and pops so many names and
 * gives it room for those fields: what it lacks is set to false. The marks are
 * up meanwhile. An error (no memory) leaves the table as it was and is passed
 * on. It runs no finalizers: all else in the table is as it was. */
TP_FUNC void tp_bind_make_room(lua_State *L, int table, size_t has,
                               size_t items, int names, bind_Marks marks);

/* Is the table at index, an absolute one, a path without holes, with nothing
 * beyond? See table.c. */
TP_FUNC bool tp_bind_table_is_whole(lua_State *L, int table);

/* Takes away the items of the table at index that lie beyond the first so many,
 * which are all there: of a table that was whole, and of any other. */
TP_FUNC void tp_bind_cut(lua_State *L, int table, size_t items);
TP_FUNC void tp_bind_sweep(lua_State *L, int table, size_t items);

/* The C function in the upvalue BIND_MAKE_TABLE. */
TP_FUNC int tp_bind_make_table(lua_State *L);

#endif
