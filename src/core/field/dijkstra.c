/* dijkstra.c - Dijkstra's algorithm (1959) from all sources at once, with
 * buckets.
 *
 * In a backward field the steps from a settled cell to its neighbours cost the
 * same, as a path enters the settled cell. Needless steps are pruned as in A*
 * (jumppruning.h). Here the predecessor must be of the same terrain, too, as a
 * backward path enters it. So on open ground a cell is reached about once
 * instead of eight times.
 *
 * A bucket is as wide as the cheapest step, rounded down to a power of two. So
 * no cell of a bucket is reached from another one in it, and the order within a
 * bucket does not matter (Denardo and Fox 1979). A few dozen buckets suffice
 * and stay in the cache, and cells settled one after the other lie near each
 * other.
 *
 * Links may cost anything: the cells that they lead to wait in the heap of
 * seeds. A link may also cost less than the width of a bucket. Then cells with
 * such links come last in their bucket, out of the heap, in the order of their
 * costs. So none comes before a cell from which it is reached, and no cell is
 * settled more than twice.
 *
 * By turns a path may wait for the next one. A path that comes earlier can
 * wait, too, and so is never the worse one: all of this holds. But steps are
 * not pruned, as the order of two of them matters.
 *
 * Cost: some 20 ns a cell.
 */
#include "dijkstra.h"

#include "../search/successors.h"

/* Flags for which the loop below is compiled separately. */
typedef struct Kind {
  bool uniform; /* the ground has one price */
  bool forward;
  bool wide;
  bool irregular; /* some cells may be irregular */
  bool hexagonal; /* hexagons, priced, backward; no cell is irregular */
} Kind;

/* Constants of the loop. */
typedef struct Terms {
  const tp_Navmap *nav;
  tp_Field *field;
  tp_Offsets cells, ground; /* in the field, and in the grid */
  uint64_t step[2];         /* straight and diagonal, if there is one price */
  uint64_t factor, most;
  bool prunes;
  bool may_leave; /* steps may leave the area */
} Terms;

/* The direction that reached a cell. A forward field uses the last one, which
 * is the one that it keeps. */
TP_INLINE int came_by(const tp_Field *f, uint32_t entry, const Kind is) {
  if (!is.forward) return tp_entry_came_by(entry);
  unsigned back = f->directions[tp_entry_cell(entry)];
  if (is.irregular && back == TP_CAME_BY_LINK) return TP_NO_DIRECTION;
  return back ? tp_opposite(tp_lowest(back)) : TP_NO_DIRECTION;
}

/* The steps to try from a cell. From an irregular cell all legal steps are
 * tried. */
TP_INLINE unsigned successors(const Terms *t, tp_Visit v, const Kind is) {
  if (is.irregular && tp_mask_has(t->nav->irregular, v.at.x, v.at.y)) {
    return is.forward ? tp_navmap_steps(t->nav, v.at.x, v.at.y)
                      : tp_navmap_steps_into(t->nav, v.at.x, v.at.y);
  }
  const tp_Prune prune = {t->prunes, is.uniform};
  unsigned neighborhood = tp_mask_neighborhood(t->nav->mask, v.at.x, v.at.y);
  if (is.forward) return tp_successors_forwards(t->nav, neighborhood, v, prune);
  size_t before = v.here;
  if (v.came_by < TP_DIRECTIONS) before -= (size_t)t->ground.to[v.came_by];
  return tp_successors_backwards(t->nav, neighborhood, v, before, prune);
}

TP_INLINE uint64_t read_cost(const tp_Field *f, size_t i, const Kind is) {
  return is.wide ? ((const uint64_t *)f->cost)[i]
                 : ((const uint32_t *)f->cost)[i];
}

/* Writes a lower cost of a cell; in a forward field also the step back. */
TP_INLINE void lower_cost(tp_Field *f, size_t i, uint64_t cost, unsigned back,
                          const Kind is) {
  if (is.wide) {
    ((uint64_t *)f->cost)[i] = cost;
  } else {
    ((uint32_t *)f->cost)[i] = (uint32_t)cost;
  }
  if (is.forward) f->directions[i] = (uint8_t)back;
}

/* Notes another step back from a cell, of the same cost; in place of a link. */
static void record_other(tp_Field *f, size_t i, int d) {
  const unsigned back = 1u << tp_opposite(d), others = f->directions[i];
  const unsigned all = others == TP_CAME_BY_LINK ? back : others | back;
  if (all != TP_CAME_BY_LINK) f->directions[i] = (uint8_t)all;
}

/* Relaxes the neighbours of a cell. */
TP_INLINE void relax(const Terms *t, tp_FieldQueue *open, size_t here,
                     tp_Visit v, uint64_t cost, const Kind is) {
  const tp_Costs *costs = &t->nav->costs;
  const uint8_t *class_of = t->nav->costs.class_of + v.here;
  uint64_t step[2] = {t->step[0], t->step[1]};
  if (!is.uniform && !is.forward) {
    step[0] = costs->step[0][*class_of] * t->factor;
    step[1] = costs->step[1][*class_of] * t->factor;
  }
  for (unsigned steps = successors(t, v, is); steps; steps &= steps - 1) {
    int d = tp_lowest(steps), kind = tp_is_diagonal(d);
    size_t next = tp_index_beside(&t->cells, here, d);
    uint64_t by = step[kind];
    if (!is.uniform && is.forward) {
      by = costs->step[kind][class_of[t->ground.to[d]]] * t->factor;
    }
    const uint64_t reached =
        is.forward ? tp_field_after(&t->field->asked, cost, by) : cost + by;
    if (reached > t->most) continue;
    const tp_Cell to = tp_beside(v.at, d);
    if (t->may_leave && !tp_field_has(t->field, to.x, to.y)) continue;
    const uint64_t known = read_cost(t->field, next, is);
    if (is.forward && known == reached) record_other(t->field, next, d);
    if (known <= reached) continue;
    lower_cost(t->field, next, reached, 1u << tp_opposite(d), is);
    tp_fieldqueue_add(open, reached, tp_entry_of(next, d));
  }
}

/* The same for hexagons in a backward field: all steps cost the same. The cells
 * beside the predecessor have a lower cost from it already. The comparisons
 * come first and without branches, as a processor mispredicts them. */
TP_INLINE void relax_hexagon(const Terms *t, tp_FieldQueue *open, size_t here,
                             tp_Visit v, uint64_t cost, const Kind is) {
  const tp_Navmap *nav = t->nav;
  const uint64_t *step = nav->costs.step[0];
  const uint64_t reached = cost + step[nav->costs.class_of[v.here]] * t->factor;
  const unsigned neighborhood = tp_mask_neighborhood(nav->mask, v.at.x, v.at.y);
  unsigned steps = tp_steps(&nav->moves, v.at, neighborhood), dearer = 0;
  if (reached > t->most) return;
  if (t->prunes) steps &= ~tp_pruning_aside(&nav->moves, v.at, v.came_by);
  for (; steps; steps &= steps - 1) {
    const int d = tp_lowest(steps);
    const size_t next = tp_index_beside(&t->cells, here, d);
    const tp_Cell to = tp_beside(v.at, d);
    if (t->may_leave && !tp_field_has(t->field, to.x, to.y)) continue;
    dearer |= (unsigned)(read_cost(t->field, next, is) > reached) << d;
  }
  for (; dearer; dearer &= dearer - 1) {
    const int d = tp_lowest(dearer);
    const size_t next = tp_index_beside(&t->cells, here, d);
    lower_cost(t->field, next, reached, 0, is);
    tp_fieldqueue_add(open, reached, tp_entry_of(next, d));
  }
}

/* Relaxes the cells at the other ends of edges. They go to the heap and start
 * when their costs are due: so an edge may cost anything. */
static void relax_edges(const Terms *t, tp_FieldQueue *open, tp_Cell at,
                        uint64_t cost) {
  const tp_Field *f = t->field;
  tp_EdgeIter it = tp_field_edges(f, t->nav, at);
  while (tp_edges_next(&it)) {
    const tp_Cell end =
        tp_unpack_cell(f->asked.forward ? it.edge.to : it.edge.from);
    const uint64_t reached =
        tp_field_after(&f->asked, cost, tp_field_edge_cost(f, &it.edge));
    if (reached > t->most || !tp_field_has(f, end.x, end.y)) continue;
    size_t next = tp_field_index(f, end.x, end.y);
    if (tp_field_get(f, next) <= reached) continue;
    tp_heap_push(open->heap, reached, 0, tp_entry_of(next, TP_ENTRY_LINK));
  }
}

/* If an edge leads from a cell to another one in the same bucket, moves the
 * cell to the heap: there it waits until those in the heap are due. */
TP_INLINE bool put_off(const Terms *t, tp_FieldQueue *open, tp_Taken taken,
                       uint64_t cost, tp_Cell at) {
  if (!open->span.sorts || taken.seed != UINT64_MAX) return false;
  if (!tp_mask_has(t->nav->irregular, at.x, at.y)) return false;
  tp_EdgeIter it = tp_field_edges(t->field, t->nav, at);
  while (tp_edges_next(&it)) {
    if (tp_field_edge_cost(t->field, &it.edge) >> open->span.shift) continue;
    tp_heap_push(open->heap, cost, 0, taken.entry);
    return true;
  }
  return false;
}

TP_INLINE tp_Status settle(tp_FieldBuild *b, const tp_Navmap *nav,
                           uint64_t *budget, const Kind is) {
  tp_Field *f = b->field;
  const uint64_t factor = f->asked.factor, *price = nav->costs.cheapest;
  const Terms terms = {.nav = nav,
                       .field = f,
                       .cells = tp_offsets(f->area.w),
                       .ground = tp_offsets(nav->grid->width),
                       .step = {price[0] * factor, price[1] * factor},
                       .factor = factor,
                       .most = f->asked.most,
                       .prunes = b->prunes,
                       .may_leave = b->may_leave};
  tp_FieldQueue open = tp_build_frontier(b);
  uint64_t settled = 0;
  while (settled < *budget && !tp_fieldqueue_is_empty(&open) &&
         tp_fieldqueue_fits(&open, TP_DIRECTIONS)) {
    tp_Taken taken = tp_fieldqueue_take(&open);
    size_t here = tp_entry_cell(taken.entry);
    uint64_t cost = read_cost(f, here, is);
    if (taken.seed < cost) {
      const bool by_link = tp_entry_came_by(taken.entry) == TP_ENTRY_LINK;
      cost = taken.seed;
      lower_cost(f, here, cost, is.irregular && by_link ? TP_CAME_BY_LINK : 0,
                 is);
    } else if (!tp_fieldqueue_is_due(&open, taken, cost)) {
      continue;
    }
    tp_Cell at = tp_build_cell(b, here);
    if (is.irregular && put_off(&terms, &open, taken, cost, at)) continue;
    tp_Visit visit = {at, tp_grid_index(nav->grid, at.x, at.y),
                      came_by(f, taken.entry, is)};
    if (is.hexagonal) {
      relax_hexagon(&terms, &open, here, visit, cost, is);
    } else {
      relax(&terms, &open, here, visit, cost, is);
    }
    if (is.irregular && tp_mask_has(nav->irregular, at.x, at.y)) {
      relax_edges(&terms, &open, at, cost);
    }
    if (b->forgets) tp_build_forget(b, here);
    settled++;
  }
  *budget -= settled;
  b->work.settled += settled;
  tp_buckets_store(&open.list, open.buckets);
  if (tp_fieldqueue_is_empty(&open)) return TP_FOUND;
  /* Is there room for all entries that one cell adds? */
  bool waits =
      *budget > 0 && (!tp_build_has_room(b, TP_FIELD_BUCKETS, TP_DIRECTIONS) ||
                      (b->span.beside > 0 &&
                       !tp_build_has_room(b, TP_FIELD_SEEDS, b->span.beside)));
  return waits ? TP_NEEDS_ROOM : TP_RUNNING;
}

tp_Status tp_propagate(tp_FieldBuild *b, const tp_Navmap *nav,
                       uint64_t *budget) {
  const tp_Field *f = b->field;
  const bool uniform = nav->costs.uniform, forward = f->asked.forward;
  if (nav->irregular) {
    return settle(b, nav, budget,
                  (Kind){uniform, forward, f->wide, true, false});
  }
  if (forward || f->wide) {
    return settle(b, nav, budget,
                  (Kind){uniform, forward, f->wide, false, false});
  }
  if (uniform) return settle(b, nav, budget, (Kind){.uniform = true});
  if (tp_is_hexagonal(nav->moves.stagger)) {
    return settle(b, nav, budget, (Kind){.hexagonal = true});
  }
  return settle(b, nav, budget, (Kind){.uniform = false});
}
