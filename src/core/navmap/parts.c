/* parts.c - keeps the parts of a navmap up to date.
 *
 * A changed cell causes no work: the grid only notes it. At the next question,
 * each part that is needed follows its sources:
 *
 *     grid --> [cells -->] mask --> regions <--+
 *       |                   |                   +-- [odd cells, fences] <-- grid
 *       |                   |                   v
 *       |                   +----------------> jump points
 *       |                   |
 *       +--> [costmap <-----+] <-- layers
 *       |       |
 *       +--> costs
 *
 * Units that stand in the way are an overlay. It has the same parts, and the
 * first ones read from the base, the agent's map without units:
 *
 *     base:    [cells] --> mask, costs, odd, fences  units
 *                 |         |     |       |             |
 *                 +---------+-----|-------|-------------+
 *                 v         v     v       v             |
 *     overlay:  [cells -->] mask  costs  the same  <----+
 *                            |
 *                            +--> regions, jump points
 *
 * So searches, fields and sight need not know about units, and regions tell
 * refusals. A unit that moves costs as much as an edit of its cells, a few
 * microseconds, but only at the next question; and the map itself does not
 * change.
 *
 * A row of the table tells which log of changes a part follows, its sources,
 * and its functions. This file knows parts only through that table.
 */
#include <math.h>
#include <string.h>

#include "parts.h"

static const tp_PartRow *const table[TP_PARTS] = {
    [TP_PART_CELLS] = &tp_part_cells,     [TP_PART_MASK] = &tp_part_mask,
    [TP_PART_COSTMAP] = &tp_part_costmap, [TP_PART_FENCES] = &tp_part_fences,
    [TP_PART_ODD] = &tp_part_odd,         [TP_PART_REGIONS] = &tp_part_regions,
    [TP_PART_GRAPH] = &tp_part_graph,     [TP_PART_COSTS] = &tp_part_costs,
    [TP_PART_JUMPS] = &tp_part_jumps,     [TP_PART_LANDMARKS] = &tp_part_marks,
};

/* ---- setup ----------------------------------------------------------- */

/* In 1/65536 of a cell, to the nearest; at least one for a body, and at most
 * half of the agent's cells. */
static int32_t radius_in_cells(double radius, double cell, int32_t covers) {
  double parts = floor(radius / cell * 65536 + 0.5);
  if (!(radius > 0)) return 0;
  return (int32_t)fmax(1, fmin(parts, covers * 32768.0));
}

static void begin(tp_Navmap *nav, const tp_Grid *g, tp_Layering *layering) {
  memset(nav, 0, sizeof *nav);
  nav->grid = g;
  nav->shape = g->shape;
  nav->layering = layering;
  nav->work = &nav->looks;
  nav->costs.class_of = g->cells;
  tp_changes_init(&nav->changes, g->width, g->height);
}

void tp_navmap_init(tp_Navmap *nav, const tp_Grid *g, const tp_Profile *profile,
                    tp_Layering *layering) {
  begin(nav, g, layering);
  nav->profile = *profile;
  nav->profile.radius_x =
      radius_in_cells(profile->radius, g->cell_width, profile->wide);
  nav->profile.radius_y =
      radius_in_cells(profile->radius, g->cell_height, profile->high);
  if (tp_is_hexagonal(g->stagger)) {
    nav->profile.diagonal = TP_HEXAGONS;
    nav->profile.diagonal_cost = profile->straight_cost;
  }
  nav->moves = tp_topology(nav->profile.diagonal, g->stagger);
}

void tp_navmap_init_overlay(tp_Navmap *nav, const tp_Navmap *base,
                            const tp_Avoided *avoided, double raise) {
  begin(nav, base->grid, base->layering);
  nav->base = base;
  nav->work = base->work;
  nav->avoided = avoided;
  nav->raise = raise;
  nav->profile = base->profile;
  nav->moves = base->moves;
}

/* The grid has another shape. */
static void begin_again(tp_Navmap *nav) {
  const tp_Navmap old = *nav;
  const tp_Grid *g = nav->grid;
  if (nav->layering) {
    tp_changes_resize(&nav->layering->changes, g->width, g->height);
  }
  tp_navmap_init(nav, g, &old.profile, nav->layering);
  nav->looks = old.looks;
  nav->costs.version = old.costs.version + 1;
  nav->changes.now = old.changes.now;
  nav->renumbered = old.renumbered + 1 +
                    (old.mask ? old.mask->changes.now : 0) +
                    (old.odd ? old.odd->changes.now : 0);
  tp_changes_note_all(&nav->changes);
}

tp_Rect tp_navmap_above(const tp_Navmap *nav, tp_Rect r) {
  int32_t left = nav->profile.wide - 1, top = nav->profile.high - 1;
  r = (tp_Rect){r.x - left, r.y - top, r.w + left, r.h + top};
  return tp_rect_clip(r, nav->grid->changes.whole);
}

/* Units of work of a part that is made all at once. */
enum { ALL_AT_ONCE = 8 };

/* What a part lacks, if it is in a set or its block is made with that set. */
typedef enum Lack { NOTHING, MEMORY, UPDATE } Lack;

static uint64_t version_of(const tp_Navmap *nav, int part) {
  return table[part]->follows(nav)->now;
}

/* A log that does not exist yet has the version of an empty one: when odd cells
 * come, no cell was odd before. */
static uint64_t also_version_of(const tp_Navmap *nav, int part) {
  const tp_PartRow *row = table[part];
  const tp_Changes *also = row->also ? row->also(nav) : NULL;
  return also ? also->now : 1;
}

static bool is_behind(const tp_Navmap *nav, int part) {
  const tp_PartState *state = &nav->part[part];
  return state->seen != version_of(nav, part) ||
         state->also_seen != also_version_of(nav, part);
}

static bool is_wanted(const tp_Navmap *nav, const tp_PartRow *row) {
  return !row->wanted || row->wanted(nav);
}

static bool has_room(const tp_Navmap *nav, const tp_PartRow *row, int part) {
  if (!row->bytes) return true;
  return nav->part[part].block &&
         !(row->is_too_small && row->is_too_small(nav));
}

static Lack find_lack(const tp_Navmap *nav, int part, unsigned parts) {
  const tp_PartRow *row = table[part];
  if (!has_room(nav, row, part)) {
    return row->room & parts && is_wanted(nav, row) ? MEMORY : NOTHING;
  }
  bool is_asked = parts >> part & 1;
  return is_asked && is_behind(nav, part) && is_wanted(nav, row) ? UPDATE
                                                                 : NOTHING;
}

/* ---- a part's work ------------------------------------------------------ */

/* The next piece of a rectangle of which the rows above y, and row y up to x,
 * are done. All of the rest if the budget is enough for it. */
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
  const tp_PartRow *row = table[task->part];
  tp_PartState *state = &nav->part[task->part];
  tp_Work *work = &task->work;
  if (row->go_on) {
    if (!row->go_on(nav, work, budget)) return false;
  } else if (row->grain.cells > 0) {
    if (!update_pieces(nav, row, work, budget)) return false;
  } else {
    row->update(nav, work->rect, work->count);
    tp_spend(budget, ALL_AT_ONCE);
  }
  state->seen = task->sees;
  state->also_seen = task->also_sees;
  return true;
}

/* The changes in the logs that a part follows. */
static int find_news(const tp_Navmap *nav, int part,
                     tp_Rect rects[2 * TP_CHANGES]) {
  const tp_PartRow *row = table[part];
  const tp_PartState *state = &nav->part[part];
  const tp_Changes *also = row->also ? row->also(nav) : NULL;
  int count = tp_changes_since(row->follows(nav), state->seen, rects);
  if (!also || state->seen == 0) return count;
  return count + tp_changes_since(also, state->also_seen, &rects[count]);
}

/* Is it done? If not, the task is kept to go on. */
static bool catch_up(tp_Navmap *nav, int part, uint64_t *budget) {
  tp_PartState *state = &nav->part[part];
  tp_Task task; /* most of which is room */
  task.part = part;
  task.sees = version_of(nav, part);
  task.also_sees = also_version_of(nav, part);
  tp_work_begin(&task.work, state->seen == 0);
  task.work.count = find_news(nav, part, task.work.rect);
  if (work_on(nav, &task, budget)) return true;
  state->seen = 0;
  nav->task = task;
  nav->task.is_open = true;
  return false;
}

/* Goes on with the part that is being made, if there is one. Is none left? */
static bool finish(tp_Navmap *nav, uint64_t *budget) {
  tp_Task *task = &nav->task;
  if (!task->is_open) return true;
  bool is_strict = table[task->part]->is_strict;
  bool stands = task->sees == version_of(nav, task->part) &&
                task->also_sees == also_version_of(nav, task->part);
  bool is_done = is_strict && !stands ? true : work_on(nav, task, budget);
  task->is_open = !is_done;
  return is_done;
}

/* ---- all of them -------------------------------------------------------- */

static tp_Status prepare(tp_Navmap *nav, unsigned parts, uint64_t *budget) {
  for (int i = 0; i < TP_PARTS; i++) {
    Lack lack = find_lack(nav, i, parts);
    if (lack == MEMORY) {
      nav->need = (tp_Need){.bytes = table[i]->bytes(nav), .slot = i};
      return TP_NEEDS_ROOM;
    }
    if (lack == UPDATE && !catch_up(nav, i, budget)) return TP_RUNNING;
  }
  return TP_FOUND;
}

/* ---- units that have moved in many places ------------------------------- */

/* If logs have more changed cells than JOINED, some of them have been merged.
 * If more than one cell in WORTH has changed, making everything anew is as
 * fast. RUNS runs of cells are changed at a time, for which logs have room. */
enum { JOINED = 1 << 12, WORTH = 1 << 10, RUNS = TP_CHANGES / 2 };

/* The parts that follow masks and are up to date with them. */
static unsigned followers(const tp_Navmap *nav) {
  static const tp_Part part[] = {TP_PART_MASK, TP_PART_REGIONS, TP_PART_JUMPS};
  unsigned parts = 0;
  for (int i = nav->cells ? 0 : 1; i < 3; i++) {
    if (nav->part[part[i]].block && !is_behind(nav, part[i])) {
      parts |= 1u << part[i];
    }
  }
  return parts;
}

/* After many changes the logs are not exact, and parts that follow masks would
 * be made anew. The masks themselves are exact: compared word by word they give
 * a few changes at a time, which all parts can follow. */
static void follow_in_portions(tp_Navmap *nav) {
  tp_Mask *single = tp_part_single(nav);
  const tp_Mask *from = tp_part_single(nav->base), *stood = tp_part_stood(nav);
  const int part = nav->cells ? TP_PART_CELLS : TP_PART_MASK;
  tp_Rect rects[2 * TP_CHANGES];
  uint64_t endless = UINT64_MAX;
  int64_t cells = 0, words = 0;
  if (nav->raise > 0 || nav->part[part].seen == 0) return;
  const unsigned parts = followers(nav);
  const int count = parts ? find_news(nav, part, rects) : 0;
  for (int i = 0; i < count; i++) cells += tp_rect_area(rects[i]);
  if (cells < JOINED) return;
  for (int i = 0; i < count; i++) {
    words += tp_mask_differs(single, from, stood, rects[i]);
  }
  if (words * WORTH > (int64_t)tp_grid_cells(nav->grid)) return;
  nav->part[part].seen = version_of(nav, part);
  nav->part[part].also_seen = also_version_of(nav, part);
  uint64_t followed = single->changes.now;
  for (int i = 0; i < count; i++) {
    tp_Rect row = rects[i];
    for (row.h = 1; row.y < rects[i].y + rects[i].h; row.y++) {
      tp_mask_take(single, from, stood, row);
      if (single->changes.now - followed < RUNS) continue;
      prepare(nav, parts, &endless);
      followed = single->changes.now;
    }
  }
  tp_navmap_count(nav, UINT64_MAX - endless);
}

/* Before anything else. */
static void look(tp_Navmap *nav) {
  if (!nav->base && nav->shape != nav->grid->shape) begin_again(nav);
  tp_part_read_prices(nav);
  if (!nav->base) return;
  TP_ASSERT(tp_navmap_is_current(nav->base));
  nav->fences = nav->base->fences;
  nav->odd = nav->base->odd;
  follow_in_portions(nav);
}
tp_Status tp_navmap_prepare_some(tp_Navmap *nav, unsigned parts,
                                 uint64_t *budget) {
  uint64_t before = *budget;
  look(nav);
  tp_Status status =
      finish(nav, budget) ? prepare(nav, parts, budget) : TP_RUNNING;
  tp_navmap_count(nav, before - *budget);
  return status;
}

tp_Status tp_navmap_prepare(tp_Navmap *nav, unsigned parts) {
  uint64_t budget = UINT64_MAX;
  look(nav);
  if (nav->task.is_open && parts >> nav->task.part & 1) finish(nav, &budget);
  tp_Status status = prepare(nav, parts, &budget);
  tp_navmap_count(nav, UINT64_MAX - budget);
  return status;
}

void tp_navmap_give(tp_Navmap *nav, void *block) {
  const tp_PartRow *row = table[nav->need.slot];
  tp_PartState *state = &nav->part[nav->need.slot];
  if (nav->task.part == nav->need.slot) nav->task.is_open = false;
  *state = (tp_PartState){.block = block};
  row->init(nav, block);
}

size_t tp_navmap_bytes(const tp_Navmap *nav, tp_Part part) {
  return table[part]->bytes(nav);
}

bool tp_navmap_is_ready(const tp_Navmap *nav, unsigned parts) {
  if (nav->shape != nav->grid->shape) return false;
  if (nav->layering && !tp_layering_is_current(nav->layering)) return false;
  for (int i = 0; i < TP_PARTS; i++) {
    if (find_lack(nav, i, parts) != NOTHING) return false;
  }
  return true;
}

bool tp_navmap_follows(const tp_Navmap *nav, tp_Part part,
                       const tp_Changes *log) {
  return nav->part[part].block && table[part]->follows(nav) == log;
}

bool tp_navmap_may_have(const tp_Navmap *nav, tp_Part part) {
  const tp_PartRow *row = table[part];
  return nav->part[part].block && has_room(nav, row, part) &&
         is_wanted(nav, row);
}

bool tp_navmap_has(const tp_Navmap *nav, tp_Part part) {
  return tp_navmap_may_have(nav, part) && !is_behind(nav, part);
}
