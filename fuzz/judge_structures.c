/* judge_structures.c - what an agent has repaired edit by edit must equal what
 * is built anew. The structures are defined by how they are built, from words
 * of 64 cells; they are not repaired in that way.
 */
#include "judges.h"

#include <string.h>

#include "core/navmap/agentlinks.h"
#include "core/navmap/landmarkpart.h"
#include "core/search/jump/jumpnodes.h"

static int32_t width_of(const Trial *t) { return t->world.width; }
static int32_t height_of(const Trial *t) { return t->world.height; }

static size_t cells_of(const Trial *t) {
  return (size_t)width_of(t) * (size_t)height_of(t);
}

/* ---- masks -------------------------------------------------------------- */

/* Compares the masks, their borders included. */
static bool same_mask(const Trial *t, const tp_Mask *a, const tp_Mask *b) {
  size_t bytes = tp_mask_bytes(width_of(t), height_of(t));
  return memcmp(a->words, b->words, bytes - offsetof(tp_Mask, words)) == 0;
}

static void compare_ground(Trial *t, const tp_Navmap *a, const tp_Navmap *b) {
  size_t bytes = tp_costmap_bytes(width_of(t), height_of(t));
  trial_expect(t, memcmp(a->costmap, b->costmap, bytes) == 0,
               "the ground is not as if read anew");
}

/* ---- fences and links --------------------------------------------------- */

static void compare_irregular(Trial *t, const tp_Navmap *a,
                              const tp_Navmap *b) {
  trial_expect(t, a->irregular && same_mask(t, a->irregular, b->irregular),
               "the odd cells are not as if read anew");
  if (!b->fences || t->wrong) return;
  size_t bytes = 2 * cells_of(t); /* the versions in front differ */
  trial_expect(
      t, a->fences && memcmp(a->fences->byte, b->fences->byte, bytes) == 0,
      "the fences are not as if read anew");
}

/* ---- jump points -------------------------------------------------------- */

/* Compares the lines of jump points, and how many jump points precede each in a
 * row. Their numbers and the versions of their surroundings depend on the past.
 */
static void compare_jumps(Trial *t, const tp_JumpPlanes *a,
                          const tp_JumpPlanes *b) {
  trial_expect(t, a->cell_set.count == b->cell_set.count,
               "%u jump points, not %u", (unsigned)a->cell_set.count,
               (unsigned)b->cell_set.count);
  for (uint64_t i = 0; i < a->cell_set.row_at; i++) {
    if (!trial_expect(t, a->words[i] == b->words[i],
                      "word %llu of the jump planes is %llx, not %llx",
                      (unsigned long long)i, (unsigned long long)a->words[i],
                      (unsigned long long)b->words[i])) {
      return;
    }
  }
}

/* No two jump points share a number. */
static void judge_numbers(Trial *t, const tp_JumpPlanes *j) {
  static bool taken[MAX_CELLS];
  memset(taken, 0, cells_of(t) * sizeof taken[0]);
  for (int32_t y = 0; y < height_of(t); y++) {
    const uint64_t *row = &j->words[j->cell_set.plane.at +
                                    (size_t)y * j->cell_set.plane.stride + 1];
    for (int32_t x = 0; x < width_of(t); x++) {
      if (!(row[x / 64] >> (x % 64) & 1)) continue;
      uint32_t number = tp_jump_planes_number(j, x, y);
      bool is_own = number < j->cell_set.end && !taken[number];
      if (!trial_expect(t, is_own, "%d, %d has number %u of %u, or not alone",
                        (int)x, (int)y, (unsigned)number,
                        (unsigned)j->cell_set.end)) {
        return;
      }
      taken[number] = true;
    }
  }
}

/* Jump planes are only read when a search needs them, perhaps many edits later.
 * A map that an edit made fit for them has no room for them yet. */
static void judge_jumps(Trial *t, tp_Navmap *nav, tp_Navmap *b) {
  bool is_old = !tp_navmap_has(nav, TP_PART_JUMPS);
  if (!nav->jumps || (is_old && random_chance(&t->random, 0.5))) return;
  tp_navmap_prepare(nav, TP_JUMPS);
  tp_navmap_prepare(b, TP_JUMPS);
  compare_jumps(t, nav->jumps, b->jumps);
  if (!t->wrong) judge_numbers(t, nav->jumps);
}

/* ---- kept jumps --------------------------------------------------------- */

static void judge_list(Trial *t, const tp_JumpNodes *nodes,
                       const tp_JumpMap *map, uint32_t i, tp_JumpList *list) {
  static uint64_t room[8 * WORLD_LENGTH + 64];
  tp_JumpList *made = (tp_JumpList *)room;
  const tp_JumpNode *node = &nodes->node[TP_FIRST_POINT + i];
  if (!tp_jump_list_is_valid(list, map->jumps)) return;
  bool is_its_own = tp_jump_planes_is_point(map->jumps, node->x, node->y) &&
                    tp_jump_planes_number(map->jumps, node->x, node->y) == i;
  trial_expect(t, is_its_own, "jumps of %d, %d are kept for another cell",
               (int)node->x, (int)node->y);
  tp_jump_list_make(made, map, (tp_Cell){node->x, node->y}, list->steps,
                    nodes->whole_rays);
  trial_expect(t,
               list->count == made->count &&
                   memcmp(list->jump, made->jump,
                          made->count * sizeof made->jump[0]) == 0,
               "jumps from %d, %d are kept that are no more", (int)node->x,
               (int)node->y);
}

/* Judges the kept lists that the next query would use. */
static void judge_lists(Trial *t, const Player *p) {
  const tp_Navmap *nav = &p->navmap;
  tp_JumpNodes *nodes = tp_search_block(&p->search, TP_SLOT_JUMP_NODES);
  tp_JumpMap map = {nav->jumps, nav->mask, nav->moves.table};
  if (!nodes || p->search.navmap != nav) return; /* all is forgotten */
  if (nodes->points < nav->jumps->cell_set.end) return;
  for (uint32_t i = 0; i < nav->jumps->cell_set.end && !t->wrong; i++) {
    const tp_JumpNode *node = &nodes->node[TP_FIRST_POINT + i];
    if (!tp_jump_node_is_ready(nodes, TP_FIRST_POINT + i)) continue;
    if (nodes->version == 0 || node->version != nodes->version) continue;
    for (uint32_t at = node->list; at != TP_NO_LIST && !t->wrong;) {
      tp_JumpList *list = tp_jump_list(nodes, at);
      judge_list(t, nodes, &map, i, list);
      at = list->next;
    }
  }
}

/* ---- regions ------------------------------------------------------------ */

enum { MOST_BITS = 22 }; /* twice as many numbers as cells, and more */

/* A hash table: for each number, the first cell that has it. */
typedef struct Firsts {
  int bits; /* 2^bits slots */
  uint32_t number[1 << MOST_BITS];
  int cell[1 << MOST_BITS]; /* from 1; 0: the slot is free */
} Firsts;

static void clear_firsts(Firsts *firsts, size_t cells) {
  firsts->bits = tp_bit_length(cells) + 1;
  memset(firsts->cell, 0, sizeof firsts->cell[0] << firsts->bits);
}

static int first_of(Firsts *firsts, uint32_t number, int cell) {
  uint32_t last = (UINT32_C(1) << firsts->bits) - 1;
  uint32_t place = number * UINT32_C(2654435769) >> (32 - firsts->bits);
  while (firsts->cell[place] && firsts->number[place] != number) {
    place = (place + 1) & last;
  }
  firsts->number[place] = number;
  if (firsts->cell[place] == 0) firsts->cell[place] = cell + 1;
  return firsts->cell[place];
}

/* The numbers of regions may differ, but not which cells share a region. */
static void judge_partition(Trial *t, tp_Navmap *nav, tp_Navmap *b) {
  static Firsts in_a, in_b;
  clear_firsts(&in_a, cells_of(t));
  clear_firsts(&in_b, cells_of(t));
  tp_navmap_prepare(nav, TP_REGIONS);
  tp_navmap_prepare(b, TP_REGIONS);
  for (int32_t y = 0; y < height_of(t); y++) {
    for (int32_t x = 0; x < width_of(t); x++) {
      int cell = trial_cell(t, (tp_Cell){x, y});
      if (!tp_mask_has(nav->mask, x, y)) continue;
      int first_a =
          first_of(&in_a, tp_regions_of(nav->regions, nav->mask, x, y), cell);
      int first_b =
          first_of(&in_b, tp_regions_of(b->regions, b->mask, x, y), cell);
      trial_expect(t, first_a == first_b,
                   "the regions of %d, %d are not as if found anew", (int)x,
                   (int)y);
    }
  }
}

/* ---- landmarks ---------------------------------------------------------- */

/* Over a step, the numbers of a table that is used may rise by at most the cost
 * of the step. */
static void judge_table(Trial *t, const tp_Navmap *nav, int table) {
  const tp_Landmarks *m = nav->landmarks;
  const uint32_t *number = tp_distances_of(m, table);
  const double unit = m->scale / nav->costs.scale;
  for (int32_t y = 0; y < height_of(t); y++) {
    for (int32_t x = 0; x < width_of(t) && !t->wrong; x++) {
      unsigned steps = tp_navmap_steps(nav, x, y);
      if (!tp_mask_has(nav->mask, x, y)) continue;
      for (; steps; steps &= steps - 1) {
        int d = tp_lowest(steps);
        tp_Cell next = {x + tp_dx[d], y + tp_dy[d]};
        size_t a = (size_t)trial_cell(t, (tp_Cell){x, y});
        size_t b = (size_t)trial_cell(t, next);
        uint64_t step =
            nav->costs.step[tp_is_diagonal(d)][nav->costs.class_of[b]];
        double here = number[a], there = number[b];
        double rise = table % 2 ? here - there : there - here;
        trial_expect(t, rise <= (double)step * unit,
                     "table %d: over the step from %d, %d to %d, %d numbers "
                     "rise by %g, and it costs %g",
                     table, (int)x, (int)y, (int)next.x, (int)next.y, rise,
                     (double)step * unit);
      }
    }
  }
}

/* Judges landmarks, even if layers add so much that no search uses them. */
static void judge_marks(Trial *t, tp_Navmap *nav) {
  const tp_LandmarkMap map = tp_landmarkpart_map(nav);
  const tp_Cell first = {0, 0}, last = {width_of(t) - 1, height_of(t) - 1};
  uint64_t budget = random_chance(&t->random, 0.5) ? UINT64_MAX : 1000;
  if (tp_navmap_has_irregular(nav) || nav->costs.cheapest[0] == 0) return;
  tp_landmarks_repair(nav->landmarks, &map, (size_t)trial_cell(t, first),
                      (size_t)trial_cell(t, last), &budget);
  for (int i = 0; i < nav->landmarks->tables && !t->wrong; i++) {
    if (!tp_landmarks_is_consistent(nav->landmarks, &map, i)) continue;
    judge_table(t, nav, i);
  }
}

/* ---- all ---------------------------------------------------------------- */

void judge_structures(Trial *t, Player *p) {
  Player fresh;
  tp_Navmap *nav = &p->navmap, *b = &fresh.navmap;
  player_renew(&fresh, p);
  player_catch_up(&fresh);
  bool same = same_mask(t, nav->mask, b->mask);
  trial_expect(t, same, "the mask is not as if read anew");
  if (same && b->irregular) compare_irregular(t, nav, b);
  if (same) judge_partition(t, nav, b);
  if (same && b->costmap) compare_ground(t, nav, b);
  if (b->jumps && !t->wrong) judge_jumps(t, nav, b);
  if (b->jumps && !t->wrong && tp_navmap_has(nav, TP_PART_JUMPS))
    judge_lists(t, p);
  if (nav->landmarks && !t->wrong) judge_marks(t, nav);
  player_free(&fresh);
}
