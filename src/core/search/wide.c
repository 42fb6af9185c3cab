/* wide.c - goals of many cells, without the many.
 *
 * A search ends in the first end that its way comes to. So of the cells of a
 * rectangle only those count by which some way can come to its first end; all
 * others would be listed for nothing. These are the rim, and what lies at the
 * start.
 *
 * The goals themselves: a step changes column and row by one at most. So the
 * first cell of the rectangle on a way is on its rim, or is the start. A link
 * may lead anywhere: what is said of the start below goes for its end, too.
 *
 * Ranges: from outside the rectangle the nearest of its cells is on the rim. A
 * way that enters it has come to its rim; one that begins in it ends there.
 *
 * Sides: what the agent covers either lies apart from the rectangle, or meets
 * it.
 *  - Apart, what it touches lies on the rim.
 *  - If it meets the rectangle and does not hold all of it, then one of the
 *    cells that it covers has a neighbour of the rectangle that it does not
 *    cover: it is beside that one, so this is an end.
 *  - A step from apart to where they meet: before it the agent touches the
 *    rectangle with a side, or with a corner past which the agent as a whole
 *    may step; then its corner may. So it was at an end before.
 *  - If it holds the whole rectangle, then so it did before each step that led
 *    here, or it was beside it, by the two above: so a way without an end
 *    before begins like that.
 * So all first ends but the start are beside the rim, or at a rectangle that
 * the agent covers at the start. And what it is beside at the start lies next
 * to what it covers there. All these are kept: the cells that the agent covers
 * at the start, and one more around. Who stands beside a cell, but behind a
 * thin wall, is not at an end: where there are some, all cells are listed.
 *
 * As near as can be (a partial path), where no end can be reached: the agent
 * can be in no cell inside, where it would be on the goal, in range of it or
 * beside its next cell. From elsewhere the nearest cell is on the rim.
 *
 * A way out of blocked cells may come to a free one anywhere: with a blocked
 * start all cells are listed.
 *
 * Sight of a cell inside is no sight of one on the rim. With sight a wide goal
 * is seen where a cell of its rim is, or the start; no link's end makes another
 * cell one that is seen.
 */
#include "wide.h"

/* One axis of what lies on the map; or, where nothing does, of what is nearest
 * to it: a partial path goes by that. */
static void clip(int32_t *first, int32_t *last, int32_t side) {
  if (*last < 0) {
    *first = *last;
  } else if (*first >= side) {
    *last = *first;
  } else {
    *first = tp_greater(*first, 0);
    *last = tp_lesser(*last, side - 1);
  }
}

/* Where the cells lie that count although they are inside. */
static tp_Rect around(tp_GoalKind kind, const tp_Profile *p, tp_Cell start) {
  tp_Rect one = {start.x, start.y, 1, 1};
  tp_Rect covered = {start.x, start.y, p->wide, p->high};
  return kind == TP_GOAL_SIDES ? tp_rect_grow(covered, 1) : one;
}

/* Keeps what lies at a cell to which a way may lead that is no step: in one
 * rectangle with what is kept already. */
static void keep_at(tp_Wide *w, tp_GoalKind kind, const tp_Profile *p,
                    tp_Cell at) {
  tp_Rect rect = tp_rect_clip(w->inside, around(kind, p, at));
  if (!tp_rect_is_empty(rect)) w->kept = tp_rect_join(w->kept, rect);
}

static void keep_at_links(tp_Wide *w, tp_GoalKind kind, const tp_Navmap *nav) {
  const tp_Links *links = nav->grid->links;
  for (uint32_t i = 0; links && i < links->count; i++) {
    const tp_Link *link = &links->link[i];
    keep_at(w, kind, &nav->profile, link->to);
    if (!link->one_way) keep_at(w, kind, &nav->profile, link->from);
  }
}

/* Does all count, wherever it lies? */
static bool is_whole(const tp_Wide *w, tp_GoalKind kind, const tp_Navmap *nav,
                     const tp_Query *query) {
  return query->escape ||
         (kind == TP_GOAL_SIDES &&
          tp_edges_cross(nav->grid->edges, tp_rect_grow(w->rect, 1)));
}

tp_Wide tp_wide_goal(tp_Cell first, tp_Cell last, tp_GoalKind kind,
                     const tp_Navmap *nav, const tp_Query *query,
                     bool is_seen) {
  tp_Wide w;
  clip(&first.x, &last.x, nav->grid->width);
  clip(&first.y, &last.y, nav->grid->height);
  w.rect =
      (tp_Rect){first.x, first.y, last.x - first.x + 1, last.y - first.y + 1};
  w.inside = tp_rect_clip(tp_rect_grow(w.rect, -1), w.rect);
  if (is_whole(&w, kind, nav, query)) {
    w.inside = (tp_Rect){first.x, first.y, 0, 0};
  }
  w.kept = tp_rect_clip(w.inside, around(kind, &nav->profile, query->start));
  if (!is_seen) keep_at_links(&w, kind, nav);
  return w;
}

/* ---- its cells ---------------------------------------------------------- */

uint64_t tp_wide_count(const tp_Wide *w) {
  return (uint64_t)(tp_rect_area(w->rect) - tp_rect_area(w->inside) +
                    tp_rect_area(w->kept));
}

static tp_Goal *list_columns(tp_Goal *goals, int32_t first, int32_t end,
                             int32_t y) {
  for (int32_t x = first; x < end; x++) (goals++)->cell = (tp_Cell){x, y};
  return goals;
}

void tp_wide_list(const tp_Wide *w, tp_Goal *goals) {
  int32_t right = w->rect.x + w->rect.w, bottom = w->rect.y + w->rect.h;
  for (int32_t y = w->rect.y; y < bottom; y++) {
    bool is_whole = y < w->inside.y || y >= w->inside.y + w->inside.h;
    bool is_kept = y >= w->kept.y && y < w->kept.y + w->kept.h;
    if (is_whole) {
      goals = list_columns(goals, w->rect.x, right, y);
      continue;
    }
    goals = list_columns(goals, w->rect.x, w->inside.x, y);
    if (is_kept) {
      goals = list_columns(goals, w->kept.x, w->kept.x + w->kept.w, y);
    }
    goals = list_columns(goals, w->inside.x + w->inside.w, right, y);
  }
}

/* ---- refusals ----------------------------------------------------------- */

static bool may_enter_inside(const tp_Wide *w, const tp_Mask *m) {
  int32_t end = w->inside.x + w->inside.w;
  for (int32_t y = w->inside.y; y < w->inside.y + w->inside.h; y++) {
    if (tp_mask_next(m, y, w->inside.x, end) < end) return true;
  }
  return false;
}

tp_Reason tp_wide_reason(const tp_Wide *w, const tp_Navmap *nav, tp_Cell start,
                         tp_Reason reason) {
  bool is_wall = reason == TP_GOAL_OUTSIDE || reason == TP_GOAL_BLOCKED;
  bool may_differ = is_wall || reason == TP_GOAL_OCCUPIED;
  const tp_Navmap *whose = is_wall && nav->base ? nav->base : nav;
  if (!may_differ || tp_rect_same(w->kept, w->inside)) return reason;
  if (!may_enter_inside(w, whose->mask)) return reason;
  return tp_mask_has(nav->mask, start.x, start.y) ? TP_UNREACHABLE
                                                  : TP_START_BLOCKED;
}
