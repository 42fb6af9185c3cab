/* census.c - see census.h.
 *
 * The navmap's own names of regions (index/regions.h) are in no useful order.
 * So the map is read run by run, and a new name gets the next number, in a hash
 * table with open addressing. Then two-way edges join regions, and the
 * remaining regions are numbered without gaps.
 */
#include "census.h"

#include <string.h>

#include "../navmap/edges.h"

/* `number` is 0 in an empty slot. */
typedef struct Entry {
  uint32_t name, number;
} Entry;

/* ---- layout ------------------------------------------------------------- */

static Entry *entries(tp_Census *c) { return (Entry *)(void *)(c + 1); }

/* By number, from 0: cells, and the region that this one was joined to. */
static uint32_t *sizes(tp_Census *c) {
  return (uint32_t *)(void *)(entries(c) + c->slots);
}

static uint32_t *joined(tp_Census *c) { return sizes(c) + c->slots / 2; }

/* ---- runs --------------------------------------------------------------- */

/* Cells side by side in a row that certainly belong to one region. */
typedef struct Run {
  int32_t y, first, end;
} Run;

/* The next run. Before the first call y and end are 0. */
static bool next_run(const tp_Navmap *nav, Run *run) {
  const tp_Mask *m = nav->mask;
  for (; run->y < m->height; run->y++, run->end = 0) {
    run->first = tp_mask_next(m, run->y, run->end, m->width);
    if (run->first == m->width) continue;
    run->end = tp_navmap_row_end(nav, run->y, run->first, m->width);
    return true;
  }
  return false;
}

uint32_t tp_census_slots(const tp_Navmap *nav, const tp_Census *small) {
  enum { LEAST = 256, A_SLOT = 8, GROWTH = 4 };
  uint32_t slots = LEAST;
  if (small) return GROWTH * small->slots;
  while (slots < tp_grid_cells(nav->grid) / A_SLOT) slots *= 2;
  return slots;
}

size_t tp_census_bytes(uint32_t slots) {
  const size_t regions = slots / 2;
  return sizeof(tp_Census) + slots * sizeof(Entry) +
         regions * 2 * sizeof(uint32_t);
}

void tp_census_init(tp_Census *c, uint32_t slots) {
  *c = (tp_Census){.slots = slots};
}

/* ---- counting -------------------------------------------------------- */

/* So many successive names have slots side by side. */
enum { A_LINE = 8 };

/* The slot of a name, which may be empty. */
static Entry *entry_of(tp_Census *c, uint32_t name) {
  Entry *entry = entries(c);
  const uint32_t mask = c->slots - 1;
  uint32_t at = (uint32_t)(name / A_LINE * UINT64_C(0x9E3779B97F4A7C15) >> 32);
  for (at = (at * A_LINE + name % A_LINE) & mask; entry[at].number;
       at = (at + 1) & mask) {
    if (entry[at].name == name) break;
  }
  return &entry[at];
}

/* The last region that this one was joined to: the one with the lowest number.
 */
static uint32_t root_of(tp_Census *c, uint32_t region) {
  uint32_t *up = joined(c);
  while (up[region] != region) region = up[region] = up[up[region]];
  return region;
}

bool tp_census_take(tp_Census *c, const tp_Navmap *nav) {
  Run run = {0, 0, 0};
  uint64_t runs = 0;
  if (c->numbering == tp_navmap_numbering(nav)) return true;
  c->count = 0;
  c->numbering = 0;
  memset(entries(c), 0, c->slots * sizeof(Entry));
  for (; next_run(nav, &run); runs++) {
    const uint32_t name = tp_navmap_region(nav, run.first, run.y);
    Entry *entry = entry_of(c, name);
    if (!entry->number) {
      if (c->count == c->slots / 2) return false;
      sizes(c)[c->count] = 0;
      joined(c)[c->count] = c->count;
      *entry = (Entry){name, ++c->count};
    }
    sizes(c)[entry->number - 1] += (uint32_t)(run.end - run.first);
  }
  /* Two-way edges join regions. */
  for (tp_EdgeIter it = tp_edges_all(nav); tp_edges_next(&it);) {
    if (it.edge.is_both) {
      const tp_Cell a = tp_unpack_cell(it.edge.from),
                    b = tp_unpack_cell(it.edge.to);
      const Entry *from = entry_of(c, tp_navmap_region(nav, a.x, a.y));
      const Entry *to = entry_of(c, tp_navmap_region(nav, b.x, b.y));
      const uint32_t one = root_of(c, from->number - 1);
      const uint32_t other = root_of(c, to->number - 1);
      joined(c)[one > other ? one : other] = one > other ? other : one;
    }
  }
  /* Regions that were joined to another one are dropped, and the rest numbered
   * anew in the same order. A root comes before all regions that were joined to
   * it. */
  uint32_t *size = sizes(c), *number = joined(c), count = 0;
  for (uint32_t i = 0; i < c->count; i++) {
    const uint32_t cells = size[i], up = number[i];
    number[i] = up == i ? count++ : number[up];
    if (up == i) size[number[i]] = 0;
    size[number[i]] += cells;
  }
  for (uint32_t i = 0; i < c->slots; i++) {
    Entry *entry = &entries(c)[i];
    if (entry->number) entry->number = number[entry->number - 1] + 1;
  }
  c->count = count;
  c->numbering = tp_navmap_numbering(nav);
  tp_navmap_look(nav, runs);
  return true;
}

/* ---- questions ------------------------------------------------------- */

uint32_t tp_census_region(tp_Census *c, const tp_Navmap *nav, int32_t x,
                          int32_t y) {
  return entry_of(c, tp_navmap_region(nav, x, y))->number;
}

uint32_t tp_census_size(tp_Census *c, uint32_t region) {
  return sizes(c)[region - 1];
}
