/* field.c - the field userdata: made from a list of goals, repaired on request.
 *
 * It is a handle like a search. Its slots hold the core's blocks, the goals as
 * the user gave them, and their sources, which change with the agent's unit of
 * cost. There are two lists of goals and two of sources. The core needs the old
 * ones until a repair is done, and new goals count only after all memory for
 * them was made.
 *
 * A flight (a field that leads away from another field's goals) shares the busy
 * lock of that field, its origin: while one is built, the other cannot change.
 */
#include "field.h"

#include <math.h>
#include <string.h>

#include "../finder/pathfinder.h"
#include "../kit/taskrunner.h"

/* ---- creation ----------------------------------------------------------- */

void tp_field_reset_if_resized(Field *f) {
  const uint64_t now = f->finder->grid->shape;
  if (f->shape == now) return;
  f->shape = now;
  f->field = (tp_Field){.status = TP_RUNNING};
  f->build = (tp_FieldBuild){0};
  for (int i = 0; i < 2; i++) f->sources[i] = (Sources){0};
}

/* Begins the build or the repair, with the list of goals of that number. An
 * error leaves everything as it was. */
static void begin_field(lua_State *L, int handle, Field *f, int goals) {
  tp_field_reset_if_resized(f);
  const tp_Navmap *nav = f->navmap;
  const tp_FieldQuery query = tp_field_query(L, handle, f, goals);
  f->revision = tp_grid_revision(nav->grid);
  if (f->build.field) {
    tp_field_update(&f->build, nav, &query);
  } else {
    tp_field_begin(&f->build, &f->field, nav, &query);
  }
}

static void run_field(lua_State *L, int handle, Field *f, uint64_t budget) {
  bind_BlockSlot blocks = {handle, FIELD_BLOCKS, field_locks(f)};
  const bool is_work = !field_is_done(f);
  if (is_work) f->stamp++;
  tp_taskrunner_field(L, &f->build, f->navmap, blocks, budget);
  /* Crowds that a finalizer updated have not seen it done. */
  if (is_work) f->finder->grid->field_builds++;
}

/* ---- updates ------------------------------------------------------------ */

/* For a field with goals, at `handle`: pushes its options about avoided units,
 * and the handle of these. */
static AvoidCall open_others(lua_State *L, int handle, Field *f, Avoid *avoid,
                             const char *function) {
  luaL_checkstack(L, 16, NULL);
  *avoid = tp_avoid_kept(L, handle, FIELD_AVOID, f->navmap->raise);
  return (AvoidCall){.function = function,
                     .finder = f->finder,
                     .others = tp_avoid_push_handle(L, handle, FIELD_OTHERS),
                     .locks = field_locks(f)};
}

/* Updates the agent's map, but not the field. */
static void catch_up_field(lua_State *L, int handle, Field *f,
                           const char *function) {
  if (!tp_navmap_is_current(&f->finder->navmap)) {
    luaL_checkstack(L, 8, NULL);
    tp_bind_push_kept(L, handle, FIELD_FINDER);
    tp_finder_prepare_map(L, lua_gettop(L), f->finder, function);
    lua_pop(L, 1);
  }
  /* The overlay's map, too. */
  int top = lua_gettop(L);
  Avoid avoid;
  if (!f->navmap->base || tp_navmap_is_ready(f->navmap, TP_MAP)) return;
  luaL_checkstack(L, 8, NULL);
  lua_pushvalue(L, handle);
  if (f->origin) tp_bind_push_kept(L, handle, FIELD_ORIGIN);
  const AvoidCall call =
      open_others(L, lua_gettop(L), field_to_lock(f), &avoid, function);
  tp_avoid_prepare(L, &call, f->navmap, TP_MAP);
  lua_settop(L, top);
}

/* Reads the positions of the avoided units, if any. The field has goals. */
static void look_at_others(lua_State *L, int handle, Field *f,
                           const char *function) {
  int top = lua_gettop(L);
  Avoid avoid;
  if (!f->navmap->base) return;
  const AvoidCall call = open_others(L, handle, f, &avoid, function);
  tp_avoid_update_overlay(L, &avoid, &call);
  tp_avoid_prepare(L, &call, f->navmap, TP_MAP);
  lua_settop(L, top);
}

/* A flight first updates its origin. */
void tp_field_renew(lua_State *L, int handle, Field *f, int goals,
                    const char *function) {
  Field *origin = f->origin;
  catch_up_field(L, handle, f, function);
  if (origin) {
    tp_bind_push_kept(L, handle, FIELD_ORIGIN);
    int at = lua_gettop(L);
    look_at_others(L, at, origin, function);
    if (!field_is_current(origin)) {
      begin_field(L, at, origin, origin->goals_now);
    }
    run_field(L, at, origin, UINT64_MAX);
    lua_pop(L, 1);
    tp_field_reset_if_resized(f);
    if (field_is_done(f) && field_is_current(f) &&
        f->made_of == origin->stamp) {
      return;
    }
    f->made_of = origin->stamp;
    f->revision = tp_grid_revision(f->navmap->grid);
    tp_field_flee(&f->build, &f->field, f->navmap, &f->origin->field,
                  (uint32_t)(f->strength * TP_STRENGTH + 0.5));
  } else {
    look_at_others(L, handle, f, function);
    if (goals != f->goals_now || !field_is_current(f)) {
      begin_field(L, handle, f, goals);
    }
  }
  run_field(L, handle, f, UINT64_MAX);
}

void tp_field_ready(lua_State *L, int handle, Field *f, const char *function) {
  catch_up_field(L, handle, f, function);
  tp_field_reset_if_resized(f);
  if (field_is_done(f)) return;
  /* The grid was resized, or memory ran out in an update. */
  tp_bind_check_idle(L, field_to_lock(f), BIND_FIELD, function);
  tp_field_renew(L, handle, f, f->goals_now, function);
}

Field *tp_field_self(lua_State *L, const char *function) {
  Field *f = tp_bind_self(L, BIND_FIELD, function);
  tp_field_ready(L, 1, f, function);
  return f;
}

/* ---- options ------------------------------------------------------------ */

static Field *new_field(lua_State *L, Finder *finder, int finder_at) {
  Field *f = tp_bind_new_handle(L, sizeof *f, FIELD_SLOTS);
  f->most = INFINITY;
  f->finder = finder;
  f->navmap = &finder->navmap;
  f->shape = finder->grid->shape;
  tp_bind_keep(L, lua_gettop(L), FIELD_FINDER, finder_at);
  return f;
}

static void read_goals(lua_State *L, int handle, Field *f, int number,
                       const char *function) {
  bind_BlockSlot slot = {handle, FIELD_GOALS + number, field_locks(f)};
  bind_List list = goals_list(2, function);
  while (!tp_bind_list_read(L, &list, &f->goals[number], slot)) continue;
}

typedef struct FieldOptions {
  Avoid avoid;
  bool adjacent;
  double max_cost;
} FieldOptions;

enum { FIELD = 1, QUEUE = 2, BOTH = FIELD | QUEUE };

static const bind_Option rows[] = {
    AVOID_ROWS(FieldOptions, BOTH),
    {"adjacent", BOTH, BIND_FLAG(FieldOptions, adjacent)},
    {"max_cost", BOTH, BIND_NUMBER(FieldOptions, max_cost, 0, INFINITY)},
    QUEUE_ROWS(QUEUE),
};

static const bind_OptionCall calls[] = {
    {"finder:field", "options", BIND_ROWS(rows), FIELD, 0},
    {"queue:field", "options", BIND_ROWS(rows), QUEUE, 0},
};

static const FieldOptions defaults = {.max_cost = INFINITY};

static void list_options(lua_State *L) {
  for (int i = 0; i < 2; i++) tp_options_list(L, &calls[i], &defaults);
}

/* Pushes a field for the pathfinder at 1, with the goals at 2 and the options
 * at 3, without a metatable and not begun. If `is_queued`, options of queues
 * are allowed. */
static Field *read_field(lua_State *L, bool is_queued) {
  Field *f = new_field(L, bind_known(L, 1), 1);
  int handle = lua_gettop(L);
  read_goals(L, handle, f, 0, "field");
  FieldOptions options = defaults;
  tp_options_read(L, 3, "field", &calls[is_queued], &options);
  tp_avoid_check(L, &options.avoid, f->finder, "field");
  const Avoid avoid = options.avoid;
  f->most = options.max_cost;
  f->adjacent = options.adjacent;
  if (avoid.avoid) {
    tp_avoid_keep(L, &avoid, handle, FIELD_AVOID);
    tp_avoid_push_handle(L, handle, FIELD_OTHERS);
  }
  if (avoid.avoid || !is_queued)
    tp_finder_prepare_map(L, 1, f->finder, "field");
  if (avoid.avoid) {
    /* The overlay uses the field's own copies of the options. */
    Avoid kept = tp_avoid_kept(L, handle, FIELD_AVOID, avoid.avoid_price);
    const AvoidCall call = {
        .function = "field",
        .finder = f->finder,
        .others = tp_avoid_push_handle(L, handle, FIELD_OTHERS),
        .locks = field_locks(f)};
    f->navmap = tp_avoid_update_overlay(L, &kept, &call);
    tp_avoid_prepare(L, &call, f->navmap, TP_MAP);
  }
  lua_settop(L, handle);
  return f;
}

/* finder:field(goals [, options]) -> field */
static int make_field(lua_State *L) {
  tp_bind_self(L, BIND_PATHFINDER, "field");
  lua_settop(L, 3);
  Field *f = read_field(L, false);
  int handle = lua_gettop(L);
  begin_field(L, handle, f, 0);
  run_field(L, handle, f, UINT64_MAX);
  tp_bind_adopt(L, BIND_FIELD);
  return 1;
}

/* core.ask_field(finder, goals, options) -> field, which is not begun */
static int ask_field(lua_State *L) {
  tp_bind_object(L, 1, BIND_PATHFINDER, "field", "finder");
  lua_settop(L, 3);
  read_field(L, true);
  tp_bind_adopt(L, BIND_FIELD);
  return 1;
}

/* core.make(field, units) -> units taken, is it done?, has an edit made it
 * begin again?
 *
 * Begins the field or continues it; after an edit it is repaired. */
static int make_some(lua_State *L) {
  Field *f = bind_known(L, 1);
  const uint64_t may = bind_units(L, 2), cells = tp_grid_cells(f->finder->grid);
  const uint64_t before = f->revision;
  const bool is_begun = f->build.field != NULL;
  lua_settop(L, 1);
  catch_up_field(L, 1, f, "update");
  look_at_others(L, 1, f, "update");
  tp_field_reset_if_resized(f);
  if (!f->build.field || !field_is_current(f)) {
    begin_field(L, 1, f, f->goals_now);
  }
  run_field(L, 1, f, may);
  lua_pushnumber(L, (lua_Number)(may < cells ? may : cells));
  lua_pushboolean(L, field_is_done(f) && field_is_current(f));
  lua_pushboolean(L, is_begun && f->revision != before);
  return 3;
}

/* ---- changes ------------------------------------------------------------ */

/* field:update([goals]) */
static int update_field(lua_State *L) {
  Field *f = tp_bind_self(L, BIND_FIELD, "update");
  int goals = f->goals_now;
  tp_bind_check_idle(L, field_to_lock(f), BIND_FIELD, "update");
  lua_settop(L, 2);
  /* Steps that may fail come before the goals are read into the field. */
  catch_up_field(L, 1, f, "update");
  if (!lua_isnil(L, 2)) {
    if (f->origin) {
      return tp_bind_error(L, "update: a field that flees has no goals, got %s",
                           tp_bind_show(L, 2));
    }
    read_goals(L, 1, f, 1 - goals, "update");
    const size_t bytes = GOAL_NUMBERS * sizeof(double) * f->goals[0].count;
    if (f->goals[0].count != f->goals[1].count ||
        memcmp(f->goals[0].number, f->goals[1].number, bytes) != 0) {
      goals = 1 - goals;
    }
  }
  tp_field_renew(L, 1, f, goals, "update");
  return 0;
}

/* field:flee([strength]) -> field */
static int flee_field(lua_State *L) {
  Field *origin = tp_field_self(L, "flee");
  double strength = 1.2;
  if (!lua_isnoneornil(L, 2)) {
    strength = lua_type(L, 2) == LUA_TNUMBER ? lua_tonumber(L, 2) : 0;
    if (!(strength >= 1 && strength <= 16)) {
      tp_bind_wrong(L, 2, "flee", "strength", "a number from 1 to 16");
    }
  }
  tp_bind_check_idle(L, field_to_lock(origin), BIND_FIELD, "flee");
  if (origin->origin) {
    return tp_bind_error(L,
                         "flee: self must be a field with goals, got a field "
                         "that flees");
  }
  lua_settop(L, 1);
  tp_bind_push_kept(L, 1, FIELD_FINDER);
  Field *f = new_field(L, origin->finder, 2);
  f->origin = origin;
  f->navmap = origin->navmap;
  f->strength = strength;
  tp_bind_keep(L, 3, FIELD_ORIGIN, 1);
  tp_field_renew(L, 3, f, 0, "flee");
  tp_bind_adopt(L, BIND_FIELD);
  return 1;
}

/* ---- properties --------------------------------------------------------- */

enum { REVISION = 1, FINDER };

static const char *const properties[] = {"revision", "finder", NULL};

static int index_field(lua_State *L) {
  const int member = tp_bind_member(L);
  if (member == BIND_METHOD) return 1;
  Field *f = tp_bind_self(L, BIND_FIELD, "__index");
  switch (member) {
    case REVISION: compat_push_whole(L, (double)f->revision); break;
    case FINDER: tp_bind_push_kept(L, 1, FIELD_FINDER); break;
    default: break;
  }
  return 1;
}

static int to_string(lua_State *L) {
  Field *f = tp_bind_self(L, BIND_FIELD, "__tostring");
  const tp_Grid *g = f->finder->grid;
  if (f->origin) {
    lua_pushfstring(L, "field on %dx%d (fleeing)", (int)g->width,
                    (int)g->height);
  } else {
    int goals = (int)f->goals[f->goals_now].count;
    lua_pushfstring(L, "field on %dx%d (%d %s)", (int)g->width, (int)g->height,
                    goals, goals == 1 ? "goal" : "goals");
  }
  return 1;
}

/* core.stamp(field) -> a number that grows when its answers change */
static int stamp(lua_State *L) {
  const Field *f = bind_known(L, 1);
  compat_push_whole(L, (double)f->stamp);
  return 1;
}

int tp_field_refuse(lua_State *L, const Field *f, tp_Cell c) {
  if (!tp_grid_contains(f->finder->grid, c.x, c.y)) {
    return tp_bind_push_no(L, "outside");
  }
  if (!tp_mask_has(f->navmap->mask, c.x, c.y)) {
    return tp_bind_push_no(L, "blocked");
  }
  return tp_bind_push_no(L, "unreachable");
}

/* ---- opening ------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"update", update_field},
    {"flee", flee_field},
    {"__tostring", to_string},
    {NULL, NULL},
};

static const luaL_Reg functions[] = {
    {"stamp", stamp},
    {"ask_field", ask_field},
    {"make", make_some},
    {NULL, NULL},
};

const bind_Exports tp_field_exports = {
    .kind = BIND_FIELD,
    .methods = methods,
    .properties = properties,
    .index = index_field,
    .functions = functions,
};

static const luaL_Reg finder_methods[] = {
    {"field", make_field},
    {NULL, NULL},
};

const bind_Exports tp_find_field_exports = {.kind = BIND_PATHFINDER,
                                            .methods = finder_methods,
                                            .list_options = list_options};
