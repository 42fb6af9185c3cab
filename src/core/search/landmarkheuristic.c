/* landmarkheuristic.c - chooses the tables of landmarks that a search reads
 * (ALT, Goldberg and Harrelson 2005).
 *
 * The best few tables are almost as good as all, and each table read takes a
 * share of the cache. On game maps with prices, a search that reads the best 4
 * of 16 tables expands 5 to 15 percent more cells, and is two to three times as
 * fast. A table of distances from a landmark is best if the landmark lies
 * behind the start; but to that table all cells beyond the start look alike. A
 * table of distances to a landmark behind the goal tells which of these cells
 * lie on the way. So a search reads the best two of each kind.
 *
 * If there are several ends, a table bounds the distance to the end that is
 * nearest by it. So one number a table, the largest of all ends, is as good as
 * a list. One end chooses the tables: the nearest by the heuristic.
 */
#include "landmarkheuristic.h"

#include "../navmap/landmarkpart.h"
#include "heuristic.h"

/* ---- ends --------------------------------------------------------------- */

/* Converts a cost to the unit of the tables, rounded down. */
static int32_t number_of(const tp_Alt *alt, uint64_t cost) {
  if (!alt->is_exact) {
    const uint64_t most = UINT64_MAX >> TP_ALT_UNIT_BITS;
    cost = cost < most ? cost : most;
    cost = (cost << TP_ALT_UNIT_BITS) / (alt->unit + 1);
  }
  return cost < TP_NO_DISTANCE ? (int32_t)cost : (int32_t)TP_NO_DISTANCE;
}

static void add_end(tp_Alt *alt, size_t cell, int32_t extra) {
  for (int i = 0; i < TP_TABLES_ASKED; i++) {
    tp_AltTable *table = &alt->table[i];
    const int64_t number = (int64_t)tp_alt_number(table, cell) - extra;
    if (number > table->goal) table->goal = (int32_t)number;
  }
}

/* Adds the ends of goals, and no other cell: a cell behind a wall could make a
 * table worthless. False if there are too many, or none. */
static bool add_goals(tp_Alt *alt, const tp_Navmap *nav,
                      const tp_Goals *goals) {
  bool has_ends = false;
  if (!tp_goals_have_few_ends(goals)) return false;
  for (uint32_t k = 0; k < goals->count; k++) {
    const int32_t extra = number_of(alt, goals->goal[k].extra);
    tp_Rows rows;
    tp_rows_start(&rows, goals, nav, &goals->goal[k]);
    while (tp_rows_next(&rows)) {
      for (int32_t w = rows.first_word; w <= rows.last_word; w++) {
        for (uint64_t rest = tp_rows_ends(&rows, w, UINT64_MAX); rest;
             rest &= rest - 1) {
          const int32_t x = w * 64 + tp_lowest(rest);
          add_end(alt, tp_grid_index(nav->grid, x, rows.y), extra);
          has_ends = true;
        }
      }
    }
  }
  return has_ends;
}

/* ------------------------------------------------------------------------- */

/* The least number of a table is 0 if its numbers are plain, INT32_MIN if they
 * are flipped. So no difference overflows, whatever extra costs goals have. */
void tp_alt_init(tp_Alt *alt, const tp_Navmap *nav, tp_Cell start, tp_Cell goal,
                 const tp_Goals *goals) {
  const size_t from = tp_grid_index(nav->grid, start.x, start.y);
  int chosen[TP_TABLES_ASKED];
  const tp_Landmarks *m = tp_landmarkpart_choose(nav, start, goal, chosen);
  *alt = (tp_Alt){.is_on = false};
  if (!m) return;
  alt->landmarks = m;
  alt->is_exact = m->scale == nav->costs.scale;
  alt->unit = (uint64_t)(nav->costs.scale / m->scale * (1 << TP_ALT_UNIT_BITS));
  for (int i = 0; i < TP_TABLES_ASKED; i++) {
    tp_AltTable *own = &alt->table[i];
    const bool is_plain = chosen[i] % 2 == 1;
    own->number = tp_distances_of(m, chosen[i]);
    own->version = m->table[chosen[i]].version;
    own->place = chosen[i];
    own->flip = is_plain ? 0 : UINT32_MAX;
    own->goal = is_plain ? 0 : INT32_MIN;
    own->start = tp_alt_number(own, from);
  }
  if (goals) {
    alt->is_on = add_goals(alt, nav, goals);
  } else {
    add_end(alt, tp_grid_index(nav->grid, goal.x, goal.y), 0);
    alt->is_on = true;
  }
}

bool tp_alt_is_valid(const tp_Alt *alt, const tp_Navmap *nav) {
  for (int i = 0; i < TP_TABLES_ASKED && alt->is_on; i++) {
    const tp_AltTable *own = &alt->table[i];
    if (own->version != alt->landmarks->table[own->place].version) return false;
    if (!tp_landmarkpart_is_consistent(nav, own->place)) return false;
  }
  return true;
}
