/* links.c - links of a grid in Lua: plain tables, which the grid knows by their
 * `id`.
 *
 * The table is made before the link is, with the number that the link will
 * have. So nothing can fail after the link exists. The grid is locked
 * meanwhile, so no finalizer takes that number, or the room.
 */
#include <string.h>

#include "../../core/map/links.h"
#include "grid.h"

/* ---- options ------------------------------------------------------------ */

typedef struct LinkOptions {
  double price, seconds;
  bool one_way;
  int name; /* stack index; 0: none */
} LinkOptions;

enum { LINK = 1 };

static const bind_Option rows[] = {
    {"name", LINK, BIND_VALUE(LinkOptions, name, tp_option_name)},
    {"one_way", LINK, BIND_FLAG(LinkOptions, one_way)},
    {"price", LINK, BIND_NUMBER(LinkOptions, price, 0, TP_MAX_LINK_PRICE)},
    {"seconds", LINK, BIND_NUMBER(LinkOptions, seconds, 0, TP_MAX_LINK_PRICE)},
};

static const bind_OptionCall link_call = {"grid:link", "options",
                                          BIND_ROWS(rows), LINK, 0};

static const LinkOptions defaults = {.price = 1};

static void list_options(lua_State *L) {
  tp_options_list(L, &link_call, &defaults);
}

/* ---- a link as a table -------------------------------------------------- */

/* Pushes a link as a table. `name` is the stack index of its name; if 0, the
 * name is read from the grid. */
static void push_link(lua_State *L, const tp_Grid *g, tp_Link link, int name) {
  char text[TP_NAME_SIZE] = "";
  if (g->links && name == 0) {
    memcpy(text, g->links->name[link.name], sizeof text);
  }
  lua_createtable(L, 0, 9);
  compat_push_whole(L, (double)link.number);
  lua_setfield(L, -2, "id");
  tp_bind_set_cell(L, g, link.from, "x1", "y1");
  tp_bind_set_cell(L, g, link.to, "x2", "y2");
  lua_pushnumber(L, link.price);
  lua_setfield(L, -2, "price");
  lua_pushnumber(L, link.seconds);
  lua_setfield(L, -2, "seconds");
  lua_pushboolean(L, link.one_way);
  lua_setfield(L, -2, "one_way");
  if (name != 0) {
    lua_pushvalue(L, name);
  } else {
    lua_pushstring(L, text[0] ? text : NULL);
  }
  lua_setfield(L, -2, "name");
}

/* ---- the calls ---------------------------------------------------------- */

/* Makes room for one more link of the grid at 1. */
static void make_room(lua_State *L, tp_Grid *g) {
  const uint32_t had = g->links ? g->links->capacity : 0;
  if (g->links && g->links->count < had) return;
  if (had == TP_MAX_LINKS) {
    tp_bind_error(L, "link: a grid has at most %d links", TP_MAX_LINKS);
  }
  const uint32_t capacity = tp_links_capacity(had + 1);
  const bind_BlockSlot slot = {1, GRID_LINKS, bind_locks(g, NULL)};
  tp_Links *links = tp_bind_block(L, slot, tp_links_bytes(capacity));
  tp_links_init(links, capacity);
  if (g->links) tp_links_take(links, g->links);
  g->links = links;
  lua_pop(L, 1);
}

/* A link that does not exist yet, for its table. */
typedef struct Reported {
  const tp_Grid *grid;
  tp_Link link;
} Reported;

/* told, name -> table */
static int tell(lua_State *L) {
  const Reported *reported = lua_touserdata(L, 1);
  push_link(L, reported->grid, reported->link, 2);
  return 1;
}

/* Adds the link of the arguments from 1 to 6. A number of 0 stands for the next
 * one. Loaders give numbers, and sort the links at the end. */
static int add_numbered(lua_State *L, uint64_t number) {
  enum { OPTIONS = 6, NAME };
  tp_Link link = {0};
  LinkOptions options = defaults;
  tp_Grid *g = tp_bind_self(L, BIND_GRID, "link");
  tp_bind_check_idle(L, g, BIND_GRID, "link");
  link.from = tp_bind_cell(L, 2, g, "link", "x1", "y1");
  link.to = tp_bind_cell(L, 4, g, "link", "x2", "y2");
  lua_settop(L, OPTIONS);
  tp_options_read(L, OPTIONS, "link", &link_call, &options);
  lua_settop(L, NAME); /* nil without one */
  link.price = options.price;
  link.seconds = options.seconds;
  link.one_way = options.one_way;
  if (!tp_grid_contains(g, link.from.x, link.from.y) ||
      !tp_grid_contains(g, link.to.x, link.to.y)) {
    return tp_bind_push_no(L, "outside");
  }
  if (tp_same_cell(link.from, link.to)) {
    return tp_bind_error(
        L, "link: the two ends of a link must be different cells");
  }
  Reported reported = {g, link};
  lua_pushcfunction(L, tell);
  lua_pushlightuserdata(L, &reported);
  lua_pushvalue(L, NAME);
  make_room(L, g);
  const uint64_t next = g->links->given + 1;
  link.number = reported.link.number = number > 0 ? number : next;
  if (link.number < next) tp_bind_error(L, "link: the id is taken");
  tp_bind_call(L, 2, 1, bind_locks(g, NULL));
  if (options.name) {
    size_t length;
    const char *name = lua_tolstring(L, NAME, &length);
    link.name = tp_links_add_name(g->links, name, length);
    if (link.name == 0) {
      tp_bind_error(L,
                    "link: a grid has links of at most %d names, and no room "
                    "for %s",
                    TP_LINK_NAMES - 1, tp_bind_show(L, NAME));
    }
  }
  if (number > 0) {
    tp_links_append(g->links, link);
  } else {
    tp_grid_link(g, link);
  }
  return 1;
}

/* grid:link(x1, y1, x2, y2 [, options]) -> link | nil, "outside" */
static int add_link(lua_State *L) { return add_numbered(L, 0); }

/* core.load_link(grid, x1, y1, x2, y2, options, id): the same with the link's
 * id, larger than all before and up to 2^52, so that others can follow. No other
 * call may use the grid until core.load_cells. */
static int load_link(lua_State *L) {
  const double most = 4503599627370496.0;
  return add_numbered(L,
                      (uint64_t)tp_bind_integer(L, 7, "link", "id", 1, most));
}

/* grid:unlink(link) -> was it a link of the grid? */
static int unlink_cells(lua_State *L) {
  tp_bind_self(L, BIND_GRID, "unlink");
  lua_settop(L, 2);
  if (lua_istable(L, 2)) {
    lua_pushliteral(L, "id");
    lua_rawget(L, 2);
  }
  if (!tp_bind_is_whole(L, -1)) {
    tp_bind_wrong(L, 2, "unlink", "link", "a link of a grid, or its id");
  }
  double id = lua_tonumber(L, -1);
  lua_settop(L, 2);
  tp_Grid *g = tp_bind_self(L, BIND_GRID, "unlink");
  tp_bind_check_idle(L, g, BIND_GRID, "unlink");
  lua_pushboolean(L, id >= 1 && g->links && tp_grid_unlink(g, (uint64_t)id));
  return 1;
}

/* The first link with a number from `from` to `to` that has an end in the cell;
 * if cell is NULL, any link. False if there is none. */
static bool next_link(const tp_Grid *g, uint64_t from, uint64_t to,
                      const tp_Cell *cell, tp_Link *found) {
  if (!g->links) return false;
  for (uint32_t i = tp_links_place(g->links, from); i < g->links->count; i++) {
    const tp_Link *link = &g->links->link[i];
    if (link->number > to) return false;
    if (cell && !tp_same_cell(link->from, *cell) &&
        !tp_same_cell(link->to, *cell)) {
      continue;
    }
    *found = *link;
    return true;
  }
  return false;
}

/* grid:links([x, y]) -> { link, ... }. Lists only links that existed at the
 * beginning: finalizers may add more without end. */
static int list_links(lua_State *L) {
  const tp_Grid *g = tp_bind_self(L, BIND_GRID, "links");
  bool has_cell = !lua_isnoneornil(L, 2) || !lua_isnoneornil(L, 3);
  tp_Cell cell = {0, 0};
  tp_Link link;
  if (has_cell) cell = tp_bind_cell(L, 2, g, "links", "x", "y");
  lua_settop(L, 1);
  lua_newtable(L);
  const tp_Cell *at = has_cell ? &cell : NULL;
  const uint64_t last = g->links ? g->links->given : 0;
  link.number = 0;
  for (int n = 1; next_link(g, link.number + 1, last, at, &link); n++) {
    push_link(L, g, link, 0);
    lua_rawseti(L, 2, n);
  }
  return 1;
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"link", add_link},
    {"unlink", unlink_cells},
    {"links", list_links},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {{"load_link", load_link}, {NULL, NULL}};

const bind_Exports tp_links_exports = {.kind = BIND_GRID,
                                       .methods = methods,
                                       .functions = functions,
                                       .list_options = list_options};
