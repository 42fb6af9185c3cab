/* edge.c - the link that a follower takes from one place to another. */
#include <string.h>

#include "../../core/navmap/edges.h"
#include "finder.h"

enum { FINDER = 1, FROM_X, FROM_Y, TO_X, TO_Y };

static bool lies_inside(const Finder *f, tp_Cell c) {
  return tp_grid_contains(f->grid, c.x, c.y);
}

/* The cheapest that its agent may take, of those the one that was made first;
 * NULL: there is none. The pathfinder has caught up. */
static const tp_Edge *find_edge(const Finder *f, tp_Cell from, tp_Cell to,
                                uint64_t *least) {
  *least = TP_NO_COST;
  if (!lies_inside(f, from) || !lies_inside(f, to)) return NULL;
  const tp_EdgeRange ways = tp_navmap_links_from(&f->navmap, from.x, from.y);
  const tp_Edge *best = NULL;
  for (uint32_t i = 0; i < ways.count; i++) {
    const tp_Edge *way = &ways.first[i];
    if (way->to != tp_pack_cell(to.x, to.y)) continue;
    uint64_t link_cost = tp_edge_cost(&f->navmap, way);
    if (link_cost >= *least) continue;
    *least = link_cost;
    best = way;
  }
  return best;
}

/* core.edge(finder, wx1, wy1, wx2, wy2) -> the number of the link from the
 * cell that the agent is in at the first place to that at the second, its
 * seconds, what it costs and its name (nil: it has none). nil: it may take
 * none. */
int tp_finder_link_between(lua_State *L) {
  Finder *f =
      tp_bind_object(L, FINDER, BIND_PATHFINDER, "link_between", "finder");
  uint64_t link_cost;
  tp_finder_catch_up(L, FINDER, f, "link_between");
  const tp_Edge *way = find_edge(
      f, tp_finder_cell_at(f, lua_tonumber(L, FROM_X), lua_tonumber(L, FROM_Y)),
      tp_finder_cell_at(f, lua_tonumber(L, TO_X), lua_tonumber(L, TO_Y)),
      &link_cost);
  if (!way) return 0;
  const tp_Links *links = f->grid->links;
  const tp_Link link = links->link[way->link];
  char name[TP_NAME_SIZE];
  memcpy(name, links->name[link.name], sizeof name);
  compat_push_whole(L, (double)link.number);
  lua_pushnumber(L, link.seconds);
  lua_pushnumber(L, tp_edge_real_cost(&f->navmap, way));
  if (name[0] == '\0') return 3;
  lua_pushstring(L, name);
  return 4;
}
