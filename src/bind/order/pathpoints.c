/* pathpoints.c - a list of points that the game gives, as pairs or as numbers
 * one after the other: a path, or the points of a patrol; and the cells between
 * them.
 */
#include "pathpoints.h"

#include <math.h>

#include "../finder/pathfinder.h"

enum { MOST_STEPS = 1 << 24 };

/* Pushes the list of links, without metamethods; or nil. */
static void push_links(lua_State *L, const Points *p) {
  bind_push(L, BIND_LINKS);
  lua_rawget(L, p->list.at);
  if (lua_isnil(L, -1) || lua_istable(L, -1)) return;
  int links = lua_gettop(L);
  lua_pushfstring(L, "%s.links", p->list.name);
  tp_bind_wrong(L, links, p->list.function, lua_tostring(L, -1),
                "a list of numbers of points");
}

/* Has the item on the top what an area has and a point has not? The last two
 * names are slips. */
static bool is_area(lua_State *L) {
  static const char *const names[] = {"w", "h", "width", "height"};
  lua_rawgeti(L, -1, 3);
  bool is_one = !lua_isnil(L, -1);
  lua_pop(L, 1);
  for (size_t i = 0; !is_one && i < sizeof names / sizeof names[0]; i++) {
    lua_pushstring(L, names[i]);
    lua_rawget(L, -2);
    is_one = !lua_isnil(L, -1);
    lua_pop(L, 1);
  }
  return is_one;
}

bool tp_pathpoints_are_areas(lua_State *L, int at) {
  const int top = lua_gettop(L);
  bool is_one = false;
  for (int i = 1; lua_istable(L, at) && !is_one; i++) {
    lua_rawgeti(L, at, i);
    if (!lua_istable(L, -1)) break;
    is_one = is_area(L);
    lua_settop(L, top);
  }
  lua_settop(L, top);
  return is_one;
}

/* The points may be a path, and then may be in cells. */
static void count_points(lua_State *L, Points *p) {
  const bind_List *list = &p->list;
  p->count = tp_bind_list_count(L, list);
  lua_rawgeti(L, list->at, 1);
  p->is_flat = lua_type(L, -1) == LUA_TNUMBER;
  lua_pop(L, 1);
  bind_push(L, BIND_UNITS);
  lua_rawget(L, list->at);
  bind_push(L, BIND_CELLS);
  p->in_cells = p->wants_cells || lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  if (p->is_flat && p->count % 2 != 0) {
    tp_bind_error(L, "%s: %s must have as many x as y, got %d numbers",
                  list->function, list->name, (int)p->count);
  }
  if (p->is_flat) p->count /= 2;
  p->links = 0;
  if (!p->takes_links) return;
  push_links(L, p);
  const size_t links = lua_istable(L, -1) ? compat_raw_length(L, -1) : 0;
  lua_pop(L, 1);
  /* If there are as many links as points, at least one is wrong. */
  p->links = links < p->count ? (uint32_t)links : p->count;
}

/* Reads the links of the list on the top, in rising order. */
static void take_links(lua_State *L, const Points *p, uint32_t *links) {
  uint32_t before = 0;
  for (uint32_t i = 0; i < p->links; i++) {
    lua_rawgeti(L, -1, (int)i + 1);
    double link = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    if (!(link > before && link < p->count && bind_is_whole_number(link))) {
      int value = lua_gettop(L);
      lua_pushfstring(L, "%s.links[%d]", p->list.name, (int)i + 1);
      lua_pushfstring(L, "a whole number from %d to %d, in rising order",
                      (int)before + 1, (int)p->count - 1);
      tp_bind_wrong(L, value, p->list.function, lua_tostring(L, value + 1),
                    lua_tostring(L, value + 2));
    }
    lua_pop(L, 1);
    before = links[i] = (uint32_t)link;
  }
}

static void check_whole(lua_State *L, const Points *p, int i, double value) {
  if (value == floor(value)) return;
  lua_pushnumber(L, value);
  const int at = lua_gettop(L);
  lua_pushfstring(L, "%s[%d]", p->list.name, i);
  tp_bind_wrong(L, at, p->list.function, lua_tostring(L, -1), "a whole number");
}

bool tp_pathpoints_read(lua_State *L, Points *p, const Finder *f) {
  uint32_t room, links_room;
  p->list.item = p->takes_links ? "{ x, y }" : "{ x, y } or { x, y, w, h }";
  p->list.numbers = 2;
  p->list.broken = true;
  count_points(L, p);
  for (;;) {
    room = p->count;
    links_room = p->links;
    p->cell =
        tp_bind_new(L, room * sizeof *p->cell + links_room * sizeof *p->link);
    count_points(L, p);
    if (p->count <= room && p->links <= links_room) break;
    lua_pop(L, 1);
  }
  uint32_t *link = (uint32_t *)(void *)(p->cell + room);
  bool are_inside = true;
  for (uint32_t i = 0; i < p->count; i++) {
    const int n = (int)i + 1;
    double at[2];
    if (p->is_flat) {
      at[0] = tp_bind_list_number(L, &p->list, 2 * n - 1);
      at[1] = tp_bind_list_number(L, &p->list, 2 * n);
    } else {
      tp_bind_list_take(L, &p->list, n, at);
    }
    for (int k = 0; p->wants_cells && k < 2; k++) {
      check_whole(L, p, 2 * n - 1 + k, at[k]);
    }
    const tp_Cell c = p->in_cells ? tp_bind_cell_at(f->grid, at[0], at[1])
                                  : tp_finder_cell_at(f, at[0], at[1]);
    p->cell[i] = c;
    are_inside = are_inside && tp_grid_contains(f->grid, c.x, c.y);
  }
  p->link = link;
  if (p->links == 0) return are_inside;
  push_links(L, p);
  take_links(L, p, link);
  lua_pop(L, 1);
  return are_inside;
}

/* Reads a whole number of at most `most`, and the space behind it. NULL: there
 * is none. */
static const char *read_whole(const char *text, uint64_t most,
                              uint32_t *value) {
  uint64_t sum = 0;
  const char *at = text;
  for (; *at >= '0' && *at <= '9' && sum <= most; at++) {
    sum = 10 * sum + (uint64_t)(*at - '0');
  }
  if (at == text || sum > most || (*at != ' ' && *at != '\0')) return NULL;
  *value = (uint32_t)sum;
  return *at == ' ' ? at + 1 : at;
}

bool tp_pathpoints_parse(lua_State *L, int index, const tp_Grid *g,
                         KnownPath *known, bool *is_strict) {
  size_t length;
  const char *at = lua_tolstring(L, index, &length);
  const char *end = at + length;
  const size_t room = length / 4 + 1; /* "0 0 " is the shortest */
  tp_Cell *cell = tp_bind_new(L, room * (sizeof *cell + sizeof *known->link));
  uint32_t *link = (uint32_t *)(void *)(cell + room);
  *known = (KnownPath){.cell = cell, .link = link};
  while (at && at < end) {
    uint32_t place, mark;
    at = read_whole(at, tp_grid_cells(g) - 1, &place);
    if (at) at = read_whole(at, 1, &mark);
    if (!at) break;
    if (known->count == 0) {
      *is_strict = mark == 1;
    } else if (mark == 1) {
      link[known->links++] = known->count - 1;
    }
    cell[known->count++] =
        (tp_Cell){(int32_t)place % g->width, (int32_t)place / g->width};
  }
  return at == end && known->count > 0;
}

/* The whole number nearest to k/of of a distance; the larger of two. */
static int32_t part_of(int32_t distance, int64_t k, int64_t of) {
  return (int32_t)((2 * k * distance + of + 2 * of * of) / (2 * of) - of);
}

/* The cell after k of the steps of a straight piece. From hexagon to hexagon
 * one of the three cube coordinates changes by 1 with each step; another is
 * rounded. */
static tp_Cell cell_on_path(tp_Stagger s, tp_Cell from, tp_Cell to, int64_t k,
                            int64_t of) {
  if (!tp_is_hexagonal(s)) {
    return (tp_Cell){from.x + part_of(to.x - from.x, k, of),
                     from.y + part_of(to.y - from.y, k, of)};
  }
  const tp_Cube a = tp_cube_of(s, from), b = tp_cube_of(s, to);
  const int32_t q = b.q - a.q, r = b.r - a.r;
  const int32_t dq = part_of(q, k, of), sum = part_of(q + r, k, of);
  const bool is_third = q + r == of || q + r == -of;
  const int32_t dr = is_third ? sum - dq : part_of(r, k, of);
  return tp_cell_of_cube(s, (tp_Cube){a.q + dq, a.r + dr});
}

KnownPath tp_pathpoints_push(lua_State *L, tp_Stagger s, const Points *p) {
  uint64_t all = 0;
  for (uint32_t i = 1, link = 0; i < p->count; i++) {
    bool by_link = link < p->links && p->link[link] == i;
    link += by_link;
    all += by_link ? 1 : tp_steps_apart(s, p->cell[i - 1], p->cell[i]);
  }
  if (all > MOST_STEPS) {
    tp_bind_error(L, "%s: path must have at most %d steps", p->list.function,
                  (int)MOST_STEPS);
  }
  const uint32_t count = (uint32_t)all + 1;
  tp_Cell *cell =
      tp_bind_new(L, count * sizeof *cell + p->links * sizeof *p->link);
  uint32_t *link = (uint32_t *)(void *)(cell + count), n = 1, links = 0;
  cell[0] = p->cell[0];
  for (uint32_t i = 1; i < p->count; i++) {
    const tp_Cell from = p->cell[i - 1], to = p->cell[i];
    if (links < p->links && p->link[links] == i) {
      link[links++] = n - 1;
      cell[n++] = to;
      continue;
    }
    const int64_t steps = tp_steps_apart(s, from, to);
    for (int64_t k = 1; k <= steps; k++) {
      cell[n++] = cell_on_path(s, from, to, k, steps);
    }
  }
  return (KnownPath){cell, link, count, links};
}

bool tp_pathpoints_are_runs(const KnownPath *known) {
  for (uint32_t i = 0, link = 0; i + 1 < known->count; i++) {
    const bool is_link = link < known->links && known->link[link] == i;
    int32_t steps;
    link += is_link;
    if (!is_link && known_run(known->cell[i], known->cell[i + 1], &steps) < 0)
      return false;
  }
  return true;
}

bool tp_pathpoints_can_walk(const Finder *f, const KnownPath *known) {
  const tp_Navmap *nav = &f->navmap;
  tp_Edge edge;
  for (uint32_t i = 0, link = 0; i + 1 < known->count; i++) {
    const tp_Cell to = known->cell[i + 1];
    tp_Cell at = known->cell[i];
    if (link < known->links && known->link[link] == i) {
      if (!tp_edges_between(nav, at, to, &edge)) return false;
      link++;
      continue;
    }
    int32_t steps;
    const int d = known_run(at, to, &steps);
    if (d < 0) return false;
    for (; steps > 0; steps--, at = tp_beside(at, d)) {
      if (!tp_wayout_can_step(nav, at, d)) return false;
    }
  }
  return true;
}
