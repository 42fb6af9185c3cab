/* flee.c - a field turned round, and smoothed (as the game Brogue does, whose
 * author Brian Walker described it).
 *
 * With each cost taken from the largest one, downhill leads away from the
 * sources, but into the nearest dead end. So the differences are stretched, by
 * a `strength` above 1, and then no cell may cost more than a step to another
 * one and what that one costs: it pays to walk past the source to a place that
 * is far enough away to be worth it, and a dead end that is not deep enough is
 * left again.
 *
 * That is a field whose sources are all cells, each at its stretched cost. All
 * but a few cost no less by way of a neighbour; only those few begin by
 * themselves, and the rest is settled as in any field. For a
 * cheapest way from a cell, gone on with for as long as some neighbour offers
 * no more than the cell's own cost, ends in one of them, since costs fall with
 * every step. Where steps cost few units, most cells are offered just what they
 * cost: so the others count as a unit dearer until they are reached.
 */
#include "flee.h"

#include <string.h>

#include "frontier.h"

/* cost * strength without losing bits above. */
static uint64_t stretch(uint64_t cost, uint32_t strength) {
  return cost / TP_STRENGTH * strength +
         cost % TP_STRENGTH * strength / TP_STRENGTH;
}

static uint64_t largest(const tp_Field *from) {
  uint64_t most = 0;
  for (size_t i = 0; i < tp_field_cells(from); i++) {
    uint64_t cost = tp_field_get(from, i);
    if (cost != TP_FAR && cost > most) most = cost;
  }
  return most;
}

void tp_field_flee(tp_Field *f, const tp_Navmap *nav, const tp_Field *from,
                   uint32_t strength) {
  f->sources = f->gone = NULL;
  f->count = f->gone_count = 0;
  f->from = from;
  f->factor = from->factor;
  f->strength = strength;
  f->forward = false;
  f->most = TP_FAR;
  f->peak = largest(from);
  tp_field_prepare(f, nav, from->area, stretch(f->peak, strength) + 1);
  /* A step is left out for a way over another cell, which may be too far. */
  if (from->most != TP_FAR) f->prunes = false;
  f->phase = TP_FIELD_TURN;
}

static void turn(tp_Field *f, uint64_t *budget) {
  for (; *budget > 0 && f->next < tp_field_cells(f); f->next++, --*budget) {
    uint64_t cost = tp_field_get(f->from, f->next);
    if (cost != TP_FAR) cost = stretch(f->peak - cost, f->strength);
    tp_field_put(f, f->next, cost);
  }
  if (f->next < tp_field_cells(f)) return;
  memset(f->way, TP_WAY_UNTOUCHED, tp_field_cells(f));
  tp_bucketqueue_clear(f->open, 0);
  tp_heap_clear(f->seeds);
  f->next = 0;
  f->phase = TP_FIELD_SELECT;
}

/* No cost improves on 0: so the cells that are too far from the sources stay
 * out of it while the others are settled. */
static void close(tp_Field *f) {
  for (size_t i = 0; i < tp_field_cells(f); i++) {
    uint64_t cost = tp_field_get(f, i);
    if (cost == TP_FAR) {
      tp_field_put(f, i, 0);
    } else if (f->way[i] != TP_WAY_SEED) {
      tp_field_put(f, i, cost + 1);
    }
  }
}

void tp_flee_end(tp_Field *f) {
  for (size_t i = 0; i < tp_field_cells(f); i++) {
    if (tp_field_get(f->from, i) == TP_FAR) tp_field_put(f, i, TP_FAR);
  }
}

/* Does the cell that is next begin by itself? */
static bool is_seed(const tp_Field *f, const tp_Navmap *nav) {
  uint64_t cost = tp_field_get(f, f->next);
  return cost != TP_FAR &&
         !tp_field_holds(f, nav, tp_field_cell(f, f->next), cost);
}

static bool select(tp_Field *f, const tp_Navmap *nav, uint64_t *budget) {
  tp_Buckets list = tp_buckets_of(f->open);
  bool is_full = false;
  for (; *budget > 0 && f->next < tp_field_cells(f); f->next++, --*budget) {
    if (!is_seed(f, nav)) continue;
    is_full =
        list.live == f->open->capacity || f->seeds->live == f->seeds->capacity;
    if (is_full) break;
    f->way[f->next] = TP_WAY_SEED;
    tp_frontier_sow(f, &list, tp_field_get(f, f->next),
                    tp_field_cell(f, f->next));
  }
  tp_buckets_store(&list, f->open);
  if (is_full) {
    return tp_field_has_room(f, TP_FIELD_OPEN, 1) &&
           tp_field_has_room(f, TP_FIELD_SEEDS, 1);
  }
  if (f->next == tp_field_cells(f)) {
    close(f);
    f->phase = TP_FIELD_SPREAD;
  }
  return true;
}

bool tp_flee_run(tp_Field *f, const tp_Navmap *nav, uint64_t *budget) {
  if (f->phase == TP_FIELD_SELECT) return select(f, nav, budget);
  turn(f, budget);
  return true;
}
