/* occupancy.c - a number a cell for its occupant, and a bit whether it is held:
 * a reader of all held cells reads 64 at a time.
 *
 * A move of a unit of size 1 by one cell changes two occupants, two bits, and
 * adds one entry to the log.
 */
#include "occupancy.h"

#include <string.h>

#include "../base/bits.h"

size_t tp_occupancy_bytes(int32_t width, int32_t height) {
  const size_t words = (size_t)((width + 63) / 64) * (size_t)height;
  return offsetof(tp_Occupancy, words) + words * sizeof(uint64_t) +
         (size_t)width * (size_t)height * sizeof(uint32_t);
}

void tp_occupancy_init(tp_Occupancy *o, int32_t width, int32_t height,
                       uint64_t id) {
  memset(o, 0, tp_occupancy_bytes(width, height));
  o->id = id;
  o->width = width;
  o->height = height;
  o->stride = (width + 63) / 64;
  o->holders_at = (size_t)o->stride * (size_t)height;
  tp_changelog_init(&o->changes, width, height);
}

static void set_bit(tp_Occupancy *o, int32_t x, int32_t y, bool value) {
  uint64_t *word = &o->words[(size_t)y * (size_t)o->stride + (size_t)(x >> 6)];
  uint64_t bit = UINT64_C(1) << (x & 63);
  *word = value ? *word | bit : *word & ~bit;
}

void tp_occupancy_restate(tp_Occupancy *o) {
  const uint32_t *occupant = tp_occupancy_holders(o);
  memset(o->words, 0, (size_t)o->holders_at * sizeof *o->words);
  for (int32_t y = 0; y < o->height; y++) {
    for (int32_t x = 0; x < o->width; x++, occupant++) {
      if (*occupant != 0) set_bit(o, x, y, true);
    }
  }
}

bool tp_occupancy_is_free(const tp_Occupancy *o, tp_Rect r, uint32_t who) {
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    uint32_t occupant = tp_occupancy_at(o, c.x, c.y);
    if (occupant != 0 && occupant != who) return false;
  }
  return true;
}

/* Passes the cells of one occupant to another one, except those in `but`. Have
 * any changed? */
static bool give_cells(tp_Occupancy *o, tp_Rect r, tp_Rect but, uint32_t from,
                       uint32_t to) {
  tp_Rect changed = {0, 0, 0, 0};
  TP_ASSERT(from != to);
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    uint32_t *holders = (uint32_t *)(void *)&o->words[o->holders_at];
    uint32_t *occupant = &holders[(size_t)c.y * (size_t)o->width + (size_t)c.x];
    if (*occupant != from || tp_rect_has(but, c.x, c.y)) continue;
    *occupant = to;
    set_bit(o, c.x, c.y, to != 0);
    changed = tp_rect_join(changed, (tp_Rect){c.x, c.y, 1, 1});
  }
  if (tp_rect_is_empty(changed)) return false;
  tp_changelog_add(&o->changes, changed);
  return true;
}

void tp_occupancy_hold(tp_Occupancy *o, tp_Rect r, uint32_t who) {
  give_cells(o, r, (tp_Rect){0, 0, 0, 0}, 0, who);
}

void tp_occupancy_release(tp_Occupancy *o, tp_Rect r, uint32_t who) {
  give_cells(o, r, (tp_Rect){0, 0, 0, 0}, who, 0);
}

bool tp_occupancy_leave(tp_Occupancy *o, tp_Rect from, tp_Rect to,
                        uint32_t who) {
  return give_cells(o, from, to, who, 0);
}

bool tp_occupancy_move(tp_Occupancy *o, tp_Rect from, tp_Rect to,
                       uint32_t who) {
  if (!tp_occupancy_is_free(o, to, who)) return false;
  tp_occupancy_leave(o, from, to, who);
  tp_occupancy_hold(o, to, who);
  return true;
}

void tp_occupancy_agree(tp_Occupancy *o, tp_Rect r) {
  for (tp_Cell c = tp_rect_first(r); tp_rect_wrap(r, &c); c.x++) {
    set_bit(o, c.x, c.y, tp_occupancy_at(o, c.x, c.y) != 0);
  }
  tp_changelog_add(&o->changes, r);
}
