/* navmap.c - keeps what one agent knows of a grid up to date.
 *
 * Nothing is done when a cell changes: the grid only notes it. Here, at the
 * next question, each part that is asked for follows what it was made from:
 *
 *     grid --> [cells -->] mask --> regions <--+
 *       |                   |                   +-- [odd cells, walls] <-- grid
 *       |                   |                   v
 *       |                   +-----> 2-core --> jump points
 *       |                   |
 *       +--> [costmap <-----+] <-- layers
 *       |       |
 *       +--> costs
 *
 * A row of the navmap's table says of a part which log of changes it
 * follows, what it is made from, and how. Here nothing is known of any but
 * that.
 */
#include "navmap.h"

tp_Rect tp_navmap_above(const tp_Navmap *nav, tp_Rect r) {
  int32_t left = nav->profile.wide - 1, top = nav->profile.high - 1;
  r = (tp_Rect){r.x - left, r.y - top, r.w + left, r.h + top};
  return tp_rect_clip(r, nav->grid->changes.whole);
}

/* Units of work of a part that is made all at once. */
enum { ALL_AT_ONCE = 8 };

/* What a part lacks, if it is of a set or room for it is made with that. */
typedef enum Lack { NOTHING, ROOM, NEWS } Lack;

static bool is_behind(const tp_Navmap *nav, int part) {
  const tp_Upkeep *upkeep = &nav->part[part];
  return upkeep->seen != upkeep->follows->now ||
         (upkeep->also && upkeep->also_seen != upkeep->also->now);
}

static bool has_room(const tp_Navmap *nav, const tp_PartRow *row, int part) {
  if (!row->bytes) return true;
  return nav->part[part].block &&
         !(row->is_too_small && row->is_too_small(nav));
}

static Lack find_lack(const tp_Navmap *nav, int part, unsigned parts) {
  const tp_PartRow *row = nav->table->row[part];
  if (!has_room(nav, row, part)) {
    return row->room & parts && row->wanted(nav) ? ROOM : NOTHING;
  }
  bool is_asked = parts >> part & 1;
  return is_asked && is_behind(nav, part) && row->wanted(nav) ? NEWS : NOTHING;
}

/* ---- a part's work ------------------------------------------------------ */

/* The first piece of what is left of a rectangle, of which rows above y, and
 * of row y what is left of x, are done. All of it, where the budget is good for
 * that. */
static tp_Rect next_piece(tp_Rect r, const tp_Work *w, tp_Grain g,
                          uint64_t budget) {
  tp_Rect rest = {r.x + w->x, r.y + w->y, r.w - w->x, r.h - w->y};
  if (w->x == 0 && (uint64_t)(tp_rect_area(rest) / g.cells) < budget) {
    return rest;
  }
  rest.w = tp_lesser(rest.w, g.wide - (rest.x & 63));
  rest.h = tp_lesser(rest.h, g.high);
  return rest;
}

/* Updates piece by piece, row by row of them. */
static bool update_pieces(tp_Navmap *nav, const tp_PartRow *row, tp_Work *w,
                          uint64_t *budget) {
  for (; w->item < w->count; w->item++, w->y = 0) {
    const tp_Rect r = w->rect[w->item];
    while (w->y < r.h) {
      if (*budget == 0) return false;
      tp_Rect piece = next_piece(r, w, row->grain, *budget);
      row->update(nav, &piece, 1);
      tp_spend(budget, (uint64_t)(tp_rect_area(piece) / row->grain.cells) + 1);
      w->x += piece.w;
      if (w->x < r.w) continue;
      w->x = 0;
      w->y += piece.h;
    }
  }
  return true;
}

static bool work_on(tp_Navmap *nav, tp_Task *task, uint64_t *budget) {
  /* cppcheck-suppress ctuuninitvar; what is read of it was set */
  const tp_PartRow *row = nav->table->row[task->part];
  tp_Upkeep *upkeep = &nav->part[task->part];
  tp_Work *work = &task->work;
  if (row->go_on) {
    if (!row->go_on(nav, work, budget)) return false;
  } else if (row->grain.cells > 0) {
    if (!update_pieces(nav, row, work, budget)) return false;
  } else {
    row->update(nav, work->rect, work->count);
    tp_spend(budget, ALL_AT_ONCE);
  }
  upkeep->seen = task->sees;
  upkeep->also_seen = task->also_sees;
  return true;
}

/* Is it done? If not, it is kept, to be gone on with. */
static bool catch_up(tp_Navmap *nav, int part, uint64_t *budget) {
  tp_Upkeep *upkeep = &nav->part[part];
  const tp_Changes *follows = upkeep->follows, *also = upkeep->also;
  tp_Task task; /* most of which is room */
  tp_Work *work = &task.work;
  task.part = part;
  task.sees = follows->now;
  task.also_sees = also ? also->now : 0;
  tp_work_begin(work, upkeep->seen == 0);
  work->count = tp_changes_since(follows, upkeep->seen, work->rect);
  if (also && upkeep->seen > 0) {
    work->count +=
        tp_changes_since(also, upkeep->also_seen, &work->rect[work->count]);
  }
  if (work_on(nav, &task, budget)) return true;
  upkeep->seen = 0;
  nav->task = task;
  nav->task.is_open = true;
  return false;
}

/* Goes on with the part that is being made, if there is one. Is none left? */
static bool finish(tp_Navmap *nav, uint64_t *budget) {
  tp_Task *task = &nav->task;
  if (!task->is_open) return true;
  bool is_strict = nav->table->row[task->part]->is_strict;
  const tp_Upkeep *upkeep = &nav->part[task->part];
  bool stands = upkeep->follows->now == task->sees &&
                (!upkeep->also || upkeep->also->now == task->also_sees);
  bool is_done = is_strict && !stands ? true : work_on(nav, task, budget);
  task->is_open = !is_done;
  return is_done;
}

/* ---- all of them -------------------------------------------------------- */

static tp_Status prepare(tp_Navmap *nav, unsigned parts, uint64_t *budget) {
  for (int i = 0; i < TP_PARTS; i++) {
    Lack lack = find_lack(nav, i, parts);
    if (lack == ROOM) {
      nav->need = (tp_Need){.bytes = nav->table->row[i]->bytes(nav), .slot = i};
      return TP_NEEDS_ROOM;
    }
    if (lack == NEWS && !catch_up(nav, i, budget)) return TP_RUNNING;
  }
  return TP_FOUND;
}

/* Before anything else is looked at. */
static void look_at_grid(tp_Navmap *nav) {
  if (nav->shape != nav->grid->shape && nav->table->begin) {
    const tp_Navmap old = *nav;
    nav->table->begin(nav);
    nav->looks = old.looks;
    nav->costs.version = old.costs.version + 1;
    nav->changes.now = old.changes.now;
    nav->renumbered = old.renumbered + 1 +
                      (old.mask ? old.mask->changes.now : 0) +
                      (old.odd ? old.odd->changes.now : 0);
    tp_changes_note_all(&nav->changes);
  }
  if (nav->table->first) nav->table->first(nav);
}

tp_Status tp_navmap_prepare_some(tp_Navmap *nav, unsigned parts,
                                 uint64_t *budget) {
  uint64_t before = *budget;
  look_at_grid(nav);
  tp_Status status =
      finish(nav, budget) ? prepare(nav, parts, budget) : TP_RUNNING;
  tp_navmap_count(nav, before - *budget);
  return status;
}

tp_Status tp_navmap_prepare(tp_Navmap *nav, unsigned parts) {
  uint64_t budget = UINT64_MAX;
  look_at_grid(nav);
  if (nav->task.is_open && parts >> nav->task.part & 1) finish(nav, &budget);
  tp_Status status = prepare(nav, parts, &budget);
  tp_navmap_count(nav, UINT64_MAX - budget);
  return status;
}

void tp_navmap_give(tp_Navmap *nav, void *block) {
  const tp_PartRow *row = nav->table->row[nav->need.slot];
  tp_Upkeep *upkeep = &nav->part[nav->need.slot];
  if (nav->task.part == nav->need.slot) nav->task.is_open = false;
  *upkeep = (tp_Upkeep){.block = block,
                        .follows = row->follows(nav),
                        .also = row->also ? row->also(nav) : NULL};
  row->init(nav, block);
}

size_t tp_navmap_bytes(const tp_Navmap *nav, tp_Part part) {
  return nav->table->row[part]->bytes(nav);
}

bool tp_navmap_is_ready(const tp_Navmap *nav, unsigned parts) {
  if (nav->shape != nav->grid->shape) return false;
  if (nav->layering && !tp_layering_is_current(nav->layering)) return false;
  for (int i = 0; i < TP_PARTS; i++) {
    if (find_lack(nav, i, parts) != NOTHING) return false;
  }
  return true;
}

bool tp_navmap_may_have(const tp_Navmap *nav, tp_Part part) {
  const tp_PartRow *row = nav->table->row[part];
  return nav->part[part].block && has_room(nav, row, part) && row->wanted(nav);
}

bool tp_navmap_has(const tp_Navmap *nav, tp_Part part) {
  return tp_navmap_may_have(nav, part) && !is_behind(nav, part);
}
