/* connectivitypart.c - the regions that can be reached if there are more ways
 * than two-way steps: edges that the agent may take, and steps that a fence
 * allows in one direction only.
 *
 * Arcs are listed anew after an edge or a fence has changed. After other edits
 * the regions of arcs are looked up again only where regions have changed
 * since; if no arc has a new region, the graph is still valid. Room is made
 * with the map: for all arcs that may exist, whatever cells are free.
 */
#include "agentlinks.h"
#include "partrow.h"

/* The most arcs that may exist. */
static uint32_t most_arcs(const tp_Navmap *nav) {
  uint64_t count = tp_edges_most(nav);
  if (nav->fences) count += nav->fences->one_way;
  return (uint32_t)count;
}

static bool wants_graph(const tp_Navmap *nav) {
  return nav->irregular && most_arcs(nav) > 0;
}

static size_t graph_bytes(const tp_Navmap *nav) {
  return tp_graph_bytes(most_arcs(nav));
}

static bool are_too_many(const tp_Navmap *nav) {
  return nav->graph->room < most_arcs(nav);
}

static void init_graph(tp_Navmap *nav, void *block) {
  nav->graph = block;
  tp_graph_init(nav->graph, nav->need.bytes, nav->grid->changes.whole);
}

/* ---- arcs --------------------------------------------------------------- */

static void add_arc(tp_Graph *g, tp_Cell from, tp_Cell to, int direction) {
  TP_ASSERT(g->arcs < g->room);
  g->arc[g->arcs++] = (tp_Arc){.from = tp_pack_cell(from.x, from.y),
                               .to = tp_pack_cell(to.x, to.y),
                               .direction = (int8_t)direction};
}

/* Only irregular cells have fences. */
static void add_steps(const tp_Navmap *nav) {
  if (!nav->fences || nav->fences->one_way == 0) return;
  for (int32_t y = 0; y < nav->irregular->height; y++) {
    const uint64_t *row = tp_mask_row(nav->irregular, y);
    for (int32_t w = 0; w <= (nav->irregular->width - 1) >> 6; w++) {
      for (uint64_t rest = row[w]; rest; rest &= rest - 1) {
        const tp_Cell at = {w * 64 + tp_lowest(rest), y};
        unsigned steps = tp_navmap_fenced_into(nav, at.x, at.y) &
                         ~tp_navmap_fenced(nav, at.x, at.y);
        for (; steps; steps &= steps - 1) {
          const int d = tp_lowest(steps);
          add_arc(nav->graph, at, tp_beside(at, d), d);
        }
      }
    }
  }
}

/* A two-way edge is one arc, that of its first direction. */
static void add_edges(const tp_Navmap *nav) {
  tp_EdgeIter it = tp_edges_all(nav);
  it.closed = true;
  while (tp_edges_next(&it)) {
    const tp_Edge *edge = &it.edge;
    if (edge->cost == TP_NO_COST) continue;
    if (tp_navmap_stops(nav, tp_unpack_cell(edge->from))) continue;
    const bool is_both =
        edge->is_both && !tp_navmap_stops(nav, tp_unpack_cell(edge->to));
    if (is_both && edge->from > edge->to) continue;
    add_arc(nav->graph, tp_unpack_cell(edge->from), tp_unpack_cell(edge->to),
            -1);
    nav->graph->arc[nav->graph->arcs - 1].is_both = is_both;
  }
}

/* ---- regions ------------------------------------------------------------ */

/* Has the arc other regions than before? */
static bool look_up_arc(const tp_Navmap *nav, tp_Arc *arc) {
  const tp_Arc old = *arc;
  const tp_Cell from = tp_unpack_cell(arc->from), to = tp_unpack_cell(arc->to);
  const int d = arc->direction;
  arc->home = arc->goal = TP_NO_REGION;
  /* Can the arc be taken now? A step may lead off the map. */
  bool is_open = tp_mask_has(nav->mask, from.x, from.y);
  if (is_open && d >= 0) is_open = tp_navmap_can_step(nav, from.x, from.y, d);
  if (is_open && d < 0) is_open = tp_mask_has(nav->mask, to.x, to.y);
  if (is_open) {
    arc->home = tp_navmap_region(nav, from.x, from.y);
    arc->goal = tp_navmap_region(nav, to.x, to.y);
  }
  return arc->home != old.home || arc->goal != old.goal;
}

/* With more rectangles, looking up every arc is faster. */
enum { FEW = 8 };

/* Looks up the regions of arcs again where regions have changed, and beside
 * that, as steps may have become legal there. Has any arc other regions? */
static bool look_up_touched(const tp_Navmap *nav) {
  tp_Graph *g = nav->graph;
  tp_Rect touched[TP_CHANGES];
  const int count = tp_changelog_since(&g->touched, g->looked, touched);
  bool is_other = false;
  for (int k = 0; k < count; k++) touched[k] = tp_rect_grow(touched[k], 1);
  for (uint32_t i = 0; i < g->arcs; i++) {
    const tp_Cell from = tp_unpack_cell(g->arc[i].from);
    const tp_Cell to = tp_unpack_cell(g->arc[i].to);
    bool is_touched = count > FEW;
    for (int k = 0; !is_touched && k < count; k++) {
      is_touched = tp_rect_has(touched[k], from.x, from.y) ||
                   tp_rect_has(touched[k], to.x, to.y);
    }
    if (is_touched && look_up_arc(nav, &g->arc[i])) is_other = true;
  }
  return is_other;
}

/* Looking up an arc takes as long as so many looks. */
enum { AN_ARC = 8 };

static void update_graph(tp_Navmap *nav, const tp_Rect *rects, int count) {
  tp_Graph *g = nav->graph;
  bool is_other = tp_navmap_part(nav, TP_PART_GRAPH)->seen == 0 ||
                  g->listed != nav->irregular->changes.now;
  (void)rects;
  (void)count;
  if (is_other) {
    g->arcs = 0;
    add_edges(nav);
    add_steps(nav);
    for (uint32_t i = 0; i < g->arcs; i++) look_up_arc(nav, &g->arc[i]);
  } else {
    is_other = look_up_touched(nav);
  }
  g->listed = nav->irregular->changes.now;
  g->looked = g->touched.now;
  if (is_other) tp_graph_update(g);
  tp_navmap_add_work(nav, (uint64_t)AN_ARC * most_arcs(nav));
}

const tp_PartRow tp_part_graph = {
    .block_with = TP_MAP,
    .wanted = wants_graph,
    .log = tp_part_mask_log,
    .second_log = tp_part_irregular_log,
    .update = update_graph,
    .bytes = graph_bytes,
    .is_too_small = are_too_many,
    .init = init_graph,
};
