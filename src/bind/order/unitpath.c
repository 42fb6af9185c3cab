/* unitpath.c - the trail of a unit: its path, written from a route. A search has
 * found the route, or it is known without a search.
 *
 * Invariant: whatever a mover's guide points to stands in slots of its unit.
 *
 * A trail takes 16 bytes a turn, and has room for half as many turns more.
 */
#include "unitpath.h"

#include "../../core/crowd/unitedits.h"
#include "../crowd/membership.h"
#include "unitsearch.h"

/* Does a link lead from that cell of the path to the next cell? */
static bool is_by_link(const KnownWay *way, uint32_t i) {
  uint32_t low = 0, high = way->links;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (way->link[middle] < i) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < way->links && way->link[low] == i;
}

/* A leg from the end back: a straight run of steps, or a link. */
static bool known_leg(const void *source, tp_Backtrace *b, tp_Leg *leg) {
  const KnownWay *way = source;
  tp_Edge edge = {0};
  uint32_t i = way->count - 1 - b->node, n = 0;
  int came_by = -1;
  for (; i > n && came_by != TP_BY_LINK; n++) {
    tp_Cell to = way->cell[i - n], from = way->cell[i - n - 1];
    int by = is_by_link(way, i - n - 1)
                 ? TP_BY_LINK
                 : tp_direction(to.x - from.x, to.y - from.y);
    if (by < 0 || (n > 0 && by != came_by)) break;
    came_by = by;
    edge = (tp_Edge){.from = tp_pack_cell(from.x, from.y),
                     .to = tp_pack_cell(to.x, to.y)};
  }
  if (n == 0) return false;
  tp_leg_set(leg, came_by, (int32_t)n);
  leg->edge = edge;
  b->node += n;
  tp_leg_go(leg, leg->length, TP_BACKWARDS, &b->at);
  return true;
}

static tp_Route known_route(const Finder *f, const KnownWay *way) {
  return (tp_Route){.navmap = &f->navmap,
                    .first = {.at = way->cell[way->count - 1]},
                    .sense = TP_BACKWARDS,
                    .source = way,
                    .next_leg = known_leg};
}

tp_Trail *tp_ways_push_given(lua_State *L, const Finder *f, const KnownWay *way,
                             tp_Cell at) {
  const tp_Route route = known_route(f, way);
  uint32_t turns = tp_trail_turns(&route);
  tp_Trail *trail = tp_bind_new(L, tp_trail_bytes(turns));
  tp_trail_take(trail, turns, &route);
  tp_trail_give(trail, f->grid->stagger, at);
  return trail;
}

bool tp_ways_lay(lua_State *L, int unit, const tp_Route *route,
                 uint64_t *budget) {
  enum { TURNS_A_UNIT = 4 };
  Unit *u = bind_known(L, unit);
  const uint32_t turns = tp_trail_turns(route);
  tp_Trail *trail = u->way.trail;
  uint32_t room = trail ? trail->room : 0;
  if (room < turns) {
    Crowd *c = u->crowd;
    Finder *f = u->finder;
    const uint64_t number = u->way.number;
    room = turns + turns / 2;
    lua_pushvalue(L, lua_upvalueindex(BIND_MAKE_BLOCK));
    lua_pushnumber(L, (lua_Number)tp_trail_bytes(room));
    tp_bind_call(L, 1, 1, (bind_Marks){{c, c->grid, f}});
    trail = bind_known(L, -1);
    const bool stands = unit_has_order(u, c, f, number);
    if (stands) tp_bind_keep(L, unit, UNIT_TRAIL, lua_gettop(L));
    lua_pop(L, 1);
    if (!stands) return false;
  }
  tp_trail_take(trail, room, route);
  tp_spend(budget, turns / TURNS_A_UNIT + 1);
  u->way.trail = trail;
  return true;
}

void tp_ways_go_along(const Unit *u) {
  tp_Trail *trail = u->way.trail;
  const tp_Guide guide = {.trail = trail, .goal = tp_turn_cell(trail->turn)};
  tp_motion_give_way(u->crowd->march.motion, u->id, &guide);
}

void tp_ways_lay_known(lua_State *L, int unit, const KnownWay *way,
                       uint64_t *budget) {
  int top = lua_gettop(L);
  Unit *u = bind_known(L, unit);
  luaL_checkstack(L, 8, NULL);
  tp_bind_push_kept(L, unit, UNIT_FINDER);
  tp_bind_check_idle(L, u->finder, BIND_PATHFINDER, "update");
  const tp_Route route = known_route(u->finder, way);
  tp_unit_renew_way(u);
  u->crowd->march.number = u->way.number;
  if (tp_ways_lay(L, unit, &route, budget)) tp_ways_go_along(u);
  lua_settop(L, top);
}
