/* flee.c - a field turned round and smoothed (as in the game Brogue, described
 * by its author Brian Walker).
 *
 * If each cost is subtracted from the largest one, falling costs lead away from
 * the sources, but into the nearest dead end. So the differences are stretched
 * by a `strength` above 1. Then no cell may cost more than a step to a
 * neighbour plus the neighbour's cost. So it pays to walk past the source to a
 * place far enough away, and a dead end that is not deep enough is left again.
 *
 * That is a field in which each cell is a source at its stretched cost. Most
 * cells cost no more by way of a neighbour. Only the other few need to be
 * seeds, and the rest is settled as in any field. Proof: follow a cheapest path
 * from a cell for as long as a neighbour offers no more than the cell's own
 * cost; as costs fall with each step, the path ends in one of the seeds. If
 * steps cost few units, most cells are offered exactly their cost: so all count
 * as a unit dearer until they are reached or start.
 */
#include "flee.h"

/* cost * strength without overflow. */
static uint64_t stretch(uint64_t cost, uint32_t strength) {
  return cost / TP_STRENGTH * strength +
         cost % TP_STRENGTH * strength / TP_STRENGTH;
}

void tp_flee_begin(tp_FieldBuild *b, const tp_Navmap *nav, const tp_Field *from,
                   uint32_t strength) {
  uint64_t peak = 0;
  for (size_t i = 0; i < tp_field_cells(from); i++) {
    uint64_t cost = tp_field_get(from, i);
    if (cost != TP_FAR && cost > peak) peak = cost;
  }
  tp_navmap_add_work(nav, tp_field_cells(from));
  b->field->asked = (tp_FieldQuery){
      .most = TP_FAR, .factor = from->asked.factor, .hops = from->asked.hops};
  b->flight = (tp_Flight){from, strength, peak};
  tp_build_prepare(b, nav, from->area, stretch(peak, strength) + 1);
  /* A pruned step relies on another cell, which may be too far. */
  b->may_leave = from->asked.most != TP_FAR;
  if (b->may_leave) b->prunes = false;
}

tp_Status tp_flee_turn(tp_FieldBuild *b, const tp_Navmap *nav,
                       uint64_t *budget) {
  const tp_Flight *flight = &b->flight;
  (void)nav;
  for (; b->next < tp_field_cells(b->field); b->next++, --*budget) {
    if (*budget == 0) return TP_RUNNING;
    uint64_t cost = tp_field_get(flight->from, b->next);
    if (cost != TP_FAR) cost = stretch(flight->peak - cost, flight->strength);
    tp_field_set(b->field, b->next, cost);
  }
  return TP_FOUND;
}

/* ---- select ------------------------------------------------------------- */

tp_Status tp_flee_select(tp_FieldBuild *b, const tp_Navmap *nav,
                         uint64_t *budget) {
  tp_Field *f = b->field;
  if (!tp_build_has_room(b, TP_FIELD_LIST, 1)) return TP_NEEDS_ROOM;
  for (; b->next < tp_field_cells(f); b->next++, --*budget) {
    uint64_t cost = tp_field_get(f, b->next);
    if (*budget == 0) return TP_RUNNING;
    if (cost == TP_FAR) continue;
    const tp_Cell at = tp_build_cell(b, b->next);
    const tp_Offer offer = tp_field_offer(f, nav, at, cost, cost, NULL);
    if (offer.steps || offer.by_edge) continue;
    if (!tp_build_has_room(b, TP_FIELD_LIST, 1)) return TP_NEEDS_ROOM;
    tp_build_record(b, (tp_Listed){.cell = (uint32_t)b->next});
  }
  /* The lift: all cells cost a unit more. No cost improves on 0: so cells too
   * far from the sources stay out while the others are settled. */
  for (size_t i = 0; i < tp_field_cells(f); i++) {
    uint64_t cost = tp_field_get(f, i);
    tp_field_set(f, i, cost == TP_FAR ? 0 : cost + 1);
  }
  tp_navmap_add_work(nav, tp_field_cells(f));
  return TP_FOUND;
}

/* ---- start -------------------------------------------------------------- */

tp_Status tp_flee_start(tp_FieldBuild *b, const tp_Navmap *nav,
                        uint64_t *budget) {
  tp_CellList *list = b->block[TP_FIELD_LIST];
  (void)nav;
  for (; list->count > 0; --*budget) {
    if (*budget == 0) return TP_RUNNING;
    if (!tp_build_has_room(b, TP_FIELD_BUCKETS, 1) ||
        !tp_build_has_room(b, TP_FIELD_SEEDS, 1)) {
      return TP_NEEDS_ROOM;
    }
    /* A cell starts at its cost before the lift: at once if a bucket can hold
     * it. */
    tp_FieldQueue open = tp_build_frontier(b);
    const size_t i = list->entry[--list->count].cell;
    const uint64_t cost = tp_field_get(b->field, i) - 1;
    const uint64_t ahead = (cost >> open.span.shift) - open.list.key;
    if (!open.span.by_heap && ahead <= open.list.mask) {
      tp_field_set(b->field, i, cost);
      tp_fieldqueue_add(&open, cost, tp_entry_of(i, TP_NO_DIRECTION));
    } else {
      tp_build_seed(b, i, cost);
    }
    tp_buckets_store(&open.list, open.buckets);
  }
  return TP_FOUND;
}

tp_Status tp_flee_close(tp_FieldBuild *b, const tp_Navmap *nav,
                        uint64_t *budget) {
  tp_Field *f = b->field;
  (void)budget;
  tp_navmap_add_work(nav, tp_field_cells(f));
  for (size_t i = 0; i < tp_field_cells(f); i++) {
    if (tp_field_get(b->flight.from, i) == TP_FAR) tp_field_set(f, i, TP_FAR);
  }
  return TP_FOUND;
}
