/* navmap.c - keeps what one agent knows of a grid up to date.
 *
 * Nothing is done when a cell changes: the grid only notes it. Here, at the
 * next question, each part that is asked for follows what it was made from:
 *
 *     grid --> [cells -->] mask --> regions
 *       |                   |
 *       |                   +-----> 2-core --> jump points
 *       |                   |
 *       +--> [costmap <-----+]
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

/* What a part lacks, if it is of a set or room for it is made with that. */
typedef enum Lack { NOTHING, ROOM, NEWS } Lack;

static bool is_behind(const tp_Navmap *nav, int part) {
  const tp_Upkeep *upkeep = &nav->part[part];
  return upkeep->seen != upkeep->follows->now ||
         (upkeep->also && upkeep->also_seen != upkeep->also->now);
}

static Lack find_lack(const tp_Navmap *nav, int part, unsigned parts) {
  const tp_PartRow *row = nav->table->row[part];
  if (row->bytes && !nav->part[part].block) {
    return row->room & parts && row->wanted(nav) ? ROOM : NOTHING;
  }
  bool is_asked = parts >> part & 1;
  return is_asked && is_behind(nav, part) && row->wanted(nav) ? NEWS : NOTHING;
}

enum { CELLS_A_UNIT = 16 };

/* Returns the units of work that it took. */
static uint64_t catch_up(tp_Navmap *nav, int part) {
  tp_Upkeep *upkeep = &nav->part[part];
  const tp_Changes *also = upkeep->also;
  tp_Rect rects[2 * TP_CHANGES];
  int count = tp_changes_since(upkeep->follows, upkeep->seen, rects);
  if (also) count += tp_changes_since(also, upkeep->also_seen, &rects[count]);
  nav->table->row[part]->update(nav, rects, count);
  upkeep->seen = upkeep->follows->now;
  if (also) upkeep->also_seen = also->now;
  uint64_t units = 1;
  for (int i = 0; i < count; i++) {
    units += (uint64_t)tp_rect_area(rects[i]) / CELLS_A_UNIT + 1;
  }
  return units;
}

tp_Status tp_navmap_prepare_some(tp_Navmap *nav, unsigned parts,
                                 uint64_t *budget) {
  if (nav->table->first) nav->table->first(nav);
  for (int i = 0; i < TP_PARTS; i++) {
    Lack lack = find_lack(nav, i, parts);
    if (lack == ROOM) {
      nav->need = (tp_Need){.bytes = nav->table->row[i]->bytes(nav), .slot = i};
      return TP_NEEDS_ROOM;
    }
    if (lack == NOTHING) continue;
    if (*budget == 0) return TP_RUNNING;
    uint64_t units = catch_up(nav, i);
    *budget -= units < *budget ? units : *budget;
  }
  return TP_FOUND;
}

tp_Status tp_navmap_prepare(tp_Navmap *nav, unsigned parts) {
  uint64_t budget = UINT64_MAX;
  return tp_navmap_prepare_some(nav, parts, &budget);
}

void tp_navmap_give(tp_Navmap *nav, void *block) {
  const tp_PartRow *row = nav->table->row[nav->need.slot];
  tp_Upkeep *upkeep = &nav->part[nav->need.slot];
  *upkeep = (tp_Upkeep){.block = block,
                        .follows = row->follows(nav),
                        .also = row->also ? row->also(nav) : NULL};
  row->init(nav, block);
}

bool tp_navmap_is_ready(const tp_Navmap *nav, unsigned parts) {
  for (int i = 0; i < TP_PARTS; i++) {
    if (find_lack(nav, i, parts) != NOTHING) return false;
  }
  return true;
}

bool tp_navmap_may_have(const tp_Navmap *nav, tp_Part part) {
  return nav->part[part].block && nav->table->row[part]->wanted(nav);
}

bool tp_navmap_has(const tp_Navmap *nav, tp_Part part) {
  return tp_navmap_may_have(nav, part) && !is_behind(nav, part);
}

bool tp_navmap_connects(tp_Navmap *nav, tp_Cell from, tp_Cell to) {
  if (is_behind(nav, TP_PART_REGIONS)) tp_navmap_prepare(nav, TP_REGIONS);
  return tp_regions_of(nav->regions, nav->mask, from.x, from.y) ==
         tp_regions_of(nav->regions, nav->mask, to.x, to.y);
}
