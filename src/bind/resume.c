/* resume.c - what a crowd has beside its units, as text, and again from that:
 * charts of the whole map that several of them share, with those that nobody
 * has now and that serve whoever goes there next; and where the map was edited
 * since the crowd last looked. See recall.c.
 *
 * Charts can be made again, but what an update may still do depends on which
 * there are, and so does whose turn it is then: they keep their places in the
 * table, are made of the map of now, and lag behind it where they did.
 *
 * Left out are charts of pathfinders that no unit has, as there is nobody by
 * whom to name them.
 *
 * Invariant: reading trusts nothing; who has a chart has the pathfinder that it
 * is for. Cost: O(what is written), and what each chart costs.
 */
#include "recall.h"
#include "ways.h"

/* Of a shared chart, before the ids of those who have it: when it was asked
 * for, one that has its pathfinder (0: nobody has, and nothing follows), the
 * goal, what it knows, how many. */
enum { CHART_NUMBERS = 5 };

/* No chart was asked for more often. */
#define MOST_ASKED (UINT64_C(1) << 53)

bool tp_recall_shares(const Unit *u, tp_Cell goal) {
  Ways *w = u->crowd->march.ways;
  const Shared *shared = w ? tp_serving_shared_of(w, u->way.chart) : NULL;
  return shared && shared->finder == u->finder &&
         tp_same_cell(shared->goal, goal);
}

ChartKnown tp_recall_known(const tp_Chart *c, const Finder *f) {
  if (tp_rect_is_empty(c->area)) return CHART_UNKNOWN;
  bool is_old = c->seen != f->navmap.changes.now || !tp_finder_is_current(f);
  return is_old ? CHART_KNOWN_OF_OLD : CHART_KNOWN;
}

/* ---- writing ------------------------------------------------------------ */

static const Unit *find_unit_of(const Crowd *c, const Finder *f) {
  const Unit *u = c->first;
  while (u && u->finder != f) u = u->after;
  return u;
}

/* Has the unit that chart? It may have one of a pathfinder that it had before.
 */
static bool has(const Unit *u, const Shared *shared) {
  return u->way.chart == shared->chart && u->finder == shared->finder;
}

static uint32_t count_users(const Crowd *c, const Shared *shared) {
  uint32_t count = 0;
  for (const Unit *u = c->first; u; u = u->after) count += has(u, shared);
  return count;
}

size_t tp_recall_ways_bytes(const Crowd *c) {
  size_t numbers = (size_t)SHARED * CHART_NUMBERS + c->units + 1;
  return c->march.ways ? numbers * RECALL_DIGITS : 0;
}

static char *write_chart(const Crowd *c, const Shared *shared, char *text) {
  const Unit *one = shared->finder ? find_unit_of(c, shared->finder) : NULL;
  text = tp_recall_number(text, shared->asked);
  if (!one) return tp_recall_number(text, 0);
  text = tp_recall_number(text, one->id);
  text = tp_recall_number(text, tp_pack_cell(shared->goal.x, shared->goal.y));
  text = tp_recall_number(text, tp_recall_known(shared->chart, one->finder));
  text = tp_recall_number(text, count_users(c, shared));
  for (const Unit *u = c->first; u; u = u->after) {
    if (has(u, shared)) text = tp_recall_number(text, u->id);
  }
  return text;
}

char *tp_recall_write_ways(const Crowd *c, char *text) {
  for (int i = 0; i < SHARED; i++) {
    text = write_chart(c, &c->march.ways->shared[i], text);
  }
  text[-1] = '\0';
  return text;
}

static char *write_rect(tp_Rect r, char *text) {
  const int32_t side[] = {r.x, r.y, r.w, r.h};
  for (int i = 0; i < 4; i++) text = tp_recall_number(text, (uint64_t)side[i]);
  return text;
}

/* No more than so many: the last one then has all that follow. */
char *tp_recall_write_edits(const Crowd *c, char *text) {
  tp_Rect rects[TP_CHANGES], last = {0, 0, 0, 0};
  const uint32_t told = c->march.edits;
  int count = tp_changes_since(&c->grid->changes, c->march.seen, rects);
  uint32_t all = told + (uint32_t)count;
  const char *start = text;
  for (uint32_t i = 0; i < all; i++) {
    tp_Rect r = i < told ? c->march.edit[i] : rects[i - told];
    if (i + 1 < TP_CHANGES) {
      text = write_rect(r, text);
    } else {
      last = tp_rect_is_empty(last) ? r : tp_rect_join(last, r);
    }
  }
  if (!tp_rect_is_empty(last)) text = write_rect(last, text);
  if (text > start) text[-1] = '\0';
  return text;
}

char *tp_recall_write_search(const Crowd *c, char *text) {
  const WaysProgress p = tp_ways_progress(c);
  if (p.cleaned == 0 && p.unit == 0) return text;
  text = tp_recall_number(text, p.cleaned);
  text = tp_recall_number(text, p.unit);
  text = tp_recall_number(text, p.restarts);
  text = tp_recall_number(text, p.runs);
  text = tp_recall_number(text, tp_pack_cell(p.start.x, p.start.y));
  text = tp_recall_number(text, p.expanded);
  text[-1] = '\0';
  return text;
}

/* ---- reading ------------------------------------------------------------ */

/* The unit at an absolute index is to get a chart, and needs what that takes,
 * which is pushed. False: the map is too large. */
static bool begin(lua_State *L, int unit, Serving *s) {
  Unit *u = bind_known(L, unit);
  int top = lua_gettop(L);
  if (tp_grid_cells(u->crowd->grid) > TP_CHART_CELLS) return false;
  *s = (Serving){.L = L, .crowd = u->crowd, .unit = u, .unit_at = unit};
  s->finder = u->finder;
  s->marks = bind_marks(s->crowd, s->crowd->grid);
  tp_bind_push_kept(L, unit, UNIT_CROWD);
  tp_bind_push_kept(L, unit, UNIT_FINDER);
  s->finder_at = top + 2;
  tp_finder_catch_up(L, s->finder_at, s->finder, "crowd");
  tp_ways_scratch(L, top + 1);
  tp_bind_push_kept(L, top + 1, CROWD_WAYS);
  s->ways_at = top + 3;
  s->ways = bind_known(L, s->ways_at);
  return true;
}

static void show(const Serving *s, tp_Chart *chart, tp_Cell goal,
                 ChartKnown known) {
  uint64_t budget = UINT64_MAX;
  tp_Guide guide = {.chart = chart, .goal = goal};
  if (known == CHART_UNKNOWN) return;
  tp_guide_refresh(&guide, &s->finder->navmap, s->unit->cell, s->ways->scratch,
                   &budget);
  if (known == CHART_KNOWN_OF_OLD) chart->seen = 0;
}

void tp_recall_show_own(lua_State *L, int unit, tp_Cell goal,
                        ChartKnown known) {
  int top = lua_gettop(L);
  Serving s;
  if (!begin(L, unit, &s)) return;
  uint32_t cells = (uint32_t)tp_grid_cells(s.crowd->grid);
  tp_Chart *chart = tp_serving_push_chart(&s, cells);
  tp_chart_init(chart, cells);
  show(&s, chart, goal, known);
  tp_bind_keep(L, unit, UNIT_CHART, lua_gettop(L));
  s.unit->way.chart = chart;
  lua_settop(L, top);
}

/* The unit at an absolute index has that shared chart, which is at another. */
static void give(lua_State *L, int unit, Shared *shared, int chart) {
  Unit *u = bind_known(L, unit);
  tp_bind_keep(L, unit, UNIT_CHART, chart);
  u->way.chart = shared->chart;
  shared->users++;
}

void tp_recall_show_shared(lua_State *L, int unit, tp_Cell goal) {
  int top = lua_gettop(L);
  Serving s;
  if (!begin(L, unit, &s)) return;
  int place = tp_serving_find_shared(&s, goal);
  if (place >= 0) {
    Shared *shared = tp_serving_push_shared(&s, place, goal);
    if (shared->users == 0) show(&s, shared->chart, goal, CHART_KNOWN);
    give(L, unit, shared, lua_gettop(L));
  } else {
    tp_recall_show_own(L, unit, goal, CHART_KNOWN);
  }
  lua_settop(L, top);
}

/* Pushes the unit of an id; NULL, and nothing: there is none. */
static Unit *push_unit(lua_State *L, const Crowd *c, uint64_t id) {
  int top = lua_gettop(L);
  if (id == 0 || id > c->last_id) return NULL;
  tp_crowd_push_unit(L, 1, (uint32_t)id);
  Unit *u = tp_bind_test(L, top + 1, BIND_UNIT);
  if (!u) lua_settop(L, top);
  return u;
}

/* Those who have the shared chart, which stands on the top; one to whom the
 * game gave another pathfinder is to have another one. */
static bool read_users(lua_State *L, Text *t, Shared *shared) {
  const Crowd *c = bind_known(L, 1);
  int chart = lua_gettop(L);
  uint64_t count = recall_read(t, c->units);
  for (uint64_t i = 0; i < count; i++) {
    const Unit *u = push_unit(L, c, recall_read(t, c->last_id));
    if (!u || u->way.chart) return false;
    if (u->finder == shared->finder) give(L, chart + 1, shared, chart);
    lua_settop(L, chart);
  }
  return !t->is_wrong;
}

/* One place of the table. */
static bool read_chart(lua_State *L, Text *t, int place) {
  const Crowd *c = bind_known(L, 1);
  Ways *w = c->march.ways;
  const uint64_t asked = recall_read(t, MOST_ASKED);
  uint64_t id = recall_read(t, c->last_id);
  if (t->is_wrong) return false;
  if (w && asked > w->asked) w->asked = asked;
  if (w) w->shared[place].asked = asked;
  if (id == 0) return true;
  tp_Cell goal = tp_unpack_cell((uint32_t)recall_read(t, UINT32_MAX));
  ChartKnown known = (ChartKnown)recall_read(t, CHART_KNOWN);
  Serving s;
  int top = lua_gettop(L);
  if (t->is_wrong || !tp_grid_contains(c->grid, goal.x, goal.y)) return false;
  if (!push_unit(L, c, id) || !begin(L, top + 1, &s)) return false;
  Shared *shared = tp_serving_push_shared(&s, place, goal);
  shared->asked = asked;
  show(&s, shared->chart, goal, known);
  if (!read_users(L, t, shared)) return false;
  lua_settop(L, top);
  return true;
}

/* core.recall_ways(crowd, text) -> are those charts for its units? They are in
 * motion, and nobody leads them yet. */
static int recall_ways(lua_State *L) {
  const Crowd *c = tp_bind_object(L, 1, BIND_CROWD, "crowd", "crowd");
  lua_settop(L, 2);
  if (tp_grid_cells(c->grid) <= TP_CHART_CELLS) tp_ways_scratch(L, 1);
  lua_settop(L, 2);
  Text t = {.at = lua_tostring(L, 2)};
  for (int i = 0; i < SHARED; i++) {
    if (!read_chart(L, &t, i)) return 0;
  }
  if (*t.at != '\0') return 0;
  lua_pushboolean(L, 1);
  return 1;
}

/* core.recall_search(crowd, text) -> is it one that a unit waits for? */
static int recall_search(lua_State *L) {
  const Crowd *c = tp_bind_object(L, 1, BIND_CROWD, "crowd", "crowd");
  lua_settop(L, 2);
  Text t = {.at = lua_tostring(L, 2)};
  WaysProgress p;
  p.cleaned = recall_read(&t, (uint64_t)tp_grid_cells(c->grid));
  p.unit = (uint32_t)recall_read(&t, c->last_id);
  p.restarts = (uint32_t)recall_read(&t, UINT32_MAX);
  p.runs = recall_read(&t, 1) != 0;
  p.start = tp_unpack_cell((uint32_t)recall_read(&t, UINT32_MAX));
  p.expanded = (uint32_t)recall_read(&t, UINT32_MAX);
  if (t.is_wrong || *t.at != '\0') return 0;
  if (!tp_grid_contains(c->grid, p.start.x, p.start.y)) return 0;
  lua_pushboolean(L, tp_ways_resume(L, 1, p));
  return 1;
}

/* A rectangle of the crowd's map. */
static tp_Rect read_rect(Text *t, const Crowd *c) {
  const tp_Rect map = {0, 0, c->grid->width, c->grid->height};
  int32_t side[4];
  for (int i = 0; i < 4; i++) side[i] = (int32_t)recall_read(t, INT16_MAX);
  tp_Rect r = {side[0], side[1], side[2], side[3]};
  bool is_inside = tp_rect_same(tp_rect_clip(r, map), r);
  if (tp_rect_is_empty(r) || !is_inside) t->is_wrong = true;
  return r;
}

/* core.recall_edits(crowd, text) -> are those places on its map? */
static int recall_edits(lua_State *L) {
  Crowd *c = tp_bind_object(L, 1, BIND_CROWD, "crowd", "crowd");
  lua_settop(L, 2);
  Text t = {.at = lua_tostring(L, 2)};
  uint32_t count = 0;
  for (Text check = t; *check.at != '\0'; count++) {
    read_rect(&check, c);
    if (check.is_wrong || count == TP_CHANGES) return 0;
  }
  tp_Rect *rect = tp_bind_new(L, count * sizeof *rect);
  for (uint32_t i = 0; i < count; i++) rect[i] = read_rect(&t, c);
  tp_bind_keep(L, 1, CROWD_EDITS, 3);
  c->march.edit = rect;
  c->march.edits = count;
  lua_pushboolean(L, 1);
  return 1;
}

static const luaL_Reg functions[] = {
    {"recall_ways", recall_ways},
    {"recall_search", recall_search},
    {"recall_edits", recall_edits},
    {NULL, NULL},
};

void tp_bind_open_resume(lua_State *L) {
  tp_bind_functions(L, BIND_CORE, functions);
}
