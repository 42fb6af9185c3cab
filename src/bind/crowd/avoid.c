/* avoid.c - units and places that a query avoids: see avoid.h.
 *
 * The options' values are read twice. The first time is when the options are
 * read, so that a mistake raises before anything is done. The second time is
 * right before the query, after all memory was made, because finalizers may
 * move units and change lists. From then on there is a mask of the others'
 * cells, and crowds, units and lists are not read any more.
 *
 * Reading allocates nothing. If room is lacking, room is made and reading
 * begins again.
 */
#include "avoid.h"

#include "../../core/search/movezones.h"
#include "../finder/pathfinder.h"
#include "../kit/taskrunner.h"
#include "membership.h"

/* ---- reading ------------------------------------------------------------ */

/* A unit may hold cells at both ends of its step. */
enum { AT_ENDS = 2 };

/* The result of reading: the others, and room for rectangles and excepted
 * units. If the room is NULL, the values are only checked. */
typedef struct Taking {
  const char *function;
  const char *option; /* the list that is read, or NULL: `avoid` */
  const tp_Grid *grid;
  tp_Rect *rect;
  tp_Excepted *except;
  tp_Obstacles obstacles;
} Taking;

/* Raises unless a crowd, or a unit of it, is on a grid of the same size. */
static void check_map(lua_State *L, const Taking *t, const tp_Grid *grid,
                      const char *noun) {
  if (!tp_rect_same(bind_map(grid), bind_map(t->grid))) {
    tp_bind_error(L, "%s: option '%s' has a %s on a grid of another size",
                  t->function, t->option, noun);
  }
}

static void take_crowd(lua_State *L, Taking *t, const Crowd *crowd) {
  tp_Obstacles *p = &t->obstacles;
  check_map(L, t, crowd->grid, "crowd");
  for (uint32_t i = 0; i < p->crowds; i++) {
    if (p->crowd[i] == crowd->occupancy) return;
  }
  if (p->crowds == TP_MAX_CROWDS) {
    tp_bind_error(L, "%s: option '%s' has more than %d crowds", t->function,
                  t->option, (int)TP_MAX_CROWDS);
  }
  p->crowd[p->crowds++] = crowd->occupancy;
}

/* Notes a rectangle, those under units before the others. */
static void record_rect(Taking *t, tp_Rect rect, bool is_body) {
  tp_Obstacles *p = &t->obstacles;
  if (!t->rect || tp_rect_is_empty(rect)) return;
  t->rect[p->rects++] = rect;
  if (!is_body) return;
  t->rect[p->rects - 1] = t->rect[p->bodies];
  t->rect[p->bodies++] = rect;
}

/* A removed unit is skipped. */
static void take_body(lua_State *L, Taking *t, Unit *unit) {
  if (!unit->crowd) return;
  check_map(L, t, unit->crowd->grid, "unit");
  tp_unit_update_place(unit);
  record_rect(t, finder_footprint(unit->finder, unit->cell), true);
  if (!unit->orders.is_admitted) return;
  const tp_Unit *core_unit = tp_sim_unit(unit->crowd->motion.sim, unit->id);
  if (tp_unit_is_standing(core_unit)) return;
  record_rect(t, tp_unit_under(core_unit, core_unit->step.from), true);
}

/* The list at index, as a list of rectangles. */
static bind_List rects_of(int list, const Taking *t) {
  return (bind_List){.at = list,
                     .function = t->function,
                     .name = t->option,
                     .item = "{ x, y } or { x, y, w, h }",
                     .numbers = 2,
                     .sized = true,
                     .may_stop = t->option[0] == 's', /* "stops" */
                     .may_be_empty = true};
}

/* Raises an error about the value on the top: item `i` of the option. */
TP_NORETURN static void refuse_item(lua_State *L, const Taking *t,
                                    const char *option, int i,
                                    const char *what) {
  int value = lua_gettop(L);
  lua_pushfstring(L, "%s[%d]", option, i);
  tp_bind_wrong(L, value, t->function, lua_tostring(L, -1), what);
}

/* Takes the value on the top; false if it is no crowd and no unit. */
static bool take_object(lua_State *L, Taking *t) {
  const Crowd *crowd = tp_bind_test(L, -1, BIND_CROWD);
  Unit *unit = crowd ? NULL : tp_bind_test(L, -1, BIND_UNIT);
  if (crowd) take_crowd(L, t, crowd);
  if (unit) take_body(L, t, unit);
  return crowd || unit;
}

/* Pushes item `i` of a list, and reads the numbers of a rectangle; false if it
 * is a crowd or a unit. */
static bool push_avoided(lua_State *L, const Taking *t, int list, int i,
                         double number[BIND_MOST_NUMBERS]) {
  const bind_List rects = rects_of(list, t);
  lua_rawgeti(L, list, i);
  if (tp_bind_test(L, -1, BIND_CROWD) || tp_bind_test(L, -1, BIND_UNIT)) {
    return false;
  }
  if (!lua_istable(L, -1)) {
    refuse_item(L, t, t->option, i,
                "a crowd, a unit, { x, y } or { x, y, w, h }");
  }
  tp_bind_list_take(L, &rects, i, number);
  return true;
}

/* Is the rectangle on the top to end moves beside it, as a unit does? */
static bool is_beside(lua_State *L, const Taking *t) {
  return tp_bind_flag(L, lua_gettop(L), t->function, "beside");
}

/* Pushes item `i` of a list of units. */
static Unit *push_unit(lua_State *L, const Taking *t, int list, int i) {
  lua_rawgeti(L, list, i);
  Unit *unit = tp_bind_test(L, -1, BIND_UNIT);
  if (!unit) refuse_item(L, t, "except", i, "a unit");
  return unit;
}

/* The number of items of a list; 1 for a single value. */
static uint32_t count_of(lua_State *L, int place) {
  const size_t most = INT32_MAX / (AT_ENDS * sizeof(tp_Excepted));
  if (place == 0) return 0;
  if (!lua_istable(L, place)) return 1;
  size_t count = compat_raw_length(L, place);
  if (count > most) tp_bind_error(L, "not enough memory");
  return (uint32_t)count;
}

/* Takes the list of an option; 0: there is none. */
static void take_avoided(lua_State *L, Taking *t, const char *option,
                         int avoid) {
  t->option = option;
  if (!avoid) return;
  lua_pushvalue(L, avoid);
  const bool is_one = take_object(L, t);
  lua_pop(L, 1);
  const bind_List rects = rects_of(avoid, t);
  const uint32_t count = is_one ? 0 : tp_bind_list_count(L, &rects);
  for (uint32_t i = 1; i <= count; i++) {
    double number[BIND_MOST_NUMBERS];
    if (push_avoided(L, t, avoid, (int)i, number)) {
      record_rect(t, tp_bind_clip(t->grid, number), is_beside(L, t));
    } else {
      take_object(L, t);
    }
    lua_pop(L, 1);
  }
}

/* A removed unit, or a unit of another crowd, is skipped. */
static void take_unit(Taking *t, Unit *unit) {
  tp_Obstacles *p = &t->obstacles;
  bool counts = false;
  for (uint32_t i = 0; unit->crowd && i < p->crowds; i++) {
    counts = counts || p->crowd[i] == unit->crowd->occupancy;
  }
  if (!counts || !t->except) return;
  tp_unit_update_place(unit);
  tp_Excepted it = {unit->crowd->occupancy, unit->cells, unit->id};
  t->except[p->excepted++] = it;
  if (!unit->orders.is_admitted) return;
  /* In a link it also holds the cells at the start. */
  const tp_Unit *core_unit = tp_sim_unit(unit->crowd->motion.sim, unit->id);
  if (!tp_unit_is_in_link(core_unit)) return;
  it.cells = tp_unit_under(core_unit, core_unit->step.from);
  t->except[p->excepted++] = it;
}

static void take_excepted(lua_State *L, Taking *t, int except) {
  Unit *unit = except ? tp_bind_test(L, except, BIND_UNIT) : NULL;
  uint32_t count = unit ? 0 : count_of(L, except);
  if (unit) take_unit(t, unit);
  for (uint32_t i = 1; i <= count; i++) {
    take_unit(t, push_unit(L, t, except, (int)i));
    lua_pop(L, 1);
  }
}

/* ---- options ------------------------------------------------------------ */

static bool read_others(lua_State *L, const bind_Option *row, void *member) {
  const bool takes_crowds = row->kind == &tp_avoid_others;
  (void)member;
  return (lua_istable(L, -1) && !tp_bind_is_table_of(L, -1, "follower")) ||
         tp_bind_test(L, -1, BIND_UNIT) ||
         (takes_crowds && tp_bind_test(L, -1, BIND_CROWD));
}

const bind_OptionKind tp_avoid_others =
                          {.name = "others",
                           .what =
                               "a crowd, a unit, or a list of "
                               "crowds, units, { x, y } and { x, y, w, h }",
                           .read = read_others,
                           .keeps = true},
                      tp_avoid_units = {.name = "units",
                                        .what = "a unit or a list of units",
                                        .read = read_others,
                                        .keeps = true};

void tp_avoid_check(lua_State *L, Avoid *avoid, const Finder *f,
                    const char *function) {
  const bool is_move = avoid->pass || avoid->stops;
  if (!avoid->avoid && !is_move) {
    if (!avoid->except && avoid->avoid_price == 0) return;
    tp_bind_error(L,
                  avoid->except ? "%s: option 'except' needs option 'avoid' "
                                  "(or for a move 'pass' or 'stops')"
                                : "%s: option 'avoid_price' needs option "
                                  "'avoid'",
                  function);
  }
  if (!avoid->avoid) {
    lua_newtable(L);
    avoid->avoid = lua_gettop(L);
  }
  Taking taking = {.function = function, .grid = f->grid};
  luaL_checkstack(L, 16, NULL);
  take_avoided(L, &taking, "avoid", avoid->avoid);
  take_excepted(L, &taking, avoid->except);
  taking.obstacles.crowds = 0;
  take_avoided(L, &taking, "pass", avoid->pass);
  taking.obstacles.crowds = 0;
  take_avoided(L, &taking, "stops", avoid->stops);
}

/* ---- copies ------------------------------------------------------------- */

/* Pushes a copy of item `i` of a list. */
static void push_copy(lua_State *L, const Taking *t, int list, int i) {
  double number[BIND_MOST_NUMBERS];
  if (!push_avoided(L, t, list, i, number)) return;
  const bool beside = is_beside(L, t);
  tp_bind_new_table(L, 4, beside ? 1 : 0, bind_locks(NULL, NULL));
  if (beside) {
    lua_pushliteral(L, "beside");
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
  }
  for (int k = 0; k < 4; k++) {
    lua_pushnumber(L, number[k]);
    lua_rawseti(L, -2, k + 1);
  }
}

/* Pushes a copy of the list at index. Memory for an item may run finalizers,
 * which may change later items, so each item is read only once. */
static void push_list(lua_State *L, const Taking *t, int list, bool of_units) {
  uint32_t count = count_of(L, list);
  tp_bind_new_table(L, count, 0, bind_locks(NULL, NULL));
  int copy = lua_gettop(L);
  for (int i = 1; i <= (int)count; i++) {
    if (of_units) {
      push_unit(L, t, list, i);
    } else {
      push_copy(L, t, list, i);
    }
    lua_rawseti(L, copy, i);
    lua_settop(L, copy);
  }
}

void tp_avoid_keep(lua_State *L, const Avoid *avoid, int handle, int slot) {
  static const char *const options[] = {"avoid", "except", "stops", "pass"};
  const int places[] = {avoid->avoid, avoid->except, avoid->stops, avoid->pass};
  luaL_checkstack(L, 16, NULL);
  for (int i = 0; i < AVOID_SLOTS; i++) {
    const Taking taking = {.function = "field", .option = options[i]};
    if (places[i] == 0) continue;
    if (lua_istable(L, places[i])) {
      push_list(L, &taking, places[i], i == 1);
    } else {
      lua_pushvalue(L, places[i]);
    }
    tp_bind_keep(L, handle, slot + i, lua_gettop(L));
    lua_pop(L, 1);
  }
}

Avoid tp_avoid_kept(lua_State *L, int handle, int slot, double cost) {
  int place[AVOID_SLOTS];
  for (int i = 0; i < AVOID_SLOTS; i++) {
    tp_bind_push_kept(L, handle, slot + i);
    place[i] = lua_isnil(L, -1) ? 0 : lua_gettop(L);
  }
  return (Avoid){place[0], place[1], cost, place[2], place[3]};
}

/* ---- memory ------------------------------------------------------------- */

int tp_avoid_push_handle(lua_State *L, int owner, int slot) {
  luaL_checkstack(L, 8, NULL);
  tp_bind_push_kept(L, owner, slot);
  if (lua_isnil(L, -1)) {
    tp_bind_new_handle(L, sizeof(Others), OTHERS_SLOTS);
    int made = lua_gettop(L);
    /* A finalizer may have made the handle, too. */
    tp_bind_push_kept(L, owner, slot);
    bool lacks = lua_isnil(L, -1);
    if (lacks) tp_bind_keep(L, owner, slot, made);
    lua_settop(L, lacks ? made : made + 1);
  }
  return lua_gettop(L);
}

static void *make_block(lua_State *L, const AvoidCall *call, int slot,
                        size_t bytes) {
  bind_BlockSlot at = {call->others, slot, call->locks};
  void *block = tp_bind_block(L, at, bytes);
  lua_pop(L, 1);
  return block;
}

/* If the cost differs from the last query's, the overlay is made again. */
static tp_Navmap *open_overlay(lua_State *L, const Avoid *avoid,
                               const AvoidCall *call) {
  Others *o = bind_known(L, call->others);
  const tp_Grid *g = call->finder->grid;
  int k = (avoid->avoid_price > 0 ? WITH_COST : 0) +
          (avoid->stops ? WITH_STOPS : 0);
  if (!o->avoided || o->shape != g->shape) {
    tp_Avoided *avoided = make_block(L, call, OTHERS_AVOIDED,
                                     tp_avoided_bytes(g->width, g->height));
    tp_avoided_init(avoided, g->width, g->height);
    o->avoided = avoided;
    o->shape = g->shape;
    for (int i = 0; i < OVERLAYS; i++) {
      if (o->overlay[i]) o->overlay[i]->grid = NULL;
    }
    for (int i = 0; i < ZONES; i++) o->zone[i] = NULL;
  }
  for (int i = 0; (avoid->stops || avoid->pass) && i < ZONES; i++) {
    if (o->zone[i]) continue;
    tp_Mask *zone = make_block(L, call, OTHERS_ZONE + i,
                               tp_mask_bytes(g->width, g->height));
    tp_mask_init(zone, g->width, g->height);
    o->zone[i] = zone;
  }
  if (!o->overlay[k]) {
    tp_Navmap *overlay =
        make_block(L, call, OTHERS_OVERLAY + k, sizeof *overlay);
    overlay->grid = NULL;
    o->overlay[k] = overlay;
  }
  tp_Navmap *overlay = o->overlay[k];
  if (!overlay->grid || overlay->raise != avoid->avoid_price) {
    /* Its results are outdated. */
    if (call->search) call->search->own.navmap = NULL;
    tp_navmap_init_overlay(overlay, &call->finder->navmap, o->avoided,
                           avoid->avoid_price,
                           avoid->stops ? o->zone[STOPS] : NULL);
  }
  return overlay;
}

/* Makes room for the current items; false if it had to make some. */
static bool make_list_room(lua_State *L, const Avoid *avoid,
                           const AvoidCall *call, Others *o) {
  const int lists[] = {avoid->avoid, avoid->stops, avoid->pass};
  uint32_t rects = 0;
  for (int i = 0; i < 3; i++) {
    const uint32_t count = AT_ENDS * count_of(L, lists[i]);
    if (count > rects) rects = count;
  }
  uint32_t excepted = AT_ENDS * count_of(L, avoid->except);
  if (rects > o->rect_room) {
    o->rect = make_block(L, call, OTHERS_RECTS, rects * sizeof *o->rect);
    o->rect_room = rects;
    return false;
  }
  if (excepted > o->except_room) {
    o->except =
        make_block(L, call, OTHERS_EXCEPTED, excepted * sizeof *o->except);
    o->except_room = excepted;
    return false;
  }
  return true;
}

/* ---- among others ------------------------------------------------------- */

void tp_avoid_prepare(lua_State *L, const AvoidCall *call, tp_Navmap *overlay,
                      unsigned parts) {
  const Others *o = bind_known(L, call->others);
  int k = 0;
  while (overlay != o->overlay[k]) k++;
  bind_BlockSlot blocks = {call->others, OTHERS_PARTS + k * TP_PARTS,
                           call->locks};
  /* After a resize tp_avoid_update_overlay has to come first. */
  if (overlay->shape != overlay->grid->shape) return;
  tp_taskrunner_navmap(L, overlay, parts, blocks, 0);
}

/* Marks the positions of an option of moves in its mask. */
static const tp_Mask *mark_zone(lua_State *L, Taking *t, const Avoid *avoid,
                                const AvoidCall *call, int zone) {
  const Others *o = bind_known(L, call->others);
  const bool is_stops = zone == STOPS;
  const int list = is_stops ? avoid->stops : avoid->pass;
  if (!list) return NULL;
  t->obstacles.crowds = t->obstacles.rects = t->obstacles.bodies = 0;
  t->obstacles.excepted = 0;
  take_avoided(L, t, is_stops ? "stops" : "pass", list);
  take_excepted(L, t, avoid->except);
  tp_zone_mark(o->zone[MARKS], &call->finder->navmap,
               avoid->avoid_price > 0 ? NULL : tp_avoided_mask(o->avoided),
               &t->obstacles, is_stops);
  tp_mask_take(o->zone[zone], o->zone[MARKS], NULL,
               o->zone[zone]->changes.whole);
  return o->zone[zone];
}

/* Sorts the rectangles that an agent at the start covers to the front, with all
 * that it may enter from these before it is out. Returns their number. */
static uint32_t sort_left(tp_Rect *rect, uint32_t count, tp_Rect start) {
  const int32_t far = tp_greater(start.w, start.h);
  uint32_t left = 0;
  for (uint32_t i = 0; i <= left && !tp_rect_is_empty(start); i++) {
    const tp_Rect from = i == 0 ? start : tp_rect_grow(rect[i - 1], far);
    for (uint32_t k = left; k < count; k++) {
      const tp_Rect at = rect[k];
      if (tp_rect_is_empty(tp_rect_clip(at, from))) continue;
      rect[k] = rect[left];
      rect[left++] = at;
    }
  }
  return left;
}

tp_Navmap *tp_avoid_update_overlay(lua_State *L, const Avoid *avoid,
                                   const AvoidCall *call) {
  luaL_checkstack(L, 16, NULL);
  call->finder->overlay_updates++;
  Others *o = bind_known(L, call->others);
  tp_Navmap *overlay = open_overlay(L, avoid, call);
  while (!make_list_room(L, avoid, call, o)) continue;
  Taking taking = {.function = call->function,
                   .grid = call->finder->grid,
                   .rect = o->rect,
                   .except = o->except};
  taking.obstacles.rect = o->rect;
  taking.obstacles.except = o->except;
  taking.obstacles.start = call->start;
  take_avoided(L, &taking, "avoid", avoid->avoid);
  take_excepted(L, &taking, avoid->except);
  o->left = call->leaves && avoid->avoid_price == 0
                ? sort_left(o->rect, taking.obstacles.rects, call->start)
                : 0;
  taking.obstacles.rect += o->left;
  taking.obstacles.rects -= o->left;
  tp_avoided_update(o->avoided, &taking.obstacles);
  tp_navmap_add_work(&call->finder->navmap, taking.obstacles.rects);
  mark_zone(L, &taking, avoid, call, STOPS);
  overlay->passed = mark_zone(L, &taking, avoid, call, PASS);
  return overlay;
}

/* ---- queries that are answered at once --------------------------------- */

tp_Navmap *tp_avoid_leave(lua_State *L, const Avoid *avoid, Finder *f,
                          const char *function, const tp_Cell *start,
                          const Others **others) {
  AvoidCall call = {.function = function,
                    .finder = f,
                    .search = &f->query_run.search,
                    .locks = finder_locks(f),
                    .start = {0, 0, 0, 0},
                    .leaves = others && start};
  if (!avoid->avoid) {
    tp_finder_prepare_map(L, 1, f, function);
    return &f->navmap;
  }
  tp_bind_check_idle(L, f, BIND_PATHFINDER, function);
  call.others = tp_avoid_push_handle(L, 1, RUN_OTHERS);
  if (start) call.start = finder_footprint(f, *start);
  tp_finder_prepare_map(L, 1, f, function);
  tp_Navmap *overlay = tp_avoid_update_overlay(L, avoid, &call);
  if (call.leaves) *others = bind_known(L, call.others);
  tp_avoid_prepare(L, &call, overlay, TP_MAP);
  return overlay;
}

tp_Navmap *tp_avoid_navmap(lua_State *L, const Avoid *avoid, Finder *f,
                           const char *function, const tp_Cell *start) {
  return tp_avoid_leave(L, avoid, f, function, start, NULL);
}
