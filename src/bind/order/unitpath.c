/* unitpath.c - writes a unit's path (tp_UnitPath): from a search's path, or
 * from one that is known without a search.
 *
 * Invariant: whatever a unit's cost to goal points to stands in slots of its
 * unit.
 *
 * A path takes 16 bytes a turn, and has room for half as many turns more.
 */
#include "unitpath.h"

#include "../../core/crowd/unitedits.h"
#include "../crowd/membership.h"
#include "unitsearch.h"

/* Does a link lead from that cell of the path to the next cell? */
static bool is_by_link(const KnownPath *known, uint32_t i) {
  uint32_t low = 0, high = known->links;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (known->link[middle] < i) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < known->links && known->link[low] == i;
}

/* A leg from the end back: from a cell of it to the one before. */
static bool known_leg(const void *source, tp_Cursor *c, tp_Leg *leg) {
  const KnownPath *known = source;
  const uint32_t i = known->count - 1 - c->node;
  if (i == 0) return false;
  const tp_Cell from = known->cell[i - 1], to = known->cell[i];
  const bool by_link = is_by_link(known, i - 1);
  int32_t steps = 1;
  const int by = by_link ? TP_BY_LINK : known_run(from, to, &steps);
  if (by < 0) return false; /* in no path that was taken */
  tp_leg_set(leg, by, steps);
  leg->edge = (tp_Edge){.from = tp_pack_cell(from.x, from.y),
                        .to = tp_pack_cell(to.x, to.y)};
  c->node++;
  tp_leg_go(leg, leg->length, TP_BACKWARDS, &c->at);
  return true;
}

static tp_Path known_path(const Finder *f, const KnownPath *known) {
  return (tp_Path){.navmap = &f->navmap,
                   .first = {.at = known->cell[known->count - 1]},
                   .sense = TP_BACKWARDS,
                   .source = known,
                   .next_leg = known_leg};
}

tp_UnitPath *tp_unitsearch_push_given(lua_State *L, const Finder *f,
                                      const KnownPath *known, tp_Cell at) {
  const tp_Path path = known_path(f, known);
  uint32_t turns = tp_unitpath_turns(&path);
  tp_UnitPath *unit_path = tp_bind_new(L, tp_unitpath_bytes(turns));
  tp_unitpath_take(unit_path, turns, &path);
  tp_unitpath_mark_given(unit_path, f->grid->stagger, at);
  return unit_path;
}

bool tp_unitsearch_store(lua_State *L, int unit, const tp_Path *path,
                         uint64_t *budget) {
  enum { TURNS_A_UNIT = 4 };
  Unit *u = bind_known(L, unit);
  const uint32_t turns = tp_unitpath_turns(path);
  tp_UnitPath *unit_path = u->search.unit_path;
  uint32_t room = unit_path ? unit_path->room : 0;
  if (room < turns) {
    Crowd *c = u->crowd;
    Finder *f = u->finder;
    const uint64_t number = u->search.order_number;
    room = turns + turns / 2;
    bind_push(L, BIND_MAKE_BLOCK);
    lua_pushnumber(L, (lua_Number)tp_unitpath_bytes(room));
    tp_bind_call(L, 1, 1, (bind_Locks){{c, c->grid, f}});
    unit_path = bind_known(L, -1);
    const bool has_order = unit_has_order(u, c, f, number);
    if (has_order) tp_bind_keep(L, unit, UNIT_PATH, lua_gettop(L));
    lua_pop(L, 1);
    if (!has_order) return false;
  }
  tp_unitpath_take(unit_path, room, path);
  tp_spend(budget, turns / TURNS_A_UNIT + 1);
  u->search.unit_path = unit_path;
  return true;
}

void tp_unitsearch_go_along(const Unit *u) {
  tp_UnitPath *unit_path = u->search.unit_path;
  const tp_CostToGoal to_goal = {.unit_path = unit_path,
                                 .goal = tp_turn_cell(unit_path->turn)};
  tp_sim_give_cost_to_goal(u->crowd->motion.sim, u->id, &to_goal);
}

void tp_unitsearch_store_known(lua_State *L, int unit, const KnownPath *known,
                               uint64_t *budget) {
  int top = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  luaL_checkstack(L, 8, NULL);
  tp_bind_push_kept(L, unit, UNIT_FINDER);
  tp_bind_check_idle(L, u->finder, BIND_PATHFINDER, "update");
  const tp_Path path = known_path(u->finder, known);
  tp_unit_renew_path(u);
  u->crowd->motion.asking_order = u->search.order_number;
  if (tp_unitsearch_store(L, unit, &path, budget)) tp_unitsearch_go_along(u);
  lua_settop(L, top);
}
