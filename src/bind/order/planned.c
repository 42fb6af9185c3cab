/* planned.c - what is asked of a unit's way, and told at once: whether there is
 * one; and ways that are known without a search.
 *
 * Invariant: a refused order changes nothing of the unit's; all memory is made
 * before the first change.
 *
 * The plan is that of a search that is not run: its cost is the map's, brought
 * up to date. A known way takes 16 bytes a turn.
 */
#include <string.h>

#include "../query/goals.h"
#include "ways.h"

/* Is it for one cell, wherever that is, and nothing else? */
static bool is_plain(const Question *q) {
  return !q->goals && q->options.kind == TP_GOAL_CELLS && !q->query.partial &&
         q->query.max_nodes == UINT64_MAX;
}

/* Pushes a block for what is asked, whose list the pathfinder has read; nil
 * where that is plain. */
static WayQuery *push_query(lua_State *L, const Finder *f, const Question *q,
                            bind_Marks marks) {
  if (is_plain(q)) {
    lua_pushnil(L);
    return NULL;
  }
  const bind_Numbers *list = &f->job.goals.list;
  size_t count = q->goals ? (size_t)list->count * GOAL_NUMBERS : 0;
  size_t bytes = sizeof(WayQuery) + count * sizeof(double);
  lua_pushvalue(L, lua_upvalueindex(BIND_MAKE_BLOCK));
  lua_pushnumber(L, (lua_Number)bytes);
  tp_bind_call(L, 1, 1, marks);
  WayQuery *w = bind_known(L, -1);
  *w = (WayQuery){.query = q->query,
                  .options = q->options,
                  .is_list = q->goals > 0,
                  .has_eyes = q->eyes > 0};
  w->list = (bind_Numbers){.number = (double *)(void *)(w + 1), .room = count};
  if (count) {
    w->list.count = list->count;
    memcpy(w->list.number, list->number, count * sizeof(double));
  }
  return w;
}

tp_Cell tp_ways_tame(const tp_Grid *g, tp_Cell c) {
  return (tp_Cell){tp_lesser(tp_greater(c.x, 0), g->width - 1),
                   tp_lesser(tp_greater(c.y, 0), g->height - 1)};
}

tp_Cell tp_ways_elsewhere(const tp_Grid *g, tp_Cell at, tp_Cell c) {
  c = tp_ways_tame(g, c);
  if (!tp_same_cell(c, at)) return c;
  if (g->width > 1) return (tp_Cell){at.x > 0 ? at.x - 1 : 1, at.y};
  return tp_ways_tame(g, (tp_Cell){at.x, at.y > 0 ? at.y - 1 : 1});
}

/* The goal, as far as it is known: somewhere inside, and only if the search has
 * ended there the cell where the unit is, for there it has arrived. */
static tp_Cell aim_of(const tp_Grid *g, const tp_Search *s) {
  const tp_Cell goal = s->plan.query.goal;
  if (s->status == TP_FOUND) return tp_ways_tame(g, goal);
  return tp_ways_elsewhere(g, s->plan.query.start, goal);
}

static void keep_nothing(lua_State *L, int unit, int slot) {
  lua_pushnil(L);
  tp_bind_keep(L, unit, slot, lua_gettop(L));
  lua_pop(L, 1);
}

void tp_ways_forget(lua_State *L, int unit) {
  tp_unit_leave_way(bind_known(L, unit));
  for (int slot = UNIT_TRAIL; slot <= UNIT_EYES; slot++) {
    keep_nothing(L, unit, slot);
  }
}

tp_Reason tp_ways_plan(lua_State *L, int unit, Question *q, tp_Guide *guide) {
  Unit *u = bind_known(L, unit);
  Finder *f = bind_known(L, q->at);
  bind_BlockSlot slot = {q->at, BLOCKS, finder_marks(f)};
  int top = lua_gettop(L);
  q->query.escape = q->query.one_step = true;
  tp_unit_look(u);
  q->query.start = u->cell;
  tp_bind_check_idle(L, f, BIND_PATHFINDER, q->function);
  tp_question_open_eyes(L, q);
  if (q->goals) tp_question_read_list(L, q, &f->job.goals, slot);
  f->job.goals.is_list = q->goals > 0;
  WayQuery *w = push_query(L, f, q, slot.marks);
  tp_question_make_goals(L, f, q, &f->job.goals, slot);
  tp_finder_get_ready(L, q->at, f, q->function);
  if (!u->crowd || u->finder != f) {
    tp_bind_error(L, "%s: the unit was changed meanwhile", q->function);
  }
  tp_unit_look(u);
  q->query.start = u->cell;
  tp_question_begin(q, &f->navmap, &f->job.run);
  tp_search_ready(&f->job.run,
                  NULL); /* the goal follows from all of the plan */
  tp_Reason reason =
      f->job.run.status == TP_FAILED ? f->job.run.reason : TP_NO_REASON;
  if (reason == TP_NO_REASON) {
    tp_unit_renew_way(u);
    u->way.query = w;
    if (f->job.run.status == TP_FOUND) {
      tp_query_note_goal(&f->job.run, &f->job.goals, &q->options);
      u->way.goal = q->options.goal;
    }
    tp_bind_keep(L, unit, UNIT_QUERY, top + 1);
    lua_settop(L, top);
    if (q->eyes) {
      tp_bind_keep(L, unit, UNIT_EYES, q->eyes);
    } else {
      keep_nothing(L, unit, UNIT_EYES);
    }
    *guide = (tp_Guide){.goal = aim_of(f->grid, &f->job.run)};
  }
  lua_settop(L, top);
  return reason;
}

/* ---- ways that are known ------------------------------------------------ */

/* Does a link lead from that cell of the way to the next one? */
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

static uint32_t packed(tp_Cell c) { return tp_pack_cell(c.x, c.y); }

/* From the end back, as far as it goes straight on; or a link. */
static bool known_leg(const void *source, tp_Backtrace *b, tp_Leg *leg) {
  KnownRoute *k = (KnownRoute *)(uintptr_t)source;
  const KnownWay *way = k->way;
  uint32_t i = way->count - 1 - b->node, n = 0;
  int came_by = -1;
  for (; i > n && came_by != TP_BY_LINK; n++) {
    tp_Cell to = way->cell[i - n], from = way->cell[i - n - 1];
    int by = is_by_link(way, i - n - 1)
                 ? TP_BY_LINK
                 : tp_direction(to.x - from.x, to.y - from.y);
    if (n > 0 && by != came_by) break;
    came_by = by;
    k->edge = (tp_Edge){.from = packed(from), .to = packed(to)};
  }
  if (n == 0) return false;
  *leg = (tp_Leg){came_by, (int32_t)n, &k->edge};
  b->node += n;
  tp_leg_pass(*leg, TP_BACKWARDS, &b->at);
  return true;
}

tp_Route tp_ways_known_route(const Finder *f, KnownRoute *known) {
  const KnownWay *way = known->way;
  return (tp_Route){.navmap = &f->navmap,
                    .first = {.at = way->cell[way->count - 1]},
                    .sense = TP_BACKWARDS,
                    .source = known,
                    .next_leg = known_leg};
}

tp_Trail *tp_ways_push_known(lua_State *L, const Finder *f,
                             const KnownWay *way) {
  KnownRoute known = {.way = way};
  const tp_Route route = tp_ways_known_route(f, &known);
  uint32_t turns = tp_trail_turns(&route);
  tp_Trail *trail = tp_bind_new(L, tp_trail_bytes(turns));
  tp_trail_take(trail, turns, &route);
  return trail;
}

void tp_ways_take(lua_State *L, int unit, tp_Trail *trail, tp_Guide *guide) {
  Unit *u = bind_known(L, unit);
  int top = lua_gettop(L);
  tp_ways_forget(L, unit);
  tp_bind_keep(L, unit, UNIT_TRAIL, top);
  u->way.trail = trail;
  *guide = (tp_Guide){.trail = trail, .goal = tp_trail_goal(trail)};
}
