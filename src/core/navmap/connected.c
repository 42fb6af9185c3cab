/* connected.c - which regions there are ways to, where there are more ways than
 * steps to and fro: links that the agent may take, and steps that a thin wall
 * lets it go one way only.
 *
 * The graph is made anew whenever a cell, a link or a wall has changed. What is
 * kept are the regions of all ends: they are looked up again only where regions
 * have gone through cells since, and steps are listed again only there, too.
 * Both of a step's cells are odd. A refusal after an edit takes 4 to 10 us
 * where there are few links, and with more of them some 25 ns for each, or 40
 * where most of them join regions. Room is made with the map: for as many as
 * there may be, whatever cells may be entered.
 */
#include "edges.h"
#include "parts.h"

static const tp_Changes *of_mask(const tp_Navmap *nav) {
  return &nav->mask->changes;
}

static const tp_Changes *of_odd(const tp_Navmap *nav) {
  return &nav->odd->changes;
}

/* How many there may be. */
static uint32_t most(const tp_Navmap *nav) {
  const tp_Links *links = nav->grid->links;
  uint64_t count = links ? links->edges : 0;
  if (nav->walls) count += nav->walls->one_way;
  return (uint32_t)count;
}

static bool wants_graph(const tp_Navmap *nav) {
  return nav->odd && most(nav) > 0;
}

static size_t bytes(const tp_Navmap *nav) {
  return tp_graph_bytes(tp_graph_room(most(nav)));
}

static bool are_too_many(const tp_Navmap *nav) {
  return nav->graph->room < most(nav);
}

static void init(tp_Navmap *nav, void *block) {
  nav->graph = block;
  tp_graph_init(nav->graph, nav->need.bytes, nav->grid->changes.whole);
}

/* ---- what has to be looked up again -------------------------------------- */

/* To find out for more rectangles than that takes longer than to look up. */
enum { FEW = 8 };

/* Where regions have gone through cells since they were looked up last. */
typedef struct Touched {
  tp_Rect rect[TP_CHANGES];
  int count;
} Touched;

static void find_touched(tp_Graph *c, bool is_anew, Touched *t) {
  t->count = tp_changes_since(&c->touched, is_anew ? 0 : c->looked, t->rect);
  c->looked = c->touched.now;
  if (t->count <= FEW) return;
  t->rect[0] = c->touched.whole;
  t->count = 1;
}

/* Does the cell, or one of so many around it, lie in one of the first `count`
 * of those? */
static bool is_in(const Touched *t, int count, tp_Cell at, int32_t around) {
  for (int i = 0; i < count; i++) {
    if (tp_rect_has(tp_rect_grow(t->rect[i], around), at.x, at.y)) return true;
  }
  return false;
}

static bool is_touched(const Touched *t, tp_Cell at) {
  return is_in(t, t->count, at, 0);
}

static uint32_t region_at(const tp_Navmap *nav, tp_Cell at) {
  if (!tp_mask_has(nav->mask, at.x, at.y)) return TP_NO_REGION;
  return tp_navmap_region(nav, at.x, at.y);
}

/* ---- steps --------------------------------------------------------------- */

static void list_cell(tp_Navmap *nav, tp_Cell at) {
  tp_Graph *c = nav->graph;
  unsigned steps = tp_navmap_walled_into(nav, at.x, at.y) &
                   ~tp_navmap_walled(nav, at.x, at.y);
  for (; steps; steps &= steps - 1) {
    TP_ASSERT(c->steps < c->room);
    tp_graph_steps(c)[c->steps++] = (tp_OneWayStep){
        .cell = tp_pack_cell(at.x, at.y), .direction = tp_lowest(steps)};
  }
}

/* Those of cells of a rectangle that lie in none of the ones before it. Only
 * odd cells have walls. */
static void list_rect(tp_Navmap *nav, const Touched *t, int item) {
  const tp_Rect r = t->rect[item];
  for (int32_t y = r.y; y < r.y + r.h; y++) {
    const uint64_t *row = tp_mask_row(nav->odd, y);
    for (int32_t w = r.x >> 6; w <= (r.x + r.w - 1) >> 6; w++) {
      for (uint64_t rest = row[w]; rest; rest &= rest - 1) {
        const tp_Cell at = {w * 64 + tp_lowest(rest), y};
        if (!tp_rect_has(r, at.x, y)) continue;
        if (is_in(t, item, at, 0)) continue;
        list_cell(nav, at);
      }
    }
  }
}

/* Walls have changed nowhere else. */
static void list_steps(tp_Navmap *nav, const Touched *t) {
  tp_Graph *c = nav->graph;
  tp_OneWayStep *step = tp_graph_steps(c);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->steps; i++) {
    const tp_Cell at = tp_unpack_cell(step[i].cell);
    if (!is_touched(t, at)) step[kept++] = step[i];
  }
  c->steps = kept;
  for (int i = 0; i < t->count; i++) list_rect(nav, t, i);
  c->walls = nav->walls->version;
}

/* Not all are legal. */
static void look_up_step(const tp_Navmap *nav, tp_OneWayStep *step) {
  const tp_Cell at = tp_unpack_cell(step->cell);
  const int d = step->direction;
  const tp_Cell to = tp_beside(at, d);
  step->from = step->to = TP_NO_REGION;
  if (!tp_mask_has(nav->mask, at.x, at.y)) return;
  if (!tp_navmap_can_step(nav, at.x, at.y, d)) return;
  step->from = tp_navmap_region(nav, at.x, at.y);
  step->to = tp_navmap_region(nav, to.x, to.y);
}

static void add(tp_Graph *c, uint32_t from, uint32_t to, bool back) {
  if (from == to || from == TP_NO_REGION || to == TP_NO_REGION) return;
  tp_graph_add(c, from, to, back);
}

static void add_steps(tp_Navmap *nav, const Touched *t) {
  tp_Graph *c = nav->graph;
  if (!nav->walls) return;
  if (c->walls != nav->walls->version) list_steps(nav, t);
  tp_OneWayStep *step = tp_graph_steps(c);
  for (uint32_t i = 0; i < c->steps; i++) {
    const tp_Cell at = tp_unpack_cell(step[i].cell);
    if (is_in(t, t->count, at, 1)) look_up_step(nav, &step[i]);
    add(c, step[i].from, step[i].to, false);
  }
}

/* ---- links --------------------------------------------------------------- */

/* Those that are no more are left out, and new ones come last: the same numbers
 * as in the grid. Their regions have been looked up but for those, and for what
 * has been touched. */
static void look_up_links(tp_Navmap *nav, const tp_Links *links,
                          const Touched *t) {
  tp_Graph *c = nav->graph;
  tp_LinkEnds *ends = tp_graph_links(c);
  uint32_t next = 0;
  for (uint32_t i = 0; i < links->count; i++) {
    const tp_Link *link = &links->link[i];
    while (next < c->links && ends[next].number < link->number) next++;
    bool is_new = next == c->links || ends[next].number != link->number;
    if (!is_new) ends[i] = ends[next++];
    if (is_new || is_touched(t, link->from)) {
      ends[i].from = region_at(nav, link->from);
    }
    if (is_new || is_touched(t, link->to)) {
      ends[i].to = region_at(nav, link->to);
    }
    ends[i].number = link->number;
  }
  c->links = links->count;
}

static void add_links(tp_Navmap *nav, const Touched *t) {
  const tp_Links *links = nav->grid->links;
  bool forbidden[TP_LINK_NAMES];
  if (!links) return;
  look_up_links(nav, links, t);
  tp_navmap_forbidden(nav, forbidden);
  const tp_LinkEnds *ends = tp_graph_links(nav->graph);
  for (uint32_t i = 0; i < links->count; i++) {
    if (forbidden[links->link[i].name]) continue;
    add(nav->graph, ends[i].from, ends[i].to, !links->link[i].one_way);
  }
}

/* ---- all ----------------------------------------------------------------- */

/* Units of work: so many arcs each. */
enum { A_UNIT = 2 };

static bool go_on(tp_Navmap *nav, tp_Work *work, uint64_t *budget) {
  Touched touched;
  find_touched(nav->graph, work->is_anew, &touched);
  tp_graph_begin(nav->graph);
  add_links(nav, &touched);
  add_steps(nav, &touched);
  tp_spend(budget, most(nav) / A_UNIT + 1);
  return true;
}

const tp_PartRow tp_part_graph = {
    .room = TP_MAP,
    .wanted = wants_graph,
    .follows = of_mask,
    .also = of_odd,
    .go_on = go_on,
    .bytes = bytes,
    .is_too_small = are_too_many,
    .init = init,
};

/* ---- asking ------------------------------------------------------------- */

/* Does it take the region graph to tell where one can come to? */
static bool has_graph(const tp_Navmap *nav) {
  return tp_navmap_may_have(nav, TP_PART_GRAPH);
}

static tp_RegionSet follow(const tp_Navmap *nav, tp_RegionSet set,
                           bool backwards) {
  if (!set.region || !has_graph(nav)) return set;
  TP_ASSERT(tp_navmap_has(nav, TP_PART_GRAPH));
  tp_graph_follow(nav->graph, set.region, set.count, backwards);
  set.beyond = nav->graph;
  return set;
}

tp_RegionSet tp_navmap_beyond(const tp_Navmap *nav, tp_RegionSet from) {
  return follow(nav, from, false);
}

tp_RegionSet tp_navmap_behind(const tp_Navmap *nav, tp_RegionSet to) {
  return follow(nav, to, true);
}

bool tp_navmap_leads(const tp_Navmap *nav, tp_Cell from, tp_Cell to) {
  const uint32_t home = tp_navmap_region(nav, from.x, from.y);
  const uint32_t goal = tp_navmap_region(nav, to.x, to.y);
  if (home == goal) return true;
  const tp_RegionSet set = {&home, 1, NULL};
  return tp_region_is_in(tp_navmap_beyond(nav, set), goal);
}

bool tp_navmap_connects(tp_Navmap *nav, tp_Cell from, tp_Cell to) {
  if (!tp_navmap_has(nav, TP_PART_REGIONS)) tp_navmap_prepare(nav, TP_REGIONS);
  if (tp_navmap_region(nav, from.x, from.y) ==
      tp_navmap_region(nav, to.x, to.y)) {
    return true;
  }
  if (!has_graph(nav)) return false;
  tp_navmap_prepare(nav, TP_CONNECTED);
  return tp_navmap_leads(nav, from, to);
}

int32_t tp_navmap_row_end(const tp_Navmap *nav, int32_t y, int32_t x,
                          int32_t end) {
  end = tp_mask_run_end(nav->mask, y, x, end);
  if (!nav->walls) return end;
  while (++x < end) {
    unsigned walls =
        tp_navmap_walled(nav, x, y) | tp_navmap_walled_into(nav, x, y);
    if (walls >> TP_W & 1) return x;
  }
  return end;
}
