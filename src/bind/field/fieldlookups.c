/* fieldlookups.c - a field's answers about a cell: cost, next step, goal, path;
 * or the reason why there is none.
 *
 * Cost: O(1), or O(steps of the path).
 */
#include "../../core/field/fieldpath.h"
#include "../query/path.h"
#include "field.h"

static int cost(lua_State *L) {
  Field *f = tp_field_self(L, "cost");
  tp_Cell c = tp_bind_cell(L, 2, f->finder->grid, "cost", "x", "y");
  if (!field_knows(f, c)) return tp_field_refuse(L, f, c);
  uint64_t whole = tp_field_cost(&f->field, c.x, c.y);
  lua_pushnumber(L, tp_field_real(&f->field, whole));
  return 1;
}

static int next(lua_State *L) {
  Field *f = tp_field_self(L, "next");
  tp_Cell c = tp_bind_cell(L, 2, f->finder->grid, "next", "x", "y");
  if (!field_knows(f, c)) return tp_field_refuse(L, f, c);
  tp_Edge edge;
  int d = tp_fieldpath_step(&f->field, f->navmap, c);
  if (d < 0 && !tp_field_edge(&f->field, f->navmap, c, &edge)) {
    const bool is_goal = field_is_current(f) || f->origin ||
                         tp_field_source(&f->field, c.x, c.y) >= 0;
    return tp_bind_push_no(L, is_goal ? "arrived" : "unreachable");
  }
  tp_Cell to = d < 0 ? tp_unpack_cell(edge.to) : tp_beside(c, d);
  bind_push_cell(L, f->finder->grid, to.x, to.y);
  if (d >= 0) return 2;
  lua_pushboolean(L, 1);
  return 3;
}

/* The number, from 1, of the goal at the end of a path; 0: none. */
static uint32_t goal_at(const Field *f, tp_Cell end) {
  int64_t source = tp_field_source(&f->field, end.x, end.y);
  return source < 0 ? 0 : f->field.asked.sources.list[source].number + 1;
}

static int path(lua_State *L) {
  Field *f = tp_field_self(L, "path");
  tp_Cell c = tp_bind_cell(L, 2, f->finder->grid, "path", "x", "y");
  if (!field_knows(f, c)) return tp_field_refuse(L, f, c);
  const tp_FieldPath trace = {&f->field, f->navmap, NULL};
  const tp_Path path = tp_fieldpath_get(&trace, c);
  const tp_Measure measure = tp_path_measure(&path);
  uint32_t number = f->origin ? 0 : goal_at(f, measure.end);
  if (number == 0 && !f->origin) return tp_bind_push_no(L, "unreachable");
  PathTable table = {
      .locks = field_locks(f), .measure = measure, .goal = number};
  tp_path_push_cells(L, &path, &table);
  lua_pushnumber(L, measure.cost);
  return 2;
}

static const luaL_Reg methods[] = {
    {"cost", cost},
    {"next", next},
    {"path", path},
    {NULL, NULL},
};

const bind_Exports tp_fieldlookups_exports = {.kind = BIND_FIELD,
                                              .methods = methods};
